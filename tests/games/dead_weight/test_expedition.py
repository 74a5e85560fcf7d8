"""Expeditions: the bots' way from room to room costs what the book says, and ends as it says."""

from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.bots.combat_plans import next_step
from tallow.games.dead_weight.bots.expedition import (
    EXPEDITION,
    begin,
    counts,
    meet,
    met,
    rest,
    short_of_light,
    turn,
    urgent,
    worn_away,
)
from tallow.games.dead_weight.bots.party_care import CURE, light_ahead
from tallow.games.dead_weight.bots.tactics import act
from tallow.games.dead_weight.characters.typical import ARCHETYPES
from tallow.games.dead_weight.gear.inventory import held
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.record import BOTS, GAME
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import able, alive, put, score, scores, with_score
from tallow.games.deeds import Action
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.play import Simulated
from tallow.simulate import LOST, TURNED_BACK, Plan, explore
from tests.games.dead_weight.expedition import doom, have, here, with_place
from tests.games.dead_weight.foes import arena, foe
from tests.games.dead_weight.people import somebody

FOUR = ARCHETYPES.party(1)
USAGE, DECAY, AMBUSH = "dead_weight.dice.usage", "dead_weight.table.decay", "dead_weight.camp.ambush_roll"
CALM = {DECAY: (1, 1), USAGE: (8,), AMBUSH: (1, 1)}
"""Decay that does nothing, lights that do not burn down, quiet nights."""


class Fated(Simulated):
    """The bots decide; dice fall by what they are rolled for, all others on one face."""

    def __init__(self, face=5, **also):
        super().__init__(Random(1), BOTS.answer)
        self.face, self.faces, self.told, self.rolled = face, {**CALM, **also.get("dice", {})}, [], []

    def roll(self, n, sides=6, *, by, why, hidden=False, stake=None):  # noqa: ARG002
        self.rolled.append(why)
        faces = self.faces.get(why, (self.face,) * n)
        return tuple(sorted(min(face, sides) for face in (*faces, *faces)[:n]))

    def tell(self, code, *facts, why, seen_by=()):  # noqa: ARG002
        self.told.append(code)


def at_the_door(party=FOUR, pack="Torch x2", **settings):
    return begin(party, pack, Settings(**settings))


def hurt(state, who, attribute, *, fatigue=0, wounds=0):
    one = next(one for one in state.party if one.id == who)
    return put(state, with_score(one, attribute, replace(score(one, attribute), fatigue=fatigue, wounds=wounds)))


def changed(state, who, **more):
    return put(state, replace(next(one for one in state.party if one.id == who), **more))


def at(state, who):
    return next(one for one in state.party if one.id == who)


def things_of(state, ref):
    return [(one.id, item) for one in state.party for item in one.items if item.ref == f"dead_weight.item.{ref}"]


def test_a_party_stands_at_the_door_of_a_dark_place():
    state = at_the_door()
    assert "move_on" in {offer.action.name for offer in GAME.actions(state, "party")}
    assert here(state).dark
    assert counts(state)["turns"] == 0


def test_lights_are_given_to_those_with_a_free_hand():
    bearers = {who for who, _ in things_of(at_the_door(pack="Torch x2"), "torch")}
    assert bearers == {"hero2", "hero4"}
    assert all(len(held(one)) == 1 for one in at_the_door().party if one.id in bearers)


def test_oil_is_given_to_whoever_has_the_lantern():
    state = at_the_door(pack="Lantern; Oil")
    assert things_of(state, "oil")[0][0] == things_of(state, "lantern")[0][0]


def test_the_party_of_a_table_sets_out_as_it_stands():
    gone, hurt_one = somebody("odo", conditions=("dead",)), somebody("zael", strength=(3, 1, 0, 2), at=(3, 3), shield=2)
    state = EXPEDITION.of(arena(gone, hurt_one, enemies=(foe("plagued_rat"),)), "Torch")
    assert [(one.id, one.strength.wounds, one.shield) for one in state.party] == [("zael", 2, 0)]
    assert not met(state)
    assert turn(Fated(), state).turns == 1


def test_nobody_is_overloaded_by_a_pack():
    state = turn(Fated(), at_the_door("wizard:A", "Torch x2"))
    assert state.turns == 1
    with pytest.raises(Malformed, match="nobody has room"):
        at_the_door("wizard:A", "Torch x2; Ration")
    with pytest.raises(Malformed, match="nobody has room"):
        at_the_door("wizard:A", "Ration x9")


@pytest.mark.parametrize(
    ("party", "pack", "foes", "meant"),
    [
        ("warior:A", "", "", "warrior"),
        (FOUR, "Torhc", "", "Torch"),
        (FOUR, "", "Goblin Scraper", "Goblin Scrapper"),
    ],
)
def test_bad_names_come_with_what_was_meant(party, pack, foes, meant):
    with pytest.raises(Unknown) as wrong:
        meet(at_the_door(party, pack), foes)
    assert meant in wrong.value.near


def test_a_turn_of_the_way_is_a_turn_of_the_book():
    play = Fated()
    state = turn(play, at_the_door())
    assert (state.turns, state.decay) == (1, 1)
    assert state.omens.size == 10
    assert play.rolled.count(USAGE) == 1
    (bearer,) = [who for who, item in things_of(state, "torch") if item.lit]
    assert bearer == "hero2"


def test_a_light_burns_down_on_1_or_2():
    state = turn(Fated(dice={USAGE: (2,)}), at_the_door())
    assert [item.usage for _, item in things_of(state, "torch") if item.lit] == [6]


def test_after_five_turns_everybody_rolls_for_decay():
    play, state = Fated(dice={DECAY: (4, 4)}), at_the_door()
    for _ in range(5):
        state = turn(play, state)
    assert play.rolled.count(DECAY) == 4
    assert all(one.afflictions == ("hungry",) for one in state.party)


def test_a_lantern_that_is_empty_is_filled_and_lit_again():
    state = at_the_door(pack="Lantern; Oil")
    who, lantern = things_of(state, "lantern")[0]
    empty = tuple(replace(item, usage=0) if item.id == lantern.id else item for item in state.party[1].items)
    assert who == "hero2"
    state = turn(Fated(), changed(state, who, items=empty))
    assert [(item.usage, item.lit) for _, item in things_of(state, "lantern")] == [(12, True)]
    assert not things_of(state, "oil")
    assert state.turns == 2


def test_in_the_dark_every_turn_costs_presence():
    state = turn(Fated(), at_the_door(pack=""))
    assert [one.presence.fatigue for one in state.party] == [1, 1, 1, 1]
    state = turn(Fated(), turn(Fated(), state))
    assert ["terrified" in one.afflictions for one in state.party] == [True, True, False, True]
    assert not sum(on.wounds for one in state.party for on in scores(one) if one.id not in {"hero2", "hero4"})


@pytest.mark.parametrize(("pack", "turns"), [("Torch", 9), ("Lantern", 20), ("Torch x2", 18), ("Lantern; Oil", 40)])
def test_lights_last_as_long_as_the_book_says(pack, turns):
    assert light_ahead(at_the_door(pack=pack)) == turns


def test_who_would_be_in_the_dark_before_they_are_home_turn_back():
    state = at_the_door(pack="Torch")
    assert not EXPEDITION.worn(replace(state, turns=9))
    assert EXPEDITION.worn(replace(state, turns=10))
    assert EXPEDITION.worn(at_the_door(pack=""))
    assert not short_of_light(at_the_door(pack="", darkness=False))


def test_in_a_place_they_turn_back_while_the_light_lasts_for_the_way_out():
    state = at_the_door(pack="Torch")
    assert light_ahead(state) == 9
    assert not worn_away(replace(state, turns=40), 5), "how long they have been there is not the way out"
    assert worn_away(state, 6)
    assert not worn_away(at_the_door(pack="", darkness=False), 15)


def test_in_a_place_they_turn_back_once_half_of_them_have_more_wounds_than_dice():
    state = at_the_door(pack="Torch x2")
    for who in ("hero1", "hero2"):
        state = changed(state, who, afflictions=("hungry", "parched", "angry"))
    assert not worn_away(state, 3), "what decay does to them is no reason to go"
    for who in ("hero1", "hero2"):
        assert not worn_away(state, 3)
        for attribute in ("STR", "DEX", "INT", "PRE"):
            state = hurt(state, who, attribute, wounds=score(at(state, who), attribute).score)
    assert worn_away(state, 3)


def test_in_a_place_whoever_has_a_remedy_uses_it_first():
    state = at_the_door(pack="Bandages; Ration; Torch")
    state = turn(Fated(), state)
    ((medic, _),) = things_of(state, "bandages")
    ((eater, _),) = things_of(state, "ration")
    seat = next(one.seat for one in state.party if one.id == medic)
    assert urgent(state, seat) is None, "nobody is hurt"
    bleeding = changed(state, medic, afflictions=("bleeding",))
    assert urgent(bleeding, seat) == Action("use_item", medic)
    hungry = changed(state, eater, afflictions=("hungry",))
    seat = next(one.seat for one in state.party if one.id == eater)
    assert urgent(hungry, seat) == Action("use_slow_item", eater)
    hungry = GAME.perform(Fated(), hungry, Action("use_slow_item", eater))
    assert "hungry" not in at(hungry, eater).afflictions


@pytest.mark.parametrize(("needs", "left"), [("nothing", 1), ("supplies", 0)])
def test_whoever_lies_there_is_stabilized_with_a_supply_where_one_is_needed(needs, left):
    door = at_the_door(pack="Torch; Medical supply", stabilize_needs=needs)
    state = turn(Fated(), changed(door, "hero1", conditions=("mortally_wounded",)))
    assert able(state.party[0])
    assert len(things_of(state, "medical_supply")) == left
    assert state.turns == 2


def test_without_supplies_a_prayer_brings_them_back():
    state = changed(at_the_door(stabilize_needs="supplies"), "hero1", conditions=("mortally_wounded",))
    play = Fated()
    state = turn(play, state)
    assert able(state.party[0])
    assert CURE in state.party[2].magic.exhausted


def test_who_knows_nothing_of_it_does_not_try_with_bare_hands():
    door = at_the_door("warrior:A, thief:B", "Torch", stabilize_needs="supplies")
    state = changed(door, "hero1", conditions=("mortally_wounded",))
    assert "mortally_wounded" in turn(Fated(1), state).party[0].conditions
    state = changed(state, "hero1", conditions=("mortally_wounded", "dying"))
    assert not alive(turn(Fated(1), state).party[0])


def test_blood_is_stopped_at_once_and_for_free():
    state = turn(Fated(), changed(at_the_door(pack="Torch; Bandages"), "hero1", afflictions=("bleeding",)))
    assert state.party[0].afflictions == ()
    assert state.turns == 1


def test_one_who_has_fainted_alone_comes_to():
    state = changed(at_the_door("warrior:A", "Torch"), "hero1", conditions=("fainted",), faint=2)
    state = turn(Fated(1, dice={"dead_weight.omens.size": (6, 6)}), state)
    assert able(state.party[0])
    assert state.turns == 3 + 1


def test_the_light_of_the_fallen_is_taken_and_lit():
    state = turn(Fated(), at_the_door(pack="Torch"))
    state = turn(Fated(), die(Fated(), state, "hero2", "dead_weight.wound.death"))
    assert [(who, item.lit) for who, item in things_of(state, "torch")] == [("hero4", True)]
    assert not any(one.presence.fatigue for one in state.party)


def test_breath_is_caught_where_a_third_of_the_dice_is_gone():
    state = at_the_door("warrior:A", "Torch")
    for attribute in ("STR", "DEX", "PRE"):
        state = hurt(state, "hero1", attribute, fatigue=1)
    state = rest(Fated(), state)
    assert [on.fatigue for on in scores(state.party[0])] == [0, 0, 0, 0]
    assert (state.turns, state.camps) == (1, 0)


def worn_out(pack):
    state = hurt(at_the_door("warrior:A, cleric:B", pack), "hero1", "STR", wounds=3)
    state = hurt(state, "hero1", "DEX", wounds=1, fatigue=1)
    state = changed(state, "hero1", afflictions=("shaken",))
    return changed(state, "hero2", magic=replace(state.party[1].magic, exhausted=(CURE,)))


def test_a_camp_takes_all_fatigue_and_costs_doom():
    state = rest(Fated(), worn_out("Torch"))
    warrior, cleric = state.party
    assert [on.fatigue for on in scores(warrior)] == [0, 0, 0, 0]
    assert [on.wounds for on in scores(warrior)] == [3, 1, 0, 0]
    assert warrior.afflictions == ()
    assert cleric.magic.exhausted == ()
    assert (state.phase, state.camps, state.turns, doom(state)) == ("exploration", 1, 0, 1)


def test_in_camp_a_medical_supply_heals_a_wound_of_each_attribute():
    state = rest(Fated(), worn_out("Torch; Medical supply x2; Camping supply"))
    assert [on.wounds for on in scores(state.party[0])] == [2, 0, 0, 0]
    assert not things_of(state, "medical_supply")
    assert not things_of(state, "camping_supply")


def test_who_has_nothing_to_cook_with_eats_raw_in_camp_for_free():
    state = changed(worn_out("Torch; Ration x2"), "hero2", afflictions=("hungry",))
    state = rest(Fated(), state)
    assert state.party[1].afflictions == ()
    assert (state.turns, counts(state)["rations_left"]) == (0, 1)


def test_a_second_camp_takes_a_supply():
    state = replace(worn_out("Torch"), camps=1)
    assert rest(Fated(), state).camps == 1
    assert rest(Fated(), replace(worn_out("Torch; Camping supply"), camps=1)).camps == 2


@pytest.mark.parametrize(("faces", "surprised"), [((6, 1, 1), False), ((6, 6, 1), True)])
def test_a_night_may_bring_somebody(faces, surprised):
    state = replace(worn_out("Torch; Camping supply"), camps=1)
    state = rest(Fated(dice={AMBUSH: faces}), changed(state, "hero1", afflictions=("shaken", "sleepy")))
    assert met(state)
    fight = meet(state, "Plagued Rat")
    assert fight.combat is not None
    assert (fight.combat.surprised, fight.combat.back_to) == (surprised, "camp")
    alone = turn(Fated(), meet(state, ""))
    assert (alone.phase, alone.camp, doom(alone)) == ("exploration", None, 1)


def test_doom_has_somebody_find_them_once_for_each_step():
    state = turn(Fated(), with_place(at_the_door(), doom=1))
    assert not met(state)
    state = turn(Fated(), with_place(state, doom=2))
    assert met(state)
    state = turn(Fated(), meet(state, ""))
    assert not met(state)
    assert met(turn(Fated(), with_place(state, doom=4)))


def test_a_fight_begins_and_is_gone_again():
    state = meet(at_the_door(), "Goblin Scrapper x2")
    assert act(state, "").name == "combat_setup"
    assert len(state.enemies) == 2
    state = meet(state, "")
    assert (state.enemies, state.combat, state.ended, state.phase) == ((), None, None, "exploration")


def test_half_of_them_down_is_enough():
    state = at_the_door(pack="Torch x4")
    assert not EXPEDITION.worn(state)
    for who in ("hero1", "hero2"):
        state = changed(state, who, conditions=("dead",))
    assert EXPEDITION.worn(state)


def test_where_nobody_is_left_standing_all_are_lost():
    state = at_the_door("warrior:A x2", "Torch")
    state = changed(state, "hero1", conditions=("mortally_wounded",))
    state = changed(state, "hero2", conditions=("fainted",), faint=3)
    assert not EXPEDITION.able(state)
    assert counts(EXPEDITION.left(Fated(), state))["deaths"] == 2


CORPSES = "Freshly Risen Corpse x2"


@pytest.mark.parametrize("party", [FOUR, "wizard:B", "warrior:A x5, cleric:A"])
@pytest.mark.parametrize(
    ("turns", "rests", "wandering"), [(0, True, ""), (1, False, "Plagued Rat"), (6, True, "Hobgoblin")]
)
def test_any_party_comes_to_an_end(party, turns, rests, wandering):
    plan = Plan((CORPSES, "", "Goblin Scrapper x2"), turns, wandering, rests)
    report = explore(GAME, party, plan, pack="Torch x2", n=8, cores=1)
    assert sum(report.ends.values()) == pytest.approx(1)
    assert {"turns", "deaths", "camps", "doom", "light_left", "rations_left", "fatigue"} <= set(report.counts)
    assert all(GAME.words.has("label", code) for code in counts(at_the_door()))


def test_without_a_light_they_see_one_room():
    report = explore(GAME, FOUR, Plan((CORPSES,) * 3), pack="", n=20, cores=1)
    assert report.ends.get(TURNED_BACK, 0) + report.ends.get(LOST, 0) == 1
    assert report.counts["rooms"].mean <= 1


def test_more_torches_bring_them_further():
    plan = Plan((CORPSES, "", "", CORPSES), 3)
    one, four = (explore(GAME, FOUR, plan, pack=pack, n=30, cores=1) for pack in ("Torch", "Torch x4"))
    assert four.counts["rooms"].mean > one.counts["rooms"].mean + 1
    assert four.wins.p > one.wins.p


def test_who_has_put_the_axe_away_for_a_torch_draws_it():
    axe = replace(have("dead_weight.weapon.battle_axe", "axe"), place="back")
    one = somebody(items=(axe, have("torch", place="right", lit=True)), at=(3, 3))
    state = arena(one, foe("plagued_rat"))
    step = next_step(state, one, 2)
    assert step is not None
    name, _, do, given = step
    assert name == "combat_equip"
    after = do(Fated(), state, one.id, *given)
    assert [(item.place, item.lit) for item in after.party[0].items if item.id == "axe"] == [("both", False)]
    assert not any(item.lit for item in after.party[0].items)
