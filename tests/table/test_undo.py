"""Going back: a player takes back what has shown them nothing, and asks the referee for all else."""

import msgspec
import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.cairn.state import Item
from tallow.games.deeds import Action
from tallow.games.optional import needed_bots
from tallow.play import REFEREE, Choice, Roll
from tallow.table import Record, Step, Table, TableRefusal, open_table
from tallow.table.records import UndoAsked, Undone, UndoRefused
from tallow.table.runs import MOST_TRAIL
from tallow.table.seats import Seated, referee
from tallow.table.sight import has_shown_nothing
from tests.table.replaying import replayed


class Camp:
    """Two players with a lamp and a rope each, and nobody about."""

    def __init__(self) -> None:
        table = open_table("cairn", "The Old Mill", {}, bytes(32)).table.sit(referee("Ann")).table
        for seat in ("p1", "p2"):
            table = table.sit(Seated(seat, f"Player {seat[1]}", "player")).table
        fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8) x2", "Goblin", None)
        things = (Item("i1", "Lamp"), Item("i2", "Rope"))
        party = tuple(
            replace(one, kind="pc", seat=f"p{at}", items=tuple(replace(item, id=f"{item.id}-{at}") for item in things))
            for at, one in enumerate(fight.party, 1)
        )
        self.start = replace(fight, fight=None, foes=(), party=party, phase="town")
        self.first = self.table = replace(table, state=self.start)
        self.records: list[Record] = []

    def do(self, step: Step) -> Step:
        self.table = step.table
        self.records += step.records
        return step

    def drop(self, who: str) -> None:
        """Somebody drops the lamp: one question, no die."""
        self.do(self.table.act(f"p{who}", Action("drop", f"hero{who}")))
        self.answer_all()

    def dare(self) -> None:
        """The first of them dares something: the referee has a say in it."""
        self.do(self.table.act("p1", Action("dare", "hero1")))
        self.answer_all()

    def answer_all(self) -> None:
        while self.table.pending:
            pending = self.table.pending[0]
            question = pending.question
            answer = (
                question.options[0] if isinstance(question, Choice) else () if isinstance(question, Roll) else "So."
            )
            self.do(self.table.answer(question.by, pending.starter, answer, number=pending.number))


@pytest.fixture
def camp() -> Camp:
    return Camp()


def same(table: Table, other: Table) -> bool:
    return msgspec.json.encode(replace(table, past=())) == msgspec.json.encode(replace(other, past=()))


def test_what_has_shown_nothing_is_taken_back_again_and_again(camp):
    camp.drop("1")
    camp.do(camp.table.act("p1", Action("own_note", "hero1")))
    camp.answer_all()
    camp.do(camp.table.say("p2", "What was that?"))
    assert [camp.table.may_undo(seat) for seat in ("p1", "p2", REFEREE)] == ["undo", "", ""]
    camp.do(camp.table.undo("p1"))
    step = camp.do(camp.table.undo("p1"))
    assert camp.table.state == camp.start
    assert step.line.events[0].facts == (1, "Player 1")
    assert camp.records[-1] == Undone("p1", 1)
    assert camp.table.may_undo("p1") == ""


def test_after_a_die_or_anothers_answer_it_is_the_referees(camp):
    camp.dare()
    before = camp.table
    assert camp.table.may_undo("p1") == "ask"
    with pytest.raises(TableRefusal, match="ask_referee"):
        camp.table.undo("p1")
    camp.do(camp.table.ask_undo("p1"))
    assert camp.records[-1] == UndoAsked("p1", 1)
    assert (camp.table.may_undo("p1"), camp.table.state) == ("asked", before.state)
    with pytest.raises(TableRefusal, match="asked_already"):
        camp.table.ask_undo("p1")
    camp.do(camp.table.undo(REFEREE, camp.table.done - camp.table.undo_request("p1").action + 1))
    assert (camp.table.state, camp.table.undo_requests) == (camp.start, ())


def test_when_others_have_acted_since_it_is_asked_for_with_all_that_came_after(camp):
    camp.drop("1")
    camp.drop("2")
    assert [camp.table.may_undo(seat) for seat in ("p1", "p2")] == ["ask", "undo"]
    camp.do(camp.table.ask_undo("p1"))
    assert camp.table.undo_request("p1").action == 1
    camp.do(camp.table.undo("p2"))
    assert camp.table.may_undo("p1") == "undo", "nothing stands in the way any more"
    camp.do(camp.table.undo("p1"))
    assert (camp.table.state, camp.table.undo_requests) == (camp.start, ())


def test_the_referee_refuses_and_whoever_goes_on_has_let_go(camp):
    camp.dare()
    camp.do(camp.table.ask_undo("p1"))
    with pytest.raises(TableRefusal, match="referee_only"):
        camp.table.refuse_undo("p2", "p1")
    camp.do(camp.table.refuse_undo(REFEREE, "p1"))
    assert camp.records[-1] == UndoRefused("p1")
    assert (camp.table.may_undo("p1"), camp.table.done) == ("ask", 1)
    with pytest.raises(TableRefusal, match="nothing_asked"):
        camp.table.undo_request("p1")
    camp.do(camp.table.ask_undo("p1"))
    camp.drop("1")
    assert camp.table.undo_requests == ()


@pytest.mark.parametrize("seat", ["p2", "onlooker", "nobody"])
def test_nobody_undoes_what_is_anothers(camp, seat):
    camp.drop("1")
    for forbidden in (camp.table.undo, camp.table.ask_undo):
        with pytest.raises(TableRefusal, match="nothing_of_yours"):
            forbidden(seat)
    with pytest.raises(TableRefusal, match="ask_referee"):
        camp.table.undo("p1", 2)


def test_who_comes_into_sight_is_not_unseen(camp):
    camp.drop("1")
    state = camp.table.state
    fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8)", "Goblin", None)
    line = camp.table.undo("p1").line
    line = replace(line, seat="p1", events=())
    attacked = replace(state, foes=fight.foes, phase="encounter")
    assert has_shown_nothing(camp.table.rules, line, state, state)
    assert not has_shown_nothing(camp.table.rules, line, state, attacked)


def test_an_undo_that_would_change_a_waiting_question_is_refused(camp):
    ground = replace(camp.start, ground=(Item("i8", "Key"),))
    camp.table = replace(camp.table, state=ground)
    camp.drop("1")
    camp.do(camp.table.act("p2", Action("take_up", "hero2")))
    with pytest.raises(TableRefusal, match="waits_for"):
        camp.table.undo("p1")


def test_only_the_last_actions_are_remembered_and_the_records_make_it_all_again(camp):
    for _ in range(MOST_TRAIL + 3):
        camp.do(camp.table.act("p2", Action("own_note", "hero2")))
        camp.answer_all()
    assert len(camp.table.trail) == MOST_TRAIL
    camp.dare()
    camp.do(camp.table.ask_undo("p1"))
    camp.drop("2")
    camp.do(camp.table.undo("p2"))
    kept = msgspec.json.decode(msgspec.json.encode(camp.records), type=list[Record])
    again = replayed(camp.first, kept)
    assert same(replace(again, dice=camp.table.dice), camp.table)
    assert again.undo_requests == camp.table.undo_requests
