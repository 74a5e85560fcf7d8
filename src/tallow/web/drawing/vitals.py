"""The strip of the party's vitals, above every tab of a phone: one's own characters first."""

from collections.abc import Sequence

from tallow.games.view import Boxes, Panel, Stat, Tags
from tallow.play import Seat
from tallow.web.drawing.elements import CACHED, Element, for_several
from tallow.web.drawing.html_words import HtmlWords, escape
from tallow.web.drawing.view.blocks import owner_of, shapes

MOST_SHAPES = 8
"""The most of a number that is drawn as shapes too."""


DEAD = "dead"
"""The tag that every game has for the dead: nothing else of them matters."""


def vitals(words: HtmlWords, cards: Sequence[Panel], seat: Seat) -> Element:
    """The party, each with the weightiest number, others that are below their maximum, and what is wrong with them."""
    ordered = sorted(cards, key=lambda panel: panel.seat != seat)
    members = [_member(words, panel, panel.seat == seat) for panel in ordered]
    said = words.say("vitals")
    opening = f'<section id="f-vitals" class="vitals" aria-label="{said}" tabindex="0"><ul>'
    return Element("f-vitals", opening, *members, "</ul></section>")


@for_several(CACHED)
def _member(words: HtmlWords, panel: Panel, own: bool) -> Element:
    owner = owner_of(panel.id)
    id_ = escape(f"vital-{owner}")
    blocks = {block.label: block for block in reversed(panel.blocks) if isinstance(block, Stat | Boxes)}
    known = [blocks[label] for label in words.game.ui.vitals if label in blocks]
    tags = [tag for block in panel.blocks if isinstance(block, Tags) for tag in block.tags if tag.bad]
    dead = [tag for tag in tags if tag.name == DEAD]
    tags, known = (dead, []) if dead else (tags, known)
    shown = [block for block in known if block is known[0] or _less(block)]
    numbers = "".join([_number(words, block, owner, first=block is known[0]) for block in shown])
    said = dict.fromkeys([words.label(tag.name) for tag in tags])
    wrong = "".join([f' <span class="wrong">{one}</span>' for one in said])
    kind = ' class="own"' if own else ""
    return Element(id_, f'<li id="{id_}"{kind}><b>{words.name(panel.title)}</b>{numbers}{wrong}</li>')


def _less(block: Stat | Boxes) -> bool:
    """Whether a number is below its maximum."""
    if isinstance(block, Boxes):
        return block.open < block.size
    return block.most is not None and block.value < block.most


def _number(words: HtmlWords, block: Stat | Boxes, owner: str, *, first: bool) -> str:
    """A number with its label; the first of somebody has shapes instead, where they fit."""
    value, most = (block.value, block.most) if isinstance(block, Stat) else (block.open, block.size)
    kind = "none" if most and value <= 0 else "some"
    drawn = shapes(value, most) if first and isinstance(block, Stat) and most and most <= MOST_SHAPES else ""
    label = f'<span class="{"sr" if drawn else "of"}">{words.label(block.label)}</span>'
    id_ = escape(f"vital-{owner}-{block.label}")
    return f' <span class="{kind}">{label} <span class="n" data-v="{value}" id="{id_}">{value}</span>{drawn}</span>'
