"""Sentences of the log as HTML."""

from tallow.web.drawing.html_words import escape
from tallow.wording.story import Sentence


def sentence(one: Sentence) -> str:
    """A sentence, with the names of people in bold."""
    return "".join([f"<b>{escape(text)}</b>" if person else escape(text) for text, person in one.parts])
