"""The battle chart as HTML: an SVG, and the same in words."""

from collections.abc import Sequence
from math import ceil, sqrt

from tallow.games.view import Chart, Mark, Token
from tallow.web.drawing.html_words import HtmlWords, escape

LETTERS = 9
"""The most letters of a name under a token."""

SQUARE = 34
"""The least width of a square in pixels."""


def chart(words: HtmlWords, block: Chart, id_: str) -> str:
    """The squares with what is on them, and a list of the same in words."""
    wide, high = block.width, block.height
    down = "".join([f'<line x1="{x}" y1="0" x2="{x}" y2="{high}"></line>' for x in range(wide + 1)])
    across = "".join([f'<line x1="0" y1="{y}" x2="{wide}" y2="{y}"></line>' for y in range(high + 1)])
    ground = [
        f'<rect class="ground {escape(mark.kind)}" x="{mark.x}" y="{mark.y}" width="1" height="1" '
        f'data-said="{_named(words, mark)}"></rect>'
        for mark in block.marks
    ]
    listed = [_stands(words, token) for token in block.tokens]
    listed += [_lies(words, mark) for mark in block.marks if mark.kind != "wall"]
    called = [words.game.book.called(token.name) for token in block.tokens]
    drawn = zip(block.tokens, _initials(called), _spots(block.tokens), strict=True)
    tokens = [_token(words, *one) for one in sorted(drawn, key=lambda one: not one[0].down)]
    said = " ".join(
        [
            f'data-{name}="{escape(words.phrases.template("say", f"chart.{name}") or "")}"'
            for name in ("at", "away", "legal")
        ]
    )
    return (
        f'<figure class="chart" id="{id_}" data-wide="{wide}" data-high="{high}" {said}>'
        f'<div class="board">'
        f'<svg viewBox="-.05 -.05 {wide + 0.1:g} {high + 0.1:g}" width="{wide * SQUARE}" role="group" '
        f'aria-label="{words.label(block.label)}">{"".join(ground)}{down}{across}{"".join(tokens)}</svg></div>'
        f'<figcaption><p class="price js-only" role="status"></p><span class="zoom js-only">{_zoom(words)}</span>'
        f'<details id="{id_}-where"><summary>{words.say("chart.where")}</summary>'
        f"<ul>{''.join(listed)}</ul></details></figcaption></figure>"
    )


def _zoom(words: HtmlWords) -> str:
    """Buttons that bring the chart nearer and set it farther off."""
    return "".join(
        [
            f'<button type="button" class="quiet" data-zoom="{by}" aria-label="{words.say(code)}">{sign}</button>'
            for by, code, sign in (("0.8", "chart.farther", "−"), ("1.25", "chart.nearer", "+"))
        ]
    )


def _initials(names: Sequence[str]) -> list[str]:
    """The mark of each token: a letter, two where one is not unique, or a letter and the number of a name."""
    numbers = [name.rpartition(" ")[2] for name in names]
    short = [name[:1] + (number if number.isdecimal() else "") for name, number in zip(names, numbers, strict=True)]
    return [
        name[:2] if len(mark) == 1 and short.count(mark) > 1 else mark for name, mark in zip(names, short, strict=True)
    ]


def _spots(tokens: Sequence[Token]) -> list[tuple[float, float, float]]:
    """The position and size of each token; those that share a square are smaller, so that none covers another."""
    sharing: dict[tuple[int, int], list[str]] = {}
    for token in tokens:
        sharing.setdefault((token.x, token.y), []).append(token.id)
    spots = []
    for token in tokens:
        there = sharing[token.x, token.y]
        at, across = there.index(token.id), ceil(sqrt(len(there)))
        aslant = len(there) == across
        down, right = (at, at) if aslant else divmod(at, across)
        size = min(1.0, (1.2 if aslant else 1.0) / across)
        step = (1 - size) / max(across - 1, 1)
        spots.append((token.x + right * step, token.y + down * step, size))
    return spots


def _token(words: HtmlWords, token: Token, mark: str, spot: tuple[float, float, float]) -> str:
    shape = '<path d="M.5 .06 .94 .5 .5 .94 .06 .5Z"></path>'
    if token.side == "party":
        shape = '<circle cx=".5" cy=".5" r=".4"></circle>'
    facing = ""
    if token.facing is not None:
        turn = token.facing * 45
        facing = f'<path class="facing" d="M.38 .1 .5 -.02 .62 .1" transform="rotate({turn} .5 .5)"></path>'
    x, y, size = spot
    states = {"small": size < 1, "active": token.active, "down": token.down}
    kinds = " ".join([token.side, *(kind for kind, so in states.items() if so)])
    said = words.phrases.between.join(
        filter(None, [words.name(token.name), _facing(words, token), *_counters(words, token)])
    )
    at = f'class="token {kinds}" data-token="{escape(token.id)}" data-x="{token.x}" data-y="{token.y}"'
    at += f' data-said="{said}"'
    at += "" if token.facing is None else f' data-facing="{token.facing}"'
    at += f' transform="translate({x:g} {y:g}){"" if size == 1 else f" scale({size:.3g})"}"'
    long = ' class="long"' if len(mark) > 1 else ""
    name = escape(_short(words.game.book.called(token.name), token.side)) if size == 1 else ""
    below = f'<text class="name" x=".5" y="1.05">{name}</text>' if name else ""
    return f'<g {at}>{shape}{facing}<text x=".5" y=".65"{long}>{escape(mark)}</text>{below}</g>'


def _short(name: str, side: str) -> str:
    """A name that fits under a token: somebody's first, of a creature the last word, with its number if that fits.

    The number is on the token.
    """
    parts = name.split()
    if side == "party" or len(parts) < 2:
        return parts[0][:LETTERS] if parts else ""
    if not parts[-1].isdecimal():
        return parts[-1][:LETTERS]
    whole = " ".join(parts[-2:])
    return whole if len(whole) <= LETTERS else parts[-2][:LETTERS]


def _facing(words: HtmlWords, token: Token) -> str:
    return "" if token.facing is None else words.say(f"facing.{token.facing}")


def _counters(words: HtmlWords, token: Token) -> list[str]:
    """The counters on a token, in words."""
    return [f"{words.label(code)}{f' {many}' if many else ''}" for code, many in token.marks]


def _stands(words: HtmlWords, token: Token) -> str:
    at = words.say("chart.at", x=token.x + 1, y=token.y + 1)
    said = words.phrases.between.join(filter(None, [at, _facing(words, token), *_counters(words, token)]))
    return f"<li><b>{words.name(token.name)}</b> {said}</li>"


def _named(words: HtmlWords, mark: Mark) -> str:
    return words.label(mark.kind) + (f" ({escape(mark.name)})" if mark.name else "")


def _lies(words: HtmlWords, mark: Mark) -> str:
    return f"<li>{_named(words, mark)} {words.say('chart.at', x=mark.x + 1, y=mark.y + 1)}</li>"
