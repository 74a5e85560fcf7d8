"""What everybody hears when something happens to somebody, what only the GM knows, and how far a spell goes."""

import pytest
from msgspec.structs import replace

from tallow.games.vanilla.entries import spells
from tallow.games.vanilla.gear.handling import DEEDS as HANDLING
from tallow.games.vanilla.gear.inventory import enchanted, potion
from tallow.games.vanilla.gear.items import DEEDS as USING
from tallow.games.vanilla.gear.items import drink, use_magic
from tallow.games.vanilla.gear.ruin import corroded, rusted
from tallow.games.vanilla.harm.freeing import pull_off
from tallow.games.vanilla.magic.effects import crossed
from tallow.games.vanilla.magic.lasting import begin
from tallow.games.vanilla.magic.spells import aim_options
from tallow.games.vanilla.magic.spells_moving import DEEDS as LEAPING
from tallow.games.vanilla.state import ROUND, TURN, Item
from tallow.mechanics.conditions import gain
from tallow.mechanics.two_sides import find, put
from tallow.play import Roll
from tallow.testing import covers
from tests.games.playing import done
from tests.games.vanilla.casters import SPELL, Auto, beast, cast, effects, mage, scene
from tests.games.vanilla.fighters import armour, perform, somebody, table, weapon


class Listening(Auto):
    """Answers by rote, and keeps what was offered."""

    def __init__(self, dice=None):
        super().__init__(dice)
        self.heard = []

    def choose(self, by, what, options, *facts, why):
        self.heard.append((what, tuple(options)))
        return super().choose(by, what, options, *facts, why=why)

    def offered(self, what):
        """The options of each question of this name."""
        return [options for name, options in self.heard if name == what]


def told(play, code):
    """The facts of everything that was told by this code."""
    return [one.facts for one in play.told if one.code == code]


@covers("vanilla.monster.rust_monster")
def test_rust_takes_the_magic_first_and_then_the_thing():
    fine = enchanted("vanilla.table.magic_armour", 4, "a1")
    mail = replace(armour("heavy"), id="a1", magic=True, ac=7, ac_start=7)
    state = table(somebody(items=(mail,)))
    plain, play = done(rusted, state, "ann", "armour", "x")
    assert told(play, "rust.plain") == [("Ann", mail.name)]
    assert (plain.party[0].items[0].ac, plain.party[0].items[0].magic, fine.magic) == (6, False, True)
    gone, play = done(rusted, plain, "ann", "armour", "x")
    assert (gone.party[0].items, told(play, "rust.gone")) == ((), [("Ann", mail.name)])


@covers("vanilla.monster.gray_ooze")
def test_acid_ruins_the_armour_that_is_worn_and_nothing_else():
    suit, shield, spare = armour("medium"), armour("shield", "s"), armour("light", "a2", place="pack")
    after, play = done(corroded, somebody(items=(suit, shield, spare)), "x")
    assert [item.ac for item in after.items] == [0, shield.ac, spare.ac]
    assert told(play, "wear.broken") == [("Ann", suit.name)]
    again, play = done(corroded, after, "x")
    assert (again, play.told) == (after, [])


@covers("vanilla.spell.dispel_magic")
@pytest.mark.parametrize(
    ("here", "there", "reached"), [(20, 40, True), (40, 20, True), (30, 61, False), (-25, 6, False)]
)
def test_what_is_dispelled_is_close_to_the_caster_wherever_both_stand(here, there, reached):
    orc = beast("Orc", at=there)
    base = scene(foes=(orc,), party=(mage(level=5, at=here),))
    assert base.settings.range_close_ft < 31
    state = begin(Auto(), base, f"{SPELL}charm", "charmed", "mira", ("orc",), until="dispelled", level=1)
    after, _ = cast(state, "dispel_magic", "")
    assert (after.effects == ()) == (reached and abs(here - there) <= base.settings.range_close_ft)


@covers("vanilla.spell.dispel_magic")
def test_how_strong_a_spell_is_that_resists_is_for_the_gm_to_know():
    state = begin(Auto(), scene(level=1), f"{SPELL}charm", "charmed", "orc", ("ann",), until="dispelled", level=4)
    _, play = done(lambda play: cast(state, "dispel_magic", "", play)[0], script=[3])
    (roll,) = [asked for asked in play.asked if isinstance(asked, Roll)]
    stake = roll.stake
    assert stake is not None
    assert (stake.need, stake.above, stake.secret) == (4, True, True)
    assert play.codes()[-1] == "dispel.fails"
    gone, _ = done(lambda play: cast(state, "dispel_magic", "", play)[0], script=[4])
    assert gone.effects == ()


@covers("vanilla.spell.turn_undead")
def test_all_hear_which_undead_turn():
    _, play = cast(scene(level=4), "turn_undead", "", Auto({6: 1}), half=True)
    assert told(play, "turned") == [(("Skeleton",),)]


@covers("vanilla.spell.teleport")
def test_whoever_does_not_arrive_is_lost_and_half_a_spell_misses_by_miles():
    lost, play = cast(scene(), "teleport", "ann", Auto({3: 2}, place_known="pictured"))
    assert (told(play, "teleport.lost"), find(lost, "ann").conditions) == ([("Ann",)], ("dead",))
    _, play = cast(scene(), "teleport", "ann", Auto({6: 2}, place_known="pictured"), half=True)
    assert told(play, "teleport.off") == [("Ann", 2)]
    _, play = cast(scene(), "teleport", "ann", Auto({3: 1}, place_known="pictured"))
    assert told(play, "teleport") == [("Ann",)]


@covers("vanilla.action.pick_up", "vanilla.carry.coins")
def test_the_purse_of_a_dead_companion_is_taken_in_the_sight_of_all():
    dead = gain(somebody("bob", coins=70, items=(weapon("medium_melee"),)), "dead")
    state = table(somebody(), dead)
    after, play = perform(HANDLING, "pick_up", state, "ann", [("purse", "bob", 70)])
    assert [one.coins for one in after.party] == [70, 0]
    assert told(play, "picks_up.purse") == [("Ann", 70, "Bob")]


@covers("vanilla.table.minor_item", "vanilla.action.use")
def test_a_line_of_chalk_bars_the_way_for_a_round_on_the_side_of_the_nearest_foe():
    chalk = Item("c", "Chalk", "vanilla.table.minor_item", power="Chalk")
    for at, foe_at in ((10, 40), (40, 10)):
        state = scene(foes=(beast("Orc", at=foe_at),), party=(mage(items=(chalk,), at=at),))
        after, _ = done(use_magic, state, "mira", chalk)
        (line,) = after.effects
        assert (line.ends - state.clock, line.at) == (ROUND, at + 3 if foe_at > at else at - 3)


@covers("vanilla.spell.lightning_bolt")
def test_lightning_goes_sixty_feet_from_where_the_caster_stands_and_one_way_only():
    foes = [beast("Orc", f"o{at}", at=at) for at in (10, 40, 90, 91)]
    state = scene(foes=foes, party=(mage(at=30),))
    after, _ = cast(state, "lightning_bolt", "o40", Auto({20: 20, 6: 6}))
    assert [find(after, one.id).grit < one.grit for one in foes] == [False, True, True, False]
    back, _ = cast(state, "lightning_bolt", "o10", Auto({20: 20, 6: 6}))
    assert [find(back, one.id).grit < one.grit for one in foes] == [True, False, False, False]


@covers("vanilla.spell.dispel_magic")
@pytest.mark.parametrize(("here", "there", "gone"), [(40, 60, True), (60, 40, True), (20, 60, False)])
def test_a_wall_is_dispelled_by_a_caster_close_to_it(here, there, gone):
    base = scene(foes=(), party=(mage(level=9, at=here),))
    state = begin(Auto(), base, f"{SPELL}web", "web", "mira", (), ends=base.clock + 60, level=1, at=there)
    assert (cast(state, "dispel_magic", "")[0].effects == ()) == gone


@covers("vanilla.item.potion")
def test_a_potion_is_given_to_whoever_lies_out_close_by_wherever_that_is():
    cure = replace(potion("vanilla.spell.cure_cause_light_wounds"), id="p")
    for at, beside in ((33, True), (5, False)):
        bob = somebody("bob", flesh=0, conditions=("out",), at=at)
        state = table(somebody(items=(cure,), at=30, flesh=1), bob)
        _, play = done(drink, state, "ann", cure, script=["bob", 3] if beside else [3])
        assert told(play, "drinks") == [("Bob" if beside else "Ann", cure.name)]


@covers("vanilla.spell.dimensional_portal")
def test_a_portal_leads_beside_anybody_within_its_reach_of_whom_it_moves():
    foes = (beast("Orc", "near", at=500), beast("Orc", "far", at=501))
    state = scene(foes=foes, party=(mage(at=140, level=9),))
    play = Listening()
    cast(state, "dimensional_portal", "mira", play)
    (options,) = play.offered("portal")
    assert [option for option in options if option[0] == "beside"] == [("beside", "near")]


@covers("vanilla.spell.leap")
def test_a_leap_is_as_far_as_the_spell_in_steps_of_five_feet():
    state = scene(foes=(beast("Orc", at=90),))
    state = begin(Auto(), state, f"{SPELL}leap", "leaps", "mira", ("mira",), ends=state.clock + 10, amount=13)
    _, play = perform(LEAPING, "leap", state, "mira", [("back", 10)])
    assert play.asked[0].options == (("on", 10), ("back", 10), ("on", 5), ("back", 5))


@covers("vanilla.spell.dispel_magic")
@pytest.mark.parametrize(("mine", "theirs", "need"), [(3, 4, 2), (2, 5, 4), (1, 6, 6)])
def test_what_a_die_needs_to_dispel_is_more_than_what_the_caster_lacks(mine, theirs, need):
    base = scene(level=mine)
    state = begin(Auto(), base, f"{SPELL}charm", "charmed", "orc", ("ann",), until="dispelled", level=theirs)
    for face in (need - 1, need):
        after, play = done(lambda play: cast(state, "dispel_magic", "", play)[0], script=[face])
        assert play.asked[0].stake.need == need
        assert (after.effects == ()) == (face >= need)


@covers("vanilla.spell.dispel_magic", "vanilla.spell.durations")
def test_half_a_dispelling_stops_a_spell_for_a_turn():
    base = scene(level=5)
    state = begin(Auto(), base, f"{SPELL}charm", "charmed", "orc", ("ann",), until="dispelled", level=1)
    after, _ = cast(state, "dispel_magic", "", half=True)
    assert effects(after) == [("stopped", ("ann",), TURN)]


@covers("vanilla.spell.neutralize_poison", "vanilla.spell.ranges")
@pytest.mark.parametrize(("here", "there", "aimed"), [(30, 33, True), (33, 30, True), (30, 5, False), (30, -30, False)])
def test_whoever_died_of_poison_is_touched_where_they_lie(here, there, aimed):
    dead = gain(somebody("bob", flesh=0, at=there), "dead")
    state = scene(party=(mage(at=here, level=7), dead), foes=(beast("Orc", at=90),))
    state = begin(Auto(), state, "vanilla.monster.wyvern", "poison_dead", "", ("bob",), ends=state.clock + TURN)
    options = aim_options(state, "mira", spells()[f"{SPELL}neutralize_poison"])
    assert ("bob" in options) == aimed


@covers("vanilla.spell.animate_dead")
def test_outside_a_fight_the_gm_says_how_many_bodies_more_there_are_up_to_the_roll():
    body = gain(beast("Orc", at=5), "dead")
    base = scene(foes=(body,), level=9)
    state = replace(base, combat=None, phase="explore")
    play = Listening({6: 3})
    after, _ = cast(state, "animate_dead", "", play)
    offered = play.offered("bodies")
    assert offered == [(0, 1, 2)], "of the three that the dice say one body is here"
    assert len(after.party) == len(state.party) + 1 + offered[0][0]


@covers("vanilla.monster.green_slime")
@pytest.mark.parametrize(("name", "burnt"), [("Gargoyle", 0), ("Hell Hound", 0), ("Orc", 4)])
def test_the_fire_that_burns_slime_off_is_no_magic(name, burnt):
    slimed = beast(name, "pet", at=0, grit=9, grit_max=9)
    state = table(somebody(), slimed, foes=(beast("Green Slime", "slime", at=5),))
    state = begin(Auto(), state, "vanilla.monster.green_slime", "slimed", "slime", ("pet",), ends=state.clock + 3)
    after, _ = done(pull_off, state, "ann", script=["burned", 4])
    assert after.effects == ()
    lost = [
        find(state, who).grit + find(state, who).flesh - find(after, who).grit - find(after, who).flesh
        for who in ("pet", "slime")
    ]
    assert lost == [burnt, 4]


@covers("vanilla.spell.wall_of_fire_or_ice")
def test_whoever_crosses_a_wall_takes_a_d6_and_whoever_stays_on_one_side_none():
    base = scene(foes=())
    for mode in ("wall_fire", "wall_ice"):
        state = begin(Auto(), base, f"{SPELL}wall_of_fire_or_ice", mode, "mira", (), until="concentration", at=-20)
        state = put(state, replace(find(state, "ann"), at=-40))
        after, play = done(crossed, state, "ann", 0, script=[2])
        assert (play.asked[0].n, play.asked[0].sides, play.asked[0].by) == (1, 6, "referee")
        assert find(state, "ann").grit - find(after, "ann").grit == 2
        assert done(crossed, state, "ann", -30)[0] == state
        assert done(crossed, state, "ann", -20)[0] == state, "from the wall itself nobody crosses it"


@covers("vanilla.table.minor_item", "vanilla.monster.mummy")
def test_salve_wakes_whoever_is_out_and_does_nothing_for_the_rotting():
    salve = Item("s", "Flask of salve", "vanilla.table.minor_item", power="Flask of salve")
    for conditions, flesh in ((("out",), 4), (("out", "mummy_rot"), 0)):
        bob = somebody("bob", level=3, flesh=0, conditions=conditions, wakes=99, at=3)
        state = table(somebody(items=(salve,)), bob)
        after, play = perform(USING, "salve", state, "ann", [4] if flesh else [])
        bob = find(after, "bob")
        assert (bob.flesh, "out" in bob.conditions, bob.wakes) == (flesh, not flesh, 0 if flesh else 99)
        assert told(play, "heals") == [("Bob", flesh)]
        assert find(after, "ann").items == ()
