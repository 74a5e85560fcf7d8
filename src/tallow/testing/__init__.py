"""For the tests of games: what every game must keep, the entries that tests hold, and checks of words and content.

It needs nothing but Tallow; `covers` needs pytest.
"""

from tallow.games.coverage import Coverage, coverage
from tallow.testing.broken import Broken
from tallow.testing.checking import Finding, check
from tallow.testing.conformance import (
    Randomly,
    answer_at_random,
    check_json,
    draw,
    offers,
    random_game,
    random_settings,
    strings,
    used,
)
from tallow.testing.content import ill_formed, unlike_settings
from tallow.testing.covers import covers
from tallow.testing.languages import untranslated
from tallow.testing.secrets import check_secrets, check_told
from tallow.testing.words import Vocabulary

__all__ = [
    "Broken",
    "Coverage",
    "Finding",
    "Randomly",
    "Vocabulary",
    "answer_at_random",
    "check",
    "check_json",
    "check_secrets",
    "check_told",
    "coverage",
    "covers",
    "draw",
    "ill_formed",
    "offers",
    "random_game",
    "random_settings",
    "strings",
    "unlike_settings",
    "untranslated",
    "used",
]
