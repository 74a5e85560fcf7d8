"""A page through nginx with TLS, from two workers over PostgreSQL, as docs/hosting.md has it."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.people import Table
from tests.hosting import hosted


def test_a_public_table_as_the_page_has_it(sit, tmp_path: Path, postgresql: Callable[[], str]):
    with hosted(tmp_path, postgresql()) as there:
        table = Table(lambda name, **more: sit(name, ignore_https_errors=True, **more), there.address)
        ann, bo = table.ann, table.bo
        assert table.link.startswith(f"{there.address}/t/")
        bo.come(table.link)
        ann.say("Through the proxy.")
        bo.tab("log")
        bo.sees("Through the proxy.")
        for worker in there.server.workers():
            os.kill(worker, signal.SIGKILL)
        ann.insist("And after all of them were gone.")
        for one in (ann, bo):
            expect(one.page.locator("html")).to_have_attribute("data-connection", "on")
        bo.sees("And after all of them were gone.")
        answers = {
            path: bo.page.request.get(f"{there.address}{path}") for path in ("/health", "/metrics", "/rules/cairn")
        }
        assert {path: answer.status for path, answer in answers.items()} == {
            "/health": 200,
            "/metrics": 403,
            "/rules/cairn": 200,
        }
        assert "strict-transport-security" in answers["/health"].headers
        tokens = {one.page.url.rpartition("/")[2] for one in (ann, bo)} | {table.link.rpartition("/")[2]}
        for log in (there.access_log.read_text(), there.server.said):
            assert "/t/" in log
            assert not [token for token in tokens if token in log]
