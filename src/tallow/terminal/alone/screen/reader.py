"""Pages to read over the screen: sheets, the map, the log, rules."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tallow.games import Game
from tallow.terminal.alone.screen.drawn import Draw, Drawn, Row
from tallow.terminal.pen import Pen


class Reader(ModalScreen[None]):
    """One page of several; left and right turn them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,enter,q,m,s,l,w,v,r,question_mark", "leave", ""),
        ("left", "turn(-1)", ""),
        ("right,tab", "turn(1)", ""),
    ]

    def __init__(
        self, pages: Sequence[tuple[str, Draw]], game: Game[Any], hint: str, at: int = 0, *, end: bool = False
    ) -> None:
        super().__init__()
        self._pages, self._game, self._hint, self._at, self._end = pages, game, hint, at, end

    def compose(self) -> ComposeResult:
        """The page, and how to turn and leave it."""
        with Vertical(id="reader"):
            yield VerticalScroll(Drawn(self._page, self._game, id="page"), id="reading")
            yield Static(self._hint, id="hint")

    def on_mount(self) -> None:
        """Begin at the beginning, or at the end."""
        self.query_one("#reading").focus()
        self._titled()
        if self._end:
            self.query_one("#reading", VerticalScroll).anchor()

    def _page(self, pen: Pen) -> Iterable[Row]:
        return self._pages[self._at][1](pen)

    def _titled(self) -> None:
        box = self.query_one("#reader", Vertical)
        names = [f"[b]{name}[/b]" if at == self._at else name for at, (name, _) in enumerate(self._pages)]
        box.border_title = " · ".join(names)

    def action_turn(self, by: int) -> None:
        """Another page."""
        self._at = (self._at + by) % len(self._pages)
        self._titled()
        self.query_one("#page", Drawn).again()
        self.query_one("#reading", VerticalScroll).scroll_home(animate=False)

    def action_leave(self) -> None:
        """Back to the screen."""
        self.dismiss()
