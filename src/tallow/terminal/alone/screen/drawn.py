"""A part of the screen that is made of lines, drawn anew for the width that it has."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from tallow.games import Game
from tallow.terminal.alone.screen.paint import painted, screen_pen
from tallow.terminal.pen import Pen

Row: TypeAlias = tuple[str, str]
"""A line, and the action of the screen that a click on it is; "" for none."""

Draw: TypeAlias = Callable[[Pen], Iterable[Row]]


def rows(lines: Sequence[str], click: str = "") -> list[Row]:
    """Lines that are all clicked for the same."""
    return [(line, click) for line in lines]


class Drawn(Widget):
    """Lines for the width that there is."""

    def __init__(self, draw: Draw, game: Game[Any], *, id: str) -> None:  # noqa: A002  (Textual's name for it)
        super().__init__(id=id)
        self._draw, self._game = draw, game
        self._at: tuple[int, list[Row]] | None = None

    def rows_at(self, width: int) -> list[Row]:
        """The lines at a width; they are kept until they are drawn again."""
        if self._at is None or self._at[0] != width:
            self._at = (width, list(self._draw(screen_pen(width, self._game))))
        return self._at[1]

    def again(self) -> None:
        """Draw what has changed."""
        self._at = None
        self.refresh(layout=True)

    def render(self) -> Content:
        """All lines, in their styles."""
        found = self.rows_at(self.content_size.width)
        return Content("\n").join([painted(line) for line, _ in found])

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """As many lines as there are at that width."""
        return len(self.rows_at(width))

    async def on_click(self, event: events.Click) -> None:
        """Do what the line that was clicked is for."""
        at = event.get_content_offset(self)
        found = self.rows_at(self.content_size.width)
        if at is not None and at.y < len(found) and found[at.y][1]:
            event.stop()
            await self.app.run_action(found[at.y][1])
