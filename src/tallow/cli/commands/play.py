"""Play alone: a whole adventure with a party and without a referee, or a single fight of a character that you make.

What you answer is kept, and `--resume` goes on from there. Dice are rolled for you, or typed in from your own.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tallow.adventures import Document
from tallow.adventures.generating.draft import FEWEST, MOST
from tallow.cli.adventures import document_of
from tallow.cli.faults import Wrong
from tallow.cli.options import (
    language,
    number,
    pairs,
    pen,
    seed_or_random,
    settings,
    show,
    takes_house,
    takes_language,
    takes_seed,
    takes_settings,
)
from tallow.cli.tables import open_store, own_database
from tallow.extras import MissingExtra
from tallow.games import Game, game, names
from tallow.games.optional import archetypes_of, games_with, needed_bots
from tallow.games.settings import chosen_settings
from tallow.mechanics.documents import BadDocument
from tallow.simulate.places import NoPlace, generate
from tallow.terminal.alone import saves
from tallow.terminal.alone.able import light_background, screen_can_be_had
from tallow.terminal.alone.places import ROOMS, adventures, foes, makes_places, single_fight
from tallow.terminal.alone.plain import Plain
from tallow.terminal.alone.playing import Playing
from tallow.terminal.choosing import choose
from tallow.terminal.loop import Loop
from tallow.terminal.pen import Pen
from tallow.terminal.session import Session

if TYPE_CHECKING:
    from tallow.store import Store

EXAMPLES = """\
  tallow play cairn
  tallow play cairn --adventure mill
  tallow play cairn --rooms 8 --seed 7
  tallow play --resume
  tallow play cairn --fight --quick --seed 7
  tallow play cairn --dice mine --foes "Goblin x2"
"""


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="", help="the game, such as cairn (lists them)")
    takes_house(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--adventure", metavar="NAME", help="play this adventure: one that comes with the game, or a file"
    )
    what.add_argument(
        "--rooms", type=number(FEWEST, MOST), metavar="N", help="play in a new place of so many rooms, made by chance"
    )
    what.add_argument("--fight", action="store_true", help="make a character and play a single fight")
    what.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="NAME",
        help="go on with a game that was begun: its title or game, or an archive (the only one, or asked)",
    )
    takes_seed(parser)
    parser.add_argument(
        "--dice", choices=("yours", "mine"), help="yours: tallow rolls; mine: I roll and type (yours, or as before)"
    )
    parser.add_argument("--quick", action="store_true", help="for a fight: roll up the whole character at once")
    parser.add_argument("--foes", default="", metavar="SPEC", help='for a fight: whom, such as "Goblin x2" (asked)')
    parser.add_argument(
        "--database", default="", metavar="URL", help="where games are kept (play.sqlite in your data folder)"
    )
    parser.add_argument("--plain", action="store_true", help="for an adventure: lines of text, no screen")
    takes_settings(parser)
    takes_language(parser)


def run(given: Namespace) -> int:
    """Play."""
    if given.resume is not None:
        return _resume(given)
    if not given.game and not _has_screen(given):
        show([line for name in names() for line in _about(name, language(given))])
        return 0
    name = given.game or _which_game(given)
    if name is None:
        return 0
    played = game(name, language(given))
    if given.adventure:
        return _begin(given, played, document_of(played, given.adventure))
    if given.rooms is not None:
        return _begin(given, played, _made(played, given.rooms, seed_or_random(given.seed), pen(played)))
    if given.fight or given.quick or given.foes or not adventures(played):
        return _fight(given, played)
    drawn = pen(played)
    on_screen = _has_screen(given) and bool(foes(played))
    fight = (drawn.say("play.fight"), drawn.say("play.fight.party" if on_screen else "play.fight.note"))
    found = _where(given, played, drawn.say("play.what", title=played.title), drawn, also=fight)
    if found is None:
        return 0
    return _fight(given, played) if found == "also" else _begin(given, played, found)


def _has_screen(given: Namespace) -> bool:
    """Whether to play on the whole screen: where the terminal can do that, unless lines are asked for."""
    return not given.plain and screen_can_be_had()


def _choose(
    given: Namespace, asked: str, listed: Sequence[tuple[str, str]], drawn: Pen, played: Game[Any]
) -> int | None:
    """Which of these somebody chooses, each a name with a note: on the whole screen, or else in lines; None if none."""
    if not _has_screen(given):
        return choose(asked, listed, drawn, _read, print)
    from tallow.terminal.alone.screen.chooser import Chooser  # noqa: PLC0415  (an extra)

    return Chooser(asked, listed, played, drawn.say("screen.choose"), light=light_background()).run()


def _which_game(given: Namespace) -> str | None:
    """The game that somebody chooses; None if they leave."""
    spoken, ids = language(given), names()
    games = [game(name, spoken) for name in ids]
    listed = [(one.title, one.words.say("label", "about")) for one in games]
    at = _choose(given, pen(language=spoken).say("play.which_game"), listed, pen(language=spoken), games[0])
    return None if at is None else ids[at]


def _where(
    given: Namespace,
    played: Game[Any],
    asked: str,
    drawn: Pen,
    besides: str = "",
    also: tuple[str, str] | None = None,
) -> Document | Literal["also"] | None:
    """The adventure that somebody chooses, `besides` the one of that title, or a new place; None if they leave.

    `also` is something else that they can choose.
    """
    offered, note = adventures(played, besides), drawn.say("play.adventure.note")
    what = [(one.adventure.title, one.adventure.start if _has_screen(given) else note) for one in offered]
    new = len(what) if makes_places(played) else None
    if new is not None:
        what.append((drawn.say("play.new_place"), drawn.say("play.new_place.note")))
    at = _choose(given, asked, [*what, *([also] if also else [])], drawn, played)
    if at is None:
        return None
    if at == new:
        sizes = [(drawn.say("play.rooms.n", n=n), "") for n in ROOMS]
        size = _choose(given, drawn.say("play.rooms"), sizes, drawn, played)
        return None if size is None else _made(played, ROOMS[size], seed_or_random(given.seed), drawn)
    return offered[at] if at < len(offered) else "also"


def _made(played: Game[Any], rooms: int, seed: int, drawn: Pen) -> Document:
    """A new place, with a word before and after it is made."""
    if not makes_places(played):
        able = ", ".join(games_with(makes_places))
        raise Wrong(f"{played.title} has no generated places yet. These games have: {able}.")
    show(drawn.wrap(drawn.say("play.making", n=rooms)))
    try:
        document = generate(played, rooms, seed)
    except NoPlace as fault:
        raise Wrong(f"{fault}.") from None
    title = document.adventure.title
    show(drawn.wrap(drawn.say("play.made", title=title, seed=seed, game=played.id, n=rooms)))
    return document


def _about(name: str, spoken: str) -> list[str]:
    """A game, and how to begin it."""
    played = game(name, spoken)
    drawn = pen(played)
    said = drawn.wrap(played.words.say("label", "about"), 2)
    return [drawn.rule(played.title), *drawn.wrap(drawn.say("play.begin", game=name), 2), *said, ""]


def _begin(given: Namespace, played: Game[Any], document: Document) -> int:
    chosen = chosen_settings(played, pairs(given.set))
    drawn = pen(played)
    seed = sha256(str(seed_or_random(given.seed)).encode()).digest()
    with _kept(given) as store:
        playing = saves.begin(
            played.id,
            document,
            chosen,
            seed,
            drawn.say("play.you"),
            "typed" if given.dice == "mine" else "server",
            store,
            language(given),
        )
        title = drawn.say("play.adventure", game=played.title, title=document.adventure.title)
        _go(given, playing, drawn, title, store)
    return 0


def _resume(given: Namespace) -> int:
    with open_store(given.database or own_database(), new=True) as store:
        id_ = _which(store, given)
        if id_ is None:
            return 0
        playing = saves.resume(store, id_, language(given))
        spoken = playing.speech.game
        drawn = pen(spoken)
        _take_dice(given, playing, drawn)
        title = drawn.say("play.resumed", game=spoken.title, title=playing.table.title)
        _go(given, playing, drawn, title, store)
    return 0


def _take_dice(given: Namespace, playing: Playing, drawn: Pen) -> None:
    """Change who throws the dice of a game that was begun, if that is wanted; otherwise it stays as it was."""
    mine = given.dice == "mine"
    if given.dice is not None and mine != playing.typed_dice:
        playing.throw("typed" if mine else "server")
        show(drawn.wrap(drawn.say("play.dice_mine" if mine else "play.dice_yours")))


def _which(store: "Store", given: Namespace) -> str | None:
    """The game to go on with: the only one that fits, or the one that is chosen; None if none is."""
    if given.resume and Path(given.resume).is_file():
        return _from_archive(store, Path(given.resume))
    found = saves.begun(store, language(given))
    wanted = [word.casefold() for word in (given.resume, given.game) if word]
    fitting = [one for one in found if all(word in _known_by(one) for word in wanted)]
    if not fitting:
        kept = "".join(f"\n  {one.title} ({one.game})" for one in found)
        raise Wrong(f"No game is kept that could be gone on with{' by that name' if wanted else ''}.{kept}")
    if len(fitting) == 1:
        return fitting[0].id
    drawn = pen(language=language(given))
    listed = [(one.title, f"{one.game}, {one.where}") for one in fitting]
    at = _choose(given, drawn.say("play.resume_which"), listed, drawn, game(fitting[0].name, language(given)))
    return None if at is None else fitting[at].id


def _known_by(one: saves.Begun) -> str:
    return f"{one.id} {one.title} {one.game} {one.name}".casefold()


def _from_archive(store: "Store", file: Path) -> str:
    from tallow.store import Damaged  # noqa: PLC0415  (an extra)

    try:
        return saves.brought(store, file)
    except Damaged as damage:
        raise Wrong(f"{file}, {damage}.") from None


@contextmanager
def _kept(given: Namespace) -> "Iterator[Store | None]":
    """The store of games; None where what it needs is not installed, unless a database was named."""
    try:
        with open_store(given.database or own_database(), new=True) as store:
            yield store
    except MissingExtra:
        if given.database:
            raise
        yield None


def _go(given: Namespace, playing: Playing, drawn: Pen, title: str, store: "Store | None") -> None:
    """Play on, from place to place: on the whole screen where the terminal can do that, or else in lines."""
    keeps = drawn.wrap(drawn.say("play.unkept" if store is None else "play.kept"))
    screen, spoken = _has_screen(given), language(given)
    if not screen:
        keys = drawn.wrap(drawn.say("play.adventure_keys"))
        show([drawn.rule(title), *[drawn.faint(line) for line in (*keys, *keeps)]])
    while _on_screen(playing) if screen else Plain(playing, drawn, _read, print).run():
        played = game(playing.table.game, spoken)
        given.seed = None
        found = _where(given, played, drawn.say("play.onward_what"), drawn, besides=playing.table.title)
        if not isinstance(found, Document):
            return
        playing = saves.next_place(playing, found, sha256(str(seed_or_random(None)).encode()).digest(), store, spoken)
        show([drawn.rule(drawn.say("play.next", game=played.title, title=playing.table.title))])
    if screen:
        show([drawn.say("play.left"), *keeps])


def _on_screen(playing: Playing) -> bool:
    """Play on the whole screen; whether to go on to the next place."""
    from tallow.terminal.alone.screen.app import AdventureScreen  # noqa: PLC0415  (an extra)

    return bool(AdventureScreen(playing, light=light_background()).run())


def _fight(given: Namespace, played: Game[Any]) -> int:
    """A ready party in a yard, on the whole screen; in lines, or if a character is to be made, that character alone."""
    drawn, against = pen(played), foes(played)
    if against and not given.quick and _has_screen(given):
        listed = [(one, "") for one in against]
        at = None if given.foes else _choose(given, drawn.say("play.against"), listed, drawn, played)
        if at is None and not given.foes:
            return 0
        return _begin(given, played, _yard(played, given.foes or against[at or 0]))
    seed = seed_or_random(given.seed)
    chosen = settings(played, given.set)
    if given.foes and (four := archetypes_of(played)):
        needed_bots(played).fight(four.party(1), given.foes, chosen)  # whoever is wrong is said before anybody is made
    session = Session(
        played,
        chosen,
        seed,
        foes=given.foes,
        quick=given.quick,
        own_dice=given.dice == "mine",
    )
    if not session.fights and (given.foes or given.quick):
        raise Wrong(f"{played.title} begins no fight by itself: play it without --foes and --quick.")
    welcome = "play.everybody" if not session.fights else "play.quick" if given.quick else "play.welcome"
    show(
        [
            drawn.rule(drawn.say(welcome, title=played.title)),
            *(drawn.faint(line) for line in drawn.wrap(drawn.say("play.keys"))),
        ]
    )
    Loop(session, drawn, _read, print).run()
    show([drawn.faint(drawn.say("play.again", seed=seed))])
    return 0


def _yard(played: Game[Any], who: str) -> Document:
    try:
        return single_fight(played, who)
    except BadDocument as bad:
        raise Wrong(bad.why) from None


def _read(prompt: str) -> str | None:
    """A line of input; one from a pipe is echoed, so that the output reads like a played game."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    line = sys.stdin.readline()
    if not line:
        return None
    print(f"{prompt}{line.rstrip()}")
    return line
