"""Gambits: what each does, and when it ends. Yan and Yokel, die for die."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.combat.attacks import Strike, dice, ways
from tallow.games.modified_cairn.combat.bands import apart, fight
from tallow.games.modified_cairn.combat.gambits import lasting, names, round_ends, take_effect, turn_begins, turn_ends
from tallow.games.modified_cairn.combat.manoeuvres import refused
from tallow.games.modified_cairn.combat.pool import Gambit
from tallow.games.modified_cairn.combat.rounds import declare, noted, plan_move, resolve
from tallow.games.modified_cairn.folk import monsters
from tallow.games.modified_cairn.gear.slots import armor
from tallow.games.modified_cairn.monsters.bestiary import spawn
from tallow.games.modified_cairn.record import GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Attack, Declaration, Passing, has
from tallow.games.modified_cairn.uses import MARKS
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Choice, Scripted, distribution
from tallow.table import Seated, open_table
from tallow.table.seats import referee
from tallow.testing import covers
from tests.games.modified_cairn.fighters import code, fighting, foe, pc, said, thing
from tests.games.playing import done

YAN = pc("yan", thing("dagger", id_="left"), thing("dagger", id_="right"))
YOKEL = pc("yokel", "longsword", "shield", thing("chain_shirt", "body"))


def both_declared(creature):
    """Yan with two daggers and Yokel with longsword and shield attack the same creature."""
    state = fighting(YAN, YOKEL, foes=[creature])
    state, play = done(declare, state, "yan", "attack")
    assert play.codes() == ["declared"]
    return state


@covers(
    "modified_cairn.gambit.example_setup",
    "modified_cairn.gambit.example_spend",
    "modified_cairn.gambit.example_damage",
    "modified_cairn.gambit.repel",
    "modified_cairn.gambit.bolster",
    "modified_cairn.shield.bash_no_armour",
    "modified_cairn.action.gambit",
    "modified_cairn.phase.attack_resolution",
)
@pytest.mark.parametrize(("face", "band"), [(9, "nearby"), (8, "engaged")])
def test_yan_and_yokel_die_for_die(face, band):
    creature = foe("creature", vig=8, guard=10)
    script = ["Longsword + Shield", [2, 4], [4], [5], ("bolster", 4), "done", ("repel", 4), "done", face]
    after, play = done(declare, both_declared(creature), "yokel", "attack", script=script)
    assert [facts[3] for facts in said(play, "attack")] == [(2, 4), (4, 5)]
    assert said(play, "damage") == [("Creature", 6, 0)]
    assert find(after, "creature").guard == 4
    assert apart(after.combat, "yokel", "creature") == band
    assert apart(after.combat, "yan", "creature") == band, "who is driven from one is driven from all"
    assert armor(find(after, "yokel"), Settings()) == 1, "the shield has struck"


@covers(
    "modified_cairn.gambit.example_alternatives",
    "modified_cairn.gambit.no_duplicates",
    "modified_cairn.dice.example_yan",
)
def test_both_bolster_for_seven():
    creature = foe("creature", guard=10)
    script = ["Longsword + Shield", [2, 4], [4], [5], ("bolster", 4), "done", ("bolster", 4), "done"]
    after, play = done(declare, both_declared(creature), "yokel", "attack", script=script)
    assert find(after, "creature").guard == 3
    asked = [question.options for question in play.asked if getattr(question, "what", "") == "gambit"]
    assert ("repel", 4) in asked[0]
    only = ["Longsword + Shield", [2, 4], [4], [5], ("repel", 4), "done", "done", 20]
    _, play = done(declare, both_declared(creature), "yokel", "attack", script=only)
    asked = [question.options for question in play.asked if getattr(question, "what", "") == "gambit"]
    assert ("repel", 4) not in asked[-1]
    alone, play = done(declare, fighting(YAN, foes=[creature]), "yan", "attack", script=[[2, 4], "done"])
    assert find(alone, "creature").guard == 6


def bought(gambit, *, target=None, seat=YOKEL, script=(), **more):
    """What is the case once a Gambit of Yan's has worked upon a target."""
    state = fighting(YAN, seat, foes=[target or foe(armor=3)], **more)
    return done(take_effect, state, "goblin", (gambit,), script=script)[0]


def turn_of(state, side, *acting):
    return replace(state, combat=replace(state.combat, side=side, acting=acting))


@covers("modified_cairn.gambit.stop", "modified_cairn.action.extra_move", "modified_cairn.action.flee")
def test_stop_keeps_the_target_from_moving_on_its_next_turn():
    state = turn_of(bought(Gambit("yan", "stop", 5)), "foes", "goblin")
    for action in ("extra_move", "flee"):
        assert code(refused(state, find(state, "goblin"), action)) == "stopped"
    assert has(find(turn_ends(turn_of(state, "foes")), "goblin"), "stopped"), "a turn lost does not use it up"
    assert not has(find(turn_ends(state), "goblin"), "stopped")
    twice = turn_of(bought(Gambit("yan", "stop", 9, "greater")), "foes", "goblin")
    assert has(find(turn_ends(twice), "goblin"), "stopped")
    assert not has(find(turn_ends(turn_ends(twice)), "goblin"), "stopped")


@covers("modified_cairn.gambit.move", "modified_cairn.turn.no_split_move")
@pytest.mark.parametrize(
    ("spent", "faces", "ways_", "band"),
    [
        (("move", 4), [4, 5], [("away", "goblin")], "nearby"),
        (("greater", "move", 8), [5, 8], [("away", "goblin"), ("away", "goblin")], "far"),
        (("move", 4), [4, 5], ["stay"], "engaged"),
    ],
)
def test_a_move_is_bought_by_whoever_has_moved_or_cannot(spent, faces, ways_, band):
    sword = pc("yan", thing("longsword", dice=(8, 8)))
    state = fighting(sword, foes=[foe(guard=9)], band="nearby")
    after, _ = done(declare, state, "yan", "attack", script=[faces, spent, "done", *ways_])
    assert apart(after.combat, "yan", "goblin") == band
    assert find(after, "goblin").guard == 4
    stopped = fighting(replace(sword, states=("stopped",)), foes=[foe(guard=9)])
    after, _ = done(declare, stopped, "yan", "attack", script=[faces, spent, "done", *ways_])
    assert apart(after.combat, "yan", "goblin") == band


@covers("modified_cairn.gambit.repel")
def test_repel_comes_after_the_damage():
    reach = pc("yan", thing("halberd", dice=(10, 10)))
    state = fighting(reach, foes=[foe(vig=5, guard=9)], band="nearby")
    script = [[6, 9], ("greater", "repel", 9), "done", 6]
    after, play = done(declare, state, "yan", "attack", script=[*script, "two_bands"])
    assert apart(after.combat, "yan", "goblin") == "distant"
    codes = play.codes()
    assert codes.index("damage") < codes.index("gambit.repelled")
    down, _ = done(declare, state, "yan", "attack", script=[*script, "prone"])
    assert apart(down.combat, "yan", "goblin") == "far"
    assert has(find(down, "goblin"), "stopped"), "flat on the ground"


@covers("modified_cairn.gambit.impair", "modified_cairn.modifier.impaired")
def test_impair_hampers_one_weapon():
    ogre = foe(attacks=(Attack("club", (10,)), Attack("bite", (6,))))
    state = bought(Gambit("yan", "impair", 4), target=ogre, script=["club"])
    club, bite = ways(find(state, "goblin"))
    assert dice(state, Strike("goblin", club, "yan")) == (4,)
    assert dice(state, Strike("goblin", bite, "yan")) == (6,)
    assert not find(turn_ends(turn_of(state, "foes", "goblin")), "goblin").marks
    yan = fighting(replace(YAN, marks=(MARKS.mark("impaired", "left"),)))
    assert [way.name for way in ways(find(yan, "yan"))] == ["Dagger + Dagger", "Dagger", "Dagger"]
    pair, one, other = ways(find(yan, "yan"))
    assert [dice(yan, Strike("yan", way, "goblin")) for way in (pair, one, other)] == [(4,), (4,), (6,)]
    unit = foe(attacks=(Attack("spears", (8,)), Attack("bows", (6,), ranged=True)), detachment=True)
    assert find(bought(Gambit("yan", "impair", 4), target=unit), "goblin").marks == (MARKS.mark("impaired", "spears"),)


@covers("modified_cairn.gambit.expose", "modified_cairn.setting.round_effects")
@pytest.mark.parametrize(
    ("how", "after_round", "at_next_turn"), [("round_end", False, True), ("own_next_turn", True, False)]
)
def test_expose_takes_armor_away_for_the_round(how, after_round, at_next_turn):
    state = bought(Gambit("yan", "expose", 4), settings={"round_effects": how})
    assert armor(find(state, "goblin"), state.settings) == 0
    assert has(find(round_ends(state), "goblin"), "armorless") == after_round
    assert has(find(turn_begins(state, "party"), "goblin"), "armorless") == at_next_turn
    greater = bought(Gambit("yan", "expose", 9, "greater"))
    assert has(find(round_ends(greater), "goblin"), "armorless")
    assert not has(find(round_ends(round_ends(greater)), "goblin"), "armorless")


@covers("modified_cairn.gambit.expose", "modified_cairn.gambit.timing")
@pytest.mark.parametrize(("face", "guard"), [(11, 2), (10, 5)])
def test_expose_helps_the_attack_that_bought_it(face, guard):
    sword = pc("yan", thing("longsword", dice=(8, 10)))
    state = fighting(sword, foes=[foe(guard=8, armor=3)])
    after, _ = done(declare, state, "yan", "attack", script=[4, 6, ("expose", 4), "done", face])
    assert find(after, "goblin").guard == guard


@covers("modified_cairn.gambit.timing", "modified_cairn.gambit.what")
def test_saves_use_the_vigour_from_before_the_damage():
    sword = pc("yan", thing("longsword", dice=(10, 10)))
    state = fighting(sword, foes=[foe(vig=12, guard=0)])
    after, _ = done(declare, state, "yan", "attack", script=[[4, 6], ("stop", 4), "done", 12, 6])
    assert find(after, "goblin").vigour == 6
    assert not has(find(after, "goblin"), "stopped")


@covers("modified_cairn.gambit.dismount", "modified_cairn.mount.riding")
@pytest.mark.parametrize(
    ("extra", "script", "stopped", "bolted"),
    [("", [], False, False), ("greater", ["prone"], True, False), ("greater", ["bolts"], False, True)],
)
def test_dismount_unhorses(extra, script, stopped, bolted):
    rider, horse = foe(mounted="horse"), foe("horse", states=("mount",))
    assert "dismount" in names(rider, Settings())
    assert "dismount" not in names(horse, Settings())
    state = fighting(YAN, foes=[rider, horse], bands=[("goblin", "horse", "engaged")])
    after, _ = done(take_effect, state, "goblin", (Gambit("yan", "dismount", 8, extra),), script=script)
    assert not find(after, "goblin").mounted
    assert apart(after.combat, "goblin", "horse") == "engaged"
    assert (has(find(after, "goblin"), "stopped"), has(find(after, "horse"), "fled")) == (stopped, bolted)


@covers("modified_cairn.gambit.something_else")
def test_something_else_lasts_to_the_end_of_the_targets_next_turn():
    state = bought(Gambit("yan", "something_else", 4, detail="Sand in its eyes."))
    assert has(find(state, "goblin"), "hampered")
    assert not has(find(turn_ends(turn_of(state, "foes", "goblin")), "goblin"), "hampered")


@covers("modified_cairn.setting.detachment_gambits", "modified_cairn.unit.detachment")
def test_detachments_may_be_out_of_reach_of_gambits():
    unit = foe(detachment=True)
    assert "stop" in names(unit, Settings())
    assert names(unit, Settings(detachment_gambits=False)) == ("bolster", "move")
    assert "stop" in names(foe(), Settings(detachment_gambits=False))
    assert names(foe(states=("critically_wounded",)), Settings()) == ("bolster", "move")


@covers(
    "modified_cairn.shield.bash_no_armour",
    "modified_cairn.setting.shield_bash_armour",
    "modified_cairn.dice.example_yokel",
)
@pytest.mark.parametrize(("how", "after_round"), [("next_turn", 1), ("round_end", 2)])
def test_a_shield_that_struck_gives_no_armor_until_the_next_turn(how, after_round):
    settings = {"shield_bash_armour": how}
    state = fighting(YOKEL, foes=[foe(guard=9)], settings=settings)
    state, _ = done(declare, state, "yokel", "attack", script=["Longsword + Shield", 3, 3, "done"])
    assert state.combat.side == "foes"
    assert armor(find(state, "yokel"), state.settings) == 1
    assert armor(find(round_ends(state), "yokel"), state.settings) == after_round
    assert armor(find(turn_begins(round_ends(state), "party"), "yokel"), state.settings) == 2
    state, _ = done(resolve, state, script=[])
    assert armor(find(state, "yokel"), state.settings) == 2


@covers("modified_cairn.gambit.same_target")
def test_a_gambit_falls_upon_the_target_of_the_attack():
    sword = pc("yan", thing("longsword", dice=(8, 8)))
    state = fighting(sword, foes=[foe("ork", guard=9), foe("imp", guard=9)])
    after, _ = done(declare, state, "yan", "attack", script=["imp", [4, 5], ("stop", 4), "done", 20])
    assert has(find(after, "imp"), "stopped")
    assert not has(find(after, "ork"), "stopped")


def test_the_longer_of_two_lasts():
    state = lasting(lasting(fighting(YAN), "goblin", "stopped", 2), "goblin", "stopped", 1)
    assert fight(state).lasting == (Passing("goblin", "stopped", 2, "party"),)


@covers("modified_cairn.gambit.deny_save")
def test_no_vigour_resists_a_gambit_whose_save_is_denied():
    def stopped(play):
        sword = pc("yan", thing("greatsword", dice=(10, 10)), states=("fatigued",))
        state = fighting(sword, foes=[foe(vig=18, guard=99)])
        after = declare(play, state, "yan", "attack")
        return has(find(after, "goblin"), "stopped")

    def policy(choice):
        wanted = [option for option in choice.options if option[:2] == ("no_save", "stop")]
        return wanted[0] if wanted else choice.options[0]

    assert distribution(stopped, policy=policy)[True] == Fraction(51, 100)


@covers("modified_cairn.turn.move_and_action")
def test_a_planned_move_may_follow_the_attack():
    state = fighting(pc("yan", "dagger"), foes=[foe(guard=9)])
    state, _ = done(plan_move, state, "yan", script=[("then_away", "goblin")])
    after, _ = done(declare, state, "yan", "attack", script=[3, "done"])
    assert apart(after.combat, "yan", "goblin") == "nearby"
    assert find(after, "goblin").guard == 6
    assert Declaration("yan") == Declaration("yan", "pass")


@covers("modified_cairn.gambit.save")
def test_the_target_may_waive_its_save():
    state = fighting(YAN, foes=[foe(vig=18, guard=10)])
    yielding = GAME.perform(Scripted(), state, Action("give_way", "goblin"))
    script = [[1, 4], ("repel", 4), "done"]
    after, play = done(declare, yielding, "yan", "attack", script=script)
    assert said(play, "gambit.repelled") == [("Goblin",)]
    assert apart(after.combat, "yan", "goblin") == "nearby"
    firm = GAME.perform(Scripted(), yielding, Action("stand_firm", "goblin"))
    assert firm == state
    after, _ = done(declare, firm, "yan", "attack", script=[*script, 18])
    assert apart(after.combat, "yan", "goblin") == "engaged"


@covers("modified_cairn.gambit.save")
def test_nobody_is_asked_whether_they_resist_and_it_ends_with_the_fight():
    state = fighting(YAN, foes=[foe(vig=18, guard=10)])

    def shown(state, who):
        seat = REFEREE if who == "goblin" else who
        return [o.action.name for o in GAME.actions(state, seat) if o.action == Action(o.action.name, who)]

    for who in ("yan", "goblin"):
        assert "give_way" in shown(state, who)
        assert "stand_firm" not in shown(state, who)
    yielding = GAME.perform(Scripted(), state, Action("give_way", "yan"))
    assert "stand_firm" in shown(yielding, "yan"), "in the party's turn and in the others'"
    over = GAME.perform(Scripted(), yielding, Action("end_combat"))
    assert not has(find(over, "yan"), "giving_way")
    assert "give_way" not in shown(over, "yan")


@covers("modified_cairn.gambit.save", "modified_cairn.hurt.see_dice")
def test_who_sees_the_dice_can_still_give_way():
    table = open_table("modified_cairn", "The Ford", {}, bytes(32)).table
    table = table.sit(referee("Ann")).table.sit(Seated("yan", "Bo", "player", "server")).table
    ogre = foe("ogre", attacks=(Attack("claws", (4, 4, 4, 4, 4, 4, 4, 4)),))
    table = replace(table, state=fighting(pc("yan", vig=18, guard=8), foes=[ogre], side="foes"))
    table = table.act(REFEREE, Action("attack", "ogre")).table
    asked = table.pending[0].question
    assert isinstance(asked, Choice)
    assert asked.what == "gambit"
    table = table.act("yan", Action("give_way", "yan")).table
    assert has(find(table.state, "yan"), "giving_way")
    assert table.pending[0].question == asked, "the attacker chooses on"
    table = table.answer(REFEREE, REFEREE, ("repel", 4)).table
    while table.pending:
        question = table.pending[0].question
        assert isinstance(question, Choice), "no VIG Save is thrown"
        table = table.answer(question.by, REFEREE, question.options[0]).table
    assert apart(table.state.combat, "yan", "ogre") == "nearby"


@covers("modified_cairn.gambit.impair", "modified_cairn.enemy.open_details")
def test_a_power_is_hampered_by_the_gms_word():
    medusa = replace(spawn(monsters()["modified_cairn.monster.medusa"], "goblin"), guard=9)
    power = monsters()[medusa.of].powers[0]
    state = fighting(YAN, foes=[medusa])
    state, play = done(take_effect, state, "goblin", (Gambit("yan", "impair", 4),), script=["power", power.name])
    asked = [(one.by, one.what) for one in play.asked]
    assert asked == [("yan", "impair_what"), (REFEREE, "impair_power")]
    assert power.name not in play.asked[0].options, "what a foe can do is the GM's to know"
    acting = turn_of(state, "foes", "goblin")
    target = "yan" if power.target == "one" else ""
    declared = noted(acting, Declaration("goblin", "power", target=target, detail=power.name))
    after, play = done(resolve, declared, script=["fails"])
    assert said(play, "power.held_back") == [(medusa.name, power.name)]
    assert not find(after, "yan").states


@covers("modified_cairn.gambit.impair", "modified_cairn.gambit.strong")
def test_a_strong_die_hampers_two_weapons_or_one_for_longer():
    ogre = foe(attacks=(Attack("club", (10,)), Attack("bite", (6,)), Attack("kick", (4,))))
    strong = Gambit("yan", "impair", 8, "greater")
    two = bought(strong, target=ogre, script=["two_weapons", "club", "kick"])
    assert [(one.state, one.what, one.left) for one in fight(two).lasting] == [
        ("impaired", "club", 1),
        ("impaired", "kick", 1),
    ]
    longer = bought(strong, target=ogre, script=["two_turns", "bite"])
    assert fight(longer).lasting == (Passing("goblin", "impaired", 2, "party", "bite"),)
