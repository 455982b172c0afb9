"""The desk questions of a game: its own, the question of a penalty, and their worked examples."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Any

from referee.answers.choices import Choice
from referee.desk_questions.asked_phrases import BESIDE_AN_OFFENCE, COST_OF_OFFENCE, NOT_ITS_COST, OFFENCE, OWN_RULE
from referee.desk_questions.desk_question import Case, DeskQuestion, Ruling, Word
from referee.desk_questions.wording import FactOfPlay, Wording
from referee.game_definition.game import Game
from referee.game_definition.offences import EFFECTS, Effect, Offence
from referee.games.registry import package_of
from referee.words import say

FEW = 3
"""The largest number of offences of which the first is suggested."""


def penalty_desk_question(game: Game) -> DeskQuestion:
    """The question of the effect of one of the game's offences."""
    offences: dict[str, Offence] = {offence.id: offence for offence in game.offences}

    def penalty(case: Case) -> Ruling:
        offence = offences[case.facts["offence"]]
        effect = offence.effect_under(case.rules)
        why = say("%(offence)s : %(effect)s", offence=offence.label, effect=effect.words)
        articles = (offence.article,) if isinstance(offence.effect, Effect) else (offence.article, "match.options")
        return Ruling({"effect": effect.id}, articles, (why,))

    def short(case: Case, answer: Mapping[str, Any]) -> Word:
        effect = offences[case.facts["offence"]].effect
        own_effect = effect if isinstance(effect, Effect) else EFFECTS[answer["effect"]]
        return Word(own_effect.short)

    choices = tuple((offence.id, offence.label) for offence in game.offences)
    usual = choices[0][0] if len(choices) <= FEW else None
    articles = tuple(dict.fromkeys((*(offence.article for offence in game.offences), "match.options")))
    untold = tuple(way for offence in game.offences for way in offence.untold)
    plays = [
        FactOfPlay("offence", offence.id, offence.forbidden_by, COST_OF_OFFENCE)
        for offence in game.offences
        if offence.forbidden_by is not None
    ]
    return DeskQuestion(
        "penalty",
        say("Que coûte cette faute ?"),
        (Choice("offence", say("Faute"), choices, suggested=usual),),
        penalty,
        articles,
        word=short,
        wording=Wording(
            asked=OFFENCE,
            passed_over=BESIDE_AN_OFFENCE,
            doubtful=(NOT_ITS_COST, OWN_RULE),
            told_facts={"offence": {**{offence.id: offence.phrases for offence in game.offences}, "": untold}},
            told_under=lambda rules: all(offence.told_under(rules) for offence in game.offences),
            any_cards=True,
            timeless=True,
            told_by_play=plays[0] if plays else None,
        ),
    )


@cache
def own_questions(game_id: str) -> tuple[DeskQuestion, ...]:
    """The questions of the game's ``desk.py``, imported at the first call; none without this file."""
    module = f"{package_of(game_id)}.desk"
    questions: tuple[DeskQuestion, ...] = import_module(module).QUESTIONS if find_spec(module) else ()
    return questions


@cache
def desk_questions(game: Game) -> Mapping[str, DeskQuestion]:
    """All desk questions of a game by id, the penalty last."""
    return {question.id: question for question in (*own_questions(game.id), penalty_desk_question(game))}


@lru_cache
def examples(game_id: str) -> tuple[dict[str, Any], ...]:
    """A game's worked examples: ``article``, ``question``, ``facts``, ``answer`` and perhaps ``options`` each."""
    path = resources.files(package_of(game_id)) / "desk_examples.json"
    return tuple(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else ()
