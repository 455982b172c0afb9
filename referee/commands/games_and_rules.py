"""``referee games``, ``setup``, ``rules`` and ``search``: which games there are, their deals and their rulebooks."""

from __future__ import annotations

from argparse import Namespace

from referee.commands.output import complain, print_json
from referee.desk import search as desk_search
from referee.desk.articles import chapter_text
from referee.games.registry import GAMES
from referee.matches.match_file import people_needed
from referee.matches.setup_and_games_output import games_text, games_value, setup_text, setup_value
from referee.words import quoted, say


def setup(options: Namespace) -> int:
    if not _is_game(options.game, options.lang):
        return 2
    game = GAMES[options.game]
    if options.players not in game.people:
        complain(people_needed(game, options.players), options.lang)
        return 1
    if options.json:
        print_json(setup_value(game, options.players, options.lang))
    else:
        print(setup_text(game, options.players, options.lang))
    return 0


def games(options: Namespace) -> int:
    if options.json:
        print_json(games_value(options.lang))
    else:
        print(games_text(options.lang))
    return 0


def rules(options: Namespace) -> int:
    if not _is_game(options.game, options.lang, also=("match",)):
        return 2
    print(chapter_text(options.game, options.lang))
    return 0


def search(options: Namespace) -> int:
    if options.game is not None and not _is_game(options.game, options.lang, also=("match",)):
        return 2
    articles = desk_search.search(" ".join(options.words), options.lang, options.game)
    if options.json:
        print_json([article.id for article in articles])
    else:
        lines = [f"{article.id}  {article.title}" for article in articles]
        print(*lines, sep="\n", end="\n" if lines else "")
    if not articles:
        complain(say("Aucun article ne répond à ces mots."), options.lang)
    return 0 if articles else 1


def _is_game(game_id: str, language: str, also: tuple[str, ...] = ()) -> bool:
    """Whether there is such a game, or ``also`` such a chapter; where there is not, it is said which there are."""
    if game_id in GAMES or game_id in also:
        return True
    games, asked = ", ".join(GAMES), quoted(game_id)
    complain(
        say("Aucun jeu ne s'appelle « %(game)s ». L'arbitre connaît : %(known)s.", game=asked, known=games), language
    )
    return False
