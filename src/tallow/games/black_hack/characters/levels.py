"""Levels: what each class gains with one, and how one is lost and restored."""

from collections.abc import Mapping
from functools import cache

from msgspec.structs import replace

from tallow.games.black_hack.checks.edges import Edge, edged
from tallow.games.black_hack.checks.sways import calling
from tallow.games.black_hack.checks.temporary import permanent
from tallow.games.black_hack.entries import Calling, callings, prayers, spells
from tallow.games.black_hack.gear.burden import shed_load
from tallow.games.black_hack.gear.things import with_thing
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import (
    ATTRIBUTES,
    FIELD,
    MARKS,
    Attribute,
    Character,
    Gain,
    Item,
    State,
    character,
    dead,
    put,
    score,
    with_score,
)
from tallow.play import Play, RuleId, Seat, Stake, rule


@rule("black_hack.class.warrior", "black_hack.class.thief", "black_hack.class.cleric", "black_hack.class.wizard")
def class_of(one: Character) -> Calling:
    """The class of a character."""
    return callings()[calling(one)]


@rule(
    "black_hack.phase.level_gain",
    "black_hack.action.gain_level",
    "black_hack.xp.class_benefit",
    "black_hack.xp.max_level",
    "black_hack.hp.dice_count",
    "black_hack.hd.level",
)
def gained(play: Play, one: Character, settings: Settings, lent: dict[Attribute, int] | None = None) -> Character:
    """The character with one more Level: a d20 for each attribute and one extra, a Hit Die, and the class's gains.

    `lent` are temporary points of attributes; the d20 is not rolled against them.
    """
    lent = lent or {}
    one = replace(one, level=one.level + 1)
    one, risen = attributes(play, one, lent)
    calling_ = class_of(one)
    die = play.call(hit_die, calling_.hit_die, "advantage" if calling_.level_advantage else "", one.seat)
    hp = one.hp + (die if settings.level_hp == "max_and_current" else 0)
    play.tell("level", one.name, one.level, die, why="black_hack.hp.level_die")
    gains = (*one.life.gains, Gain(risen, die))
    one = replace(one, hp_max=one.hp_max + die, hp=hp, life=replace(one.life, gains=gains))
    return new_page(play, one, settings)


@rule(
    "black_hack.ability.warrior_level_attributes",
    "black_hack.ability.thief_level_attributes",
    "black_hack.ability.cleric_level_attributes",
    "black_hack.ability.wizard_level_attributes",
    "black_hack.ability.warrior_level_extra_roll",
    "black_hack.ability.thief_level_extra_roll",
    "black_hack.ability.cleric_level_extra_roll",
    "black_hack.ability.wizard_level_extra_roll",
)
def attributes(play: Play, one: Character, lent: dict[Attribute, int]) -> tuple[Character, tuple[Attribute, ...]]:
    """Roll a d20 for each attribute; above it, it rises by 1. Then one more roll, for an attribute of the class."""
    risen: list[Attribute] = []
    abilities = f"black_hack.ability.{calling(one)}_level"
    for attribute in ATTRIBUTES:
        one = _rolled(play, one, attribute, lent, risen, f"{abilities}_attributes")
    named = class_of(one).level_extra_roll
    options = tuple([attribute for attribute in ATTRIBUTES if "any" in named or attribute in named])
    worst = sorted(options, key=lambda attribute: score(one, attribute) - lent.get(attribute, 0))
    now = tuple([f"{attribute} {score(one, attribute)}" for attribute in worst])
    extra = play.choose(one.seat, "extra_roll", tuple(worst), one.name, now, why=f"{abilities}_extra_roll")
    return _rolled(play, one, extra, lent, risen, f"{abilities}_extra_roll"), tuple(risen)


def rises(play: Play, value: int, by: Seat, why: RuleId) -> bool:
    """Whether a d20 is over an attribute, so that it rises by 1."""
    return play.roll(1, 20, by=by, why=why, stake=Stake(value + 1, above=True, means="rises"))[0] > value


def _rolled(
    play: Play, one: Character, attribute: Attribute, lent: dict[Attribute, int], risen: list[Attribute], why: RuleId
) -> Character:
    of: RuleId = f"black_hack.attribute.{FIELD[attribute]}"
    if not rises(play, score(one, attribute) - lent.get(attribute, 0), one.seat, of):
        return one
    risen.append(attribute)
    one = with_score(one, attribute, score(one, attribute) + 1)
    play.tell("level.attribute", one.name, attribute, score(one, attribute), why=why)
    return one


@rule(
    "black_hack.hp.level_die",
    "black_hack.hp.character_dice",
    "black_hack.hp.max_only_by_level",
    "black_hack.ability.warrior_level_hit_die",
    "black_hack.ability.thief_level_hit_die",
    "black_hack.ability.cleric_level_hit_die",
    "black_hack.ability.wizard_level_hit_die",
)
def hit_die(play: Play, sides: int, edge: Edge, by: Seat) -> int:
    """The Hit Die of a new Level; a Warrior's is rolled with Advantage."""

    def once(_: int | None) -> int:
        return play.roll(1, sides, by=by, why="black_hack.hp.level_die")[0]

    face: int = edged(play, once, edge, by, lambda face: face, lambda face: face)
    return face


@rule("black_hack.ability.warrior_level_damage_die", "black_hack.ability.warrior_damage_pool")
def damage_pool(one: Character) -> int:
    """The Damage Dice of a Warrior: as many as Hit Dice; nobody else has a pool."""
    return one.level if calling(one) == "warrior" else 0


def book(one: Character) -> Item | None:
    """The book that somebody writes their spells or prayers in."""
    return next((item for item in one.items if MARKS.any(item.marks, "own_book")), None)


@rule("black_hack.magic.spellcasters")
def texts(one: Character) -> Mapping[RuleId, int]:
    """The spells or prayers of a class, with their levels; nothing for those who cast none."""
    return _texts(calling(one))


@cache
def _texts(class_: str) -> Mapping[RuleId, int]:
    known = {"wizard": spells(), "cleric": prayers()}.get(class_, {})
    return {ref: spell.level for ref, spell in known.items()}


@rule("black_hack.setting.new_spells", "black_hack.wizard.spellbook", "black_hack.cleric.prayer_book")
def new_page(play: Play, one: Character, settings: Settings) -> Character:
    """If the table's settings say so, a new Level adds one spell of a castable level to the character's book."""
    own = book(one)
    if own is None or settings.new_spells != "one_per_level":
        return one
    options = tuple([ref for ref, level in texts(one).items() if level <= one.level and ref not in own.spells])
    if not options:
        return one
    why = "black_hack.wizard.spellbook"
    ref = play.choose(one.seat, "new_page", tuple(reversed(options)), one.name, why=why)
    play.tell("spell.written", one.name, ref, why=why)
    return replace(one, items=with_thing(one.items, replace(own, spells=(*own.spells, ref))))


@rule("black_hack.spell.level_drain", "black_hack.phase.level_gain")
def drained(play: Play, state: State, who: str, why: RuleId) -> State:
    """Somebody loses the last Level and all that it gave; a character with only one Level dies."""
    one = character(state, who)
    if one.level == 1:
        play.tell("level.last", one.name, why=why)
        return put(state, dead(state, replace(one, hp=0)))
    lost = one.life.gains[-1] if one.life.gains else Gain((), 0)
    for attribute in lost.attributes:
        one = with_score(one, attribute, score(one, attribute) - 1)
    hp_max = max(1, one.hp_max - lost.hp)
    life = replace(one.life, gains=one.life.gains[:-1], drained=(*one.life.drained, lost))
    one = replace(one, level=one.level - 1, hp_max=hp_max, hp=min(one.hp, hp_max), life=life)
    kept = [ref for ref in one.magic.memorised if texts(one).get(ref, 0) <= one.level][: one.level]
    play.tell("level.lost", one.name, one.level, why=why)
    return shed_load(play, put(state, replace(one, magic=replace(one.magic, memorised=tuple(kept)))), who)


@rule("black_hack.prayer.restoration")
def restored(play: Play, state: State, who: str, why: RuleId) -> State:
    """All Levels that were drained come back, exactly as they were."""
    one = character(state, who)
    for back in reversed(one.life.drained):
        for attribute in back.attributes:
            one = with_score(one, attribute, score(one, attribute) + 1)
        one = replace(one, level=one.level + 1, hp_max=one.hp_max + back.hp)
        one = replace(one, life=replace(one.life, gains=(*one.life.gains, back)))
    if one.life.drained:
        play.tell("level.back", one.name, one.level, why=why)
    return put(state, replace(one, life=replace(one.life, drained=())))


@rule("black_hack.ability.warrior_level_attributes")
def borrowed(state: State, one: Character) -> dict[Attribute, int]:
    """The temporary points of a character's attributes."""
    return {attribute: score(one, attribute) - permanent(state, one, attribute) for attribute in ATTRIBUTES}
