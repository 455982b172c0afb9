"""The trick games at the desk: names or places, what may be played, whether this card may, and why."""

from typing import Any

import pytest

from tests.desk.asking import answer, because, blamed, verdict_of


@pytest.mark.parametrize("game", ["ascenseur", "whistiti"])
@pytest.mark.parametrize(
    ("trump", "plays", "winner", "article"),
    [
        ("H", ["9S", "KS", "2H"], 2, "trick"),
        ("C", ["QD", "AS", "KD"], 2, "trick"),
        (None, ["3C", "KC", "AH"], 1, "trick"),
    ],
)
def test_the_winner_so_far_is_an_index_or_a_name(
    game: str, trump: str | None, plays: list[str], winner: int, article: str
) -> None:
    players = ["Ana", "Bob", "Chloé"]
    named = [{"player": player, "card": card} for player, card in zip(players, plays)]
    assert answer(game, "trick-winner", {"trump": trump, "plays": plays}) == {"winner": winner}
    verdict = verdict_of(game, "trick-winner", {"trump": trump, "plays": named})
    assert verdict.answer == {"winner": players[winner]}
    assert verdict.articles[0] == f"{game}.{article}"


@pytest.mark.parametrize(
    ("game", "facts", "allowed", "article"),
    [
        ("whistiti", {"trump": "H", "plays": ["9S"], "hand": ["2S", "AH"], "card": "AH"}, False, "whistiti.follow"),
        ("whistiti", {"trump": "H", "plays": ["9S"], "hand": ["2D", "AH"], "card": "2D"}, False, "whistiti.must-trump"),
        ("whistiti", {"trump": "H", "plays": ["9S", "KH"], "hand": ["2H"], "card": "2H"}, True, "whistiti.must-trump"),
        ("whistiti", {"trump": "H", "plays": [], "hand": ["2H"], "card": "2H"}, True, "whistiti.lead"),
        (
            "ascenseur", {"trump": "H", "plays": ["9S"], "hand": ["2D", "AH"], "card": "2D"},
            False, "ascenseur.must-trump",
        ),
        ("ascenseur", {"trump": None, "plays": ["9S"], "hand": ["2D"], "card": "2D"}, True, "ascenseur.must-trump"),
        ("barbu", {"plays": ["9S"], "hand": ["2S", "AH"], "card": "AH"}, False, "barbu.follow"),
        ("barbu", {"plays": ["9S"], "hand": ["2D", "AH"], "card": "AH"}, True, "barbu.follow"),
        ("aluette", {"plays": ["9S"], "hand": ["2S", "AH"], "card": "AH"}, True, "aluette.play"),
        (
            "tarot-decale",
            {"plays": ["vert:prof"], "hand": ["vert:eleve", "atout:2"], "card": "atout:2"},
            False, "tarot-decale.follow",
        ),
        (
            "tarot-decale",
            {"plays": ["vert:prof", "atout:5"], "hand": ["atout:2", "atout:9"], "card": "atout:2"},
            False, "tarot-decale.overtrump",
        ),
        (
            "tarot-decale",
            {"plays": ["vert:prof"], "hand": ["vert:eleve", "excuse"], "card": "excuse"},
            True, "tarot-decale.excuse",
        ),
    ],
)  # fmt: skip
def test_may_this_card_be_played_and_by_which_article(
    game: str, facts: dict[str, Any], allowed: bool, article: str
) -> None:
    verdict = verdict_of(game, "legal-cards", facts)
    assert (verdict.answer["allowed"], verdict.articles[0]) == (allowed, article)
    assert (facts["card"] in verdict.answer["legal"]) is allowed


def test_the_legal_cards_keep_the_order_of_the_hand() -> None:
    facts = {"trump": None, "plays": ["9S"], "hand": ["KS", "2D", "AS", "2S"]}
    assert answer("ascenseur", "legal-cards", facts) == {"legal": ["KS", "AS", "2S"]}


CONTRACTS = ("plis", "dames", "coeurs", "barbu", "dernier-pli", "salade")


@pytest.mark.parametrize("contract", [None, *CONTRACTS])
@pytest.mark.parametrize("rule", [None, "free", "only-hearts"])
def test_a_heart_may_be_led_but_by_the_house_rule_in_three_contracts(contract: str | None, rule: str | None) -> None:
    facts = {"plays": [], "hand": ["2S", "AH"], **({} if contract is None else {"contract": contract})}
    forbidden = rule == "only-hearts" and contract in ("coeurs", "barbu", "salade")
    options = {} if rule is None else {"heart_lead": rule}
    assert answer("barbu", "legal-cards", facts, options) == {"legal": ["2S"] if forbidden else ["2S", "AH"]}
    only_hearts = {**facts, "hand": ["2H", "AH"]}
    assert answer("barbu", "legal-cards", only_hearts, options) == {"legal": ["2H", "AH"]}


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (
            {"trump": "H", "plays": ["9S"], "hand": ["2S", "3S", "AH"]},
            "On a demandé pique et cette main en a : il faut fournir, avec 2♠ ou 3♠.",
        ),
        (
            {"trump": "H", "plays": ["9S"], "hand": ["QH", "3D"], "card": "3D"},
            "Pas de pique dans cette main, mais de l’atout : il faut couper, avec D♥. On ne peut donc pas jouer 3♦.",
        ),
        (
            {"trump": "H", "plays": ["9S"], "hand": ["KC", "3D"]},
            "Ni pique ni atout dans cette main : on se défausse de ce qu’on veut.",
        ),
        (
            {"trump": "S", "plays": ["9S"], "hand": ["KC", "3D"]},
            "On a demandé l’atout et cette main n’en a pas : on se défausse de ce qu’on veut.",
        ),
    ],
)
def test_the_reason_names_the_cards_as_they_are_seen(facts: dict[str, Any], why: str) -> None:
    assert because("whistiti", "legal-cards", facts).replace("\u202f", " ") == why


@pytest.mark.parametrize(
    ("game", "facts", "must"),
    [
        (
            "tarot",
            {"plays": ["KH"], "hand": ["atout:4", "excuse"]},
            "il faut couper, avec l’atout 4, ou jouer l’excuse.",
        ),
        (
            "tarot-decale",
            {"plays": ["atout:4"], "hand": ["atout:6", "excuse"]},
            "il faut monter au-dessus de l’atout 4, avec l’atout 6, ou jouer l’excuse.",
        ),
    ],
)
def test_an_excuse_neither_trumps_nor_goes_higher(game: str, facts: dict[str, Any], must: str) -> None:
    assert because(game, "legal-cards", facts).endswith(must)


def test_level_luettes_and_level_profs_are_named_in_playing_order() -> None:
    plays = [{"player": player, "card": card} for player, card in (("Dan", "KS"), ("Ana", "2D"), ("Bob", "KH"))]
    assert answer("aluette", "trick-winner", {"plays": plays}) == {"winner": "Ana"}
    assert answer("aluette", "trick-winner", {"plays": [plays[2], plays[0]]}) == {
        "winner": None,
        "tied": ["Bob", "Dan"],
    }
    profs = ["excuse", "bleu:prof", "vert:proviseur", "bleu:prof"]
    assert answer("tarot-decale", "trick-winner", {"plays": profs}) == {"winner": None, "tied": [1, 3]}
    assert answer("tarot-decale", "trick-winner", {"plays": ["excuse"]}) == {"winner": None, "tied": []}


@pytest.mark.parametrize(
    ("trump", "plays", "why"),
    [
        ("H", ["9S", "wizard", "2H", "wizard"], "le premier magicien du pli"),
        (None, ["jester", "jester"], "que des bouffons"),
        ("H", ["9S", "2H", "AS"], "le plus fort atout"),
        ("H", ["jester", "9S", "AS", "KD"], "personne n'a coupé"),
        (None, ["9S", "AS", "KD"], "la plus forte carte"),
    ],
)
def test_why_a_card_takes_a_trick_of_wizard_is_said(trump: str | None, plays: list[str], why: str) -> None:
    assert why in because("wizard", "trick-winner", {"trump": trump, "plays": plays}).replace("’", "'")


@pytest.mark.parametrize("who", ["trou", "president"])
def test_an_exchange_of_two_cards_needs_two_in_the_hand(who: str) -> None:
    hands = {"trou": ["3S", "2H"], "president": ["4D", "KH"]}
    assert blamed("president", "exchange", {**hands, who: hands[who][:1]}) == [f"facts.{who}"]
