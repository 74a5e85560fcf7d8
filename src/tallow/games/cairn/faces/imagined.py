"""The state as one seat may imagine it: what it may not see is replaced by what could be there.

Harm done to a foe is told to all; what it had at first is not, so that is taken from its entry, or rolled.
"""

from msgspec.structs import replace

from tallow.games.cairn.faces.view import SHOWS
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import OWN
from tallow.games.cairn.magic.effects import known
from tallow.games.cairn.monsters.bestiary import ARMED, equipped, spawn
from tallow.games.cairn.monsters.meeting import met
from tallow.games.cairn.state import OUT, Attack, Creature, Fight, State, unhurt, up
from tallow.games.shared.imagined_parts import known_among, pairs_of, those_of, with_seen
from tallow.play import REFEREE, Play, Seat, rule

OPEN = {*SHOWS, *OUT}
"""Conditions of a foe that anyone can see."""


@rule("cairn.combat.information")
def imagined(play: Play, state: State, seat: Seat) -> State:
    """The state with no more in it than this seat may know; whatever else there must be is rolled."""
    if seat == REFEREE:
        return state
    foes = tuple([_foe(play, state, foe) for foe in state.foes if met(state, foe)])
    there = {one.id for one in (*state.party, *foes)}
    mine = {one.id for one in state.party if one.seat == seat}
    return replace(
        state,
        party=tuple([_comrade(one, seat) for one in state.party]),
        foes=foes,
        fight=_fight(state.fight, there, len(foes)) if state.fight is not None else None,
        dungeon=replace(state.dungeon, triggers=()) if state.dungeon is not None else None,
        effects=known_among(state.party, state.effects, there),
        milestones=tuple([aim for aim in state.milestones if aim[0] in mine]),
        omen="",
        notes="",
    )


def _comrade(one: Creature, seat: Seat) -> Creature:
    """A member of the party: notes and a private omen are known to their player alone."""
    return one if one.seat == seat else replace(one, life=replace(one.life, private_omen="", notes=""))


def _foe(play: Play, state: State, foe: Creature) -> Creature:
    """A foe of whom its name, its looks, what it carries, where it stands and the harm done to it are known."""
    monster = monsters().get(foe.of)
    usual = _somebody(play, foe) if monster is None else spawn(monster, foe.id)
    if ARMED in foe.spent:
        usual = equipped(usual)
    lost, weaker = foe.hp_max - foe.hp, foe.strength_max - foe.strength
    hp, strength = max(usual.hp_max, lost), max(usual.strength_max, weaker + up(foe))
    upon = [
        code for effect in state.effects if known(state, effect) and foe.id in effect.on for code in effect.conditions
    ]
    return replace(
        usual,
        name=foe.name,
        kind=foe.kind,
        seat=foe.seat,
        hp=hp - lost,
        hp_max=hp,
        strength=strength - weaker,
        strength_max=strength,
        detachment=foe.detachment,
        items=tuple([item for item in foe.items if item.place in OWN]),
        conditions=with_seen(usual.conditions, foe.conditions, {*OPEN, *upon}),
        at=foe.at,
    )


def _somebody(play: Play, foe: Creature) -> Creature:
    """Somebody of whom no entry tells: a d6 of HP, 3d6 for each ability, a weapon of d6."""
    (hp,) = play.roll(1, 6, by=REFEREE, why="cairn.combat.information", hidden=True)
    scores = [sum(play.roll(3, 6, by=REFEREE, why="cairn.combat.information", hidden=True)) for _ in range(3)]
    return replace(unhurt(foe.id, foe.name, "monster", hp, *scores), attacks=(Attack(foe.name, (6,)),))


def _fight(fight: Fight, there: set[str], foes: int) -> Fight:
    """A fight without those who are not seen, without morale already checked, the leader and the unaware."""
    return replace(
        fight,
        acting=those_of(fight.acting, there),
        late=those_of(fight.late, there),
        ready=those_of(fight.ready, there),
        declared=tuple([said for said in fight.declared if said.who in there]),
        marks=tuple([mark for mark in fight.marks if mark.who in there]),
        facing=pairs_of(fight.facing, there),
        unaware=(),
        checked=(),
        leader="",
        refuge=True,
        foes_at_start=foes,
    )
