"""Every violation of L'Ascenseur: 422, its article at its field with a sentence, and what was typed still there.

The same entry in a match file gets the same articles at the same fields from ``referee score``: no rule is written
twice.
"""

from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from referee.game_definition.match_course import advance
from referee.matches.sheet_json import score_value
from referee.words import LANGUAGES
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Form, Page, Visitor

SPEAKERS = ("Bob", "Chloé", "Dan", "Ana")
"""The first round: Ana deals, everybody has one card."""

BIDS = {"step": "bids", "bids": dict.fromkeys(SPEAKERS, 1)}

Case = tuple[str, dict[str, str], list[tuple[str, str]]]
"""The step, what is typed at which control, and what is blamed: article and place."""

COUNTS: dict[str, Case] = {
    "the bids make the cards": (
        "bids", {"bids.0": "0", "bids.1": "1", "bids.2": "0", "bids.3": "0"}, [("ascenseur.not-equal", "bids.3")],
    ),
    "a bid above the cards": (
        "bids", {"bids.0": "2", "bids.1": "1", "bids.2": "0", "bids.3": "0"}, [("ascenseur.bids", "bids.0")],
    ),
    "a bid below nothing": (
        "bids", {"bids.0": "0", "bids.1": "-1", "bids.2": "0", "bids.3": "0"}, [("ascenseur.bids", "bids.1")],
    ),
    "two bids out of range": (
        "bids", {"bids.0": "5", "bids.1": "1", "bids.2": "9", "bids.3": "0"},
        [("ascenseur.bids", "bids.0"), ("ascenseur.bids", "bids.2")],
    ),
    "a bid that is no number": (
        "bids", {"bids.0": "0", "bids.1": "un", "bids.2": "0", "bids.3": "0"}, [("match.entry", "bids.1")],
    ),
    "a bid and a half": (
        "bids", {"bids.0": "0", "bids.1": "1.5", "bids.2": "0", "bids.3": "0"}, [("match.entry", "bids.1")],
    ),
    "a bid not given": ("bids", {"bids.0": "0", "bids.1": "1", "bids.2": "1"}, [("match.entry", "bids.3")]),
    "no bid at all": ("bids", {}, [("match.entry", f"bids.{seat}") for seat in range(4)]),
    "a trump that is none": (
        "bids", {"bids.0": "1", "bids.1": "1", "bids.2": "1", "bids.3": "1", "trump": "Z"}, [("match.entry", "trump")],
    ),
    "too few tricks": (
        "tricks", {"tricks.0": "0", "tricks.1": "0", "tricks.2": "0", "tricks.3": "0"},
        [("ascenseur.tricks", "tricks")],
    ),
    "too many tricks": (
        "tricks", {"tricks.0": "1", "tricks.1": "0", "tricks.2": "1", "tricks.3": "0"},
        [("ascenseur.tricks", "tricks")],
    ),
    "more tricks than cards for one": (
        "tricks", {"tricks.0": "2", "tricks.1": "0", "tricks.2": "0", "tricks.3": "-1"},
        [("ascenseur.tricks", "tricks.3"), ("ascenseur.tricks", "tricks.0")],  # as they sit
    ),
    "tricks not counted": (
        "tricks", {"tricks.0": "1", "tricks.1": "", "tricks.2": " ", "tricks.3": "0"},
        [("match.entry", "tricks.1"), ("match.entry", "tricks.2")],
    ),
    "an offence of another game": ("penalty", {"offence": "wrong-slap", "player": "Dan"}, [("match.entry", "offence")]),
    "a penalty for nobody": ("penalty", {"offence": "misdeal"}, [("match.entry", "player")]),
    "a penalty for nothing": ("penalty", {"player": "Dan"}, [("match.entry", "offence")]),
    "a penalty for somebody else": (
        "penalty", {"offence": "revoke", "player": "Zoé"}, [("match.entry", "player")],
    ),
    "a note without end": ("note", {"text": "x" * 501}, [("match.entry", "text")]),
}  # fmt: skip

TABLES: dict[str, tuple[dict[str, str], list[tuple[str, str]]]] = {
    "too few players": ({"seat.2": "", "seat.3": ""}, [("match.players", "")]),
    "nobody": ({f"seat.{seat}": "" for seat in range(4)}, [("match.players", "")]),
    "a name twice": ({"seat.3": "Ana"}, [("match.players", "seat.3")]),
    "a name twice, written otherwise": ({"seat.2": "Zoe\u0301", "seat.3": "  Zoé "}, [("match.players", "seat.3")]),
    "a name too long": ({"seat.1": "B" * 41}, [("match.players", "seat.1")]),
    "a name with an invisible sign": ({"seat.1": "B\u0007ob"}, [("match.players", "seat.1")]),
    "more cards than the pack": ({"option.max_cards": "14"}, [("match.options", "option.max_cards")]),
    "no card": ({"option.max_cards": "0"}, [("match.options", "option.max_cards")]),
    "fewer than no card": ({"option.max_cards": "-3"}, [("match.options", "option.max_cards")]),
    "cards that are no number": ({"option.max_cards": "dix"}, [("match.options", "option.max_cards")]),
    "too many rounds at the top": ({"option.top_rounds": "5"}, [("match.options", "option.top_rounds")]),
    "a way that no lift goes": ({"option.direction": "sideways"}, [("match.options", "option.direction")]),
    "two rules at once": (
        {"option.max_cards": "99", "option.top_rounds": "0"},
        [("match.options", "option.max_cards"), ("match.options", "option.top_rounds")],
    ),
}  # fmt: skip

each_language = pytest.mark.parametrize("language", LANGUAGES)


def forged(form: Form, values: Mapping[str, str]) -> Page:
    """Send a form with values that its controls might not offer."""
    kept = [pair for pair in form.pairs if pair[0].partition(".")[0] not in {name.partition(".")[0] for name in values}]
    others = [pair for pair in form.pairs if pair not in kept and pair[0] not in values]
    return form.page.visitor.send(form.action, [*kept, *others, *values.items()])


def offered(page: Page, name: str, value: str) -> bool:
    """Whether the page has a place where this value can stand."""
    controls = [element for element in page.document.all() if element.attributes.get("name") == name]
    if any(control.attributes.get("type") == "radio" for control in controls):
        return value in [control.attributes["value"] for control in controls]
    return all(
        control.tag != "select" or value in [option.attributes["value"] for option in control.all("option")]
        for control in controls
    )


def assert_still_there(page: Page, ending: str, values: Mapping[str, str]) -> None:
    """What was typed stands where it was typed, wherever there is a place for it."""
    form = page.form(ending)
    for name, value in values.items():
        if offered(page, name, value):
            assert form.value(name).strip() == value.strip(), name


@pytest.mark.first_alone
@each_language
@pytest.mark.parametrize("case", COUNTS)
def test_a_wrong_entry_stands_at_its_field_with_what_was_typed(app: Flask, language: str, case: str) -> None:
    step, values, blamed = COUNTS[case]
    match = new_match(Visitor(app, language))
    if step == "tricks":
        match.record(BIDS)
    before = match.exported()
    form = match.form(step)
    answer = forged(form, values if step != "bids" or values else dict.fromkeys((f"bids.{n}" for n in range(4)), ""))
    assert answer.status == 422
    assert answer.faults() == blamed
    assert_still_there(answer, "/entries", values)
    assert match.exported() == before
    assert blamed_by_score(match, step, values) == [article for article, _ in blamed]


def blamed_by_score(match: WebMatch, step: str, values: Mapping[str, str]) -> list[str]:
    """The articles that the same entry breaks in a match file."""
    entry: dict[str, Any] = {"step": step}
    for name, text in values.items():
        key, _, seat = name.partition(".")
        value: Any = int(text) if text.lstrip("-").isdecimal() else text
        if seat and text.strip():
            entry.setdefault(key, {})[SPEAKERS[int(seat)]] = value
        elif not seat:
            entry[key] = value
    if step in ("bids", "tricks"):
        entry.setdefault(step, {})
    file = match.exported()
    violations, accepted = score_value({**file, "entries": [*file["entries"], entry]}, "fr")
    assert not accepted
    return [violation["article"] for violation in violations["violations"]]


@pytest.mark.first_alone
@each_language
@pytest.mark.parametrize("case", TABLES)
def test_a_wrong_table_stands_at_its_field_with_what_was_typed(app: Flask, language: str, case: str) -> None:
    changes, blamed = TABLES[case]
    visitor = Visitor(app, language)
    values = {**{f"seat.{seat}": name for seat, name in enumerate(FOUR)}, "dealer": "1", **changes}
    answer = forged(visitor.open("/new/ascenseur").form("/new/ascenseur"), values)
    assert answer.status == 422
    assert answer.faults() == blamed
    assert_still_there(answer, "/new/ascenseur", values)
    assert visitor.open("/").links() == Visitor(app, language).open("/").links()


@each_language
def test_the_sentence_of_the_rules_stands_beside_its_article(app: Flask, language: str) -> None:
    match = new_match(Visitor(app, language))
    answer = forged(match.form(), {"bids.0": "7", "bids.1": "0", "bids.2": "0", "bids.3": "0"})
    entry = {"step": "bids", "bids": {"Bob": 7, "Chloé": 0, "Dan": 0, "Ana": 0}}
    broken = advance(match.course.setup.game, match.course.state, entry)
    assert isinstance(broken, list)
    sentence = " ".join(broken[0].message.render(language).split())
    said = [
        element.text() for element in answer.document.all("p", class_="why") if "data-article" in element.attributes
    ]
    assert [words.startswith(sentence) for words in said] == [True], said


def test_a_note_that_says_nothing_is_not_sent(match: WebMatch) -> None:
    answer = match.form("note").fill("text", "  ").send()
    assert (answer.status, answer.faults()) == (422, [("match.entry", "text")])
    assert match.length == 0


def test_a_match_that_is_over_takes_no_more(match: WebMatch) -> None:
    form = match.form()
    match.record({"step": "end"})
    answer = forged(form, {"bids.0": "1", "bids.1": "1", "bids.2": "1", "bids.3": "1", "expected": "1"})
    assert answer.status == 409
    assert len(match.exported()["entries"]) == 1


def test_a_step_that_is_not_asked_is_not_taken(match: WebMatch) -> None:
    form = match.form()
    for step in ("tricks", "deal", "", "BIDS", "__class__"):
        answer = forged(form, {"step": step, "tricks.0": "1"})
        assert answer.status == 409
    assert match.exported()["entries"] == []
