"""Completions for shells: every command and option, and the shell itself takes the script."""

import json
import shutil
import subprocess

import pytest

from tallow.cli.main import COMMANDS
from tests.cli.run import tallow

ASK = """
source {script}
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
{function}
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture(scope="module")
def bash(tmp_path_factory):
    """What bash proposes for the words of a command line, the last of them unfinished."""
    pytest.importorskip("shtab")
    if shutil.which("bash") is None:
        pytest.skip("there is no bash here")
    script = tmp_path_factory.mktemp("completion") / "tallow"
    written = tallow("completion", "bash").out
    script.write_text(written, "utf-8")
    function = written.rsplit("complete ", 1)[1].split("-F ")[1].split()[0]

    def propose(words: str) -> list[str]:
        asked = ASK.format(script=script, words=words, function=function)
        ran = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603, S607
        return ran.stdout.split()

    return propose


def test_bash_completes_every_command(bash):
    assert set(COMMANDS) <= set(bash("tallow ''"))
    assert bash("tallow sto") == ["story"]


def test_bash_completes_options_and_what_they_take(bash):
    assert "--referee" in bash("tallow story --r")
    assert sorted(bash("tallow story --format ''")) == ["html", "markdown", "text"]


def test_bash_completes_the_games_and_what_stands_in_their_place(bash):
    assert bash("tallow simulate mod") == ["modified_cairn"]
    assert {"cairn", "vanilla", "roll"} <= set(bash("tallow odds ''"))
    assert "roll" not in bash("tallow simulate ''")
    assert bash("tallow roll --game bla") == ["black_hack"]


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_other_shells_have_every_command_too(shell):
    pytest.importorskip("shtab")
    script = tallow("completion", shell).out
    assert [name for name in COMMANDS if name not in script] == []


@pytest.mark.parametrize(
    "words",
    [
        ("character", "cairn"),
        ("simulate", "cairn", "--party", "6 HP, 12 STR, axe (d8)", "--foes", "Goblin", "-n", "5", "--cores", "1"),
        ("expedition", "cairn", "--party", "6 HP, 12 STR, axe (d8)", "--room", "Goblin", "-n", "2", "--cores", "1"),
    ],
)
def test_json_names_the_seed_from_which_it_comes_again(words):
    first = json.loads(tallow(*words, "--json").out)
    again = json.loads(tallow(*words, "--json", "--seed", str(first["seed"])).out)
    took = {"seconds": 0, "per_second": 0}
    assert again | took == first | took


def test_every_row_of_a_comparison_names_the_seed():
    rows = json.loads(tallow("compare", "--game", "cairn", "-n", "5", "--cores", "1", "--seed", "4", "--json").out)
    assert {row["seed"] for row in rows} == {4}
