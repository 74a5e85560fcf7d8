"""What somebody has said, done: typed dice, texts and numbers, and whatever was picked."""

from collections.abc import Sequence

import msgspec

from tallow.play import Roll
from tallow.terminal.alone.moment import Moment, Pick, Reply, matching
from tallow.terminal.alone.playing import Playing
from tallow.terminal.answers import Unclear, between, faces
from tallow.wording.phrases import Say


def typed(playing: Playing, now: Moment, line: str, say: Say) -> bool:
    """Answer with a line that is dice, a text or a number; False where it has to be one of the picks.

    Without faces the program throws the dice. A line that will not do is `Unclear`.
    """
    pending = playing.pending
    if now.kind == "dice" and pending is not None and isinstance(pending.question, Roll):
        playing.answer(faces(pending.question, line, say) if line else ())
        return True
    if now.kind == "text":
        if pending is not None and pending.question.fault(line):
            most = getattr(pending.question, "most", 0)
            raise Unclear(say("play.too_long", n=len(line), most=most))
        playing.answer(line)
        return True
    if now.numbers is not None and line.lstrip("-").isdecimal():
        if int(line) not in now.numbers:
            raise Unclear(say("play.bad_number", text=line, number=between(now.numbers, say)))
        playing.answer(int(line))
        return True
    return False


def meant(now: Moment, listed: Sequence[Pick], line: str, say: Say) -> list[Pick]:
    """What a line could mean: of what is listed, then of all that can be done; `Unclear` if nothing."""
    if not line:
        return list(listed[:1] or now.picks[:1] or now.others[:1])
    whole = (*now.picks, *now.others)
    found = matching(listed, line) or ([] if line.isdecimal() else matching(whole, line))
    if found:
        return found
    for said, why in now.refused:
        if said.casefold().startswith(line.casefold()):
            raise Unclear(say("play.refused", action=said, reason=why))
    raise Unclear(say("play.unclear_more" if now.others else "play.unclear", text=line, n=len(now.picks)))


def picked(playing: Playing, pick: Pick) -> tuple[Pick, ...]:
    """Do what a pick says; where it leads to others, those are returned and nothing is done."""
    does = pick.does
    if isinstance(does, tuple):
        return does
    if isinstance(does, Reply):
        playing.answer(msgspec.json.decode(does.value))
    else:
        playing.act(does)
    return ()
