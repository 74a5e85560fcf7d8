"""A table is opened."""

from typing import Any

import msgspec

from tallow.adventures import Document, Explored, Standing, game_of
from tallow.games import game
from tallow.games.game import base_of
from tallow.play import REFEREE
from tallow.table.dice import FairDice, Seed, commitment
from tallow.table.records import Opened, Sat
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


def between_places(table: Table) -> bool:
    """Whether a party could go on to another place: it is in town, its adventure has ended, and somebody is left."""
    chapter, state = game(table.game).exploring, table.state
    if chapter is None or not isinstance(state, Explored) or table.pending:
        return False
    return not state.place.room and bool(state.place.ended) and bool(chapter.people(state.game))


def next_place(table: Table, adventure: Document, seed: Seed) -> Step:
    """A new table for the next place: the same people and the same party, as it stands and with all that it owns."""
    if not between_places(table):
        raise TableRefusal("not_between_places")
    if adventure.adventure.game != base_of(table.game):
        raise TableRefusal("adventure_of_another_game", game(adventure.adventure.game).title)
    title, place = adventure.adventure.title, Standing(leads=table.state.place.leads)
    settings = msgspec.to_builtins(table.state.settings)
    record = Opened(table.game, title, settings, commitment(seed), adventure=adventure, referee=table.referee)
    after = Table(
        table.game,
        title,
        Explored(table.state.game, place),
        FairDice(seed),
        table.seats,
        adventure=adventure,
        referee=table.referee,
    )
    line = remark(REFEREE, "table.next_place", title, table.title, record.commitment)
    return Step(after, (record, *[Sat(one) for one in table.seats]), line)
