"""The adventure that somebody names on the command line."""

from pathlib import Path
from typing import Any

from tallow.adventures import Document, names, read, ready
from tallow.cli.faults import Wrong
from tallow.games import Game
from tallow.mechanics.documents import BadDocument


def explores(played: Game[Any]) -> bool:
    """Whether a game can be played with an adventure and without a referee."""
    return played.exploring is not None and played.rulings is not None


def document_of(played: Game[Any], name: str) -> Document:
    """The adventure of that name, or in that file."""
    if not explores(played):
        raise Wrong(f"{played.title} has no adventures yet: ask without --adventure.")
    file = Path(name)
    if name in names(played.id) or not file.is_file():
        return ready(played.id, name)
    try:
        return read(file.read_bytes(), played)
    except BadDocument as bad:
        raise Wrong(f"{file}: {bad}") from None
