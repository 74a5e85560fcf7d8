"""Those who are dying, above everything else: how long they have, what would help, who could."""

from collections.abc import Sequence
from functools import lru_cache

from tallow.web.drawing.elements import CACHED, Element
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.wording.dying import Dying


@lru_cache(CACHED)
def dying_panel(words: HtmlWords, those: Sequence[Dying]) -> Element:
    """A card for each of them; nothing where nobody is dying."""
    return Element(
        "f-dying",
        f'<section id="f-dying" class="dying" aria-label="{words.say("dying")}" aria-live="assertive">',
        *[_card(words, one) for one in those],
        "</section>",
    )


def _card(words: HtmlWords, one: Dying) -> str:
    between = words.phrases.between
    rows = [(words.say("dying.helps"), between.join(one.helps)), (words.say("dying.could"), between.join(one.could))]
    listed = "".join([f"<div><dt>{title}</dt><dd>{escape(said)}</dd></div>" for title, said in rows if said])
    left = f'<p class="left">{escape(one.left)}</p>' if one.left else ""
    nobody = "" if one.could else f'<p class="nobody">{words.say("dying.nobody")}</p>'
    return f"<article><h2>{words.say('dying.who', name=one.name)}</h2>{left}<dl>{listed}</dl>{nobody}</article>"
