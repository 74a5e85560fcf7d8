"""Combat: surprise, the first round, declaring before any die, turns, actions, detachments and the end."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action, Refused
from tallow.games.modified_cairn.combat.bands import apart, fight
from tallow.games.modified_cairn.combat.detachments import rout
from tallow.games.modified_cairn.combat.feats import can_use_feats, fenders
from tallow.games.modified_cairn.combat.manoeuvres import MANOEUVRES, manoeuvres, refused
from tallow.games.modified_cairn.combat.mounts import mount, mountable, thrown_off
from tallow.games.modified_cairn.combat.rounds import (
    all_attack,
    begin,
    decided,
    declare,
    next_turn,
    plan_move,
    resolve,
    take_back,
    turn,
)
from tallow.games.modified_cairn.combat.swaps import exchanges, free_swap, no_free_swap, pack_exchanges, swap_after
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.referee.marshalling import call_off, go_on, start
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import ROUND, Dungeon, Mark, State, Transport, has, undeclared
from tallow.games.modified_cairn.uses import MARKS
from tallow.mechanics.two_sides import find, put
from tallow.play import Scripted, distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import code, fighting, foe, pc, said, thing
from tests.games.playing import done


def table(*party, foes=(), **more):
    return State(phase="free", party=party or (pc("yan"),), foes=tuple(foes) or (foe(),), **more)


def perform(state, name, who="", *script):
    play = Scripted(*script)
    after = GAME.perform(play, state, Action(name, who))
    assert not play.left
    return after


@covers(
    "modified_cairn.turn.first_round_save",
    "modified_cairn.phase.first_round_check",
    "modified_cairn.phase.combat_setup",
)
def test_without_surprise_each_of_the_party_saves_to_act():
    state, play = done(
        begin, table(pc("yan", cla=13), pc("yokel", cla=13), pc("guide", cla=13, kind="hireling")), script=[13, 14, 13]
    )
    assert state.combat.acting == ("yan", "guide")
    assert (state.phase, state.combat.round, state.combat.side) == ("combat", 1, "party")
    assert len(play.asked) == 3, "opponents never roll"
    assert apart(state.combat, "yan", "goblin") == "nearby"

    def acts(play):
        return "yan" in fight(begin(play, table(pc("yan", cla=13), pc("z", cla=18)))).acting

    assert distribution(acts)[True] == Fraction(13, 20)

    def any_acts(play):
        party = [pc(f"p{at}", cla=10) for at in range(4)]
        return fight(begin(play, table(*party))).side == "party"

    assert distribution(any_acts)[True] == Fraction(15, 16)


@covers("modified_cairn.turn.surprise")
def test_the_surprised_have_no_turn_in_round_one():
    ambush, play = done(begin, table(), "nearby", ("foes",))
    assert ambush.combat.acting == ("yan",)
    assert not play.asked, "no Save"
    second, _ = done(declare, ambush, "yan", "pass")
    assert (second.combat.round, second.combat.side) == (2, "party")
    third, play = done(declare, second, "yan", "pass")
    assert (third.combat.round, third.combat.side) == (2, "foes")
    assert not play.asked
    caught, _ = done(begin, table(), "nearby", ("party",))
    assert (caught.combat.round, caught.combat.side, caught.combat.acting) == (1, "foes", ("goblin",))
    both, _ = done(begin, table(), "nearby", ("party", "foes"))
    assert (both.combat.round, both.combat.side) == (2, "party")


@covers("modified_cairn.turn.surprise", "modified_cairn.feat.fend")
def test_the_surprised_defend_themselves():
    state, _ = done(begin, table(pc("yan", guard=5)), "engaged", ("party",))
    after, play = done(all_attack, state, "foes", script=[4, "done", 4, 1])
    assert find(after, "yan").guard == 5
    assert said(play, "feat.fended_self")


@covers("modified_cairn.action.ref_start_combat", "modified_cairn.light.too_few")
def test_the_gm_sets_up_a_fight():
    party = [pc(f"p{at}") for at in range(4)]
    torch = thing("torch", lit=True)
    state = perform(
        table(replace(party[0], items=(torch,)), *party[1:]), "start_combat", "", "foes", "far", "confined_and_dark"
    )
    assert apart(state.combat, "p0", "goblin") == "far"
    assert (state.combat.confined, state.combat.dark) == (True, True)
    assert [one.id for one in state.party if has(one, "in_the_dark")] == ["p3"]
    over, _ = done(call_off, state, "")
    assert not any(has(one, "in_the_dark") for one in over.party)
    open_, _ = done(start, table(), "", script=["party", "engaged", "open"])
    assert (open_.combat.side, open_.combat.dark) == ("foes", False)
    met = replace(table(), dungeon=Dungeon(name="Crypt", met=("far", "foes")))
    rolled, _ = done(start, met, "", script=["open"])
    assert apart(rolled.combat, rolled.party[0].id, "goblin") == "far"
    assert rolled.combat.surprised == ("foes",)
    told = replace(table(), dungeon=Dungeon(name="Cellars", met=("engaged", "nobody"), peopled=True, confined=True))
    nothing_asked, _ = done(start, told, "", script=[1] * len(told.party))
    assert nothing_asked.combat.confined
    with pytest.raises(Refused) as refusal:
        perform(table(foes=[foe(states=("dead",))]), "start_combat")
    assert refusal.value.refusal.code == "no_foes"


@covers(
    "modified_cairn.turn.declare_first",
    "modified_cairn.action.declare",
    "modified_cairn.phase.side_declare",
    "modified_cairn.phase.side_resolve",
    "modified_cairn.turn.table_talk",
    "modified_cairn.combat.side_turn",
)
def test_everyone_declares_before_any_die():
    state = fighting(pc("yan", "dagger"), pc("yokel", "dagger"), foes=[foe(guard=9)])
    first, play = done(declare, state, "yan", "attack")
    assert undeclared(first) == ("yokel",)
    assert said(play, "declared") == [("Yan",)], "that, and nothing of what"
    assert find(first, "goblin") == find(state, "goblin")
    changed, _ = done(take_back, first, "yan")
    assert undeclared(changed) == ("yan", "yokel")
    changed, _ = done(declare, changed, "yan", "pass")
    after, play = done(declare, changed, "yokel", "attack", script=[3, "done"])
    assert find(after, "goblin").guard == 6
    assert len(said(play, "attack")) == 1
    assert after.combat.side == "foes"
    assert after.combat.declared == ()


@covers("modified_cairn.turn.declare_first")
def test_the_gm_need_not_wait():
    state = fighting(pc("yan", "dagger"), pc("yokel"), foes=[foe(guard=9)])
    state, _ = done(declare, state, "yan", "attack")
    state, _ = done(plan_move, state, "yokel", script=[("away", "goblin")])
    after, _ = done(go_on, state, "", script=[3, "done"])
    assert find(after, "goblin").guard == 6
    assert apart(after.combat, "yokel", "goblin") == "nearby"


@covers("modified_cairn.turn.simultaneous", "modified_cairn.turn.roll_together")
def test_the_order_of_a_turn():
    state = fighting(
        pc("yan", "dagger"), pc("yokel", "dagger"), foes=[foe(guard=9)], bands=[("yan", "goblin", "nearby")]
    )
    state, _ = done(plan_move, state, "yokel", script=[("then_away", "goblin")])
    state, _ = done(declare, state, "yan", "attack")
    _, play = done(declare, state, "yokel", "attack", script=[4, 3, ("move", 4), "done", "done", "stay"])
    assert play.codes()[:8] == ["declared", "moved", "attack", "attack", "gambit", "damage", "hurt.guard", "moved"]


@covers("modified_cairn.turn.move_and_action", "modified_cairn.action.pass", "modified_cairn.turn.no_split_move")
def test_move_and_action_either_or_neither():
    state = fighting(pc("yan", "dagger"), band="nearby")
    nothing, _ = done(declare, state, "yan", "pass")
    assert apart(nothing.combat, "yan", "goblin") == "nearby"
    moves, _ = done(plan_move, state, "yan", script=[("closer", "goblin")])
    moves, _ = done(plan_move, moves, "yan", script=[("away", "goblin")])
    assert len(moves.combat.planned) == 1, "one Move"
    only, _ = done(declare, moves, "yan", "pass")
    assert apart(only.combat, "yan", "goblin") == "far"
    assert refused(moves, find(moves, "yan"), "attack") is not None


@covers("modified_cairn.phase.enemy_turn", "modified_cairn.action.ref_enemy_turn")
def test_the_gm_declares_for_a_side_and_all_roll_together():
    state = fighting(pc("yan", guard=6), foes=[foe("ork"), foe("imp")], side="foes")
    after, _ = done(turn, state, "foes", script=["attack", "attack", 2, 4, "done", "no"])
    assert find(after, "yan").guard == 2
    assert (after.combat.round, after.combat.side) == (3, "party")
    spread = fighting(pc("yan"), pc("yokel"), foes=[foe("ork"), foe("imp")], side="foes")
    after, _ = done(all_attack, spread, "foes", script=[1, 1, "yan", "no", "no", "no", "no"])
    assert (find(after, "yan").guard, find(after, "yokel").guard) == (3, 3)
    far = fighting(pc("yan"), foes=[foe("ork")], side="foes", band="distant")
    after, _ = done(all_attack, far, "foes")
    assert apart(after.combat, "yan", "ork") == "nearby"


@covers("modified_cairn.turn.free_swap", "modified_cairn.action.free_swap")
def test_a_free_swap_is_done_at_any_point_of_the_turn():
    yan = pc("yan", "dagger", thing("shield", "body"))
    state = fighting(yan, pc("yokel"), foes=[foe(guard=99)])
    declared, _ = done(declare, state, "yan", "attack")
    swapped, _ = done(free_swap, declared, "yan", script=[("draw", "shield")])
    assert {item.name: item.place for item in find(swapped, "yan").items} == {"Dagger": "hands", "Shield": "hands"}
    later, _ = done(swap_after, declared, "yan", script=[("swap", "dagger", "shield")])
    assert code(no_free_swap(later, "yan")) == "swapped"
    assert find(later, "yan").items == yan.items
    after, _ = done(declare, later, "yokel", "pass", script=[1, "done"])
    assert {item.name: item.place for item in find(after, "yan").items} == {"Dagger": "body", "Shield": "hands"}
    back, _ = done(take_back, later, "yan")
    assert (back.combat.later, back.combat.declared, no_free_swap(back, "yan")) == ((), (), None)


@covers("modified_cairn.hurt.critical", "modified_cairn.hurt.death", "modified_cairn.state.critically_wounded")
@pytest.mark.parametrize("side", ["party", "foes"])
def test_whoever_is_down_can_be_finished_off(side):
    down = {"states": ("wounded", "critically_wounded")}
    if side == "party":
        state = fighting(pc("yan", "dagger"), foes=[foe("ork"), foe("imp", vig=3, guard=5, **down)])
        who, script = "yan", ["imp", 5, "done"]
    else:
        state = fighting(pc("yan"), pc("imp", vig=3, guard=5, **down), foes=[foe("ork")], side="foes")
        who, script = "ork", ["imp", 5, "done", "no"]
    after, _ = done(declare, state, who, "attack", script=script)
    assert has(find(after, "imp"), "dead"), "Guard is of no use to who lies there"


@covers(
    "modified_cairn.combat.round",
    "modified_cairn.combat.new_round",
    "modified_cairn.turn.players_first",
    "modified_cairn.phase.round_end",
)
def test_rounds_of_ten_seconds_with_the_party_first():
    state = fighting(pc("yan"))
    clock = state.clock
    for number in range(6):
        assert (state.combat.round, state.combat.side) == (2 + number, "party")
        state, _ = done(declare, state, "yan", "pass")
        assert state.combat.side == "foes"
        state, _ = done(declare, state, "goblin", "pass")
    assert state.clock - clock == 6 * ROUND == 60


@covers("modified_cairn.combat.new_round")
@pytest.mark.parametrize(
    ("party", "foes", "how"),
    [
        (("",), ("",), None),
        (("",), ("dead",), "foes_down"),
        (("",), ("critically_wounded",), "foes_down"),
        (("",), ("routed",), "foes_fled"),
        (("dead",), ("",), "party_down"),
        (("fled",), ("",), "party_fled"),
    ],
)
def test_how_a_fight_ends(party, foes, how):
    state = fighting(pc("yan", states=party), foes=[foe(states=foes)])
    assert decided(state) == how
    if how:
        after, _ = done(next_turn, state)
        assert (after.combat, after.ended.how, after.phase) == (None, how, "free")


@covers("modified_cairn.phase.aftermath", "modified_cairn.recover.breath", "modified_cairn.action.catch_breath")
def test_after_a_fight_guard_comes_back_and_the_states_of_a_fight_end():
    tired = pc("yan", states=("stopped", "bashed", "fatigued"), marks=(MARKS.mark("impaired", "club"),))
    state = fighting(replace(tired, guard=1), replace(pc("hungry", deprived=(("hunger", 0, 0),)), guard=1))
    after, _ = done(call_off, state, "")
    assert (find(after, "yan").states, find(after, "yan").marks) == (("fatigued",), ())
    assert (find(after, "yan").guard, find(after, "hungry").guard) == (4, 1)


@covers(
    "modified_cairn.turn.free_swap",
    "modified_cairn.action.free_swap",
    "modified_cairn.setting.free_swaps",
    "modified_cairn.armour.don",
)
def test_one_swap_of_hand_and_body_is_free():
    yan = pc("yan", "longsword", thing("dagger", "body"), thing("gambeson", "body"))
    state = fighting(yan)
    assert ("", "dagger") in exchanges(yan)
    assert ("longsword", "dagger") in exchanges(yan)
    assert ("longsword", "") not in exchanges(yan), "no body slot is free"
    after, _ = done(free_swap, state, "yan", script=[("swap", "longsword", "dagger")])
    places = {item.id: item.place for item in find(after, "yan").items}
    assert (places["longsword"], places["dagger"]) == ("body", "hands")
    assert undeclared(after) == ("yan",)
    assert code(no_free_swap(after, "yan")) == "swapped"
    free = fighting(yan, settings={"free_swaps": "unlimited"})
    after, _ = done(free_swap, free, "yan", script=[("draw", "dagger")])
    assert no_free_swap(after, "yan") is None
    assert not exchanges(pc("yan", "longbow", thing("dagger", "body"))), "a Bulky bow fills both hands"


@covers("modified_cairn.action.rearrange")
def test_both_hands_and_the_body_change_places_for_an_action():
    yan = pc("yan", "longbow", thing("dagger", "body"), thing("shield", "body"))
    after, _ = done(declare, fighting(yan), "yan", "rearrange")
    assert {item.id: item.place for item in find(after, "yan").items} == {
        "longbow": "body", "dagger": "hands", "shield": "hands",
    }  # fmt: skip


@covers("modified_cairn.action.pack_swap", "modified_cairn.inventory.pack_time")
def test_something_from_the_pack_takes_an_action():
    yan = pc("yan", "longbow", thing("dagger", "pack"), thing("club", "pack"))
    assert ("dagger", "", "hands") not in pack_exchanges(yan)
    after, _ = done(declare, fighting(yan), "yan", "pack_swap", script=["dagger", ("into", "longbow", "hands")])
    places = {item.id: item.place for item in find(after, "yan").items}
    assert (places["dagger"], places["longbow"]) == ("hands", "pack")
    after, _ = done(declare, fighting(yan), "yan", "pack_swap", script=["nothing"])
    assert {item.id: item.place for item in find(after, "yan").items}["longbow"] == "pack"


@covers("modified_cairn.action.give_item", "modified_cairn.action.pick_up", "modified_cairn.inventory.drop")
def test_giving_and_taking_up():
    yan, yokel = pc("yan", "dagger"), pc("yokel", "longsword", "shield")
    apart = fighting(yan, yokel, bands=[("yokel", "goblin", "nearby")])
    assert code(refused(apart, yan, "give_item")) == "no_ally"
    state = fighting(yan, yokel)
    state, _ = done(declare, state, "yan", "give_item")
    after, _ = done(declare, state, "yokel", "pass")
    assert not find(after, "yan").items
    assert [item.place for item in find(after, "yokel").items if item.id == "dagger"] == ["body"]
    dropped = replace(fighting(yan, yokel), ground=(thing("mace"),))
    assert code(refused(dropped, yokel, "grab")) == "hands_full"
    dropped, _ = done(declare, dropped, "yan", "grab")
    after, _ = done(declare, dropped, "yokel", "pass")
    assert [item.place for item in find(after, "yan").items] == ["hands", "hands"]
    assert after.ground == ()


@covers("modified_cairn.turn.action_list")
def test_what_can_be_done_with_a_turn():
    yan = pc("yan", "dagger", thing("dagger", "pack", "spare"))
    state = fighting(yan, pc("yokel"), bands=[("yan", "yokel", "engaged")])
    offered = manoeuvres(state, yan)
    for action in (
        "attack",
        "frenzy",
        "aid",
        "extra_move",
        "pack_swap",
        "give_item",
        "parley",
        "improvise",
        "flee",
        "pass",
    ):
        assert action in offered
        assert any(offer.action == Action(action, "yan") and not offer.refusal for offer in GAME.actions(state, "yan"))
    assert set(offered) <= set(MANOEUVRES)
    codes = {offer.action.name: offer.refusal for offer in GAME.actions(fighting(yan, band="far"), "yan")}
    assert code(codes["attack"]) == "out_of_reach"
    assert GAME.words.has("refusal", "out_of_reach")


@covers("modified_cairn.action.use_item")
def test_using_a_thing_at_hand_is_an_action():
    state = fighting(pc("yan", thing("bell", "hands"), thing("chalk", "pack")))
    after, play = done(declare, state, "yan", "use_item")
    assert said(play, "item.used")[0][:2] == ("Yan", "Bell")
    assert after.combat.side == "foes"
    packed = fighting(pc("yan", thing("bell", "pack")))
    assert code(refused(packed, find(packed, "yan"), "use_item")) == "nothing_to_use"


@covers("modified_cairn.action.extra_move", "modified_cairn.distance.extra_step")
def test_the_action_gives_one_more_band():
    state = fighting(pc("yan", "dagger"), band="far")
    after, _ = done(declare, state, "yan", "extra_move", script=[("closer", "goblin")])
    assert apart(after.combat, "yan", "goblin") == "engaged"
    planned, _ = done(plan_move, fighting(pc("yan"), band="nearby"), "yan", script=[("closer", "goblin")])
    after, _ = done(declare, planned, "yan", "extra_move")
    assert apart(after.combat, "yan", "goblin") == "nearby"
    lame = fighting(pc("yan", states=("hamstrung",)), band="far")
    after, _ = done(declare, lame, "yan", "extra_move", script=[("closer", "goblin")])
    assert apart(after.combat, "yan", "goblin") == "nearby"
    with pytest.raises(Refused):
        perform(lame, "move", "yan")


@covers("modified_cairn.action.flee", "modified_cairn.distance.limits")
@pytest.mark.parametrize(
    ("band", "script", "expected"),
    [
        ("engaged", ["no"], "far"),
        ("nearby", ["no"], "distant"),
        ("far", ["no"], "fled"),
        ("far", ["save", 10], "fled"),
        ("far", ["save", 11], "distant"),
        ("engaged", ["save", 11], "nearby"),
    ],
)
def test_fleeing_takes_two_bands(band, script, expected):
    state = fighting(pc("yan"), pc("stays"), band=band)
    state, _ = done(declare, state, "yan", "flee")
    after, _ = done(declare, state, "stays", "pass", script=script)
    if expected == "fled":
        assert has(find(after, "yan"), "fled")
    else:
        assert apart(after.combat, "yan", "goblin") == expected


@covers("modified_cairn.action.aid")
@pytest.mark.parametrize(
    ("answer", "faces", "said_"), [("enhanced", [3, 7], "aid.enhanced"), ("no_help", [3], "aid.no_help")]
)
def test_aid_enhances_an_ally(answer, faces, said_):
    state = fighting(pc("yan", "dagger"), pc("yokel"), pc("zoe"), foes=[foe(guard=9)])
    state, _ = done(declare, state, "yokel", "aid", script=["yan"])
    state, _ = done(declare, state, "zoe", "aid", script=["yan"])
    after, play = done(declare, state, "yan", "attack", script=[answer, *faces, "done"])
    assert said(play, "attack")[0][3] == tuple(faces)
    assert play.codes().count(said_) == 1, "only one helper counts"
    assert find(after, "goblin").guard == 9 - max(faces)


@covers("modified_cairn.action.aid")
def test_aid_with_something_else_counts_as_a_factor():
    state = fighting(pc("yan"), pc("yokel"))
    state, _ = done(declare, state, "yan", "parley")
    _, play = done(declare, state, "yokel", "aid", script=["factor", "fight_on"])
    assert "aid.factor" in play.codes()


@covers("modified_cairn.action.parley")
@pytest.mark.parametrize(("answer", "over"), [("fight_on", False), ("talk", True)])
def test_parley_is_answered_without_a_roll(answer, over):
    after, play = done(declare, fighting(pc("yan")), "yan", "parley", script=[answer])
    assert (after.combat is None) == over
    assert len(play.asked) == 1


@covers("modified_cairn.action.improvise")
@pytest.mark.parametrize(
    ("script", "code"),
    [
        (["works"], "improvise.works"),
        (["fails"], "improvise.fails"),
        (["CLA", 10], "improvise.works"),
        (["CLA", 11], "improvise.fails"),
    ],
)
def test_anything_comparable_is_the_gms_to_judge(script, code):
    _, play = done(declare, fighting(pc("yan")), "yan", "improvise", script=["Cut the rope.", *script])
    assert said(play, code) == [("Yan", "Cut the rope.")]


@covers(
    "modified_cairn.action.mount",
    "modified_cairn.action.dismount_self",
    "modified_cairn.mount.riding",
    "modified_cairn.transport.horse",
)
def test_mounting_takes_an_action_and_getting_down_nothing():
    horse = Transport("t1", "Horse", "modified_cairn.transport.horse", 4, "yan")
    cart = Transport("t2", "Cart", "modified_cairn.transport.cart", 4, "yan")
    state = replace(fighting(pc("yan", "longsword"), band="far"), transports=(horse, cart))
    assert mountable(state, "yan") == ("t1",)
    after, _ = done(declare, state, "yan", "mount")
    assert (find(after, "yan").mounted, find(after, "t1").vigour, find(after, "t1").guard) == ("t1", 14, 4)
    assert apart(after.combat, "t1", "goblin") == "far"
    after, _ = done(declare, after, "goblin", "pass")
    assert after.combat.acting == ("yan",), "a mount that is not trained for war does not act"
    charge, _ = done(declare, after, "yan", "attack", script=[3, "done"])
    assert apart(charge.combat, "yan", "goblin") == "engaged"
    down = perform(after, "get_down", "yan")
    assert not find(down, "yan").mounted
    assert undeclared(down) == ("yan",)
    war = put(after, replace(find(after, "t1"), states=("mount", "war_trained")))
    again, _ = done(next_turn, replace(war, combat=replace(fight(war), side="foes", acting=())))
    assert again.combat.acting == ("yan", "t1")


@covers("modified_cairn.mount.riding")
@pytest.mark.parametrize(("script", "vigour"), [([10], 10), ([11, 3], 7)])
def test_a_falling_mount_throws_its_rider(script, vigour):
    horse = pc("horse", states=("mount", "dead"))
    state = fighting(pc("yan", mounted="horse"), horse)
    after, _ = done(thrown_off, state, "horse", script=script)
    assert (find(after, "yan").mounted, find(after, "yan").vigour) == ("", vigour)
    unhurt = fighting(pc("yan", mounted="horse"), pc("horse", states=("mount",)))
    assert done(thrown_off, unhurt, "horse")[0] == unhurt
    again, _ = done(mount, after, "yan", "horse")
    assert find(again, "yan").mounted == "horse"


@covers("modified_cairn.mount.riding", "modified_cairn.feat.everyone")
def test_a_mount_uses_no_feats_and_a_fall_from_it_wounds():
    horse = pc("horse", kind="hireling", states=("mount",))
    assert not can_use_feats(horse, Settings())
    state = fighting(pc("yan", mounted="horse"), horse, bands=[("yan", "horse", "engaged")])
    assert fenders(state, "yan", ()) == ("yan",)
    fallen = put(state, replace(horse, states=("mount", "dead")))
    hurt, _ = done(thrown_off, fallen, "horse", script=[20, 3])
    assert (find(hurt, "yan").vigour, find(hurt, "yan").states) == (7, ("wounded",))


@covers("modified_cairn.combat.new_round", "modified_cairn.quality.cla_zero", "modified_cairn.quality.spi_zero")
@pytest.mark.parametrize("lost", ["unresponsive", "hopeless", "stone", "critically_wounded"])
def test_a_side_without_anybody_able_and_willing_has_lost(lost):
    assert decided(fighting(pc("yan", states=(lost,)))) == "party_down"
    assert decided(fighting(pc("yan"), foes=[foe(states=(lost,))])) == "foes_down"
    assert decided(fighting(pc("yan", states=("asleep",)))) is None, "who sleeps may wake"
    horse = pc("horse", kind="hireling", states=("mount",))
    assert decided(fighting(pc("yan", states=("dead",)), horse)) == "party_down", "a horse does not fight on alone"
    trained = replace(horse, states=("mount", "war_trained"))
    assert decided(fighting(pc("yan", states=("dead",)), trained)) is None


@covers("modified_cairn.recover.breath", "modified_cairn.gambit.stop")
def test_foes_come_to_breath_too_and_are_rid_of_what_was_for_the_fight():
    impaired = MARKS.mark("impaired", "club")
    tired = replace(foe(guard=3, states=("stopped", "armorless"), marks=(impaired,)), guard=0)
    down = replace(foe("ork", states=("critically_wounded",)), guard=0)
    after, play = done(call_off, fighting(pc("yan"), foes=[tired, down]), "")
    assert [(one.guard, one.states) for one in after.foes] == [(3, ()), (0, ("critically_wounded",))]
    assert not after.foes[0].marks
    assert not said(play, "breath"), "and nobody is told"


@covers("modified_cairn.detachment.rout", "modified_cairn.setting.detachment_rout", "modified_cairn.enemy.huge")
@pytest.mark.parametrize(
    ("setting", "before", "now", "script", "routed"),
    [
        ("first_drop", 8, 6, [], False),
        ("first_drop", 6, 5, [9], False),
        ("first_drop", 6, 5, [10], True),
        ("first_drop", 5, 4, [], False),
        ("each_loss", 5, 4, [10], True),
        ("each_loss", 5, 5, [], False),
        ("first_drop", 8, 0, [], False),
    ],
)
def test_a_detachment_at_half_may_rout(setting, before, now, script, routed):
    unit = foe("unit", vig=now, vig_max=11, spi=9, detachment=True)
    state = fighting(pc("yan"), foes=[unit], settings={"detachment_rout": setting})
    after, _ = done(rout, state, "unit", before, script=script)
    assert has(find(after, "unit"), "routed") == routed
    mindless = fighting(pc("yan"), foes=[replace(unit, spirit=0, spirit_max=0)], settings={"detachment_rout": setting})
    after, _ = done(rout, mindless, "unit", before)
    assert not has(find(after, "unit"), "routed")


@covers("modified_cairn.detachment.leader")
@pytest.mark.parametrize(
    ("states", "face", "routed"), [((), 15, False), (("dead",), 15, True), (("unresponsive",), 15, True)]
)
def test_a_leaders_spirit_counts_while_there(states, face, routed):
    unit = foe("unit", vig=5, vig_max=11, spi=9, detachment=True)
    state = fighting(pc("yan"), foes=[unit, foe("captain", spi=16, states=("leader", *states))], leader="captain")
    after, _ = done(rout, state, "unit", 6, script=[face])
    assert has(find(after, "unit"), "routed") == routed
    begun, _ = done(begin, table(foes=[unit, foe("captain", states=("leader",))]), "far", ("foes",))
    assert begun.combat.leader == "captain"


@covers(
    "modified_cairn.detachment.impaired_in",
    "modified_cairn.detachment.no_critical",
    "modified_cairn.detachment.rout",
    "modified_cairn.unit.detachment",
    "modified_cairn.detachment.wiped_out",
)
def test_three_against_a_detachment():
    party = [pc(f"p{at}", "longsword") for at in range(3)]
    unit = foe("unit", vig=3, vig_max=3, guard=2, detachment=True)
    state = fighting(*party, foes=[unit])
    for one in party[:2]:
        state, _ = done(declare, state, one.id, "attack")
    after, play = done(declare, state, "p2", "attack", script=[3, 3, 4, "done", "done", "done", 20])
    assert said(play, "damage") == [("Unit", 4, 0)]
    assert after.ended.how == "foes_fled"
    gone = fighting(*party[:1], foes=[replace(unit, guard=0)], marks=(Mark("p0", "blast"),))
    after, play = done(declare, gone, "p0", "attack", script=[8, "done"])
    assert has(find(after, "unit"), "destroyed")
    assert after.ended.how == "foes_down"


@covers("modified_cairn.detachment.bonus_out", "modified_cairn.unit.detachment")
def test_a_detachment_strikes_all_who_stand_together():
    unit = foe("unit", (8,), detachment=True)
    party = pc("yan", guard=20), pc("yokel", guard=20, states=("fatigued",))
    state = fighting(*party, foes=[unit], side="foes", bands=[("yan", "yokel", "engaged")])
    script = ["attack", "yan", 2, 3, 1, 2, "yan", "no", "no"]
    after, play = done(turn, state, "foes", script=script)
    assert [facts[3] for facts in said(play, "attack")] == [(2, 3), (1, 2)]
    assert (find(after, "yan").guard, find(after, "yokel").guard) == (17, 18)


@covers("modified_cairn.hurt.order", "modified_cairn.scar.trigger", "modified_cairn.hurt.exact_zero")
def test_a_scar_in_a_fight():
    state = fighting(pc("yan", guard=1), side="foes")
    after, play = done(all_attack, state, "foes", script=[1, "no", 3, 1])
    assert "scar" in play.codes()
    assert find(after, "yan").scars
    assert find(after, "yan").vigour == 10


@covers("modified_cairn.hurt.critical", "modified_cairn.setting.npc_critical")
def test_whoever_is_critically_wounded_is_out_of_the_fight():
    state = fighting(pc("yan", "longsword"), foes=[foe("ork", guard=0), foe("imp")])
    after, _ = done(declare, state, "yan", "attack", script=["ork", 5, "done", 6])
    assert has(find(after, "ork"), "critically_wounded")
    assert after.combat.acting == ("imp",)
    dead = fighting(pc("yan", "longsword"), foes=[foe("ork", guard=0), foe("imp")], settings={"npc_critical": "dead"})
    after, _ = done(declare, dead, "yan", "attack", script=["ork", 5, "done", 6])
    assert has(find(after, "ork"), "dead")


def test_nothing_is_thrown_at_those_who_are_gone():
    state = fighting(pc("yan", "dagger"), pc("yokel"), foes=[foe("ork"), foe("imp")])
    state, _ = done(declare, state, "yan", "attack", script=["ork"])
    state = put(state, replace(find(state, "ork"), states=("fled",)))
    _, play = done(resolve, state)
    assert play.codes()[0] == "attack.lost"
