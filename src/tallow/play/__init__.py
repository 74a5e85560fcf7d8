"""The kernel: what a rule may ask, and the interpreters that answer.

A rule is a plain function whose first argument is a `Play`. It is pure: frozen, hashable values in, a frozen value
out, and everything uncertain asked through `play`. A rule does not know who answers: people (`live`), a test
(`scripted`), bots and random dice (`simulated`), or the exact solver, which tries every possibility (`exact`).
"""

from tallow.play.best import Best, best
from tallow.play.bot import Bot
from tallow.play.exact import RUNS, Memory, Policy, Watch, distribution
from tallow.play.live import Done, Live, Mismatch, Waiting, advance, meanwhile
from tallow.play.play import EVERYONE, MOST_LETTERS, REFEREE, Audience, Fact, Option, Play, Pool, RuleId, Seat
from tallow.play.questions import (
    Answer,
    Ask,
    Choice,
    Chosen,
    Event,
    Matter,
    Question,
    Roll,
    Rolled,
    Stake,
    Told,
    Undecidable,
    Writing,
    Written,
)
from tallow.play.rule import cited_together, rule
from tallow.play.scripted import Scripted, scripted
from tallow.play.settled import Settled
from tallow.play.simulated import Simulated, Tables
from tallow.play.span import Options, Span, as_options
from tallow.play.through import Through
from tallow.play.typical import Typical

__all__ = [
    "EVERYONE",
    "MOST_LETTERS",
    "REFEREE",
    "RUNS",
    "Answer",
    "Ask",
    "Audience",
    "Best",
    "Bot",
    "Choice",
    "Chosen",
    "Done",
    "Event",
    "Fact",
    "Live",
    "Matter",
    "Memory",
    "Mismatch",
    "Option",
    "Options",
    "Play",
    "Policy",
    "Pool",
    "Question",
    "Roll",
    "Rolled",
    "RuleId",
    "Scripted",
    "Seat",
    "Settled",
    "Simulated",
    "Span",
    "Stake",
    "Tables",
    "Through",
    "Told",
    "Typical",
    "Undecidable",
    "Waiting",
    "Watch",
    "Writing",
    "Written",
    "advance",
    "as_options",
    "best",
    "cited_together",
    "distribution",
    "meanwhile",
    "rule",
    "scripted",
]
