"""What spells, powers and marks add to the numbers of a fight. These functions change nothing.

`magic/lasting.py` keeps `state.effects` and the marks of creatures; checks, armour and attacks call these functions,
which import nothing but state and content.
"""

from functools import cache
from typing import Literal

from tallow.games.vanilla.entries import Monster, Special, enchantments, monsters
from tallow.games.vanilla.state import DAY, HOUR, MARKS, Creature, Effect, State, up
from tallow.mechanics.two_sides import side_of
from tallow.play import RuleId, rule

Mode = Literal["melee", "ranged"]

DARK_FT = 20
ARM = 5
"""How far somebody sees who is blind beyond arm's length, in feet."""

SMALL = 3
"""Creatures of up to this many HD cannot pass a wall of fire or ice."""

WALLS = ("wall_fire", "wall_ice", "wall_stone")
OPAQUE = ("wall_fire", "wall_stone")
"""Walls that nobody sees through."""

CHALK_LINE = "chalk_line"
"""The mode of a line that nobody crosses, and over which everybody sees and strikes."""

HIGH = ("aloft", "soaring")
"""Up in the air, out of reach of whoever cannot fly."""


def nature(one: Creature) -> Monster | None:
    """The bestiary entry that a creature has now: that of another shape, of a classed leader's kin, or its own."""
    taken = (*MARKS.about(one.marks, "shape"), *MARKS.about(one.marks, "kin")) if one.marks else ()
    if taken:
        return monsters().get(taken[0])
    return monsters().get(one.of) if one.kind == "enemy" else None


def undead(one: Creature) -> bool:
    """Whether a creature is undead."""
    kind = nature(one)
    return kind is not None and kind.undead


def special(one: Creature, type_: str) -> Special | None:
    """A creature's power of this type; None without one."""
    if one.marks:
        monster = nature(one)
        return monster.special(type_) if monster is not None else None
    return _by_entry(one.of, type_) if one.kind == "enemy" else None


@cache
def _by_entry(of: RuleId, type_: str) -> Special | None:
    monster = monsters().get(of)
    return monster.special(type_) if monster is not None else None


@cache
def having(type_: str) -> frozenset[RuleId]:
    """The bestiary entries that have a power of this type."""
    return frozenset([id_ for id_, monster in monsters().items() if monster.special(type_) is not None])


@rule("vanilla.monster.morlock", "vanilla.monster.vampire")
def daylight(state: State) -> bool:
    """Whether the sun shines here."""
    return state.place != "dungeon" and 6 * HOUR <= state.clock % DAY < 18 * HOUR


@rule("vanilla.spell.light_dark", "vanilla.monster.fire_beetle")
def shines(state: State) -> bool:
    """Whether a spell or creature here gives as much light as a torch."""
    if any(effect.mode == "light" for effect in state.effects):
        return True
    return any(special(one, "light") is not None and up(one) for one in state.foes)


@rule("vanilla.monster.penalty", "vanilla.monster.morlock", "vanilla.spell.remove_curse")
def penalty(state: State, one: Creature) -> int:
    """The penalty to every number that a creature rolls against; the same penalty counts once."""
    if not state.effects and one.kind != "enemy":
        return 0
    found = {
        (effect.of, effect.mode): effect.amount
        for effect in state.effects
        if one.id in effect.on and effect.mode in ("penalty", "cursed", "disease")
    }
    total = sum(found.values())
    shy = special(one, "daylight")
    return total + shy.rolls if shy is not None and daylight(state) else total


@rule(
    "vanilla.spell.bless_curse",
    "vanilla.monster.penalty",
    "vanilla.monster.initiative_av",
    "vanilla.monster.basilisk",
    "vanilla.melee.modifiers",
)
def av(state: State, one: Creature, target: Creature, mode: Mode) -> int:
    """What is added to the AV of an attack: blessings, curses, penalties, and what protects the target."""
    total = penalty(state, one)
    for effect in state.effects:
        if effect.mode == "looks_away" and one.id in effect.on and effect.by == target.id:
            total += effect.amount
    modes = {effect.mode for effect in state.effects if one.id in effect.on}
    total += ("blessed" in modes) - ("curse" in modes)
    swift = special(target, "initiative_av")
    combat = state.combat
    if swift is not None and combat is not None and combat.first == side_of(state, target.id):
        total += swift.av
    return total


@rule("vanilla.monster.penalty", "vanilla.monster.harpy", "vanilla.table.minor_item")
def st(state: State, one: Creature, vs: str) -> int:
    """What is added to ST for a Save: an enemy's bonus and penalties, but not an Extra."""
    bonus = special(one, "save_bonus")
    total = bonus.bonus if bonus is not None and bonus.vs == vs else 0
    for item in one.items:
        magic = enchantments().get(item.power) if item.power else None
        if magic is not None and vs in magic.vs:
            total = max(total, magic.st)
    return total + penalty(state, one)


@rule("vanilla.save.resist", "vanilla.monster.troll")
def vulnerable(one: Creature, element: str) -> bool:
    """Whether a creature rolls a Save against an element twice and keeps the worse."""
    weak = special(one, "vulnerable") if element else None
    return weak is not None and element in weak.to


@rule("vanilla.monster.only_harmed")
def needs(one: Creature, element: str) -> bool:
    """Whether an element is among the few things that harm a creature."""
    only = special(one, "only_harmed_by")
    return only is not None and element in only.by


@rule(
    "vanilla.spell.invisibility",
    "vanilla.spell.invisibility_sphere",
    "vanilla.spell.detect_invisibility",
    "vanilla.spell.light_dark",
    "vanilla.spell.mass_morph",
    "vanilla.spell.crystal_ball",
    "vanilla.spell.wall_of_fire_or_ice",
    "vanilla.monster.pixie",
)
def unseen(state: State, one: Creature, by: Creature) -> bool:
    """Whether a creature is invisible to another, who attacks it with the worse of two rolls and expects no attack."""
    hidden = special(one, "invisible") is not None
    for effect in state.effects:
        if effect.mode == "dark" and (abs(effect.at - one.at) <= DARK_FT or abs(effect.at - by.at) <= DARK_FT):
            return True
        if effect.mode in OPAQUE and between(effect, one.at, by.at):
            return True
        if effect.mode == "blind" and by.id in effect.on and abs(one.at - by.at) > ARM:
            return True
        if one.id not in effect.on:
            continue
        if effect.mode == "unseen_by" and effect.by == by.id:
            return True
        hidden = (
            hidden or effect.mode in ("invisible", "tree") or (effect.mode == "sphere" and _inside(effect, one, state))
        )
    if not hidden:
        return False
    near = abs(one.at - by.at) <= state.settings.range_nearby_ft
    return not (near and any(effect.mode == "sees_all" and by.id in effect.on for effect in state.effects))


def _inside(sphere: Effect, one: Creature, state: State) -> bool:
    """Whether a creature is still within the sphere, which moves with the one in its middle."""
    middle = next((other for other in (*state.party, *state.foes) if other.id == sphere.on[0]), one)
    return abs(one.at - middle.at) <= sphere.amount


@rule("vanilla.spell.protection_from_missiles")
def missiles_fail(state: State, target: Creature) -> bool:
    """Whether small missiles without magic cannot reach a creature."""
    return any(effect.mode == "no_missiles" and target.id in effect.on for effect in state.effects)


@rule("vanilla.spell.invisibility", "vanilla.spell.protection_from_missiles", "vanilla.monster.latch")
def exposed(state: State, target: Creature, mode: Mode) -> bool:
    """Whether every attack on a creature has an advantage, because it glows or attracts missiles."""
    for effect in state.effects:
        if target.id in effect.on and (
            effect.mode == "glowing" or (effect.mode == "draws_missiles" and mode == "ranged")
        ):
            return True
    return False


@rule(
    "vanilla.monster.swallow",
    "vanilla.spell.charm",
    "vanilla.spell.levitate",
    "vanilla.spell.fly",
    "vanilla.spell.pit",
    "vanilla.spell.wall_of_fire_or_ice",
    "vanilla.spell.wall_of_stone_or_iron",
    "vanilla.monster.vampire",
)
def out_of_reach(state: State, one: Creature, target: Creature, mode: Mode) -> bool:
    """Whether a creature cannot attack another at all: swallowed, behind a wall, in the air, or charmed."""
    if "gas" in target.traits or MARKS.any(target.marks, "swallowed"):
        return True
    if "gas" in one.traits:
        return True
    if one.marks:
        bellies = MARKS.about(one.marks, "swallowed")
        if any(mode == "ranged" or belly != target.id for belly in bellies):
            return True
    for effect in state.effects:
        if effect.mode in WALLS and between(effect, one.at, target.at):
            return True
        if mode == "melee" and effect.mode == "in_pit" and (one.id in effect.on) != (target.id in effect.on):
            return True
    if not state.effects:
        return False
    return dear(state, one, target) or (mode == "melee" and overhead(state, one, target))


@rule("vanilla.monster.vampire")
def flies(one: Creature) -> bool:
    """Whether a creature flies, by nature or in the shape of a bat."""
    kind = nature(one)
    return (kind is not None and kind.flies) or "bat" in one.traits


@rule("vanilla.spell.charm")
def dear(state: State, one: Creature, target: Creature) -> bool:
    """Whether a creature is charmed by another, or by an ally of it, and so does not harm it."""
    charms = [effect.by for effect in state.effects if effect.mode == "charmed" and one.id in effect.on]
    return any(by == target.id or side_of(state, by) == side_of(state, target.id) for by in charms)


@rule("vanilla.spell.charm", "vanilla.spell.turn_undead")
def loathed(state: State, one: Creature) -> tuple[str, ...]:
    """The ids of those whom a creature attacks before all others, because of a reversed charm or turning."""
    return tuple([effect.by for effect in state.effects if effect.mode == "loathes" and one.id in effect.on])


@rule("vanilla.spell.levitate", "vanilla.spell.fly")
def high(state: State, one: Creature) -> bool:
    """Whether a spell keeps a creature up in the air."""
    return any(effect.mode in HIGH and one.id in effect.on for effect in state.effects)


@rule("vanilla.spell.levitate", "vanilla.spell.fly")
def overhead(state: State, one: Creature, other: Creature) -> bool:
    """Whether one of two creatures is up in the air, and the other, on the ground, cannot fly."""
    up_there, below = (one, other) if high(state, one) else (other, one)
    if not high(state, up_there) or high(state, below):
        return False
    return not flies(below) and not any(e.mode == "flying" and below.id in e.on for e in state.effects)


def between(wall: Effect, one: int, other: int) -> bool:
    """Whether a wall is between two places; somebody directly at it is on the near side."""
    return min(one, other) < wall.at < max(one, other)


@rule(
    "vanilla.spell.wall_of_fire_or_ice",
    "vanilla.spell.wall_of_stone_or_iron",
    "vanilla.monster.wraith",
    "vanilla.monster.purple_worm",
    "vanilla.table.minor_item",
)
def barred(state: State, one: Creature, to: int) -> bool:
    """Whether a wall stops a creature: stone all but the bodiless and burrowers, others those of up to 3 HD.

    A line of magic chalk stops everybody.
    """
    through = special(one, "incorporeal") is not None or special(one, "burrows") is not None
    for effect in state.effects:
        whole = effect.mode == CHALK_LINE or (effect.mode == "wall_stone" and not through)
        stops = whole or (effect.mode in WALLS and effect.mode != "wall_stone" and one.level <= SMALL)
        if stops and between(effect, one.at, to):
            return True
    return False


@rule("vanilla.spell.alter_time")
def attack_actions(state: State, one: Creature) -> int:
    """How many attack actions a creature has on a go: two if fast; if slow, one every second Round."""
    if not state.effects:
        return 1
    pace = tempo(state, one)
    if pace < 0 and state.combat is not None and state.combat.round % 2:
        return 0
    return 2 if pace > 0 else 1


def tempo(state: State, one: Creature) -> int:
    """1 for the fast, -1 for the slow; the two cancel."""
    modes = {effect.mode for effect in state.effects if one.id in effect.on}
    return ("fast" in modes) - ("slow" in modes)


@rule("vanilla.spell.alter_time", "vanilla.monster.panther", "vanilla.spell.speak_with_plants")
def moves(state: State, one: Creature) -> int:
    """How far one move goes, in feet."""
    speed: int = state.settings.speed_ft
    swift = special(one, "fast")
    if swift is not None:
        speed *= swift.move
    if not state.effects:
        return speed
    pace = tempo(state, one)
    if any(effect.mode == "hindered" and one.id in effect.on for effect in state.effects):
        pace -= 1
    return speed * 2 if pace > 0 else speed // 2 if pace < 0 else speed


@rule("vanilla.spell.levitate", "vanilla.spell.pit", "vanilla.spell.shuffle", "vanilla.monster.latch")
def stays(state: State, one: Creature) -> str:
    """Why a creature cannot move, apart from being held, as a code; "" if nothing prevents it."""
    if one.marks and MARKS.any(one.marks, "swallowed"):
        return "swallowed"
    if one.marks and MARKS.any(one.marks, "latched"):
        return "latched"
    for effect in state.effects:
        if one.id in effect.on and effect.mode in ("aloft", "pinned", "in_pit", "fixed"):
            return effect.mode
    return ""


@rule("vanilla.monster.only_harmed", "vanilla.monster.wraith", "vanilla.monster.elemental")
def harmed_by(
    state: State,
    target: Creature,
    amount: int,
    *,
    magic: bool,
    element: str = "",
    kind: str = "",
) -> int:
    """The damage left after a target's immunities, what alone harms it, and half damage by some elements.

    `kind` is "weapon", "missile", "natural" or "spell"; a weapon of silver has that as its element.
    """
    monster = nature(target)
    if monster is None or not monster.specials:
        return amount
    magic = magic or kind == "spell"
    if MARKS.any(target.marks, "element"):
        fiery = "fire" in MARKS.about(target.marks, "element")
        return 0 if (element == "fire" if fiery else kind == "missile" and not magic) else amount
    for power in monster.specials:
        if power.type == "half_damage" and element in power.from_:
            return amount // 2
        if power.type == "immune" and _immune(power, magic, element, kind):
            return 0
        if power.type == "only_harmed_by":
            harms = element in power.by or ("magic" in power.by and magic)
            if not harms:
                return 0
    return amount


def _immune(power: Special, magic: bool, element: str, kind: str) -> bool:
    if element and (element in power.to or (not magic and f"mundane {element}" in power.to)):
        return True
    return (
        "mundane weapons" in power.to and not magic and kind in ("weapon", "missile", "natural") and element != "silver"
    )


@rule("vanilla.monster.vampire", "vanilla.monster.flame_salamander")
def immune_to(one: Creature, what: str) -> bool:
    """Whether a creature is immune to a kind of magic, such as sleep, charm or hold."""
    power = special(one, "immune")
    return power is not None and what in power.to
