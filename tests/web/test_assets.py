"""What pages are made of besides HTML: all of it is sent, from a folder that changes when anything in it does."""

import re
from pathlib import Path
from shutil import copytree
from urllib.parse import urljoin

import pytest

from tallow.web import assets
from tests.web.people import Server

REFERENCES = {
    "text/html": r'<(?:link|script)[^>]* (?:href|src)="(/static/[^"]+|/theme/[^"]+)"',
    "text/css": r'url\("([^"]+)"\)',
    "javascript": r'^(?:import|export)\s[^;]*?"(\./[^"]+)";',
}
"""How one thing refers to another, by the type of the one."""


def needed(server: Server, page: str) -> dict[str, str]:
    """All that a page needs, and what that needs in turn: by address how long a browser may keep it."""
    kept: dict[str, str] = {}
    waiting = [page]
    while waiting:
        address = waiting.pop()
        answer = server.client.get(address)
        assert answer.status_code == 200, f"{address} is missing"
        kept[address] = answer.headers["cache-control"]
        kind = answer.headers["content-type"]
        found = [pattern for name, pattern in REFERENCES.items() if name in kind]
        text = answer.text if found else ""
        waiting += [
            to
            for pattern in found
            for one in re.findall(pattern, text, flags=re.MULTILINE)
            if (to := urljoin(address, one)) not in kept
        ]
    return kept


@pytest.mark.skipif(not (assets.STATIC / "vendor/ready").exists(), reason="`make` gets the vendor files")
def test_all_that_a_page_needs_is_sent_and_may_be_kept_for_good(server):
    kept = needed(server, "/rules/cairn")
    inside = {address: how for address, how in kept.items() if address.startswith(assets.folder())}
    assert set(inside.values()) == {"max-age=31536000, immutable"}
    assert set(kept) - set(inside) == {"/rules/cairn", "/static/icon.svg", "/theme/cairn.css"}
    assert kept["/static/icon.svg"] == "max-age=3600"
    assert sum(address.endswith(".woff2") for address in inside) == 6
    assert f"{assets.folder()}/vendor/htmx.min.js" in inside


def test_every_module_is_asked_for_at_once_and_imported_by_another(server):
    page = server.client.get("/").text
    at_once = re.findall(r'rel="modulepreload" href="[^"]*/(\S+)\.js"', page)
    main = f"{assets.folder()}/js/main.js"
    imported = {Path(address).stem for address in needed(server, main)}
    assert sorted(at_once) == sorted(imported) == list(assets.modules())
    assert server.client.get(main).headers["content-type"].startswith("text/javascript")


def test_every_style_sheet_has_its_place(server):
    assert sorted(assets.SHEETS) == sorted(path.stem for path in (assets.STATIC / "css").glob("*.css"))
    sent = server.client.get(f"{assets.folder()}/css/tallow.css").text
    places = [sent.index((assets.STATIC / f"css/{name}.css").read_text("utf-8")) for name in assets.SHEETS]
    assert places == sorted(places)


def test_another_version_is_not_sent_for_this_one(server):
    assert server.client.get("/static/00000000/js/main.js").status_code == 404
    assert server.client.get("/static/00000000/css/tallow.css").status_code == 404


@pytest.mark.parametrize("name", ["css/tokens.css", "js/page.js", "dice.svg"])
def test_the_version_changes_with_anything_that_is_sent(tmp_path, monkeypatch, name):
    copy = copytree(assets.STATIC, tmp_path / "static")
    monkeypatch.setattr(assets, "STATIC", copy)
    before = assets.version.__wrapped__()
    assert before == assets.version()
    (copy / name).write_text((copy / name).read_text("utf-8") + "\n", "utf-8")
    assert assets.version.__wrapped__() != before
