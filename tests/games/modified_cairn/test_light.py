import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action, Refused
from tallow.games.modified_cairn.combat.attacks import Strike, ways
from tallow.games.modified_cairn.combat.attacks import dice as thrown_dice
from tallow.games.modified_cairn.combat.rounds import begin, declare, end
from tallow.games.modified_cairn.combat.swaps import free_swap
from tallow.games.modified_cairn.gear.inventory import drop, hand_over
from tallow.games.modified_cairn.gear.light import LIGHT, burn, kindle
from tallow.games.modified_cairn.magic.casting import backfire
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.state import CYCLE, HOUR, Casting, Combat, Dungeon, State, has
from tallow.games.modified_cairn.world.darkness import in_the_dark, shade
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find, put
from tallow.play import Scripted
from tallow.testing import covers
from tests.games.modified_cairn.fighters import code, fighting, foe, pc, thing
from tests.games.playing import done


def torch(place="hands", **more):
    return thing("torch", place, more.pop("id_", "torch"), **more)


def underground(*party, **more):
    """A party in a dungeon without light of its own; fed and rested, so that only light matters."""
    fresh = tuple(replace(one, fed=8 * HOUR, drank=8 * HOUR, slept=8 * HOUR) for one in party)
    return State(phase="dungeon", party=fresh, dungeon=Dungeon("Crypt", since=8 * HOUR, **more))


def only(state, who="ann"):
    (item,) = find(state, who).items
    return item


@covers("modified_cairn.light.torch_dots", "modified_cairn.light.torch_burn", "modified_cairn.item.torch")
def test_a_torch_never_put_out_burns_18_cycles():
    state = underground(pc("ann", torch(lit=True)))
    dots = []
    for _ in range(17):
        state = burn(Scripted(), state, CYCLE)
        dots.append(only(state).dots)
    assert dots == [0] * 5 + [1] * 6 + [2] * 6
    spent = only(burn(Scripted(), state, CYCLE))
    assert (spent.lit, spent.dots) == (False, 3)


def refused(state):
    """Why ann cannot light anything."""
    offers = {offer.action.name: offer for offer in GAME.actions(state, "ann")}
    return code(offers["light_torch"].refusal)


@covers(
    "modified_cairn.light.torch_burn",
    "modified_cairn.light.torch_relight",
    "modified_cairn.action.douse_torch",
    "modified_cairn.inventory.limited_uses",
)
def test_seven_cycles_out_relit_and_five_more_spend_a_torch():
    state = GAME.perform(Scripted(), underground(pc("ann", torch())), Action("light_torch", "ann"))
    assert (only(state).lit, only(state).dots) == (True, 0)
    state = burn(Scripted(), state, 7 * CYCLE)
    assert only(state).dots == 1
    state = GAME.perform(Scripted(), state, Action("douse_torch", "ann"))
    assert (only(state).lit, only(state).burned) == (False, 7 * CYCLE)
    state = burn(Scripted(), state, 6 * CYCLE)
    state = GAME.perform(Scripted(), state, Action("light_torch", "ann"))
    assert only(state).dots == 2
    state = burn(Scripted(), state, 4 * CYCLE)
    assert only(state).dots == 2
    state, play = done(burn, state, CYCLE)
    assert (only(state).lit, only(state).dots, play.codes()) == (False, 3, ["light.spent"])
    assert refused(state) == "nothing_to_light", "it keeps its slot until it is dropped"


@covers("modified_cairn.light.torch_relight", "modified_cairn.action.light_torch", "modified_cairn.light.torch_dots")
def test_the_first_lighting_is_free_and_a_third_relight_only_spends_the_torch():
    ann = pc("ann", torch())
    for dots in (0, 1, 2):
        ann = kindle(Scripted(), ann, "torch")
        assert ann.items[0].dots == dots
        ann = replace(ann, items=(replace(ann.items[0], lit=False),))
    spent = kindle(Scripted(), ann, "torch").items[0]
    assert (spent.lit, spent.dots) == (False, 3)


@covers("modified_cairn.action.light_torch")
def test_a_torch_burns_in_hand_and_without_a_free_hand_there_is_nothing_to_light():
    packed = underground(pc("ann", torch("pack")))
    assert only(GAME.perform(Scripted(), packed, Action("light_torch", "ann"))).place == "hands"
    full = underground(pc("ann", torch("pack"), "longsword", "dagger"))
    with pytest.raises(Refused) as refused:
        GAME.perform(Scripted(), full, Action("light_torch", "ann"))
    assert refused.value.refusal.code == "nothing_to_light"


@covers("modified_cairn.action.light_torch", "modified_cairn.light.torch_relight")
def test_lighting_one_in_a_fight_is_an_action():
    state = fighting(pc("ann", torch()))
    made = LIGHT.declare(Scripted(), state, find(state, "ann"))
    assert LIGHT.cost == "action"
    assert only(LIGHT.resolve(Scripted(), state, made)).lit


@pytest.mark.parametrize("kind", ["lantern", "bullseye_lantern"])
@covers(
    "modified_cairn.item.lantern",
    "modified_cairn.item.bullseye_lantern",
    "modified_cairn.item.oil_can",
    "modified_cairn.item.candle",
)
def test_a_lantern_burns_oil_wherever_it_hangs_and_a_candle_like_a_torch(kind):
    lantern, oil = thing(kind, "body", "lantern"), thing("oil_can", "pack")
    state = underground(pc("ann", lantern, oil))
    state = GAME.perform(Scripted(), state, Action("light_torch", "ann"))
    state = burn(Scripted(), state, 6 * CYCLE)
    assert [item.dots for item in find(state, "ann").items] == [0, 1]
    state = burn(Scripted(), state, 5 * HOUR)
    assert [item.lit for item in find(state, "ann").items if item.id == "lantern"] == [False]
    dry = underground(pc("ann", lantern))
    (refusal,) = [o.refusal for o in GAME.actions(dry, "ann") if o.action.name == "light_torch"]
    assert refusal is not None
    assert refusal.code == "nothing_to_light"
    candle = underground(pc("ann", thing("candle", "hands", lit=True)))
    assert only(burn(Scripted(), candle, HOUR)).dots == 1


@covers("modified_cairn.light.torch_burn")
def test_torches_burn_as_time_passes_with_or_without_the_dungeon_rules():
    state = replace(underground(pc("ann", torch(lit=True))), phase="free", dungeon=None)
    assert only(done(pass_time, state, HOUR)[0]).dots == 1


@covers("modified_cairn.light.one_per_three", "modified_cairn.light.too_few")
def test_seven_need_three_sources_and_with_two_the_seventh_is_in_the_dark():
    party = [pc(f"p{n}") for n in range(1, 8)]
    lit = [replace(one, items=(torch(lit=True),)) if one.id in ("p1", "p2") else one for one in party]
    assert in_the_dark(underground(*lit)) == ("p7",)
    lit[2] = replace(lit[2], items=(torch(lit=True),))
    assert in_the_dark(underground(*lit)) == ()
    assert in_the_dark(underground(*party)) == tuple(one.id for one in party)
    assert in_the_dark(underground(*party, lit=True)) == ()


@covers("modified_cairn.light.too_few", "modified_cairn.light.one_per_three")
def test_a_dark_place_stays_dark_for_the_whole_fight():
    state = State(phase="free", party=(pc("ann"), pc("bo")), foes=(foe(),))
    left = replace(state, dungeon=Dungeon("Behind them"))
    for begun in (state, left):
        fight, _ = done(begin, begun, "far", ("foes",), dark=True)
        assert [has(one, "in_the_dark") for one in fight.party] == [True, True]
        for who in ("ann", "bo"):
            fight, _ = done(declare, fight, who, "pass")
        assert fight.combat.round == 2
        assert [has(one, "in_the_dark") for one in fight.party] == [True, True]
        lit = shade(put(fight, replace(find(fight, "ann"), items=(torch(lit=True),))))
        assert not any(has(one, "in_the_dark") for one in lit.party)
        over, _ = done(end, fight, "called_off")
        assert not any(has(one, "in_the_dark") for one in over.party)


@covers("modified_cairn.light.one_per_three", "modified_cairn.item.candle")
def test_a_torch_must_be_in_hand_and_a_candle_serves_its_bearer():
    stowed = underground(pc("ann", torch("pack", lit=True)), pc("bo"))
    assert in_the_dark(stowed) == ("ann", "bo")
    candle = underground(pc("ann", thing("candle", lit=True)), pc("bo"))
    assert in_the_dark(candle) == ("bo",)
    lantern = underground(pc("ann", thing("lantern", "body", lit=True)), pc("bo"))
    assert in_the_dark(lantern) == ()


@covers("modified_cairn.light.scout", "modified_cairn.action.set_marching_order")
def test_whoever_goes_ahead_without_a_torch_is_in_the_dark():
    state = underground(pc("ann", torch(lit=True)), pc("bo"), pc("cy"), pc("di"), pc("ed"))
    assert in_the_dark(state) == ("di", "ed")
    state = GAME.perform(Scripted(2), state, Action("set_marching_order", "ed"))
    assert in_the_dark(state) == ("cy", "di")
    state = GAME.perform(Scripted("ahead"), state, Action("set_marching_order", "bo"))
    assert in_the_dark(state) == ("bo", "di")
    assert has(find(state, "bo"), "in_the_dark")


@covers("modified_cairn.light.too_few")
def test_attacks_out_of_the_dark_are_impaired():
    dark = fighting(pc("ann", "longsword"))
    dark = replace(dark, dungeon=Dungeon(), combat=replace(dark.combat, back_to="dungeon"))
    dark = shade(dark)
    sword = ways(find(dark, "ann"))[0]
    assert thrown_dice(dark, Strike("ann", sword, "goblin")) == (4,)
    bright = shade(replace(dark, dungeon=Dungeon(lit=True)))
    assert thrown_dice(bright, Strike("ann", sword, "goblin")) == (8,)
    assert shade(replace(dark, combat=Combat())) == replace(bright, dungeon=dark.dungeon, combat=Combat())


@covers("modified_cairn.light.too_few", "modified_cairn.inventory.drop", "modified_cairn.turn.free_swap")
def test_whoever_lets_go_of_the_only_light_is_in_the_dark_at_once():
    torch = thing("torch", lit=True)
    lit = fighting(pc("ann", torch, "dagger"), dark=True)
    assert not has(find(lit, "ann"), "in_the_dark")
    dropped, _ = done(drop, lit, "ann", script=["torch"])
    assert has(find(dropped, "ann"), "in_the_dark")
    sheathed, _ = done(free_swap, lit, "ann", script=[("sheathe", "torch")])
    assert has(find(sheathed, "ann"), "in_the_dark")
    assert not any(item.lit for item in find(sheathed, "ann").items), "it does not burn on at the belt"


@covers("modified_cairn.light.one_per_three", "modified_cairn.action.give_item")
def test_a_burning_torch_burns_on_in_another_hand():
    state = State(phase="dungeon", party=(pc("ann", thing("torch", lit=True)), pc("bo", "dagger")), dungeon=Dungeon())
    state, _ = done(hand_over, shade(state), "ann")
    assert [(item.place, item.lit) for item in find(state, "bo").items if item.name == "Torch"] == [("hands", True)]
    full = State(party=(pc("ann", thing("torch", lit=True)), pc("bo", "greatsword")), dungeon=Dungeon())
    full, _ = done(hand_over, full, "ann")
    assert [(item.place, item.lit) for item in find(full, "bo").items if item.name == "Torch"] == [("pack", False)]
    given = fighting(pc("ann", thing("torch", lit=True)), pc("bo"), dark=True)
    given, _ = done(declare, given, "ann", "give_item")
    given, _ = done(declare, given, "bo", "pass")
    assert [item.lit for item in find(given, "bo").items] == [True]


@covers("modified_cairn.light.one_per_three", "modified_cairn.mount.riding")
def test_a_beast_needs_no_light():
    horse = replace(pc("horse"), states=("mount",))
    people = (pc("ann", thing("torch", lit=True), mounted="horse"), pc("bo"), pc("cy"))
    assert in_the_dark(State(phase="dungeon", party=(*people, horse), dungeon=Dungeon())) == ()
    assert in_the_dark(State(phase="dungeon", party=(*people, pc("di")), dungeon=Dungeon())) == ("di",)


@covers("modified_cairn.light.too_few", "modified_cairn.table.backfire")
def test_flames_that_a_backfire_snuffs_leave_the_dark_at_once():
    state = fighting(pc("ann", thing("torch", lit=True)), dark=True)
    after, _ = done(backfire, state, "ann", Casting("", "circumstance"), script=[("row", "Snuffed")])
    assert has(find(after, "ann"), "in_the_dark")
