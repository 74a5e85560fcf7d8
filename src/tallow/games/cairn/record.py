"""Cairn, second edition: the whole game as one record."""

from tallow.games.cairn.bots.caution import CAUTION
from tallow.games.cairn.bots.expedition import EXPEDITION
from tallow.games.cairn.bots.outcome import over, standing
from tallow.games.cairn.bots.skirmish import fight, skirmish
from tallow.games.cairn.bots.tactics import act, decide
from tallow.games.cairn.characters import boon_use, creation, hirelings, joining, shapes, vows
from tallow.games.cairn.characters.import_check import DOCUMENTS
from tallow.games.cairn.characters.seats import left_to, seats, stripped, subjects, waiting
from tallow.games.cairn.characters.typical import ARCHETYPES
from tallow.games.cairn.combat import rounds
from tallow.games.cairn.combat.strikes import landed
from tallow.games.cairn.entries import BOOK
from tallow.games.cairn.faces.at_work import at_work
from tallow.games.cairn.faces.example import example
from tallow.games.cairn.faces.imagined import imagined
from tallow.games.cairn.faces.inquiries import INQUIRIES
from tallow.games.cairn.faces.sheet import REMINDERS, sheet
from tallow.games.cairn.faces.ui_hints import UI_HINTS
from tallow.games.cairn.faces.view import name, view
from tallow.games.cairn.gear import handling, light, market, smithing, transports, uses, weapon_care
from tallow.games.cairn.harm import deprivation, hazards, healing
from tallow.games.cairn.magic import casting, effects, relics
from tallow.games.cairn.monsters import encounters
from tallow.games.cairn.referee import controls, gifts, values
from tallow.games.cairn.referee.rulings import RULINGS
from tallow.games.cairn.referee.stocking import STOCKING
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import State
from tallow.games.cairn.upgrades import UPGRADES
from tallow.games.cairn.world import downtime, dungeon, phases, wilderness
from tallow.games.cairn.world.deed_lengths import warned
from tallow.games.cairn.world.exploring import EXPLORING
from tallow.games.characters import Characters
from tallow.games.deeds import Deeds
from tallow.games.game import Bots, Game, GameOdds, Theme
from tallow.games.shared.fighters import absent_from
from tallow.games.shared.pictures import load_picture
from tallow.mechanics.two_sides import everyone

DEEDS: Deeds[State] = Deeds(
    warned(
        (
            *rounds.DEEDS,
            *handling.DEEDS,
            *transports.DEEDS,
            *boon_use.DEEDS,
            *shapes.DEEDS,
            *weapon_care.DEEDS,
            *smithing.DEEDS,
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
    stripped,
)

BOTS: Bots[State] = Bots(
    action=act,
    answer=decide,
    over=over,
    fight=fight,
    skirmish=skirmish,
    sampled=(landed,),
    archetypes=ARCHETYPES,
    expedition=EXPEDITION,
    caution=CAUTION,
    imagined=imagined,
    standing=standing,
)

CHARACTERS = Characters(create=creation.create, sheet=sheet, reminders=REMINDERS, documents=DOCUMENTS)


def _fighters(state: State) -> tuple[str, ...]:
    """The ids of those whom a fight names to act."""
    fight = state.fight
    return () if fight is None else (*fight.acting, *fight.late, *fight.ready, *[made.who for made in fight.declared])


GAME: Game[State] = Game(
    id="cairn",
    title="Cairn",
    referee="Warden",
    theme=Theme(
        accent="#7a5c1e",
        accent_dark="#d9a441",
        crest="M12 3 L5 21 H19 Z M8.5 12 H15.5 M6.5 17 H17.5",
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
    upgrades=UPGRADES,
    at_work=at_work,
    rulings=RULINGS,
    stocking=STOCKING,
)
