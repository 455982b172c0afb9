"""The words: every sentence has its English, the compiled catalogue is up to date, no template speaks past it."""

import ast
import re
import shutil
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import pytest
from flask import Flask
from jinja2 import nodes

from referee import words
from referee.migrated_application import migrate
from referee.settings import Settings
from referee.tools import check_translations, compile_english
from referee.tools.check_translations import (
    COMMON,
    TEMPLATES,
    MarkedSentence,
    contradictory,
    misfits,
    misplaced,
    missing,
    stale,
    unsafe,
    unused,
)
from referee.web import create_app
from referee.words import names, say, say_n
from referee.words.system_errors import failure

ALLOWED = {"Français", "English"}
SHOWN_ATTRIBUTES = {"alt", "aria-description", "aria-label", "aria-roledescription", "label", "placeholder", "title"}
LETTER = re.compile(r"[^\W\d_]")
SENTENCE = re.compile(r"[^\W\d_]{2,} [^\W\d_]|[^\W\d_a-zA-Z]")
"""Two words, or a letter with an accent: what a constant in an expression must not be."""
FRENCH_MARK = re.compile("[ \u00a0\u202f][:;!?»](?!\\S)|«")
"""A colon after a space and the like, which no English sentence has."""
WORDS, KEMS = "referee/words/en/one.po", "referee/games/kems/words.en.po"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
FILLED_IN = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands where an expression was."""


def templates() -> dict[str, str]:
    """The source of every template by its name."""
    found = {path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in TEMPLATES.rglob("*.html")}
    assert len(found) > 50
    return found


# The catalogue


def test_every_sentence_has_its_english() -> None:
    assert [f"{sentence.place}: {sentence.french}" for sentence in missing()] == []


def test_no_english_stands_idle() -> None:
    assert unused() == []


def test_a_sentence_has_one_english_wherever_it_is_said() -> None:
    assert contradictory() == []


def test_what_one_game_alone_says_is_translated_in_its_folder_and_all_else_with_the_words() -> None:
    assert misplaced() == []


def test_english_has_the_placeholders_of_the_french_and_no_others() -> None:
    assert misfits() == []


def test_a_sentence_of_a_template_holds_no_mark_of_html() -> None:
    assert unsafe() == []


def test_the_compiled_catalogue_is_that_of_the_fragments() -> None:
    assert not stale(), "make words"


def test_a_catalogue_that_was_not_compiled_is_said_with_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_package: str, path: str) -> None:
        raise FileNotFoundError(path)

    monkeypatch.setattr(words.pkgutil, "get_data", missing)
    words.catalogue.cache_clear()
    said = "the sentences of 'en' are not compiled: run `make words`"
    with pytest.raises(FileNotFoundError, match=said) as missing_file:
        say("Maldonne").render("en")
    assert failure(missing_file.value, "en") == said
    with pytest.raises(FileNotFoundError, match=said):
        create_app(Settings(tmp_path, f"sqlite:///{tmp_path}/a.sqlite3", "secret"), testing=True)


def test_compiling_twice_gives_the_same_bytes() -> None:
    assert compile_english.compiled_bytes.__wrapped__() == compile_english.compiled_bytes()


def test_what_is_marked_in_a_module_is_what_the_catalogue_holds() -> None:
    extracted = {
        sentence.french for sentence in check_translations.marked_sentences() if sentence.place.startswith("referee/")
    }
    assert {text for module in compile_english.PACKAGE.rglob("*.py") for text in literals(module)} == extracted


def literals(module: Path) -> Iterator[str]:
    """What a module marks with ``say`` and ``say_n``, read from its source: only literal sentences can be extracted."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_n"):
            texts = [argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant)]
            assert len(texts) >= (1 if node.func.id == "say" else 2), f"{module.name}:{node.lineno}"
            yield str(texts[0])


# What the tool finds


CASES = {
    "nothing": ('msgid "Bonjour"\nmsgstr "Hello"', ("Bonjour", None), ""),
    "no english": ('msgid "Bonjour"\nmsgstr ""', ("Bonjour", None), "missing"),
    "not there": ("", ("Bonjour", None), "missing"),
    "fuzzy": ('#, fuzzy\nmsgid "Bonjour"\nmsgstr "Hello"', ("Bonjour", None), "missing"),
    "one form of two": ('msgid "un"\nmsgid_plural "des"\nmsgstr[0] "one"\nmsgstr[1] ""', ("un", "des"), "missing"),
    "no plural": ('msgid "un"\nmsgstr "one"', ("un", "des"), "missing unused"),
    "idle": ('msgid "Bonjour"\nmsgstr "Hello"\n\nmsgid "Salut"\nmsgstr "Hi"', ("Bonjour", None), "unused"),
    "twice": ('msgid "Bonjour"\nmsgstr "Hello"\n\nmsgid "Bonjour"\nmsgstr "Hello"', ("Bonjour", None), "contradictory"),
    "another placeholder": ('msgid "%(a)s joue"\nmsgstr "%(b)s plays"', ("%(a)s joue", None), "misfits"),
    "no placeholder": ('msgid "%(a)s joue"\nmsgstr "he plays"', ("%(a)s joue", None), "misfits"),
    "a percent sign": ('msgid "tout"\nmsgstr "100 %"', ("tout", None), "misfits"),
    "a number spelt out": (
        'msgid "%(n)s pli"\nmsgid_plural "%(n)s plis"\nmsgstr[0] "a trick"\nmsgstr[1] "%(n)s tricks"',
        ("%(n)s pli", "%(n)s plis"), "",
    ),
    "html": ('msgid "Ana et Bob"\nmsgstr "Ana & Bob"', ("Ana et Bob", None), "unsafe"),
}  # fmt: skip


@pytest.mark.parametrize(("fragment", "sentence", "faults"), CASES.values(), ids=CASES)
def test_the_tool_names_the_fault(
    fragment: str, sentence: tuple[str, str | None], faults: str, trial: Callable[..., None]
) -> None:
    trial({WORDS: fragment}, [sentence])
    found = {
        name
        for name in ("missing", "unused", "misplaced", "contradictory", "misfits", "unsafe")
        if getattr(check_translations, name)()
    }
    assert found == set(faults.split())


def test_a_sentence_stands_in_one_fragment(trial: Callable[..., None]) -> None:
    trial(dict.fromkeys((WORDS, KEMS), 'msgid "Atout"\nmsgstr "Trumps"'), [("Atout", None)])
    assert contradictory() == [f"Atout: in {WORDS} and {KEMS}"]


@pytest.mark.parametrize(
    ("speakers", "home"),
    [
        (["referee/games/kems/desk.py:1", "referee/games/kems/scoring.py:2"], KEMS),
        (["referee/games/kems/desk.py:1", "referee/games/barbu/desk.py:2"], COMMON),
        (["referee/games/kems/desk.py:1", "referee/game_definition/game.py:2"], COMMON),
        (["referee/games/kems/desk.py:1", "templates/desk/ask.html:2"], COMMON),
        (["referee/games/registry.py:1"], COMMON),
    ],
)
def test_english_stands_with_the_one_game_that_says_it_or_with_the_words(
    speakers: list[str], home: str, trial: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    sentences = [("Atout", None, place) for place in speakers]
    for fragment in (KEMS, WORDS, "referee/games/barbu/words.en.po"):
        trial({fragment: 'msgid "Atout"\nmsgstr "Trumps"'}, sentences)
        wrong = [] if fragment in (home, f"{home}one.po") else [f"{fragment}: Atout: belongs in {home}"]
        assert misplaced() == wrong
    trial({}, sentences)
    check_translations.main(["--check"])
    assert f'# {home}\n#: {speakers[0]}\nmsgid "Atout"' in capsys.readouterr().out


def test_a_sentence_is_said_with_a_plural_or_without(trial: Callable[..., None]) -> None:
    entry = 'msgid "un"\nmsgid_plural "des"\nmsgstr[0] "one"\nmsgstr[1] "some"'
    trial({WORDS: entry}, [("un", "des"), ("un", None)])
    assert len(contradictory()) == 1


def test_checking_writes_nothing_and_says_what_is_missing(
    trial: Callable[..., None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trial({WORDS: ""}, [("Bonjour", None)])
    assert check_translations.main(["--check"]) == 1
    assert 'msgid "Bonjour"\nmsgstr ""' in capsys.readouterr().out
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / WORDS]


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lay fragments and sentences, of a template unless a place is given, in the place of the real ones."""
    monkeypatch.setattr(check_translations, "stale", lambda: False)  # the compiled one is that of the real fragments

    def lay(fragments: dict[str, str], sentences: list[tuple[str | None, ...]]) -> None:
        shutil.rmtree(tmp_path / "referee", ignore_errors=True)
        for name, entries in fragments.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(f"{HEAD}{entries}\n", encoding="utf-8")
        monkeypatch.setattr(compile_english, "PACKAGE", tmp_path / "referee")
        monkeypatch.setattr(compile_english, "ENGLISH", tmp_path / "referee" / "words" / "en")
        monkeypatch.setattr(check_translations, "ROOT", tmp_path)
        monkeypatch.setattr(check_translations, "catalogues", compile_english.catalogues.__wrapped__)
        spoken = tuple(MarkedSentence(*(*sentence, "templates/x.html:1")[:3]) for sentence in sentences)
        monkeypatch.setattr(check_translations, "marked_sentences", lambda: spoken)

    return lay


# The templates


def test_no_template_shows_words_past_the_catalogue() -> None:
    for template, source in templates().items():
        found = [text for text in shown_text(source) if LETTER.search(text) and text not in ALLOWED]
        found += [text for text in constants(source) if SENTENCE.search(text) and text not in ALLOWED]
        assert found == [], template


def test_no_template_punctuates_a_sentence_the_french_way_itself() -> None:
    marked = {
        name: [text for text in shown_text(source) if FRENCH_MARK.search(text)] for name, source in templates().items()
    }
    assert {template: texts for template, texts in marked.items() if texts} == {}


@pytest.mark.parametrize(
    "source",
    ["<p>Bonjour</p>", '<i title="Fin"></i>', "{{ 'Fin de jeu' }}", "{% set x = 'Égalité' %}", "<b>{{ a }} fin</b>"],
)
def test_words_past_the_catalogue_are_found(source: str) -> None:
    assert any(map(LETTER.search, shown_text(source))) or any(map(SENTENCE.search, constants(source)))


def shown_text(source: str) -> list[str]:
    """What a template shows of its own: text and the attributes that are read out, expressions left out."""
    plain = re.sub(r"\{#.*?#\}|\{%.*?%\}", "", source, flags=re.DOTALL)
    return Renderable(re.sub(r"\{\{.*?\}\}", FILLED_IN, plain, flags=re.DOTALL)).texts


def constants(source: str) -> Iterator[str]:
    """The strings in a template's expressions that are no sentences of the catalogue."""
    tree = jinja2.Environment().parse(source)
    calls = [call for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name)]
    spoken = {id(argument) for call in calls if call.node.name in check_translations.KEYWORDS for argument in call.args}
    for const in tree.find_all(nodes.Const):
        if isinstance(const.value, str) and id(const) not in spoken:
            yield const.value


class Renderable(HTMLParser):
    """The texts and the shown attributes of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.texts.extend(value for name, value in attributes if value and name in SHOWN_ATTRIBUTES)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


# What is read


def test_a_sentence_is_said_in_english() -> None:
    assert say("Maldonne").render("en") == "Misdeal"
    assert say("Il manque la valeur pour %(player)s.", player="Ana").render("en") == "The value for Ana is missing."


@pytest.mark.parametrize(
    ("n", "french", "words"), [(0, "0 carte", "0 cards"), (1, "1 carte", "1 card"), (2, "2 cartes", "2 cards")]
)
def test_nothing_is_singular_in_french_and_plural_in_english(n: int, french: str, words: str) -> None:
    cards = say_n("%(n)s carte", "%(n)s cartes", n)
    assert (cards.render("fr"), cards.render("en")) == (french, words)


def test_a_sentence_in_a_sentence_is_said_in_its_language() -> None:
    message = say("À choisir parmi : %(choices)s.", choices=names([say("♠ pique"), say("♥ cœur")]))
    assert message.render("fr") == "À choisir parmi\u202f: ♠ pique et ♥ cœur."
    assert message.render("en").endswith("♠ spades and ♥ hearts.")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    data = tmp_path_factory.mktemp("data")
    made = create_app(Settings(data, f"sqlite:///{data / 'referee.sqlite3'}", "secret"), testing=True)
    migrate(made)
    return made


@pytest.mark.parametrize(("asked", "spoken", "title"), [
    ("en-GB,en;q=0.9", "en", "How many are playing?"), ("fr-FR", "fr", "Combien êtes-vous\u202f?"),
    ("de", "fr", "Combien êtes-vous\u202f?"), ("de,en;q=0.5", "en", "How many are playing?"),
])  # fmt: skip
def test_a_page_speaks_the_language_the_browser_asks_for_else_french(
    app: Flask, asked: str, spoken: str, title: str
) -> None:
    page = app.test_client().get("/new", headers={"Accept-Language": asked}).get_data(as_text=True)
    assert f'<html lang="{spoken}">' in page
    assert title in page


def test_the_language_chosen_on_a_device_comes_first(app: Flask) -> None:
    with app.test_client() as client:
        with client.session_transaction() as session:
            session["language"] = "fr"
        page = client.get("/new", headers={"Accept-Language": "en"}).get_data(as_text=True)
    assert "Combien êtes-vous" in page
