"""Work in other processes: what comes back, what is given up, and who is told to come again."""

import asyncio
import os
import time
from typing import Any

import pytest

from tallow.mechanics.documents import BadDocument
from tallow.web.background.work_pool import MEGABYTE, Admission, Bounds, Busy, TooHard, WorkPool


def greet(name: str) -> tuple[str, int]:
    return f"Hello {name}", os.getpid()


def refuse(field: str) -> None:
    raise BadDocument(field, "nobody can read it")


def sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def fill(megabytes: int) -> int:
    return len(bytearray(megabytes * MEGABYTE))


def die() -> None:
    os._exit(3)


def with_pool(bounds: Bounds, what: Any) -> Any:
    async def all_of_it() -> Any:
        pool = WorkPool(bounds)
        try:
            return await asyncio.wait_for(what(pool), 120)
        finally:
            await pool.close()

    return asyncio.run(all_of_it())


def test_work_is_done_elsewhere_by_one_warm_process_and_its_faults_come_back() -> None:
    async def what(pool: WorkPool) -> None:
        said, first = await pool.run("a", greet, "Ann")
        assert said == "Hello Ann"
        assert first != os.getpid()
        with pytest.raises(BadDocument) as bad:
            await pool.run("a", refuse, "hp")
        assert (str(bad.value), bad.value.field) == ("hp: nobody can read it", "hp")
        assert (await pool.run("b", greet, "Bo"))[1] == first

    with_pool(Bounds(), what)


def test_what_takes_too_long_too_much_memory_or_dies_is_given_up_and_the_next_goes_on() -> None:
    async def what(pool: WorkPool) -> None:
        with pytest.raises(TooHard):
            await pool.run("a", fill, 2_000)
        assert await pool.run("a", fill, 1) == MEGABYTE
        with pytest.raises(TooHard):
            await pool.run("a", die)
        began = time.monotonic()
        with pytest.raises(TooHard):
            await pool.run("a", sleep, 60)
        assert time.monotonic() - began < 30
        assert (await pool.run("a", greet, "Ann"))[0] == "Hello Ann"

    with_pool(Bounds(seconds=8, memory=512 * MEGABYTE), what)


def test_one_too_many_is_told_at_once_and_one_caller_does_not_take_every_place() -> None:
    async def what(pool: WorkPool) -> None:
        await pool.run("a", greet, "Ann")
        mine = [asyncio.create_task(pool.run("a", sleep, 1.0)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Busy) as busy:
            await pool.run("a", sleep, 0)
        assert busy.value.seconds > 0
        other = asyncio.create_task(pool.run("b", sleep, 0))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await pool.run("c", sleep, 0)
        assert len({*await asyncio.gather(*mine, other)}) == 1, "one after another, by the same process"
        await pool.run("c", sleep, 0)

    with_pool(Bounds(at_once=1, waiting=2, of_one=2), what)


def test_a_place_is_free_again_whatever_happens() -> None:
    async def taken(places: Admission) -> None:
        async with places.admit("a"):
            with pytest.raises(Busy):
                await places.admit("b").__aenter__()
            raise ZeroDivisionError

    async def what() -> None:
        places = Admission(1, 1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await taken(places)

    asyncio.run(what())
