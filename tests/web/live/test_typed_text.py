"""Text that people type."""

import pytest

from tallow.table import TableRefusal
from tallow.web.live.typed_text import clean_text


def test_what_is_not_to_be_seen_is_taken_out_of_a_name() -> None:
    assert clean_text(" A\u202ennn\x00\n ", 40) == "Annn"
    with pytest.raises(TableRefusal, match="empty"):
        clean_text("\u202e\n", 40)
    with pytest.raises(TableRefusal, match="too_long"):
        clean_text("x" * 41, 40)
