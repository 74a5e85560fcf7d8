"""Make docs/adventure.schema.json: the JSON Schema of adventure documents.

Run it from a checkout: `.venv/bin/python scripts/adventure_schema.py`. A test fails while the file differs.
"""

import json
from pathlib import Path

import msgspec

from tallow.adventures.documents.document import Document

FILE = Path(__file__).parent.parent / "docs" / "adventure.schema.json"


def schema() -> str:
    """The schema, as it stands in the file."""
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Document)}
    return json.dumps(made, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(schema(), "utf-8")
