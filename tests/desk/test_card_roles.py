"""What each card of a sentence is: a table of sentences, with what lies there, is held and is to be laid."""

from referee.cards.packs import FIFTY_TWO
from referee.desk.card_phrases.card_phrases import card_phrases
from referee.desk.query_cards.card_roles import Role, card_roles
from referee.desk.query_words.sentence_terms import words_said

CASES = (
    ("fr", "je peux mettre un 9 sur un roi", {"9": "laid", "K": "lies"}),
    ("fr", "il y a un roi sur le tas, je peux poser un 9 ?", {"K": "lies", "9": "laid"}),
    ("fr", "un roi par terre, j'ai une dame", {"K": "lies", "Q": "held"}),
    ("fr", "sur la table un valet et un 10, je joue un as", {"J": "lies", "10": "lies", "A": "laid"}),
    ("fr", "je pose un as sur la table", {"A": "laid"}),
    ("fr", "j'ai mis le valet, il met la dame", {}),
    ("fr", "ma main : roi, 7 ; valet entamé", {"K": "held", "7": "held"}),
    ("en", "there is a king on the pile, may I play a 9?", {"K": "lies", "9": "laid"}),
    ("en", "two queens were played, can I answer with two jacks", {"Q": "lies", "J": "laid"}),
    ("en", "I hold a king, he led a 7", {"K": "held", "7": "lies"}),
)


def roles_in(words: str, language: str) -> dict[str, str]:
    terms = words_said(words, language)
    phrases = card_phrases(terms, FIFTY_TWO, language)
    roles = card_roles(terms, phrases, language)
    return {phrase.cards[0][:-1]: roles.of[phrase.start].value for phrase in phrases if phrase.start in roles.of}


def test_the_words_around_a_card_say_what_it_is() -> None:
    assert {words: roles_in(words, language) for language, words, _ in CASES} == {
        words: roles for _, words, roles in CASES
    }


def test_a_role_is_told_by_a_place_and_not_by_one_card_on_another() -> None:
    for words, told, border in (("un 9 sur un roi", False, True), ("un roi sur la table", True, False)):
        terms = words_said(words, "fr")
        roles = card_roles(terms, card_phrases(terms, FIFTY_TWO, "fr"), "fr")
        assert (roles.told, roles.border is not None) == (told, border)
        assert roles.among([], Role.LIES) == []
