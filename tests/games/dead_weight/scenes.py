"""Scenes of Dead Weight: every spell, prayer, thing, skill and enemy at work; camps, towns, and people on the way."""

from typing import Any
from zlib import crc32

from msgspec.structs import replace

from tallow.games.dead_weight.characters.typical import party
from tallow.games.dead_weight.entries import short
from tallow.games.dead_weight.entries.characters import skills
from tallow.games.dead_weight.entries.gear import armours, shields, things, weapons
from tallow.games.dead_weight.entries.magic import gods, prayers, spells
from tallow.games.dead_weight.entries.monsters import monsters
from tallow.games.dead_weight.gear.inventory import hands_for, thing
from tallow.games.dead_weight.monsters.bestiary import spawn
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import (
    ATTRIBUTES,
    Adventurer,
    Camp,
    Combat,
    Corpse,
    Effect,
    Interlude,
    Item,
    Location,
    Purse,
    Settlement,
    State,
    Unit,
    score,
    with_score,
)
from tests.games.telling import Kinds, Scene, by_kind, nth, picked, varied

BORING = (
    "act_alone", "bring_character", "bring_player", "call_test", "change_location", "change_settlement",
    "combat_call_off", "end_effect", "give_fatigue", "give_healing", "give_thing", "grant_skill", "harm",
    "make_character", "move_tracker", "new_player", "note", "own_note", "plan_doom", "play_doom", "retire",
    "reveal_enemy", "roll_table", "secret_roll", "session", "set_affliction", "set_condition", "set_dark",
    "set_guild_bonus", "set_speed", "set_stock", "set_trap", "set_trauma", "set_value", "switch_setting",
    "take_thing", "wait_no_longer", "place_pawn",
)  # fmt: skip
"""What the GM decides outside of combat, harm, things and magic, or what ends all of it."""

AFFLICTIONS = (
    "hungry", "parched", "bleeding", "sleepy", "angry", "shaken", "nauseated", "terrified", "hopeless", "cursed",
    "plagued", "doomed",
)  # fmt: skip
TRAUMAS = ("broken_arm", "broken_leg", "paranoid", "fearful", "visions")
CONDITIONS = ("blind", "grabbed", "hooked", "leech_attached", "worm_attached", "glued", "bound")
SQUARES = tuple([(column, row) for column in range(12) for row in range(8)])


def _things() -> tuple[str, ...]:
    return (*things(), *weapons(), *armours(), *shields())


def _placed(key: str, item: Item, one: Adventurer) -> Item:
    """A thing where somebody may have it: in a hand, worn, or in the pack."""
    taken = {old.place for old in one.items}
    if item.ref in armours():
        return replace(item, place="worn" if "worn" not in taken else "back")
    hands = hands_for(item)
    if hands == 2 and not taken & {"right", "left", "both"}:
        return replace(item, place="both")
    free = [place for place in ("right", "left") if place not in taken and "both" not in taken]
    return replace(item, place=free[0] if free and hands == 1 and nth(f"{key} hand", 2) else "back")


def _handed(key: str, one: Adventurer, ref: str, id_: str) -> Adventurer:
    item = _placed(key, thing(ref, id_), one)
    return replace(one, items=(*one.items, replace(item, lit=bool(item.usage) and not nth(f"{key} lit", 3))))


def _somebody(key: str, one: Adventurer) -> Adventurer:
    """An adventurer in some plight: tired, wounded, afflicted, with odd things and skills."""
    for attribute in ATTRIBUTES:
        now = score(one, attribute)
        high = now.score + nth(f"{key} {attribute}", 3)
        tired = nth(f"{key} {attribute} tired", max(1, high))
        hurt = nth(f"{key} {attribute} hurt", max(1, high - tired))
        one = with_score(one, attribute, replace(now, score=high, fatigue=tired, wounds=hurt))
    for at in range(2):
        one = _handed(f"{key} {at}", one, picked(f"{key} thing {at}", _things()), f"{one.id}t{at}")
    learned = tuple([short(ref) for ref in skills() if not nth(f"{key} {ref}", 4)])
    ill = tuple([code for code in AFFLICTIONS if not nth(f"{key} {code}", 9)])
    purse = Purse(silver=nth(f"{key} silver", 200), gold=nth(f"{key} gold", 10))
    life = replace(
        one.life,
        skills=tuple(dict.fromkeys((*one.life.skills, *learned))),
        insight=nth(f"{key} insight", 3),
        traumas=tuple([code for code in TRAUMAS if not nth(f"{key} {code}", 12)]),
        god=picked(f"{key} god", tuple(gods())) if one.life.god else "",
    )
    conditions = (picked(f"{key} held", CONDITIONS),) if not nth(f"{key} caught", 5) else ()
    magic = replace(one.magic, angered=bool(one.life.god) and not nth(f"{key} angered", 4))
    tokens = {"stun": nth(f"{key} stun", 3) // 2, "shield": nth(f"{key} shield", 3), "dodge": nth(f"{key} dodge", 2)}
    return replace(one, life=life, afflictions=ill, purse=purse, conditions=conditions, magic=magic, **tokens)


def _folk(key: str) -> tuple[Adventurer, ...]:
    callings = ("warrior", "thief", "cleric", "wizard")
    spec = "; ".join([f"{calling}:{picked(f'{key} {calling}', 'AB')}" for calling in callings])
    return tuple([_somebody(f"{key} {one.id}", one) for one in party(spec)])


def _state(key: str, **more: Any) -> State:
    """A table in exploration, with people in some plight."""
    place = Location("crypt", "Crypt", size=10, doom=nth(f"{key} doom", 9), dark=nth(f"{key} dark", 3) == 0)
    ground = (thing(picked(f"{key} ground", _things()), "g1"),)
    base: dict[str, Any] = {
        "phase": "exploration", "party": _folk(key), "locations": (place,), "here": "crypt", "serial": 1000,
        "ground": ground, "corpses": (Corpse("c1", "Corpse", human=bool(nth(f"{key} human", 2))),),
        "decay": nth(f"{key} decay", 5),
    }  # fmt: skip
    folk = base["party"]
    base["effects"] = tuple([_effect(f"{key} effect {at}", f"x{at}", folk) for at in range(nth(f"{key} effects", 3))])
    return State(settings=varied(Settings, key), **{**base, **more})


def _effect(key: str, id_: str, folk: tuple[Adventurer, ...]) -> Effect:
    """A spell or prayer that goes on upon some of the party."""
    on = tuple([one.id for one in folk if nth(f"{key} {one.id}", 2)]) or (folk[0].id,)
    of = picked(key, (*spells(), *prayers()))
    unit: Unit = picked(f"{key} unit", ("round", "turn", "combat", "expedition"))
    return Effect(id_, of, by=folk[3 if of in spells() else 2].id, on=on, left=1 + nth(f"{key} left", 3), unit=unit)


def _fight(key: str, kind: str = "", many: int = 0) -> State:
    """A fight on the chart: somebody of the party is due, or the enemies are."""
    state = _state(key, phase="combat")
    free = sorted(SQUARES, key=lambda square: crc32(f"{key} {square}".encode()))
    ref = kind or picked(f"{key} kind", tuple(monsters()))
    foes = tuple(
        [spawn(ref, f"foe{at}", at=(3 + free[at][0] % 6, free[at][1])) for at in range(many or 1 + nth(key, 3))]
    )
    taken = {foe.at for foe in foes}
    if len(taken) < len(foes):
        foes = tuple([replace(foe, at=(5, at)) for at, foe in enumerate(foes)])
        taken = {foe.at for foe in foes}
    near = [square for square in free if square not in taken and 2 <= square[0] <= 8]
    folk = tuple([replace(one, at=near[at], facing=nth(f"{key} {at} faces", 8)) for at, one in enumerate(state.party)])
    if not nth(f"{key} together", 4):
        folk = (folk[0], replace(folk[1], at=folk[0].at), *folk[2:])
    step = picked(f"{key} step", ("fast", "fast", "enemies"))
    due = tuple([one.id for one in (folk if step == "fast" else foes)])
    combat = Combat(
        step=step,
        fast=tuple([one.id for one in folk]) if step == "fast" else tuple([one.id for one in folk[:2]]),
        due=due,
        morale=1 + nth(f"{key} morale", 6),
        enemy_morale=picked(f"{key} theirs", (None, 1, 3, 6)),
        unaware=(foes[0].id,) if nth(f"{key} unaware", 5) == 0 else (),
        vantage=near[9] if nth(f"{key} vantage", 3) == 0 else None,
        walls=(near[10],) if nth(f"{key} wall", 3) == 0 else (),
    )
    return replace(state, party=folk, enemies=foes, combat=combat)


def _due(state: State, who: str) -> State:
    if state.combat is None:
        return state
    combat = replace(state.combat, step="fast", due=(who,), fast=tuple(dict.fromkeys((who, *state.combat.fast))))
    return replace(state, combat=combat)


def _with(state: State, one: Adventurer) -> State:
    return replace(state, party=tuple([one if one.id == old.id else old for old in state.party]))


def _cast(name: str, ref: str) -> Scene:
    """A spell or prayer, in a fight or while exploring; what it needs is in hand."""
    state = _fight(name) if nth(f"{name} fight", 3) else _state(name)
    magic = ref in spells()
    who = state.party[3 if magic else 2]
    known = {"spells": (ref,), "memorized": (ref,)} if magic else {"prayers": (ref,), "ready": (ref,)}
    kept = tuple([item for item in who.items if item.place not in ("right", "left", "both")])
    tool = thing("dead_weight.item.wand" if magic else "dead_weight.item.holy_symbol", "tool")
    one = replace(who, magic=replace(who.magic, **known), items=(*kept, replace(tool, place="right")), afflictions=())
    for attribute in ("INT", "PRE"):
        one = with_score(one, attribute, replace(score(one, attribute), score=6, fatigue=0, wounds=0))
    state = _due(_with(state, one), one.id)
    return Scene(
        name,
        state,
        tuple([f"{deed} {one.id}" for deed in ("cast",)]) if state.combat else (f"cast_exploring {one.id}",),
        4,
    )


def _use(name: str, ref: str) -> Scene:
    """A thing is used, in a fight, while exploring, or in camp."""
    state = _fight(name) if nth(f"{name} fight", 2) else _state(name)
    if state.combat is None and nth(f"{name} camp", 3) == 0:
        state = replace(state, phase="camp", camp=Camp(step="actions", actions=8, fire=True))
    one = state.party[nth(f"{name} who", 4)]
    free = replace(one, items=tuple([item for item in one.items if item.place not in ("right", "left", "both")]))
    state = _due(_with(state, _handed(name, free, ref, "it")), one.id)
    wants = picked(
        name, ("use_item", "combat_item", "combat_throw_item", "combat_attack", "use_slow_item", "camp_items")
    )
    return Scene(name, state, (f"{wants} {one.id}",), 4, ("it",))


def _met(name: str, ref: str) -> Scene:
    """An enemy fights."""
    wants = picked(
        f"{name} does", (("enemy_action",), ("enemies_act",), ("enemy_acts",), ("combat_attack", "combat_attack"))
    )
    return Scene(name, _fight(name, ref), wants, 5)


def _lasts(name: str, ref: str) -> Scene:
    """A spell or prayer is in force while things happen."""
    state = _fight(name) if nth(f"{name} fight", 3) else _state(name)
    by = state.party[3 if ref in spells() else 2].id
    there = [*[one.id for one in state.party], *[foe.id for foe in state.enemies]]
    on = tuple([who for who in there if nth(f"{name} {who}", 2)])
    unit: Unit = "round" if state.combat is not None else "turn"
    effect = Effect("e1", ref, by=by, on=on, left=1 + nth(f"{name} left", 3), unit=unit)
    return Scene(name, replace(state, effects=(*state.effects, effect)), (), 5)


def _skill(name: str, ref: str) -> Scene:
    """Everybody has a skill."""
    state = _fight(name) if nth(f"{name} fight", 3) else _state(name)
    folk = [replace(one, life=replace(one.life, skills=(short(ref),))) for one in state.party]
    return Scene(name, replace(state, party=tuple(folk)), (), 6)


IN_CAMP = (
    "rest", "cook", "cook_carcass", "sacrifice_in_camp", "surgery", "tend_wounds", "repair_armour", "memorize",
    "lookout", "ambush_roll", "camp_items", "end_camp", "ritual", "set_up_camp", "mend", "sleep",
    "improvise_first_aid",
)  # fmt: skip
IN_TOWN = (
    "buy", "sell", "interlude_shop", "interlude_sell", "interlude_rest", "interlude_tend", "interlude_sleep",
    "interlude_other", "end_day", "interlude_lay_low", "rumours", "guest_room",
)  # fmt: skip
ON_THE_WAY = (
    "party_acts", "catch_breath_all", "drop", "hand_over", "put_on", "take_off", "take_up", "loot", "freeform",
    "look_for_traps", "let_turns_pass", "rearrange", "snuff", "stabilize", "take_from_fallen", "use_item",
    "use_slow_item", "cast_exploring", "banish_undead", "put_away", "hold", "unstick", "pull_off", "wake",
    "dead_vigil", "sacrifice",
)  # fmt: skip
IN_A_FIGHT = (
    "combat_attack", "combat_banish_undead", "combat_bash", "combat_catch_breath", "combat_defend", "combat_dodge",
    "combat_end_turn", "combat_equip", "combat_face", "combat_fearless", "combat_feint", "combat_freeform",
    "combat_give", "combat_help", "combat_intimidate", "combat_item", "combat_move", "combat_recover",
    "combat_reload", "combat_skip", "combat_throw_item", "combat_vantage", "stabilize", "break_free", "enemy_action",
    "enemy_acts", "enemies_act", "enemy_end", "enemy_let_go", "enemy_move", "enemy_recover", "enemy_tear_loose",
    "enemy_turn_round", "enemy_wake", "parley", "pull_off", "exit", "cast", "combat_wall", "reinforce",
)  # fmt: skip


def _camp(name: str, deed: str) -> Scene:
    step = picked(f"{name} step", ("actions", "actions", "actions", "setup", "ambush", "break"))
    camp = Camp(step=step, actions=8, fire=bool(nth(f"{name} fire", 2)), long_rest=bool(nth(f"{name} long", 2)))
    return Scene(name, _state(name, phase="camp", camp=replace(camp, supplies=nth(f"{name} supplies", 5))), (deed,), 5)


def _town(name: str, deed: str) -> Scene:
    step = picked(f"{name} step", ("actions", "actions", "event", "hunger", "sleep"))
    interlude = Interlude(day=1, step=step)
    state = _state(name, phase="interlude", interlude=interlude, settlements=(Settlement(doom=nth(name, 3)),), here="")
    return Scene(name, state, (deed,), 5)


def _way(name: str, deed: str) -> Scene:
    state = _state(name)
    down = state.party[nth(f"{name} down", 4)]
    if nth(f"{name} fallen", 2):
        down = replace(
            down, conditions=(picked(f"{name} how", ("mortally_wounded", "fainted", "asleep")),), faint=2, mortal=1
        )
    return Scene(name, _with(state, down), (deed,), 5)


def _brawl(name: str, deed: str) -> Scene:
    state = _fight(name)
    down = state.party[nth(f"{name} down", 4)]
    if nth(f"{name} fallen", 3) == 0:
        down = replace(
            down, conditions=(picked(f"{name} how", ("mortally_wounded", "fainted", "asleep")),), faint=2, mortal=1
        )
    return Scene(name, _with(state, down), (deed,), 6)


KINDS: Kinds = {
    "cast": (_cast, lambda: (*spells(), *prayers())),
    "use": (_use, _things),
    "met": (_met, monsters),
    "lasts": (_lasts, lambda: (*spells(), *prayers())),
    "skill": (_skill, skills),
    "camp": (_camp, lambda: IN_CAMP),
    "town": (_town, lambda: IN_TOWN),
    "way": (_way, lambda: ON_THE_WAY),
    "brawl": (_brawl, lambda: IN_A_FIGHT),
}
scene, names = by_kind(KINDS)
