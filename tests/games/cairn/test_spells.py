"""Every spell: what it costs, whom it takes, what it does, when it ends; and those with a rule of their own."""

import pytest
from msgspec.structs import replace

from tallow.games.cairn.combat.attacks import UNARMED, attacks, impaired, reaches, throw
from tallow.games.cairn.combat.manoeuvres import manoeuvres, no_target
from tallow.games.cairn.combat.morale import morale
from tallow.games.cairn.combat.moving import no_second_move
from tallow.games.cairn.combat.rounds import all_attack
from tallow.games.cairn.combat.strikes import strike
from tallow.games.cairn.entries import spells, tables
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import hands, holding, slots_used
from tallow.games.cairn.gear.light import dark
from tallow.games.cairn.magic.casting import books, cast_spell, read
from tallow.games.cairn.magic.effects import begin, finish, hazards, lapse, meet, turn_begins
from tallow.games.cairn.magic.spells import random_spell, span, working
from tallow.games.cairn.magic.workings import OTHER, aim, in_reach
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.record import GAME
from tallow.games.cairn.state import DAY, HOUR, MINUTE, Attack, Dungeon, Hazard, Item, able
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Action
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Scripted, scripted
from tallow.testing import covers
from tests.games.cairn.casters import SHIELD, SWORD, Chance, Told, book, creature, foe, kept, on, table, the_fight

ALL = sorted(spells())
SPANS = {
    "1 round": 10, "30 seconds": 30, "1 minute": 60, "10 minutes": 600, "1 hour": HOUR, "8 hours": 8 * HOUR,
    "1 day": DAY,
}  # fmt: skip
OPEN = ("instant", "permanent", "until destroyed", "until cut", "until it moves", "until it surfaces", "1 jump")
PLANT = "cairn.monster.creeping_vines"


def cast(state, spell, play=None, *, enhanced=False):
    """The mage reads the book of a spell; those aimed at fail their saves unless `play` says otherwise."""
    play = play or Told(d20=20)
    targets = aim(play, state, "mage", working(f"cairn.spell.{spell}", enhanced))
    return read(play, state, "mage", "book", targets, enhanced=enhanced)


def under(spell, play=None, *items, **changes):
    """The state after a spell cast in a fight."""
    return cast(table(book(spell), *items, **changes), spell, play)


@covers("cairn.spell.*", "cairn.spell.duration", "cairn.spell.nearby", "cairn.cast.fatigue", "cairn.cast.resist")
@pytest.mark.parametrize("spell", ALL)
def test_every_spell_costs_takes_and_ends_as_its_entry_says(spell):
    entry, name = spells()[spell], spell.rpartition(".")[2]
    plant = spawn(monsters()[PLANT], "f2", at=10)
    before = table(book(name), SHIELD, Item("coat", "Coat"), foes=(foe("f1", items=(Item("ring", "Ring"),)), plant))
    play = Told(d20=20)
    after = kept(cast(before, name, play))
    mage = find(after, "mage")

    assert mage.fatigue == 1
    assert not any(item.id == "shield" for item in holding(mage))
    affected = after.effects[-1].on if after.effects else ()

    asked = play.questions()
    assert ("working_target" in asked) == (entry.aims in {"creatures", "bearer", "area"})
    does = working(spell).does
    later = bool(does) and all(one.save for one in does)
    saves = [roll for roll in play.asked if getattr(roll, "sides", 0) == 20]
    if entry.save == "none" or later or entry.aims in {"thing", "place"}:
        assert not saves
    else:
        assert len(saves) == asked.count("save_or_yield") >= 1

    conditions = [one.what for one in does if one.kind == "condition"]
    for condition in conditions:
        assert affected
        assert all(condition in on(after, who) for who in affected)
    for one in does:
        if one.kind == "world":
            assert one.what in after.effects[-1].world
        if one.kind == "hazard":
            assert (one.what, one.save) in [(hazard.what, hazard.save) for hazard in after.effects[-1].hazards]
    assert ("working.fiction" in play.codes()) == (not entry.does or name == "skillful_repair")

    if entry.duration == "instant":
        assert after.effects == ()
    else:
        effect = next(one for one in after.effects if one.name == entry.name)
        assert effect.ends == (after.clock + SPANS[entry.duration] if entry.duration in SPANS else 0)
        assert entry.duration in SPANS or entry.duration in OPEN
        calm = replace(after, fight=None, phase="explore")
        if effect.ends:
            just_before = pass_time(Told(), calm, effect.ends - after.clock - 1)
            assert effect in just_before.effects
            over = kept(pass_time(Told(d20=1), calm, effect.ends - after.clock))
            assert over.effects == ()
            assert not any(c in on(over, who) for c in conditions for who in affected)
        dead = put(after, replace(find(after, "mage"), conditions=("dead",)))
        survives = entry.duration in {"permanent", "until destroyed", "until cut"}
        still = [who for who in affected if who != "mage"]
        running = any(one.id == effect.id for one in lapse(Told(), dead).effects)
        assert running == (survives and (not affected or bool(still)))
        ended = finish(Told(), after, effect.id)
        assert effect not in ended.effects
        assert not any(c in on(ended, who) for c in conditions for who in affected)


@covers("cairn.cast.resist")
@pytest.mark.parametrize("spell", [s for s in ALL if spells()[s].save != "none" and spells()[s].aims == "creatures"])
def test_whoever_passes_the_save_is_not_affected(spell):
    name = spell.rpartition(".")[2]
    before = table(book(name))
    play = Told(d20=1)
    after = cast(before, name, play)
    assert after.effects == ()
    assert after.foes == before.foes
    assert ("f1", spells()[spell].save) in [told.facts[:2] for told in play.told if told.code == "save.foe_passed"]


@pytest.mark.parametrize("how", ["cast", "cast_spell", "cast_enhanced"])
@pytest.mark.parametrize("spell", ALL)
def test_every_spell_can_be_cast_in_and_out_of_a_fight_whatever_is_answered(spell, how):
    """Random answers and dice; what is left is a sound state, paid for with one Fatigue."""
    name = spell.rpartition(".")[2]
    for seed in range(3):
        before = table(book(name), SWORD, SHIELD, fight=how == "cast")
        after = kept(GAME.perform(Chance(seed), before, Action(how, "mage")))
        mage = find(after, "mage")
        assert mage.fatigue == 1
        assert sum(item.slots for item in mage.items) <= 10
        assert sum(len(books(one)) for one in after.party) == 1
        assert after.clock >= before.clock


@covers("cairn.cast.enhance")
@pytest.mark.parametrize("spell", ALL)
def test_time_and_safety_change_what_the_entry_names_and_nothing_else(spell):
    plain, strong, said = working(spell), working(spell, enhanced=True), spells()[spell].enhanced
    assert said in strong.text
    changed = {
        field
        for field in ("aims", "targets", "within", "area", "seconds", "until", "save", "dice", "does", "kinds")
        if getattr(plain, field) != getattr(strong, field)
    }
    if said.rpartition(", ")[2] in SPANS:
        assert changed <= {"seconds", "until"}
        assert strong.seconds == SPANS[said.rpartition(", ")[2]] > plain.seconds
    elif " feet" in said:
        assert changed & {"area", "within", "aims"}
    elif said in {"2 images", "2 arms"}:
        assert len(strong.does) == 2
    elif said.partition(" ")[0].isdigit() and said.partition(" ")[2].startswith(("creature", "object", "humanoid")):
        assert changed == {"targets"}
        assert strong.targets == int(said[0])


@covers("cairn.spell.nearby")
def test_touched_and_nearby_are_40_feet_and_in_sight_120():
    for spell in spells().values():
        if spell.target.endswith(("touched", "nearby")):
            assert spell.within == 40, spell.id
        elif spell.target.endswith("in sight"):
            assert spell.within == 120, spell.id
    state = table(foes=(foe("near", 40), foe("far", 120), foe("gone", 121)))
    assert in_reach(state, "mage", working("cairn.spell.pacify")) == ("near", "pal")
    assert in_reach(state, "mage", working("cairn.spell.sleep")) == ("near", "far", "pal")


@covers("cairn.spell.duration")
def test_durations():
    assert {text: span(text)[0] for text in SPANS} == SPANS
    assert [span(text)[0] for text in OPEN] == [0] * len(OPEN)


@covers("cairn.spell.random", "cairn.table.spells")
def test_a_random_spell():
    """Die 20: Cure Wounds; each of the hundred has one number."""
    assert scripted(random_spell, "referee", script=[20]) == "cairn.spell.cure_wounds"
    drawn = [scripted(random_spell, "referee", script=[face]) for face in range(1, 101)]
    assert sorted(drawn) == ALL
    assert [spells()[s].roll for s in drawn] == list(range(1, 101))
    assert [row.effect for row in tables()["cairn.table.spells"].rows] == drawn


@covers("cairn.spell.duration")
def test_casting_again_does_not_add_up():
    once = under("haste", None, book("haste", "second"))
    again = read(Told(), pass_time(Told(), once, 30), "mage", "second", ("mage",))
    assert len(again.effects) == 1
    assert again.effects[0].ends == once.clock + 30 + MINUTE
    assert on(again, "mage") == ("hasted",)


@covers("cairn.spell.duration")
def test_a_caster_ends_a_spell_and_the_referee_any():
    state = replace(under("charm"), fight=None, phase="explore")
    for action in (Action("end_spell", "mage"), Action("end_effect")):
        after = GAME.perform(Told(), state, action)
        assert after.effects == ()
        assert "charmed" not in on(after, "f1")


@covers("cairn.monster.kinds")
@pytest.mark.parametrize(
    ("monster", "spell", "taken"),
    [("gargoyle", "sleep", False), ("gargoyle", "pacify", True), ("zombie", "frenzy", False), ("sphinx", "web", False)],
)
def test_immunity(monster, spell, taken):
    state = table(book(spell), foes=(spawn(monsters()[f"cairn.monster.{monster}"], "f1", at=10),))
    assert bool(cast(state, spell).effects) == taken


@covers("cairn.monster.kinds")
def test_a_sea_hag_shrugs_off_spellbooks_but_not_what_is_cast_at_will():
    hag = spawn(monsters()["cairn.monster.sea_hag"], "f1", at=10)
    state = table(book("sleep"), foes=(hag,))
    assert cast(state, "sleep").effects == ()
    assert cast_spell(Told(d20=20), state, "mage", "cairn.spell.sleep").effects


@covers("cairn.monster.kinds")
def test_resistance_passes_the_first_save_of_each_effect():
    elf = spawn(monsters()["cairn.monster.elf"], "f1", at=10)
    state = table(book("charm"), book("pacify", "other"), foes=(elf,))
    first = cast(state, "charm")
    assert "charmed" not in on(first, "f1")
    assert "charmed" in on(cast(first, "charm"), "f1")


@covers("cairn.monster.kinds")
def test_whoever_aims_at_an_eye_of_terror_saves_first():
    eye = spawn(monsters()["cairn.monster.eye_of_terror"], "f1", at=10)
    state = table(book("sleep"), foes=(eye,))
    play = Scripted("f1", [13])
    assert cast(state, "sleep", play).effects == ()
    play = Scripted("f1", [12], "save", [20])
    assert "asleep" in on(cast(state, "sleep", play), "f1")


@covers("cairn.save.willing", "cairn.cast.resist")
def test_a_target_may_let_it_come():
    for answer, asleep, dice in (("yield", True, []), ("save", False, [(1, 20)])):
        play = Told(save_or_yield=answer, d20=1)
        assert ("asleep" in on(cast(table(book("sleep")), "sleep", play), "f1")) is asleep
        assert play.dice() == dice, "whoever lets it come rolls nothing, and a 1 would have passed"


def blow(state, target, attacker=None, attack=None):
    """One blow at a target: the d6 of a club unless another is given, for 3."""
    attacker = attacker or find(state, "f1")
    return strike(
        Told(d6=3, d4=3, d8=3, d12=3), state, find(state, target), [(attacker, attack or Attack("club", (6,)))]
    )


def dice_of(state, attacker, target, attack):
    return throw(state, find(state, attacker), attack, find(state, target), 0)


@covers("cairn.spell.sleep")
def test_a_sleeper_is_helpless_until_harm_or_noise():
    state = under("sleep")
    assert not able(find(state, "f1"))
    struck = blow(state, "f1", find(state, "mage"))
    assert struck.target.hp == 5
    assert struck.target.strength == 9
    assert "asleep" not in struck.target.conditions
    assert lapse(Told(), put(state, struck.target)).effects == ()
    loud = read(Told(), put(state, creature("pal", items=(book("knock", "k"),))), "pal", "k", ())
    assert on(loud, "f1") == ()


@covers("cairn.spell.charm")
def test_the_charmed_do_not_attack_their_friend():
    state = under("charm")
    assert no_target(state, find(state, "f1")) is None
    alone = replace(state, party=state.party[:1])
    assert no_target(alone, find(alone, "f1")) is not None


@covers("cairn.spell.pacify", "cairn.spell.phobia")
@pytest.mark.parametrize("spell", ["pacify", "phobia"])
def test_the_peaceful_and_the_terrified_attack_nobody(spell):
    state = under(spell)
    moves = manoeuvres(state, find(state, "f1"))
    assert "attack" not in moves
    assert spell == "pacify" or set(moves) <= {"flee", "move_again", "wait"}
    turned = replace(state, fight=replace(the_fight(state), side="foes", acting=("f1",)))
    after = all_attack(Told(), turned, "foes")
    assert after.party == turned.party or after.fight is None
    assert ("fled" in on(after, "f1")) == (spell == "phobia")


@covers("cairn.spell.frenzy")
def test_the_frenzied_attack_whoever_is_nearest():
    state = under("frenzy")
    turned = replace(state, fight=replace(the_fight(state), side="foes", acting=("f1",)))
    assert find(all_attack(Told(d6=3), turned, "foes"), "f2").hp == 2


@covers("cairn.spell.command")
def test_a_command_takes_the_next_turn_and_no_more():
    state = GAME.perform(Told(d20=20), table(book("command")), Action("cast", "mage"))
    assert the_fight(state).side == "foes"
    assert the_fight(state).acting == ("f2",)
    later = GAME.perform(Told(d6=1), state, Action("all_attack", "foes"))
    assert on(later, "f1") == ()


@covers("cairn.spell.command")
def test_a_command_of_a_foe_takes_the_turn_of_a_character():
    state = table()
    state = replace(state, fight=replace(the_fight(state), side="foes", acting=("f1",)))
    spelled = cast_spell(Told(d20=20, working_target="mage"), state, "f1", "cairn.spell.command")
    after = all_attack(Told(d6=1), spelled, "foes")
    assert the_fight(after).side == "party"
    assert the_fight(after).acting == ("pal",)
    assert "commanded" not in on(all_attack(Told(d6=1, d4=1), all_attack(Told(d4=1), after, "party"), "foes"), "mage")


@covers("cairn.spell.command", "cairn.condition.deaf")
def test_the_deaf_hear_no_command():
    state = table(book("command"))
    state = put(state, replace(find(state, "f1"), conditions=("deaf",)))
    assert cast(state, "command").effects == ()


@covers("cairn.spell.shield", "cairn.spell.smoke_form", "cairn.relic.last_breath")
@pytest.mark.parametrize("spell", ["shield", "smoke_form"])
def test_ordinary_attacks_do_nothing(spell):
    state = under(spell)
    assert blow(state, "mage").target == find(state, "mage")
    assert blow(state, "mage", attack=Attack("wand", (6,), qualities=("magic",))).target.hp == 2


@covers("cairn.spell.swarm")
def test_only_blasts_harm_a_swarm():
    state = under("swarm")
    assert blow(state, "mage").target.hp == 5
    assert blow(state, "mage", attack=Attack("fire", (6,), blast=True)).target.hp == 2


@covers("cairn.spell.mirror_image")
def test_an_image_takes_the_first_attack():
    state = under("mirror_image")
    first = blow(state, "mage")
    assert first.target.hp == 5
    state = lapse(Told(), put(state, first.target))
    assert state.effects == ()
    assert blow(state, "mage").target.hp == 2
    twice = cast(table(book("mirror_image"), fight=False), "mirror_image", enhanced=True)
    assert on(twice, "mage") == ("image", "image_2")


@covers("cairn.spell.displace", "cairn.spell.vision", "cairn.spell.cone_of_foam", "cairn.spell.fog_cloud")
def test_attacks_that_spells_impair():
    club, bow = Attack("club", (8,)), Attack("bow", (8,), ranged=True)
    assert dice_of(under("displace"), "f1", "mage", club) == (4,)
    assert dice_of(under("displace"), "f1", "pal", club) == (8,)
    for spell in ("vision", "cone_of_foam"):
        assert dice_of(under(spell), "f1", "pal", club) == (4,)
        assert dice_of(under(spell), "f2", "pal", club) == (8,)
    fog = under("fog_cloud")
    assert dice_of(fog, "f1", "pal", bow) == (4,)
    assert dice_of(fog, "f1", "pal", club) == (8,)


@covers("cairn.spell.cone_of_foam")
def test_foam_costs_a_turn_to_be_rid_of():
    state = under("cone_of_foam")
    state = replace(state, fight=replace(the_fight(state), side="foes", acting=("f1",)))
    after = GAME.perform(Told(), state, Action("break_free", "f1"))
    assert on(after, "f1") == ()
    assert after.effects == ()


@covers("cairn.spell.haste", "cairn.spell.multiarm")
def test_speed_and_arms():
    far = table(book("haste"), foes=(foe("f1", 120),))
    assert reaches(find(far, "mage"), UNARMED, find(far, "f1")) is not None
    hasted = find(cast(far, "haste"), "mage")
    assert reaches(hasted, UNARMED, find(far, "f1")) is None
    assert hands(find(under("multiarm"), "mage")) == 3
    assert hands(find(cast(table(book("multiarm"), fight=False), "multiarm", enhanced=True), "mage")) == 4


@covers("cairn.spell.beast_form", "cairn.spell.ooze_form", "cairn.spell.smoke_form", "cairn.spell.objectify")
@pytest.mark.parametrize("spell", ["beast_form", "ooze_form", "smoke_form", "swarm"])
def test_other_shapes_hold_nothing(spell):
    mage = find(under(spell, None, SWORD), "mage")
    assert holding(mage) == ()
    assert hands(mage) == 0
    assert attacks(mage) == (UNARMED,)
    assert not able(find(under("objectify"), "mage"))


@covers("cairn.spell.web")
def test_a_web_holds_and_asks_for_the_save_each_turn():
    state = under("web")
    assert not able(find(state, "f1"))
    held, _ = turn_begins(Told(d20=20), state, "foes")
    assert "held" in on(held, "f1")
    free, _ = turn_begins(Told(d20=1), state, "foes")
    assert on(free, "f1") == ()
    assert free.effects == ()


@covers("cairn.spell.slick")
def test_on_slick_ground_a_failed_save_costs_the_turn():
    state = under("slick")
    same, lost = turn_begins(Told(d20=20), state, "foes")
    assert lost == ("f1", "f2")
    assert same == state
    assert turn_begins(Told(d20=1), state, "foes")[1] == ()


@covers("cairn.spell.shroud")
def test_the_shrouded_are_not_attacked_until_they_move():
    state = GAME.perform(Told(working_target="mage"), table(book("shroud"), SWORD), Action("cast", "mage"))
    assert "invisible" in on(state, "mage")
    alone = replace(state, party=state.party[:1])
    assert no_target(alone, find(alone, "f1")) is not None
    attacking = replace(state, fight=replace(the_fight(state), side="party", acting=("mage",)))
    after = GAME.perform(Told(d8=1), attacking, Action("all_attack", "party"))
    assert on(after, "mage") == ()


@covers("cairn.spell.hypnotize", "cairn.spell.babble", "cairn.spell.deafen")
def test_trance_babble_and_deafness():
    assert not able(find(under("hypnotize"), "f1"))
    assert "babbling" in on(under("babble"), "f1")
    assert all("deaf" in on(under("deafen"), who) for who in ("pal", "f1", "f2"))
    assert "deaf" not in on(under("deafen"), "mage")


@covers("cairn.spell.cure_wounds")
def test_cure_wounds_gives_back_1d4_str_once_a_day():
    """Enhanced: 2 creatures touched, each 1d4 STR."""
    state = table(book("cure_wounds"), fight=False)
    state = put(state, replace(find(state, "pal"), strength=5), replace(find(state, "mage"), strength=10))
    after = cast(state, "cure_wounds", Told(d4=3, working_target="pal"))
    assert find(after, "pal").strength == 8
    again = cast(after, "cure_wounds", play := Told(d4=3, working_target="pal"))
    assert find(again, "pal").strength == 8
    assert "heal.once_a_day" in play.codes()
    tomorrow = cast(pass_time(Told(), after, DAY), "cure_wounds", Told(d4=3, working_target="pal"))
    assert find(tomorrow, "pal").strength == (8 if find(tomorrow, "pal").deprived else 11)
    both = cast(state, "cure_wounds", Told(d4=3, working_target=["mage", "pal"]), enhanced=True)
    assert (find(both, "mage").strength, find(both, "pal").strength) == (12, 8)


@covers("cairn.spell.earthquake")
@pytest.mark.parametrize(("comes_down", "strength"), [("no", 12), ("yes", 8)])
def test_an_earthquake_fells_and_may_bury(comes_down, strength):
    state = under("earthquake", Told(d20=20, d6=4, collapse=comes_down))
    assert all("stunned" in on(state, who) for who in ("pal", "f1", "f2"))
    assert find(state, "f1").strength == strength


@covers("cairn.spell.pit")
def test_a_pit_takes_those_in_its_area_and_stays_open():
    state = under("pit", Told(d20=20, d6=4, area_reach=2, working_target="f1"))
    assert [find(state, who).strength for who in ("f1", "f2", "pal")] == [8, 8, 12]
    (pit,) = hazards(state)
    assert find(meet(Told(d20=20, d6=2), state, pit, "pal"), "pal").strength == 10
    assert find(meet(Told(d20=1), state, pit, "pal"), "pal").strength == 12


@covers("cairn.spell.elemental_wall", "cairn.spell.adhere", "cairn.spell.marble_craze")
def test_what_is_met_later():
    fire = under("elemental_wall", Told(wall_of="fire"))
    burnt = GAME.perform(Told(d6=5, meet_who="f1"), fire, Action("meet_effect"))
    assert find(burnt, "f1").strength == 7
    down = put(fire, *[replace(each, conditions=("dead",)) for each in everyone(fire)])
    assert GAME.deeds.offer(down, REFEREE, Action("meet_effect")) is None
    assert hazards(under("elemental_wall", Told(wall_of="ice"))) == ()
    slime = under("adhere")
    stuck = meet(Told(), slime, hazards(slime)[0], "f1")
    assert "held" in on(stuck, "f1")
    assert turn_begins(Told(d20=1), stuck, "foes")[0].foes[0].conditions == ()
    marbles = under("marble_craze")
    assert "stunned" in on(meet(Told(d20=20), marbles, hazards(marbles)[0], "f1"), "f1")
    assert on(meet(Told(d20=1), marbles, hazards(marbles)[0], "f1"), "f1") == ()


@covers("cairn.spell.spellsaw")
def test_a_spellsaw_cuts_plants_only():
    vines = spawn(monsters()[PLANT], "f2", at=10)
    state = table(book("spellsaw"), foes=(foe("f1"), vines))
    after = cast(state, "spellsaw", Told(d6=2))
    assert find(after, "f2").strength == vines.strength - 2
    assert find(after, "f1").strength == 12


@covers("cairn.spell.body_swap")
def test_of_two_who_traded_bodies_neither_outlives_the_other():
    state = under("body_swap")
    state = put(state, replace(find(state, "f1"), conditions=("dead",)))
    assert "dead" in on(lapse(Told(), state), "mage")


@covers("cairn.spell.raise_dead", "cairn.monster.skeleton")
def test_skeletons_rise_and_serve_until_destroyed():
    state = under("raise_dead")
    (skeleton,) = [one for one in state.party if one.of == "cairn.monster.skeleton"]
    assert skeleton.seat == "player"
    dead = put(state, replace(find(state, "mage"), conditions=("dead",)))
    assert lapse(Told(), dead).effects
    destroyed = put(state, replace(skeleton, conditions=("dead",)))
    assert lapse(Told(), destroyed).effects == ()
    assert len(cast(table(book("raise_dead"), fight=False), "raise_dead", enhanced=True).party) == 5
    against = cast_spell(Told(), table(), "f1", "cairn.spell.raise_dead")
    assert len(against.foes) == the_fight(against).foes_at_start == 3
    assert morale(Told(), against) == against


@covers("cairn.spell.control_weather")
def test_the_weather_changes_and_comes_back():
    state = under("control_weather", Told(weather_to="extreme"))
    assert state.weather == "extreme"
    again = cast(state, "control_weather", Told(weather_to="nice"))
    assert (again.weather, len(again.effects)) == ("nice", 1)
    assert pass_time(Told(), replace(again, fight=None), HOUR).weather == "fair"


@covers("cairn.spell.illuminate", "cairn.spell.snuff")
def test_light_and_its_end():
    torch = Item("torch", "Torch", "cairn.item.torch", uses=2, place="hands", lit=True)
    state = table(book("snuff"), torch, fight=False, dungeon=Dungeon())
    state = begin(state, cast(table(book("illuminate"), fight=False), "illuminate").effects[0])
    out = read(Told(), state, "mage", "book", ())
    assert not any(item.lit for item in find(out, "mage").items)
    assert out.effects
    assert read(Told(), state, "mage", "book", (), enhanced=True).effects == ()


@covers("cairn.spell.knock")
def test_a_knock_is_loud_and_with_time_quiet():
    state = table(book("knock"), fight=False, dungeon=Dungeon(), phase="dungeon")
    state = begin(state, cast(table(book("illuminate"), fight=False), "illuminate").effects[0])
    assert read(Told(), state, "mage", "book", ()).dungeon == Dungeon(triggers=("noise",))
    assert read(Told(), state, "mage", "book", (), enhanced=True).dungeon == Dungeon()


@covers("cairn.spell.shuffle", "cairn.spell.teleport")
def test_changing_places():
    state = table(book("shuffle"), foes=(foe("f1", 10), foe("f2", 30)))
    after = cast(state, "shuffle", Told(d20=20, working_target=["f1", "f2"]))
    assert (find(after, "f1").at, find(after, "f2").at) == (30, 10)
    away = under("teleport", Told(d20=20, teleport_to=60))
    assert find(away, "f1").at == 60
    play = Told(d20=20)
    under("teleport", play)
    assert max(play.offered("teleport_to")) == 60


@covers("cairn.spell.filch")
@pytest.mark.parametrize(("die", "owner"), [(20, "mage"), (1, "f1")])
def test_filch_takes_a_thing_unless_its_holder_saves(die, owner):
    state = table(book("filch"), foes=(foe("f1", items=(Item("ring", "Ring", slots=0),)),))
    after = cast(state, "filch", Told(d20=die, working_item=("f1", "ring")))
    assert [one.id for one in (*after.party, *after.foes) if any(i.name == "Ring" for i in one.items)] == [owner]


@covers("cairn.spell.skillful_repair")
def test_repair_makes_armour_whole():
    mail = Item("mail", "Chainmail", "cairn.armour.chainmail", armor=1, place="worn")
    after = under("skillful_repair", Told(repair_what=("mage", "mail")), mail)
    assert next(i for i in find(after, "mage").items if i.id == "mail").armor == 2


@covers("cairn.spell.target_lure")
def test_a_lure_draws_every_spell():
    lured = under("target_lure", None, book("sleep", "second"))
    play = Told(d20=20)
    after = read(play, lured, "mage", "second", ("f1",))
    assert on(after, "f1") == ()
    assert find(after, "mage").fatigue == 2
    assert "spell.lured" in play.codes()


@covers("cairn.spell.magic_dampener")
def test_dampened_magic_is_half():
    state = under("magic_dampener", None, book("sleep", "second"), book("pit", "third"))
    slept = read(Told(d20=20), state, "mage", "second", ("f1",))
    assert slept.effects[-1].ends == slept.clock + 300
    fell = read(Told(d20=20, d6=5), state, "mage", "third", ("f1",))
    assert find(fell, "f1").strength == 9


def test_a_target_that_only_the_referee_knows_is_kept_as_a_fiction():
    play = Told(working_target=OTHER)
    state = cast(table(book("charm"), foes=()), "charm", play)
    assert "working.fiction" in play.codes()
    assert state.effects[0].on == ()


def test_slots_do_not_grow_by_magic_alone():
    state = under("multiarm")
    assert slots_used(find(state, "mage"), state.settings) == 2


@covers("cairn.spell.ward")
def test_one_named_species_cannot_cross_the_ward():
    wolves = tuple(spawn(monsters()["cairn.monster.wolf"], f"w{at}", at=20) for at in (1, 2))
    after = under("ward", Told(ward_against="Wolf"), foes=(*wolves, foe("f1", at=20)))
    wolf, other = find(after, "w1"), find(after, "f1")
    assert reaches(wolf, wolf.attacks[0], find(after, "mage")) is not None
    assert reaches(other, other.attacks[0], find(after, "mage")) is None
    assert no_second_move(after, wolf) is not None
    over = pass_time(Told(), replace(after, fight=None, phase="explore"), 10 * MINUTE)
    assert "warded" not in on(over, "w1")


@covers("cairn.spell.thicket", "cairn.spell.night_sphere")
@pytest.mark.parametrize("spell", ["thicket", "night_sphere"])
def test_missiles_are_impaired_by_brush_and_by_darkness(spell):
    before, bow = table(book(spell)), Attack("bow", (6,), ranged=True)
    after = cast(before, spell)
    assert impaired(after, find(after, "mage"), bow, find(after, "f1"))
    assert not impaired(before, find(before, "mage"), bow, find(before, "f1"))


@covers("cairn.spell.flare", "cairn.spell.icy_touch")
def test_a_flare_is_light_and_ice_is_slippery():
    assert not dark(replace(under("flare"), dungeon=Dungeon()))
    icy = under("icy_touch")
    assert [effect.hazards for effect in icy.effects] == [(Hazard("fall", "DEX"),)]
