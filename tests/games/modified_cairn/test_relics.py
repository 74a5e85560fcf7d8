"""Relics: each can be used as often as its dots allow, and those with numbers do what they say."""

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.gear.things import made
from tallow.games.modified_cairn.goods import relics
from tallow.games.modified_cairn.magic.relics import SERVANTS, random_relic, usable, use
from tallow.games.modified_cairn.state import HOUR, State, able, alive
from tallow.mechanics.two_sides import find
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said
from tests.games.modified_cairn.newcomers import act, refused
from tests.games.playing import done

R = "modified_cairn.relic."


def relic(name, place="pack", **more):
    return replace(made(f"{R}{name}", name), place=place, **more)


def bearer(name, **more):
    return State(phase="free", party=(pc("yan", relic(name), fed=8 * HOUR, drank=8 * HOUR, slept=8 * HOUR, **more),))


DICE: dict[str, list[int | str]] = {
    "leycap": [10],
    "coin_of_the_father": [57],
    "honest_earworm": ["yan", 3],
    "empathy_rod": ["other"],
    "falconers_friend": ["yan"],
    "moth_mirror": [10],
    "lovers_covenant": ["yan"],
    "obliteration_scroll": ["yan"],
}


def over(state):
    """The state without what relics have brought upon it."""
    return replace(state, effects=(), party=tuple(replace(one, states=()) for one in state.party))


@covers("modified_cairn.relic.*", "modified_cairn.action.use_relic", "modified_cairn.convert.charges")
@pytest.mark.parametrize("entry", relics().values(), ids=lambda entry: entry.name)
def test_every_relic_can_be_used_as_often_as_it_has_dots(entry):
    name = entry.id.removeprefix(R)
    state = bearer(name)
    times = entry.uses or entry.charges
    assert not (entry.uses and entry.charges)
    for at in range(times or 2):
        state, play = act(state, "use_relic_calmly", "yan", *DICE.get(name, []))
        assert said(play, "relic.used") == [("Yan", entry.name, entry.effect)]
        state = over(state)
        assert find(state, "yan").strain == ()
        left = [item.dots for item in find(state, "yan").items]
        gone = entry.uses == at + 1
        assert left == ([] if gone else [at + 1 if times else 0])
    if entry.charges:
        assert refused(state, "use_relic_calmly", "yan") == "no_charge"
        again, _ = act(state, "recharge", "yan", "done")
        assert usable(find(again, "yan"))


@covers("modified_cairn.relic.use")
@pytest.mark.parametrize(
    ("face", "name"), [(37, "Jar of Ants"), (1, "A Blade Called Hope"), (2, "A Blade Called Hope"), (100, "Leycap")]
)
def test_a_relic_at_random(face, name):
    which, _ = done(random_relic, script=[face])
    assert relics()[which].name == name


@covers("modified_cairn.relic.use")
def test_the_gm_brings_one_into_play():
    state = State(phase="free", party=(pc("yan"),))
    after, _ = act(state, "make_relic", "", "roll", 37, "yan")
    assert [item.name for item in after.party[0].items] == ["Jar of Ants"]
    after, _ = act(state, "make_relic", "", f"{R}leycap", "ground")
    assert [item.name for item in after.ground] == ["Leycap"]


@covers("modified_cairn.relic.use", "modified_cairn.action.use_relic")
def test_no_relic_needs_a_slot_and_in_a_fight_it_takes_an_action():
    full = pc("yan", relic("betterwand", "hands"), strain=("pack",) * 6 + ("body",) * 2 + ("hands",))
    state = fighting(full, pc("yokel"), foes=(foe(),))
    after, _ = act(state, "use_relic", "yan")
    assert [made.action for made in after.combat.declared] == ["use_relic"]
    after, play = act(after, "pass", "yokel")
    assert said(play, "relic.used")[0][:2] == ("Yan", "Betterwand")
    assert find(after, "yan").items[0].dots == 1


@covers("modified_cairn.relic.nightstone", "modified_cairn.relic.leycap")
def test_relics_against_strain():
    worn = {"strain": ("pack", "overflow"), "deprived": (("hunger", 0), ("curse", 0)), "strained": 8 * HOUR}
    after = done(use, bearer("nightstone", **worn), "yan", "nightstone")[0].party[0]
    assert (after.strain, after.deprived) == ((), ())
    after, play = done(use, bearer("leycap", **worn), "yan", "leycap", script=[11])
    assert (after.party[0].strain, "relic.craving" in play.codes()) == (("pack",), True)


@covers("modified_cairn.relic.phoenix_ash")
def test_one_of_the_dead_lives():
    state = bearer("phoenix_ash")
    dead = replace(pc("yokel", states=("dead",)), vigour=0)
    after, _ = done(use, replace(state, party=(*state.party, dead)), "yan", "phoenix_ash")
    assert (alive(after.party[1]), after.party[1].vigour) == (True, 1)


@covers("modified_cairn.relic.skull_whistle")
def test_the_whistle_stops_all_who_are_near():
    foes = (foe("near"), foe("far"), foe("brave"))
    state = fighting(
        pc("yan", relic("skull_whistle", "hands")), foes=foes, band="nearby", bands=(("yan", "far", "far"),)
    )
    after, _ = done(use, state, "yan", "skull_whistle", script=[11, 10])
    assert [able(one) for one in after.foes] == [False, True, True]


@covers("modified_cairn.relic.homunculus_nail", "modified_cairn.relic.jar_of_ants", "modified_cairn.relic.sponge_army")
@pytest.mark.parametrize("name", SERVANTS)
def test_what_a_relic_calls_up(name):
    after, _ = done(use, bearer(name), "yan", name)
    servant = after.party[1]
    assert (servant.seat, servant.of, alive(servant)) == ("yan", f"{R}{name}", True)
    text = relics()[f"{R}{name}"].effect
    scores = {"GD": servant.guard, "VIG": servant.vigour, "CLA": servant.clarity, "SPI": servant.spirit}
    assert all(f"{label} {number}" in text for label, number in scores.items())
    assert servant.detachment == ("Detachment" in text)
    assert all(f"{one.name} d{one.dice[0]}" in text for one in servant.attacks)
