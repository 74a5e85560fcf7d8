"""The opponent in a skirmish."""

from tallow.play import REFEREE, Play, RuleId, Seat

ANYBODY = "anybody"


def opponent(play: Play, seat: Seat, name: str, fitting: tuple[RuleId, ...], why: RuleId) -> RuleId:
    """One of the fitting opponents, of the player's choice or at random."""
    met = play.choose(seat, "skirmish_foe", (ANYBODY, *fitting), name, why=why)
    if met != ANYBODY:
        return met
    (face,) = play.roll(1, len(fitting), by=REFEREE, why=why, hidden=True)
    return fitting[face - 1]
