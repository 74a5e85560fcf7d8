"""Other tools' formats in and out, and our own.

`formats("cairn")` names what a game's characters can be written as; `write(game, format, character)` gives the text of
a document and what had no place in it; `read(game, format, document)` gives the character and what of the document had
no place here; `brought(game, document)` is any of them as our own, for a table. A document that cannot be read raises
`BadDocument`, with the field and what is wrong with it.
"""

from tallow.exchange.formats import brought, formats, guess, read, suffix, write
from tallow.mechanics.documents import BadDocument, Lost

__all__ = ["BadDocument", "Lost", "brought", "formats", "guess", "read", "suffix", "write"]
