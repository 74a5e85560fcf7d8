"""Views as text: nothing is left out, in colour and without, wide and narrow."""

import re
from pathlib import Path

import pytest

from tallow.games.view import (
    Block,
    Boxes,
    Chart,
    Dice,
    Line,
    Lines,
    Mark,
    Panel,
    Slot,
    Slots,
    Stat,
    Tag,
    Tags,
    Text,
    Token,
    Track,
    View,
)
from tallow.games.words import catalogue
from tallow.terminal.draw import draw, strip
from tallow.terminal.page import page
from tallow.terminal.pen import Pen
from tallow.terminal.phrases import terminal_phrases
from tallow.wording.speech import Speech
from tests.terminal.pit import BOOK, GAME

SRC = Path(__file__).parents[2] / "src" / "tallow"

THINGS = (
    Slot("1", "Sword", 1, "weapon", "hands", "d8"),
    Slot("2", "Torch", uses=2, uses_most=3),
    Slot("3", "Chest", 2),
    Slot("4", "Ring", 0),
)
BLOCKS: dict[str, tuple[Block, tuple[str, ...]]] = {
    "stat": (Stat("hp", 4, 6), ("HP 4/6",)),
    "stat without a maximum": (Stat("luck", 4), ("luck 4",)),
    "track": (Track("hp", 2, 5), ("HP ●●○○○ 2 of 5",)),
    "long track": (Track("hp", 20, 50), ("HP 20 of 50",)),
    "overfull track": (Track("hp", 7, 5), ("HP ●●●●● 7 of 5",)),
    "dice": (Dice("luck", (3, 5), 8), ("luck [3] [5] (d8)",)),
    "no dice": (Dice("luck", ()), ("luck none",)),
    "slots": (
        Slots("pack", THINGS, 4, 10),
        ("pack 4 of 10", "■   Sword  d8, hands", "■   Torch  2 of 3 left", "■■  Chest", "·   Ring", "6 free"),
    ),
    "tags": (Tags("signs", (Tag("tired", "two nights", bad=True), Tag("wet"))), ("signs:  ! tired (two nights)  wet",)),
    "no tags": (Tags("signs", ()), ("signs:  none",)),
    "lines": (
        Lines("gear", (Line("Rope", "thirty feet"), Line("", "only words"))),
        ("gear", "  Rope: thirty feet", "  only words"),
    ),
    "no lines": (Lines("gear", ()), ("gear none",)),
    "text": (Text("note", "as it stands"), ("note: as it stands",)),
    "chart": (
        Chart("field", 3, 2, (Token("a", "Hob", 0, 0, "party"), Token("b", "Hog", 2, 1, "foes"))),
        ("field", "    1 2 3", "  1 H · ·", "  2 · · O", "  H  Hob (party): column 1, row 1", "O  Hog (foe): column 3"),
    ),
    "chart with more on it": (
        Chart(
            "field", 3, 1, (Token("a", "Hob", 0, 0, "party", 2, (("stun", 2), ("prone", 0))),),
            (Mark(1, 0, "wall"), Mark(2, 0, "corpse", "Rat")),
        ),
        ("  1 H █ ◇", "column 1, row 1, facing east; stun 2; prone", "  ◇  corpse (Rat): column 3, row 1"),
    ),
    "chart where some share a square": (
        Chart(
            "field", 10, 2,
            (
                Token("a", "Hob", 0, 0, "party", down=True), Token("b", "Rat", 0, 0, "foes"),
                *(Token(name, name, 9, 1, "foes") for name in ("Asp", "Bat", "Cat")),
            ),
        ),
        ("                      1\n    1 2 3 4 5 6 7 8 9 0", "  1 RH· ·", "· A&", "A  Asp (foe): column 10, row 2"),
    ),
    "boxes": (Boxes("luck", 5, 1, 2, 1, 3, 5), ("luck 2/5 [ ][ ][/][/][X] (1) ●●●○○", "boxes.crossed 1")),
    "boxes alone": (Boxes("luck", 2), ("luck 2/2 [ ][ ]",)),
}  # fmt: skip


def drawn(block: Block, pen: Pen) -> list[str]:
    return draw(View((Panel("p", "Panel", "sheet", (block,)),)), Speech(GAME).label, pen)


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_says_all_that_it_has(name: str) -> None:
    block, said = BLOCKS[name]
    text = "\n".join(drawn(block, Pen()))
    for line in said:
        assert line in text


@pytest.mark.parametrize("name", BLOCKS)
def test_colour_adds_nothing_but_colour(name: str) -> None:
    block, _ = BLOCKS[name]
    plain = "\n".join(drawn(block, Pen()))
    painted = "\n".join(drawn(block, Pen(colour=True, accent="#d9a441")))
    assert painted != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == plain


@pytest.mark.parametrize("name", BLOCKS)
def test_plain_letters_where_the_terminal_has_no_more(name: str) -> None:
    block, _ = BLOCKS[name]
    assert "\n".join(drawn(block, Pen(shapes=False))).isascii()


def test_lines_fit_the_width() -> None:
    long = " ".join(["verb"] * 60)
    blocks: tuple[Block, ...] = (
        *(Stat(f"stat {at}", at, 20) for at in range(12)),
        Lines("gear", (Line("Rope", long),)),
        Text("note", long),
        Tags("signs", tuple(Tag(f"sign {at}") for at in range(12))),
        Slots("pack", (Slot("1", "Sword", detail=long),), 1, 10),
    )
    for width in (30, 47, 80):
        lines = draw(View((Panel("p", "Panel", "sheet", blocks),)), Speech(GAME).label, Pen(width=width))
        assert max(map(len, lines)) <= width
        assert "".join(lines).count("verb") == 180


def test_a_track_stands_behind_the_number_that_it_is() -> None:
    panel = Panel("p", "Hob", "card", (Stat("hp", 2, 3), Track("hp", 2, 3), Stat("luck", 7)))
    text = "\n".join(draw(View((panel,)), Speech(GAME).label, Pen()))
    assert "HP 2/3 ●●○   luck 7" in text


def test_a_strip_is_numbers_and_conditions_on_one_line() -> None:
    panel = Panel(
        "p", "Hob", "card", (Stat("hp", 2, 3), Text("note", "long"), Tags("signs", (Tag("tired", bad=True),)))
    )
    assert strip(panel, Speech(GAME).label, Pen()) == ["Hob   HP 2/3   tired"]


def test_a_page_is_the_whole_entry() -> None:
    text = "\n".join(page(GAME, BOOK.entries()["pit.fight.strike"], Pen()))
    for part in ("Strike", "pit.fight.strike", "A strike does d6.", "Digging is striking.", "leaves a rat of 13 HP"):
        assert part in text
    brave = "\n".join(page(GAME, BOOK.entries()["pit.kind.brave"], Pen()))
    assert "hp: 2" in brave
    assert "  sword (dice d6)" in brave


def test_every_phrase_is_used_and_none_is_missing() -> None:
    files = [path for folder in ("terminal", "cli") for path in sorted((SRC / folder).rglob("*.py"))]
    source = "\n".join(path.read_text("utf-8") for path in files)
    said = set(re.findall(r"""(?<!words\.)\bsay\(\s*(?:language, )?f?["']([a-z_.]+)""", source))
    said |= set(
        re.findall(r'"((?:play|help|screen|simulate|compare|expedition|page|sheets)[.][a-z_.]+|yes|no)"', source)
    )
    begun = tuple(code for code in said if code.endswith("."))
    own = catalogue("tallow.terminal", "en")["say"]
    assert {code for code in said if code not in begun} <= set(terminal_phrases("en").catalogue()["say"])
    assert [code for code in own if code not in said and not code.startswith(begun)] == []


def test_the_faces_know_no_game_in_particular() -> None:
    for path in (*(SRC / "terminal").glob("*"), *(SRC / "cli").rglob("*.py")):
        if path.is_file():
            code = path.read_text("utf-8")
            assert not re.search(r"games\.\w*cairn|games import cairn|\bcairn\.(?!save\.roll$)\w+\.\w+\"", code), path
