"""What was stored by earlier versions of Cairn, brought to the schema of this one."""

from tallow.games.stored import Plain, Upgrade, rewritten_rows, words_of_then

ROWS_1 = {
    "bond": (
        "single_gem strange_compass portrait crystal_prism silver_moss journal ancient_key fae_letter "
        "signet_ring mischievous_spirit map sealed_letter ghost_beast bracelet stone_heart whistle "
        "blood_red_flower miniature_lute twig moss_witch"
    ),
    "omen": (
        "black_river early_winter fog vanishing_stars silent_birds tear_stones buzzing bleeding_tree "
        "crimson_moon cracks_in_the_sky nightmare_flower howl fleeing_insects white_streak laughing_wells "
        "shifting_constellations hand_in_the_tree weeping_statues shadow_caller red_robe"
    ),
    "aurifex_1": "gold_nose unseen_pet truth_serum false_gold stolen_blueprint gold_into_lead",
    "aurifex_2": "pyrophoric_gel blast_sphere aqua_vita mimic_stone spark_dust homunculus",
    "barber_surgeon_1": "eye foot finger ears chest arm",
    "barber_surgeon_2": "regrowth_salve graftgrub woundwax quicksilver pneuma_pump lodestone",
    "beast_handler_1": "arachnids felines canines birds rodents serpents",
    "beast_handler_2": "senses signs the_hunt the_land warning adapting",
    "bonekeeper_1": "crow_amulet mortal_wound blood_pail burial_wagon detect_magic plague_mask",
    "bonekeeper_2": "manacles sponge pulley incense crowbar repellent",
    "cutpurse_1": "noble_s_house bank warehouse moneylender constable university",
    "cutpurse_2": "catring gildfinger glimpse_glass sweetwhistle vagrant_s_veil reverse_teetotum",
    "fieldwarden_1": "swarm crop_spirit demon the_withering werewolf crop_thieves",
    "fieldwarden_2": "bloodvine_whip clatter_keeper sun_stick root_tether greenwhistle everbloom_band",
    "fletchwind_1": "war falconry hunting tournaments training scouting",
    "fletchwind_2": "western_yew sessile_oak stone_pine white_ash striped_bamboo wych_elm",
    "foundling_1": "a_hunter an_apothecary a_druid a_blacksmith travelling_players monks",
    "foundling_2": "pipeweed stink_jar ivy_worm dream_stone drowning_rod rabbit_s_foot",
    "fungal_forager_1": "shrieking_trumpet torch_fungus murderous_truffle hellcap sproutcup rootflower",
    "fungal_forager_2": "glowsnail silk_moth_shawl milkflower luxcompass sloth_tarp miner_s_grease",
    "greenwise_1": "marked_thief lost_friend poisoned green_skin corpseflower tincture",
    "greenwise_2": "amadou delphinium tacky_stalk wisp_lantern seed_bomb briarvine",
    "half_witch_1": "black_rose_fiddle paper_legs living_nightmare raven_familiar briar_thorn true_name",
    "half_witch_2": "rebirth_ash glamour_feather hawthorn_seed stonetree_sap nightdust_powder hex_stone",
    "hexenbane_1": "crossroads bleeding_star glass_sigil blank_eye canaas silent_veil",
    "hexenbane_2": "honesty poverty selflessness mercy charity valor",
    "jongleur_1": "a_death a_song a_composition a_curse an_accident a_branding",
    "jongleur_2": "false_cuffs pocket_theatre ghost_violin tragic_tales mythos_mask rebreak_glass",
    "kettlewright_1": "contraptions home_goods smelter fine_wares protection scavenger",
    "kettlewright_2": "fire_eggs black_tar spiked_boots tinker_s_paste fireworks carrion_cat",
    "marchguard_1": "tradition convict noble_born ruin saved direction",
    "marchguard_2": "impressive_pin oath_compass pullstones fireflask pain_band poacher_s_woe",
    "mountebank_1": "miracles seduction prophecy stunt curse seances",
    "mountebank_2": "royal_crest miracle_oil surgeon_s_soap goat_powder cursed_sapphire alchemical_tattoo",
    "outrider_1": "no_innocent_blood revere_the_tools to_the_death revere_the_dead loyalty debts",
    "outrider_2": "heavy_destrier blacklegged_dandy rivertooth piebald_cob linden_white stray_fogger",
    "prowler_1": "mock_firefly ice_nettle marsh_crawler forest_spirit hollow_wolf azure_warbler",
    "prowler_2": "fermented_spirits trail_shaker drowse_balm spike_and_cord iron_rattle hardening_glue",
    "rill_runner_1": (
        "the_tinker_s_two_step the_sylph_and_her_lover harper_s_devotion the_reed_fisher "
        "song_of_the_silver_stream the_thrush_and_the_meadow"
    ),
    "rill_runner_2": "performance bodyguard wares transport sailor_s_friend guide",
    "scrivener_1": (
        "the_wild_tongue the_silent_symphony a_treatise_on_the_abyss the_star_waltz "
        "the_cathedral_and_the_canopy garden_of_glass"
    ),
    "scrivener_2": "fib_ink cipher_stone everquill whisper_vial sanguine_lens echo_leaf",
}
"""Schema 1 named the rows of a life by their numbers; these are their keys, table by table, in the order of then."""


def _weapons_by_their_ids(creature: Plain) -> Plain:
    """Schema 1 had the ids of an attack's weapons in one text, `i1+i2`."""
    for attack in creature.get("attacks", ()):
        attack["items"] = [id_ for id_ in attack.pop("item", "").split("+") if id_]
    return creature


def _weapons_in(state: Plain) -> Plain:
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _weapons_by_their_ids(creature)
    return state


def _readings_of_then(state: Plain) -> Plain:
    """Schema 3 had hirelings who cost and fell as specialists and characters do, and a die for each of two weapons."""
    then = {"hireling_pay": "by_role", "hireling_critical": "as_pc", "two_weapons_modified": "each_die"}
    return state | {"settings": then | state.get("settings", {})}


def _reasons_together(tape: Plain) -> Plain:
    """Schema 3 told the reasons of a morale save one by one."""
    for event in tape["events"]:
        if event.get("code") == "morale.due":
            event["facts"] = [event["facts"]]
    return tape


def _typed_fields(state: Plain) -> Plain:
    """Schema 5 had the parts of an effect and the targets of a declaration joined in texts."""
    for effect in state.get("effects", ()):
        _typed_effect(effect)
    for made in (state.get("fight") or {}).get("declared", ()):
        if made["move"] in {"cast", "use_relic", "use_item"}:
            aimed = [target.split("/") for target in made.pop("detail", "").split(",") if target]
            made["targets"] = [target if len(target) > 1 else target[0] for target in aimed]
    return state


def _typed_effect(effect: Plain) -> None:
    """Its marks were conditions, and with colons `world:dark`, `hazard:held:STR`, `steps:2`; `each` was "STR 1d6"."""
    marks = [mark.split(":") for mark in effect.pop("marks", ())]
    effect["conditions"] = [mark[0] for mark in marks if len(mark) == 1]
    effect["world"] = [mark[1] for mark in marks if mark[0] == "world"]
    effect["hazards"] = [dict(zip(("what", "save"), mark[1:], strict=False)) for mark in marks if mark[0] == "hazard"]
    effect["steps"] = next((int(mark[1]) for mark in marks if mark[0] == "steps"), 0)
    effect["until"] = effect.get("until", "").split()
    ability, _, dice = effect.get("each", "").partition(" ")
    if ability:
        effect |= {"each": ability, "dice": dice}


def _attacks_by_weapon(state: Plain) -> Plain:
    """Schema 6 had a declared attack by its place among all that its creature could make."""
    creatures = {one["id"]: one for one in (*state.get("party", ()), *state.get("foes", ()))}
    for made in (state.get("fight") or {}).get("declared", ()):
        at, creature = made.pop("attack", 0), creatures.get(made["who"], {})
        armed = [item for item in creature.get("items", ()) if item.get("damage")]
        ways = [(item["name"], [item["id"]]) for item in armed] if creature.get("kind") != "monster" else []
        ways += [(attack["name"], attack.get("items", [])) for attack in creature.get("attacks", ())]
        named = [items for name, items in ways if name == made.get("detail")]
        if made["move"] == "attack" and named:
            made["weapons"] = ways[at][1] if at < len(ways) and ways[at][0] == made["detail"] else named[0]
    return state


def _aims_by_text(tape: Plain) -> Plain:
    """Schema 6 had the aim that milestones are set of by its place in the list, before its text."""
    for event in tape["events"]:
        if event.get("choice", {}).get("what") == "which_aim":
            event["option"] = ["aim", event["option"][1]]
    if tape["action"]["name"] == "set_milestones":
        tape["answers"] = [["aim", one[1]] if isinstance(one, list) else one for one in tape["answers"]]
    return tape


def _parts_of_all(state: Plain) -> Plain:
    """Schema 7 had what is used up, who rides and what is sealed as texts with colons."""
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _parts(creature)
    for item in state.get("ground", ()):
        _unsealed_quality(item)
    return state


def _parts(creature: Plain) -> Plain:
    """`spent` had "day:fed", "took:30600", conditions "rides:h1", qualities "sealed:e2"."""
    creature["spent"] = [_used(text) for text in creature.get("spent", ())]
    conditions = creature.get("conditions", ())
    creature["rides"] = next((code.removeprefix("rides:") for code in conditions if code.startswith("rides:")), "")
    creature["conditions"] = [code for code in conditions if not code.startswith("rides:")]
    for item in creature.get("items", ()):
        _unsealed_quality(item)
    return creature


def _used(text: str) -> Plain:
    kind, *about = text.split(":", 1)
    return {"kind": kind, "about": [int(about[0])] if kind == "took" else about}


def _unsealed_quality(item: Plain) -> None:
    found = item.get("qualities", ())
    item["sealed"] = next((one.removeprefix("sealed:") for one in found if one.startswith("sealed:")), "")
    item["qualities"] = [one for one in found if not one.startswith("sealed:")]


def _choices_apart(state: Plain) -> Plain:
    """Schema 8 had what was chosen with a boon behind its row: `cairn.table.hexenbane_2:mercy:blade`."""
    for creature in (*state.get("party", ()), *state.get("foes", ())):
        _choice_apart(creature)
    return state


def _choice_apart(creature: Plain) -> Plain:
    life = creature.get("life", {})
    parted = [boon.split(":") for boon in life.get("boons", ())]
    life["boons"] = [":".join(parts[:2]) for parts in parted]
    life["chosen"] = [[":".join(parts[:2]), parts[2]] for parts in parted if len(parts) > 2]
    return creature


UPGRADES = (
    Upgrade(state=_weapons_in, character=_weapons_by_their_ids),
    rewritten_rows("cairn.table", ROWS_1),
    words_of_then({"dropped": "{0} drops {1}."}),
    Upgrade(state=_readings_of_then, tape=_reasons_together),
    Upgrade(state=_typed_fields),
    Upgrade(state=_attacks_by_weapon, tape=_aims_by_text),
    Upgrade(state=_parts_of_all, character=_parts),
    Upgrade(state=_choices_apart, character=_choice_apart),
)
