"""A table is opened again, perhaps by other rules than it was left by: whatever is pending is asked again.

An action whose rules still ask the same of the same person goes on. Any other is rewound to the first question that
changed, or given up, and a line of the log says so to everybody.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.play import REFEREE, Event, Told
from tallow.table.pending import Pending
from tallow.table.records import Reopened
from tallow.table.rerun import asks_alike, rewound_by_rules
from tallow.table.step import Line, Step
from tallow.table.table import Table
from tallow.table.thrower import Thrower


def reopened(table: Table) -> Step:
    """The table with everything pending asked again; without records if nothing had to be rewound or given up."""
    if not table.pending:
        return Step(table, ())
    thrower = Thrower(table.dice, table.asks_for)
    kept, back, gone = list[Pending](), list[Pending](), list[Pending]()
    for pending in table.pending:
        again = asks_alike(table.rules, pending, table.state)
        if again is None:
            again = rewound_by_rules(table.rules, pending, table.state, thrower)
            (gone if again is None else back).append(pending)
        if again is not None:
            kept.append(again)
    after = replace(table, pending=tuple(kept), dice=thrower.dice)
    if not back and not gone:
        return Step(after, ())
    told = [Told("table.asked_anew", (table.name_of(one.starter),), "") for one in back]
    told += [Told("table.lost_its_rule", (table.name_of(one.starter),), "") for one in gone]
    record = Reopened(tuple([one.number for one in back]), tuple([one.number for one in gone]), tuple(thrower.threw))
    return Step(after, (record,), reopening_line(told))


def reopening_line(told: Iterable[Event]) -> Line:
    """The line that tells everybody what became of a table when it was opened again."""
    return Line(0, REFEREE, Action("table.reopened"), (), (), tuple(told))
