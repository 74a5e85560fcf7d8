"""Modified Cairn: the whole game as one record."""

from tallow.games.game import Deeds, Game, Theme
from tallow.games.modified_cairn import (
    ammo,
    attempts,
    combat,
    concentration,
    conditions,
    creation,
    darkness,
    dungeon,
    effects,
    encounters,
    hirelings,
    inventory,
    items,
    joining,
    light,
    magic,
    market,
    marshalling,
    phases,
    referee,
    relics,
    rest,
    runes,
    scars,
    tending,
    transports,
    values,
    wilderness,
)
from tallow.games.modified_cairn.content import BOOK
from tallow.games.modified_cairn.example import example
from tallow.games.modified_cairn.expedition import EXPEDITION
from tallow.games.modified_cairn.handles import HANDLES
from tallow.games.modified_cairn.harm import blow
from tallow.games.modified_cairn.inquiries import INQUIRIES
from tallow.games.modified_cairn.lengths import warned
from tallow.games.modified_cairn.outcome import over
from tallow.games.modified_cairn.pool import spend
from tallow.games.modified_cairn.seats import left_to, seats, subjects, waiting
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.sheet import REMINDERS, sheet
from tallow.games.modified_cairn.skirmish import fight, skirmish
from tallow.games.modified_cairn.sound import CHARACTERS
from tallow.games.modified_cairn.state import State
from tallow.games.modified_cairn.tactics import act, decide
from tallow.games.modified_cairn.typical import ARCHETYPES
from tallow.games.modified_cairn.view import name, view
from tallow.games.words import Words

DEEDS: Deeds[State] = Deeds(
    warned(
        (
            *combat.DEEDS,
            *marshalling.DEEDS,
            *attempts.DEEDS,
            *inventory.DEEDS,
            *items.DEEDS,
            *ammo.DEEDS,
            *transports.DEEDS,
            *magic.DEEDS,
            *concentration.DEEDS,
            *relics.DEEDS,
            *runes.DEEDS,
            *tending.DEEDS,
            *rest.DEEDS,
            *conditions.DEEDS,
            *scars.DEEDS,
            *effects.DEEDS,
            *light.DEEDS,
            *darkness.DEEDS,
            *dungeon.DEEDS,
            *encounters.DEEDS,
            *wilderness.DEEDS,
            *market.DEEDS,
            *hirelings.DEEDS,
            *joining.DEEDS,
            *phases.DEEDS,
            *referee.DEEDS,
            *values.DEEDS,
        )
    ),
    subjects,
    left_to,
)

GAME: Game[State] = Game(
    id="modified_cairn",
    title="Modified Cairn",
    referee="GM",
    theme=Theme(
        accent="#3d5a4c",
        accent_dark="#86b89c",
        crest="M12 3 L5 21 H19 Z M8.5 12 H15.5 M6.5 17 H17.5 M3 8 L7 4 M21 8 L17 4",
    ),
    book=BOOK,
    words=Words("tallow.games.modified_cairn", BOOK),
    settings=Settings,
    state=State,
    dice="highest",
    new=lambda settings: State(settings=settings),
    seats=seats,
    waiting=waiting,
    actions=DEEDS.offers,
    perform=DEEDS.perform,
    offer=DEEDS.offer,
    over=over,
    view=view,
    act=act,
    decide=decide,
    name=name,
    prices=market.prices,
    create=creation.create,
    sheet=sheet,
    inquiries=INQUIRIES,
    fight=fight,
    skirmish=skirmish,
    sampled=(spend, blow),
    reminders=REMINDERS,
    handles=HANDLES,
    archetypes=ARCHETYPES,
    expedition=EXPEDITION,
    characters=CHARACTERS,
    example=example,
)
