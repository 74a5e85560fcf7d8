"""A round: the keepers act, then the shades; and how it ends."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.ids import by_id, serial
from tallow.play import REFEREE, Play, rule
from wick.state import FULL, Ended, Shade, State, keeper, kinds, lit, lose, put
from wick.trial import WORTH, trial

SHADES = 6
"""So many shades fit into a room."""


@rule("wick.round.flare")
def flare(play: Play, state: State, who: str) -> State:
    """Light against a shade."""
    at = keeper(state, who)
    which = play.choose(at.seat, "flare_at", tuple([one.id for one in state.shades]), at.name, why="wick.round.flare")
    at, result = trial(play, at, at.nerve, "wick.round.flare")
    shade = by_id(state.shades, which)
    shade = replace(shade, gloom=max(0, shade.gloom - WORTH[result]))
    if WORTH[result]:
        play.tell("dimmed" if shade.gloom else "gone", shade.name, shade.gloom, why="wick.round.flare")
    left = tuple([shade if one.id == which else one for one in state.shades if one.id != which or shade.gloom])
    return _acted(play, replace(put(state, at), shades=left), who)


@rule("wick.round.kindle", "wick.keeper.light")
def kindle(play: Play, state: State, who: str) -> State:
    """Light for another keeper."""
    at = keeper(state, who)
    other = keeper(state, play.choose(at.seat, "kindle_whom", _dim(state, who), at.name, why="wick.round.kindle"))
    at, result = trial(play, at, at.craft, "wick.round.kindle")
    other = replace(other, light=min(FULL, other.light + WORTH[result]))
    if WORTH[result]:
        play.tell("kindled", other.name, other.light, why="wick.round.kindle")
    return _acted(play, put(put(state, at), other), who)


def _dim(state: State, who: str) -> tuple[str, ...]:
    """The others who can be kindled."""
    return tuple([one.id for one in state.party if one.id != who and one.light < FULL and not one.lost])


@rule("wick.round.turns", "wick.end.dark")
def _acted(play: Play, state: State, who: str) -> State:
    """Somebody has acted; after the last of those who have Light it is the shades' turn."""
    bright = [one.id for one in lit(state)]
    state = replace(state, due=tuple([one for one in state.due if one != who and one in bright]))
    if not state.shades:
        return _quiet(play, state)
    if not bright:
        return _dark(play, state)
    return state if state.due else _shades(play, state)


@rule("wick.round.snuff", "wick.round.turns")
def _shades(play: Play, state: State) -> State:
    """Each shade reaches for a light; then a new round."""
    for shade in state.shades:
        (face,) = play.roll(1, 6, by=REFEREE, why="wick.round.snuff")
        if face > shade.gloom:
            play.tell("misses", shade.name, why="wick.round.snuff")
            continue
        options = tuple([one.id for one in sorted(lit(state), key=lambda one: one.light)])
        one = lose(keeper(state, play.choose(REFEREE, "snuff_whom", options, shade.name, why="wick.round.snuff")))
        state = put(state, one)
        play.tell("snuffed" if one.light else "dark", shade.name, one.name, one.light, why="wick.round.snuff")
        if not lit(state):
            return _dark(play, state)
    return _next(play, state)


@rule("wick.round.turns")
def _next(play: Play, state: State) -> State:
    state = replace(state, round=state.round + 1, due=tuple([one.id for one in lit(state)]), ended=None)
    play.tell("round", state.round, why="wick.round.turns")
    return state


@rule("wick.end.won")
def _quiet(play: Play, state: State) -> State:
    """The house is quiet: who is in the Dark comes back, or does not."""
    play.tell("quiet", state.round, why="wick.end.won")
    returned = 0
    for one in state.party:
        if one.light or one.lost:
            continue
        (face,) = play.roll(1, 6, by=one.seat, why="wick.end.won")
        play.tell("back" if face > 3 else "lost", one.name, why="wick.end.won")
        state = put(state, replace(one, light=1) if face > 3 else replace(one, lost=True))
        returned += face > 3
    return replace(state, due=(), round=0, ended=Ended("quiet", state.round, returned))


@rule("wick.end.lost")
def _dark(play: Play, state: State) -> State:
    """Nobody has any Light: all are lost."""
    play.tell("all_dark", why="wick.end.lost")
    party = tuple([replace(one, light=0, lost=True) for one in state.party])
    return replace(state, party=party, shades=(), due=(), round=0, ended=Ended("dark", state.round))


@rule("wick.house.calls")
def call_shade(play: Play, state: State, _: str) -> State:
    """The House calls a shade; with the first of them a fight begins."""
    kind = kinds()[play.choose(REFEREE, "which_shade", tuple(kinds()), why="wick.house.calls")]
    state, id_ = serial(state, "shade")
    shade = Shade(id_, f"{kind.name} {state.serial}", kind.id, kind.gloom)
    play.tell("comes", shade.name, shade.gloom, why="wick.house.calls")
    state = replace(state, shades=(*state.shades, shade))
    return state if state.round else _next(play, state)


@rule("wick.rest.light", "wick.setting.long_nights")
def rest(play: Play, state: State, _: str) -> State:
    """Everybody's Light returns, or in long nights some of it."""
    gain = 2 if state.settings.long_nights else FULL
    party = [one if one.lost else replace(one, light=min(FULL, one.light + gain)) for one in state.party]
    play.tell("rest", why="wick.rest.light")
    return replace(state, party=tuple(party))


def _fighting(state: State, who: str) -> bool:
    return state.round > 0


def _not_due(state: State, who: str) -> Refusal | None:
    one = keeper(state, who)
    if not one.light:
        return Refusal("in_the_dark", (one.name,), "wick.end.dark")
    return None if who in state.due else Refusal("acted", (one.name,), "wick.round.turns")


def _nobody_to_kindle(state: State, who: str) -> Refusal | None:
    return _not_due(state, who) or (None if _dim(state, who) else Refusal("all_bright", (), "wick.round.kindle"))


def _no_room(state: State, _: str) -> Refusal | None:
    if len(state.shades) >= SHADES:
        return Refusal("no_room", (SHADES,), "wick.house.calls")
    return None if lit(state) else Refusal("no_keeper", (), "wick.house.calls")


DEEDS = (
    Deed("flare", flare, "wick.round.flare", cost="turn", shown=_fighting, refuse=_not_due),
    Deed("kindle", kindle, "wick.round.kindle", cost="turn", shown=_fighting, refuse=_nobody_to_kindle),
    Deed("call_shade", call_shade, "wick.house.calls", by="referee", refuse=_no_room),
    Deed("rest", rest, "wick.rest.light", by="referee", shown=lambda state, _: not state.round and bool(lit(state))),
)
