"""The server goes, and comes back: pages say so, and go on by themselves."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.people import Table
from tests.web.server_process import Process


def test_pages_outlive_the_server(sit, tmp_path: Path):
    server = Process(tmp_path, seeded=True)
    table = Table(sit, server.address)
    ann, bo = table.ann, table.bo
    bo.come(table.link)
    for one in (ann, bo):
        one.hurry()
    assert server.end() == 0
    for one in (ann, bo):
        expect(one.page.locator("html")).to_have_attribute("data-connection", "off")
        expect(one.page.get_by_text("Not connected. Trying again.")).to_be_visible()
    again = Process(tmp_path, urlsplit(server.address).port or 0, seeded=True)
    for one in (ann, bo):
        expect(one.page.locator("html")).to_have_attribute("data-connection", "on")
    ann.say("Where were we?")
    bo.tab("log")
    bo.sees("Where were we?")
    again.end()


def test_pages_outlive_a_worker(sit, tmp_path: Path, postgresql: Callable[[], str]):
    server = Process(tmp_path, database=postgresql(), more=("--workers", "2"))
    table = Table(sit, server.address)
    ann, bo = table.ann, table.bo
    bo.come(table.link)
    for at, worker in enumerate(server.workers()):
        ann.insist(f"Number {at}.")
        bo.tab("log")
        bo.sees(f"Number {at}.")
        os.kill(worker, signal.SIGKILL)
    ann.insist("Where were we?")
    bo.sees("Where were we?")
    for one in (ann, bo):
        expect(one.page.locator("html")).to_have_attribute("data-connection", "on")
    assert server.end() == 0
