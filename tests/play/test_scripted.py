"""A script fits its rule exactly, or the test that wrote it fails."""

import pytest

from tallow.play import Play, Roll, Scripted, scripted


def duel(play: Play) -> tuple[int, str]:
    (face,) = play.roll(1, 20, by="ann", why="a.b")
    play.tell("rolled", face, why="a.b")
    return face, play.choose("bob", "yield", ("yes", "no"), why="a.c")


def test_a_script_that_fits() -> None:
    assert scripted(duel, script=(17, "no")) == (17, "no")
    assert scripted(duel, script=([17], "no")) == (17, "no")


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ((17,), "the script has ended, but the rule asks Choice"),
        ((17, "no", "yes"), r"did not ask for \['yes'\]"),
        ((17, "maybe"), "'maybe' is not one of the 2 options"),
        (("no", 17), "the script says 'no' to Roll"),
        ((21, "no"), "21 is not on a d20"),
    ],
)
def test_a_script_that_does_not_fit(script: tuple[object, ...], says: str) -> None:
    with pytest.raises(AssertionError, match=says):
        scripted(duel, script=script)


def test_it_keeps_what_was_asked_and_told() -> None:
    play = Scripted(3, "yes")
    duel(play)
    assert play.codes() == ["rolled"]
    assert play.asked[0] == Roll(1, 20, "ann", "a.b")
