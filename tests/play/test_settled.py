"""Some questions are settled beforehand; whoever plays answers the rest."""

from tallow.play import REFEREE, Play, Scripted, Settled, rule


@rule("test.where")
def where(play: Play) -> tuple[str, str, int, str]:
    went = play.choose(REFEREE, "where", ("on", "back"), why="test.where")
    how = play.choose(REFEREE, "how", ("fast", "slowly"), why="test.where")
    (face,) = play.roll(1, 6, by=REFEREE, why="test.where")
    play.tell("went", went, why="test.where")
    return went, how, face, play.write(REFEREE, "note", why="test.where")


def test_what_is_settled_is_not_asked_and_the_rest_is() -> None:
    play = Scripted("slowly", 4, "so be it")
    assert where(Settled(play, {"where": "back"})) == ("back", "slowly", 4, "so be it")
    assert not play.left
    assert play.codes() == ["went"]
    assert Settled(Scripted("on", "fast", 1, ""), {"where": "back"}).call(where)[0] == "on"


def test_an_option_that_is_not_legal_settles_nothing() -> None:
    play = Scripted("on", "fast", 1, "")
    assert where(Settled(play, {"where": "up"}))[0] == "on"
