"""Scenes of The Black Hack: every spell, prayer, thing and monster at work, and people in town, at rest, on the way."""

from typing import Any

from msgspec.structs import replace

from tallow.games.black_hack.characters.typical import party
from tallow.games.black_hack.entries import armour, monsters, prayers, spells, weapons, wonders
from tallow.games.black_hack.gear.found import WAND
from tallow.games.black_hack.gear.things import goods, made
from tallow.games.black_hack.monsters.bestiary import readied, several
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import MARKS, Character, Combat, Effect, Hindrance, Item, State
from tallow.play import RuleId, Typical
from tests.games.telling import Kinds, Scene, by_kind, nth, picked, varied

BORING = (
    "add_fact", "add_foes", "award_experience", "bring_character", "bring_player", "change_sides", "dismiss_foes",
    "end_combat", "end_session", "give_item", "give_luck", "judge", "let_know", "make_character", "narrate",
    "new_player", "note", "reveal", "roll_table", "secret_roll", "set_attribute", "set_condition", "set_edge",
    "set_place", "set_unit", "set_value", "start_session", "switch_setting", "take_away", "write_foe", "gm_reaction",
    "call_test", "gm_treasure", "restore", "impose", "deal_damage",
)  # fmt: skip
"""What the GM decides outside of combat, harm, things and magic, or what ends all of it."""

OTHERS = (
    "black_hack.item.garlic_herbs", "black_hack.item.wax", "black_hack.item.caltrops",
    "black_hack.magic_item.bronze_ring", "black_hack.magic_item.salve_of_resistance",
    "black_hack.magic_item.frenzy_dust", "black_hack.table.out_of_action",
)  # fmt: skip
"""What can go on besides spells and prayers."""

BANDS = ("close", "nearby", "faraway", "distant")
HINDRANCES = ("weakened", "distracted", "stuck", "paralysed")


def _thing(key: str, at: int, settings: Settings) -> Item:
    """A thing by chance, in hand or worn where it can be."""
    refs = (*goods(), *weapons(), *armour(), *[ref for ref in wonders() if ref != WAND])
    item = made(picked(f"{key} thing", refs), f"t{at}", settings)
    place = "hands" if item.mode or "shield" in item.kind else "worn" if item.av or item.kind == "helmet" else "pack"
    return replace(item, place=place, lit=bool(item.usage) and not nth(f"{key} lit", 3))


def _somebody(key: str, one: Character, settings: Settings) -> Character:
    """A character in some plight: hurt, hindered, with odd things, with a condition."""
    hp = 1 + nth(f"{key} hp", one.hp_max)
    items = (*one.items, *[_thing(f"{key} {at}", 10 * nth(key, 90) + at, settings) for at in range(2)])
    items = tuple([replace(item, dice=_broken(f"{key} {item.id}", item.dice)) for item in items])
    items = tuple(
        [
            replace(item, marks=(MARKS.mark("venom"),)) if item.mode and not nth(f"{key} {item.id} v", 4) else item
            for item in items
        ]
    )
    hindered = nth(f"{key} hindered", 5) == 0
    hindrances = (Hindrance(picked(f"{key} which", HINDRANCES), "CON"),) if hindered else ()
    codes = ("stressed", "favoured", "hidden", "hungry", "poisoned", "cursed", "diseased", "elixir", "fumbling")
    conditions = (picked(f"{key} condition", codes),) if nth(f"{key} ill", 3) == 0 else ()
    ongoing = "CON" if nth(f"{key} bleeds", 6) == 0 else ""
    lists = spells() if one.life.calling.endswith("wizard") else prayers()
    known = tuple(lists) if one.magic.memorised else ()
    own = [item for item in items if MARKS.any(item.marks, "own_book")]
    items = tuple([replace(item, spells=known) if item in own else item for item in items])
    memorised = tuple([ref for ref in known if not nth(f"{key} {ref}", 3)])
    return replace(
        one,
        hp=hp,
        items=items,
        hindrances=hindrances,
        conditions=conditions,
        ongoing=ongoing,
        coins=nth(f"{key} coins", 300),
        luck=settings.luck,
        magic=replace(one.magic, memorised=memorised),
        life=replace(one.life, experiences=("black_hack.xp.award_quest",) * one.level),
    )


def _broken(key: str, dice: Any) -> Any:
    return tuple([picked(f"{key} {at}", ("whole", "whole", "broken", "gone")) for at, _ in enumerate(dice)])


def _folk(key: str, settings: Settings, level: int) -> tuple[Character, ...]:
    spec = f"warrior {level}; thief {level}:b; cleric {level}; wizard {level}"
    return tuple([_somebody(f"{key} {one.id}", one, settings) for one in party(spec, settings)])


def _state(key: str, **more: Any) -> State:
    """A table in exploration, with people in some plight."""
    settings = varied(Settings, key)
    level = more.pop("level", 1 + nth(f"{key} level", 10))
    dark = nth(f"{key} dark", 4) == 0
    base: dict[str, Any] = {
        "phase": "exploration",
        "unit": "minutes",
        "dangerous": True,
        "dark": dark,
        "serial": 1000,
        "session": 1,
    }
    folk = _folk(key, settings, level)
    base["effects"] = tuple([_effect(f"{key} effect {at}", f"x{at}", folk) for at in range(nth(f"{key} effects", 3))])
    return State(settings=settings, party=folk, **{**base, **more})


def _effect(key: str, id_: str, folk: tuple[Character, ...]) -> Effect:
    """Something that goes on: a spell or prayer upon some of the party, garlic, wax, a bubble, an old injury."""
    on = tuple([one.id for one in folk if nth(f"{key} {one.id}", 2)]) or (folk[0].id,)
    of = picked(key, (*spells(), *prayers(), *OTHERS))
    one = spells().get(of) or prayers().get(of)
    if one is None:
        return Effect(
            id_, of, by=on[0], on=on, unit="session", detail=picked(f"{key} detail", ("fat_head", "fire", ""))
        )
    dice: Any = ("whole", "gone") if one.does == "mail" else ()
    by = folk[3 if of in spells() else 2].id
    return Effect(id_, of, by=by, on=on, die=one.usage_die, unit=one.lasts, dice=dice, detail=one.what)


def _fight(key: str, foes: str, **more: Any) -> State:
    """A fight at some distance: somebody of the party is due, and the foes have their HP."""
    state = _state(key, phase="combat", unit="moments", **more)
    there = tuple([readied(Typical(()), foe) for foe in several(foes)])
    groups = dict.fromkeys([foe.group for foe in there])
    pairs = [
        (*sorted((one.id, foe.id)), picked(f"{key} {one.id} {foe.id}", BANDS)) for one in state.party for foe in there
    ]
    step = picked(f"{key} step", ("early", "early", "opponents"))
    due = tuple([one.id for one in (state.party if step == "early" else there)])
    early = tuple([one.id for one in state.party if nth(f"{key} {one.id} early", 2)])
    combat = Combat(
        started=tuple([(group, sum(foe.group == group for foe in there)) for group in groups]),
        bands=tuple([pair for pair in pairs if pair[2] != "nearby"]),
        step=step,
        early=early if step == "opponents" else tuple(due),
        due=due,
        unaware=(there[0].id,) if nth(f"{key} unaware", 4) == 0 else (),
    )
    return replace(state, foes=there, combat=combat)


def _foes(key: str) -> str:
    named = [one.name for one in monsters().values() if one.hd and one.id != "black_hack.monster.by_hd"]
    return f"{picked(f'{key} foe', named)} x{1 + nth(f'{key} many', 3)}"


def _cast(name: str, ref: RuleId) -> Scene:
    """A spell or prayer is cast, in a fight or while exploring."""
    state = _fight(name, _foes(name), level=10) if nth(f"{name} fight", 3) else _state(name, level=10)
    who = state.party[3 if ref in spells() else 2]
    ready = replace(who, magic=replace(who.magic, memorised=(ref,)), hindrances=(), conditions=())
    state = replace(state, party=tuple([ready if one.id == who.id else one for one in state.party]))
    return Scene(name, _due(state, who.id), (f"cast {who.id}",), 4)


def _due(state: State, who: str) -> State:
    """It is somebody's turn to act, with most foes near."""
    if state.combat is None:
        return state
    far = tuple([pair for pair in state.combat.bands if who not in pair])
    return replace(state, combat=replace(state.combat, step="early", due=(who,), early=(who,), bands=far))


def _use(name: str, ref: RuleId) -> Scene:
    """A thing is used, thrown, lit or wielded."""
    state = _fight(name, _foes(name)) if nth(f"{name} fight", 2) else _state(name)
    one = state.party[nth(f"{name} who", 4)]
    item = made(ref, "it", state.settings)
    place = "hands" if item.mode or "shield" in item.kind else "worn" if item.av else "pack"
    ready = replace(one, items=(*one.items, replace(item, place=place)), hindrances=())
    state = _due(replace(state, party=tuple([ready if ready.id == old.id else old for old in state.party])), one.id)
    return Scene(
        name, state, (picked(name, ("use_item", "use_magic_item", "throw_item", "light", "attack")),), 4, ("it",)
    )


def _met(name: str, ref: RuleId) -> Scene:
    """A monster fights."""
    one = monsters()[ref]
    size = f"{one.name} HD {1 + nth(f'{name} hd', 6)}" if one.open_hd or not one.hd else one.name
    text = "HD 3" if ref == "black_hack.monster.by_hd" else size
    wants = picked(f"{name} does", (("power",), ("foes_act",), ("foe_attack",), ("attack", "attack")))
    return Scene(name, _fight(name, f"{text} x{1 + nth(f'{name} many', 3)}"), wants, 5)


def _lasts(name: str, ref: RuleId) -> Scene:
    """A spell or prayer is in force while things happen."""
    state = _fight(name, _foes(name)) if nth(f"{name} fight", 2) else _state(name)
    one = spells().get(ref) or prayers()[ref]
    by = state.party[3 if ref in spells() else 2].id
    there = [*[one.id for one in state.party], *[foe.id for foe in state.foes]]
    on = tuple([who for who in there if nth(f"{name} {who}", 2)])
    dice: Any = ("whole", "whole") if one.does == "mail" else ()
    effect = Effect("e1", ref, by=by, on=on, die=one.usage_die, unit=one.lasts, dice=dice, detail=one.what)
    return Scene(name, replace(state, effects=(*state.effects, effect)), (), 5)


IN_TOWN = ("buy", "sell", "repair_armour", "carouse", "rest_hour", "rest_day", "copy_spell", "memorise")
ON_THE_WAY = (
    "next_turn", "read_spell", "gm_encounter", "memorise", "eat", "take_item", "hand_over", "gm_trap", "rest_hour",
    "cast", "drop_item", "change_armour", "wield", "light", "aid", "improvise", "use_magic_item", "dismiss",
)  # fmt: skip
IN_A_FIGHT = (
    "attack", "sneak_attack", "dealer_of_death", "banish", "move", "extra_move", "escape", "aid", "carry_body",
    "cast", "foe_attack", "foe_move", "power", "overawe", "wake", "break_free", "cross_area", "cross_caltrops",
    "sneak", "end_turn", "command_servant", "produce_dagger", "take_wing", "run_wild", "throw_item", "gm_morale",
    "reinforce", "foes_act",
)  # fmt: skip


def _town(name: str, deed: str) -> Scene:
    unit = "days" if deed == "rest_day" else "hours"
    level = 1 + nth(f"{name} level", 3)
    return Scene(name, _state(name, phase="downtime", unit=unit, level=level, dangerous=False), (deed,), 5)


def _way(name: str, deed: str) -> Scene:
    unit = "hours" if deed in ("memorise", "rest_hour") else "minutes"
    ground = tuple([_thing(f"{name} ground {at}", 900 + at, Settings()) for at in range(3)])
    return Scene(name, _state(name, unit=unit, ground=ground), (deed,), 5)


def _brawl(name: str, deed: str) -> Scene:
    state = _fight(name, _foes(name), level=1 + nth(f"{name} level", 5))
    down = state.party[nth(f"{name} down", 4)]
    if nth(f"{name} fallen", 2):
        down = replace(down, hp=0, conditions=("out_of_action",))
    state = replace(state, party=tuple([down if one.id == down.id else one for one in state.party]))
    return Scene(name, state, (deed,), 6)


KINDS: Kinds = {
    "cast": (_cast, lambda: (*spells(), *prayers())),
    "use": (_use, lambda: (*goods(), *[ref for ref in wonders() if ref != WAND])),
    "met": (_met, monsters),
    "lasts": (_lasts, lambda: (*spells(), *prayers())),
    "town": (_town, lambda: IN_TOWN),
    "way": (_way, lambda: ON_THE_WAY),
    "brawl": (_brawl, lambda: IN_A_FIGHT),
}
scene, names = by_kind(KINDS)
