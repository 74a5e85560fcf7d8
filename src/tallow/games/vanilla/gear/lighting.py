"""Deeds to light things and put them out, and the GM's to set darkness."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.gear.light import BURN, LIGHTS, START, douse, kindle, lightable, lowered
from tallow.games.vanilla.gear.weapons import free_hands
from tallow.games.vanilla.state import State, alive
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

LIGHT: RuleId = "vanilla.action.light"
DARK: RuleId = "vanilla.light.dark"


@rule("vanilla.light.dark")
def _darkness(play: Play, state: State, _: str) -> State:
    """The GM says whether there is light here apart from the party's."""
    play.tell("light.here" if state.dark else "light.dark", why=DARK)
    return replace(state, dark=not state.dark)


@rule("vanilla.light.burn")
def _strenuous(play: Play, state: State, _: str) -> State:
    """The GM says that somebody with a light in hand did something very strenuous, which costs the light 1."""
    bearers = tuple([one.id for one in state.party if any(item.lit for item in one.items)])
    one = find(state, play.choose(REFEREE, "strenuous", bearers, why=BURN))
    return put(state, replace(one, items=lowered(play, one.items, one.name, BURN)))


def _nothing_to_light(state: State, who: str) -> Refusal | None:
    """Why a creature cannot light anything."""
    one = find(state, who)
    if lightable(one, state.settings):
        return None
    if free_hands(one, state.settings) < 1:
        return Refusal("hands_full", (one.name,), "vanilla.carry.hands")
    return Refusal("no_oil", (one.name,), "vanilla.item.oil")


@rule("vanilla.action.light", "vanilla.light.start")
def _light(play: Play, state: State, who: str) -> State:
    """Light one of one's things."""
    one = find(state, who)
    which = play.choose(one.seat, "light", lightable(one, state.settings), one.name, why=LIGHT)
    return kindle(play, state, who, which)


def _has_light(state: State, who: str) -> bool:
    """Whether a creature carries something to light."""
    return any(item.ref in LIGHTS and not item.lit for item in find(state, who).items)


def _douse(play: Play, state: State, who: str) -> State:
    one = find(state, who)
    burning = tuple([item.id for item in one.items if item.lit])
    which = play.choose(one.seat, "douse", burning, one.name, why=START)
    return put(state, douse(play, one, which))


def _burning(state: State, who: str) -> bool:
    return any(item.lit for item in find(state, who).items)


DEEDS: tuple[Deed[State], ...] = (
    go_deed(
        "light",
        "action",
        _light,
        LIGHT,
        refuse=_nothing_to_light,
        shown=_has_light,
        outside=True,
        group="tasks",
        rank=1,
    ),
    go_deed("douse", "", _douse, START, provokes=False, shown=_burning, outside=True, group="tasks", rank=1),
    Deed("darkness", _darkness, DARK, by="referee", shown=lambda state, _: state.phase != "creation", group="tasks"),
    Deed(
        "strenuous",
        _strenuous,
        BURN,
        by="referee",
        shown=lambda state, _: any(item.lit for one in state.party if alive(one) for item in one.items),
        group="tasks",
    ),
)
