"""The page of games side by side: it shows what is measured so far, and asks again until it has all."""

import re
from pathlib import Path

import pytest

from tallow.games import BUILT_IN, game
from tallow.web.background import comparisons
from tallow.web.background.work_pool import WorkPool
from tests.web.people import serving


def test_it_fills_up_by_itself_and_is_then_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparisons, "FIRST_FIGHTS", 10)
    monkeypatch.setattr(comparisons, "FIGHTS", 20)
    with serving(tmp_path) as server:
        first = server.client.get("/compare?foes=2").text
        assert "Still fighting: Cairn" in first
        assert "hx-get" in first
        server.wait_for_background()
        rough = server.client.get("/compare?foes=2").text
        assert "Still fighting" not in rough
        assert "fights each so far" in rough
        assert 'hx-get="/compare?foes=2' in rough
        server.wait_for_background()
        page = server.client.get("/compare?foes=2").text
        assert "fights each so far" not in page
        assert 'hx-get="/compare?' not in page
        for name in BUILT_IN:
            assert page.count(f"<dt>{game(name).title}</dt>") == 6
        assert len(re.findall(r"<meter [^>]*value=", page)) == 5 * len(BUILT_IN)
        japanese = server.client.get("/compare?foes=2", headers={"Accept-Language": "ja"}).text
        assert "ゲームを並べる" in japanese
        assert "パーティのHPと防具ダイス" in japanese


def test_what_cannot_be_measured_is_said_and_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    async def broken(*asked: object) -> None:
        tried.append(asked)
        raise ValueError

    monkeypatch.setattr(WorkPool, "run", broken)
    with serving(tmp_path) as server:
        server.client.get("/compare")
        server.wait_for_background()
        page = server.client.get("/compare").text
        assert page.count("could not be measured") == len(BUILT_IN)
        assert len(tried) == len(BUILT_IN)
