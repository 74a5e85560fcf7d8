"""The state as one seat may imagine it: what it may not see is replaced by what could be there.

Damage to a foe is told to all; the Grit and Flesh that it had at first are not, so they are rolled as for its kind.
"""

from msgspec.structs import replace

from tallow.games.shared.imagined_parts import known_among, pairs_of, party_for, those_of, with_seen
from tallow.games.shared.view_parts import known_to
from tallow.games.vanilla.entries import Monster, monsters
from tallow.games.vanilla.faces.view import SHOWS
from tallow.games.vanilla.gear.light import lit
from tallow.games.vanilla.monsters.bestiary import grown, spawn
from tallow.games.vanilla.monsters.meeting import met
from tallow.games.vanilla.state import GONE, IDLE, Combat, Creature, State, up
from tallow.mechanics.amounts import roll_secretly
from tallow.play import REFEREE, Play, Seat, rule

OPEN = {*SHOWS, *GONE, *IDLE}
"""Conditions of a foe that anyone can see."""

WHY = "vanilla.combat.information"


@rule("vanilla.combat.information")
def imagined(play: Play, state: State, seat: Seat) -> State:
    """The state with no more in it than this seat may know; whatever else there must be is rolled."""
    if seat == REFEREE:
        return state
    foes = tuple([_foe(play, state, foe) for foe in state.foes if met(state, foe)])
    there = {one.id for one in (*state.party, *foes)}
    seen = replace(
        state,
        party=party_for(state.party, seat),
        foes=foes,
        combat=_fight(state.combat, there) if state.combat is not None else None,
        effects=known_among(state.party, state.effects, there),
        depth=1,
        die="usual",
        caches=(),
        brought=0,
        overcome=(),
        notes="",
    )
    return seen if lit(seen) == lit(state) else replace(seen, dark=not lit(state))


def _foe(play: Play, state: State, foe: Creature) -> Creature:
    """A foe of whom its name, its looks, what it holds and the damage to it are known, or all once it is revealed."""
    if foe.revealed:
        return foe
    monster = monsters().get(foe.of)
    usual = _one_of(play, monster, foe.id) if monster is not None else _somebody(play, foe)
    lost, wounds = foe.grit_max - foe.grit, foe.flesh_max - foe.flesh
    grit, flesh = max(usual.grit_max, lost), max(usual.flesh_max, wounds + up(foe))
    upon = [one.mode for one in state.effects if known_to(state.party, one) and foe.id in one.on]
    return replace(
        usual,
        name=foe.name,
        kind=foe.kind,
        seat=foe.seat,
        grit=grit - lost,
        grit_max=grit,
        flesh=flesh - wounds,
        flesh_max=flesh,
        items=tuple([item for item in foe.items if item.place == "hands"]),
        conditions=with_seen(usual.conditions, foe.conditions, {*OPEN, *upon}),
        traits=tuple([trait for trait in foe.traits if trait in usual.traits]),
        marks=foe.marks,
        at=foe.at,
        hurt=foe.hurt,
        frees=foe.frees,
        moved=foe.moved,
        cast=foe.cast,
    )


def _one_of(play: Play, monster: Monster, id_: str) -> Creature:
    """One of a kind, as they usually are, with Grit and Flesh rolled."""
    line = grown(monster)
    grit = roll_secretly(play, line.grit, "vanilla.monster.grit")
    flesh = max(1, roll_secretly(play, line.flesh, "vanilla.monster.grit"))
    return replace(spawn(monster, id_), grit=grit, grit_max=grit, flesh=flesh, flesh_max=flesh)


def _somebody(play: Play, foe: Creature) -> Creature:
    """Somebody of whom no entry tells: one Hit Die, with a d6 of Flesh and of Grit each."""
    (flesh,) = play.roll(1, 6, by=REFEREE, why=WHY, hidden=True)
    (grit,) = play.roll(1, 6, by=REFEREE, why=WHY, hidden=True)
    return Creature(foe.id, foe.name, "enemy", grit=grit, grit_max=grit, flesh=flesh, flesh_max=flesh)


def _fight(fight: Combat, there: set[str]) -> Combat:
    """A fight without those who are not seen."""
    return replace(
        fight,
        due=those_of(fight.due, there),
        turn=fight.turn if fight.turn in there else "",
        feints=pairs_of(fight.feints, there),
        new_feints=pairs_of(fight.new_feints, there),
        advantage=those_of(fight.advantage, there),
    )
