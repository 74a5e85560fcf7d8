"""Character sheets as PDF: the blocks of a view, in words, are given to typst as data, never as markup."""

import json
import os
import re
import secrets
from collections.abc import Container, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from tallow.extras import MissingExtra
from tallow.games import game as find_game
from tallow.games.game import Game
from tallow.games.optional import needed_characters
from tallow.games.rulebook import Entry
from tallow.games.view import Panel, View
from tallow.games.words import Words
from tallow.mechanics.documents import clean
from tallow.play import RuleId

Paper: TypeAlias = Literal["a4", "letter"]

LETTERS = "Libertinus Serif"
"""The font that comes with typst; it has no Japanese characters."""

FONTS: Mapping[str, tuple[str, ...]] = {
    "ja": (
        "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", "Noto Serif JP", "Source Han Serif JP",
        "BIZ UDPMincho", "IPAexMincho", "IPAMincho", "MS Mincho", "Hiragino Sans", "Yu Gothic", "Noto Sans CJK JP",
        "Noto Sans JP", "IPAexGothic", "IPAGothic", "Meiryo", "MS Gothic",
    ),
}  # fmt: skip
"""System fonts for a language, the best first."""

PAPERS: dict[Paper, str] = {"a4": "a4", "letter": "us-letter"}
TITLE = 90
_STEP = re.compile(r"^Step \d+: ")
_UNBROKEN = re.compile(r"(\S{22})(?=\S)")


class NoTypst(MissingExtra):
    """Typst is not installed."""

    def __init__(self) -> None:
        super().__init__("A sheet on paper", "typst")


class NotWritten(OSError):
    """The file could not be written; no part of it is left."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f'The sheet could not be written to "{path}": {why}.')


def write_pdf(path: str | Path, game: Game[Any], characters: Sequence[Any], *, paper: Paper = "a4") -> None:
    """Write the sheets of these characters, a page each; for several, a page with all of them comes first."""
    _write(Path(path), pdf(game, characters, paper=paper))


def pdf(game: Game[Any], characters: Sequence[Any], *, paper: Paper = "a4") -> bytes:
    """The sheets of these characters as a PDF; for several, a page with all of them comes first."""
    return _set(game, [panel for one in characters for panel in needed_characters(game).sheet(one).panels], paper)


def party_pdf(game: Game[Any], view: View, *, paper: Paper = "a4") -> bytes:
    """The sheets in a view as a PDF: the whole party for the referee, a player's own for a player."""
    return _set(game, [panel for panel in view.panels if panel.kind == "sheet"], paper)


def _set(game: Game[Any], panels: Sequence[Panel], paper: Paper) -> bytes:
    if not panels:
        raise ValueError("There is nobody to draw a sheet for.")
    if paper not in PAPERS:
        raise ValueError(f'"{paper}" is not a paper that sheets come in. Use one of: {", ".join(PAPERS)}.')
    data = json.dumps(sheets(writable(game), panels, paper))
    made: bytes = _typst().compile(template(), format="pdf", sys_inputs={"sheets": data})
    return made


def _typst() -> Any:
    try:
        import typst  # noqa: PLC0415  (an extra: only those who want paper have it)
    except ImportError as missing:
        raise NoTypst from missing
    return typst


@cache
def font(language: str) -> str:
    """An installed font for a language; "" if there is none."""
    there = set(_typst().Fonts().families()) if language in FONTS else set()
    return LETTERS if language not in FONTS else next((name for name in FONTS[language] if name in there), "")


def writable(game: Game[Any]) -> Game[Any]:
    """The game in its language, or in English if no font for that language is installed."""
    return game if font(game.words.language) else find_game(game.id)


def template() -> bytes:
    """The typst source, which takes its data from the input `sheets`."""
    return (files("tallow.sheets") / "sheet.typ").read_bytes()


def sheets(game: Game[Any], panels: Sequence[Panel], paper: Paper = "a4") -> dict[str, Any]:
    """The data of the template."""
    words, entries = game.words, game.book.entries()
    scores = {one.casefold() for one in game.exploring.scores} if game.exploring else set()
    pages = [_page(panel, words, scores) for panel in panels]
    return {
        "document": ", ".join(page["title"] for page in pages)[:200],
        "paper": PAPERS[paper],
        "language": words.language,
        "fonts": list(dict.fromkeys((LETTERS, font(words.language)))),
        "accent": game.theme.accent,
        "crest": _crest(game),
        "game": game.title,
        "name": _label("name", words),
        "petty": _label("petty", words),
        "notes": _label("notes", words),
        "credit": words.say("label", "credit") if words.has("label", "credit") else "",
        "rules": [
            {"label": _label(label, words), "texts": [_reminder(id_, entries[id_]) for id_ in ids if id_ in entries]}
            for label, ids in (game.characters.reminders if game.characters else {}).items()
        ],
        "sheets": pages,
        "party": _label("party", words),
        "columns": _columns(pages) if len(pages) > 1 else [],
    }


def _reminder(id_: RuleId, entry: Entry) -> dict[str, str]:
    """A rule to be reminded of: what is named after itself, such as a Feat, with its name; no number of a step."""
    named = id_.rpartition(".")[2].replace("_", " ") == entry.title.casefold()
    text = _STEP.sub("", entry.text)
    return {"name": entry.title if named else "", "text": text[:1].upper() + text[1:]}


def _columns(pages: Sequence[Mapping[str, Any]]) -> list[str]:
    """The columns of the page of all: the labels of numbers that every sheet has."""
    named = [[block["label"] for block in page["blocks"] if block["type"] in {"stat", "boxes"}] for page in pages]
    return [label for label in dict.fromkeys(named[0]) if all(label in listed for listed in named)][:8]


def _crest(game: Game[Any]) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" '
        f'stroke="{game.theme.accent}" stroke-width="1.4" stroke-linejoin="round"><path d="{game.theme.crest}"/></svg>'
    )


def _page(panel: Panel, words: Words, scores: Container[str]) -> dict[str, Any]:
    """A sheet; of its numbers those among `scores` are marked, so that they can stand in one row."""
    title = " ".join(clean(words.called(panel.title)).split())
    if len(title) > TITLE:
        title = f"{title[:TITLE].rstrip()}…"
    return {
        "title": breakable(title),
        "subtitle": breakable(" ".join(clean(words.called(panel.subtitle)).split())),
        "blocks": [
            {**_block(msgspec.to_builtins(block), words), "score": _is_score(block.label, words, scores)}
            for block in panel.blocks
        ],
    }


def _is_score(label: str, words: Words, scores: Container[str]) -> bool:
    return label.casefold() in scores or _label(label, words).casefold() in scores


def _block(block: dict[str, Any], words: Words) -> dict[str, Any]:
    hint, here = f"{block['label']}.hint", block["label"]
    block["label"] = _label(block["label"], words)
    for thing in block.get("things", ()):
        burden = thing["kind"] == "burden"
        thing["name"] = _said(thing["name"], words) if burden else _plain(words.called(thing["name"]))
        thing["detail"] = _plain(words.called(thing["detail"]))
        thing["where"] = _label(thing["place"], words) if thing["place"] in {"hands", "worn"} - {here} else ""
        thing["most"] = thing.pop("uses_most")
    for tag in block.get("tags", ()):
        tag["name"], tag["detail"] = _said(tag["name"], words), _said(tag["detail"], words)
    for line in block.get("lines", ()):
        line["name"], line["text"] = _said(line["name"], words), _said(line["text"], words)
    for token in block.get("tokens", ()):
        token["name"] = _plain(token["name"])
    if block["type"] == "text":
        block["text"] = _plain(block["text"])
    if block["type"] == "slots":
        block["hint"] = words.say("label", hint) if words.has("label", hint) else ""
    return block


def _label(code: str, words: Words) -> str:
    return words.say("label", code) if words.has("label", code) else words.fact(code).replace("_", " ")


def _said(code: str, words: Words) -> str:
    return _plain(words.fact(code))


def _plain(text: str) -> str:
    return breakable(clean(text).strip())


def breakable(text: str) -> str:
    """Text with zero-width spaces in words that are too long for a column."""
    return _UNBROKEN.sub("\\1\u200b", text)


def _write(path: Path, content: bytes) -> None:
    """Write the file atomically."""
    target = path.resolve()
    if target.is_dir():
        raise NotWritten(path, "that is a folder")
    if not target.parent.is_dir():
        raise NotWritten(path, f'there is no folder "{target.parent}"')
    part = target.with_name(f".tallow-{secrets.token_hex(6)}.part")
    try:
        part.write_bytes(content)
        os.replace(part, target)  # noqa: PTH105  (Path.replace does the same; this one says that it is atomic)
    except OSError as fault:
        part.unlink(missing_ok=True)
        raise NotWritten(path, (fault.strerror or str(fault)).lower()) from fault
