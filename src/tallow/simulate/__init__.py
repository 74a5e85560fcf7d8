"""Fights many times over, by the rules that people play and with the bots of the game.

`simulate` fights so often and reports; `explore` sends a party from room to room; `replay` and `retell`
do so once and tell what happened; `measure` sets games side by side.
The same seed gives the same answer on any number of cores. `Interrupted` carries what there is when Ctrl+C is pressed;
`WorkerDied` says that another process has not lived to the end.
"""

from tallow.simulate.compare import MEASURES, Measured, comparable, measure, measured
from tallow.simulate.expeditions import HOME, LOST, TURNED_BACK, Plan
from tallow.simulate.fights import MOST_ACTIONS, STALEMATE, Tally, fights
from tallow.simulate.replay import Part, replay, retell
from tallow.simulate.report import Interrupted, Interval, Report, Spread, wilson
from tallow.simulate.run import explore, simulate
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
    "Measured",
    "Part",
    "Plan",
    "Report",
    "Spread",
    "Tally",
    "WorkerDied",
    "comparable",
    "explore",
    "fights",
    "measure",
    "measured",
    "replay",
    "retell",
    "simulate",
    "wilson",
]
