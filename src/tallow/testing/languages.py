"""Whether another language says all that English says, with the same facts."""

import re
import string

from tallow.games.words import LANGUAGES, catalogue

ENGLISH = re.compile(r"[A-Za-z]{2,},? [A-Za-z]{2,}")
"""Two words in a row."""


def untranslated(package: str, language: str) -> list[str]:
    """What is wrong with a package's catalogue in another language, each with its table and code."""
    english, other = catalogue(package, "en"), catalogue(package, language)
    wrong = [] if language in LANGUAGES else [f"{language} is not a language of the faces"]
    wrong += [f"{table}: only one language has this table" for table in sorted(set(english) ^ set(other))]
    for table in [table for table in english if table in other]:
        known, said = english[table], other[table]
        wrong += [f"{table}.{code}: only one language has words" for code in sorted(set(known) ^ set(said))]
        for code in [code for code in known if code in said]:
            words = said[code]
            if _facts(known[code]) != _facts(words):
                wrong.append(f"{table}.{code}: not the facts of the English words")
            if not words or words != words.strip():
                wrong.append(f"{table}.{code}: no words, or space at an end")
            if ENGLISH.search(re.sub(r"\{\w*\}|`[^`]*`", "", words)):
                wrong.append(f"{table}.{code}: still in English")
    return wrong


def _facts(template: str) -> list[str]:
    return sorted({field for _, field, _, _ in string.Formatter().parse(template) if field is not None})
