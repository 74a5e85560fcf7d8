"""The Black Hack, second edition: the whole game as one record."""

from tallow.games.black_hack import (
    acting,
    attacks,
    banishing,
    checks,
    creation,
    curses,
    effects,
    encounters,
    experience,
    exploration,
    foes,
    food,
    hostilities,
    inventory,
    items,
    joining,
    luck,
    magic,
    market,
    morale,
    moves,
    overawing,
    powers,
    prayers,
    ranges,
    reactions,
    referee,
    rest,
    rulings,
    servants,
    sessions,
    spells,
    traps,
    treasure,
    values,
    wonders,
)
from tallow.games.black_hack.content import BOOK
from tallow.games.black_hack.example import example
from tallow.games.black_hack.expedition import EXPEDITION
from tallow.games.black_hack.handles import HANDLES
from tallow.games.black_hack.inquiries import INQUIRIES
from tallow.games.black_hack.lengths import warned
from tallow.games.black_hack.outcome import over
from tallow.games.black_hack.seats import beings, characters, left_to, seats, subjects, waiting
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.sheet import REMINDERS, sheet
from tallow.games.black_hack.skirmish import fight, skirmish
from tallow.games.black_hack.sound import CHARACTERS
from tallow.games.black_hack.state import State
from tallow.games.black_hack.tactics import SAMPLED, act, decide
from tallow.games.black_hack.typical import ARCHETYPES
from tallow.games.black_hack.view import name, view
from tallow.games.game import Deeds, Game, Theme
from tallow.games.words import Words

DEEDS: Deeds[State] = Deeds(
    warned(
        (
            *characters(
                *attacks.DEEDS,
                *moves.DEEDS,
                *magic.DEEDS,
                *banishing.DEEDS,
                *checks.DEEDS,
                *luck.DEEDS,
                *rulings.DEEDS,
                *inventory.DEEDS,
                *items.DEEDS,
                *wonders.DEEDS,
                *food.DEEDS,
                *effects.DEEDS,
                *spells.DEEDS,
                *prayers.DEEDS,
                *overawing.DEEDS,
                *rest.DEEDS,
                *market.DEEDS,
                *experience.DEEDS,
                *joining.DEEDS,
                *exploration.DEEDS,
                *encounters.DEEDS,
                *traps.DEEDS,
                *treasure.DEEDS,
                *sessions.DEEDS,
                *hostilities.DEEDS,
                *reactions.DEEDS,
                *morale.DEEDS,
                *ranges.DEEDS,
                *referee.DEEDS,
                *values.DEEDS,
                *curses.DEEDS,
            ),
            *beings(*foes.DEEDS, *powers.DEEDS, *servants.DEEDS, *acting.DEEDS),
        )
    ),
    subjects,
    left_to,
)

GAME: Game[State] = Game(
    id="black_hack",
    title="The Black Hack",
    referee="GM",
    theme=Theme(
        accent="#4a2d3a",
        accent_dark="#c98aa6",
        crest="M12 3 L20 8 V16 L12 21 L4 16 V8 Z M12 3 L7 14 H17 Z M4 8 L7 14 L12 21 L17 14 L20 8",
    ),
    book=BOOK,
    words=Words("tallow.games.black_hack", BOOK),
    settings=Settings,
    state=State,
    dice="under",
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
    create=creation.create,
    sheet=sheet,
    inquiries=INQUIRIES,
    fight=fight,
    skirmish=skirmish,
    sampled=SAMPLED,
    reminders=REMINDERS,
    handles=HANDLES,
    archetypes=ARCHETYPES,
    expedition=EXPEDITION,
    characters=CHARACTERS,
    example=example,
)
