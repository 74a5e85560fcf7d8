"""The state as one seat may imagine it: what it may not see is replaced by what could be there.

Damage to a foe is told to all; its HP are not, so they are rolled as for its kind.
"""

from msgspec.structs import replace

from tallow.games.black_hack.entries import monsters
from tallow.games.black_hack.faces.view import SHOWS
from tallow.games.black_hack.monsters.bestiary import BY_HD, readied, spawn
from tallow.games.black_hack.monsters.meeting import met
from tallow.games.black_hack.state import DOWN, OUT, Combat, Creature, State, able, looks
from tallow.games.shared.imagined_parts import known_among, pairs_of, party_for, those_of, with_seen
from tallow.games.shared.view_parts import known_to
from tallow.play import REFEREE, Play, Seat, rule

OPEN = {*SHOWS, *OUT, *DOWN}
"""Conditions of a foe that anyone can see."""


@rule("black_hack.creature.types", "black_hack.encounter.secret")
def imagined(play: Play, state: State, seat: Seat) -> State:
    """The state with no more in it than this seat may know; whatever else there must be is rolled."""
    if seat == REFEREE:
        return state
    foes = tuple([_foe(play, state, foe) for foe in state.foes if met(state, foe)])
    allies = tuple([ally if ally.seat == seat else _foe(play, state, ally) for ally in state.allies])
    there = {*[one.id for one in state.party], *[one.id for one in (*allies, *foes)]}
    return replace(
        state,
        party=party_for(state.party, seat),
        foes=foes,
        allies=allies,
        combat=_fight(state.combat, there) if state.combat is not None else None,
        effects=known_among(state.party, state.effects, there),
        linger=0,
        encounter=0,
        called=(),
        notes="",
    )


def _foe(play: Play, state: State, foe: Creature) -> Creature:
    """A creature of which its name, its looks and the damage to it are known, or all once it is revealed."""
    if foe.revealed:
        return foe
    known = foe.of in monsters()
    usual = readied(play, spawn(foe.of if known else BY_HD, foe.id, hd=0 if known and monsters()[foe.of].hd else 1))
    lost = foe.hp_max - foe.hp
    seems = looks(foe)
    hp = max(usual.hp_max, 2 * lost + 1 if seems == "hurt" else lost + able(foe))
    hp = min(hp, 2 * lost) if seems == "bloodied" else hp
    upon = [one.of for one in state.effects if known_to(state.party, one) and foe.id in one.on]
    return replace(
        usual,
        name=foe.name,
        of=foe.of,
        hp=hp - lost,
        hp_max=hp,
        tags=foe.tags,
        seat=foe.seat,
        group=foe.group,
        commander=foe.commander,
        hindrances=foe.hindrances,
        banished=foe.banished,
        banished_by=foe.banished_by,
        ongoing=foe.ongoing,
        ongoing_by=foe.ongoing_by,
        conditions=with_seen(usual.conditions, foe.conditions, {*OPEN, *upon}),
    )


def _fight(fight: Combat, there: set[str]) -> Combat:
    """A fight without those who are not seen."""
    return replace(
        fight,
        early=those_of(fight.early, there),
        due=those_of(fight.due, there),
        turn=fight.turn if fight.turn in there else "",
        bands=pairs_of(fight.bands, there),
        fleeing=those_of(fight.fleeing, there),
        unaware=those_of(fight.unaware, there),
        surprised=those_of(fight.surprised, there),
    )
