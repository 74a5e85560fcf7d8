"""Simulations: fights and expeditions many times over, by the rules that people play, with the bots of the game.

`simulate` runs fights, `explore` expeditions and `journey` adventures, and all return a `Report`; `replay` and `retell`
run one and return its events; `measure` compares games. The same seed gives the same result on any number of cores
and machines: each chunk has a seed of its own, and a `Tally` of one part and that of another add up to that of both.
`Interrupted` has what was done when Ctrl+C was pressed; `WorkerDied` says that a child process has ended early.
"""

from tallow.simulate.compare import MEASURES, Measured, comparable, measure, measured
from tallow.simulate.executors import OtherVersion
from tallow.simulate.expeditions import HOME, LOST, TURNED_BACK, Plan
from tallow.simulate.fights import MOST_ACTIONS, STALEMATE, Tally, fights
from tallow.simulate.players.player import MakePlayer, PlainPlayer, Player, Position
from tallow.simulate.players.search import SearchPlayer
from tallow.simulate.replay import Part, replay, retell
from tallow.simulate.report import Interrupted, Interval, Report, Spread, wilson
from tallow.simulate.rolls import SampledRoll, sample_roll
from tallow.simulate.run import explore, journey, simulate
from tallow.simulate.workers import WorkerDied

__all__ = [
    "HOME",
    "LOST",
    "MEASURES",
    "MOST_ACTIONS",
    "STALEMATE",
    "TURNED_BACK",
    "Interrupted",
    "Interval",
    "MakePlayer",
    "Measured",
    "OtherVersion",
    "Part",
    "PlainPlayer",
    "Plan",
    "Player",
    "Position",
    "Report",
    "SampledRoll",
    "SearchPlayer",
    "Spread",
    "Tally",
    "WorkerDied",
    "comparable",
    "explore",
    "fights",
    "journey",
    "measure",
    "measured",
    "replay",
    "retell",
    "sample_roll",
    "simulate",
    "wilson",
]
