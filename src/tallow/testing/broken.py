"""What is raised of a game that does not keep what every game must."""


class Broken(AssertionError):
    """Something that every game must keep, and this one does not."""


def hold(kept: object, says: str) -> None:
    """Raise `Broken` with these words unless something is kept."""
    if not kept:
        raise Broken(says)
