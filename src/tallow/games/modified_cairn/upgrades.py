"""Upgrades of stored states and characters of Modified Cairn from earlier schemas."""

from tallow.games.stored import Plain, Upgrade, rewritten_rows

ROWS_1 = {
    "aurifex_1": "gold_nose vanished_pet truth_serum fool_s_gold stolen_design backward_transmutation",
    "aurifex_2": "pyrophoric_gel blast_sphere aqua_vita mimic_stone spark_dust homunculus",
    "barber_surgeon_1": "eye foot finger ears chest arm",
    "barber_surgeon_2": "regrowth_salve graftgrub woundwax quicksilver pneuma_pump lodestone",
    "beast_handler_1": "arachnids felines canines birds rodents serpents",
    "beast_handler_2": "borrowed_senses omens_of_beasts hunter_s_pulse known_land wild_sentries borrowed_feature",
    "bonekeeper_1": "crow_amulet old_wound blood_pail burial_wagon stolen_runes plague_mask",
    "bonekeeper_2": "manacles sponge pulley incense crowbar repellent",
    "cutpurse_1": "summer_house bank warehouse moneylender constable_s_rooms university",
    "cutpurse_2": "catring gildfinger glimpse_glass sweetwhistle vagrant_s_veil reverse_teetotum",
    "fieldwarden_1": "swarm crop_spirit antlered_demon the_withering werewolf crop_thieves",
    "fieldwarden_2": "bloodvine_whip clatter_keeper sun_stick root_tether greenwhistle everbloom_band",
    "fletchwind_1": "war falconry hunting tourneys drill scouting",
    "fletchwind_2": "western_yew sessile_oak stone_pine white_ash striped_bamboo wych_elm",
    "foundling_1": "hunter apothecary druid blacksmith players monks",
    "foundling_2": "pipeweed stink_jar ivy_worm dream_stone drowning_rod rabbit_s_foot",
    "fungal_forager_1": "shrieking_trumpet torch_fungus murderous_truffle hellcap sproutcup rootflower",
    "fungal_forager_2": "glowsnail silk_moth_shawl milkflower luxcompass sloth_tarp miner_s_grease",
    "greenwise_1": "cursed_thief lost_friend poisoned green_skin prize_bloom tincture",
    "greenwise_2": "amadou delphinium tacky_stalk wisp_lantern seed_bomb briarvine",
    "half_witch_1": "black_rose_fiddle paper_legs living_nightmare raven briar_thorn true_name",
    "half_witch_2": "rebirth_ash glamour_feather hawthorn_seed stonetree_sap nightdust hex_stone",
    "hexenbane_1": "crossroads bleeding_star glass_sigil blank_eye canaas silent_veil",
    "hexenbane_2": "honesty poverty selflessness mercy charity valor",
    "jongleur_1": "death_on_stage noble_insulted star_music rhyme_curse accident branded",
    "jongleur_2": "false_cuffs pocket_theatre ghost_violin tragic_tales mythos_mask rebreak_glass",
    "kettlewright_1": "contraptions hawker smelter dealer guard scavenger",
    "kettlewright_2": "fire_eggs black_tar spiked_boots tinker_s_paste fireworks carrion_cat",
    "marchguard_1": "family_custom pardon escape ruin rescue aimlessness",
    "marchguard_2": "impressive_pin oath_compass pullstones fireflask pain_band poacher_s_woe",
    "mountebank_1": "real_cures seduction true_prophecy disaster hedge_curse s_ance",
    "mountebank_2": "royal_crest miracle_oil surgeon_s_soap goat_powder cursed_sapphire alchemical_tattoo",
    "outrider_1": (
        "no_innocent_blood honour_the_tools_of_death to_the_death honour_the_dead loyal_to_the_work pay_every_debt"
    ),
    "outrider_2": "heavy_destrier blacklegged_dandy rivertooth piebald_cob linden_white stray_fogger",
    "prowler_1": "mock_firefly ice_nettle marsh_crawler forest_spirit hollow_wolf azure_warbler",
    "prowler_2": "fermented_spirits trail_shaker drowse_balm spike_and_cord iron_rattle hardening_glue",
    "rill_runner_1": (
        "tinker_s_two_step sylph_and_lover harper_s_devotion reed_fisher silver_stream thrush_and_meadow"
    ),
    "rill_runner_2": "performance guard_work wares transport sailors guiding",
    "scrivener_1": (
        "the_wild_tongue the_silent_symphony treatise_on_the_abyss the_star_waltz cathedral_and_canopy garden_of_glass"
    ),
    "scrivener_2": "fib_ink cipher_stones everquill whisper_vial sanguine_lens echo_leaf",
    "gear": (
        "acid air_bladder alcohol antitoxin bandages bell bellows blanket bolt_cutters bowl cage caltrops "
        "candle cards cart chain chalk chisel climbing_spikes cloak compass crowbar dice dowsing_rod "
        "explosive fan fiddle fire_oil fishing_rod flash_powder flour garrotte gloves glue goggles "
        "grappling_hook grease hammer hammock hand_drill honey hourglass incense ladder lantern leech lens "
        "lock_key lockpick lodestone lute magnifying_glass manacles marbles mask metal_file mirror mugwort "
        "net oil_can oilskin_bag pail paint parchment_ink perfume pickaxe pipe pliers poison pole poncho "
        "pulley random_runeskelf rope sack saw scissors scroll sealable_bottle sedative sewing_kit sextant "
        "shovel signal_flag smokebomb smoking_herbs songbook spiked_boots spyglass stylus tar tent tongs trap "
        "wagon waterproof_bag whetstone whistle wig wolfsbane"
    ),
    "bond": (
        "gem strange_compass portrait prism silver_moss bark_journal half_a_key letter signet "
        "swallowed_spirit treasure_map message ghost_beast bracelet stone_heart oak_lord_s_whistle flower "
        "lute crow_s_twig moss_witch_curse"
    ),
    "omen": (
        "black_river early_frost fog missing_stars silent_birds rush_of_tears buzzing bleeding_tree red_moon "
        "cracked_sky nightmare_flower howling_herd fleeing_insects white_streak laughing_wells "
        "wandering_stars dead_village_tree weeping_statues angry_animals red_robe"
    ),
}
"""Schema 1 stored table rows of a history by number; these are their keys, by table, in that order."""


def _friends_are_asked_about(state: Plain) -> Plain:
    """Schema 2 had no setting for allies in a Blast; it becomes "ask"."""
    return state | {"settings": {"blast_friends": "ask"} | state.get("settings", {})}


def _sworn_of_then(creature: Plain) -> Plain:
    """Schema 3 did not store a vow's type of weapon; it becomes the first of the list."""
    life = creature.get("life", {})
    vows = ("modified_cairn.table.hexenbane_2:honesty", "modified_cairn.table.hexenbane_2:mercy")
    if any(vow in life.get("history", ()) for vow in vows):
        life["sworn"] = "blade"
    return creature


def _all_sworn(state: Plain) -> Plain:
    for creature in state.get("party", ()):
        _sworn_of_then(creature)
    return state


def _effects_without_detail(state: Plain) -> Plain:
    """Schema 4 stored an effect's kind in `detail` (`hold:asleep`), and its remaining rounds in `save` (`2r`)."""
    return state | {"effects": [_without_detail(effect) for effect in state.get("effects", ())]}


def _without_detail(effect: Plain) -> Plain:
    does, _, rest = effect.pop("detail", "").partition(":")
    effect["does"] = does
    if does == "stone":
        effect["steps"] = int(rest)
    elif does in {"hold", "each"}:
        effect["state" if does == "hold" else "dice"] = rest
    if effect.get("save", "").endswith("r"):
        effect |= {"save": "", "rounds": int(effect["save"].removesuffix("r"))}
    return effect


def _foretold_in_fields(state: Plain) -> Plain:
    """Schema 5 had the encounter that a sign foretold as a text, `row|number`."""
    dungeon = state.get("dungeon")
    if dungeon:
        kept = [(depth, *what.split("|")) for depth, what in dungeon.pop("kept", ())]
        dungeon["foretold"] = [{"depth": depth, "row": row, "number": int(number)} for depth, row, number in kept]
    return state


def _attacks_by_weapon(state: Plain) -> Plain:
    """Schema 6 had a declared attack by its place among all that its creature could make; thrown ones came last."""
    creatures = {one["id"]: one for one in (*state.get("party", ()), *state.get("foes", ()))}
    combat = state.get("combat") or {}
    for made in (*combat.get("declared", ()), *combat.get("planned", ())):
        at, creature = made.pop("attack", 0), creatures.get(made["who"], {})
        held = [item for item in creature.get("items", ()) if item.get("dice") and item.get("place") == "hands"]
        swung = [item for item in held if not item.get("ranged")]
        named = [item for item in held if item["name"] == made.get("detail")]
        if made.get("action", "pass") in {"attack", "frenzy"} and named:
            item = held[at] if at < len(held) and held[at] in named else named[0]
            thrown = "thrown" in item.get("qualities", ()) and at >= len(swung)
            made |= {"weapons": [item["id"]], "ranged": thrown or item.get("ranged", False)}
    return state


def _parts_of_all(state: Plain) -> Plain:
    """Schema 7 had what is used up, and a creature's heads, as texts with colons."""
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _parts(creature)
    return state


def _parts(creature: Plain) -> Plain:
    """`spent` had "day:werewolf", "free:12", the states "heads:4"."""
    used = [text.split(":", 1) for text in creature.get("spent", ())]
    creature["spent"] = [{"kind": kind, "about": [int(of) if kind == "free" else of]} for kind, of in used]
    states = creature.get("states", ())
    creature["heads"] = next((int(code.removeprefix("heads:")) for code in states if code.startswith("heads:")), 0)
    creature["states"] = [code for code in states if not code.startswith("heads:")]
    return creature


ABOUT_8 = ("impaired", "warded")


def _states_about_something(state: Plain) -> Plain:
    """Schema 8 had "impaired:sword" and "warded:goblin" among states, and a state with its turns as a list."""
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _marked(creature)
    for effect in state.get("effects", ()):
        kind, _, what = effect.get("state", "").partition(":")
        if kind in ABOUT_8:
            effect |= {"state": kind, "what": what}
    combat = state.get("combat")
    if combat:
        combat["lasting"] = [_passing(*each) for each in combat.get("lasting", ())]
    return state


def _marked(creature: Plain) -> Plain:
    parted = [code.partition(":") for code in creature.get("states", ())]
    creature["marks"] = [{"kind": kind, "about": [what]} for kind, _, what in parted if kind in ABOUT_8 and what]
    creature["states"] = ["".join(code) for code in parted if code[0] not in ABOUT_8 or not code[2]]
    return creature


def _passing(who: str, code: str, left: int, side: str) -> Plain:
    kind, _, what = code.partition(":")
    return {"who": who, "state": kind, "left": left, "side": side, "what": what}


UPGRADES = (
    rewritten_rows("modified_cairn.table", ROWS_1),
    Upgrade(state=_friends_are_asked_about),
    Upgrade(state=_all_sworn, character=_sworn_of_then),
    Upgrade(state=_effects_without_detail),
    Upgrade(state=_foretold_in_fields),
    Upgrade(state=_attacks_by_weapon),
    Upgrade(state=_parts_of_all, character=_parts),
    Upgrade(state=_states_about_something, character=_marked),
)
