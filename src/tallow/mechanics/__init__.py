"""What games share: small records, and functions that know no game.

The package itself exports dice notation: `parse("4d6kh3")` is an expression, `roll(play, expression, by, why)` rolls
it, `history` shows the dice.
"""

from tallow.mechanics.dice import DIALECTS, HIGHEST, SUM, UNDER, Dialect, Expression, step_down
from tallow.mechanics.notation import parse, parse_pool, write_pool
from tallow.mechanics.rolling import Die, Result, history, roll, total
from tallow.mechanics.suggestions import Malformed, Unknown, nearest

__all__ = [
    "DIALECTS",
    "HIGHEST",
    "SUM",
    "UNDER",
    "Dialect",
    "Die",
    "Expression",
    "Malformed",
    "Result",
    "Unknown",
    "history",
    "nearest",
    "parse",
    "parse_pool",
    "roll",
    "step_down",
    "total",
    "write_pool",
]
