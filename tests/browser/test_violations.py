"""Violations of L'Ascenseur in a browser, at their field; tests/web/matches/test_violations.py tries them all."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.answers.violation import Violation
from referee.game_definition.match_course import advance
from referee.matches.match_file import read_setup
from referee.words.line_breaks import unparted
from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
SPEAKING = ("Bob", "Chloé", "Dan", "Ana")
"""Who speaks in the first round: Ana deals, one card each."""

ALL_BID_ONE = {"step": "bids", "bids": dict.fromkeys(SPEAKING, 1)}

COLOUR = "one => getComputedStyle(one).color"


@dataclass(frozen=True, slots=True)
class Case:
    """``tapped``: what is chosen or typed, by the name of the control; ``forged``: values that no tap can give.

    The violation of ``article`` stands at ``place``: a part of the form, a whole field by one of its controls, or
    the alert above it. ``entry`` is what the form then says; its sentence is the one that the rules have for it.
    """

    name: str
    tapped: Mapping[str, str]
    place: str
    article: str
    entry: Mapping[str, Any] = field(default_factory=dict)
    forged: Mapping[str, str] = field(default_factory=dict)


def counted(step: str, name: str, values: tuple[Any, ...], place: int | str, article: str) -> Case:
    """A round's counts in speaking order: 0 and 1 are tapped, anything else is forged, None is left open."""
    given = {index: value for index, value in enumerate(values) if value is not None}
    return Case(
        name,
        {f"{step}.{index}": str(value) for index, value in given.items() if value in (0, 1)},
        f"{step}.{place}" if isinstance(place, int) else place,
        article,
        {"step": step, step: {SPEAKING[index]: value for index, value in given.items()}},
        {f"{step}.{index}": str(value) for index, value in given.items() if value not in (0, 1)},
    )


def bids(name: str, values: tuple[Any, ...], place: int, article: str) -> Case:
    return counted("bids", name, values, place, article)


def tricks(name: str, values: tuple[Any, ...], place: int | str, article: str) -> Case:
    return counted("tricks", name, values, place, article)


def table(name: str, changes: Mapping[str, str], place: str, article: str, **forged: str) -> Case:
    seats = {f"seat.{index}": player for index, player in enumerate(PLAYERS)}
    return Case(
        name, {**seats, **changes}, place, article, {}, {f"option.{rule}": value for rule, value in forged.items()}
    )


FORBIDDEN_BID = bids("the bid that makes the total right", (1, 0, 0, 0), 3, "ascenseur.not-equal")
SUM_OF_TRICKS = tricks("fewer tricks than cards", (0, 0, 0, 0), "tricks", "ascenseur.tricks")
NAME_TWICE = table("one name twice", {"seat.3": "Ana"}, "seat.3", "match.players")
BIDS = (
    bids("a bid too high", (2, 1, 0, 1), 0, "ascenseur.bids"),
    bids("a bid below nothing", (1, -1, 0, 1), 1, "ascenseur.bids"),
    bids("a bid that is no number", (1, 0, "un", 1), 2, "match.entry"),
    bids("a bid not given", (1, 0, None, 1), 2, "match.entry"),
)


@pytest.mark.thorough
@pytest.mark.parametrize("case", BIDS, ids=[case.name for case in BIDS])
def test_a_wrong_bid_stands_at_its_field(phone: Phone, case: Case) -> None:
    _bids_asked(phone)
    _is_refused(phone, case, _sentence(case))


@pytest.mark.thorough
def test_a_trump_that_is_no_suit_stands_at_its_field(phone: Phone) -> None:
    _bids_asked(phone)
    entry = {**ALL_BID_ONE, "trump": "Z"}
    tapped = {f"bids.{index}": "1" for index in range(4)}
    case = Case("trump", tapped, "trump", "match.entry", entry, {"trump": "Z"})
    _is_refused(phone, case, _sentence(case))


@pytest.mark.thorough
def test_without_scripts_the_forbidden_bid_is_refused_at_its_field(new_phone: NewPhone) -> None:
    phone = new_phone(scripts=False)
    _bids_asked(phone)
    _is_refused(phone, FORBIDDEN_BID, _sentence(FORBIDDEN_BID))
    phone.choose("bids.3", "1")
    phone.record()
    assert phone.box("tricks.0").count()


@pytest.mark.thorough
def test_without_scripts_a_wrong_sum_is_refused_at_its_field(new_phone: NewPhone) -> None:
    phone = new_phone(scripts=False)
    _tricks_asked(phone)
    _is_refused(phone, SUM_OF_TRICKS, _sentence(SUM_OF_TRICKS, ALL_BID_ONE))


@pytest.mark.thorough
def test_without_scripts_a_wrong_table_is_refused_at_its_field(new_phone: NewPhone) -> None:
    _table_asked(new_phone(scripts=False), NAME_TWICE)


def test_of_all_violations_of_a_stage_the_first_is_said_and_the_others_are_marked(phone: Phone) -> None:
    _bids_asked(phone)
    for index, value in enumerate("1101"):
        phone.choose(f"bids.{index}", value)
    phone.forge("bids.0", "7")
    phone.forge("bids.3", "9")
    phone.send()
    assert _articles(phone, "bids.0") == ["ascenseur.bids"]
    assert _articles(phone, "bids.1") == _articles(phone, "bids.2") == []
    assert (phone.chosen_values("bids.1"), phone.chosen_values("bids.2")) == (["1"], ["0"])
    said = phone.page.locator('[data-part="bids.0"] > [data-article]').evaluate(COLOUR)
    edges = phone.page.locator(".spoken").evaluate_all("all => all.map(one => getComputedStyle(one).borderTopColor)")
    assert [edge == said for edge in edges] == [True, False, False, True]
    phone.choose("bids.0", "1")
    assert _articles(phone, "bids.3") == ["ascenseur.bids"]


def test_the_forbidden_bid_is_struck_out_before_it_can_be_tapped(phone: Phone) -> None:
    _bids_asked(phone)
    key = phone.page.locator('.turn [data-value="0"]:visible')
    sentence = phone.page.get_by_text("0 est interdit : le total ferait 1.")
    for index, value in enumerate("10"):
        phone.choose(f"bids.{index}", value)
    assert sentence.is_hidden()
    phone.choose("bids.2", "0")
    sentence.wait_for()
    assert key.get_attribute("aria-disabled") == "true"
    key.tap(force=True)
    assert phone.chosen_values("bids.3") == []

    phone.choose("bids.2", "1")
    sentence.wait_for(state="hidden")
    assert key.get_attribute("aria-disabled") == "false"


@pytest.mark.thorough
def test_a_bid_that_becomes_forbidden_is_taken_back(phone: Phone) -> None:
    _bids_asked(phone)
    for index, value in enumerate("1110"):
        phone.choose(f"bids.{index}", value)
    phone.choose("bids.1", "0")
    phone.choose("bids.2", "0")
    phone.page.get_by_text("0 est interdit : le total ferait 1.").wait_for()
    assert phone.chosen_values("bids.3") == []


def test_what_is_answered_after_the_end_is_not_recorded_and_not_lost(phone: Phone) -> None:
    _bids_asked(phone)
    for index, value in enumerate("1001"):
        phone.choose(f"bids.{index}", value)
    path = phone.path
    Pen(phone).record(path, Course.of("ascenseur", PLAYERS), {"step": "end"})
    phone.record()
    told = phone.page.get_by_role("alert").filter(has_text="Votre saisie, qui n’est pas enregistrée")
    assert told.get_by_role("listitem").all_inner_texts() == ["Annonces Bob 1, Chloé 0, Dan 0 et Ana 1"]
    assert [entry["step"] for entry in Pen(phone).exported(path)["entries"]] == ["end"]


def _bids_asked(phone: Phone) -> None:
    phone.open(Pen(phone).new_match("ascenseur", PLAYERS))


def _tricks_asked(phone: Phone) -> None:
    pen = Pen(phone)
    path = pen.new_match("ascenseur", PLAYERS)
    pen.record(path, Course.of("ascenseur", PLAYERS), ALL_BID_ONE)
    phone.open(path)


def _table_asked(phone: Phone, case: Case) -> None:
    phone.open("/new/ascenseur")
    _is_refused(phone, case, _table_sentence(case))
    assert phone.chosen_values("dealer") == ["0"]


def _sentence(case: Case, *before: Mapping[str, Any]) -> str:
    """What the rules say to this entry after the entries before it."""
    course = Course.of("ascenseur", PLAYERS)
    for entry in before:
        course.take(entry)
    wrong = advance(course.setup.game, course.state, dict(case.entry))
    assert isinstance(wrong, list)
    return _only(wrong, case)


def _table_sentence(case: Case) -> str:
    """What the rules say to this table."""
    typed = {**case.tapped, **case.forged}
    players = [typed[f"seat.{index}"] for index in range(4) if typed[f"seat.{index}"]]
    options = {name.removeprefix("option."): value for name, value in typed.items() if name.startswith("option.")}
    chosen = {rule: int(value) if value.isdecimal() else value for rule, value in options.items()}
    wrong = read_setup("ascenseur", players, None, chosen)
    assert isinstance(wrong, list)
    return _only(wrong, case)


def _only(wrong: list[Violation], case: Case) -> str:
    assert [violation.article for violation in wrong] == [case.article]
    return unparted(wrong[0].message.render("fr"))


def _is_refused(phone: Phone, case: Case, sentence: str) -> None:
    """Answer as the case says: the sentence stands at its place and nowhere else, and what was tapped still stands."""
    for name, value in case.tapped.items():
        if phone.page.locator(f'.turns [data-part="{name}"].unspoken').count():
            phone.forge(name, value)  # it is not this player's turn while another has not spoken
        elif phone.box(name).first.get_attribute("type") == "radio":
            phone.choose(name, value)
        elif value:
            phone.unfold(phone.box(name))
            phone.box(name).fill(value)
    for name, value in case.forged.items():
        phone.forge(name, value)
    phone.send()
    assert _articles(phone, case.place) == [case.article]
    shown = phone.page.locator("[data-article]").all_inner_texts()
    assert [text[: len(sentence)] for text in shown] == [sentence]
    for name, value in case.tapped.items():
        box = phone.box(name).first
        radio = box.get_attribute("type") == "radio"
        assert (phone.chosen_values(name) == [value]) if radio else (box.input_value() == value), name


def _articles(phone: Phone, place: str) -> list[str]:
    """The articles of the violations shown at a part of the form, or at a whole field, by a control in it."""
    form = phone.page.locator("form[data-draft]")
    part = form.locator(f'[data-part="{place}"]')
    if place == "alert":
        where = form.get_by_role("alert")
    elif part.count():
        where = part
    else:
        box = phone.page.locator(f'[name="{place}"], [name^="{place}."]')
        where = form.locator(":is(fieldset[data-field], .seat, .option)").filter(has=box)
    shown = where.locator("[data-article]:visible").all()
    return [violation.get_attribute("data-article") or "" for violation in shown]
