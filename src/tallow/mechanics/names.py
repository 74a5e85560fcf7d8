"""Names that can be told apart."""


def distinct(names: list[str]) -> list[str]:
    """Names with a number behind those that come more than once."""
    seen: dict[str, int] = {}
    listed = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        listed.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return listed
