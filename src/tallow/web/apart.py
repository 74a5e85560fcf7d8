"""Long work in a process of its own, while tables play on: a command of `tallow`, run by itself."""

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import Any

PATIENCE = 300
"""Seconds that it may take."""


async def apart(*words: str) -> Any:
    """What such a command prints as JSON; ValueError if it fails, TimeoutError if it takes too long.

    Ctrl+C is for the server, which ends it.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tallow", *words, "--json",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, process.pid, 10)
    try:
        printed, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return json.loads(printed)
