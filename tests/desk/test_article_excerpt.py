"""What is shown under an article that a search finds: the sentence that answers, with what it needs before it."""

import pytest

from referee.desk.article_excerpt import LONGEST, WITH_NEW, answer
from referee.desk.article_passages import passages
from referee.desk.articles import article
from tests.desk.rulebook import every_article

MUCH = 2
"""How many times as long an excerpt may be as is usual, where a passage needs the one before it."""


def excerpt(law: str, words: str, language: str = "fr") -> str:
    found = article(law, language)
    assert found is not None
    return answer(found, words, language).text.replace("\u202f", " ")


@pytest.mark.parametrize(
    ("law", "words", "said", "unsaid"),
    [
        # a card's own row of a table
        ("bataille-corse.contract", "il a mis un roi je retourne combien", "**Roi** – Cartes dues 3", "Valet"),
        ("aluette.signs", "le signe de la vache c'est quoi", "**la Vache, 2♥** – Signe la moue", "Borgne"),
        ("kems.score", "points d'un contre-kem's raté", "contre-kem’s raté", "double"),
        ("huit-americain.score", "un as qui reste en main", "**As** – Points 40", "dame"),
        # the row of so many players
        ("triolet.pack", "on est quatre, on enlève quoi", "Joueurs **4** – On retire les 4 et 5", "**5**"),
        ("ascenseur.rounds", "combien de donnes à cinq", "Joueurs **5** – Cartes au plus 10 – Donnes 19", "**4**"),
        ("famille-trefles.pack", "le paquet à six joueurs", "Joueurs **6**", "**4**"),
        # the case that is asked of, never the opposite one
        (
            "ascenseur.score",
            "j'ai perdu, deux plis d'écart, combien de points en moins",
            "vous perdez 5 points",
            "tombez juste",
        ),
        ("tarot-decale.bet-score", "pari perdu, je garde mes points ?", "Pari perdu : ses plis", "Pari gagné"),
        ("tarot-decale.bet-score", "pari gagné, combien de points", "Pari gagné : le parieur", "Pari perdu"),
    ],
)
def test_what_was_asked_of_is_shown_and_not_another_case(law: str, words: str, said: str, unsaid: str) -> None:
    shown = excerpt(law, words)
    assert said in shown
    assert unsaid not in shown


@pytest.mark.parametrize(
    ("law", "words", "said", "language"),
    [
        ("bataille-corse.slap", "deux 8 de suite, qui ramasse le tas", "Le plus rapide emporte tout", "fr"),
        ("dame-de-pique.trick", "mon as d'une autre couleur prend le pli ?", "pas même un as", "fr"),
        ("famille-trefles.tire", "after a Tire does he draw again", "they draw one to hold four again", "en"),
        ("famille-trefles.anti-joker", "anti-joker contre deux jokers", "il n’en jette qu’un", "fr"),
        ("tarot-decale.tied-trick", "deux profs égaux, qui prend le pli", "La plus forte de ce second pli", "fr"),
        ("match.exposed-card", "a card glimpsed while dealing", "a card everyone has seen is a misdeal", "en"),
        ("aluette.signs", "c'est quoi les signes", "semblant d’écrire", "fr"),
        ("huit-americain.several-cards", "j'ai trois 9, je les mets tous ?", "la valeur de la carte visible", "fr"),
    ],
)
def test_the_answer_stands_in_what_is_shown(law: str, words: str, said: str, language: str) -> None:
    assert said in excerpt(law, words, language)


@pytest.mark.parametrize(
    ("law", "words", "first", "language"),
    [
        ("belote.card-points", "combien vaut mon valet d'atout", "À l’atout : valet 20", "fr"),
        ("belote.card-points", "combien vaut le valet", "À l’atout : valet 20", "fr"),
        ("belote.card-points", "how much is the jack of trumps", "In trumps: jack 20", "en"),
        ("aluette.pack", "quelle est la plus forte carte", "Un jeu de 52 cartes sans les dix", "fr"),
        ("aluette.pack", "which card is the strongest", "A 52-card pack without the tens", "en"),
        ("aluette.pack", "le grand neuf c'est quoi", "Rang **5** – Cartes 9♥ Grand-neuf", "fr"),
    ],
)
def test_the_answer_is_not_cut_off_for_a_sentence_after_it(law: str, words: str, first: str, language: str) -> None:
    """A clause before a colon is no case of its own, and a word of degree alone finds no row."""
    assert excerpt(law, words, language).startswith(first)


def test_the_values_of_a_card_in_all_cases_are_shown_where_none_is_named() -> None:
    shown = excerpt("belote.card-points", "combien vaut le valet")
    assert "valet 20" in shown
    assert "valet 2." in shown


def test_where_no_case_is_asked_of_all_of_them_are_shown() -> None:
    shown = excerpt("ascenseur.score", "combien de points")
    assert "tombez juste" in shown
    assert "Sinon" in shown


@pytest.mark.parametrize("words", ["annoncé 2 et fait 4", "annoncé 2 et fait 2, exemple"])
def test_an_example_never_stands_without_its_rule(words: str) -> None:
    assert not excerpt("ascenseur.score", words).startswith("Exemple")


@pytest.mark.parametrize(
    ("law", "words", "rule", "house_rule"),
    [
        ("belote.declared", "une suite de trois cartes vaut vingt, règle maison", "ne se comptent pas", "trois"),
        ("coinche.no-suit", "à sans atout l'as vaut combien", "l’atout est une couleur", "l’as vaut 19"),
    ],
)
def test_a_house_rule_stands_after_the_rule_it_replaces(law: str, words: str, rule: str, house_rule: str) -> None:
    shown = excerpt(law, words)
    assert rule in shown
    assert house_rule in shown.partition(rule)[2]


def test_what_is_said_of_the_text_stands_after_its_rule() -> None:
    shown = excerpt("whistiti.end-of-deal", "does play stop at the twentieth trick", "en")
    assert "twentieth" in shown.partition("judged at the end of the deal")[2]


@pytest.mark.parametrize(("law", "words", "said"), [
    ("canasta.pile", "peut-on prendre le tas sous un 2", "Sous un 2, un joker ou un 3 noir, il ne se prend pas"),
    ("match.phone", "On peut prendre les mains en photo après la donne ?", "filmez si tout le monde est d’accord"),
    ("coinche.no-suit", "y a-t-il une belote à sans-atout", "À sans-atout il n’y a pas de belote"),
])  # fmt: skip
def test_an_excerpt_goes_on_to_a_sentence_with_a_word_that_none_before_it_has(law: str, words: str, said: str) -> None:
    assert LONGEST < len(excerpt(law, words)) <= WITH_NEW
    assert said in excerpt(law, words)


def test_what_is_said_of_the_printed_text_answers_no_question_of_play() -> None:
    assert "printed rule" not in excerpt("triolet.forgot-refill", "i forgot to top up my hand", "en")


@pytest.mark.parametrize(
    "words",
    [
        "annonce trop tard",
        "ma mère a crié yaniv et en fait elle avait neuf points elle avait mal compté son jeu est ce qu'on la punit",
        "mon fils dit qu'il faut crier mais moi je pensais que non, annoncer au-dessus du seuil ça coûte combien",
    ],
)
def test_an_excerpt_of_a_long_question_is_as_short(words: str) -> None:
    assert 0 < len(excerpt("yaniv.false-call", words)) <= LONGEST


@pytest.mark.thorough(unless="game")
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_article_answers_its_own_questions_in_a_few_whole_sentences(language: str) -> None:
    for law in every_article(language):
        texts = [passage.text for passage in passages(law.text)]
        for phrase in law.phrases[:1]:
            shown = answer(law, phrase, language)
            assert 0 < len(shown.text) <= MUCH * LONGEST, (law.id, phrase)
            assert shown.question or any(text.rstrip(" :") in shown.text for text in texts), (law.id, phrase)


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("deux magiciens dans le même pli, qui prend", "Deux magiciens : qui prend ?"),
        ("dis voir on a posé deux magiciens tous les deux avec ma tante dans le même pli, qui prend du coup", "Deux"),
    ],
)
def test_a_dispute_answers_where_its_question_is_in_the_words(words: str, question: str) -> None:
    law = article("wizard.trick", "fr")
    assert law is not None
    assert answer(law, words, "fr").question.replace("\u202f", " ").startswith(question)


@pytest.mark.parametrize(("law", "words", "dispute"), [
    ("tarot.poignees", "l'excuse compte dans la poignée ?", True),
    ("tarot.poignees", "à 5, j'ai douze atouts avec l'excuse, quelle poignée ?", False),
    ("scopa.capture", "que prend un roi ?", True),
    ("scopa.capture", "sur la table 2, 5 et roi, je joue un 7, je prends quoi ?", False),
])  # fmt: skip
def test_a_dispute_answers_no_case_of_further_cards(law: str, words: str, dispute: bool) -> None:
    found = article(law, "fr")
    assert found is not None
    assert bool(answer(found, words, "fr").question) == dispute


@pytest.mark.parametrize(("law", "words", "said"), [
    ("match.illegal-card", "sa carte allait pas mais le suivant a déjà joué", "si le suivant a déjà joué, elle reste"),
    ("yaniv.asaf", "il annonce à 5, on a tous plus", "Si tous en ont plus, il note 0"),
    ("whistiti.follow", "j'ai pas la couleur, je jette ce que je veux ?", "Sinon, il faut couper"),
    ("barbu.salade", "salade : 3 plis, une dame et deux cœurs, ça coûte ?", "2 points par pli, 6 par dame"),
    ("bataille-corse.contract", "roi, puis 3, 8 et valet, qui paie combien", "Figure **Valet** – Cartes dues 1"),
    ("huit-americain.score", "il me reste R♠ et un 9", "Carte **Roi, dame, valet** – Points 10"),
    ("coinche.declared", "un carré rapporte quelque chose ?", "Sans règle maison, elles ne comptent pas"),
])  # fmt: skip
def test_what_an_article_says_beside_its_rule_is_shown_where_it_is_asked(law: str, words: str, said: str) -> None:
    assert said in excerpt(law, words)


def test_a_question_that_only_shares_its_cards_is_not_the_one_that_is_answered() -> None:
    """Whether three black threes may be laid does not say what one of them does."""
    law = article("canasta.black-three", "en")
    assert law is not None
    assert answer(law, "what does a black three do", "en").question == ""
    assert answer(law, "may I lay three black threes", "en").question != ""


def test_a_sentence_after_a_row_begins_after_a_full_stop() -> None:
    assert "Cartes dues 3. S’il" in excerpt("bataille-corse.contract", "après un roi je dois en retourner combien")


@pytest.mark.parametrize(
    ("law", "words", "said"),
    [
        (
            "dame-de-pique.broken",
            "à la dame de pique on peut entamer à cœur avant qu'un cœur soit tombé ?",
            "Pas avant",
        ),
        ("huit-americain.last-card", "au 8 américain, puis-je finir sur un 8 ?", "Oui"),
    ],
)
def test_a_dispute_is_known_beside_the_name_of_the_game_which_may_be_a_card(law: str, words: str, said: str) -> None:
    assert said in excerpt(law, words)


@pytest.mark.parametrize(
    ("law", "words", "language"),
    [
        # "must I lay two?" is answered by no; whether one may is another question
        ("triolet.equal-cards", "je peux poser mes deux valets ?", "fr"),
        # of the fifth deal another thing holds than of the third
        ("dame-de-pique.passing", "four players, third deal, which way do we pass", "en"),
        # the dispute is on the queen of hearts
        ("barbu.salade", "à la salade deux dames dans mes plis, ça coûte", "fr"),
        # the dispute is on a hand that has the suit
        ("dame-de-pique.follow", "je peux jeter un coeur si je n'ai pas de trèfle ?", "fr"),
    ],
)
def test_a_dispute_on_another_case_is_no_answer(law: str, words: str, language: str) -> None:
    found = article(law, language)
    assert found is not None
    assert not answer(found, words, language).question


@pytest.mark.parametrize(
    ("law", "words", "said"),
    [
        ("aluette.pack", "monsieur et madame dans le même pli", ("3♦ Monsieur", "3♥ Madame")),
        ("aluette.pack", "la vache, le borgne, un as et un roi, à qui", ("le Borgne", "la Vache", "As, Rois")),
    ],
)
def test_of_several_cards_that_are_asked_of_each_has_its_row(law: str, words: str, said: tuple[str, ...]) -> None:
    shown = excerpt(law, words)
    assert [one for one in said if one not in shown] == []
