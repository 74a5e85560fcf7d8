"""A question of the program itself, before or besides a game: a list, and a number or a name."""

from collections.abc import Callable, Sequence

from tallow.play import Choice
from tallow.terminal.answers import Unclear, chosen
from tallow.terminal.pen import Pen


def choose(
    asked: str,
    options: Sequence[tuple[str, str]],
    pen: Pen,
    read: Callable[[str], str | None],
    write: Callable[[str], None],
) -> int | None:
    """The number of the option that a person chooses, each a name with a note; None if they leave."""
    choice = Choice("", "", tuple([str(at) for at in range(len(options))]), (), "")
    names = [name for name, _ in options]
    write(pen.strong(asked))
    for at, (name, note) in enumerate(options, 1):
        for line in pen.wrap(f"  {at}  {name} ({note})" if note else f"  {at}  {name}", hang=5):
            write(line)
    while True:
        typed = read(pen.accent(pen.shape("› ", "> ")))
        if typed is None or typed.strip() in {"q", "quit"}:
            return None
        try:
            return int(chosen(choice, names, typed.strip(), pen.say))
        except Unclear as unclear:
            write(str(unclear))
