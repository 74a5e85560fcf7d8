"""Dead Weight: the whole game as one record."""

from tallow.games.characters import Characters
from tallow.games.dead_weight.bots import combat_plans
from tallow.games.dead_weight.bots.caution import CAUTION
from tallow.games.dead_weight.bots.expedition import EXPEDITION
from tallow.games.dead_weight.bots.outcome import over, standing
from tallow.games.dead_weight.bots.skirmish import fight, skirmish
from tallow.games.dead_weight.bots.tactics import SAMPLED, act, decide
from tallow.games.dead_weight.camp import camping, carcass, cooking, tending
from tallow.games.dead_weight.characters import allies, creation, joining, progress
from tallow.games.dead_weight.characters.import_check import DOCUMENTS
from tallow.games.dead_weight.characters.seats import adventurers, beasts, seats, subjects, waiting
from tallow.games.dead_weight.characters.typical import ARCHETYPES
from tallow.games.dead_weight.combat import actions, freeing, item_actions, moving, skill_actions
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.faces.at_work import at_work
from tallow.games.dead_weight.faces.example import example
from tallow.games.dead_weight.faces.imagined import imagined
from tallow.games.dead_weight.faces.inquiries import INQUIRIES
from tallow.games.dead_weight.faces.sheet import REMINDERS, sheet
from tallow.games.dead_weight.faces.ui_hints import UI_HINTS
from tallow.games.dead_weight.faces.view import name, view
from tallow.games.dead_weight.gear import handling, items, market
from tallow.games.dead_weight.harm import stabilize
from tallow.games.dead_weight.magic import casting
from tallow.games.dead_weight.monsters import encounters, enemy_turns
from tallow.games.dead_weight.referee import controls, marshalling, values
from tallow.games.dead_weight.referee.rulings import RULINGS
from tallow.games.dead_weight.referee.stocking import STOCKING
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import State, everyone
from tallow.games.dead_weight.town import interlude, nights, settlement
from tallow.games.dead_weight.upgrades import UPGRADES
from tallow.games.dead_weight.world import adventure, doom, exploration, phases, places, traps
from tallow.games.dead_weight.world.consequences import consequences
from tallow.games.dead_weight.world.deed_lengths import warned
from tallow.games.dead_weight.world.exploring import EXPLORING
from tallow.games.deeds import Action, Deeds
from tallow.games.game import Bots, Game, GameOdds, Theme
from tallow.games.shared.fighters import absent_from
from tallow.games.shared.pictures import load_picture
from tallow.play import Play


class _Deeds(Deeds[State]):
    """Deeds that run `consequences` after each action, since any rule may have moved a tracker."""

    def perform(self, play: Play, state: State, action: Action) -> State:
        return consequences(play, super().perform(play, state, action))


DEEDS: Deeds[State] = _Deeds(
    warned(
        (
            *adventurers(
                *actions.DEEDS,
                *moving.DEEDS,
                *casting.DEEDS,
                *item_actions.DEEDS,
                *skill_actions.DEEDS,
                *freeing.DEEDS,
                *combat_plans.DEEDS,
                *exploration.DEEDS,
                *doom.DEEDS,
                *stabilize.DEEDS,
                *encounters.DEEDS,
                *camping.DEEDS,
                *cooking.DEEDS,
                *tending.DEEDS,
                *items.DEEDS,
                *handling.DEEDS,
                *carcass.DEEDS,
                *phases.DEEDS,
                *interlude.DEEDS,
                *market.DEEDS,
                *nights.DEEDS,
                *progress.DEEDS,
                *settlement.DEEDS,
                *adventure.DEEDS,
                *places.DEEDS,
                *traps.DEEDS,
                *joining.DEEDS,
                *marshalling.DEEDS,
                *controls.DEEDS,
                *values.DEEDS,
            ),
            *beasts(*enemy_turns.DEEDS, *allies.DEEDS),
        )
    ),
    subjects,
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
    return () if combat is None else (*combat.fast, *combat.due, combat.turn)


GAME: Game[State] = Game(
    id="dead_weight",
    title="Dead Weight",
    referee="GM",
    theme=Theme(
        accent="#35536f",
        accent_dark="#8ab4dc",
        crest="M12 2 A5 5 0 0 1 12 12 A5 5 0 0 1 12 2 M12 12 V15 M4 22 L7 15 H17 L20 22 Z",
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
    odds=GameOdds(INQUIRIES, dice_notation="sum"),
    exploring=EXPLORING,
    rulings=RULINGS,
    stocking=STOCKING,
    upgrades=UPGRADES,
    at_work=at_work,
)
