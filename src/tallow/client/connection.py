"""Requests to a server, and the events that it sends."""

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

T = TypeVar("T")

SECONDS = 60.0
"""How long the server may be silent; it says that it is awake more often than that."""


class Refusal(Exception):
    """The server refused something, and nothing has changed: a code, the words for it, its facts, and the rule's id."""

    def __init__(self, status: int, code: str, message: str, facts: tuple[Any, ...] = (), why: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.facts = facts
        self.why = why


class _Fault(msgspec.Struct, frozen=True):
    """The body of a refusal."""

    status: int
    code: str
    message: str
    facts: tuple[Any, ...] = ()
    why: str = ""


class Connection:
    """An address to send requests to, as whoever has the token; each request is a connection of its own."""

    def __init__(self, address: str, token: str = "", language: str = "en", seconds: float = SECONDS) -> None:
        parts = urlsplit(address)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise ValueError(f'expected an address such as http://127.0.0.1:8000, not "{address}"')
        self.address = address
        self.language = language
        self.seconds = seconds
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._path = parts.netloc, f"{parts.path.rstrip('/')}/api/"
        self._headers = {"Accept-Language": language, "Content-Type": "application/json"}
        if token:
            self._headers["Authorization"] = f"Bearer {token}"

    def get(self, what: str, into: type[T], **query: str | int) -> T:
        """Ask for something."""
        return self._sent("GET", f"{what}?{urlencode(query)}" if query else what, None, into)

    def post(self, what: str, into: type[T], **given: Any) -> T:
        """Have something done."""
        return self._sent("POST", what, given, into)

    def delete(self, what: str) -> None:
        """Have something taken away."""
        self._sent("DELETE", what, None, object)

    def _sent(self, method: str, what: str, given: object, into: type[T]) -> T:
        connection = self._kind(self._host, timeout=self.seconds)
        try:
            answer = self._answer(connection, method, what, given)
            return msgspec.json.decode(answer.read() or b"null", type=into)
        finally:
            connection.close()

    def _answer(self, connection: HTTPConnection, method: str, what: str, given: object) -> HTTPResponse:
        """The answer of the server, still to be read; `Refusal` if it refused."""
        body = None if given is None else msgspec.json.encode(given)
        connection.request(method, self._path + what, body, self._headers)
        answer = connection.getresponse()
        if answer.status >= 400:
            raise _refusal(answer.status, answer.read())
        return answer

    def stream(self, what: str, into: type[T]) -> Iterator[T]:
        """The events of a stream, until the server ends it or the iterator is closed."""
        connection = self._kind(self._host, timeout=self.seconds)
        try:
            answer = self._answer(connection, "GET", what, None)
            data: list[bytes] = []
            while line := answer.readline():
                if line.startswith(b"data: "):
                    data.append(line[6:].rstrip(b"\n"))
                elif line == b"\n" and (whole := b"\n".join(data)):
                    yield msgspec.json.decode(whole, type=into)
                if line == b"\n":
                    data = []
        finally:
            connection.close()


def _refusal(status: int, body: bytes) -> Refusal:
    try:
        said = msgspec.json.decode(body, type=_Fault)
    except msgspec.MsgspecError:
        return Refusal(status, "no_answer", f"The server answered with {status} and without words.")
    return Refusal(said.status, said.code, said.message, said.facts, said.why)
