"""Wick: a page of rules. `GAME` is all that Tallow needs."""

from tallow.games.characters import Characters
from tallow.games.deeds import Deeds
from tallow.games.game import Bots, Game, GameOdds, Inquiry, Parameter, Theme
from wick import keepers, rounds
from wick.bots import act, decide, over
from wick.keepers import ARCHETYPES, create, example, fight, left_to, seats, skirmish, subjects, waiting
from wick.state import BOOK, Settings, State
from wick.trial import odds
from wick.view import name, sheet, view

DEEDS: Deeds[State] = Deeds((*rounds.DEEDS, *keepers.DEEDS), subjects, left_to)

INQUIRIES = (
    Inquiry(
        name="trial",
        parameters=(Parameter("score", "number", low=2, high=5), Parameter("light", "number", 6, low=1, high=6)),
        rule=odds,
        outcomes=("bright", "guttering", "failed"),
        why="wick.trial.roll",
        goals={"works": ("bright", "guttering"), "bright": ("bright",)},
    ),
)

BOTS: Bots[State] = Bots(action=act, answer=decide, over=over, fight=fight, skirmish=skirmish, archetypes=ARCHETYPES)

GAME: Game[State] = Game(
    id="wick",
    title="Wick",
    referee="House",
    theme=Theme("#8a4b16", "#e8a15a", "M12 2 C16 8 16 11 12 14 C8 11 8 8 12 2 Z M12 14 V22 M8 22 H16"),
    book=BOOK,
    settings=Settings,
    state=State,
    new_state=lambda settings: State(settings=settings),
    deeds=DEEDS,
    seats=seats,
    waiting=waiting,
    view=view,
    name=name,
    example=example,
    characters=Characters(create=create, sheet=sheet),
    bots=BOTS,
    odds=GameOdds(INQUIRIES),
)
