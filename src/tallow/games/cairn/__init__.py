"""Cairn, second edition: the whole game as one record."""

from tallow.games.cairn import (
    calling,
    combat,
    creation,
    deprivation,
    downtime,
    dungeon,
    effects,
    encounters,
    gifts,
    handling,
    hazards,
    healing,
    hirelings,
    joining,
    light,
    magic,
    market,
    phases,
    relics,
    transport,
    uses,
    values,
    warden,
    wilderness,
)
from tallow.games.cairn.content import BOOK
from tallow.games.cairn.example import example
from tallow.games.cairn.expedition import EXPEDITION
from tallow.games.cairn.handles import HANDLES
from tallow.games.cairn.inquiries import INQUIRIES
from tallow.games.cairn.lengths import warned
from tallow.games.cairn.outcome import over
from tallow.games.cairn.seats import bearing, left_to, seats, subjects, waiting
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.sheet import REMINDERS, sheet
from tallow.games.cairn.skirmish import fight, skirmish
from tallow.games.cairn.sound import CHARACTERS
from tallow.games.cairn.state import State
from tallow.games.cairn.strikes import landed
from tallow.games.cairn.tactics import act, decide
from tallow.games.cairn.typical import ARCHETYPES
from tallow.games.cairn.view import name, view
from tallow.games.game import Deeds, Game, Theme
from tallow.games.words import Words

DEEDS: Deeds[State] = Deeds(
    warned(
        (
            *combat.DEEDS,
            *handling.DEEDS,
            *transport.DEEDS,
            *calling.DEEDS,
            *magic.DEEDS,
            *relics.DEEDS,
            *uses.DEEDS,
            *effects.DEEDS,
            *encounters.DEEDS,
            *healing.DEEDS,
            *deprivation.DEEDS,
            *light.DEEDS,
            *hazards.DEEDS,
            *dungeon.DEEDS,
            *wilderness.DEEDS,
            *market.DEEDS,
            *hirelings.DEEDS,
            *downtime.DEEDS,
            *joining.DEEDS,
            *phases.DEEDS,
            *warden.DEEDS,
            *gifts.DEEDS,
            *values.DEEDS,
        )
    ),
    subjects,
    left_to,
    bearing,
)

GAME: Game[State] = Game(
    id="cairn",
    title="Cairn",
    referee="Warden",
    theme=Theme(accent="#7a5c1e", accent_dark="#d9a441", crest="M12 3 L5 21 H19 Z M8.5 12 H15.5 M6.5 17 H17.5"),
    book=BOOK,
    words=Words("tallow.games.cairn", BOOK),
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
    sampled=(landed,),
    reminders=REMINDERS,
    example=example,
    handles=HANDLES,
    archetypes=ARCHETYPES,
    expedition=EXPEDITION,
    characters=CHARACTERS,
)
