"""Exact probabilities of one roll or one action.

`roll_odds("4d6kh3")` is the distribution of a dice expression; `ask(game, "save", {"score": "11"})` answers a question
that a game offers.
"""

from tallow.odds.ask import Answer, ask, question
from tallow.odds.rolls import Odds, roll_odds
from tallow.odds.weights import TooLarge

__all__ = ["Answer", "Odds", "TooLarge", "ask", "question", "roll_odds"]
