"""The words of the web face. A language is a file: `words.toml` is English, `words.<language>.toml` any other."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


class Face:
    """The catalogue of the web face in one language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language

    @cache  # noqa: B019  (one for each language, kept for good)
    def catalogue(self) -> Mapping[str, Mapping[str, str]]:
        """Its tables: `say`, `told`, `refusal`."""
        name = "words.toml" if self.language == "en" else f"words.{self.language}.toml"
        return tomllib.loads((files("tallow.web") / name).read_text("utf-8"))

    def say(self, table: str, code: str, *facts: object) -> str:
        """The words for a code with its facts in them; a code without words is said as it is."""
        template = self.catalogue().get(table, {}).get(code)
        return code.replace("_", " ") if template is None else template.format(*facts)

    def phrase(self, code: str, **facts: object) -> str:
        """One of the face's own phrases."""
        return self.catalogue()["say"][code].format(**facts)

    def template(self, table: str, code: str) -> str | None:
        """The words for a code, with {0}, {1} … for its facts; None when there are none."""
        return self.catalogue().get(table, {}).get(code)


WORDS = Face()
