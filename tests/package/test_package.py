"""The package as others get it: sdist, and the wheel made of it, in environments that have nothing else.

One test builds once and goes through every Python at hand, so that workers that run side by side do not build again.
"""

import shutil
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.cli.run import tallow
from tests.package.browsing import assets, fetched
from tests.package.environments import ROOT, Environment, built, pythons, uv
from tests.web.server_process import Process

SOURCE = ROOT / "src" / "tallow"
WEB = 'tallow.web needs Litestar, which is not installed: pip install "tallow[web]"'
STORE = 'tallow.store needs SQLAlchemy, which is not installed: pip install "tallow[web]"'
PAPER = 'A sheet on paper needs typst, which is not installed: pip install "tallow[pdf]"'
PARTS = {
    "import tallow.store": STORE,
    "import tallow.web": WEB,
    "import tallow.web.app": WEB,
    "import tallow.sheets, tallow.games; tallow.sheets.writable(tallow.games.game('black_hack', 'ja'))": PAPER,
}
"""What is asked of the bare library, and what it says."""

NEW_GAME = "cli/new_game/template/src/package/record.py.txt"

ASKED = """
for part in {parts!r}:
    try:
        exec(part)
    except ImportError as missing:
        print(missing)
"""

COMMANDS = {
    ("serve", "--port", "0"): WEB,
    ("export",): STORE,
    ("verify", "mill.tallow"): STORE,
    ("character", "cairn", "--seed", "5", "--pdf", "a.pdf"): PAPER,
}
POSTGRESQL = ("serve", "--port", "0", "--database", "postgresql://tallow:hushhush@127.0.0.1:1/none")


@pytest.mark.timeout(600)
def test_the_package_works_on_every_python_at_hand(tmp_path):
    sdist, wheel = built(ROOT, tmp_path / "dist")
    whole(sdist, wheel)
    for at, (version, python) in enumerate(pythons().items()):
        print(f"Python {version}: {python}")  # noqa: T201  (shown with whatever fails)
        folder = tmp_path / version
        folder.mkdir()
        environment = Environment(folder / "venv", python)
        if at == 0:
            environment.install(wheel)
            says_which_extra(environment, folder)
        environment.install(wheel, "web")
        if at == 0:
            says_which_extra_postgresql_needs(environment, folder)
        serves(folder, environment.program("tallow"))


def whole(sdist: Path, wheel: Path) -> None:
    """Both have every file of the package, those that are not in git too."""
    files = {
        path.relative_to(SOURCE.parent).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for kind in ("web/static/vendor/htmx.min.js", "store/migrations/env.py", "sheets/sheet.typ", "py.typed", NEW_GAME):
        assert f"tallow/{kind}" in files
    with zipfile.ZipFile(wheel) as archive:
        assert not files - set(archive.namelist())
    with tarfile.open(sdist) as archive:
        assert not files - {name.partition("/src/")[2] for name in archive.getnames()}


def says_which_extra(environment: Environment, folder: Path) -> None:
    """The library works with msgspec alone; whatever needs more says which extra to install."""
    rolled = environment.tallow("roll", "4d6kh3", "--seed", "3", cwd=folder)
    assert rolled.stdout.startswith("4d6kh3: 11"), rolled.stderr
    asked = environment.python(ASKED.format(parts=list(PARTS)), folder)
    assert asked.stdout.splitlines() == list(PARTS.values()), asked.stderr
    for words, said in COMMANDS.items():
        answer = environment.tallow(*words, cwd=folder)
        assert (answer.returncode, answer.stdout, answer.stderr) == (2, "", f"{said}\n")
    written = environment.tallow("new-game", "lost_mine", cwd=folder)
    assert (written.returncode, written.stderr) == (0, "")
    assert (folder / "lost_mine" / "src" / "lost_mine" / "record.py").is_file()


def says_which_extra_postgresql_needs(environment: Environment, folder: Path) -> None:
    answer = environment.tallow(*POSTGRESQL, cwd=folder)
    said = 'PostgreSQL needs psycopg, which is not installed: pip install "tallow[postgres]"\n'
    assert (answer.returncode, answer.stdout, answer.stderr) == (2, "", said)


def serves(folder: Path, tallow: str) -> None:
    """The start page and a table are there, and so is all that they load."""
    server = Process(folder, program=[tallow])
    try:
        status, address, start = fetched(server.address)
        assert (status, b"Play now" in start) == (200, True)
        status, table, body = fetched(f"{address}/try", game="cairn")
        assert (status, "/t/" in table, b"Cairn" in body) == (200, True, True)
        loaded = assets(address, start) | assets(table, body)
        assert {one: status for one, status in loaded.items() if status != 200} == {}
        names = {one.partition("?")[0].rpartition("/")[2] for one in loaded}
        assert {"htmx.min.js", "sse.min.js", "tallow.css", "cairn.css", "alegreya-latin-400-normal.woff2"} <= names
        status, _, body = fetched(f"{address}/character/cairn/sheet.pdf?seed=5")
        assert (status, b"tallow[pdf]" in body) == (501, True)
        assert server.end() == 0
    finally:
        server.kill()
    assert server.said.startswith("Tallow is at "), server.said


def test_nothing_is_built_without_the_scripts_of_the_pages(tmp_path):
    source = tmp_path / "source"
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE.md"):
        (source / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    for name in ("LICENSES", "src/tallow/web"):
        shutil.copytree(ROOT / name, source / name)
    kept = source / "src" / "tallow" / "web" / "static" / "vendor"
    (kept / "sse.min.js").unlink()
    with pytest.raises(AssertionError, match=r"the pages need sse\.min\.js in .*npm ci && sh scripts/vendor\.sh"):
        uv("build", "--sdist", source, "--out-dir", tmp_path / "dist")
    assert not list((tmp_path / "dist").glob("*.tar.gz"))


def test_a_checkout_without_them_says_so_when_it_serves(tmp_path, monkeypatch):
    monkeypatch.setattr("tallow.web.assets.STATIC", tmp_path)
    ran = tallow("serve", "--host", "nowhere.invalid")
    assert ran.err.startswith("The scripts and fonts of the pages are missing.")
    assert "npm ci && sh scripts/vendor.sh\n" in ran.err


def test_addresses_of_the_project_are_those_of_the_notice():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    notice = (ROOT / "NOTICE.md").read_text("utf-8")
    assert project["urls"]
    assert [address for address in project["urls"].values() if f"<{address}>" not in notice] == []
