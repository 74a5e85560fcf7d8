"""What all benchmarks share: a smallest form, and what to say where something to compare with is not installed."""

from argparse import ArgumentParser
from importlib.util import find_spec

GROUP = "uv sync --all-extras --group benchmarks"


def parser(description: str | None) -> ArgumentParser:
    """A parser that takes `--smallest`."""
    made = ArgumentParser(description=description)
    made.add_argument("--smallest", action="store_true", help="only see that it runs; its numbers mean nothing")
    return made


def have(*modules: str) -> bool:
    """Whether these are installed; if not, say what is left out for want of them, and how to get it."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        print(f"{' and '.join(missing)}: not installed, so nothing is compared with it. To have it: {GROUP}")
    return not missing
