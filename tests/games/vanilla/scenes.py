"""Scenes of Grit and Flesh: every spell, thing and enemy at work, and people in town, on the way and in fights."""

from typing import Any

from msgspec.structs import replace

from tallow.games.vanilla.characters.typical import hand
from tallow.games.vanilla.entries import armour, enchantments, helpers, monsters, potions, spells, tables, weapons
from tallow.games.vanilla.gear.inventory import enchanted, gems, made, minor, potion, scroll, spellbook, treasure
from tallow.games.vanilla.magic.spells import Cast
from tallow.games.vanilla.magic.workings import work
from tallow.games.vanilla.monsters.bestiary import several
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Combat, Creature, Effect, Item, Known, Pay, State
from tallow.play import RuleId, Typical
from tests.games.telling import Kinds, Scene, by_kind, nth, picked, varied
from tests.games.vanilla.fighters import somebody

BORING = (
    "add_foes", "avoided", "award", "bring", "bring_along", "bring_character", "bring_player", "call_save", "darkness",
    "deal_damage", "describe", "dismiss_foes", "drop", "end_combat", "end_turn", "fill_bubble", "give", "give_coins",
    "give_gems", "give_scroll", "give_treasure", "go_to", "grant", "heed", "let_know", "let_time_pass",
    "make_character", "move_things", "name_foe", "new_player", "note", "part", "reveal", "roll_hoard", "roll_reaction",
    "roll_table", "secret_roll", "set_condition", "set_place", "set_value", "strenuous", "surgeon_terms",
    "switch_setting", "take", "wait", "write_foe", "call_morale", "check_encounter",
)  # fmt: skip
"""What the GM decides outside of combat, harm, gear and magic, or what ends all of it."""

MAGIC_ARMS: tuple[RuleId, ...] = ("vanilla.table.magic_weapon", "vanilla.table.magic_armour")
LIGHTS: tuple[RuleId, ...] = ("vanilla.item.torch", "vanilla.item.candle", "vanilla.item.lantern", "vanilla.item.oil")
PLIGHTS = ("", "", "", "prone", "held", "unaware", "unaware", "asleep", "paralysed", "mute", "mummy_rot", "fleeing")


def _things() -> dict[str, Item]:
    """Every thing that somebody may have, by what a scene calls it."""
    found = {ref: made(ref) for ref in (*weapons(), *armour(), *LIGHTS)}
    for table in MAGIC_ARMS:
        for row in tables()[table].rows:
            found[f"{table}.{row.on}"] = enchanted(table, int(row.on))
    found |= {f"minor.{name.replace(' ', '_')}": minor(row) for name, row in enchantments().items() if _minor(name)}
    found |= {f"potion.{ref}": potion(ref) for ref in potions()}
    found |= {f"scroll.{ref}": scroll(ref, spells()[ref].name) for ref in spells()}
    found["gems"], found["treasure"] = gems(5, 75), treasure("Idol", 120)
    found["book"] = spellbook((Known("vanilla.spell.fly"), Known("vanilla.spell.web", corrupted=True)))
    return found


def _minor(name: str) -> bool:
    return any(row.name == name for row in tables()["vanilla.table.minor_item"].rows)


def _thing(key: str, id_: str, about: str = "") -> Item:
    """A thing, by chance unless it is named, in hand or worn where it can be."""
    there = _things()
    item = replace(there[about or picked(f"{key} thing", tuple(there))], id=id_)
    held = item.ref in weapons() or item.ref == "vanilla.armour.shield" or item.ref in LIGHTS[:3]
    place = "hands" if held else "worn" if item.ref in armour() else "pack"
    lit = item.ref in LIGHTS[:3] and nth(f"{key} lit", 2) == 0
    low = item.ac - nth(f"{key} dented", 3) if item.ac and nth(f"{key} worn", 2) else item.ac
    return replace(
        item,
        place=place,
        lit=lit,
        burns=1 + nth(f"{key} burns", 9) if lit else 0,
        ac=max(0, low),
        loaded=nth(f"{key} loaded", 3) > 0,
        empty=item.ref.endswith("ranged") and nth(f"{key} empty", 4) == 0,
    )


def _somebody(key: str, id_: str, calling: str, level: int, seat: str) -> Creature:
    """A character in some plight: hurt, without Grit, prone, with things by chance."""
    one: Creature = somebody(id_, calling, level, seat=seat)
    first = picked(f"{key} arms", ("medium_melee", "small_melee", "large_melee", "medium_ranged", "small_ranged"))
    items = [replace(made(f"vanilla.weapon.{first}", f"{id_}-w"), place="hands")]
    if nth(f"{key} armoured", 2):
        items.append(
            replace(made(f"vanilla.armour.{picked(key, ('light', 'medium', 'heavy'))}", f"{id_}-a"), place="worn")
        )
    spare = _thing(f"{key} spare", f"{id_}-s")
    items.append(replace(spare, place="pack", lit=False))
    book = tuple(
        [Known(ref, corrupted=not nth(f"{key} {ref} foul", 4)) for ref in spells() if not nth(f"{key} {ref}", 9)]
    )
    plight = picked(f"{key} plight", PLIGHTS)
    return replace(
        one,
        grit=nth(f"{key} grit", one.grit_max + 1),
        flesh=1 + nth(f"{key} flesh", one.flesh_max) if nth(f"{key} hurt", 2) else one.flesh_max,
        items=tuple(items),
        book=book if calling == "magic_user" else (),
        conditions=(plight,) if plight else (),
        coins=nth(f"{key} coins", 400),
        gems=nth(f"{key} gems", 2) * 4,
        bubbles=nth(f"{key} bubbles", 6),
        gear=("rope", "crowbar") if nth(f"{key} gear", 2) else (),
        at=picked(f"{key} at", (0, 0, 5, 10)),
    )


def _folk(key: str, level: int) -> tuple[Creature, ...]:
    people = [
        _somebody(f"{key} ann", "ann", "fighter", level, "p1"),
        _somebody(f"{key} bob", "bob", picked(key, ("fighter", "magic_user")), level, "p2"),
        _somebody(f"{key} mira", "mira", "magic_user", level, "p2"),
    ]
    kind = picked(f"{key} helper", (*helpers(), ""))
    if kind:
        helper = hand(kind, "hal")
        pay = Pay("ann", helpers()[kind].wage_gp_week, 10_000 + nth(f"{key} paid", 9_000), helpers()[kind].tasks[0])
        people.append(replace(helper, seat="p1", pay=pay))
    return tuple(people)


def _state(key: str, **more: Any) -> State:
    """A table that explores, with people in some plight."""
    level = more.pop("level", 1 + nth(f"{key} level", 9))
    place = picked(f"{key} place", ("dungeon", "dungeon", "wilds"))
    ground = tuple([replace(_thing(f"{key} ground {at}", f"g{at}"), place="ground", lit=False) for at in range(2)])
    base = {
        "phase": "explore",
        "place": place,
        "dark": nth(f"{key} dark", 5) == 0,
        "ground": ground,
        "ground_coins": 30,
    }
    settings = varied(Settings, key)
    return State(settings=settings, party=_folk(key, level), clock=10_000, serial=1000, **{**base, **more})


def _foes(key: str) -> str:
    return f"{picked(f'{key} foe', [one.name for one in monsters().values()])} x{1 + nth(f'{key} many', 3)}"


def _fight(key: str, foes: str, who: str = "", side: str = "", **more: Any) -> State:
    """A fight in its second Round, in which somebody has begun a go, or a whole side is due."""
    state = _state(key, phase="combat", **more)
    there = []
    for foe in several(foes, "f"):
        plight = picked(f"{key} {foe.id} plight", (*PLIGHTS[:5], "", ""))
        at = picked(f"{key} {foe.id} at", (5, 5, 10, 15, 30, 45))
        grit = nth(f"{key} {foe.id} grit", foe.grit_max + 1)
        there.append(replace(foe, at=at, grit=grit, conditions=(plight,) if plight else ()))
    state = replace(state, foes=tuple(there))
    mine: Any = side or picked(f"{key} side", ("party", "party", "foes"))
    due = tuple([one.id for one in (state.party if mine == "party" else state.foes)])
    feints = ((who, there[0].id),) if who and nth(f"{key} feint", 4) == 0 else ()
    combat = Combat(round=2, side=mine, first=mine, due=due, began=state.clock - 2, feints=feints)
    if who:
        free = replace(next(one for one in state.party if one.id == who), conditions=(), moved=False, hurt=False)
        state = replace(state, party=tuple([free if one.id == who else one for one in state.party]))
        combat = replace(combat, turn=who, move=True, action=True, due=tuple([other for other in due if other != who]))
    return replace(state, combat=combat)


def _cast(name: str, ref: RuleId) -> Scene:
    """A spell is cast quickly, or as a ritual."""
    deed = picked(f"{name} how", ("quick_cast", "quick_cast", "ritual"))
    quick = deed == "quick_cast"
    state = _fight(name, _foes(name), "mira", "party") if quick and nth(f"{name} fight", 3) else _state(name)
    state = replace(state, dark=False)
    mira = next(one for one in state.party if one.id == "mira")
    items = tuple([item for item in mira.items if item.place != "worn"])
    mira = replace(mira, book=(Known(ref),), items=items, conditions=(), st=picked(name, (19, 3)))
    state = replace(state, party=tuple([mira if one.id == "mira" else one for one in state.party]))
    return Scene(name, state, (f"{deed} mira",), 5, (ref, ("book", ref)))


def _lasts(name: str, ref: RuleId) -> Scene:
    """A spell works while things happen."""
    spell = spells()[ref]
    state = _fight(name, _foes(name)) if nth(f"{name} fight", 3) else _state(name)
    there = [one.id for one in (*state.party, *state.foes)]
    on = () if spell.aim == "nobody" else tuple([who for who in there if not nth(f"{name} {who} under", 3)] or ["ann"])
    mode = picked(f"{name} mode", spell.modes) if spell.modes else ""
    cast = Cast(
        spell, "mira", 9, "p2", mode, on, opposite=not nth(f"{name} opposite", 4), half=not nth(f"{name} half", 4)
    )
    return Scene(name, work(Typical(()), state, cast), (), 6)


def _use(name: str, about: str) -> Scene:
    """A thing is used, worn, drawn, thrown, lit, sold."""
    kind = nth(f"{name} where", 3)
    state = _fight(name, _foes(name), "ann", "party") if kind else _state(name)
    if kind == 0 and nth(f"{name} town", 2):
        state = replace(state, place="settlement", phase="settlement")
    ann = state.party[0]
    ann = replace(ann, items=(*ann.items[1:], _thing(name, "it", about)), conditions=(), at=0)
    state = replace(state, party=(ann, *state.party[1:]))
    deeds = ("use", "salve", "shoot", "attack", "light", "draw", "put_away", "drop", "hand_over", "change_armour",
             "sell", "repair", "restock", "pick_up", "douse")  # fmt: skip
    first = picked(name, deeds)
    return Scene(name, state, (first, picked(f"{name} next", deeds)), 4, ("it",))


def _met(name: str, ref: RuleId) -> Scene:
    """An enemy fights."""
    wants = picked(f"{name} does", (("power",), ("attack",), ("own_spell",), ("all_attack",), ("attack ann", "attack")))
    mine = "" if wants[0] == "attack ann" else "foes"
    who = "ann" if wants[0] == "attack ann" else ""
    return Scene(name, _fight(name, f"{monsters()[ref].name} x{1 + nth(f'{name} many', 3)}", who, mine), wants, 6)


def _bitten(name: str, ref: RuleId) -> Scene:
    """What an enemy does lasts while things happen outside a fight."""
    modes = [power.result for power in monsters()[ref].specials if power.result] or ["penalty"]
    state = _state(name) if nth(f"{name} fight", 2) else _fight(name, _foes(name))
    mode = picked(f"{name} mode", modes)
    effect = Effect("e1", ref, on=("ann",), mode=mode, ends=state.clock + 1 + nth(name, 30), amount=-1)
    return Scene(name, replace(state, effects=(effect,)), (), 5)


IN_TOWN = (
    "buy", "sell", "restock", "empty_bubbles", "repair", "collect", "surgery", "study", "hire", "dismiss", "rest",
    "sleep", "visit", "ritual", "use", "fill_bubble",
)  # fmt: skip
ON_THE_WAY = (
    "rest", "search", "keep_watch", "check", "travel", "explore_hex", "camp", "sleep", "light", "douse", "fill_bubble",
    "pick_up", "drop", "hand_over", "draw", "put_away", "change_armour", "quick_cast", "ritual", "use", "salve",
    "pull_off", "finish_off", "surgery",
)  # fmt: skip
IN_A_FIGHT = (
    "attack", "shoot", "move", "run", "stand", "flee", "break_free", "pull_off", "quick_cast", "concentrate", "use",
    "draw", "put_away", "drop", "pick_up", "hand_over", "ready_small", "ready_medium", "ready_large", "light",
    "close_in", "all_attack", "fill_bubble", "check", "power", "own_spell", "salve", "start_combat", "call_morale",
)  # fmt: skip


def _town(name: str, deed: str) -> Scene:
    return Scene(name, _state(name, place="settlement", phase="settlement"), (deed,), 5)


def _way(name: str, deed: str) -> Scene:
    return Scene(name, _state(name), (deed,), 5)


def _brawl(name: str, deed: str) -> Scene:
    who = picked(f"{name} who", ("ann", "bob", "mira", ""))
    side = picked(f"{name} whose", ("party", "foes")) if not who else "party"
    return Scene(name, _fight(name, _foes(name), who, side, level=1 + nth(f"{name} level", 5)), (deed,), 7)


KINDS: Kinds = {
    "cast": (_cast, spells),
    "lasts": (_lasts, spells),
    "use": (_use, _things),
    "met": (_met, monsters),
    "bitten": (_bitten, lambda: [ref for ref, one in monsters().items() if any(p.result for p in one.specials)]),
    "town": (_town, lambda: IN_TOWN),
    "way": (_way, lambda: ON_THE_WAY),
    "brawl": (_brawl, lambda: IN_A_FIGHT),
}
scene, names = by_kind(KINDS)
