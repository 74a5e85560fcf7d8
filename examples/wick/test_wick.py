"""Wick: its rules by their examples, and the whole of Tallow upon it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
import wick
from msgspec.structs import fields, replace
from tests.web.people import Person, Tokens, serving
from wick import BOTS, GAME
from wick.keepers import create, fight, make_keeper
from wick.rounds import call_shade, flare, kindle, rest
from wick.state import BOOK, Keeper, Settings, Shade, State, keeper
from wick.trial import rolled, trial

from tallow.cli.main import main
from tallow.games import Game, game, names
from tallow.games.deeds import Refused
from tallow.odds import ask
from tallow.play import Scripted, distribution, scripted
from tallow.simulate import MEASURES, measure, simulate
from tallow.table import open_table
from tallow.testing import coverage, covers, random_game

HERE = Path(__file__).parent


def room(*lights: int, gloom: int = 3, **more: object) -> State:
    """Keepers of Nerve 4 and Craft 3 with so much Light, and one shade."""
    party = tuple(Keeper(f"k{at}", f"K{at}", f"p{at}", 4, 3, light) for at, light in enumerate(lights))
    due = tuple(one.id for one in party if one.light)
    state = State(party=party, shades=(Shade("s", "Shade", "wick.shade.draught", gloom),), due=due, round=1)
    return replace(state, **more)


@covers("wick.trial.roll")
@pytest.mark.parametrize(
    ("score", "faces", "result"), [(4, [2, 5], "guttering"), (4, [1, 4], "bright"), (2, [3, 6], "failed")]
)
def test_dice_at_or_under_the_score_succeed(score, faces, result):
    assert scripted(rolled, score, 2, "p0", "wick.trial.roll", script=[faces]) == result


@covers("wick.trial.roll", "wick.trial.burn")
@pytest.mark.parametrize(
    ("script", "light", "result"),
    [
        (["keep", [1, 2]], 6, "bright"),
        (["keep", [1, 6]], 5, "guttering"),
        (["burn", [1, 2, 6]], 5, "bright"),
        (["burn", [1, 6, 6]], 4, "guttering"),
    ],
)
def test_a_trial_costs_light_when_it_gutters_and_when_one_burns(script, light, result):
    after, found = scripted(trial, keeper(room(6), "k0"), 4, "wick.trial.roll", script=script)
    assert (after.light, found) == (light, result)


@covers("wick.trial.burn")
def test_the_last_light_is_never_burnt():
    assert scripted(trial, keeper(room(1), "k0"), 4, "wick.trial.roll", script=[[5, 6]])[1] == "failed"


@covers("wick.keeper.scores", "wick.keeper.light")
def test_a_keeper_has_seven_points_and_all_their_light():
    one = scripted(create, Settings(), "p1", script=["Ash", (5, 2)])
    assert (one.name, one.nerve + one.craft, one.light) == ("Ash", 7, 6)
    joined = scripted(make_keeper, State(), "p1", script=["", (2, 5)])
    assert [one.seat for one in joined.party] == ["p1"]


@covers("wick.round.flare", "wick.end.won")
def test_a_flare_takes_gloom_and_the_last_of_it_ends_the_fight():
    state = scripted(flare, room(6, 6), "k0", script=["keep", [1, 2]])
    assert [shade.gloom for shade in state.shades] == [1]
    assert state.due == ("k1",)
    state = scripted(flare, room(6, 0, 0, gloom=1), "k0", script=["keep", [1, 6], [4], [3]])
    assert [(one.light, one.lost) for one in state.party] == [(5, False), (1, False), (0, True)]
    outcome = BOTS.over(state)
    assert outcome is not None
    assert (outcome.won, outcome.counts["deaths"], outcome.counts["maimed"]) == (True, 1, 1)


@covers("wick.round.kindle", "wick.keeper.light")
def test_kindling_helps_another_even_out_of_the_dark():
    state = scripted(kindle, room(6, 0, 6), "k0", script=["keep", [1, 2]])
    assert keeper(state, "k1").light == 2
    state = scripted(kindle, room(6, 5, 6), "k0", script=["keep", [1, 2]])
    assert keeper(state, "k1").light == 6


@covers("wick.round.snuff", "wick.round.turns", "wick.end.dark", "wick.end.lost")
def test_after_the_keepers_the_shades_and_then_a_new_round():
    missed = scripted(flare, room(6), "k0", script=["keep", [5, 6], [4]])
    assert (missed.round, missed.due, keeper(missed, "k0").light) == (2, ("k0",), 6)
    snuffed = scripted(flare, room(6), "k0", script=["keep", [5, 6], [3]])
    assert keeper(snuffed, "k0").light == 5
    all_dark = scripted(flare, room(1), "k0", script=[[5, 6], [3]])
    assert [one.lost for one in all_dark.party] == [True]
    with pytest.raises(Refused, match="in_the_dark"):
        GAME.perform(Scripted(), room(6, 0), GAME.actions(room(6, 0), "p1")[0].action)


@covers("wick.rest.light", "wick.setting.long_nights", "wick.house.calls", "wick.shade.*")
def test_the_house_rests_and_calls():
    quiet = room(1, shades=(), due=(), round=0)
    assert keeper(scripted(rest, quiet, ""), "k0").light == 6
    assert keeper(scripted(rest, replace(quiet, settings=Settings(long_nights=True)), ""), "k0").light == 3
    for kind, gloom in (("draught", 2), ("gutter_hound", 4), ("long_guest", 6)):
        called = scripted(call_shade, quiet, "", script=[f"wick.shade.{kind}"])
        assert ([shade.gloom for shade in called.shades], called.round) == ([gloom], 1)


def test_every_engine_entry_is_cited_and_held():
    found = coverage(BOOK, "wick", HERE)
    assert found.unknown == ()
    assert set(found.engine) <= set(found.cited) & set(found.covered)


def test_odds_are_exact_and_best_play_burns():
    answer = ask(GAME, "trial", {"score": "4"}, goal="works")
    assert answer.best == 1 - Fraction(1, 3) ** 3
    plain = distribution(rolled, 4, 2, "p", "wick.trial.roll")
    assert plain == {"bright": Fraction(4, 9), "guttering": Fraction(4, 9), "failed": Fraction(1, 9)}


def test_random_people_can_do_nothing_that_breaks_it():
    assert sum(len(list(random_game(GAME, seed, 25))) for seed in range(100)) > 1000


def test_simulation_and_comparison():
    report = simulate(GAME, "5/2; 4/3 x2", "Draught x2; Gutter-Hound", n=500)
    assert report.wins.p > 0.9
    assert report.stalemates == 0
    found = measure(GAME, 3, 1, n=200)
    assert all(0 <= getattr(found, name).low <= getattr(found, name).p for name in MEASURES)


def test_it_is_found_by_its_name(installed: Path):
    assert "wick" in names()
    assert game("wick") is GAME
    assert open_table("wick", "The House", {}, bytes(32), example=True).table.state.party[0].name == "Ash"


def test_it_plays_on_the_web_table(installed: Path, tmp_path: Path):
    with serving(tmp_path) as server:
        opened = server.client.post("/try", data={"game": "wick"}, follow_redirects=False)
        house = Person(server, opened.headers["location"].split("/")[-1])
        invited = next(link["token"] for link in house.get("links").json() if link["role"] == "player")
        ash = Tokens(server, house.token, invited, "").join("Bo", seat="player1")
        assert "Ash" in ash.page().text
        assert house.act("call_shade", "", "wick.shade.draught").status_code == 200
        assert ash.act("flare", "keeper1", "keep").status_code == 200
        log = ash.page("/log").text
        assert "Draught" in log
        assert server.client.get("/odds/wick/trial?score=4").status_code == 200


def test_it_answers_on_the_command_line(installed: Path):
    there = os.pathsep.join([str(installed), str(HERE)])

    def tallow(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tallow", *words]
        return subprocess.run(  # noqa: S603
            command, env={**os.environ, "PYTHONPATH": there}, capture_output=True, text=True, check=False
        )

    odds = tallow("odds", "wick", "trial", "score=4", "goal=works", "--json")
    assert json.loads(odds.stdout)["best"]["exact"] == "26/27"
    simulated = tallow("simulate", "wick", "--party", "4/3 x2", "--foes", "Draught", "-n", "50", "--json")
    assert json.loads(simulated.stdout)["n"] == 50
    wrong = tallow("simulate", "wick", "--party", "4/4", "--foes", "Draught")
    assert (wrong.returncode, "add up to 7" in wrong.stderr) == (2, True)
    assert "Draught" in tallow("rules", "wick", "draught").stdout


CORE: Game[State] = Game(**{field.name: getattr(GAME, field.name) for field in fields(GAME) if field.required})


@pytest.fixture
def core_alone(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wick without anything that its record could leave out."""
    monkeypatch.setattr(wick, "GAME", CORE)
    game.cache_clear()
    yield
    game.cache_clear()


def test_the_core_alone_is_a_game():
    for seed in range(20):
        for _ in random_game(CORE, seed, 25):
            pass


def test_the_core_alone_plays_in_the_terminal(core_alone, monkeypatch, capsys):
    lines = ["Ash", "3", "call", "draught", "flare", "", "q"]
    monkeypatch.setattr("sys.stdin", StringIO("\n".join(lines)))
    assert main(["play", "wick", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert "You play everybody at the table." in shown
    assert "Ash joins." in shown
    assert "Draught 2 comes" in shown
    assert main(["play", "wick", "--quick"]) == 2
    assert "without --foes and --quick" in capsys.readouterr().err


def test_the_core_alone_plays_on_the_web(core_alone, tmp_path):
    with serving(tmp_path) as server:
        start = server.client.get("/").text
        assert "/rules/wick" in start
        assert not any(page in start for page in ("/character/wick", "/odds/wick", "/rehearse/wick"))
        table = server.table(game="wick")
        house, ash = table.referee, table.join("Bo")
        assert ash.act("make_keeper", "player1", "Ash", [5, 2]).status_code == 200
        assert house.act("call_shade", "", "wick.shade.draught").status_code == 200
        assert ash.act("flare", "keeper1", "keep").status_code == 200
        assert "Draught" in ash.page("/log").text
        assert server.client.get("/character/wick").status_code == 400


def test_what_needs_more_than_the_core_says_what_is_missing(core_alone, capsys):
    assert main(["simulate", "wick", "--party", "4/3", "--foes", "Draught"]) == 2
    assert '"wick" is not a game with bots' in capsys.readouterr().err
    assert main(["character", "wick"]) == 2
    assert '"wick" is not a game with characters' in capsys.readouterr().err
    assert main(["expedition", "wick", "--party", "4/3", "--room", "Draught"]) == 2
    assert main(["odds", "wick", "trial", "score=4"]) == 2


def test_a_party_and_foes_that_cannot_be_read_are_refused():
    for party, foes in (("4/4", "Draught"), ("", "Draught"), ("4/3", "Drought"), ("4/3", "Draught x7"), ("4/3", "")):
        with pytest.raises((ValueError, LookupError)):
            fight(party, foes, None)
