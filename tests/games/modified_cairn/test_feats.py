"""Feats: Frenzy, Focus and Fend, each in its window and with its Save."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.aims import no_frenzy
from tallow.games.modified_cairn.combat.feats import SAVE, after_feat, can_use_feats, fenders
from tallow.games.modified_cairn.combat.rounds import declare, resolve
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import Declaration, has
from tallow.mechanics.two_sides import find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import code, fighting, foe, pc, said, thing
from tests.games.playing import done


def whats(play):
    return [getattr(question, "what", "roll") for question in play.asked]


@covers("modified_cairn.feat.everyone", "modified_cairn.setting.npc_feats", "modified_cairn.unit.detachment")
@pytest.mark.parametrize(
    ("creature", "expected"),
    [
        (pc("yan"), (True, True, True)),
        (pc("guide", kind="hireling"), (True, True, True)),
        (foe(), (False, False, True)),
        (foe(feats=True), (True, False, True)),
        (foe(detachment=True, feats=True), (False, False, False)),
        (pc("yan", states=("fatigued",)), (False, False, False)),
        (pc("yan", states=("critically_wounded",)), (False, False, False)),
        (pc("yan", states=("hopeless",)), (False, False, False)),
        (pc("yan", exposed=("overloaded",)), (True, True, True)),
    ],
)
def test_who_can_use_feats(creature, expected):
    assert tuple(can_use_feats(creature, Settings(npc_feats=how)) for how in ("stat_block", "none", "all")) == expected


@covers(
    "modified_cairn.feat.save_after",
    "modified_cairn.condition.fatigued_source",
    "modified_cairn.feat.frenzy",
    "modified_cairn.feat.focus",
)
@pytest.mark.parametrize(
    ("feat", "scores", "chance"),
    [
        ("frenzy", {"vig": 12}, Fraction(2, 5)),
        ("frenzy", {"vig": 10}, Fraction(1, 2)),
        ("focus", {"cla": 11}, Fraction(9, 20)),
        ("fend", {"spi": 8}, Fraction(3, 5)),
    ],
)
def test_the_save_after_a_feat(feat, scores, chance):
    state = fighting(pc("yan", **scores))
    chances = distribution(lambda play: has(find(after_feat(play, state, "yan", feat), "yan"), "fatigued"))
    assert chances[True] == chance
    assert SAVE == {"frenzy": "VIG", "focus": "CLA", "fend": "SPI"}


@covers(
    "modified_cairn.feat.frenzy",
    "modified_cairn.action.frenzy",
    "modified_cairn.feat.frenzy_bonus",
    "modified_cairn.feat.one_per_attack",
    "modified_cairn.condition.fatigued_no_feats",
)
def test_frenzy_is_declared_before_the_dice_and_saved_for_after_the_damage():
    state = fighting(pc("yan", "longsword"), pc("yokel"), foes=[foe(vig=15, guard=4)])
    state, play = done(declare, state, "yan", "frenzy", script=["bonus"])
    assert state.combat.declared[0].frenzy == "bonus"
    assert "roll" not in whats(play)
    after, play = done(declare, state, "yokel", "pass", script=[3, 9, "done", 10, 11])
    assert said(play, "attack")[0][3] == (3, 9)
    assert not [q for q in play.asked if getattr(q, "what", "") == "gambit" and ("focus", "stop") in q.options]
    assert play.codes().index("hurt") < play.codes().index("feat.fatigued")
    assert find(after, "goblin").vigour == 10
    assert code(no_frenzy(after, find(after, "yan"))) == "no_feats"


@covers("modified_cairn.feat.frenzy_mark")
@pytest.mark.parametrize(("face", "script", "marked"), [(5, [8, "an ear"], True), (3, [], False)])
def test_frenzy_for_a_mark_leaves_it_on_the_wounded(face, script, marked):
    state = fighting(pc("yan", "longsword"), foes=[foe(guard=3)])
    gambit = ["done"] if face > 3 else []
    after, play = done(declare, state, "yan", "frenzy", script=["mark", face, *gambit, *script, 1])
    assert has(find(after, "goblin"), "marked") == marked
    assert bool(said(play, "feat.marked")) == marked


@covers("modified_cairn.feat.one_per_attack")
def test_two_characters_each_use_one_feat_on_an_attack():
    state = fighting(pc("yan", "dagger"), pc("yokel", "dagger"), foes=[foe(guard=12)])
    state, _ = done(declare, state, "yan", "frenzy", script=["bonus"])
    script = [2, 3, 2, ("focus", "stop"), 11, 20, 1]
    after, play = done(declare, state, "yokel", "attack", script=script)
    assert has(find(after, "goblin"), "stopped")
    assert has(find(after, "yokel"), "fatigued")
    assert [q.by for q in play.asked if getattr(q, "what", "") == "gambit"] == ["yokel"]


@covers("modified_cairn.feat.focus", "modified_cairn.action.focus", "modified_cairn.feat.save_after")
def test_focus_needs_no_die():
    state = fighting(pc("yan", thing("dagger", id_="a"), thing("dagger", id_="b")), foes=[foe(guard=9)])
    after, play = done(declare, state, "yan", "attack", script=[[2, 3], ("focus", "bolster"), 20])
    assert find(after, "goblin").guard == 5
    assert has(find(after, "yan"), "fatigued")
    options = next(q.options for q in play.asked if getattr(q, "what", "") == "gambit")
    assert all(option == "done" or option[0] == "focus" for option in options)


@covers("modified_cairn.setting.focus_ranged", "modified_cairn.gambit.melee_only")
@pytest.mark.parametrize(("allowed", "asked"), [(True, ["roll", "gambit", "roll"]), (False, ["roll"])])
def test_focus_with_a_bow_if_the_table_allows_it(allowed, asked):
    state = fighting(pc("yan", "shortbow"), foes=[foe(guard=9)], band="far", settings={"focus_ranged": allowed})
    _, play = done(declare, state, "yan", "attack", script=[5, ("focus", "bolster"), 1] if allowed else [5])
    assert whats(play) == asked
    gambits = [q.options for q in play.asked if getattr(q, "what", "") == "gambit"]
    assert not any(("bolster", 5) in options for options in gambits)


def attacked(*party, dice=(8, 6), foes=None, bands=(), **more):
    """The foes' turn, all of whom attack the first of the party."""
    foes = foes or [foe("orc", dice)]
    state = fighting(*party, foes=foes, side="foes", bands=bands, **more)
    said_ = tuple(Declaration(one.id, "attack", target=party[0].id, detail="club") for one in foes)
    return replace(state, combat=replace(state.combat, declared=said_))


@covers(
    "modified_cairn.feat.fend",
    "modified_cairn.action.fend",
    "modified_cairn.hurt.see_dice",
    "modified_cairn.hurt.fend",
    "modified_cairn.phase.enemy_turn",
)
def test_fend_discards_a_die_after_all_is_seen():
    state = attacked(pc("yan", guard=5))
    after, play = done(resolve, state, script=[4, 7, "done", 7, 20])
    assert find(after, "yan").guard == 1
    assert has(find(after, "yan"), "fatigued")
    question = next(q for q in play.asked if getattr(q, "what", "") == "fend")
    assert question.options == ("no", 7, 4)
    assert question.facts[:4] == ("Yan", (7, 4), "Yan", 7)


@covers("modified_cairn.hurt.see_dice", "modified_cairn.gambit.stop")
def test_gambits_and_their_saves_come_before_fend():
    ogres = [foe("ogre", (10,)), foe("brute", (10,))]
    state = attacked(pc("yan", guard=12), foes=ogres)
    after, play = done(resolve, state, script=[8, 4, "done", ("stop", 4), 11, "no"])
    assert whats(play) == ["roll", "roll", "gambit", "gambit", "roll", "fend"]
    assert next(q for q in play.asked if getattr(q, "what", "") == "fend").facts[3] == 8
    assert has(find(after, "yan"), "stopped")


@covers("modified_cairn.feat.fend", "modified_cairn.hurt.fend")
def test_allies_at_arms_length_fend_too_one_after_another():
    party = pc("yan", guard=5), pc("yokel"), pc("far")
    state = attacked(*party, dice=(8, 6, 4), bands=[("far", "orc", "nearby")])
    assert fenders(state, "yan", ()) == ("yan", "yokel")
    assert fenders(state, "yan", ("yan",)) == ("yokel",)
    after, _ = done(resolve, state, script=[3, 5, 8, "done", 8, 1, 5, 1])
    assert find(after, "yan").guard == 2
    tired = attacked(replace(party[0], states=("fatigued",)), party[1])
    assert fenders(tired, "yan", ()) == ("yokel",)


@covers("modified_cairn.feat.fend", "modified_cairn.hurt.evaded")
def test_nobody_is_asked_to_fend_what_armor_stops():
    state = attacked(pc("yan", thing("plate_mail", "body")), dice=(6,))
    _, play = done(resolve, state, script=[3])
    assert "fend" not in whats(play)


@covers("modified_cairn.feat.fatigued_lock", "modified_cairn.feat.save_after", "modified_cairn.turn.roll_together")
def test_whoever_fends_for_two_says_which_is_first_and_may_be_too_tired_for_the_second():
    party = pc("yan", states=("fatigued",)), pc("yokel", states=("fatigued",)), pc("zoe")
    near = [("yan", "zoe", "engaged"), ("yokel", "zoe", "engaged")]
    foes = [foe("orc", (6,)), foe("imp", (6,))]
    state = fighting(*party, foes=foes, side="foes", bands=near)
    declared = (
        Declaration("orc", "attack", target="yan", detail="club"),
        Declaration("imp", "attack", target="yokel", detail="club"),
    )
    state = replace(state, combat=replace(state.combat, declared=declared))
    after, play = done(resolve, state, script=[3, 3, "yokel", 3, 20])
    assert (find(after, "yan").guard, find(after, "yokel").guard) == (1, 4)
    assert whats(play).count("fend") == 1
    fresh, _ = done(resolve, state, script=[3, 3, "yokel", 3, 1, 3, 1])
    assert (find(fresh, "yan").guard, find(fresh, "yokel").guard) == (4, 4)


@covers("modified_cairn.feat.one_per_attack")
def test_nobody_fends_twice_against_one_blast():
    unit = foe("unit", (6,), detachment=True)
    party = pc("yan", guard=20), pc("yokel", guard=20, states=("fatigued",))
    state = fighting(*party, foes=[unit], side="foes", bands=[("yan", "yokel", "engaged")])
    declared = (Declaration("unit", "attack", target="yan", detail="club"),)
    state = replace(state, combat=replace(state.combat, declared=declared))
    after, play = done(resolve, state, script=[3, 5, 3, 5, "yan", "done", 5, 1, "done"])
    assert whats(play).count("fend") == 1
    assert (find(after, "yan").guard, find(after, "yokel").guard) == (17, 15)
