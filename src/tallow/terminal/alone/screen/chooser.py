"""Choosing before a game begins, on the whole screen: which game, which place, how large."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tallow.games import Game
from tallow.terminal.alone.screen.paint import DARK, LIGHT, themes

DIGITS = range(1, 10)


class Chooser(App[int]):
    """A question and a list, each of it a name with a description; its result is the number of the one chosen.

    None if they leave. By arrows and Enter, by a click, or by its number.
    """

    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,ctrl+q", "leave", ""),
        Binding("ctrl+c", "leave", "", priority=True),
        *[Binding(str(digit), f"take({digit - 1})", "") for digit in DIGITS],
    ]

    def __init__(
        self, asked: str, listed: Sequence[tuple[str, str]], game: Game[object], hint: str, *, light: bool = False
    ) -> None:
        super().__init__()
        self.animation_level = "none"
        self._asked, self._listed, self._hint = asked, listed, hint
        for theme in themes(game):
            self.register_theme(theme)
        self.theme = LIGHT if light else DARK

    def compose(self) -> ComposeResult:
        """The question, the list, and how to choose."""
        yield Static(Content.styled(self._asked, "bold"), id="asked_first")
        yield OptionList(*[_option(at, *one) for at, one in enumerate(self._listed)], id="choices")
        yield Static(Content.styled(self._hint, "$soft"), id="keys")

    def on_mount(self) -> None:
        """Mark the first."""
        listed = self.query_one("#choices", OptionList)
        listed.highlighted = 0
        listed.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take what was chosen."""
        self.action_take(event.option_index)

    def action_take(self, at: int) -> None:
        """Take one of them by its place in the list."""
        if at < len(self._listed):
            self.exit(result=at)

    def action_leave(self) -> None:
        """Take none."""
        self.exit(result=None)


def _option(at: int, name: str, note: str) -> Option:
    """A number and a name, and the description below it."""
    key = f"{at + 1}" if at + 1 in DIGITS else " "
    parts: list[Content | tuple[str, str]] = [(f"{key}  ", "$primary"), (name, "bold")]
    return Option(Content.assemble(*parts, *([("\n" + note, "$soft")] if note else [])))
