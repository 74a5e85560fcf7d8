"""A program that watches a table by its event stream, and remembers all that it was shown."""

import json
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from typing import Any

import msgspec
from tests.web.server_process import PATIENCE

from tallow.play import REFEREE
from tallow.table import Line, seen_line


class Watcher:
    """The referee's program."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._version = 0
        self._lines: dict[int, dict[str, Any]] = {}

    def watch(self, address: str) -> None:
        """Watch until the stream ends."""
        connection = HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
        try:
            connection.request("GET", "/api/events", headers={"Authorization": f"Bearer {self._token}"})
            answer = connection.getresponse()
            if answer.status != 200:
                assert answer.status in {429, 503}, answer.read()
                raise HTTPException(answer.status)
            while line := answer.readline():
                if line.startswith(b"data: {"):
                    self._see(json.loads(line[6:]))
        finally:
            connection.close()

    def _see(self, change: dict[str, Any]) -> None:
        self._version = max(self._version, change["table"]["version"])
        for line in change["lines"]:
            first, now = self._lines.setdefault(line["number"], line), line
            assert _alike(first, now), f"first shown {first}, then {now}"

    def check(self, records: int, kept: Sequence[tuple[int, bool, Line]]) -> None:
        """Whatever was shown must have been kept, and is not another now."""
        assert self._version <= records, f"shown {self._version} records, kept {records}"
        by_number = {row[0]: row for row in kept}
        for number, line in self._lines.items():
            now = msgspec.json.decode(msgspec.json.encode(seen_line(*by_number[number], REFEREE)))
            assert _alike(line, now), f"shown {line}, kept {now}"

    @property
    def seen(self) -> int:
        """How many lines it was shown."""
        return len(self._lines)


def _alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether they are the same line; it may have been undone since."""
    return one | {"undone": other["undone"]} == other
