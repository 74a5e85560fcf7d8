"""What people of Dead Weight seldom come to by chance, and how they do."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import wounds_of
from tallow.games.dead_weight.gear.inventory import HANDS, thing
from tallow.games.dead_weight.magic.effects import ARCANE_EYE, SHACKLES
from tallow.games.dead_weight.monsters.bestiary import described
from tallow.games.dead_weight.state import Camp, Corpse, Effect, Interlude, Magic, Settlement, Trap
from tallow.play import Answer
from tests.table.staging import Stage, first, two_asleep

RATION = "dead_weight.item.ration"
STREETS = "dead_weight.table.sleep_streets_large"
PLAIN: Mapping[str, Answer] = {"announce": "roll", "reroll": "pass", "armour_dice": 0, "toughen_up": "no"}
"""Nobody does more about a test than to roll."""

FOOD = "dead_weight.prayer.create_food_and_water"


def _faithful(state: Any, god: str, **fields: Any) -> Any:
    """The first of the party has angered their god."""
    one = state.party[0]
    return first(state, life=replace(one.life, god=god), magic=replace(one.magic, angered=True), **fields)


def _with_a_captive(state: Any) -> Any:
    bound = replace(described("Freshly Risen Corpse", "bound"), tags=("undead",))
    return replace(_faithful(state, "dead_weight.god.cador"), allies=(bound,))


def _in_camp(state: Any) -> Any:
    """A camp with a fire, where half of the party is hungry and there are rations."""
    party = [replace(one, afflictions=("hungry",)) for one in state.party]
    camp = Camp("actions", 4, fire=True, supplies=1)
    state = replace(state, phase="camp", camp=camp, party=tuple(party))
    return first(state, items=(thing(RATION, "ration", count=3),))


def _with_goods(state: Any) -> Any:
    return _faithful(_in_camp(state), "Zul", items=(thing(RATION, "ration"), thing("dead_weight.item.torch", "torch")))


def _with_a_carcass(state: Any) -> Any:
    return replace(_in_camp(state), corpses=(Corpse("leech", "Leech", "dead_weight.monster.giant_leech"),))


def _beside(state: Any) -> Any:
    """The first of the party stands beside the first enemy, with a thing in each hand."""
    (x, y), one = state.enemies[0].at, state.party[0]
    held = [thing("dead_weight.weapon.dagger", hand, place=hand) for hand in ("left", "right")]
    return first(state, at=(x - 1, y), items=(*held, *[item for item in one.items if item.place not in HANDS]))


def _with_shackles(state: Any) -> Any:
    one, foe = state.party[0], state.enemies[0]
    effect = Effect("e1", SHACKLES, one.id, (foe.id,), unit="round", stood=one.at, wounded=wounds_of(one))
    return replace(state, effects=(effect,))


def _with_eyes(state: Any) -> Any:
    made = [Effect(f"e{one.id}", ARCANE_EYE, one.id, (one.id,)) for one in state.party[:2]]
    return replace(state, effects=tuple(made))


def _in_town(ready: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def stays(state: Any) -> Any:
        settlement = Settlement(size=5)
        there = Interlude(settlement.name, step="actions")
        return ready(replace(state, phase="interlude", interlude=there, settlements=(settlement,), here=""))

    return stays


def _learned(state: Any) -> Any:
    one = state.party[0]
    scores = {name: replace(getattr(one, name), lessons=9) for name in ("strength", "dexterity")}
    return first(state, **scores)


def _asleep(state: Any) -> Any:
    rich = [replace(one, purse=replace(one.purse, silver=100)) for one in state.party]
    return replace(state, party=tuple(rich), interlude=replace(state.interlude, step="sleep"))


def _full(state: Any) -> Any:
    """The cleric, who is parched, has nothing to carry water in."""
    *others, one = state.party
    strong = replace(one.presence, score=5, wounds=0, fatigue=0)
    magic = Magic(prayers=(FOOD,), ready=(FOOD,))
    full = replace(one, magic=magic, presence=strong, afflictions=("parched",), containers=())
    return replace(state, party=(*others, full))


def _trapped(state: Any) -> Any:
    traps = tuple([Trap(f"trap{at}", f"Pit {at}", wounds=at) for at in (1, 2)])
    return replace(state, locations=(replace(state.locations[0], traps=traps), *state.locations[1:]))


STAGES = {
    "place.wake_whom": Stage(("place.set_out", "place.wake_group"), two_asleep("Gnoll"), place=True),
    "captive": Stage(("sacrifice",), _with_a_captive),
    "channel": Stage(("enemy_end foe1", "combat_end_turn hero1"), _with_shackles, foe="Goblin Scrapper"),
    "cook": Stage(("cook",), _in_camp),
    "disarm_what": Stage(("enemy_action foe1",), _beside, foe="Giant Frog", given=PLAIN),
    "eat_carcass": Stage(("cook_carcass",), _with_a_carcass),
    "eye": Stage(("destroy_eye",), _with_eyes),
    "feed": Stage(("cook",), _in_camp, given={"cook": 1}),
    "goods": Stage(("sacrifice_in_camp",), _with_goods),
    "goods_enough": Stage(("sacrifice_in_camp",), _with_goods),
    "move_point": Stage(("make_character",)),
    "mugged": Stage(("interlude_sleep",), _in_town(_asleep), given={"sleep_where": "streets", STREETS: (3, 3)}),
    "no_room": Stage(("cast_exploring pc19",), _full, given=PLAIN),
    "raise_what": Stage(("raise_attribute",), _in_town(_learned)),
    "shove_where": Stage(("enemy_action foe1",), _beside, foe="Giant Crab"),
    "which_trap": Stage(("spring_trap",), _trapped),
}
"""By what is asked."""
