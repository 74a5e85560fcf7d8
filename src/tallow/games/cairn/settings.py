"""The rulings that a table may switch; each is explained in the rulebook under `cairn.setting`."""

from typing import Literal

from msgspec import Struct


class Settings(Struct, frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """How this table reads the rules."""

    first_round: Literal["lose_turn", "act_after"] = "lose_turn"
    npc_critical: Literal["dead", "dying", "ask"] = "dead"
    hireling_critical: Literal["as_npc", "as_pc"] = "as_npc"
    morale: Literal["leader_or_each", "leader_or_group", "off"] = "leader_or_each"
    coin_slots: Literal["per_100", "one_bag"] = "per_100"
    casting_save: Literal["ask", "always", "never"] = "ask"
    creation_mode: Literal["background", "quick"] = "background"
    full_inventory: Literal["hp_0", "deprived"] = "hp_0"
    deprived_fatigue: Literal["kept", "cleared"] = "kept"
    scar_lookup: Literal["hp_lost", "damage_rolled"] = "hp_lost"
    head_wound: Literal["keep_max", "set_both"] = "keep_max"
    morale_half: Literal["fallen", "fallen_and_fled"] = "fallen"
    impaired_and_enhanced: Literal["cancel", "impaired", "enhanced"] = "cancel"
    unarmed_enhanced: Literal["d4", "d12"] = "d4"
    two_weapons_modified: Literal["one_die", "each_die"] = "one_die"
    hireling_pay: Literal["flat", "by_role"] = "flat"
    book_oddity: Literal["published", "random", "none"] = "published"
    price_list: Literal["published", "with_draft"] = "published"
    dungeon_events: Literal["triggers", "every_cycle"] = "triggers"
    dungeon_event_table: Literal["published", "draft"] = "published"
    direct_loss_save: Literal["never", "ask", "always"] = "never"
    travel: Literal["published", "draft"] = "published"
    night_travel: Literal["events_twice", "harder_too"] = "events_twice"
    supply: Literal["group_die", "each_d4"] = "group_die"
    show_odds: Literal[True, False] = True
