"""The network between a server and its database: a proxy of our own, which can be cut, held up and mended."""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

SOCKET = ".s.PGSQL.5432"
PIECE = 65536


class Network:
    """Leads what comes to a port of this machine on to the socket of PostgreSQL in a folder, and back."""

    def __init__(self, folder: Path) -> None:
        self._to = str(folder / SOCKET)
        self._loop = asyncio.new_event_loop()
        self._requests, self._replies = asyncio.Event(), asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_cut = False
        Thread(target=self._loop.run_forever, daemon=True).start()
        self.port: int = self._do(self._start())

    def _do(self, what: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result()

    def cut(self) -> None:
        """End every connection, and let none be made."""
        self._do(self._cut())

    def hold(self, *, replies_only: bool = False) -> None:
        """Nothing comes through, or no reply does; nobody is told."""
        self._do(self._hold(replies_only))

    def mend(self) -> None:
        """All is as it should be, and what was held comes through."""
        self._do(self._mend())

    async def _start(self) -> int:
        await self._mend()
        server = await asyncio.start_server(self._lead, "127.0.0.1", 0)
        port: int = server.sockets[0].getsockname()[1]
        return port

    async def _cut(self) -> None:
        self._is_cut = True
        for writer in list(self._writers):
            writer.transport.abort()

    async def _hold(self, replies_only: bool) -> None:
        self._replies.clear()
        if not replies_only:
            self._requests.clear()

    async def _mend(self) -> None:
        self._is_cut = False
        self._requests.set()
        self._replies.set()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self._is_cut:
                raise ConnectionError
            there, to = await asyncio.open_unix_connection(self._to)
        except OSError:
            writer.transport.abort()
            return
        self._writers |= {writer, to}
        for one, on, let in ((reader, to, self._requests), (there, writer, self._replies)):
            task = asyncio.create_task(_lead_on(one, on, let))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        with suppress(OSError):
            await to.wait_closed()
        writer.transport.abort()
        self._writers -= {writer, to}


async def _lead_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, let: asyncio.Event) -> None:
    try:
        while piece := await reader.read(PIECE):
            await let.wait()
            writer.write(piece)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.transport.abort()
