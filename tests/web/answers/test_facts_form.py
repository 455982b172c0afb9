"""The forms of the desk: one input for each kind of fact, and no fact that a form could not tell; forms of entries."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import FileSystemLoader
from werkzeug.datastructures import MultiDict

from referee.answers.answer import Field
from referee.answers.players import SomePlayers
from referee.answers.table import HouseRules
from referee.cards.packs import FIFTY_TWO
from referee.desk.adjudication import Verdict, rule_on
from referee.desk.questions import desk_questions, examples
from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Question, Way
from referee.games.bataille_corse.scoring import BatailleCorseRules
from referee.games.registry import GAMES
from referee.games.tarot_decale.pack import PACK as DECALE
from referee.web.answers.facts_form import FactsForm
from referee.web.answers.inputs.base_input import Sitting, template_of
from referee.web.answers.inputs.input_kinds import INPUTS
from referee.web.answers.inputs.pack_layout import laid_out
from referee.web.answers.question_form import QuestionForm
from referee.words import LANGUAGES, say
from tests.web.desk.desk_forms import pairs_of, sitting_of

Pairs = list[tuple[str, str]]

FOUR = ("Ana", "Bob", "Chloé", "Dan")
SITTING = Sitting(FOUR, ("Bob", "Chloé", "Dan", "Ana"), HouseRules(), named=True)

EXAMPLES = [
    pytest.param(game_id, example, id=f"{game_id}-{example['question']}-{index}")
    for game_id in GAMES
    for index, example in enumerate(examples(game_id))
]


def form_of(game: str, question: str, sitting: Sitting = SITTING, sent: Pairs | None = None) -> FactsForm:
    return FactsForm(GAMES[game], asked(game, question), sitting, None if sent is None else MultiDict(sent))


def asked(game: str, question: str) -> DeskQuestion:
    return desk_questions(GAMES[game])[question]


def _kinds(family: type[Field] = Field) -> set[str]:
    """The names of all kinds of the family."""
    found = {kind for child in family.__subclasses__() for kind in _kinds(child)}
    return found | ({family.kind} if hasattr(family, "kind") else set())


def test_every_kind_of_answer_has_its_input() -> None:
    assert set(INPUTS) == _kinds()


def test_every_input_has_its_widget_for_an_entry_but_what_only_the_desk_or_a_house_rule_asks(app: Flask) -> None:
    nameless = {kind for kind, bound in INPUTS.items() if "entry" not in bound.macros}
    assert nameless == {
        *("bids", "card-groups", "choices", "clock-time", "numbers", "occurrence", "play-order", "plays", "players"),
        "teams",
    }
    missing = [
        (kind, macro)
        for kind, bound in INPUTS.items()
        for macro in bound.macros
        if not hasattr(app.jinja_env.get_template(template_of(kind)).module, macro)
    ]
    assert missing == []


def test_a_widget_is_a_file_named_as_its_kind(app: Flask) -> None:
    assert isinstance(app.jinja_loader, FileSystemLoader)
    folder = Path(app.jinja_loader.searchpath[0]) / "answers" / "widgets"
    parts = {"parts", "pack", "whole_answer", "count_grid"}
    kinds = {path.stem for path in folder.glob("*.html")} - parts
    assert kinds == {Path(template_of(kind)).stem for kind, bound in INPUTS.items() if bound.macros}


@pytest.mark.parametrize(("greve", "used"), [([], False), (["Bob"], True)])
def test_a_list_of_nobody_leaves_what_may_be_left_out_folded(greve: list[str], used: bool) -> None:
    asked = Question(
        "points", say("Points"), (Way((SomePlayers("bonuses.greve", say("Grève"), FOUR, optional=True),)),)
    )
    assert QuestionForm(asked, entry={"step": "points", "bonuses": {"greve": greve}}).way.spare_used() is used


@pytest.mark.parametrize(("game_id", "example"), EXAMPLES)
def test_a_worked_example_can_be_told_by_the_form_of_its_question(game_id: str, example: dict[str, Any]) -> None:
    game, question = GAMES[game_id], asked(game_id, example["question"])
    sitting = sitting_of(game, example["facts"], example.get("options"))
    form = FactsForm(game, question, sitting, MultiDict(pairs_of(game, question, example["facts"], sitting)))
    verdict = rule_on(game, question, form.facts(), example.get("options"))
    assert isinstance(verdict, Verdict), [(violation.field, violation.message.render("fr")) for violation in verdict]
    assert verdict.answer == example["answer"]


def test_the_cards_of_a_trick_go_to_the_players_from_the_leader_on() -> None:
    form = form_of("whistiti", "trick-winner", sent=[("plays", "9S KS"), ("plays.leader", "Dan"), ("trump", "H")])
    assert form.facts() == {"trump": "H", "plays": [{"player": "Dan", "card": "9S"}, {"player": "Ana", "card": "KS"}]}


def test_who_leads_first_in_the_deal_leads_until_another_is_tapped() -> None:
    form = form_of("whistiti", "trick-winner", sent=[("plays", "9S")])
    assert form.facts()["plays"] == [{"player": "Bob", "card": "9S"}]


def test_cards_may_be_sent_one_by_one_or_together() -> None:
    together = form_of("whistiti", "legal-cards", sent=[("hand", "9S KS")])
    apart = form_of("whistiti", "legal-cards", sent=[("hand", "9S"), ("hand", ""), ("hand", "KS")])
    assert together.facts()["hand"] == apart.facts()["hand"] == ["9S", "KS"]


def test_in_a_trick_nobody_plays_twice_and_who_asks_has_not_played() -> None:
    assert form_of("whistiti", "trick-winner")["plays"].most == 4
    assert form_of("whistiti", "legal-cards")["plays"].most == 3


def test_whose_turn_it_was_on_the_pile_is_the_games_own_rule() -> None:
    pairs = [("flips", "QH 3C 5C"), ("flips.leader", "Ana")]
    flips = form_of("bataille-corse", "pile", Sitting(FOUR, FOUR, BatailleCorseRules(ace_contract=0)), pairs).facts()[
        "flips"
    ]
    assert [flip["player"] for flip in flips] == ["Ana", "Bob", "Bob"]


def test_a_card_that_the_pack_has_not_is_kept_as_it_was_typed() -> None:
    form = form_of(
        "bataille-corse", "pile", Sitting(FOUR, FOUR, BatailleCorseRules(ace_contract=0)), [("flips", "QH XX 5C")]
    )
    assert [flip["card"] for flip in form.facts()["flips"]] == ["QH", "XX", "5C"]


def test_what_a_match_knows_stands_folded_away_and_goes_with_the_facts() -> None:
    sitting = Sitting(FOUR, FOUR, HouseRules(), named=True, match_facts={"trump": None})
    form = form_of("ascenseur", "legal-cards", sitting)
    assert [field.name for field in form.folded()] == ["trump"]
    assert form.facts()["trump"] is None
    changed = form_of("ascenseur", "legal-cards", sitting, [("trump", "S")])
    assert changed.folded() == []
    assert changed.facts()["trump"] == "S"


def test_players_and_teams_are_the_tables_own() -> None:
    facts = form_of("kems", "settle", sent=[("caller", "Bob")]).facts()
    assert facts["teams"] == [["Ana", "Chloé"], ["Bob", "Dan"]]
    assert form_of("huit-americain", "effect").facts()["players"] == list(FOUR)


def test_a_suit_told_in_lower_case_stands_in_the_form_as_its_letter() -> None:
    for trump in ("H", "h", " h "):
        form = form_of("whistiti", "trick-winner", sent=[("trump", trump), ("plays", "AS")])
        assert (form["trump"].text(), form.facts()["trump"]) == ("H", "H")


def test_among_few_things_the_first_is_chosen_among_many_none() -> None:
    assert form_of("triolet", "can-play").facts()["zone"] == "hand"
    assert "offence" not in form_of("famille-trefles", "penalty").facts()


def test_the_others_bids_are_asked_of_all_but_the_last_speaker() -> None:
    form = form_of(
        "ascenseur", "forbidden-bid", Sitting(FOUR, SITTING.order, HouseRules(), named=True, match_facts={"cards": 3})
    )
    assert list(form["bids"].parts()) == ["Bob", "Chloé", "Dan"]
    form = form_of("ascenseur", "forbidden-bid", SITTING, [("cards", "3"), ("bids.1", "1"), ("bids.3", "x")])
    assert form.facts() == {"cards": 3, "bids": [1, "x"]}


@pytest.mark.parametrize(
    ("sent", "blamed"),
    [
        ([("hand", "9S"), ("card", "AH"), ("trump", "H")], {"card"}),
        ([("hand", "XX"), ("trump", "H")], {"hand"}),
        ([("hand", "9S"), ("trump", "Z")], {"trump"}),
        ([("trump", "H")], {"hand"}),
    ],
)
def test_a_fault_stands_at_its_fact(sent: Pairs, blamed: set[str]) -> None:
    form = form_of("ascenseur", "legal-cards", sent=sent)
    wrong = rule_on(GAMES["ascenseur"], form.question, form.facts())
    assert isinstance(wrong, list)
    form.blame(wrong)
    assert {field.name for field in form.inputs() if field.blamed} == blamed
    assert form.blamed == []


def test_a_fault_of_all_the_cards_together_stands_above_the_form() -> None:
    form = form_of("ascenseur", "legal-cards", sent=[("plays", "9S"), ("hand", "9S"), ("trump", "H")])
    wrong = rule_on(GAMES["ascenseur"], form.question, form.facts())
    assert isinstance(wrong, list)
    form.blame(wrong)
    assert [violation.field for violation in form.blamed] == ["facts"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pack_is_laid_out_whole_in_rows_a_thumb_can_hit(language: str) -> None:
    for pack, cards in ((FIFTY_TWO, 52), (DECALE, 50)):
        rows = laid_out(pack, (), language)
        assert sum(copies for row in rows for _, copies in row.cards) == cards
        assert all(row.columns <= 7 for row in rows)
        spoken = [shown.name for row in rows for shown, _ in row.cards]
        assert len(set(spoken)) == len(spoken)


def test_a_card_is_written_as_the_language_writes_it_and_its_colour_is_never_the_only_sign() -> None:
    rows = {language: laid_out(FIFTY_TWO, (), language) for language in LANGUAGES}
    top = {language: [shown.print for shown, _ in rows[language][0].cards[:4]] for language in LANGUAGES}
    assert top == {"fr": ["A", "R", "D", "V"], "en": ["A", "K", "Q", "J"]}
    assert {shown.colour for shown, _ in rows["fr"][1].cards} == {"red"}
    assert all(shown.sign for row in laid_out(DECALE, (), "fr") for shown, _ in row.cards)


def test_numbers_of_the_match_are_given_and_those_that_are_wrong_stand_at_their_player() -> None:
    bids = {"Ana": 1, "Bob": 0, "Chloé": 1, "Dan": 0}
    table = Sitting(
        FOUR, SITTING.order, HouseRules(), named=True, match_facts={"players": FOUR, "cards": 1, "bids": bids}
    )
    form = form_of("ascenseur", "deal-points", table)
    assert [field.spec.key for field in form.folded()] == ["cards", "bids"]
    assert form["bids"].words().render("fr") == "Ana 1, Bob 0, Chloé 1 et Dan 0"
    typed = [("cards", "1"), *((f"bids.{seat}", "0") for seat in range(4)), ("tricks.0", "1"), ("tricks.2", "7")]
    form = form_of("ascenseur", "deal-points", table, typed)
    assert form.facts()["tricks"] == {"Ana": 1, "Chloé": 7}
    outcome = rule_on(GAMES["ascenseur"], form.question, form.facts())
    assert not isinstance(outcome, Verdict)
    form.blame(outcome)
    assert set(form["tricks"].blamed) == {"Bob", "Chloé", "Dan"}
