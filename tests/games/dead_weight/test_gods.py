"""Gods: the anger and the sacrifice of each."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.characters.creation import prayers_of
from tallow.games.dead_weight.entries.magic import gods
from tallow.games.dead_weight.magic.prayers import anger
from tallow.games.dead_weight.magic.sacrifices import GIVEN, offerings, sacrifice
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.state import Camp, Corpse, adventurer
from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.testing import covers
from tests.games.dead_weight.casters import GOD, SYMBOL, calm, cleric, foe, friend, thing_of
from tests.games.dead_weight.people import lying
from tests.games.playing import done


def angry(god, *items, camp=False, **more):
    """A cleric whose god is angry."""
    one = cleric("light", god=f"{GOD}{god}" if god else "The Worm", magic={"angered": True}, items=(SYMBOL, *items))
    state = calm(one, friend(), **more)
    return replace(state, phase="camp", camp=Camp("actions", 2)) if camp else state


def given(state, *script):
    return done(sacrifice, state, "odo", script=script)


def listens(state):
    return not adventurer(state, "odo").magic.angered


def refusal(state, name):
    return next(offer.refusal for offer in GAME.actions(state, "odo") if offer.action.name == name)


@covers("dead_weight.god.*")
@pytest.mark.parametrize("god", sorted(gods()))
def test_every_god_hears_its_own_prayers_and_wants_something(god):
    assert set(gods()[god].prayers) < set(prayers_of(god))
    assert gods()[god].wants in GIVEN


@covers("dead_weight.god.goshkalon")
def test_goshkalon_wants_teeth_each_corpse_once_and_is_moved_by_a_one():
    state = angry("goshkalon", corpses=(Corpse("c1", "Rat"), Corpse("c2", "Hag")))
    state, _ = given(state, "c1", [4])
    assert not listens(state)
    state, _ = given(state, [1])
    assert listens(state)
    assert all(corpse.toothless for corpse in state.corpses)
    assert refusal(angry("goshkalon"), "sacrifice").code == "no_teeth"


@covers("dead_weight.god.cador")
def test_cador_wants_an_undead_killed_in_the_rite():
    slave = foe("thrall", owner="odo", at=(-1, -1))
    state, _ = given(angry("cador", allies=(slave,)), "thrall")
    assert listens(state)
    assert "dead" in state.allies[0].conditions
    state, play = given(angry("cador"), "yes")
    assert listens(state)
    assert play.asked[0].by == REFEREE
    assert not listens(given(angry("cador"), "no")[0])


@covers("dead_weight.god.yulak")
def test_yulak_wants_two_wounds_and_bleeding():
    state, play = given(angry("yulak"), "STR")
    one = adventurer(state, "odo")
    assert listens(state)
    assert lying(one, "STR") == (0, 2)
    assert one.afflictions == ("bleeding",)
    assert [question.what for question in play.asked] == ["place"], "neither armour nor toughening up is asked"


@covers("dead_weight.god.akhzu")
def test_akhzu_wants_two_rations_in_the_ground():
    food = tuple(thing_of("item.ration", f"r{n}") for n in range(3))
    state, _ = given(angry("akhzu", *food))
    assert listens(state)
    assert len(adventurer(state, "odo").items) == 2
    assert refusal(angry("akhzu", food[0]), "sacrifice").code == "no_rations"


@covers("dead_weight.god.kaal_rafir")
def test_kaal_rafirs_anger_tires_all_and_a_prayer_in_camp_is_enough():
    state, _ = done(anger, calm(cleric(god=f"{GOD}kaal_rafir"), friend(3, 3, 2, 1)), "odo")
    assert not listens(state)
    assert [lying(one, "PRE") for one in state.party] == [(2, 0), (1, 0)], "what finds no room is dropped"
    assert refusal(angry("kaal_rafir"), "sacrifice").code == "elsewhere"
    state, _ = done(GAME.perform, angry("kaal_rafir", camp=True), Action("sacrifice_in_camp", "odo"))
    assert listens(state)
    assert state.camp.actions == 1


@covers("dead_weight.prayer.critical_failure", "dead_weight.prayer.sacrifice")
def test_a_god_of_another_name_wants_goods_worth_ten_silver_burnt_in_camp():
    ring = thing_of("item.rope", "rope")
    state, play = given(angry("", ring, camp=True), "rope", "yes")
    assert listens(state)
    assert [item.id for item in adventurer(state, "odo").items] == ["symbol"]
    assert play.asked[1].by == REFEREE
    assert not listens(given(angry("", ring, camp=True), "rope", "no")[0])


@covers("dead_weight.prayer.sacrifice")
def test_a_sacrifice_takes_a_turn_and_nothing_is_offered_to_a_god_at_peace():
    state, _ = done(GAME.perform, angry("yulak"), Action("sacrifice", "odo"), script=["STR", "DEX"])
    assert state.turns == 1
    assert listens(state)
    assert "sacrifice" not in {offer.action.name for offer in GAME.actions(state, "odo")}


@covers("dead_weight.item.holy_relic")
def test_a_holy_relic_serves_any_god():
    relic = thing_of("item.holy_relic", "relic")
    state = angry("kaal_rafir", relic)
    assert offerings(state, adventurer(state, "odo")) == ("relic",)
    state, _ = given(state)
    assert listens(state)
    assert [item.id for item in adventurer(state, "odo").items] == ["symbol"]
