"""The kernel: what a rule may ask, and the ways to answer.

A rule is a plain function whose first argument is a `Play`. It is pure: frozen, hashable values in, a frozen value
out, and everything uncertain asked through `play`. Who answers is not the rule's business: people (`live`), a test
(`scripted`), bots and random dice (`simulated`), or every possibility at once (`exact`).
"""

from tallow.play.best import Best, best
from tallow.play.bot import Bot
from tallow.play.exact import RUNS, Memory, Policy, Watch, distribution
from tallow.play.live import Done, Live, Mismatch, Waiting, advance, meanwhile
from tallow.play.play import EVERYONE, LETTERS, REFEREE, Audience, Fact, Option, Play, Pool, RuleId, Seat
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
    Told,
    Undecidable,
    Writing,
    Written,
)
from tallow.play.rule import cited_together, rule
from tallow.play.scripted import Scripted, scripted
from tallow.play.settled import Settled
from tallow.play.simulated import Simulated, Tables
from tallow.play.span import Options, Span, listed
from tallow.play.typical import Typical

__all__ = [
    "EVERYONE",
    "LETTERS",
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
    "Tables",
    "Told",
    "Typical",
    "Undecidable",
    "Waiting",
    "Watch",
    "Writing",
    "Written",
    "advance",
    "best",
    "cited_together",
    "distribution",
    "listed",
    "meanwhile",
    "rule",
    "scripted",
]
