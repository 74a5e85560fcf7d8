"""A game with an adventure is a game: `with_adventure` makes one of the other."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from tallow.adventures.bots import Scout, answers
from tallow.adventures.documents.document import Document
from tallow.adventures.exploring import deeds, refereeing
from tallow.adventures.exploring.together import AT
from tallow.adventures.first import first as what_comes_first
from tallow.adventures.happening import inside, settle
from tallow.adventures.recruiting import recruits
from tallow.adventures.sight import panels
from tallow.adventures.standing import Explored, Place
from tallow.games.deeds import Action, Deeds, Offer
from tallow.games.game import Bots, Caution, Game, UiHints
from tallow.games.rulings import Rulings
from tallow.games.stored import with_place
from tallow.games.view import View
from tallow.mechanics.memory import cached_by_identity
from tallow.play import REFEREE, Play, Seat, scripted

S = TypeVar("S")

PARTY = "place.party"
"""What a seat that acts for the whole party is called."""


def _subjects(state: Explored[S], seat: Seat) -> tuple[str, ...]:
    """For whom a seat acts in a place: for the party, under the name of the seat itself."""
    return ("",) if seat == REFEREE else (seat,)


class AdventureDeeds(Generic[S]):
    """What can be done in a game with an adventure: all that its place is good for, and the game's own deeds."""

    def __init__(self, game: Game[S], place: Place[S], *, refereed: bool) -> None:
        self._game, self._place = game, place
        more = refereeing.controls(place) if refereed else recruits(game, place)
        self.own: Deeds[Explored[S]] = Deeds((*deeds.deeds(place), *more), _subjects)

    def _replaced(self, state: Explored[S], action: Action) -> bool:
        """Whether exploring stands for a deed of the game where the party is."""
        chapter = self._place.chapter
        return action.who != "" and action.name in (chapter.replaced if state.place.room else chapter.replaced_in_town)

    def offers(self, state: Explored[S], seat: Seat) -> tuple[Offer, ...]:
        """All that this seat could do now, first with the place."""
        own = self.own.offers(state, seat)
        inner = [one for one in self._game.deeds.offers(state.game, seat) if not self._replaced(state, one.action)]
        return (*own, *inner)

    def offer(self, state: Explored[S], seat: Seat, action: Action) -> Offer | None:
        """What `offers` says of one action, without listing the others."""
        if action.name in self.own.deeds:
            return self.own.offer(state, seat, action)
        if self._replaced(state, action):
            return None
        return self._game.deeds.offer(state.game, seat, action)

    def perform(self, play: Play, state: Explored[S], action: Action) -> Explored[S]:
        """Do one action, whole, and whatever follows from it in the place."""
        if action.name in self.own.deeds:
            return self.own.perform(play, state, action)
        state = inside(self._place, play, state, lambda within, inner: self._game.deeds.perform(within, inner, action))
        return settle(self._place, play, state)


def with_adventure(game: Game[S], document: Document, *, refereed: bool = True) -> Game[Explored[S]]:
    """The game, played in the place that the document describes; where nobody referees, players make up the party."""
    if game.exploring is None:
        raise ValueError(f"{game.title} has no adventures")
    place = Place(document, game.exploring)

    @cached_by_identity(256)
    def view(state: Explored[S], seat: Seat) -> View:
        own = game.view(state.game, seat).panels
        if state.place.room:  # its name says where the party is
            own = tuple([panel for panel in own if panel.blocks or panel.kind != "scene"])
        return View((*panels(place, state, seat), *own))

    def name(state: Explored[S], id_: str) -> str:
        return _called(game, place, state, id_)

    bots: Bots[Explored[S]] | None = None
    if game.bots is not None:
        scout = Scout(game, game.bots, place)
        bots = Bots(
            action=scout.action,
            answer=answers(game.bots.answer),
            over=scout.over,
            fight=_no_fight,
            sampled=game.bots.sampled,
            caution=_caution(game.bots.caution, place),
            imagined=_imagined(game.bots, place),
            standing=_standing(game.bots),
        )
    return Game(
        id=game.id,
        title=game.title,
        referee=game.referee,
        theme=game.theme,
        book=game.book,
        settings=game.settings,
        state=Explored[game.state],  # type: ignore[name-defined]
        new_state=lambda settings: Explored(game.new_state(settings)),
        deeds=AdventureDeeds(game, place, refereed=refereed),
        seats=lambda state: game.seats(state.game),
        waiting=lambda state: game.waiting(state.game),
        view=view,
        name=name,
        absent=lambda state: game.absent(state.game),
        example=_ready(game, place),
        characters=game.characters,
        bots=bots,
        ui=_hints(game.ui, place),
        odds=game.odds,
        upgrades=tuple([with_place(upgrade) for upgrade in game.upgrades]),
        rulings=_inside(game.rulings),
        house=game.house,
    )


def _imagined(bots: Bots[S], place: Place[S]) -> Callable[[Play, Explored[S], Seat], Explored[S]]:
    """What a seat may imagine of a table with an adventure: no clock, and nobody who goes about in rooms not seen."""

    def imagined(play: Play, state: Explored[S], seat: Seat) -> Explored[S]:
        if seat == REFEREE:
            return state
        seen = {state.place.room, *state.place.seen}
        bands = tuple([band for band in state.place.bands if band.room in seen or place.groups[band.id].room in seen])
        inner = bots.imagined(play, state.game, seat) if bots.imagined else state.game
        return Explored(inner, replace(state.place, bands=bands, clocks=()))

    return imagined


def _standing(bots: Bots[S]) -> Callable[[Explored[S]], float] | None:
    standing = bots.standing
    return None if standing is None else lambda state: standing(state.game)


def _caution(caution: Caution[S], place: Place[S]) -> Caution[Explored[S]]:
    """What bots leave to people in the game, for its state with an adventure; a round outside a fight is a turn."""
    fallen, named = caution.fallen, caution.round

    def round_(state: Explored[S]) -> str:
        if place.chapter.busy(state.game):
            return named(state.game) if named else ""
        return f"{state.place.room} {state.place.turns} {state.place.meeting}"

    inside = None if fallen is None else lambda state: fallen(state.game)
    return replace(caution, fallen=inside, round=round_)  # type: ignore[arg-type]


def _inside(rulings: Rulings | None) -> Rulings | None:
    """The rulings of the game, for the state of a game with an adventure."""
    if rulings is None:
        return None
    sharing = rulings.sharing
    return replace(rulings, sharing=lambda state: sharing(state.game))


def _called(game: Game[S], place: Place[S], state: Explored[S], id_: str) -> str:
    """What to call a part of the document, seen from where the party is; a seat that acts for the party; or another."""
    if id_.startswith(AT):
        part, _, number = id_[1:].partition("/")
        if number:
            uses = place.features[part].use if part in place.features else place.groups[part].talk
            return uses[int(number)].label
        if part in place.exits:
            return place.said(place.exits[part], state.place.room)
        return place.names.get(part, part)
    people = place.people(state)
    mine = [one.name for one in people if one.seat == id_]
    if mine:
        return PARTY if len(mine) == len(people) and len(mine) > 1 else ", ".join(mine)
    return game.name(state.game, id_)


def _no_fight(party: str, foes: str, settings: Any) -> Explored[S]:
    """Fights are set up in the game itself."""
    raise ValueError("a fight of its own is no part of an adventure")


def _ready(game: Game[S], place: Place[S]) -> Callable[[Any], Explored[S]] | None:
    """The table of the game's example, with the party in town before the adventure."""
    example = game.example
    if example is None:
        return None

    def made(settings: Any) -> Explored[S]:
        return Explored(scripted(place.chapter.home, example(settings)))

    return made


BROUGHT = "place.bring_group"
"""What hints say of this deed holds for whoever is before the party, however they came."""


def _hints(ui: UiHints[S], place: Place[S]) -> UiHints[Explored[S]]:
    """What faces are told of the game, and the groups of the deeds of the place."""
    turn, prospects, prices, paths = ui.turn, ui.prospects, ui.prices, ui.paths
    phase, due, pressing, odds, outlook = ui.phase, ui.due, ui.pressing, ui.wants_odds, ui.outlook
    met, first = ui.follows.get(BROUGHT, ()), ui.first

    def in_a_room(state: Explored[S]) -> bool:
        """Whether the party explores: then `what_comes_first` knows what presses, such as to make light together."""
        return bool(state.place.room) and not place.chapter.busy(state.game)

    return replace(
        ui,  # type: ignore[arg-type]
        groups=(deeds.GROUP, refereeing.GROUP, *ui.groups),
        turn=None if turn is None else lambda state: turn(state.game),
        prospects=None if prospects is None else lambda state, choice: prospects(state.game, choice),
        prices=None if prices is None else lambda state, choice: prices(state.game, choice),
        outlook=None if outlook is None else lambda state, action: outlook(state.game, action),
        wants_odds=None if odds is None else lambda state: odds(state.game),
        paths=None if paths is None else lambda state, choice: paths(state.game, choice),
        marks={**ui.marks, "scene": (*ui.marks.get("scene", ()), "place.room")},
        phase=None if phase is None else lambda state: phase(state.game),
        due=None if due is None else lambda state: due(state.game) if place.chapter.busy(state.game) else None,
        pressing=None if pressing is None else lambda state: () if in_a_room(state) else pressing(state.game),
        first=lambda state, seat: (
            what_comes_first(place, state, seat, met) or (() if first is None else first(state.game, seat))
        ),
        follows={done: then for done, then in ui.follows.items() if done != BROUGHT},
        rolled=(*ui.rolled, ("place.who", "place.use"), ("place.who", "place.open")),
        urgent=tuple(dict.fromkeys((*place.chapter.urgent, *ui.urgent))),
    )
