"""The bots: what characters and monsters do when no person decides for them."""

from typing import Any

from tallow.games.deeds import Action
from tallow.games.modified_cairn.combat.attacks import ways
from tallow.games.modified_cairn.combat.manoeuvres import refused
from tallow.games.modified_cairn.combat.pool import CHEAP, STRONG
from tallow.games.modified_cairn.gear.inventory import item_of
from tallow.games.modified_cairn.gear.items import purpose, serving
from tallow.games.modified_cairn.gear.items import usable as items_usable
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.magic.workings import harmful
from tallow.games.modified_cairn.monsters.powers import bonds, castable, usable
from tallow.games.modified_cairn.monsters.traits import entry, lean
from tallow.games.modified_cairn.state import State, members, opponents, undeclared, up
from tallow.games.modified_cairn.world.bearers import spared
from tallow.games.shared.deadly import without_help
from tallow.mechanics.two_sides import find
from tallow.play import Bot, Choice, Seat

ENOUGH = 100
"""Rounds after which a fight that nobody can win is called off."""

STRONG_FOE = 16
"""The Guard and VIG from which a lone foe is worth more than an attack."""

WORTH_A_FEAT = 4
"""The least damage for which a bot Fends."""


def act(state: State, seat: Seat) -> Action:
    """A bot's next action in a fight."""
    combat = state.combat
    if combat is None:
        return Action("start_combat")
    if not combat.acting or combat.round > ENOUGH:
        return Action("end_combat")
    if combat.side == "party" and hopeless(state):
        for who in undeclared(state):
            if refused(state, find(state, who), "flee") is None:
                return Action("flee", who)
    mine = members(state, combat.side)
    if state.effects and any(bonds(state, one) for one in mine if one.id in combat.acting):
        return Action("turn", combat.side)
    if any(one.of and up(one) and (usable(state, one) or castable(one)) for one in mine):
        return Action("turn", combat.side)
    if combat.side == "party" and (user := _user(state)):
        return Action("use_item", user)
    return Action("all_attack", combat.side)


def _user(state: State) -> str:
    """Who of the party uses a thing now: to heal somebody half dead, or to hinder foes who are many or strong."""
    foes = opponents(state, "party")
    hard = len(foes) > 1 or any(foe.detachment or foe.guard + foe.vigour >= STRONG_FOE for foe in foes)
    for who in undeclared(state):
        one = find(state, who)
        if not serving(one.items):
            continue
        good_for = [purpose(state, one, item_of(one, item)) for item in items_usable(state, one)]
        if "heals" in good_for or (hard and "harms" in good_for):
            return who
    return ""


def _use_what(choice: Choice) -> Any:
    """The thing that heals, else the one that harms, else the one that gives light."""
    good_for: Any = choice.facts[1]
    first = [at for word in ("heals", "harms", "lights") for at, one in enumerate(good_for) if one == word]
    return choice.options[first[0] if first else 0]


def hopeless(state: State) -> bool:
    """Whether nothing that the party has can harm any of its foes."""
    foes = opponents(state, "party")
    if not all((monster := entry(foe.of)) is not None and monster.immune for foe in foes):
        return False
    party = [one for one in members(state, "party") if up(one)]
    return all(lean(one, attack, foe).immune for foe in foes for one in party for attack in ways(one))


def _gambit(choice: Choice) -> Any:
    """Buy Gambits with dice that would not count: Impair without a Save with a strong die, else a Bolster.

    The highest die of all is never spent.
    """
    thrown: Any = choice.facts[1]
    faces = sorted(face for dice in thrown for face in dice)
    spare = faces[:-1]
    for face in spare:
        if face >= STRONG and ("no_save", "impair", face) in choice.options:
            return ("no_save", "impair", face)
    for face in spare:
        if face >= CHEAP and ("bolster", face) in choice.options:
            return ("bolster", face)
    return "done"


def _fend(choice: Choice) -> Any:
    """Fend off the highest die if the attack would do enough damage."""
    dealt: Any = choice.facts[3]
    return choice.options[1] if dealt >= WORTH_A_FEAT else "no"


def _fend_who(choice: Choice) -> Any:
    """The target Fends first, if the attack would do enough damage."""
    dealt: Any = choice.facts[2]
    return choice.options[1] if dealt >= WORTH_A_FEAT else "nobody"


def _declare(choice: Choice) -> Any:
    """Free an ally if possible; use a power or a Runeskelf every other round; else attack, or move."""
    options, rounds = choice.options, choice.facts[1]
    if "free" in options:
        return "free"
    first = type(rounds) is int and rounds % 2 == 1
    for move in ("power", "cast"):
        if move in options and (first or "attack" not in options):
            return move
    return next((move for move in ("attack", "extra_move") if move in options), "pass")


def _shaken(choice: Choice) -> Any:
    """A Runeskelf does what it is known for if a rule carries that out, else it holds whoever fails the Save."""
    works = runeskelfs()[str(choice.facts[1])].works
    return "as_read" if works is not None and works.acts else "held"


def _rune(choice: Choice) -> Any:
    """The first Runeskelf by which something happens at once, preferably to an enemy."""
    known = [(runeskelfs()[str(one)].works, one) for one in choice.options]
    acting = [(works, one) for works, one in known if works is not None and works.acts]
    return next((one for works, one in acting if harmful(works)), acting[0][1] if acting else choice.options[0])


def _makes_way(choice: Choice) -> Any:
    """Give up the thing that is least useful."""
    kinds: Any = choice.facts[1]
    return choice.options[kinds.index(min(kinds, key=spared))]


decide = Bot(
    {
        "deadly_time": without_help,
        "gambit": _gambit,
        "fend": _fend,
        "fend_who": _fend_who,
        "declare": _declare,
        "cast_effect": _shaken,
        "which_rune": _rune,
        "makes_way": _makes_way,
        "use_what": _use_what,
        "triggers": lambda _: "roll",
    }
)
"""A bot's answer inside a rule: the first option, unless a function here names a better one."""
