"""The Black Hack, second edition: the whole game as one record."""

from tallow.games.black_hack.bots.caution import CAUTION
from tallow.games.black_hack.bots.expedition import EXPEDITION
from tallow.games.black_hack.bots.outcome import over, standing
from tallow.games.black_hack.bots.skirmish import fight, skirmish
from tallow.games.black_hack.bots.tactics import SAMPLED, act, decide
from tallow.games.black_hack.characters import creation, experience, joining
from tallow.games.black_hack.characters.import_check import DOCUMENTS
from tallow.games.black_hack.characters.seats import beings, characters, left_to, seats, subjects, waiting
from tallow.games.black_hack.characters.typical import ARCHETYPES
from tallow.games.black_hack.checks import attribute_tests, luck
from tallow.games.black_hack.combat import acting, attacks, banishing, morale, moving, overawing, ranges, reinforcements
from tallow.games.black_hack.entries import BOOK
from tallow.games.black_hack.faces.at_work import at_work
from tallow.games.black_hack.faces.example import example
from tallow.games.black_hack.faces.imagined import imagined
from tallow.games.black_hack.faces.inquiries import INQUIRIES
from tallow.games.black_hack.faces.sheet import REMINDERS, sheet
from tallow.games.black_hack.faces.ui_hints import UI_HINTS
from tallow.games.black_hack.faces.view import name, view
from tallow.games.black_hack.gear import food, inventory, items, magic_items, market
from tallow.games.black_hack.harm import curses, rest
from tallow.games.black_hack.magic import effects, memorising, prayers, servants, spells
from tallow.games.black_hack.monsters import encounters, foes, powers, reactions
from tallow.games.black_hack.referee import controls, hostilities, judgements, values
from tallow.games.black_hack.referee.rulings import RULINGS
from tallow.games.black_hack.referee.stocking import STOCKING
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import State, everyone
from tallow.games.black_hack.upgrades import UPGRADES
from tallow.games.black_hack.world import exploration, sessions, traps, treasure
from tallow.games.black_hack.world.deed_lengths import warned
from tallow.games.black_hack.world.exploring import EXPLORING
from tallow.games.characters import Characters
from tallow.games.deeds import Deeds
from tallow.games.game import Bots, Game, GameOdds, Theme
from tallow.games.shared.fighters import absent_from
from tallow.games.shared.pictures import load_picture

DEEDS: Deeds[State] = Deeds(
    warned(
        (
            *characters(
                *attacks.DEEDS,
                *moving.DEEDS,
                *memorising.DEEDS,
                *banishing.DEEDS,
                *attribute_tests.DEEDS,
                *luck.DEEDS,
                *judgements.DEEDS,
                *inventory.DEEDS,
                *items.DEEDS,
                *magic_items.DEEDS,
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
                *reinforcements.DEEDS,
                *morale.DEEDS,
                *ranges.DEEDS,
                *controls.DEEDS,
                *values.DEEDS,
                *curses.DEEDS,
            ),
            *beings(*foes.DEEDS, *powers.DEEDS, *servants.DEEDS, *acting.DEEDS),
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
    sampled=SAMPLED,
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
    return () if combat is None else (*combat.early, *combat.due, combat.turn)


GAME: Game[State] = Game(
    id="black_hack",
    title="The Black Hack",
    referee="GM",
    theme=Theme(
        accent="#4a2d3a",
        accent_dark="#c98aa6",
        crest="M12 3 L20 8 V16 L12 21 L4 16 V8 Z M12 3 L7 14 H17 Z M4 8 L7 14 L12 21 L17 14 L20 8",
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
    upgrades=UPGRADES,
    stocking=STOCKING,
    at_work=at_work,
)
