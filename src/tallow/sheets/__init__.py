"""Character sheets on paper. `write_pdf(path, game, characters)`; needs the extra `pdf`."""

from tallow.sheets.paper import NotWritten, NoTypst, Paper, pdf, write_pdf

__all__ = ["NoTypst", "NotWritten", "Paper", "pdf", "write_pdf"]
