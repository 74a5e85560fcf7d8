"""A table as a frozen value, and everything that people can do at it.

While a question waits for one person the others are not frozen: what they do is accepted if every pending action, run
again upon the state that results, still asks the same question; otherwise it is refused with the name of whom the
table waits for. So that no two can wait for each other, an action that goes before another (`Pending.rank`) rewinds
that one to the first question that changed; one that can no longer be done at all is given up. Whoever began an action
may take it back until its first die or somebody else's answer; once it is done, as long as it is the last one and has
shown them nothing. Beyond that they ask the referee, who undoes any number of actions.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tallow.adventures import Document, game_of
from tallow.games import Game
from tallow.games.deeds import Action, Offer, Refused
from tallow.games.optional import documents_of
from tallow.games.view import View
from tallow.play import REFEREE, Answer, Choice, Roll, Seat, Written
from tallow.play.questions import frozen
from tallow.table.answers import nobody_objects, sorted_faces, with_answers, with_named
from tallow.table.bots.watching import handed_back, left_alone, may_kill
from tallow.table.dice import FairDice, Seed, commitment
from tallow.table.motion import IN_MOTION, Bars
from tallow.table.pending import Pending
from tallow.table.records import (
    DiceChanged,
    Freed,
    Moved,
    ReturnAnswered,
    ReturnAsked,
    Revealed,
    Said,
    Sat,
    TakenBack,
    UndoAsked,
    Undone,
    UndoRefused,
)
from tallow.table.rerun import undisturbed
from tallow.table.runs import resume, spend, start
from tallow.table.seats import ONLOOKER, DiceFrom, Pilot, Seated, same_name
from tallow.table.step import BadAnswer, DoneAction, Line, ReturnRequest, Step, TableRefusal, UndoRequest, remark

MOST_SEATS = 40


class Table(Struct, frozen=True, gc=False):
    """A table: its game and state, who sits there, what is pending, and how many actions have been done."""

    game: str
    title: str
    state: Any
    dice: FairDice
    seats: tuple[Seated, ...] = ()
    pending: tuple[Pending, ...] = ()
    done: int = 0
    past: tuple[Any, ...] = ()
    begun: int = 0
    trail: tuple[DoneAction, ...] = ()
    undo_requests: tuple[UndoRequest, ...] = ()
    returns: tuple[ReturnRequest, ...] = ()
    pilots: tuple[Pilot, ...] = ()
    adventure: Document | None = None
    referee: bool = True

    @property
    def rules(self) -> Game[Any]:
        """The game that is played here."""
        return game_of(self.game, self.adventure, self.referee)

    def speaking(self, language: str) -> Game[Any]:
        """The game that is played here, with its words in a language."""
        return game_of(self.game, self.adventure, self.referee, language)

    def presides(self, seat: Seat) -> bool:
        """Whether a seat has the last word on the table: the referee's, or without one that of who sat down first."""
        if self.referee:
            return seat == REFEREE
        return seat == next((one.seat for one in self.seats if one.role == "player"), "")

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

    def pilot(self, seat: Seat) -> Pilot | None:
        """The bot that answers for a seat, if one does."""
        return next((one for one in self.pilots if one.seat == seat), None) if self.pilots else None

    def asks_for(self, roll: Roll) -> bool:
        """Whether somebody has to be asked before dice fall; otherwise the server throws them at once.

        Those who type their dice are asked for all of them, those who press for theirs where they can be passed or
        failed. For whoever a bot answers, a person is asked where the roll may kill them.
        """
        if self.pilots and (pilot := self.pilot(roll.by)):
            return pilot.careful and may_kill(self.rules, roll)
        source = self.dice_of(roll.by)
        return source == "typed" or (source == "pressed" and roll.tests)

    def _looks_on(self, seat: Seat) -> bool:
        """Whether it only watches; an empty one that the game has somebody for does not: the referee acts for it."""
        taken = any(one.seat == seat for one in self.seats)
        return (taken or seat not in self.free_seats()) and self.seated(seat).role == "onlooker"

    def offers(self, seat: Seat) -> tuple[Offer, ...]:
        """All that a seat can do now, each with its cost or the reason why not."""
        if self._looks_on(seat):
            return ()
        found, bars = self.rules.actions(self.state, seat), self.bars()
        return found if bars is None else tuple([bars.upon(seat, offer) for offer in found])

    def offer(self, seat: Seat, action: Action) -> Offer | None:
        """One of the things that a seat can do now."""
        if self._looks_on(seat):
            return None
        offer, bars = self.rules.offer(self.state, seat, action), self.bars()
        return offer if bars is None or offer is None else bars.upon(seat, offer)

    def bars(self, besides: int = 0) -> Bars | None:
        """What actions in motion, `besides` the one of that number, bar everybody from; None where there are none."""
        moving = [one for one in self.moving() if one.number != besides]
        return Bars(self.rules, self.state, moving, self.name_of) if moving else None

    def questions(self, seat: Seat) -> tuple[Pending, ...]:
        """The pending actions that wait for an answer of this seat."""
        return tuple(one for one in self.pending if one.question.by == seat)

    def numbered(self, number: int) -> Pending | None:
        """The pending action of this number, if there is one."""
        return next((one for one in self.pending if one.number == number), None)

    def moving(self) -> tuple[Pending, ...]:
        """The actions in motion, whose dice lie on the table."""
        return tuple([one for one in self.pending if one.in_motion()]) if self.pending else ()

    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that the table waits for."""
        return tuple(dict.fromkeys(one.question.by for one in self.pending))

    def view(self, seat: Seat) -> View:
        """What a seat may see."""
        return self.rules.view(self.state, seat)

    def free_seats(self) -> tuple[Seat, ...]:
        """Seats that the game has somebody for and nobody sits in."""
        taken = {one.seat for one in self.seats}
        return tuple(seat for seat in self.rules.seats(self.state) if seat != REFEREE and seat not in taken)

    def may_take_back(self, seat: Seat, pending: Pending) -> bool:
        """Whether this seat may take back a pending action."""
        return self.presides(seat) or (seat == pending.starter and pending.still_open())

    def may_leave_to_chance(self, seat: Seat, pending: Pending) -> bool:
        """Whether this seat may have the rest of an action decided by chance: its own, while it has nobody yet."""
        own = seat == pending.starter == pending.question.by
        return own and seat != REFEREE and seat not in self.rules.seats(self.state)

    def last_of(self, seat: Seat) -> tuple[int, DoneAction] | None:
        """The last action that a seat did, if the table remembers it: its number, and what is known of it."""
        for back, did in enumerate(reversed(self.trail)):
            if did.seat == seat:
                return self.done - back, did
        return None

    def may_undo(self, seat: Seat) -> Literal["", "undo", "ask", "asked"]:
        """Whether a player may undo their last action, ask the referee for it, or has asked."""
        last = self.last_of(seat) if not self.presides(seat) else None
        if last is None:
            return ""
        number, did = last
        if did.free and number == self.done:
            return "undo"
        return "asked" if any(one.seat == seat for one in self.undo_requests) else "ask"

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
        line = remark(who.seat, "table.sat", who.name, who.role)
        return Step(replace(self, seats=(*others, who)), (Sat(who),), line)

    def take_dice_from(self, seat: Seat, dice: DiceFrom) -> Step:
        """A seat changes where its dice come from."""
        who = replace(self.seated(seat), dice=dice)
        if who.role == "onlooker":
            raise TableRefusal("onlookers_watch")
        seats = tuple(who if one.seat == seat else one for one in self.seats)
        line = remark(seat, f"table.dice_{dice}", who.name)
        return Step(replace(self, seats=seats), (DiceChanged(seat, dice),), line)

    def say(self, seat: Seat, text: str, to: Seat = "", *, narrates: bool = False) -> Step:
        """Somebody says something: to all, or to one of them alone; the referee may narrate."""
        who = self.seated(seat)
        if who.role == "onlooker":
            raise TableRefusal("onlookers_watch")
        if narrates and not self.presides(seat):
            raise TableRefusal("referee_only")
        if to:
            whom = self.seated(to)
            if whom.role == "onlooker":
                raise TableRefusal("onlookers_watch")
            line = remark(seat, "table.whispered", who.name, whom.name, text, seen_by=(seat, to))
            return Step(self, (Said(seat, text, (to,)),), line)
        line = remark(seat, "table.narrated", text) if narrates else remark(seat, "table.said", who.name, text)
        return Step(self, (Said(seat, text, told=narrates),), line)

    def ask_back(self, seat: Seat, code: str) -> Step:
        """Somebody who lost their link asks for a seat that is taken; `code` tells them from others who ask."""
        if self.seated(seat).role != "player":
            raise TableRefusal("no_such_seat", seat)
        others = tuple([one for one in self.returns if one.seat != seat])
        line = remark(seat, "table.return_asked", self.name_of(seat))
        return Step(replace(self, returns=(*others, ReturnRequest(seat, code))), (ReturnAsked(seat, code),), line)

    def returning(self, code: str) -> ReturnRequest | None:
        """Who has asked with this code to be let back in."""
        return next((one for one in self.returns if one.code == code), None)

    def may_let_back(self, seat: Seat, request: ReturnRequest) -> bool:
        """Whether a seat decides on it: whoever presides, or the seat's own device if it is there after all."""
        return not request.allowed and (self.presides(seat) or seat == request.seat)

    def answer_return(self, by: Seat, code: str, *, allow: bool) -> Step:
        """Let somebody back into their seat, or not."""
        request = self.returning(code)
        if request is None:
            raise TableRefusal("nothing_asked")
        if not self.may_let_back(by, request):
            raise TableRefusal("referee_only")
        others = tuple([one for one in self.returns if one is not request])
        returns = (*others, replace(request, allowed=True)) if allow else others
        line = remark(by, "table.return_allowed" if allow else "table.return_refused", self.name_of(request.seat))
        return Step(replace(self, returns=returns), (ReturnAnswered(code, by, allow),), line)

    def come_back(self, code: str) -> Step:
        """Whoever was let back in takes their seat again."""
        request = self.returning(code)
        if request is None or not request.allowed:
            raise TableRefusal("nothing_asked")
        others = tuple([one for one in self.returns if one is not request])
        return Step(replace(self, returns=others), (ReturnAnswered(code, "", allowed=True),))

    def free_seat(self, by: Seat, seat: Seat) -> Step:
        """The referee takes a player from their seat, so that somebody else can have it."""
        who = self.seated(seat)
        if not self.presides(by) or by == seat or who.role != "player":
            raise TableRefusal("referee_only")
        if any(seat in {one.question.by, one.starter} for one in self.pending):
            raise TableRefusal("waits_for", who.name)
        table = replace(
            self,
            seats=tuple([one for one in self.seats if one.seat != seat]),
            undo_requests=tuple([one for one in self.undo_requests if one.seat != seat]),
            returns=tuple([one for one in self.returns if one.seat != seat]),
            pilots=tuple([one for one in self.pilots if one.seat != seat]),
        )
        return Step(table, (Freed(seat, by),), remark(by, "table.freed", who.name))

    def act(
        self, seat: Seat, action: Action, *, by: Seat = "", answers: Sequence[Answer] | Mapping[str, Answer] = ()
    ) -> Step:
        """A seat begins an action, done at once or waiting for an answer; the referee may begin it for somebody.

        `answers` are given to its first questions: in their order, or by what is asked, as far as those are asked of
        the seat. If one does not fit, all of it is refused. But once the server has thrown a die the action stands as
        far as it went, waits at the question that was not answered, and the step has a `fault` that says so.
        """
        if by not in {"", seat} and not self.presides(by):
            raise TableRefusal("referee_only")
        self._may_act(seat, action)
        for pending in self.pending:
            if pending.starter == seat and pending.question.by == seat:
                raise TableRefusal("finish_first", self.name_of(seat))
        table = left_alone(self, action, by or seat)
        step = start(table, seat, action, by if by != seat else "")
        if isinstance(answers, Mapping):
            return nobody_objects(with_named(step, seat, answers))
        return nobody_objects(with_answers(step, by or seat, seat, answers))

    def _may_act(self, seat: Seat, action: Action) -> None:
        offer = self.offer(seat, action)
        if offer is None:
            raise TableRefusal("not_offered", action.name)
        if offer.refusal and offer.refusal.code == IN_MOTION:
            raise TableRefusal(IN_MOTION, *offer.refusal.facts)
        if offer.refusal:
            raise Refused(offer.refusal)

    def answer(
        self, seat: Seat, starter: Seat, answer: Answer, *, given: int | None = None, number: int | None = None
    ) -> Step:
        """A seat answers the question of a pending action; the referee may answer for anybody.

        `given` is how many answers the asker had seen, `number` the action's own: an answer to a question that has gone
        is refused. Those who throw real dice answer a roll with its faces; `()` lets the server throw.
        """
        pending = self._asked(seat, starter, given, number)
        asked = pending.question.by
        if seat != asked and not self.presides(seat):
            raise TableRefusal("not_asked", self.name_of(asked))
        if given is not None and given != len(pending.answers):
            raise TableRefusal("stale")
        answer = frozen(answer)
        if isinstance(pending.question, Roll):
            answer = sorted_faces(answer)
            if answer == ():
                return nobody_objects(resume(self, pending, (), seat if seat != asked else ""))
            if self.dice_of(asked) == "server":
                raise TableRefusal("not_typed", self.name_of(asked))
        if fault := pending.question.fault(answer):
            raise BadAnswer(pending.question, answer, fault)
        if isinstance(pending.question, Choice):
            answer = pending.question.options[pending.question.options.index(answer)]
        step = resume(self, pending, answer, seat if seat != asked else "")
        if step.line and self._was_brought(step.line):
            try:
                step.table.must_show()
            except TableRefusal as refused:
                if not step.fell():
                    raise
                return spend(self, seat, step.table.dice, step.dice(), refused)
        return nobody_objects(step)

    def _was_brought(self, line: Line) -> bool:
        """Whether a character came by an action that was made elsewhere."""
        known = documents_of(self.rules)
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
        says = self.presides(seat)
        fitting = [one for one in waiting if given in {None, len(one.answers)} and (says or seat == one.question.by)]
        return (fitting or waiting)[0]

    def take_back(self, seat: Seat, starter: Seat, number: int | None = None) -> Step:
        """A pending action is taken back: by its starter while nothing has come of it, by the referee always."""
        waiting = [one for one in self.pending if one.starter == starter and number in {None, one.number}]
        if not waiting:
            raise TableRefusal("nothing_waits")
        pending = waiting[-1]
        if not self.may_take_back(seat, pending):
            raise TableRefusal("cannot_take_back")
        others = tuple(one for one in self.pending if one.number != pending.number)
        line = None if pending.still_open() else remark(seat, "table.taken_back", self.name_of(starter))
        return Step(replace(self, pending=others), (TakenBack(starter, seat, pending.number),), line)

    def undo(self, seat: Seat, actions: int = 1, earlier: Any = None) -> Step:
        """The referee undoes the last actions, or a player their own last one, if it has shown them nothing.

        `earlier` is the state before them, if the table no longer remembers it. Dice once thrown are not thrown again:
        the numbers of the seed only go up. What waits must still be asked.
        """
        if not self.presides(seat):
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
        for one in self.pending:
            same = undisturbed(self.rules, one, state)
            if same is None:
                raise TableRefusal("waits_for", self.name_of(one.question.by))
            pending.append(same)
        done = self.done - actions
        table = replace(
            self,
            state=state,
            pending=tuple(pending),
            past=self.past[:-actions],
            done=done,
            trail=self.trail[:-actions],
            undo_requests=tuple([one for one in self.undo_requests if one.action <= done]),
            pilots=(),
        )
        line = remark(seat, "table.undone", actions)
        if not self.presides(seat):
            line = remark(seat, "table.undone_own", actions, self.name_of(seat))
        return Step(table, (Undone(seat, actions), *handed_back(self.pilots, seat, "undone")), line)

    def ask_undo(self, seat: Seat) -> Step:
        """A player asks the referee to undo their last action, and all that has happened since."""
        may, last = self.may_undo(seat), self.last_of(seat)
        if last is None or not may:
            raise TableRefusal("nothing_of_yours")
        if may != "ask":
            raise TableRefusal("asked_already" if may == "asked" else "stale")
        number, done = last
        requests = (*(one for one in self.undo_requests if one.seat != seat), UndoRequest(seat, number, done.deed))
        line = remark(seat, "table.undo_asked", self.name_of(seat))
        return Step(replace(self, undo_requests=requests), (UndoAsked(seat, number),), line)

    def undo_request(self, seat: Seat) -> UndoRequest:
        """What a player has asked the referee to undo."""
        for one in self.undo_requests:
            if one.seat == seat:
                return one
        raise TableRefusal("nothing_asked")

    def refuse_undo(self, by: Seat, seat: Seat) -> Step:
        """The referee lets stand what a player asked to undo."""
        if not self.presides(by):
            raise TableRefusal("referee_only")
        gone = self.undo_request(seat)
        requests = tuple(one for one in self.undo_requests if one is not gone)
        line = remark(by, "table.undo_refused", self.name_of(seat))
        return Step(replace(self, undo_requests=requests), (UndoRefused(seat),), line)

    def reveal(self, seat: Seat, seed: Seed) -> Step:
        """The referee shows the seed in force; `seed` takes over."""
        if not self.presides(seat):
            raise TableRefusal("referee_only")
        record = Revealed(self.dice.seed.hex(), commitment(seed))
        line = remark(seat, "table.revealed", record.seed, record.commitment)
        return Step(replace(self, dice=FairDice(seed)), (record,), line)

    def move(self, seed: Seed) -> Step:
        """The table goes on elsewhere, where nobody knows the seed in force; `seed` takes over."""
        record = Moved(commitment(seed))
        line = remark(REFEREE, "table.moved", record.commitment)
        return Step(replace(self, dice=FairDice(seed)), (record,), line)
