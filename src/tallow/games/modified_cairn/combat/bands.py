"""Distance: a band between any two creatures in a fight, and Moves, which change it by one."""

from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.modified_cairn.characters.boons import FOGGER, rides
from tallow.games.modified_cairn.state import (
    BANDS,
    Band,
    Combat,
    Creature,
    Declaration,
    Side,
    State,
    gain,
    has,
    members,
    opponents,
    side_of,
    up,
)
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import Play, rule


def fight(state: State) -> Combat:
    """The current fight."""
    if state.combat is None:
        raise ValueError("there is no fight")
    return state.combat


@rule("modified_cairn.distance.relative")
def apart(combat: Combat, one: str, other: str) -> Band:
    """The band between two creatures, the same in both directions; Nearby unless the fight notes another."""
    if one > other:
        one, other = other, one
    for first, second, band in combat.bands:
        if first == one and second == other:
            return band
    return "nearby"


@rule("modified_cairn.distance.relative")
def with_band(combat: Combat, one: str, other: str, band: Band) -> Combat:
    """The fight with this band between two creatures."""
    if one > other:
        one, other = other, one
    kept = [pair for pair in combat.bands if pair[0] != one or pair[1] != other]
    if band != "nearby":
        kept.append((one, other, band))
    return replace(combat, bands=tuple(kept))


@rule("modified_cairn.distance.close")
def beside(state: State, who: str) -> tuple[str, ...]:
    """The ids of all at arm's length of a creature, on any side, who still take part: the Engaged, and close allies."""
    near, close = engaged(fight(state), who), comrades(state, who)
    return tuple([one.id for one in everyone(state) if (one.id in near or one.id in close) and up(one)])


@rule("modified_cairn.distance.close")
def comrades(state: State, who: str) -> tuple[str, ...]:
    """The allies who stand close together with a creature.

    Two allies are close if they are Engaged with each other, or both Engaged with the same enemy, or neither is Engaged
    with anybody and both have the same bands to all enemies.
    """
    side = side_of(state, who)
    others = [one.id for one in members(state, side) if one.id != who and up(one)]
    if not others:
        return ()
    enemies = {one.id for one in opponents(state, side)}
    mine, theirs = dict[str, Band](), {one: dict[str, Band]() for one in others}
    for first, second, band in fight(state).bands:
        for one, other in ((first, second), (second, first)):
            if one == who:
                mine[other] = band
            elif one in theirs:
                theirs[one][other] = band
    found = {one: {to: band for to, band in far.items() if to in enemies} for one, far in theirs.items()}
    ahead = {to: band for to, band in mine.items() if to in enemies}
    return tuple([one for one in others if _close(mine.get(one, "nearby"), ahead, found[one])])


def _close(band: Band, mine: dict[str, Band], theirs: dict[str, Band]) -> bool:
    """Whether two allies with this band between them are close, given each one's bands to enemies (else Nearby)."""
    if band != "nearby":
        return band == "engaged"
    if "engaged" in mine.values() or "engaged" in theirs.values():
        return any(far == "engaged" and theirs.get(one) == "engaged" for one, far in mine.items())
    return mine == theirs


def facing(state: State, who: str) -> tuple[str, ...]:
    """The enemies with whom somebody is Engaged."""
    near = engaged(fight(state), who)
    return tuple([one.id for one in opponents(state, side_of(state, who)) if one.id in near]) if near else ()


def engaged(combat: Combat, who: str) -> list[str]:
    """The ids noted as Engaged with a creature, including the fallen."""
    pairs = [pair for pair in combat.bands if pair[2] == "engaged" and who in pair]
    return [second if first == who else first for first, second, _ in pairs]


def distances(combat: Combat, who: str) -> dict[str, Band]:
    """The bands from a creature to all others who are not Nearby."""
    return {second if first == who else first: band for first, second, band in combat.bands if who in (first, second)}


@rule("modified_cairn.distance.move_step", "modified_cairn.distance.limits")
def shifted(combat: Combat, others: tuple[str, ...], who: str, about: str, closer: bool, alone: bool = False) -> Combat:
    """Move a creature one band closer to another or away from it, and adjust its bands to `others`.

    Coming closer makes it at least Nearby to all who are Engaged there; leaving one enemy leaves all others at arm's
    length too, unless it is from that one `alone`.
    """
    order = BANDS.index(apart(combat, who, about))
    if closer:
        if order == 0:
            return combat
        combat = with_band(combat, who, about, BANDS[order - 1])
        if order == 1:
            for one in engaged(combat, about):
                if one in others and apart(combat, who, one) in ("far", "distant"):
                    combat = with_band(combat, who, one, "nearby")
        return combat
    if order == len(BANDS) - 1:
        return combat
    combat = with_band(combat, who, about, BANDS[order + 1])
    if order == 0 and not alone:
        for one in engaged(combat, who):
            if one in others:
                combat = with_band(combat, who, one, "nearby")
    return combat


@rule("modified_cairn.distance.move_step", "modified_cairn.mount.riding")
def stepped(state: State, who: str, about: str, closer: bool, bands: int = 1, alone: bool = False) -> State:
    """The state with a creature this many bands closer or farther away; a mount moves with its rider."""
    mover, combat = find(state, who), fight(state)
    others = tuple([one.id for one in everyone(state) if one.id not in (who, about, mover.mounted)])
    for _ in range(bands):
        combat = shifted(combat, others, who, about, closer, alone)
    return carried(replace(state, combat=combat), mover)


@rule("modified_cairn.distance.move_step", "modified_cairn.distance.limits", "modified_cairn.distance.extra_step")
def step(
    play: Play, state: State, who: str, about: str, closer: bool, bands: int = 1, *, alone: bool = False, led: str = ""
) -> State:
    """Move a creature some bands; moving away while Distant from every enemy takes it out of the fight."""
    for _ in range(bands):
        if not closer and apart(fight(state), who, about) == "distant" and gone(state, who):
            state = leave(play, state, led) if led else state
            return leave(play, state, who)
        state = stepped(state, who, about, closer, 1, alone)
        state = carried(brought(state, who, led), find(state, led)) if led else state
    band = apart(fight(state), who, about)
    names = (find(state, who).name, find(state, about).name)
    play.tell("moved", *names, band, why="modified_cairn.distance.move_step")
    return state


@rule("modified_cairn.distance.limits")
def gone(state: State, who: str) -> bool:
    """Whether a creature is Distant from every enemy."""
    combat = fight(state)
    return all(apart(combat, who, one.id) == "distant" for one in opponents(state, side_of(state, who)))


@rule("modified_cairn.distance.limits", "modified_cairn.action.flee")
def leave(play: Play, state: State, who: str) -> State:
    """Take a creature, and what it rides, out of the fight."""
    mover = find(state, who)
    play.tell("combat.left", mover.name, why="modified_cairn.distance.limits")
    state = put(state, gain(mover, "fled"))
    return put(state, gain(find(state, mover.mounted), "fled")) if mover.mounted else state


@rule("modified_cairn.mount.riding")
def carried(state: State, rider: Creature) -> State:
    """The state with the mount at its rider's place."""
    return brought(state, rider.id, rider.mounted) if rider.mounted else state


def brought(state: State, who: str, along: str) -> State:
    """The state with `along`, whom `who` rides or leads, at the same bands as `who` and Engaged with them."""
    combat = fight(state)
    for one in everyone(state):
        if one.id not in (who, along):
            combat = with_band(combat, along, one.id, apart(combat, who, one.id))
    return replace(state, combat=with_band(combat, who, along, "engaged"))


@rule("modified_cairn.quality.spi_zero")
def leading(state: State, who: str) -> list[Any]:
    """The Moves that lead a Hopeless ally at arm's length along, whom nobody else leads this turn.

    Options are `(way, whom, led)`; the way begins with `lead_`.
    """
    combat, side = fight(state), side_of(state, who)
    others = [made.led for made in (*combat.planned, *combat.declared) if made.who != who]
    lost = [one for one in beside(state, who) if has(find(state, one), "hopeless") and side_of(state, one) == side]
    led = [one for one in lost if one not in others and not has(find(state, one), "stopped")]
    ways = [way for way in whither(state, who) if way[0] in ("closer", "away")] if led else []
    return [(f"lead_{how}", whom, one) for one in led for how, whom in ways if whom != one]


@rule("modified_cairn.distance.move_step", "modified_cairn.turn.move_and_action", "modified_cairn.mount.riding")
def whither(state: State, who: str) -> list[Any]:
    """The possible Moves: closer to anybody not at arm's length, or away from enemies and from all at arm's length.

    Options are `(way, whom)`; riders can go two bands, by a way that begins with `ride_`, the hastened three, by
    `rush_`.
    """
    combat, mover = fight(state), find(state, who)
    enemies = [one.id for one in opponents(state, side_of(state, who))]
    near = [one for one in engaged(combat, who) if up(find(state, one))]
    allies = [
        one.id for one in everyone(state) if one.id not in enemies and one.id not in (who, mover.mounted) and up(one)
    ]
    allies = [one for one in allies if side_of(state, one) == side_of(state, who)]
    ways: list[Any] = []
    for many, ride in paces(state, mover):
        reached = [one for one in (*enemies, *allies) if BANDS.index(apart(combat, who, one)) >= many]
        ways += [(f"{ride}closer", one) for one in reached]
        for one in (*enemies, *[ally for ally in allies if ally in near]):
            ways.append((f"{ride}away", one))
            if one in near and len(near) > 1:
                ways.append((f"{ride}away_alone", one))
    return ways


@rule("modified_cairn.mount.riding", "modified_cairn.runeskelf.haste", "modified_cairn.table.outrider_2")
def paces(state: State, mover: Creature) -> tuple[tuple[int, str], ...]:
    """How many bands one Move can be, the farthest first, each with the beginning of its ways."""
    if (mover.states and has(mover, "hasted")) or rides(state, mover, FOGGER):
        return ((3, "rush_"), (2, "ride_"), (1, ""))
    return ((2, "ride_"), (1, "")) if mover.mounted else ((1, ""),)


class Way(Struct, frozen=True, gc=False):
    """A Move, read from an option: before or after the Action, how many bands, leading somebody, in which direction."""

    after: bool
    bands: int
    leads: bool
    how: str


PACES = {"": 1, "ride_": 2, "rush_": 3, "lead_": 1}


WAYS = {
    f"{then}{means}{how}": Way(bool(then), bands, means == "lead_", how)
    for then in ("", "then_")
    for means, bands in PACES.items()
    for how in ("closer", "away", "away_alone")
}


@rule("modified_cairn.turn.no_split_move", "modified_cairn.turn.move_and_action")
def move_of(who: str, option: Any) -> Declaration:
    """The Move that an option `(way, whom)` declares; if somebody is led along, their id comes last."""
    way = WAYS[option[0]]
    return Declaration(
        who,
        move="after" if way.after else "before",
        towards=option[1],
        closer=way.how == "closer",
        bands=way.bands,
        alone=way.how == "away_alone",
        led=option[2] if way.leads else "",
    )


@rule("modified_cairn.action.move", "modified_cairn.turn.no_split_move", "modified_cairn.quality.spi_zero")
def walk(play: Play, state: State, made: Declaration) -> State:
    """Make a declared Move, if both creatures are still there; whoever is led comes along if still at arm's length."""
    if not up(find(state, made.who)) or not up(find(state, made.towards)):
        return state
    led = made.led if made.led in beside(state, made.who) else ""
    return step(play, state, made.who, made.towards, made.closer, made.bands, alone=made.alone, led=led)


@rule("modified_cairn.distance.relative", "modified_cairn.phase.combat_setup")
def arrayed(
    state: State, band: Band, bunched: tuple[str, ...] = (), between: tuple[tuple[Side, Side, Band], ...] = ()
) -> State:
    """The state with all sides at one band, or as `between` says for two; those `bunched` are at arm's length."""
    combat = fight(state)
    far = {(one, other): how for one, other, how in between}
    for one, other in combinations(everyone(state), 2):
        mine, theirs = side_of(state, one.id), side_of(state, other.id)
        if mine != theirs:
            combat = with_band(combat, one.id, other.id, far.get((mine, theirs), far.get((theirs, mine), band)))
        elif one.id in bunched and other.id in bunched:
            combat = with_band(combat, one.id, other.id, "engaged")
    return replace(state, combat=combat)
