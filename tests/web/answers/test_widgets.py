"""What the widgets of answers are made of: order and names of rows, sums in words, attributes that scripts read."""

import json

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from referee.answers.numbers import Counts, ForbiddenTotal, Points
from referee.answers.players import OnePlayer
from referee.answers.sides import SideChoice
from referee.answers.table import Side
from referee.game_definition.game import Question, Way
from referee.web.answers.inputs.base_input import Input
from referee.web.answers.question_form import QuestionForm
from referee.web.answers.seating import TableSeating
from referee.web.rendering.page_language import localize
from referee.words import say
from tests.web.table import WebMatch

FOUR = ("Ana", "Bob", "Chloé", "Dan")
SPEAKING = ("Bob", "Chloé", "Dan", "Ana")
SEATING = TableSeating(FOUR, "Bob", {"Dan": "Zoé"}, lambda: {"Ana": 0, "Bob": 1, "Chloé": 2, "Dan": 3})
BIDS = Counts("bids", say("Annonces"), SPEAKING, 3, "a.b", avoid=ForbiddenTotal(3, "a.c", "Ana"))
TRICKS = Counts(
    "tricks", say("Plis"), SPEAKING, 3, "a.b", total=3, announced={"Bob": 1, "Chloé": 0, "Dan": 2, "Ana": 1}
)


def input_of(field: Counts | Points | OnePlayer, typed: dict[str, str] | None = None) -> Input:
    """The input of the only field of a question, as it was typed."""
    question = Question("step", say("Question"), (Way((field,)),))
    form = QuestionForm(question, MultiDict(typed) if typed is not None else None, seating=SEATING)
    return next(form.way.inputs())


def test_who_bids_in_turn_stands_in_the_order_of_speaking_and_others_by_their_seats(app: Flask) -> None:
    with app.test_request_context():
        assert [row.spoken_label for row in input_of(BIDS).rows] == list(SPEAKING)
        assert [row.spoken_label for row in input_of(TRICKS).rows] == list(FOUR)


def test_a_row_names_the_stand_in_the_dealer_the_bid_and_the_total_to_avoid(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        rows = {row.spoken_label: row for row in input_of(BIDS).rows}
        assert rows["Dan"].label.stand_ins == ("Zoé",)
        assert localize(rows["Dan"].speaker) == "Zoé (pour Dan)"
        assert [player for player, row in rows.items() if row.deals] == ["Bob"]
        assert [player for player, row in rows.items() if row.avoid] == ["Ana"]
        announced = {
            row.spoken_label: (row.announced, [localize(said) for said in row.remarks]) for row in input_of(TRICKS).rows
        }
        assert announced["Dan"] == (2, ["annoncé 2"])


def test_a_player_is_chosen_by_a_chip_with_their_disc(app: Flask) -> None:
    with app.test_request_context():
        chips = input_of(OnePlayer("player", say("Le joueur"), FOUR)).chips
        assert [(chip.value, chip.has_disc) for chip in chips] == [(player, True) for player in FOUR]


def test_the_count_that_may_not_be_said_is_struck_once_all_others_have_spoken(app: Flask) -> None:
    with app.test_request_context():
        spoken = {"bids.0": "1", "bids.1": "0", "bids.2": "1"}
        last = next(row for row in input_of(BIDS, spoken).rows if row.spoken_label == "Ana")
        assert last.struck == "1"
        early = next(row for row in input_of(BIDS, {"bids.0": "1"}).rows if row.spoken_label == "Ana")
        assert early.struck == ""


def test_a_side_that_may_be_left_out_is_folded_away_only_with_more(app: Flask) -> None:
    points = Points("points", say("Points"), ("Ana", "Bob"), 0, 162, "a.b", total=162)
    sides = (Side("Ana", ("Ana",)), Side("Bob", ("Bob",)))
    belote = SideChoice("belote", say("Belote"), sides, nothing=say("personne"), optional=True)
    declared = Points("declared", say("Annonces"), ("Ana", "Bob"), 0, None, "a.b", optional=True)
    with app.test_request_context():
        alone = QuestionForm(Question("step", say("Question"), (Way((points, belote)),))).way
        assert alone.open_spare is alone.spare()[0]
        assert (
            QuestionForm(Question("step", say("Question"), (Way((points, belote, declared)),))).way.open_spare is None
        )
        assert QuestionForm(Question("step", say("Question"), (Way((points, declared)),))).way.open_spare is None


@pytest.mark.parametrize(
    ("typed", "made", "rest"),
    [
        ({}, "162 à répartir", None),
        ({"points.0": "100"}, "100 sur 162", "reste 62"),
        ({"points.0": "100", "points.1": "62"}, "162 sur 162", "reste 0"),
        ({"points.0": "100", "points.1": "70"}, "170 sur 162", "8 de trop"),
    ],
)
def test_a_sum_says_what_is_made_and_what_is_left(
    app: Flask, typed: dict[str, str], made: str, rest: str | None
) -> None:
    points = Points("points", say("Points"), ("Ana", "Bob"), 0, 162, "a.b", total=162)
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        shown = input_of(points, typed).sum
        assert shown is not None
        assert (localize(shown.current), None if shown.rest is None else localize(shown.rest)) == (made, rest)


def test_points_that_cancel_out_say_that_they_must_make_nothing(app: Flask) -> None:
    points = Points("points", say("Points"), ("Ana", "Bob"), -200, None, "a.b", total=0)
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        shown = input_of(points, {"points.0": "-5"}).sum
        assert shown is not None
        assert (localize(shown.current), localize(shown.rest)) == ("ensemble −5, il faut 0", "reste 5")


def test_scripts_read_of_a_field_its_pad_its_words_and_what_it_depends_on(app: Flask) -> None:
    with app.test_request_context(headers={"Accept-Language": "fr"}):
        bids = input_of(BIDS).script_data()
        words = json.loads(bids.pop("data-say"))
        assert bids == {"data-pad": "turns", "data-shared": "in-turn", "data-avoid": "3", "data-last": "bids.3"}
        assert words["quiet"] == "À {player} d’annoncer"
        asked = input_of(OnePlayer("out", say("Qui sort ?"), FOUR)).script_data()
        assert asked == {"data-quiet": "Qui sort\u202f?"}
        points = Points("points", say("Points"), FOUR, 0, None, "a.b", all_but="out")
        assert input_of(points).script_data()["data-all-but"] == "out"


def test_a_side_is_named_with_those_who_stand_in() -> None:
    side = Side("Bob & Dan", ("Bob", "Dan"))
    assert SEATING.side(side.name, side.players).stand_ins == ("Zoé",)
    assert TableSeating().in_order(SPEAKING) == list(SPEAKING)


def test_nothing_stands_where_a_form_would_say_what_is_wrong(match: WebMatch) -> None:
    """The styles hide what is empty: a space in it would push the form down."""
    page = match.visitor.client.get(match.path, headers=match.visitor.headers()).get_data(as_text=True)
    assert "data-alert></div>" in page


def test_a_correction_shows_the_dealer_of_the_deal_that_is_corrected(match: WebMatch) -> None:
    match.record({"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}})
    match.record({"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}})
    entries = match.page("/corrections/0").document.all(class_="entry")
    dealers = [entry.attributes["aria-label"] for entry in entries if "data-deals" in entry.attributes]
    assert dealers == ["Ana"]


def test_what_each_count_brings_stands_beside_the_bid(match: WebMatch) -> None:
    match.record({"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}})
    entries = match.page("").document.all(class_="entry")
    gains = {entry.attributes["aria-label"]: entry.attributes["data-gains"] for entry in entries}
    assert gains == {"Ana": "-5 10", "Bob": "5 -5", "Chloé": "-5 10", "Dan": "5 -5"}
