"""Who is near whom as HTML: a row for each distance, friends and foes apart by colour and shape."""

from tallow.games.view import Band, Bands, Standing
from tallow.web.drawing.html_words import HtmlWords, escape


def bands(words: HtmlWords, block: Bands, id_: str) -> str:
    """The distances from somebody, the nearest first."""
    title = words.say("bands.from", label=words.plain(block.label), name=words.plain(block.seen_from))
    rows = "".join([_row(words, one) for one in block.bands])
    return f'<figure class="bands" id="{id_}"><figcaption>{title}</figcaption><dl>{rows}</dl></figure>'


def _row(words: HtmlWords, band: Band) -> str:
    number = f"{band.number} " if band.number else ""
    those = "".join([_standing(words, one) for one in band.those])
    return f"<div><dt>{number}{words.label(band.label)}</dt><dd><ul>{those}</ul></dd></div>"


def _standing(words: HtmlWords, one: Standing) -> str:
    states = {"active": one.active, "down": one.down}
    kinds = " ".join(["who", f"of-{one.side}", *(kind for kind, so in states.items() if so)])
    said = words.phrases.between.join(
        [words.phrases.say(f"bands.{what}") for what in (one.side, *[kind for kind, so in states.items() if so])]
    )
    return f'<li class="{kinds}">{words.name(one.name)}<span class="sr"> ({escape(said)})</span></li>'
