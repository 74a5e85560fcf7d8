"""Phases: setting out, coming back, what the interlude begins with, sessions, and parties of which nobody is left."""

import pytest
from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.state import Magic, Omens, Purse, Settlement
from tallow.games.dead_weight.world.phases import RATION
from tallow.testing import covers
from tests.games.dead_weight.expedition import MAUSOLEUM, abroad, act, asked, have, here, refused, with_place
from tests.games.dead_weight.people import lying, somebody, table

CURE, HOLD = "dead_weight.prayer.cure_light_wounds", "dead_weight.prayer.hold"

TRAGEDY, SURGERY = SPENT.mark("session", "tragedy"), SPENT.mark("camp", "surgery")


def home(*party, **more):
    """A party that is nowhere yet."""
    return replace(table(*party), phase="creation", locations=(), here="", **more)


@covers(
    "dead_weight.phase.expedition",
    "dead_weight.phase.creation",
    "dead_weight.basics.first_scene",
    "dead_weight.doom.trackers",
)
def test_an_expedition_begins_at_the_door_with_everything_fresh():
    magic = Magic(prayers=(CURE,), ready=(CURE,), exhausted=(CURE,), pleaded=True)
    spent = (TRAGEDY, SPENT.mark("expedition", "staff"), SURGERY)
    one = somebody(magic=magic, mortal=2, spent=spent, traits=("divine_mandate",))
    state = home(one, decay=3, camps=2, turns=9)
    state, _ = act(state, "begin_expedition", "", MAUSOLEUM, [3, 4])
    assert (state.phase, state.decay, state.camps, state.turns, state.expeditions) == ("exploration", 0, 0, 0, 1)
    assert (here(state).adventure, here(state).doom, here(state).room) == (MAUSOLEUM, 0, "")
    assert state.omens == Omens(7, 0)
    after = state.party[0]
    assert (after.magic.exhausted, after.magic.pleaded, after.mortal, after.spent) == (
        (),
        False,
        0,
        (TRAGEDY,),
    )
    assert refused(home(), "begin_expedition") == "no_party"


@covers("dead_weight.phase.expedition", "dead_weight.action.expedition_memorize", "dead_weight.omens.location")
def test_omens_are_carried_over_and_casters_choose_what_they_have_in_mind():
    cleric = somebody(presence=1, magic=Magic(prayers=(CURE, HOLD), ready=(CURE,)), traits=("divine_mandate",))
    state = home(cleric, omens=Omens(9, 4))
    state, _ = act(state, "begin_expedition", "", MAUSOLEUM, HOLD)
    assert (state.omens, state.party[0].magic.ready) == (Omens(9, 4), (HOLD,))


@covers("dead_weight.action.explore_exit", "dead_weight.phase.interlude", "dead_weight.affliction.hopeless")
def test_the_party_leaves_if_the_gm_confirms_that_the_way_is_free():
    state = abroad(somebody(afflictions=("hopeless", "nauseated", "hungry")))
    stuck, play = act(state, "exit", "zael", "no")
    assert (stuck, play.codes()) == (state, ["exit.blocked"])
    out, _ = act(state, "exit", "zael", "yes")
    assert (out.phase, out.here, out.interlude.settlement) == ("interlude", "", "Trinta")
    assert out.settlements == (Settlement("Trinta"),)
    assert out.party[0].afflictions == ("hungry",)
    again, _ = act(out, "begin_expedition", "", state.here)
    assert here(again).id == state.here
    assert refused(abroad(somebody(conditions=("fainted",)), somebody("amber")), "exit", "zael") == "cannot_act"


@covers("dead_weight.doom.location", "dead_weight.phase.expedition")
def test_doom_is_kept_between_expeditions():
    state = with_place(abroad(somebody()), doom=3, told=(2,))
    out, _ = act(state, "exit", "zael", "yes")
    again, play = act(out, "begin_expedition", "", state.here)
    assert (here(again).doom, again.expeditions, "doom.event" in play.codes()) == (3, 2, False)


@covers(
    "dead_weight.skill.pilfer",
    "dead_weight.skill.cooking",
    "dead_weight.skill.master_chef",
    "dead_weight.skill.same_skill_party",
)
@pytest.mark.parametrize(("cook", "rations"), [("cooking", 1), ("master_chef", 3)])
def test_thieves_and_cooks_begin_the_interlude_with_something(cook, rations):
    state = abroad(somebody(skills=("pilfer",)), somebody("amber", skills=(cook,)), somebody("cy", skills=("cooking",)))
    out, _ = act(state, "exit", "zael", "yes", 5)
    assert out.party[0].purse == Purse(silver=5)
    assert [[item.ref for item in one.items] for one in out.party] == [[], [RATION] * rations, [RATION]], "to each cook"


@covers("dead_weight.island.guilds")
@pytest.mark.parametrize(("share", "kept", "taken"), [(20, 38, 9), (0, 47, 0)])
def test_the_guild_takes_its_part_rounded_down_and_the_rest_is_divided(share, kept, taken):
    state, _ = act(abroad(somebody(), somebody("amber")), "guild_share", "", share)
    state = replace(state, treasure=47)
    out, play = act(state, "exit", "zael", "yes")
    silver = [one.purse.silver for one in out.party]
    assert (sum(silver), out.treasure, max(silver) - min(silver)) == (kept, 0, kept % 2)
    assert [told.facts[0] for told in play.told if told.code == "guild.share"] == ([taken] if taken else [])


@covers("dead_weight.island.guilds")
def test_what_was_found_and_is_carried_out_counts_for_the_guild():
    ring = have("fine_jewellery", value=40, marks=("found",))
    old = have("fine_jewellery", "old", value=100)
    one = somebody(items=(ring, old), purse=Purse(silver=3))
    state = abroad(one, somebody("amber"), guild_share=20)
    out, play = act(state, "exit", "zael", "yes")
    assert [one.purse.silver for one in out.party] == [0, 0]
    assert [told.facts for told in play.told if told.code == "guild.owed"] == [(5,)]
    assert out.party[0].items[0].marks == ()


@covers("dead_weight.setting.interlude_mode", "dead_weight.phase.interlude", "dead_weight.affliction.cursed")
def test_the_simple_interlude_recovers_all_but_the_wounds_of_the_cursed():
    tired = {
        "strength": (3, 0, 1, 2),
        "afflictions": ("parched", "hungry", "bleeding", "sleepy", "angry", "shaken", "terrified", "plagued"),
    }
    cursed = somebody("amber", strength=(3, 0, 1, 2), afflictions=("cursed",))
    state = abroad(somebody(**tired), cursed, settings={"interlude_mode": "simple"})
    out, _ = act(state, "exit", "zael", "yes")
    assert (lying(out.party[0], "STR"), out.party[0].afflictions) == ((0, 0), ("plagued",))
    assert (lying(out.party[1], "STR"), out.party[1].afflictions) == ((0, 2), ("cursed",))
    days, _ = act(abroad(somebody(**tired)), "exit", "zael", "yes")
    assert lying(days.party[0], "STR") == (1, 2)
    assert days.interlude.step == "sleep"


@covers("dead_weight.phase.interlude")
def test_who_is_carried_out_is_cared_for():
    state = abroad(somebody(), somebody("amber", conditions=("mortally_wounded",)))
    out, _ = act(state, "exit", "zael", "yes")
    assert out.party[1].conditions == ()


@covers("dead_weight.wound.death", "dead_weight.phase.expedition")
@pytest.mark.parametrize(("how", "conditions"), [("death", ("dead",)), ("capture", ()), ("rescue", ())])
def test_when_nobody_is_left_standing_the_gm_decides_and_the_expedition_is_over(how, conditions):
    down = somebody(conditions=("mortally_wounded",), strength=(3, 0, 0, 3))
    state = abroad(down, somebody("ghost", conditions=("dead",)))
    after, _ = act(state, "secret_roll", "", 1, 6, 3, how)
    assert (after.phase, after.party[0].conditions) == ("interlude", conditions)
    faint = abroad(somebody(conditions=("fainted",)), down)
    assert "party_lost" not in asked(act(faint, "secret_roll", "", 1, 6, 3)[1])
    dead = abroad(somebody("ghost", conditions=("dead",)))
    _, play = act(dead, "secret_roll", "", 1, 6, 3)
    assert "party_lost.death" in play.codes()


@covers("dead_weight.action.gm_session", "dead_weight.basics.session", "dead_weight.tragedy.invoke")
def test_what_is_open_once_a_session_is_open_again_when_one_begins():
    state = table(somebody(spent=(TRAGEDY, SURGERY)))
    over, _ = act(state, "session")
    assert (over.session, over.party[0].spent) == (
        False,
        (TRAGEDY, SURGERY),
    )
    again, _ = act(over, "session")
    assert (again.session, again.party[0].spent) == (True, (SURGERY,))


@covers("dead_weight.phase.exploration", "dead_weight.phase.camp", "dead_weight.phase.combat")
def test_phases_lead_to_where_the_book_says():
    known = {id_ for id_, entry in BOOK.entries().items() if entry.type == "phase"}
    exploring = abroad(somebody(), room="9")
    camp, _ = act(exploring, "set_up_camp", "zael", "dry", "no", "no")
    fight, _ = act(exploring, "start_combat", "zael", "room", "open", "nearby", "roll", [5, 5, 5])
    out, _ = act(exploring, "exit", "zael", "yes")
    assert {f"dead_weight.phase.{state.phase}" for state in (exploring, camp, fight, out)} <= known
    assert [state.phase for state in (camp, fight, out)] == ["camp", "combat", "interlude"]
    assert act(camp, "end_camp", "zael")[0].phase == "exploration"
