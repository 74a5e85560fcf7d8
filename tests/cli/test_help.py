"""Nothing without help, and help that is true: every example in it runs."""

import json
import shlex
import shutil
from pathlib import Path

import pytest

from tallow.cli.main import COMMANDS, EXAMPLES, parser
from tests.adventures.one_page_file import dungeon
from tests.cli.run import tallow

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_option_has_help_and_every_command_examples(command: str) -> None:
    made = parser(command)
    assert made.description
    assert made.epilog
    assert f"tallow {command}" in made.epilog
    for action in made._actions:
        assert action.help, f"{command} {action.option_strings or action.dest} has no help"


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_every_command(command: str) -> None:
    ran = tallow(command, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"usage: tallow {command}")
    assert "examples:" in ran.out
    assert not ran.err


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_help_lists_every_command(words: tuple[str, ...]) -> None:
    ran = tallow(*words)
    assert ran.code == 0
    for name, line in COMMANDS.items():
        assert f"{name:<11}{line}" in ran.out


def test_version() -> None:
    ran = tallow("--version")
    assert (ran.code, ran.out) == (0, "tallow 0.1.0\n")


def examples() -> list[str]:
    texts = [EXAMPLES, *(parser(command).epilog or "" for command in COMMANDS)]
    lines = [line.strip() for text in texts for line in text.splitlines() if line.startswith("  tallow ")]
    return list(dict.fromkeys(lines))


@pytest.mark.parametrize("line", examples())
def test_every_example_in_the_help_runs(
    line: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path_factory.mktemp("here")
    monkeypatch.chdir(here)
    monkeypatch.setenv("XDG_DATA_HOME", str(here))
    words = shlex.split(line)[1:]
    shutil.copy(TESTS / "exchange/golden/kettlewright-1.json", here / "hestia.json")
    shutil.copy(TESTS / "store/golden/archive-1.tallow", here / "mill.tallow")
    (here / "crypt.json").write_text(json.dumps(dungeon()), "utf-8")
    if words[0] in {"export", "backup"}:
        assert tallow("import", "mill.tallow").code == 0
    if "--resume" in words:
        assert tallow("play", "cairn", "--adventure", "mill", typed="q\n").code == 0
    if words[0] in {"serve", "mcp"} or "--dask" in words:
        parser(words[0]).parse_intermixed_args(words[1:])
        return
    if words[0] in {"simulate", "expedition", "compare"}:
        words += ["-n", "20"]
    if "--count" in words:
        words[words.index("--count") + 1] = "2"
    ran = tallow(*words)
    assert ran.code == 0, ran.err
    assert ran.out or "--pdf" in words


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_paragraphs_of_help_fit_the_terminal(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    said = tallow(*([command] if command else []), "--help").out
    assert all(len(line) <= 60 for line in said.splitlines() if not line.startswith("  "))


@pytest.mark.parametrize(
    "line",
    [
        "roll 30d6",
        "odds roll 3d6",
        "odds cairn attack dice=d6+d8 hp=3",
        "odds dead_weight",
        "odds cairn",
        "rules cairn scar",
        "rules dead_weight demon",
    ],
)
def test_what_is_printed_fits_a_narrow_terminal(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "56")
    ran = tallow(*line.split())
    assert ran.code == 0
    assert [said for said in ran.out.splitlines() if len(said) > 56] == []
