"""People at a table: who may do what, what waits for whom, going back, and dice that can be checked."""

from collections import Counter

import msgspec
import pytest
from msgspec.structs import replace

from tallow.adventures import ready
from tallow.games import game
from tallow.games.cairn.state import Item
from tallow.games.deeds import Action, Refused
from tallow.games.optional import needed_bots
from tallow.play import REFEREE, Choice, Roll, Rolled, Seat, Stake, Told
from tallow.table import Line, Record, Seated, Step, Table, TableRefusal, open_table
from tallow.table.dice import FairDice, commitment, die
from tallow.table.records import Answered, Opened, Revealed, Started
from tallow.table.seats import DiceFrom, referee
from tallow.table.seen import Sealed, seen
from tallow.table.thrower import Thrower
from tests.table.replaying import replayed

SEED = bytes(range(32))


class Kept:
    """A table with the records of all that happened at it."""

    def __init__(self, dice: DiceFrom = "server", players: int = 2) -> None:
        opened = open_table("cairn", "The Old Mill", {}, SEED)
        self.table: Table = opened.table
        self.records: list[Record] = list(opened.records)
        self.lines: list[Line] = []
        self.do(self.table.sit(referee("Ann")))
        for at in range(1, players + 1):
            self.do(self.table.sit(Seated(f"p{at}", f"Player {at}", "player", dice)))
        fight = needed_bots(game("cairn")).fight("4 HP, 11 STR, sword (d8) x2", "Goblin x2", None)
        party = tuple(replace(one, seat=f"p{at}") for at, one in enumerate(fight.party, 1))
        self.start = replace(fight, party=party)
        self.table = replace(self.table, state=self.start)

    def do(self, step: Step) -> Step:
        self.table = step.table
        self.records.extend(step.records)
        if step.line and step.line.number:
            self.lines.append(step.line)
        return step

    def answer_all(self) -> None:
        while self.table.pending:
            pending = self.table.pending[0]
            question = pending.question
            answer = (
                (1,) * question.n
                if isinstance(question, Roll)
                else question.options[0]
                if isinstance(question, Choice)
                else ""
            )
            self.do(self.table.answer(question.by, pending.starter, answer))


def test_a_player_cannot_do_what_is_the_referees():
    kept = Kept()
    with pytest.raises(TableRefusal, match="not_offered"):
        kept.table.act("p1", Action("start_fight"))


def test_an_onlooker_can_do_nothing():
    kept = Kept()
    kept.do(kept.table.sit(Seated("o1", "Guest", "onlooker")))
    assert kept.table.offers("o1") == ()
    with pytest.raises(TableRefusal):
        kept.table.act("o1", Action("start_fight"))


def test_what_the_rules_refuse_is_refused_with_their_reason():
    kept = Kept()
    down = tuple(replace(foe, conditions=("dead",)) for foe in kept.table.state.foes)
    kept.table = replace(kept.table, state=replace(kept.table.state, foes=down))
    with pytest.raises(Refused) as refused:
        kept.table.act(REFEREE, Action("start_fight"))
    assert refused.value.refusal.code == "no_foes"


def test_typed_dice_are_asked_for_one_by_one_and_marked_so():
    kept = Kept(dice="typed")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.answer_all()
    assert Counter(kept.lines[0].sources) == {"typed": 2, "referee": 1}, "one word for both"


def test_server_dice_fall_by_themselves():
    kept = Kept(dice="server")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.answer_all()
    assert Counter(kept.lines[0].sources) == {"server": 2, "referee": 1}, "one word for both"
    for event in kept.lines[0].events:
        if isinstance(event, Rolled):
            assert event.pool[0] in range(1, 21)


@pytest.mark.parametrize(
    ("seat", "answer", "given", "code"),
    [
        ("p2", "save", None, "not_asked"),
        (REFEREE, "sleep", None, "bad_answer"),
        (REFEREE, ["save"], None, "bad_answer"),
        (REFEREE, "save", 3, "stale"),
    ],
)
def test_forged_and_stale_answers_are_refused_and_change_nothing(seat, answer, given, code):
    kept = Kept(dice="typed")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    before = kept.table
    with pytest.raises(TableRefusal, match=code):
        kept.table.answer(seat, REFEREE, answer, given=given)
    assert kept.table == before


@pytest.mark.parametrize("faces", [[21], [0], [5, 5], ["5"], [True], "5"])
def test_impossible_dice_are_refused(faces):
    kept = Kept(dice="typed")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.do(kept.table.answer(REFEREE, REFEREE, "save"))
    with pytest.raises(TableRefusal, match="bad_answer"):
        kept.table.answer("p1", REFEREE, faces)


def test_the_referee_answers_for_someone_absent_and_it_is_recorded():
    kept = Kept(dice="typed")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.do(kept.table.answer(REFEREE, REFEREE, "save"))
    kept.do(kept.table.answer(REFEREE, REFEREE, (7,)))
    assert kept.records[-1] == Answered(REFEREE, "p1", (7,), by=REFEREE, number=1)


def test_an_action_is_taken_back_until_its_first_die():
    kept = Kept(dice="typed")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.do(kept.table.take_back(REFEREE, REFEREE))
    assert not kept.table.pending
    assert kept.table.state == kept.start


def test_undo_and_redo_and_dice_that_do_not_come_again():
    kept = Kept()
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.answer_all()
    thrown = kept.table.dice.thrown
    kept.do(kept.table.undo(REFEREE))
    assert kept.table.state == kept.start
    assert kept.table.done == 0
    assert kept.table.dice.thrown == thrown > 0
    with pytest.raises(TableRefusal, match="nothing_of_yours"):
        kept.table.undo("p1")
    with pytest.raises(TableRefusal, match="nothing_to_undo"):
        kept.table.undo(REFEREE)


def test_the_records_make_the_same_table_again():
    kept = Kept()
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.answer_all()
    kept.do(kept.table.undo(REFEREE))
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.answer_all()
    kept.do(kept.table.say("p1", "Now we run."))
    saved = msgspec.json.encode(kept.records)
    records = msgspec.json.decode(saved, type=list[Record])
    assert records == kept.records
    assert isinstance(records[0], Opened)
    again = replayed(replace(open_table("cairn", "The Old Mill", {}, SEED).table, state=kept.start), records[1:])
    assert again.state == kept.table.state
    assert again.dice.thrown == kept.table.dice.thrown
    assert again.done == kept.table.done


def test_every_server_die_can_be_checked_once_the_seed_is_shown():
    kept = Kept()
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.answer_all()
    kept.do(kept.table.reveal(REFEREE, bytes(32)))
    shown = kept.records[-1]
    assert isinstance(shown, Revealed)
    seed = bytes.fromhex(shown.seed)
    first = kept.records[0]
    assert isinstance(first, Opened)
    assert commitment(seed) == first.commitment
    throws = [threw for r in kept.records if isinstance(r, Started | Answered) for threw in r.dice]
    assert len(throws) == 2
    for threw in throws:
        faces = sorted(die(seed, threw.number + at, threw.sides) for at in range(len(threw.pool)))
        assert tuple(faces) == threw.pool


def test_the_dice_are_fair():
    faces = Counter(die(SEED, number, 6) for number in range(30_000))
    expected = 5_000
    assert sum((faces[face] - expected) ** 2 / expected for face in range(1, 7)) < 20.5


def test_hidden_dice_are_sealed_and_decisions_are_their_makers():
    roll = Rolled(Roll(2, 6, REFEREE, "cairn.reaction.when", hidden=True), (3, 4))
    told = Told("reaction", ("Curious",), "cairn.table.reaction", (REFEREE,))
    assert seen((roll, told), "p1") == (Sealed(REFEREE),)
    assert seen((roll, told), REFEREE) == (roll, told)
    assert Choice("p1", "x", ("a", "b"), (), "").fault("a") is None


def test_what_others_do_must_leave_a_waiting_question_as_it_is():
    kept = Kept(dice="typed")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.answer_all()
    fight = kept.table.state.fight
    assert fight.acting == ("hero1", "hero2")
    kept.do(kept.table.act("p1", Action("attack", "hero1")))
    assert kept.table.waits_for() == ("p1",)
    kept.do(kept.table.act("p2", Action("attack", "hero2")))
    assert set(kept.table.waits_for()) == {"p1", "p2"}
    kept.do(kept.table.answer("p2", "p2", "foe1"))
    assert kept.table.waits_for() == ("p1",)
    with pytest.raises(TableRefusal, match="waits_for"):
        kept.table.undo(REFEREE, 2)


def test_an_action_that_waits_for_another_leaves_its_starter_free():
    kept = Kept(dice="typed")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.do(kept.table.answer(REFEREE, REFEREE, "save"))
    assert kept.table.waits_for() == ("p1",)
    kept.do(kept.table.act(REFEREE, Action("fate")))
    assert kept.lines[-1].action.name == "fate"
    kept.do(kept.table.act(REFEREE, Action("call_save")))
    with pytest.raises(TableRefusal, match="finish_first"):
        kept.table.act(REFEREE, Action("call_save"))
    kept.do(kept.table.answer(REFEREE, REFEREE, "one", given=0))
    kept.do(kept.table.answer("p1", REFEREE, (7,), given=1, number=1))
    assert [pending.number for pending in kept.table.pending] == [3, 1]


def test_what_can_no_longer_be_done_is_given_up_and_nobody_waits_for_ever():
    """Two reach for the same two things: whoever began first has the first word, and the other may begin again."""
    kept = Kept()
    things = (Item("i1", "Lamp"), Item("i2", "Rope"))
    party = tuple(replace(one, kind="pc", items=()) for one in kept.start.party)
    calm = replace(kept.start, fight=None, foes=(), party=party, ground=things, phase="town")
    kept.table = replace(kept.table, state=calm)
    for seat, hero in (("p1", "hero1"), ("p2", "hero2")):
        kept.do(kept.table.act(seat, Action("take_up", hero)))
    with pytest.raises(TableRefusal, match="waits_for"):
        kept.table.answer("p2", "p2", "i1")
    kept.do(kept.table.answer("p1", "p1", "i1"))
    assert kept.table.pending == ()
    assert kept.lines[-1].events[-1] == Told("table.given_up", ("Player 2",), "")
    kept.do(kept.table.act("p2", Action("take_up", "hero2")))
    assert [one.items[0].name for one in kept.table.state.party] == ["Lamp", "Rope"]
    again = replayed(replace(Kept().table, state=calm), kept.records[4:])
    assert (again.state, again.pending) == (kept.table.state, ())


def test_a_waiting_action_survives_an_undo_that_does_not_touch_it():
    kept = Kept()
    kept.do(kept.table.act(REFEREE, Action("fate")))
    kept.do(kept.table.act(REFEREE, Action("call_save")))
    kept.do(kept.table.undo(REFEREE))
    assert (kept.table.done, len(kept.table.pending)) == (0, 1)


def test_the_referee_acts_for_someone_absent():
    kept = Kept()
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.answer_all()
    with pytest.raises(TableRefusal, match="referee_only"):
        kept.table.act("p1", Action("attack", "hero1"), by="p2")
    kept.do(kept.table.act("p1", Action("attack", "hero1"), by=REFEREE))
    record = kept.records[-1]
    assert isinstance(record, Started)
    assert (record.seat, record.by) == ("p1", REFEREE)


def test_the_referee_acts_for_an_empty_seat():
    kept = Kept(players=1)
    assert kept.table.free_seats() == ("p2",)
    party = tuple(replace(one, kind="pc", items=(Item("i1", "Lamp"), Item("i2", "Rope"))) for one in kept.start.party)
    calm = replace(kept.start, fight=None, foes=(), party=party, phase="town")
    kept.table = replace(kept.table, state=calm)
    kept.do(kept.table.act("p2", Action("drop", "hero2"), by=REFEREE))
    while kept.table.pending:
        pending = kept.table.pending[0]
        assert isinstance(pending.question, Choice)
        kept.do(kept.table.answer(REFEREE, pending.starter, pending.question.options[0]))
    assert [len(one.items) for one in kept.table.state.party] == [2, 1]
    with pytest.raises(TableRefusal, match="no_such_seat"):
        kept.table.offers("p3")


def test_a_seat_on_server_dice_cannot_name_a_result_and_a_typed_one_may_let_the_server_throw():
    kept = Kept(dice="typed")
    kept.do(kept.table.act(REFEREE, Action("start_fight")))
    kept.do(kept.table.answer(REFEREE, REFEREE, "save"))
    kept.do(kept.table.take_dice_from("p1", "server"))
    for seat in ("p1", REFEREE):
        with pytest.raises(TableRefusal, match="not_typed"):
            kept.table.answer(seat, REFEREE, (20,))
    kept.do(kept.table.answer("p1", REFEREE, ()))
    record = kept.records[-1]
    assert isinstance(record, Answered)
    assert len(record.dice) == 1
    assert kept.table.dice.thrown == 1
    kept.answer_all()
    assert Counter(kept.lines[0].sources) == {"server": 1, "typed": 1, "referee": 2}


def joined(*names: str) -> Kept:
    """An empty table at which these players have sat down."""
    kept = Kept(players=0)
    kept.table = replace(kept.table, state=game("cairn").new_state(game("cairn").settings()))
    for name in names:
        kept.do(kept.table.join(name, "typed"))
    return kept


def test_who_sits_down_makes_a_character_of_their_own():
    kept = joined("Bo", "Cy")
    assert [one.seat for one in kept.table.seats] == [REFEREE, "player1", "player2"]
    offer, other = kept.table.offers("player2")
    assert (offer.action, other.action.name) == (Action("make_character", "player2"), "bring_character")
    with pytest.raises(TableRefusal, match="not_offered"):
        kept.table.act("player1", Action("make_character", "player2"))
    kept.do(kept.table.act("player2", offer.action))
    kept.answer_all()
    assert [one.seat for one in kept.table.state.party] == ["player2"]
    assert not any(offer.action.name == "make_character" for offer in kept.table.offers("player2"))


def test_a_seat_that_the_game_has_somebody_for_is_taken_by_who_comes():
    kept = Kept(players=0)
    assert kept.table.free_seats() == ("p1", "p2")
    kept.do(kept.table.join("Bo", seat="p2"))
    with pytest.raises(TableRefusal, match="seat_taken"):
        kept.table.join("Cy", seat="p2")
    assert kept.table.free_seats() == ("p1",)
    kept.do(kept.table.join("Cy"))
    assert kept.table.name_of("player1") == "Cy"


def test_two_who_make_characters_at_once_never_wait_for_each_other():
    """With the same bond rolled, the one whose die fell first ends, and the other goes on from the bond."""
    kept = joined("Bo", "Cy")
    for seat in ("player1", "player2"):
        kept.do(kept.table.act(seat, Action("make_character", seat)))

    def answer_one(seat):
        (pending,) = kept.table.questions(seat)
        question = pending.question
        kept.do(
            kept.table.answer(
                seat,
                seat,
                (1,) * question.n
                if isinstance(question, Roll)
                else question.options[0]
                if isinstance(question, Choice)
                else seat,
            )
        )

    while not any(one.in_motion() for one in kept.table.pending):
        answer_one("player1")
    while (pending := kept.table.questions("player2")) and pending[0].question.why != "cairn.creation.age":
        answer_one("player2")
    while kept.table.questions("player1"):
        answer_one("player1")
    assert len(kept.table.state.party) == 1
    assert kept.table.questions("player2")[0].question.why == "cairn.table.bond"
    while pending := kept.table.questions("player2"):
        question = pending[0].question
        if isinstance(question, Roll) and question.why == "cairn.table.bond":
            kept.do(kept.table.answer("player2", "player2", (2,)))
        else:
            answer_one("player2")
    assert [one.life.bonds for one in kept.table.state.party] == [
        ("cairn.table.bond:single_gem",),
        ("cairn.table.bond:strange_compass",),
    ]
    again = replayed(joined("Bo", "Cy").table, kept.records[4:])
    assert again.state == kept.table.state


def test_whoever_presses_for_their_dice_is_asked_where_something_hangs_on_them():
    said: dict[Seat, DiceFrom] = {"p1": "pressed", "p2": "server", "p3": "typed"}
    seats = tuple([Seated(seat, seat, "player", dice) for seat, dice in said.items()])
    asks = Table("cairn", "", None, FairDice(bytes(32)), seats).asks_for
    thrower = Thrower(FairDice(bytes(32)), asks)
    save = Roll(1, 20, "p1", "", stake=Stake(7))
    assert thrower(save) is None
    assert thrower(Roll(1, 6, "p1", "")) is not None, "nothing to pass"
    assert thrower(Roll(1, 6, "p1", "", stake=Stake(against="goblin"))) is not None, "damage"
    assert thrower(replace(save, by="p2")) is not None
    assert thrower(Roll(1, 6, "p3", "")) is None
    assert Thrower(FairDice(bytes(32)), asks, instead=True)(save) is not None


def test_seats_that_nobody_plays_agree_to_what_somebody_proposes() -> None:
    """Bo alone sets out; as soon as Cy plays one of the others, Cy is asked and nobody else."""
    place = ready("cairn", "mill")
    table = (
        open_table("cairn", "The mill", {}, bytes(32), example=True, adventure=place).table.sit(referee("Ann")).table
    )
    table = table.join("Bo", seat="player1").table
    out = Action("place.set_out", "player1")
    alone = table.act("player1", out).table
    assert (alone.pending, alone.state.place.room != "") == ((), True)
    two = table.join("Cy", seat="player3").table.act("player1", out).table
    assert [one.question.by for one in two.pending] == ["player3"]
    stays = two.answer("player3", "player1", "rather_not").table
    assert (stays.pending, stays.state.place.room) == ((), "")
