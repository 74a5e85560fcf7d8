"""Parties that have been through much: rich, laden, learned, marked, so that rare things are near at hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from tallow.games.black_hack import entries as black_hack_entries
from tallow.games.black_hack import state as black_hack
from tallow.games.black_hack.gear import things as black_hack_things
from tallow.games.cairn import entries as cairn_entries
from tallow.games.cairn import folk as cairn_folk
from tallow.games.cairn import state as cairn
from tallow.games.cairn.characters import boons
from tallow.games.cairn.gear import things as cairn_things
from tallow.games.cairn.gear.weapon_care import WHETSTONE
from tallow.games.dead_weight import state as dead_weight
from tallow.games.dead_weight.combat.freeing import VERMIN
from tallow.games.dead_weight.entries import characters as dead_weight_characters
from tallow.games.dead_weight.entries import gear as dead_weight_gear
from tallow.games.dead_weight.entries import magic as dead_weight_magic
from tallow.games.dead_weight.entries import monsters as dead_weight_monsters
from tallow.games.dead_weight.gear.inventory import thing
from tallow.games.dead_weight.harm.afflictions import AFFLICTIONS
from tallow.games.modified_cairn import folk as modified_cairn_folk
from tallow.games.modified_cairn import goods
from tallow.games.modified_cairn import state as modified_cairn
from tallow.games.modified_cairn.gear import things as modified_cairn_things
from tallow.games.modified_cairn.gear.items import STREWN
from tallow.games.vanilla import entries as vanilla_entries
from tallow.games.vanilla import state as vanilla
from tallow.games.vanilla.gear import inventory as vanilla_things

T = TypeVar("T")

MONSTERS: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "cairn": cairn_folk.monsters,
    "modified_cairn": modified_cairn_folk.monsters,
    "black_hack": black_hack_entries.monsters,
    "dead_weight": dead_weight_monsters.monsters,
    "vanilla": vanilla_entries.monsters,
}
"""The bestiary of each game."""


def some(random: Random, listed: Sequence[T] | Mapping[T, Any], most: int) -> list[T]:
    """Up to so many of them."""
    return random.sample(list(listed), min(most, len(listed)))


def _packed(random: Random, one: Any, made: Callable[..., Any], *lists: Mapping[Any, Any]) -> tuple[Any, ...]:
    """Somebody's things, and a few more of these lists."""
    refs = [ref for listed in lists for ref in some(random, listed, 2)]
    return (*one.items, *[made(ref, f"old_{one.id}_{at}") for at, ref in enumerate(refs)])


def _with_some_dead(random: Random, party: Iterable[Any], dies: Callable[[Any], Any]) -> tuple[Any, ...]:
    """Now and then somebody is dead."""
    return tuple([dies(one) if random.random() < 0.12 else one for one in party])


def _cairn(random: Random, state: Any) -> Any:
    known = [value for value in vars(boons).values() if isinstance(value, str) and value.startswith("cairn.table.")]

    def veteran(one: Any) -> Any:
        lists = (cairn_entries.things(), cairn_entries.relics(), cairn_entries.weapons(), cairn_entries.armours())
        spells = some(random, cairn_entries.spells(), 2)
        books = [cairn_things.spellbook(ref, f"book_{one.id}_{at}") for at, ref in enumerate(spells)]
        stone = replace(cairn_things.from_ref(random.choice(list(cairn_entries.things())), "stone"), name=WHETSTONE)
        items = (*_packed(random, one, cairn_things.from_ref, *lists), *books, replace(stone, id=f"stone_{one.id}"))
        scars = [cairn.Scar(scar.id, "", True) for scar in random.sample(list(cairn_entries.scars().values()), 2)]
        return replace(
            one,
            gp=300,
            hp=min(one.hp_max, 10),
            items=tuple([replace(item, armor=max(0, item.armor - 1)) for item in items]),
            life=replace(one.life, boons=tuple(dict.fromkeys([*one.life.boons, *some(random, known, 4)]))),
            scars=tuple(scars) if random.random() < 0.3 else one.scars,
        )

    party = [veteran(one) for one in state.party]
    if len(party) > 2 and random.random() < 0.3:
        pay = cairn.Pay(party[0].id, 1)
        party[-2:] = [replace(one, kind="hireling", pay=pay) for one in party[-2:]]
    dies = _with_some_dead(random, party, lambda one: replace(one, conditions=("dead",)))
    return replace(state, party=dies)


def _modified_cairn(random: Random, state: Any) -> Any:
    def veteran(one: Any) -> Any:
        lists = (goods.things(), goods.relics(), goods.weapons(), goods.armours())
        runes = some(random, goods.runeskelfs(), 2)
        shards = [modified_cairn_things.shard(ref, f"shard_{one.id}_{at}") for at, ref in enumerate(runes)]
        quiver = modified_cairn_things.made("modified_cairn.item.quiver", f"quiver_{one.id}")
        items = _packed(random, one, modified_cairn_things.made, *lists)
        used = [replace(item, dots=1) if item.ranged else item for item in items]
        return replace(one, items=(*used, *shards, quiver))

    party = [veteran(one) for one in state.party]
    if len(party) > 2 and random.random() < 0.5:
        pay, states = modified_cairn.Pay(party[0].id), random.choice([(), ("mount",)])
        party[-2:] = [replace(one, kind="hireling", pay=pay, states=states) for one in party[-2:]]
    traps = [ref for ref, entry in goods.things().items() if entry.aims == "strewn"]
    laid = [modified_cairn_things.made(ref, f"laid_{at}") for at, ref in enumerate(traps)]
    strewn = tuple([replace(item, qualities=(*item.qualities, STREWN)) for item in laid])
    dies = _with_some_dead(random, party, lambda one: replace(one, states=("dead",)))
    return replace(state, party=dies, ground=(*state.ground, *strewn))


def _black_hack(random: Random, state: Any) -> Any:
    def veteran(one: Any) -> Any:
        learned = random.choice([black_hack_entries.spells(), black_hack_entries.prayers()])
        marked = some(random, ("moonstruck", "cursed", "poisoned"), random.randrange(3))
        lists = (black_hack_entries.things(), black_hack_entries.wonders(), black_hack_entries.weapons())
        torch = black_hack_things.made("black_hack.item.torches", f"torch_{one.id}")
        items = _packed(random, one, black_hack_things.made, *lists)
        return replace(
            one,
            level=10,
            hp=30,
            hp_max=40,
            coins=2000,
            items=(*[_with_a_spell(random, item) for item in items], replace(torch, lit=True)),
            conditions=(*one.conditions, *marked),
            magic=black_hack.Magic(memorised=tuple(some(random, learned, 8))),
            life=replace(one.life, calling=random.choice(list(black_hack_entries.callings()))),
        )

    party = [veteran(one) for one in state.party]
    dies = _with_some_dead(random, party, lambda one: replace(one, hp=0, conditions=("dead",)))
    return replace(state, party=dies)


def _with_a_spell(random: Random, item: Any) -> Any:
    """Whatever has spells in it has one."""
    return replace(item, spells=item.spells or tuple(some(random, black_hack_entries.spells(), 1)))


def _dead_weight(random: Random, state: Any) -> Any:
    def veteran(one: Any) -> Any:
        spells = tuple(some(random, dead_weight_magic.spells(), 8))
        prayers = tuple(some(random, dead_weight_magic.prayers(), 8))
        skills = [ref.rpartition(".")[2] for ref in some(random, dead_weight_characters.skills(), 5)]
        lists = (dead_weight_gear.things(), dead_weight_gear.armours(), dead_weight_gear.weapons())
        god = random.choice(list(dead_weight_magic.gods()))
        robe = thing("dead_weight.armour.magi_robe", f"robe_{one.id}", place="worn")
        torches = [thing("dead_weight.item.torch", f"torch_{one.id}_{at}") for at in range(2)]
        items = [replace(item, ap=max(0, item.ap - 1)) for item in _packed(random, one, thing, *lists)]
        angered = random.random() < 0.3
        return replace(
            one,
            life=replace(one.life, skills=tuple(dict.fromkeys([*one.life.skills, *skills])), god=god, insight=12),
            magic=dead_weight.Magic(spells, spells, prayers, prayers, angered=angered),
            items=(*items, *([robe] if random.random() < 0.5 else []), *[replace(one, lit=True) for one in torches]),
            afflictions=tuple(some(random, AFFLICTIONS, random.randrange(3))),
            conditions=tuple(some(random, VERMIN, random.randrange(3))),
            purse=replace(one.purse, silver=100),
            shield=random.randrange(3),
            strength=replace(one.strength, score=4),
            intelligence=replace(one.intelligence, score=5, fatigue=random.randrange(2)),
            presence=replace(one.presence, score=5),
            dexterity=replace(one.dexterity, wounds=random.randrange(2)),
        )

    beasts = some(random, dead_weight_monsters.monsters(), 3)
    bodies = [dead_weight.Corpse(f"body_{at}", "Body", ref) for at, ref in enumerate(beasts)]
    human = dead_weight.Corpse("body_human", "Man", human=True)
    return replace(state, party=tuple([veteran(one) for one in state.party]), corpses=(*bodies, human))


def _vanilla(random: Random, state: Any) -> Any:
    def veteran(one: Any) -> Any:
        spells = vanilla_entries.spells()
        read, drunk = some(random, spells, 2), some(random, vanilla_entries.potions(), 2)
        scrolls = [vanilla_things.scroll(ref, spells[ref].name, f"scroll_{one.id}_{at}") for at, ref in enumerate(read)]
        drinks = [replace(vanilla_things.potion(ref), id=f"potion_{one.id}_{at}") for at, ref in enumerate(drunk)]
        unknown = vanilla_things.made("vanilla.item.potion", f"potion_{one.id}")
        things = {ref: one for ref, one in vanilla_entries.things().items() if ref != "vanilla.item.scroll"}
        lists = (things, vanilla_entries.weapons(), vanilla_entries.armour())
        items = [_worn_out(random, item) for item in _packed(random, one, vanilla_things.made, *lists)]
        return replace(
            one,
            coins=2000,
            level=max(one.level, 7),
            grit=20,
            grit_max=20,
            slots=40,
            items=(*items, *scrolls, *drinks, unknown),
            book=tuple([vanilla.Known(ref) for ref in some(random, spells, 8)]),
        )

    party = [veteran(one) for one in state.party]
    if len(party) > 2 and random.random() < 0.4:
        of = random.choice(list(vanilla_entries.helpers()))
        pay = vanilla.Pay(party[0].id, 10, state.clock + 60)
        party[-2:] = [replace(one, kind="helper", of=of, pay=pay) for one in party[-2:]]
    return replace(state, party=tuple(party))


def _worn_out(random: Random, item: Any) -> Any:
    """Armour has lost a point, and now and then a weapon has no ammunition."""
    return replace(item, ac=max(0, item.ac - 1), empty="weapon" in item.ref and random.random() < 0.3)


VETERANS: Mapping[str, Callable[[Random, Any], Any]] = {
    "cairn": _cairn,
    "modified_cairn": _modified_cairn,
    "black_hack": _black_hack,
    "dead_weight": _dead_weight,
    "vanilla": _vanilla,
}
"""How a party of each game becomes one that has been through much."""
