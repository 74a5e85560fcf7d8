"""The GM's controls: descriptions, foes, Saves, damage, things, tables, dice, time, and settings."""

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.shared.refereeing import (
    Does,
    any_table,
    changed_settings,
    choose_time,
    deed,
    describe,
    followed_by,
    let_know,
    note,
    secret_roll,
    worded_by_setting,
)
from tallow.games.vanilla.characters.experience import find_gold, found_here
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.checks.saves import Vs, save
from tallow.games.vanilla.combat.rounds import go_on, settled
from tallow.games.vanilla.entries import (
    BOOK,
    POTION,
    POTIONS,
    SPELLBOOK,
    UNARMED,
    armour,
    monsters,
    potions,
    spells,
    tables,
    things,
    weapons,
)
from tallow.games.vanilla.gear.inventory import gems, made, potion, scroll, treasure
from tallow.games.vanilla.gear.inventory import give as given
from tallow.games.vanilla.gear.inventory import give_coins as coined
from tallow.games.vanilla.harm.damage import damage
from tallow.games.vanilla.harm.perils import goes_on
from tallow.games.vanilla.magic.effects import pruned
from tallow.games.vanilla.monsters.bestiary import APART, described, opposed, parts, rolled_up
from tallow.games.vanilla.state import DAY, HOUR, TURN, Creature, Item, State, alive, up
from tallow.games.vanilla.world.time import elapse
from tallow.mechanics.ids import serial
from tallow.mechanics.names import newcomers
from tallow.mechanics.suggestions import Malformed, Unknown
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

UNITS = {"minutes": 1, "turns": TURN, "hours": HOUR, "days": DAY}
DAMAGE = ("1d6", "1d6-1", "1d6+1", "2d6", "3d6", "4d6", "5d6", "6d6", "1d3", "1d4", "1d8", "1d10", "1", "2", "3", "5")
AGAINST: dict[str, Vs] = {"plain": "", "magic": "magic", "poison": "poison", "death": "death", "fear": "fear"}
COINS = (10, 1, 2, 5, 20, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 5000)
PARTY = "party"
WORD: RuleId = "vanilla.meta.scope"
SAVE: RuleId = "vanilla.action.gm_call_save"
DAMAGES: RuleId = "vanilla.action.gm_damage"
KNOWN: RuleId = "vanilla.combat.information"
FOES: RuleId = "vanilla.monster.bestiary"
GEAR: RuleId = "vanilla.carry.reasonable"
TREASURE: RuleId = "vanilla.carry.treasure"
GEMS: RuleId = "vanilla.item.coins_gems"
DRAWN, UNKNOWN = "drawn", "unknown"


def people(state: State) -> tuple[str, ...]:
    """The ids of all living creatures, foes last."""
    return tuple([one.id for one in everyone(state) if alive(one)])


def _describe(play: Play, state: State, _: str) -> State:
    describe(play, WORD)
    return state


def _let_know(play: Play, state: State, _: str) -> State:
    let_know(play, state.party, WORD)
    return state


def _note(play: Play, state: State, _: str) -> State:
    return replace(state, notes=note(play, state.notes, REFEREE, WORD))


@rule("vanilla.monster.bestiary", "vanilla.monster.grit")
def add_foes(play: Play, state: State, _: str) -> State:
    """The GM adds a number of enemies of the bestiary; their numbers are rolled in secret."""
    ref = play.choose(REFEREE, "which_monster", tuple(monsters()), why=FOES)
    number = play.choose(REFEREE, "how_many", range(1, 21), ref, why=FOES)
    come: list[Creature] = []
    for _at in range(number):
        state, id_ = serial(state, "f")
        come.append(rolled_up(play, monsters()[ref], id_))
    return _arrive(play, state, come)


@rule("vanilla.monster.ac")
def write_foe(play: Play, state: State, _: str) -> State:
    """The GM writes who comes: `HD 3 AC 5 x2`, `fighter 4`, `Orc x3`; if it cannot be read, the GM is told why."""
    text = play.write(REFEREE, "foe_line", why="vanilla.monster.ac")
    before, come = state, []
    try:
        for part in [each for each in parts(text) for _ in range(each.number)]:
            state, id_ = serial(state, "f")
            one = described(text, part, id_)
            come.append(opposed(one))
    except (Malformed, Unknown) as fault:
        play.tell("malformed", str(fault), why="vanilla.monster.ac", seen_by=(REFEREE,))
        return before
    return _arrive(play, state, come)


def _arrive(play: Play, state: State, come: list[Creature]) -> State:
    """The state with these foes present, each with a name; the distance is asked when a fight begins."""
    at = APART if state.combat is not None else 0
    named = newcomers(state.foes, [replace(one, at=at) for one in come])
    play.tell("foes.come", tuple([one.name for one in named]), why=FOES, seen_by=(REFEREE,))
    return replace(state, foes=(*state.foes, *named))


def _dismiss_foes(play: Play, state: State, _: str) -> State:
    """The GM removes one foe or all from the table."""
    which = play.choose(REFEREE, "dismiss_foe", ("all", *(one.id for one in state.foes)), why=FOES)
    return pruned(replace(state, foes=tuple([one for one in state.foes if which not in ("all", one.id)])))


@rule("vanilla.combat.information")
def _reveal(play: Play, state: State, _: str) -> State:
    """The GM lets the players see the numbers of a foe."""
    which = play.choose(REFEREE, "reveal", tuple(one.id for one in state.foes if not one.revealed), why=KNOWN)
    return put(state, replace(find(state, which), revealed=True))


@rule("vanilla.setting.enemy_death_save")
def _name_foe(play: Play, state: State, _: str) -> State:
    """The GM gives a foe a name of its own; by the setting it may then Save vs death."""
    why: RuleId = "vanilla.setting.enemy_death_save"
    which = play.choose(REFEREE, "name_whom", tuple(one.id for one in state.foes), why=why)
    one = find(state, which)
    name = play.write(REFEREE, "foe_name", one.name, why=why).strip()[:60]
    traits = one.traits if "named" in one.traits else (*one.traits, "named")
    return put(state, replace(one, name=name or one.name, traits=traits))


@rule("vanilla.action.gm_call_save")
def call_save(play: Play, state: State, _: str) -> State:
    """The GM calls for a Save of one creature, or of each in the party, and first says what failing means."""
    whom = play.choose(REFEREE, "save_whom", (PARTY, *people(state)), why=SAVE)
    against = play.choose(REFEREE, "save_against", tuple(AGAINST), why="vanilla.save.kinds")
    bonus = play.choose(REFEREE, "save_bonus", (0, 1, 2, 3, 4), why=SAVE)
    stake = play.write(REFEREE, "save_stake", why=SAVE).strip()
    if stake:
        play.tell("save.stake", stake, why=SAVE)
    for who in [one.id for one in state.party if up(one)] if whom == PARTY else [whom]:
        save(play, state, who, AGAINST[against], SAVE, bonus=bonus)
    return state


@rule("vanilla.action.gm_damage")
def deal_damage(play: Play, state: State, _: str) -> State:
    """The GM deals damage that is no attack: dice or an amount, ordinary or directly to Flesh."""
    who = play.choose(REFEREE, "damage_whom", people(state), why=DAMAGES)
    name = find(state, who).name
    amount = play.choose(REFEREE, "damage_dice", DAMAGE, name, why=DAMAGES)
    direct = play.choose(REFEREE, "damage_how", ("grit_first", "straight_to_flesh"), name, why=DAMAGES)
    total = rolled(play, amount, REFEREE, DAMAGES)
    return damage(play, state, who, total, DAMAGES, direct=direct == "straight_to_flesh")


def listed() -> tuple[RuleId, ...]:
    """The ids of everything that has an entry and can be given as it is."""
    plain = ("vanilla.item.gear", "vanilla.item.coins_gems", "vanilla.item.treasure", "vanilla.item.scroll")
    skipped = (*plain, "vanilla.item.ammunition", SPELLBOOK, UNARMED)
    return tuple([ref for ref in (*weapons(), *armour(), *things()) if ref not in skipped])


def _bearer(play: Play, state: State, what: str, why: RuleId) -> Creature:
    return find(state, play.choose(REFEREE, what, tuple(one.id for one in state.party if alive(one)), why=why))


@rule("vanilla.item.potion", "vanilla.item.candle", "vanilla.item.torch", "vanilla.item.lantern", "vanilla.item.oil")
def give(play: Play, state: State, _: str) -> State:
    """The GM gives a thing of the lists to a character; without room it lies on the ground."""
    one = _bearer(play, state, "give_whom", GEAR)
    ref = play.choose(REFEREE, "give_what", listed(), one.name, why=GEAR)
    return handed(play, state, one.id, _bottled(play) if ref == POTION else made(ref))


@rule("vanilla.item.potion", "vanilla.table.potion")
def _bottled(play: Play) -> Item:
    """Make a potion: of a kind that the GM names or rolls, or one unknown until it is drunk."""
    which = play.choose(REFEREE, "which_potion", (DRAWN, *potions(), UNKNOWN), why=POTION)
    if which == DRAWN:
        table = tables()[POTIONS]
        which = table.row(rolled(play, table.dice, REFEREE, POTIONS)).spell
    return made(POTION) if which == UNKNOWN else potion(which)


@rule("vanilla.item.scroll", "vanilla.cast.always")
def give_scroll(play: Play, state: State, _: str) -> State:
    """The GM gives a scroll of a spell to a character."""
    one = _bearer(play, state, "give_whom", "vanilla.item.scroll")
    spell = play.choose(REFEREE, "which_spell", tuple(spells()), one.name, why="vanilla.item.scroll")
    return handed(play, state, one.id, scroll(spell, spells()[spell].name))


@rule("vanilla.carry.treasure", "vanilla.item.treasure")
def give_treasure(play: Play, state: State, _: str) -> State:
    """The GM gives a piece of treasure, and says what it is, its worth and its slots."""
    one = _bearer(play, state, "give_whom", TREASURE)
    name = play.write(REFEREE, "treasure_name", one.name, why=TREASURE).strip()[:60] or "Treasure"
    worth = play.choose(REFEREE, "treasure_worth", (10, 25, 50, 100, 250, 500, 1000, 2500, 5000), name, why=TREASURE)
    slots = play.choose(REFEREE, "treasure_slots", (1, 2, 3, 4, 5), name, why=TREASURE)
    return handed(play, state, one.id, treasure(name, worth, slots=slots))


@rule("vanilla.item.coins_gems", "vanilla.xp.gold", "vanilla.carry.coins")
def give_gems(play: Play, state: State, _: str) -> State:
    """The GM gives gems, and says what each is worth."""
    one = _bearer(play, state, "give_whom", GEMS)
    number = play.choose(REFEREE, "gems", range(1, 201), one.name, why=GEMS)
    each = play.choose(REFEREE, "gem_worth", (10, 25, 50, 100, 250, 500, 1000, 5, 1), one.name, why=GEMS)
    return handed(play, state, one.id, gems(number, number * each))


def handed(play: Play, state: State, who: str, thing: Item) -> State:
    """Give a thing to a character; without room it lies on the ground."""
    play.tell("gm_gives", find(state, who).name, thing.name, why=GEAR)
    return given(play, state, who, found_here(state, thing))


@rule("vanilla.xp.gold", "vanilla.carry.coins")
def give_coins(play: Play, state: State, _: str) -> State:
    """The GM gives coins; those found in the wilds count for XP once they are brought home."""
    one = _bearer(play, state, "give_whom", "vanilla.carry.coins")
    coins = play.choose(REFEREE, "coins", COINS, one.name, why="vanilla.item.coins_gems")
    play.tell("gm_coins", one.name, coins, why="vanilla.carry.coins")
    return coined(play, find_gold(state, coins), one.id, coins)


def _loaded(state: State) -> tuple[str, ...]:
    return tuple([one.id for one in everyone(state) if one.items or one.gear])


@rule("vanilla.carry.reasonable")
def take(play: Play, state: State, _: str) -> State:
    """The GM takes a thing from a character: lost, stolen, broken, or more than anyone would carry."""
    who = play.choose(REFEREE, "take_whom", _loaded(state), why=GEAR)
    one = find(state, who)
    options = (*(item.id for item in one.items), *dict.fromkeys(one.gear))
    what = play.choose(REFEREE, "take_what", options, one.name, why=GEAR)
    thing = next((item for item in one.items if item.id == what), None)
    play.tell("gm_takes", one.name, thing.name if thing is not None else what, why=GEAR)
    if thing is not None:
        return put(state, replace(one, items=tuple([item for item in one.items if item.id != what])))
    gear = list(one.gear)
    gear.remove(what)
    return put(state, replace(one, gear=tuple(gear)))


@rule("vanilla.table.reaction", "vanilla.table.minor_item")
def roll_table(play: Play, state: State, _: str) -> State:
    """The GM rolls on any table, seen by all or in secret."""
    of, on, seen_by = any_table(play, tables(), WORD)
    row = of.row(on)
    if row.effect in BOOK.entries():
        play.tell("table.entry", of.id, row.name, why=of.id, seen_by=seen_by)
    else:
        play.tell("table", of.id, row.name, row.effect, why=of.id, seen_by=seen_by)
    return state


def _secret_roll(play: Play, state: State, _: str) -> State:
    secret_roll(play, WORD)
    return state


@rule("vanilla.time.clock")
def let_time_pass(play: Play, state: State, _: str) -> State:
    """The GM lets time pass, with all that falls due."""
    minutes = choose_time(play, UNITS, "vanilla.time.clock", lambda minutes: goes_on(play, state, REFEREE, minutes))
    return elapse(play, state, minutes) if minutes else state


def _switch_setting(play: Play, state: State, _: str) -> State:
    """The GM changes a setting of the table."""
    return replace(state, settings=changed_settings(play, state.settings, "vanilla", WORD, worded_by_setting))


def _go_on(play: Play, state: State) -> State:
    """After a GM's deed in a fight: go on without those who cannot act, or end it."""
    state = settled(play, state)
    return state if state.combat is None or state.combat.turn else go_on(play, state)


def by_word(do: Does[State]) -> Does[State]:
    """The GM's deed `do`, followed by `_go_on`, because it may affect a fight."""
    return followed_by(do, _go_on)


def _begun(state: State, _: str) -> bool:
    return state.phase != "creation"


def _somebody(state: State, _: str) -> bool:
    return bool(people(state))


def _party(state: State, _: str) -> bool:
    return any(alive(one) for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    deed("describe", _describe, WORD, group="notes"),
    deed("let_know", _let_know, WORD, lambda state, _: any(one.seat != REFEREE for one in state.party), group="notes"),
    deed("note", _note, WORD, group="notes"),
    deed("add_foes", add_foes, FOES, _begun, group="muster", rank=-1),
    deed("write_foe", write_foe, "vanilla.monster.ac", _begun, group="muster", rank=-1),
    deed(
        "dismiss_foes",
        _dismiss_foes,
        FOES,
        lambda state, _: bool(state.foes) and state.combat is None,
        group="muster",
        rank=-1,
    ),
    deed(
        "reveal", _reveal, KNOWN, lambda state, _: any(not one.revealed for one in state.foes), group="muster", rank=-1
    ),
    deed(
        "name_foe",
        _name_foe,
        "vanilla.setting.enemy_death_save",
        lambda state, _: bool(state.foes),
        group="muster",
        rank=-1,
    ),
    deed("call_save", call_save, SAVE, _somebody, group="tasks"),
    deed("deal_damage", by_word(deal_damage), DAMAGES, _somebody, group="giving"),
    deed("give", give, GEAR, _party, group="giving"),
    deed("give_coins", give_coins, "vanilla.carry.coins", _party, group="giving"),
    deed("give_gems", give_gems, GEMS, _party, group="giving"),
    deed("give_scroll", give_scroll, "vanilla.item.scroll", _party, group="giving"),
    deed("give_treasure", give_treasure, TREASURE, _party, group="giving"),
    deed("take", take, GEAR, lambda state, _: bool(_loaded(state)), group="giving"),
    deed("roll_table", roll_table, WORD, group="chance"),
    deed("secret_roll", _secret_roll, WORD, group="chance"),
    deed(
        "let_time_pass",
        let_time_pass,
        "vanilla.time.clock",
        lambda state, _: _begun(state, _) and not state.combat,
        group="watches",
    ),
    deed("switch_setting", _switch_setting, WORD, group="notes"),
)
