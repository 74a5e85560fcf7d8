"""Attribute checks: a player tries something, the GM sets the attribute, and a Gear Bubble may provide tools."""

from typing import Literal, TypeAlias

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.rolls import under
from tallow.games.vanilla.checks.sways import penalty
from tallow.games.vanilla.combat.acting import go_deed
from tallow.games.vanilla.entries import BOOK
from tallow.games.vanilla.gear.bubbles import ANOTHER, GEAR, empty_ones, named_gear
from tallow.games.vanilla.state import ATTRIBUTES, Attribute, Creature, State
from tallow.games.vanilla.world.time import set_about, spent
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Play, RuleId, Seat, rule

Standing: TypeAlias = Literal["tools", "skill", "both", "neither"]
CHECK: RuleId = "vanilla.action.check"
BUBBLE: RuleId = "vanilla.check.tools_from_bubble"
STANDINGS: tuple[Standing | Literal["not_again"], ...] = ("tools", "skill", "both", "neither", "not_again")
WITH_TOOLS: dict[str, Standing] = {"neither": "tools", "skill": "both"}
"""What a creature has for a task once a Gear Bubble provides the tools."""

NO_ATTRIBUTES = 10
"""Enemies and Helpers have no attributes: this number stands for all of them."""


@rule("vanilla.check.neither", "vanilla.check.either", "vanilla.check.both", "vanilla.check.no_naturals")
def check(
    play: Play, attribute: int, standing: Standing, by: Seat, why: RuleId, score: str = "", who: str = ""
) -> bool:
    """Whether a task succeeds: never without skill and tools, always with both, with one on a d20 roll."""
    if standing in ("neither", "both"):
        return standing == "both"
    return under(play, attribute, by, why, score, who)


@rule("vanilla.check.enemies", "vanilla.creation.attributes")
def attribute_of(state: State, one: Creature, attribute: Attribute) -> int:
    """The number that a check rolls under; 10 for creatures without attributes."""
    own = one.life.attributes[ATTRIBUTES.index(attribute)] if one.life.attributes else NO_ATTRIBUTES
    return own + penalty(state, one)


@rule(
    "vanilla.action.check",
    "vanilla.check.attribute",
    "vanilla.check.skill",
    "vanilla.check.tools",
    "vanilla.check.once",
    "vanilla.check.together",
    "vanilla.check.time",
    "vanilla.creation.skills",
)
def attempt(play: Play, state: State, who: str) -> State:
    """Try a task: the GM names the attribute and says whether skill and tools are there; then it is checked."""
    one = find(state, who)
    what = play.write(one.seat, "check_what", one.name, why=CHECK).strip()[:200]
    if what:
        play.tell("check.tries", one.name, what, why=CHECK)
    attribute = play.choose(REFEREE, "check_attribute", ATTRIBUTES, one.name, why="vanilla.check.attribute")
    own = attribute_of(state, one, attribute)
    facts = (one.name, attribute, own, _skills(one))
    said = play.choose(REFEREE, "check_standing", STANDINGS, *facts, why="vanilla.check.skill")
    if said == "not_again":
        play.tell("check.not_again", one.name, why="vanilla.check.once")
        return state
    state, standing = tools_from_bubble(play, state, who, said)
    done = check(play, own, standing, one.seat, CHECK, attribute, who)
    play.tell("check.succeeds" if done else "check.fails", one.name, attribute, why=CHECK)
    return set_about(play, state, who, "check") if state.combat is None else state


@rule("vanilla.creation.skills")
def _skills(one: Creature) -> str:
    """The sources of a creature's skills: class and vocation."""
    entry = BOOK.entries().get(one.of)
    return ", ".join([name for name in (entry.title if entry else "", *one.life.vocations) if name])


@rule("vanilla.check.tools_from_bubble", "vanilla.check.neither", "vanilla.bubble.fill")
def tools_from_bubble(play: Play, state: State, who: str, standing: Standing) -> tuple[State, Standing]:
    """Offer to fill a Gear Bubble with the tools before the roll; gives the state and what the creature then has."""
    one = find(state, who)
    if standing not in WITH_TOOLS or empty_ones(one) <= 0:
        return state, standing
    what = play.choose(one.seat, "tools", ("no_tools", *GEAR, ANOTHER), one.name, empty_ones(one), why=BUBBLE)
    if what == "no_tools":
        return state, standing
    after = named_gear(play, state, who, what)
    return after, WITH_TOOLS[standing] if after is not state else standing


def _spent(state: State, who: str) -> Refusal | None:
    busy = state.combat is None and spent(state, who)
    return Refusal("turn_spent", (find(state, who).name,), "vanilla.check.time") if busy else None


def _about(state: State, who: str) -> bool:
    """Whether a creature may attempt tasks now: enemies only in a fight."""
    return state.phase != "creation" and (state.combat is not None or find(state, who).kind != "enemy")


DEEDS: tuple[Deed[State], ...] = (
    go_deed("check", "action", attempt, CHECK, refuse=_spent, shown=_about, outside=True, group="tasks"),
)
