"""Rules of fights, harm, gear and magic in narrow cases: what is not there, not theirs, or just enough."""

from msgspec.structs import replace

from tallow.games.dead_weight.combat.actions import freeform
from tallow.games.dead_weight.combat.attack import land, wound_enemy
from tallow.games.dead_weight.combat.defence import check
from tallow.games.dead_weight.combat.ending import finish
from tallow.games.dead_weight.combat.morale import gain_morale, lose_morale
from tallow.games.dead_weight.combat.moving import face
from tallow.games.dead_weight.combat.rounds import evaluate
from tallow.games.dead_weight.combat.skill_actions import intimidate
from tallow.games.dead_weight.combat.weapon_attacks import cornered
from tallow.games.dead_weight.entries.attacks import Attack
from tallow.games.dead_weight.entries.magic import spells
from tallow.games.dead_weight.entries.monsters import EnemyAction
from tallow.games.dead_weight.gear.finds import held, take
from tallow.games.dead_weight.gear.items import FREELY, IN_CAMP, IN_FIGHT, use
from tallow.games.dead_weight.gear.lighting import can_be_lit
from tallow.games.dead_weight.gear.tools import BREWS, brew, mend_with_bones
from tallow.games.dead_weight.harm.afflictions import afflict
from tallow.games.dead_weight.harm.perils import last_turns, tries
from tallow.games.dead_weight.harm.stabilize import stabilize
from tallow.games.dead_weight.harm.wounds import Hit
from tallow.games.dead_weight.magic.aiming import marks
from tallow.games.dead_weight.magic.effects import expedition_over
from tallow.games.dead_weight.magic.mishaps import ROWS as MISHAPS
from tallow.games.dead_weight.state import OFF_CHART, Camp, Corpse, Effect, Item, adventurer, enemy, put
from tallow.games.dead_weight.world.turns import VERGE
from tallow.testing import covers
from tests.games.dead_weight.casters import (
    SPELL,
    TOME,
    WAND,
    answered,
    calm,
    cleric,
    fray,
    friend,
    options,
    running,
    thing_of,
    wizard,
    worked,
)
from tests.games.dead_weight.people import corpse, fighting, somebody, table
from tests.games.playing import asked, done

WHY = "dead_weight.test.when"
WEST = 6
"""The facing towards the side of the chart where the party lines up."""


@covers("dead_weight.enemy.ignores_morale", "dead_weight.morale.cap", "dead_weight.morale.loss_death")
def test_a_side_that_ignores_morale_neither_gains_nor_loses_any():
    state = table(somebody(), enemies=[corpse(traits=("mindless",))], combat=fighting(enemy_morale=None))
    for rule, points in ((gain_morale, (2,)), (lose_morale, ())):
        after, play = done(rule, state, "enemies", *points)
        assert (after, play.told) == (state, [])


@covers("dead_weight.spell.phobia")
def test_outside_of_a_fight_a_dread_may_lie_on_somebody_whom_only_the_gm_knows():
    state, play = worked(calm(wizard("phobia"), friend()), "phobia", ["something", [4]])
    (dread,) = running(state, "phobia")
    assert (dread.on, dread.detail) == ((), "")
    assert [question.what for question in play.asked if hasattr(question, "what")] == ["aim"], "nor whom they dread"


@covers("dead_weight.condition.blind", "dead_weight.enemy.minus")
def test_that_an_attacker_is_blind_makes_up_for_one_minus_of_the_attack():
    one, blind = somebody("zael", 1, at=(0, 0)), corpse(at=(1, 0), conditions=("blind",))
    state = table(one, enemies=[blind], combat=fighting(step="enemies"))
    for disadvantage, rerolls in ((0, 1), (1, 0), (2, 1)):
        claw = EnemyAction("dead_weight.enemy_action.claw", "Claw", defence=("STR",), disadvantage=disadvantage)
        (_, reading), play = done(check, state, one, blind, claw, script=["roll", [5], *["pass"] * rerolls])
        assert (reading.success, len(asked(play, "reroll"))) == (True, rerolls)


@covers("dead_weight.enemy.armour")
def test_where_there_is_no_wound_an_enemys_armour_is_not_rolled():
    state = table(somebody(), enemies=[corpse(armour=2)], combat=fighting())
    (after, taken), _ = done(wound_enemy, state, "foe", Hit(0))
    assert (after, taken) == (state, 0)


@covers("dead_weight.prayer.prayer_of_summer")
def test_summer_mends_what_is_worn_dented_and_whole_enough_and_asks_which_of_two():
    worn = [thing_of("armour.scale_armor", id_, place="worn", ap=1) for id_ in ("mail", "other")]
    full, wreck = replace(worn[0], id="full", ap=3), replace(worn[0], id="wreck", ap=0, broken=True)
    packed, robe = replace(worn[0], id="packed", place="back"), thing_of("item.rope", "rope", place="worn")
    state = fray(cleric(), friend(items=(packed, robe, full, wreck, *worn)), enemies=())
    after, play = answered(state, "prayer_of_summer", ["other"])
    assert options(play, "summer") == ("mail", "other")
    before = adventurer(state, "tam").items
    assert adventurer(after, "tam").items == (*before[:5], replace(worn[1], ap=2))
    assert [(line.code, *line.facts) for line in play.told if line.code == "mended"] == [
        ("mended", "Tam", worn[1].name, 2)
    ]
    packed_alone = fray(cleric(), friend(items=(packed, robe, full, wreck)), enemies=())
    assert answered(packed_alone, "prayer_of_summer")[0] == packed_alone


@covers("dead_weight.prayer.prayer_of_summer")
def test_summer_mends_no_armour_that_an_enemy_never_had():
    ghoul = replace(corpse("ghoul", at=(6, 2), armour=0), of="")
    state = fray(cleric(), enemies=(ghoul,))
    assert enemy(answered(state, "prayer_of_summer")[0], "ghoul") == ghoul


@covers("dead_weight.dice.usage", "dead_weight.trappings.slots")
def test_of_two_pieces_one_is_taken_and_the_last_one_is_lost():
    state = table(somebody(items=(Item("stones", "Stones", count=2),)))
    once, play = done(take, state, "stones")
    assert ([item.count for item in once.party[0].items], [line.code for line in play.told]) == ([1], [])
    gone, play = done(take, once, "stones")
    assert (gone.party[0].items, [line.code for line in play.told]) == ((), ["item.lost"])
    assert done(take, gone, "stones")[0] == gone


@covers("dead_weight.combat.freeform", "dead_weight.action.combat_freeform")
def test_something_freeform_costs_two_actions_at_most():
    state = table(somebody(at=(0, 0)), enemies=[corpse(at=(5, 0))], combat=fighting(turn="zael", actions=3))
    after, play = done(freeform, state, "zael", script=["climb", 2, "none"])
    assert options(play, "freeform_cost") == (1, 2, "no")
    assert after.combat.actions == 1


@covers("dead_weight.prayer.bliss")
def test_what_was_forgotten_comes_back_once_and_not_to_the_dead():
    bliss = Effect("e", "dead_weight.prayer.bliss", "odo", ("tam",), unit="expedition", detail="angry")
    for one, after in (
        (friend(), ("angry",)),
        (friend(afflictions=("angry", "shaken")), ("angry", "shaken")),
        (friend(conditions=("dead",)), ()),
    ):
        over, _ = done(expedition_over, calm(cleric(), one, effects=(bliss,)))
        assert adventurer(over, "tam").afflictions == after


@covers("dead_weight.action.combat_intimidate", "dead_weight.skill.intimidate", "dead_weight.enemy.ignores_morale")
def test_one_who_ignores_morale_can_be_intimidated_and_a_broken_side_is_no_easier_for_it():
    one = somebody(presence=1, at=(0, 0), skills=("intimidate",))
    mindless = corpse(at=(1, 0), armour=0, traits=("mindless",))
    broken = fighting(turn="zael", actions=2, broken=("enemies",))
    after, play = done(intimidate, table(one, enemies=[mindless], combat=broken), "zael", script=["roll", [3]])
    assert (enemy(after, "foe").taken, asked(play, "reroll")) == (0, [])
    minding = replace(mindless, id="other", traits=())
    state = table(one, enemies=[mindless, minding], combat=broken)
    after, play = done(intimidate, state, "zael", script=["roll", [3], ("reroll", 3), 5])
    assert [foe.taken for foe in after.enemies] == [1, 1]


@covers("dead_weight.action.stabilize", "dead_weight.item.first_aid_kit", "dead_weight.item.medical_supply")
def test_rescuers_take_their_own_things_first_and_a_supply_before_a_kit():
    kit, supply = thing_of("item.first_aid_kit", "kit"), thing_of("item.medical_supply", "supply")
    down = somebody("bo", conditions=("mortally_wounded",))

    def left(*party, script=()):
        state = table(*party, down, settings={"stabilize_needs": "supplies"})
        after, _ = done(stabilize, state, party[0].id, script=script)
        return [[item.id for item in one.items] for one in after.party[:-1]]

    assert left(somebody(items=(kit, supply))) == [["kit"]]
    assert left(somebody(items=(kit,)), somebody("ann", items=(supply,)), script=[5]) == [["kit"], ["supply"]]
    assert left(somebody("ann", items=(supply,)), somebody(items=(kit,))) == [[], ["kit"]]
    assert left(somebody(), somebody("ann", items=(kit, supply))) == [[], ["kit"]]


@covers("dead_weight.time.deadly", "dead_weight.action.stabilize")
def test_of_whoever_is_given_first_aid_only_what_else_would_help_is_told():
    bandages = thing_of("item.bandages", "b")
    lies = somebody("bo", (1, 0, 0, 1), 1, 1, 1, conditions=("mortally_wounded",), afflictions=("bleeding",))
    state = table(somebody(items=(bandages,)), lies, settings={"stabilize_needs": "supplies"}, decay=4)
    going, play = done(tries, state, "player", "bo", 2, script=["go_on"])
    (question,) = play.asked
    assert (going, question.facts[1]) == (True, ("help.staunch",))
    _, play = done(tries, state, "player", "zael", 2, script=["stop"])
    assert set(play.asked[0].facts[1]) == {"help.staunch", "help.improvise"}


@covers("dead_weight.doom.events", "dead_weight.adventure.mausoleum", "dead_weight.combat.loop")
def test_at_the_end_of_doom_one_more_comes_each_round_and_looks_at_the_party():
    one = somebody(at=(0, 0))
    combat = fighting(step="slow", turn="zael", actions=2, joins="dead_weight.monster.freshly_risen_corpse")
    state = table(one, enemies=[corpse(at=(9, 7))], combat=combat)
    after, play = done(evaluate, state, script=[(9, 3)])
    first, more = after.enemies
    assert (first.id, more.of, more.at, more.facing) == ("foe", combat.joins, (9, 3), WEST)
    assert ("appears", more.name) in [(line.code, *line.facts) for line in play.told]
    assert after.combat.round == combat.round + 1


@covers("dead_weight.prayer.prayer_of_autumn", "dead_weight.token.dodge")
def test_autumn_leaves_no_token_for_the_next_round():
    state, _ = answered(fray(cleric(dodge=2, late=2)), "prayer_of_autumn")
    assert [(one.shield, one.dodge, one.late) for one in state.party] == [(0, 0, 0)]


@covers("dead_weight.affliction.general", "dead_weight.item.cursed_ring_of_plague_protection")
def test_who_is_guarded_is_told_with_what_it_came_of_or_with_afflictions_in_general():
    ring = thing_of("item.cursed_ring_of_plague_protection", "ring", place="worn")
    state = table(somebody(items=(ring,)))
    for given, why in (("dead_weight.enemy_action.infectious_bite",) * 2, ("", "dead_weight.affliction.general")):
        after, play = done(afflict, state, "zael", "plagued", given)
        assert (after, [(line.code, line.why) for line in play.told]) == (state, [("affliction.guarded", why)])


@covers("dead_weight.spell.phobia")
def test_whoever_cannot_move_at_all_is_cornered_by_what_is_close_alone():
    caught = somebody(at=(2, 2))
    walls = tuple((x, y) for x in (1, 2, 3) for y in (1, 2, 3) if (x, y) not in {(2, 2), (3, 2)})
    close, further = corpse(at=(3, 2)), corpse(at=(4, 2))
    for near, is_cornered in ((close, True), (further, False)):
        blocked = (*walls, (3, 2)) if near is further else walls
        state = table(caught, enemies=[near], combat=fighting(turn="zael", walls=blocked))
        assert cornered(state, caught, near) is is_cornered


@covers("dead_weight.item.animal_bones")
def test_bones_mend_what_a_companion_has():
    bones = thing_of("item.animal_bones", "bones")
    hers = replace(thing_of("weapon.falchion", "hers"), broken=True)
    state = table(somebody(items=(bones,)), somebody("ann", items=(hers,)))
    after, _ = done(mend_with_bones, state, "zael", bones, "hers", script=["roll", [2, 3, 5]])
    assert [item.broken for item in adventurer(after, "ann").items] == [False]
    assert [item.id for item in adventurer(after, "zael").items] == ["bones"]


@covers("dead_weight.phase.combat", "dead_weight.combat.cleanup_shield")
def test_an_ally_leaves_the_fight_without_tokens_pains_and_a_place():
    tokens = {"stun": 1, "shield": 2, "dodge": 1, "pains": 1, "bleeding": True, "spent": ("x",)}
    dog = corpse("dog", at=(1, 1), owner="zael", taken=2, **tokens)
    state = replace(table(somebody(at=(0, 0)), combat=fighting(), enemies=[]), allies=(dog,))
    after, _ = done(finish, state, "enemies_fled")
    assert after.allies == (corpse("dog", at=OFF_CHART, owner="zael", taken=2),)


@covers("dead_weight.action.explore_free", "dead_weight.item.lantern")
def test_it_is_enough_that_one_of_those_in_the_dark_has_a_light():
    def dark(*party):
        state = table(*party)
        return replace(state, locations=(replace(state.locations[0], dark=True),))

    torch, oil = thing_of("item.torch", "torch", place="back"), thing_of("item.oil", "oil", place="back")
    lantern = thing_of("item.lantern", "lantern", place="back", usage=0)
    assert can_be_lit(dark(somebody(), somebody("ann", items=(torch,))))
    assert can_be_lit(dark(somebody(items=(oil, lantern)), somebody("ann")))
    assert not can_be_lit(dark(somebody(), somebody("ann")))
    assert not can_be_lit(dark(somebody(), somebody("ann", items=(torch,), conditions=("asleep",))))


@covers("dead_weight.table.mortal_wounds", "dead_weight.time.deadly")
def test_the_dying_die_for_certain_after_two_turns_or_one_if_they_lay_so_for_one():
    one = somebody(conditions=("mortally_wounded", "dying"))
    assert last_turns(table(one), one) == (2, True)
    later = replace(one, spent=(VERGE,))
    assert last_turns(table(later), later) == (1, True)


@covers("dead_weight.item.binding_necklace")
def test_in_a_fight_the_necklace_binds_the_corpse_at_ones_feet_alone():
    bodies = (Corpse("here", "Here", at=(1, 1)), Corpse("there", "There", at=(2, 1)))
    one = somebody(at=(1, 1), items=(thing_of("item.binding_necklace", "it", place="right"),))
    calm_state = table(one, corpses=(*bodies, Corpse("bound", "Bound", bound=True)))
    after, play = done(use, calm_state, "zael", "it", *FREELY, script=["there"])
    assert options(play, "use_upon") == ("here", "there")
    assert [body.bound for body in after.corpses] == [False, True, True]
    fight = replace(table(one, combat=fighting(turn="zael"), enemies=[corpse(at=(5, 5))]), corpses=bodies)
    after, play = done(use, fight, "zael", "it", *IN_FIGHT)
    assert ([body.bound for body in after.corpses], play.asked) == ([True, False], [])


@covers("dead_weight.spell.explode_corpse")
def test_outside_of_a_fight_the_gm_says_whom_a_bursting_corpse_catches():
    body = Corpse("body", "Body")
    state = replace(calm(wizard("explode_corpse"), friend(), somebody("bo", conditions=("dead",))), corpses=(body,))
    for caught, hurt in (("nobody", []), ("everyone", ["mira", "tam"]), ("tam", ["tam"])):
        after, play = worked(state, "explode_corpse", [caught, *["no", "STR"] * len(hurt)])
        assert options(play, "caught") == ("nobody", "everyone", "mira", "tam")
        assert [one.id for one in after.party if one.strength.wounds] == hurt
        assert after.corpses == ()


@covers("dead_weight.item.sewing_tools", "dead_weight.item.armourer_supplies")
def test_tools_mend_what_a_companion_wears():
    tools = thing_of("item.armourer_supplies", "it")
    mail = thing_of("armour.scale_armor", "mail", place="worn", ap=1)
    whole = thing_of("armour.scale_armor", "whole", place="worn")
    camp = replace(table(somebody(items=(tools, whole)), somebody("ann", items=(mail,))), phase="camp")
    after, _ = done(use, replace(camp, camp=Camp("actions", actions=2)), "zael", "it", *IN_CAMP, script=[5])
    assert [item.ap for one in after.party for item in one.items if item.id in {"mail", "whole"}] == [whole.ap, 2]


@covers("dead_weight.item.alchemic_kit")
def test_a_failed_brew_is_told():
    water, kit = thing_of("item.water", "w", place="liquid"), thing_of("item.alchemic_kit", "it", place="back")
    state = replace(table(somebody(intelligence=1, containers=("belt", "skin"), items=(water, kit))), phase="camp")
    after, play = done(brew, state, "zael", kit, BREWS[0], script=["roll", [3]])
    assert [(line.code, *line.facts) for line in play.told][-1] == ("tool.fails", "Zael", kit.name)
    assert [item.id for item in after.party[0].items] == ["it"]


@covers("dead_weight.weapon_effect.b", "dead_weight.setting.effect_needs_wound")
def test_a_hit_without_wounds_makes_bleed_only_where_bleeding_needs_no_wound():
    scratch = Attack("STR", 0, effects=("B",))
    for needs in (False, True):
        state = table(somebody(), enemies=[corpse()], combat=fighting(), settings={"effect_needs_wound": needs})
        (after, taken), _ = done(land, state, "zael", "foe", scratch, WHY)
        assert (enemy(after, "foe").bleeding, taken) == (not needs, 0)


@covers("dead_weight.spell.machine_spirit")
def test_the_machine_spirit_is_called_into_dented_metal_in_range_alone():
    def mail(id_, **more):
        return thing_of("armour.scale_armor", id_, place="worn", **{"ap": 1, **more})

    coat = thing_of("armour.leather_armor", "coat", place="worn", ap=0)
    near = friend(items=(mail("hers"), mail("whole", ap=3), coat))
    far = somebody("bo", at=(11, 7), items=(mail("far"),))
    gone = somebody("cy", at=(3, 3), items=(mail("gone"),), conditions=("dead",))
    state = fray(wizard("machine_spirit", items=(WAND, TOME, mail("own", ap=3, broken=True))), near, far, gone)
    assert marks(state, "mira", spells()[f"{SPELL}machine_spirit"]) == ("own", "hers", "something")


@covers("dead_weight.combat.move_facing")
def test_after_moving_one_may_turn_in_the_seven_other_directions():
    state = table(somebody(at=(4, 4), facing=2), combat=fighting(turn="zael"), enemies=[corpse(at=(8, 4))])
    after, play = done(face, state, "zael", script=[7])
    assert (options(play, "face"), after.party[0].facing) == ((0, 1, 3, 4, 5, 6, 7), 7)


@covers("dead_weight.table.spell_mishap", "dead_weight.trait.third_eye")
def test_a_third_eye_opens_once_and_curses_again():
    once, play = done(MISHAPS[16], calm(wizard()), "mira")
    assert [line.code for line in play.told] == ["third_eye", "affliction"]
    cured = put(once, replace(adventurer(once, "mira"), afflictions=()))
    twice, play = done(MISHAPS[16], cured, "mira")
    assert (twice, [line.code for line in play.told]) == (once, ["affliction"])


@covers("dead_weight.spell.explode_corpse", "dead_weight.distance.close")
def test_in_a_fight_a_corpse_bursts_upon_those_one_tile_from_it():
    at = {"mira": (2, 2), "tam": (4, 3), "bo": (6, 2)}
    party = (wizard("explode_corpse"), friend(at=at["tam"]), somebody("bo", at=at["bo"]))
    foes = (corpse("close", at=(5, 2), armour=0), corpse("off", at=(7, 2), armour=0), corpse("out", armour=0))
    state = replace(fray(*party, enemies=foes), corpses=(Corpse("body", "Body", at=(4, 2)),))
    after, _ = worked(state, "explode_corpse", ["no", "STR"])
    assert [one.id for one in after.party if one.strength.wounds] == ["tam"]
    assert [foe.taken for foe in after.enemies] == [2, 0, 0]


@covers("dead_weight.dungeon.sample")
def test_what_somebody_living_has_is_still_held_and_coins_always_are():
    ann = somebody("ann", items=(Item("cup", "Cup"),), conditions=("dead",))
    state = table(somebody(items=(Item("ring", "Ring"), Item("stone", "Stone"))), ann)
    assert [held(state, id_) for id_ in ("ring", "stone", "cup", "coins", "none")] == [True, True, False, True, False]
