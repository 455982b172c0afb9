"""``referee games``, ``setup``, ``rules`` and ``search``: which games there are, their deals and their rulebooks."""

from __future__ import annotations

import click

from referee.commands.output import complain, print_json
from referee.commands.parameters import json_option, language_option
from referee.desk.article_excerpt import answer
from referee.desk.articles import chapter_text
from referee.desk.search import rulebook_search
from referee.games.registry import GAMES
from referee.matches.match_file import people_needed
from referee.matches.preparation_and_games_output import games_text, games_value, setup_text, setup_value
from referee.words import quoted, say


@click.command
@click.argument("game_id", metavar="GAME")
@click.argument("players", type=int, metavar="PLAYERS")
@json_option
@language_option
def setup(game_id: str, players: int, as_json: bool, language: str) -> int:
    """The pack, the deal, who deals and starts."""
    if not _is_game(game_id, language):
        return 2
    game = GAMES[game_id]
    if players not in game.people:
        complain(people_needed(game, players), language)
        return 1
    if as_json:
        print_json(setup_value(game, players, language))
    else:
        print(setup_text(game, players, language))
    return 0


@click.command
@json_option
@language_option
def games(as_json: bool, language: str) -> int:
    """The games the referee knows, a line each."""
    if as_json:
        print_json(games_value(language))
    else:
        print(games_text(language))
    return 0


@click.command
@click.argument("game_id", metavar="GAME")
@language_option
def rules(game_id: str, language: str) -> int:
    """The rulebook of a game as text."""
    if not _is_game(game_id, language, also=("match",)):
        return 2
    print(chapter_text(game_id, language))
    return 0


@click.command
@click.argument("words", nargs=-1, required=True, metavar="WORDS...")
@click.option("--game", "game_id", metavar="GAME", help="Search the rulebook of this game and the common rules.")
@json_option
@language_option
def search(words: tuple[str, ...], game_id: str | None, as_json: bool, language: str) -> int:
    """The articles that answer a question in everyday words, best first."""
    if game_id is not None and not _is_game(game_id, language, also=("match",)):
        return 2
    question = " ".join(words)
    articles = rulebook_search.search(question, language, game_id)
    if as_json:
        print_json([article.id for article in articles])
    else:
        for article in articles:
            print(f"{article.id}  {article.title}")
            if sentence := answer(article, question, language).text.replace("**", ""):
                print(f"    {sentence}")
    if not articles:
        complain(say("Aucun article ne répond à ces mots."), language)
    return 0 if articles else 1


def _is_game(game_id: str, language: str, also: tuple[str, ...] = ()) -> bool:
    """Whether there is such a game, or a chapter in ``also``; else print the games."""
    if game_id in GAMES or game_id in also:
        return True
    games, name = ", ".join(GAMES), quoted(game_id)
    complain(
        say("Aucun jeu ne s'appelle « %(game)s ». L'arbitre connaît : %(known)s.", game=name, known=games), language
    )
    return False
