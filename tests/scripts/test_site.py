"""The site: its pages are built without a warning, what is wrong is found, and nothing comes from elsewhere."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.docs import games, public

from tallow.adventures import names, ready, with_adventure
from tallow.games import BUILT_IN, game
from tallow.games.deeds import Deeds

ROOT = Path(__file__).parents[2]
SPHINX = (sys.executable, "-m", "sphinx", "--fail-on-warning", "--quiet")


def ran(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  (our own)
        list(map(str, command)), capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_the_site_is_built_without_a_warning(tmp_path):
    done = ran(sys.executable, "-m", "scripts.docs.build", "--into", tmp_path, "--game", "vanilla", "--check")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def pages(tmp_path):
    """Two small pages, built as those of the site are."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "conf.py").write_text((ROOT / "docs" / "conf.py").read_text("utf-8"), "utf-8")
    shutil.copytree(ROOT / "docs" / "static", folder / "static")
    (folder / "index.md").write_text("# One\n\n[two](two.md)\n\n```{toctree}\ntwo\n```\n", "utf-8")
    (folder / "two.md").write_text("# Two\n\n[there](index.md#one)\n", "utf-8")
    return folder


def test_nothing_of_the_site_comes_from_elsewhere(pages, tmp_path):
    done = ran(*SPHINX, pages, tmp_path / "site")
    assert (done.returncode, done.stderr) == (0, "")
    for page in (tmp_path / "site").glob("*.html"):
        text = page.read_text("utf-8")
        fetched = re.findall(r"<(?:script|img|iframe|source)\b[^>]*?\bsrc=\"([^\"]+)", text)
        fetched += re.findall(r"<link\b[^>]*?\bhref=\"([^\"]+)", text)
        assert len(fetched) > 4
        assert [one for one in fetched if re.match(r"(https?:)?//", one)] == []
    for sheet in (tmp_path / "site").rglob("*.css"):
        assert not re.search(r"(@import|url\()\s*[\"']?(https?:)?//", sheet.read_text("utf-8")), sheet.name


def test_what_is_wrong_with_a_page_is_an_error(pages, tmp_path):
    wrong = ["[x](nowhere.md)", "[x](two.md#nowhere)", "```{nothing}\n```", "![x](no.png)"]
    with (pages / "index.md").open("a", encoding="utf-8") as page:
        page.write("\n\n".join(["", *wrong, ""]))
    done = ran(*SPHINX, "--builder", "dummy", pages, tmp_path / "site")
    assert done.returncode != 0
    assert [line for line in done.stderr.splitlines() if "WARNING" in line or "ERROR" in line][len(wrong) - 1 :]


def test_the_list_of_what_is_public_is_up_to_date():
    assert public.PAGE.read_text("utf-8") == public.page(), "run python -m scripts.docs.public"


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_pages_of_a_game_have_all_that_it_has(name):
    made, played = games.pages((name,)), game(name)
    words = played.words.catalogue()
    assert isinstance(played.deeds, Deeds)
    listed = {
        "actions": played.deeds.deeds,
        "questions": words["ask"],
        "told": words["told"],
        "refusals": words["refusal"],
        "content": [raw["id"] for kind in ("monster", "spell", "item", "weapon") for raw in played.book.raw(kind)]
        if name != "modified_cairn"
        else [raw["id"] for kind in ("monster", "runeskelf", "item") for raw in played.book.raw(kind)],
        "index": [*played.settings.__struct_fields__, *(one.name for one in played.odds.inquiries)],
    }
    for page, codes in listed.items():
        text = made[f"games/{name}/{page}"]
        assert [code for code in codes if f"| `{code}` |" not in text and f"### {code}\n" not in text] == []


def test_a_question_has_its_facts_and_its_options():
    page = games.pages(("cairn",))["games/cairn/questions"]
    assert "| `aftermath` | {1} has struck {0} down. What comes of it? | `creature.name, entry.id` |" in page
    assert "| `bleeds`, `dies`, `nothing_more` |" in page


@pytest.mark.parametrize("name", ["cairn", "vanilla"])
def test_what_adventures_add_is_on_the_pages_of_a_game(name):
    made, played = games.pages((name,)), game(name)
    place = ready(name, names(name)[0])
    done = [
        offer.action.name
        for refereed in (True, False)
        for seat in ("referee", "player1")
        for one in [with_adventure(played, place, refereed=refereed)]
        if one.example is not None
        for offer in one.deeds.offers(one.example(one.settings()), seat)
        if offer.action.name.startswith("place.")
    ]
    assert {"place.set_out", "place.lead", "place.make_one_more"} <= set(done)
    assert [one for one in done if f"| `{one}` |" not in made[f"games/{name}/actions"]] == []
    for page in ("questions", "told"):
        rows = [
            re.split(r"(?<!\\) \| ", line) for line in made[f"games/{name}/{page}"].splitlines() if "place." in line
        ]
        assert len(rows) > 20
        assert [code for code, words, facts, *_ in rows if "{0}" in words and not facts.strip(" |")] == []


def test_a_question_that_wants_words_says_so():
    page = games.pages(("cairn",))["games/cairn/questions"]
    for asked in ("character_document", "train_aim", "place.idea"):
        assert any(line.startswith(f"| `{asked}` |") and line.endswith("| free text |") for line in page.splitlines())
