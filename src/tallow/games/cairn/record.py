"""Cairn, second edition: the whole game as one record."""

from tallow.games.cairn.bots.expedition import EXPEDITION
from tallow.games.cairn.bots.outcome import over
from tallow.games.cairn.bots.skirmish import fight, skirmish
from tallow.games.cairn.bots.tactics import act, decide
from tallow.games.cairn.characters import boon_use, creation, hirelings, joining, shapes, vows
from tallow.games.cairn.characters.import_check import CHARACTERS
from tallow.games.cairn.characters.seats import bearing, left_to, seats, subjects, waiting
from tallow.games.cairn.characters.typical import ARCHETYPES
from tallow.games.cairn.combat import rounds
from tallow.games.cairn.combat.strikes import landed
from tallow.games.cairn.entries import BOOK
from tallow.games.cairn.faces.example import example
from tallow.games.cairn.faces.inquiries import INQUIRIES
from tallow.games.cairn.faces.sheet import REMINDERS, sheet
from tallow.games.cairn.faces.ui_hints import HANDLES
from tallow.games.cairn.faces.view import name, view
from tallow.games.cairn.gear import handling, light, market, transports, uses, weapon_care
from tallow.games.cairn.harm import deprivation, hazards, healing
from tallow.games.cairn.magic import casting, effects, relics
from tallow.games.cairn.monsters import encounters
from tallow.games.cairn.referee import controls, gifts, values
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import State
from tallow.games.cairn.world import downtime, dungeon, phases, wilderness
from tallow.games.cairn.world.deed_lengths import warned
from tallow.games.game import Deeds, Game, Theme
from tallow.games.words import Words

DEEDS: Deeds[State] = Deeds(
    warned(
        (
            *rounds.DEEDS,
            *handling.DEEDS,
            *transports.DEEDS,
            *boon_use.DEEDS,
            *shapes.DEEDS,
            *weapon_care.DEEDS,
            *vows.DEEDS,
            *casting.DEEDS,
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
            *controls.DEEDS,
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
