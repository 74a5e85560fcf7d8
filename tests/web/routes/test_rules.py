"""The rulebook on the web: a book of chapters, and a search."""

import re
from urllib.parse import quote

import pytest

from tallow.games import game, names
from tests.web.people import Server


@pytest.mark.parametrize("played", names())
def test_whoever_turns_the_pages_reads_every_entry_once(server: Server, played: str) -> None:
    read, chapter = [], ""
    for _ in range(200):
        page = server.client.get(f"/rules/{played}" + (f"?chapter={quote(chapter)}" if chapter else "")).text
        read += re.findall(r'data-entry="([^"]+)"', page)
        onward = re.search(r'href="/rules/\w+\?chapter=([^"]+)"[^>]*>([^<]+)</a> →', page)
        if onward is None:
            break
        chapter = _unescaped(onward.group(2))
    assert sorted(read) == sorted(game(played).book.entries())


def test_rules_of_our_own_come_after_those_of_the_book(server: Server) -> None:
    contents = re.findall(r'class="turn"[^>]*>([^<]+)</a>', server.client.get("/rules/cairn").text)
    assert contents.index("Casting Spells") < contents.index("Rules that the source leaves open")


def test_a_chapter_that_is_not_there_is_refused_with_the_nearest(server: Server) -> None:
    refused = server.client.get("/rules/cairn?chapter=Scarz")
    assert refused.status_code == 400
    assert "Scars" in refused.text


def test_a_chapter_shows_tables_and_what_is_found_does_not(server: Server) -> None:
    assert '<table class="rows">' in server.client.get("/rules/cairn?chapter=Scars").text
    assert '<table class="rows">' not in server.client.get("/rules/cairn?q=scars").text


def _unescaped(title: str) -> str:
    return title.replace("&amp;", "&").replace("&#39;", "'").replace("&#34;", '"')
