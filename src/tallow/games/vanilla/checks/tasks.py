"""Tasks in a place: the attribute for each, its tools, and who has the skill."""

from collections.abc import Mapping

from msgspec import Struct

from tallow.games.vanilla.checks.attribute_checks import CHECK, Standing, attribute_of, check
from tallow.games.vanilla.entries import FIGHTER, MAGIC_USER
from tallow.games.vanilla.gear.bubbles import empty_ones, named_gear
from tallow.games.vanilla.state import ATTRIBUTES, Attribute, Creature, State, alive
from tallow.mechanics.two_sides import find
from tallow.play import Play, RuleId, rule

BUBBLE: RuleId = "vanilla.check.tools_from_bubble"
NO_TOOLS = "no_tools"


class Task(Struct, frozen=True):
    """A kind of task. Without `tools` bare hands suffice; without `skills` nobody is skilled, and tools decide."""

    attribute: Attribute
    tools: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()


TASKS: Mapping[str, Task] = {
    **{attribute: Task(attribute) for attribute in ATTRIBUTES},
    "Strength doors": Task("Strength", ("crowbar", "hammer"), (FIGHTER, "Blacksmith", "Farmer", "Mercenary")),
    "Strength hauling": Task("Strength", ("rope", "chain", "pole"), (FIGHTER, "Farmer", "Smuggler", "Butcher")),
    "Strength cutting": Task("Strength", ("saw", "hammer", "crowbar"), ("Blacksmith", "Locksmith")),
    "Dexterity climbing": Task(
        "Dexterity", ("rope", "grappling hook", "ladder", "iron spikes"), ("Cutpurse", "Smuggler", "Hunter", "Orphan")
    ),
    "Dexterity locks": Task("Dexterity", ("lockpicks",), ("Locksmith", "Cutpurse")),
    "Dexterity traps": Task("Dexterity", ("pole", "iron spikes", "rope"), ("Trapper", "Locksmith", "Hunter")),
    "Dexterity sneaking": Task("Dexterity", (), ("Cutpurse", "Hunter", "Smuggler", "Trapper", "Orphan")),
    "Constitution swimming": Task("Constitution", ("rope",), ("Smuggler", "Vagrant", "Soldier")),
    "Intelligence letters": Task("Intelligence", (), ("Scribe", "Astrologer", "Alchemist", MAGIC_USER)),
    "Wisdom healing": Task("Wisdom", ("bandages",), ("Healer", "Barber", "Butcher")),
    "Wisdom beasts": Task("Wisdom", ("rations",), ("Hunter", "Trapper", "Farmer", "Butcher")),
    "Charisma talking": Task("Charisma", (), ("Merchant", "Gambler", "Musician", "Smuggler")),
}
"""The tasks that a document can name: an attribute, and what it is about where tools or a skill make a difference."""


@rule("vanilla.check.skill", "vanilla.creation.skills")
def skilled(one: Creature, task: Task) -> bool:
    """Whether a creature's class or vocation is among the task's skills."""
    return any(name in task.skills for name in (one.of, *one.life.vocations))


@rule("vanilla.check.tools", "vanilla.check.together")
def tooled(state: State, task: Task) -> bool:
    """Whether anybody in the party carries the tools, which can be lent; bare hands are always available."""
    if not task.tools:
        return True
    return any(name in task.tools for one in state.party if alive(one) for name in one.gear)


@rule("vanilla.check.neither", "vanilla.check.either", "vanilla.check.both")
def standing(state: State, who: str, task: Task) -> Standing:
    """What a creature has for a task: "skill", "tools", "both" or "neither".

    Bare hands count as tools, so a task that needs no tools, and that nobody is skilled in, is rolled.
    """
    skill, tools = skilled(find(state, who), task), tooled(state, task)
    if skill and tools:
        return "both"
    return "skill" if skill else "tools" if tools else "neither"


@rule("vanilla.check.tools_from_bubble", "vanilla.bubble.fill")
def possible(state: State, who: str, task: Task) -> bool:
    """Whether a creature could succeed at a task, if need be with tools from a Gear Bubble."""
    return standing(state, who, task) != "neither" or empty_ones(find(state, who)) > 0


@rule("vanilla.action.check", "vanilla.check.attribute", "vanilla.check.tools_from_bubble", "vanilla.check.time")
def attempted(play: Play, state: State, who: str, task: Task) -> tuple[State, bool]:
    """Try a task, after an offer to fill a Gear Bubble with the tools; gives the state and whether it succeeds."""
    one = find(state, who)
    if not tooled(state, task) and empty_ones(one) > 0:
        options = (*task.tools, NO_TOOLS)
        what = play.choose(one.seat, "tools", options, one.name, empty_ones(one), why=BUBBLE)
        state = named_gear(play, state, who, what) if what != NO_TOOLS else state
    has = standing(state, who, task)
    if has in ("both", "neither"):
        play.tell(f"check.{has}", one.name, why=f"vanilla.check.{has}")
    own = attribute_of(state, one, task.attribute)
    done = check(play, own, has, one.seat, CHECK, task.attribute, who)
    play.tell("check.succeeds" if done else "check.fails", one.name, task.attribute, why=CHECK)
    return state, done
