"""Forms of a table's page. They post to an address relative to the page, by htmx where there is a script."""

from tallow.web.drawing.html_words import escape

FILES = ' enctype="multipart/form-data" hx-encoding="multipart/form-data"'
"""The attributes of a form that sends a file."""


def form(to: str, inside: str, attributes: str = "") -> str:
    """A form that works with a script and without."""
    return f'<form method="post" action="{to}" hx-post="{to}" hx-swap="none"{attributes}>{inside}</form>'


def hidden(**fields: str | int) -> str:
    """Hidden fields of a form."""
    return "".join(
        [
            f'<input type="hidden" name="{name}" value="{value if isinstance(value, int) else escape(value)}">'
            for name, value in fields.items()
        ]
    )
