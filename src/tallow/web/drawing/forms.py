"""Forms of a table's page: sent to a relative address, by htmx where there is a script."""

from tallow.web.drawing.html_words import text

FILES = ' enctype="multipart/form-data" hx-encoding="multipart/form-data"'
"""What a form has that sends a file."""


def form(to: str, inside: str, more: str = "") -> str:
    """A form that works with a script and without."""
    return f'<form method="post" action="{to}" hx-post="{to}" hx-swap="none"{more}>{inside}</form>'


def hidden(**fields: str | int) -> str:
    """What a form sends besides what is tapped."""
    return "".join(
        [
            f'<input type="hidden" name="{name}" value="{value if isinstance(value, int) else text(value)}">'
            for name, value in fields.items()
        ]
    )
