"""The phrases of the terminal, `words.toml` in this package."""

from tallow.wording.phrases import Phrases, phrases


def terminal_phrases(language: str) -> Phrases:
    """The phrases of the terminal in one language."""
    return phrases(language, "tallow.terminal")
