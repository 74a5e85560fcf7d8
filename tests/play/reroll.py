"""A contested reroll, as these games have it: two sides in turn reroll dice of one pool until both let it lie."""

from tallow.play import Play, Pool


def nerve(play: Play, dice: int, mine: int, theirs: int) -> bool:
    """Roll; the player wants a six and no one, the referee does not."""
    pool = play.roll(dice, by="player", why="made.up")
    return play.call(settle, pool, mine, theirs, "player", theirs == 0)


def settle(play: Play, pool: Pool, mine: int, theirs: int, turn: str, passed: bool) -> bool:
    options: tuple[str | int, ...] = ("pass",)
    if mine if turn == "player" else theirs:
        options += tuple(sorted(set(pool)))
    face = play.choose(turn, "reroll", options, pool, why="made.up")
    other = "referee" if turn == "player" else "player"
    if face == "pass":
        if passed:
            return 6 in pool and 1 not in pool
        return play.call(settle, pool, mine, theirs, other, True)
    left = list(pool)
    left.remove(int(face))
    after = tuple(sorted((*left, *play.roll(1, by=turn, why="made.up"))))
    return play.call(settle, after, mine - (turn == "player"), theirs - (turn == "referee"), other, False)


def bold(play: Play, dice: int, mine: int, theirs: int) -> bool:
    """The same, with its sub-rule not in tail position."""
    settled = nerve(play, dice, mine, theirs)
    play.tell("settled", settled, why="made.up")
    return settled
