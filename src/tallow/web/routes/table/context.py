"""What every page of a table is drawn from."""

from typing import Any

from tallow.web.live.links import Visitor
from tallow.wording.table_speech import TableSpeech


def table_context(visitor: Visitor, **more: Any) -> dict[str, Any]:
    """The visitor, the table and its game, and what a page needs besides."""
    return {"visitor": visitor, "table": visitor.room.table, "game": visitor.game, **more}


def speech_for(visitor: Visitor) -> TableSpeech:
    """The words of the table for this visitor."""
    table = visitor.room.table
    return TableSpeech(table, visitor.seat, table.view(visitor.seat), visitor.phrases)
