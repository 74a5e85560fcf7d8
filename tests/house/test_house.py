"""House rules change the game that is made with them and nothing else: odds, simulation, table and archives follow."""

import os
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tallow.adventures import ready
from tallow.games import BUILT_IN, game, names
from tallow.games.cairn.checks.saves import passes as usual
from tallow.games.cairn.gear.inventory import SLOTS
from tallow.games.cairn.harm.damage import Blow
from tallow.games.optional import archetypes_of, documents_of, needed_bots, needed_characters
from tallow.house import BadHouse, House, houses, read, use, with_house
from tallow.house.found import VARIABLE, NoSuchHouse
from tallow.odds import ask
from tallow.play import Play, Simulated, scripted
from tallow.simulate import simulate
from tallow.simulate.fights import play_out
from tallow.simulate.random_answers import RandomAnswers
from tallow.store import Damaged, Store, export_table, import_table
from tallow.table import open_table
from tallow.web.drawing.templates import environment
from tests.cli.run import tallow
from tests.web.people import serving

GRIM = """\
name = "grim"
game = "cairn"
says = "Blades bite deeper."

[change."cairn.weapon.medium"]
damage = "d12"

[row."cairn.table.starting_armour"."1-3"]
name = "Rags"

[[add.weapon]]
id = "cairn.weapon.maul"
like = "cairn.weapon.heavy"
name = "Maul"
kinds = ["Maul"]
damage = "2d6"

[number]
"gear.inventory.SLOTS" = 12

[settings]
scar_lookup = "damage_rolled"
"""


@pytest.fixture
def grim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """House rules of a file, known for as long as the test."""
    file = tmp_path / "grim.toml"
    file.write_text(GRIM)
    monkeypatch.setenv(VARIABLE, "")
    yield use(file)
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for kept in (houses, names, game, environment):
        kept.cache_clear()


def test_a_file_changes_entries_rows_numbers_and_settings_of_its_game_alone(grim: House) -> None:
    played, plain = game("cairn+grim"), game("cairn")
    assert (played.id, played.base, played.title) == ("cairn+grim", "cairn", "Cairn, Grim")
    assert [one.says for one in played.house] == ["Blades bite deeper."]
    entries = played.book.entries()
    assert entries["cairn.weapon.medium"].data["damage"] == "d12"
    assert plain.book.entries()["cairn.weapon.medium"].data["damage"] == "d8"
    assert entries["cairn.table.starting_armour"].data["rows"][0]["name"] == "Rags"
    assert entries["cairn.weapon.maul"].data["hands"] == 2
    assert "cairn.weapon.maul" not in plain.book.entries()
    chosen = [msgspec.structs.asdict(one.settings())["scar_lookup"] for one in (played, plain)]
    assert chosen == ["damage_rolled", "hp_lost"]
    inventory = sys.modules[f"{played.book.package}.gear.inventory"]
    casting = sys.modules[f"{played.book.package}.magic.casting"]
    assert (inventory.SLOTS, casting.SLOTS, SLOTS) == (12, 12, 10)
    assert played.state is not plain.state
    assert "cairn+grim" in names()


def test_the_same_rules_are_the_same_game_and_other_ones_another(grim: House) -> None:
    assert game("cairn+grim") is with_house(grim) is game("cairn+grim")
    file = Path(os.environ[VARIABLE].split(os.pathsep)[-1])
    assert with_house(read(file)) is with_house(grim)
    file.write_text(GRIM.replace("d12", "d10"))
    other = with_house(read(file))
    assert other is not with_house(grim)
    assert other.book.entries()["cairn.weapon.medium"].data["damage"] == "d10"


def test_a_rule_is_replaced_for_odds_and_simulation_wherever_it_is_called() -> None:
    doomed = House("doomed", "cairn")

    @doomed.replaces("checks.saves.passes")
    def passes(play: Play, value: int, *rest: Any) -> bool:
        (face,) = play.roll(1, 20, by=rest[0], why="cairn.save.roll")
        return _half(value) >= face

    played = with_house(doomed)
    assert _chance(played, "success") == Fraction(5, 20)
    assert _chance(game("cairn"), "success") == Fraction(11, 20)
    assert scripted(usual, 11, "player", script=[11])
    party, foes = "4 HP, 11 STR, sword (d8) x3", "Goblin x3"
    worse, before = (simulate(one, party, foes, n=300, seed=1, cores=1) for one in (played, game("cairn")))
    assert worse.counts["deaths"].mean + worse.counts["maimed"].mean > before.counts["maimed"].mean
    assert worse.game == "cairn+doomed"


def _half(value: int) -> int:
    """Beside the rule, in the same module: it comes along."""
    return value // 2


def _chance(played: Any, outcome: str) -> Fraction:
    found = ask(played, "save", {"score": "11"}).outcomes[outcome]
    return Fraction(found)


def test_a_function_around_a_rule_is_given_the_rule_and_values_of_the_game_with_house_rules() -> None:
    lucky, seen = House("lucky", "cairn"), []

    @lucky.around("harm.damage.blow")
    def blow(rule: Any, *given: Any, **named: Any) -> Any:
        found = rule(*given, **named)
        seen.append(isinstance(found, Blow))
        return found

    played = with_house(lucky)
    simulate(played, "4 HP, 11 STR, sword (d8)", "Goblin", n=5, seed=1, cores=1)
    assert seen
    assert all(seen)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_plays_with_house_rules(name: str) -> None:
    """Bots fight with them, and characters are made and shown."""
    plain = game(name)
    setting, values = next((one, v) for one, v in _settings(plain) if len(v) > 1)
    played = with_house(House("other", name, settings={setting: values[1]}))
    assert getattr(played.settings(), setting) == values[1]
    four, bots = archetypes_of(played), needed_bots(played)
    assert four is not None
    state = bots.fight(four.party(1), f"{four.foe} x3", played.settings())
    play = Simulated(Random(1), bots.answer, bots.sampled)
    _, outcome = play_out(played, play, state, lambda at: bots.action(at, played.waiting(at)[0]))
    assert outcome is not None
    made = needed_characters(played).create(RandomAnswers(Random(2)), played.settings())
    documents = documents_of(played)
    assert documents is not None
    back = documents.read(documents.write(made))
    assert type(back) is type(made)
    assert needed_characters(played).sheet(back).panels


def _settings(played: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    from tallow.games.settings import setting_values  # noqa: PLC0415

    yield from setting_values(played).items()


def test_child_processes_simulate_with_the_same_house_rules(grim: House) -> None:
    party, foes = "4 HP, 11 STR, sword (d8) x3", "Goblin x3"
    alone, together = (simulate(game("cairn+grim"), party, foes, n=3000, seed=2, cores=cores) for cores in (1, 2))
    assert alone.ends == together.ends
    assert alone.counts == together.counts


def test_a_table_is_kept_and_an_archive_is_refused_where_its_house_rules_are_unknown(
    grim: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    step = open_table("cairn+grim", "The Old Mill", {}, bytes(32), example=True)
    kept = store.create(step)
    archive = tmp_path / "table.tallow"
    export_table(store, kept.id, archive)
    assert store.load(kept.id).table.rules.house == game("cairn+grim").house
    assert import_table(store, archive).table.game == "cairn+grim"
    monkeypatch.setenv(VARIABLE, "")
    _forget()
    with pytest.raises(Damaged) as refused:
        import_table(store, archive)
    needs = 'it needs the house rules "grim" for Cairn, which are not known here'
    assert refused.value.why == f"{needs}; name their file in the variable {VARIABLE}"
    with pytest.raises(NoSuchHouse):
        game("cairn+grim")
    store.close()


def test_a_table_on_the_web_names_its_house_rules(grim: House, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        table = server.table(game="cairn+grim")
        for person in (table.referee, table.invited):
            page = person.page().text
            assert "House rules in force" in page
            assert "Blades bite deeper." in page
        assert "House rules" not in server.table().referee.page().text
        assert server.client.get("/rules/cairn+grim/cairn.weapon.maul").status_code == 200
        assert server.client.get("/odds/cairn+grim").status_code == 200


def test_a_table_on_the_web_whose_house_rules_are_gone_says_so_and_is_kept(
    grim: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path) as server:
        token = server.table(game="cairn+grim").referee.token
    monkeypatch.setenv(VARIABLE, "")
    _forget()
    with serving(tmp_path) as server:
        told = server.client.get(f"/t/{token}")
        api = server.client.get("/api/table", headers={"Authorization": f"Bearer {token}"})
    said = 'This table is played with the house rules "grim" for Cairn, which are not here just now.'
    assert (told.status_code, said in unescape(told.text)) == (503, True)
    assert (api.status_code, api.json()["code"], api.json()["facts"]) == (503, "no_house", ["grim"])
    assert not [record for record in caplog.records if record.exc_info], "it is no fault of the program"
    monkeypatch.setenv(VARIABLE, str(tmp_path / "grim.toml"))
    _forget()
    with serving(tmp_path) as server:
        assert "House rules in force" in server.client.get(f"/t/{token}").text


def test_an_adventure_is_played_with_house_rules(grim: House) -> None:
    step = open_table(
        "cairn+grim", "The mill", {}, bytes(32), example=True, adventure=ready("cairn+grim", "mill"), referee=False
    )
    assert step.table.rules.house[0].name == "grim"


def test_the_command_line_takes_house_rules_of_toml_and_of_python(grim: House, tmp_path: Path) -> None:
    file = tmp_path / "steady.py"
    file.write_text(
        "from tallow.house import House\n"
        'HOUSE = House("steady", "cairn", says="Every save is passed.")\n'
        '@HOUSE.replaces("checks.saves.passes")\n'
        "def passes(play, value, by, why=None, ability='', who=''):\n"
        "    return True\n"
    )
    told = tallow("odds", "cairn", "save", "score=3", "--house", str(file))
    assert told.code == 0, told.err
    assert "certain" in told.out or "100 %" in told.out
    wrong = tallow("odds", "vanilla", "attack", "av=11", "ac=4", "--house", str(file))
    assert (wrong.code, wrong.err) == (2, 'The house rules "steady" are for cairn, not for vanilla.\n')


@pytest.mark.usefixtures("grim")
def test_rules_shows_what_house_rules_add(tmp_path: Path) -> None:
    file = tmp_path / "sticks.toml"
    file.write_text(
        "name = 'sticks'\ngame = 'cairn'\n"
        "[[add.weapon]]\nid = 'cairn.weapon.shillelagh'\nlike = 'cairn.weapon.heavy'\nname = 'Shillelagh'\n"
    )
    for asked in (("cairn.weapon.shillelagh",), ("cairn", "shillelagh")):
        told = tallow("rules", *asked, "--house", str(file))
        assert (told.code, "Shillelagh" in told.out) == (0, True), told.err
        assert tallow("rules", *asked).code != 0


def test_a_fresh_process_that_is_sent_a_state_makes_the_game_first(grim: House, tmp_path: Path) -> None:
    import pickle  # noqa: PLC0415

    played = game("cairn+grim")
    sent = tmp_path / "state"
    sent.write_bytes(pickle.dumps(played.new_state(played.settings())))
    asked = "import pickle, sys; print(type(pickle.load(open(sys.argv[1], 'rb'))).__module__)"
    done = subprocess.run([sys.executable, "-c", asked, str(sent)], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == f"{played.book.package}.state"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game = 3", "game: expected text, got a whole number"),
        ("name = 'x'", "the game that they are for is missing"),
        ("game = 'cairn'\nname = 'No good'", "small letters and figures"),
        ("game = 'cairn'\nsurprise = 1", '"surprise" is not a table or field of house rules'),
        ("game = 'cairn'\nchanges = 1", 'Did you mean "change"'),
        ("game = 'cairn'\n[change.'cairn.weapon.mediun']\ndamage = 'd8'", 'Did you mean "cairn.weapon.medium"'),
        ("game = 'cairn'\n[change.'cairn.weapon.medium']\ndamage = 8", "'d8' cannot become 8"),
        ("game = 'cairn'\n[change.'cairn.weapon.medium']\ndamage = 'much'", '"much" was expected to be dice'),
        ("game = 'cairn'\n[change.'cairn.weapon.medium']\ndamge = 'd8'", 'Did you mean "damage"'),
        ("game = 'cairn'\n[change.'cairn.weapon.medium']\nid = 'x'", "this cannot be changed"),
        ("game = 'cairn'\n[row.'cairn.table.starting_armour'.'2']\nname = 'x'", 'no row is rolled by "2"'),
        ("game = 'cairn'\n[[add.weapon]]\nname = 'Maul'", 'such as "cairn.weapon.flail"'),
        ("game = 'cairn'\n[[add.weapons]]\nid = 'cairn.weapon.maul'", 'Did you mean "weapon"'),
        ("game = 'cairn'\n[[add.weapon]]\nid = 'cairn.weapon.maul'\nlike = 'cairn.weapon.hevy'", "cairn.weapon.heavy"),
        ("game = 'cairn'\n[[add.weapon]]\nid = 'cairn.weapon.heavy'", "change it instead"),
        ("game = 'cairn'\n[[add.weapon]]\nid = 'cairn.weapon.maul'", "lacks damage, effect"),
        ("game = 'cairn'\n[number]\n'gear.inventory.SLOTS' = -5", "-5, which is less than nothing"),
        ("game = 'cairn'\n[number]\n'gear.inventory.SLOT' = 12", "has no constant of that name. Did you mean SLOTS?"),
        ("game = 'cairn'\n[number]\n'gear.inventry.SLOTS' = 12", "no such chapter"),
        ("game = 'cairn'\n[number]\n'gear.inventory.SLOTS' = 'many'", "10 cannot become 'many'"),
        ("game = 'cairn'\n[settings]\nscar_lookup = 'luck'", "'luck' is none of hp_lost, damage_rolled"),
        ("game = 'cairns'", 'Did you mean "cairn"'),
        ("game = [", "this is no TOML: invalid value"),
    ],
)
def test_what_cannot_be_applied_is_refused_with_the_place(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises((BadHouse, LookupError)) as refused:
        with_house(read(file))
    assert told in str(refused.value)


def test_a_file_that_cannot_be_read_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.toml").mkdir()
    told = {
        "none.toml": "there is no such file",
        "none.py": "there is no such file",
        "folder.toml": "this is a folder, not a file",
        "noise.toml": "this is no text",
    }
    for name, why in told.items():
        with pytest.raises(BadHouse) as refused:
            read(tmp_path / name)
        assert str(refused.value) == f'house rules "{name}": {why}'


def test_a_function_that_takes_other_arguments_is_refused() -> None:
    odd = House("odd", "cairn")

    @odd.replaces("checks.saves.passes")
    def passes(play: Play) -> bool:
        return True

    with pytest.raises(BadHouse, match="it is called with"):
        with_house(odd)
    missing = House("missing", "cairn")
    missing.replaces("checks.saves.pases")(passes)
    with pytest.raises(BadHouse, match=r"checks\.saves has no function pases\. Did you mean passes"):
        with_house(missing)


def test_what_is_stored_of_a_game_with_house_rules_reads_back(grim: House) -> None:
    played = game("cairn+grim")
    state = played.new_state(played.settings())
    assert msgspec.json.decode(msgspec.json.encode(state), type=played.state) == state
