"""What Prometheus is told: answers and how long they took, tables, pages, refusals, commits, queues.

Where several workers serve together they write their numbers to a folder that PROMETHEUS_MULTIPROC_DIR names, and any
of them answers for all. Nothing here says which table, link or person it was.
"""

import os
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable by which workers know that they are several."""

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
REGISTRY = CollectorRegistry()

ANSWERS = Counter(
    "tallow_answers", documentation="Answers to requests", labelnames=("method", "status"), registry=REGISTRY
)
ANSWER_SECONDS = Histogram(
    "tallow_answer_seconds",
    documentation="From a request to the start of its answer",
    labelnames=("method",),
    buckets=SECONDS,
    registry=REGISTRY,
)
REFUSALS = Counter(
    "tallow_refusals",
    documentation="Requests that were refused, by the code of the refusal",
    labelnames=("code",),
    registry=REGISTRY,
)
COMMITS = Counter("tallow_commits", documentation="Transactions in which steps were kept", registry=REGISTRY)
KEPT = Counter("tallow_kept", documentation="Things that were kept: steps, links, revocations", registry=REGISTRY)
COMMIT_SECONDS = Histogram(
    "tallow_commit_seconds", documentation="How long a transaction took", buckets=SECONDS, registry=REGISTRY
)
TABLES = Gauge("tallow_tables", documentation="Tables in memory", registry=REGISTRY, multiprocess_mode="livesum")
PAGES = Gauge(
    "tallow_pages", documentation="Event streams that are open", registry=REGISTRY, multiprocess_mode="livesum"
)
WAITING = Gauge(
    "tallow_waiting",
    documentation="How many wait in a queue, or are at work",
    labelnames=("queue",),
    registry=REGISTRY,
    multiprocess_mode="livesum",
)

METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "POST"})

App = Callable[[Any, Any, Any], Awaitable[None]]


def exposition() -> bytes:
    """All numbers, of all workers, in the text format of Prometheus."""
    if not os.environ.get(FOLDER):
        return generate_latest(REGISTRY)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def committed(kept: int, seconds: float) -> None:
    """So many things were kept in one transaction."""
    COMMITS.inc()
    KEPT.inc(kept)
    COMMIT_SECONDS.observe(seconds)


def measured(app: App, answered: Callable[[Any, int, float], None] | None = None) -> App:
    """An ASGI application whose answers are counted; `answered` is told the scope, status and seconds of each."""

    async def counted(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        begun = perf_counter()

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                seconds = perf_counter() - begun
                method = scope["method"] if scope["method"] in METHODS else "other"
                ANSWERS.labels(method, message["status"]).inc()
                ANSWER_SECONDS.labels(method).observe(seconds)
                if answered:
                    answered(scope, message["status"], seconds)
            await send(message)

        await app(scope, receive, sending)

    return counted
