"""The place for now: who is to act, what is asked, and large buttons for what comes first."""

from collections.abc import Sequence
from functools import lru_cache

from tallow.web.drawing.elements import CACHED
from tallow.web.drawing.forms import form, hidden
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.wording.now import Now, NowAction


@lru_cache(CACHED)
def now_cards(words: HtmlWords, places: Sequence[Now], told: str) -> str:
    """The first place below what was `told` just before; those of others, for whom the referee acts, are folded."""
    others = "".join([_folded(words, one) for one in places[1:]])
    return _place(words, places[0], told) + (f'<div class="now-others">{others}</div>' if others else "")


def _place(words: HtmlWords, now: Now, told: str) -> str:
    asked = f'<p class="deed">{escape(now.who)}</p><h2 tabindex="-1">{escape(now.asked)}</h2>'
    return f'<article class="now-place">{told}{asked}{_firsts(now)}{_others(words, now)}</article>'


def _folded(words: HtmlWords, now: Now) -> str:
    said = words.say("now.act_for", name=now.who) if now.seat else escape(now.who)
    inside = f"{_firsts(now)}{_others(words, now)}"
    mark = escape(f"now-{now.seat or 'own'}")
    return f'<details id="{mark}"><summary>{said}</summary>{inside}</details>'


def _firsts(now: Now) -> str:
    """The large buttons. The first stands out where it is the next step."""
    if not now.actions:
        return ""
    buttons = [_button(one, now.seat, at, filled=now.filled and at == 0) for at, one in enumerate(now.actions)]
    return f'<ul class="firsts">{"".join(buttons)}</ul>'


def _others(words: HtmlWords, now: Now) -> str:
    """All else that can be done, in a line of words, and the search."""
    if not now.more:
        return ""
    left = now.more - len(now.rest)
    rest = " · ".join(now.rest)
    said = words.say("now.rest", rest=rest, n=left) if rest and left > 0 else escape(rest)
    to = escape(f"#for-{now.actions[0].who}") if now.seat and now.actions else "#f-actions"
    more = f'<a href="{to}" data-jump="{to}">{said or words.say("now.more", n=now.more)}</a>'
    find = f'<button type="button" class="quiet js-only" data-palette>{words.say("palette.all")}</button>'
    return f'<p class="others">{more}{"" if now.seat else find}</p>'


def _button(one: NowAction, seat: str, at: int, *, filled: bool) -> str:
    note = f'<span class="note">{escape(one.note)}</span>' if one.note else ""
    kind = ' class="primary"' if filled else ""
    fields = hidden(name=one.name, who=one.who) + (hidden(answers=one.answers) if one.answers else "")
    fields += hidden(seat=seat) if seat else ""
    mark = escape(f"n-{one.who}-{one.name}-{at}")
    button = f'<button{kind} id="{mark}"><span class="said">{escape(one.said)}</span>{note}</button>'
    return f"<li>{form('act', fields + button)}</li>"
