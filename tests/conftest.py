"""Whoever runs the tests and however: they speak English and heed interrupts, as do the commands that they start.

Hypothesis tries the same examples each time and never looks at a clock; `HYPOTHESIS_PROFILE=explore` has it seek others
and keep those that fail in .hypothesis.
"""

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings
from scripts.postgresql import QUICK, NoPostgresql, throwaway

from tallow import games
from tallow.games.words import speaks

os.environ["TALLOW_LANGUAGE"] = "en"

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)

ANY_TIME = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", ANY_TIME, derandomize=True, database=None)
settings.register_profile("explore", ANY_TIME, derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Callable[[], str]]:
    """Gives the addresses of fresh databases of a throw-away server of PostgreSQL."""
    pytest.importorskip("psycopg", reason="no psycopg here: it is the extra `postgres`")
    try:
        with throwaway(QUICK) as fresh:
            yield fresh
    except NoPostgresql:
        pytest.skip("no PostgreSQL here: apt-get install postgresql")


@pytest.fixture
def cairn_in_english_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Cairn as if it had no catalogue but the English one, for what a game without the reader's language does."""
    monkeypatch.setattr(games, "speaks", lambda package, to: package != "tallow.games.cairn" and speaks(package, to))
    games.game.cache_clear()
    yield
    games.game.cache_clear()
