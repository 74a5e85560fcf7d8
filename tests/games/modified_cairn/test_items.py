"""Using things: every one of them can be used or has a rule of its own, and what has numbers is worked out."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.attacks import Strike, dice, reaches, ways
from tallow.games.modified_cairn.gear.inventory import item_of
from tallow.games.modified_cairn.gear.items import ELSEWHERE, HOLDS, strewn, usable, used
from tallow.games.modified_cairn.goods import things as listed
from tallow.games.modified_cairn.state import CYCLE, HOUR, ROUND, Attack, Combat, Creature, Life, has
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, scripted
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said
from tests.games.modified_cairn.newcomers import act, odd, refused, somebody, table, thing

SAVED, FAILED = 1, 20
PLAIN = [
    ref for ref, one in listed().items() if ref not in ELSEWHERE and one.kind != "flavour" and one.size != "not carried"
]
PLAIN = [
    ref
    for ref in PLAIN
    if not listed()[ref].aims and not listed()[ref].rounds and ref != "modified_cairn.item.random_runeskelf"
]
PLAIN = [ref for ref in PLAIN if ref != "modified_cairn.item.scroll"]


def with_foe(name, **fields):
    ref = f"item.{name}"
    goblin = Creature("foe", "Goblin", "monster", vigour=8, vigour_max=8, guard=2, guard_max=2)
    return replace(table(somebody("pc", thing(ref, "hands", name), **fields), phase="free"), foes=(goblin,))


def with_captive(name):
    """The goblin goes with the party: a foe whom nobody has met is none on whom a thing can be used."""
    state = with_foe(name)
    (goblin,) = state.foes
    return replace(state, party=(*state.party, replace(goblin, side="foes")), foes=())


@covers("modified_cairn.gear.effects", "modified_cairn.action.use_item", "modified_cairn.item.*")
@pytest.mark.parametrize("ref", PLAIN)
def test_what_has_no_numbers_is_put_before_the_gm_in_its_own_words(ref):
    entry = listed()[ref]
    upon = ["pc"] if entry.works and entry.works.aims == "one" else []
    upon += ["no"] if entry.works and entry.works.fits else []
    state, play = act(table(somebody("pc", thing(ref.removeprefix("modified_cairn."), id="x"))), "use", "pc", *upon)
    told = play.told[0]
    assert (told.code, told.facts, told.why) == ("item.used", ("Pc", entry.name), ref)
    assert entry.effect
    assert said(play, "item.effect")[0] == (entry.name, entry.effect)
    left = [item for item in find(state, "pc").items if item.id == "x"]
    if entry.thrown:
        assert left == [], "what bursts is gone"
    else:
        assert left[0].dots == (1 if entry.uses else 0)
        assert ("item.spent" in play.codes()) == (entry.uses == 1)


@covers("modified_cairn.inventory.limited_uses")
def test_what_is_spent_or_has_a_rule_of_its_own_is_not_used():
    for ref in ELSEWHERE:
        assert ref in listed()
        assert (
            refused(table(somebody("pc", thing(ref.removeprefix("modified_cairn.")))), "use", "pc") == "nothing_to_use"
        )
    spent = thing("item.parchment_ink", dots=3)
    assert refused(table(somebody("pc", spent)), "use", "pc") == "nothing_to_use"
    for name in ("runeskelf.charm", "armour.shield", "armour.gambeson", "weapon.dagger"):
        assert refused(table(somebody("pc", thing(name))), "use", "pc") == "nothing_to_use"


def test_an_oddity_is_used_in_the_words_of_its_row():
    tin = odd("tin", uses=6, effect="Smells of gold.")
    state, play = act(table(somebody("pc", tin)), "use", "pc")
    assert said(play, "item.effect") == [("Tin", "Smells of gold.")]
    assert item_of(find(state, "pc"), "tin").dots == 1


@covers("modified_cairn.inventory.ready", "modified_cairn.action.use_item")
def test_in_a_fight_only_what_is_ready_can_be_used():
    one = somebody("pc", thing("item.leech", "pack"), thing("item.antitoxin", "body"), thing("item.net", "hands"))
    state = table(one)
    assert usable(state, one) == ("leech", "antitoxin", "net")
    assert usable(replace(state, combat=Combat()), one) == ("antitoxin", "net")


@covers("modified_cairn.action.use_item")
def test_using_something_takes_the_action_and_is_declared_before_any_die():
    hero = pc("pc", thing("item.sedative", "hands"))
    state = fighting(hero, pc("friend"), foes=(foe("goblin"),))
    state, _ = act(state, "use_item", "pc", "goblin")
    assert [(made.action, made.item, made.target) for made in state.combat.declared] == [
        ("use_item", "sedative", "goblin")
    ]
    assert not any(has(one, "asleep") for one in state.foes)


@covers(
    "modified_cairn.item.sedative",
    "modified_cairn.item.soporific_darts",
    "modified_cairn.item.net",
    "modified_cairn.item.poison",
    "modified_cairn.item.flash_powder",
)
@pytest.mark.parametrize(
    ("name", "state_name"),
    [
        ("sedative", "asleep"),
        ("soporific_darts", "asleep"),
        ("net", "held"),
        ("poison", "poisoned"),
        ("flash_powder", "blind"),
    ],
)
def test_a_save_wards_off_what_it_brings(name, state_name):
    before = with_captive(name)
    saved, _ = act(before, "use", "pc", "foe", SAVED)
    assert not has(find(saved, "foe"), state_name)
    harm = [4] if name == "poison" else []
    failed, _ = act(before, "use", "pc", "foe", FAILED, *harm)
    assert has(find(failed, "foe"), state_name)
    assert find(failed, "foe").vigour == (4 if name == "poison" else 8)
    if state_name == "asleep":
        assert not has(find(scripted(pass_time, failed, HOUR, script=[]), "foe"), "asleep")
        assert has(find(scripted(pass_time, failed, HOUR - 1, script=[]), "foe"), "asleep")


@covers("modified_cairn.item.leech", "modified_cairn.item.heartroot_salve", "modified_cairn.item.antitoxin")
@pytest.mark.parametrize(
    ("name", "dice_rolled", "vigour"), [("leech", [], 6), ("heartroot_salve", [3], 8), ("antitoxin", [], 5)]
)
def test_healing_and_cures(name, dice_rolled, vigour):
    ill = somebody("ill", vigour=5, states=("wounded", "poisoned"))
    state = table(somebody("pc", thing(f"item.{name}", id="x")), ill)
    state, _ = act(state, "use", "pc", "ill", *dice_rolled)
    after = find(state, "ill")
    assert after.vigour == vigour
    assert has(after, "poisoned") == (name == "heartroot_salve")
    assert item_of(find(state, "pc"), "x").dots == 1


def test_healing_stops_at_the_maximum():
    scratched = somebody("pc", thing("item.heartroot_salve"), vigour=9, states=("wounded",))
    state, _ = act(table(scratched), "use", "pc", 4)
    assert (find(state, "pc").vigour, has(find(state, "pc"), "wounded")) == (10, False)


@covers(
    "modified_cairn.item.caltrops",
    "modified_cairn.item.marbles",
    "modified_cairn.item.grease",
    "modified_cairn.item.trap",
    "modified_cairn.item.snare",
)
@pytest.mark.parametrize(
    ("name", "script", "vigour", "brings", "stays"),
    [
        ("caltrops", [FAILED, 2], 6, "stopped", True),
        ("caltrops", [SAVED], 8, "", True),
        ("marbles", [FAILED], 8, "prone", True),
        ("grease", [FAILED], 8, "prone", True),
        ("trap", [5], 3, "", False),
        ("snare", [], 8, "held", False),
    ],
)
def test_what_is_strewn_waits_for_somebody(name, script, vigour, brings, stays):
    state, _ = act(with_foe(name), "use", "pc")
    assert strewn(state) == (name,)
    assert find(state, "pc").items == ()
    state, play = act(state, "spring", "", "foe", *script)
    assert play.asked[0].by == REFEREE
    assert find(state, "foe").vigour == vigour
    assert not brings or has(find(state, "foe"), brings)
    assert bool(strewn(state)) == stays


@covers("modified_cairn.item.snare", "modified_cairn.item.net")
@pytest.mark.parametrize("name", ["snare", "net"])
def test_breaking_free_takes_a_vig_save(name):
    state, _ = act(with_captive(name), "use", "pc", *(["foe", FAILED] if name == "net" else []))
    if name == "snare":
        state, _ = act(state, "spring", "", "foe")
    assert has(find(state, "foe"), "held")
    state, _ = act(state, "break_free", "foe", 9)
    assert has(find(state, "foe"), "held")
    assert refused(state, "break_free", "foe") == "tried_already"
    later = replace(state, clock=state.clock + HOLDS[f"modified_cairn.item.{name}"])
    free, _ = act(later, "break_free", "foe", 8)
    assert not has(find(free, "foe"), "held")
    assert HOLDS["modified_cairn.item.snare"] == CYCLE


@covers(
    "modified_cairn.item.small_bomb",
    "modified_cairn.item.explosive",
    "modified_cairn.item.fire_oil",
    "modified_cairn.item.acid",
)
@pytest.mark.parametrize(
    ("name", "die", "blast"),
    [("small_bomb", 6, True), ("explosive", 8, True), ("fire_oil", 6, True), ("acid", 6, False)],
)
@pytest.mark.parametrize("place", ["hands", "body"])
def test_what_bursts_is_thrown_at_engaged_or_nearby_from_hand_or_body(name, die, blast, place):
    hero = pc("pc", thing(f"item.{name}", place))
    bomb = next(way for way in ways(hero) if way.items == (name,))
    assert (bomb.dice, bomb.blast, bomb.ranged) == ((die,), blast, True)
    for band, allowed in (("engaged", True), ("nearby", True), ("far", False), ("distant", False)):
        state = fighting(hero, foes=(foe("goblin"),), band=band)
        assert (reaches(state, "pc", bomb, "goblin") is None) == allowed
    assert not any(
        way.items == (name,) for way in ways(pc("pc", thing(f"item.{name}", "pack"), thing("weapon.dagger", "hands")))
    )


@covers("modified_cairn.item.small_bomb", "modified_cairn.inventory.limited_uses")
def test_a_bomb_is_gone_when_thrown_and_a_pouch_of_them_loses_one():
    seeds = odd("seeds", place="hands", kind="bomb", dice=(8,), blast=True, ranged=True, uses=4)
    for bomb, left in ((thing("item.small_bomb", "hands"), None), (seeds, 1)):
        state = fighting(pc("pc", bomb, vig=18), foes=(foe("goblin", guard=12),))
        state, _ = act(state, "attack", "pc", 3)
        kept = [item.dots for item in find(state, "pc").items if item.id == bomb.id]
        assert kept == ([] if left is None else [left])
        assert find(state, "goblin").guard == 9


@covers("modified_cairn.item.smokebomb")
def test_smoke_impairs_what_is_shot_for_some_rounds():
    state = fighting(pc("pc", thing("item.smokebomb", "hands")), foes=(foe("goblin"),), band="nearby")
    shot, blow = Attack("bow", (8,), ranged=True), Attack("claw", (8,))
    assert dice(state, Strike("goblin", shot, "pc")) == (8,)
    smoky = scripted(used, state, "pc", "smokebomb", script=[2])
    assert dice(smoky, Strike("goblin", shot, "pc")) == (4,)
    assert dice(smoky, Strike("goblin", blow, "pc")) == (8,)
    assert smoky.effects[0].ends == state.clock + 2 * ROUND
    clear = scripted(pass_time, smoky, 2 * ROUND, script=[])
    assert dice(clear, Strike("goblin", shot, "pc")) == (8,)


@covers(
    "modified_cairn.item.crowbar",
    "modified_cairn.item.hammer",
    "modified_cairn.item.saw",
    "modified_cairn.item.garrotte",
)
@pytest.mark.parametrize("name", ["crowbar", "hammer", "saw", "garrotte"])
def test_some_tools_strike_as_light_weapons(name):
    assert [way.dice for way in ways(pc("pc", thing(f"item.{name}", "hands")))] == [(6,)]


def test_the_blood_pail_raises_its_servant():
    pail = odd("pail", "bulky", ref="modified_cairn.monster.grave_servant", uses=1, effect="It rises.")
    state, _ = act(table(somebody("pc", pail, life=Life())), "use", "pc")
    assert [one.of for one in state.party[1:]] == ["modified_cairn.monster.grave_servant"]
    assert refused(state, "use", "pc") == "nothing_to_use"
