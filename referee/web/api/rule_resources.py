"""Games, set-ups, rules, their search and desk questions for programs: they belong to no club and need no token."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from referee.desk import question_json
from referee.desk.adjudication import Verdict, verdict_value
from referee.desk.articles import COMMON, Article, chapter
from referee.desk.questions import desk_questions, examples
from referee.desk.search.rulebook_search import search
from referee.game_definition.game import Game
from referee.games.registry import GAMES, game_named
from referee.matches.preparation_and_games_output import games_value, setup_value
from referee.web.api import models
from referee.web.api.description import FOR_ALL, Answers, operation
from referee.web.api.json_messages import body_value, broken_rules, json_answer, query_of
from referee.web.rendering.page_language import language
from referee.words import say

resources = Blueprint("api_rules", __name__, url_prefix="/api/v1")


@resources.get("/games")
@operation(say("Les jeux"), Answers(200, models.Games, *FOR_ALL))
def list_games() -> Response:
    return json_answer({"games": games_value(language())})


@resources.get("/games/<game_id>/set-ups/<int:players>")
@operation(say("Le paquet et la première donne, pour tant de joueurs"), Answers(200, models.SetUp, 404, *FOR_ALL))
def set_up(game_id: str, players: int) -> Response:
    game = _game_or_404(game_id)
    if players not in game.people:
        abort(404)
    return json_answer(setup_value(game, players, language()))


@resources.get("/games/<game_id>/questions")
@operation(say("Les questions de l'arbitre pour un jeu"), Answers(200, models.DeskQuestions, 404, *FOR_ALL))
def list_questions(game_id: str) -> Response:
    game = _game_or_404(game_id)
    questions = [
        models.DeskQuestion(
            question.id,
            question.label.render(language()),
            [fact.key for fact in question.facts],
            [
                {
                    "format": question_json.FORMAT,
                    "game": game.id,
                    **{key: example[key] for key in ("question", "facts")},
                }
                for example in examples(game.id)
                if example["question"] == question.id and not example.get("options")
            ],
        )
        for question in desk_questions(game).values()
    ]
    return json_answer(models.DeskQuestions(questions))


@resources.post("/verdicts")
@operation(say("Trancher une question"), Answers(200, models.Verdict, 413, 422, *FOR_ALL), body=models.Question)
def rule() -> Response:
    verdict = question_json.ask(body_value())
    if not isinstance(verdict, Verdict):
        raise broken_rules(verdict, None)
    return json_answer(verdict_value(verdict, language()))


@resources.get("/rules/<part>")
@operation(say("La règle d'un jeu, ou celle de toutes les parties (match)"), Answers(200, models.Rules, 404, *FOR_ALL))
def rules(part: str) -> Response:
    if part != COMMON:
        _game_or_404(part)
    book = chapter(part, language())
    return json_answer(models.Rules(part, book.title, book.introduction, [*map(_article, book.articles)]))


@resources.get("/search")
@operation(
    say("Les articles qui répondent à ces mots, les meilleurs d'abord"),
    Answers(200, models.Articles, 404, *FOR_ALL),
    query=models.Search,
)
def find_articles() -> Response:
    query = query_of(models.Search)
    if query.game and query.game != COMMON:
        _game_or_404(query.game)
    return json_answer(models.Articles([*map(_article, search(query.q, language(), query.game or None))]))


def _article(article: Article) -> models.Article:
    authority = article.authority_words.render(language())
    return models.Article(article.id, article.title, authority, article.text, list(article.see))


def _game_or_404(game_id: str) -> Game:
    return game_named(game_id) if game_id in GAMES else abort(404)  # type: ignore[return-value]
