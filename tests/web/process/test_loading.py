"""When a server loads the games: right after it listens, or before that where others serve meanwhile."""

import socket
from contextlib import closing
from pathlib import Path

import pytest

from tallow.store import Store
from tallow.web.app import make_app
from tallow.web.process import server as module
from tallow.web.process.server import Server


@pytest.mark.parametrize("loads_first", [False, True])
def test_games_are_loaded_before_it_listens_where_others_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loads_first: bool
) -> None:
    listened: list[bool] = []

    async def load_games() -> None:
        listened.append(server.started)
        server.should_exit = True

    monkeypatch.setattr(module, "load_games", load_games)
    with closing(Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")) as store:
        app = make_app(store)
        server = Server(app, app.state.services.rooms, loads_first=loads_first)
        with socket.create_server(("127.0.0.1", 0)) as listening:
            server.run(sockets=[listening])
    assert listened == [not loads_first]
