"""Logs with one line of JSON for each event, for programs that collect them. No token or password gets into them."""

import json
import logging
import re
import sys
from datetime import UTC, datetime

LINKS = re.compile(r"(/(?:t|qr)/)[^/\s\"'?#]+")
BEARERS = re.compile(r"(?i)(bearer\s+)[^\s\"',]+")
PASSWORDS = re.compile(r"(\w+://[^\s:/@]*:)[^\s@]+@")
HIDDEN = "…"


def without_secrets(text: str) -> str:
    """A text without the tokens of links and the passwords of addresses in it."""
    text = LINKS.sub(rf"\g<1>{HIDDEN}", text)
    text = BEARERS.sub(rf"\g<1>{HIDDEN}", text)
    return PASSWORDS.sub(rf"\g<1>{HIDDEN}@", text)


class JsonLines(logging.Formatter):
    """Formats an event as JSON: when, how bad, where, what, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "where": record.name,
            "process": record.process,
            "message": without_secrets(record.getMessage()),
        }
        told |= getattr(record, "facts", {})
        if record.exc_info:
            told["traceback"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


def log_json() -> None:
    """From now on, write all logs to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for noisy in ("alembic", "sqlalchemy"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
