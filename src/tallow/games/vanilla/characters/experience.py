"""Experience: for monsters overcome and treasure brought home, split among the characters; gaining levels."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.characters.levels import gain_level
from tallow.games.vanilla.characters.overcome import noted
from tallow.games.vanilla.entries import callings
from tallow.games.vanilla.gear.inventory import VALUABLES
from tallow.games.vanilla.magic import effects
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Creature, Item, State, alive
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

AWARD: RuleId = "vanilla.action.gm_award"
MONSTERS: RuleId = "vanilla.xp.monsters"
GOLD: RuleId = "vanilla.xp.gold"
PER_HD = 50
"""The XP of a monster for each Hit Die."""

AMOUNTS = (50, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 5000, 10000)


@rule("vanilla.xp.monsters")
def monster_xp(hd: int) -> int:
    """The XP of a monster with this many Hit Dice."""
    return PER_HD * max(0, hd)


@rule("vanilla.xp.split", "vanilla.xp.helpers", "vanilla.phase.reward")
def share(play: Play, state: State, xp: int, why: RuleId) -> State:
    """Split XP evenly among the party's living characters, rounded down; Helpers get none."""
    heirs = [one for one in state.party if one.kind == "pc" and alive(one)]
    if not heirs or xp <= 0:
        return state
    each = xp // len(heirs)
    play.tell("xp", xp, each, len(heirs), why=why)
    for one in heirs:
        state = put(state, earned(play, find(state, one.id), each, state.settings))
    return state


@rule("vanilla.xp.level", "vanilla.phase.reward")
def earned(play: Play, one: Creature, xp: int, settings: Settings) -> Creature:
    """The character with this XP added and every level that it brings, up to level 10."""
    one = replace(one, life=replace(one.life, xp=one.life.xp + xp))
    calling = callings()[one.of]
    while one.level < len(calling.levels) and one.life.xp >= calling.at(one.level + 1).xp:
        one = gain_level(play, one, settings)
    return one


@rule("vanilla.xp.gold", "vanilla.xp.sources", "vanilla.item.treasure")
def brought_home(play: Play, state: State) -> State:
    """On arrival at a settlement: each gp found in the wilds is 1 XP, treasure counts by its worth."""
    coins = sum([one.coins for one in state.party if alive(one)])
    worth = min(state.brought, coins)
    party = []
    for one in state.party:
        items = []
        for item in one.items if alive(one) else ():
            new = item.ref in VALUABLES and not item.counted
            worth += item.worth if new else 0
            items.append(replace(item, counted=True) if new else item)
        party.append(replace(one, items=tuple(items)) if alive(one) else one)
    state = replace(state, brought=0, party=tuple(party))
    return share(play, state, worth, GOLD) if worth else state


@rule("vanilla.xp.gold", "vanilla.creation.gold")
def find_gold(state: State, gp: int) -> State:
    """The state with gold found in the wilds, which counts for XP once it is brought home."""
    return replace(state, brought=state.brought + gp) if state.place != "settlement" else state


@rule("vanilla.xp.gold", "vanilla.item.treasure")
def found_here(state: State, item: Item) -> Item:
    """A thing as found here: treasure from a settlement is marked so that it never counts for XP."""
    return replace(item, counted=True) if state.place == "settlement" else item


@rule("vanilla.action.gm_award", "vanilla.xp.monsters", "vanilla.xp.sources", "vanilla.phase.reward")
def award(play: Play, state: State, _: str) -> State:
    """The GM confirms the monsters overcome, or awards an amount; it is split, and levels are gained."""
    noted = sum([monster_xp(hd) for hd in state.overcome])
    others = tuple([amount for amount in AMOUNTS if amount != noted])
    options: tuple[int | str, ...] = (noted, "none", *others) if noted else AMOUNTS
    amount = play.choose(REFEREE, "award", options, len(state.overcome), noted, why=AWARD)
    state = replace(state, overcome=())
    return share(play, state, amount, MONSTERS) if isinstance(amount, int) else state


@rule("vanilla.xp.monsters")
def avoided(play: Play, state: State, _: str) -> State:
    """The GM notes foes who are no obstacle any more (tricked, bargained with, bypassed) as overcome."""
    there = [foe for foe in state.foes if alive(foe)]
    play.tell("avoided", tuple([foe.name for foe in there]), why=MONSTERS)
    back = "settlement" if state.place == "settlement" else "explore"
    phase = back if state.phase == "encounter" else state.phase
    return effects.pruned(replace(noted(state, *there), foes=(), phase=phase))


def _peace(state: State, _: str) -> bool:
    return state.combat is None and any(one.kind == "pc" for one in state.party)


def _met(state: State, _: str) -> bool:
    return state.combat is None and any(alive(foe) for foe in state.foes)


def _nobody(state: State, _: str) -> Refusal | None:
    living = any(one.kind == "pc" and alive(one) for one in state.party)
    return None if living else Refusal("no_party", (), "vanilla.xp.split")


DEEDS: tuple[Deed[State], ...] = (
    Deed("award", award, AWARD, "referee", shown=_peace, refuse=_nobody, group="giving"),
    Deed("avoided", avoided, MONSTERS, "referee", shown=_met, group="muster", rank=1),
)
