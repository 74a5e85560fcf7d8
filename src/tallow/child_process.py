"""Child processes of this program, which do work that is sent to them through pipes.

A message is a pickle behind its length. The child answers each message with one of its own: the result, or the
exception that was raised. It ends when its input does.
"""

import os
import pickle
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

HEAD = struct.Struct("!Q")
"""What stands before a message: its length."""


def environment() -> dict[str, str]:
    """An environment in which a child finds the same packages as this process, installed games among them."""
    path = os.pathsep.join([entry or os.getcwd() for entry in sys.path])  # noqa: PTH109
    return {**os.environ, "PYTHONPATH": path}


def packed(value: Any) -> bytes:
    """A value as a message."""
    return _framed(pickle.dumps(value))


def _framed(content: bytes) -> bytes:
    return HEAD.pack(len(content)) + content


def received(pipe: IO[bytes]) -> bytes:
    """The content of the next message; EOFError if the pipe ends before it does."""
    head = pipe.read(HEAD.size)
    length = HEAD.unpack(head)[0] if len(head) == HEAD.size else -1
    content = pipe.read(length) if length >= 0 else b""
    if len(content) != length:
        raise EOFError
    return content


def result(reply: bytes) -> Any:
    """What a child has returned; what it has raised is raised here, with a note of where that was."""
    good, found = pickle.loads(reply)  # noqa: S301  (from a process that we have started)
    if good:
        return found
    kind, args, attributes = found
    fault = kind.__new__(kind)  # not by __init__, which may take other arguments
    fault.args = args
    fault.__dict__.update(attributes)
    raise fault


def serve(work: Callable[[Any], Any]) -> None:
    """Call `work` with every message that comes, and send back what it returns or raises, until the input ends.

    Standard input and output are kept for messages: what the work prints goes to standard error. Ctrl+C is left to the
    parent.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    messages, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    with suppress(EOFError, BrokenPipeError):
        while True:
            replies.write(_framed(_reply(work, received(messages))))
            replies.flush()


def _reply(work: Callable[[Any], Any], message: bytes) -> bytes:
    try:
        return pickle.dumps((True, work(pickle.loads(message))))  # noqa: S301  (from the process that started this one)
    except Exception as fault:  # noqa: BLE001  (the parent raises it)
        note = f"in another process:\n{traceback.format_exc()}"
        fault.add_note(note)
        raised = type(fault), fault.args, dict(fault.__dict__)
    try:
        return pickle.dumps((False, raised))
    except Exception:  # noqa: BLE001  (an exception may hold what cannot be sent)
        return pickle.dumps((False, (RuntimeError, (note,), {})))
