"""Items in use: when each can be used and upon whom, and that every one of them does what it says."""

from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.gear.handling import hand_over, put_away, rearrange
from tallow.games.dead_weight.gear.inventory import LANTERNS, thing, with_role
from tallow.games.dead_weight.gear.items import (
    AT_LEISURE,
    CAMP_ITEMS,
    DEEDS,
    FREELY,
    IN_CAMP,
    IN_FIGHT,
    IN_TURN,
    all_use,
    snuff,
    tags,
    usable,
    use,
    use_item,
)
from tallow.games.dead_weight.gear.uses import COOKED, USES, use_of
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.perils import down
from tallow.games.dead_weight.harm.stabilize import DEEDS as RESCUES
from tallow.games.dead_weight.harm.stabilize import improvise, stabilize
from tallow.games.dead_weight.magic.effects import expedition_over
from tallow.games.dead_weight.state import Camp, Corpse, adventurer, find
from tallow.testing import covers
from tests.games.dead_weight.people import corpse, fighting, lying, somebody, table
from tests.games.playing import done

ITEM = "dead_weight.item."
DEED: dict[str, Any] = {deed.name: deed for deed in (*DEEDS, *RESCUES)}

PASSIVE = {
    # worn, lit by others, thrown or shot, cooked, counted, read in the interlude, or there to be had
    "cursed_ring_of_plague_protection", "list_of_names", "exorcism_book", "holy_water", "lock_of_hair",
    "stolen_golden_icon", "sleeping_darts", "counterfeit_coins", "old_tome", "chalk", "inscribed_skull",
    "crystal_ball", "scattered_notes", "forbidden_scriptures", "ancient_talisman", "book_of_sins", "camping_supply",
    "medical_supply", "tea", "hot_chocolate", "coffee", "arrows", "throwing_daggers", "magical_item_or_scroll",
    "gold_coin", "silver_coin", "pole", "special_ration", "holy_symbol", "fine_jewellery", "holy_relic", "bolts",
    "wand",
}  # fmt: skip


def item(name, **more):
    return thing(f"{ITEM}{name}", "it", **more)


def using(name, *script, when=AT_LEISURE, others=(), usage=0, marks=(), phase="interlude", combat=None, **more):
    """Somebody uses a thing; gives the table afterwards and the play."""
    one = somebody(items=(replace(item(name, usage=usage), marks=marks), *more.pop("also", ())), **more)
    state = replace(table(one, *others, combat=combat), phase=phase)
    assert "it" in tuple(usable(state, "zael", *when))
    return done(use, state, "zael", "it", *when, script=script)


def me(state):
    return adventurer(state, "zael")


def idle(name, when=AT_LEISURE, **more):
    """Whether the thing is of no use to anybody now."""
    one = somebody(items=(item(name), *more.pop("also", ())), **more)
    return not tuple(usable(table(one), "zael", *when))


@covers("dead_weight.trappings.tags", "dead_weight.exploration.free_quick")
@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("bandages", ("quick",)), ("ration", ("slow", "camp")), ("first_aid_kit", ("camp", "slow")),
        ("war_paint", ("slow",)), ("pole", ()), ("scroll_of_detect_evil", ("scroll",)), ("torch", ("quick",)),
        ("sewing_tools", ("camp",)), ("lantern", ("quick", "slow")), ("rope", ("slow",)), ("panacea", ("quick",)),
    ],
)  # fmt: skip
def test_the_tag_says_when(name, known):
    assert tags(item(name)) == known


@covers("dead_weight.trappings.tags", "dead_weight.action.explore_use_item", "dead_weight.action.camp_use_items")
def test_quick_is_free_slow_takes_a_turn_and_camp_waits_for_camp():
    needs = somebody(
        afflictions=("bleeding", "hungry"), strength=(3, 0, 0, 1),
        items=(thing(f"{ITEM}bandages", "b"), thing(f"{ITEM}ration", "r"), thing(f"{ITEM}sewing_tools", "s"),
               replace(thing("dead_weight.armour.padded_armor", "a", place="worn"), ap=1)),
    )  # fmt: skip
    state = table(needs)
    can = lambda when: tuple(usable(state, "zael", *when))  # noqa: E731
    assert can(FREELY) == ("b",)
    assert can(IN_FIGHT) == ("b",)
    assert can(IN_TURN) == ("r",)
    assert can(IN_CAMP) == ("b", "r")
    assert can(CAMP_ITEMS) == ("r", "s")
    assert can(AT_LEISURE) == ("b", "r", "s")


@covers("dead_weight.exploration.free_quick", "dead_weight.item.bandages")
def test_bandages_are_free_while_exploring_and_work_on_others():
    hurt = somebody("ann", afflictions=("bleeding",))
    state = table(somebody(items=(item("bandages", count=3),)), hurt)
    deed = DEED["use_item"]
    assert deed.refuse(state, "zael") is None
    after, _ = done(deed.do, state, "zael")
    assert adventurer(after, "ann").afflictions == ()
    assert me(after).items[0].count == 2
    assert after.turns == 0
    assert deed.refuse(after, "zael").code == "nothing_to_use"


@covers("dead_weight.action.combat_item", "dead_weight.action.combat_give")
def test_in_a_fight_only_upon_those_on_the_same_square():
    near, far = (
        somebody("ann", at=(1, 1), afflictions=("bleeding",)),
        somebody("bo", at=(5, 5), afflictions=("bleeding",)),
    )
    state = table(somebody(at=(1, 1), items=(item("bandages"),)), near, far, combat=fighting(turn="zael"))
    after, play = done(use_item, state, "zael", *IN_FIGHT)
    assert adventurer(after, "ann").afflictions == ()
    assert adventurer(after, "bo").afflictions == ("bleeding",)
    assert me(after).items == ()
    assert not play.asked


@covers("dead_weight.action.explore_use_item", "dead_weight.action.camp_camp_items")
def test_everybody_may_use_one_for_the_same_cost():
    hungry = [
        somebody(name, afflictions=("hungry",), items=(thing(f"{ITEM}ration", name[0]),)) for name in ("ann", "bo")
    ]
    eater = somebody(afflictions=("hungry",), items=(item("ration"),))
    script = ["zael", "a", "ann", "nothing"]
    after, _ = done(all_use, table(eater, *hungry), "zael", *IN_TURN, script=script)
    assert [one.afflictions for one in after.party] == [(), (), ("hungry",)]


def test_what_is_broken_or_spoiled_cannot_be_used():
    parched = somebody(afflictions=("parched",), items=(replace(item("water"), marks=("spoiled",)),))
    assert not tuple(usable(table(parched), "zael", *AT_LEISURE))
    bleeding = somebody(afflictions=("bleeding",), items=(replace(item("bandages"), broken=True),))
    assert not tuple(usable(table(bleeding), "zael", *AT_LEISURE))


@pytest.mark.parametrize("ref", things())
def test_every_item_has_a_use_or_is_known_to_have_none(ref):
    of = things()[ref]
    name = ref.removeprefix(ITEM)
    made = thing(ref, "it")
    assert (use_of(made) is None) == (name in PASSIVE)
    assert name in PASSIVE or tags(made)
    assert made.usage == int(of.usage[1:] or 0)
    if name not in PASSIVE:
        assert ref in USES or of.removes or of.heals or of.repairs
        assert BOOK.entries()[ref].kind != "flavour"


ROLES = {
    "old_tome": ("grimoire",), "scattered_notes": ("grimoire",), "spell_book": ("grimoire",),
    "inscribed_skull": ("grimoire", "conductor"), "crystal_ball": ("conductor",), "wand": ("conductor",),
    "forbidden_scriptures": ("holy_symbol",), "ancient_talisman": ("holy_symbol",), "book_of_sins": ("holy_symbol",),
    "holy_symbol": ("holy_symbol",), "holy_relic": ("magic", "holy_symbol"), "old_grimoire": ("grimoire", "magic"),
}  # fmt: skip


@covers(
    "dead_weight.item.old_tome",
    "dead_weight.item.scattered_notes",
    "dead_weight.item.spell_book",
    "dead_weight.item.inscribed_skull",
    "dead_weight.item.crystal_ball",
    "dead_weight.item.wand",
    "dead_weight.item.forbidden_scriptures",
    "dead_weight.item.ancient_talisman",
    "dead_weight.item.book_of_sins",
    "dead_weight.item.holy_symbol",
    "dead_weight.item.holy_relic",
    "dead_weight.item.old_grimoire",
)
@pytest.mark.parametrize("name", ROLES)
def test_what_serves_as_grimoire_conductor_or_holy_symbol(name):
    one = somebody(items=(item(name),))
    for role in ("grimoire", "conductor", "holy_symbol", "magic"):
        assert (with_role(one, role) is not None) == (role in ROLES[name])
    assert with_role(somebody(items=(replace(item(name), broken=True),)), ROLES[name][0]) is None
    assert with_role(somebody(items=(replace(item(name), place="mule"),)), ROLES[name][0]) is None


@covers("dead_weight.item.chalk", "dead_weight.trappings.tiny")
def test_chalk_takes_no_slot():
    assert (item("chalk").slots, item("chalk").place) == (0, "notes")


CURES = [
    ("bandages", "bleeding"), ("canvas", "bleeding"), ("water", "parched"), ("ration", "hungry"), ("ration", "parched"),
    ("anti_poison_tonic", "nauseated"), ("wine", "parched"), ("wine", "terrified"), ("wine_of_yoros", "terrified"),
    *(("panacea", name) for name in ("hungry", "plagued", "doomed", "cursed", "angry")),
]  # fmt: skip


@covers(
    "dead_weight.item.bandages",
    "dead_weight.item.canvas",
    "dead_weight.item.water",
    "dead_weight.item.ration",
    "dead_weight.item.anti_poison_tonic",
    "dead_weight.item.wine",
    "dead_weight.item.wine_of_yoros",
    "dead_weight.item.panacea",
)
@pytest.mark.parametrize(("name", "affliction"), CURES)
def test_what_ends_which_affliction(name, affliction):
    assert idle(name)
    script = [4] if things()[f"{ITEM}{name}"].usage else []
    state, _ = using(name, *script, afflictions=(affliction, "shaken"))
    assert me(state).afflictions == (() if name == "panacea" else ("shaken",))


@covers("dead_weight.item.healing_tonic", "dead_weight.item.wine", "dead_weight.item.wine_of_yoros")
@pytest.mark.parametrize(
    ("name", "script", "left"),
    [
        ("healing_tonic", ["INT", 4], (1, 1, 0, 1)),
        ("healing_tonic", ["DEX", 4], (1, 0, 1, 1)),
        ("wine", [4], (1, 1, 1, 0)),
        ("wine_of_yoros", [], (1, 1, 0, 0)),
        ("panacea", [], (0, 0, 0, 0)),
    ],
)
def test_what_heals_which_wounds(name, script, left):
    state, _ = using(name, *script, strength=(2, 0, 0, 1), dexterity=(2, 0, 0, 1), intelligence=(2, 0, 0, 1),
                     presence=(2, 0, 0, 1))  # fmt: skip
    assert tuple(lying(me(state), attribute)[1] for attribute in ("STR", "DEX", "INT", "PRE")) == left


def test_the_hungry_do_not_heal_and_the_dose_is_not_wasted():
    assert idle("healing_tonic", intelligence=(2, 0, 0, 1), afflictions=("hungry",))


@covers("dead_weight.item.wine")
def test_a_second_drink_before_the_next_camp_is_too_much():
    state, _ = using("wine", 4, afflictions=("parched", "terrified"))
    assert me(state).afflictions == ()
    again = replace(state, party=(replace(me(state), afflictions=("terrified",)),))
    again, _ = done(use, again, "zael", "it", *AT_LEISURE, script=[4])
    assert me(again).afflictions == ("nauseated",)


@covers("dead_weight.item.potion_of_giants")
def test_the_potion_of_giants_takes_fatigue_and_wounds_of_strength():
    state, _ = using("potion_of_giants", strength=(3, 0, 1, 2))
    assert lying(me(state), "STR") == (0, 0)
    assert me(state).items == ()
    tired, _ = using("potion_of_giants", strength=(3, 0, 2, 0))
    assert lying(me(tired), "STR") == (0, 0)
    assert idle("potion_of_giants")


@covers("dead_weight.item.tonic_of_bravery")
def test_the_tonic_of_bravery_keeps_terror_off():
    state, _ = using("tonic_of_bravery", afflictions=("terrified",))
    assert me(state).afflictions == ("terrified",)
    assert [(effect.on, effect.unit) for effect in state.effects] == [(("zael",), "expedition")]
    brave, _ = using("tonic_of_bravery", "zael", others=(somebody("ann"),))
    for who, name, kept in (
        ("zael", "terrified", ()),
        ("zael", "angry", ("angry",)),
        ("ann", "terrified", ("terrified",)),
    ):
        assert adventurer(done(afflict, brave, who, name)[0], who).afflictions == kept
    over, _ = done(expedition_over, brave)
    assert adventurer(done(afflict, over, "zael", "terrified")[0], "zael").afflictions == ("terrified",)


@covers("dead_weight.item.first_aid_kit")
def test_a_first_aid_kit_heals_in_camp_and_stops_bleeding_anywhere():
    hurt: dict[str, Any] = {"strength": (2, 0, 0, 1), "afflictions": ("bleeding",)}
    state, play = using("first_aid_kit", "heal_wound", 6, phase="camp", when=CAMP_ITEMS, **hurt)
    assert lying(me(state), "STR") == (0, 0)
    assert play.asked[0].options == ("stop_bleeding", "heal_wound")
    state, _ = using("first_aid_kit", 6, phase="exploration", when=IN_TURN, **hurt)
    assert me(state).afflictions == ()
    assert lying(me(state), "STR") == (0, 1)
    assert idle("first_aid_kit", IN_TURN, strength=(2, 0, 0, 1))


@covers("dead_weight.item.living_ashes", "dead_weight.item.poisonous_vials")
@pytest.mark.parametrize(("name", "mark"), [("living_ashes", "ashes"), ("poisonous_vials", "poison")])
def test_ashes_and_poison_go_on_a_weapon_once(name, mark):
    sword = thing("dead_weight.weapon.falchion", "sword", place="right")
    state, _ = using(name, 3, also=(sword,))
    assert me(state).items[1].marks == (mark,)
    assert me(state).items[0].usage == 4
    assert not tuple(usable(state, "zael", *AT_LEISURE))
    assert idle(name)


@covers(
    "dead_weight.item.sewing_tools", "dead_weight.item.leatherworkers_toolkit", "dead_weight.item.armourer_supplies"
)
@pytest.mark.parametrize(
    ("name", "mends"),
    [
        ("sewing_tools", {"cloth"}), ("leatherworkers_toolkit", {"cloth", "leather"}),
        ("armourer_supplies", {"cloth", "leather", "metal"}),
    ],
)  # fmt: skip
def test_tools_mend_armour_of_their_material(name, mends):
    suits = {"cloth": "padded_armor", "leather": "reinforced_leather_armor", "metal": "scale_armor"}
    for material, suit in suits.items():
        worn = replace(thing(f"dead_weight.armour.{suit}", "suit", place="worn"), ap=0)
        if material not in mends:
            assert idle(name, also=(worn,))
            continue
        state, _ = using(name, 6, also=(worn,), when=CAMP_ITEMS)
        assert me(state).items[1].ap == 1
        broken, _ = using(name, 6, also=(replace(worn, ap=2, broken=True),), when=CAMP_ITEMS)
        assert (me(broken).items[1].ap, me(broken).items[1].broken) == (2, False)
    assert idle(name, also=(thing("dead_weight.armour.padded_armor", "whole", place="worn"),))


@covers("dead_weight.item.torch")
def test_a_torch_of_two_is_lit_and_held_and_the_other_keeps():
    one = somebody(items=(item("torch", count=2),))
    state, _ = done(use, table(one), "zael", "it", *FREELY)
    lit = [torch for torch in me(state).items if torch.lit]
    assert [(torch.count, torch.place, torch.usage) for torch in lit] == [(1, "right", 8)]
    assert me(state).items[0].count == 1
    out, _ = done(snuff, state, "zael")
    assert not any(torch.lit for torch in me(out).items)
    assert DEED["snuff"].shown(state, "zael")
    assert not DEED["snuff"].shown(out, "zael")


@covers("dead_weight.item.lantern", "dead_weight.item.oil", "dead_weight.item.golden_lantern")
@pytest.mark.parametrize("ref", LANTERNS)
def test_an_empty_lantern_wants_oil(ref):
    empty = replace(thing(ref, "lamp", place="belt"), usage=0)
    one = somebody(items=(item("oil"), empty))
    assert tuple(usable(table(one), "zael", *FREELY)) == ()
    state, _ = done(use, table(one), "zael", "it", *IN_TURN)
    (lamp,) = me(state).items
    assert lamp.usage == 12
    lit, _ = done(use, state, "zael", "lamp", *FREELY)
    assert (me(lit).items[0].lit, me(lit).items[0].place) == (True, "belt")
    assert idle("oil")


@covers("dead_weight.item.lantern", "dead_weight.item.golden_lantern", "dead_weight.light.usage")
@pytest.mark.parametrize("ref", LANTERNS)
def test_a_lantern_burns_at_the_belt_and_not_in_a_bag(ref):
    lamp = replace(thing(ref, "lamp", place="right"), lit=True)
    belted, _ = done(put_away, table(somebody(containers=("belt",), items=(lamp,))), "zael")
    assert (me(belted).items[0].place, me(belted).items[0].lit) == ("belt", True)
    bagged, _ = done(put_away, table(somebody(containers=("bag",), items=(lamp,))), "zael")
    assert (me(bagged).items[0].place, me(bagged).items[0].lit, me(bagged).items[0].usage) == ("back", False, 12)
    both = somebody(containers=("belt", "bag"), items=(replace(lamp, place="belt"),))
    moved, _ = done(rearrange, table(both), "zael", script=["back"])
    assert (me(moved).items[0].place, me(moved).items[0].lit) == ("back", False)
    handed, _ = done(hand_over, table(somebody(items=(lamp,)), somebody("ann", containers=("bag",))), "zael")
    assert [(thing.place, thing.lit) for thing in adventurer(handed, "ann").items] == [("back", False)]


@covers("dead_weight.item.candles")
def test_candles_are_slow_to_light():
    assert idle("candles", FREELY)
    state, _ = using("candles", when=IN_TURN)
    assert (me(state).items[0].lit, me(state).items[0].usage) == (True, 8)


def test_with_both_hands_full_the_player_says_which_takes_the_torch():
    sword, shield = (thing(ref, ref[-1], place=hand) for ref, hand in (
        ("dead_weight.weapon.falchion", "right"), ("dead_weight.shield.wooden_shield", "left")))  # fmt: skip
    state, _ = using("torch", "left", also=(sword, shield), when=FREELY)
    assert [thing_.place for thing_ in me(state).items] == ["left", "right", "back"]


@covers("dead_weight.item.climbing_gear", "dead_weight.item.climbing_tools", "dead_weight.item.lock_picking_tools")
@pytest.mark.parametrize(
    ("name", "reroll"), [("climbing_gear", True), ("climbing_tools", True), ("lock_picking_tools", False)]
)
def test_tools_for_which_the_gm_may_ask_a_test(name, reroll):
    again = [("reroll", 2), 5] if reroll else []
    script = ["DEX", "roll", [2, 2, 3], *again, 6]
    state, play = using(name, *script)
    assert ("tool.works" if reroll else "tool.fails") in play.codes()
    assert me(state).items[0].usage == item(name).usage
    state, play = using(name, "no_test", 2)
    assert play.asked[0].by == "referee"
    assert me(state).items[0].usage < item(name).usage


@covers("dead_weight.item.trapping_kit")
def test_a_trap_is_built_here_and_the_party_knows_it():
    state, _ = using("trapping_kit", 2, when=IN_TURN)
    (trap,) = state.locations[0].traps
    assert (trap.wounds, trap.known) == (4, True)
    assert me(state).items[0].usage == 4


@covers("dead_weight.item.ashes_of_insight")
def test_ashes_of_insight_show_quickly_or_tell_slowly():
    _, play = using("ashes_of_insight", when=FREELY)
    assert "ashes.reveal" in play.codes()
    state, play = using("ashes_of_insight", when=IN_TURN)
    assert "ashes.identify" in play.codes()
    assert me(state).items == ()


@covers("dead_weight.item.binding_necklace")
def test_a_corpse_with_the_necklace_does_not_rise():
    body = Corpse("body", "Old Tam", human=True)
    one = somebody(items=(item("binding_necklace"),))
    state, _ = done(use, table(one, corpses=(body,)), "zael", "it", *IN_TURN)
    assert state.corpses[0].bound
    assert me(state).items == ()
    assert idle("binding_necklace")


def test_drinks_are_made_by_cooking_alone():
    for ref in COOKED:
        assert idle(ref.removeprefix(ITEM), afflictions=("angry", "sleepy", "parched"))


@covers("dead_weight.scroll.use", "dead_weight.item.scroll_of_curse_removal")
def test_who_has_no_magic_must_read_well():
    state, play = using("scroll_of_curse_removal", "roll", [2, 3], afflictions=("cursed",), when=IN_TURN)
    assert me(state).afflictions == ("cursed",)
    assert me(state).items == ()
    assert "scroll.wasted" in play.codes()
    state, _ = using("scroll_of_curse_removal", "roll", [2, 5], afflictions=("cursed",), when=IN_FIGHT)
    assert me(state).afflictions == ()
    for trait in ("magic_user", "divine_mandate"):
        state, _ = using("scroll_of_curse_removal", afflictions=("cursed",), traits=(trait,))
        assert me(state).afflictions == ()
        assert me(state).items == ()


@covers("dead_weight.item.scroll_of_flaming_weapon")
def test_a_weapon_burns_for_a_combat():
    sword = thing("dead_weight.weapon.falchion", "sword", place="right")
    state, _ = using("scroll_of_flaming_weapon", also=(sword,), traits=("magic_user",))
    assert [(effect.detail, effect.unit) for effect in state.effects] == [("sword", "combat")]


@covers("dead_weight.item.scroll_of_purify_food")
def test_spoiled_food_is_good_again():
    food = replace(thing(f"{ITEM}ration", "food"), marks=("spoiled", "found"))
    state, _ = using("scroll_of_purify_food", also=(food,), traits=("magic_user",))
    assert me(state).items[0].marks == ("found",)
    assert idle("scroll_of_purify_food")


@covers("dead_weight.item.scroll_of_detect_evil")
def test_all_that_is_evil_shines():
    undead, beast = corpse("husk", at=(2, 1), tags=("undead",)), corpse("rat", at=(3, 1), tags=("living",))
    reader = somebody(at=(1, 1), items=(item("scroll_of_detect_evil"),), traits=("magic_user",))
    state = table(reader, combat=fighting(turn="zael"), enemies=(undead, beast))
    after, play = done(use, state, "zael", "it", *IN_FIGHT, script=["nobody"])
    assert [line.facts[0] for line in play.told if line.code == "shines"] == [find(state, "husk").name]
    assert me(after).items == ()


def fallen(id_, *more):
    return somebody(id_, strength=(1, 0, 0, 1), conditions=("mortally_wounded", *more))


@covers("dead_weight.action.stabilize", "dead_weight.item.first_aid_kit", "dead_weight.item.medical_supply")
def test_two_down_and_two_standing_are_all_up_after_one_turn():
    kit = somebody(items=(item("first_aid_kit"),))
    helper = somebody("ann", items=(thing(f"{ITEM}medical_supply", "m"),))
    state = table(kit, helper, fallen("bo"), fallen("cy", "dying"), settings={"stabilize_needs": "supplies"})
    assert [one.id for one in down(state)] == ["cy", "bo"]
    after, _ = done(stabilize, state, "zael", script=["bo", 5])
    assert not down(after)
    assert all(not one.conditions for one in after.party)
    assert lying(adventurer(after, "cy"), "STR") == (0, 1)
    assert adventurer(after, "ann").items == ()
    assert after.turns == 1


@covers("dead_weight.setting.stabilize_needs")
def test_the_mortally_wounded_are_stabilized_by_someone_after_the_combat():
    state = table(somebody(), fallen("bo"))
    deed = DEED["stabilize"]
    assert deed.refuse(state, "zael") is None
    assert not DEED["improvise_first_aid"].shown(state, "zael"), "it takes no first aid"
    assert not deed.shown(replace(state, combat=fighting()), "zael")
    after, _ = done(stabilize, state, "zael")
    assert not down(after)
    assert not deed.shown(after, "zael")
    strict = table(somebody(), fallen("bo"), settings={"stabilize_needs": "supplies"})
    assert deed.shown(strict, "zael")
    assert deed.refuse(strict, "zael").code == "no_first_aid"
    assert DEED["improvise_first_aid"].shown(strict, "zael")


@covers("dead_weight.action.stabilize")
def test_without_supplies_one_can_still_try():
    state = table(somebody(intelligence=2), fallen("bo"))
    up, _ = done(improvise, state, "zael", script=["roll", [2, 5]])
    assert adventurer(up, "bo").conditions == ()
    assert up.turns == 2
    still, _ = done(improvise, state, "zael", script=["roll", [2, 3]])
    assert "mortally_wounded" in adventurer(still, "bo").conditions
    lost, _ = done(improvise, state, "zael", script=["roll", [1, 3]])
    assert adventurer(lost, "bo").conditions == ("dead",)


def test_camp_is_a_place_to_stabilize_as_well():
    kit = somebody(items=(thing(f"{ITEM}medical_supply", "m"),))
    state = replace(table(kit, fallen("bo")), phase="camp", camp=Camp("actions"))
    assert DEED["stabilize"].shown(state, "zael")
