"""The game that is named in a search, and the words of the search without its name."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from referee.desk.search.search_index import Index, IndexedChapter, load_index
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary

OPENING_WORDS = 3
"""The small words with which a query opens before a game's name of cards: "à la dame de pique, …"."""


def game_named_in(words: str, language: str) -> str | None:
    """The game whose whole name is in the words, if any; none whose name is a card of other games.

    >>> game_named_in("au président, un 9 sur un 10 ?", "fr"), game_named_in("un 9 sur un 10 ?", "fr")
    ('president', None)
    """
    index = load_index(language)
    query = index.query(words)
    game, _ = named_game(words, query, index)
    stems = frozenset(term.stem for term in query)
    near = frozenset().union(*(index.matching_stems(term, index.scope(None)) for term in query)) | stems
    names = [name for name in index.parts[game].names if name <= near] if game else []
    if any(index.names_its_game(name, index.parts[game]) for name in names if game):
        return game
    return game if game and _opens_with_name(words, game, language) else None


def named_game(words: str, query: list[Term], index: Index) -> tuple[str | None, list[Term]]:
    """The game whose whole name is in the query, if any, and the other words of the query, if they say anything.

    A name said side by side that has the words of another one and more is meant: "gin rami" is no rami. Of several
    others it is the one whose words are written as in the name, "se décaler au wizard" is about Wizard, then the one
    whose name is of no card, "rami : 4 de trèfle", and the first that is said: "coinche : … pas de belote".
    """
    scope = index.scope(None)
    stems_of = {term: index.matching_stems(term, scope) | {term.stem} for term in query}
    query_stems = frozenset().union(*stems_of.values())
    candidates = [
        (game, name)
        for game, part in index.parts.items()
        for name in part.names
        if name <= query_stems
        and (
            index.names_its_game(name, part)
            or _is_after(load_vocabulary(index.language).playing, name, query)
            or _is_title_of(name, words, part, index.language)
        )
    ]
    meant = [
        (game, name)
        for game, name in candidates
        if not any(name < longer and _side_by_side(longer, query) for _, longer in candidates)
    ]
    if not meant:
        return None, query

    def clearest(pair: tuple[str, frozenset[str]]) -> tuple[float, bool, int]:
        game, name = pair
        at = min(place for place, term in enumerate(query) if stems_of[term] & name)
        of_cards = all(stem.isdigit() or stem in load_vocabulary(index.language).cards for stem in name)
        return _share_as_written(name, query, index.parts[game]), not of_cards or at == 0, -at

    game, name = max(meant, key=clearest)
    others = _without_once(query, name, stems_of)
    return game, query if all(term.small for term in others) else others


def _is_title_of(name: Collection[str], words: str, part: IndexedChapter, language: str) -> bool:
    """Whether a question opens with a name as it is written, before a colon or a comma: "Hearts: …", no "heart: …"."""
    opening, sign, rest = words.partition(next((letter for letter in words if letter in ":,"), ":"))
    terms = [term for term in terms_of(opening, language, meanings=False) if not term.small] if sign else []
    written = (
        bool(terms) and {term.stem for term in terms} == name and all(term.word in part.name_words for term in terms)
    )
    a_suit = any(term.word in load_vocabulary(language).suits for term in terms)
    return written and not a_suit and ":" not in rest


def without_own_name(query: list[Term], game: str, index: Index) -> list[Term]:
    """The words asked in a game without its name, where they say more: "tarot décalé, qui donne ?", "au barbu …".

    A name of one word may be what is asked of: "la belote".
    """
    near = {term: index.matching_stems(term, index.scope(game)) | {term.stem} for term in query if not term.small}
    stems = frozenset().union(*near.values())
    part, vocabulary = index.parts[game], load_vocabulary(index.language)
    names = [
        name
        for name in part.names
        if name <= stems
        and (
            (index.names_its_game(name, part) and (len(name) > 1 or _is_after(vocabulary.in_game, name, query)))
            or _is_after(vocabulary.in_game, name, query[: len(name) + OPENING_WORDS])
        )
    ]
    if not names:
        return query
    others = _without_once(query, max(names, key=len), near)
    return query if all(term.small for term in others) else others


def _without_once(query: Sequence[Term], name: Collection[str], stems_of: Mapping[Term, Collection[str]]) -> list[Term]:
    """The words of a query without those of a name, each once: "au 8 américain, je finis sur un 8" has an 8 left."""
    result, left = list[Term](), set(name)
    for term in query:
        stems_named = left.intersection(stems_of.get(term, ()))
        left -= stems_named
        if not stems_named:
            result.append(term)
    return result


def _opens_with_name(words: str, game: str, language: str) -> bool:
    """Whether a name of a game stands before a colon, and is no card: "dame atout : …", not "dame de pique : …"."""
    stems = _before_colon(words, language)
    return stems.isdisjoint(load_vocabulary(language).suit_stems) and stems in load_index(language).parts[game].names


def without_opening(words: str, game: str | None, language: str) -> str:
    """The words asked in a game without its name before a colon: what is asked stands behind it."""
    _, _, rest = words.partition(":")
    opens = (
        game is not None
        and bool(rest.strip())
        and _before_colon(words, language) in load_index(language).parts[game].names
    )
    return rest if opens else words


def _before_colon(words: str, language: str) -> frozenset[str]:
    """The stems of what stands before the first colon; none where there is no colon."""
    opening, colon, _ = words.partition(":")
    terms = terms_of(opening, language, meanings=False) if colon else []
    return frozenset(term.stem for term in terms if not term.small)


def _share_as_written(name: Collection[str], query: Sequence[Term], part: IndexedChapter) -> float:
    """The share of the words of a name that a query has in the spelling of the name."""
    written = {term.stem for term in query if term.stem in name and term.word in part.name_words}
    return len(written) / len(name)


def _is_after(openings: Collection[tuple[str, ...]], name: Collection[str], query: Sequence[Term]) -> bool:
    """Whether a name stands after the words for what is played: "à la dame de pique", which is a card elsewhere."""
    query_words = [term.word for term in query]
    for words in openings:
        for at in range(len(query_words) - len(words)):
            if tuple(query_words[at : at + len(words)]) == words:
                large = [term.stem for term in query[at + len(words) :] if not term.small]
                if {*large[: len(name)]} == {*name}:
                    return True
    return False


def _side_by_side(name: Collection[str], query: Sequence[Term]) -> bool:
    """Whether the words of a name follow one another in a query."""
    size = len(name)
    return any({term.stem for term in query[at : at + size]} == name for at in range(len(query) - size + 1))
