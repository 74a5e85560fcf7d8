"""Tending in camp: wounds, surgery, armour, and the ritual that wards off doom."""

from msgspec.structs import replace

from tallow.games.dead_weight.camp.camping import afford, camping, holders, owned, paid, spend_one
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.entries.gear import armours
from tallow.games.dead_weight.gear.items import CAMP_ITEMS, all_use, usable
from tallow.games.dead_weight.gear.trappings import mend
from tallow.games.dead_weight.harm.wounds import can_heal, heal
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Attribute,
    State,
    adventurer,
    alive,
    put,
    score,
    speaker,
)
from tallow.games.dead_weight.uses import Until
from tallow.games.dead_weight.world.trackers import lower_doom, lower_omens
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.marks import Mark
from tallow.play import Play, rule

SUPPLY = "dead_weight.item.medical_supply"
TEND = "dead_weight.action.camp_tend_wounds"


@rule("dead_weight.action.camp_tend_wounds", "dead_weight.item.medical_supply")
def tend(play: Play, state: State, _: str) -> State:
    """One wound on each attribute of everybody may be healed, for a medical supply each."""
    tended: tuple[tuple[str, Attribute], ...] = ()
    while open_ := tuple(wound for wound in _tendable(state) if wound not in tended):
        supplies = owned(state, SUPPLY)
        if not supplies:
            break
        every = ("all",) if supplies >= len(open_) else ()
        options = (*every, *(("tend", who, attribute) for who, attribute in open_), *(("done",) if tended else ()))
        chosen = play.choose(speaker(state), "tend", options, supplies, why=TEND)
        if chosen == "done":
            break
        for who, attribute in open_ if chosen == "all" else ((chosen[1], chosen[2]),):
            state = spend_one(play, state, SUPPLY, TEND)
            state = heal(play, state, who, 1, TEND, among=(attribute,), resting=True)
            tended = (*tended, (who, attribute))
    return state


def _tendable(state: State) -> tuple[tuple[str, Attribute], ...]:
    """The attributes, of those who can heal by rest, that have a wound."""
    return tuple(
        (one.id, attribute)
        for one in state.party
        if can_heal(one, resting=True)
        for attribute in ATTRIBUTES
        if score(one, attribute).wounds
    )


def _cannot_tend(state: State, _: Adventurer) -> Refusal | None:
    if not holders(state, SUPPLY):
        return Refusal("no_medical_supply", (), TEND)
    return None if _tendable(state) else Refusal("nobody_wounded", (), TEND)


@rule("dead_weight.action.camp_surgery", "dead_weight.skill.surgeon", "dead_weight.skill.same_skill_party")
def surgery(play: Play, state: State, who: str) -> State:
    """Once per camp a surgeon's INT test: on a success everybody heals one wound."""
    why = "dead_weight.action.camp_surgery"
    state = _done(state, who, SURGERY)
    state, reading = attempt(play, state, who, "INT", why)
    if not reading.success:
        play.tell("surgery.failed", adventurer(state, who).name, why=why)
        return state
    for one in state.party:
        if can_heal(one, resting=True) and any(score(one, attribute).wounds for attribute in ATTRIBUTES):
            state = heal(play, state, one.id, 1, why, resting=True)
    return state


SURGERY, REPAIR = SPENT.mark("camp", "surgery"), SPENT.mark("camp", "repair")


def _done(state: State, who: str, use: Mark[Until]) -> State:
    one = adventurer(state, who)
    return put(state, replace(one, spent=(*one.spent, use)))


@rule("dead_weight.action.camp_repair", "dead_weight.skill.crafting", "dead_weight.skill.same_skill_party")
def repair(play: Play, state: State, who: str) -> State:
    """Once per camp a crafter restores two armour points, on one piece or two, of any adventurers."""
    why = "dead_weight.action.camp_repair"
    state = _done(state, who, REPAIR)
    for left in (2, 1):
        worn = _damaged(state)
        if not worn:
            break
        options = tuple(("repair", owner, item) for owner, item in worn)
        _, owner, item = play.choose(adventurer(state, who).seat, "repair", options, left, why=why)
        state = mend(play, state, owner, item, why)
    return state


def _damaged(state: State) -> tuple[tuple[str, str], ...]:
    """The pieces of armour that lack points and are not broken, each with its owner."""
    known = armours()
    return tuple(
        (one.id, item.id)
        for one in state.party
        if alive(one)
        for item in one.items
        if item.ref in known and not item.broken and item.ap < known[item.ref].ap
    )


@rule("dead_weight.action.camp_ritual", "dead_weight.skill.ritualist")
def ritual(play: Play, state: State, who: str) -> State:
    """A ritualist lowers the omens or the doom by one."""
    why = "dead_weight.action.camp_ritual"
    which = play.choose(adventurer(state, who).seat, "ritual", ("doom", "omens"), why=why)
    play.tell("ritual", adventurer(state, who).name, which, why=why)
    return lower_doom(play, state, why) if which == "doom" else lower_omens(play, state, why)


@rule("dead_weight.action.camp_camp_items")
def camp_items(play: Play, state: State, who: str) -> State:
    """For one camp action each adventurer may use one camp item."""
    return all_use(play, state, who, *CAMP_ITEMS)


def _cannot_use(state: State, one: Adventurer) -> Refusal | None:
    why = "dead_weight.action.camp_camp_items"
    return None if any(usable(state, one.id, *CAMP_ITEMS)) else Refusal("nothing_to_use", (one.name,), why)


def _surgeon(state: State, who: str) -> bool:
    return camping(state, who) and "surgeon" in adventurer(state, who).life.skills


def _crafter(state: State, who: str) -> bool:
    return camping(state, who) and "crafting" in adventurer(state, who).life.skills


def _ritualist(state: State, who: str) -> bool:
    return camping(state, who) and "ritualist" in adventurer(state, who).life.skills


def _cannot_operate(state: State, one: Adventurer) -> Refusal | None:
    if SURGERY in one.spent:
        return Refusal("once_per_camp", (one.name,), "dead_weight.skill.surgeon")
    return None if _tendable(state) else Refusal("nobody_wounded", (), "dead_weight.skill.surgeon")


def _cannot_repair(state: State, one: Adventurer) -> Refusal | None:
    if REPAIR in one.spent:
        return Refusal("once_per_camp", (one.name,), "dead_weight.skill.crafting")
    return None if _damaged(state) else Refusal("nothing_to_repair", (), "dead_weight.skill.crafting")


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "tend_wounds", paid(tend, 1), TEND, cost="1 camp", shown=camping, refuse=afford(1, _cannot_tend), group="camp"
    ),
    Deed(
        "camp_items",
        paid(camp_items, 1),
        "dead_weight.action.camp_camp_items",
        cost="1 camp",
        shown=camping,
        refuse=afford(1, _cannot_use),
        group="camp",
    ),
    Deed(
        "surgery",
        surgery,
        "dead_weight.action.camp_surgery",
        cost="free",
        shown=_surgeon,
        refuse=afford(0, _cannot_operate),
        group="camp",
    ),
    Deed(
        "repair_armour",
        repair,
        "dead_weight.action.camp_repair",
        cost="free",
        shown=_crafter,
        refuse=afford(0, _cannot_repair),
        group="camp",
    ),
    Deed(
        "ritual",
        paid(ritual, 1),
        "dead_weight.action.camp_ritual",
        cost="1 camp",
        shown=_ritualist,
        refuse=afford(1),
        group="camp",
    ),
)
