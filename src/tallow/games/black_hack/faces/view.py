"""What each seat sees. Secrets are removed here and nowhere else.

Everyone sees the scene, the sheets and cards of the party, foes by name and appearance, trackers, and what lies on the
ground. HP, Hit Dice and Morale of foes are only for the GM until they are revealed. The GM sees all.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from tallow.games.black_hack.combat import ranges
from tallow.games.black_hack.entries import BOOK, monsters
from tallow.games.black_hack.faces.sheet import armour_dice, attributes, conditions, detail, panel, titled
from tallow.games.black_hack.harm.damage import dice_by_hd
from tallow.games.black_hack.harm.perils import helps
from tallow.games.black_hack.magic.lasting import title_of
from tallow.games.black_hack.monsters.bestiary import lines
from tallow.games.black_hack.monsters.encounters import due
from tallow.games.black_hack.monsters.meeting import met
from tallow.games.black_hack.state import Being, Character, Combat, Creature, Effect, State, able, alive, find, looks
from tallow.games.shared.deadly import NOTHING
from tallow.games.shared.nearness import nearness, viewpoint
from tallow.games.shared.view_parts import block_panel, known_to, name_of_id, panel_of
from tallow.games.view import Bands, Block, Line, Lines, Panel, Stat, Tag, Tags, Text, View
from tallow.mechanics.conditions import has
from tallow.play import REFEREE, Seat, rule

SHOWS = ("asleep", "stone", "mist", "flying", "rising")
"""Conditions of a foe that anyone can see."""


@rule("black_hack.creature.types", "black_hack.encounter.secret", "black_hack.range.relative_tracking")
def view(state: State, seat: Seat) -> View:
    """All that this seat may see."""
    gm = seat == REFEREE
    foes = [foe for foe in state.foes if gm or met(state, foe)]
    seen = (*(one.id for one in state.party + state.allies), *(foe.id for foe in foes))
    panels = [
        *_sheets(state, seat),
        _scene(state, seat, seen),
        *(_card(state, one, seen) for one in state.party),
        *((_foe if gm or ally.revealed or ally.seat == seat else _seen)(state, ally, seen) for ally in state.allies),
        *((_foe if gm or foe.revealed else _seen)(state, foe, seen) for foe in foes),
        *_trackers(state, gm),
        *_lying_about(state, seen, gm),
        *([secrets] if gm and (secrets := _secrets(state)).blocks else []),
    ]
    return View(tuple(panels))


def _sheets(state: State, seat: Seat) -> Iterator[Panel]:
    """Every sheet of the party, one's own first, the living before the dead; notes are shown only to their owner."""
    for one in sorted(state.party, key=lambda one: (one.seat != seat, not alive(one))):
        shown = panel(state, one, seat in {one.seat, REFEREE})
        last = _in_peril(state, one)
        yield replace(shown, blocks=(*last, *shown.blocks)) if last else shown


@rule("black_hack.time.deadly", "black_hack.oofa.when_roll")
def _in_peril(state: State, one: Character) -> tuple[Block, ...]:
    """The first block on the sheet of somebody Out of Action or with Ongoing Damage: the danger, and what helps."""
    if not has(one, "out_of_action") and not (able(one) and one.ongoing):
        return ()
    peril = Tag("out_of_action" if has(one, "out_of_action") else "ongoing", why="black_hack.time.deadly", bad=True)
    return (Tags("peril", (peril,)), Tags("what_helps", tuple([Tag(way) for way in helps(state, one) or (NOTHING,)])))


def _scene(state: State, seat: Seat, seen: tuple[str, ...]) -> Panel:
    """The scene: in a fight the Moment and the order of Turns, else who has still to act."""
    fight = state.combat
    blocks: list[Block] = []
    if fight is not None:
        blocks = [
            Stat("moment", fight.moment, why="black_hack.init.each_moment"),
            Tags("left", tuple(_left(fight))),
            *order(state, fight, seen),
            Tags("fleeing", tuple(Tag(name(state, who)) for who in fight.fleeing if who in seen)),
            Tags("unaware", tuple(Tag(name(state, who)) for who in fight.unaware if who in seen)),
            *_nearness(state, fight, seat, seen),
        ]
    else:
        blocks = [
            Tags("unit", (Tag(state.unit, why=f"black_hack.time.{state.unit}"),)),
            Tags("to_act", tuple(Tag(one.name) for one in state.party if able(one) and one.id not in state.acted)),
        ]
        if state.ended is not None:
            blocks += [Tags("last_fight", (Tag(state.ended.how),))]
    return panel_of("scene", state.phase, "scene", blocks)


@rule("black_hack.range.bands")
def _nearness(state: State, fight: Combat, seat: Seat, seen: tuple[str, ...]) -> tuple[Bands, ...]:
    """Who is Close, Nearby, Far-Away and Distant to whoever this seat plays."""
    due = (fight.turn,) if fight.turn else fight.due
    friends: tuple[Being, ...] = (*state.party, *state.allies)

    def apart(one: Being, other: Being) -> tuple[int, str, int]:
        found = ranges.band(state, one.id, other.id)
        return ranges.order(found), found, 0

    return nearness(
        viewpoint([one for one in state.party if able(one)], seat, lambda one: one.seat, due),
        [one for one in (*friends, *state.foes) if one.id in seen and alive(one)],
        apart,
        party=[one.id for one in friends],
        due=due,
        down=lambda one: not able(one),
    )


def _left(fight: Combat) -> Iterator[Tag]:
    if fight.turn and fight.move:
        yield Tag("a_move", why="black_hack.turn.contents")
    if fight.turn and fight.action:
        yield Tag("an_action", why="black_hack.turn.contents")


@rule("black_hack.init.success_before", "black_hack.init.fail_after", "black_hack.init.group_order")
def order(state: State, fight: Combat, seen: tuple[str, ...]) -> Iterator[Tags]:
    """The order of Turns: those before the opponents, the opponents, those after them."""
    steps = {
        "early": [one.id for one in state.party if one.id in fight.early],
        "opponents": [foe.id for foe in state.foes],
        "late": [one.id for one in state.party if one.id not in fight.early],
    }
    over = list(steps)[: list(steps).index(fight.step)] if fight.step in steps else []
    for step, ids in steps.items():
        there = [who for who in ids if who in seen and able(find(state, who))]
        yield Tags(step, tuple([Tag(name(state, who), _when(fight, step, over, who)) for who in there]))


def _when(fight: Combat, step: str, over: list[str], who: str) -> str:
    """Whether somebody has the Turn now, or has had it; "" for Turns to come."""
    if fight.turn == who:
        return "acts_now"
    return "has_acted" if step in over or (step == fight.step and who not in fight.due) else ""


def _card(state: State, one: Character, seen: tuple[str, ...]) -> Panel:
    """A short card of a member of the party."""
    blocks: list[Block] = [
        *_in_peril(state, one),
        Stat("hp", one.hp, one.hp_max, "black_hack.hp.max"),
        Stat("level", one.level, why="black_hack.hd.level"),
        *attributes(one),
        *([Stat("pool", one.pool, one.level, "black_hack.ability.warrior_damage_pool")] if one.pool else []),
        *armour_dice(state, one),
        Tags("conditions", conditions(one)),
        *_near(state, one.id, seen),
        Tags("in_hand", tuple(Tag(titled(item), detail(item)) for item in one.items if item.place == "hands")),
    ]
    return panel_of(f"{one.id}.card", one.name, "card", blocks, seat=one.seat)


@rule("black_hack.range.bands", "black_hack.range.relative_tracking")
def _near(state: State, who: str, seen: tuple[str, ...]) -> tuple[Tags, ...]:
    """Somebody's distances in a fight; Nearby is left out, and so are distances between foes."""
    if state.combat is None or not alive(find(state, who)):
        return ()
    foes = [foe.id for foe in state.foes]
    found = []
    for one, other, band in state.combat.bands:
        if who in (one, other):
            whom = other if who == one else one
            if whom in seen and alive(find(state, whom)) and not (who in foes and whom in foes):
                found.append(Tag(name(state, whom), band, f"black_hack.range.{band}"))
    return (Tags("distances", tuple(found)),) if found else ()


def _seen(state: State, foe: Creature, seen: tuple[str, ...]) -> Panel:
    """A foe as players see it: its appearance and distance, no numbers."""
    tags = [Tag(looks(foe)), *_banished(foe), *(Tag(code) for code in SHOWS if has(foe, code))]
    tags += [Tag(hindrance.name, why=f"black_hack.hindrance.{hindrance.name}") for hindrance in foe.hindrances]
    return panel_of(foe.id, foe.name, "card", [Tags("foe", tuple(tags)), *_near(state, foe.id, seen)])


@rule("black_hack.banish.flee", "black_hack.banish.duration")
def _banished(foe: Creature) -> tuple[Tag, ...]:
    """That a foe is Banished, and for how many Moments more."""
    return (Tag("banished", str(foe.banished), "black_hack.banish.duration"),) if foe.banished and alive(foe) else ()


@rule("black_hack.bestiary.form")
def _foe(state: State, foe: Creature, seen: tuple[str, ...]) -> Panel:
    """A foe with its numbers, for the GM, or for all once it is revealed."""
    dice, average = dice_by_hd(foe.hd) if foe.hd else ("", 0)
    attacks = tuple(
        Line(line.name, f"{line.attribute} · {dice if line.damage == 'by_hd' else line.damage} · {line.targets}")
        for line in lines(foe)
    )
    known = monsters().get(foe.of) if alive(foe) else None
    worse = [tag for tag in conditions(foe) if tag.name not in ("removed", "fled")]
    blocks: list[Block] = [
        Tags("foe", (Tag(looks(foe)), *_banished(foe), *worse, *(Tag(tag) for tag in foe.tags))),
        Stat("hp", foe.hp, foe.hp_max, "black_hack.hp.npc_d8"),
        Stat("hd", foe.hd, why="black_hack.hd.level"),
        *([Stat("average", average, why="black_hack.gm.damage_roll_or_average")] if average else []),
        *_near(state, foe.id, seen),
        Lines("attacks", attacks),
        Lines("specials", tuple(Line(s.name, s.effect, foe.of) for s in known.specials) if known is not None else ()),
        Tags("of", (Tag(foe.of, why=foe.of),) if foe.of else ()),
    ]
    if foe.commander:
        blocks.append(Tags("commander", (Tag(name(state, foe.commander)),)))
    return panel_of(foe.id, foe.name, "card", blocks)


def _trackers(state: State, gm: bool) -> Iterator[Panel]:
    """Time and place, and the lights that burn."""
    place = [Tag(code) for code, so in (("dangerous", state.dangerous), ("dark", state.dark)) if so]
    yield panel_of(
        "time",
        "time",
        "tracker",
        [
            Stat("session", state.session, why="black_hack.phase.session_start"),
            Stat("date", state.day, why="black_hack.time.days"),
            Stat("turns", state.turns, why="black_hack.time.minutes"),
            Tags("place", tuple(place)),
            *([Tags("encounter", (Tag("due", why="black_hack.encounter.when_time"),))] if gm and due(state) else []),
        ],
    )
    lit = [Tag(titled(item), f"{one.name} · Ud{item.usage}") for one in state.party for item in one.items if item.lit]
    yield from block_panel("tracker", Tags("light", tuple(lit)))


@rule("black_hack.usage.duration")
def _lying_about(state: State, seen: tuple[str, ...], gm: bool) -> Iterator[Panel]:
    """Things on the ground, and lasting effects with their dice."""
    things = tuple(Line(titled(item), detail(item), item.ref) for item in state.ground)
    yield from block_panel("scene", Lines("ground", things))
    known = [effect for effect in state.effects if gm or known_to(state.party, effect)]
    yield from block_panel("tracker", Lines("effects", tuple(_effect(state, effect, seen) for effect in known)))


def _effect(state: State, effect: Effect, seen: tuple[str, ...]) -> Line:
    upon = ", ".join(name(state, who) for who in effect.on if who in seen)
    left = f"Ud{effect.die}" if effect.die else str(effect.left) if effect.left else ""
    why = effect.of if effect.of in BOOK.entries() else ""
    return Line(title_of(effect), " · ".join(part for part in (upon, left) if part), why)


@rule("black_hack.encounter.when_time", "black_hack.encounter.when_linger")
def _secrets(state: State) -> Panel:
    """What only the GM knows."""
    blocks: list[Block] = [Text("notes", state.notes)]
    if state.dangerous:
        blocks += [
            Stat("since_encounter", state.encounter, why="black_hack.encounter.when_time"),
            Stat("linger", state.linger, why="black_hack.encounter.when_linger"),
        ]
    return panel_of("secrets", "secrets", "notes", blocks)


def name(state: State, id_: str) -> str:
    """The name to show for an id: of a being, a thing anywhere, an effect or an entry."""
    for effect in state.effects:
        if effect.id == id_:
            return name(state, effect.of)
    return name_of_id(BOOK, id_, state.party, state.allies, state.foes, state.ground)
