"""Character sheets on paper. `write_pdf(path, game, characters)`, `party_pdf(game, view)`; needs the extra `pdf`."""

from tallow.sheets.paper import NotWritten, NoTypst, Paper, party_pdf, pdf, writable, write_pdf

__all__ = ["NoTypst", "NotWritten", "Paper", "party_pdf", "pdf", "writable", "write_pdf"]
