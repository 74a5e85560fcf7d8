"""Channeling: what it takes, the price, the dice, backfires and clashes, scrolls, and the newer version."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.modified_cairn.combat.rounds import noted, resolve
from tallow.games.modified_cairn.entries import magic_effects, tables
from tallow.games.modified_cairn.gear.slots import exposed
from tallow.games.modified_cairn.gear.things import shard
from tallow.games.modified_cairn.goods import runeskelfs
from tallow.games.modified_cairn.magic.casting import backfire, cast, clash, effort_dice, pay, strikes, tap, toll
from tallow.games.modified_cairn.magic.channelling import cannot_channel
from tallow.games.modified_cairn.magic.concentration import held, shaken
from tallow.games.modified_cairn.magic.wishes import EFFECT, HARMS, OPEN, lenders, own_effort
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import HOUR, Casting, Declaration, Dungeon, State
from tallow.games.modified_cairn.uses import MARKS
from tallow.mechanics.two_sides import find
from tallow.play import distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said, thing
from tests.games.modified_cairn.newcomers import act, refused
from tests.games.playing import done

M = "modified_cairn.magic."
E = "modified_cairn.effort."
CH = "modified_cairn.channel."
MIND = "modified_cairn.runeskelf.expanding_mind"
LATER = Settings(magic_version="later")


def rune(place="hands", id_="mind", **more):
    return replace(shard(MIND, id_), place=place, **more)


def scroll(place="hands"):
    return replace(shard(MIND, "scroll", scroll=True), place=place)


def filled(slots, *things, **more):
    """A caster with a Runeskelf in hand and so many slots filled in all."""
    ropes = [thing("rope", "pack", f"r{at}") for at in range(min(6, slots - 1))]
    ropes += [thing("rope", "body", f"b{at}") for at in range(max(0, slots - 7))]
    return pc("yan", rune(), *things, *ropes, **more)


def at_ease(*party, **more):
    sated = tuple(replace(one, fed=8 * HOUR, drank=8 * HOUR, slept=8 * HOUR) for one in party)
    return State(phase="free", party=sated, **more)


def price(play):
    """The question of the price, put to the GM."""
    return next(one for one in play.asked if getattr(one, "what", "") in ("price_magic", "price_harm"))


def refusal(state, creature):
    """Why somebody cannot channel, as a code."""
    found = cannot_channel(state, creature)
    return found.code if found else ""


@covers(
    "modified_cairn.channel.freedom",
    "modified_cairn.action.channel",
    "modified_cairn.effort.max",
    "modified_cairn.effort.slots",
)
@pytest.mark.parametrize(("slots", "effort"), [(6, 3), (7, 2), (8, 1), (9, 0)])
def test_empty_slots_are_the_limit_of_effort(slots, effort):
    caster = filled(slots)
    assert cannot_channel(State(), caster) is None
    assert own_effort(State(), caster) == effort


@covers("modified_cairn.channel.freedom", "modified_cairn.magic.two_runes")
def test_who_cannot_channel():
    full = replace(filled(8), strain=("hands", "body"))
    codes = [
        refusal(State(), who)
        for who in (full, pc("yan"), pc("yan", rune("pack")), pc("yan", rune(tapped=True)), pc("yan", rune("body")))
    ]
    assert codes == ["no_empty_slot", "no_runeskelf", "no_runeskelf", "tapped_out", "no_runeskelf"]
    overloaded = pc("yan", rune(), thing("rope", "overflow"))
    assert refusal(State(), overloaded) == "no_empty_slot"
    assert refused(at_ease(full), "channel_calmly", "yan") == "no_empty_slot"


@covers("modified_cairn.setting.runeskelf_location")
def test_a_runeskelf_on_the_body_if_the_table_says_so():
    state = State(settings=Settings(runeskelf_location="hand_or_body"))
    assert cannot_channel(state, pc("yan", rune("body"))) is None
    assert refusal(state, pc("yan", rune("pack"))) == "no_runeskelf"


@covers("modified_cairn.table.channel", "modified_cairn.effort.dice", "modified_cairn.table.effort")
def test_the_strain_of_a_casting():
    def strain(effort):
        found: dict[int, Any] = {}
        for (many, _), chance in distribution(toll, effort, True, "yan").items():
            found[many] = found.get(many, 0) + chance
        return found

    assert strain(0) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert strain(1) == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    sixteenths = {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}
    assert strain(3) == {many: Fraction(part, 16) for many, part in sixteenths.items()}


@covers("modified_cairn.effort.tapped_out")
def test_only_a_runeskelf_taps_out_and_only_once():
    state = fighting(pc("yan", rune(), scroll(), thing("torch")))
    out, play = done(tap, state, "yan", "mind")
    assert (find(out, "yan").items[0].tapped, len(said(play, "magic.tapped"))) == (True, 1)
    for before, which in ((out, "mind"), (out, "torch"), (out, "scroll"), (out, "gone")):
        after, play = done(tap, before, "yan", which)
        assert (after, play.told) == (before, [])


@covers("modified_cairn.effort.tapped_out", "modified_cairn.table.effort")
@pytest.mark.parametrize(("effort", "chance"), [(1, (1, 6)), (2, (11, 36)), (3, (91, 216))])
def test_a_one_among_the_effort_taps_out(effort, chance):
    found = distribution(effort_dice, effort, "yan")
    assert sum(one for (_, tapped), one in found.items() if tapped) == Fraction(*chance)


@covers("modified_cairn.effort.dice", "modified_cairn.effort.tapped_out", "modified_cairn.table.channel")
def test_the_dice_and_the_runeskelf():
    state = at_ease(filled(3))
    after = done(pay, state, "yan", Casting("mind", "circumstance", effort=2), script=[2, [3, 5]])[0].party[0]
    assert (len(after.strain), after.items[0].tapped) == (2, False)
    after = done(pay, state, "yan", Casting("mind", "circumstance", effort=2), script=[4, [1, 1]])[0].party[0]
    assert (len(after.strain), after.items[0].tapped) == (2, True)
    after = done(pay, state, "yan", Casting("mind", "circumstance"), script=[1])[0].party[0]
    assert (len(after.strain), after.items[0].tapped) == (1, False)


@covers(
    "modified_cairn.action.channel",
    "modified_cairn.magic.intent",
    "modified_cairn.magic.extent",
    "modified_cairn.action.ref_price_magic",
    "modified_cairn.magic.broad",
)
@pytest.mark.parametrize("kind", OPEN)
def test_an_intent_in_words_at_the_gms_price(kind):
    state = at_ease(filled(3))
    after, play = act(state, "channel_calmly", "yan", kind, "think fast", ("calm", 0), 5)
    assert after.party[0].strain == ()
    assert said(play, "magic.works") == [("Yan", kind, "think fast")]
    priced = price(play)
    assert ("calm", 3) in priced.options
    assert ("calm", 4) not in priced.options


@covers("modified_cairn.magic.extent", "modified_cairn.effort.slots", "modified_cairn.effort.max")
def test_nothing_is_lost_by_thinking_better_of_it():
    state = at_ease(filled(8))
    for answers in (("not_so",), (("calm", 1), "withdraw"), (("calm", 2),), (("SPI", 0), "withdraw")):
        after, _ = act(state, "channel_calmly", "yan", "circumstance", "fly", *answers)
        assert after == state


@covers(
    "modified_cairn.channel.backfire", "modified_cairn.channel.backfire_still_works", "modified_cairn.table.backfire"
)
def test_a_backfire_comes_on_top():
    state = at_ease(filled(3, spi=12))
    script = ("circumstance", "fly", ("SPI", 0), "alone", 13, ("row", "Heavy toll"), 6)
    after, play = act(state, "channel_calmly", "yan", *script)
    assert len(after.party[0].strain) == 1
    assert "magic.works" in play.codes()
    after, _ = act(state, "channel_calmly", "yan", "circumstance", "fly", ("SPI", 0), "alone", 12, 6)
    assert after.party[0].strain == ()


@covers("modified_cairn.channel.backfire_still_works", "modified_cairn.magic_effect.damage")
@pytest.mark.parametrize(
    ("row", "scores", "after"),
    [("Drain", {"vig": 2}, "dead"), ("Fog of mind", {"cla": 1}, "unresponsive"), ("Chill of heart", {}, "hopeless")],
)
def test_a_backfire_that_fells_the_caster_does_not_stop_the_damage(row, scores, after):
    state = fighting(filled(3, spi=1, **scores), pc("yokel", cla=9), foes=[foe(guard=3)])
    made = Casting("mind", "damage", targets=("goblin",), sides=8, save="SPI")
    said_so = noted(noted(state, Declaration("yan", "channel", item="mind", casting=made)), Declaration("yokel"))
    done_so, play = done(resolve, said_so, script=[20, ("row", row), 2, 6, 7, 1])
    assert after in find(done_so, "yan").states
    assert find(done_so, "goblin").vigour == 6, "7 less 3 Guard"
    assert said(play, "attack")


@covers("modified_cairn.channel.freedom", "modified_cairn.turn.simultaneous")
def test_a_casting_takes_what_it_is_cast_from():
    state = fighting(pc("yan", rune(tapped=True)), foes=[foe(guard=3)])
    made = Casting("mind", "damage", targets=("goblin",), sides=8)
    after, _ = done(resolve, noted(state, Declaration("yan", "channel", item="mind", casting=made)))
    assert find(after, "goblin").guard == 3


@covers("modified_cairn.table.backfire", "modified_cairn.action.ref_side_effect", "modified_cairn.channel.backfire")
@pytest.mark.parametrize("row", tables()["modified_cairn.table.backfire"].rows, ids=lambda row: row.name)
def test_every_side_effect_of_a_backfire(row):
    state = at_ease(filled(3, thing("torch", "hands", lit=True)))
    before, made = state.party[0], Casting("mind", "circumstance")
    drains = {"Drain": "vigour", "Fog of mind": "clarity", "Chill of heart": "spirit"}
    dice = [3] if row.name in drains else []
    rolled, play = done(backfire, state, "yan", made, script=["roll", int(row.on), *dice])
    picked, _ = done(backfire, state, "yan", made, script=[("row", row.name), *dice])
    assert rolled == picked
    assert said(play, "side_effect") == [("Yan", row.effect)]
    after = rolled.party[0]
    changed = {
        "Heavy toll": len(after.strain) == 1,
        "Open guard": exposed(after),
        "Snuffed": not any(item.lit for item in after.items),
        "Tapped": after.items[0].tapped,
        **{name: getattr(after, field) == 7 for name, field in drains.items()},
    }
    assert [name for name, so in changed.items() if so] == [row.name] * (row.name in changed)
    assert (after == before) == (row.name not in changed)


@covers("modified_cairn.table.backfire")
def test_a_beacon_steps_the_event_die_down():
    state = replace(at_ease(filled(3)), dungeon=Dungeon(die=10))
    dice = []
    for _ in range(3):
        state, _ = done(backfire, state, "yan", Casting("mind", "damage"), script=[("row", "Beacon")])
        dice.append(state.dungeon.die if state.dungeon else 0)
    assert dice == [8, 6, 6]


@covers("modified_cairn.action.ref_side_effect")
def test_the_gm_invents_a_side_effect():
    after, play = done(backfire, at_ease(filled(3)), "yan", Casting("mind", "damage"), script=["invent", "frogs"])
    assert said(play, "side_effect") == [("Yan", "frogs")]
    assert after.party[0].strain == ()


def pair(**more):
    return pc("yan", rune(), seat="yan"), pc("yokel", thing("rope", "pack"), seat="yokel", **more)


@covers(
    "modified_cairn.effort.share",
    "modified_cairn.action.lend_effort",
    "modified_cairn.effort.share_save",
    "modified_cairn.effort.dice",
)
def test_effort_shared_with_a_willing_hand():
    state = at_ease(*pair(spi=9))
    script = ("circumstance", "fly", ("calm", 3), ("share", "yokel", 2), "yes", 9, 5, 2, [1, 6])
    after, _ = act(state, "channel_calmly", "yan", *script)
    yan, yokel = after.party
    assert (len(yan.strain), len(yokel.strain), yan.items[0].tapped) == (1, 1, True)
    after, _ = act(state, "channel_calmly", "yan", "circumstance", "fly", ("calm", 3), ("share", "yokel", 2), "no")
    assert after == state


@covers("modified_cairn.effort.share", "modified_cairn.effort.slots")
def test_each_needs_slots_for_their_share():
    few = filled(8)
    state = at_ease(few, pc("yokel", seat="yokel"))
    asked = act(state, "channel_calmly", "yan", "circumstance", "fly", ("calm", 3), "withdraw")[1].asked[-1]
    assert asked.options == (("share", "yokel", 2), ("share", "yokel", 3), "withdraw")
    bound = at_ease(pc("yan", rune()), pc("yokel", "greatsword"))
    assert lenders(bound, bound.party[0]) == ()
    both = at_ease(pc("yan", rune(), "dagger"), pc("yokel"))
    assert lenders(both, both.party[0]) == ()


@covers("modified_cairn.effort.share_save", "modified_cairn.effort.share_risk", "modified_cairn.table.clash")
@pytest.mark.parametrize("row", tables()["modified_cairn.table.clash"].rows, ids=lambda row: row.name)
def test_what_comes_of_clashing_wills(row):
    state = fighting(*pair(), foes=(foe(),), bands=(("yan", "yokel", "engaged"),))
    made = Casting("mind", "circumstance", effort=1, lent=1, partner="yokel")
    answers: dict[str, list[object]] = {"Shared pain": [2], "Spill": [("row", "Heavy toll")]}
    more = answers.get(row.name, [])
    after, play = done(clash, state, "yan", made, script=["roll", int(row.on), *more])
    assert said(play, "side_effect")[0] == ("Yokel", row.effect)
    yan, yokel = (find(after, who) for who in ("yan", "yokel"))
    assert (yokel.spirit, len(yokel.strain)) == (10 - 2 * (row.name == "Shared pain"), int(row.name == "Doubled toll"))
    assert len(yan.strain) == (row.name == "Spill")
    assert (after.combat.bands != state.combat.bands) == (row.name == "Thrown apart")


@covers("modified_cairn.effort.share_save")
def test_the_spell_works_although_the_partner_fails():
    state = at_ease(*pair(spi=9))
    made = Casting("mind", "circumstance", "fly", effort=1, lent=1, partner="yokel")
    _, play = done(cast, state, "yan", made, script=[10, "roll", 2, 4, 4])
    assert "magic.works" in play.codes()


@covers("modified_cairn.magic_effect.damage", "modified_cairn.action.channel", "modified_cairn.setting.magic_armour")
@pytest.mark.parametrize(
    ("armour", "answer", "vigour"),
    [("by_flag", ["physical"], 8), ("by_flag", ["not_physical"], 7), ("always", [], 8), ("never", [], 7)],
)
def test_magic_that_does_damage(armour, answer, vigour):
    state = fighting(filled(3), foes=(foe(armor=1, guard=3),), settings={"magic_armour": armour}, band="nearby")
    declared = ["damage", "plain", ("calm", 0), *answer]
    script = [*declared, 5, 6, 1]
    after, play = act(state, "channel", "yan", *script)
    hurt = next(one for one in after.foes)
    assert (hurt.guard, hurt.vigour) == (0, vigour)
    assert "gambit" not in [getattr(question, "what", "") for question in play.asked]


@covers("modified_cairn.magic_effect.damage_blast", "modified_cairn.modifier.blast")
def test_a_blast_of_magic():
    foes = tuple(foe(f"g{at}", guard=6) for at in range(3))
    bunched = (("g0", "g1", "engaged"), ("g0", "g2", "engaged"), ("g1", "g2", "engaged"))
    state = fighting(filled(3), foes=foes, band="nearby", bands=bunched)
    after, _ = act(state, "channel", "yan", "damage_blast", "plain", "g0", ("calm", 0), 5, 1, 2, 3)
    assert [one.guard for one in after.foes] == [5, 4, 3]


@covers("modified_cairn.magic_effect.quality_loss")
def test_direct_loss_of_a_quality():
    state = fighting(filled(3), foes=(foe(spi=8, guard=4, armor=2),), band="nearby")
    after, _ = act(state, "channel", "yan", "quality_loss", "plain", "SPI", ("calm", 0), 9, 3, 6)
    assert (after.foes[0].spirit, after.foes[0].guard) == (5, 4)
    after, _ = act(state, "channel", "yan", "quality_loss", "plain", "SPI", ("calm", 0), 8, 6)
    assert after.foes[0].spirit == 8
    after, _ = act(state, "channel", "yan", "quality_loss", "plain", "VIG", ("calm", 0), 11, 4, 6)
    assert (after.foes[0].vigour, "critically_wounded" in after.foes[0].states) == (6, False)


@covers("modified_cairn.effort.when", "modified_cairn.magic_effect.damage")
def test_more_than_the_plain_effect_is_priced_by_what_is_more():
    state = fighting(filled(3), foes=(foe("near"), foe("far")), band="nearby", bands=(("yan", "far", "far"),))
    script = ["damage", "greater", "near", 10, "far", ("calm", 3), "alone", 5, [4, 5, 6]]
    play = act(state, "channel", "yan", *script, 2, 2)[1]
    offered = price(play)
    assert offered.options[0] == ("SPI", 3)
    plain = act(state, "channel", "yan", "damage", "plain", ("calm", 0), 5, 2)[1]
    assert price(plain).options[0] == ("SPI", 0)


@covers("modified_cairn.magic_effect.hinder_or_aid")
def test_magic_hinders_or_aids_in_a_fight():
    state = fighting(filled(3), pc("yokel", "dagger"), foes=(foe(guard=20),))
    after, _ = act(state, "channel", "yan", "hinder_or_aid", "yokel", ("calm", 0))
    after, play = act(after, "attack", "yokel", 5, [2], [7], "done")
    assert said(play, "attack")[0][3] == (2, 7)
    hindered, _ = act(state, "channel", "yan", "hinder_or_aid", "goblin", ("calm", 0))
    hindered, _ = act(hindered, "pass", "yokel", 5)
    assert hindered.foes[0].marks == (MARKS.mark("impaired", "club"),)


@covers("modified_cairn.action.lend_effort", "modified_cairn.effort.share")
def test_lending_effort_takes_an_action_beside_the_caster():
    yan, yokel = pair()
    apart = fighting(yan, yokel, foes=(foe(),), band="nearby", bands=(("yokel", "goblin", "far"),))
    assert refused(apart, "lend_effort", "yokel") == "no_caster"
    state = fighting(yan, yokel, foes=(foe(),), band="nearby")
    assert lenders(state, yan) == ()
    lent, _ = act(state, "lend_effort", "yokel")
    assert lenders(lent, yan) == (("yokel", 3),)
    script = ["circumstance", "a wall", ("calm", 2), ("share", "yokel", 1), 5, 6, 6, 3]
    after, _ = act(lent, "channel", "yan", *script)
    assert (len(find(after, "yan").strain), len(find(after, "yokel").strain)) == (0, 1)
    assert refused(fighting(yan, pc("yokel", "greatsword")), "lend_effort", "yokel") == "no_free_hand"


def test_a_casting_that_is_not_to_be_costs_no_turn():
    state = fighting(filled(3), foes=(foe(),))
    after, _ = act(state, "channel", "yan", "damage", "plain", "not_so")
    assert after == state


@covers("modified_cairn.magic_effect.damage", "modified_cairn.scar.trigger")
def test_damage_outside_a_fight_leaves_no_scar():
    state = at_ease(filled(3), pc("yokel", guard=3))
    after, _ = act(state, "channel_calmly", "yan", "damage", "plain", ("calm", 0), 3, 5)
    assert (after.party[1].guard, after.party[1].scars) == (0, ())
    after, _ = act(state, "channel_calmly", "yan", "damage_blast", "plain", ("calm", 0), 5, 8, 5)
    assert after.party[1].vigour == 8


@covers("modified_cairn.magic_effect.*")
@pytest.mark.parametrize("entry", magic_effects().values(), ids=lambda entry: entry.name)
def test_every_kind_of_effect_can_be_wished_for(entry):
    kind = entry.id.removeprefix(EFFECT)
    assert (kind in HARMS) == bool(entry.dice)
    assert (kind in OPEN) == (not entry.dice)
    state = fighting(filled(3), foes=(foe(),))
    given = strikes(
        state, "yan", Casting("mind", kind, targets=("goblin",), sides=int(entry.dice[1:] or 0) if entry.dice else 0)
    )
    assert [(one.attack.dice, one.attack.blast) for one in given] == (
        [((int(entry.dice[1:]),), entry.blast)] if kind.startswith("damage") else []
    )


@covers("modified_cairn.action.use_scroll", "modified_cairn.convert.spellbooks", "modified_cairn.item.scroll")
def test_a_scroll_is_one_casting_and_dust():
    full = replace(filled(9), items=(scroll(), *filled(9).items))
    after, play = act(at_ease(full), "use_scroll_calmly", "yan", "circumstance", "fly", ("calm", 0))
    assert "scroll" not in [item.id for item in after.party[0].items]
    assert (after.party[0].strain, "scroll.dust" in play.codes()) == ((), True)
    asked = price(play)
    assert asked.options == (("calm", 0), ("SPI", 0), "not_so")
    assert refused(at_ease(pc("yan", scroll("pack"))), "use_scroll_calmly", "yan") == "no_scroll"


@covers("modified_cairn.action.use_scroll")
def test_a_scroll_in_a_fight():
    state = fighting(pc("yan", scroll()), foes=(foe(guard=8),))
    after, _ = act(state, "use_scroll", "yan", "damage", ("calm", 0), 7)
    assert (after.foes[0].guard, after.party[0].items) == (1, ())


@covers("modified_cairn.action.recharge", "modified_cairn.effort.recharge", "modified_cairn.effort.tapped_out")
def test_the_ritual_recharges():
    state = at_ease(pc("yan", rune(tapped=True)))
    assert refused(state, "channel_calmly", "yan") == "tapped_out"
    assert act(state, "recharge", "yan", "not_yet")[0] == state
    after, play = act(state, "recharge", "yan", "done")
    assert not after.party[0].items[0].tapped
    assert play.asked[0].facts == ("Yan", "Expanding Mind", runeskelfs()[MIND].recharge)


@covers("modified_cairn.runeskelf.*", "modified_cairn.magic.two_runes", "modified_cairn.convert.spellbooks")
@pytest.mark.parametrize("entry", runeskelfs().values(), ids=lambda entry: entry.name)
def test_every_runeskelf_can_be_channeled(entry):
    item = replace(shard(entry.id, "x"), place="hands")
    assert (item.kind, item.size, len(item.runes), item.name) == ("rune", "normal", 2, " ".join(entry.runes))
    assert item.recharge == entry.recharge != ""
    _, play = act(at_ease(pc("yan", item)), "channel_calmly", "yan", "circumstance", "so", ("calm", 0), 4)
    assert play.asked[0].facts == ("Yan", " ".join(entry.runes), entry.effect)


@covers("modified_cairn.magic.later_version", "modified_cairn.setting.magic_version")
def test_the_newer_magic_costs_effort_alone():
    state = replace(at_ease(filled(8)), settings=LATER)
    assert own_effort(state, state.party[0]) == 2
    script = ("circumstance", "fly", ("calm", 2), "alone", "let_be", [2, 5])
    after, play = act(state, "channel_calmly", "yan", *script)
    assert len(after.party[0].strain) == 1
    priced = price(play)
    assert priced.options[0] == ("calm", 1)
    tapped = act(state, "channel_calmly", "yan", "circumstance", "fly", ("calm", 1), "alone", "let_be", 1)[0]
    assert not tapped.party[0].items[0].tapped
    mean = sum(many * one for (many, _), one in distribution(toll, 2, False, "yan").items())
    assert mean == 1


@covers("modified_cairn.magic.later_version")
def test_the_newer_backfire_is_due_when_deprived_or_in_danger():
    starved = replace(filled(5), deprived=(("hunger", 8 * HOUR),), strained=8 * HOUR)
    state = replace(at_ease(starved), settings=LATER)
    script = ("circumstance", "fly", ("CLA", 1), "alone", 11, ("row", "Marked"), "let_be", 6)
    play = act(state, "channel_calmly", "yan", *script)[1]
    priced = price(play)
    assert {option[0] for option in priced.options if option != "not_so"} == {"SPI", "CLA"}


@covers("modified_cairn.magic.later_version")
def test_newer_magic_with_an_element_and_as_a_gambit():
    state = fighting(filled(3), foes=(foe(guard=20),), settings={"magic_version": "later"})
    _, play = act(state, "channel", "yan", "damage", "plain", ("SPI", 1), 12, "alone", 10, 6, [3], [11])
    assert said(play, "attack")[0][3] == (3, 11)
    script = ["gambit", "stop", "save", ("SPI", 1), "alone", 10, 11, 6]
    assert "stopped" in act(state, "channel", "yan", *script)[0].foes[0].states
    denied = ["gambit", "stop", "no_save", ("SPI", 2), "alone", 10, [6, 6]]
    assert "stopped" in act(state, "channel", "yan", *denied)[0].foes[0].states
    after, _ = act(state, "channel", "yan", "gambit", "stop", "save", ("SPI", 1), "alone", 10, 10, 6)
    assert "stopped" not in after.foes[0].states


@covers("modified_cairn.magic.later_version")
def test_an_effect_is_held_by_concentrating():
    state = replace(at_ease(filled(3)), settings=LATER)
    script = ("circumstance", "fly", ("calm", 1), "alone", "hold", 6)
    held_, _ = act(state, "channel_calmly", "yan", *script)
    assert exposed(held_.party[0])
    assert held(held_, "yan")
    assert done(shaken, held_, "yan", script=[10])[0] == held_
    assert not held(done(shaken, held_, "yan", script=[11])[0], "yan")
    free, _ = act(held_, "let_magic_go", "yan")
    assert (exposed(free.party[0]), free.effects) == (False, ())
