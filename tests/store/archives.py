"""Archives that earlier versions wrote."""

from pathlib import Path

GOLDEN = Path(__file__).with_name("golden") / "archive-1.tallow"
LONG_LISTS = Path(__file__).with_name("golden") / "archive-1-options.tallow.xz"
"""Of a version that kept all options of a decision: 100,000 numbers in a line, and as many in a question that waits."""
