"""The `Game` record of Grit and Flesh: all functions and data by which the program runs it."""

from msgspec.structs import replace

from tallow.games.characters import Characters
from tallow.games.deeds import Action, Deeds, Offer
from tallow.games.game import Bots, Game, GameOdds, Theme
from tallow.games.shared.fighters import absent_from
from tallow.games.shared.pictures import load_picture
from tallow.games.vanilla.bots.caution import CAUTION
from tallow.games.vanilla.bots.expedition import EXPEDITION
from tallow.games.vanilla.bots.outcome import over, standing
from tallow.games.vanilla.bots.skirmish import fight, skirmish
from tallow.games.vanilla.bots.tactics import act, decide
from tallow.games.vanilla.characters import creation, experience, helpers, joining
from tallow.games.vanilla.characters.import_check import DOCUMENTS
from tallow.games.vanilla.characters.seats import left_to, seats, subjects, waiting
from tallow.games.vanilla.characters.typical import ARCHETYPES
from tallow.games.vanilla.checks import attribute_checks
from tallow.games.vanilla.checks.rolls import controls, strike
from tallow.games.vanilla.combat import acting, assault, morale, moving, reloading, sides
from tallow.games.vanilla.combat.free_attacks import PROVOKING, provokes_somebody
from tallow.games.vanilla.combat.morale import stand_fast
from tallow.games.vanilla.combat.rounds import initiative
from tallow.games.vanilla.entries import BOOK
from tallow.games.vanilla.faces.at_work import at_work
from tallow.games.vanilla.faces.example import example
from tallow.games.vanilla.faces.imagined import imagined
from tallow.games.vanilla.faces.inquiries import INQUIRIES
from tallow.games.vanilla.faces.sheet import REMINDERS, sheet
from tallow.games.vanilla.faces.ui_hints import UI_HINTS
from tallow.games.vanilla.faces.view import name, view
from tallow.games.vanilla.gear import bubbles, handling, items, lighting, market
from tallow.games.vanilla.harm import damage, freeing, surgery
from tallow.games.vanilla.magic import casting, spells_kept, spells_moving, study
from tallow.games.vanilla.monsters import encounters, innate
from tallow.games.vanilla.referee import controls as referee
from tallow.games.vanilla.referee import marshalling, values
from tallow.games.vanilla.referee.rulings import RULINGS
from tallow.games.vanilla.referee.stocking import STOCKING
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import State
from tallow.games.vanilla.upgrades import UPGRADES
from tallow.games.vanilla.world import phases, treasure, turns, watches
from tallow.games.vanilla.world.deed_lengths import warned
from tallow.games.vanilla.world.exploring import EXPLORING
from tallow.mechanics.two_sides import everyone
from tallow.play import Seat

GO = ("move", "action", "both")
"""The costs that are part of a go, which do not apply outside a fight."""


class _Deeds(Deeds[State]):
    """Deeds that show their cost only in a fight, and Free Attacks only if somebody would make one."""

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        offers = super().offers(state, seat)
        provokers = {offer.action.who for offer in offers if offer.cost.endswith(PROVOKING)}
        struck = {who for who in provokers if state.combat is not None and provokes_somebody(state, who)}
        return tuple([_priced(state, offer, offer.action.who in struck) for offer in offers])

    def offer(self, state: State, seat: Seat, action: Action) -> Offer | None:
        found = super().offer(state, seat, action)
        if found is None:
            return None
        struck = found.cost.endswith(PROVOKING) and state.combat is not None and provokes_somebody(state, action.who)
        return _priced(state, found, struck)


def _priced(state: State, one: Offer, struck: bool) -> Offer:
    """The offer with its cost here: no part of a go outside fights, and no Free Attacks if nobody would make one."""
    plain = one.cost.removesuffix(PROVOKING)
    cost = "" if state.combat is None and plain in GO else one.cost if struck else plain
    return replace(one, cost=cost) if cost != one.cost else one


DEEDS: Deeds[State] = _Deeds(
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

BOTS: Bots[State] = Bots(
    action=act,
    answer=decide,
    over=over,
    fight=fight,
    skirmish=skirmish,
    sampled=(strike, initiative, stand_fast, controls),
    archetypes=ARCHETYPES,
    expedition=EXPEDITION,
    caution=CAUTION,
    imagined=imagined,
    standing=standing,
)

CHARACTERS = Characters(create=creation.create, sheet=sheet, reminders=REMINDERS, documents=DOCUMENTS)


def _fighters(state: State) -> tuple[str, ...]:
    """The ids of those whom a fight names to act."""
    combat = state.combat
    return () if combat is None else (*combat.due, combat.turn)


GAME: Game[State] = Game(
    id="vanilla",
    title="Grit and Flesh",
    referee="GM",
    theme=Theme(
        accent="#5a4632",
        accent_dark="#c9a97c",
        crest="M12 3 V21 M7 8 H17 M12 3 L9.5 6 M12 3 L14.5 6 M4 14 A8 7 0 0 0 20 14",
        picture=load_picture(__package__),
    ),
    book=BOOK,
    settings=Settings,
    state=State,
    new_state=lambda settings: State(settings=settings),
    deeds=DEEDS,
    seats=seats,
    waiting=waiting,
    view=view,
    name=name,
    absent=absent_from(_fighters, everyone),
    example=example,
    characters=CHARACTERS,
    bots=BOTS,
    ui=UI_HINTS,
    odds=GameOdds(INQUIRIES, dice_notation="under"),
    exploring=EXPLORING,
    rulings=RULINGS,
    stocking=STOCKING,
    upgrades=UPGRADES,
    at_work=at_work,
)
