"""`covers` as the tests of the built-in games import it: it is that of `tallow.testing`."""

from tallow.testing import covers

__all__ = ["covers"]
