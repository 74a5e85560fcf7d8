"""Send a party from room to room and home again, or through an adventure, a thousand times, by the game's own rules:
its turns, light, food, rest and whoever wanders there, with bots on both sides.

The party and those in a room are names or stat lines, parted by semicolons; x4 behind one means four of it. A stat
line carries nothing but what --pack hands out, torches unless you say otherwise. To see what a fourth torch is worth,
ask twice.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tallow.adventures import Document, game_of
from tallow.cli.adventures import document_of
from tallow.cli.cluster import takes_cluster
from tallow.cli.faults import Wrong
from tallow.cli.options import (
    language,
    number,
    pen,
    settings,
    show,
    show_json,
    takes_game,
    takes_runs,
)
from tallow.cli.progress import nothing_yet, run_simulation
from tallow.cli.tables import archived_table
from tallow.games import Game, game
from tallow.games.optional import expedition_of, games_with, needed_bots
from tallow.odds.words import percent
from tallow.simulate import Plan, Report, explore, journey, retell
from tallow.simulate.expeditions import Nobody, packed, set_out
from tallow.simulate.journeys import Journey, arrived
from tallow.simulate.replay import Watched
from tallow.terminal import journeys
from tallow.terminal.pen import Pen
from tallow.terminal.reports import numbers, often, shares
from tallow.terminal.story import story
from tallow.wording.speech import Speech

EXAMPLES = """\
  tallow expedition cairn --party "Marchguard; Cutpurse; Half-Witch" --room "Goblin x2" --room - --room Wolf
  tallow expedition cairn --party "4 HP, 11 STR, sword (d8) x4" --room "Goblin x3" --room "Goblin x3" --pack "Torch x4"
  tallow expedition cairn --party "Marchguard x3" --room Wolf --wandering Goblin --turns 4 --show -n 100
  tallow expedition cairn --party "Marchguard; Cutpurse; Half-Witch" --adventure mill -n 100
"""

MOST, FARTHEST, NOBODY = 1_000_000, 100, "-"


def arguments(parser: ArgumentParser) -> None:
    """What it takes."""
    takes_game(parser)
    party = parser.add_mutually_exclusive_group(required=True)
    party.add_argument("--party", metavar="SPEC", help="the party: names or stat lines")
    party.add_argument(
        "--archive", type=Path, metavar="FILE", help="the party of a table, as `tallow export` wrote it, as it stands"
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--adventure", metavar="NAME", help="through this adventure: one that comes with the game, or a file"
    )
    where.add_argument(
        "--room",
        action="append",
        dest="rooms",
        metavar="SPEC",
        help=f"who is in a room, or {NOBODY} for nobody; again for the next room",
    )
    parser.add_argument(
        "--turns", type=number(0, FARTHEST), default=2, metavar="N", help="turns from one room to the next (2)"
    )
    parser.add_argument("--wandering", default="", metavar="SPEC", help="who comes, where the rules have somebody come")
    parser.add_argument(
        "--pack",
        metavar="THINGS",
        help='what the party carries besides: "Torch x2; Rope" (torches; with --archive nothing)',
    )
    parser.add_argument("--no-rest", action="store_true", help="they do not rest where they have won")
    takes_runs(parser, "expedition", 1_000, MOST)
    takes_cluster(parser)


def run(given: Namespace) -> int:
    """Set out."""
    played = game(given.game, language(given))
    if expedition_of(played) is None:
        able = ", ".join(games_with(expedition_of))
        raise Wrong(f"{played.title} has no expeditions yet. These games have: {able}.")
    chosen = settings(played, given.set)
    if given.adventure is not None:
        return _through(given, played, document_of(played, given.adventure), chosen)
    rooms = tuple("" if room.strip() == NOBODY else room for room in given.rooms)
    if not all(room.strip() for room in given.rooms):
        raise Wrong(f"a room says nothing: --room {NOBODY} is a room with nobody in it.")
    plan = Plan(rooms, given.turns, given.wandering, rests=not given.no_rest)
    party = given.party if given.archive is None else _party(given.archive, played)
    pack = packed(played, party, given.pack)
    try:
        begun = set_out(played, party, pack, chosen)
    except Nobody:
        raise Wrong("Nobody of this party is able to set out.") from None
    speech, drawn = Speech(played), pen(played)
    if given.show and not given.json:
        speech.state = begun
        show(_one(plan, given.seed, speech, drawn))
        sys.stdout.flush()
    trips = partial(explore, played, party, plan, pack=pack, settings=chosen)
    report, code = run_simulation(trips, given, drawn, "expedition.progress")
    if report is None:
        return nothing_yet(drawn)
    if given.json:
        won = [{"foes": foes, "won": share} for foes, share in zip(rooms, report.cleared(len(rooms)), strict=True)]
        show_json({**report.to_json(), "pack": pack, "plan": plan, "cleared": won})
    else:
        show(told(report, plan, pack, played, speech, drawn))
    return code


def _through(given: Namespace, played: Game[Any], place: Document, chosen: Any) -> int:
    """Send them through an adventure."""
    party = given.party if given.archive is None else _party(given.archive, played)
    try:
        begun = arrived(played, party, given.pack, chosen)
    except Nobody:
        raise Wrong("Nobody of this party is able to set out.") from None
    drawn = pen(played)
    if given.show and not given.json:
        show(_journey(played, place, begun, given.seed, drawn))
        sys.stdout.flush()
    trips = partial(journey, played, party, place, pack=given.pack, settings=chosen)
    report, code = run_simulation(trips, given, drawn, "expedition.progress")
    if report is None:
        return nothing_yet(drawn)
    if given.json:
        show_json({**report.to_json(), "adventure": place.adventure.title})
    else:
        show(journeys.told(report, place, played, drawn))
    return code


def _journey(played: Game[Any], place: Document, begun: Any, seed: int, drawn: Pen) -> Iterator[str]:
    """One of them as a story."""
    explored = game_of(played.id, place, referee=False, language=played.words.language)
    watched = Watched(Random(f"{seed}"), needed_bots(explored).answer)
    Journey(played, place, watched, begun).outcome()
    speech = Speech(explored)
    speech.state = begun
    yield drawn.rule(drawn.say("expedition.one"))
    yield from story(watched.events, speech, drawn)
    yield ""


def _party(file: Path, played: Game[Any]) -> Any:
    """The state of the table in an archive, which must be of this game."""
    table = archived_table(file)
    if table.game != played.id:
        raise Wrong(f"{file} is a table of {table.game}, not of {played.id}.")
    return table.state


def _one(plan: Plan, seed: int, speech: Speech, drawn: Pen) -> Iterator[str]:
    """One expedition as a story, a heading for each part of it."""
    ended, parts = retell(speech.game, speech.state, plan, seed)
    yield drawn.rule(drawn.say("expedition.one"))
    for part in parts:
        yield drawn.strong(part.foes or drawn.say("expedition.way"))
        yield from story(part.events, speech, drawn)
    yield ""
    yield drawn.strong(drawn.say(f"expedition.{ended.how}"))
    yield ""


def told(report: Report, plan: Plan, pack: str, played: Game[Any], speech: Speech, drawn: Pen) -> Iterator[str]:
    """A report in words."""
    head = "expedition.title" if report.n == 1 else "expedition.titles"
    yield drawn.rule(
        drawn.say(head, game=played.title, n=f"{report.n:,}"), drawn.say("simulate.seed", seed=report.seed)
    )
    if report.partial:
        yield drawn.strong(drawn.say("expedition.stopped", done=f"{report.n:,}", n=f"{report.asked:,}"))
    yield from drawn.wrap(report.party or drawn.say("expedition.table"), hang=2)
    if pack:
        yield from drawn.wrap(drawn.say("expedition.pack", pack=pack), hang=2)
    yield ""
    wins = report.wins
    yield from drawn.wrap(drawn.say("expedition.wins", often=often(wins, drawn)))
    yield from drawn.wrap(drawn.say("simulate.between", low=percent(wins.low), high=percent(wins.high)))
    yield ""
    yield drawn.faint(drawn.say("expedition.cleared"))
    listed = [
        drawn.say("expedition.room", number=at, foes=foes or drawn.say("expedition.nobody"))
        for at, foes in enumerate(plan.rooms, 1)
    ]
    yield from shares(dict(zip(listed, report.cleared(len(listed)), strict=True)), drawn)
    yield ""
    yield from numbers(report, _label(speech, drawn), drawn.say("expedition.span"), drawn)
    yield ""
    yield drawn.faint(drawn.say("simulate.ends"))
    yield from shares({drawn.say(f"expedition.{how}"): share for how, share in report.ends.items()}, drawn)
    yield ""
    yield drawn.faint(drawn.say("expedition.speed", seconds=f"{report.seconds:.1f}", rate=f"{report.per_second:,.0f}"))


def _label(speech: Speech, drawn: Pen) -> Callable[[str], str]:
    """The label of a number: in the terminal's words if every expedition counts it, otherwise in the game's."""
    ours = {"rooms": "expedition.rooms", "fights": "expedition.fights"}
    return lambda code: drawn.say(ours[code]) if code in ours else speech.label(code)
