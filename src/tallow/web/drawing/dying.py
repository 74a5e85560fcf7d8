"""Those who are dying, above everything else: how long they have, what would help, and who could."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Offer
from tallow.games.view import Panel, Stat, Tags
from tallow.play import Seat
from tallow.table import Table
from tallow.web.drawing.elements import CACHED, Element, for_several
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.wording.speech import upper
from tallow.wording.table_speech import TableSpeech

LEFT, HELPS = "dies_in", "what_helps"
"""The labels under which every game shows how long somebody has to live, and what would save them."""


class Dying(Struct, frozen=True, gc=False):
    """Somebody who is dying, how long they have ("" where nobody knows), what helps, and who could help now.

    `own`: they are the reader's.
    """

    name: str
    left: str
    helps: tuple[str, ...]
    could: tuple[str, ...]
    own: bool = False


def dying(
    panels: Sequence[Panel], table: Table, seat: Seat, offers: Callable[[Seat], Sequence[Offer]], speech: TableSpeech
) -> tuple[Dying, ...]:
    """All of the party who are dying, those of `seat` first. `offers(seat)` is what a seat is offered."""
    found = []
    for panel in panels:
        blocks = {block.label: block for block in panel.blocks}
        helps = blocks.get(HELPS)
        if panel.kind != "card" or not panel.seat or not isinstance(helps, Tags):
            continue
        left = blocks.get(LEFT)
        said = f"{upper(speech.label(LEFT))}: {left.value}" if isinstance(left, Stat) else ""
        ways = tuple([" ".join(filter(None, map(speech.label, (tag.name, tag.detail)))) for tag in helps.tags])
        found.append(Dying(speech.game.book.called(panel.title), said, ways, (), panel.seat == seat))
    if not found:
        return ()
    could = _could(table, offers, speech)
    found.sort(key=lambda one: not one.own)
    return tuple([replace(one, could=tuple([by for by in could if by != one.name])) for one in found])


def _could(table: Table, offers: Callable[[Seat], Sequence[Offer]], speech: TableSpeech) -> tuple[str, ...]:
    """The names of those who can give aid now."""
    aids = table.rules.ui.aids
    seats = dict.fromkeys((*table.rules.seats(table.state), *(one.seat for one in table.seats)))
    able = [one for seat in seats for one in offers(seat) if one.action.name in aids and not one.refusal]
    return tuple(dict.fromkeys([upper(speech.subject(one)) for one in able if one.action.who]))


@for_several(CACHED)
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
    title = words.say("dying.own", name=one.name) if one.own else words.say("dying.who", name=one.name)
    return f"<article><h2>{title}</h2>{left}<dl>{listed}</dl>{nobody}</article>"
