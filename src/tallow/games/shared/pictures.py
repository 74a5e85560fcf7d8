"""The `picture.svg` of a game, for the start page."""

from importlib.resources import files


def load_picture(package: str) -> str:
    """The picture as text, to stand in a page."""
    return (files(package) / "picture.svg").read_text("utf-8")
