"""Bad input: one clear message on the error stream, exit code 2, no traceback, nothing on the output."""

from pathlib import Path

import pytest

from tests.cli.run import tallow

PARTY = "4 HP, 11 STR, sword (d8)"

WRONG: list[tuple[list[str], list[str]]] = [
    (["odd"], ['"odd" is not a command of tallow.', "odds"]),
    (["xyzzy"], ["There are serve, play,"]),
    (["--frobnicate"], ["unrecognized arguments: --frobnicate", "tallow --help"]),
    (["roll"], ["EXPR", "tallow roll --help"]),
    (["roll", "2d"], ["2d\n  ^ expected the sides of the dice"]),
    (["roll", "4d6kz3"], ["4d6kz3\n    ^"]),
    (["roll", "999999d6"], ["999999d6\n^"]),
    (["roll", "d6", "--game", "carn"], ['"carn" is not a game', 'Did you mean "cairn"?']),
    (["roll", "d6", "--seed", "x"], ['--seed: expected a whole number of at least 0, not "x"']),
    (["odds", "carn"], ['Did you mean "cairn"?']),
    (["odds", "chess"], ['There are "cairn", ', ' and "vanilla"']),
    (["odds", "roll"], ["Odds of which dice?"]),
    (["odds", "roll", "2d6+"], ["2d6+\n    ^ expected"]),
    (["odds", "roll", "200d1000kh100"], ["too large to be solved exactly", "--sample"]),
    (["odds", "cairn", "sav"], ['"sav" is not a question of Cairn', '"save"']),
    (["odds", "cairn", "save", "scor=3"], ['"scor" is not a parameter', '"score"']),
    (["odds", "cairn", "save", "score=x"], ["score=x\n      ^ expected a whole number"]),
    (["odds", "cairn", "save", "score=99"], ["score=99\n      ^ expected a whole number"]),
    (["odds", "cairn", "save", "score"], ['"score" is not of the form name=value']),
    (["odds", "cairn", "save"], ["expected score="]),
    (["odds", "cairn", "save", "score=3", "score=4"], ['"score" is given twice.']),
    (["odds", "xyzzy"], ['"xyzzy" is not a game', '"cairn"']),
    (["roll", "d6+" * 60 + "x"], ["…", "^ expected"]),
    (["roll", "d6", "--seed", "9" * 5000], ['not "' + "9" * 100 + '…"']),
    (["odds", "cairn", "save", "score=3", "goal=glory"], ["goal=glory\n^ expected no goal: in save there is nothing"]),
    (["odds", "cairn", "attack", "dice=d6+x", "hp=3"], ["dice=d6+x\n        ^"]),
    (["odds", "cairn", "save", "score=3", "--game", "cairn"], ["--game is for"]),
    (["odds", "cairn", "save", "score=3", "--set", "moral=off"], ['"moral" is not a setting of Cairn', '"morale"']),
    (["odds", "cairn", "save", "score=3", "--set", "morale=of"], ['"of" is not a value of morale', '"off"']),
    (["odds", "cairn", "save", "score=3", "--set", "morale"], ["name=value"]),
    (["simulate", "cairn", "--party", PARTY], ["the following arguments are required: --foes"]),
    (["simulate", "cairn", "--party", PARTY, "--foes", "Goblin Shamann"], ['"Goblin Shamann"', "Did you mean"]),
    (["simulate", "cairn", "--party", "4 HP, 11 STRX, sword (d8)", "--foes", "Goblin"], ["      ^ expected"]),
    (["simulate", "cairn", "--party", "4 HP, sword (d7)", "--foes", "Goblin"], ["             ^ expected the dice"]),
    (
        ["simulate", "cairn", "--party", "-4 HP, sword (d8)", "--foes", "Goblin"],
        ["-4 HP, sword (d8)\n^ expected a value"],
    ),
    (["simulate", "cairn", "--party", "9" * 5000 + " HP, sword (d8)", "--foes", "Goblin"], ["^ expected a value"]),
    (["simulate", "cairn", "--party", "4 HP, 4 Armour", "--foes", "Goblin"], ["      ^ expected from 0 to 3 Armour"]),
    (["simulate", "cairn", "--party", PARTY, "--foes", "Goblin x" + "9" * 5000], ["^ expected a number from 1 to 100"]),
    (["simulate", "cairn", "--party", PARTY, "--foes", "Goblin x0"], ["^ expected a number from 1 to 100"]),
    (["simulate", "cairn", "--party", PARTY, "--foes", ""], ["^ expected somebody"]),
    (["simulate", "cairn", "--party", PARTY, "--foes", "Goblin", "-n", "0"], ["-n: expected a whole number from 1"]),
    (["simulate", "cairn", "--party", PARTY, "--foes", "Goblin", "--set", "morale=on"], ["value of morale"]),
    (["expedition", "cairn", "--party", PARTY], ["one of the arguments --adventure --room is required"]),
    (["expedition", "cairn", "--party", PARTY, "--room", " "], ["--room - is a room with nobody in it"]),
    (["expedition", "cairn", "--party", PARTY, "--room", "Goblin", "--room", "Goblim"], ['"Goblim"', "Did you mean"]),
    (["expedition", "cairn", "--party", PARTY, "--room", "-", "--wandering", "Goblim"], ['"Goblim"', "Did you mean"]),
    (["expedition", "cairn", "--party", PARTY, "--room", "-", "--pack", "Torhc"], ['"Torhc"', 'Did you mean "Torch"']),
    (["expedition", "cairn", "--party", PARTY, "--room", "-", "--pack", "Torch x99"], ["^ expected less than that"]),
    (["expedition", "cairn", "--party", PARTY, "--room", "-", "--turns", "-1"], ["--turns: expected a whole number"]),
    (["character", "karn"], ['Did you mean "cairn"?']),
    (["character", "cairn", "--count", "0"], ["--count: expected a whole number from 1 to 1000"]),
    (["character", "cairn", "--paper", "a5"], ["--paper: invalid choice"]),
    (["character", "cairn", "--set", "creation_mode=slow"], ["value of creation_mode"]),
    (["character", "cairn", "--pdf", "/nowhere/at/all.pdf"], ["/nowhere/at/all.pdf"]),
    (["rules", "cairn.save.rol"], ['"cairn.save.rol" is not a rule of Cairn', '"cairn.save.roll"']),
    (["rules", "carn.save.roll"], ['Did you mean "cairn"?']),
    (["play", "carn"], ['Did you mean "cairn"?']),
    (["play", "cairn", "--dice", "loaded"], ["--dice: invalid choice"]),
    (["play", "cairn", "--foes", "Gobblin"], ['"Gobblin" is not a monster', '"Goblin"']),
    (["odds"], ["the following arguments are required: GAME\n"]),
    (["odds", "cairn", "save", "score=3", "--set", "zzz=1"], ["`tallow rules GAME setting` lists what there is."]),
    (["odds", "dead_weight", "attack", "weapon=STR 3", "dice=2", "enemy=Zzz"], ["`tallow rules GAME monster` lists"]),
    (["odds", "dead_weight", "attack", "weapon=STR 333", "dice=2"], ["^ expected wounds of at most two digits"]),
    (["simulate", "dead_weight", "--party", "zzz", "--foes", "Gnoll"], ['There are "warrior", "thief", "wizard" and']),
    (["character", "cairn", "--pdf", "one.pdf", "--format", "zzz"], ['"zzz" is not a format', '"kettlewright"']),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda part: " ".join(part)[:60])
def test_what_is_wrong_is_said_and_nothing_else_happens(
    words: list[str], said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = tallow(*words)
    assert ran.code == 2
    assert not ran.out
    assert "Traceback" not in ran.err
    for part in said:
        assert part in ran.err
    assert not list(tmp_path.iterdir())


def test_a_foe_that_is_unknown_ends_play_before_it_begins() -> None:
    ran = tallow("play", "cairn", "--quick", "--foes", "Gobblin")
    assert ran.code == 2
    assert "Goblin" in ran.err
