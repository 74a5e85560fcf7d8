"""What people of The Black Hack seldom come to by chance, and how they do."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.gear.magic_items import NAMES, TONIC
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.magic.lasting import TELEKINESIS
from tallow.games.black_hack.magic.spells import KNOCK
from tallow.games.black_hack.state import ATTRIBUTES, MARKS, Call, Effect, Magic
from tallow.mechanics.conditions import gain
from tests.table.staging import Stage, first, two_asleep

CALLS = (
    Call("black_hack.monster.goblin", "Goblin", 1, 2),
    Call("black_hack.monster.wolf", "Wolf", 2, 3),
)


def _called(state: Any) -> Any:
    return replace(state, called=CALLS)


def _knows(learned: str, on: tuple[str, ...] = ()) -> Callable[[Any], Any]:
    """Cleric and Conjurer can cast this and are strong of mind; the first of the party is in some conditions."""

    def ready(state: Any) -> Any:
        one, other, *casters = state.party
        minds: Any = {"magic": Magic(memorised=(learned,)), "level": 10, "intelligence": 18, "wisdom": 18}
        return replace(state, party=(gain(one, *on), other, *[replace(caster, **minds) for caster in casters]))

    return ready


def _locked(state: Any) -> Any:
    return replace(_knows(KNOCK)(state), effects=(Effect("e1", KNOCK, detail="locked"),))


def _moves_objects(state: Any) -> Any:
    return replace(state, effects=(Effect("e1", TELEKINESIS, by=state.party[0].id, on=(state.party[0].id,), die=6),))


def _lying(state: Any) -> Any:
    """Two are Out of Action close to the first, who acts."""
    one, second, third, *others = state.party
    down = [replace(gain(other, "out_of_action"), hp=0) for other in (second, third)]
    bands = tuple([(*sorted((one.id, other.id)), "close") for other in down])
    combat = replace(state.combat, bands=bands, step="early", due=(one.id,), turn="")
    return replace(state, party=(one, *down, *others), combat=combat)


def _served(state: Any) -> Any:
    one = state.party[0]
    allies = tuple([replace(foe, commander=one.id) for foe in state.foes[:2]])
    effects = [
        Effect(f"e{at}", "black_hack.spell.charm", by=one.id, on=(ally.id,)) for at, ally in enumerate(allies, 1)
    ]
    return replace(state, foes=state.foes[2:], allies=allies, effects=tuple(effects))


def _names(state: Any) -> Any:
    learned = tuple([MARKS.mark("learned", one.name) for one in state.party[1:3]])
    return first(state, items=(replace(made(NAMES, "names"), marks=learned),))


def _tonic(state: Any) -> Any:
    return first(state, items=(made(TONIC, "tonic"),))


PLACE = ("place.set_out", "place.spring")

STAGES = {
    "place.wake_whom": Stage(("place.set_out", "place.wake_group"), two_asleep("Goblin"), place=True),
    "place.spring_what": Stage(PLACE, place=True),
    "called": Stage(("end_turn",) * 6, _called, foe="Goblin"),
    "carry_whom": Stage(("carry_body hero1",), _lying, foe="Goblin"),
    "command_whom": Stage(("command_servant",), _served, foe="Goblin x3"),
    "knock_which": Stage(("cast",), _locked),
    "object_held": Stage(("telekinesis_move",), _moves_objects),
    "person": Stage(("write_foe",), given={"foe_text": "Bandit HD 2"}),
    "raised": Stage(("cast",), _knows("black_hack.prayer.raise_dead", on=("dead",))),
    "speak_name": Stage(("speak_name",), _names),
    "which_curse": Stage(("cast",), _knows("black_hack.prayer.remove_curse", on=("cursed", "lycanthropy"))),
    "who_arrives": Stage(("reinforce",), _called),
} | {
    f"attribute: {one}": Stage(("use_magic_item pc1",), _tonic, given={TONIC: (ATTRIBUTES.index(one) + 1,)})
    for one in ("DEX", "INT", "WIS", "CHA")
}
"""By what is asked, and by the words of effects."""
