"""The state as one seat may imagine it: what it may not see is replaced by what could be there.

Wounds of an enemy are told to all; how many it withstands is not, so that is taken from its sheet, or rolled. How much
doom there is at a place is not known, but a veteran knows whether it has changed since they last tried to sense it. In
the settlement where the party stays, each number of its doom changes what is to be had there and for how much: it is
known from that.
"""

from msgspec.structs import replace

from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.monsters.bestiary import spawn
from tallow.games.dead_weight.monsters.meeting import met
from tallow.games.dead_weight.state import Combat, Enemy, Location, Omens, State, alive
from tallow.games.dead_weight.world.trackers import who_see_omens
from tallow.games.shared.imagined_parts import among, pairs_of, party_for, those_of
from tallow.play import REFEREE, Play, Seat, rule

WHY = "dead_weight.enemy.sheet"


@rule(
    "dead_weight.need.gm_secret",
    "dead_weight.basics.gm",
    "dead_weight.enemy.sheet",
    "dead_weight.interlude.settlement_doom",
)
def imagined(play: Play, state: State, seat: Seat) -> State:
    """The state with no more in it than this seat may know; whatever else there must be is rolled."""
    if seat == REFEREE:
        return state
    foes = tuple([_foe(play, one) for one in state.enemies if met(state, one)])
    allies = tuple([one if one.seat == seat else _foe(play, one) for one in state.allies])
    there = {*[one.id for one in state.party], *[one.id for one in (*allies, *foes)]}
    mine = {one.id for one in state.party if one.seat == seat}
    sees = seat in who_see_omens(state)
    town = state.interlude.settlement if state.interlude is not None else ""
    return replace(
        state,
        party=party_for(state.party, seat),
        enemies=foes,
        allies=allies,
        combat=_fight(state.combat, there) if state.combat is not None else None,
        locations=tuple([_place(place, mine if place.id == state.here else set()) for place in state.locations]),
        settlements=tuple([one if one.name == town else replace(one, doom=0) for one in state.settlements]),
        omens=state.omens if sees else Omens(),
        effects=among(state.effects, there),
        carries=(),
        notes="",
    )


def _foe(play: Play, foe: Enemy) -> Enemy:
    """An enemy of which its name, its looks, its tokens and its wounds are known, or all once it is revealed."""
    if foe.revealed:
        return foe
    usual = spawn(foe.of, foe.id) if foe.of in monsters() else _somebody(play, foe)
    return replace(
        usual,
        name=foe.name,
        taken=foe.taken,
        wounds=max(usual.wounds, foe.taken if alive(foe) else 0),
        stun=foe.stun,
        shield=foe.shield,
        dodge=foe.dodge,
        bleeding=foe.bleeding,
        at=foe.at,
        facing=foe.facing,
        conditions=foe.conditions,
        seat=foe.seat,
        owner=foe.owner,
    )


def _somebody(play: Play, foe: Enemy) -> Enemy:
    """Somebody of whom no sheet tells: a few wounds, no armour."""
    (wounds,) = play.roll(1, 6, by=REFEREE, why=WHY, hidden=True)
    return Enemy(foe.id, foe.name, wounds=wounds)


@rule("dead_weight.action.explore_sense_doom")
def _place(place: Location, mine: set[str]) -> Location:
    """A place without its doom and what that brings, and with the traps that are known.

    Of one's own veterans it is known who cannot sense the doom again because it is as it was.
    """
    return replace(
        place,
        doom=0,
        known=tuple([(who, 0) for who, at in place.known if who in mine and at == place.doom]),
        size=0,
        events=(),
        told=(),
        traps=tuple([trap for trap in place.traps if trap.known]),
        comes="",
    )


def _fight(fight: Combat, there: set[str]) -> Combat:
    """A fight without those who are not seen; who has not noticed the party is known to all once it has begun."""
    return replace(
        fight,
        fast=those_of(fight.fast, there),
        due=those_of(fight.due, there),
        turn=fight.turn if fight.turn in there else "",
        helping=pairs_of(fight.helping, there),
        unaware=() if fight.step == "setup" else those_of(fight.unaware, there),
        joins="",
    )
