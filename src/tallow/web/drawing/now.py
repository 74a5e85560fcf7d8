"""The place for now: who acts, and large buttons for what comes first."""

from functools import lru_cache

from tallow.web.drawing.elements import CACHED
from tallow.web.drawing.forms import form, hidden
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.wording.now import Now, NowAction


@lru_cache(CACHED)
def now_card(words: HtmlWords, now: Now, told: str) -> str:
    """What a seat may do now, below what was `told` just before; the first action stands out."""
    buttons = "".join([_button(one, first=at == 0) for at, one in enumerate(now.actions)])
    more = f'<p class="others"><a href="#f-actions" data-jump="#f-actions">{words.say("now.more", n=now.more)}</a></p>'
    asked = f'<p class="deed">{escape(now.who)}</p><h2 tabindex="-1">{words.say("now.asked")}</h2>'
    return (
        f'<article class="now-place">{told}{asked}<ul class="firsts">{buttons}</ul>{more if now.more else ""}</article>'
    )


def _button(one: NowAction, *, first: bool) -> str:
    note = f'<span class="note">{escape(one.note)}</span>' if one.note else ""
    kind = ' class="primary"' if first else ""
    fields = hidden(name=one.name, who=one.who) + (hidden(answers=one.answers) if one.answers else "")
    button = f'<button{kind}><span class="said">{escape(one.said)}</span>{note}</button>'
    return f"<li>{form('act', fields + button)}</li>"
