"""The games to choose from: by family, by their words, and those that a club keeps by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.desk.articles import other_names
from referee.game_definition.game import FAMILIES, Game
from referee.games.registry import GAMES
from referee.store.matches.rematch import games_played, setups_by_name
from referee.web.access.permissions import current_visitor
from referee.web.rendering.page_language import language
from referee.words import Text, say
from referee.words.folding import folded

PLAYED_HERE = say("Vos jeux")


@dataclass(frozen=True, slots=True)
class OtherGames:
    """The games of other names that are kept on the sheet of ``game``; ``own``: those that the club has played."""

    game: Game
    own: Sequence[str]
    preset_names: Sequence[str]


def others_by_name(words: str) -> list[OtherGames]:
    """The games of other names, or those found by a word; all words may be the name of another one."""
    visitor, typed = current_visitor(), folded(words).split()

    def matches(name: str) -> bool:
        return all(any(word.startswith(part) for word in folded(name).split()) for part in typed)

    others = []
    for game in (game for game in GAMES.values() if game.options_for_name):
        names = setups_by_name(visitor.club.id, game) if visitor else ()
        own = [name for name in names if matches(name)]
        presets = (" ".join(setup.name.render(language()).split()) for setup in game.named_setups)
        others.append(OtherGames(game, own, [name for name in presets if matches(name) and name not in own]))
    return [other for other in others if other.own or other.preset_names or words]


def is_found(game: Game, words: str) -> bool:
    """Whether each word begins a word of the game's names, cards or aim, in the page's language."""
    texts = (game.name.render(language()), game.summary.render(language()), game.pack.render(language()))
    known = folded(" ".join((*texts, game.id, *(other_names(game.id, language()) if words else ())))).split()
    return all(any(word.startswith(typed) for word in known) for typed in folded(words).split())


def shelves_of(games: Sequence[Game]) -> list[tuple[Text, list[Game]]]:
    """The games under their headings: those that the club has played, then each family."""
    visitor = current_visitor()
    played = games_played(visitor.club.id) if visitor else ()
    own = [game for game in games if game.id in played]
    families = [
        (heading, [game for game in games if game.family == family and game not in own])
        for family, heading in FAMILIES.items()
    ]
    return [(heading, shelf) for heading, shelf in ((PLAYED_HERE, own), *families) if shelf]


def games_by_recency() -> list[Game]:
    visitor = current_visitor()
    played = games_played(visitor.club.id) if visitor else ()
    return [GAMES[id] for id in dict.fromkeys((*played, *GAMES))]
