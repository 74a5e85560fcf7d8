"""An adventure as lines of text, on any terminal and in a pipe: what happened, what is seen, what is asked.

Nothing is drawn over and nothing is repeated that has not changed, so that it can be heard as well as read.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from tallow.games.deeds import Refused
from tallow.games.view import Panel, Text, View
from tallow.play import Roll
from tallow.table import TableRefusal, between_places
from tallow.terminal.alone.moment import Moment, Pick, Reply, matching, moment, numbered
from tallow.terminal.alone.playing import Playing
from tallow.terminal.alone.telling import Teller, log_lines, told_lines
from tallow.terminal.answers import Unclear, between, faces
from tallow.terminal.draw import draw, draw_block, draw_panel, strip
from tallow.terminal.page import page
from tallow.terminal.pen import Pen
from tallow.wording.columns import columns, padded

Read: TypeAlias = Callable[[str], str | None]
"""Prompts for a line; returns None at the end of the input."""

HELP = ("number", "word", "more", "dice", "throw", "look", "map", "sheet", "log", "why", "undo", "help", "search")
LOGGED = 12
"""So many actions the log shows."""

MOST_RULES = 3
MOST_FOUND = 5
FEW, MANY = 6, 20
"""More than `MANY` options are printed in columns without notes; so are more than `FEW` that have no notes."""

NEXT = "next"
"""What is typed to go on to the next place."""

MAP = "map"
"""The id of the panel with the map."""


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
            "log": self._log,
            "why": self._why,
            "dice": self._throw,
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
                line = self._read(self._pen.accent(self._pen.shape("› ", "> ")))
                if line is None or line.strip() in {"q", "quit"}:
                    self._say(self._pen.say("play.ended" if line is None else "play.left"))
                    return False
                if onward and line.strip() == NEXT:
                    return True
                if self._heard(now, line.strip()):
                    break

    # ------------------------------------------------------------ showing

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
        for panel in self._scenes():
            shown += self._changed(panel, told)
        cards: list[str] = []
        for panel in self._playing.view.panels:
            if panel.kind == "card":
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
            if panel.blocks or len(self._scenes()) == 1:
                yield from draw_panel(replace(panel, blocks=blocks), self._label, self._pen)
            return
        for block in blocks:
            lines = draw_block(block, self._label, self._pen)
            if not before.issuperset(lines):
                yield from lines

    def _scenes(self) -> list[Panel]:
        return [panel for panel in self._playing.view.panels if panel.kind == "scene" and panel.id != MAP]

    def _label(self, code: str) -> str:
        return self._playing.speech.label(code)

    def _list(self, picks: Sequence[Pick]) -> None:
        if not picks:
            return
        notes = any(pick.note for pick in picks)
        if len(picks) > (MANY if notes else FEW):
            self._columns(picks)
            return
        wide = max([len(pick.key) for pick in picks])
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

    # ------------------------------------------------------------ hearing

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
        playing = self._playing
        if now.kind == "dice" and playing.pending is not None and isinstance(playing.pending.question, Roll):
            playing.answer(faces(playing.pending.question, line, self._pen.say) if line else ())
            return True
        if now.kind == "text":
            self._write_answer(line)
            return True
        if now.numbers is not None and line.lstrip("-").isdecimal():
            if int(line) not in now.numbers:
                number = between(now.numbers, self._pen.say)
                raise Unclear(self._pen.say("play.bad_number", text=line, number=number))
            playing.answer(int(line))
            return True
        return self._pick(self._meant(now, line))

    def _write_answer(self, line: str) -> None:
        pending = self._playing.pending
        if pending is not None and pending.question.fault(line):
            most = getattr(pending.question, "most", 0)
            raise Unclear(self._pen.say("play.too_long", n=len(line), most=most))
        self._playing.answer(line)

    def _meant(self, now: Moment, line: str) -> list[Pick]:
        """What a line could mean: of what is listed, then of all that can be done."""
        if not line:
            return list(self._listed[:1] or now.picks[:1] or now.others[:1])
        whole = (*now.picks, *now.others)
        found = matching(self._listed, line) or ([] if line.isdecimal() else matching(whole, line))
        if found:
            return found
        refused = [(said, why) for said, why in now.refused if said.casefold().startswith(line.casefold())]
        if refused:
            said, why = refused[0]
            raise Unclear(self._pen.say("play.refused", action=said, reason=why))
        raise Unclear(self._pen.say("play.unclear_more" if now.others else "play.unclear", text=line, n=len(now.picks)))

    def _pick(self, found: list[Pick]) -> bool:
        """Do what was picked, or list what it could be."""
        if len(found) == 1:
            does = found[0].does
            if isinstance(does, Reply):
                self._playing.answer(msgspec.json.decode(does.value))
                return True
            if not isinstance(does, tuple):
                self._playing.act(does)
                return True
            self._say(self._pen.strong(self._pen.say("play.whom", action=found[0].said)))
            found = list(does)
        else:
            self._say(self._pen.strong(self._pen.say("play.which")))
        self._listed = numbered(found)
        self._list(self._listed)
        return False

    # ------------------------------------------------------------ commands

    def _more(self, _: str) -> None:
        now = moment(self._playing)
        self._listed = (*now.picks, *now.others)
        self._list(now.others or now.picks)

    def _look(self, _: str) -> None:
        kinds = ("scene", "card", "tracker")
        panels = [panel for kind in kinds for panel in self._playing.view.panels if panel.kind == kind]
        self._say(*draw(View(tuple(panels)), self._label, self._pen))

    def _map(self, _: str) -> None:
        drawn = [panel for panel in self._playing.view.panels if panel.id == MAP]
        if not drawn:
            self._say(self._pen.say("play.no_map"))
        self._say(*draw(View(tuple(drawn)), self._label, self._pen))

    def _sheet(self, name: str) -> None:
        sheets = [panel for panel in self._playing.view.panels if panel.kind == "sheet"]
        found = [panel for panel in sheets if panel.title.casefold().startswith(name.casefold())]
        if not found:
            names = self._pen.say("list").join([panel.title for panel in sheets])
            self._say(*self._pen.wrap(self._pen.say("play.no_sheet", text=name, names=names)))
        self._say(*draw(View(tuple(found)), self._label, self._pen))

    def _log(self, many: str) -> None:
        self._say(*log_lines(self._playing, int(many) if many.isdecimal() else LOGGED, self._pen))

    def _why(self, _: str) -> None:
        """The rules and rulings behind what has just been told."""
        entries = self._playing.speech.game.book.entries()
        known = [entries[why] for why in self._teller.rules if why in entries][:MOST_RULES]
        for entry in reversed(known):
            self._say(*page(self._playing.speech.game, entry, self._pen), "")
        if not known:
            self._say(self._pen.say("play.no_why"))

    def _throw(self, whose: str) -> None:
        """Say who throws the dice, or change it."""
        typed = {"mine": True, "yours": False}.get(whose, not self._playing.typed_dice)
        self._playing.throw("typed" if typed else "server")
        self._say(self._pen.say("play.dice_mine" if typed else "play.dice_yours"))

    def _undo(self, _: str) -> None:
        try:
            self._playing.undo()
        except TableRefusal:
            self._say(self._pen.say("play.empty"))
            return
        self._say(self._pen.say("play.undone"))

    def _help(self, now: Moment, words: str) -> None:
        pen, game = self._pen, self._playing.speech.game
        if words:
            self._explain(words)
            return
        self._say(pen.rule(pen.say("help.title")))
        for line in (*HELP, "quit"):
            self._say(*pen.wrap(pen.say(f"help.{line}"), indent=2, hang=15))
        if now.refused:
            self._say("", pen.faint(pen.say("help.refused")))
            for said, why in now.refused:
                self._say(*pen.wrap(pen.say("play.refused", action=said, reason=why), indent=2, hang=4))
        if entry := game.book.entries().get(now.why):
            self._say("", pen.faint(pen.say("help.question")), *page(game, entry, pen))

    def _explain(self, words: str) -> None:
        """The rule behind a pick that is listed, or what the rulebook has on some words."""
        pen, game = self._pen, self._playing.speech.game
        picked = [pick for pick in self._listed if pick.key == words]
        entry = game.book.entries().get(picked[0].why) if picked else None
        found = [entry] if entry else list(game.book.search(words))
        for one in found[:MOST_FOUND]:
            self._say(*page(game, one, pen), "")
        if not found:
            self._say(pen.say("help.nothing", words=words))
        elif len(found) > MOST_FOUND:
            self._say(pen.say("help.found", n=len(found) - MOST_FOUND, game=game.id, words=words))

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(line)
