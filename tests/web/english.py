"""The phrases of the pages in English."""

from tallow.web.phrases import web_phrases

ENGLISH = web_phrases("en")
