"""A page, or a program, that listens to a server over the network."""

from contextlib import closing
from http.client import HTTPConnection

from tests.web.server_process import PATIENCE


class Stream:
    """An event stream that was opened, and whose first event has begun to come."""

    def __init__(self, address: str, where: str, token: str = "") -> None:
        self._connection = HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
        self._connection.request("GET", where, headers={"Authorization": f"Bearer {token}"} if token else {})
        self._answer = self._connection.getresponse()
        assert self._answer.readline() == b"event: changes\n"

    def until(self, *parts: bytes) -> bytes:
        """All that comes, until each of these parts has come."""
        got = b""
        while not all(part in got for part in parts):
            line = self._answer.readline()
            assert line, f"The stream ended before {parts} came: {got!r}"
            got += line
        return got

    def rest(self) -> bytes:
        """All that comes until it is closed; cut off in the middle it raises."""
        with closing(self._connection):
            return self._answer.read()

    def close(self) -> None:
        """Listen no longer."""
        self._answer.close()
        self._connection.close()
