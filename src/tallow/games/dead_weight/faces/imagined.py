"""A table as somebody who sits at it may imagine it: what they may not see is put in place of what is there.

Wounds of an enemy are told to all; how many it withstands is not, so that is taken from its sheet, or rolled.
"""

from msgspec.structs import replace

from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.faces.view import met
from tallow.games.dead_weight.monsters.bestiary import spawn
from tallow.games.dead_weight.state import Adventurer, Combat, Enemy, Location, Omens, State, alive
from tallow.games.dead_weight.world.trackers import who_see_omens
from tallow.play import REFEREE, Play, Seat, rule

WHY = "dead_weight.enemy.sheet"


@rule("dead_weight.need.gm_secret", "dead_weight.basics.gm", "dead_weight.enemy.sheet")
def imagined(play: Play, state: State, seat: Seat) -> State:
    """The state with no more in it than this seat may know; whatever else there must be is rolled."""
    if seat == REFEREE:
        return state
    foes = tuple([_foe(play, one) for one in state.enemies if met(state, one)])
    allies = tuple([one if one.seat == seat else _foe(play, one) for one in state.allies])
    there = {*[one.id for one in state.party], *[one.id for one in (*allies, *foes)]}
    effects = [replace(one, on=tuple([who for who in one.on if who in there])) for one in state.effects]
    sees = seat in who_see_omens(state)
    return replace(
        state,
        party=tuple([one if one.seat == seat else _comrade(one) for one in state.party]),
        enemies=foes,
        allies=allies,
        combat=_fight(state.combat, there) if state.combat is not None else None,
        locations=tuple([_place(place) for place in state.locations]),
        settlements=tuple([replace(one, doom=0) for one in state.settlements]),
        omens=state.omens if sees else Omens(),
        effects=tuple(effects),
        carries=(),
        notes="",
    )


def _comrade(one: Adventurer) -> Adventurer:
    """An adventurer whom somebody else plays: the notes are their own."""
    return replace(one, life=replace(one.life, notes="")) if one.life.notes else one


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


def _place(place: Location) -> Location:
    """A place without its doom and what that brings, and with the traps that are known."""
    return replace(
        place,
        doom=0,
        size=0,
        events=(),
        told=(),
        traps=tuple([trap for trap in place.traps if trap.known]),
        comes="",
    )


def _fight(fight: Combat, there: set[str]) -> Combat:
    """A fight without those who are not seen, and without who has noticed nothing."""
    return replace(
        fight,
        fast=tuple([who for who in fight.fast if who in there]),
        due=tuple([who for who in fight.due if who in there]),
        turn=fight.turn if fight.turn in there else "",
        helping=tuple([pair for pair in fight.helping if there.issuperset(pair)]),
        unaware=(),
        joins="",
    )
