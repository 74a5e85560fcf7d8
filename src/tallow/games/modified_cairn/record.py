"""The `Game` record of Modified Cairn: all functions and data by which the program runs it."""

from tallow.games.characters import Characters
from tallow.games.deeds import Deeds
from tallow.games.game import Bots, Game, GameOdds, Theme
from tallow.games.modified_cairn.bots.caution import CAUTION
from tallow.games.modified_cairn.bots.expedition import EXPEDITION
from tallow.games.modified_cairn.bots.outcome import over, standing
from tallow.games.modified_cairn.bots.skirmish import fight, skirmish
from tallow.games.modified_cairn.bots.tactics import act, decide
from tallow.games.modified_cairn.characters import creation, hirelings, joining, shapes, vows
from tallow.games.modified_cairn.characters.import_check import DOCUMENTS
from tallow.games.modified_cairn.characters.seats import left_to, seats, subjects, waiting
from tallow.games.modified_cairn.characters.typical import ARCHETYPES
from tallow.games.modified_cairn.checks import attempts
from tallow.games.modified_cairn.combat import ammo, rounds
from tallow.games.modified_cairn.combat.pool import spend
from tallow.games.modified_cairn.entries import BOOK
from tallow.games.modified_cairn.faces.at_work import at_work
from tallow.games.modified_cairn.faces.example import example
from tallow.games.modified_cairn.faces.imagined import imagined
from tallow.games.modified_cairn.faces.inquiries import INQUIRIES
from tallow.games.modified_cairn.faces.sheet import REMINDERS, sheet
from tallow.games.modified_cairn.faces.ui_hints import UI_HINTS
from tallow.games.modified_cairn.faces.view import name, view
from tallow.games.modified_cairn.gear import inventory, items, light, market, transports
from tallow.games.modified_cairn.harm import conditions, rest, scars, tending
from tallow.games.modified_cairn.harm.damage import blow
from tallow.games.modified_cairn.magic import channelling, concentration, effects, relics, runes, workings
from tallow.games.modified_cairn.monsters import encounters, spoils
from tallow.games.modified_cairn.referee import controls, marshalling, values
from tallow.games.modified_cairn.referee.rulings import RULINGS
from tallow.games.modified_cairn.referee.stocking import STOCKING
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import State
from tallow.games.modified_cairn.upgrades import UPGRADES
from tallow.games.modified_cairn.world import darkness, dungeon, phases, wilderness
from tallow.games.modified_cairn.world.deed_lengths import warned
from tallow.games.modified_cairn.world.exploring import EXPLORING
from tallow.games.shared.fighters import absent_from
from tallow.games.shared.pictures import load_picture
from tallow.mechanics.two_sides import everyone

DEEDS: Deeds[State] = Deeds(
    warned(
        (
            *rounds.DEEDS,
            *marshalling.DEEDS,
            *attempts.DEEDS,
            *inventory.DEEDS,
            *items.DEEDS,
            *ammo.DEEDS,
            *transports.DEEDS,
            *channelling.DEEDS,
            *concentration.DEEDS,
            *relics.DEEDS,
            *runes.DEEDS,
            *tending.DEEDS,
            *rest.DEEDS,
            *vows.DEEDS,
            *shapes.DEEDS,
            *conditions.DEEDS,
            *scars.DEEDS,
            *effects.DEEDS,
            *workings.DEEDS,
            *light.DEEDS,
            *darkness.DEEDS,
            *dungeon.DEEDS,
            *encounters.DEEDS,
            *spoils.DEEDS,
            *wilderness.DEEDS,
            *market.DEEDS,
            *hirelings.DEEDS,
            *joining.DEEDS,
            *phases.DEEDS,
            *controls.DEEDS,
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
    sampled=(spend, blow),
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
    return () if combat is None else (*combat.acting, *[made.who for made in (*combat.declared, *combat.planned)])


GAME: Game[State] = Game(
    id="modified_cairn",
    title="Modified Cairn",
    referee="GM",
    theme=Theme(
        accent="#3d5a4c",
        accent_dark="#86b89c",
        crest="M12 3 L5 21 H19 Z M8.5 12 H15.5 M6.5 17 H17.5 M3 8 L7 4 M21 8 L17 4",
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
    odds=GameOdds(INQUIRIES, dice_notation="highest"),
    exploring=EXPLORING,
    rulings=RULINGS,
    stocking=STOCKING,
    upgrades=UPGRADES,
    at_work=at_work,
)
