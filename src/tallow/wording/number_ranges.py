"""Options that are whole numbers in a row: asked for as a number, not listed one by one, where they are many."""

from tallow.play import Options, Span

FEW, FEW_STEPS = 6, 12
"""More numbers in a row than this, or in wider steps, are not listed."""


def long_span(options: Options) -> range | None:
    """The numbers of a span, ascending, where they are too many to list."""
    if not isinstance(options, Span) or len(options) <= (FEW if abs(options.step) == 1 else FEW_STEPS):
        return None
    return options.row if options.step > 0 else options.row[::-1]
