"""Tools and materials: tests with a rope or toolkit, traps, wedged doors, maps, war paint, brews, books of spells."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.use_limits import NEXT_COMBAT, SPENT
from tallow.games.dead_weight.entries.gear import Armour
from tallow.games.dead_weight.entries.magic import spells
from tallow.games.dead_weight.gear.inventory import carries, entry, find_item, thing, with_item
from tallow.games.dead_weight.gear.trappings import mend, use_up
from tallow.games.dead_weight.gear.treasure import give_to
from tallow.games.dead_weight.magic.effects import PHOBIA, begin, room_here
from tallow.games.dead_weight.magic.workings import goes_on
from tallow.games.dead_weight.state import (
    Adventurer,
    Attribute,
    Effect,
    Item,
    State,
    Trap,
    adventurer,
    alive,
    here,
    put,
    put_location,
    under,
)
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

ITEM = "dead_weight.item."
SPIKES: RuleId = f"{ITEM}iron_spikes"
MAP: RuleId = f"{ITEM}drawing_tools"
PAINT: RuleId = f"{ITEM}war_paint"
WATER: RuleId = f"{ITEM}water"
GRIMOIRE: RuleId = f"{ITEM}old_grimoire"
BREWS = tuple(
    f"{ITEM}{name}" for name in ("healing_tonic", "anti_poison_tonic", "tonic_of_bravery", "potion_of_giants")
)
"""What can be brewed with an alchemic kit, one dose of it."""

BREWED = SPENT.mark("camp", "brewed")
STUDIED = SPENT.mark("camp", "studied")
PAGES = {f"{ITEM}spell_book": 3, GRIMOIRE: 6}
"""How many spells a book has to teach."""

LEARNED = "learned"
"""The mark of a book for each spell that was learned from it."""

VOID_DEMON: RuleId = "dead_weight.monster.void_demon"
SNARE = 4
"""The wounds of a trap built with a kit."""

Does: TypeAlias = Callable[[Play, State, str, Item, str], State]


@rule(
    "dead_weight.item.climbing_gear",
    "dead_weight.item.climbing_tools",
    "dead_weight.item.lock_picking_tools",
    "dead_weight.item.rope",
    "dead_weight.item.mechanics_toolkit",
    "dead_weight.item.torture_equipment",
    "dead_weight.item.digging_tools",
    "dead_weight.item.compass",
    "dead_weight.item.journal_in_an_unknown_language",
)
def with_test(*attributes: Attribute, advantages: int, about: str = "") -> Does:
    """An effect of tools: the GM may ask for a test, with these advantages and those of skills in what it is about."""

    def with_tool(play: Play, state: State, who: str, item: Item, _upon: str) -> State:
        one = adventurer(state, who)
        options: tuple[Attribute | Literal["no_test"], ...] = (*attributes, "no_test")
        which = play.choose(REFEREE, "tool_test", options, one.name, item.name, why=item.ref)
        if which == "no_test":
            return state
        state, reading = attempt(play, state, who, which, item.ref, advantages=advantages, about=about)
        play.tell("tool.works" if reading.success else "tool.fails", one.name, item.name, why=item.ref)
        return state

    return with_tool


@rule("dead_weight.item.animal_bones")
def mendable(state: State, _one: Adventurer, _item: Item, _when: tuple[str, ...]) -> tuple[str, ...]:
    """What of the party's bones can mend: things that are broken, and armour that lacks points."""

    def damaged(old: Item) -> bool:
        of = entry(old.ref)
        return old.broken or (isinstance(of, Armour) and old.ap < of.ap)

    return tuple(old.id for other in state.party if alive(other) for old in other.items if damaged(old))


@rule("dead_weight.item.animal_bones", "dead_weight.skill.crafting")
def mend_with_bones(play: Play, state: State, who: str, item: Item, upon: str) -> State:
    """A DEX test, at which crafting helps: on a success something is mended, or armour gets a point back."""
    state, reading = attempt(play, state, who, "DEX", item.ref, about="crafting")
    if not reading.success:
        play.tell("tool.fails", adventurer(state, who).name, item.name, why=item.ref)
        return state
    owner = next(one for one in state.party if any(old.id == upon for old in one.items))
    return mend(play, state, owner.id, upon, item.ref)


@rule("dead_weight.item.trapping_kit")
def build_trap(play: Play, state: State, who: str, item: Item, _upon: str) -> State:
    """Set a simple trap in this room, known to the party: 4 wounds for whoever steps on it."""
    place = here(state)
    play.tell("trap.built", adventurer(state, who).name, why=item.ref)
    if place is None:
        return state
    state, id_ = serial(state, "trap")
    snare = Trap(id_, item.name, place.room, SNARE, known=True)
    return put_location(state, replace(place, traps=(*place.traps, snare)))


@rule("dead_weight.item.iron_spikes")
def wedged(state: State) -> bool:
    """Whether the doors of this room are wedged: a camp here rolls one ambush die less."""
    return any(effect.of == SPIKES and effect.detail == room_here(state) for effect in state.effects)


def open_doors(state: State, one: Adventurer, _item: Item, _when: tuple[str, ...]) -> tuple[str, ...]:
    """The user's own id while there are doors to wedge here."""
    return (one.id,) if state.here and not wedged(state) else ()


@rule("dead_weight.item.iron_spikes", "dead_weight.camp.ambush_other")
def wedge(play: Play, state: State, who: str, item: Item, _upon: str) -> State:
    """Wedge the doors of this room for the expedition; in a camp that is made already it takes one ambush die too."""
    effect = Effect("", item.ref, who, unit="expedition", detail=room_here(state))
    if state.camp is not None:
        state = replace(state, camp=replace(state.camp, more_dice=state.camp.more_dice - 1))
    return goes_on(play, state, effect)


def unmapped(state: State, one: Adventurer, _item: Item, _when: tuple[str, ...]) -> tuple[str, ...]:
    """The user's own id while there is no map of this place."""
    mapped = any(effect.of == MAP and effect.detail == state.here for effect in state.effects)
    return (one.id,) if state.here and not mapped else ()


@rule("dead_weight.item.drawing_tools")
def draw_map(play: Play, state: State, who: str, item: Item, _upon: str) -> State:
    """The party has a map of this place for the expedition; what it is good for is the GM's to say."""
    return goes_on(play, state, Effect("", item.ref, who, unit="expedition", detail=state.here))


def unpainted(state: State, one: Adventurer, _item: Item, _when: tuple[str, ...]) -> tuple[str, ...]:
    """The user's own id, unless they are painted already."""
    return () if under(state, one.id, PAINT) else (one.id,)


@rule("dead_weight.item.war_paint", "dead_weight.morale.abilities")
def paint(play: Play, state: State, who: str, item: Item, _upon: str) -> State:
    """Until the next combat is over somebody is painted for war: its morale begins one higher."""
    state = goes_on(play, state, Effect("", item.ref, who, (who,), unit="combat"))
    return replace(state, carries=(*state.carries, NEXT_COMBAT.mark("morale", 1)))


def brewable(_state: State, one: Adventurer, _item: Item, _when: tuple[str, ...]) -> tuple[str, ...]:
    """What somebody can brew: once between two camps, with water at hand."""
    return () if BREWED in one.spent or carries(one, WATER) is None else BREWS


@rule("dead_weight.item.alchemic_kit", "dead_weight.item.alchemic_tools")
def brew(play: Play, state: State, who: str, item: Item, upon: str) -> State:
    """An INT test turns water into one dose; on a failure the water is wasted."""
    one = adventurer(state, who)
    water = carries(one, WATER)
    state = put(state, replace(one, spent=(*one.spent, BREWED)))
    state = use_up(play, state, who, water.id, item.ref) if water is not None else state
    state, reading = attempt(play, state, who, "INT", item.ref)
    if not reading.success:
        play.tell("tool.fails", one.name, item.name, why=item.ref)
        return state
    state, id_ = serial(state, "item")
    return give_to(play, state, who, replace(thing(upon, id_), usage=0))


def readable(state: State, one: Adventurer, item: Item, _when: tuple[str, ...]) -> tuple[str, ...]:
    """The spells that somebody can learn from a book: in an interlude, one in each, as long as it has any left."""
    spent = STUDIED in one.spent or item.marks.count(LEARNED) >= PAGES[item.ref]
    if state.phase != "interlude" or spent or "magic_user" not in one.life.traits:
        return ()
    return tuple(id_ for id_ in spells() if id_ not in one.magic.spells)


@rule("dead_weight.item.spell_book", "dead_weight.item.old_grimoire", "dead_weight.spell.phobia")
def study(play: Play, state: State, who: str, item: Item, upon: str) -> State:
    """Learn a spell; the old grimoire takes a PRE test, and a failure leaves a dread of void demons."""
    one = adventurer(state, who)
    state = put(state, replace(one, spent=(*one.spent, STUDIED)))
    if item.ref == GRIMOIRE:
        state, reading = attempt(play, state, who, "PRE", item.ref)
        if not reading.success:
            play.tell("book.dread", one.name, VOID_DEMON, why=item.ref)
            return begin(state, Effect("", PHOBIA, who, (who,), unit="", detail=VOID_DEMON))
    one = adventurer(state, who)
    play.tell("book.learned", one.name, upon, item.name, why=item.ref)
    book = find_item(one, item.id)
    one = with_item(one, replace(book, marks=(*book.marks, LEARNED)))
    return put(state, replace(one, magic=replace(one.magic, spells=(*one.magic.spells, upon))))
