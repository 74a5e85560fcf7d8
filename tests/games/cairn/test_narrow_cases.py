"""Rules of fights, harm, gear and magic in narrow cases: what is not there, not theirs, or just enough."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.rounds import all_attack
from tallow.games.cairn.entries import relics
from tallow.games.cairn.gear.handling import takeable
from tallow.games.cairn.gear.inventory import COINS, coin_slots, coins_for_a_slot
from tallow.games.cairn.gear.light import flame
from tallow.games.cairn.gear.smithing import mend
from tallow.games.cairn.gear.things import from_ref
from tallow.games.cairn.harm.damage import Blow, blow
from tallow.games.cairn.harm.deprivation import eat, feed_beasts
from tallow.games.cairn.harm.healing import dying, lodge
from tallow.games.cairn.harm.perils import helps, last_moment
from tallow.games.cairn.magic import working_effects
from tallow.games.cairn.magic.effects import meet
from tallow.games.cairn.magic.relics import use as use_relic
from tallow.games.cairn.magic.relics import working
from tallow.games.cairn.magic.spells import bound
from tallow.games.cairn.magic.spells import working as spell_working
from tallow.games.cairn.magic.workings import aim
from tallow.games.cairn.record import DEEDS
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import Effect, Hazard, Item
from tallow.mechanics.two_sides import find
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.cairn.fighters import Answers, fight, foe, hit, monster, somebody
from tests.games.cairn.travellers import of, on_road, person, table, thing
from tests.games.playing import done, perform


@covers("cairn.combat.damage", "cairn.combat.procedure", "cairn.loss.str_zero", "cairn.critical.save")
@pytest.mark.parametrize(
    ("damage", "scars", "script", "struck"),
    [
        (0, True, [], Blow(0, 0, "no_harm")),
        (3, True, [], Blow(3, 0, "hp_loss")),
        (4, True, [], Blow(4, 0, "scar")),
        (4, False, [], Blow(4, 0, "hp_loss")),
        (6, True, [8], Blow(4, 2, "wounded")),
        (6, True, [9], Blow(4, 2, "critical")),
        (13, True, [1], Blow(4, 9, "wounded")),
        (14, True, [], Blow(4, 10, "dead")),
        (20, True, [], Blow(4, 10, "dead")),
    ],
)
def test_what_a_blow_takes_from_4_hp_and_10_str(damage, scars, script, struck):
    assert done(blow, damage, 4, 10, scars, "player", script=script)[0] == struck


@covers("cairn.table.kettlewright_1", "cairn.hireling.blacksmith")
def test_of_several_damaged_pieces_the_chosen_one_is_mended():
    mail = from_ref("cairn.armour.chainmail", "mail")
    eaten = replace(mail, armor=mail.armor - 1)
    smith, bo = person("smith", items=(eaten,)), person("bo", items=(replace(eaten, id="his"),))
    for whose, restored in ((("smith", "mail"), "mail"), (("bo", "his"), "his")):
        after, play = done(mend, table(smith, bo), "smith", script=[whose, "yes"])
        assert play.asked[0].options == (("smith", "mail"), ("bo", "his"))
        assert {item.id for one in after.party for item in one.items if item.armor == mail.armor} == {restored}


@covers("cairn.item.animal_feed", "cairn.wild.camp")
def test_whoever_can_be_ridden_eats_feed_and_a_hound_or_a_hireling_does_not():
    rider = person("ada", items=(thing("animal_feed", uses=3),))
    for party, eaten in (
        ((rider, monster("Piebald Cob", "horse")), 1),
        ((rider, monster("Piebald Cob", "horse"), monster("Piebald Cob", "other")), 2),
        ((rider, monster("Piebald Cob", "horse", conditions=("dead",))), 0),
        ((rider, monster("Goblin", "pet")), 0),
        ((rider, person("sam", kind="hireling", of="cairn.monster.ally_piebald_cob")), 0),
    ):
        play = Scripted()
        after = feed_beasts(play, on_road(*party))
        assert (of(after, "ada").items[0].uses, play.codes()) == (3 - eaten, ["feed"] if eaten else [])


@covers("cairn.setting.book_oddity", "cairn.table.book_oddity", "cairn.magic.spellbook_odd")
def test_the_oddity_of_a_book_is_one_of_six_rolled_by_the_warden():
    rolled = Settings(book_oddity="random")
    found = [done(bound, rolled, "cairn.spell.haste", "b", script=[face]) for face in range(1, 7)]
    assert {(question.sides, question.by) for _, play in found for question in play.asked} == {(6, "referee")}
    assert len({book.oddity for book, _ in found}) > 3
    plain, play = done(bound, Settings(book_oddity="none"), "cairn.spell.haste", "b")
    assert (plain.oddity, play.asked) == ("", [])


@covers("cairn.action.eat")
def test_without_food_nothing_is_eaten():
    state = table(person("ada", items=(thing("rations", uses=0),)))
    after, play = done(eat, state, "ada")
    assert (after, play.told) == (state, [])


@covers("cairn.combat.simultaneous")
@pytest.mark.parametrize("condition", ["agony", "panicked"])
def test_where_all_attack_those_in_agony_or_panic_collect_themselves(condition):
    party = (somebody("ann", conditions=(condition,)), somebody("bob"))
    play = Answers()
    after = all_attack(play, fight(party, (foe(hp=9),)), "party")
    assert find(after, "foe1").hp == 8, "one attack, of one point"
    assert [question.why for question in play.asked if getattr(question, "sides", 0) == 20]


@covers("cairn.relic.what")
def test_a_relic_that_lasts_for_rolled_hours_lasts_no_seconds():
    lasting = [ref for ref, entry in relics().items() if entry.hours]
    assert lasting
    for ref in lasting:
        assert (working(ref).seconds, working(ref).until, working(ref).hours) == (0, "", relics()[ref].hours)


@covers("cairn.inventory.coins", "cairn.setting.coin_slots")
@pytest.mark.parametrize(
    ("gp", "setting", "put_down"),
    [(100, "one_bag", 1), (150, "one_bag", 51), (350, "per_100", 51), (300, "per_100", 1)],
)
def test_as_many_coins_are_put_down_as_free_a_slot(gp, setting, put_down):
    settings = Settings(coin_slots=setting)
    rich = person("ada", gp=gp)
    assert coins_for_a_slot(rich, settings) == put_down
    assert coin_slots(gp - put_down, settings) == coin_slots(gp, settings) - 1
    assert coin_slots(gp - put_down + 1, settings) == coin_slots(gp, settings)


@covers("cairn.item.torch", "cairn.item.lantern")
def test_one_torch_among_lanterns_is_an_open_flame():
    lantern, torch = thing("lantern", lit=True, place="hands"), thing("torch", lit=True, place="hands")
    assert not flame(table(person("ada", items=(lantern,))))
    assert flame(table(person("ada", items=(lantern,)), person("bo", items=(torch,))))
    assert flame(table(person("bo", items=(torch,)), person("ada", items=(lantern,))))
    assert not flame(table(person("bo", items=(replace(torch, lit=False),))))


@covers("cairn.spell.filch", "cairn.spell.nearby")
def test_what_others_carry_can_be_taken_within_reach_on_either_side():
    ring = Item("ring", "Ring", slots=0)
    filch = spell_working("cairn.spell.filch")
    far = filch.within
    foes = [foe(id_, at=at, items=(replace(ring, id=id_),)) for id_, at in (("in", 50 + far), ("out", 51 + far))]
    state = replace(fight((somebody("mage", at=50),), foes), phase="fight")
    _, play = done(aim, state, "mage", filch, script=[("in", "in")])
    assert play.asked[0].options == (("in", "in"), ("other",))
    alone = table(person("mage", items=(ring,)))
    _, play = done(aim, alone, "mage", filch)
    assert play.asked == [], "nothing but what the Warden knows of"


@covers("cairn.magic.spellbook_found", "cairn.magic.scroll_petty")
@pytest.mark.parametrize(("what", "slots"), [("spellbook", 1), ("scroll", 0)])
def test_the_warden_lets_a_book_or_a_scroll_be_found(what, slots):
    after, _ = perform(DEEDS, table(person("ada")), "find_spell", "", what, "cairn.spell.web")
    (found,) = find(after, "ada").items
    assert (found.slots, found.spell) == (slots, "cairn.spell.web")


@covers("cairn.spell.ward")
def test_with_nobody_to_ward_off_the_ward_stands_all_the_same():
    ward = spell_working("cairn.spell.ward", enhanced=True)
    empty, _ = done(working_effects.ward, table(person("mage")), "mage", ward, (), "")
    assert [effect.on for effect in empty.effects] == [()]
    wolf = monster("Wolf", "w")
    one_kind, _ = done(working_effects.ward, fight((somebody("mage"),), (wolf,)), "mage", ward, (), "")
    assert [effect.on for effect in one_kind.effects] == [("w",)]
    state = fight((somebody("mage"),), (wolf, monster("Goblin", "g")))
    two, _ = done(working_effects.ward, state, "mage", ward, (), "", script=["Wolf"])
    assert len(two.effects) == 2


@covers("cairn.item.room", "cairn.item.private_room", "cairn.item.bed")
@pytest.mark.parametrize(("paid", "sleeps"), [("private_room", 4), ("room", 1), ("bed", 1)])
def test_as_many_sleep_in_what_is_paid_for_as_it_has_room_for(paid, sleeps):
    guests = [person(f"p{n}") for n in range(5)]
    guests[0] = replace(guests[0], items=(thing(paid, "it", uses=1),))
    after, housed = done(lodge, table(*guests, phase="town"))[0]
    assert housed == tuple(f"p{n}" for n in range(sleeps))
    assert [bool(one.spent) for one in after.party] == [n < sleeps and paid != "bed" for n in range(5)], "who is fed"


@covers("cairn.spell.shuffle")
def test_who_changes_places_with_whom_is_told_and_one_left_over_stays():
    foes = [foe(id_, at=at) for id_, at in (("a", 10), ("b", 20), ("c", 30))]
    state = fight((somebody("mage"),), foes)
    shuffle = spell_working("cairn.spell.shuffle")
    after, play = done(working_effects.swap_places, state, "mage", shuffle, ("a", "b", "c"), "")
    assert [one.at for one in after.foes] == [20, 10, 30]
    assert [(line.code, *line.facts) for line in play.told] == [("swapped", "A", "B")]


@covers("cairn.action.use_relic", "cairn.relic.charges")
def test_a_relic_that_is_worn_is_used_where_it_is_and_another_is_taken_in_hand():
    bell = from_ref("cairn.relic.harbingers_bell", "it")
    for place, then in (("worn", "worn"), ("pack", "hands"), ("hands", "hands")):
        state = table(person("ada", items=(replace(bell, place=place, charges=2),)))
        play = Answers()
        after = use_relic(play, state, "ada", "it", ("ada",))
        assert [(item.place, item.charges) for item in find(after, "ada").items] == [(then, 1)]


@covers("cairn.inventory.coins", "cairn.inventory.full")
def test_coins_on_the_ground_can_be_taken_up_to_the_last_that_has_room():
    full = person("ada", gp=90, items=tuple(thing("rope", f"r{n}") for n in range(10)))
    for lying, can in ((9, True), (10, False)):
        state = table(full, ground=(Item("gold", "Coins", COINS, slots=0, value_gp=lying),))
        assert ("gold" in tuple(takeable(state, full))) is can


@covers("cairn.combat.simultaneous")
def test_what_a_foe_attacks_with_stays_where_it_is():
    club = Item("club", "Club", place="pack")
    orc = foe("orc", 4, 8, 12, 8, hit(items=("club",)), items=(club,))
    after = all_attack(Answers(d6=2), fight((somebody("ann"),), (orc,), side="foes"), "foes")
    assert find(after, "ann").hp < 4
    assert find(after, "orc").items == (club,)


@covers("cairn.critical.aid", "cairn.action.aid")
def test_the_dying_are_within_reach_on_either_side_wherever_somebody_stands():
    helper = somebody("ann", at=50)
    for at, reached in ((10, True), (90, True), (9, False), (91, False)):
        down = somebody("bob", at=at, conditions=("critical",), dies_at=9)
        assert bool(dying(fight((helper, down), (foe(),)), helper)) is reached


@covers("cairn.critical.pc", "cairn.table.bond")
def test_a_stone_heart_and_the_dead_have_no_last_moment():
    for conditions, moment in ((("critical",), 90), (("critical", "stone_heart"), 0), (("dead",), 0)):
        one = person("ada", conditions=conditions, dies_at=90)
        assert last_moment(table(one), one) == moment


@covers("cairn.heal.ability_help", "cairn.critical.aid", "cairn.item.bandages")
def test_a_healer_helps_where_there_is_one_against_dying_and_what_only_healers_end():
    fever = Effect("e", "cairn.monster.hobgoblin", "Fever", "x", ("bo",), 90, until=("healer",), then="dead")
    grip = replace(fever, until=("wrenched",))
    ill, down = person("bo"), person("bo", conditions=("critical",), dies_at=90)
    for one, effects, phase, ways in (
        (ill, (fever,), "town", ("help.healer",)),
        (ill, (fever,), "explore", ()),
        (ill, (grip,), "town", ("help.free",)),
        (down, (), "explore", ("help.aid",)),
        (down, (), "town", ("help.aid", "help.healer")),
    ):
        state = table(person("ada"), one, phase=phase, effects=effects)
        assert helps(state, one) == ways


@covers("cairn.item.room", "cairn.item.private_room")
def test_whoever_shares_a_private_room_keeps_their_own_for_another_night():
    guests = (
        person("ada", items=(thing("private_room", "p", uses=1),)),
        person("bo", items=(thing("room", "r", uses=1),)),
    )
    (after, housed), _ = done(lodge, table(*guests, phase="town"))
    assert housed == ("ada", "bo")
    assert [[item.id for item in one.items if item.uses] for one in after.party] == [[], ["r"]]


@covers("cairn.spell.pit", "cairn.spell.spider_climb")
def test_whoever_clings_to_walls_keeps_their_feet_at_a_pit_and_that_is_told():
    pit = Effect("e", "cairn.spell.pit", "Pit", "ada", hazards=(Hazard("fall"),))
    state = table(person("ada"), person("bo", conditions=("sure_footed",)), effects=(pit,))
    after, play = done(meet, state, "e", "bo")
    assert (after, [line.code for line in play.told]) == (state, ["effect.keeps_feet"])
