"""The facts of a desk question that are said in a search."""

from typing import Any

import pytest

from referee.desk.query_facts.facts_in_query import facts_in_query
from referee.desk.query_words.sentence_fact import OPEN
from referee.desk.query_words.sentence_terms import words_said
from referee.desk.questions import desk_questions
from referee.desk.search.search_terms import terms_of
from referee.games.registry import GAMES
from referee.words import LANGUAGES

THE = {"fr": "le", "en": "the"}
PEOPLE = ("Ana", "Bob", "Chloé", "Dan")


def said(game: str, question: str, words: str, language: str = "fr") -> list[dict[str, Any]]:
    fields = desk_questions(GAMES[game])[question].facts
    return list(facts_in_query(fields, PEOPLE, terms_of(words, language, meanings=False), language).ways)


@pytest.mark.parametrize(
    ("game", "question", "words", "language", "facts"),
    [
        ("belote", "card-points", "combien vaut le valet de cœur", "fr", {"cards": ["JH"]}),
        ("belote", "card-points", "le 9 de pique quand c'est atout pique", "fr", {"cards": ["9S"], "trump": "S"}),
        ("belote", "card-points", "how much is the jack of hearts", "en", {"cards": ["JH"]}),
        ("aluette", "sign", "quel signe pour le deux de cœur", "fr", {"card": "2H"}),
        (
            "tarot-decale",
            "card-points",
            "un proviseur bleu et l'atout 13",
            "fr",
            {"cards": ["bleu:proviseur", "atout:13"]},
        ),
        ("tarot-decale", "card-points", "the blue proviseur", "en", {"cards": ["bleu:proviseur"]}),
        ("scopa", "capture", "le 7 de carreau sur le 7 de pique", "fr", {"table": ["7S"], "card": "7D"}),
        ("president", "can-play", "un joker sur l'as de trèfle", "fr", {"cards": ["JOKER"], "previous": ["AC"]}),
        (
            "ascenseur",
            "legal-cards",
            "atout pique, l'as de trèfle sur le roi de cœur",
            "fr",
            {"trump": "S", "plays": ["KH"]},
        ),
        ("bataille-corse", "pile", "le roi de pique sur le roi de cœur", "fr", {"flips": ["KH", "KS"]}),
        ("bataille-corse", "penalty", "que coûte une tape à tort", "fr", {"offence": "wrong-slap"}),
        ("kems", "signal-changed", "changer de signal entre deux donnes", "fr", {"case": "between"}),
        ("kems", "settle", "Bob a crié kem's", "fr", {"caller": "Bob", "call": "kems"}),
        ("canasta", "first-meld", "à 1700 points combien pour poser", "fr", {"total": 1700}),
    ],
)
def test_what_is_said_is_a_fact(game: str, question: str, words: str, language: str, facts: dict[str, Any]) -> None:
    assert said(game, question, words, language) == [facts]


@pytest.mark.parametrize(
    ("game", "words", "language", "facts"),
    [
        pytest.param("tarot", "chelem de la défense", "fr", [{"slam": "defence"}], id="the choice that is named"),
        pytest.param("tarot", "a slam of the attack", "en", [{"slam": "attack"}], id="named in English"),
        pytest.param("tarot", "la défense fait tous les plis", "fr", [], id="two choices of the same words"),
        pytest.param("tarot", "91 points au chelem", "fr", [{"points": 91}], id="the number that is named"),
        pytest.param("tarot", "on a compté 87", "fr", [], id="one of several numbers"),
        pytest.param("belote", "81 partout", "fr", [], id="no number beside points"),
        pytest.param("belote", "81 each, what now", "en", [], id="no number beside points in English"),
    ],
)
def test_what_may_be_one_of_two_facts_is_neither(
    game: str, words: str, language: str, facts: list[dict[str, Any]]
) -> None:
    rules, _ = GAMES[game].house_rules({}, PEOPLE)
    fields = desk_questions(GAMES[game])["settle"].fields(GAMES[game], PEOPLE, rules)
    found = facts_in_query(fields, PEOPLE, terms_of(words, language, meanings=False), language)
    assert list(found.ways) == facts


@pytest.mark.parametrize(
    ("words", "language", "facts"),
    [
        ("j'ai le roi de cœur", "fr", {"hand": ["KH"]}),
        ("il me reste l'as de pique et le 2 de pique", "fr", {"hand": ["AS", "2S"]}),
        ("I only hold the 4♣", "en", {"hand": ["4C"]}),
    ],
)
def test_the_cards_that_somebody_has_are_a_hand_and_no_trick(words: str, language: str, facts: dict[str, Any]) -> None:
    """It may hold more: it is filled in, and never ruled on."""
    fields = desk_questions(GAMES["ascenseur"])["legal-cards"].facts
    read = facts_in_query(fields, PEOPLE, words_said(words, language), language)
    assert ([*read.ways], read.whole) == ([facts], False)
    trick = desk_questions(GAMES["ascenseur"])["trick-winner"].facts
    left = [way.get("plays", []) for way in facts_in_query(trick, (), words_said(words, language), language).ways]
    assert left == ([facts["plays"]] if "plays" in facts else [])


@pytest.mark.parametrize(
    ("words", "cards", "previous"),
    [
        ("un 9 sur un 9", "9", "9"),
        ("deux rois sur une paire de dames", "KK", "QQ"),
        ("brelan de 5 sur trois 4", "555", "444"),
        ("je peux mettre mon valet sur son as", "J", "A"),
    ],
)
def test_a_suit_that_is_not_said_is_open(words: str, cards: str, previous: str) -> None:
    ways = said("president", "can-play", words)
    assert 1 < len(ways) <= OPEN
    for way in ways:
        assert "".join(code[:-1] for code in way["cards"]) == cards
        assert "".join(code[:-1] for code in way["previous"]) == previous
        assert len({*way["cards"]}) == len(cards)


@pytest.mark.parametrize(
    "words",
    ["on joue avec 54 cartes", "3 joueurs", "j'ai quatre plis", "du cœur", "on est trois", "qui commence", "", "sur"],
)
def test_a_number_of_things_a_suit_or_nothing_is_no_card(words: str) -> None:
    assert said("president", "can-play", words) == []


def test_two_of_a_kind_of_which_one_is_asked_are_neither() -> None:
    assert said("belote", "card-points", "atout pique ou atout cœur") == []
    assert said("kems", "settle", "Ana ou Bob a crié") == []


def test_a_card_that_somebody_wants_to_lay_is_one_of_the_hand() -> None:
    assert said("whistiti", "legal-cards", "puis-je jouer l'as de cœur") == [{"hand": ["AH"]}]
    assert said("whistiti", "legal-cards", "l'as de cœur") == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_each_card_of_a_pack_means_that_card(game: str, language: str) -> None:
    for question in desk_questions(GAMES[game]).values():
        single = [fact for fact in question.facts if fact.kind == "cards"]
        if question.pack is None or len(single) != 1 or len([f for f in question.facts if f.holds_cards]) != 1:
            continue
        for card in question.pack.layout:
            face = question.pack.face(card, language)
            if face.name[1:2] != " ":  # a rank that is one letter is said in full
                said_terms = terms_of(f"{THE[language]} {face.name}", language, meanings=False)
                ways = facts_in_query(question.facts, (), said_terms, language).ways
                assert [face.code] in [way.get(single[0].key) for way in ways], face
