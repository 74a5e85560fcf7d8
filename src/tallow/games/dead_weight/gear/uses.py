"""What things do when they are used: remedies, ashes and vials, tools, lights, scrolls, and what the GM judges.

For effects that no rule decides, the text of the thing is told and the GM says what happens.
"""

from collections.abc import Callable
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.chart import within
from tallow.games.dead_weight.entries.gear import Armour, Thing, things, weapons
from tallow.games.dead_weight.entries.magic import prayers
from tallow.games.dead_weight.gear import tools
from tallow.games.dead_weight.gear.handling import shares, take_in_hand
from tallow.games.dead_weight.gear.inventory import LANTERNS, SPOILED, entry, find_item, thing, with_item
from tallow.games.dead_weight.gear.trappings import FLAMING, mend
from tallow.games.dead_weight.harm.afflictions import AFFLICTIONS, afflict, curable, cure
from tallow.games.dead_weight.harm.wounds import can_heal, heal
from tallow.games.dead_weight.magic.aiming import aim
from tallow.games.dead_weight.magic.effects import begin
from tallow.games.dead_weight.magic.prayer_workings import evil
from tallow.games.dead_weight.magic.workings import Cast
from tallow.games.dead_weight.state import (
    Adventurer,
    Effect,
    Item,
    State,
    adventurer,
    alive,
    put,
    score,
    with_score,
)
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, rule

Tag: TypeAlias = Literal["quick", "slow", "camp", "scroll"]
When: TypeAlias = tuple[Tag, ...]

ITEM = "dead_weight.item."
FIRST_AID = f"{ITEM}first_aid_kit"
GIANTS = f"{ITEM}potion_of_giants"
WINE = (f"{ITEM}wine", f"{ITEM}wine_of_yoros")
LIGHTS = (f"{ITEM}torch", f"{ITEM}candles", *LANTERNS)
DETECT_EVIL = "dead_weight.prayer.detect_evil"
DRUNK = SPENT.mark("camp", "drunk")
Effector: TypeAlias = Callable[[Play, State, str, Item, str], State]
Targets: TypeAlias = Callable[[State, Adventurer, Item, When], tuple[str, ...]]


class Use(Struct, frozen=True):
    """What using a thing does, and its possible targets; what is only lit or shown is not used up (`spends`)."""

    do: Effector
    upon: Targets | None = None
    spends: bool = True


def within_reach(state: State, one: Adventurer) -> list[Adventurer]:
    """The adventurers whom somebody can use a thing on, themselves first; in a fight those on the same square."""
    others = [
        other
        for other in state.party
        if other.id != one.id
        and alive(other)
        and (state.combat is None or other.at == one.at)
        and shares(state, one)
        and shares(state, other)
    ]
    return [one, *others]


@rule(
    "dead_weight.item.bandages",
    "dead_weight.item.canvas",
    "dead_weight.item.water",
    "dead_weight.item.ration",
    "dead_weight.item.anti_poison_tonic",
    "dead_weight.item.healing_tonic",
    "dead_weight.item.wine",
    "dead_weight.item.wine_of_yoros",
    "dead_weight.item.panacea",
    "dead_weight.item.first_aid_kit",
    "dead_weight.item.potion_of_giants",
)
def _helped(state: State, one: Adventurer, item: Item, when: When) -> tuple[str, ...]:
    """The ids of those whom a remedy would help; a first aid kit stops bleeding anywhere, but heals only in camp."""
    of = things()[item.ref]
    heals = item.ref != FIRST_AID or "camp" in when
    return tuple(other.id for other in within_reach(state, one) if _cures(other, of) or (heals and _heals(other, of)))


@cache
def is_remedy(ref: RuleId) -> bool:
    """Whether a thing cures or heals; alcoholic drinks do not count."""
    of = things().get(ref)
    return of is not None and bool(of.removes or of.heals) and ref not in WINE


def _cures(one: Adventurer, of: Thing) -> tuple[str, ...]:
    """The afflictions of somebody that a thing ends."""
    ends = AFFLICTIONS if "all" in of.removes else of.removes
    return tuple(name for name in one.afflictions if name in ends and curable(one, name))


def _heals(one: Adventurer, of: Thing) -> bool:
    """Whether a thing heals a wound of somebody; the potion of giants also recovers fatigue."""
    if of.heals is None:
        return False
    hurt = any(score(one, attribute).wounds for attribute in of.heals.attributes)
    return (hurt and can_heal(one)) or (of.id == GIANTS and one.strength.fatigue > 0)


@rule(
    "dead_weight.item.panacea",
    "dead_weight.item.potion_of_giants",
    "dead_weight.item.healing_tonic",
    "dead_weight.item.wine",
    "dead_weight.item.wine_of_yoros",
    "dead_weight.item.first_aid_kit",
)
def _remedy(play: Play, state: State, who: str, item: Item, upon: str) -> State:
    """End afflictions and heal wounds, on each of the attributes or on one of them."""
    of = things()[item.ref]
    patient = adventurer(state, upon)
    ends, heals = _cures(patient, of), _heals(patient, of)
    if item.ref == FIRST_AID:
        camp = state.combat is None and state.phase != "exploration"
        ways = (*(("stop_bleeding",) if ends else ()), *(("heal_wound",) if heals and camp else ()))
        way = play.choose(adventurer(state, who).seat, "first_aid", ways, patient.name, why=FIRST_AID)
        ends, heals = (ends, False) if way == "stop_bleeding" else ((), True)
    state = cure(play, state, upon, *ends, why=item.ref)
    if of.heals is not None and heals:
        if of.heals.each:
            for attribute in of.heals.attributes:
                if score(adventurer(state, upon), attribute).wounds:
                    state = heal(play, state, upon, of.heals.wounds, item.ref, among=(attribute,))
        else:
            state = heal(play, state, upon, of.heals.wounds, item.ref, among=of.heals.attributes)
    if item.ref == GIANTS:
        one = adventurer(state, upon)
        state = put(state, with_score(one, "STR", replace(one.strength, fatigue=0)))
    return _drunk(play, state, upon, item.ref) if item.ref in WINE else state


@rule("dead_weight.item.wine")
def _drunk(play: Play, state: State, who: str, why: RuleId) -> State:
    """The second drink before the next camp or interlude nauseates."""
    one = adventurer(state, who)
    if DRUNK in one.spent:
        return afflict(play, state, who, "nauseated", why)
    return put(state, replace(one, spent=(*one.spent, DRUNK)))


@rule("dead_weight.item.tonic_of_bravery")
def _brave(_play: Play, state: State, _who: str, item: Item, upon: str) -> State:
    """For the rest of the expedition the drinker cannot be terrified."""
    return begin(state, Effect("", item.ref, upon, (upon,), unit="expedition"))


def _not_brave(state: State, one: Adventurer, item: Item, _when: When) -> tuple[str, ...]:
    brave = [who for effect in state.effects if effect.of == item.ref for who in effect.on]
    return tuple(other.id for other in within_reach(state, one) if other.id not in brave)


@rule("dead_weight.item.living_ashes", "dead_weight.item.poisonous_vials")
def _plain(mark: str) -> Targets:
    """A target function: one's own weapons that do not have this mark yet."""

    def plain(_state: State, one: Adventurer, _item: Item, _when: When) -> tuple[str, ...]:
        return tuple(item.id for item in one.items if item.ref in weapons() and mark not in item.marks)

    return plain


@rule("dead_weight.item.living_ashes", "dead_weight.item.poisonous_vials")
def _marking(mark: str) -> Effector:
    """An effect: put this mark on a weapon, which attacks then read."""

    def marked(play: Play, state: State, who: str, item: Item, upon: str) -> State:
        one = adventurer(state, who)
        weapon = find_item(one, upon)
        play.tell("item.marked", one.name, weapon.name, mark, why=item.ref)
        return put(state, with_item(one, replace(weapon, marks=(*weapon.marks, mark))))

    return marked


@rule("dead_weight.item.sewing_tools", "dead_weight.item.leatherworkers_toolkit", "dead_weight.item.armourer_supplies")
def _mendable(state: State, one: Adventurer, item: Item, _when: When) -> tuple[str, ...]:
    """The armour of the party that these tools can mend: of their material, and lacking points or broken."""
    materials = things()[item.ref].repairs

    def damaged(worn: Item) -> bool:
        of = entry(worn.ref)
        return isinstance(of, Armour) and of.material in materials and (worn.broken or worn.ap < of.ap)

    return tuple(worn.id for other in within_reach(state, one) for worn in other.items if damaged(worn))


def _repair(play: Play, state: State, _who: str, item: Item, upon: str) -> State:
    """Restore one armour point, or mend a broken piece."""
    owner = next(one for one in state.party if any(worn.id == upon for worn in one.items))
    return mend(play, state, owner.id, upon, item.ref)


@rule(
    "dead_weight.item.torch", "dead_weight.item.lantern", "dead_weight.item.candles", "dead_weight.item.golden_lantern"
)
def _light(play: Play, state: State, who: str, item: Item, _upon: str) -> State:
    """Light a light (one of a stack) and hold it; a lantern on the belt may stay there."""
    one = adventurer(state, who)
    if item.count > 1:
        state, id_ = serial(state, "i")
        one = with_item(one, replace(item, count=item.count - 1))
        item = replace(item, id=id_, count=1)
    state = put(state, with_item(one, replace(item, lit=True)))
    if item.ref in LANTERNS and item.place == "belt":
        return state
    return state if item.place in {"right", "left"} else take_in_hand(play, state, who, item.id)


def _can_burn(_state: State, one: Adventurer, item: Item, _when: When) -> tuple[str, ...]:
    """The id of the light itself, while there is anything left to burn."""
    return (one.id,) if item.usage else ()


@rule("dead_weight.item.oil", "dead_weight.item.lantern")
def _fill(_play: Play, state: State, who: str, _item: Item, upon: str) -> State:
    """Refill a lantern."""
    one = adventurer(state, who)
    lantern = find_item(one, upon)
    return put(state, with_item(one, replace(lantern, usage=thing(lantern.ref, "").usage)))


def _not_full(_state: State, one: Adventurer, _item: Item, _when: When) -> tuple[str, ...]:
    lanterns = [item for item in one.items if item.ref in LANTERNS and not item.broken]
    return tuple(item.id for item in lanterns if item.usage < thing(item.ref, "").usage)


@rule("dead_weight.item.ashes_of_insight")
def _insight(play: Play, state: State, who: str, item: Item, upon: str) -> State:
    """Identify a magic item, or show something invisible; the GM says what."""
    play.tell(f"ashes.{upon}", adventurer(state, who).name, why=item.ref)
    return state


def _sights(_state: State, _one: Adventurer, _item: Item, when: When) -> tuple[str, ...]:
    """The possible uses now: identifying is slow, showing what is invisible is quick."""
    return tuple(what for what, tag in (("reveal", "quick"), ("identify", "slow")) if tag in when)


@rule("dead_weight.item.binding_necklace")
def _bind(play: Play, state: State, _who: str, item: Item, upon: str) -> State:
    """A corpse that wears the necklace does not rise."""
    body = next(corpse for corpse in state.corpses if corpse.id == upon)
    play.tell("corpse.bound", body.name, why=item.ref)
    bound = replace(body, bound=True)
    return replace(state, corpses=tuple(bound if old.id == upon else old for old in state.corpses))


def _unbound(state: State, one: Adventurer, _item: Item, _when: When) -> tuple[str, ...]:
    return tuple(body.id for body in state.corpses if not body.bound and (state.combat is None or body.at == one.at))


@rule("dead_weight.scroll.use")
def _reading(effect: Effector) -> Effector:
    """An effect of a scroll, used once; without magic or a divine mandate the reader must first pass an INT test."""

    def read(play: Play, state: State, who: str, item: Item, upon: str) -> State:
        one = adventurer(state, who)
        if not {"magic_user", "divine_mandate"}.intersection(one.life.traits):
            state, reading = attempt(play, state, who, "INT", "dead_weight.scroll.use")
            if not reading.success:
                play.tell("scroll.wasted", one.name, item.name, why="dead_weight.scroll.use")
                return state
        return effect(play, state, who, item, upon)

    return read


@rule("dead_weight.item.scroll_of_detect_evil", "dead_weight.prayer.detect_evil")
def _detect_evil(play: Play, state: State, who: str, _item: Item, _upon: str) -> State:
    """Like the prayer: everything evil shines."""
    prayer = prayers()[DETECT_EVIL]
    return evil(play, state, Cast(who, prayer, aim(play, state, who, prayer)))


@rule("dead_weight.item.scroll_of_flaming_weapon")
def _flaming(_play: Play, state: State, who: str, item: Item, upon: str) -> State:
    """A weapon burns for one combat, this one or the next."""
    return begin(state, Effect("", item.ref, who, (who,), unit="combat", detail=upon))


@rule("dead_weight.item.scroll_of_purify_food")
def _purify(play: Play, state: State, who: str, scroll: Item, _upon: str) -> State:
    """All spoiled food and water Close is good again."""
    for one in _with_spoiled(state, adventurer(state, who)):
        good = [item.name for item in one.items if SPOILED in item.marks]
        play.tell("purified", one.name, tuple(good), why=scroll.ref)
        items = [replace(item, marks=tuple(mark for mark in item.marks if mark != SPOILED)) for item in one.items]
        state = put(state, replace(one, items=tuple(items)))
    return state


def _with_spoiled(state: State, reader: Adventurer) -> list[Adventurer]:
    """Whoever is Close and has something spoiled."""
    near = [one for one in state.party if state.combat is None or within(state, reader, one, "close")]
    return [one for one in near if any(SPOILED in item.marks for item in one.items)]


def _spoiled(state: State, one: Adventurer, _item: Item, _when: When) -> tuple[str, ...]:
    """The reader's own id as target, if there is anything spoiled Close."""
    return (one.id,) if _with_spoiled(state, one) else ()


@rule("dead_weight.item.compass")
def _on_the_way(state: State, one: Adventurer, _item: Item, _when: When) -> tuple[str, ...]:
    """Nobody looks for the way in the middle of a fight."""
    return (one.id,) if state.combat is None else ()


REMEDY = Use(_remedy, _helped)
LIGHT = Use(_light, _can_burn, spends=False)
CLIMB = Use(tools.with_test("DEX", "STR", advantages=1))
BREW = Use(tools.brew, tools.brewable, spends=False)
STUDY = Use(tools.study, tools.readable, spends=False)

USES: dict[RuleId, Use] = {
    **dict.fromkeys(LIGHTS, LIGHT),
    f"{ITEM}oil": Use(_fill, _not_full),
    f"{ITEM}tonic_of_bravery": Use(_brave, _not_brave),
    f"{ITEM}living_ashes": Use(_marking("ashes"), _plain("ashes")),
    f"{ITEM}poisonous_vials": Use(_marking("poison"), _plain("poison")),
    f"{ITEM}climbing_gear": CLIMB,
    f"{ITEM}climbing_tools": CLIMB,
    f"{ITEM}rope": replace(CLIMB, spends=False),
    f"{ITEM}lock_picking_tools": Use(tools.with_test("DEX", advantages=0)),
    f"{ITEM}mechanics_toolkit": Use(tools.with_test("INT", "DEX", advantages=1), spends=False),
    f"{ITEM}digging_tools": Use(tools.with_test("STR", advantages=1), spends=False),
    f"{ITEM}torture_equipment": Use(tools.with_test("PRE", advantages=1), spends=False),
    f"{ITEM}compass": Use(tools.with_test("INT", advantages=1, about="wilderness"), _on_the_way, spends=False),
    f"{ITEM}journal_in_an_unknown_language": Use(tools.with_test("INT", advantages=0, about="lore"), spends=False),
    f"{ITEM}animal_bones": Use(tools.mend_with_bones, tools.mendable),
    f"{ITEM}trapping_kit": Use(tools.build_trap),
    tools.SPIKES: Use(tools.wedge, tools.open_doors),
    tools.MAP: Use(tools.draw_map, tools.unmapped),
    tools.PAINT: Use(tools.paint, tools.unpainted, spends=False),
    f"{ITEM}alchemic_kit": BREW,
    f"{ITEM}alchemic_tools": BREW,
    f"{ITEM}spell_book": STUDY,
    tools.GRIMOIRE: STUDY,
    f"{ITEM}ashes_of_insight": Use(_insight, _sights),
    f"{ITEM}binding_necklace": Use(_bind, _unbound),
    f"{ITEM}scroll_of_curse_removal": Use(_reading(_remedy), _helped),
    f"{ITEM}scroll_of_detect_evil": Use(_reading(_detect_evil)),
    FLAMING: Use(_reading(_flaming), _plain("flaming")),
    f"{ITEM}scroll_of_purify_food": Use(_reading(_purify), _spoiled),
}

COOKED = tuple(f"{ITEM}{name}" for name in ("tea", "hot_chocolate", "coffee", "special_ration"))
"""What only cooking makes a drink of."""


def use_of(item: Item) -> Use | None:
    """What using a thing does; None for what has no use of its own."""
    if item.ref in USES:
        return USES[item.ref]
    of = things().get(item.ref)
    if of is None or item.ref in COOKED:
        return None
    if of.removes or of.heals is not None:
        return REMEDY
    if of.repairs:
        return Use(_repair, _mendable)
    return None
