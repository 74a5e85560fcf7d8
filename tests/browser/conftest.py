"""A real server on a free port, and a real browser: one of each for all tests of a process."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect, sync_playwright

from tests.browser.people import GUIDED, PATIENCE, Person, Table
from tests.web.server_process import Process

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
ROOT = Path(__file__).parents[2]

if not Path(CHROMIUM).exists() or not (ROOT / "src/tallow/web/static/vendor/ready").exists():
    pytest.skip("no browser or no vendor files here: `make test` gets them", allow_module_level=True)


expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def server(tmp_path_factory) -> Iterator[str]:
    """The address of a server with an empty database, at whose tables the same dice fall whatever was played before."""
    running = Process(tmp_path_factory.mktemp("tables"), seeded=True)
    yield running.address
    running.end()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS), timeout=PATIENCE)
        yield browser
        browser.close()


@pytest.fixture
def sit(browser: Browser) -> Iterator[Callable[..., Person]]:
    """Makes people, each with a browser of their own; afterwards none of them may have seen an error.

    They have been at a table before, unless it is their `first`.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def blocked(said: ConsoleMessage) -> None:
        if "Content Security" in said.text:
            faults.append(said.text)

    def person(name: str, *, phone: bool = False, script: bool = True, first: bool = False, **options) -> Person:
        size = {"width": 360, "height": 740} if phone else {"width": 1440, "height": 900}
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            has_touch=phone,
            java_script_enabled=script,
            reduced_motion="reduce",
            **options,
        )
        contexts.append(context)
        if not first:
            context.add_init_script(GUIDED)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(f"{name}: {error}"))
        page.on("console", blocked)
        return Person(name, page)

    yield person
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def table(sit, server) -> Table:
    """A new table with Ann as its referee."""
    return Table(sit, server)
