"""Sides: a third one in a fight, the order in which they act, and who is whose enemy."""

from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action, Refused
from tallow.games.modified_cairn.bots.tactics import act
from tallow.games.modified_cairn.combat.bands import apart, facing, fight
from tallow.games.modified_cairn.combat.feats import fenders
from tallow.games.modified_cairn.combat.manoeuvres import manoeuvres
from tallow.games.modified_cairn.combat.rounds import all_attack, begin, decided, declare, sides, turn
from tallow.games.modified_cairn.monsters.bestiary import opposed
from tallow.games.modified_cairn.record import BOTS, GAME
from tallow.games.modified_cairn.referee.marshalling import start, take_side
from tallow.games.modified_cairn.state import State, has, members, opponents, side_of, undeclared
from tallow.mechanics.suggestions import Malformed
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Scripted, Simulated
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said
from tests.games.playing import done


def three(*party, wolf=None, **more):
    """A goblin and a wolf that are on nobody's side but their own."""
    beast = wolf or foe("wolf", dice=(6,), side="third_side")
    return State(phase="free", party=party or (pc("yan", cla=18),), foes=(foe("goblin"), beast), **more)


@covers(
    "modified_cairn.combat.side_turn",
    "modified_cairn.combat.new_round",
    "modified_cairn.phase.enemy_turn",
    "modified_cairn.turn.players_first",
)
@pytest.mark.parametrize("order", [("foes", "third_side"), ("third_side", "foes")])
def test_three_sides_act_one_after_another_in_the_order_fixed_at_the_start(order):
    state, play = done(start, three(), "", script=[order[0], "nobody", "nearby", "far", "open", 1])
    assert state.combat.sides == ("party", *order)
    assert said(play, "combat.order") == [(("party", *order),)]
    seen = []
    for _ in range(6):
        seen.append((state.combat.round, state.combat.side))
        state, _ = done(declare, state, undeclared(state)[0], "pass")
    assert seen == [(turn, side) for turn in (1, 2) for side in ("party", *order)]


@covers("modified_cairn.combat.side_turn", "modified_cairn.distance.relative", "modified_cairn.phase.combat_setup")
def test_the_gm_says_how_far_each_side_is_from_each_other():
    state, _ = done(start, three(), "", script=["foes", "nobody", "nearby", "distant", "open", 1])
    combat = state.combat
    pairs = (("yan", "goblin"), ("yan", "wolf"), ("goblin", "wolf"))
    assert [apart(combat, *pair) for pair in pairs] == ["nearby", "nearby", "distant"]
    two, play = done(start, three(wolf=foe("wolf")), "", script=["nobody", "nearby", "open", 1])
    assert two.combat.sides == ("party", "foes")
    assert not [one for one in play.asked if getattr(one, "what", "") in ("acts_next", "sides_apart", "surprise_too")]


@covers("modified_cairn.turn.surprise", "modified_cairn.turn.first_round_save")
@pytest.mark.parametrize(
    ("answers", "surprised", "first"),
    [
        (["third_side", "nobody"], ("third_side",), "party"),
        (["third_side", "foes"], ("foes", "third_side"), "party"),
        (["party", "foes"], ("party", "foes"), "third_side"),
        (["everyone"], ("party", "foes", "third_side"), "party"),
    ],
)
def test_each_side_may_be_surprised(answers, surprised, first):
    state, _ = done(start, three(), "", script=["foes", *answers, "nearby", "nearby", "open"])
    assert state.combat.surprised == surprised
    assert state.combat.side == first
    assert state.combat.round == (2 if answers == ["everyone"] else 1)


@covers("modified_cairn.combat.side_turn", "modified_cairn.dice.pool", "modified_cairn.turn.declare_first")
def test_everyone_of_another_side_is_an_enemy_and_sides_do_not_pool():
    state = fighting(pc("yan"), foes=[foe("goblin"), foe("wolf", side="third_side")], side="foes")
    state = replace(state, combat=replace(state.combat, sides=("party", "foes", "third_side"), acting=("goblin",)))
    assert [one.id for one in opponents(state, "foes")] == ["yan", "wolf"]
    assert facing(state, "goblin") == ("yan", "wolf"), "Engaged with both"
    assert side_of(state, "wolf") == "third_side"
    after, play = done(declare, state, "goblin", "attack", script=["wolf", 5, "done", 1])
    assert find(after, "wolf").vigour == 8, "the goblin's 5 less 3 Guard"
    assert after.combat.side == "third_side"
    final, play = done(all_attack, after, "third_side", script=[3, "no"])
    assert len(said(play, "attack")) == 1, "the wolf's die alone"
    assert find(final, "yan").guard == 1
    assert (final.combat.side, final.combat.round) == ("party", 3)


@covers("modified_cairn.combat.new_round")
def test_a_fight_goes_on_until_one_side_at_most_is_left():
    state = fighting(pc("yan"), foes=[foe("goblin"), foe("wolf", side="third_side")])

    def fallen(*who):
        gone = [replace(find(state, one), states=("dead",)) for one in who]
        return decided(replace(state, party=_with(state.party, gone), foes=_with(state.foes, gone)))

    assert fallen() is None
    assert fallen("goblin") is None
    assert fallen("yan") is None, "the others fight it out"
    assert fallen("goblin", "wolf") == "foes_down"
    assert fallen("yan", "wolf") == "party_down"
    assert fallen("yan", "wolf", "goblin") == "party_down", "nobody has won"


def _with(listed, changed):
    new = {one.id: one for one in changed}
    return tuple(new.get(one.id, one) for one in listed)


@covers("modified_cairn.combat.side_turn")
def test_the_gm_puts_somebody_on_a_side():
    state = State(phase="free", party=(pc("yan"),), foes=(foe("goblin"), foe("wolf")))
    state, play = done(take_side, state, "", script=["wolf", "third_side"])
    assert sides(state) == ("party", "foes", "third_side")
    assert said(play, "takes_side") == [("Wolf", "third_side")]
    alone = State(phase="free", party=(pc("yan"),))
    assert "take_side" not in [offer.action.name for offer in GAME.actions(alone, REFEREE)]


@covers("modified_cairn.combat.side_turn", "modified_cairn.turn.first_round_save")
def test_allies_of_the_party_act_in_its_turn_and_save_with_it():
    state = State(phase="free", party=(pc("yan", cla=18),), foes=(foe("goblin"), foe("knight", cla=12, side="party")))
    state, play = done(begin, state, script=[1, 12])
    assert state.combat.acting == ("yan", "knight")
    assert said(play, "combat.begins") == [(("Goblin",), "nearby")]
    assert apart(state.combat, "yan", "knight") == "nearby"
    assert GAME.waiting(state) == ("yan", REFEREE)
    assert "attack" in manoeuvres(state, find(state, "knight"))
    assert [one.id for one in opponents(state, "party")] == ["goblin"]
    near = replace(state, combat=replace(state.combat, bands=(("knight", "yan", "engaged"),)))
    assert fenders(near, "yan", ()) == ("yan",), "the knight's block has no Feats"
    feats = replace(near, settings=replace(near.settings, npc_feats="all"))
    assert fenders(feats, "yan", ()) == ("yan", "knight")


@covers("modified_cairn.combat.side_turn", "modified_cairn.turn.declare_first")
def test_changing_sides_in_a_fight():
    state = fighting(pc("yan"), pc("yokel"), foes=[foe("goblin")])
    said_so, _ = done(declare, state, "yan", "pass")
    turned = GAME.perform(_scripted("yokel", "third_side"), said_so, Action("take_side"))
    assert fight(turned).sides == ("party", "foes", "third_side"), "the new side acts after all others"
    assert fight(turned).side == "foes", "yokel was waited for no longer, so the party's turn is over"
    third, _ = done(declare, turned, "goblin", "pass")
    assert (third.combat.side, third.combat.acting) == ("third_side", ("yokel",))
    assert GAME.waiting(third) == ("yokel", REFEREE)
    over = GAME.perform(_scripted(), third, Action("end_combat"))
    assert side_of(over, "yokel") == "party", "the party comes together again"


def _scripted(*answers):
    return Scripted(*answers)


@covers("modified_cairn.setting.round_effects", "modified_cairn.gambit.expose")
def test_an_effect_ends_with_the_next_turn_of_the_side_that_caused_it():
    foes = [foe("goblin"), foe("wolf", side="third_side", armor=2)]
    state = fighting(
        pc("yan", "dagger", "dagger"), foes=foes, sides=("party", "foes", "third_side"),
        settings={"round_effects": "own_next_turn"},
    )  # fmt: skip
    state, _ = done(declare, state, "yan", "attack", script=["wolf", (1, 4), ("expose", 4), "done", 20])
    assert has(find(state, "wolf"), "armorless")
    for who in ("goblin", "wolf"):
        assert has(find(state, "wolf"), "armorless"), "the others' turns leave it"
        state, _ = done(declare, state, who, "pass")
    assert state.combat.side == "party"
    assert not has(find(state, "wolf"), "armorless")


@covers("modified_cairn.combat.side_turn")
def test_a_whole_side_is_run_at_once():
    wolves = (foe("wolf", side="third_side"), foe("cub", side="third_side"))
    state = State(phase="free", party=(pc("yan", cla=1),), foes=(foe("goblin"), *wolves))
    state, _ = done(begin, state, order=("third_side", "foes"), script=[20])
    assert state.combat.side == "third_side"
    assert [offer.action.name for offer in GAME.actions(state, REFEREE) if offer.action.who == "third_side"] == [
        "turn",
        "all_attack",
    ]
    after, _ = done(turn, state, "third_side", script=["pass", "pass"])
    assert after.combat.side == "foes"


@covers("modified_cairn.combat.side_turn")
def test_foes_of_several_sides_for_the_simulator():
    foes = opposed("Goblin x2 | Wolf x2 | 10 VIG, 3 GD, claw (d6)")
    assert [one.side for one in foes] == ["", "", "third_side", "third_side", "fourth_side"]
    assert len({one.id for one in foes}) == 5
    with pytest.raises(Malformed):
        opposed("Goblin | Goblin | Goblin | Goblin")
    with pytest.raises(Malformed):
        opposed("Goblin | ")
    state = BOTS.fight("12 VIG, 5 GD, sword (d8) x3", "Goblin x2 | Wolf x2", None)
    play = Simulated(Random(3), BOTS.answer)
    for _ in range(200):
        if BOTS.over(state) is not None:
            break
        state = GAME.perform(play, state, act(state, GAME.waiting(state)[0]))
    assert BOTS.over(state) is not None
    assert len(members(state, "third_side")) == 2


@covers("modified_cairn.combat.side_turn")
def test_the_players_see_who_is_on_which_side():
    state, _ = done(begin, three(), script=[1])
    card = next(panel for panel in GAME.view(state, "yan").panels if panel.id == "wolf")
    assert "third_side" in str(card)
    plain, _ = done(begin, three(wolf=foe("wolf")), script=[1])
    card = next(panel for panel in GAME.view(plain, "yan").panels if panel.id == "wolf")
    assert "foes" not in str(card), "with two sides it goes without saying"


@covers("modified_cairn.combat.side_turn")
def test_nobody_to_fight():
    state = State(phase="free", party=(pc("yan"),), foes=(foe("knight", side="party"),))
    with pytest.raises(Refused) as refused:
        GAME.perform(_scripted(), state, Action("start_combat"))
    assert refused.value.refusal.code == "no_foes"
