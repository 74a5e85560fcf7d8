"""Our own documents: a character of any game, whole, with the number of the schema."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from tallow.exchange.documents import BadDocument, Format, Lost, parsed, typed

KIND = "tallow character"
SCHEMA = 1


class Document(Struct):
    """What every document of ours has."""

    format: str
    schema: int
    game: str
    character: dict[str, Any]


def own(game: str, kind: type[Any], settled: Callable[[Any], Any], sound: Callable[[Any], Any]) -> Format:
    """The format of one game's characters."""

    def write(character: Any) -> str:
        document = {"format": KIND, "schema": SCHEMA, "game": game, "character": settled(character)}
        return json.dumps(msgspec.to_builtins(document), indent=2, ensure_ascii=False)

    def read(text: str) -> tuple[Any, tuple[Lost, ...]]:
        document = typed(parsed(text), Document)
        if document.format != KIND:
            raise BadDocument("format", f'expected "{KIND}"')
        if document.schema > SCHEMA or document.schema < 1:
            raise BadDocument(
                "schema", f"written by a newer Tallow ({document.schema}; this one reads up to {SCHEMA}); update first"
            )
        if document.game != game:
            raise BadDocument("game", f'"{document.game[:60]}" was expected to be "{game}"')
        fields = kind.__struct_fields__
        lost = [Lost(name[:60], str(said)[:200]) for name, said in document.character.items() if name not in fields]
        return sound(typed(document.character, kind, "character")), tuple(lost)

    def mine(value: Any) -> bool:
        return isinstance(value, dict) and value.get("format") == KIND and value.get("game") == game

    return Format(".json", write, read, mine)
