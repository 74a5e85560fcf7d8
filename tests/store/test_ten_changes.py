"""Ten changes of a game, each in a copy of the program that opens what was stored before it was changed.

Each ends in an upgrade or in a sentence, none in a loss: whatever was kept is there, is what it was, and goes on.
"""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from tallow.games import cairn
from tallow.games.deeds import Action
from tallow.play import REFEREE, Answer
from tallow.store import Kept, Store, export_table
from tallow.table import open_table
from tallow.table.seats import referee
from tests.store.changed_copy import Edit, Found, Report, changed_copy, opened_by, plain
from tests.store.keeping import keep

HARM: tuple[Answer, ...] = ("pc1", "STR", "1", "no")
MEET: tuple[Answer, ...] = ("bestiary", "cairn.monster.goblin", 1, 30)
EVENING: tuple[tuple[str, tuple[Answer, ...]], ...] = (
    ("harm", HARM),
    ("note", ("A long evening. " * 30,)),
    ("let_time_pass", ("minutes", 10)),
    ("harm", HARM),
    ("meet", MEET),
)
ROUNDS = 5
"""The evening is so many times these actions: 25 in all."""


class Before(Struct, frozen=True):
    """What was stored: the database, archives of its tables, and their states by title."""

    database: Path
    archives: list[Path]
    states: dict[str, list[Any]]


def acted(store: Store, kept: Kept, name: str, *answers: Answer) -> Kept:
    return keep(store, kept, kept.table.act(REFEREE, Action(name), answers=answers))


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Before:
    """Two tables of 25 actions with a party: at one `harm` is half answered, at the other `meet`."""
    folder = tmp_path_factory.mktemp("before")
    store, archives, states = Store(f"sqlite:///{folder}/tables.sqlite"), [], {}
    for title, name, given in (("harm", "harm", HARM[:1]), ("meet", "meet", MEET[:1])):
        kept = store.create(open_table("cairn", title, {}, bytes(32), example=True))
        kept = keep(store, kept, kept.table.sit(referee("Ann")))
        kept = keep(store, kept, kept.table.join("Bo", "server", "player1"))
        for action, answers in EVENING * ROUNDS:
            kept = acted(store, kept, action, *answers)
        kept = acted(store, kept, name, *given)
        assert (kept.table.done, len(kept.table.pending)) == (25, 1)
        archives.append(folder / f"{title}.tallow")
        export_table(store, kept.id, archives[-1])
        states[title] = [plain(store.state_at(kept.id, at)) for at in range(26)]
    store.close()
    return Before(folder / "tables.sqlite", archives, states)


@pytest.fixture
def opens(before: Before, tmp_path: Path) -> Callable[..., Report]:
    """What a copy of the program with some edits makes of it; where it refuses all, nothing of it has changed."""

    def opened(*edits: Edit) -> Report:
        database = tmp_path / "tables.sqlite"
        shutil.copy(before.database, database)
        report = opened_by(changed_copy(tmp_path / "copy", edits), f"sqlite:///{database}", before.archives)
        if all(one.unreadable for one in report.tables):
            assert dumped(database) == dumped(before.database), "what cannot be read is left as it is"
        return report

    return opened


def dumped(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return list(connection.iterdump())


def same(value: Any) -> Any:
    return value


def holds(before: Before, report: Report, change: Callable[[Any], Any] = same) -> dict[str, Found]:
    """Tables and archives are read, with every state as it was but for `change`, and go on and back; by title."""
    for one in (*report.tables, *report.archives):
        assert one.unreadable == ""
        assert one.states == [change(state) for state in before.states[one.title]]
        assert one.refused == []
        assert one.went_on >= 1
    assert {one.title: one.pending for one in report.archives} == {one.title: one.pending for one in report.tables}
    return {one.title: one for one in report.tables}


def is_refused(report: Report, said: str) -> None:
    """Nothing is read, and it is said why."""
    for one in (*report.tables, *report.archives):
        assert said in one.unreadable


HALF = {"harm": [("harm", "hazard_ability", 1)], "meet": [("meet", "encounter_whom", 1)]}
"""What waits at each table: the action, the question, and how many answers were given."""


def waits(tables: dict[str, Found]) -> dict[str, list[tuple[str, str, int]]]:
    return {title: one.pending for title, one in tables.items()}


def upgrade(body: str) -> Edit:
    """One upgrade more."""
    names = "from tallow.games.stored import renamed_deeds, renamed_ids"
    return Edit("upgrades.py", f"\n\n{names}\nUPGRADES = (*UPGRADES, {body})\n")


STATE = "class State(Struct, frozen=True, forbid_unknown_fields=True, gc=False"
HAZARDS = "harm/hazards.py"


def test_a_field_with_a_default_is_added(before: Before, opens: Callable[..., Report]) -> None:
    report = opens(Edit("state.py", '    serial: int = 0\n    mood: str = "glad"\n', "    serial: int = 0\n"))
    tables = holds(before, report, lambda state: state | {"mood": "glad"})
    assert waits(tables) == HALF
    assert "State.mood is new. Record it" in report.schema[0]


RENAMED = Edit("state.py", f'{STATE}, rename={{"notes": "scribbles"}}', STATE)


def test_notes_are_renamed(opens: Callable[..., Report]) -> None:
    report = opens(RENAMED)
    is_refused(report, "unknown field `notes`")
    assert "State.notes is gone, or has another name" in report.schema[0]


def test_notes_are_renamed_with_an_upgrade(before: Before, opens: Callable[..., Report]) -> None:
    renaming = "lambda state: {'scribbles' if name == 'notes' else name: value for name, value in state.items()}"
    report = opens(RENAMED, upgrade(f"Upgrade(state={renaming})"))
    found = holds(before, report, lambda state: {("scribbles" if k == "notes" else k): v for k, v in state.items()})
    assert waits(found) == HALF
    assert len(str(before.states["harm"][-1]["notes"])) > 2_000, "there is something to lose"


def test_a_default_is_changed(before: Before, opens: Callable[..., Report]) -> None:
    report = opens(Edit("state.py", "clock: int = 9 * HOUR", "clock: int = 8 * HOUR"))
    assert waits(holds(before, report)) == HALF
    assert "the default of State.clock is 32400" in report.schema[0]


REQUIRED = Edit("state.py", f"{STATE}, kw_only=True):\n    mood: str\n", f"{STATE}):\n")


def test_a_required_field_is_added(opens: Callable[..., Report]) -> None:
    report = opens(REQUIRED)
    is_refused(report, "missing required field `mood`")
    assert "State.mood is new" in report.schema[0]
    assert "Write a step" in report.schema[0]


def test_a_required_field_is_added_with_an_upgrade(before: Before, opens: Callable[..., Report]) -> None:
    report = opens(REQUIRED, upgrade("Upgrade(state=lambda state: state | {'mood': 'glad'})"))
    assert waits(holds(before, report, lambda state: state | {"mood": "glad"})) == HALF


VERNAL = Edit("state.py", '"vernal"', '"spring"')


def test_a_word_of_a_literal_is_renamed(opens: Callable[..., Report]) -> None:
    report = opens(VERNAL)
    is_refused(report, "Invalid enum value 'spring'")
    assert "State.season cannot be 'spring'" in report.schema[0]


def test_a_word_of_a_literal_is_renamed_with_an_upgrade(before: Before, opens: Callable[..., Report]) -> None:
    report = opens(VERNAL, upgrade("renamed_ids({'spring': 'vernal'})"))
    assert waits(holds(before, report, lambda state: state | {"season": "vernal"})) == HALF


def harm_is(body: str) -> Edit:
    """The rule of `harm` is another; `_harm` is the one that it was."""
    return Edit(HAZARDS, f"\n\n_harm = harm\n\n\ndef harm(play, state, who):\n    {body}\n")


KIND = 'play.choose(REFEREE, "hazard_kind", ("fire", "cold"), why="cairn.action.warden_harm")'


def test_a_question_is_asked_before_one_that_was_answered(before: Before, opens: Callable[..., Report]) -> None:
    tables = holds(before, opens(harm_is(f"{KIND}\n    return _harm(play, state, who)")))
    assert waits(tables) == HALF | {"harm": [("harm", "hazard_kind", 0)]}
    assert {title: one.told for title, one in tables.items()} == {"harm": ["table.asked_anew"], "meet": []}


def test_a_question_is_asked_after_one_that_was_answered(before: Before, opens: Callable[..., Report]) -> None:
    tables = holds(before, opens(harm_is(f"state = _harm(play, state, who)\n    {KIND}\n    return state")))
    assert waits(tables) == HALF
    assert all(one.told == [] for one in tables.values())


def test_a_question_has_one_fact_more(before: Before, opens: Callable[..., Report]) -> None:
    """The one that waits is asked again, with the answers before it; and it is said what to write."""
    report = opens(Edit(HAZARDS, '"hazard_ability", ABILITIES, who,', '"hazard_ability", ABILITIES,'))
    assert waits(holds(before, report)) == HALF
    assert "Write a step for it in the `upgrades` of cairn (docs/stored.md)" in report.schema[0]
    assert "hazard_ability is asked with 1 facts, not 0" in report.schema[0]


def test_the_number_of_a_rule_is_mended(before: Before, opens: Callable[..., Report]) -> None:
    """Strength was lost by ones; now it is lost by twos, but not in the past."""
    mended = harm_is("return suffer(play, _harm(play, state, who), 'pc1', 'STR', 1)")
    assert waits(holds(before, opens(mended))) == HALF
    lost = [state["party"][0]["strength"] for state in before.states["harm"]]
    assert lost[0] - lost[1] == 1


def test_a_rule_is_broken(before: Before, opens: Callable[..., Report]) -> None:
    tables = holds(before, opens(harm_is("raise KeyError(who)")))
    assert waits(tables) == HALF | {"harm": []}
    assert tables["harm"].told == ["table.lost_its_rule"]


GOBBE = [Edit("content/monster.toml", "cairn.monster.gobbe", "cairn.monster.goblin")]


def test_an_id_of_the_content_is_renamed(before: Before, opens: Callable[..., Report]) -> None:
    report = opens(*GOBBE)
    assert waits(holds(before, report)) == HALF
    assert "the id cairn.monster.goblin is gone" in report.schema[0]


def test_an_id_of_the_content_is_renamed_with_an_upgrade(before: Before, opens: Callable[..., Report]) -> None:
    def renamed(state: Any) -> Any:
        foes = [one | {"of": one["of"].replace("goblin", "gobbe")} for one in state["foes"]]
        return state | {"foes": foes}

    report = opens(*GOBBE, upgrade("renamed_ids({'cairn.monster.goblin': 'cairn.monster.gobbe'})"))
    assert waits(holds(before, report, renamed)) == HALF
    assert any(state["foes"] for state in before.states["meet"])


def test_an_option_is_renamed(before: Before, opens: Callable[..., Report]) -> None:
    """Whom harm befalls has other names: the answer that was given is asked for again."""
    others = 'play.choose(REFEREE, "hazard_whom", ("first", "second"), why="cairn.action.warden_harm")'
    tables = holds(before, opens(harm_is(f"{others}\n    return state")))
    assert waits(tables) == HALF | {"harm": [("harm", "hazard_whom", 0)]}
    assert tables["harm"].told == ["table.asked_anew"]


HURT = Edit("referee/controls.py", 'deed("hurt", by_word(hazards.harm)', 'deed("harm", by_word(hazards.harm)')


def test_a_deed_is_renamed(before: Before, opens: Callable[..., Report]) -> None:
    report = opens(HURT)
    tables = holds(before, report)
    assert waits(tables) == HALF | {"harm": []}
    assert tables["harm"].told == ["table.lost_its_rule"]
    assert "the deed harm is gone" in report.schema[0]


def test_a_deed_is_renamed_with_an_upgrade(before: Before, opens: Callable[..., Report]) -> None:
    tables = holds(before, opens(HURT, upgrade("renamed_deeds({'harm': 'hurt'})")))
    assert waits(tables) == HALF | {"harm": [("hurt", "hazard_ability", 1)]}
    assert all(one.told == [] for one in tables.values())


def test_there_is_one_more_monster(before: Before, opens: Callable[..., Report]) -> None:
    text = (Path(cairn.__file__).parent / "content" / "monster.toml").read_text("utf-8")
    entry = next(one for one in text.split("[[monster]]") if '"cairn.monster.goblin"' in one)
    more = entry.replace("cairn.monster.goblin", "cairn.monster.aardling").replace('"Goblin"', '"Aardling"')
    report = opens(Edit("content/monster.toml", f"\n[[monster]]{more}"))
    assert waits(holds(before, report)) == HALF
    assert "the id cairn.monster.aardling is new. Record it" in report.schema[0]
