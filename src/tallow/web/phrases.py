"""The phrases of the web pages, `words.toml` in this package."""

from tallow.wording.phrases import Phrases, phrases


def web_phrases(language: str) -> Phrases:
    """The phrases of the pages in one language."""
    return phrases(language, "tallow.web")
