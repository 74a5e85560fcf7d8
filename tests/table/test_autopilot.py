"""Bots that play at a table: for a seat, for all whom nobody plays, for a round; and where they leave it to people."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import game, names
from tallow.games.cairn.state import able
from tallow.games.game import Archetypes, Bots
from tallow.games.stored import versions_of
from tallow.mechanics.conditions import gain
from tallow.play import REFEREE, Choice, Roll
from tallow.store.versions import read_snapshot, snapshot
from tallow.table import Step, Table, TableRefusal, open_table
from tallow.table.bots.autopilot import last_run, next_step, play_itself, stop
from tallow.table.bots.watching import round_of
from tallow.table.records import HandedBack, Started
from tallow.table.seats import AUTOPILOT, Seated, referee

LONG = 500


def bots_of(table: Table) -> Bots[Any]:
    assert table.rules.bots is not None
    return table.rules.bots


def fight(name: str, seed: int) -> Table:
    """Four whom nobody plays against three, in the first round of a fight; the referee is there."""
    played = game(name)
    assert played.bots is not None
    those: Archetypes | None = played.bots.archetypes
    assert those is not None
    table = open_table(name, "A fight", {}, bytes([seed]) * 32).table.sit(referee("Ada")).table
    state = played.bots.fight(those.party(1), f"{those.foe} x3", played.settings())
    party = tuple(replace(one, seat=f"player{at}") for at, one in enumerate(state.party, 1))
    table = replace(table, state=replace(state, party=party))
    while not (table.rules.ui.due and table.rules.ui.due(table.state)):
        table = table.act(REFEREE, bots_of(table).action(table.state, REFEREE)).table
        while table.pending:
            table = answered(table)
    return table


def answered(table: Table) -> Table:
    """The first question answered by the referee, as a bot would."""
    pending = table.pending[0]
    decided = bots_of(table).answer(pending.question) if isinstance(pending.question, Choice) else ()
    return table.answer(REFEREE, pending.starter, decided, number=pending.number).table


def played_on(table: Table) -> Iterator[Step]:
    """All that bots do until they wait for a person."""
    for _ in range(LONG):
        step = next_step(table)
        if step is None:
            return
        table = step.table
        yield step
    raise AssertionError("bots go on for ever")


def after(table: Table) -> Table:
    for step in played_on(table):
        table = step.table
    return table


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_round_takes_one_tap_and_a_deadly_roll_one_more(name: str, seed: int) -> None:
    table, taps, rounds, deadly = fight(name, seed), 0, 0, 0
    while bots_of(table).over(table.state) is None:
        before = round_of(table.rules, table.state)
        table = after(play_itself(table, REFEREE, (), "round").table)
        taps += 1
        while table.pending:
            question = table.pending[0].question
            assert isinstance(question, Roll), question
            assert question.stake is not None
            assert question.by != REFEREE
            table, deadly = after(answered(table)), deadly + 1
        rounds += round_of(table.rules, table.state) != before
        assert taps < 30
    turned = [line for line in table.trail if line.run]
    assert turned
    assert taps <= rounds + 3, "a fight that has turned is left to people, at most three times here"
    assert deadly <= 4


def test_a_whole_party_of_dead_weight_acts_with_one_tap() -> None:
    table = fight("dead_weight", 3)
    begun = table.act(REFEREE, next(one.action for one in table.offers(REFEREE) if one.action.name == "party_acts"))
    table = after(begun.table)
    assert not table.pending
    assert table.done > 0
    assert [one.deed for one in table.trail][-1] == "party_acts"


def test_in_a_dungeon_bots_aid_the_dying_before_they_search() -> None:
    table = open_table("cairn", "A dungeon", {}, bytes(32), example=True).table.sit(referee("Ada")).table
    first, second, third = table.state.party
    bleeding = replace(gain(first, "critical"), dies_at=table.state.clock + 60)
    table = replace(table, state=replace(table.state, party=(bleeding, second, third)))
    table = after(play_itself(table, REFEREE, until="round").table)
    assert {one.deed for one in table.trail} >= {"give_aid"}
    assert not table.state.party[0].dies_at


def test_a_bot_answers_only_for_its_seat() -> None:
    table = fight("dead_weight", 3)
    table = table.sit(Seated("player1", "Bryn", "player", "pressed")).table
    table = after(play_itself(table, REFEREE).table)
    waits = table.rules.ui.due(table.state) if table.rules.ui.due else ()
    mine = [one.id for one in table.state.party if one.seat == "player1"]
    assert mine[0] in (waits or ()), "a person is waited for"
    assert {one.seat for one in table.pilots} == {"player2", "player3", "player4"}
    with pytest.raises(TableRefusal):
        play_itself(table, "player1", ("player2",))
    own = play_itself(table, "player1", ("player1",)).table
    assert {one.seat for one in own.pilots} == {"player1", "player2", "player3", "player4"}


def test_it_can_be_stopped_at_once_and_undone_as_one_or_step_by_step() -> None:
    table = fight("vanilla", 2)
    state = table.state
    steps = played_on(play_itself(table, REFEREE, (), "round").table)
    halfway = next(step for step in steps if step.line and step.line.number).table
    stopped = stop(halfway, REFEREE).table
    assert stopped.pilots == ()
    assert next_step(stopped) is None
    whole = after(play_itself(table, REFEREE, (), "round").table)
    many = last_run(whole)
    assert many == whole.done - table.done > 1
    back = whole.undo(REFEREE, many).table
    assert back.state == state
    assert whole.undo(REFEREE).table.done == whole.done - 1
    running = play_itself(whole, REFEREE).table
    undone = running.undo(REFEREE)
    assert undone.table.pilots == ()
    assert any(isinstance(one, HandedBack) for one in undone.records), "else it would be done again at once"


def test_what_it_does_is_kept_with_who_did_it_and_told() -> None:
    table = fight("cairn", 3)
    steps = list(played_on(play_itself(table, REFEREE, (), "round").table))
    begun = [one for step in steps for one in step.records if isinstance(one, Started)]
    assert begun
    assert {one.by for one in begun} == {AUTOPILOT}
    told = [event.code for step in steps if step.line for event in step.line.events if hasattr(event, "code")]
    assert told.count("table.by_itself") + told.count("table.foes_by_themselves") == len(begun)
    assert told[-1].startswith("table.stops.")
    choices = [step.line.sources for step in steps if step.line and step.line.number]
    assert any(AUTOPILOT in sources for sources in choices)


def test_somebody_who_falls_stops_all_who_play_without_a_person() -> None:
    table = fight("cairn", 2)
    table = after(play_itself(table, REFEREE, (), "round").table)
    assert isinstance(table.pending[0].question, Roll), "dice that may kill are left to a person"
    assert table.pending[0].question.by not in {one.seat for one in table.pilots}
    weak = fight("cairn", 2)
    party = tuple([replace(one, strength=2, hp=0) for one in weak.state.party])
    table = play_itself(replace(weak, state=replace(weak.state, party=party)), REFEREE).table
    for _ in range(12):
        table = after(table)
        if not all(map(able, table.state.party)):
            break
        table = answered(table) if table.pending else acted_by_foes(table)
    assert not all(map(able, table.state.party))
    assert table.pilots == ()


def acted_by_foes(table: Table) -> Table:
    return table.act(REFEREE, bots_of(table).action(table.state, REFEREE)).table


def test_bots_are_kept_with_the_table() -> None:
    table = play_itself(fight("black_hack", 1), REFEREE).table
    kept = read_snapshot(table.rules, snapshot(table, 3), versions_of(table.rules))
    assert kept.pilots == table.pilots
