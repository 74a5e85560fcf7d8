"""A table as a frozen value, and everything that people can do at it.

While a question waits for one person the others are not frozen: what they do is accepted if every action that waits,
run again upon the state that results, still asks the same question; otherwise it is refused with the name of whom the
table waits for. So that no two can wait for each other, an action that began earlier sends a later one back to the
question from which it goes differently; one that can no longer be done at all is given up. Whoever began an action may
take it back until its first die or somebody else's answer; once it is done, as long as it is the last one and has shown
them nothing. Beyond that they ask the referee, who undoes any number of actions.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeAlias

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
from tallow.table.records import (
    Answered,
    DiceChanged,
    Moved,
    Opened,
    Record,
    Revealed,
    Said,
    Sat,
    Started,
    TakenBack,
    Threw,
    UndoAsked,
    Undone,
    UndoRefused,
)
from tallow.table.seats import ONLOOKER, DiceFrom, Seated
from tallow.table.thrower import Thrower

KEPT = 200
"""How many earlier states a table remembers; to undo more, the state before must be handed to `undo`."""

TRAIL = 20
"""Of so many actions a table remembers who did them; a player cannot ask for more back."""

MOST_SEATS = 40

Source: TypeAlias = str
"""Where an answer came from: "server" or "typed" for dice, the seat that answered for anything else."""


class TableRefusal(Exception):
    """Something that cannot be done at the table now: a code and facts. Nothing has changed."""

    def __init__(self, code: str, *facts: object) -> None:
        super().__init__(code, *facts)
        self.code, self.facts = code, facts


class Pending(Struct, frozen=True, gc=False):
    """An action that waits for an answer; actions are numbered as they begin."""

    starter: Seat
    action: Action
    answers: tuple[Answer, ...]
    sources: tuple[Source, ...]
    question: Question
    events: tuple[Event, ...]
    number: int = 0

    def still_open(self) -> bool:
        """Whether its starter may take it back: no die has fallen and nobody else has answered."""
        return all(source == self.starter for source in self.sources)


class Did(Struct, frozen=True, gc=False, array_like=True):
    """Who did an action that is done, and its name; `free`: nothing was shown by it, so they may take it back."""

    seat: Seat
    deed: str
    free: bool


class Wish(Struct, frozen=True, gc=False, array_like=True):
    """What a player asks of the referee: to undo everything from an action of theirs on."""

    seat: Seat
    action: int
    deed: str


class Line(Struct, frozen=True, gc=False):
    """An action that was done: a line of the log with its receipts.

    A line of number 0 is no action but a remark on the table itself: who sat down, what was said, what was undone.
    """

    number: int
    seat: Seat
    action: Action
    answers: tuple[Answer, ...]
    sources: tuple[Source, ...]
    events: tuple[Event, ...]


class Step(Struct, frozen=True, gc=False):
    """What came of something that somebody did: the table, the records to keep, and the line it added, if any."""

    table: "Table"
    records: tuple[Record, ...]
    line: Line | None = None


def then(first: Step, second: Step) -> Step:
    """Two steps as one."""
    return Step(second.table, (*first.records, *second.records), second.line or first.line)


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
        return self.rules.actions(self.state, seat)

    def offer(self, seat: Seat, action: Action) -> Offer | None:
        """One of the things that a seat can do now."""
        if self.rules.offer is None or self._looks_on(seat):
            return next((offer for offer in self.offers(seat) if offer.action == action), None)
        return self.rules.offer(self.state, seat, action)

    def questions(self, seat: Seat) -> tuple[Pending, ...]:
        """The questions that wait for this seat."""
        return tuple(waits for waits in self.pending if waits.question.by == seat)

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
        taken = {ONLOOKER, *(one.seat for one in self.seats), *self.rules.seats(self.state)}
        fresh = next(f"player{n}" for n in range(1, len(taken) + 2) if f"player{n}" not in taken)
        return self.sit(Seated(seat or fresh, name, "player", dice))

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

    def act(self, seat: Seat, action: Action, *, by: Seat = "") -> Step:
        """A seat begins an action, done at once or waiting for an answer; the referee may begin it for somebody."""
        if by not in {"", seat, REFEREE}:
            raise TableRefusal("referee_only")
        self._may_act(seat, action)
        for waits in self.pending:
            if waits.starter == seat and waits.question.by == seat:
                raise TableRefusal("finish_first", self.name_of(seat))
        return self._start(seat, action, by if by != seat else "", None)

    def _may_act(self, seat: Seat, action: Action) -> None:
        offer = self.offer(seat, action)
        if offer is None:
            raise TableRefusal("not_offered", action.name)
        if offer.refusal:
            raise Refused(offer.refusal)

    def _start(self, seat: Seat, action: Action, by: Seat, recorded: Sequence[Threw] | None) -> Step:
        thrower = Thrower(self.dice, self.dice_of, recorded)
        ran = advance(self.rules.perform, self.state, action, dice=thrower)
        sources: tuple[Source, ...] = ("server",) * len(ran.answers)
        wishes = tuple([wish for wish in self.wishes if wish.seat != seat]) if self.wishes else ()
        table = replace(self, begun=self.begun + 1, wishes=wishes)
        waits = Pending(seat, action, (), (), _NOBODY, (), table.begun)
        return table._went(waits, ran, sources, thrower, lambda threw: Started(seat, action, threw, by))  # noqa: SLF001

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
            raise TableRefusal("bad_answer", fault[:200])
        if isinstance(waits.question, Choice):
            answer = waits.question.options[waits.question.options.index(answer)]
        step = self._answer(waits, answer, seat if seat != asked else "", None)
        if step.line and self._was_brought(step.line):
            step.table.must_show()
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

    def _answer(self, waits: Pending, answer: Answer, by: Seat, recorded: Sequence[Threw] | None) -> Step:
        asked = waits.question.by
        thrown = isinstance(waits.question, Roll) and answer == ()
        thrower = Thrower(self.dice, self.dice_of, recorded, instead=thrown)
        tape = waits.answers if thrown else (*waits.answers, answer)
        ran = advance(self.rules.perform, self.state, waits.action, answers=tape, dice=thrower)
        mine = () if thrown else ("typed" if isinstance(waits.question, Roll) else (by or asked),)
        sources = (*waits.sources, *mine, *("server",) * (len(ran.answers) - len(tape)))
        starter, number = waits.starter, waits.number
        return self._went(
            waits, ran, sources, thrower, lambda threw: Answered(starter, asked, answer, by, threw, number)
        )

    def _went(
        self,
        was: Pending,
        ran: Done[Any] | Waiting,
        sources: tuple[Source, ...],
        thrower: Thrower,
        record: Callable[[tuple[Threw, ...]], Record],
    ) -> Step:
        """An action has gone on: to its next question, or to its end."""
        others = tuple(waits for waits in self.pending if waits.number != was.number)
        if isinstance(ran, Waiting):
            waits = replace(was, answers=ran.answers, sources=sources, question=ran.question, events=ran.events)
            table = replace(self, pending=(*others, waits), dice=thrower.dice)
            return Step(table, (record(tuple(thrower.threw)),))
        kept = self._still_asked(others, ran.result, was.number, thrower)
        gone = [self.name_of(one.starter) for one in others if all(one.number != waits.number for waits in kept)]
        told = tuple(Told("table.given_up", (name,), "") for name in gone)
        line = Line(self.done + 1, was.starter, was.action, ran.answers, sources, (*ran.events, *told))
        past = (*self.past[-KEPT + 1 :], self.state)
        trail = (*self.trail[-TRAIL + 1 :], Did(was.starter, was.action.name, self._free(line, ran.result)))
        table = replace(
            self, state=ran.result, pending=kept, done=self.done + 1, past=past, trail=trail, dice=thrower.dice
        )
        return Step(table, (record(tuple(thrower.threw)),), line)

    def _free(self, line: Line, after: Any) -> bool:
        """Whether an action has shown its player nothing: no die, nobody's answer, no secret, nobody new in sight."""
        seat = line.seat
        if seat == REFEREE or any(source != seat for source in line.sources):
            return False
        if any(isinstance(event, Told) and _tells(event) for event in line.events):
            return False
        return _in_sight(self.rules.view(after, seat), seat) <= _in_sight(self.rules.view(self.state, seat), seat)

    def _still_asked(
        self, others: tuple[Pending, ...], state: Any, number: int, thrower: Thrower | None = None
    ) -> tuple[Pending, ...]:
        """What waits for others must not be changed under their hands: the same question, perhaps with newer facts.

        Only what began after action `number` may be sent back, or given up where it can no longer be done.
        """
        kept = []
        for waits in others:
            ran = self._again(waits, waits.answers, state)
            if ran is not None and _same(ran.question, waits.question):
                kept.append(replace(waits, question=ran.question, events=ran.events))
            elif thrower is not None and waits.number > number:
                kept += [back] if (back := self._sent_back(waits, state, thrower)) else []
            else:
                raise TableRefusal("waits_for", self.name_of(waits.question.by))
        return tuple(kept)

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
        ran = self._again(waits, waits.answers, self.state)
        return ran is not None and _same(ran.question, waits.question)

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
                return replace(waits, answers=ran.answers, sources=sources, question=ran.question, events=ran.events)
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
        pending = self._still_asked(self.pending, state, self.begun)
        done = self.done - actions
        wishes = tuple([wish for wish in self.wishes if wish.action <= done])
        table = replace(self, state=state, pending=pending, past=self.past[:-actions], done=done, wishes=wishes)
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
            case Started(seat, action, dice, by):
                return self._start(seat, action, by, dice)
            case Answered(starter, seat, answer, by, dice, number):
                return self._answer(self._asked(seat, starter, None, number), frozen(answer), by, dice)
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
