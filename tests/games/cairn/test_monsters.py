"""Every creature of the bestiary does what its entry says: numbers, kinds of harm, critical effects, whole fights."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tallow.games.cairn.bots.skirmish import fight as face_to_face
from tallow.games.cairn.combat.attacks import attacks, throw
from tallow.games.cairn.combat.moving import DOUSE, FREE
from tallow.games.cairn.combat.rounds import resolve
from tallow.games.cairn.combat.strikes import strike
from tallow.games.cairn.entries import scars
from tallow.games.cairn.folk import monsters
from tallow.games.cairn.gear.inventory import armor, hands
from tallow.games.cairn.gear.things import from_ref, scroll
from tallow.games.cairn.harm.scars import lame
from tallow.games.cairn.monsters.afflictions import UNITS, each_round, relieved_by
from tallow.games.cairn.monsters.bestiary import spawn
from tallow.games.cairn.monsters.criticals import critical_effect
from tallow.games.cairn.monsters.kinds import armor_against, immune, shrugs_off, withstands
from tallow.games.cairn.record import BOTS, GAME
from tallow.games.cairn.settings import Settings
from tallow.games.cairn.state import HOUR, MINUTE, Ability, Attack, Item, State, alive, score, score_max
from tallow.games.cairn.world.time import pass_time
from tallow.mechanics.conditions import has
from tallow.mechanics.statline import dice
from tallow.play import Simulated
from tallow.testing import covers
from tests.games.cairn.fighters import Answers, declaring, fight, foe, hit, monster, one, somebody, why_not
from tests.games.playing import done

ALL = list(monsters().values())
PARTY = "5 HP, 1 Armor, 12 STR, 12 DEX, 10 WIL, sword (d8) x4"
CHAIN = Item("chain", "Chainmail", armor=2, place="worn", qualities=("metal",))
LEATHER = Item("leather", "Leather jerkin", armor=1, bonus=True, place="worn")
TENT = Item("tent", "Tent")
MIRROR = from_ref("cairn.item.mirror", "m")
SWORD = Item("sword", "Sword", damage="d8", place="hands", qualities=("metal weapons",))


def by_id(entry):
    return entry.id.rpartition(".")[2]


@covers("cairn.monster.*", "cairn.monster.attacks", "cairn.detachment.one")
@pytest.mark.parametrize("entry", ALL, ids=by_id)
def test_numbers_and_attacks_are_those_of_the_entry(entry):
    made = spawn(entry, "x")
    numbers = (made.hp, made.hp_max, made.strength, made.dexterity, made.willpower, made.armor, made.heads)
    assert numbers == (entry.hp, entry.hp, entry.strength, entry.dexterity, entry.willpower, entry.armor, entry.heads)
    assert made.detachment == entry.detachment
    assert armor(made) <= 3
    for attack, said in zip(made.attacks, entry.attacks, strict=True):
        assert attack.name == said.name
        assert attack.dice == dice(said.damage)
        assert (attack.blast, attack.ignores_armor, attack.ranged) == (said.blast, said.ignores_armor, said.ranged)
    assert attacks(made)
    assert has(made, "fearless") == (entry.morale == "fearless")
    assert has(made, "fights_on") == entry.fights_on
    assert has(made, "immobile") == entry.immobile


@covers("cairn.monster.*")
@pytest.mark.parametrize("entry", [entry for entry in ALL if not entry.copies_host], ids=by_id)
def test_a_standard_party_fights_it_to_the_end(entry):
    """With bots and with answers drawn at random; whatever happens, numbers stay within their bounds."""
    for seed in range(2):
        random = Random(f"{entry.id} {seed}")
        decide = BOTS.answer if seed == 0 else at_random(random)
        play = Simulated(random, decide)
        state = face_to_face(PARTY, entry.name, Settings())
        for _ in range(500):
            if BOTS.over(state) is not None:
                break
            before = state
            state = GAME.perform(play, state, BOTS.action(state, ""))
            check(before, state)
        assert BOTS.over(state) is not None
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def at_random(random):
    return lambda choice: random.choice(list(choice.options))


def check(before, after):
    dead = {creature.id for creature in (*before.party, *before.foes) if not alive(creature)}
    for creature in (*after.party, *after.foes):
        assert 0 <= creature.hp <= creature.hp_max, creature
        assert creature.strength >= 0
        assert 0 <= armor(creature) <= 3
        for ability in ("STR", "DEX", "WIL"):
            assert 0 <= score(creature, ability) <= score_max(creature, ability)
        if creature.id in dead:
            assert not alive(creature)


def test_two_hundred_random_fights_keep_their_bounds():
    """Several of several kinds at once, on both sides, everything decided at random."""
    names = [entry.name for entry in ALL if not entry.copies_host]
    for seed in range(200):
        random = Random(seed)
        play = Simulated(random, at_random(random))
        foes = "; ".join(f"{random.choice(names)} x{random.randint(1, 4)}" for _ in range(2))
        heroes = PARTY if seed % 2 else f"{PARTY}; {random.choice(names)}"
        state = face_to_face(heroes, foes, Settings(npc_critical=random.choice(("dead", "dying", "ask"))))
        for _ in range(300):
            if BOTS.over(state) is not None:
                break
            before = state
            action = BOTS.action(state, "")
            if state.fight and action.name == "all_attack":
                action = replace(action, name=random.choice(("turn", "all_attack")))
            state = GAME.perform(play, state, action)
            check(before, state)
        else:
            pytest.fail(f"{seed}: {foes} did not end")
        assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def victim():
    return somebody("a", 0, 18, 12, 18, hp_max=5, items=(CHAIN, LEATHER, TENT, SWORD))


def struck_down(entry, *, answers=None, settings=None, target=None):
    """Somebody has just failed the critical damage save against this monster, with 4 STR lost."""
    target = target or victim()
    down = replace(target, strength=target.strength - 4, conditions=("critical",), dies_at=HOUR * 9)
    attacker = spawn(entry, "foe1")
    state = fight([down, somebody("b")], [replace(attacker, at=0)], "foes", settings=settings)
    play = Answers(d20=20, **(answers or {}))
    return critical_effect(play, state, "foe1", entry, "a", 4), play


@covers("cairn.monster.*", "cairn.critical.effects", "cairn.monster.critical_dice", "cairn.monster.bleeding")
@pytest.mark.parametrize("entry", [entry for entry in ALL if entry.critical != "none"], ids=by_id)
def test_the_critical_effect_of_an_entry_happens(entry):
    state, play = struck_down(entry, answers={"d6": 3, "d4": 2, "d8": 5, "d12": 7, "d28": 9})
    hurt, after = one(state, "a"), entry.aftermath
    assert "critical.effect" in play.codes()
    faces = {"d6": 3, "1d6": 3, "d4": 2, "1d4": 2, "d8": 5, "d12": 7, "1d12": 7, "1d28": 9}
    lost = entry.critical_dice
    if lost and not entry.critical_each_round:
        before = 14 if lost.ability == "STR" else 12 if lost.ability == "DEX" else 18
        assert score(hurt, lost.ability) == before - faces[lost.dice]
        top = {"STR": 18, "DEX": 12, "WIL": 18}[lost.ability]
        assert score_max(hurt, lost.ability) == top - (faces[lost.dice] if lost.permanent else 0)
    if after is None:
        return
    assert alive(hurt) != after.kills
    if after.bleeds:
        assert hurt.dies_at == state.clock + 10 * MINUTE
    if after.judged:
        assert any(question.what == "aftermath" for question in play.asked if hasattr(question, "what"))
    if after.for_good:
        assert (hurt.strength, hurt.strength_max) == (14, 14)
    if after.deprived:
        assert entry.id in [cause.name for cause in hurt.deprived]
    if after.condition:
        assert has(hurt, after.condition)
    if after.lasts or after.condition or after.deprived:
        effect = next(e for e in state.effects if e.of == entry.id)
        number, _, unit = after.lasts.partition(" ")
        assert effect.ends == (
            state.clock + faces.get(number, int(number) if number.isdigit() else 0) * UNITS[unit] if after.lasts else 0
        )
        assert effect.then == after.then


@covers("cairn.critical.effects")
@pytest.mark.parametrize(
    "entry", [entry for entry in ALL if entry.aftermath and entry.aftermath.then not in {"", "again"}], ids=by_id
)
def test_what_an_effect_comes_to_when_nothing_ends_it(entry):
    state, _ = struck_down(entry)
    state = replace(
        state,
        fight=None,
        foes=(),
        party=(replace(one(state, "a"), dies_at=0, conditions=one(state, "a").conditions[1:]),),
    )
    after = pass_time(Answers(d20=1), state, 30 * 24 * HOUR)
    then = entry.aftermath.then
    assert has(one(after, "a"), "dead" if then in {"dead", "ghoul", "zombie"} else then)
    assert not after.effects
    word = next((word for word in entry.aftermath.until if word in {"healer", "pulled"}), None)
    if word:
        cured = relieved_by(Answers(), state, word, "a")
        assert not cured.effects
        later = pass_time(Answers(d20=1), cured, 30 * 24 * HOUR)
        assert not has(one(later, "a"), then)
        assert not [cause for cause in one(later, "a").deprived if cause.name == entry.id]


@covers(
    "cairn.monster.burrowing_horror", "cairn.monster.giant_mantis", "cairn.table.lost_part", "cairn.monster.gorilla"
)
@pytest.mark.parametrize(
    ("die", "dead", "free", "bad_leg"), [(1, True, 2, False), (2, False, 2, True), (5, False, 1, False)]
)
def test_lost_and_broken_parts(die, dead, free, bad_leg):
    state, _ = struck_down(monsters()["cairn.monster.giant_mantis"], answers={"d6": die})
    hurt = one(state, "a")
    assert (not alive(hurt), hands(hurt), lame(hurt)) == (dead, free, bad_leg)
    gorilla = monsters()["cairn.monster.gorilla"]
    assert lame(one(struck_down(gorilla, answers={"limb": "Leg"})[0], "a"))
    assert hands(one(struck_down(gorilla, answers={"limb": "Arm"})[0], "a")) == 1
    assert len(scars()) == 12


@covers(
    "cairn.monster.owlbear", "cairn.monster.rust_monster", "cairn.monster.black_pudding", "cairn.monster.fire_elemental"
)
def test_armour_and_gear_are_spoilt():
    def items(name, **more):
        state, _ = struck_down(monsters()[f"cairn.monster.{name}"], **more)
        return {item.id for item in one(state, "a").items}

    assert items("owlbear", answers={"which_armour": "leather"}) == {"chain", "tent", "sword"}
    assert items("rust_monster") == {"leather", "tent", "sword"}
    assert items("black_pudding") == {"chain", "tent", "sword"}
    assert items("fire_elemental") == {"chain", "sword"}
    bare, _ = struck_down(monsters()["cairn.monster.black_pudding"], target=somebody("a", 0, 18))
    assert one(bare, "a").strength_max == 14
    thick = replace(victim(), items=(replace(LEATHER, armor=2),))
    state, _ = struck_down(monsters()["cairn.monster.black_pudding"], target=thick)
    assert armor(one(state, "a")) == 1


@covers("cairn.monster.ghost", "cairn.critical.effects")
def test_a_save_may_avert_the_effect():
    ghost = monsters()["cairn.monster.ghost"]
    state, _ = struck_down(ghost)
    assert has(one(state, "a"), "possessed")
    down = replace(victim(), conditions=("critical",))
    state = critical_effect(Answers(d20=1), fight([down], [spawn(ghost, "foe1")]), "foe1", ghost, "a", 4)
    assert not has(one(state, "a"), "possessed")


@covers("cairn.monster.vampire", "cairn.monster.shadow", "cairn.monster.draugr")
def test_those_it_kills_rise():
    weak = replace(victim(), willpower=3)
    for name, target, became in (
        ("vampire", weak, "critical.rises_thrall"),
        ("shadow", replace(victim(), strength=6), "critical.rises_shadow"),
        ("draugr", victim(), "critical.rises_thrall"),
    ):
        entry = monsters()[f"cairn.monster.{name}"]
        later, play = struck_down(entry, target=target, answers={"d12": 9, "d4": 4})
        assert not alive(one(later, "a"))
        assert became in play.codes()
        assert len(later.foes) == 1
        now, _ = struck_down(entry, target=target, answers={"d12": 9, "d4": 4, "rises": "now"})
        assert len(now.foes) == 2
        assert alive(now.foes[1])
        assert now.fight.foes_at_start == 2


@covers("cairn.monster.red_cap", "cairn.monster.vampire")
def test_blood_gives_back():
    cap = monster("Red Cap", strength=2)
    state = declaring(fight([somebody("a", 0, 9)], [cap], "foes"), ("foe1", "a"))
    state, _ = done(resolve, state, script=[[1, 5], 20])
    assert one(state, "foe1").strength == 6
    vampire = monster("Vampire", hp=3)
    state, _ = done(resolve, declaring(fight([somebody("a", 12)], [vampire], "foes"), ("foe1", "a")), script=[5])
    assert one(state, "foe1").hp == 9
    armoured = fight([somebody("a", 12, armor=3)], [vampire], "foes")
    state, _ = done(resolve, declaring(armoured, ("foe1", "a")), script=[3])
    assert one(state, "foe1").hp == 3
    stone = fight([monster("Golem", "a", kind="pc")], [vampire], "foes")
    state, _ = done(resolve, declaring(stone, ("foe1", "a")), script=[9])
    assert one(state, "foe1").hp == 3


@covers("cairn.monster.gelatinous_ooze", "cairn.monster.killer_bees", "cairn.critical.effects")
def test_what_goes_on_each_round_until_somebody_helps():
    ooze = monsters()["cairn.monster.gelatinous_ooze"]
    state, _ = struck_down(ooze)
    state, _ = done(each_round, state, script=[4])
    assert one(state, "a").strength == 10
    declared, _ = done(FREE.declare, state, one(state, "b"))
    kept, _ = done(FREE.resolve, state, declared, script=[11])
    assert has(one(kept, "a"), "engulfed")
    freed, _ = done(FREE.resolve, state, declared, script=[10])
    assert not has(one(freed, "a"), "engulfed")
    assert why_not(FREE.refuse(freed, one(freed, "b"))) == "nobody_held"
    bees = monster("Killer Bees")
    state, _ = done(resolve, declaring(fight([somebody("a", 0)], [bees], "foes"), ("foe1", "a")), script=[2, 1, 1, 3])
    assert has(one(state, "a"), "stung")
    assert one(state, "a").strength == 7


def weapon(*qualities, ranged=False, item="i"):
    return Attack("blade", (8,), ranged=ranged, items=(item,) if item else (), qualities=qualities)


@covers("cairn.monster.kinds")
@pytest.mark.parametrize(
    "entry", [e for e in ALL if e.hard or e.weak or e.immune or e.harmed_by or e.heals_by], ids=by_id
)
def test_each_kind_that_an_entry_names(entry):
    target = replace(spawn(entry, "foe1"), at=0, detachment=False)
    hero = somebody("a")
    state = fight([hero], [target])
    plain = {
        "melee": weapon(),
        "missile": weapon(ranged=True),
        "mundane": weapon(),
        "all": weapon(),
        "facing": weapon(),
        "metal weapons": weapon("metal weapons"),
    }
    for kind in entry.harmed_by:
        assert not immune(hero, weapon(kind), target)
    for kind in entry.immune:
        if kind in {
            "charm",
            "sleep",
            "mind",
            "poison",
            "disease",
            "spellbooks",
            "elements",
            "cold",
            "lightning",
            "magic",
            "fire",
        }:
            assert shrugs_off(target, (kind,))
        attack = plain.get(kind, weapon(kind))
        assert immune(hero, attack, target)
    for kind in entry.hard:
        assert throw(state, hero, plain.get(kind, weapon(kind)), target, 0) == (4,)
    for kind in entry.weak:
        assert throw(state, hero, weapon(kind), target, 0) == (12,)
    for kind in entry.heals_by:
        hurt = replace(target, strength=1)
        after, _ = done(strike, state, hurt, [(hero, weapon(kind))], script=[5])
        assert (after.target.strength, after.by) == (6, None)


@covers("cairn.monster.kinds", "cairn.monster.werewolf")
def test_silver_counts_only_where_it_is_named():
    hero = somebody("a")
    wolf, shade = monster("Werewolf"), monster("Shadow")
    state = fight([hero], [wolf])
    assert throw(state, hero, weapon("silver"), wolf, 0) == (12,)
    assert throw(state, hero, weapon(), wolf, 0) == (4,)
    assert immune(hero, weapon("silver"), shade)
    assert not immune(hero, weapon("magic"), shade)


@covers("cairn.monster.kinds")
@pytest.mark.parametrize("entry", [entry for entry in ALL if entry.resists], ids=by_id)
def test_resistance_passes_the_first_save_and_gives_one_where_there_is_none(entry):
    target, kinds, why = spawn(entry, "x"), entry.resists, entry.id
    assert done(withstands, target, "WIL", kinds, why)[0]
    assert not done(withstands, target, None, kinds, why, script=[20])[0]
    assert done(withstands, target, None, kinds, why, script=[1])[0]
    assert not done(withstands, target, None, ("other",), why)[0]


@covers("cairn.monster.basilisk", "cairn.monster.medusa")
def test_a_mirror_spares_one_the_eye():
    bold, sly = somebody("a", items=(scroll("cairn.spell.mirrorwalk", "s"),)), somebody("b", items=(MIRROR,))
    state = fight([bold, sly], [monster("Medusa"), foe("foe2")])
    for hero, sides in ((bold, (4,)), (sly, (8,))):
        assert throw(state, hero, weapon(), state.foes[0], 0) == sides
    state, _ = done(resolve, declaring(state, ("a", "foe1"), ("b", "foe1")), script=[1, 1])
    assert state.fight.facing == (("a", "foe1"),)


@covers("cairn.monster.giant_crab", "cairn.monster.unicorn", "cairn.armor.subtract")
def test_armour_that_does_not_help():
    crab, unicorn = monster("Giant Crab"), monster("Unicorn")
    knight = somebody("a", items=(CHAIN, LEATHER), armor=0)
    assert armor_against(crab, crab.attacks[0], knight) == 2
    assert armor_against(unicorn, unicorn.attacks[0], knight) == 0
    assert armor_against(foe(), hit(), knight) == 3


@covers("cairn.monster.invisible_stalker", "cairn.monster.hobgoblin", "cairn.monster.kinds")
def test_straight_to_str_and_enhanced_in_a_pack():
    stalker = monster("Invisible Stalker")
    state = declaring(fight([somebody("a", 5, 10, armor=1)], [stalker], "foes"), ("foe1", "a"))
    state, _ = done(resolve, state, script=[[2, 4], 7])
    assert (one(state, "a").hp, one(state, "a").strength) == (5, 7)
    pack = [monster("Hobgoblin"), monster("Hobgoblin", "foe2")]
    state = fight([somebody("a", 20), somebody("b", 20)], pack, "foes")
    _, play = done(resolve, declaring(state, ("foe1", "a"), ("foe2", "a")), script=[5, 6])
    assert [question.sides for question in play.asked] == [12, 12]
    _, play = done(resolve, declaring(state, ("foe1", "a"), ("foe2", "b")), script=[5, 6])
    assert [question.sides for question in play.asked] == [8, 8]


@covers("cairn.monster.black_pudding")
def test_a_pudding_splits():
    state = declaring(fight([somebody("a")], [monster("Black Pudding")]), ("a", "foe1"))
    state, _ = done(resolve, state)
    assert [(foe_.hp, foe_.strength) for foe_ in state.foes] == [(6, 6), (6, 5)]
    assert state.fight.foes_at_start == 2
    torch = somebody("a", 4, 10, 10, 10, hit("d4", "torch", qualities=("fire",)))
    state, _ = done(resolve, declaring(fight([torch], [monster("Black Pudding")]), ("a", "foe1")), script=[3])
    assert [foe_.hp for foe_ in state.foes] == [9]


@covers("cairn.monster.phoenix")
def test_a_phoenix_bursts_as_it_dies():
    bird = monster("Phoenix", hp=0, strength=2)
    state = declaring(fight([somebody("a"), somebody("b", 9)], [bird]), ("a", "foe1"), ("b", "foe1"))
    state, _ = done(resolve, state, script=[5, 6, "roll", 8, 3, 7])
    assert [one(state, id_).hp for id_ in "ab"] == [1, 2]


@covers("cairn.monster.bronze_construct")
def test_a_punctured_construct_spurts():
    giant = monster("Bronze Construct", hp=0, detachment=False, armor=0)
    state = declaring(fight([somebody("a"), somebody("b", at=90)], [giant]), ("a", "foe1"))
    state, _ = done(resolve, state, script=[4, 1, 5])
    assert [one(state, id_).strength for id_ in "ab"] == [5, 10]


@covers("cairn.monster.ally_homunculus", "cairn.monster.ally_blood_servant", "cairn.monster.ally_living_nightmare")
def test_those_bound_to_a_host():
    host = somebody("h", 4, 11, 9, 13)
    nightmare = spawn(monsters()["cairn.monster.ally_living_nightmare"], "n", host=host)
    assert (nightmare.hp, nightmare.strength, nightmare.dexterity, nightmare.willpower) == (4, 11, 9, 13)
    cases: tuple[tuple[str, Ability, int, int | None], ...] = (
        ("ally_homunculus", "STR", 3, None),
        ("ally_blood_servant", "STR", 2, 2),
        ("ally_living_nightmare", "WIL", 2, 2),
    )
    for name, ability, loss, die in cases:
        pet = replace(spawn(monsters()[f"cairn.monster.{name}"], "n", host=host), hp=0, strength=4, armor=0, at=0)
        script = [3, 1] if die is None else [6, die]
        state = declaring(fight([host, pet], [foe()], "foes"), ("foe1", "n"))
        state, _ = done(resolve, state, script=script)
        assert score(one(state, "h"), ability) == score(host, ability) - loss
        assert (score_max(one(state, "h"), ability) < score_max(host, ability)) == (name == "ally_blood_servant")


@covers("cairn.monster.fire_elemental")
def test_water_on_fire():
    state = fight([somebody("a")], [monster("Fire Elemental")])
    made, _ = done(DOUSE.declare, state, one(state, "a"))
    assert one(done(DOUSE.resolve, state, made, script=["yes", 5])[0], "foe1").strength == 3
    assert done(DOUSE.resolve, state, made, script=["no"])[0] == state
    assert why_not(DOUSE.refuse(fight([somebody("a")], [foe()]), somebody("a"))) == "nothing_to_douse"
