"""Enemy sheets written by the GM: `Bandit: level 2, wounds 4, armour 1, club STR 2+1`, actions by their entries."""

import re
from functools import cache

from msgspec.structs import replace

from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.monsters import EnemyAction, enemy_actions
from tallow.games.dead_weight.notation import read as read_attack
from tallow.games.dead_weight.notation import write as write_attack
from tallow.games.dead_weight.state import Enemy
from tallow.mechanics.suggestions import Malformed
from tallow.play import RuleId, rule

NUMBERS = {
    "level": (0, 20),
    "wounds": (0, 99),
    "armour": (0, 20),
    "resistance": (0, 20),
    "movement": (0, 20),
    "actions": (0, 5),
}
"""The numbers of a sheet, each with its least and greatest value."""

_NUMBER = re.compile(r"(level|wounds|armou?r|resistance|movement|actions)\s+(\d{1,3})$", re.IGNORECASE)
_ATTACK = re.compile(r"(.*?)\s*(-*\s*(?:STR|DEX|INT|PRE)\b.*)$")
IS_SHEET = re.compile(r"\b(level|wounds|armou?r|resistance|movement|actions)\s+\d|\b(STR|DEX|INT|PRE)\b")


@rule("dead_weight.enemy.sheet", "dead_weight.enemy.bestiary", "dead_weight.enemy.attack_notation")
def sheet(line: str, id: str) -> Enemy:  # noqa: A002
    """An enemy from a written sheet; the defaults are level 1, wounds 1, no armour, movement 3 and 2 actions."""
    name, colon, rest = line.partition(":")
    if not colon:
        name, rest = "", line
    numbers: dict[str, int] = {}
    attacks: list[str] = []
    at = len(line) - len(rest)
    for part in rest.split(","):
        text = part.strip()
        here = at + len(part) - len(part.lstrip())
        at += len(part) + 1
        if number := _NUMBER.match(text):
            _note(numbers, number[1].casefold().replace("armor", "armour"), int(number[2]), line, here)
        elif attack := _ATTACK.match(text):
            try:
                profile = write_attack(read_attack(attack[2]))
            except Malformed as fault:
                raise Malformed(line, here + attack.start(2) + fault.at, fault.expected) from None
            attacks.append(f"{attack[1].strip() or 'attack'}: {profile}")
        else:
            raise Malformed(line, here, "a number such as wounds 4 or armour 1, or an attack such as club STR 2+1")
    return replace(Enemy(id=id, name=name.strip() or "Enemy", sheet=tuple(attacks)), **numbers)


def _note(numbers: dict[str, int], what: str, value: int, line: str, at: int) -> None:
    """Add one number of a sheet to `numbers`; each may stand once and must be within its bounds."""
    low, high = NUMBERS[what]
    if what in numbers:
        raise Malformed(line, at, f"{what} only once")
    if not low <= value <= high:
        raise Malformed(line, at, f"{what} from {low} to {high}")
    numbers[what] = value


@cache
def sheet_action(id_: RuleId) -> EnemyAction:
    """An action of a sheet, by its entry or as it was written: `club: STR 2+1`."""
    found = enemy_actions().get(id_)
    if found is not None:
        return found
    name, _, text = id_.rpartition(": ")
    attack = read_attack(text)
    return EnemyAction(
        id=id_,
        name=name,
        defence=(attack.attribute,),
        disadvantage=attack.disadvantage,
        wounds=attack.wounds,
        critical=attack.critical,
        effects=attack.effects,
        critical_effects=attack.critical_effects,
        range=attack.range,
    )


def profile(action: EnemyAction) -> Attack:
    """An enemy action as an attack profile, with the first attribute that defends; STR if there is none."""
    return Attack(
        action.defence[0] if action.defence else "STR",
        action.wounds,
        action.critical,
        action.effects,
        action.critical_effects,
        action.range,
        action.disadvantage,
    )
