"""Using things: marking dots, applying effects that have numbers, and showing the GM the entry for the rest.

Elsewhere are torches and lanterns (light), Bandages and Rations (harm), Runeskelfs and relics (magic), and thrown bombs
(attacks). Some things stay on the ground until the GM says who steps on them.
"""

from typing import Literal

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.characters.boons import FIDDLE, plays_music
from tallow.games.modified_cairn.characters.joining import accompany
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import called, total
from tallow.games.modified_cairn.combat.manoeuvre import Manoeuvre
from tallow.games.modified_cairn.entries import Works
from tallow.games.modified_cairn.folk import Step, monsters
from tallow.games.modified_cairn.gear.inventory import at_ease, item_of, laid_down, mark, spent, with_item, without
from tallow.games.modified_cairn.gear.slots import settle
from tallow.games.modified_cairn.goods import Thing, things
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.magic.effects import begin, release
from tallow.games.modified_cairn.magic.places import MAGICLESS, in_place
from tallow.games.modified_cairn.magic.workings import (
    aim,
    befall,
    cured,
    harmful,
    lying_in_wait,
    uncommon,
    work,
    works_of,
)
from tallow.games.modified_cairn.monsters.afflictions import afflict
from tallow.games.modified_cairn.monsters.meeting import before_party
from tallow.games.modified_cairn.state import (
    CYCLE,
    ROUND,
    Creature,
    Declaration,
    Effect,
    Item,
    State,
    able,
    alive,
    has,
    shed,
    side_of,
    up,
    with_quality,
)
from tallow.games.modified_cairn.uses import SPENT, Use
from tallow.games.modified_cairn.world.darkness import DARK
from tallow.mechanics.marks import Mark
from tallow.mechanics.memory import cached_by_identity
from tallow.mechanics.tables import entry_of
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

USE: RuleId = "modified_cairn.action.use_item"
EFFECTS: RuleId = "modified_cairn.gear.effects"
STREWN = "strewn"
"""The quality of a thing on the ground that affects whoever comes upon it."""

ELSEWHERE = frozenset(
    f"modified_cairn.item.{name}"
    for name in (
        "torch", "lantern", "bullseye_lantern", "candle", "oil_can", "rations", "bandages", "medicinal_herbs", "quiver",
        "treasure", "nice_rock", "animal_feed",
    )
)  # fmt: skip
"""Things that have rules of their own, or cannot be used."""

HOLDS = {"modified_cairn.item.net": ROUND, "modified_cairn.item.snare": CYCLE}
"""What somebody can break free of, and how often they may try."""


@rule("modified_cairn.action.use_item", "modified_cairn.inventory.ready", "modified_cairn.inventory.limited_uses")
def usable(state: State, creature: Creature) -> tuple[str, ...]:
    """The ids of things that a creature can use now: not spent, and in a fight only in hand or on the Body."""
    near = [item for item in creature.items if state.combat is None or item.place in {"hands", "body"}]
    return tuple([item.id for item in near if _has_use(state, creature, item) and not spent(item)])


@rule("modified_cairn.action.use_item", "modified_cairn.table.half_witch_1")
def _has_use(state: State, creature: Creature, item: Item) -> bool:
    if item.kind in {"rune", "scroll", "relic", "armour", "extra", "shield"} or item.ref in ELSEWHERE:
        return False
    if item.name == FIDDLE and not plays_music(creature):
        return False
    if item.kind == "bomb":
        return state.combat is None
    if in_place(state, MAGICLESS) and item.name in uncommon() and not item.ref:
        return False
    return bool(item.effect or item.uses or item.ref in things()) or known_for(item) is not None


@rule("modified_cairn.action.use_item", "modified_cairn.gear.effects")
def use_item(play: Play, state: State, who: str) -> State:
    """Use a thing that one carries."""
    return used(play, state, who, _which(play, state, find(state, who)))


def _which(play: Play, state: State, creature: Creature) -> str:
    """Ask which thing to use; what each would be good for now is known with the question."""
    options = usable(state, creature)
    good_for = tuple([purpose(state, creature, item_of(creature, one)) for one in options])
    return play.choose(creature.seat, "use_what", options, creature.name, good_for, why=USE)


@rule("modified_cairn.gear.effects", "modified_cairn.magic.known")
def purpose(state: State, creature: Creature, item: Item) -> Literal["", "heals", "harms", "lights", "hides"]:
    """What using a thing would be good for now: healing somebody who has lost half, harm or hindrance to enemies in a
    fight, light in the dark, cover to get away.
    """
    entry = things().get(item.ref)
    known = known_for(item)
    works = known[1] if known is not None else None
    if (works is not None and works.heals and works.heals_in == "VIG") or (entry is not None and entry.heals):
        fits = works is None or not works.fits
        return "heals" if fits and any(_half_dead(one) for one in _own(state, creature)) else ""
    if works is not None and works.place == "lit":
        return "lights" if has(creature, DARK) else ""
    if state.combat is None:
        return ""
    if (entry is not None and entry.rounds) or (works is not None and works.place == "smoke"):
        return "hides"
    if works is not None:
        hostile = harmful(works) or works.free or works.brings in HINDERING
        return "harms" if hostile and works.aims in ("one", "foes") and not works.fits and not works.only else ""
    return "harms" if entry is not None and entry.aims == "one" and (entry.harm or entry.brings) else ""


@cached_by_identity(2_000)
def serving(items: tuple[Item, ...]) -> bool:
    """Whether using any of these things does something that the rules know."""
    return any(item.ref in things() or known_for(item) is not None for item in items)


HINDERING = ("held", "blind", "prone", "asleep", "impaired")
"""States that are brought upon enemies."""


def _own(state: State, creature: Creature) -> list[Creature]:
    side = side_of(state, creature.id)
    return [one for one in everyone(state) if side_of(state, one.id) == side and alive(one)]


def _half_dead(creature: Creature) -> bool:
    """Whether somebody has lost half their VIG and can get it back."""
    return 2 * creature.vigour <= creature.vigour_max and not creature.deprived


@rule(
    "modified_cairn.action.use_item",
    "modified_cairn.gear.effects",
    "modified_cairn.inventory.limited_uses",
    "modified_cairn.convert.charges",
)
def used(play: Play, state: State, who: str, which: str, target: str = "") -> State:
    """Use a thing: mark a dot if it has any, tell what it is for, and apply its effect."""
    creature = find(state, who)
    item = item_of(creature, which)
    entry = things().get(item.ref)
    why = item.ref or EFFECTS
    play.tell("item.used", creature.name, item.name, why=why)
    if item.effect:
        play.tell("item.effect", item.name, item.effect, why=why)
    if item.uses:
        item = mark(item) or item
        creature = with_item(creature, item)
        if spent(item):
            play.tell("item.spent", creature.name, item.name, why="modified_cairn.inventory.limited_uses")
    if item.kind == "bomb" and spent(item):
        creature = settle(without(creature, item.id))
    state = put(state, creature)
    if item.ref in monsters():
        return accompany(state, who, item.ref)
    if (known := known_for(item)) is not None:
        of, works = known
        return work(play, state, who, of, works, (target,) if target else aim(play, state, who, of, works))
    return worked(play, state, who, item, entry, target) if entry else state


@rule("modified_cairn.gear.effects", "modified_cairn.magic.known")
def known_for(item: Item) -> tuple[str, Works] | None:
    """What a thing does besides the numbers of its entry, with its source: an entry, or the row that gave it."""
    entry = things().get(item.ref)
    if entry is not None and entry.works is not None:
        return entry.id, entry.works
    of, line = uncommon().get(item.name, ("", None))
    return (of, line.works) if line is not None and line.works is not None and item.ref == line.of else None


def worked(play: Play, state: State, who: str, item: Item, entry: Thing, target: str = "") -> State:
    """Apply an entry's numbers: to one target, to several, or later to whoever comes upon it on the ground."""
    user = find(state, who)
    if entry.rounds:
        rounds = total(play, entry.rounds, user.seat, entry.id)
        return begin(state, Effect("", entry.id, who, (), state.clock + rounds * ROUND, does="smoke"))
    if entry.aims == "strewn":
        state = put(state, settle(without(user, item.id)))
        return laid_down(state, replace(item, qualities=(*item.qualities, STREWN)))
    if entry.aims == "some":
        return _some(play, state, who, entry)
    if entry.aims == "one":
        target = target or upon(play, state, user, entry)
        if not any(one.id == target for one in everyone(state)):
            return state
        if item.ref in HOLDS:
            state = laid_down(put(state, settle(without(find(state, who), item.id))), item)
        return befalls(play, state, target, entry, by=who)
    return state


def upon(play: Play, state: State, user: Creature, entry: Thing) -> str:
    """Ask on whom a thing is used: allies first if it heals, else the others; nobody whom the party has not met."""
    own = bool(entry.heals or entry.cures)
    side = side_of(state, user.id)
    there = [one for one in everyone(state) if before_party(state, user.id, one.id)]
    ranked = sorted(there, key=lambda one: own != (side_of(state, one.id) == side))
    options = tuple([one.id for one in ranked if alive(one) and (own or up(one))])
    return play.choose(user.seat, "use_upon", options, user.name, entry.name, why=entry.id)


def _some(play: Play, state: State, who: str, entry: Thing) -> State:
    """Apply a thing to all whom the GM names, one after another."""
    named: list[str] = []
    others = (*state.foes, *state.party)
    while options := tuple([one.id for one in others if up(one) and one.id != who and one.id not in named]):
        one = play.choose(REFEREE, "use_upon_some", (*options, "done"), entry.name, why=entry.id)
        if one == "done":
            break
        named.append(one)
    for one in named:
        state = befalls(play, state, one, entry, by=who)
    return state


@rule("modified_cairn.gear.effects", "modified_cairn.condition.deprived_no_quality")
def befalls(play: Play, state: State, target: str, entry: Thing, *, by: str = "") -> State:
    """Apply a thing's effect to a target: healing and cures, or a Save that on failure brings harm and a state."""
    one = find(state, target)
    if entry.heals and one.deprived:
        play.tell("night.deprived", one.name, why="modified_cairn.condition.deprived_no_quality")
    elif entry.heals:
        healed = min(total(play, entry.heals, one.seat, entry.id), max(0, one.vigour_max - one.vigour))
        one = with_quality(one, "VIG", one.vigour + healed)
        play.tell("item.heals", one.name, healed, why=entry.id)
        state = put(state, one if one.vigour < one.vigour_max else shed(one, "wounded"))
    for ill in entry.cures:
        state = cured(play, state, target, ill)
    if entry.save and save(play, find(state, target), entry.save, entry.id):
        return state
    if entry.harm:
        harm = total(play, entry.harm, REFEREE, entry.id)
        state = suffer(play, state, target, "VIG", harm, entry.id)
    if entry.brings and up(find(state, target)):
        held = Step("hold", state=entry.brings, lasts=entry.lasts, save=entry.free)
        state = afflict(play, state, target, by, (held,), entry.id)
    return state


def strewn(state: State) -> tuple[str, ...]:
    """The ids of things on the ground, and of effects in the place, that affect whoever comes upon them."""
    return (*[item.id for item in state.ground if STREWN in item.qualities], *lying_in_wait(state))


@rule("modified_cairn.gear.effects")
def spring(play: Play, state: State, _: str) -> State:
    """The GM says who comes upon a strewn thing; a trap or snare is then used up, others stay."""
    which = play.choose(REFEREE, "spring_what", strewn(state), why=EFFECTS)
    options = tuple([one.id for one in everyone(state) if up(one)])
    if which in lying_in_wait(state):
        return _sprung(play, state, which, options)
    item = next(one for one in state.ground if one.id == which)
    entry = things()[item.ref]
    target = play.choose(REFEREE, "spring_on", options, item.name, why=entry.id)
    play.tell("item.sprung", find(state, target).name, item.name, why=entry.id)
    if not entry.save:
        left = tuple([one for one in state.ground if one.id != which])
        state = replace(state, ground=left)
    return befalls(play, state, target, entry)


@rule("modified_cairn.magic.known")
def _sprung(play: Play, state: State, which: str, options: tuple[str, ...]) -> State:
    """Somebody comes upon an effect that waits in the place; it stays there for its time."""
    effect = next(one for one in state.effects if one.id == which)
    why = entry_of(effect.of)
    target = play.choose(REFEREE, "spring_on", options, called(effect.of), why=why)
    play.tell("item.sprung", find(state, target).name, called(effect.of), why=why)
    works = works_of(effect.of)
    return befall(play, state, target, effect.by, effect.of, works) if works is not None else state


def _bonds(state: State, who: str) -> str:
    """The id of the effect that a creature could break free of; "" if none, and in a fight."""
    if state.combat is not None or not any(one.id == who and has(one, "held") for one in everyone(state)):
        return ""
    return next((effect.id for effect in state.effects if who in effect.on and effect.of in HOLDS), "")


def _tried(state: State, who: str) -> Mark[Use]:
    of = next(effect.of for effect in state.effects if effect.id == _bonds(state, who))
    return SPENT.mark("free", state.clock // HOLDS[of])


def _tried_already(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return Refusal("tried_already", (one.name,), EFFECTS) if _tried(state, who) in one.spent else None


@rule("modified_cairn.item.net", "modified_cairn.item.snare")
def break_free(play: Play, state: State, who: str) -> State:
    """Make a VIG Save to get out of a net or snare; in a snare once a Cycle."""
    effect = next(one for one in state.effects if one.id == _bonds(state, who))
    one = find(state, who)
    one = replace(one, spent=(*SPENT.without(one.spent, "free"), _tried(state, who)))
    state = put(state, one)
    if not save(play, one, "VIG", effect.of):
        return state
    play.tell("item.free", one.name, why=effect.of)
    return release(play, state, effect.id)


def _no_use(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    return None if usable(state, one) else Refusal("nothing_to_use", (one.name,), USE)


def _say_use(play: Play, state: State, creature: Creature) -> Declaration:
    """Declare which thing to use this turn, and on whom if it has one target."""
    which = _which(play, state, creature)
    item = item_of(creature, which)
    entry = things().get(item.ref)
    target = upon(play, state, creature, entry) if entry and entry.aims == "one" else ""
    if (known := known_for(item)) is not None:
        target = next(iter(aim(play, state, creature.id, *known)), "")
    return Declaration(creature.id, "use_item", target=target, item=which)


def _use(play: Play, state: State, made: Declaration) -> State:
    """Use the declared thing, if it is still there."""
    one = find(state, made.who)
    return (
        used(play, state, made.who, made.item, made.target) if made.item in usable(state, one) and able(one) else state
    )


USES: dict[str, Manoeuvre] = {
    "use_item": Manoeuvre(
        lambda state, one: _no_use(state, one.id),
        _say_use,
        _use,
        USE,
        first=True,
        shown=lambda state, one: bool(usable(state, one)),
    )
}
"""Using something in a fight, which takes the Action."""

DEEDS: tuple[Deed[State], ...] = (
    Deed("use", use_item, USE, shown=at_ease, refuse=_no_use, group="slots", rank=-1),
    Deed(
        "break_free",
        break_free,
        EFFECTS,
        shown=lambda state, who: bool(_bonds(state, who)),
        refuse=_tried_already,
        group="attempts",
    ),
    Deed(
        "spring",
        spring,
        EFFECTS,
        "referee",
        shown=lambda state, _: bool(strewn(state)) and any(up(one) for one in everyone(state)),
        group="attempts",
    ),
)
