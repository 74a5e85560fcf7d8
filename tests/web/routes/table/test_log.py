"""The log: older lines, and a line opened to its rules."""

import pytest

from tallow.web.live import rooms
from tests.web.people import Server, Tokens, ready_table


def test_a_line_opens_to_its_rules_and_the_referee_sees_as_others(server: Server) -> None:
    referee, (bo, _) = ready_table(server)
    referee.act("fate")
    number = bo.get("log?limit=1").json()[-1]["number"]
    assert "cairn.fate.die" in bo.page(f"/line/{number}").text
    assert bo.page("/line/999").status_code == 404
    assert referee.page("/as/player1").status_code == 200
    assert referee.page("/as/nobody").status_code == 409
    assert bo.page("/as/referee").status_code == 403
    assert server.client.get(f"/qr/{bo.token}.svg").text.startswith("<svg")


def test_a_log_is_handed_out_in_parts_that_fit_an_answer(
    server: Server, table: Tokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        table.referee.post("say", text=f"{number}" * 400)
    monkeypatch.setattr(rooms, "ANSWER_BYTES", 1500)
    got: list[int] = []
    before = 0
    for _ in range(20):
        lines = table.referee.get(f"log?limit=200&before={before}").json()
        if not lines:
            break
        assert len(lines) < 6
        got[:0] = [line["number"] for line in lines]
        before = lines[0]["number"]
    assert got == list(range(1, got[-1] + 1))
    assert len(got) > 6
