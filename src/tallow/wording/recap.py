"""The last evening in a few sentences, for those who come back to a table."""

from collections.abc import Sequence

from tallow.wording.story import Sentence

MOST = 12
"""No more sentences than this."""


TELLING = ("scene", "narrated", "great", "grave")
"""The marks of what stands out of an evening, the lightest first."""


def recapped(told: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """What stands out of all that was told, in its order: deaths and scars, great deeds, scenes; and how it ended.

    Where there is too much of it, scenes are left out before deeds, and deeds before deaths; the earliest first.
    """
    whole = [one for one in told if not one.bare and one.parts]
    kept = [at for at, one in enumerate(whole) if one.mark in TELLING]
    for mark in TELLING:
        spare = [at for at in kept if whole[at].mark == mark]
        kept = sorted({*kept} - {*spare[: max(0, len(kept) - MOST + 1)]})
    if whole and len(whole) - 1 not in kept:
        kept.append(len(whole) - 1)
    return tuple([whole[at] for at in kept])
