"""What each seat sees. Secrets are removed here and nowhere else.

Everyone sees the scene with its battle chart, the party as cards, enemies by name and appearance, and what lies on the
ground. A player also sees the sheets of their own adventurers, and the GM everything: trackers, enemy sheets, the
adventure.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tallow.games.dead_weight.combat.morale import MOST
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.monsters import enemy_actions
from tallow.games.dead_weight.entries.places import adventures, rooms
from tallow.games.dead_weight.faces.sheet import afflictions, attributes, condition, conditions, detail, panel, tokens
from tallow.games.dead_weight.gear.inventory import HANDS
from tallow.games.dead_weight.harm.perils import helps, last_turns
from tallow.games.dead_weight.magic.effects import SECRET
from tallow.games.dead_weight.monsters.meeting import met
from tallow.games.dead_weight.state import (
    OFF_CHART,
    OUT,
    Adventurer,
    Combat,
    Creature,
    Effect,
    Enemy,
    Interlude,
    Location,
    State,
    able,
    alive,
    everyone,
    here,
)
from tallow.games.dead_weight.world.decay import EVERY
from tallow.games.dead_weight.world.places import anybody_sees, room_of, seen_exits
from tallow.games.dead_weight.world.trackers import ILL_WILL, who_see_omens
from tallow.games.shared.deadly import last_hours
from tallow.games.shared.view_parts import block_panel, light_tags, name_of_id, panel_of
from tallow.games.view import Block, Chart, Line, Lines, Mark, Panel, Stat, Tag, Tags, Text, Token, Track, View
from tallow.play import REFEREE, Seat, rule


@rule("dead_weight.need.gm_secret", "dead_weight.basics.gm", "dead_weight.enemy.sheet", "dead_weight.doom.trackers")
def view(state: State, seat: Seat) -> View:
    """All that this seat may see."""
    gm = seat == REFEREE
    foes = [one for one in state.enemies if gm or met(state, one)]
    seen = (*(one.id for one in state.party + state.allies), *(one.id for one in foes))
    panels = [
        *(_sheet(state, one) for one in sorted(state.party, key=lambda one: not alive(one)) if one.seat == seat or gm),
        _scene(state, gm=gm),
        *(_card(state, one) for one in state.party if "retired" not in one.conditions),
        *((_foe if gm or one.seat == seat else _seen)(state, one) for one in (*state.allies, *foes)),
        *_trackers(state, seat),
        *_lying_about(state, seen),
        *([_secrets(state)] if gm else []),
    ]
    return View(tuple(panels))


def _sheet(state: State, one: Adventurer) -> Panel:
    """An adventurer's sheet; for the dying, the turns they have left and what would save them come first."""
    shown = panel(one)
    last = _dying(state, one)
    return replace(shown, blocks=(*last, *shown.blocks)) if last else shown


@rule("dead_weight.time.deadly", "dead_weight.table.mortal_wounds")
def _dying(state: State, one: Adventurer) -> tuple[Block, ...]:
    """For the dying, the turns until certain death and what would save them; for the mortally wounded, what helps."""
    left, certain = last_turns(state, one)
    if certain:
        return last_hours("dies_in", left, helps(state, one), "dead_weight.table.mortal_wounds")
    lies = alive(one) and "mortally_wounded" in one.conditions
    return last_hours("dies_in", left, helps(state, one), "dead_weight.table.mortal_wounds")[1:] if lies else ()


@rule("dead_weight.enemy.sheet")
def looks(one: Enemy) -> str:
    """The visible condition of an enemy, as players may know it."""
    for code in ("dead", "left"):
        if code in one.conditions:
            return code
    return "hurt" if one.taken else "unhurt"


def _scene(state: State, *, gm: bool) -> Panel:
    """The scene: the place, and the progress of a fight, camp or interlude."""
    blocks: list[Block] = []
    if (place := here(state)) is not None and state.phase != "interlude":
        blocks.append(Text("place", place.name))
        blocks += [*_seen_room(place)] if anybody_sees(state) else []
        known = tuple(Tag(trap.text, bad=True) for trap in place.traps if trap.known and trap.room in {"", place.room})
        blocks.append(Tags("traps", known))
    if state.combat is not None:
        blocks += [*_fight(state, state.combat), chart(state, state.combat, gm=gm)]
    elif state.camp is not None:
        camp = state.camp
        flags = (("fire", camp.fire), ("long_rest", camp.long_rest), ("exposed", camp.exposed))
        blocks += [
            Tags("step", (Tag(f"camp.{camp.step}", why=f"dead_weight.phase.camp_{camp.step}"),)),
            Stat("camp_actions", camp.actions, why="dead_weight.phase.camp_actions"),
            Tags("camp", tuple(Tag(code) for code, given in flags if given)),
            *([Stat("lookouts", camp.lookouts, why="dead_weight.action.camp_lookout")] if camp.lookouts else []),
        ]
    elif state.interlude is not None:
        blocks += [*_stay(state, state.interlude)]
    if state.phase in {"creation", "interlude"} and state.combat is None:
        asked = tuple(Line(ref, str(price), ref) for ref, price in state.market.prices)
        there = tuple(Tag(ref, "" if found else "sold_out", ref) for ref, found in state.market.stock)
        blocks += [Lines("prices", asked), Tags("stock", there)]
    if state.combat is None and state.ended is not None:
        blocks += [Tags("last_fight", (Tag(state.ended.how),)), Stat("rounds", state.ended.rounds)]
    return panel_of("scene", state.phase, "scene", blocks)


@rule("dead_weight.exploration.room_seen")
def _seen_room(place: Location) -> Iterator[Block]:
    """The room where the party is as everybody sees it, and its known exits; rooms already visited are named."""
    room = room_of(place)
    if room is None:
        return
    yield Lines("room", (Line(room.name, room.seen),))
    names = {rooms()[id_].number: rooms()[id_].name for id_ in adventures()[place.adventure].rooms}
    been = {int(number) for number in place.been}
    exits = seen_exits(place)
    yield Tags("exits", tuple(Tag(way.seen_as, names[way.to] if way.to in been else "") for way in exits))


def _stay(state: State, stay: Interlude) -> Iterator[Block]:
    """An interlude: the settlement, the step of the day, what each has announced, and the events that go on."""
    yield Text("settlement", stay.settlement)
    if state.settings.interlude_mode == "days":
        yield Stat("day", stay.day, why="dead_weight.phase.interlude")
        yield Tags("step", (Tag(f"interlude.{stay.step}", why=f"dead_weight.phase.interlude_{stay.step}"),))
        yield Lines("announced", tuple(Line(name(state, who), deed) for who, deed in stay.announced))
        due = [one for one in state.party if able(one)]
        said = [who for who, _ in stay.announced] if stay.step == "actions" else stay.done
        yield Tags("to_act", tuple(Tag(one.name) for one in due if one.id not in said))
    yield Tags("running", tuple(Tag(code, str(days) if days else "") for code, days in stay.running))


def _fight(state: State, fight: Combat) -> Iterator[Block]:
    """The round, whose turn it is with how many actions, who has still to act, who is unaware, and both morales."""
    if fight.step == "setup":
        yield Tags("step", (Tag("combat.setup", why="dead_weight.phase.combat_setup"),))
        return
    shown = {one.id for one in everyone(state) if not isinstance(one, Enemy) or one in state.allies or met(state, one)}
    yield Stat("round", fight.round, why="dead_weight.combat.loop")
    yield Tags("step", (Tag(f"combat.{fight.step}", why=f"dead_weight.phase.combat_{fight.step}"),))
    if fight.turn in shown:
        yield Tags("turn", (Tag(name(state, fight.turn)),))
        yield Stat("actions", fight.actions, why="dead_weight.combat.player_turn")
    due = tuple(Tag(name(state, who)) for who in fight.due if who in shown and who != fight.turn)
    yield Tags("to_act", due)
    yield Tags("fast", tuple(Tag(name(state, who), why="dead_weight.combat.initiative") for who in fight.fast))
    why = "dead_weight.exploration.upper_hand"
    yield Tags("unaware", tuple(Tag(name(state, who), why=why) for who in fight.unaware if who in shown))
    yield _morale("morale", fight, "party", fight.morale)
    if fight.enemy_morale is not None:
        yield _morale("enemy_morale", fight, "enemies", fight.enemy_morale)


@rule("dead_weight.tracker.morale")
def _morale(label: str, fight: Combat, side: str, dice: int) -> Track:
    """A morale die, visible to all; that of a broken side is removed."""
    return Track(label, 0 if side in fight.broken else dice, MOST, "dead_weight.tracker.morale")


@rule("dead_weight.combat.setup_place", "dead_weight.combat.setup_advantage_point")
def chart(state: State, fight: Combat, *, gm: bool) -> Chart:
    """The battle chart: who stands where and faces which way, with tokens, and what is on the squares."""
    there = [one for one in everyone(state) if one.at != OFF_CHART and (gm or _stands(state, one))]
    marks = [Mark(x, y, "wall") for x, y in fight.walls]
    if fight.vantage is not None:
        marks.append(Mark(*fight.vantage, "vantage"))
    marks += [Mark(*corpse.at, "corpse", corpse.name) for corpse in state.corpses if corpse.at != OFF_CHART]
    for effect in state.effects:
        marks += [Mark(x, y, "effect", name(state, effect.of)) for x, y in effect.squares]
    return Chart("chart", fight.width, fight.height, tuple(_token(state, fight, one) for one in there), tuple(marks))


def _stands(state: State, one: Creature) -> bool:
    if isinstance(one, Adventurer) or one.owner or one in state.allies:
        return alive(one)
    return met(state, one) and alive(one)


def _token(state: State, fight: Combat, one: Creature) -> Token:
    counters = (("stun", one.stun), ("shield", one.shield), ("dodge", one.dodge))
    return Token(
        one.id,
        one.name,
        *one.at,
        "foes" if isinstance(one, Enemy) and one not in state.allies else "party",
        one.facing,
        tuple((code, many) for code, many in counters if many),
        fight.turn == one.id,
        not able(one),
    )


def _card(state: State, one: Adventurer) -> Panel:
    """A short card of a member of the party."""
    blocks: list[Block] = [
        *_dying(state, one),
        *attributes(one),
        *tokens(one),
        Tags("conditions", conditions(one)),
        Tags("afflictions", afflictions(one)),
        Tags("in_hand", tuple(Tag(item.name, detail(item), item.ref) for item in one.items if item.place in HANDS)),
        *_upon(state, one.id),
    ]
    return panel_of(f"{one.id}.card", one.name, "card", blocks, seat=one.seat)


@rule("dead_weight.enemy.sheet", "dead_weight.need.gm_secret")
def _seen(state: State, one: Enemy) -> Panel:
    """An enemy as players see it: its condition and tokens; once the GM has revealed it, its sheet."""
    if one.revealed:
        return _foe(state, one)
    tags = [Tag(looks(one)), *(condition(code) for code in one.conditions if code not in OUT)]
    if one.bleeding:
        tags.append(Tag("bleeding", why="dead_weight.enemy.bleeding", bad=True))
    return panel_of(one.id, one.name, "card", [Tags("foe", tuple(tags)), *tokens(one), *_upon(state, one.id)])


@rule("dead_weight.enemy.sheet", "dead_weight.enemy.tracking")
def _foe(state: State, one: Enemy) -> Panel:
    """An enemy's whole sheet, or that of an ally for its owner."""
    flags = [Tag(looks(one)), *(condition(code) for code in one.conditions if code not in OUT)]
    if one.bleeding:
        flags.append(Tag("bleeding", why="dead_weight.enemy.bleeding", bad=True))
    if one.revealed:
        flags.append(Tag("revealed", why="dead_weight.enemy.sheet"))
    entry = BOOK.entries().get(one.of)
    blocks: list[Block] = [
        Tags("foe", tuple(flags)),
        Stat("wounds", one.taken, one.wounds, "dead_weight.enemy.wounds_stat"),
        Track("wounds", one.taken, one.wounds, "dead_weight.enemy.wounds_stat"),
        Stat("armour", one.armour, why="dead_weight.enemy.tracking"),
        Stat("resistance", one.resistance, why="dead_weight.enemy.resistance_stat"),
        Stat("level", one.level, why="dead_weight.enemy.level"),
        Stat("movement", one.movement, why="dead_weight.action.enemy_move"),
        Stat("actions", one.actions, why="dead_weight.combat.enemy_turn"),
        *tokens(one),
        *([Stat("pains", one.pains, why="dead_weight.spell.pain")] if one.pains else []),
        Tags("kind", tuple(Tag(code) for code in one.tags)),
        Lines("sheet_actions", tuple(_sheet_action(id_) for id_ in one.sheet)),
        Lines("traits", tuple(_trait(code) for code in one.traits)),
        *_upon(state, one.id),
        *([Text("of", entry.text)] if entry and entry.text else []),
    ]
    return panel_of(one.id, one.name, "card", blocks)


def _sheet_action(id_: str) -> Line:
    action = enemy_actions().get(id_)
    return Line(id_, action.effect if action else "", id_)


def _trait(code: str) -> Line:
    id_ = f"dead_weight.monster_trait.{code}"
    entry = BOOK.entries().get(id_)
    return Line(id_, entry.text if entry else "", id_)


def _upon(state: State, who: str) -> Iterator[Tags]:
    """The effects that somebody is under."""
    under = tuple(Tag(effect.of, _left(effect), effect.of) for effect in state.effects if who in effect.on)
    if under:
        yield Tags("effects", under)


@rule(
    "dead_weight.tracker.decay",
    "dead_weight.tracker.doom",
    "dead_weight.tracker.omens",
    "dead_weight.trait.third_eye",
    "dead_weight.tracker.settlement_doom",
    "dead_weight.doom.trackers",
)
def _trackers(state: State, seat: Seat) -> Iterator[Panel]:
    """Turns and decay for all; doom only for the GM; omens for the GM and whoever has a third eye."""
    blocks: list[Block] = []
    if state.phase in {"exploration", "combat", "camp"}:
        blocks += [
            Stat("turns", state.turns, why="dead_weight.exploration.turn_passes"),
            Track("decay", state.decay, EVERY, "dead_weight.tracker.decay"),
        ]
    if state.treasure:
        blocks.append(Stat("treasure", state.treasure))
    blocks += [*_light(state)]
    if blocks:
        yield panel_of("expedition", "expedition", "tracker", blocks)
    if seat == REFEREE and state.locations:
        yield panel_of(
            "doom", "doom", "tracker", [_doom(place.name, place.doom, place.size) for place in state.locations]
        )
    if state.omens.size and seat in who_see_omens(state):
        yield panel_of(
            "omens",
            "omens",
            "tracker",
            [Track("omens", state.omens.filled, state.omens.size, "dead_weight.tracker.omens")],
        )
    if seat == REFEREE and state.settlements:
        why = "dead_weight.tracker.settlement_doom"
        dooms: list[Block] = [Track(one.name, one.doom, ILL_WILL, why) for one in state.settlements]
        yield panel_of("settlements", "settlements", "tracker", dooms)


def _doom(label: str, value: int, most: int) -> Block:
    why = "dead_weight.tracker.doom"
    return Track(label, value, most, why) if most else Stat(label, value, why=why)


def _light(state: State) -> Iterator[Tags]:
    """The lights that burn, each with its bearer."""
    lit = light_tags(state.party, state.ground)
    if lit:
        yield Tags("light", tuple(lit))


def _lying_about(state: State, seen: tuple[str, ...]) -> Iterator[Panel]:
    """Things on the ground, corpses, and effects that go on."""
    yield from block_panel(
        "scene", Lines("ground", tuple(Line(item.name, detail(item), item.ref) for item in state.ground))
    )
    yield from block_panel("scene", Lines("corpses", tuple(Line(one.name) for one in state.corpses)))
    yield from block_panel("tracker", Lines("effects", tuple(_effect(state, effect, seen) for effect in state.effects)))
    if state.guild or state.guild_bonus:
        members = Tags("guild", tuple(Tag(who) for who in state.guild))
        yield panel_of("guild", "guild", "tracker", [members, Text("guild_bonus", state.guild_bonus)])


def _effect(state: State, effect: Effect, seen: tuple[str, ...]) -> Line:
    upon = ", ".join(name(state, who) for who in effect.on if who in seen)
    return Line(effect.of, "; ".join(part for part in (upon, _left(effect)) if part), effect.of)


UNITS = {"combat": "this combat", "expedition": "this expedition"}


def _left(effect: Effect) -> str:
    """How long an effect still lasts, in words; "" if nobody knows, or only the GM."""
    if effect.of in SECRET or effect.unit not in {"round", "turn"}:
        return UNITS.get(effect.unit, "")
    more = f"{effect.left} more {effect.unit}" + ("" if effect.left == 1 else "s")
    return more if effect.left else f"this {effect.unit}"


@rule("dead_weight.need.gm_secret", "dead_weight.doom.events")
def _secrets(state: State) -> Panel:
    """What only the GM knows: notes, the room and its dangers, what doom brings, what the next fight begins with."""
    place = here(state)
    blocks: list[Block] = [Text("notes", state.notes)]
    if place is not None:
        events = tuple(
            Line(str(at), text, "dead_weight.doom.events" if at in place.told else "") for at, text in place.events
        )
        blocks += [
            *_room(place),
            Tags("traps", tuple(Tag(trap.text, trap.room, bad=True) for trap in place.traps if not trap.known)),
            Lines("doom_events", events),
        ]
    waiting = [Tag(mark.kind, ", ".join(map(str, mark.about))) for mark in state.carries]
    blocks.append(Tags("waiting_effects", tuple(waiting)))
    return panel_of("secrets", "secrets", "notes", blocks)


def _room(place: Location) -> Iterator[Block]:
    """The room of the adventure where the party is."""
    room = room_of(place)
    if room is None:
        return
    yield Lines("room", (Line(room.id, room.effect, room.id),))
    ids = {rooms()[id_].number: id_ for id_ in adventures()[place.adventure].rooms}
    yield Tags("exits", tuple(Tag(ids.get(one.to, "outside"), one.way, ids.get(one.to, "")) for one in room.exits))
    yield Tags("enemies_here", tuple(Tag(one.ref, _count(one.count, one.note), one.ref) for one in room.enemies))
    yield Tags("loot", tuple(Tag(one.ref or one.name, _count(one.count, one.usage), one.ref) for one in room.loot))
    yield Text("trap", room.trap.text if room.trap else "")


def _count(count: int, note: str) -> str:
    return ", ".join(part for part in (f"×{count}" if count > 1 else "", note) if part)


def name(state: State, id_: str) -> str:
    """The name to show for an id: of a creature, a thing anywhere, an effect or an entry."""
    for effect in state.effects:
        if effect.id == id_:
            return name(state, effect.of)
    return name_of_id(BOOK, id_, state.party, state.allies, state.enemies, state.ground, state.corpses, state.locations)
