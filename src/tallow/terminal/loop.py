"""The loop of play in the terminal: story, question, answer. It works the same on a terminal and in a pipe."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tallow.games.deeds import Offer
from tallow.games.game import Outcome
from tallow.games.optional import needed_characters
from tallow.games.view import Panel, View
from tallow.play import REFEREE, Answer, Choice, Done, Event, Question, Roll, Told, Waiting
from tallow.table import seen_question
from tallow.terminal.answers import Unclear, between, chosen, faces, keys, span
from tallow.terminal.draw import draw, strip
from tallow.terminal.page import page
from tallow.terminal.pen import Pen
from tallow.terminal.session import ACT, MADE, Session
from tallow.terminal.story import story
from tallow.wording.columns import columns, padded
from tallow.wording.number_ranges import long_span
from tallow.wording.speech import Speech, dice
from tallow.wording.stakes import stake_shown

Read = Callable[[str], str | None]
"""Prompts for a line; returns None at the end of the input."""

HELP = ("number", "word", "dice", "look", "undo", "help", "search", "quit")
MOST_FOUND = 5
FEW, MANY = 6, 20
"""More than `MANY` options are printed in columns without notes; so are more than `FEW` that have no notes."""


class Loop:
    """A game at the terminal."""

    def __init__(self, session: Session, pen: Pen, read: Read, write: Callable[[str], None]) -> None:
        self.session = session
        self.game = session.game
        self.speech = Speech(session.game, session.plays)
        self.pen = pen
        self._read = read
        self._write = write
        self._shown = 0
        self._last_rule = ""

    def run(self) -> None:
        """Play until the game is over, the person leaves, or the input ends."""
        step = self._go_on()
        while isinstance(step, Waiting):
            self._ask(step.question)
            line = self._read(self.pen.accent(self.pen.shape("› ", "> ")))
            if line is None:
                self._say(self.pen.say("play.ended"))
                return
            line = line.strip()
            if line in {"q", "quit"}:
                self._say(self.pen.say("play.left"))
                return
            step = self._answer(step, line)
        self._end(step)

    def _go_on(self) -> Done[Outcome | None] | Waiting:
        step = self.session.step()
        self.speech.state = self.session.state
        self._tell(step.events[self._shown :])
        self._shown = len(step.events)
        return step

    def _tell(self, events: Sequence[Event]) -> None:
        for at, event in enumerate(events):
            if isinstance(event, Told) and event.code == MADE:
                self._say(*story(events[:at], self.speech, self.pen), "")
                self._say(
                    *draw(needed_characters(self.game).sheet(self.session.character), self.speech.label, self.pen), ""
                )
                events = events[at + 1 :]
                break
        self._say(*story(events, self.speech, self.pen))
        told = [event.why for event in events if isinstance(event, Told) and event.why and self.speech.may_know(event)]
        self._last_rule = told[-1] if told else self._last_rule

    def _end(self, step: Done[Outcome | None]) -> None:
        self._say("", self.pen.rule(self.pen.say("play.after")))
        self._glance()
        ended = "play.nothing_left" if step.result is None else "play.won" if step.result.won else "play.lost"
        self._say(self.pen.strong(self.pen.say(ended)))

    def _ask(self, question: Question) -> None:
        self._say("")
        if isinstance(question, Choice) and question.what == ACT:
            self._glance()
            self._say(self.pen.strong(self.pen.say("play.turn")))
        else:
            self._say(*map(self.pen.strong, self.pen.wrap(self._asked(question))))
        if isinstance(question, Choice):
            self._options(question)

    def _asked(self, question: Question) -> str:
        if isinstance(question, Roll):
            asked = self.pen.say("play.typed", dice=dice(question), rule=self.speech.rule(question.why))
            return " ".join((asked, *self._stake(question)))
        return self.speech.asked(question)

    def _stake(self, roll: Roll) -> Iterator[str]:
        """What hangs on a roll: what is needed, how likely it is, what comes of it."""
        stake = stake_shown(seen_question(roll, roll.by), self.speech)
        yield from stake.lines(self.pen.say) if stake else ()

    def _options(self, choice: Choice) -> None:
        if numbers := span(choice.options, self._labels(choice)):
            self._say(between(numbers, self.pen.say))
            return
        notes = [self._note(choice, option) for option in choice.options]
        if len(notes) > (FEW if not any(notes) and choice.what != ACT else MANY):
            self._columns(choice)
        else:
            self._list(choice, notes)
        if refused := [self.speech.deed(offer) for offer in self._offers(choice) if offer.refusal]:
            said = self.pen.say("play.not_now", actions=self.game.words.between.join(dict.fromkeys(refused)))
            self._say(*(self.pen.faint(line) for line in self.pen.wrap(said, indent=2, hang=4)))

    def _columns(self, choice: Choice) -> None:
        """Many options, several on a line."""
        labels, typed = self._labels(choice), keys(choice)
        wide = max(map(len, typed))
        widest = max(map(columns, labels)) + wide + 1
        parts = [padded(f"{key:>{wide}} {label}", widest) for key, label in zip(typed, labels, strict=True)]
        self._say(*(line.rstrip() for line in self.pen.flow([(part, part) for part in parts], indent=2)))

    def _list(self, choice: Choice, notes: Sequence[str]) -> None:
        """A few options, each on a line with a note."""
        typed = keys(choice)
        wide = max(map(len, typed))
        for at, label in enumerate(self._labels(choice)):
            self._say(*self._heading(choice, at))
            line = f"  {typed[at]:>{wide}}  {label if label != typed[at] else ''}".rstrip()
            note = self._short(notes[at], self.pen.width - columns(line) - 2)
            self._say(f"{line}  {self.pen.faint(note)}".rstrip())

    def _offers(self, choice: Choice) -> tuple[Offer, ...]:
        return self.session.offers if choice.what == ACT else ()

    def _able(self, choice: Choice) -> list[Offer]:
        return [offer for offer in self._offers(choice) if offer.refusal is None]

    def _heading(self, choice: Choice, at: int) -> list[str]:
        """A heading that says for whom the next actions are, if a person acts for several."""
        able = self._able(choice)
        if not able or len({offer.action.who for offer in able}) == 1:
            return []
        if at and able[at].action.who == able[at - 1].action.who:
            return []
        return [f" {self.pen.faint(self.speech.subject(able[at]) or self.speech.who(REFEREE))}"]

    def _refused(self, question: Question, line: str = "") -> list[str]:
        """Why actions that start with this text, or all actions, cannot be done now."""
        offers = self._offers(question) if isinstance(question, Choice) else ()
        return [
            self.pen.say("play.refused", action=self.speech.deed(offer), reason=self.speech.refusal(offer.refusal))
            for offer in offers
            if offer.refusal and self.speech.deed(offer).casefold().startswith(line.casefold())
        ]

    def _labels(self, choice: Choice) -> list[str]:
        if long_span(choice.options):
            return []
        if choice.what != ACT:
            return [self.speech.option(choice, option) for option in choice.options]
        able = self._able(choice)
        labels = [self.speech.action(offer) for offer in able]
        return [
            f"{self.speech.subject(offer)}: {label}" if labels.count(label) > 1 else label
            for offer, label in zip(able, labels, strict=True)
        ]

    def _note(self, choice: Choice, option: Any) -> str:
        """What an option leads to and how likely that is, or a short note on one that is an entry of the rulebook."""
        told, book = self.game.ui.prospects, self.game.book
        state = self.session.state if choice.what != ACT else None
        if told and state is not None and (ahead := told(state, choice).get(option)):
            return " · ".join(map(self.speech.prospect, ahead))
        entry = book.entries().get(option) if isinstance(option, str) else None
        if entry is None or book.language_of(entry.id) != self.game.words.language:
            return ""
        return entry.text.split("\n", 1)[0]

    def _short(self, text: str, room: int) -> str:
        if columns(text) <= room:
            return text
        if room <= 12:
            return ""
        fits = next(at for at in range(len(text), 0, -1) if columns(text[:at]) <= room - 3)
        return text[:fits].rsplit(" ", 1)[0].rstrip(",;:. 、。") + self.pen.shape("…", "...")

    def _glance(self) -> None:
        for panel in self._seen():
            if panel.kind in {"scene", "card"}:
                self._say(*strip(panel, self.speech.label, self.pen))

    def _seen(self) -> tuple[Panel, ...]:
        """All panels that the person may see from their seats, each once."""
        state = self.session.state
        if state is None:
            return ()
        views = [self.game.view(state, seat) for seat in self.game.seats(state) if self.session.plays(seat)]
        return tuple(dict.fromkeys(panel for view in views for panel in view.panels))

    def _answer(self, step: Waiting, line: str) -> Done[Outcome | None] | Waiting:
        if line in {"u", "undo"}:
            return self._undo(step)
        if line in {"v", "look"}:
            self._look(step)
            return step
        if line.startswith("?"):
            self._help(step.question, line[1:].strip())
            return step
        try:
            self.session.answer(self._meant(step.question, line))
        except Unclear as unclear:
            for said in self._refused(step.question, line) or [str(unclear)]:
                self._say(*self.pen.wrap(said))
            return step
        return self._go_on()

    def _undo(self, step: Waiting) -> Done[Outcome | None] | Waiting:
        if not self.session.undo():
            self._say(self.pen.say("play.empty"))
            return step
        self._say(self.pen.say("play.undone"))
        before = self.session.step()
        self.speech.state = self.session.state
        self._shown = len(before.events)
        return before

    def _meant(self, question: Question, line: str) -> Answer:
        """The answer that a line means, or `Unclear`."""
        if isinstance(question, Roll):
            return faces(question, line, self.pen.say) if line else self.session.throw(question)
        if isinstance(question, Choice):
            answer: Answer = chosen(question, self._labels(question), line, self.pen.say)
            return answer
        if question.fault(line):
            raise Unclear(self.pen.say("play.too_long", n=len(line), most=question.most))
        return line

    def _look(self, step: Waiting) -> None:
        if self.session.state is None:
            self._say(*story(step.events, self.speech, self.pen))
        self._say(*draw(View(self._seen()), self.speech.label, self.pen))

    def _help(self, question: Question, words: str) -> None:
        if words:
            self._explain(question, words)
            return
        self._say(self.pen.rule(self.pen.say("help.title")), *(f"  {self.pen.say(f'help.{line}')}" for line in HELP))
        if refused := self._refused(question):
            self._say("", self.pen.faint(self.pen.say("help.refused")))
            self._say(*(line for said in refused for line in self.pen.wrap(said, indent=2, hang=4)))
        for code, why in (("help.question", question.why), ("help.line", self._last_rule)):
            entry = self.game.book.entries().get(why)
            if entry is not None:
                self._say("", self.pen.faint(self.pen.say(code)), *page(self.game, entry, self.pen))

    def _explain(self, question: Question, words: str) -> None:
        """Print the rule behind an option, given by its number, or what the rulebook has on some words."""
        entries = self.game.book.entries()
        if isinstance(question, Choice) and words.isdecimal() and words in (typed := keys(question)):
            option = question.options[typed.index(words)]
            whys = {(offer.action.name, offer.action.who): offer.why for offer in self._offers(question)}
            entry = entries.get(whys.get(option, option)) if isinstance(option, str | tuple) else None  # type: ignore[arg-type]
            entry = entry or entries.get(question.why)
            if entry is not None:
                self._say(*page(self.game, entry, self.pen))
                return
        found = list(self.game.book.search(words))
        for entry in found[:MOST_FOUND]:
            self._say(*page(self.game, entry, self.pen), "")
        if not found:
            self._say(self.pen.say("help.nothing", words=words))
        elif len(found) > MOST_FOUND:
            self._say(self.pen.say("help.found", n=len(found) - MOST_FOUND, game=self.game.id, words=words))

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(line)
