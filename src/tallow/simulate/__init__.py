"""Fights many times over, by the rules that people play and with the bots of the game.

`simulate` fights so often and reports; `replay` fights once and tells what happened; `measure` sets games side by side.
The same seed gives the same answer on any number of cores.
"""

from tallow.simulate.compare import MEASURES, Measured, comparable, measure
from tallow.simulate.fights import MOST_ACTIONS, STALEMATE, Tally, fights
from tallow.simulate.replay import replay
from tallow.simulate.report import Interval, Report, Spread, wilson
from tallow.simulate.run import simulate

__all__ = [
    "MEASURES",
    "MOST_ACTIONS",
    "STALEMATE",
    "Interval",
    "Measured",
    "Report",
    "Spread",
    "Tally",
    "comparable",
    "fights",
    "measure",
    "replay",
    "simulate",
    "wilson",
]
