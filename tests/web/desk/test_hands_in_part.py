"""A sentence that names a part of a hand is ruled on only as the whole hand would be: random hands and sentences.

The hand may hold more than is said; what is denied is true.
"""

import random
from dataclasses import dataclass
from typing import Any

import pytest

from referee.desk.adjudication import Verdict, rule_on
from referee.desk.article_excerpt import ArticleExcerpt
from referee.desk.articles import chapter
from referee.desk.questions import desk_questions
from referee.games.registry import GAMES
from referee.web.desk.question_choice import FoundArticle
from referee.web.desk.questions_for_query import words_asked

SUITS = {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"}
RANKS = {"A": "as", "K": "roi", "Q": "dame", "J": "valet"}
TRUMP_SAID = ("whistiti", "belote", "coinche")
OTHERS = ("tarot", "barbu", "pique")
FEW, MANY = 20, 60
"""Sentences of each game."""


@dataclass(frozen=True)
class Said:
    """A sentence, the hand as it is, the cards of it that are named, and the facts of the case."""

    words: str
    named: list[str]
    facts: dict[str, Any]


def name(code: str) -> str:
    """The name of a card as people say it."""
    if code.startswith("atout"):
        return f"{code.partition(':')[2]} d'atout"
    return f"{RANKS.get(code[:-1], code[:-1])} de {SUITS[code[-1]]}"


def random_sentence(game: str, chance: random.Random) -> Said:
    pack = desk_questions(GAMES[game])["legal-cards"].pack
    assert pack is not None
    codes = [code for code in (pack.face(card, "fr").code for card in pack.layout) if code[-1] in SUITS or ":" in code]
    cards = chance.sample([code for code in codes if code != "C"], 7)
    led = next(code for code in cards if code[-1] in SUITS)
    hand = [code for code in cards if code != led][: chance.randint(1, 6)]
    named = chance.sample(hand, min(len(hand), chance.randint(1, 3)))
    trump = chance.choice("SHDC") if game in TRUMP_SAID else ""
    parts = [f"atout {SUITS[trump]}"] if trump else []
    parts.append(
        chance.choice([f"{name(led)} entamé", f"le {name(led)} est sur la table", f"{SUITS[led[-1]]} demandé"])
    )
    if not any(code[-1] == led[-1] and ":" not in code for code in hand):
        parts.append(chance.choice(["j'en ai pas", f"j'ai plus de {SUITS[led[-1]]}"]))
    parts.append("j'ai " + " et ".join(map(name, named)))
    facts: dict[str, Any] = {"plays": [led], "hand": hand} | ({"trump": trump} if trump else {})
    if game == "pique":
        facts["broken"] = chance.random() < 0.5
    if chance.random() < 0.5:
        facts["card"] = named[0]
        return Said(", ".join([*parts, f"je peux jouer le {name(named[0])} ?"]), named, facts)
    return Said(", ".join([*parts, "je dois jouer quoi ?"]), named, facts)


@pytest.mark.parametrize("sentences", [FEW, pytest.param(MANY, marks=pytest.mark.thorough)])
def test_a_verdict_on_a_hand_in_part_is_that_on_the_whole_hand(sentences: int) -> None:
    chance, ruled, wrong = random.Random(41), 0, []
    for game in (*TRUMP_SAID, *OTHERS):
        question = desk_questions(GAMES[game])["legal-cards"]
        found = [
            FoundArticle(law, ArticleExcerpt("")) for law in chapter(game, "fr").articles if law.id in question.articles
        ]
        for _ in range(sentences):
            said = random_sentence(game, chance)
            asked = words_asked(GAMES[game], None, found, said.words, "fr", 1)
            at_once = asked[0].verdict if asked else None
            if at_once is None:
                continue
            ruled += 1
            whole = rule_on(GAMES[game], question, said.facts)
            assert isinstance(whole, Verdict), said
            legal = [code for code in whole.answer["legal"] if code in said.named]
            if sorted(at_once.answer["legal"]) != sorted(legal) and "card" not in said.facts:
                wrong.append((game, said.words))
            if at_once.answer.get("allowed", whole.answer.get("allowed")) != whole.answer.get("allowed"):
                wrong.append((game, said.words))
    assert wrong == []
    assert ruled > sentences
