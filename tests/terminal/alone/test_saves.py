"""Games are kept after every answer, found again, and gone on with, whatever ended the program."""

import os
import signal
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from tallow import extras
from tallow.cli.tables import own_database
from tallow.store import Store, export_table
from tallow.terminal.alone import saves
from tests.cli.run import Ran, tallow

PATIENCE = 120


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def play(*lines: str, adventure: str = "mill") -> Ran:
    typed = "".join(f"{line}\n" for line in lines)
    ran = tallow("play", "cairn", "--adventure", adventure, "--seed", "3", typed=typed)
    assert ran.code == 0, ran.err
    return ran


def resume(*words: str, typed: str = "") -> Ran:
    return tallow("play", "--resume", *words, typed=typed)


def test_what_is_played_is_offered_first() -> None:
    shown = tallow("play", "cairn", typed="1\nset out\nq\n").out
    assert "Cairn: what do you play?\n  1  The mill at Sallow Weir" in shown
    assert "── Yard and step" in shown
    assert "First, who are you?" in tallow("play", "cairn", typed="fight\n").out
    assert tallow("play", "cairn", typed="q\n").code == 0


def test_a_game_goes_on_where_it_was_left() -> None:
    play("set out", "take bread", "q")
    ran = resume(typed="m\nu\nq\n")
    assert ran.code == 0, ran.err
    assert "What happened last\n  Saoirse takes: Crust of bread." in ran.out
    assert "── Yard and step" in ran.out
    assert "Taken back." in ran.out
    assert "2  Take: Crust of bread" in resume(typed="q\n").out


def test_a_question_that_waited_waits_still() -> None:
    play("set out", "idea", "2", "Climb the cart")
    ran = resume(typed="1\n")
    assert "Bryn tries: Climb the cart" in ran.out
    assert "what decides it?" in ran.out
    assert "Bryn fails the STR save" in ran.out or "Bryn passes the STR save" in ran.out


def test_who_throws_the_dice_stays_as_it_was_or_is_said_anew() -> None:
    climb = ("idea", "2", "Climb the cart", "1")
    play("set out", "dice mine", *climb)
    assert "type the faces" in resume(typed="q\n").out
    yours = tallow("play", "--resume", "--dice", "yours", typed="\nq\n").out
    assert "Tallow throws the dice from now on." in yours
    mine = tallow("play", "--resume", "--dice", "mine", typed="\n".join((*climb, "q", ""))).out
    assert "You throw your own dice from now on" in mine
    assert mine.rindex("type the faces") > mine.rindex("what decides it?")
    assert "from now on" not in tallow("play", "--resume", "--dice", "mine", typed="q\n").out


def test_taking_back_goes_further_than_the_table_remembers() -> None:
    play("set out", "take bread", "look: the cart")
    with_store = Store(own_database())
    (found,) = saves.begun(with_store, "en")
    playing = saves.resume(with_store, found.id, "en")
    assert playing.table.past == ()
    for _ in range(3):
        playing.undo()
    assert playing.table.done == 0
    with_store.close()


def test_of_several_games_one_is_chosen_or_named() -> None:
    play("q")
    tallow("play", "modified_cairn", "--adventure", "cellars", typed="q\n")
    ran = resume(typed="the mill\nq\n")
    assert "Which one do you go on with?\n  1  " in ran.out
    assert "(Modified Cairn, Town" in ran.out
    assert "── Cairn. The mill at Sallow Weir: where you left it" in ran.out
    for name in ("cellar", "modified"):
        assert "── Modified Cairn. " in resume(name, typed="q\n").out
    wrong = resume("castle")
    assert wrong.code == 2
    assert "No game is kept that could be gone on with by that name.\n  " in wrong.err


def test_nothing_to_go_on_with_is_said() -> None:
    ran = resume()
    assert (ran.code, ran.err) == (2, "No game is kept that could be gone on with.\n")


def test_an_archive_is_gone_on_with(tmp_path) -> None:
    play("set out", "take bread", "q")
    archive = tmp_path / "mill.tallow"
    store = Store(own_database())
    export_table(store, store.tables()[0][0], archive)
    store.close()
    elsewhere = f"sqlite:///{tmp_path / 'elsewhere.sqlite'}"
    ran = resume(str(archive), "--database", elsewhere, typed="look: the cart\nq\n")
    assert ran.code == 0, ran.err
    assert "What happened last\n  Saoirse takes: Crust of bread." in ran.out
    assert "Its wheel has been taken off" in resume("--database", elsewhere, typed="q\n").out
    archive.write_text("no archive", "utf-8")
    assert "line 1: this is not a Tallow archive" in resume(str(archive), "--database", elsewhere).err


def test_an_adventure_of_ones_own_in_a_file(tmp_path) -> None:
    text = (files("tallow.adventures") / "ready/cairn/mill.toml").read_text("utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("The mill at Sallow Weir", "The mill of another"), "utf-8")
    assert "Cairn. The mill of another" in play("q", adventure=str(file)).out
    file.write_text(text.replace("Goblin x2", "Gobling x2"), "utf-8")
    ran = tallow("play", "cairn", "--adventure", str(file))
    assert ran.code == 2
    assert '"Gobling" is not a monster' in ran.err
    assert 'Did you mean "mill"?' in tallow("play", "cairn", "--adventure", "mil").err


def test_without_the_database_it_is_played_and_said_that_nothing_is_kept(monkeypatch) -> None:
    monkeypatch.delitem(sys.modules, "tallow.store", raising=False)
    monkeypatch.setattr(extras, "find_spec", lambda _: None)
    ran = play("set out", "q")
    assert 'This game is not kept when you leave: that needs SQLAlchemy, `pip install "tallow[terminal]"`.' in " ".join(
        ran.out.split()
    )
    assert "── Yard and step" in ran.out
    wrong = resume()
    assert wrong.code == 2
    assert "needs SQLAlchemy" in wrong.err


def test_a_killed_process_loses_nothing_that_was_answered() -> None:
    """It is killed at a prompt, again and again: each time all that was answered before is there."""
    words = [sys.executable, "-m", "tallow", "play", "cairn", "--adventure", "mill", "--seed", "3"]
    answers = ["set out", "take bread", "idea", "1", "Climb the cart"]
    told = ["Yard and step", "Saoirse takes: Crust of bread.", "Who does it?", "What do you try?", "what decides it?"]
    for line, wanted in zip(answers, told, strict=True):
        with subprocess.Popen(  # noqa: S603
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, env={**os.environ}
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{line}\nlook\n")
            process.stdin.flush()
            shown = ""
            while "── Time" not in shown:
                said = process.stdout.readline()
                assert said, shown
                shown += said
            process.send_signal(signal.SIGKILL)
            assert process.wait(PATIENCE) == -signal.SIGKILL
        assert wanted in shown
        words = [*words[:4], "--resume"]
    found = resume(typed="1\nq\n").out
    assert "Saoirse tries: Climb the cart" in found
    assert "It comes off." in found or "It does not come off." in found
    assert Path(own_database().removeprefix("sqlite:///")).stat().st_mode & 0o077 == 0
