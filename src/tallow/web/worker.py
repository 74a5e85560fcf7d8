"""The process of a `WorkPool`: reads what to do, does it, writes what came of it, until its input ends."""

import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import Any, BinaryIO

from tallow.web.work_pool import HEAD, bound, told


def main(memory: int, seconds: int) -> None:
    """Work until nobody asks any more. What goes on for too long ends by itself, should the server be gone."""
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    bound(memory)
    while head := asked.read(HEAD.size):
        (length,) = HEAD.unpack(head)
        _limit(seconds)
        answer = _answer(asked, length)
        _limit(0)
        answers.write(HEAD.pack(len(answer)) + answer)
        answers.flush()


def _answer(asked: BinaryIO, length: int) -> bytes:
    found: Any
    try:
        work, given = pickle.loads(asked.read(length))  # noqa: S301  (from the server)
        found = True, work(*given)
        return pickle.dumps(found)
    except BaseException as fault:  # noqa: BLE001  (whoever asked must hear of it)
        found = False, told(fault)
    try:
        return pickle.dumps(found)
    except Exception:  # noqa: BLE001  (of what cannot be sent, the words)
        return pickle.dumps((False, (RuntimeError, (repr(found[1]),), {})))


def _limit(seconds: int) -> None:
    with suppress(AttributeError):
        signal.alarm(seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
