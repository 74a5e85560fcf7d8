"""What the table itself tells is a sentence in every language."""

import re
from pathlib import Path
from typing import get_args

import pytest

import tallow
from tallow.games.words import LANGUAGES
from tallow.table.seats import DiceFrom
from tallow.wording.phrases import SHARED, Phrases

SRC = Path(tallow.__file__).parent
SILENT = {"table.held", "table.reopened", "table.stops."}
"""A mark on what waits, an action whose line tells other codes, and the start of codes that stand beside it."""


def codes():
    text = "".join(path.read_text() for part in ("table", "store") for path in (SRC / part).rglob("*.py"))
    return set(re.findall(r'"(table\.[a-z_.]+)"', text)) - SILENT | {
        f"table.dice_{source}" for source in get_args(DiceFrom)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_that_the_table_tells_has_words(language):
    assert [code for code in sorted(codes()) if not Phrases(SHARED, language).template("told", code)] == []
