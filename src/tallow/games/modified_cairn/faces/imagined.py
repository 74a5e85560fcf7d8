"""The state as one seat may imagine it: what it may not see is replaced by what could be there.

Harm done to a foe is told to all; what it had at first is not, so that is taken from its entry, or rolled.
"""

from msgspec.structs import replace

from tallow.games.modified_cairn.faces.view import SHOWS
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.monsters.bestiary import spawn
from tallow.games.modified_cairn.monsters.meeting import met
from tallow.games.modified_cairn.state import (
    OUT,
    Attack,
    Combat,
    Creature,
    Declaration,
    Dungeon,
    State,
    able,
    alive,
    up,
)
from tallow.games.shared.imagined_parts import known_among, pairs_of, party_for, those_of, with_seen
from tallow.games.shared.view_parts import known_to
from tallow.play import REFEREE, Play, Seat, rule

OPEN = {*SHOWS, *OUT}
"""States of a foe that anyone can see."""

WHY = "modified_cairn.sheet.fields"


@rule("modified_cairn.sheet.fields", "modified_cairn.turn.declare_first")
def imagined(play: Play, state: State, seat: Seat) -> State:
    """The state with no more in it than this seat may know; whatever else there must be is rolled."""
    if seat == REFEREE:
        return state
    foes = tuple([_foe(play, state, foe) for foe in state.foes if met(state, foe) or _bars(state, foe)])
    there = {one.id for one in (*state.party, *foes)}
    mine = {one.id for one in (*state.party, *foes) if one.seat == seat}
    return replace(
        state,
        party=party_for(state.party, seat),
        foes=foes,
        combat=_fight(state.combat, there, mine) if state.combat is not None else None,
        dungeon=_place(state.dungeon, state.settings.event_roll == "open") if state.dungeon is not None else None,
        effects=known_among(state.party, state.effects, there),
        notes="",
    )


def _bars(state: State, foe: Creature) -> bool:
    """Whether somebody on the road keeps the party from going on: that there is one is known, if no more."""
    return state.phase == "journey" and alive(foe) and able(foe)


def _foe(play: Play, state: State, foe: Creature) -> Creature:
    """A foe of whom its name, its looks and the harm done to it are known, or all once it is revealed."""
    if foe.revealed:
        return foe
    monster = monsters().get(foe.of)
    usual = spawn(monster, foe.id) if monster is not None else _somebody(play, foe)
    lost, weaker = foe.guard_max - foe.guard, foe.vigour_max - foe.vigour
    guard, vigour = max(usual.guard_max, lost), max(usual.vigour_max, weaker + up(foe))
    known = [one for one in state.effects if known_to(state.party, one) and foe.id in one.on]
    wards = [one.what for one in known]
    return replace(
        usual,
        name=foe.name,
        kind=foe.kind,
        seat=foe.seat,
        guard=guard - lost,
        guard_max=guard,
        vigour=vigour - weaker,
        vigour_max=vigour,
        detachment=foe.detachment,
        states=with_seen(usual.states, foe.states, {*OPEN, *[one.state for one in known]}),
        marks=tuple([mark for mark in foe.marks if mark.kind == "impaired" or mark.about[0] in wards]),
        items=usual.items if up(foe) else foe.items,
        attacks=usual.attacks if up(foe) else foe.attacks,
        side=foe.side,
        mounted=foe.mounted,
    )


def _somebody(play: Play, foe: Creature) -> Creature:
    """Somebody of whom no entry tells: a d6 of Guard, 3d6 for each Quality, a weapon of d6."""
    (guard,) = play.roll(1, 6, by=REFEREE, why=WHY, hidden=True)
    vigour, clarity, spirit = [sum(play.roll(3, 6, by=REFEREE, why=WHY, hidden=True)) for _ in range(3)]
    return Creature(
        foe.id,
        foe.name,
        "monster",
        vigour,
        vigour,
        clarity,
        clarity,
        spirit,
        spirit,
        guard,
        guard,
        attacks=(Attack(foe.name, (6,)),),
    )


def _fight(fight: Combat, there: set[str], mine: set[str]) -> Combat:
    """A fight without those who are not seen; who has declared is known, and what of one's own alone."""

    def heard(said: Declaration) -> Declaration:
        return said if said.who in mine else Declaration(said.who)

    return replace(
        fight,
        acting=those_of(fight.acting, there),
        declared=tuple([heard(said) for said in fight.declared if said.who in there]),
        planned=tuple([said for said in fight.planned if said.who in mine]),
        bands=pairs_of(fight.bands, there),
        marks=tuple([mark for mark in fight.marks if mark.who in there]),
        lasting=tuple([one for one in fight.lasting if one.who in there]),
        later=tuple([swap for swap in fight.later if swap[0] in mine]),
        leader="",
    )


def _place(here: Dungeon, open_die: bool) -> Dungeon:
    """A dungeon without what is kept for it; the Event Die only where it lies open."""
    die = here.die if open_die else Dungeon().die
    return replace(here, triggers=(), foretold=(), safe=False, quiet=0, depth="shallow", die=die)
