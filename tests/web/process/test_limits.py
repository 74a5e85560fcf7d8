"""Rates."""

import pytest

from tallow.web.process.limits import Limits, Rate, RateLimiter, TooMany
from tests.web.people import FAST


def test_a_rate_fills_up_again() -> None:
    now = [0.0]
    limiter = RateLimiter(Limits(write=Rate(2, 1)), lambda: now[0])
    limiter.count("write", "a")
    limiter.count("write", "a")
    limiter.count("write", "b")
    with pytest.raises(TooMany):
        limiter.count("write", "a")
    now[0] = 1.0
    limiter.count("write", "a")
    assert FAST.write.burst > 1
