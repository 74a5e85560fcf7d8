"""Dice as HTML."""

from functools import lru_cache

from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.wording.story import DiceShown

CACHED = 20_000
SHAPES = (4, 6, 8, 10, 12, 20)
"""The dice that have a shape of their own."""


@lru_cache(CACHED)
def die(sides: int, face: int) -> str:
    """One die with a face up."""
    shape = f"d{sides if sides in SHAPES else 'n'}"
    y = 25 if sides == 4 else 22.5 if sides == 6 else 21.5
    return (
        f'<span class="die {shape} " data-face="{face}"><svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">'
        f'<use href="/static/dice.svg#{shape}"></use><text x="16" y="{y}">{face}</text></svg></span>'
    )


@lru_cache(CACHED)
def roll(words: HtmlWords, one: DiceShown, kind: str = "") -> str:
    """Dice that were rolled, or a seal where this seat may not see them."""
    say = words.say
    if one.sealed:
        said = say("sealed", who=one.who) if one.who else say("sealed.by_nobody")
        return (
            f'<span class="roll {kind}"><span class="seal" title="{said}">'
            '<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">'
            f'<use href="/static/dice.svg#seal"></use></svg><span class="sr">{said}</span></span></span>'
        )
    shown = words.phrases.between.join(map(str, one.faces))
    if one.needed:
        said = say("rolls.needed", dice=one.dice, faces=shown, needed=one.needed) + "."
    else:
        said = say("dice.fell", dice=one.dice, faces=shown)
    purpose = f'<span class="for">{escape(one.purpose)}</span> ' if one.purpose else ""
    needed = f'<span class="needed" aria-hidden="true">{escape(one.needed)}</span>' if one.needed else ""
    typed = say("dice.typed") if one.typed else ""
    mark = f'<span class="typed" aria-hidden="true" title="{typed}">{say("dice.typed_mark")}</span>' if typed else ""
    faces = "".join([die(one.sides, face) for face in one.faces])
    return (
        f'<span class="roll {kind}">{purpose}<span class="sr">{said}{" " if typed else ""}{typed}</span>'
        f'<span class="faces" aria-hidden="true">{faces}</span>{needed}{mark}</span>'
    )
