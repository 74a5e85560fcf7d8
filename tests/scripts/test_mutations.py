import ast
from types import FunctionType

import pytest
from scripts.mutations import ROOT, Change, all_changes, changed, changes, functions, rules_of

SOURCE = '''
class Sheet:
    def dice(self, score: int = 3) -> int:
        """How many dice, at the least 2."""
        if score > 9:
            raise ValueError(f"{score} of 3")
        if not score or score < 1:
            score = 4
        return max(score - 1, 2)
'''


def written(tmp_path):
    file = tmp_path / "sheet.py"
    file.write_text(SOURCE, "utf-8")
    return file


def test_what_can_be_changed_in_a_function(tmp_path):
    """Of a method: its course, conditions and numbers; never errors and their guards, defaults or annotations."""
    found = all_changes([written(tmp_path)])
    assert {change.function for change in found} == {"Sheet.dice"}
    assert sorted(change.what for change in found) == [
        "1 becomes 2",
        "1 becomes 2",
        "2 becomes 3",
        "4 becomes 5",
        "max(score - 1, 2): min",
        "never if not score or score < 1",
        "not score or score < 1, and for or",
        "not score, without not",
        "returns at once",
        "score - 1, another sign",
        "score < 1, the other way",
    ]


@pytest.mark.parametrize(
    ("what", "score", "gives"),
    [
        ("returns at once", 3, None),
        ("score - 1, another sign", 3, 4),
        ("max(score - 1, 2): min", 5, 2),
        ("2 becomes 3", 1, 3),
        ("never if not score or score < 1", 0, 2),
    ],
)
def test_a_change_is_made_in_the_code_of_its_function(tmp_path, what, score, gives):
    change = next(change for change in all_changes([written(tmp_path)]) if change.what == what)
    assert FunctionType(changed(change), {"max": max, "min": min})(None, score) == gives


def test_each_change_is_one_change(tmp_path):
    """Its number finds it again in a fresh tree, and nothing else is changed there."""
    for change in all_changes([written(tmp_path)]):
        tree = ast.parse(SOURCE)
        function = dict(functions(tree))[change.function]
        before = ast.unparse(function)
        node, what, make = list(changes(function))[change.number]
        assert (what, node.lineno) == (change.what, change.lines.start)
        make()
        assert ast.unparse(ast.fix_missing_locations(function)) != before


def test_the_modules_of_a_game():
    found = rules_of("cairn", ["combat", "gear/inventory.py"])
    assert ROOT / "src/tallow/games/cairn/gear/inventory.py" in found
    assert {file.parent.name for file in found} == {"combat", "gear"}


def test_a_change_says_where_it_is():
    file = ROOT / "src/tallow/games/cairn/gear/inventory.py"
    assert str(Change(file, "slots", range(3, 4), "1 becomes 2", 0)) == (
        "src/tallow/games/cairn/gear/inventory.py:3 slots: 1 becomes 2"
    )
