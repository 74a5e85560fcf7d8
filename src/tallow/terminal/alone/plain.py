"""An adventure as lines of text, on any terminal and in a pipe: what happened, what is seen, what is asked.

Nothing is drawn over and nothing is repeated that has not changed, so that it can be heard as well as read.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from tallow.games.deeds import Refused
from tallow.games.view import Panel, Text
from tallow.table import TableRefusal, between_places
from tallow.terminal.alone.hearing import meant, picked, typed
from tallow.terminal.alone.moment import Moment, Pick, moment, numbered
from tallow.terminal.alone.pages import (
    behind_lines,
    found_lines,
    map_lines,
    panels,
    seen_lines,
    sheet_lines,
    why_lines,
)
from tallow.terminal.alone.playing import Playing
from tallow.terminal.alone.telling import Teller, log_lines, told_lines
from tallow.terminal.answers import Unclear, between
from tallow.terminal.draw import draw_block, draw_panel, strip
from tallow.terminal.pen import Pen
from tallow.wording.columns import columns, padded

Read: TypeAlias = Callable[[str], str | None]
"""Prompts for a line; returns None at the end of the input."""

HELP = ("number", "word", "more", "dice", "throw", "look", "map", "sheet", "log", "why", "auto", "undo", "help")
LOGGED = 12
"""So many actions the log shows."""

FEW, MANY = 6, 20
"""More than `MANY` options are printed in columns without notes; so are more than `FEW` that have no notes."""

NEXT = "next"
"""What is typed to go on to the next place."""


class Plain:
    """An adventure in lines."""

    def __init__(self, playing: Playing, pen: Pen, read: Read, write: Callable[[str], None]) -> None:
        self._playing, self._pen = playing, pen
        self._read, self._write = read, write
        self._teller = Teller(playing)
        self._drawn: dict[str, tuple[str, frozenset[str]]] = {}
        self._listed: tuple[Pick, ...] = ()
        self._commands: dict[str, Callable[[str], None]] = {
            "m": self._more,
            "more": self._more,
            "v": self._look,
            "look": self._look,
            "map": self._map,
            "sheet": self._sheet,
            "s": self._sheet,
            "log": self._log,
            "l": self._log,
            "why": self._why,
            "w": self._why,
            "dice": self._throw,
            "auto": self._auto,
            "a": self._auto,
            "u": self._undo,
            "undo": self._undo,
        }

    def run(self) -> bool:
        """Play until the person leaves, nothing can be done any more, or the input ends.

        Whether they want to go on to the next place, which they can where the adventure has ended.
        """
        if lines := log_lines(self._playing, 1, self._pen):
            self._say("", self._pen.faint(self._pen.say("play.last")), *lines)
        while True:
            now = moment(self._playing)
            self._show(now)
            onward = between_places(self._playing.table)
            if onward:
                self._say("", *self._pen.wrap(self._pen.say("play.onward")))
            elif now.kind == "over":
                self._say("", self._pen.strong(self._pen.say("play.nothing_left")))
                return False
            while True:
                try:
                    line = self._read(self._pen.accent(self._pen.shape("› ", "> ")))
                except KeyboardInterrupt:
                    self._say("", *self._pen.wrap(f"{self._pen.say('play.left')} {self._pen.say('play.kept')}"))
                    raise
                if line is None or line.strip() in {"q", "quit"}:
                    self._say(self._pen.say("play.ended" if line is None else "play.left"))
                    return False
                if onward and line.strip() == NEXT:
                    return True
                if self._heard(now, line.strip()):
                    break

    def _show(self, now: Moment) -> None:
        """What has changed since the last time, and what is asked."""
        if news := self._teller.news():
            self._say("", *told_lines(news, self._playing.speech, self._pen))
        self._scene("".join([text for one in news for text, _ in one.parts]))
        if now.kind == "over":
            return
        acts = now.kind == "act" and now.who
        head = self._pen.say("play.who_asked", who=now.who, asked=now.asked) if acts else now.asked
        self._say("", *map(self._pen.strong, self._pen.wrap(head)))
        self._say(*[line for one in now.stake for line in self._pen.wrap(one, indent=2, hang=4)])
        self._listed = now.picks
        if now.numbers is not None:
            self._say(f"  {between(now.numbers, self._pen.say)}")
            self._list([pick for pick in now.picks if pick.key])
        else:
            self._list(now.picks)
        if now.others:
            self._say(self._pen.faint(f"  {self._pen.say('play.more', n=len(now.others))}"))

    def _scene(self, told: str) -> None:
        """Where the party is and how everybody fares, as far as it has changed and was not `told` just now."""
        shown: list[str] = []
        for panel in panels(self._playing, "scene"):
            shown += self._changed(panel, told)
        cards: list[str] = []
        for panel in panels(self._playing, "card"):
            lines = strip(panel, self._label, self._pen)
            if self._drawn.get(panel.id, ("", frozenset()))[1] != frozenset(lines):
                cards += lines
            self._drawn[panel.id] = (panel.title, frozenset(lines))
        for lines in (shown, cards):
            if lines:
                self._say("", *lines)

    def _changed(self, panel: Panel, told: str) -> Iterator[str]:
        """A panel that was not shown yet; else those of its blocks in which something is new."""
        title, before = self._drawn.get(panel.id, ("", frozenset()))
        self._drawn[panel.id] = (panel.title + panel.subtitle, frozenset(draw_panel(panel, self._label, self._pen)))
        blocks = tuple([one for one in panel.blocks if not isinstance(one, Text) or one.text not in told])
        if title != panel.title + panel.subtitle:
            if panel.blocks or len(panels(self._playing, "scene")) == 1:
                yield from draw_panel(replace(panel, blocks=blocks), self._label, self._pen)
            return
        for block in blocks:
            lines = draw_block(block, self._label, self._pen)
            if not before.issuperset(lines):
                yield from lines

    def _label(self, code: str) -> str:
        return self._playing.speech.label(code)

    def _list(self, picks: Sequence[Pick]) -> None:
        if not picks:
            return
        notes = any(pick.note for pick in picks)
        wide = max([len(pick.key) for pick in picks])
        fits = max([columns(pick.said) for pick in picks]) + wide + 3 <= self._pen.width
        if fits and len(picks) > (MANY if notes else FEW):
            self._columns(picks)
            return
        under = ""
        for pick in picks:
            under = self._heading(pick, under)
            plain = f"  {pick.key:>{wide}}  {pick.said if pick.said != pick.key else ''}".rstrip()
            note = f" ({pick.note})" if pick.note else ""
            lines = self._pen.wrap(f"{plain}{note}", hang=wide + 4)
            cut = len(plain) if len(lines) == 1 else len(lines[0])
            self._say(lines[0][:cut] + self._pen.faint(lines[0][cut:]), *lines[1:])

    def _columns(self, picks: Sequence[Pick]) -> None:
        """Many picks, several on a line, under their headings."""
        wide = max([len(pick.key) for pick in picks])
        widest = max([columns(pick.said) for pick in picks]) + wide + 1
        for under in dict.fromkeys([pick.under for pick in picks]):
            if under:
                self._say(f" {self._pen.faint(under)}")
            here = [padded(f"{pick.key:>{wide}} {pick.said}", widest) for pick in picks if pick.under == under]
            self._say(*[line.rstrip() for line in self._pen.flow([(one, one) for one in here], indent=2)])

    def _heading(self, pick: Pick, before: str) -> str:
        if pick.under and pick.under != before:
            self._say(f" {self._pen.faint(pick.under)}")
        return pick.under

    def _heard(self, now: Moment, line: str) -> bool:
        """Take a line; whether something has come of it that changes what is asked."""
        command, _, rest = line.partition(" ")
        if line.startswith("?"):
            self._help(now, line[1:].strip())
            return False
        if command in self._commands and (not rest or command in {"sheet", "log", "dice"}):
            before = self._playing.table
            self._commands[command](rest.strip())
            return self._playing.table is not before
        try:
            return self._does(now, line)
        except Unclear as unclear:
            self._say(*self._pen.wrap(str(unclear)))
        except Refused as refused:
            self._say(*self._pen.wrap(self._playing.speech.refusal(refused.refusal)))
        return False

    def _does(self, now: Moment, line: str) -> bool:
        if typed(self._playing, now, line, self._pen.say):
            return True
        found = meant(now, self._listed, line, self._pen.say)
        if len(found) == 1:
            whom = picked(self._playing, found[0])
            if not whom:
                return True
            self._say(self._pen.strong(self._pen.say("play.whom", action=found[0].said)))
            found = list(whom)
        else:
            self._say(self._pen.strong(self._pen.say("play.which")))
        self._listed = numbered(found)
        self._list(self._listed)
        return False

    def _more(self, _: str) -> None:
        now = moment(self._playing)
        self._listed = (*now.picks, *now.others)
        self._list(now.others or now.picks)

    def _look(self, _: str) -> None:
        self._say(*seen_lines(self._playing, self._pen))

    def _map(self, _: str) -> None:
        self._say(*map_lines(self._playing, self._pen))

    def _sheet(self, name: str) -> None:
        self._say(*sheet_lines(self._playing, name, self._pen))

    def _log(self, many: str) -> None:
        self._say(*log_lines(self._playing, int(many) if many.isdecimal() else LOGGED, self._pen))

    def _why(self, _: str) -> None:
        self._say(*why_lines(self._playing, self._teller.rules, self._pen))

    def _throw(self, whose: str) -> None:
        """Say who throws the dice, or change it."""
        typed = {"mine": True, "yours": False}.get(whose, not self._playing.typed_dice)
        self._playing.throw("typed" if typed else "server")
        self._say(self._pen.say("play.dice_mine" if typed else "play.dice_yours"))

    def _auto(self, _: str) -> None:
        """Have the program play this round."""
        try:
            self._playing.play_itself()
        except TableRefusal:
            self._say(self._pen.say("play.no_auto"))

    def _undo(self, _: str) -> None:
        try:
            self._playing.undo()
        except TableRefusal:
            self._say(self._pen.say("play.empty"))
            return
        self._say(self._pen.say("play.undone"))

    def _help(self, now: Moment, words: str) -> None:
        pen = self._pen
        if words:
            self._say(*found_lines(self._playing, self._listed, words, pen))
            return
        self._say(pen.rule(pen.say("help.title")))
        for line in (*HELP, "search", "quit"):
            self._say(*pen.wrap(pen.say(f"help.{line}"), indent=2, hang=15))
        self._say(*behind_lines(self._playing, now, pen))

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(line)
