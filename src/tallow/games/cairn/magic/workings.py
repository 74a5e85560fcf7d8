"""Workings: what a spell, a relic or a thing in use is, whom it is aimed at, and who withstands it."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.cairn.characters.boons import falls_unhurt, smells
from tallow.games.cairn.checks.saves import save, save_if_willing
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import OWN
from tallow.games.cairn.magic.does import Does
from tallow.games.cairn.monsters.kinds import against, shrugs_off
from tallow.games.cairn.monsters.meeting import before_party
from tallow.games.cairn.state import Ability, Creature, State, Target, alive, up
from tallow.games.cairn.uses import SPENT
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import REFEREE, Play, RuleId, rule

OTHER = "other"
"""A target that is not among those the program knows: the referee has it in mind."""

UNWANTED = frozenset(("asleep", "held", "warded", "pacified", "entranced", "phobic", "impaired"))
"""Conditions that count as harm, even without a save."""

FAR = 120
NEAR = 40


class Working(Struct, frozen=True, gc=False):
    """What the use of a spell, a relic or a thing does, read from its entry.

    `aims` and `kinds` are those of content/spell.toml; `within` is how far it reaches, in feet; `area` how wide
    it is; `seconds` how long it lasts, or `hours` in dice, or `until` what ends it.
    """

    of: RuleId
    name: str
    aims: str = "place"
    targets: int = 1
    within: int = NEAR
    area: int = 0
    seconds: int = 0
    hours: str = ""
    until: str = ""
    save: Ability | Literal[""] = ""
    dice: str = ""
    does: tuple[Does, ...] = ()
    kinds: tuple[str, ...] = ("magic",)
    text: str = ""
    enhanced: bool = False

    @property
    def lasting(self) -> bool:
        """Whether it goes on without whoever made it."""
        return self.until in {"forever", "destroyed", "cut", "sprung"}

    @property
    def harmful(self) -> bool:
        """Whether somebody might want to withstand it."""
        return bool(self.save) or any(_harms(one) for one in self.does)


def _harms(does: Does) -> bool:
    if does.kind == "condition":
        return does.what in UNWANTED
    return does.kind in {"harm", "harm_plants", "slay", "scare"}


def present(creature: Creature) -> bool:
    """Whether a creature is there and lives."""
    return alive(creature) and "fled" not in creature.conditions and "routed" not in creature.conditions


@rule("cairn.spell.nearby")
def in_reach(state: State, user: str, working: Working) -> tuple[str, ...]:
    """Those whom a working can be aimed at: opponents first if it harms, else one's own side; or only the dead."""
    who = find(state, user)
    near = [
        one for one in everyone(state) if abs(one.at - who.at) <= working.within and before_party(state, user, one.id)
    ]
    if working.aims == "dead":
        return tuple(one.id for one in near if "dead" in one.conditions)
    mine = side_of(state, user)
    there = [one for one in near if present(one) and (one.id != user or not working.harmful)]
    there.sort(key=lambda one: ((side_of(state, one.id) == mine) == working.harmful, not up(one)))
    return tuple(one.id for one in there)


@rule("cairn.spell.nearby", "cairn.combat.blast_count")
def aim(play: Play, state: State, user: str, working: Working) -> tuple[Target, ...]:
    """Ask whom a working is aimed at; () if it is aimed at a place, which the referee judges."""
    who = find(state, user)
    match working.aims:
        case "self":
            return _more(play, state, who, working, (user,))
        case "creatures" | "bearer" | "dead":
            return _more(play, state, who, working, ())
        case "everyone" | "all":
            there = in_reach(state, user, working)
            others = tuple(one for one in there if one != user)
            return (user, *others) if working.aims == "all" else others
        case "foes":
            side = side_of(state, user)
            return tuple(one for one in in_reach(state, user, working) if side_of(state, one) != side)
        case "party":
            side = side_of(state, user)
            return tuple(one.id for one in everyone(state) if present(one) and side_of(state, one.id) == side)
        case "area":
            return _area(play, state, who, working)
        case "item":
            return _items(play, state, who, working)
    return ()


def _more(play: Play, state: State, who: Creature, working: Working, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """One target after another, as many as the working takes or the user wants."""
    while len(chosen) < working.targets:
        left = tuple(one for one in in_reach(state, who.id, working) if one not in chosen)
        options = (*left, "no_more") if chosen else (*left, OTHER)
        one = play.choose(who.seat, "working_target", options, who.name, working.name, why=working.of)
        if one == "no_more":
            break
        chosen = (*chosen, one)
        if one == OTHER:
            break
    return chosen


def _area(play: Play, state: State, who: Creature, working: Working) -> tuple[str, ...]:
    """The one aimed at, and as many beside it as the referee sees there."""
    there = in_reach(state, who.id, working)
    options = (*there, OTHER)
    aimed = play.choose(who.seat, "working_target", options, who.name, working.name, why=working.of)
    if aimed == OTHER:
        return (OTHER,)
    at = find(state, aimed).at
    beside = [one for one in there if one != aimed and abs(find(state, one).at - at) <= working.area]
    many = play.choose(REFEREE, "area_reach", range(1, len(beside) + 2), working.of, why=working.of)
    return (aimed, *beside[: many - 1])


def _items(play: Play, state: State, who: Creature, working: Working) -> tuple[Target, ...]:
    """Things that others carry in sight, each with its bearer."""
    seen = [
        (one.id, item.id)
        for one in everyone(state)
        if one.id != who.id and abs(one.at - who.at) <= working.within and before_party(state, who.id, one.id)
        for item in one.items
        if item.place in OWN
    ]
    chosen: list[Target] = []
    while len(chosen) < working.targets:
        left = tuple(pair for pair in seen if pair not in chosen)
        options: tuple[tuple[str, ...], ...] = (*left, ("no_more",)) if chosen else (*left, (OTHER,))
        pair = play.choose(who.seat, "working_item", options, who.name, working.of, why=working.of)
        if pair == ("no_more",):
            break
        if pair == (OTHER,):
            return (*chosen, OTHER)
        chosen.append((pair[0], pair[1]))
    return tuple(chosen)


def bearer_of(target: Target) -> str:
    """The id of the creature that a target is or is carried by."""
    return target if isinstance(target, str) else target[0]


def still_there(state: State, target: Target) -> bool:
    """Whether a target that was declared still exists: a creature, or a thing that its bearer still has."""
    one = next((c for c in everyone(state) if c.id == bearer_of(target)), None)
    if one is None:
        return target == OTHER
    return isinstance(target, str) or any(item.id == target[1] for item in one.items)


def fiction(play: Play, working: Working, text: str) -> None:
    """Tell the text of a working that no rule carries out; the referee says what comes of it."""
    said = text.removesuffix(".")
    play.tell("working.fiction" if said else "working.judged", working.name, said, why=working.of)


def has_still(play: Play, state: State, who: str, item: str) -> bool:
    """Whether somebody can still do with a thing what they declared; it may have been taken or they felled."""
    one = find(state, who)
    if up(one) and any(i.id == item for i in one.items):
        return True
    play.tell("working.void", one.name, why="cairn.combat.simultaneous")
    return False


def group(creature: Creature, name: str) -> bool:
    """Whether a creature of the bestiary is of this kind."""
    entry = monsters().get(creature.of)
    return entry is not None and name in entry.group


@rule("cairn.cast.resist", "cairn.monster.kinds", "cairn.save.willing")
def taken(play: Play, state: State, user: str, working: Working, target: str) -> tuple[State, bool]:
    """Whether a target is affected: immunity, a caster's own save, resistance, and the save it makes or forgoes."""
    one = find(state, target)
    if target == user and not _spares_nobody(working):
        return state, True
    if shrugs_off(one, working.kinds):
        play.tell("working.immune", one.name, working.of, why="cairn.monster.kinds")
        return state, False
    if "fall" in working.kinds and falls_unhurt(one):
        play.tell("effect.keeps_feet", one.name, working.of, why=working.of)
        return state, False
    if "sound" in working.kinds and has(one, "deaf"):
        play.tell("working.unheard", one.name, working.of, why="cairn.condition.deaf")
        return state, False
    if "foul" in working.kinds and not smells(one):
        play.tell("working.unsmelled", one.name, working.of, why=working.of)
        return state, False
    entry = monsters().get(one.of)
    aimed = working.of.startswith("cairn.spell.") and working.aims != "everyone"
    asked = entry.caster_save if entry is not None and aimed else ""
    if asked and not save(play, find(state, user), asked, "cairn.monster.kinds"):
        play.tell("working.nothing", one.name, working.of, why="cairn.monster.kinds")
        return state, False
    if against("resists", one.of, working.kinds):
        mark = SPENT.mark("resisted", working.of)
        if mark not in one.spent:
            play.tell("working.resisted", one.name, working.of, why="cairn.monster.kinds")
            return put(state, replace(one, spent=(*one.spent, mark))), False
        return state, not save(play, one, working.save or "WIL", working.of)
    return state, not working.save or not _withstands(play, state, user, working, one, working.save)


def _spares_nobody(working: Working) -> bool:
    return working.aims == "all"


@rule("cairn.cast.resist", "cairn.save.willing")
def _withstands(play: Play, state: State, user: str, working: Working, one: Creature, ability: Ability) -> bool:
    """Whether the target makes the save of the entry; one on the user's side may forgo it."""
    friend = side_of(state, user) == side_of(state, one.id) and working.aims in {"creatures", "bearer", "self"}
    return save_if_willing(play, one, ability, working.of, friendly=friend)
