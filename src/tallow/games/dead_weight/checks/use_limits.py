"""What can be done only so often: marks of use such as `turn:staff` and `camp:surgery`, each with what restores it."""


def unspent(spent: tuple[str, ...], *after: str) -> tuple[str, ...]:
    """The marks that stay once these are over: of `turn:staff` and `camp:surgery` the second after a turn."""
    return tuple([use for use in spent if use.partition(":")[0] not in after])
