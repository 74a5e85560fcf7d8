"""The bots: what characters and monsters do when no person decides for them."""

from functools import cache
from typing import Any

from tallow.games.cairn.combat.attacks import attacks
from tallow.games.cairn.combat.manoeuvres import refused
from tallow.games.cairn.combat.rounds import undeclared
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.uses import harmful, usable
from tallow.games.cairn.monsters.kinds import immune
from tallow.games.cairn.state import State, up
from tallow.games.deeds import Action
from tallow.games.shared.deadly import without_help
from tallow.mechanics.two_sides import find, members
from tallow.play import Bot, Choice, RuleId, Seat

ENOUGH = 200
"""Rounds after which a fight that nobody can win is called off."""

STRONG = 18
"""The HP and STR from which a lone foe is worth more than an attack."""

WORTHWHILE = (
    "sleep", "charm", "command", "frenzy", "pacify", "phobia", "hypnotize", "push_pull", "shield", "befuddle",
    "telekinesis", "web", "deafen", "fog_cloud",
)  # fmt: skip
"""Spells to cast in a fight, the best first."""


def act(state: State, seat: Seat) -> Action:
    """A bot's next action in a fight."""
    fight = state.fight
    if fight is None:
        return Action("start_fight")
    if not fight.acting or fight.round > ENOUGH:
        return Action("end_fight")
    if fight.side == "party" and state.foes[0].special and hopeless(state):
        who = undeclared(state)[0]
        if refused(state, find(state, who), "retreat") is None and find(state, who).kind != "monster":
            return Action("retreat", who)
    for one in members(state, fight.side):
        if one.special and _decides(one.of) and up(one):
            return Action("turn", fight.side)
    if fight.side == "party" and (user := _user(state)):
        return Action("use_item", user)
    return Action("all_attack", fight.side)


def _user(state: State) -> str:
    """Who of the party uses a thing against foes who are many or strong."""
    foes = [foe for foe in state.foes if up(foe)]
    if len(foes) < 2 and all(foe.hp + foe.strength < STRONG and not foe.detachment for foe in foes):
        return ""
    for who in undeclared(state):
        one = find(state, who)
        if one.items and any(item in usable(one) for item in harmful(one.items)):
            return who if refused(state, one, "use_item") is None else ""
    return ""


@cache
def _decides(monster: RuleId) -> bool:
    """Whether a monster has more to decide than whom to attack."""
    entry = monsters().get(monster)
    return entry is not None and bool(entry.spells or any(power.trigger == "action" for power in entry.powers))


def hopeless(state: State) -> bool:
    """Whether nothing that the party has can harm any of its foes."""
    foes = [foe for foe in state.foes if up(foe)]
    if not all(foe.special for foe in foes):
        return False
    return all(immune(one, attack, foe) for foe in foes for one in state.party if up(one) for attack in attacks(one))


def _attack_whom(choice: Choice) -> Any:
    """The target with the fewest attackers: dice upon one target do not add up."""
    counts: Any = choice.facts[1]
    return choice.options[counts.index(min(counts))]


def _attack_with(choice: Choice) -> Any:
    """The attack with the highest mean damage."""
    means: Any = choice.facts[1]
    return choice.options[means.index(max(means))]


def _declare(choice: Choice) -> Any:
    """Free a friend if need be; a power or a spell every other round; else attack."""
    options, rounds = choice.options, choice.facts[1]
    for move in ("calm", "free", "break_free"):
        if move in options:
            return move
    first = type(rounds) is int and rounds % 2 == 1
    for move in ("power", "monster_cast"):
        if move in options and (first or "attack" not in options):
            return move
    return next((move for move in ("attack", "move_again") if move in options), "wait")


def _which_spell(choice: Choice) -> Any:
    known = {str(option).rpartition(".")[2]: option for option in choice.options}
    return next((known[name] for name in WORTHWHILE if name in known), choice.options[0])


decide = Bot(
    {
        "attack_whom": _attack_whom,
        "attack_with": _attack_with,
        "deadly_time": without_help,
        "declare": _declare,
        "where": lambda _: "new_area",
        "which_spell": _which_spell,
    }
)
"""A bot's answers inside a rule."""
