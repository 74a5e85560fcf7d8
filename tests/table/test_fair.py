"""Fair dice cannot be foreseen: what is refused tells nothing of dice to come, and nothing is rolled twice."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import game, names
from tallow.games.deeds import Action, Offer, Refusal, Refused
from tallow.games.optional import needed_bots
from tallow.play import REFEREE, Choice, Play, Roll, Seat, Waiting, advance
from tallow.store.archive import verify
from tallow.table import Record, Table, TableRefusal, open_table
from tallow.table.records import Spent
from tests.table.evenings import SEEDS, example, goes_on, in_a_fight
from tests.table.replaying import replayed
from tests.web.people import live_answer


def asked(table: Table, seat: str, offer: Offer, random: Random) -> Iterator[tuple[Any, ...]]:
    """Answers to send along with an action: none, some that fit, and always one that fits nothing."""
    given: list[Any] = []
    yield ("no such answer",)
    try:
        step = table.act(seat, offer.action)
    except (TableRefusal, Refused):
        return
    number = step.table.begun
    for _ in range(4):
        pending = step.table.numbered(number)
        if pending is None or pending.question.by != seat:
            return
        given.append(live_answer(pending.question, random))
        yield (*given, ("no", "such", "answer"))
        try:
            step = step.table.answer(seat, seat, given[-1], number=number)
        except (TableRefusal, Refused):
            return


def told(table: Table, seat: str, action: Action, answers: tuple[Any, ...]) -> tuple[Any, ...]:
    """What somebody hears of a request; all that stands is on the record, so it is no news of dice to come."""
    try:
        step = table.act(seat, action, answers=answers)
    except TableRefusal as refused:
        return refused.code, *refused.facts
    except Refused as refused:
        return refused.refusal.code, *refused.refusal.facts
    if step.fault is not None:
        assert step.table.dice.thrown > table.dice.thrown, "what stands has used up its dice"
        assert step.table.pending or step.line
    return ("stands",)


@pytest.mark.parametrize("fights", [False, True])
@pytest.mark.parametrize("name", names())
def test_nobody_learns_of_dice_by_requests_that_are_refused(name: str, fights: bool) -> None:
    """Every action that anybody has, with answers that do not fit: under other seeds the same, to the letter."""
    tables = [in_a_fight(name, seed) if fights else example(name, seed) for seed in SEEDS[:2]]
    first, random, thrown, had = tables[0], Random(1), 0, set[str]()
    for one in first.seats:
        for offer in first.offers(one.seat):
            if offer.refusal or offer.action.name in had:
                continue
            had.add(offer.action.name)
            for answers in asked(first, one.seat, offer, random):
                heard = {told(table, one.seat, offer.action, answers) for table in tables}
                assert len(heard) == 1, (one.seat, offer.action, answers, heard)
                thrown += heard == {("stands",)}
    assert thrown, "some of these threw dice"


def test_an_answer_that_does_not_fit_changes_nothing_before_the_first_die_and_leaves_the_dice_after_it() -> None:
    table = in_a_fight("cairn")
    hero = table.state.party[0].id
    with pytest.raises(TableRefusal, match="bad_answer"):
        table.act("player1", Action("attack", hero), answers=("nobody",))
    table = example("cairn")
    seat = table.seats[-1].seat
    made = Action("make_character", seat)
    begun = table.act(seat, made, answers=("roll",))
    assert begun.fell()
    step = table.act(seat, made, answers=("roll", "no such answer"))
    assert isinstance(step.fault, TableRefusal)
    assert step.fault.code == "dice_stand"
    assert (step.table.pending, step.table.dice) == (begun.table.pending, begun.table.dice)
    with pytest.raises(TableRefusal, match="in_motion"):
        step.table.act(seat, made)


def resolving(table: Table) -> list[Action]:
    """The actions in motion that work out what is done once: a round, a side, somebody's turn."""
    found = []
    for pending in table.moving():
        ran = advance(table.rules.perform, table.state, pending.action, answers=pending.answers)
        if isinstance(ran, Waiting) and ran.meanwhile is not None:
            found.append(pending.action)
    return found


@pytest.mark.parametrize("name", names())
def test_nothing_is_resolved_twice_at_once_and_dice_that_lie_stay(name: str) -> None:
    """Random people with several actions under way: what was in motion first keeps its dice until it ends."""
    assert sum([watched(name, seed) for seed in range(3)]), "something was in motion while something else was done"


def watched(name: str, seed: int) -> int:
    """A random evening, and how often something stayed in motion while something was done."""
    random = Random(seed)
    table = in_a_fight(name, SEEDS[seed])
    for at, one in enumerate(table.seats):
        table = table.take_dice_from(one.seat, "typed" if at % 2 else "server").table
    opened, records, moved = table, list[Record](), 0
    for _ in range(160):
        first = min(table.moving(), key=lambda one: one.rank(), default=None)
        try:
            step = goes_on(table, random)
        except (TableRefusal, Refused):
            continue
        if step is None or step.fault is not None:
            assert step is None or not isinstance(step.fault, Refused), "a rule refuses before any die"
            continue
        table = step.table
        records += step.records
        assert len(resolving(table)) < 2, resolving(table)
        whose = [one.action.who for one in table.moving() if one.action.who]
        assert len(whose) == len(set(whose)), "nobody is in the middle of two things"
        if first is not None and (now := table.numbered(first.number)) is not None:
            moved += 1
            assert now.answers[: len(first.answers)] == first.answers, "dice that lie stay"
    again = replayed(opened, records)
    assert (again.state, again.pending, again.dice.thrown) == (table.state, table.pending, table.dice.thrown)
    return moved


@pytest.mark.parametrize("name", ["cairn", "modified_cairn"])
def test_a_round_is_rolled_once_though_somebody_is_still_asked_about_it(name: str) -> None:
    """All have declared, a die lies, and a player has still to throw: who declared last cannot declare again."""
    table = in_a_fight(name)
    heroes = [one.id for one in table.state.party]
    for at in range(1, len(heroes)):
        table = table.take_dice_from(f"player{at}", "typed").table
    side = (table.state.fight if name == "cairn" else table.state.combat).side
    assert side == "party"
    for at, who in reversed(list(enumerate(heroes, 1))):
        step = table.act(f"player{at}", Action("attack", who))
        while (pending := step.table.numbered(step.table.begun)) and isinstance(pending.question, Choice):
            first = pending.question.options[0]
            step = step.table.answer(pending.question.by, pending.starter, first, number=pending.number)
        table = step.table
    (pending,) = table.moving()
    assert isinstance(pending.question, Roll)
    thrown = table.dice.thrown
    for one in table.seats:
        for offer in table.offers(one.seat):
            if offer.action.name in {"attack", "turn", "all_attack", "take_back", "move", "flee", "go_on"}:
                assert offer.refusal or offer.action.name == "go_on", offer
                with pytest.raises((TableRefusal, Refused)):
                    table.act(one.seat, offer.action)
    barred = [one.refusal for one in table.offers("player1") if one.action == Action("attack", heroes[0])]
    assert barred == [Refusal("in_motion", (table.name_of(pending.question.by),))]
    assert table.dice.thrown == thrown


class Toy:
    """A game of one number, upon the seats of another."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        bots = replace(needed_bots(game("cairn")), answer=lambda choice: choice.options[0])
        played = replace(game("cairn"), deeds=self, seats=lambda _: (), bots=bots)
        monkeypatch.setattr(Table, "rules", property(lambda _: played))
        monkeypatch.setattr("tallow.table.runs.has_shown_nothing", lambda *_: False)
        self.table = replace(open_table("cairn", "Toy", {}, SEEDS[0]).table, state=0)
        for name in ("Bo", "Cy"):
            self.table = self.table.join(name).table

    def offers(self, _: int, seat: Seat) -> tuple[Offer, ...]:
        names = () if seat == REFEREE else ("slow", "push", "breaks", "refuses")
        return tuple([Offer(Action(name, name), "") for name in names])

    def offer(self, state: int, seat: Seat, action: Action) -> Offer | None:
        return next((offer for offer in self.offers(state, seat) if offer.action == action), None)

    def perform(self, play: Play, state: int, action: Action) -> int:
        (face,) = play.roll(1, 20, by="player1", why="")
        if action.name == "breaks":
            raise ZeroDivisionError
        if action.name == "refuses":
            raise Refused(Refusal("too_late"))
        if action.name == "slow":
            play.choose("player1", "which", ("a", "b") if state < 3 else ("c", "d"), why="")
            return 0
        return state + face


@pytest.mark.parametrize("name", ["breaks", "refuses"])
def test_dice_that_fell_for_what_cannot_stand_are_used_up_on_the_record(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Toy(monkeypatch).table
    step = table.act("player1", Action(name, name))
    assert isinstance(step.fault, ZeroDivisionError | Refused)
    (spent,) = step.records
    assert isinstance(spent, Spent)
    assert [threw.number for threw in spent.dice] == [0]
    assert (step.table.dice.thrown, step.table.state, step.table.pending) == (1, 0, ())
    assert step.line is not None
    assert step.line.events[0].code == "table.spent"  # type: ignore[union-attr]
    then = step.table.act("player2", Action("push", "push"))
    assert [threw.number for threw in then.dice()] == [1]
    shown = then.table.reveal(REFEREE, SEEDS[1])
    opened = open_table("cairn", "Toy", {}, SEEDS[0]).records
    found = verify((*opened, *step.records, *then.records, *shown.records))
    assert (found.checked, found.wrong) == (2, ())


def test_dice_that_lead_to_what_must_wait_stand_until_it_can_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can tell beforehand that a throw changes what another is asked; then the throw waits, not the other."""
    table = Toy(monkeypatch).table
    slow = table.act("player1", Action("slow", "slow"))
    push = slow.table.act("player2", Action("push", "push"))
    assert push.line is None
    (first, held) = push.table.pending
    assert (held.held, held.starter, first.question.by) == (True, "player2", "player1")
    with pytest.raises(TableRefusal, match="waits_for"):
        push.table.answer("player2", "player2", "go_on", number=held.number)
    with pytest.raises(TableRefusal, match="cannot_take_back"):
        push.table.take_back("player2", "player2")
    done = push.table.answer("player1", "player1", "a", number=first.number)
    assert done.table.state == 0
    last = done.table.answer("player2", "player2", "go_on", number=held.number)
    assert (last.table.state, last.table.pending, last.table.dice.thrown) == (held.answers[0][0], (), 2)  # type: ignore[index]
    again = replayed(table, (*slow.records, *push.records, *done.records, *last.records))
    assert (again.state, again.done) == (last.table.state, 2)


def test_what_only_thinks_does_not_hold_up_what_has_thrown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A friend cannot keep an action in reserve to have somebody's bad dice thrown again."""
    table = Toy(monkeypatch).table
    for seat in ("player1", "player2"):
        table = table.take_dice_from(seat, "typed").table
    reserve = table.act("player2", Action("push", "push")).table
    moving = reserve.act("player1", Action("slow", "slow")).table
    moving = moving.answer("player1", "player1", (1,)).table
    (first,) = moving.moving()
    held = moving.answer("player1", "player2", (20,), number=1).table
    assert held.numbered(first.number) == first
    assert held.numbered(1).held  # type: ignore[union-attr]
