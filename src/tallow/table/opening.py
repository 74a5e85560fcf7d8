"""A table is opened."""

from typing import Any

import msgspec

from tallow.adventures import Document, game_of
from tallow.play import REFEREE
from tallow.table.dice import FairDice, Seed, commitment
from tallow.table.records import Opened
from tallow.table.step import Step, TableRefusal, remark
from tallow.table.table import Table


def open_table(
    name: str,
    title: str,
    settings: dict[str, Any],
    seed: Seed,
    *,
    example: bool = False,
    adventure: Document | None = None,
    referee: bool = True,
) -> Step:
    """A new table: the game in its first state, or with its `example` ready to play; nobody seated.

    With an `adventure` the game is played in that place; without a `referee`, rulings answer for one.
    """
    played = game_of(name, adventure, referee)
    chosen = msgspec.convert(settings, played.settings)
    if example and played.example is None:
        raise TableRefusal("no_example", played.title)
    state = played.example(chosen) if example and played.example else played.new_state(chosen)
    table = Table(name, title, state, FairDice(seed), adventure=adventure, referee=referee)
    record = Opened(name, title, settings, commitment(seed), example, adventure, referee)
    return Step(table, (record,), remark(REFEREE, "table.opened", title, record.commitment))
