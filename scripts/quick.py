"""Check what a change touches, within a minute: ruff and the layout of changed files, mypy, and the tests beside them.

`make quick`, or `.venv/bin/python scripts/quick.py --since main` for a whole branch. What there was no time for is
listed at the end; `make test` checks everything.
"""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
PROGRAMS = Path(sys.executable).parent
MINUTE = 60

ELSEWHERE = {
    "README.md": ("tests/test_docs.py",),
    "CONTRIBUTING.md": ("tests/test_docs.py",),
    "NOTICE.md": ("tests/package",),
    "docs": ("tests/test_docs.py", "tests/test_architecture.py"),
    "pyproject.toml": ("tests/package",),
    "hatch_build.py": ("tests/package",),
    "benchmarks": ("tests/benchmarks",),
    "scripts": ("tests/scripts",),
    "examples": ("examples",),
    "src/tallow/extras.py": ("tests/test_import.py", "tests/package"),
}
"""Where tests are that are not in the folder of the same name."""

TEXTS = {
    "rulebook.toml": "tests/test_rulebooks.py",
    "words.toml": "tests/test_languages.py",
    "words.ja.toml": "tests/test_languages.py",
    "names.ja.toml": "tests/test_languages.py",
}
"""Tests that read all files of a name, in any folder."""


def belong(changed: str, root: Path = ROOT) -> list[str]:
    """The tests that belong to a file, the nearest first: those of its name, then of its folder."""
    path = Path(changed)
    if path.parts[0] == "tests":
        whole = path.name.startswith("test_") and path.suffix == ".py"
        found = [changed if whole else path.parent.as_posix()]
    elif known := next((tests for part, tests in ELSEWHERE.items() if path.is_relative_to(part)), None):
        found = list(known)
    elif path.is_relative_to("src/tallow"):
        inside = Path("tests", *path.relative_to("src/tallow").parts[:-1])
        while not (root / inside).is_dir():
            inside = inside.parent
        found = [f"{inside.as_posix()}/test_{path.stem}.py"]
        if path.name in TEXTS:
            found.append(TEXTS[path.name])
        if inside not in {Path("tests"), Path("tests/games")}:
            found.append(inside.as_posix())
        else:
            found += sorted(one.relative_to(root).as_posix() for one in (root / inside).glob("test_*.py"))
    else:
        found = []
    return [one for one in dict.fromkeys(found) if (root / one).exists()]


def order(changed: Iterable[str]) -> list[str]:
    """All tests of a change, single files before whole folders."""
    found = dict.fromkeys(one for name in changed for one in belong(name))
    return sorted(found, key=lambda one: not one.endswith(".py"))


def changes(since: str) -> list[str]:
    """Files that differ from a commit, and new ones."""
    differ = _git("diff", "--name-only", "--diff-filter=d", since)
    return sorted({*differ, *_git("ls-files", "--others", "--exclude-standard")})


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603, S607
    if done.returncode:
        sys.exit(done.stderr.strip())
    return done.stdout.splitlines()


class Check:
    """A command in a process of its own, which can be stopped."""

    def __init__(self, name: str, *words: str) -> None:
        self.name = name
        command = [str(PROGRAMS / words[0]), *words[1:]]
        self._running = subprocess.Popen(command, cwd=ROOT, start_new_session=True)  # noqa: S603  (our own)

    def passed(self, until: float) -> bool | None:
        """Whether it succeeded; None if its time was over and it was stopped."""
        try:
            return self._running.wait(max(0.1, until - monotonic())) == 0
        except subprocess.TimeoutExpired:
            os.killpg(self._running.pid, signal.SIGTERM)
            self._running.wait()
            return None


def check(changed: Sequence[str], tests: Sequence[str], seconds: float) -> int:
    """Run all checks and print what failed and what was left out; 1 if something failed."""
    until = monotonic() + seconds
    python = [name for name in changed if name.endswith(".py")]
    begun = [Check("mypy", "mypy", "--no-error-summary")] if python else []
    verdicts: dict[str, bool | None] = {}
    if python:
        verdicts["ruff check"] = Check("ruff check", "ruff", "check", "--quiet", *python).passed(until)
        verdicts["ruff format"] = Check("ruff format", "ruff", "format", "--check", "--quiet", *python).passed(until)
    for one in tests:
        enough, together = monotonic() < until, () if one.endswith(".py") else ("-n", "2")
        verdicts[one] = Check(one, "pytest", "-x", *together, one).passed(until) if enough else None
    verdicts |= {one.name: one.passed(until) for one in begun}
    failed = [name for name, passed in verdicts.items() if passed is False]
    late = [name for name, passed in verdicts.items() if passed is None]
    done = [name for name, passed in verdicts.items() if passed]
    for said, names in (("Passed", done), ("Failed", failed), (f"Left out, for {seconds:.0f} s were over", late)):
        if names:
            print(f"{said}: {', '.join(names)}")  # noqa: T201
    if late or not tests:
        print("`make test` checks everything.")  # noqa: T201
    return 1 if failed else 0


def main() -> int:
    """Check what has changed since a commit."""
    takes = argparse.ArgumentParser(description=__doc__)
    takes.add_argument("--since", default="HEAD", help="the commit to compare with (HEAD)")
    takes.add_argument("--seconds", type=float, default=MINUTE, help="how long it may take (60)")
    given = takes.parse_args()
    changed = changes(given.since)
    if not changed:
        print(f"Nothing has changed since {given.since}. `--since main` looks further back.")  # noqa: T201
        return 0
    return check(changed, order(changed), given.seconds)


if __name__ == "__main__":
    sys.exit(main())
