"""Who comes to the table, who comes along, and who follows the dead."""

from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.characters.joining import accompany, join
from tallow.games.modified_cairn.characters.seats import SEATING
from tallow.games.modified_cairn.combat.rounds import ready
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Life, Pay, Transport, has
from tallow.mechanics.two_sides import find, put
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.modified_cairn.newcomers import SETTINGS, act, odd, refused, somebody, table

QUALITIES = [[2, 4, 6], [1, 3, 5], [5, 6, 6]]
MAKING = [*QUALITIES, ("roll", "package"), 1, "roll", 1, 1, 3, [3, 3, 3]]


def of(**fields):
    return somebody("pc", odd("lamp"), life=Life(**fields))


@covers("modified_cairn.phase.creation", "modified_cairn.sheet.fields")
def test_a_player_sits_down_and_makes_a_character():
    state, play = act(GAME.new_state(SETTINGS), "new_player", "", "player1", *MAKING)
    (one,) = state.party
    assert (one.seat, one.kind, one.guard) == ("player1", "pc", 3)
    assert play.codes()[-1] == "joins"
    assert len({item.id for item in one.items}) == len(one.items)
    assert one.fed == one.drank == one.slept == state.clock
    state, _ = act(state, "make_character", "bea", *MAKING)
    assert SEATING.player_seats(state) == ("player1", "bea")
    assert refused(state, "make_character", "player1") == "not_now"


def test_a_seat_has_a_name_that_nobody_else_has():
    state = GAME.new_state(SETTINGS)
    for name, seat in (("Anna", "Anna"), (" ", "player1"), ("referee", "player2"), ("party", "player3")):
        state, _ = act(state, "new_player", "", "another", name, *MAKING)
        assert state.party[-1].seat == seat


@covers("modified_cairn.background.oddities", "modified_cairn.inventory.more_capacity")
def test_beasts_carts_and_companions_come_along():
    scavenger = join(table(), of(history=("modified_cairn.table.kettlewright_1:scavenger",)))
    assert [(one.name, one.keeper) for one in scavenger.transports] == [("Donkey", scavenger.party[0].id)]
    state = join(table(), of(history=("modified_cairn.table.fletchwind_1:falconry",)))
    owner, falcon = state.party
    assert (falcon.seat, falcon.pay, falcon.kind) == (owner.seat, Pay(owner.id), "monster")
    rider = join(table(), of(history=("modified_cairn.table.outrider_2:heavy_destrier",)))
    assert has(rider.party[1], "mount")
    assert rider.transports == (
        Transport("t4", "Heavy Destrier", "modified_cairn.monster.heavy_destrier", 2, rider.party[0].id),
    )
    peddler = join(table(), of(background="modified_cairn.background.mountebank"))
    assert [one.of for one in peddler.transports] == ["modified_cairn.transport.cart"]


@covers("modified_cairn.phase.creation", "modified_cairn.creation.details", "modified_cairn.setting.life_details")
def test_the_game_begins_and_with_life_details_the_youngest_rolls_the_omen():
    assert refused(GAME.new_state(SETTINGS), "party_complete") == "nobody_yet"
    ada = somebody("ada", life=Life(age=20))
    bea = somebody("bea", seat="bea", life=Life(age=18))
    cai = somebody("cai", seat="cai", life=Life(age=18))
    plain, _ = act(table(ada, bea, phase="creation"), "party_complete", "")
    assert (plain.phase, find(plain, "bea").life.omen) == ("town", "")
    detailed = table(ada, bea, cai, phase="creation", settings=Settings(life_details=True))
    state, _ = act(detailed, "party_complete", "", 2, 9)
    assert find(state, "cai").life.omen == "modified_cairn.table.omen:red_moon"
    assert refused(state, "party_complete") == "not_now"


@covers("modified_cairn.hireling.terms", "modified_cairn.phase.creation")
def test_the_player_of_the_dead_makes_another_or_goes_on_as_a_hireling():
    dead = somebody("pc", states=("dead",))
    guide = somebody("guide", kind="hireling", pay=Pay("pc", 5, 0))
    beast = somebody("horse", kind="hireling", states=("mount",))
    assert refused(table(dead, beast), "take_over", "pc") == "no_hireling"
    state, _ = act(table(dead, beast, guide), "take_over", "pc")
    now = find(state, "guide")
    assert (now.kind, now.pay, now.seat, now.feats) == ("pc", None, dead.seat, True)
    state, _ = act(table(dead), "make_character", "pc", *MAKING)
    assert state.party[-1].seat == dead.seat
    assert refused(table(somebody("pc")), "make_character", "pc") == "not_now"
    assert refused(table(dead, replace(dead, id="new", states=())), "take_over", "pc") == "not_now"


def test_bonds_that_the_party_has_are_not_rolled_twice():
    settings = Settings(life_details=True)
    first = somebody("pc", life=Life(bonds=("modified_cairn.table.bond:prism",)))
    making = [*QUALITIES, ("roll", "package"), 1, "roll", 1, 1, *[1] * 8, [1, 1], 4, 5, 3, [3, 3, 3]]
    state, _ = act(table(first, settings=settings), "make_character", "bea", *making)
    assert state.party[-1].life.bonds == ("modified_cairn.table.bond:silver_moss",)


@covers("modified_cairn.mount.riding", "modified_cairn.background.oddities")
def test_a_warhorse_of_ones_own_fights_in_a_fight():
    state = accompany(table(somebody("pc")), "pc", "modified_cairn.monster.heavy_destrier", mount=True)
    horse = state.party[-1]
    assert horse.states == ("mount", "war_trained")
    assert ready(state, "party") == ("pc", horse.id)
    plain = replace(horse, states=("mount",))
    assert ready(put(state, plain), "party") == ("pc",)
    trained = GAME.perform(Scripted(horse.id, "war_trained"), put(state, plain), Action("set_state"))
    assert ready(trained, "party") == ("pc", horse.id), "or as the GM says"
