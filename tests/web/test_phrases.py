"""The phrases of the web: all are there, and none is idle."""

import re
from pathlib import Path

import tallow.web
from tallow.games.words import catalogue
from tests.web.english import ENGLISH

HERE = Path(tallow.web.__file__).parent


TABLES = {"action", "label", "measure"}
"""Tables of a game's words: what is said from them is no phrase of the web."""


SOURCES = [*(HERE / "templates").rglob("*.html"), *HERE.rglob("*.py")]


def test_every_phrase_is_there_and_none_is_idle():
    said = set()
    for path in SOURCES:
        text = path.read_text("utf-8")
        said |= set(re.findall(r"""\b(?:w|say)\(\s*['"]([\w.]+)['"]""", text)) - TABLES
        said |= set(re.findall(r'"(question\.(?:range|steps))"', text))
    made = (
        "auto.",
        "back.",
        "bands.",
        "chart.",
        "compare.",
        "dice.",
        "format.",
        "guide.",
        "help.",
        "links.to_",
        "move.",
        "odds.played.",
        "rehearse.",
        "role.",
    )
    known = ENGLISH.catalogue()["say"]
    assert {code for code in said if not code.endswith((".", "_"))} - set(known) == set()
    own = catalogue("tallow.web", "en")["say"]
    assert {code for code in own if code not in said and not code.startswith(made)} == set()
