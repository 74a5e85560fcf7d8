"""The phrases of the faces: what several say is written once."""

import re
from pathlib import Path

import pytest

import tallow
from tallow.games.words import LANGUAGES, catalogue
from tallow.wording.phrases import SHARED, phrases

SRC = Path(tallow.__file__).parent
FACES = ("tallow.web", "tallow.terminal")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", FACES)
def test_a_face_has_its_own_phrases_and_the_shared_ones_and_none_twice(package, language):
    shared, own = catalogue(SHARED, language), catalogue(package, language)
    said = phrases(language, package)
    for table in {*shared, *own}:
        assert set(shared.get(table, {})) & set(own.get(table, {})) == set()
        assert said.catalogue()[table] == {**shared.get(table, {}), **own.get(table, {})}
    assert said.say("facing.3") == shared["say"]["facing.3"]
    assert phrases(language, package) is said


def test_every_shared_phrase_is_said_by_the_wording_or_by_both_faces():
    code = {
        folder: "\n".join(
            path.read_text("utf-8") for path in (SRC / folder).rglob("*") if path.suffix in {".py", ".html"}
        )
        for folder in ("wording", "terminal", "cli", "web")
    }

    def says(folder: str, phrase: str) -> bool:
        made = re.sub(r"[^.]+$", "", phrase)
        return bool(re.search(rf"""["']{phrase}["']""", code[folder])) or bool(made and f"{made}{{" in code[folder])

    for phrase in catalogue(SHARED, "en")["say"]:
        at_terminal = says("terminal", phrase) or says("cli", phrase)
        assert says("wording", phrase) or (at_terminal and says("web", phrase)), phrase
