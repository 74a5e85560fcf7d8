"""What each seat sees. Secrets are removed here and nowhere else.

Everyone sees the scene, the sheets and cards of the party, foes by name, visible state and distance, the clock, lights,
and things on the ground. An enemy's AV, AC, ST, Grit and Flesh, and the notes, are only for the GM.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tallow.games.shared.deadly import last_hours
from tallow.games.shared.nearness import distances, in_feet, nearness, viewpoint
from tallow.games.shared.view_parts import block_panel, clock, entry_lines, known_to, name_of_id, panel_of, time_text
from tallow.games.vanilla.characters.experience import monster_xp
from tallow.games.vanilla.characters.seats import due
from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.combat.places import distance
from tallow.games.vanilla.entries import BOOK
from tallow.games.vanilla.faces.sheet import SPANS, bubbles, conditions, detail, fighting, grit_and_flesh, panel
from tallow.games.vanilla.gear.caches import LEFT, listed
from tallow.games.vanilla.gear.light import lit
from tallow.games.vanilla.gear.weapons import REACH
from tallow.games.vanilla.harm.perils import helps, last_minutes
from tallow.games.vanilla.monsters.meeting import met
from tallow.games.vanilla.state import DAY, Creature, Effect, State, alive, up
from tallow.games.view import Bands, Block, Line, Lines, Panel, Stat, Tag, Tags, Text, View
from tallow.mechanics.conditions import has
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.two_sides import everyone
from tallow.play import REFEREE, Seat, rule

SHOWS = ("prone", "held", "held_fast", "asleep", "paralysed", "charmed", "confused", "fleeing")
"""Conditions of a foe that anyone can see."""


@rule("vanilla.combat.information")
def view(state: State, seat: Seat) -> View:
    """All that this seat may see."""
    gm = seat == REFEREE
    seen = tuple([one.id for one in everyone(state) if gm or one in state.party or met(state, one)])
    panels = [
        *_sheets(state, seat),
        _scene(state, seat, seen),
        *(_card(one, ac_of(state, one), _dying(state, one)) for one in state.party),
        *((_foe if gm or foe.revealed else _seen)(state, foe) for foe in state.foes if foe.id in seen),
        *_trackers(state, gm),
        *_lying_about(state, seen, gm),
        *(_secrets(state) if gm else ()),
    ]
    return View(tuple(panels))


def _sheets(state: State, seat: Seat) -> Iterator[Panel]:
    """Every sheet of the party: one's own first, the living before the dead; personal notes only for their owner."""
    for one in sorted(state.party, key=lambda one: (one.seat != seat, not alive(one))):
        shown = panel(one, state, seat in {one.seat, REFEREE})
        last = _dying(state, one)
        yield replace(shown, blocks=(*last, *shown.blocks)) if last else shown


@rule("vanilla.time.deadly")
def _dying(state: State, one: Creature) -> tuple[Block, ...]:
    """Minutes until a character's death, and what would save them; all may see it."""
    left, _ = last_minutes(state, one)
    return last_hours("dies_in", left, helps(state, one), "vanilla.time.deadly") if left >= 0 else ()


def looks(foe: Creature) -> str:
    """A foe's state as anyone can see it: whether Flesh was lost, not how much."""
    for code in ("dead", "fled", "stone", "out"):
        if has(foe, code):
            return code
    if foe.flesh < foe.flesh_max:
        return "bloodied"
    return "pressed" if foe.grit < foe.grit_max else "unhurt"


@cached_by_identity(64)
def _scene(state: State, seat: Seat, seen: tuple[str, ...]) -> Panel:
    """The scene; in a fight the Round, which side won the d6, and whose go it is."""
    fight = state.combat
    blocks: list[Block] = []
    if fight is not None:
        turn = (Tag(name(state, fight.turn)),) if fight.turn in seen else ()
        left = tuple(code for code, there in (("move", fight.move), ("action", fight.action)) if there and turn)
        surprised = fight.surprised if fight.round == 1 else ()
        blocks = [
            Stat("round", fight.round, why="vanilla.phase.round_start"),
            Tags("first", (Tag(fight.first, why="vanilla.combat.initiative"),)),
            Tags("side", (Tag(fight.side, why="vanilla.combat.order_in_side"),)),
            Tags("on_go", turn),
            Tags("left_of_go", tuple(Tag(code, why="vanilla.combat.go") for code in left)),
            Tags("to_go", tuple(Tag(name(state, who)) for who in due(state) if who in seen and who != fight.turn)),
            Tags("surprised", tuple(Tag(side, why="vanilla.combat.surprise") for side in surprised)),
            *_nearness(state, seat, seen),
        ]
    elif state.ended is not None:
        blocks = [Tags("last_fight", (Tag(state.ended.how),)), Stat("rounds", state.ended.rounds)]
    if not lit(state):
        blocks.append(Tags("light", (Tag("dark", why="vanilla.light.dark", bad=True),)))
    return panel_of("scene", f"explore_{state.place}" if state.phase == "explore" else state.phase, "scene", blocks)


@rule("vanilla.combat.engaged")
def _nearness(state: State, seat: Seat, seen: tuple[str, ...]) -> tuple[Bands, ...]:
    """Who is within reach of whoever this seat plays, and how many feet away the others are."""
    due_now, band = due(state), in_feet(REACH)
    return nearness(
        viewpoint([one for one in state.party if up(one)], seat, lambda one: one.seat, due_now),
        [one for one in everyone(state) if one.id in seen and alive(one)],
        lambda one, other: band(distance(one, other)),
        party=[one.id for one in state.party],
        due=due_now,
        down=lambda one: not up(one),
    )


@cached_by_identity(2_000)
def _card(one: Creature, ac: int, dying: tuple[Block, ...]) -> Panel:
    """A short card of a party member."""
    blocks: list[Block] = [
        *dying,
        *grit_and_flesh(one),
        *fighting(one, ac),
        Tags("conditions", conditions(one)),
        *([bubbles(one)] if one.bubbles_max else []),
        Tags("in_hand", tuple(Tag(item.name, detail(item)) for item in one.items if item.place == "hands")),
    ]
    return panel_of(f"{one.id}.card", one.name, "card", blocks, seat=one.seat)


def _near(state: State, foe: Creature) -> tuple[Tags, ...]:
    """A foe's distances from the party in a fight, in feet, the nearest first; equal ones together."""
    if state.combat is None or not alive(foe):
        return ()
    return distances([one for one in state.party if alive(one)], lambda one: distance(one, foe))


def _seen(state: State, foe: Creature) -> Panel:
    """A foe as the players see it: visible state, what it holds and its distance, no numbers."""
    tags = [Tag(looks(foe)), *(Tag(code) for code in SHOWS if code in foe.conditions)]
    held = Tags("in_hand", tuple(Tag(item.name) for item in foe.items if item.place == "hands"))
    return panel_of(foe.id, foe.name, "card", [Tags("foe", tuple(tags)), held, *_near(state, foe)])


def _foe(state: State, foe: Creature) -> Panel:
    """A foe with its numbers, for the GM, or for all once it is revealed."""
    shown = looks(foe)
    flags = [Tag(shown), *(tag for tag in conditions(foe) if tag.name != shown)]
    blocks: list[Block] = [
        Tags("foe", tuple(flags)),
        *grit_and_flesh(foe),
        *fighting(foe, ac_of(state, foe)),
        Stat("hd", foe.level, why="vanilla.xp.monsters"),
        Lines("attacks", (Line(f"×{foe.attacks}", foe.damage, "vanilla.monster.attacks"),)),
        *_near(state, foe),
        Lines("spellbook", tuple(Line(known.spell, "", known.spell) for known in foe.book)),
        Lines("carries", tuple(Line(item.name, detail(item), item.ref) for item in foe.items)),
        *entry_lines(BOOK, foe.of),
    ]
    return panel_of(foe.id, foe.name, "card", blocks)


@rule("vanilla.time.clock", "vanilla.light.burn")
def _trackers(state: State, gm: bool) -> Iterator[Panel]:
    """Time, the place, each one's activity in this Turn, and burning lights."""
    names = {one.id: one.name for one in state.party}
    blocks: list[Block] = [
        Stat("day", state.clock // DAY + 1, why="vanilla.time.clock"),
        clock(state.clock % DAY),
        Tags("place", (Tag(state.place),)),
        Tags("busy", tuple(Tag(names[who], what, "vanilla.time.turn") for who, what in state.busy if who in names)),
    ]
    if gm and state.place == "dungeon":
        blocks.append(Stat("depth", state.depth, why="vanilla.encounter.tables"))
    if state.place == "wilds":
        blocks.append(Tags("terrain", (Tag(state.terrain),)))
    if gm:
        blocks.append(Tags("encounter_die", (Tag(state.die, why="vanilla.table.encounter_die"),)))
    yield panel_of("time", "time", "tracker", blocks)
    held = [(item, one.name) for one in state.party for item in one.items if item.lit]
    burning = [Line(item.name, f"{item.burns}, {whose}", item.ref) for item, whose in held]
    burning += [Line(item.name, str(item.burns), item.ref) for item in state.ground if item.lit]
    yield from block_panel("tracker", Lines("light", tuple(burning)))


def _lying_about(state: State, seen: tuple[str, ...], gm: bool) -> Iterator[Panel]:
    """Things on the ground, and continuing effects."""
    if state.ground or state.ground_coins:
        blocks: list[Block] = [Lines("ground", tuple(Line(item.name, detail(item), item.ref) for item in state.ground))]
        blocks += [Stat("coins", state.ground_coins)] if state.ground_coins else []
        yield panel_of("ground", "ground", "scene", blocks)
    known = [effect for effect in state.effects if gm or known_to(state.party, effect)]
    yield from block_panel("tracker", Lines("effects", tuple(_effect(state, effect, seen) for effect in known)))


def _effect(state: State, effect: Effect, seen: tuple[str, ...]) -> Line:
    upon = ", ".join(name(state, who) for who in effect.on if who in seen)
    left = time_text(effect.ends - state.clock, SPANS) if effect.ends else ""
    why = effect.of if effect.of in BOOK.entries() else ""
    return Line(name(state, effect.of), "; ".join(part for part in (upon, left) if part), why)


def _secrets(state: State) -> Iterator[Panel]:
    """What only the GM sees: the notes, gold not yet brought home, and monsters not yet counted."""
    blocks: list[Block] = [Text("notes", state.notes)]
    if state.brought:
        blocks.append(Stat("brought", state.brought, why="vanilla.xp.gold"))
    if state.overcome:
        blocks.append(Stat("overcome", sum([monster_xp(hd) for hd in state.overcome]), why="vanilla.xp.monsters"))
    if state.caches:
        left = [Line(cache.place, ", ".join(listed(cache.things, cache.coins)), LEFT) for cache in state.caches]
        blocks.append(Lines("caches", tuple(left)))
    if len(blocks) > 1 or state.notes:
        yield panel_of("secrets", "secrets", "notes", blocks)


def name(state: State, id_: str) -> str:
    """The name of whatever has this id: a creature, a thing anywhere, an effect, or an entry."""
    for effect in state.effects:
        if effect.id == id_:
            return name(state, effect.of)
    return name_of_id(BOOK, id_, everyone(state), state.ground)
