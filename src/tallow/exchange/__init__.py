"""Characters in the formats of other tools, and in our own.

`formats("cairn")` names the formats of a game; `write(game, format, character)` returns the text of a document and what
could not be written to it; `read(game, format, document)` returns the character and what could not be read from the
document; `brought(game, document)` converts any of them to our own format, for a table. A document that cannot be read
raises `BadDocument` with the field and what is wrong with it.
"""

from tallow.exchange.formats import brought, formats, game_of, guess, read, suffix, write
from tallow.mechanics.documents import BadDocument, Lost

__all__ = ["BadDocument", "Lost", "brought", "formats", "game_of", "guess", "read", "suffix", "write"]
