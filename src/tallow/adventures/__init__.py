"""Adventures: places to explore, as documents that the program knows.

`read` makes a document of TOML, `with_adventure` a game of a game and a document. `docs/adventures.md` explains both.
"""

from tallow.adventures.documents.document import Document
from tallow.adventures.documents.reading import names, read, ready
from tallow.adventures.standing import Explored, Standing
from tallow.adventures.with_adventure import with_adventure

__all__ = ["Document", "Explored", "Standing", "names", "read", "ready", "with_adventure"]
