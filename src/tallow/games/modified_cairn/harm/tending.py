"""Tending: Bandages for the dying after a fight, and a healer in town."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.modified_cairn.gear.inventory import at_ease, mark, spent, with_item, without
from tallow.games.modified_cairn.monsters.meeting import before_party
from tallow.games.modified_cairn.state import Creature, Item, State, alive, gain, has, shed
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import Play, RuleId, rule

MEANS: tuple[RuleId, ...] = ("modified_cairn.item.bandages", "modified_cairn.item.medicinal_herbs")
"""What somebody can be tended with."""


@rule(
    "modified_cairn.hurt.tend",
    "modified_cairn.hurt.tend_no_vig",
    "modified_cairn.state.critically_wounded",
    "modified_cairn.state.mortally_wounded",
    "modified_cairn.scar.mortal_wound",
)
def tended(play: Play, creature: Creature, why: RuleId = "modified_cairn.hurt.tend") -> Creature:
    """The creature saved from dying: the Critically Wounded become Wounded, the Mortally Wounded out of action."""
    if not alive(creature) or not (dying(creature) or creature.dies_at):
        return creature
    if has(creature, "critically_wounded"):
        creature = gain(creature, "wounded")
    play.tell("tended", creature.name, why=why)
    return replace(shed(creature, "critically_wounded", "mortally_wounded"), dies_at=0)


def dying(creature: Creature) -> bool:
    """Whether a creature will die unless tended."""
    return alive(creature) and (has(creature, "critically_wounded") or has(creature, "mortally_wounded"))


@rule("modified_cairn.service.medical_healing", "modified_cairn.hurt.tend")
def treated(play: Play, state: State, who: str) -> State:
    """A healer treats a creature: it is saved from dying and cured of poison; no lost Quality is restored."""
    one = tended(play, find(state, who), "modified_cairn.service.medical_healing")
    play.tell("treated", one.name, why="modified_cairn.service.medical_healing")
    return put(state, shed(one, "poisoned", "festering", "infected"))


def means(creature: Creature) -> Item | None:
    """The creature's first Bandages or the like; None without any."""
    return next((item for item in creature.items if item.ref in MEANS and not spent(item)), None)


@rule("modified_cairn.action.tend", "modified_cairn.hurt.tend", "modified_cairn.item.bandages")
def tend(play: Play, state: State, who: str) -> State:
    """Tend another creature with Bandages, which marks a dot of them."""
    helper = find(state, who)
    whom = play.choose(helper.seat, "tend_whom", _patients(state, who), helper.name, why="modified_cairn.action.tend")
    bandages = means(helper)
    if bandages is not None:
        left = mark(bandages)
        helper = without(helper, bandages.id) if left is None else with_item(helper, left)
        play.tell("bandages", helper.name, bandages.name, why="modified_cairn.action.tend")
    return put(state, helper, tended(play, find(state, whom)))


def _needed(state: State, who: str) -> bool:
    return at_ease(state, who) and bool(_patients(state, who))


def _patients(state: State, who: str) -> tuple[str, ...]:
    """Whom somebody could tend: others who are dying, but no foe that has not been met."""
    there = [one for one in everyone(state) if one.id != who and before_party(state, who, one.id)]
    return tuple([one.id for one in there if dying(one)])


def _cannot_tend(state: State, who: str) -> Refusal | None:
    helper = find(state, who)
    why: RuleId = "modified_cairn.hurt.tend"
    return None if means(helper) else Refusal("no_bandages", (helper.name,), why)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "tend",
        tend,
        "modified_cairn.action.tend",
        cost="bandages",
        shown=_needed,
        refuse=_cannot_tend,
        group="rest",
        rank=1,
    ),
)
