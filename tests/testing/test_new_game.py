"""From nothing to a game on the web, outside the repository, as docs/adding-a-game.md has it."""

import json
import re
import sys
from pathlib import Path

import pytest

from tallow.games import game, names
from tallow.web.drawing.templates import environment
from tests.cli.run import tallow
from tests.testing.outside import Outside
from tests.web.people import Person, Tokens, serving

DOCS = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


@pytest.fixture(scope="module")
def mine(tmp_path_factory) -> Outside:
    return Outside("lost_mine", tmp_path_factory.mktemp("outside"))


@pytest.fixture
def found(mine, monkeypatch):
    """The game can be found by this process too."""
    monkeypatch.setattr(sys, "path", [*mine.path, *sys.path])
    names.cache_clear()
    environment.cache_clear()
    yield
    for kept in (names, game, environment):
        kept.cache_clear()
    for module in [name for name in sys.modules if name.partition(".")[0] == mine.name]:
        del sys.modules[module]


@pytest.mark.timeout(120)
def test_its_own_tests_pass_at_once(mine):
    ran = mine.python("pytest", "-q", "-p", "no:cacheprovider")
    assert ran.returncode == 0, ran.stdout
    assert re.search(r"^\d+ passed in", ran.stdout, re.MULTILINE), ran.stdout


@pytest.mark.timeout(120)
def test_all_is_well_and_what_is_left_out_has_its_price(mine):
    ran = mine.tallow("check-game", "lost_mine")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "left out: without exploring: no adventures" in ran.stdout
    assert "wrong" not in ran.stdout
    assert ran.stdout.splitlines()[-1].startswith("Lost Mine: all is well (")
    assert "in doubt" not in ran.stdout


@pytest.mark.timeout(120)
def test_it_simulates_and_knows_its_odds(mine):
    ran = mine.tallow("simulate", "lost_mine", "--party", "3/2 x3", "--foes", "Footpad x3", "-n", "50", "--json")
    assert json.loads(ran.stdout)["n"] == 50
    odds = mine.tallow("odds", "lost_mine", "check", "score=3", "goal=success", "--json")
    assert json.loads(odds.stdout)["best"]["exact"] == "11/12"
    made = mine.tallow("character", "lost_mine", "--seed", "5")
    assert (made.returncode, "Arm" in made.stdout) == (0, True)


@pytest.mark.timeout(120)
def test_it_plays_on_the_web(mine, found, tmp_path):
    with serving(tmp_path) as server:
        assert "/rules/lost_mine" in server.client.get("/").text
        opened = server.client.post("/try", data={"game": "lost_mine"}, follow_redirects=False)
        referee = Person(server, opened.headers["location"].split("/")[-1])
        invited = next(link["token"] for link in referee.get("links").json() if link["role"] == "player")
        bryn = Tokens(server, referee.token, invited, "").join("Bo", seat="player1")
        assert "Bryn" in bryn.page().text
        assert referee.act("call_foe", "", "lost_mine.foe.rat").status_code == 200
        assert bryn.act("strike", "adventurer1", "steady").status_code == 200
        assert "Rat" in bryn.page("/log").text
        assert server.client.get("/odds/lost_mine/check?score=3").status_code == 200


@pytest.mark.parametrize("name", ["Mine", "7th", "lost mine", "../mine", "a", "x__y", "_x", "m" * 41, ""])
def test_names_that_cannot_be_are_refused(name, tmp_path):
    ran = tallow("new-game", name, "--into", str(tmp_path))
    assert (ran.code, "cannot be the name of a game" in ran.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("cairn", "There is a game"),
        ("class", "something else"),
        ("json", "something else"),
        ("tallow", "something else"),
    ],
)
def test_names_that_are_taken_are_refused(name, says, tmp_path):
    ran = tallow("new-game", name, "--into", str(tmp_path))
    assert (ran.code, says in ran.err) == (2, True)


def test_nothing_is_written_over(tmp_path):
    kept = tmp_path / "mine" / "notes.txt"
    kept.parent.mkdir()
    kept.write_text("mine", "utf-8")
    ran = tallow("new-game", "mine", "--into", str(tmp_path))
    assert (ran.code, "is there already, and nothing was written" in ran.err) == (2, True)
    assert [path.name for path in kept.parent.iterdir()] == ["notes.txt"]
    ran = tallow("new-game", "mine", "--into", str(tmp_path / "nowhere"))
    assert (ran.code, "There is no folder" in ran.err) == (2, True)


def test_the_guide_names_every_file_of_a_new_game(mine):
    written = {path.name for path in mine.place.rglob("*") if path.is_file() and path.suffix in {".py", ".toml"}}
    guide = DOCS.read_text("utf-8")
    assert sorted(name for name in written - {"__init__.py"} if name not in guide) == []
