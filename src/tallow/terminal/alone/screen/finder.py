"""Finding one of many by a number or by words: all that can be done now, or the rulebook."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from msgspec import Struct
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

T = TypeVar("T")


class Found(Struct, Generic[T], frozen=True):
    """Something found: its key, its name, a note, a heading; `value` is None where it cannot be taken."""

    said: str
    value: T | None
    key: str = ""
    note: str = ""
    under: str = ""


class Finder(ModalScreen[T | None], Generic[T]):
    """A field for words, and below it what they find; what is chosen is its result."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape", "leave", ""),
        ("down", "move(1)", ""),
        ("up", "move(-1)", ""),
        ("pagedown", "move(8)", ""),
        ("pageup", "move(-8)", ""),
    ]

    def __init__(self, title: str, search: Callable[[str], Sequence[Found[T]]], words: str = "") -> None:
        super().__init__()
        self._title, self._search, self._words = title, search, words
        self._found: list[Found[T]] = []

    def compose(self) -> ComposeResult:
        """The field and the list."""
        with Vertical(id="finder") as box:
            box.border_title = self._title
            words = Input(self._words, id="words", compact=True, select_on_focus=False)
            words.cursor_blink = False
            yield words
            yield OptionList(id="found", compact=True)

    def on_mount(self) -> None:
        """Show what the first words find."""
        self.query_one("#words").focus()
        self._list(self._words)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search again."""
        event.stop()
        self._list(event.value.strip())

    def _list(self, words: str) -> None:
        self._found = list(self._search(words))
        options: list[Option] = []
        under = ""
        for at, one in enumerate(self._found):
            if one.under != under:
                under = one.under
                options.append(Option(Content.styled(under, "$soft"), disabled=True))
            note = (f"  {one.note}" if one.note else "", "$soft")
            line = Content.assemble((f"{one.key:>3}  ", "$primary"), (one.said, "bold" if one.value else ""), note)
            options.append(Option(line, id=str(at), disabled=one.value is None))
        listed = self.query_one("#found", OptionList)
        listed.clear_options()
        listed.add_options(options)
        listed.highlighted = next((at for at, one in enumerate(options) if not one.disabled), None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what is marked."""
        event.stop()
        self.query_one("#found", OptionList).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take what was chosen."""
        event.stop()
        if event.option_id is not None:
            self.dismiss(self._found[int(event.option_id)].value)

    def action_move(self, by: int) -> None:
        """Mark another."""
        listed = self.query_one("#found", OptionList)
        for _ in range(abs(by)):
            (listed.action_cursor_down if by > 0 else listed.action_cursor_up)()

    def action_leave(self) -> None:
        """Take nothing."""
        self.dismiss(None)
