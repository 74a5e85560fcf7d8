"""Those who are dying, above everything else: how long they have, what would help, who could; and one's own dead."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.deeds import Offer
from tallow.games.view import Panel, Stat, Tags
from tallow.play import Seat
from tallow.table import Table
from tallow.web.drawing.elements import CACHED, Element, for_several
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.web.drawing.vitals import DEAD
from tallow.wording.speech import upper
from tallow.wording.table_speech import TableSpeech

LEFT, HELPS = ("dies_in", "dies_in_hours"), "what_helps"
"""The labels under which every game shows how long somebody has to live, and what would save them."""


class Dying(Struct, frozen=True, gc=False):
    """Somebody who is dying, how long they have ("" where nobody knows), what helps, and who could help now.

    `own`: they are the reader's. `dead`: it is too late; `next_`: the reader can begin with somebody else at once.
    """

    name: str
    left: str
    helps: tuple[str, ...]
    could: tuple[str, ...]
    own: bool = False
    dead: bool = False
    next_: bool = False


def all_dead(panels: Sequence[Panel], seat: Seat) -> bool:
    """Whether somebody of a seat has died, and nobody of it lives."""
    own = [panel for panel in panels if panel.kind == "card" and panel.seat == seat]
    return bool(seat and own) and all(map(_is_dead, own))


def _is_dead(card: Panel) -> bool:
    return any(tag.name == DEAD for block in card.blocks if isinstance(block, Tags) for tag in block.tags)


def dying(
    panels: Sequence[Panel], table: Table, seat: Seat, offers: Callable[[Seat], Sequence[Offer]], speech: TableSpeech
) -> tuple[Dying, ...]:
    """All of the party who are dying, those of `seat` first. `offers(seat)` is what a seat is offered.

    Before them the dead of the seat, while it has nobody else.
    """
    found: list[Dying] = []
    dead: tuple[Dying, ...] = ()
    if all_dead(panels, seat):
        begins = _begins(table, offers(seat))
        names = [speech.game.book.called(one.title) for one in panels if one.kind == "card" and one.seat == seat]
        dead = tuple([Dying(name, "", (), (), own=True, dead=True, next_=begins) for name in names])
    for panel in panels:
        if panel.kind != "card" or not panel.seat:
            continue
        blocks = {block.label: block for block in panel.blocks}
        helps = blocks.get(HELPS)
        if not isinstance(helps, Tags) or _is_dead(panel):
            continue
        left = next((blocks[label] for label in LEFT if label in blocks), None)
        said = f"{upper(speech.label(left.label))}: {left.value}" if isinstance(left, Stat) else ""
        ways = tuple([" ".join(filter(None, map(speech.label, (tag.name, tag.detail)))) for tag in helps.tags])
        found.append(Dying(speech.game.book.called(panel.title), said, ways, (), panel.seat == seat))
    if not found:
        return dead
    could = _could(table, offers, speech)
    found.sort(key=lambda one: not one.own)
    return (*dead, *[replace(one, could=tuple([by for by in could if by != one.name])) for one in found])


def _begins(table: Table, offers: Sequence[Offer]) -> bool:
    """Whether somebody new can be made now."""
    leads = table.rules.ui.leads.get("", ())
    return any(one.action.name in leads for one in offers if not one.refusal)


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
    if one.dead:
        then = words.say("dying.dead.now") if one.next_ else words.say("dying.dead.later")
        return f"<article><h2>{words.say('dying.dead', name=one.name)}</h2><p>{then}</p></article>"
    between = words.phrases.between
    rows = [(words.say("dying.helps"), between.join(one.helps)), (words.say("dying.could"), between.join(one.could))]
    listed = "".join([f"<div><dt>{title}</dt><dd>{escape(said)}</dd></div>" for title, said in rows if said])
    left = f'<p class="left">{escape(one.left)}</p>' if one.left else ""
    nobody = "" if one.could else f'<p class="nobody">{words.say("dying.nobody")}</p>'
    title = words.say("dying.own", name=one.name) if one.own else words.say("dying.who", name=one.name)
    return f"<article><h2>{title}</h2>{left}<dl>{listed}</dl>{nobody}</article>"
