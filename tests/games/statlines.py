"""Stat lines as text, written so that tests can read them again."""

from collections.abc import Iterable, Mapping

from tallow.mechanics.statline import Listed, is_ranged


def write(numbers: Mapping[str, int], attacks: Iterable[Listed], flags: Iterable[str] = ()) -> str:
    """Write a stat line; an Armor of 0 is left out, and so is the range of what is ranged by its name."""
    parts = [f"{value} {label}" for label, value in numbers.items() if value or label != "Armor"]
    for one in attacks:
        notes = [note for note in one.notes if note != "ranged" or not is_ranged(one.name)]
        parts.append(f"{one.name} ({', '.join(['+'.join([f'd{sides}' for sides in one.dice]), *notes])})")
    return ", ".join([*parts, *flags])


def noted(**notes: bool) -> tuple[str, ...]:
    """The notes that are true, with spaces for underscores."""
    return tuple([note.replace("_", " ") for note, holds in notes.items() if holds])
