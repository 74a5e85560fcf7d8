"""Messages between processes: whole or not at all, and exceptions of any kind."""

import pickle
from io import BytesIO
from threading import Lock
from typing import Any

import pytest

from tallow.child_process import _reply, packed, received, result
from tallow.mechanics.documents import BadDocument


class Locked(Exception):
    """An exception that no pickle can hold."""

    def __init__(self) -> None:
        super().__init__("locked")
        self.lock = Lock()


def fails(fault: type[Exception]) -> None:
    raise fault() if fault is Locked else fault("hp", "is a number")


def test_messages_are_read_one_after_another_and_never_in_part():
    one, two = packed("one"), packed({"two": 2})
    pipe = BytesIO(one + two)
    assert [pickle.loads(received(pipe)) for _ in range(2)] == ["one", {"two": 2}]  # noqa: S301
    for cut in (two[:-1], two[:3], b""):
        with pytest.raises(EOFError):
            received(BytesIO(cut))


def asked(work: Any, given: Any) -> Any:
    return result(_reply(work, pickle.dumps(given)))


def test_a_result_is_returned_and_an_exception_raised_with_where_it_was():
    assert asked(len, "four") == 4
    with pytest.raises(BadDocument) as bad:
        asked(fails, BadDocument)
    assert (str(bad.value), bad.value.field) == ("hp: is a number", "hp")
    assert "in another process" in bad.value.__notes__[0]


def test_an_exception_that_cannot_be_sent_is_told_in_words():
    with pytest.raises(RuntimeError, match="Locked: locked"):
        asked(fails, Locked)
