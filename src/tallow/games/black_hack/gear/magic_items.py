"""Using magic items; the GM tells the effects that no rule decides, and lasting effects end as their text says."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.checks.temporary import lend
from tallow.games.black_hack.checks.usage import use_up
from tallow.games.black_hack.combat.acting import turn_deed
from tallow.games.black_hack.combat.morale import watch
from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.entries import wonders
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.things import called, find_item, with_thing, without
from tallow.games.black_hack.gear.tools import BOOTS, EARHORN, ELEMENTS, SALVE
from tallow.games.black_hack.gear.wear import FEATHER, RING
from tallow.games.black_hack.harm.damage import damage, heal, out_of_action
from tallow.games.black_hack.harm.hindrances import ongoing
from tallow.games.black_hack.magic.casting import can_work, work
from tallow.games.black_hack.magic.lasting import DRILL, lay, running
from tallow.games.black_hack.monsters.meeting import before_party
from tallow.games.black_hack.state import (
    ATTRIBUTES,
    MARKS,
    Character,
    Creature,
    Effect,
    Item,
    State,
    able,
    alive,
    character,
    everyone,
    find,
    put,
    score,
)
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import gain
from tallow.play import REFEREE, Play, RuleId, rule

USE: RuleId = "black_hack.action.use_magic_item"
SPEAK: RuleId = "black_hack.action.speak_name"
STONES: RuleId = "black_hack.magic_item.bag_of_edda_stones"
CHALK: RuleId = "black_hack.magic_item.black_portal_chalk"
TONIC: RuleId = "black_hack.magic_item.tonic_of_power"
SEAL: RuleId = "black_hack.magic_item.wax_seal_of_holding"
ABSOLVE: RuleId = "black_hack.magic_item.tonic_of_watery_absolve"
CUP: RuleId = "black_hack.magic_item.cup_of_ending"
ELIXIR: RuleId = "black_hack.magic_item.elixir_of_vitality"
LIMB: RuleId = "black_hack.magic_item.phantom_limb"
DUST: RuleId = "black_hack.magic_item.frenzy_dust"
NAMES: RuleId = "black_hack.magic_item.list_of_true_names"
WAND: RuleId = "black_hack.magic_item.wand"
LOCK: RuleId = "black_hack.spell.knock_lock"
TOAD: RuleId = "black_hack.magic_item.golden_toad"
STONE_GOLEM: RuleId = "black_hack.monster.stone_golem"
TALES: tuple[RuleId, ...] = (EARHORN, ABSOLVE)
"""What only the GM can say the result of."""

KEPT_AT: dict[RuleId, str] = {FEATHER: "hands", TOAD: "hands", BOOTS: "worn"}
"""What works for as long as it is held or worn, and where it is then."""

UNTIL_IT_ENDS = 1_000
"""More Moments than any fight has."""

READ_AT = 3
"""Which part of the mark of a reading says in which Turn the list was read last."""

MOST_HD = 20

Use = Callable[[Play, State, str, Item], State]


@rule("black_hack.action.use_magic_item", "black_hack.usage.roll")
def use_magic_item(play: Play, state: State, who: str) -> State:
    """A magic item is used; after that its Usage Die is rolled, if it has one."""
    one = character(state, who)
    which = play.choose(one.seat, "use_magic_item", usable(state, who), one.name, why=USE)
    item = find_item(one.items, which)
    play.tell("item.used", one.name, item.ref, why=item.ref)
    state = USES[item.ref](play, state, who, item)
    there = any(item.id == which for item in character(state, who).items)
    return use_up(play, state, who, which, item.ref) if there and item.ref not in OWN_TIME else state


def _gone(state: State, who: str, item: Item) -> State:
    one = character(state, who)
    return put(state, replace(one, items=without(one.items, item.id)))


@rule("black_hack.magic_item.ernos_earhorn", "black_hack.magic_item.tonic_of_watery_absolve")
def _told(play: Play, state: State, who: str, item: Item) -> State:
    """For an effect that no rule decides: give the GM its text; a single use is spent."""
    one = character(state, who)
    text = wonders()[item.ref].effect
    how = play.choose(REFEREE, "item_works", ("works", "nothing"), one.name, item.ref, text, why=item.ref)
    play.tell(f"item.{how}", one.name, item.ref, why=item.ref)
    if item.ref != ABSOLVE:
        return state
    return _gone(absolved(play, state, who) if how == "works" else state, who, item)


@rule("black_hack.magic_item.tonic_of_watery_absolve")
def absolved(play: Play, state: State, who: str) -> State:
    """In a fight the first foe Close that is of water turns to stone, and one that is of stone runs off as water."""
    there = [foe for foe in state.foes if state.combat is not None and before_party(state, who, foe.id)]
    for foe in there:
        if not able(foe) or not within(state, who, foe.id, "close"):
            continue
        if "water" in foe.tags:
            play.tell("turns_to_stone", foe.name, why=ABSOLVE)
            return watch(play, put(state, gain(foe, "stone")))
        if "earth" in foe.tags or foe.of == STONE_GOLEM:
            play.tell("turns_to_water", foe.name, why=ABSOLVE)
            return out_of_action(play, state, foe.id, by=who)
    return state


@rule("black_hack.magic_item.sun_drill")
def _bore(play: Play, state: State, who: str, _: Item) -> State:
    """A hole through which the sun shines: it lights the place for as long as the party stays there."""
    play.tell("sunbeam", character(state, who).name, why=DRILL)
    return state if running(state, DRILL) else lay(state, DRILL, "session", by=who)[0]


@rule("black_hack.magic_item.bag_of_edda_stones")
def _bounce(play: Play, state: State, who: str, item: Item) -> State:
    """Bounce a stone, which glows for a Moment: in a fight until the next one begins."""
    play.tell("glows", character(state, who).name, why=item.ref)
    return state if state.combat is None else lay(state, STONES, "moments", by=who, left=1)[0]


@rule("black_hack.magic_item.bronze_ring")
def _blow(_: Play, state: State, who: str, item: Item) -> State:
    """A bubble of air around the head, until the session ends or a Defend of 16 or more pops it."""
    if any(effect.of == RING and who in effect.on for effect in state.effects):
        return state
    return lay(state, item.ref, "session", by=who, on=(who,))[0]


@rule("black_hack.magic_item.salve_of_resistance")
def _rub(play: Play, state: State, who: str, _: Item) -> State:
    """Advantage on Defends against one element until the session ends."""
    one = character(state, who)
    element = play.choose(one.seat, "element", ELEMENTS, one.name, why=SALVE)
    return lay(state, SALVE, "session", by=who, on=(who,), detail=element)[0]


@rule("black_hack.magic_item.black_portal_chalk")
def _draw(play: Play, state: State, who: str, _: Item) -> State:
    """A door for the session: to the other side, or into the grey void if there is solid earth behind."""
    where = play.choose(REFEREE, "portal", ("through", "void"), character(state, who).name, why=CHALK)
    play.tell("portal", character(state, who).name, where, why=CHALK)
    return lay(state, CHALK, "session", by=who, detail=where)[0]


@rule("black_hack.magic_item.tonic_of_power")
def _drink(play: Play, state: State, who: str, item: Item) -> State:
    """A random attribute is 1d4 higher for this session, and as much lower in the next."""
    one = character(state, who)
    attribute = ATTRIBUTES[play.roll(1, 6, by=one.seat, why=TONIC)[0] - 1]
    (points,) = play.roll(1, 4, by=one.seat, why=TONIC)
    play.tell("attribute", one.name, attribute, score(one, attribute) + points, why=TONIC)
    return lend(_gone(state, who, item), who, attribute, points, Effect("", TONIC, by=who, unit="session"))


@rule("black_hack.magic_item.wax_seal_of_holding")
def _seal(_: Play, state: State, who: str, item: Item) -> State:
    """A door or window is held as by a Lock spell, until something opens it."""
    del item
    return lay(state, LOCK, by=who, detail="lock")[0]


@rule("black_hack.magic_item.elixir_of_vitality")
def _quaff(play: Play, state: State, who: str, _: Item) -> State:
    """Maximum HP; the next roll on the Out of Action table has Disadvantage."""
    one = character(state, who)
    state = heal(play, state, who, one.hp_max - one.hp, ELIXIR)
    return put(state, gain(character(state, who), "elixir"))


@rule("black_hack.magic_item.frenzy_dust")
def _frenzy(_: Play, state: State, who: str, item: Item) -> State:
    """Everybody Nearby, the thrower too, strikes better and defends worse until the fight is over."""
    near = tuple(
        [one.id for one in everyone(state) if alive(one) and (one.id == who or within(state, who, one.id, "nearby"))]
    )
    return lay(state, item.ref, "moments", by=who, on=near, left=UNTIL_IT_ENDS)[0]


@rule("black_hack.magic_item.phantom_limb")
def _limb(play: Play, state: State, who: str, item: Item) -> State:
    """It replaces a lost limb, which the GM confirms; then it is worn."""
    one = character(state, who)
    if play.choose(REFEREE, "lost_limb", ("yes", "no"), one.name, why=LIMB) == "no":
        play.tell("item.nothing", one.name, item.ref, why=LIMB)
        return state
    return put(state, replace(one, items=with_thing(one.items, replace(item, place="worn"))))


@rule(
    "black_hack.magic_item.chromatic_feather",
    "black_hack.magic_item.golden_toad",
    "black_hack.magic_item.breadcrumb_boots",
)
def _hold(play: Play, state: State, who: str, item: Item) -> State:
    """Take in hand, or put on, what works only then: a feather, a toad, boots; or put it away again."""
    one = character(state, who)
    away = item.place == KEPT_AT[item.ref]
    play.tell("kept.away" if away else f"kept.{KEPT_AT[item.ref]}", one.name, called(item), why=item.ref)
    place = "pack" if away else KEPT_AT[item.ref]
    return put(state, replace(one, items=with_thing(one.items, replace(item, place=place, hands=0))))


@rule("black_hack.magic_item.wand")
def _wave(play: Play, state: State, who: str, item: Item) -> State:
    """Cast the spell of a wand, without a test and whatever its level."""
    return work(play, state, who, item.spells[0])


@rule("black_hack.magic_item.cup_of_ending")
def _offer(play: Play, state: State, who: str, item: Item) -> State:
    """Whoever fills the cup owns it; anybody else who drinks takes 1d8 damage, and Ongoing Damage that CON ends."""
    one = character(state, who)
    owned = replace(item, marks=(MARKS.mark("owner", who),))
    state = put(state, replace(one, items=with_thing(one.items, owned)))
    whom = play.choose(one.seat, "cup_whom", _drinkers(state, who), one.name, why=CUP)
    guest = find(state, whom)
    asked = guest.seat if isinstance(guest, Character) else REFEREE
    if play.choose(asked, "drinks", ("yes", "no"), guest.name, one.name, why=CUP) == "no":
        play.tell("drinks.no", guest.name, why=CUP)
        return state
    (amount,) = play.roll(1, 8, by=one.seat, why=CUP)
    state, _ = damage(play, state, whom, amount, CUP, by=who)
    state = ongoing(play, state, whom, CUP, ends="CON", by=who)
    return use_up(play, state, who, item.id, CUP)


def _drinkers(state: State, who: str) -> tuple[str, ...]:
    there = [one for one in everyone(state) if one.id != who and alive(one)]
    return tuple([one.id for one in there if state.combat is None or within(state, who, one.id, "close")])


@rule("black_hack.magic_item.list_of_true_names")
def _read(play: Play, state: State, who: str, item: Item) -> State:
    """Spend a Turn of Minutes reading the list; after as many in a row as the creature has HD, its name is known.

    A Turn without reading starts the count anew.
    """
    one = character(state, who)
    there = {other.name: other for other in (*state.foes, *state.allies) if alive(other)}
    current = next(iter(MARKS.parts(item.marks, "reading")), None)
    if current is not None and int(current[READ_AT]) + 1 < state.turns:
        current = None
    options = tuple(dict.fromkeys((*([str(current[0])] if current else []), *there, "another")))
    name = play.choose(one.seat, "true_name", options, one.name, why=NAMES)
    if name == "another":
        name = play.write(one.seat, "true_name", one.name, why=NAMES).strip()[:60] or "?"
    if current is not None and current[0] == name:
        turns, hd = int(current[1]) + 1, int(current[2])
    else:
        hd = there[name].hd if name in there else play.choose(REFEREE, "hd_of", range(1, MOST_HD + 1), name, why=NAMES)
        turns = 1
    read = MARKS.mark("learned", name) if turns >= hd else MARKS.mark("reading", name, turns, hd, state.turns)
    marks = (*MARKS.without(item.marks, "reading"), read)
    play.tell("true_name.learned" if turns >= hd else "true_name.read", one.name, name, turns, hd, why=NAMES)
    return put(state, replace(one, items=with_thing(one.items, replace(item, marks=marks))))


def known_names(one: Character) -> tuple[str, ...]:
    """The true names that somebody has learned."""
    marks = [mark for item in one.items if item.ref == NAMES for mark in item.marks]
    return tuple(MARKS.about(marks, "learned"))


def _named(state: State, who: str) -> tuple[str, ...]:
    """The ids of those present whose true name somebody knows."""
    names = known_names(character(state, who))
    return tuple([one.id for one in everyone(state) if one.id != who and alive(one) and one.name in names])


@rule("black_hack.action.speak_name", "black_hack.magic_item.list_of_true_names")
def speak_name(play: Play, state: State, who: str) -> State:
    """Speak a true name: its bearer obeys for a Day; a character resists with CHA."""
    one = character(state, who)
    whom = play.choose(one.seat, "speak_name", _named(state, who), one.name, why=SPEAK)
    other = find(state, whom)
    play.tell("true_name.spoken", one.name, other.name, why=SPEAK)
    if isinstance(other, Character):
        state, result = attempt(play, state, whom, "CHA", SPEAK, about="magic")
        return state if result.success else lay(state, NAMES, "day", by=who, on=(whom,))[0]
    return controlled(state, who, other)


def controlled(state: State, who: str, other: Creature) -> State:
    """A creature obeys somebody for a Day."""
    servant = replace(other, commander=who, seat=character(state, who).seat, hindrances=())
    foes = tuple([foe for foe in state.foes if foe.id != other.id])
    allies = tuple([ally for ally in state.allies if ally.id != other.id])
    state = replace(state, foes=foes, allies=(*allies, servant))
    return lay(state, NAMES, "day", by=who, on=(other.id,))[0]


USES: dict[RuleId, Use] = {
    **dict.fromkeys(TALES, _told),
    **dict.fromkeys(KEPT_AT, _hold),
    DRILL: _bore,
    STONES: _bounce,
    RING: _blow,
    SALVE: _rub,
    CHALK: _draw,
    TONIC: _drink,
    SEAL: _seal,
    CUP: _offer,
    ELIXIR: _quaff,
    LIMB: _limb,
    DUST: _frenzy,
    NAMES: _read,
    WAND: _wave,
}
OWN_TIME = (FEATHER, CUP)
"""Those whose Usage Die is rolled at another time than after every use."""


def usable(state: State, who: str) -> tuple[str, ...]:
    """The magic items that somebody could use now; what heals comes first for those who are badly hurt."""
    one = character(state, who)
    there = [item for item in one.items if item.ref in USES and _fits(state, who, item)]
    return tuple([item.id for item in sorted(there, key=lambda item: item.ref != ELIXIR or not needs_healing(one))])


def needs_healing(one: Character) -> bool:
    """Whether somebody has at most half of their HP left."""
    return 2 * one.hp <= one.hp_max


def heals(state: State, who: str) -> bool:
    """Whether somebody who is badly hurt has an Elixir of Vitality."""
    one = character(state, who)
    return needs_healing(one) and any(item.ref == ELIXIR for item in one.items)


def _fits(state: State, who: str, item: Item) -> bool:
    if item.ref == DUST:
        return state.combat is not None
    if item.ref == NAMES:
        return state.unit == "minutes" and not in_the_dark(state, character(state, who))
    if item.ref == CUP:
        return bool(_drinkers(state, who))
    if item.ref == WAND:
        return can_work(state, who, item.spells[0])
    return item.ref != LIMB or item.place != "worn"


def _has_any(state: State, who: str) -> bool:
    return any(item.ref in USES for item in character(state, who).items)


def _not_here(state: State, who: str) -> Refusal | None:
    return None if usable(state, who) else Refusal("not_here", (character(state, who).name,), USE)


def _knows_names(state: State, who: str) -> bool:
    return bool(known_names(character(state, who)))


def _nobody_named(state: State, who: str) -> Refusal | None:
    return None if _named(state, who) else Refusal("nobody_named", (character(state, who).name,), SPEAK)


DEEDS: tuple[Deed[State], ...] = (
    turn_deed(
        "use_magic_item",
        "action",
        use_magic_item,
        USE,
        shown=_has_any,
        refuse=_not_here,
        outside=True,
        group="items",
        rank=-1,
    ),
    turn_deed(
        "speak_name",
        "action",
        speak_name,
        SPEAK,
        shown=_knows_names,
        refuse=_nobody_named,
        outside=True,
        group="magic",
        rank=1,
    ),
)
