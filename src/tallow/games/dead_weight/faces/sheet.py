"""An adventurer's sheet: attributes as boxes, then harm, equipment, skills and magic, and biography."""

from collections.abc import Iterator

from tallow.games.dead_weight.checks.attribute_tests import LESSONS
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.gear import armours, shields, weapons
from tallow.games.dead_weight.entries.magic import prayers, spells
from tallow.games.dead_weight.gear.inventory import (
    FOUND,
    HAND,
    HANDS,
    NOTES,
    TORSO,
    arms,
    capacity,
    encumbered,
    limit,
    load,
    size,
    used,
)
from tallow.games.dead_weight.gear.tools import LEARNED
from tallow.games.dead_weight.harm.wounds import armour_points
from tallow.games.dead_weight.notation import write
from tallow.games.dead_weight.state import ATTRIBUTES, DOWN, OUT, Adventurer, Attribute, Creature, Item, score
from tallow.games.shared.view_parts import entry_name, panel_of
from tallow.games.view import Block, Boxes, Line, Lines, Look, Panel, Slot, Slots, Stat, Tag, Tags, Text, View
from tallow.play import RuleId, rule

REMINDERS: dict[str, tuple[RuleId, ...]] = {
    "tests": (
        "dead_weight.test.success",
        "dead_weight.test.great_success",
        "dead_weight.test.critical_failure",
        "dead_weight.test.fatigue",
    ),
    "dice": (
        "dead_weight.proficiency.rerolls",
        "dead_weight.safe.fewer_dice",
        "dead_weight.effort.extra_die",
        "dead_weight.help.die",
        "dead_weight.zero.two_dice",
        "dead_weight.lesson.mark",
    ),
    "harm": (
        "dead_weight.wound.armour_roll",
        "dead_weight.wound.armour_damage",
        "dead_weight.wound.toughen_up",
        "dead_weight.wound.place_same",
        "dead_weight.wound.mortal",
    ),
    "your_turn": ("dead_weight.combat.player_turn", "dead_weight.combat.stunned", "dead_weight.combat.move_leave"),
    "slots": ("dead_weight.inventory.limit", "dead_weight.inventory.encumbered_move"),
    "decay": ("dead_weight.exploration.decay",),
}
"""The rules that a player forgets, by the label that they stand under."""

PACKS = ("belt", "liquid", "back", "small_1", "small_2", "pocket", "mule")
"""Places that somebody has only with a container for them."""

UNSEEN = (FOUND, LEARNED)
"""Marks that the sheet does not show: what counts for a guild's share, and the spells learned from a book."""

BAD = OUT | DOWN | {"blind", "bound", "grabbed", "hooked", "leech_attached", "worm_attached", "glued", "dying"}

_WHY: dict[str, RuleId] = {
    "dead": "dead_weight.wound.death",
    "dying": "dead_weight.mortal.roll",
    "retired": "dead_weight.action.interlude_retire",
}


def sheet(one: Adventurer) -> View:
    """Everything on an adventurer's sheet."""
    return View((panel(one),))


def panel(one: Adventurer) -> Panel:
    """The sheet as one panel."""
    life = one.life
    blocks: list[Block] = [
        *attributes(one),
        Stat("ap", armour_points(one), why="dead_weight.wound.armour_roll"),
        Stat("load", load(one), limit(one), "dead_weight.inventory.limit"),
        Stat("silver", one.purse.silver, why="dead_weight.price.coins"),
        Stat("gold", one.purse.gold, why="dead_weight.price.coins"),
        Stat("insight", life.insight, why="dead_weight.tragedy.insight_use"),
        Stat("level", life.level, why="dead_weight.progress.level_cap"),
        *([Stat("counterfeit", one.purse.counterfeit)] if one.purse.counterfeit else []),
        *tokens(one),
        Tags("afflictions", afflictions(one)),
        Tags("conditions", conditions(one)),
        Tags("traumas", tuple(Tag(_id("trauma", name), why=_id("trauma", name), bad=True) for name in life.traumas)),
        Lines("attacks", tuple(_attacks(one))),
        *carried(one),
        *_magic(one),
        Lines("skills", tuple(_known("skill", life.skills))),
        Lines("traits", tuple(_known("trait", life.traits))),
        *_life(one),
        Text("notes", life.notes),
    ]
    return panel_of(one.id, one.name, "sheet", blocks, _calling(one), one.seat)


def _id(kind: str, name: str) -> RuleId:
    return f"dead_weight.{kind}.{name}"


@rule("dead_weight.attribute.sheet", "dead_weight.attribute.two_values", "dead_weight.lesson.mark")
def attributes(one: Adventurer) -> tuple[Boxes, ...]:
    """The four attributes: a box for each point of the score, the proficiency in a circle, five lessons."""
    return tuple(_boxes(one, attribute) for attribute in ATTRIBUTES)


_ATTRIBUTE: dict[Attribute, RuleId] = {
    "STR": "dead_weight.attribute.strength",
    "DEX": "dead_weight.attribute.dexterity",
    "INT": "dead_weight.attribute.intelligence",
    "PRE": "dead_weight.attribute.presence",
}


def _boxes(one: Adventurer, attribute: Attribute) -> Boxes:
    on = score(one, attribute)
    return Boxes(attribute, on.score, on.wounds, on.fatigue, on.proficiency, on.lessons, LESSONS, _ATTRIBUTE[attribute])


def tokens(one: Creature) -> Iterator[Stat]:
    """The tokens of somebody, one entry for each kind."""
    for name, many in (("stun", one.stun), ("shield", one.shield), ("dodge", one.dodge)):
        if many:
            yield Stat(name, many, why=_id("token", name))


def afflictions(one: Adventurer) -> tuple[Tag, ...]:
    """The afflictions of somebody."""
    return tuple(Tag(_id("affliction", name), why=_id("affliction", name), bad=True) for name in one.afflictions)


def conditions(one: Adventurer) -> tuple[Tag, ...]:
    """The conditions of somebody, each with its rulebook entry."""
    found = [condition(code, str(one.faint) if code == "fainted" and one.faint else "") for code in one.conditions]
    if encumbered(one):
        found.append(Tag("encumbered", why="dead_weight.inventory.encumbered_move", bad=True))
    return tuple(found)


def condition(code: str, detail: str = "") -> Tag:
    """One condition as a tag."""
    entry = _WHY.get(code, _id("condition", code))
    return Tag(code, detail, entry if entry in BOOK.entries() else "", code in BAD)


@rule("dead_weight.inventory.sheet_lists")
def carried(one: Adventurer) -> Iterator[Slots]:
    """A list of slots for the hands, one for the torso, one for each container, and one for very small things."""
    hands = ("both", *(place for hand in ("right", "left") for place in (hand, f"{hand}_carried")))
    yield Slots("hands", _things(one, hands), *_hands(one), "dead_weight.trappings.hands")
    yield Slots("torso", _things(one, ("worn", "torso")), used(one, "torso"), TORSO, "dead_weight.trappings.torso")
    places = [place for place in PACKS if capacity(one, place)]
    for place in places:
        here = _things(one, (place,))
        yield Slots(place, here, used(one, place), capacity(one, place), "dead_weight.inventory.sheet_lists")
    listed = {*hands, "worn", "torso", *places}
    rest = _things(one, tuple(dict.fromkeys(item.place for item in one.items if item.place not in listed)))
    if rest:
        yield Slots("tiny", rest, sum(thing.size for thing in rest), 0, "dead_weight.trappings.tiny")


@rule("dead_weight.trappings.hands", "dead_weight.trappings.hand_equipped")
def _hands(one: Adventurer) -> tuple[int, int]:
    """The slots of the hands that are used, and their number; a thing that is held uses all slots of its hand."""
    free = sum(capacity(one, f"{arm}_carried") - used(one, f"{arm}_carried") for arm in arms(one))
    most = HAND * len(arms(one))
    return most - max(0, free), most


def _things(one: Adventurer, places: tuple[str, ...]) -> tuple[Slot, ...]:
    return tuple(slot(item) for place in places for item in one.items if item.place == place)


def slot(item: Item) -> Slot:
    """A thing as shown in its slot."""
    return Slot(
        item.id,
        item.name if item.count == 1 else f"{item.name} ×{item.count}",
        size(item),
        _kind(item),
        "hands" if item.place in HANDS else "tiny" if item.place == NOTES else item.place,
        detail(item),
    )


def _kind(item: Item) -> Look:
    if item.ref in weapons():
        return "weapon"
    return "armour" if item.ref in armours() or item.ref in shields() else "thing"


def detail(item: Item) -> str:
    """The numbers of a thing, and its condition."""
    parts = []
    if item.ref in weapons():
        weapon = weapons()[item.ref]
        parts.append(write(weapon.attack))
        parts += ["two hands"] if weapon.hands == 2 else []
    if item.ref in armours() and armours()[item.ref].ap:
        parts.append(f"{item.ap}/{armours()[item.ref].ap} AP")
    if item.ref in shields():
        parts.append(f"{shields()[item.ref].tokens} shield")
    if item.usage:
        parts.append(f"Ud{item.usage}")
    flags = (("lit", item.lit), ("loaded", item.loaded), ("broken", item.broken))
    parts += [name for name, given in flags if given]
    parts += [*[mark for mark in item.marks if mark not in UNSEEN], *item.awkward]
    if item.value:
        parts.append(f"{item.value} silver")
    return ", ".join(parts)


def _attacks(one: Adventurer) -> Iterator[Line]:
    for item in one.items:
        if item.ref in weapons() and item.place in HANDS and not item.broken:
            yield Line(item.name, weapons()[item.ref].effect, item.ref)


def _known(kind: str, names: tuple[str, ...]) -> Iterator[Line]:
    for name in names:
        entry = BOOK.entries().get(_id(kind, name))
        yield Line(_id(kind, name), entry.text if entry else "", _id(kind, name))


def _magic(one: Adventurer) -> Iterator[Block]:
    magic, life = one.magic, one.life
    if life.school or life.god:
        yield Tags(
            "follows", tuple(Tag(id_, why=id_) for id_ in (_full("school", life.school), _full("god", life.god)) if id_)
        )
    yield Lines("spells", tuple(_spell(one, id_) for id_ in magic.spells))
    yield Lines("prayers", tuple(_prayer(one, id_) for id_ in magic.prayers))
    flags = (("well", magic.well, False), ("pleaded", magic.pleaded, True), ("angered", magic.angered, True))
    yield Tags("magic", tuple(Tag(name, bad=bad) for name, given, bad in flags if given))


def _full(kind: str, name: str) -> RuleId:
    return name if not name or _id(kind, name) not in BOOK.entries() else _id(kind, name)


def _spell(one: Adventurer, id_: RuleId) -> Line:
    marks = ["memorized"] if id_ in one.magic.memorized else []
    marks += ["exhausted"] if id_ in one.magic.exhausted else []
    return Line(id_, _marked(spells()[id_].effect if id_ in spells() else "", marks), id_)


def _prayer(one: Adventurer, id_: RuleId) -> Line:
    marks = ["memorized"] if id_ in one.magic.ready else []
    marks += ["exhausted"] if id_ in one.magic.exhausted else []
    return Line(id_, _marked(prayers()[id_].effect if id_ in prayers() else "", marks), id_)


def _marked(effect: str, marks: list[str]) -> str:
    return f"({', '.join(marks)}) {effect}" if marks else effect


def _life(one: Adventurer) -> Iterator[Block]:
    steps = (one.life.infancy, one.life.career, one.life.tragedy, one.life.burden)
    yield Lines("life", tuple(Line(id_, _story(id_), id_) for id_ in steps if id_))


def _story(id_: RuleId) -> str:
    entry = BOOK.entries().get(id_)
    return str(entry.data.get("story", "")) if entry else ""


def _calling(one: Adventurer) -> str:
    found = (entry_name(BOOK, one.life.calling), entry_name(BOOK, one.life.career))
    return ", ".join(title for title in found if title)
