from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from tallow.games.deeds import Action
from tallow.games.modified_cairn.characters.import_check import sound
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.combat.aims import aim
from tallow.games.modified_cairn.combat.attacks import Strike, blasts, ways
from tallow.games.modified_cairn.combat.attacks import dice as thrown_dice
from tallow.games.modified_cairn.combat.detachments import rout
from tallow.games.modified_cairn.combat.rounds import all_attack
from tallow.games.modified_cairn.combat.strikes import strike_all
from tallow.games.modified_cairn.entries import BOOK
from tallow.games.modified_cairn.folk import Step, monsters
from tallow.games.modified_cairn.gear.slots import exposed, room
from tallow.games.modified_cairn.harm.damage import Blow, fallen, suffer
from tallow.games.modified_cairn.harm.scars import lame, mend, recover
from tallow.games.modified_cairn.magic.casting import taking_hold
from tallow.games.modified_cairn.magic.effects import expire, fight_over, release, turn_end
from tallow.games.modified_cairn.monsters.afflictions import afflict
from tallow.games.modified_cairn.monsters.bestiary import lookup, spawn
from tallow.games.modified_cairn.monsters.powers import (
    bonds,
    castable,
    declare_cast,
    declare_free,
    declare_power,
    resolve_cast,
    resolve_free,
    resolve_power,
    usable,
    within,
)
from tallow.games.modified_cairn.monsters.traits import (
    armor_against,
    heals,
    kinds,
    lean,
    past_guard,
    proof,
    withstands_magic,
)
from tallow.games.modified_cairn.record import BOTS, GAME
from tallow.games.modified_cairn.settings import Settings
from tallow.games.modified_cairn.state import (
    DAY,
    HOUR,
    MINUTE,
    Attack,
    Casting,
    Combat,
    Declaration,
    Effect,
    Item,
    State,
    able,
    gain,
    up,
)
from tallow.games.modified_cairn.uses import SPENT
from tallow.games.modified_cairn.world.time import pass_time
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Choice, Roll, Scripted, Simulated, distribution
from tallow.testing import covers
from tests.games.modified_cairn.fighters import fighting, foe, pc, said, thing
from tests.games.playing import done

SWORD = Attack("sword", (8,), items=("sword",))
CLUB = Attack("club", (8,), items=("club",))
BOW = Attack("bow", (6,), ranged=True, items=("bow",))
SILVER = Attack("silver sword", (8,), items=("s",), qualities=("silver",))
MAGIC = Attack("rune blade", (8,), items=("m",), qualities=("magic",))
TORCH = Attack("torch", (6,), items=("t",), qualities=("fire",))
WET = Attack("wet club", (6,), items=("w",), qualities=("wet",))
ATTACKS = (SWORD, CLUB, BOW, SILVER, MAGIC, TORCH, WET)


def of(name, id_="beast"):
    return spawn(lookup(name), id_)


def facing(name, *party, band="engaged", **more):
    """A fight with one monster, whose turn it is."""
    people = party or (pc("ann"), pc("bo"))
    return fighting(*people, foes=(of(name),), band=band, side="foes", **more)


class Steady(Scripted):
    """Every die shows the same face, as far as it can; whoever is asked takes what stands first."""

    def __init__(self, face=2):
        super().__init__()
        self.face = face

    def _answer(self, question):
        if isinstance(question, Roll):
            return (min(self.face, question.sides),) * question.n
        return question.options[0] if isinstance(question, Choice) else "x"


class Plain(Scripted):
    """Dice from a script; nobody buys a Gambit or Fends, and the GM takes what stands first."""

    def _answer(self, question):
        return question.options[0] if isinstance(question, Choice) else super()._answer(question)


def hit(rule, *args, script):
    play = Plain(*script)
    result = rule(play, *args)
    assert not play.left
    return result, play


ALL, MELEE = ATTACKS, tuple(attack for attack in ATTACKS if not attack.ranged)
MUNDANE = (SWORD, CLUB, BOW, TORCH, WET)
LEANS: dict[str, dict[str, tuple[Attack, ...]]] = {
    "Aranea": {"enhanced": (TORCH,)},
    "Banshee": {"impaired": (CLUB, BOW, TORCH, WET), "enhanced": (SWORD, SILVER, MAGIC)},
    "Basilisk": {"impaired": ALL},
    "Black Pudding": {"immune": (SWORD, CLUB, BOW, SILVER, WET)},
    "Blink Dog": {"impaired": MELEE},
    "Bronze Construct": {"immune": (TORCH,)},
    "Crypt Guardian": {"impaired": MUNDANE},
    "Fire Elemental": {"immune": MUNDANE},
    "Fire Giant": {"immune": (TORCH,)},
    "Foxwoman": {"immune": (SWORD, SILVER, MAGIC)},
    "Ghost": {"immune": (*MUNDANE, SILVER)},
    "Giant Phase Spider": {"impaired": MELEE},
    "Golem": {"enhanced": (TORCH,)},
    "Green Slime": {"immune": (SWORD, CLUB, BOW, SILVER, MAGIC, WET)},
    "Hellhound": {"immune": (TORCH,)},
    "Ifrit": {"enhanced": (WET,)},
    "Invisible Stalker": {"impaired": ALL},
    "Iron Construct": {"immune": MUNDANE},
    "Medusa": {"impaired": ALL},
    "Nightmare": {"impaired": MELEE},
    "Red Dragon": {"immune": (TORCH,)},
    "Sea Hag": {"immune": (MAGIC,)},
    "Shadow": {"immune": MUNDANE},
    "Sky Giant": {"impaired": (BOW,)},
    "Sphinx": {"immune": (MAGIC,)},
    "Water Elemental": {"impaired": MUNDANE},
    "Werewolf": {"impaired": MUNDANE, "enhanced": (SILVER,)},
}
"""What each of these attacks is against the monsters that care; plain against all others."""


@pytest.mark.parametrize("monster", monsters().values(), ids=lambda monster: monster.name)
@covers("modified_cairn.enemy.immunity")
def test_each_kind_of_attack_fares_against_each_monster_as_its_entry_says(monster):
    ann, beast = pc("ann"), spawn(monster, "beast")
    expected = LEANS.get(monster.name, {})
    for attack in ATTACKS:
        how = lean(ann, attack, beast)
        for word in ("immune", "impaired", "enhanced"):
            assert getattr(how, word) == (attack in expected.get(word, ())), (attack.name, word)


@covers("modified_cairn.monster.basilisk", "modified_cairn.monster.medusa")
def test_a_mirror_keeps_from_being_looked_at():
    mirror = thing("mirror", "pack")
    assert not lean(pc("ann", mirror), SWORD, of("Medusa")).impaired
    assert not lean(pc("ann", Item("i", "Bronze mirror")), SWORD, of("Medusa")).impaired
    assert lean(pc("ann", Item("i", "Mirror Image", kind="rune")), SWORD, of("Medusa")).impaired
    assert "facing" in kinds(pc("ann"), SWORD, "")


@covers("modified_cairn.monster.halfling")
def test_attacks_on_the_mind_of_a_halfling_are_impaired():
    assert lean(pc("ann"), Attack("curse", (8,), ranged=True, quality="SPI"), of("Halfling")).impaired
    assert not lean(pc("ann"), SWORD, of("Halfling")).impaired


@covers("modified_cairn.enemy.immunity", "modified_cairn.monster.ghost")
def test_dice_that_cannot_harm_are_rolled_do_nothing_and_pay_no_gambits():
    state = fighting(pc("ann", "longsword"), foes=(of("Ghost"),))
    (state, moves), play = hit(strike_all, state, [Strike("ann", SWORD, "beast")], script=[8])
    assert (find(state, "beast").guard, moves) == (8, ())
    assert "trait.no_harm" in play.codes()
    state = fighting(pc("ann", "longsword"), foes=(of("Ghost"),))
    (state, _), _ = hit(strike_all, state, [Strike("ann", MAGIC, "beast")], script=[3])
    assert find(state, "beast").guard == 5


@covers("modified_cairn.convert.modifiers", "modified_cairn.monster.aranea")
def test_fire_is_enhanced_against_an_aranea_with_a_d8():
    state = fighting(pc("ann"), foes=(of("Aranea"),))
    assert thrown_dice(state, Strike("ann", TORCH, "beast")) == (6, 8)
    assert thrown_dice(fighting(pc("ann"), foes=(of("Blink Dog"),)), Strike("ann", SWORD, "beast")) == (4,)


@covers("modified_cairn.monster.iron_construct")
def test_fire_gives_an_iron_construct_its_lost_vigour_back():
    hurt = replace(of("Iron Construct"), vigour=4)
    assert heals(pc("ann"), TORCH, hurt)
    state = fighting(pc("ann"), foes=(hurt,))
    (state, _), _ = hit(strike_all, state, [Strike("ann", TORCH, "beast")], script=[6])
    assert find(state, "beast").vigour == 15


@covers("modified_cairn.monster.black_pudding")
def test_what_cannot_harm_a_black_pudding_splits_it():
    state = fighting(pc("ann"), foes=(of("Black Pudding"),))
    (state, _), _ = hit(strike_all, state, [Strike("ann", SWORD, "beast")], script=[8])
    assert [one.guard for one in state.foes] == [6, 6]
    assert len({one.id for one in state.foes}) == 2
    (state, _), _ = hit(strike_all, state, [Strike("ann", TORCH, "beast")], script=[6])
    assert [one.guard for one in state.foes] == [0, 6]


@pytest.mark.parametrize(
    ("name", "immune", "harmed"),
    [
        ("Dwarf", ("poison", "disease"), ("fire",)),
        ("Elf", ("charm",), ("sleep",)),
        ("Satyr", ("charm",), ("sleep",)),
        ("Gargoyle", ("charm", "sleep"), ("fire",)),
        ("Golem", ("mind", "charm", "sleep"), ("fire",)),
        ("Shadow", ("sleep", "mind", "charm"), ("fire",)),
        ("Skeleton", ("charm", "fear"), ("fire",)),
        ("Frost Giant", ("cold",), ("fire",)),
        ("Storm Giant", ("lightning",), ("fire",)),
        ("Cave Locust", ("poison",), ("fire",)),
        ("Goblin", (), ("charm", "poison", "fire")),
    ],
)
@covers("modified_cairn.enemy.immunity", "modified_cairn.enemy.huge")
def test_some_are_proof_against_kinds_of_effect(name, immune, harmed):
    assert all(proof(of(name), kind) for kind in immune)
    assert not any(proof(of(name), kind) for kind in harmed)


@covers("modified_cairn.enemy.huge")
def test_the_mindless_pass_every_spi_save_without_a_die():
    assert done(save, of("Skeleton"), "SPI")[0]
    assert not done(save, of("Zombie"), "SPI", script=[4])[0]


@covers(
    "modified_cairn.monster.deep_one",
    "modified_cairn.monster.frost_elf",
    "modified_cairn.monster.eye_of_terror",
    "modified_cairn.monster.warp_panther",
    "modified_cairn.monster.sphinx",
)
def test_magic_aimed_at_some_of_them_can_come_to_nothing():
    why = "modified_cairn.magic.what"
    ann = pc("ann", spi=10)
    for name in ("Deep One", "Frost Elf"):
        score = of(name).spirit
        assert done(withstands_magic, ann, of(name), why=why, script=[score])[0]
        assert not done(withstands_magic, ann, of(name), why=why, script=[score + 1])[0]
    for name in ("Eye of Terror", "Warp Panther"):
        assert not done(withstands_magic, ann, of(name), why=why, script=[10])[0]
        assert done(withstands_magic, ann, of(name), why=why, script=[11])[0]
    assert done(withstands_magic, ann, of("Sphinx"), why=why)[0]
    assert done(withstands_magic, ann, of("Elf"), "charm", why=why)[0]
    assert not done(withstands_magic, ann, of("Goblin"), "charm", why=why)[0]


@covers("modified_cairn.monster.giant_crab", "modified_cairn.monster.invisible_stalker")
def test_pincers_go_through_leather_and_unseen_blows_past_guard():
    settings = State().settings
    leather = pc("ann", thing("gambeson", "body"))
    plate = pc("ann", thing("plate_mail", "body"))
    assert (armor_against(of("Giant Crab"), leather, settings), armor_against(of("Giant Crab"), plate, settings)) == (
        0,
        3,
    )
    assert armor_against(of("Ogre"), leather, settings) == 1
    assert past_guard(of("Invisible Stalker"))
    state = facing("Invisible Stalker", pc("ann", guard=4, vig=10))
    (state, _), _ = hit(
        strike_all, state, [Strike("beast", of("Invisible Stalker").attacks[0], "ann")], script=[[2, 3], 7]
    )
    assert (find(state, "ann").guard, find(state, "ann").vigour) == (4, 7)


@covers("modified_cairn.monster.berserker")
def test_the_first_attack_of_a_berserker_is_enhanced_and_blast():
    state = facing("Berserker", pc("ann"))
    strike = Strike("beast", of("Berserker").attacks[0], "ann")
    assert (thrown_dice(state, strike), blasts(state, strike)) == ((8, 8, 8), True)
    (state, _), _ = hit(strike_all, state, [strike], script=[[1, 1, 1]])
    assert (thrown_dice(state, strike), blasts(state, strike)) == ((8, 8), False)


@covers("modified_cairn.monster.hobgoblin")
def test_hobgoblins_are_enhanced_when_two_are_on_one_foe():
    state = fighting(pc("ann"), foes=(of("Hobgoblin", "h1"), of("Hobgoblin", "h2")), side="foes")
    strike = Strike("h1", of("Hobgoblin").attacks[0], "ann")
    assert thrown_dice(state, strike) == (8, 8)
    apart = fighting(
        pc("ann"), foes=(of("Hobgoblin", "h1"), of("Hobgoblin", "h2")), side="foes", bands=(("ann", "h2", "far"),)
    )
    assert thrown_dice(apart, strike) == (8,)


@covers("modified_cairn.enemy.one_attack")
def test_dice_joined_are_one_pool_of_which_the_highest_counts():
    def highest(play):
        return max(play.roll(2, 8, by="x", why="modified_cairn.enemy.one_attack"))

    assert sum(face * chance for face, chance in distribution(highest).items()) == Fraction(93, 16)
    assert of("Gargoyle").attacks[0].dice == (8, 8)
    assert [attack.name for attack in of("Bandit").attacks] == ["short sword", "short bow"]


@covers("modified_cairn.enemy.huge", "modified_cairn.monster.hydra")
def test_a_hydra_bites_as_a_detachment_loses_heads_instead_of_falling_and_never_routs():
    def higher(play):
        return max(play.roll(2, 12, by="x", why="modified_cairn.enemy.huge"))

    assert sum(face * chance for face, chance in distribution(higher).items()) == Fraction(611, 72)
    state = facing("Hydra", pc("ann"))
    bite = Strike("beast", of("Hydra").attacks[0], "ann")
    assert thrown_dice(state, bite) == (12, 12)
    assert thrown_dice(fighting(pc("ann"), foes=(of("Hydra"),)), Strike("ann", SWORD, "beast")) == (4,)
    hydra = replace(of("Hydra"), guard=0)
    state = fighting(pc("ann"), foes=(hydra,))
    (state, _), _ = hit(strike_all, state, [Strike("ann", replace(SWORD, blast=True), "beast")], script=[8, 9])
    assert (find(state, "beast").heads, up(find(state, "beast"))) == (8, True)
    last = replace(hydra, states=("fearless",), heads=1)
    assert not up(fallen(Scripted(), last, Blow("critically_wounded", 0, 2), State().settings, 0))
    assert done(rout, state, "beast", 13)[0] is state


@covers("modified_cairn.monster.troll")
def test_a_troll_fights_on_until_its_vigour_is_gone():
    troll = replace(of("Troll"), guard=0)
    state = fighting(pc("ann"), foes=(troll,))
    (state, _), _ = hit(strike_all, state, [Strike("ann", SWORD, "beast")], script=[8, 20])
    assert (up(find(state, "beast")), find(state, "beast").vigour) == (True, 7)
    assert not up(fallen(Scripted(), replace(troll, vigour=0), Blow("dead"), State().settings, 0))


@covers("modified_cairn.monster.minotaur", "modified_cairn.monster.cobblehounds")
def test_a_charge_needs_a_move_before_it_and_some_never_move():
    axe, charge = of("Minotaur").attacks
    state = facing("Minotaur", pc("ann"), band="engaged")
    assert aim(state, "beast", charge, "ann") is None
    made = aim(facing("Minotaur", pc("ann"), band="nearby"), "beast", charge, "ann")
    assert made is not None
    assert made.move == "before"
    assert aim(state, "beast", axe, "ann") is not None
    far = facing("Cobblehounds", pc("ann"), band="nearby")
    assert aim(far, "beast", of("Cobblehounds").attacks[0], "ann") is None


@covers("modified_cairn.monster.bandit")
def test_a_band_flees_when_its_leader_falls():
    chief = gain(replace(of("Bandit", "chief"), guard=0, vigour=2), "leader")
    state = fighting(pc("ann"), foes=(replace(of("Bandit", "band"), detachment=True), chief))
    (state, _), _ = hit(strike_all, state, [Strike("ann", SWORD, "chief")], script=[8])
    assert "routed" in find(state, "band").states


@covers("modified_cairn.monster.bronze_construct", "modified_cairn.monster.phoenix")
def test_some_burst_when_they_are_wounded_or_die():
    state = fighting(pc("ann", vig=10), foes=(replace(of("Bronze Construct"), guard=0, armor=0),))
    (state, _), _ = hit(strike_all, state, [Strike("ann", replace(SWORD, blast=True), "beast")], script=[4, 5])
    assert find(state, "ann").vigour == 5
    (state, _), _ = hit(strike_all, state, [Strike("ann", replace(SWORD, blast=True), "beast")], script=[4])
    assert find(state, "ann").vigour == 5
    state = fighting(pc("ann", guard=4), foes=(replace(of("Phoenix"), guard=0, vigour=2),))
    (state, _), _ = hit(strike_all, state, [Strike("ann", SWORD, "beast")], script=[4, 3])
    assert find(state, "ann").guard == 1


RECALLED = [monster for monster in monsters().values() if monster.recall]


@pytest.mark.parametrize("monster", RECALLED, ids=lambda monster: monster.name)
@covers("modified_cairn.enemy.open_details")
def test_the_gm_is_reminded_of_what_comes_when_some_of_them_fall_or_are_hurt(monster):
    falls = monster.recall == "falls"
    beast = replace(spawn(monster, "beast"), guard=0, armor=0, vigour=4, detachment=False)
    face = 4 if lean(pc("ann"), MAGIC, beast).impaired else 8 if falls else 3
    dice = [face, *([1] if monster.death_blast or not falls else [])]
    play = Plain(*dice)
    strike_all(play, fighting(pc("ann"), foes=(beast,)), [Strike("ann", MAGIC, "beast")])
    (told,) = [line for line in play.told if line.code == "monster.recall"]
    assert (told.facts, told.seen_by) == ((monster.name, monster.effect), ("referee",))


@covers("modified_cairn.monster.vampire", "modified_cairn.monster.killer_bees")
def test_a_wound_feeds_a_vampire_and_leaves_stings_of_bees():
    state = fighting(pc("ann", guard=0), foes=(replace(of("Vampire"), guard=2),), side="foes")
    (state, _), _ = hit(strike_all, state, [Strike("beast", of("Vampire").attacks[0], "ann")], script=[3, 7])
    assert find(state, "beast").guard == 8
    bees = replace(of("Killer Bees"), detachment=False)
    state = fighting(pc("ann", guard=0), foes=(bees,), side="foes")
    (state, _), _ = hit(strike_all, state, [Strike("beast", bees.attacks[0], "ann")], script=[2, 7])
    state, _ = done(turn_end, state, "party", script=[3])
    assert find(state, "ann").vigour == 5


WOUNDED = [monster for monster in monsters().values() if monster.wound]


def wounded(monster, *things, face=2, **more):
    """Somebody whom a monster has Critically Wounded, after what its entry adds."""
    victim = replace(pc("ann", *things, guard=0, vig=10, **more), vigour=8)
    victim = replace(gain(victim, "wounded", "critically_wounded"), dies_at=8 * HOUR + HOUR)
    state = State(phase="combat", party=(victim,), foes=(spawn(monster, "beast"),), combat=Combat())
    return afflict(Steady(face), state, "ann", "beast", monster.wound, monster.id, lost=2)


@pytest.mark.parametrize("monster", WOUNDED, ids=lambda monster: monster.name)
@covers("modified_cairn.hurt.critical_effects", "modified_cairn.enemy.open_details")
def test_every_critical_wound_does_what_its_entry_says(monster):
    leather = thing("gambeson", "body", "armor")
    after = wounded(monster, leather, thing("longsword"))
    ann = find(after, "ann")
    text = BOOK.entries()[monster.id].data["critical"]
    lost = 8 - ann.vigour
    for step in monster.wound:
        match step.does:
            case "dead":
                assert "dead" in ann.states, text
            case "lose" if step.quality == "VIG":
                assert lost == 2, text
                assert ann.vigour_max == (8 if step.permanent else 10), text
            case "lose":
                assert (ann.clarity if step.quality == "CLA" else ann.spirit) == 8, text
            case "dies" if step.lasts in ("10m", "3m", "3r"):
                assert ann.dies_at == after.clock + {"10m": 600, "3m": 180, "3r": 30}[step.lasts], text
            case "dies":
                (doom,) = [effect for effect in after.effects if effect.does == "doom"]
                assert doom.ends == after.clock + 2 * (HOUR if step.lasts.endswith("h") else DAY), text
            case "deprived":
                assert [source for source, _ in ann.deprived] == [monster.id], text
            case "hold" if not step.resist:
                assert step.state in ann.states, text
                assert not able(ann), text
            case "each":
                assert (after.effects[0].does, after.effects[0].dice) == ("each", step.dice), text
            case "stone":
                assert (after.effects[0].does, after.effects[0].steps) == ("stone", 1), text
            case "armour" if step.state == "metal":
                assert [item.id for item in ann.items] == ["armor", "longsword"], text
            case "armour":
                assert [item.id for item in ann.items] == ["longsword"], text
            case "for_good":
                assert ann.vigour_max == 8, text
            case "feeds":
                assert find(after, "beast").vigour == monster.vig, text
            case "festers":
                assert "festering" in ann.states, text
            case "part":
                assert ann.scars[-1].part == "leg", text
            case "limb":
                assert (ann.scars[-1].part, ann.scars[-1].open, room(ann, "hands")) == ("Arm", True, 1), text


@covers("modified_cairn.monster.gorilla", "modified_cairn.scar.broken_limb", "modified_cairn.scar.deferred")
@pytest.mark.parametrize("limb", ["arm", "leg"])
def test_a_limb_that_a_monster_breaks_hampers_until_it_has_mended(limb):
    gorilla = lookup("Gorilla")
    state = replace(State(), party=(pc("ann", "longsword", "shield", vig=10),))
    state, _ = done(
        afflict, state, "ann", "", (Step("limb"),), gorilla.id, script=[limb, *(["shield"] if limb == "arm" else [])]
    )
    ann = find(state, "ann")
    assert (lame(ann), room(ann, "hands")) == ((False, 1) if limb == "arm" else (True, 2))
    assert [item.place for item in ann.items].count("hands") == room(ann, "hands")
    for healed in (done(recover, ann, 0, Settings())[0], done(mend, ann, "week", Settings())[0]):
        assert (lame(healed), room(healed, "hands"), healed.scars[0].open) == (False, 2, False)
        assert sound(healed).scars[0].of == gorilla.id, "and it goes with them to another table"


@covers("modified_cairn.monster.burrowing_horror", "modified_cairn.monster.giant_mantis")
def test_a_d6_says_what_is_torn_off():
    for name in ("Burrowing Horror", "Giant Mantis"):
        assert "dead" in find(wounded(lookup(name), face=1), "ann").states
        assert [find(wounded(lookup(name), face=f), "ann").scars[0].part for f in (2, 4, 5, 6)] == [
            "leg",
            "leg",
            "arm",
            "arm",
        ]


@covers("modified_cairn.monster.ghost")
def test_a_ghost_possesses_whoever_fails_a_spi_save():
    assert "possessed" in find(wounded(lookup("Ghost"), face=11), "ann").states
    assert "possessed" not in find(wounded(lookup("Ghost"), face=10), "ann").states


@covers("modified_cairn.monster.rust_monster", "modified_cairn.monster.black_pudding", "modified_cairn.monster.owlbear")
def test_armour_is_eaten_rusted_or_torn():
    chain = thing("chain_mail", "body", "armor")
    assert find(wounded(lookup("Rust Monster"), chain), "ann").items == ()
    assert find(wounded(lookup("Owlbear"), chain), "ann").items == ()
    eaten = find(wounded(lookup("Black Pudding"), chain), "ann")
    assert ([item.id for item in eaten.items], eaten.vigour_max) == (["armor"], 8)


@covers("modified_cairn.monster.red_cap", "modified_cairn.monster.draugr", "modified_cairn.monster.lamia")
def test_blood_gives_a_red_cap_its_vigour_back_and_the_draugrs_dead_rise():
    state = fighting(pc("ann", guard=0), foes=(replace(of("Red Cap"), vigour=1),), side="foes")
    (state, _), _ = hit(strike_all, state, [Strike("beast", of("Red Cap").attacks[0], "ann")], script=[[1, 2], 20])
    assert find(state, "beast").vigour == 6
    state = fighting(pc("ann", guard=0), foes=(of("Draugr"),), side="foes")
    (state, _), play = hit(strike_all, state, [Strike("beast", of("Draugr").attacks[0], "ann")], script=[2, 20])
    assert "dead" in find(state, "ann").states
    assert said(play, "affliction.rises") == [("Ann", "thrall")]


@covers("modified_cairn.hurt.critical_effects")
def test_the_effect_is_that_of_whose_die_was_the_highest():
    foes = (of("Viper", "viper"), of("Lion", "lion"))
    state = fighting(pc("ann", guard=0, vig=18), foes=foes, side="foes")
    viper, lion = (Strike(one.id, one.attacks[0], "ann") for one in foes)
    (state, _), _ = hit(strike_all, state, [viper, lion], script=[2, [1, 3], 20, 4])
    assert (find(state, "ann").vigour, state.effects) == (11, ())


@covers("modified_cairn.monster.ghoul", "modified_cairn.monster.viper", "modified_cairn.monster.false_dragon")
def test_what_is_not_cured_kills_in_time_and_what_passes_passes():
    state = replace(wounded(lookup("Viper")), combat=None, phase="free")
    ann = replace(find(state, "ann"), states=("wounded",), dies_at=0)
    state = replace(state, party=(ann,), foes=())
    early, _ = done(pass_time, state, HOUR)
    assert up(find(early, "ann"))
    late, _ = done(pass_time, state, 2 * HOUR)
    assert "dead" in find(late, "ann").states
    cured = release(Scripted(), state, state.effects[0].id)
    assert up(find(done(pass_time, cured, 3 * HOUR)[0], "ann"))
    state = wounded(lookup("False Dragon"))
    over = expire(Scripted(), state, state.effects[0].id)
    assert find(over, "ann").deprived == ()


@covers("modified_cairn.monster.giant_centipede")
def test_a_centipedes_poison_allows_a_vig_save_each_day():
    state = wounded(lookup("Giant Centipede"))
    (effect,) = state.effects
    assert effect.ends == state.clock + DAY
    still = done(expire, state, effect.id, script=[9])[0]
    assert (find(still, "ann").deprived != (), still.effects[0].ends) == (True, state.clock + 2 * DAY)
    assert find(done(expire, state, effect.id, script=[8])[0], "ann").deprived == ()


POWERS = [(monster, power) for monster in monsters().values() for power in monster.powers]


@pytest.mark.parametrize(("monster", "power"), POWERS, ids=lambda one: one.name)
@covers("modified_cairn.enemy.open_details")
def test_every_power_does_what_its_entry_says(monster, power):
    state = facing(monster.name, pc("ann", thing("gambeson", "body", "armor"), "longsword"), pc("bo"))
    beast = find(state, "beast")
    assert power in usable(state, beast)
    target = "" if power.target != "one" else "ann"
    made = Declaration("beast", "power", target=target, detail=power.name)
    after = resolve_power(Steady(18), state, made)
    struck = ["beast"] if power.target == "self" else ["ann", "bo"] if power.target == "all" else ["ann"]
    for who in struck:
        before, now = find(state, who), find(after, who)
        for step in power.does:
            match step.does:
                case "lose" if step.quality == "VIG" and not step.dice.isdigit():
                    assert now.vigour == max(0, 10 - min(18, int(step.dice.rpartition("d")[2])))
                case "lose" if step.quality == "VIG":
                    assert now.vigour == 10 - int(step.dice)
                case "lose":
                    assert now.spirit == 10 - int(step.dice.rpartition("d")[2])
                case "hold":
                    assert step.state in now.states
                case "deprived":
                    assert now.deprived
                case "each" | "stone":
                    assert any(effect.on == (who,) for effect in after.effects)
                case "exposed":
                    assert exposed(now)
                case "armour":
                    assert not any(item.kind == "armour" for item in now.items)
                case "rusts":
                    assert len(now.items) < len(before.items)
                case "push":
                    assert after.combat != state.combat
    spared = resolve_power(Steady(1), state, made)
    if power.save and power.save != "VIG":
        assert all(find(spared, who) == find(state, who) for who in struck)
    spent = find(after, "beast").spent
    assert bool(spent) == bool(power.per)
    if power.per:
        assert power not in usable(after, find(after, "beast"))


@covers("modified_cairn.monster.air_elemental", "modified_cairn.monster.dryad", "modified_cairn.enemy.open_details")
def test_a_power_reaches_as_far_as_its_band():
    near = facing("Dryad", pc("ann"), band="nearby")
    assert within(near, find(near, "beast"), lookup("Dryad").powers[0]) == ("ann",)
    far = facing("Dryad", pc("ann"), band="far")
    assert usable(far, find(far, "beast")) == ()
    song = facing("Harpy", pc("ann"), band="far")
    assert len(usable(song, find(song, "beast"))) == 1
    charge, _ = done(declare_power, facing("Elephant", pc("ann"), band="nearby"), of("Elephant"))
    assert (charge.move, charge.towards, charge.target) == ("before", "ann", "ann")


@covers("modified_cairn.monster.blue_dragon", "modified_cairn.monster.storm_giant")
def test_thunder_is_twice_as_bad_in_metal():
    for name in ("Blue Dragon", "Storm Giant"):
        state = facing(name, pc("ann", thing("plate_mail", "body"), vig=10))
        after = resolve_power(Steady(), state, Declaration("beast", "power", target="ann", detail="Thunderclap"))
        assert find(after, "ann").vigour == 2


@covers("modified_cairn.enemy.save_each_round", "modified_cairn.monster.naga")
def test_a_hold_ends_by_a_save_at_the_end_of_ones_own_turn():
    state = facing("Naga", pc("ann", spi=9))
    state = resolve_power(Scripted(), state, Declaration("beast", "power", target="ann", detail="Gaze"))
    assert not able(find(state, "ann"))
    state, _ = done(turn_end, state, "foes")
    state, _ = done(turn_end, state, "party", script=[10])
    assert not able(find(state, "ann"))
    state, _ = done(turn_end, state, "party", script=[9])
    assert able(find(state, "ann"))
    assert state.effects == ()


@covers("modified_cairn.monster.basilisk", "modified_cairn.monster.cockatrice", "modified_cairn.enemy.save_each_round")
def test_stone_takes_three_rounds_unless_one_looks_away():
    state = facing("Basilisk", pc("ann", cla=9))
    state = resolve_power(Scripted(), state, Declaration("beast", "power", target="ann", detail="Gaze"))
    away, _ = done(turn_end, state, "party", script=[9])
    assert away.effects == ()
    state, _ = done(turn_end, state, "party", script=[10])
    assert able(find(state, "ann"))
    state, _ = done(turn_end, state, "party", script=[10])
    assert "stone" in find(state, "ann").states
    assert exposed(find(state, "ann"))
    state, _ = done(turn_end, state, "party")
    assert "stone" in find(state, "ann").states


@covers("modified_cairn.monster.mind_lasher", "modified_cairn.monster.sea_hag")
def test_a_blast_of_the_mind_costs_one_turn_and_a_gaze_the_guard():
    state = facing("Mind Lasher", pc("ann", spi=10))
    made = Declaration("beast", "power", target="ann", detail="Mind blast")
    state, _ = done(resolve_power, state, made, script=[11, 3])
    assert (find(state, "ann").spirit, able(find(state, "ann"))) == (7, False)
    state, _ = done(turn_end, state, "party")
    assert able(find(state, "ann"))
    state = facing("Sea Hag", pc("ann", spi=10))
    state = resolve_power(Scripted(), state, Declaration("beast", "power", target="ann", detail="Gaze"))
    assert exposed(find(state, "ann"))
    state, _ = done(turn_end, state, "party", script=[10])
    assert not exposed(find(state, "ann"))


@covers("modified_cairn.enemy.save_each_round")
def test_with_the_fight_what_is_rolled_each_round_is_rolled_out_and_powers_return():
    state = facing("Harpy", pc("ann", spi=9))
    state, _ = done(resolve_power, state, Declaration("beast", "power", detail="Song"), script=[20])
    state, _ = done(fight_over, state, script=[12, 9])
    assert (state.effects, able(find(state, "ann"))) == ((), True)
    state = facing("Banshee", pc("ann"))
    state, _ = done(resolve_power, state, Declaration("beast", "power", detail="Wail"), script=[1])
    assert usable(state, find(state, "beast")) == ()
    state, _ = done(fight_over, state)
    assert len(usable(state, find(state, "beast"))) == 1


@covers("modified_cairn.enemy.save_each_round")
def test_an_effect_upon_somebody_who_has_left_just_ends():
    gone = Effect("e1", lookup("Naga").id, "beast", ("nobody",), save="SPI", does="hold", state="held")
    state = replace(State(party=(pc("ann"),)), effects=(gone,))
    assert done(fight_over, state)[0].effects == ()
    for effect in (replace(gone, ends=1), replace(gone, does="doom", ends=1)):
        assert done(expire, replace(state, effects=(effect,)), "e1")[0].effects == ()


@covers("modified_cairn.enemy.open_details")
def test_the_gm_ends_what_goes_on():
    state = facing("White Dragon", pc("ann"))
    state, _ = done(resolve_power, state, Declaration("beast", "power", detail="Frost breath"), script=[20])
    assert not able(find(state, "ann"))
    effect = state.effects[0]
    ended = GAME.perform(Scripted(), state, Action("end_effect"))
    assert able(find(ended, "ann"))
    assert ended == release(Scripted(), state, effect.id)


@covers("modified_cairn.hurt.unpreventable")
def test_what_nothing_fends_off_goes_past_guard_and_armour():
    state = State(party=(pc("ann", thing("chain_mail", "body"), guard=5, vig=9),))
    after = suffer(Scripted(), state, "ann", "VIG", 4, "modified_cairn.action.ref_harm")
    assert (find(after, "ann").vigour, find(after, "ann").guard) == (5, 5)


@covers("modified_cairn.monster.killer_bees", "modified_cairn.monster.green_slime", "modified_cairn.enemy.open_details")
def test_an_action_pulls_stings_and_may_end_what_eats_at_an_ally():
    def slimed(name):
        state = fighting(pc("ann"), pc("bo"), foes=(of(name),))
        effect = Effect("e1", lookup(name).id, "beast", ("ann",), does="each", dice="d6")
        return replace(state, effects=(effect,))

    state = slimed("Killer Bees")
    made, _ = done(declare_free, state, find(state, "ann"))
    assert done(resolve_free, state, made)[0].effects == ()
    state = slimed("Green Slime")
    made, _ = done(declare_free, state, find(state, "bo"))
    assert done(resolve_free, state, made, script=["no"])[0] == state
    assert done(resolve_free, state, made, script=["yes"])[0].effects == ()
    apart = fighting(pc("ann"), pc("bo"), foes=(of("Green Slime"),), bands=(("bo", "beast", "nearby"),))
    assert bonds(replace(apart, effects=state.effects), find(apart, "bo")) == ()


@covers("modified_cairn.monster.sphinx", "modified_cairn.monster.deep_one", "modified_cairn.enemy.immunity")
def test_a_casting_takes_no_hold_of_those_who_withstand_magic():
    made = Casting(item="x", kind="quality_loss", targets=("beast",), quality="SPI", sides=4)
    state = fighting(pc("ann"), foes=(of("Sphinx"),))
    assert done(taking_hold, state, "ann", made)[0].targets == ()
    state = fighting(pc("ann"), foes=(of("Deep One"),))
    assert done(taking_hold, state, "ann", made, script=[13])[0] == made
    assert done(taking_hold, state, "ann", made, script=[12])[0].targets == ()


@covers("modified_cairn.monster.air_elemental", "modified_cairn.monster.boggart", "modified_cairn.monster.will_o_wisp")
def test_some_have_no_attack_at_all():
    for name in ("Air Elemental", "Boggart", "Will-o-Wisp", "Pixie", "Homunculus"):
        assert ways(of(name)) == ()
    assert len(ways(foe(attacks=()))) == 1


CASTERS = [monster for monster in monsters().values() if monster.runeskelfs or monster.picks]


@pytest.mark.parametrize("monster", CASTERS, ids=lambda monster: monster.name)
@covers("modified_cairn.enemy.casting")
def test_every_caster_can_channel_what_it_holds(monster):
    beast = spawn(monster, "beast")
    assert castable(beast) == (monster.runeskelfs or castable(beast))
    assert castable(replace(beast, strain=("pack",) * 3)) == ()
    if monster.picks:
        some = castable(beast)[: monster.picks]
        picked = replace(beast, spent=tuple(SPENT.mark("rune", rune) for rune in some))
        assert castable(picked) == some


@covers("modified_cairn.enemy.casting", "modified_cairn.monster.rune_witch")
def test_an_opponent_channels_with_the_base_die_and_a_spi_save_against_it():
    state = facing("Rune Witch", pc("ann", spi=9))
    sleep = "modified_cairn.runeskelf.sleep"
    made, _ = done(declare_cast, state, find(state, "beast"), script=[sleep, "ann"])
    held, _ = done(resolve_cast, state, made, script=[10, 3])
    assert ("asleep" in find(held, "ann").states, len(find(held, "beast").strain)) == (True, 1)
    saved, _ = done(resolve_cast, state, made, script=[9, 4])
    assert (able(find(saved, "ann")), len(find(saved, "beast").strain)) == (True, 0)


@covers("modified_cairn.enemy.casting")
def test_three_of_five_castings_strain_half_the_time():
    def strained(play):
        return sum(face <= 3 for face in play.roll(5, 6, by="x", why="modified_cairn.enemy.casting")) >= 3

    assert distribution(strained)[True] == Fraction(1, 2)


@pytest.mark.parametrize("monster", monsters().values(), ids=lambda monster: monster.name)
@covers("modified_cairn.monster.*")
def test_every_monster_fights_a_whole_fight(monster):
    """Its attacks, traits, powers and wounds are each tested above; here it does all of it as the bots would."""
    play = Simulated(Random(monster.id), BOTS.answer)
    party = "14 VIG, 12 CLA, 12 SPI, 6 GD, 1 Armor, longsword (d8), bow (d6) x3"
    state = BOTS.fight(party, f"{monster.name} x2", None)
    for _ in range(400):
        if BOTS.over(state) is not None:
            break
        state = GAME.perform(play, state, BOTS.action(state, GAME.waiting(state)[0]))
    assert BOTS.over(state) is not None


def test_steps_that_are_named_are_all_known():
    used = {step.does for monster in monsters().values() for step in monster.wound}
    used |= {step.does for monster in monsters().values() for power in monster.powers for step in power.does}
    assert used <= set(Step.__annotations__["does"].__args__)
    assert MINUTE == 60


def test_foes_of_plain_numbers_have_no_traits():
    assert not lean(pc("ann"), SWORD, foe()).immune
    assert castable(foe()) == ()


@covers("modified_cairn.hurt.critical_effects")
def test_of_equal_dice_the_gm_says_whose_wound_it_is():
    def clawed(name, id_):
        return replace(spawn(lookup(name), id_), attacks=(Attack("claw", (8,)),))

    yan = pc("yan", vig=12, guard=0, states=("fatigued",))
    state = fighting(yan, foes=[clawed("Boar", "boar"), clawed("Lion", "lion")], side="foes")
    blows = [6, 6, "done", "done", 20]
    after, play = done(all_attack, state, "foes", script=[*blows, "boar"])
    asked = next(one for one in play.asked if getattr(one, "what", "") == "whose_wound")
    assert (asked.by, asked.options) == (REFEREE, ("boar", "lion"))
    assert find(after, "yan").dies_at == state.clock + 10 * MINUTE, "the boar's"
    after, _ = done(all_attack, state, "foes", script=[*blows, "lion", 2])
    assert find(after, "yan").vigour == 12 - 6 - 2, "the lion's"
    alike = fighting(yan, foes=[clawed("Boar", "b1"), clawed("Boar", "b2")], side="foes")
    done(all_attack, alike, "foes", script=blows)
