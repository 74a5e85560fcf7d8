"""Reinforcements: those called by a Reaction Roll, and those whom the GM adds to a fight."""

from msgspec.structs import replace

from tallow.games.black_hack.combat.ranges import set_band
from tallow.games.black_hack.monsters.bestiary import BY_HD, arrive
from tallow.games.black_hack.monsters.reactions import TABLE
from tallow.games.black_hack.state import Band, Call, State, find
from tallow.games.deeds import Deed
from tallow.play import REFEREE, Play, rule


@rule("black_hack.table.reactions", "black_hack.morale.group", "black_hack.phase.opponents")
def reinforced(play: Play, before: State, state: State) -> State:
    """Add new foes to the fight: the GM says how far they are, Morale counts them, and they act.

    Those who come while opponents act are due at once, those who come later in the next Moment.
    """
    combat = state.combat
    known = [foe.id for foe in before.foes]
    new = tuple([foe.id for foe in state.foes if foe.id not in known])
    if combat is None or not new:
        return state
    names = tuple([find(state, who).name for who in new])
    options: tuple[Band, ...] = ("nearby", "faraway", "close", "distant")
    distance = play.choose(REFEREE, "distance_between", options, names, why="black_hack.phase.combat_start")
    play.tell("combat.joined", names, distance, why="black_hack.phase.opponents")
    foes = tuple([replace(foe, group=foe.group or foe.of or "foes") if foe.id in new else foe for foe in state.foes])
    started = dict(combat.started)
    for foe in foes:
        if foe.id in new:
            started[foe.group] = started.get(foe.group, 0) + 1
    due = (*combat.due, *new) if combat.step == "opponents" else combat.due
    state = replace(state, foes=foes, combat=replace(combat, started=tuple(started.items()), due=due))
    for one in state.party + state.allies if distance != "nearby" else ():
        for id_ in new:
            state = set_band(state, one.id, id_, distance)
    return state


@rule("black_hack.table.reactions")
def called_in(play: Play, state: State) -> State:
    """After each Moment of a fight the GM says whether the called ones arrive now, later or never."""
    kept: list[Call] = []
    for call in state.called:
        said = play.choose(REFEREE, "called", ("come", "not_yet", "never"), call.name, call.number, why=TABLE)
        if said == "come":
            state = _come(play, state, call)
        elif said == "not_yet":
            kept.append(call)
    return replace(state, called=tuple(kept))


def _come(play: Play, state: State, call: Call) -> State:
    play.tell("foes.come", call.name, call.number, why=TABLE)
    name = call.name if call.of == BY_HD else ""
    return reinforced(play, state, arrive(play, state, call.of, call.number, hd=call.hd, name=name))


@rule("black_hack.table.reactions")
def reinforce(play: Play, state: State, _: str) -> State:
    """Outside a fight the called ones arrive when the GM says so."""
    calls = {(call.name, call.number): call for call in state.called}
    call = calls[play.choose(REFEREE, "who_arrives", tuple(calls), why=TABLE)]
    state = replace(state, called=tuple([other for other in state.called if other is not call]))
    return _come(play, state, call)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "reinforce",
        reinforce,
        "black_hack.table.reactions",
        by="referee",
        shown=lambda state, _: bool(state.called),
        group="muster",
    ),
)
