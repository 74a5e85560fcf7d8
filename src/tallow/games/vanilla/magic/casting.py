"""Casting: what a creature can cast and from what; quickly with a roll to control it, or safely as a ritual."""

from typing import Any, TypeAlias

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.rolls import controls
from tallow.games.vanilla.checks.sways import penalty
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.combat.armour import ac_of
from tallow.games.vanilla.combat.rounds import spend
from tallow.games.vanilla.entries import MAGIC_USER, SCROLL, SPELLBOOK, Spell, enchantments, spells, weapons
from tallow.games.vanilla.gear.inventory import item_of, with_corruption, with_item
from tallow.games.vanilla.gear.light import blind
from tallow.games.vanilla.harm.damage import damage
from tallow.games.vanilla.harm.perils import goes_on
from tallow.games.vanilla.magic.lasting import keeps_up, lose_concentration, under
from tallow.games.vanilla.magic.miscasts import miscast
from tallow.games.vanilla.magic.spells import Cast, aim_options, caster_level, has_intended_target, mode_and_targets
from tallow.games.vanilla.magic.workings import work
from tallow.games.vanilla.state import HOUR, ROUND, Creature, Known, State, able
from tallow.games.vanilla.world.time import elapse
from tallow.games.vanilla.world.turns import exploring
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

Source: TypeAlias = tuple[Any, ...]
"""What is cast from: ("book", spell), ("corrupted", spell), ("scroll", spell, thing) or ("found", spell, thing)."""

QUICK: RuleId = "vanilla.action.quick_cast"
RITUAL: RuleId = "vanilla.action.ritual"


@rule("vanilla.cast.who", "vanilla.setting.fighter_scrolls")
def casts(state: State, one: Creature) -> bool:
    """Whether a creature can cast at all: Magic-Users, enemies with a book, and by the setting anyone from scrolls."""
    if one.of == MAGIC_USER:
        return True
    return one.kind != "enemy" and state.settings.fighter_scrolls and any(item.ref == SCROLL for item in one.items)


@rule("vanilla.cast.always", "vanilla.item.spellbook", "vanilla.item.scroll", "vanilla.corrupt.where")
def sources(state: State, one: Creature) -> tuple[Source, ...]:
    """All that a creature can cast, with its sources: its own book, scrolls, and found books."""
    if not casts(state, one):
        return ()
    found: list[Source] = []
    if one.of == MAGIC_USER:
        found += [("corrupted" if known.corrupted else "book", known.spell) for known in one.book]
    for item in one.items:
        if item.ref == SCROLL and item.spell:
            found.append(("scroll", item.spell, item.id))
        elif item.ref == SPELLBOOK and one.of == MAGIC_USER:
            found += [("found", known.spell, item.id) for known in item.book]
    return tuple(sorted(found, key=lambda source: corrupted(one, source)))


def castable(state: State, who: str) -> tuple[Source, ...]:
    """What a creature can cast now, because there is something to cast it at."""
    return tuple(
        [source for source in sources(state, find(state, who)) if aim_options(state, who, spells()[source[1]])]
    )


@rule("vanilla.corrupt.where", "vanilla.corrupt.quick")
def corrupted(one: Creature, source: Source) -> bool:
    """Whether a source's spell is Corrupted; a scroll's never is."""
    if source[0] == "found":
        book = next(item for item in one.items if item.id == source[2])
        return Known(source[1], corrupted=True) in book.book
    return bool(source[0] == "corrupted")


@rule("vanilla.cast.control", "vanilla.table.magic_armour", "vanilla.monster.penalty")
def control_numbers(state: State, one: Creature) -> tuple[int, int]:
    """The ST and AC between which a caster must roll: full AC, except for armour made for mages."""
    spared = 0
    for item in one.items:
        if item.power and item.place == "worn":
            row = enchantments().get(item.power)
            spared += item.ac if row is not None and row.control_ac == 0 else 0
    return one.st + penalty(state, one), ac_of(state, one) - spared


@rule("vanilla.action.quick_cast", "vanilla.cast.quick", "vanilla.magic.no_move")
def quick_cast(play: Play, state: State, who: str) -> State:
    """Cast a spell in one Round: ask for it and its target, roll to control it; the move is left only for reloading."""
    source, option = declared(play, state, who)
    if state.combat is None:
        return elapse(play, cast_quickly(play, state, who, source, option), ROUND)
    one = replace(find(state, who), cast=True)
    if not any(item.ref in weapons() and weapons()[item.ref].ready == "move" for item in one.items):
        state = spend(state, "move")
    return cast_quickly(play, put(state, one), who, source, option)


def declared(play: Play, state: State, who: str) -> tuple[Source, Any]:
    """Ask what is cast and at whom.

    Spells with an intended target come first among the options, and their number is a fact of the question.
    """
    one = find(state, who)
    able_to = castable(state, who)
    first = [source for source in able_to if has_intended_target(state, who, spells()[source[1]])]
    options = (*first, *[source for source in able_to if source not in first])
    source = play.choose(one.seat, "cast_what", options, one.name, len(first), why=QUICK)
    return source, aimed(play, state, who, spells()[source[1]])


def aimed(play: Play, state: State, who: str, spell: Spell) -> Any:
    """Ask for the target or mode of a spell."""
    return play.choose(find(state, who).seat, "cast_at", aim_options(state, who, spell), spell.id, why=spell.id)


@rule("vanilla.cast.control", "vanilla.cast.success", "vanilla.corrupt.quick", "vanilla.magic.dangerous")
def cast_quickly(play: Play, state: State, who: str, source: Source, option: Any) -> State:
    """Roll to control a spell, then apply the spell or its failure."""
    one = find(state, who)
    spell = spells()[source[1]]
    mode, targets = mode_and_targets(state, who, spell, option)
    cast = Cast(spell, who, caster_level(one), one.seat, mode, targets)
    spoilt = corrupted(one, source)
    if not spoilt and play.call(controls, *control_numbers(state, one), one.seat):
        play.tell("cast.controlled", one.name, spell.id, why="vanilla.cast.control")
        return work(play, state, cast)
    play.tell("cast.lost", one.name, spell.id, why="vanilla.corrupt.quick" if spoilt else "vanilla.cast.control")
    state = miscast(play, lost_control(play, state, who, source), cast)
    return state if able(find(state, who)) else lose_concentration(play, state, who)


@rule(
    "vanilla.cast.scroll_fail",
    "vanilla.cast.scroll_miscast",
    "vanilla.cast.book_fail_mark",
    "vanilla.cast.book_fail_damage",
    "vanilla.cast.book_fail_miscast",
)
def lost_control(play: Play, state: State, who: str, source: Source) -> State:
    """Control is lost: a scroll is destroyed; a book's spell is Corrupted, and the caster takes damage of its level."""
    one = find(state, who)
    spell = spells()[source[1]]
    if source[0] == "scroll":
        play.tell("scroll.destroyed", one.name, spell.id, why="vanilla.cast.scroll_fail")
        return put(state, replace(one, items=tuple([item for item in one.items if item.id != source[2]])))
    if not corrupted(one, source):
        play.tell("spell.corrupted", one.name, spell.id, why="vanilla.cast.book_fail_mark")
        state = put(state, marked(one, source))
    return damage(play, state, who, spell.level, "vanilla.cast.book_fail_damage")


@rule("vanilla.cast.book_fail_mark")
def marked(one: Creature, source: Source) -> Creature:
    """The creature with the spell Corrupted in the book that it was cast from."""
    if source[0] == "found":
        found = item_of(one, source[2])
        return with_item(one, replace(found, book=with_corruption(found.book, source[1], corrupted=True)))
    return replace(one, book=with_corruption(one.book, source[1], corrupted=True))


@rule(
    "vanilla.magic.no_move",
    "vanilla.magic.damaged",
    "vanilla.magic.else",
    "vanilla.magic.free_attacks",
    "vanilla.setting.free_attack_spoils_spell",
    "vanilla.light.dark",
)
def cannot_cast(state: State, who: str) -> Refusal | None:
    """Why a creature cannot cast this Round: it moved, was hurt before its go, or cannot speak or read."""
    one = find(state, who)
    if one.moved:
        return Refusal("has_moved", (one.name,), "vanilla.magic.no_move")
    if one.hurt:
        return Refusal("was_hurt", (one.name,), "vanilla.magic.damaged")
    if one.cast:
        return Refusal("one_spell", (one.name,), "vanilla.cast.quick")
    if has(one, "mute"):
        return Refusal("mute", (one.name,), "vanilla.spell.enervate")
    combat = state.combat
    if combat is not None and combat.turn == who and combat.stung and state.settings.free_attack_spoils_spell:
        return Refusal("spoiled", (one.name,), "vanilla.setting.free_attack_spoils_spell")
    return None


@rule("vanilla.cast.always", "vanilla.light.dark", "vanilla.spell.read_scripts")
def cannot_read(state: State, who: str) -> Refusal | None:
    """Why a creature cannot cast from book or scroll: darkness, unable to read, or no spell has a target here."""
    one = find(state, who)
    if blind(state, one):
        return Refusal("too_dark", (one.name,), "vanilla.light.dark")
    if under(state, who, "unlettered"):
        return Refusal("unlettered", (one.name,), "vanilla.spell.read_scripts")
    return None if castable(state, who) else Refusal("nothing_to_cast", (one.name,), QUICK)


def _no_quick(state: State, who: str) -> Refusal | None:
    return cannot_cast(state, who) or cannot_read(state, who)


def _caster(state: State, who: str) -> bool:
    return bool(sources(state, find(state, who))) and state.phase != "creation"


@rule(
    "vanilla.action.ritual",
    "vanilla.cast.ritual_time",
    "vanilla.cast.ritual_control",
    "vanilla.cast.ritual_broken",
    "vanilla.corrupt.ritual",
)
def ritual(play: Play, state: State, who: str) -> State:
    """Cast as a ritual: an hour for each level, then the spell without a roll; damage or an encounter interrupts it."""
    one = find(state, who)
    source = play.choose(one.seat, "ritual_what", castable(state, who), one.name, why=RITUAL)
    spell = spells()[source[1]]
    if not goes_on(play, state, one.seat, spell.level * HOUR):
        return state
    play.tell("ritual", one.name, spell.id, spell.level, why=RITUAL)
    state = lose_concentration(play, state, who)
    state = elapse(play, state, spell.level * HOUR)
    after = find(state, who)
    if state.phase == "encounter" or not able(after) or after.grit < one.grit or after.flesh < one.flesh:
        play.tell("ritual.broken", one.name, spell.id, why="vanilla.cast.ritual_broken")
        return state
    return ritual_ends(play, state, who, source)


@rule("vanilla.cast.ritual_control", "vanilla.corrupt.ritual")
def ritual_ends(play: Play, state: State, who: str, source: Source) -> State:
    """End a ritual: a Corrupted spell first deals damage of its level, then targets are chosen and it takes effect."""
    one = find(state, who)
    spell = spells()[source[1]]
    if corrupted(one, source):
        state = damage(play, state, who, spell.level, "vanilla.corrupt.ritual")
        if not able(find(state, who)):
            play.tell("fizzles", one.name, spell.id, why="vanilla.corrupt.ritual")
            return state
    if not aim_options(state, who, spell):
        play.tell("spell.nothing", one.name, spell.id, why=RITUAL)
        return state
    mode, targets = mode_and_targets(state, who, spell, aimed(play, state, who, spell))
    return work(play, state, Cast(spell, who, caster_level(one), one.seat, mode, targets))


def _no_ritual(state: State, who: str) -> Refusal | None:
    if state.busy:
        return Refusal("turn_begun", (), "vanilla.time.turn")
    one = find(state, who)
    return Refusal("mute", (one.name,), "vanilla.spell.enervate") if has(one, "mute") else cannot_read(state, who)


@rule("vanilla.action.concentrate", "vanilla.spell.durations", "vanilla.spell.wall_of_fire_or_ice")
def concentrate(play: Play, state: State, who: str) -> State:
    """Keep up one's concentration for this Round."""
    play.tell("concentrates", find(state, who).name, why="vanilla.action.concentrate")
    return state


DEEDS: tuple[Deed[State], ...] = (
    go_deed("quick_cast", "action", quick_cast, QUICK, refuse=_no_quick, shown=_caster, outside=True, group="magic"),
    go_deed("concentrate", "action", concentrate, "vanilla.action.concentrate", shown=keeps_up, group="magic"),
    Deed(
        "ritual",
        ritual,
        RITUAL,
        cost="hours",
        shown=lambda state, who: exploring(state, who) and _caster(state, who),
        refuse=_no_ritual,
        group="magic",
        rank=1,
    ),
)
