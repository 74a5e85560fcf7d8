"""Grit and Flesh, the Players Rules of The Vanilla Game: the whole game as one record."""

from msgspec.structs import replace

from tallow.games.game import Action, Deeds, Game, Offer, Theme
from tallow.games.vanilla.bots.expedition import EXPEDITION
from tallow.games.vanilla.bots.outcome import over
from tallow.games.vanilla.bots.skirmish import fight, skirmish
from tallow.games.vanilla.bots.tactics import act, decide
from tallow.games.vanilla.characters import creation, experience, helpers, joining
from tallow.games.vanilla.characters.import_check import CHARACTERS
from tallow.games.vanilla.characters.seats import left_to, seats, subjects, turn, waiting
from tallow.games.vanilla.characters.typical import ARCHETYPES
from tallow.games.vanilla.checks import attribute_checks
from tallow.games.vanilla.checks.rolls import controls, strike
from tallow.games.vanilla.combat import acting, assault, morale, moving, reloading, sides
from tallow.games.vanilla.combat.morale import stand_fast
from tallow.games.vanilla.combat.rounds import initiative
from tallow.games.vanilla.entries import BOOK
from tallow.games.vanilla.faces.example import example
from tallow.games.vanilla.faces.inquiries import INQUIRIES
from tallow.games.vanilla.faces.sheet import REMINDERS, sheet
from tallow.games.vanilla.faces.ui_hints import HANDLES
from tallow.games.vanilla.faces.view import name, view
from tallow.games.vanilla.gear import bubbles, handling, items, lighting, market
from tallow.games.vanilla.harm import damage, freeing, surgery
from tallow.games.vanilla.magic import casting, spells_kept, spells_moving, study
from tallow.games.vanilla.monsters import encounters, innate
from tallow.games.vanilla.referee import controls as referee
from tallow.games.vanilla.referee import marshalling, values
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import State
from tallow.games.vanilla.world import phases, treasure, turns, watches
from tallow.games.vanilla.world.deed_lengths import warned
from tallow.games.words import Words
from tallow.play import Seat

DEEDS: Deeds[State] = Deeds(
    warned(
        (
            *sides.DEEDS,
            *assault.DEEDS,
            *moving.DEEDS,
            *freeing.DEEDS,
            *casting.DEEDS,
            *spells_moving.DEEDS,
            *spells_kept.DEEDS,
            *innate.DEEDS,
            *handling.DEEDS,
            *reloading.DEEDS,
            *lighting.DEEDS,
            *acting.DEEDS,
            *bubbles.DEEDS,
            *damage.DEEDS,
            *attribute_checks.DEEDS,
            *turns.DEEDS,
            *watches.DEEDS,
            *market.DEEDS,
            *surgery.DEEDS,
            *study.DEEDS,
            *helpers.DEEDS,
            *joining.DEEDS,
            *marshalling.DEEDS,
            *encounters.DEEDS,
            *morale.DEEDS,
            *phases.DEEDS,
            *experience.DEEDS,
            *treasure.DEEDS,
            *items.DEEDS,
            *referee.DEEDS,
            *values.DEEDS,
        )
    ),
    subjects,
    left_to,
)

GO = ("move", "action", "both")
"""What something costs of a go, and nothing out of a fight."""


def actions(state: State, seat: Seat) -> tuple[Offer, ...]:
    """All that a seat could do now."""
    offers = DEEDS.offers(state, seat)
    return offers if state.combat is not None else tuple([_priced(offer) for offer in offers])


def offer(state: State, seat: Seat, action: Action) -> Offer | None:
    """What `actions` says of one of them."""
    found = DEEDS.offer(state, seat, action)
    return found if found is None or state.combat is not None else _priced(found)


def _priced(one: Offer) -> Offer:
    return replace(one, cost="") if one.cost in GO else one


GAME: Game[State] = Game(
    id="vanilla",
    title="Grit and Flesh",
    referee="GM",
    theme=Theme(
        accent="#5a4632",
        accent_dark="#c9a97c",
        crest="M12 3 V21 M7 8 H17 M12 3 L9.5 6 M12 3 L14.5 6 M4 14 A8 7 0 0 0 20 14",
    ),
    book=BOOK,
    words=Words("tallow.games.vanilla", BOOK),
    settings=Settings,
    state=State,
    dice="under",
    new=lambda settings: State(settings=settings),
    seats=seats,
    waiting=waiting,
    turn=turn,
    actions=actions,
    perform=DEEDS.perform,
    offer=offer,
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
    archetypes=ARCHETYPES,
    expedition=EXPEDITION,
    characters=CHARACTERS,
    sampled=(strike, initiative, stand_fast, controls),
    reminders=REMINDERS,
    handles=HANDLES,
    example=example,
)
