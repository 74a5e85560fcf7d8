"""The server goes, and comes back: pages say so, and go on by themselves."""

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
