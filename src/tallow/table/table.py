"""A table as a frozen value, and everything that people can do at it.

While a question waits for one person the others are not frozen: what they do is accepted if every action that waits,
run again upon the state that results, still asks the same question; otherwise it is refused with the name of whom the
table waits for. So that no two can wait for each other, an action that goes before another (`Pending.rank`) sends that
one back to the question from which it goes differently; one that can no longer be done at all is given up. Whoever
began an action may take it back until its first die or somebody else's answer; once it is done, as long as it is the
last one and has shown them nothing. Beyond that they ask the referee, who undoes any number of actions.

Nobody sees dice and then has others instead. What would disturb an action in motion is refused before a die of it falls
(`motion`); what is refused for another reason after dice have fallen is kept as far as it went, or the dice are spent.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tallow.games import Game, game
from tallow.games.game import Action, Offer, Refused
from tallow.games.view import Text, View
from tallow.play import (
    EVERYONE,
    REFEREE,
    Answer,
    Choice,
    Chosen,
    Done,
    Event,
    Matter,
    Mismatch,
    Question,
    Roll,
    Rolled,
    Seat,
    Told,
    Waiting,
    Written,
    advance,
)
from tallow.play.questions import frozen
from tallow.play.span import alike
from tallow.table.dice import FairDice, Seed, commitment
from tallow.table.motion import IN_MOTION, Bars, tried
from tallow.table.pending import HELD, Pending, Source, go_on
from tallow.table.records import (
    Answered,
    DiceChanged,
    Moved,
    Opened,
    Record,
    Revealed,
    Said,
    Sat,
    Spent,
    Started,
    TakenBack,
    Threw,
    UndoAsked,
    Undone,
    UndoRefused,
)
from tallow.table.seats import ONLOOKER, DiceFrom, Seated, same_name
from tallow.table.step import BadAnswer, Did, Line, Step, TableRefusal, Wish, then
from tallow.table.thrower import Thrower

KEPT = 200
"""How many earlier states a table remembers; to undo more, the state before must be handed to `undo`."""

TRAIL = 20
"""Of so many actions a table remembers who did them; a player cannot ask for more back."""

MOST_SEATS = 40


class Table(Struct, frozen=True, gc=False):
    """A table: its game and state, who sits there, what waits, and how many actions have been done."""

    game: str
    title: str
    state: Any
    dice: FairDice
    seats: tuple[Seated, ...] = ()
    pending: tuple[Pending, ...] = ()
    done: int = 0
    past: tuple[Any, ...] = ()
    begun: int = 0
    trail: tuple[Did, ...] = ()
    wishes: tuple[Wish, ...] = ()

    # ------------------------------------------------------------ reading

    @property
    def rules(self) -> Game[Any]:
        """The game that is played here."""
        return game(self.game)

    def seated(self, seat: Seat) -> Seated:
        """Who sits there."""
        for one in self.seats:
            if one.seat == seat:
                return one
        if seat == ONLOOKER:
            return Seated(ONLOOKER, "", "onlooker")
        raise TableRefusal("no_such_seat", seat)

    def name_of(self, seat: Seat) -> str:
        """The name of whoever sits there."""
        return next((one.name for one in self.seats if one.seat == seat), seat)

    def dice_of(self, seat: Seat) -> DiceFrom:
        """Where a seat's dice come from; an empty seat's from the server."""
        return next((one.dice for one in self.seats if one.seat == seat), "server")

    def _looks_on(self, seat: Seat) -> bool:
        """Whether it only watches; an empty one that the game has somebody for does not: the referee acts for it."""
        taken = any(one.seat == seat for one in self.seats)
        return (taken or seat not in self.free_seats()) and self.seated(seat).role == "onlooker"

    def offers(self, seat: Seat) -> tuple[Offer, ...]:
        """All that a seat can do now, each with its cost or the reason why not."""
        if self._looks_on(seat):
            return ()
        found, bars = self.rules.actions(self.state, seat), self._bars()
        return found if bars is None else tuple([bars.upon(seat, offer) for offer in found])

    def offer(self, seat: Seat, action: Action) -> Offer | None:
        """One of the things that a seat can do now."""
        if self.rules.offer is None or self._looks_on(seat):
            return next((offer for offer in self.offers(seat) if offer.action == action), None)
        offer, bars = self.rules.offer(self.state, seat, action), self._bars()
        return offer if bars is None or offer is None else bars.upon(seat, offer)

    def _bars(self, besides: int = 0) -> Bars | None:
        """What actions in motion, `besides` the one of that number, bar everybody from; None where there are none."""
        moving = [one for one in self.moving() if one.number != besides]
        return Bars(self.rules, self.state, moving, self.name_of) if moving else None

    def questions(self, seat: Seat) -> tuple[Pending, ...]:
        """The questions that wait for this seat."""
        return tuple(waits for waits in self.pending if waits.question.by == seat)

    def numbered(self, number: int) -> Pending | None:
        """The action that waits under this number, if it does."""
        return next((waits for waits in self.pending if waits.number == number), None)

    def moving(self) -> tuple[Pending, ...]:
        """The actions in motion, whose dice lie on the table."""
        return tuple([waits for waits in self.pending if waits.in_motion()]) if self.pending else ()

    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that the table waits for."""
        return tuple(dict.fromkeys(waits.question.by for waits in self.pending))

    def view(self, seat: Seat) -> View:
        """What a seat may see."""
        return self.rules.view(self.state, seat)

    def free_seats(self) -> tuple[Seat, ...]:
        """Seats that the game has somebody for and nobody sits in."""
        taken = {one.seat for one in self.seats}
        return tuple(seat for seat in self.rules.seats(self.state) if seat != REFEREE and seat not in taken)

    def may_take_back(self, seat: Seat, waits: Pending) -> bool:
        """Whether this seat may take back an action that waits."""
        return seat == REFEREE or (seat == waits.starter and waits.still_open())

    def last_of(self, seat: Seat) -> tuple[int, Did] | None:
        """The last action that a seat did, if the table remembers it: its number, and what is known of it."""
        for back, did in enumerate(reversed(self.trail)):
            if did.seat == seat:
                return self.done - back, did
        return None

    def may_undo(self, seat: Seat) -> Literal["", "undo", "ask", "asked"]:
        """Whether a player may undo their last action, ask the referee for it, or has asked."""
        last = self.last_of(seat) if seat != REFEREE else None
        if last is None:
            return ""
        number, did = last
        if did.free and number == self.done:
            return "undo"
        return "asked" if any(wish.seat == seat for wish in self.wishes) else "ask"

    # ------------------------------------------------------------ sitting down

    def join(self, name: str, dice: DiceFrom = "server", seat: Seat = "") -> Step:
        """A new player sits down: in a seat that the game has somebody for, or in a fresh one."""
        if seat and seat not in self.free_seats():
            raise TableRefusal("seat_taken", self.name_of(seat))
        self._must_be_nobodys(name)
        taken = {ONLOOKER, *(one.seat for one in self.seats), *self.rules.seats(self.state)}
        fresh = next(f"player{n}" for n in range(1, len(taken) + 2) if f"player{n}" not in taken)
        return self.sit(Seated(seat or fresh, name, "player", dice))

    def rename(self, seat: Seat, name: str) -> Step:
        """Whoever sits there goes by another name."""
        self._must_be_nobodys(name, seat)
        return self.sit(replace(self.seated(seat), name=name))

    def _must_be_nobodys(self, name: str, seat: Seat = "") -> None:
        """Refuse the name of another, or one that reads alike; that of the referee too, by name and by title."""
        taken = [one.name for one in self.seats if one.seat != seat]
        if seat != REFEREE:
            taken.append(self.rules.referee)
        for other in taken:
            if same_name(name, other):
                raise TableRefusal("name_taken", other)

    def sit(self, who: Seated) -> Step:
        """Somebody sits down, or comes back under another name."""
        others = tuple(one for one in self.seats if one.seat != who.seat)
        if len(others) >= MOST_SEATS:
            raise TableRefusal("table_full", MOST_SEATS)
        line = _remark(who.seat, "table.sat", who.name, who.role)
        return Step(replace(self, seats=(*others, who)), (Sat(who),), line)

    def take_dice_from(self, seat: Seat, dice: DiceFrom) -> Step:
        """A seat changes where its dice come from."""
        who = replace(self.seated(seat), dice=dice)
        if who.role == "onlooker":
            raise TableRefusal("onlookers_watch")
        seats = tuple(who if one.seat == seat else one for one in self.seats)
        line = _remark(seat, f"table.dice_{dice}", who.name)
        return Step(replace(self, seats=seats), (DiceChanged(seat, dice),), line)

    def say(self, seat: Seat, text: str) -> Step:
        """Somebody says something."""
        who = self.seated(seat)
        if who.role == "onlooker":
            raise TableRefusal("onlookers_watch")
        return Step(self, (Said(seat, text),), _remark(seat, "table.said", who.name, text))

    # ------------------------------------------------------------ acting

    def act(
        self, seat: Seat, action: Action, *, by: Seat = "", answers: Sequence[Answer] | Mapping[str, Answer] = ()
    ) -> Step:
        """A seat begins an action, done at once or waiting for an answer; the referee may begin it for somebody.

        `answers` are given to its first questions: in their order, or by what is asked, as far as those are asked of
        the seat. If one does not fit, all of it is refused. But once the server has thrown a die the action stands as
        far as it went, waits at the question that was not answered, and the step has a `fault` that says so.
        """
        if by not in {"", seat, REFEREE}:
            raise TableRefusal("referee_only")
        self._may_act(seat, action)
        for waits in self.pending:
            if waits.starter == seat and waits.question.by == seat:
                raise TableRefusal("finish_first", self.name_of(seat))
        step = self._start(seat, action, by if by != seat else "", None)
        if isinstance(answers, Mapping):
            return _with_named(step, seat, answers)
        return _with_answers(step, by or seat, seat, answers)

    def _may_act(self, seat: Seat, action: Action) -> None:
        offer = self.offer(seat, action)
        if offer is None:
            raise TableRefusal("not_offered", action.name)
        if offer.refusal and offer.refusal.code == IN_MOTION:
            raise TableRefusal(IN_MOTION, *offer.refusal.facts)
        if offer.refusal:
            raise Refused(offer.refusal)

    def _start(self, seat: Seat, action: Action, by: Seat, recorded: Started | None) -> Step:
        wishes = tuple([wish for wish in self.wishes if wish.seat != seat]) if self.wishes else ()
        table = replace(self, begun=self.begun + 1, wishes=wishes)
        begins = Started(seat, action, by=by)
        return table._run(Pending(seat, action, (), (), _NOBODY, (), table.begun), (), (), begins, recorded)  # noqa: SLF001

    def answer(
        self, seat: Seat, starter: Seat, answer: Answer, *, given: int | None = None, number: int | None = None
    ) -> Step:
        """A seat answers the question of an action that waits; the referee may answer for anybody.

        `given` is how many answers the asker had seen, `number` the action's own: an answer to a question that has gone
        is refused. Those who throw real dice answer a roll with its faces; `()` lets the server throw.
        """
        waits = self._asked(seat, starter, given, number)
        asked = waits.question.by
        if seat not in {asked, REFEREE}:
            raise TableRefusal("not_asked", self.name_of(asked))
        if given is not None and given != len(waits.answers):
            raise TableRefusal("stale")
        answer = frozen(answer)
        if isinstance(waits.question, Roll):
            answer = _faces(answer)
            if answer == ():
                return self._answer(waits, (), seat if seat != asked else "", None)
            if self.dice_of(asked) == "server":
                raise TableRefusal("not_typed", self.name_of(asked))
        if fault := waits.question.fault(answer):
            raise BadAnswer(waits.question, answer, fault)
        if isinstance(waits.question, Choice):
            answer = waits.question.options[waits.question.options.index(answer)]
        step = self._answer(waits, answer, seat if seat != asked else "", None)
        if step.line and self._was_brought(step.line):
            try:
                step.table.must_show()
            except TableRefusal as refused:
                if not step.fell():
                    raise
                spent = Thrower(self.dice, self.dice_of, None)
                spent.dice, spent.threw = step.table.dice, list(step.dice())
                return self._spend(seat, spent, refused)
        return step

    def _was_brought(self, line: Line) -> bool:
        """Whether a character came by an action that was made elsewhere."""
        known = self.rules.characters
        return known is not None and any(
            isinstance(one, Written) and one.writing.what == known.asks for one in line.events
        )

    def must_show(self) -> None:
        """Everybody can look at the table and act at it, whatever came to it in a document; else it is refused."""
        try:
            for seat in dict.fromkeys((REFEREE, *(one.seat for one in self.seats), *self.rules.seats(self.state))):
                self.view(seat)
                self.rules.actions(self.state, seat)
        except Exception as error:  # whatever a forged document makes go wrong, it is refused, not kept
            raise TableRefusal("bad_document", f"{type(error).__name__}: {error}"[:200]) from error

    def _asked(self, seat: Seat, starter: Seat, given: int | None, number: int | None) -> Pending:
        """The action that an answer is for: the starter's only one, or the one that it fits."""
        waiting = [one for one in self.pending if one.starter == starter and number in {None, one.number}]
        if not waiting:
            raise TableRefusal("nothing_waits")
        fitting = [one for one in waiting if given in {None, len(one.answers)} and seat in {one.question.by, REFEREE}]
        return (fitting or waiting)[0]

    def _answer(self, waits: Pending, answer: Answer, by: Seat, recorded: Answered | None) -> Step:
        asked = waits.question.by
        given = Answered(waits.starter, asked, answer, by, number=waits.number)
        if waits.held:
            return self._run(replace(waits, held=False), waits.answers, waits.sources, given, recorded)
        if isinstance(waits.question, Roll):
            if answer == ():
                return self._run(waits, waits.answers, waits.sources, given, recorded)
            return self._run(waits, (*waits.answers, answer), (*waits.sources, "typed"), given, recorded)
        return self._run(waits, (*waits.answers, answer), (*waits.sources, by or asked), given, recorded)

    def _run(
        self,
        was: Pending,
        tape: tuple[Answer, ...],
        sources: tuple[Source, ...],
        record: Started | Answered,
        recorded: Started | Answered | None,
    ) -> Step:
        """An action goes on upon a tape of answers: to its next question, or to its end.

        `record` is to be kept, with the dice that fall; `recorded` is what was kept of it, when it is done again.
        """
        instead = isinstance(record, Answered) and isinstance(was.question, Roll) and record.answer == ()
        thrower = Thrower(self.dice, self.dice_of, recorded.dice if recorded else None, instead=instead)
        if recorded is None:
            self._must_not_disturb(was, was.answers if isinstance(was.question, Roll) else tape)
        try:
            ran = advance(self.rules.perform, self.state, was.action, answers=tape, dice=thrower)
        except Exception as error:
            if not thrower.threw or recorded is not None:
                raise
            return self._spend(was.starter, thrower, error)
        sources = (*sources, *("server",) * (len(ran.answers) - len(tape)))
        went = replace(was, answers=ran.answers, sources=sources, events=ran.events)
        if not was.moved and went.in_motion():
            went = replace(went, moved=1 + max([one.moved for one in self.pending], default=0))
        others = tuple([waits for waits in self.pending if waits.number != was.number])
        if isinstance(ran, Waiting):
            return self._waits(replace(went, question=ran.question), others, thrower, record)
        now = [self._undisturbed(waits, ran.result) for waits in others]
        before = [one for one, same in zip(others, now, strict=True) if same is None and one.rank() < went.rank()]
        if recorded.held if recorded is not None else before:
            whom = self.name_of(before[0].question.by) if before else ""
            if recorded is None and not thrower.threw and sources[len(was.sources) :] != ("typed",):
                raise TableRefusal("waits_for", whom)
            held = replace(went, question=go_on(was.starter, whom), held=True)
            return self._waits(held, others, thrower, replace(record, held=True))
        kept = [
            same if same is not None else self._sent_back(waits, ran.result, thrower)
            for waits, same in zip(others, now, strict=True)
        ]
        return self._ends(went, ran.result, others, tuple([one for one in kept if one is not None]), thrower, record)

    def _waits(self, waits: Pending, others: tuple[Pending, ...], thrower: Thrower, record: Started | Answered) -> Step:
        """An action waits for its next answer."""
        table = replace(self, pending=(*others, waits), dice=thrower.dice)
        return Step(table, (replace(record, dice=tuple(thrower.threw)),))

    def _ends(
        self,
        went: Pending,
        state: Any,
        others: tuple[Pending, ...],
        kept: tuple[Pending, ...],
        thrower: Thrower,
        record: Started | Answered,
    ) -> Step:
        """An action has ended in this state; of the `others` these are `kept`."""
        gone = [self.name_of(one.starter) for one in others if all(one.number != waits.number for waits in kept)]
        told = tuple(Told("table.given_up", (name,), "") for name in gone)
        line = Line(self.done + 1, went.starter, went.action, went.answers, went.sources, (*went.events, *told))
        past = (*self.past[-KEPT + 1 :], self.state)
        trail = (*self.trail[-TRAIL + 1 :], Did(went.starter, went.action.name, self._free(line, state)))
        table = replace(self, state=state, pending=kept, done=self.done + 1, past=past, trail=trail, dice=thrower.dice)
        return Step(table, (replace(record, dice=tuple(thrower.threw)),), line)

    def _must_not_disturb(self, waits: Pending, tape: tuple[Answer, ...]) -> None:
        """Refuse the first die of what has to wait for something in motion, or could not but disturb it."""
        if waits.in_motion() or not (bars := self._bars(besides=waits.number)):
            return
        ran = advance(self.rules.perform, self.state, waits.action, answers=tape)
        if not isinstance(ran, Waiting) or not isinstance(ran.question, Roll):
            return
        if (whom := bars.whom(waits.starter, waits.action)) is not None:
            raise TableRefusal(IN_MOTION, whom)
        ends = tuple(tried(self.rules, self.state, waits.action, tape))
        for one in self.moving():
            if ends and not any(self._undisturbed(one, after) for after in ends):
                raise TableRefusal("waits_for", self.name_of(one.question.by))

    def _spend(self, seat: Seat, thrower: Thrower, fault: Exception) -> Step:
        """Dice fell for something that cannot stand: they are used up, and all are told."""
        threw = tuple(thrower.threw)
        line = _remark(seat, "table.spent", sum([len(one.pool) for one in threw]), self.name_of(seat))
        return Step(replace(self, dice=thrower.dice), (Spent(seat, threw),), line, fault)

    def _free(self, line: Line, after: Any) -> bool:
        """Whether an action has shown its player nothing: no die, nobody's answer, no secret, nobody new in sight."""
        seat = line.seat
        if seat == REFEREE or any(source != seat for source in line.sources):
            return False
        if any(isinstance(event, Told) and _tells(event) for event in line.events):
            return False
        return _in_sight(self.rules.view(after, seat), seat) <= _in_sight(self.rules.view(self.state, seat), seat)

    def _undisturbed(self, waits: Pending, state: Any) -> Pending | None:
        """What waits upon another state: the same question, perhaps with newer facts; None where it changes."""
        try:
            ran = advance(self.rules.perform, state, waits.action, answers=waits.answers)
        except (Refused, Mismatch):
            return None
        if waits.held:
            return replace(waits, events=ran.events) if isinstance(ran, Done) else None
        if isinstance(ran, Done) or not _same(ran.question, waits.question):
            return None
        return replace(waits, question=ran.question, events=ran.events)

    def _again(
        self, waits: Pending, answers: tuple[Answer, ...], state: Any, thrower: Thrower | None = None
    ) -> Waiting | None:
        """An action that waits, run again upon another state as far as its next question."""
        try:
            ran = advance(self.rules.perform, state, waits.action, answers=answers, dice=thrower)
        except (Refused, Mismatch):
            return None
        return ran if isinstance(ran, Waiting) else None

    def still_asks(self, waits: Pending) -> bool:
        """Whether an action that waits, run again, asks the question that it waits with."""
        held = isinstance(waits.question, Choice) and waits.question.what == HELD
        return held == waits.held and self._undisturbed(waits, self.state) is not None

    def _sent_back(self, waits: Pending, state: Any, thrower: Thrower) -> Pending | None:
        """An action that waits, back at the first question that it now asks otherwise."""
        asked = _asked_in(waits.events)
        for many in range(len(asked), -1, -1):
            ran = self._again(waits, waits.answers[:many], state)
            if ran is not None and all(map(_same, _asked_in(ran.events), asked)):
                ran = self._again(waits, waits.answers[:many], state, thrower)
                if ran is None:
                    return None
                sources = (*waits.sources[:many], *("server",) * (len(ran.answers) - many))
                back = replace(waits, answers=ran.answers, sources=sources, question=ran.question, events=ran.events)
                return replace(back, held=False, moved=waits.moved if back.in_motion() else 0)
        return None

    # ------------------------------------------------------------ going back

    def take_back(self, seat: Seat, starter: Seat, number: int | None = None) -> Step:
        """An action that waits is taken back: by its starter while nothing has come of it, by the referee always."""
        waiting = [one for one in self.pending if one.starter == starter and number in {None, one.number}]
        if not waiting:
            raise TableRefusal("nothing_waits")
        waits = waiting[-1]
        if not self.may_take_back(seat, waits):
            raise TableRefusal("cannot_take_back")
        others = tuple(one for one in self.pending if one.number != waits.number)
        line = None if waits.still_open() else _remark(seat, "table.taken_back", self.name_of(starter))
        return Step(replace(self, pending=others), (TakenBack(starter, seat, waits.number),), line)

    def undo(self, seat: Seat, actions: int = 1, earlier: Any = None) -> Step:
        """The referee undoes the last actions, or a player their own last one, if it has shown them nothing.

        `earlier` is the state before them, if the table no longer remembers it. Dice once thrown are not thrown again:
        the numbers of the seed only go up. What waits must still be asked.
        """
        if seat != REFEREE:
            may = self.may_undo(seat)
            if not may:
                raise TableRefusal("nothing_of_yours")
            if may != "undo" or actions != 1:
                raise TableRefusal("ask_referee")
        return self._undo(seat, actions, earlier)

    def _undo(self, seat: Seat, actions: int, earlier: Any = None) -> Step:
        if not 1 <= actions <= self.done:
            raise TableRefusal("nothing_to_undo", self.done)
        if actions > len(self.past) and earlier is None:
            raise TableRefusal("too_far_back", len(self.past))
        state = self.past[-actions] if actions <= len(self.past) else earlier
        pending = []
        for waits in self.pending:
            same = self._undisturbed(waits, state)
            if same is None:
                raise TableRefusal("waits_for", self.name_of(waits.question.by))
            pending.append(same)
        done = self.done - actions
        wishes = tuple([wish for wish in self.wishes if wish.action <= done])
        table = replace(self, state=state, pending=tuple(pending), past=self.past[:-actions], done=done, wishes=wishes)
        table = replace(table, trail=self.trail[:-actions])
        line = _remark(seat, "table.undone", actions)
        if seat != REFEREE:
            line = _remark(seat, "table.undone_own", actions, self.name_of(seat))
        return Step(table, (Undone(seat, actions),), line)

    def ask_undo(self, seat: Seat) -> Step:
        """A player asks the referee to undo their last action, and all that has happened since."""
        may, last = self.may_undo(seat), self.last_of(seat)
        if last is None or not may:
            raise TableRefusal("nothing_of_yours")
        if may != "ask":
            raise TableRefusal("asked_already" if may == "asked" else "stale")
        return self._wish(seat, last[0])

    def _wish(self, seat: Seat, action: int) -> Step:
        deed = self.trail[action - self.done - 1].deed
        wishes = (*(wish for wish in self.wishes if wish.seat != seat), Wish(seat, action, deed))
        line = _remark(seat, "table.undo_asked", self.name_of(seat))
        return Step(replace(self, wishes=wishes), (UndoAsked(seat, action),), line)

    def wished(self, seat: Seat) -> Wish:
        """What a player has asked."""
        for wish in self.wishes:
            if wish.seat == seat:
                return wish
        raise TableRefusal("nothing_asked")

    def refuse_undo(self, by: Seat, seat: Seat) -> Step:
        """The referee lets stand what a player asked to undo."""
        if by != REFEREE:
            raise TableRefusal("referee_only")
        gone = self.wished(seat)
        wishes = tuple(wish for wish in self.wishes if wish is not gone)
        line = _remark(by, "table.undo_refused", self.name_of(seat))
        return Step(replace(self, wishes=wishes), (UndoRefused(seat),), line)

    # ------------------------------------------------------------ fair dice

    def reveal(self, seat: Seat, seed: Seed) -> Step:
        """The referee shows the seed in force; `seed` takes over."""
        if seat != REFEREE:
            raise TableRefusal("referee_only")
        record = Revealed(self.dice.seed.hex(), commitment(seed))
        line = _remark(seat, "table.revealed", record.seed, record.commitment)
        return Step(replace(self, dice=FairDice(seed)), (record,), line)

    def move(self, seed: Seed) -> Step:
        """The table goes on elsewhere, where nobody knows the seed in force; `seed` takes over."""
        record = Moved(commitment(seed))
        line = _remark(REFEREE, "table.moved", record.commitment)
        return Step(replace(self, dice=FairDice(seed)), (record,), line)

    # ------------------------------------------------------------ replaying

    def replay(self, record: Record) -> Step:
        """The step that a record tells of, with the dice that fell then."""
        match record:
            case Sat(who):
                return self.sit(who)
            case DiceChanged(seat, dice):
                return self.take_dice_from(seat, dice)
            case Said(seat, text):
                return self.say(seat, text)
            case Started(seat, action, _, by):
                return self._start(seat, action, by, record)
            case Answered(starter, seat, answer, by, _, number):
                return self._answer(self._asked(seat, starter, None, number), frozen(answer), by, record)
            case Spent(seat, dice):
                last = dice[-1] if dice else Threw(self.dice.thrown, 1, ())
                after = FairDice(self.dice.seed, last.number + len(last.pool))
                line = _remark(seat, "table.spent", sum([len(one.pool) for one in dice]), self.name_of(seat))
                return Step(replace(self, dice=after), (record,), line)
            case TakenBack(starter, by, number):
                return self.take_back(by, starter, number)
            case Undone(by, actions):
                return self._undo(by, actions)
            case UndoAsked(seat, action):
                return self._wish(seat, action)
            case UndoRefused(seat):
                return self.refuse_undo(REFEREE, seat)
            case Revealed(seed, promised):
                line = _remark(REFEREE, "table.revealed", seed, promised)
                return Step(replace(self, dice=FairDice(b"")), (record,), line)
            case Moved(promised):
                line = _remark(REFEREE, "table.moved", promised)
                return Step(replace(self, dice=FairDice(b"")), (record,), line)
            case Opened():
                raise ValueError("a table is opened once")


_NOBODY = Roll(0, 1, "", "")


def _same(one: Question | Matter, other: Question | Matter) -> bool:
    """Whether two questions differ in nothing but their facts; of a past one, the given answer is still legal."""
    if isinstance(one, Roll) or isinstance(other, Roll):
        return one == other
    if isinstance(one, Choice) and isinstance(other, Choice):
        return (one.by, one.what, one.why) == (other.by, other.what, other.why) and alike(one.options, other.options)
    return replace(one, facts=()) == replace(other, facts=())


def _tells(told: Told) -> bool:
    """Whether something told is more than everybody hears of what they did."""
    return told.seen_by != EVERYONE or told.code == "table.given_up"


def _in_sight(view: View, seat: Seat) -> set[str]:
    """Whom somebody sees besides their own, and what is written where they are."""
    found = set()
    for panel in view.panels:
        if panel.kind == "card":
            found |= {panel.id} if panel.seat != seat else set()
        elif panel.kind != "sheet":
            found |= {f"{panel.id}:{block.text}" for block in panel.blocks if isinstance(block, Text)}
    return found


def _asked_in(events: Iterable[Event]) -> list[Question | Matter]:
    """The questions that were answered on the way."""
    asked: list[Question | Matter] = []
    for event in events:
        match event:
            case Rolled(question) | Chosen(question) | Written(question):
                asked.append(question)
            case Told():
                pass
    return asked


def _faces(answer: Answer) -> Answer:
    """Faces in their order."""
    if isinstance(answer, list | tuple) and all(type(face) is int for face in answer):
        return tuple(sorted(answer))
    return answer


def _with_answers(step: Step, by: Seat, starter: Seat, answers: Sequence[Answer]) -> Step:
    """The step of an action that has begun, with its first questions answered in their order."""
    number = step.table.begun
    for answer in answers:
        if step.fault is not None:
            break
        try:
            step = then(step, step.table.answer(by, starter, answer, number=number))
        except (TableRefusal, Refused) as refused:
            if not step.fell():
                raise
            return _stands(step, number, refused)
    return step


def _with_named(step: Step, seat: Seat, answers: Mapping[str, Answer]) -> Step:
    """The same with answers by what is asked; anything else that is asked waits as usual."""
    number, left = step.table.begun, dict(answers)
    while (waits := step.table.numbered(number)) and isinstance(waits.question, Choice):
        if waits.question.what not in left or waits.question.by != seat:
            break
        step = _with_answers(step, seat, seat, (left.pop(waits.question.what),))
    return step


def _stands(step: Step, number: int, refused: Exception) -> Step:
    """Dice have fallen, so they stand: the action waits where its next answer did not fit."""
    waits = step.table.numbered(number)
    if waits is None:  # it has ended, and there was one answer too many
        return replace(step, fault=refused)
    return replace(step, fault=TableRefusal("dice_stand", step.table.name_of(waits.question.by)))


def _remark(seat: Seat, code: str, *facts: str | int) -> Line:
    """A line that is no action."""
    return Line(0, seat, Action(code), (), (), (Told(code, facts, ""),))


def open_table(name: str, title: str, settings: dict[str, Any], seed: Seed, *, example: bool = False) -> Step:
    """A new table: the game in its first state, or with its `example` ready to play; nobody seated."""
    played = game(name)
    chosen = msgspec.convert(settings, played.settings)
    if example and played.example is None:
        raise TableRefusal("no_example", played.title)
    state = played.example(chosen) if example and played.example else played.new(chosen)
    table = Table(game=name, title=title, state=state, dice=FairDice(seed))
    record = Opened(name, title, settings, commitment(seed), example=example)
    return Step(table, (record,), _remark(REFEREE, "table.opened", title, record.commitment))
