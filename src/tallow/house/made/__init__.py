"""Games with house rules, each a package: they are found as soon as this one is imported."""

import sys

from tallow.house import found  # noqa: F401  (it says how a package is made)
from tallow.house.package import FINDER

sys.meta_path.insert(0, FINDER)  # before those that would find the same files by their path
