"""Fights many times over, by the rules that people play and with the bots of the game.

`simulate` fights so often and reports; `explore` sends a party from room to room; `replay` and `retell`
do so once and tell what happened; `measure` sets games side by side.
The same seed gives the same answer on any number of cores.
"""

from tallow.simulate.compare import MEASURES, Measured, comparable, measure
from tallow.simulate.expeditions import HOME, LOST, TURNED_BACK, Plan
from tallow.simulate.fights import MOST_ACTIONS, STALEMATE, Tally, fights
from tallow.simulate.replay import Part, replay, retell
from tallow.simulate.report import Interval, Report, Spread, wilson
from tallow.simulate.run import explore, simulate

__all__ = [
    "HOME",
    "LOST",
    "MEASURES",
    "MOST_ACTIONS",
    "STALEMATE",
    "TURNED_BACK",
    "Interval",
    "Measured",
    "Part",
    "Plan",
    "Report",
    "Spread",
    "Tally",
    "comparable",
    "explore",
    "fights",
    "measure",
    "replay",
    "retell",
    "simulate",
    "wilson",
]
