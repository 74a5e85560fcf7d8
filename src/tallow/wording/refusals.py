"""Refusals in words: why something cannot be done at a table now."""

from typing import Any

from tallow.games.deeds import Refused
from tallow.table import Table, TableRefusal
from tallow.wording.phrases import Phrases, phrases
from tallow.wording.speech import Speech


def refusal_said(error: TableRefusal | Refused, table: Table, language: str = "en") -> str:
    """Why the table or one of its rules refused something, as a sentence in a language, with names for ids."""
    if isinstance(error, Refused):
        speech = Speech(table.speaking(language))
        speech.state = table.state
        return speech.refusal(error.refusal)
    return refusal_in(phrases(language), error.code, *error.facts, table=table)


def refusal_in(said: Phrases, code: str, *facts: Any, table: Table | None = None) -> str:
    """The sentence for a code of a face's phrases, with its facts in the words of the table's game.

    A code without words is said as it is.
    """
    template = said.template("refusal", code)
    if template is None:
        return code.replace("_", " ")
    if table is None:
        return template.format(*facts, referee=said.say("referee"))
    played = table.speaking(said.language)
    return template.format(*map(played.words.fact, facts), referee=played.referee)
