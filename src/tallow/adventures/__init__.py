"""Adventures: places to explore, as documents that the program knows.

`read` makes a document of TOML, `with_adventure` a game of a game and a document, `without_referee` a game of a game
that nobody referees. `docs/adventures.md` explains all of it.
"""

from tallow.adventures.documents.document import Document
from tallow.adventures.documents.reading import checked, names, read, ready
from tallow.adventures.exploring.together import AT
from tallow.adventures.playing import game_of
from tallow.adventures.standing import Explored, Standing
from tallow.adventures.with_adventure import with_adventure
from tallow.adventures.without_referee import alone, in_town, without_referee

__all__ = [
    "AT",
    "Document",
    "Explored",
    "Standing",
    "alone",
    "checked",
    "game_of",
    "in_town",
    "names",
    "read",
    "ready",
    "with_adventure",
    "without_referee",
]
