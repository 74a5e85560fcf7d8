"""What each seat sees. Secrets are removed here and nowhere else.

Everyone sees the scene, the party as cards, foes by name and by how they look, trackers, and what lies about. A player
sees the sheets of their own characters besides, and the referee everything.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tallow.games.cairn.combat.rounds import undeclared
from tallow.games.cairn.entries import BOOK, rows
from tallow.games.cairn.faces.sheet import abilities, attack_text, conditions, detail, panel, row_text
from tallow.games.cairn.gear.handling import BACKPACK
from tallow.games.cairn.gear.inventory import PURSE, armor
from tallow.games.cairn.gear.light import dark
from tallow.games.cairn.harm.perils import helped_in_town, helps, last_moment
from tallow.games.cairn.magic.effects import known
from tallow.games.cairn.monsters.meeting import met
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import DAY, HOUR, MINUTE, OUT, Creature, Effect, State, alive, up
from tallow.games.cairn.world.weather import day
from tallow.games.cairn.world.wilderness import duration, ground, watch
from tallow.games.shared.deadly import last_hours
from tallow.games.shared.nearness import distances, in_feet, nearness, viewpoint
from tallow.games.shared.view_parts import block_panel, clock, entry_lines, light_tags, name_of_id, panel_of, time_text
from tallow.games.view import Bands, Block, Line, Lines, Panel, Stat, Tag, Tags, Text, Track, View
from tallow.games.words import Code
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import everyone
from tallow.play import REFEREE, Seat, rule

SHOWS = (
    "panicked", "asleep", "unconscious", "paralysed", "petrified", "frozen", "held", "stunned", "collapsed",
    "delirious", "netted", "foamed", "engulfed", "object", "frenzied", "raging", "terrified",
)  # fmt: skip
"""Conditions of a foe that anyone can see."""

BESIDE = 5
"""The distance in feet within which people stand beside each other."""

LONG = 10 * HOUR
"""For longer than that, hours are counted and not minutes."""

SPANS = ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (1, "s"))


@rule("cairn.combat.information")
def view(state: State, seat: Seat) -> View:
    """All that this seat may see."""
    referee = seat == REFEREE
    seen = [*(one.id for one in state.party), *(foe.id for foe in state.foes if referee or met(state, foe))]
    panels = [
        *[sheet for owner, sheet in _sheets(state) if owner == seat or referee],
        _scene(state, seat, tuple(seen)),
        *_cards(state),
        *((_foe(state, foe) if referee else _seen(state, foe)) for foe in state.foes if foe.id in seen),
        *_trackers(state),
        *_lying_about(state, seat, seen),
        *([_secrets(state)] if referee else []),
    ]
    return View(tuple(panels))


@cached_by_identity(64)
def _sheets(state: State) -> tuple[tuple[Seat, Panel], ...]:
    """The sheets of the whole party, each with its seat; those of the dead come last."""
    return tuple([(one.seat, _sheet(state, one)) for one in sorted(state.party, key=_gone)])


@cached_by_identity(64)
def _cards(state: State) -> tuple[Panel, ...]:
    """The cards of the whole party, which all seats see alike."""
    fighting = state.fight is not None
    return tuple([_card(one, state.settings, fighting, _dying(state, one)) for one in state.party])


@rule("cairn.time.deadly", "cairn.critical.pc", "cairn.spell.duration")
def _sheet(state: State, one: Creature) -> Panel:
    """Somebody's sheet, with what is in force upon them; if they are dying, what would save them stands first."""
    shown = panel(one, state.settings)
    last = _dying(state, one)
    upon = tuple([_in_force(state, effect) for effect in state.effects if one.id in effect.on and known(state, effect)])
    going_on = (Lines("effects", upon),) if upon else ()
    return replace(shown, blocks=(*last, *going_on, *shown.blocks)) if last or going_on else shown


def _in_force(state: State, effect: Effect) -> Line:
    """What is in force, with the time that it has left."""
    return Line(effect.name, time_text(effect.ends - state.clock, SPANS) if effect.ends else "", effect.of)


def _gone(one: Creature) -> bool:
    return not alive(one)


def looks(foe: Creature) -> str:
    """The state of a foe as anyone can see it, and no more."""
    if "dead" in foe.conditions:
        return "dead"
    if "fled" in foe.conditions or "routed" in foe.conditions:
        return "fled"
    if not OUT.isdisjoint(foe.conditions):
        return "down"
    if foe.strength < foe.strength_max:
        return "bloodied"
    return "hurt" if foe.hp < foe.hp_max else "unhurt"


@cached_by_identity(64)
def _scene(state: State, seat: Seat, seen: tuple[str, ...]) -> Panel:
    """The scene; in a fight the round, whose turn it is, and who has declared."""
    fight = state.fight
    blocks: list[Block] = []
    if fight is not None:
        due = undeclared(state)
        marks = [Tag(name(state, mark.who), mark.kind) for mark in fight.marks if mark.who in seen]
        blocks = [
            Stat("round", fight.round, why="cairn.combat.round"),
            Tags("turn", (Tag(fight.side),)),
            Tags("declared", tuple(Tag(name(state, who)) for who in fight.acting if who in seen and who not in due)),
            Tags("to_declare", tuple(Tag(name(state, who)) for who in due if who in seen)),
            Tags("marks", tuple(marks)),
            *_nearness(state, seat, seen, due),
        ]
    elif state.ended is not None:
        blocks = [Tags("last_fight", (Tag(state.ended.how),)), Stat("rounds", state.ended.rounds)]
    return panel_of("scene", state.phase, "scene", blocks)


def _nearness(state: State, seat: Seat, seen: tuple[str, ...], due: tuple[str, ...]) -> tuple[Bands, ...]:
    """Who is near whoever this seat plays, by feet."""
    there = [one for one in (*state.party, *state.foes) if one.id in seen and alive(one)]
    band = in_feet(BESIDE)
    return nearness(
        viewpoint([one for one in state.party if up(one)], seat, lambda one: one.seat, due),
        there,
        lambda one, other: band(abs(one.at - other.at)),
        party=[one.id for one in state.party],
        due=due,
        down=lambda one: not up(one),
    )


@cached_by_identity(2_000)
def _card(one: Creature, settings: Settings, fighting: bool, dying: tuple[Block, ...]) -> Panel:
    """A member of the party at a glance."""
    blocks: list[Block] = [
        *dying,
        Stat("hp", one.hp, one.hp_max, "cairn.combat.damage"),
        Track("hp", one.hp, one.hp_max, "cairn.combat.damage"),
        Stat("armor", armor(one), why="cairn.armor.subtract"),
        *abilities(one),
        *_where(one, fighting),
        Tags("conditions", conditions(one, settings)),
        Tags("in_hand", tuple(Tag(item.name, detail(item)) for item in one.items if item.place == "hands")),
    ]
    return panel_of(f"{one.id}.card", one.name, "card", blocks, seat=one.seat)


def _seen(state: State, foe: Creature) -> Panel:
    """A foe as the players see it: no numbers but how far away it stands."""
    tags = [Tag(looks(foe)), *(Tag(code) for code in SHOWS if code in foe.conditions)]
    if foe.detachment:
        tags.append(Tag("detachment", why="cairn.detachment.one"))
    standing = [one for one in state.party if up(one)]
    far = distances(standing, lambda one: abs(one.at - foe.at)) if state.fight is not None and up(foe) else ()
    return panel_of(foe.id, foe.name, "card", [Tags("foe", tuple(tags)), *far])


def _foe(state: State, foe: Creature) -> Panel:
    """A foe as the referee sees it."""
    shown = looks(foe)
    flags = [Tag(shown), *(tag for tag in conditions(foe, state.settings) if tag.name != shown)]
    flags += [Tag("detachment", why="cairn.detachment.one")] if foe.detachment else []
    blocks: list[Block] = [
        Tags("foe", tuple(flags)),
        Stat("hp", foe.hp, foe.hp_max, "cairn.combat.damage"),
        Track("hp", foe.hp, foe.hp_max, "cairn.combat.damage"),
        Stat("armor", armor(foe), why="cairn.armor.subtract"),
        *abilities(foe),
        *([Stat("heads", foe.heads)] if foe.heads else []),
        *_where(foe, state.fight is not None),
        *_dying(state, foe),
        Lines("attacks", tuple(Line(attack.name, attack_text(attack)) for attack in foe.attacks)),
        Lines("carries", tuple(Line(item.name, detail(item), item.ref) for item in foe.items)),
        *entry_lines(BOOK, foe.of),
    ]
    return panel_of(foe.id, foe.name, "card", blocks)


def _where(one: Creature, fighting: bool) -> tuple[Stat, ...]:
    return (Stat("stands_at", one.at, why="cairn.combat.turn"),) if fighting else ()


def _dying(state: State, one: Creature) -> tuple[Block, ...]:
    """Minutes until death, or hours where there are many, and what would save them: here, or else in town."""
    end = last_moment(state, one)
    if not end:
        return ()
    left = end - state.clock
    label, unit = ("dies_in_hours", HOUR) if left > LONG else ("dies_in", MINUTE)
    ways = helps(state, one) or (("help.town",) if helped_in_town(state, one) else ())
    return last_hours(label, left // unit, ways, "cairn.critical.pc")


@cached_by_identity(64)
def _trackers(state: State) -> tuple[Panel, ...]:
    """What all seats see alike of time, places and light."""
    return (_time(state), *_places(state), *_light(state))


def _time(state: State) -> Panel:
    blocks: list[Block] = [
        Stat("day", day(state.clock) + 1),
        clock(state.clock % DAY // MINUTE),
        Tags("watch", (Tag(watch(state.clock), why="cairn.wild.watches"),)),
        Tags("season", (Tag(state.season),)),
        Tags("weather", (Tag(state.weather, why="cairn.wild.weather"),)),
    ]
    return panel_of("time", "time", "tracker", blocks)


def _places(state: State) -> Iterator[Panel]:
    """The dungeon's cycle and the journey, while there is one."""
    names = {one.id: one.name for one in state.party}
    if (here := state.dungeon) is not None:
        said = tuple(Tag(names[who]) for who, _ in here.declared if who in names)
        blocks: list[Block] = [
            Text("place", here.name),
            Stat("cycle", here.cycle, why="cairn.dungeon.cycle"),
            Stat("cycles_here", here.cycles_here, why="cairn.dungeon.event_when"),
            Tags("declared", said),
        ]
        yield panel_of("dungeon", "dungeon", "tracker", blocks)
    if (way := state.journey) is not None:
        said = tuple(Tag(names[who]) for who, _ in way.declared if who in names)
        lost = (Tag("lost", why="cairn.wild.lost", bad=True),) if way.lost else ()
        blocks = [
            Tags("journey", (Tag(way.path), Tag(way.distance), Tag(ground(state)), *lost)),
            Track("watches", way.watches_done, duration(way, ground(state), state.settings), "cairn.wild.duration"),
            Tags("declared", said),
        ]
        yield panel_of("journey", "journey", "tracker", blocks)


def _light(state: State) -> Iterator[Panel]:
    """What burns, and in whose keeping; in a dungeon, that nothing does."""
    lit = light_tags(state.party, state.ground)
    if not lit and dark(state):
        lit = [Tag("no_light", why="cairn.dungeon.dark", bad=True)]
    yield from block_panel("tracker", Tags("light", tuple(lit)))


def _lying_about(state: State, seat: Seat, seen: list[str]) -> Iterator[Panel]:
    """Things on the ground, effects in force, and the milestones of one's own characters."""
    yield from block_panel("scene", Lines("ground", tuple(Line(item.name, detail(item)) for item in state.ground)))
    running = [effect for effect in state.effects if seat == REFEREE or known(state, effect)]
    yield from block_panel("tracker", Lines("effects", tuple(_effect(state, effect, seen) for effect in running)))
    mine = [one.id for one in state.party if seat in {one.seat, REFEREE}]
    aims = [Line(aim, f"{done}/{most}") for who, aim, done, most in state.milestones if who in mine]
    yield from block_panel("tracker", Lines("milestones", tuple(aims)))


def _effect(state: State, effect: Effect, seen: list[str]) -> Line:
    upon = ", ".join(name(state, who) for who in effect.on if who in seen)
    left = time_text(effect.ends - state.clock, SPANS) if effect.ends else ""
    return Line(effect.name, "; ".join(part for part in (upon, left) if part), effect.of)


def _secrets(state: State) -> Panel:
    """What only the referee knows."""
    fight, here = state.fight, state.dungeon
    omens = tuple(Line(one.name, row_text(one.life.private_omen)) for one in state.party if one.life.private_omen)
    blocks: list[Block] = [
        Text("notes", state.notes),
        Text("omen", row_text(state.omen)),
        Lines("private_omens", omens),
        Tags("triggers", tuple(Tag(code) for code in here.triggers) if here else ()),
    ]
    if fight is not None:
        plans = tuple(Line(_plan(state, said.who, said.target), said.move) for said in fight.declared)
        blocks += [
            Lines("plans", plans),
            Tags("morale", tuple(Tag(code) for code in fight.checked)),
            Tags("leader", (Tag(name(state, fight.leader)),) if fight.leader else ()),
            Tags("unaware", tuple(Tag(name(state, who)) for who in fight.unaware)),
            Tags("refuge", () if fight.refuge else (Tag("no_refuge", why="cairn.combat.retreat"),)),
        ]
    return panel_of("secrets", "secrets", "notes", blocks)


def _plan(state: State, who: str, target: str) -> str:
    return f"{name(state, who)} → {name(state, target)}" if target else name(state, who)


def name(state: State, id_: str) -> str:
    """The name of whatever has this id: a creature, a thing anywhere, an effect, or an entry."""
    if id_ in rows():
        return rows()[id_].name
    named = name_of_id(BOOK, id_, everyone(state), state.ground, state.effects)
    unnamed = named in {PURSE, BACKPACK} and not any(one.id == id_ for one in everyone(state))
    return Code(named) if unnamed else named
