"""Tasks in a place: the attribute for each, its tools, and who has the skill."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.vanilla.checks.attribute_checks import CHECK, Standing, attribute_of, check
from tallow.games.vanilla.entries import FIGHTER, MAGIC_USER, MINOR_ITEM, enchantments, spells
from tallow.games.vanilla.gear.bubbles import empty_ones, named_gear
from tallow.games.vanilla.gear.inventory import without
from tallow.games.vanilla.magic.lasting import finish
from tallow.games.vanilla.state import ATTRIBUTES, Attribute, Creature, Effect, Item, State, alive
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

BUBBLE: RuleId = "vanilla.check.tools_from_bubble"
NO_TOOLS = "no_tools"
UNLOCKING = "unlock"
"""The mode of the effect that opens the next lock, and is over with it."""


class Task(Struct, frozen=True):
    """A kind of task. Without `tools` bare hands suffice; without `skills` nobody is skilled, and tools decide.

    Whoever is under one of `spells`, or uses one of the magic `things`, succeeds without a roll.
    """

    attribute: Attribute
    tools: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    spells: tuple[RuleId, ...] = ()
    things: tuple[str, ...] = ()


def _cast(*names: str) -> tuple[RuleId, ...]:
    return tuple([f"vanilla.spell.{name}" for name in names])


TASKS: Mapping[str, Task] = {
    **{attribute: Task(attribute) for attribute in ATTRIBUTES},
    "Strength doors": Task(
        "Strength", ("crowbar", "hammer"), (FIGHTER, "Blacksmith", "Farmer", "Mercenary"), _cast("passwall")
    ),
    "Strength hauling": Task(
        "Strength", ("rope", "chain", "pole"), (FIGHTER, "Farmer", "Smuggler", "Butcher"), _cast("telekinesis")
    ),
    "Strength cutting": Task("Strength", ("saw", "hammer", "crowbar"), ("Blacksmith", "Locksmith")),
    "Dexterity climbing": Task(
        "Dexterity",
        ("rope", "grappling hook", "ladder", "iron spikes"),
        ("Cutpurse", "Smuggler", "Hunter", "Orphan"),
        _cast("fly", "levitate"),
    ),
    "Dexterity locks": Task("Dexterity", ("lockpicks",), ("Locksmith", "Cutpurse"), _cast("lock_unlock"), ("Key",)),
    "Dexterity traps": Task("Dexterity", ("pole", "iron spikes", "rope"), ("Trapper", "Locksmith", "Hunter")),
    "Dexterity sneaking": Task(
        "Dexterity",
        skills=("Cutpurse", "Hunter", "Smuggler", "Trapper", "Orphan"),
        spells=_cast("invisibility", "invisibility_sphere"),
    ),
    "Constitution swimming": Task(
        "Constitution", ("rope",), ("Smuggler", "Vagrant", "Soldier"), _cast("water_breathing", "fly")
    ),
    "Intelligence letters": Task(
        "Intelligence", (), ("Scribe", "Astrologer", "Alchemist", MAGIC_USER), _cast("read_scripts"), ("Lens",)
    ),
    "Wisdom healing": Task("Wisdom", ("bandages",), ("Healer", "Barber", "Butcher")),
    "Wisdom beasts": Task(
        "Wisdom", ("rations",), ("Hunter", "Trapper", "Farmer", "Butcher"), _cast("speak_with_animals")
    ),
    "Charisma talking": Task("Charisma", (), ("Merchant", "Gambler", "Musician", "Smuggler")),
}
"""The tasks that a document can name: an attribute, and what it is about where tools or a skill make a difference."""

REVERSED = ("reversed", "lock", "pinned", "grounded", "glowing", "drowning")
"""Modes of effects that do not do what a task needs: mostly the opposite of what their spell is for."""


@rule(
    "vanilla.spell.read_scripts",
    "vanilla.spell.speak_with_animals",
    "vanilla.spell.lock_unlock",
    "vanilla.spell.passwall",
    "vanilla.spell.levitate",
)
def eased(state: State, who: str, task: Task) -> Effect | None:
    """The effect of a spell that does a task for a creature: on them or on a place, and not reversed."""
    for effect in state.effects:
        there = who in effect.on or not effect.on
        if effect.of in task.spells and there and effect.mode not in (*REVERSED, *spells()[effect.of].opposite_as):
            return effect
    return None


@rule("vanilla.table.minor_item")
def serving(one: Creature, task: Task) -> Item | None:
    """The magic thing of a creature that does a task and is not used up for today."""
    for item in one.items:
        row = enchantments().get(item.power) if item.power in task.things else None
        if row is not None and not (row.per_day and one.spent.count(item.power) >= row.per_day):
            return item
    return None


@rule("vanilla.check.skill", "vanilla.creation.skills")
def skilled(one: Creature, task: Task) -> bool:
    """Whether a creature's class or vocation is among the task's skills."""
    return any(name in task.skills for name in (one.of, *one.life.vocations))


@rule("vanilla.check.tools", "vanilla.check.together", "vanilla.table.minor_item")
def tooled(state: State, task: Task) -> bool:
    """Whether anybody in the party carries the tools, which can be lent; bare hands are always available.

    A magic rope is as good as any.
    """
    if not task.tools:
        return True
    living = [one for one in state.party if alive(one)]
    magic = any(item.power.casefold() in task.tools for one in living for item in one.items if item.power)
    return magic or any(name in task.tools for one in living for name in one.gear)


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
    if eased(state, who, task) is not None or serving(find(state, who), task) is not None:
        return True
    return standing(state, who, task) != "neither" or empty_ones(find(state, who)) > 0


@rule("vanilla.action.check", "vanilla.check.attribute", "vanilla.check.tools_from_bubble", "vanilla.check.time")
def attempted(play: Play, state: State, who: str, task: Task) -> tuple[State, bool]:
    """Try a task, after an offer to fill a Gear Bubble with the tools; gives the state and whether it succeeds.

    A spell that does it, or a magic thing that its owner uses, makes a roll needless.
    """
    one = find(state, who)
    if (spell := eased(state, who, task)) is not None:
        play.tell("check.spell", one.name, spell.of, why=spell.of)
        return finish(play, state, spell.id) if spell.mode == UNLOCKING else state, True
    thing = serving(one, task) if standing(state, who, task) != "both" else None
    if thing is not None and play.choose(one.seat, "serve", (thing.id, NO_TOOLS), one.name, why=MINOR_ITEM) == thing.id:
        play.tell("check.thing", one.name, thing.name, why=MINOR_ITEM)
        return put(state, _used(one, thing)), True
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


def _used(one: Creature, thing: Item) -> Creature:
    """The creature after a magic thing did a task: the thing is gone if it works once, else used for today."""
    if enchantments()[thing.power].once:
        return without(one, thing.id)
    return replace(one, spent=(*one.spent, thing.power))
