"""What a server does by itself."""

import asyncio
import gc
from weakref import ref

import pytest

from tallow.web import upkeep
from tallow.web.process.collector import spare_tables
from tests.web.people import Server


class Circle:
    """Goes by the collector alone."""

    def __init__(self) -> None:
        self.itself = self


def test_the_collector_is_spared_the_tables_and_yet_nothing_stays_for_good(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.unfreeze()
    circle = Circle()
    spare_tables()
    assert gc.get_freeze_count() > 0
    gone, old = ref(circle), Circle()
    old_is = ref(old)
    del circle, old
    gc.collect()
    assert old_is() is None, "what is new is looked at"
    assert gone() is not None, "what is exempted is not"
    monkeypatch.setattr(upkeep, "SPARE_SECONDS", 0.001)
    monkeypatch.setattr(upkeep, "COLLECT_SECONDS", 0.002)

    async def tidied() -> None:
        tidying = upkeep.Upkeep(server.services.rooms, server.services.pools)
        tidying.begin()
        while gone() is not None:  # noqa: ASYNC110  (the collector tells nobody)
            await asyncio.sleep(0.001)
        await tidying.close()

    with server.client.portal() as portal:
        portal.call(tidied)
    gc.unfreeze()
