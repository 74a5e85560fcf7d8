"""Every language says all that English says, and no face has words outside the catalogues."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import tallow
from tallow.games import BUILT_IN, game
from tallow.games.words import LANGUAGES
from tallow.testing import untranslated
from tallow.testing.languages import ENGLISH
from tests.reading import Page

SRC = Path(tallow.__file__).parent
TRANSLATED = [
    (".".join(("tallow", *path.parent.relative_to(SRC).parts)), path.name.split(".")[1])
    for path in sorted(SRC.rglob("words.*.toml"))
]
"""Each package with a catalogue in another language, and the language."""


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_language_is_spoken_by_all_faces_and_by_a_game(language):
    speaking = [package for package, spoken in TRANSLATED if spoken == language]
    assert {"tallow.web", "tallow.terminal", "tallow.wording"} < set(speaking)


@pytest.mark.parametrize(("package", "language"), TRANSLATED)
def test_a_catalogue_has_the_codes_of_the_english_one_with_the_same_facts(package, language):
    assert untranslated(package, language) == []


@pytest.mark.parametrize(("package", "language"), [one for one in TRANSLATED if one[0].startswith("tallow.games.")])
def test_every_entry_of_a_rulebook_has_a_title_in_a_language_that_its_game_speaks(package, language):
    played = game(package.rpartition(".")[2], language)
    names = tomllib.loads((SRC / "games" / played.id / f"names.{language}.toml").read_text("utf-8"))
    entries = played.book.entries()
    assert sorted(set(names["title"]) ^ set(entries)) == []
    assert sorted(set(names["text"]) - set(entries)) == []
    for id_, title in names["title"].items():
        assert played.words.fact(id_) == entries[id_].title == title
    assert played.words.language == language
    sources = [*(SRC / "games" / played.id).rglob("*.toml"), *(SRC / "games" / played.id).rglob("*.py")]
    english = "\n".join(path.read_text("utf-8") for path in sources if f".{language}." not in path.name)
    said = re.sub(r"\\\n", "", english).replace('\\"', '"')
    assert [
        phrase for phrase in names.get("phrase", {}) if not all(part.strip() in said for part in phrase.split("#"))
    ] == [], "nobody says that in English"


@pytest.mark.parametrize("name", [name for name in BUILT_IN if (f"tallow.games.{name}", "ja") not in TRANSLATED])
def test_a_game_without_a_language_speaks_english(name):
    assert game(name, "ja") is game(name)


def test_no_template_has_words_of_its_own():
    for path in sorted((SRC / "web/templates").rglob("*.html")):
        html = re.sub(r"\{% block (class|body) %\}.*?\{% endblock %\}", "", path.read_text("utf-8"), flags=re.DOTALL)
        html = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "·", html, flags=re.DOTALL)
        page = Page(re.sub(r'hx-(get|trigger|select|target|swap)="[^"]*"', "", html))  # a macro's stand in no tag
        assert [said.text for said in page.said if re.search("[A-Za-z]", said.text)] == [], path.name


TELLS = [path for face in ("web", "terminal", "wording") for path in sorted((SRC / face).rglob("*.py"))]
TELLS += [SRC / "cli" / "commands" / f"{name}.py" for name in ("play", "roll", "odds", "simulate")]
"""What speaks to people. Help and complaints of the command line are in English, as are faults of programs."""

NO_WORDS = {"things petty", "tallow odds", "#typed, Act"}
"""Classes, a command, and a selector."""


def written(path: Path) -> Iterator[str]:
    """The texts in a module, but for docstrings, help, errors raised or logged, and what stands in tags of HTML."""
    tree = ast.parse(path.read_text("utf-8"))
    mute: set[ast.AST] = set()
    for node in ast.walk(tree):
        told = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        help_ = isinstance(node, ast.keyword) and node.arg in {"help", "description", "documentation"}
        examples = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXAMPLES"
        made = isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("super().__init__", "log."))
        if told or help_ or examples or made or isinstance(node, ast.Raise):
            mute.update(ast.walk(node))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in mute:
            yield re.sub(r'<[^>]*>?|[\w-]+="[^"]*"?', "", node.value).strip()


@pytest.mark.parametrize("path", TELLS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_face_has_sentences_of_its_own(path):
    assert [text for text in written(path) if ENGLISH.search(text) and text not in NO_WORDS] == []


SCRIPTED = {
    "sq legal",
    "thing ghost",
    "a, button, summary",
    "input, textarea, select",
    "input, textarea, select, dialog",
}
"""No words for people: classes, selectors."""


@pytest.mark.parametrize("path", sorted((SRC / "web/static/js").glob("*.js")), ids=lambda path: path.name)
def test_no_script_has_sentences_of_its_own(path):
    code = re.sub(r"^\s*//.*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
    texts = re.findall(r'"((?:[^"\\\n]|\\.)*)"|`([^`]*)`', code)
    plain = {text for found in texts for text in found if re.fullmatch(r"[A-Za-z][A-Za-z ,.'?!…]*", text)}
    assert {text for text in plain if ENGLISH.search(text)} - SCRIPTED == set()
