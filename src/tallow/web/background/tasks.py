"""What is done in other processes for whoever asks (see `work_pool`): plain functions of plain values.

What they need they import when they are called: a process that draws QR codes has no need of the games.
"""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tallow.games.view import View
    from tallow.odds import Answer
    from tallow.store import NewLink, Verified


def odds(name: str, language: str, question: str, given: Mapping[str, str], goal: str) -> "Answer":
    """The odds of a question."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.odds import ask  # noqa: PLC0415

    return ask(game(name, language), question, given, goal=goal)


def character(name: str, seed: int) -> Any:
    """A character made by chance; the same seed makes the same."""
    from random import Random  # noqa: PLC0415

    from tallow.games import game  # noqa: PLC0415
    from tallow.games.optional import needed_characters  # noqa: PLC0415
    from tallow.simulate.random_answers import RandomAnswers  # noqa: PLC0415

    played = game(name)
    return needed_characters(played).create(RandomAnswers(Random(seed)), played.settings())


def character_document(name: str, seed: int) -> tuple[str, str]:
    """The same as a document, and its name."""
    from tallow.exchange import write  # noqa: PLC0415

    made = character(name, seed)
    return write(name, "tallow", made)[0], made.name


def character_on_paper(name: str, language: str, seed: int) -> bytes:
    """The sheet of the same as a PDF."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.sheets import pdf  # noqa: PLC0415  (an extra: only those who want paper have it)

    return pdf(game(name, language), [character(name, seed)])


def party_on_paper(name: str, language: str, view: "View") -> bytes:
    """The sheets in a view as a PDF."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.sheets import party_pdf  # noqa: PLC0415  (an extra)

    return party_pdf(game(name, language), view)


def brought(name: str, document: str | bytes) -> str:
    """A character of any format as our own."""
    from tallow.exchange import brought as read  # noqa: PLC0415

    return read(name, document)


def qr_code(link: str) -> bytes:
    """A link as a QR code."""
    import segno  # noqa: PLC0415

    drawn = BytesIO()
    segno.make(link, error="m").save(
        drawn, kind="svg", scale=6, border=2, xmldecl=False, svgclass=None, lineclass=None, omitsize=True
    )
    return drawn.getvalue()


def verified(path: Path) -> "Verified":
    """Whether all dice of an archive are right."""
    from tallow.store import verify_archive  # noqa: PLC0415

    return verify_archive(path)


def imported(database: str, path: Path, links: "tuple[NewLink, ...]") -> None:
    """A table from an archive is kept in a database."""
    from tallow.store import Store, import_table  # noqa: PLC0415

    store = Store(database)
    try:
        import_table(store, path, links=links)
    finally:
        store.close()


def exported(database: str, table: str, path: Path) -> None:
    """A table of a database is written to an archive."""
    from tallow.store import Store, export_table  # noqa: PLC0415

    store = Store(database)
    try:
        export_table(store, table, path)
    finally:
        store.close()
