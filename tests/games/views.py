"""What is in a view, found by its kind and label."""

from tallow.games.view import Tags


def block(panel, kind, label):
    """The block of this kind and label, or None."""
    return next((one for one in panel.blocks if isinstance(one, kind) and one.label == label), None)


def tags(panel, label):
    """The names of the tags under a label."""
    found = block(panel, Tags, label)
    return [tag.name for tag in found.tags] if found else []
