"""What faces say of an entry of a rulebook besides its own words."""

from tallow.games.rulebook import Entry
from tallow.wording.phrases import phrases


def heading(entry: Entry, language: str = "en") -> str:
    """The heading an entry is listed under: its section in the source, or its type where the source has none."""
    if not entry.section.startswith("("):
        return entry.section
    known = phrases(language).template("say", f"under.{entry.type}")
    return known or entry.type.capitalize()
