"""The notation of weapons and enemy attacks: `STR 1P+3`, `-STR 3+3`, `DEX 1X+1 Nearby`."""

import re
from typing import cast, get_args

from tallow.games.dead_weight.entries.attacks import Attack, Range
from tallow.games.dead_weight.state import ATTRIBUTES, Attribute
from tallow.mechanics.suggestions import Malformed
from tallow.play import rule

LETTERS = "BDNPRSX?"
"""The symbols of effects."""

MISPRINTS = {"E": "R"}
"""A letter without a meaning of its own, and the one that it is read as."""

RANGES: dict[str, Range] = {name: name for name in get_args(Range)} | {"faraway": "far"}

_MINUS = re.compile(r"\s*((?:[-−–]\s*)*)")
_ATTRIBUTE = re.compile(r"(" + "|".join(ATTRIBUTES) + r")\b\s*", re.IGNORECASE)
_BEHIND = re.compile(r"[-−–]\s*(\d)\s*(?=\d|$)")
_WOUNDS = re.compile(r"(\d{1,2})\s*")
_LETTERS = re.compile(
    rf"((?:(?!(?i:{'|'.join(RANGES)})\b)[{re.escape(LETTERS + ''.join(MISPRINTS))}])*)\s*"
)  # a range may begin with a letter of an effect
_PLUS = re.compile(r"\+\s*")
_RANGE = re.compile(r"([a-zA-Z]+)\s*")


@rule(
    "dead_weight.weapon.notation",
    "dead_weight.weapon.effect_list",
    "dead_weight.weapon.range",
    "dead_weight.weapon.one_hand",
    "dead_weight.enemy.attack_notation",
    "dead_weight.enemy.minus",
)
def read(text: str) -> Attack:
    """An attack from its notation: attribute, wounds, letters, critical wounds and letters, range."""
    at, signs = _take(_MINUS, text, 0)
    disadvantage = len(re.findall(r"[-−–]", signs))
    at, attribute = _take(_ATTRIBUTE, text, at)
    if not attribute:
        raise Malformed(text, at, "STR, DEX, INT or PRE")
    at, more = _take(_BEHIND, text, at)
    disadvantage += int(more or 0)
    at, wounds = _take(_WOUNDS, text, at)
    at, letters = _take(_LETTERS, text, at)
    critical, critical_letters = "", ""
    at, plus = _take(_PLUS, text, at, group=0)
    if plus:
        at, critical = _take(_WOUNDS, text, at)
        if not critical:
            raise Malformed(text, at, "the critical wounds")
        at, critical_letters = _take(_LETTERS, text, at)
    place = at
    at, reach = _take(_RANGE, text, at)
    if reach and reach.casefold() not in RANGES:
        raise Malformed(text, place, "close, nearby, far or distant")
    if at < len(text):
        much = text[at].isdigit() and text[at - 1].isdigit()
        raise Malformed(text, at, "wounds of at most two digits" if much else "nothing more")
    return Attack(
        cast("Attribute", attribute.upper()),
        int(wounds or 0),
        int(critical or 0),
        _effects(letters),
        _effects(critical_letters),
        RANGES[reach.casefold()] if reach else "close",
        disadvantage,
    )


def _take(pattern: re.Pattern[str], text: str, at: int, group: int = 1) -> tuple[int, str]:
    """The text that matches at this place, and where it ends."""
    found = pattern.match(text, at)
    return (found.end(), found.group(group)) if found else (at, "")


def _effects(letters: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(MISPRINTS.get(letter, letter) for letter in letters))


@rule("dead_weight.weapon.notation", "dead_weight.weapon.example_falchion", "dead_weight.enemy.attack_notation")
def write(attack: Attack) -> str:
    """The notation of an attack as the book writes it."""
    text = f"{'-' * attack.disadvantage}{attack.attribute} {attack.wounds}{''.join(attack.effects)}"
    if attack.critical or attack.critical_effects:
        text += f"+{attack.critical}{''.join(attack.critical_effects)}"
    return text if attack.range == "close" else f"{text} {attack.range.capitalize()}"
