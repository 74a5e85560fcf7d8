"""Functions that a `WorkPool` calls in other processes: they take and return plain values.

They import what they need when they are called: a process that draws QR codes does not need the games.
"""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tallow.adventures import Document
    from tallow.games.view import View
    from tallow.odds import Answer
    from tallow.simulate import Measured, Plan, Report
    from tallow.simulate.chosen_answers import Asked
    from tallow.store import NewLink, Verified


def odds(game_id: str, language: str, question: str, given: Mapping[str, str], goal: str) -> "Answer":
    """The odds of a question."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.odds import ask  # noqa: PLC0415

    return ask(game(game_id, language), question, given, goal=goal)


def measure(game_id: str, foes: int, level: int, n: int) -> "Measured":
    """The measures of a game, from `n` fights."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.simulate import measure as measured  # noqa: PLC0415

    return measured(game(game_id), foes, level, n=n, cores=1)


def rehearse(game_id: str, party: Any, plan: "Plan", pack: str, n: int, place: "Document | None" = None) -> "Report":
    """The report of `n` expeditions of a party that is named, or that of a table's state; through a place, if any."""
    from tallow.simulate import explore, journey  # noqa: PLC0415

    if place is not None:
        return journey(game_id, party, place, pack=pack or None, n=n, cores=1)
    return explore(game_id, party, plan, pack=pack, n=n, cores=1)


def place(game_id: str, rooms: int, seed: int) -> "Document | None":
    """A place of so many rooms by chance, or None if none was fit for the party."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.simulate.places import NoPlace, generate  # noqa: PLC0415

    try:
        return generate(game(game_id), rooms, seed)
    except NoPlace:
        return None


def read_adventure(game_id: str, text: bytes) -> tuple["Document", tuple[str, ...]]:
    """The document in a file, our own or a One Page Dungeon, and what of it has no counterpart."""
    from tallow.adventures import read  # noqa: PLC0415
    from tallow.adventures.documents.one_page import from_one_page, is_one_page  # noqa: PLC0415
    from tallow.games import game  # noqa: PLC0415

    if not is_one_page(text):
        return read(text, game(game_id)), ()
    document, lost = from_one_page(text, game(game_id))
    return document, tuple(map(str, lost))


def character(game_id: str, seed: int, chosen: Mapping[str, str]) -> tuple[Any, "list[Asked]"]:
    """A character made by chance but for what is chosen, and all that was asked on the way."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.games.optional import needed_characters  # noqa: PLC0415
    from tallow.simulate.chosen_answers import ChosenAnswers  # noqa: PLC0415

    played, answers = game(game_id), ChosenAnswers(seed, chosen)
    return needed_characters(played).create(answers, played.settings()), answers.asked


def character_document(game_id: str, seed: int, chosen: Mapping[str, str]) -> tuple[str, str]:
    """A character made by chance but for what is chosen, in our own format, and its name."""
    from tallow.exchange import write  # noqa: PLC0415

    made, _ = character(game_id, seed, chosen)
    return write(game_id, "tallow", made)[0], made.name


def character_pdf(game_id: str, language: str, seed: int, chosen: Mapping[str, str]) -> bytes:
    """The sheet of a character made by chance but for what is chosen."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.sheets import pdf  # noqa: PLC0415  (needs an extra)

    return pdf(game(game_id, language), [character(game_id, seed, chosen)[0]])


def party_pdf(game_id: str, language: str, view: "View") -> bytes:
    """The sheets in a view."""
    from tallow.games import game  # noqa: PLC0415
    from tallow.sheets import party_pdf as drawn  # noqa: PLC0415  (needs an extra)

    return drawn(game(game_id, language), view)


def read_character(game_id: str, document: str | bytes) -> str:
    """A character in any format that is read, as our own."""
    from tallow.exchange import brought  # noqa: PLC0415

    return brought(game_id, document)


def qr_code(link: str) -> bytes:
    """A link as a QR code, in SVG."""
    import segno  # noqa: PLC0415

    drawn = BytesIO()
    segno.make(link, error="m").save(
        drawn, kind="svg", scale=6, border=2, xmldecl=False, svgclass=None, lineclass=None, omitsize=True
    )
    return drawn.getvalue()


def verify_archive(path: Path) -> "Verified":
    """Check the dice of an archive."""
    from tallow.store import verify_archive as verified  # noqa: PLC0415

    return verified(path)


def import_archive(database: str, path: Path, links: "tuple[NewLink, ...]") -> None:
    """Add the table of an archive to a database."""
    from tallow.store import Store, import_table  # noqa: PLC0415

    store = Store(database)
    try:
        import_table(store, path, links=links)
    finally:
        store.close()


def export_archive(database: str, table: str, path: Path) -> None:
    """Write a table of a database to an archive."""
    from tallow.store import Store, export_table  # noqa: PLC0415

    store = Store(database)
    try:
        export_table(store, table, path)
    finally:
        store.close()
