"""What can be read up while playing, as lines: map, sheets, all that is seen, the rules behind something."""

from collections.abc import Iterator, Sequence

from tallow.games.view import Kind, Panel, View
from tallow.play import RuleId
from tallow.terminal.alone.moment import Moment, Pick
from tallow.terminal.alone.playing import Playing
from tallow.terminal.draw import draw
from tallow.terminal.page import page
from tallow.terminal.pen import Pen

MOST_RULES = 3
MOST_FOUND = 5

MAP = "map"
"""The id of the panel with the map."""


def panels(playing: Playing, kind: Kind) -> list[Panel]:
    """The panels of a kind; the map is not among them."""
    return [panel for panel in playing.view.panels if panel.kind == kind and panel.id != MAP]


def _drawn(playing: Playing, found: Sequence[Panel], pen: Pen) -> list[str]:
    return draw(View(tuple(found)), playing.speech.label, pen)


def seen_lines(playing: Playing, pen: Pen) -> list[str]:
    """Everything that the person sees, but for the sheets."""
    kinds = ("scene", "card", "tracker")
    return _drawn(playing, [panel for kind in kinds for panel in playing.view.panels if panel.kind == kind], pen)


def map_lines(playing: Playing, pen: Pen) -> list[str]:
    """The map, as far as it is known."""
    drawn = [panel for panel in playing.view.panels if panel.id == MAP]
    return _drawn(playing, drawn, pen) if drawn else [pen.say("play.no_map")]


def sheet_lines(playing: Playing, name: str, pen: Pen) -> list[str]:
    """The sheet of somebody, all sheets without a name, or whose there are."""
    sheets = panels(playing, "sheet")
    found = [panel for panel in sheets if panel.title.casefold().startswith(name.casefold())]
    if found:
        return _drawn(playing, found, pen)
    names = pen.say("list").join([panel.title for panel in sheets])
    return pen.wrap(pen.say("play.no_sheet", text=name, names=names))


def why_lines(playing: Playing, rules: Sequence[RuleId], pen: Pen) -> list[str]:
    """The rules and rulings behind what has just been told, given with the last first."""
    game = playing.speech.game
    entries = game.book.entries()
    known = [entries[why] for why in rules if why in entries][:MOST_RULES]
    lines = [line for entry in reversed(known) for line in (*page(game, entry, pen), "")]
    return lines or [pen.say("play.no_why")]


def behind_lines(playing: Playing, now: Moment, pen: Pen) -> Iterator[str]:
    """What cannot be done now and why, and the rule behind the question."""
    game = playing.speech.game
    if now.refused:
        yield from ("", pen.faint(pen.say("help.refused")))
        for said, why in now.refused:
            yield from pen.wrap(pen.say("play.refused", action=said, reason=why), indent=2, hang=4)
    if entry := game.book.entries().get(now.why):
        yield from ("", pen.faint(pen.say("help.question")), *page(game, entry, pen))


def found_lines(playing: Playing, listed: Sequence[Pick], words: str, pen: Pen) -> Iterator[str]:
    """The rule behind a pick that is listed, or what the rulebook has on some words."""
    game = playing.speech.game
    ruled = [pick.why for pick in listed if pick.key == words]
    entry = game.book.entries().get(ruled[0]) if ruled else None
    found = [entry] if entry else list(game.book.search(words))
    for one in found[:MOST_FOUND]:
        yield from (*page(game, one, pen), "")
    if not found:
        yield pen.say("help.nothing", words=words)
    elif len(found) > MOST_FOUND:
        yield pen.say("help.found", n=len(found) - MOST_FOUND, game=game.id, words=words)
