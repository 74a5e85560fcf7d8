"""What each seat sees. Secrets are removed here and nowhere else.

Everyone sees the scene, the sheets and cards of the party, foes by name and visible state, trackers, and things on the
ground. Everyone sees who has declared; what they declared only they and the GM see, until their side resolves. The GM
sees all.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tallow.games.modified_cairn.checks.tables import called
from tallow.games.modified_cairn.combat.bands import apart
from tallow.games.modified_cairn.entries import BOOK, rows
from tallow.games.modified_cairn.faces.sheet import attack_text, conditions, detail, guard, panel, qualities, transport
from tallow.games.modified_cairn.gear.slots import armor
from tallow.games.modified_cairn.harm.perils import helps, last_moment
from tallow.games.modified_cairn.monsters.meeting import met
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    BANDS,
    DAY,
    HOUR,
    MINUTE,
    OUT,
    ROUND,
    Combat,
    Creature,
    Declaration,
    Effect,
    State,
    alive,
    side_of,
    undeclared,
    up,
)
from tallow.games.modified_cairn.world.darkness import in_the_dark, inside
from tallow.games.modified_cairn.world.wilderness import duration, ground
from tallow.games.shared.deadly import last_hours
from tallow.games.shared.nearness import nearness, viewpoint
from tallow.games.shared.view_parts import (
    block_panel,
    clock,
    entry_lines,
    known_to,
    light_tags,
    name_of_id,
    panel_of,
    time_text,
)
from tallow.games.view import Bands, Block, Line, Lines, Panel, Stat, Tag, Tags, Text, Track, View
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.tables import entry_of
from tallow.mechanics.two_sides import everyone
from tallow.play import REFEREE, RuleId, Seat, rule

SIGN_OF: RuleId = "modified_cairn.event.sign_of"

SHOWS = (
    "asleep", "held", "paralysed", "stopped", "armorless", "bashed", "unresponsive", "fatigued", "prone", "frightened",
    "blind", "burning", "giving_way",
)  # fmt: skip
"""States of a foe that anyone can see."""

SPANS = ((DAY, "d"), (HOUR, "h"), (MINUTE, "min"), (1, "s"))


@rule("modified_cairn.sheet.fields", "modified_cairn.turn.declare_first")
def view(state: State, seat: Seat) -> View:
    """All that this seat may see."""
    gm = seat == REFEREE
    seen = (*(one.id for one in state.party), *(foe.id for foe in state.foes if gm or met(state, foe)))
    panels = [
        *_sheets(state, seat),
        _scene(state, seat, seen),
        *_plans(state, seat, seen),
        *(_card(one, state.settings, _near(state, one.id, seen), _dying(state, one)) for one in state.party),
        *((_foe if gm or foe.revealed else _seen)(state, foe, seen) for foe in state.foes if foe.id in seen),
        *_trackers(state, gm),
        *_lying_about(state, seen, gm),
        *([_secrets(state)] if gm else []),
    ]
    return View(tuple(panels))


def _sheets(state: State, seat: Seat) -> Iterator[Panel]:
    """Every sheet of the party: one's own first, the living before the dead; personal notes only for their owner.

    The sheet of a dying character begins with the time left and what would save them.
    """
    for one in sorted(state.party, key=lambda one: (one.seat != seat, not alive(one))):
        carriers = tuple([carrier for carrier in state.transports if carrier.keeper == one.id])
        shown = panel(one, state.settings, carriers, seat in {one.seat, REFEREE})
        last, under = _dying(state, one), _under(state, one)
        yield replace(shown, blocks=(*last, *under, *shown.blocks)) if last or under else shown


@rule("modified_cairn.magic.in_force")
def _under(state: State, one: Creature) -> tuple[Block, ...]:
    """The effects that a character is under, with the time that each has left."""
    found = [effect for effect in state.effects if one.id in effect.on]
    return (Lines("effects", tuple([_effect(state, effect, ()) for effect in found])),) if found else ()


def looks(foe: Creature) -> str:
    """A foe's state as anyone can see it, without numbers."""
    if "dead" in foe.states or "destroyed" in foe.states:
        return "dead"
    if "fled" in foe.states or "routed" in foe.states:
        return "fled"
    if not OUT.isdisjoint(foe.states):
        return "down"
    if foe.vigour < foe.vigour_max:
        return "bloodied"
    return "pressed" if foe.guard < foe.guard_max else "unhurt"


@cached_by_identity(64)
def _scene(state: State, seat: Seat, seen: tuple[str, ...]) -> Panel:
    """The scene; in a fight the round, whose turn it is, and who has declared, but not what."""
    fight = state.combat
    blocks: list[Block] = []
    if fight is not None:
        waits = undeclared(state)
        spoken = [said.who for said in fight.declared if said.who in seen]
        marks = [Tag(name(state, mark.who), mark.kind) for mark in fight.marks if mark.who in seen]
        blocks = [
            Stat("round", fight.round, why="modified_cairn.combat.round"),
            Tags("turn", (Tag(fight.side, why="modified_cairn.turn.players_first"),)),
            Tags("declared", tuple(Tag(name(state, who)) for who in spoken)),
            Tags("to_declare", tuple(Tag(name(state, who)) for who in waits if who in seen)),
            Tags("marks", tuple(marks)),
            Tags("surroundings", tuple(Tag(code) for code in _surroundings(fight))),
            *_nearness(state, fight, seat, seen),
        ]
    elif state.ended is not None:
        blocks = [Tags("last_fight", (Tag(state.ended.how),)), Stat("rounds", state.ended.rounds)]
    return panel_of("scene", state.phase, "scene", blocks)


@rule("modified_cairn.distance.relative")
def _nearness(state: State, fight: Combat, seat: Seat, seen: tuple[str, ...]) -> tuple[Bands, ...]:
    """Who is Engaged with whoever this seat plays, Nearby, Far or Distant."""
    due = undeclared(state)

    def between(one: Creature, other: Creature) -> tuple[int, str, int]:
        found = apart(fight, one.id, other.id)
        return BANDS.index(found), found, 0

    return nearness(
        viewpoint([one for one in state.party if up(one)], seat, lambda one: one.seat, due),
        [one for one in everyone(state) if one.id in seen and alive(one)],
        between,
        party=[one.id for one in state.party],
        due=due,
        down=lambda one: not up(one),
    )


def _surroundings(fight: Combat) -> Iterator[str]:
    if fight.confined:
        yield "confined"
    if fight.dark:
        yield "dark"


@rule("modified_cairn.turn.declare_first")
def _plans(state: State, seat: Seat, seen: tuple[str, ...]) -> Iterator[Panel]:
    """The declarations of those whom this seat plays; the GM sees all."""
    if state.combat is None:
        return
    mine = [one.id for one in everyone(state) if seat in {one.seat, REFEREE}]
    declared, planned = state.combat.declared, state.combat.planned
    said = [one.who for one in declared]
    made = [*declared, *(one for one in planned if one.who not in said)]
    yield from block_panel("tracker", Lines("plans", tuple(_plan(state, one, seen) for one in made if one.who in mine)))


def _plan(state: State, said: Declaration, seen: tuple[str, ...]) -> Line:
    """One declaration as a line: who does what to whom; only the Move if that is all that was declared."""
    to = f"{name(state, said.who)} → {name(state, said.target)}" if said.target in seen else name(state, said.who)
    what = "move" if said.action == "pass" and said.move else said.action
    return Line(to, what, "modified_cairn.action.declare")


@cached_by_identity(2_000)
def _card(one: Creature, settings: Settings, near: tuple[Tags, ...], dying: tuple[Block, ...]) -> Panel:
    """A short card of a party member."""
    blocks: list[Block] = [
        *dying,
        *guard(one),
        Stat("armor", armor(one, settings), why="modified_cairn.armour.deduct"),
        *qualities(one),
        *near,
        Tags("conditions", conditions(one)),
        *([Stat("strain", len(one.strain), why="modified_cairn.condition.strain")] if one.strain else []),
        Tags("in_hand", tuple(Tag(item.name, detail(item)) for item in one.items if item.place == "hands")),
    ]
    return panel_of(f"{one.id}.card", one.name, "card", blocks, seat=one.seat)


def _near(state: State, who: str, seen: tuple[str, ...]) -> tuple[Tags, ...]:
    """A creature's distances to the others in a fight; Nearby is left out."""
    if state.combat is None:
        return ()
    found = []
    for one, other, band in state.combat.bands:
        if who in (one, other):
            whom = other if who == one else one
            if whom in seen and band != "nearby":
                found.append(Tag(name(state, whom), band, f"modified_cairn.band.{band}"))
    return (Tags("distances", tuple(found)),) if found else ()


def _seen(state: State, foe: Creature, seen: tuple[str, ...]) -> Panel:
    """A foe as the players see it: its visible state and distance, no numbers."""
    tags = [Tag(looks(foe)), *_side(state, foe, seen), *(Tag(code) for code in SHOWS if code in foe.states)]
    if foe.detachment:
        tags.append(Tag("detachment", why="modified_cairn.unit.detachment"))
    return panel_of(foe.id, foe.name, "card", [Tags("foe", tuple(tags)), *_near(state, foe.id, seen)])


def _foe(state: State, foe: Creature, seen: tuple[str, ...]) -> Panel:
    """A foe with its numbers, for the GM, or for all once it is revealed."""
    shown = looks(foe)
    flags = [Tag(shown), *_side(state, foe, seen), *(tag for tag in conditions(foe) if tag.name != shown)]
    flags += [Tag("detachment", why="modified_cairn.unit.detachment")] if foe.detachment else []
    flags += [Tag("feats", why="modified_cairn.feat.everyone")] if foe.feats else []
    blocks: list[Block] = [
        Tags("foe", tuple(flags)),
        *guard(foe),
        Stat("armor", armor(foe, state.settings), why="modified_cairn.armour.deduct"),
        *qualities(foe),
        *_near(state, foe.id, seen),
        *_dying(state, foe),
        *([Stat("strain", len(foe.strain), why="modified_cairn.enemy.casting")] if foe.strain else []),
        Lines("attacks", tuple(Line(attack.name, attack_text(attack)) for attack in foe.attacks)),
        Lines("carries", tuple(Line(item.name, detail(item), item.ref) for item in foe.items)),
        *entry_lines(BOOK, foe.of),
    ]
    return panel_of(foe.id, foe.name, "card", blocks)


@rule("modified_cairn.combat.side_turn")
def _side(state: State, foe: Creature, seen: tuple[str, ...]) -> tuple[Tag, ...]:
    """The side that a foe is on, if anybody who is seen is on another side than that of the list they are in."""
    several = any(one.side and one.id in seen for one in everyone(state))
    return (Tag(side_of(state, foe.id), why="modified_cairn.combat.side_turn"),) if several else ()


@rule("modified_cairn.time.deadly", "modified_cairn.hurt.bleed_out")
def _dying(state: State, one: Creature) -> tuple[Block, ...]:
    """Minutes until a dying character's death, and what would save them."""
    end = last_moment(state, one)
    if not end:
        return ()
    return last_hours("dies_in", (end - state.clock) // MINUTE, helps(state, one), "modified_cairn.hurt.bleed_out")


def _trackers(state: State, gm: bool) -> Iterator[Panel]:
    """Time, the dungeon's Cycle, the journey, and burning lights."""
    today = Stat("day", state.clock // DAY + 1)
    yield panel_of("time", "time", "tracker", [today, clock(state.clock % DAY // MINUTE)])
    yield from _dungeon(state, gm)
    yield from _journey(state)
    yield from _light(state)


@rule("modified_cairn.setting.event_roll", "modified_cairn.dungeon.step_declare")
def _dungeon(state: State, gm: bool) -> Iterator[Panel]:
    """The Cycle and who has declared; the Event Die only for the GM, unless it is rolled openly."""
    here = state.dungeon
    if here is None or not inside(state):
        return
    names = {one.id: one.name for one in state.party}
    order = ", ".join(names[who] for who in here.order if who in names)
    blocks: list[Block] = [
        Text("place", here.name),
        Stat("cycle", here.cycle, why="modified_cairn.dungeon.cycle"),
        Tags("step", (Tag(here.step, why=f"modified_cairn.dungeon.step_{here.step}"),)),
        Tags("declared", tuple(Tag(names[who], what) for who, what in here.declared if who in names)),
        Text("marching_order", order),
        Tags("ahead", tuple(Tag(names[who], why="modified_cairn.light.scout") for who in here.ahead if who in names)),
    ]
    if gm or state.settings.event_roll == "open":
        blocks.append(Tags("event_die", (Tag(f"d{here.die}", why="modified_cairn.event.start_size"),)))
    yield panel_of("dungeon", "dungeon", "tracker", blocks)


def _journey(state: State) -> Iterator[Panel]:
    if state.phase != "journey" or (way := state.journey) is None:
        return
    lost = (Tag("lost", why="modified_cairn.wild.lost", bad=True),) if way.lost else ()
    blocks: list[Block] = [
        Tags("journey", (Tag(way.path), Tag(way.distance), Tag(ground(state)), *lost)),
        Tags("weather", (Tag(way.weather),)),
        Track("watches", way.watches, duration(way, ground(state)), "modified_cairn.wild.travel_time"),
    ]
    yield panel_of("journey", "journey", "tracker", blocks)


@rule("modified_cairn.light.one_per_three")
def _light(state: State) -> Iterator[Panel]:
    """Burning lights and their bearers; in a dungeon, who is in the dark."""
    lit = light_tags(state.party, state.ground)
    dark = [Tag(name(state, who), why="modified_cairn.light.too_few", bad=True) for who in in_the_dark(state)]
    if lit or dark:
        yield panel_of("light", "light", "tracker", [Tags("light", tuple(lit)), Tags("in_the_dark", tuple(dark))])


def _lying_about(state: State, seen: tuple[str, ...], gm: bool) -> Iterator[Panel]:
    """Things on the ground, transports without a keeper, and continuing effects."""
    loose = [carrier for carrier in state.transports if all(carrier.keeper != one.id for one in state.party)]
    if loose:
        yield panel_of("transports", "transports", "tracker", [transport(carrier) for carrier in loose])
    yield from block_panel("scene", Lines("ground", tuple(Line(item.name, detail(item)) for item in state.ground)))
    known = [effect for effect in state.effects if gm or known_to(state.party, effect)]
    yield from block_panel("tracker", Lines("effects", tuple(_effect(state, effect, seen) for effect in known)))


def _effect(state: State, effect: Effect, seen: tuple[str, ...]) -> Line:
    upon = ", ".join(name(state, who) for who in effect.on if who in seen)
    left = time_text((effect.ends - state.clock) // ROUND * ROUND, SPANS) if effect.ends else ""
    why = entry_of(effect.of) if entry_of(effect.of) in BOOK.entries() else ""
    return Line(name(state, called(effect.of)), "; ".join(part for part in (upon, left) if part), why)


def _secrets(state: State) -> Panel:
    """What only the GM knows."""
    fight, here = state.combat, state.dungeon
    blocks: list[Block] = [Text("notes", state.notes)]
    if here is not None:
        blocks += [
            Tags("depth", (Tag(here.depth, why="modified_cairn.event.encounter_depth"),)),
            Tags("triggers", tuple(Tag(code) for code in here.triggers)),
            Lines("kept", tuple(Line(one.depth, f"{one.row}|{one.number}", SIGN_OF) for one in here.foretold)),
            *([Tags("safety", (Tag("safe"),))] if here.safe else []),
            *([Stat("quiet_cycles", here.quiet, why="modified_cairn.event.step_up")] if here.quiet else []),
        ]
    if fight is not None:
        blocks.append(Tags("leader", (Tag(name(state, fight.leader)),) if fight.leader else ()))
    return panel_of("secrets", "secrets", "notes", blocks)


def name(state: State, id_: str) -> str:
    """The name of whatever has this id: a creature, a thing anywhere, an effect, or an entry."""
    for effect in state.effects:
        if effect.id == id_:
            return name(state, effect.of)
    if row := rows().get(id_):
        return row.name
    return name_of_id(BOOK, id_, everyone(state) + state.transports, state.ground)
