"""The tables of the site on a phone: a row is read from top to bottom, and nothing lies beyond the edge."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

ROOT = Path(__file__).parents[2]

PAGE = """# Questions

| what | words | facts |
|---|---|---|
| `a_very_long_name_of_a_question_that_is_asked` | Who goes first, and who comes after? | `one_fact, another` |
| `short` | Who? | |
"""

HEAD = "(cell) => getComputedStyle(cell, '::before').content"


@pytest.fixture(scope="module")
def page_of_a_table(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page with a table, built as those of the site are."""
    pages = tmp_path_factory.mktemp("pages")
    shutil.copy(ROOT / "docs" / "conf.py", pages)
    shutil.copytree(ROOT / "docs" / "static", pages / "static")
    (pages / "index.md").write_text(PAGE, "utf-8")
    site = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, "-m", "sphinx", "--quiet", pages, site], check=True, cwd=ROOT)  # noqa: S603
    return (site / "index.html").as_uri()


@pytest.mark.parametrize(("width", "stacked"), [(360, True), (1280, False)])
def test_a_wide_table_is_read_from_top_to_bottom_on_a_phone_alone(
    browser: Browser, page_of_a_table: str, width: int, stacked: bool
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 700})
    page = context.new_page()
    page.goto(page_of_a_table)
    first, second = page.locator("tbody tr").all()
    boxes = [cell.bounding_box() for cell in first.locator("td").all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    tops = [box["y"] for box in boxes if box]
    assert (tops[0] < tops[1] < tops[2]) is stacked
    assert first.locator("td").nth(1).evaluate(HEAD) == ('"words: "' if stacked else "none")
    expect(second.locator("td").nth(2)).to_be_visible(visible=not stacked)
    context.close()
