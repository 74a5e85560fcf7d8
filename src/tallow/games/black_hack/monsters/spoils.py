"""What fallen foes leave behind: the weapons and shields that they fought with, and the glands of fire beetles."""

from msgspec.structs import replace

from tallow.games.black_hack.entries import monsters
from tallow.games.black_hack.gear.things import called, made
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import MARKS, Creature, Item, State, able, alive, put
from tallow.mechanics.conditions import has
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, rule

FORM: RuleId = "black_hack.bestiary.form"
BEETLE: RuleId = "black_hack.monster.fire_beetle"
GLANDS, GLOW = "Glow glands", 8
"""What can be cut out of a fire beetle: its name, and the sides of its Usage Die."""

LEFT = MARKS.mark("looted", "arms")
"""The mark of those whose weapons lie on the ground already."""


def beaten(state: State) -> tuple[Creature, ...]:
    """The foes who are down and still here."""
    down = [foe for foe in state.foes if not alive(foe) or has(foe, "out_of_action")]
    return tuple([foe for foe in down if not has(foe, "fled")])


@rule("black_hack.bestiary.form", "black_hack.monster.fire_beetle")
def arms(foe: Creature, settings: Settings) -> tuple[Item, ...]:
    """What a foe fights with, without ids; of a dead fire beetle its glands, which shine."""
    known = monsters().get(foe.of)
    held = tuple([made(ref, "", settings) for ref in known.arms]) if known is not None else ()
    return (*held, Item("", GLANDS, BEETLE, usage=GLOW, lit=True)) if foe.of == BEETLE and not able(foe) else held


@rule("black_hack.bestiary.form", "black_hack.phase.combat_end")
def spoils(play: Play, state: State) -> State:
    """What the beaten fought with lies on the ground from now on, for anybody to take, once of each."""
    state, names = laid_down(state, *[foe for foe in beaten(state) if LEFT not in foe.spent])
    if names:
        play.tell("spoils", names, why=FORM)
    return state


@rule("black_hack.bestiary.form", "black_hack.morale.fail")
def surrendered(play: Play, state: State, foe: Creature) -> State:
    """A foe that surrenders lays down its arms."""
    state, names = laid_down(state, foe)
    if names:
        play.tell("surrenders.arms", foe.name, names, why=FORM)
    return state


def laid_down(state: State, *foes: Creature) -> tuple[State, tuple[str, ...]]:
    """The state with the weapons of these foes on the ground, and what they are called, each once."""
    left: list[Item] = []
    for foe in foes:
        things = arms(foe, state.settings)
        state = put(state, replace(foe, spent=(*foe.spent, LEFT))) if things else state
        for item in things:
            state, id_ = serial(state, "i")
            left.append(replace(item, id=id_))
    return replace(state, ground=(*state.ground, *left)), tuple(dict.fromkeys([called(item) for item in left]))
