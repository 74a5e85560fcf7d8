"""The place of the screen for what is asked now: who acts, the question, and the ways to answer it."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from tallow.games import Game
from tallow.games.view import Handle
from tallow.terminal.alone.moment import Moment, Pick
from tallow.terminal.alone.screen.drawn import Drawn, Row, rows
from tallow.terminal.answers import between
from tallow.terminal.pen import Pen
from tallow.wording.columns import columns, wrapped
from tallow.wording.now import MOST

FACES = frozenset("0123456789 ,-、")
"""What can be typed where a number or dice are asked for; all other keys do what they always do."""


class Act(Widget, can_focus=True):
    """Something that can be picked: large, with its cost below it, or as one of many in a list."""

    BINDINGS: ClassVar[list[BindingType]] = [("enter,space", "press", "")]

    class Picked(Message):
        """It was picked, by key or click."""

        def __init__(self, pick: Pick) -> None:
            self.pick = pick
            super().__init__()

    def __init__(self, pick: Pick, beside: Sequence[Pick] = ()) -> None:
        super().__init__(classes="large" if beside else "small")
        self.pick = pick
        self._beside = beside

    def render(self) -> Content:
        """The number and the name, then what is noted of it: below the name, in a list beside it."""
        pick = self.pick
        if self._beside:
            return Content("\n").join(_large(pick, self.content_size.width))
        named = pick.said if pick.said != pick.key else ""
        return Content.assemble(f"{pick.key:>2}  ", (named, "bold"), f"  {pick.note}" if pick.note else "")

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as it takes, or whatever stands beside it."""
        return max([len(_large(pick, width)) for pick in self._beside], default=1)

    def action_press(self) -> None:
        """Pick it."""
        self.post_message(self.Picked(self.pick))

    def on_click(self) -> None:
        """Pick it."""
        self.action_press()


def _large(pick: Pick, width: int) -> list[Content]:
    """The number and the name, and below it what it costs or leads to, as on the pages of the web."""
    key = f"{pick.key}  "
    indent = " " * len(key)
    named = [Content.styled(line, "bold") for line in wrapped(pick.said, max(12, width), indent, indent)]
    costs = [Content(line) for line in wrapped(pick.note, max(12, width), indent, indent)]
    first, *others = [*named, *costs]
    return [Content.assemble(key, first[len(key) :]), *others]


class Typed(Input):
    """A line to type. Where `numbers` are wanted, other keys are left to the screen."""

    def __init__(self, placeholder: str, *, numbers: bool) -> None:
        super().__init__(placeholder=placeholder, id="typed", compact=True)
        self.cursor_blink = False
        self._numbers = numbers

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is typed here."""
        typed = super().check_consume_key(key, character)
        return typed and (not self._numbers or character in FACES)

    def on_key(self, event: events.Key) -> None:
        """Leave a key that is not typed here to others."""
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()


class NowPane(Vertical):
    """What is asked, and what can be answered."""

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(id="now")
        self._game = game
        self._now = Moment("over")
        self._heading, self._notice = "", ""
        self._picks: Sequence[Pick] = ()

    async def ask(self, now: Moment, heading: str, picks: Sequence[Pick], notice: str) -> None:
        """Show what is asked, in this place; `heading` is the question, and a `notice` what would not do."""
        self._now, self._heading, self._picks, self._notice = now, heading, picks, notice
        await self.recompose()
        first = next(iter(self.query("#typed, Act")), None)
        if first is not None:
            first.focus()

    def compose(self) -> ComposeResult:
        """The question, a line to type if one is wanted, and the picks."""
        yield Drawn(self._head, self._game, id="asked")
        now, say = self._now, Pen(language=self._game.words.language).say
        if now.kind in {"dice", "text"} or now.numbers is not None:
            wanted = between(now.numbers, say) if now.numbers is not None else ""
            yield Typed(wanted or say(f"screen.type.{now.kind}"), numbers=now.kind != "text")
        yield Acts(self._picks)
        if now.others:
            yield Drawn(self._more, self._game, id="more")

    def _more(self, pen: Pen) -> Iterable[Row]:
        """What else there is, as much as there is room for, and how many that are."""
        general = sorted(self._now.others, key=lambda one: isinstance(one.does, Handle) and bool(one.does.answers))
        names = dict.fromkeys([one.said for one in general])
        many = pen.say("screen.more", n=len(names))
        line = ""
        for name in names:
            if columns(f"/  {line}{name} · {many}") > pen.width:
                break
            line += f"{name} · "
        yield pen.faint(f"/  {line}{many}"), "find"

    def _head(self, pen: Pen) -> Iterable[Row]:
        now = self._now
        if now.who and columns(f"{now.who} · {self._heading}") <= pen.width:
            yield f"{pen.faint(f'{now.who} ·')} {pen.strong(self._heading)}", ""
        else:
            yield from rows([pen.faint(now.who)] if now.who else [])
            yield from rows([pen.strong(line) for line in pen.wrap(self._heading)])
        yield from rows([line for one in now.stake for line in pen.wrap(one, hang=2)])
        yield from rows([pen.bad(line) for line in pen.wrap(self._notice)] if self._notice else [])


class Acts(VerticalScroll, can_focus=False):
    """The picks: a few large ones, or a list of many."""

    def __init__(self, picks: Sequence[Pick]) -> None:
        super().__init__(id="acts")
        self._picks = picks

    def compose(self) -> ComposeResult:
        """A widget for each, large ones in pairs."""
        if len(self._picks) > MOST:
            yield from [Act(pick) for pick in self._picks]
            return
        for at in range(0, len(self._picks), 2):
            pair = self._picks[at : at + 2]
            with Horizontal(classes="pair"):
                yield from [Act(pick, pair) for pick in pair]
