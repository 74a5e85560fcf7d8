"""`tallow check-game` finds what was broken on purpose, names the file and says it in words."""

import json

import pytest

from tests.cli.run import tallow
from tests.testing.outside import Outside

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def mine(tmp_path) -> Outside:
    return Outside("lost_mine", tmp_path)


def found(of: Outside, *more: str) -> tuple[int, set[tuple[str, str]], str]:
    """The exit code, the level and file of each finding, and all that is said."""
    ran = of.tallow("check-game", of.name, "--json", "--games", "10", *more)
    answer = json.loads(ran.stdout)
    assert answer["well"] == (ran.returncode == 0)
    findings = answer["findings"]
    said = "\n".join(f"{one['level']} {one['file']} {one['says']}" for one in findings)
    return ran.returncode, {(one["level"], one["file"]) for one in findings}, said


def test_words_rules_tests_and_deeds(mine):
    mine.change("words.toml", 'misses = "{0} misses."\n', "")
    mine.change("words.toml", '"push.steady" = "As it is"\n', "")
    mine.change("words.toml", 'joins = "{0} joins."', 'joins = "{0} joins {3}."')
    mine.change("words.toml", 'rest = "You rest."', 'nobody_says_this = "Never."\nrest = "You rest."')
    mine.change("rulebook.toml", "[[setting]]", RULE + "[[setting]]")
    mine.change(
        "fight.py", "shown=lambda state, _: not state.round and bool(standing(state))", "shown=lambda *_: False"
    )
    mine.change("tests/test_rules.py", '@covers("lost_mine.rest.hits", ', "@covers(")
    code, _, said = found(mine)
    assert code == 1
    assert "wrong words.toml [told] has no words for misses (fight.py:" in said
    assert "wrong words.toml [option] has no words for push.steady" in said
    assert "wrong words.toml more facts than are told: told.joins: {0} joins {3}." in said
    assert "doubt words.toml [told] nobody_says_this: nothing says this" in said
    assert "wrong rulebook.toml lost_mine.rest.food is for the engine, and no code cites it" in said
    assert "wrong rulebook.toml lost_mine.rest.food is held by no test" in said
    assert "wrong rulebook.toml lost_mine.rest.hits is held by no test" in said
    assert "rest was never on offer in 10 random games" in said


def test_files_that_cannot_be_read(mine):
    mine.change("words.toml", 'rest = "You rest."', 'rest = "You rest.')
    mine.change("content/foe.toml", "[[foe]]", "[[foe]")
    code, places, said = found(mine)
    assert (code, places) == (1, {("wrong", "words.toml"), ("wrong", "content/foe.toml")})
    assert said.count("it cannot be read: ") == 2
    assert "line" in said


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "says"),
    [
        (
            "record.py",
            "import name, sheet, view",
            "import name, shet, view",
            "record.py, line",
            "cannot import name 'shet'",
        ),
        ("fight.py", "def strike(play", "def strike((play", "fight.py, line", "SyntaxError"),
        ("state.py", "FULL = 6", "FULL = 6 / 0", "state.py, line", "ZeroDivisionError: division by zero"),
    ],
)
def test_a_package_that_cannot_be_loaded(mine, file, old, new, place, says):
    mine.change(file, old, new)
    code, places, said = found(mine)
    assert (code, len(places)) == (1, 1)
    assert (place in said, says in said) == (True, True), said
    other = mine.tallow("odds", mine.name)
    assert (other.returncode, other.stdout) == (2, "")
    assert other.stderr.startswith(f'The game "{mine.name}" cannot be loaded: {place}')


RULE = """\
[[rule]]
id = "lost_mine.rest.food"
section = "Rest"
kind = "engine"
text = "Nobody rests without food."

"""


def test_a_view_that_fails_for_a_seat(mine):
    mine.change(
        "view.py", "    party = [panel", '    if seat == "onlooker":\n        raise KeyError(seat)\n    party = [panel'
    )
    code, _, said = found(mine)
    assert (code, "wrong record.py the view of onlooker fails: KeyError" in said) == (1, True)


def test_a_state_that_does_not_round_trip(mine):
    mine.change("state.py", "    serial: int = 0\n", "    serial: int = 0\n    seen: object = None\n")
    mine.change("fight.py", "    foe = Foe(id_,", "    state = replace(state, seen=(1, 2))\n    foe = Foe(id_,")
    code, _, said = found(mine)
    assert code == 1
    assert "a state is another one after it was written as JSON and read again (in random play)" in said


def test_an_error_in_a_rule_has_its_file_and_line(mine):
    mine.change("fight.py", "    gain = 3 if", "    gain = 1 // 0 if")
    mine.change("fight.py", "state.settings.short_rests else FULL", "True else FULL")
    code, files, said = found(mine)
    assert (code, ("wrong", "fight.py") in files) == (1, True)
    assert "ZeroDivisionError" in said


def test_a_rule_that_is_not_pure(mine):
    mine.change("checks.py", "NEEDED = 9\n", "NEEDED = 9\nCALLS: list[int] = []\n")
    mine.change("checks.py", "    passed = total", "    CALLS.append(1)\n    total += len(CALLS)\n    passed = total")
    code, _, said = found(mine)
    assert code == 1
    assert "when its answers are given again (in random play)" in said


def test_a_table_at_which_nothing_can_be_done(mine):
    mine.change(
        "adventurers.py",
        "shown=lambda state, who: not state.round and SEATING.without(state, who)",
        "shown=lambda *_: False",
    )
    mine.change("record.py", "    example=example,\n", "")
    code, _, said = found(mine)
    assert (code, "nobody can do anything, neither at a new table" in said) == (1, True), said


def test_a_book_that_is_ill_formed(mine):
    mine.change("content/foe.toml", 'id = "lost_mine.foe.bear"', 'id = "lost_mine.foe.rat"')
    mine.change("content/foe.toml", 'kind = "engine"', 'kind = "motor"')
    mine.change("rulebook.toml", "default = false", "default = true")
    code, _, said = found(mine)
    assert code == 1
    assert "wrong content/foe.toml lost_mine.foe.rat is there twice" in said
    assert "wrong content/foe.toml the kind of lost_mine.foe.rat is none of engine, referee, flavour" in said


def test_groups_that_are_left_out_are_not_wrong(mine):
    mine.change("record.py", "    bots=BOTS,\n", "")
    mine.change("record.py", "    characters=Characters(create=create, sheet=sheet),\n", "")
    code, _, said = found(mine)
    assert "optional record.py without bots: no simulation, no autopilot, no odds that need decisions" in said
    assert "optional record.py without characters: no page of characters" in said
    assert (code, "wrong" in said) == (0, False), said


def test_tests_that_are_elsewhere(mine, tmp_path):
    (mine.place / "tests").rename(tmp_path / "elsewhere")
    code, _, said = found(mine)
    assert (code, "optional tests none were found that cover a rule" in said) == (0, True), said
    code, files, said = found(mine, "--tests", str(tmp_path / "elsewhere"))
    assert (code, ("optional", "tests") in files) == (0, False), said


def test_what_is_asked_wrongly_is_refused():
    assert '"carin" is not a game' in tallow("check-game", "carin").err
    ran = tallow("check-game", "cairn", "--tests", "nowhere")
    assert (ran.code, ran.err) == (2, "There is no folder nowhere.\n")
