"""Maps as SVG, and lists of what there is to act upon."""

from collections.abc import Sequence

import msgspec

from tallow.games.view import Handle, Map, MapExit, MapRoom, Spot, Spots
from tallow.web.drawing.forms import form, hidden
from tallow.web.drawing.html_words import HtmlWords, escape


class LabelledHandle(Handle, frozen=True, gc=False):
    """A handle whose action is offered, with the words on its button."""

    label: str = ""


SQUARE = 18
"""A square of a map is so many pixels wide."""

MARGIN = 1.5
DOOR = 0.7
INDENT = 0.3
LINE = 0.95
NARROW = 0.39
"""A letter of a name is so many squares wide, on average."""

FULL_WIDTH = 0x2E80
"""From this letter on writing is as wide as it is high."""


def chart(words: HtmlWords, block: Map, id_: str, head: str) -> str:
    """The rooms that are known and the ways between them, with the party's token; and the rooms in words."""
    if not block.rooms:
        return f'<figure class="map" id="{id_}"></figure>'
    drawn = [way(exit_) for exit_ in block.exits]
    drawn += [_room(words, room, here=room.id == block.here) for room in block.rooms]
    drawn += [_door(words, exit_) for exit_ in block.exits]
    said = words.phrases.between.join([f"{room.number} {room.name}" for room in block.rooms])
    return framed(block, id_, said, drawn, head)


def framed(block: Map, id_: str, said: str, drawn: Sequence[str], head: str = "") -> str:
    """What is drawn of a map, in a frame around its rooms; `said` is for those who do not see it."""
    left = min([room.x for room in block.rooms]) - MARGIN
    top = min([room.y for room in block.rooms]) - MARGIN
    wide = max([room.x + room.width for room in block.rooms]) + MARGIN - left
    high = max([room.y + room.height for room in block.rooms]) + MARGIN - top
    return (
        f'<figure class="map" id="{id_}">{head}<svg viewBox="{left:g} {top:g} {wide:g} {high:g}" '
        f'width="{wide * SQUARE:g}" role="img" aria-label="{escape(said)}">{"".join(drawn)}</svg></figure>'
    )


def _room(words: HtmlWords, room: MapRoom, *, here: bool) -> str:
    kinds = " ".join(["room", *(["here"] if here else []), *([] if room.seen else ["unseen"])])
    token = ""
    if here:
        middle = f'cx="{room.x + room.width / 2:g}" cy="{room.y + room.height / 2 + 0.4:g}"'
        token = f'<circle class="party" {middle} r=".55"></circle>'
    lines = fitting(f"{room.number} {room.name}", room.width - 2 * INDENT)
    named = "".join(
        [
            f'<tspan x="{room.x + INDENT:g}" dy="{LINE if at else 0:g}">{escape(one)}</tspan>'
            for at, one in enumerate(lines)
        ]
    )
    return (
        f'<g class="{kinds}"><rect x="{room.x}" y="{room.y}" width="{room.width}" height="{room.height}"></rect>'
        f'<text x="{room.x + INDENT:g}" y="{room.y + LINE:g}">{named}</text>{token}</g>'
    )


def fitting(text: str, width: float) -> list[str]:
    """A text in lines of at most this many squares, parted between words; where there are none, as it is."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def width_of(text: str) -> float:
    """About how many squares a text is wide: letters of most of the world are twice as wide as Latin ones."""
    return sum([NARROW * (2 if ord(letter) >= FULL_WIDTH else 1) for letter in text])


def way(exit_: MapExit) -> str:
    """A way between two rooms, or to where nobody has been."""
    unknown = "" if exit_.leads else " unknown"
    return f'<path class="way{unknown}" d="M{exit_.x:g} {exit_.y:g} L{exit_.to_x:g} {exit_.to_y:g}"></path>'


def _door(words: HtmlWords, exit_: MapExit) -> str:
    x, y = (exit_.x + exit_.to_x) / 2, (exit_.y + exit_.to_y) / 2
    said = words.label(f"place.{exit_.stands}")
    end = "" if exit_.leads else f'<text class="unknown" x="{exit_.to_x:g}" y="{exit_.to_y + 0.3:g}">?</text>'
    return (
        f'<rect class="door {escape(exit_.stands)}" x="{x - DOOR / 2:g}" y="{y - DOOR / 2:g}" width="{DOOR}" '
        f'height="{DOOR}"><title>{said}</title></rect>{end}'
    )


def spots(words: HtmlWords, block: Spots, id_: str, head: str) -> str:
    """Each thing with how it is and what is said of it."""
    listed = "".join([_spot(words, one) for one in block.spots])
    return f'<section class="spots" id="{id_}">{head}<ul>{listed}</ul></section>'


def _spot(words: HtmlWords, spot: Spot) -> str:
    """A thing, and what can be done with it, which is tapped open."""
    state = f' <span class="state">{words.label(spot.state)}</span>' if spot.state else ""
    about = f' <span class="detail">{words.label(spot.text)}</span>' if spot.text else ""
    named, id_ = f"<b>{words.label(spot.name)}</b>{state}", escape(f"spot-{spot.id}")
    offered = [one for one in spot.handles if isinstance(one, LabelledHandle)]
    if not offered:
        return f'<li class="spot" id="{id_}"><p>{named}{about}</p></li>'
    verbs = "".join([f"<li>{_handle(one)}</li>" for one in offered])
    return (
        f'<li class="spot"><details id="{id_}" name="spots"><summary>{named}</summary>'
        f'{about}<ul class="verbs small">{verbs}</ul></details></li>'
    )


def _handle(one: LabelledHandle) -> str:
    answers = msgspec.json.encode(dict(one.answers)).decode()
    return form("act", hidden(name=one.action, who=one.who, answers=answers) + f"<button>{escape(one.label)}</button>")
