"""The output of ``referee setup`` (how the cards are prepared) and ``referee games`` (the list of games)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.cards.french import Suit, parse_card
from referee.game_definition.game import Game, Preparation
from referee.games.registry import GAMES
from referee.matches.dummies import dummies_sentence
from referee.words import Listing, Text, names, say, say_n


def setup_value(game: Game, n: int, language: str) -> dict[str, Any]:
    """The preparation of the first deal for ``n`` people by the printed rules; ``dealt`` is a list of unequal hands.

    In a game with dummies, ``seats`` is the number of hands, and its option the list of dummies' seats, from 1.

    :raises ValueError: the game is not played by ``n``.
    """
    prepared = _prepared(game, n, 1)
    seating = game.seating(n)
    return {
        "game": game.id,
        "players": n,
        **({"seats": seating.seats, game.dummy_seats.option: list(seating.dummies)} if game.dummy_seats else {}),
        "pack": prepared.size,
        "packs": prepared.packs,
        "removed": list(prepared.removed_cards),
        "dealt": list(prepared.cards_each) if isinstance(prepared.cards_each, tuple) else prepared.cards_each,
        "left": prepared.remaining,
        "dealer": prepared.dealer.render(language),
        "starts": prepared.starts.render(language),
        "notes": [note.render(language) for note in prepared.notes],
    }


def setup_text(game: Game, n: int, language: str) -> str:
    """The same in a few lines of text.

    :raises ValueError: the game is not played by ``n``.
    """
    prepared, dummies = _prepared(game, n, 1), dummies_sentence(game, n)
    sentences = [
        say("%(game)s, à %(n)s joueurs", game=game.name, n=n),
        *([dummies] if dummies else []),
        *_pack(prepared),
        *_hands(prepared, changing=prepared.cards_each != _prepared(game, n, 2).cards_each),
        say("Qui donne : %(dealer)s.", dealer=prepared.dealer),
        say("Qui commence : %(starts)s.", starts=prepared.starts),
        *prepared.notes,
    ]
    return "\n".join(sentence.render(language) for sentence in sentences)


def preparation_sentences(prepared: Preparation) -> tuple[Text, ...]:
    """The sentences of a preparation: cards removed, dealt and left, and the game's notes."""
    return (*_pack(prepared), *_hands(prepared, changing=False), *prepared.notes)


def games_value(language: str) -> list[dict[str, Any]]:
    """The games in the order of the registry."""
    return [
        {
            "game": game.id,
            "name": game.name.render(language),
            "players": list(game.people_in_play),
            "teams": bool(game.team_sizes()),
            "pack": game.pack.render(language),
            "length": game.length.render(language),
            "records": game.records.render(language),
            "summary": game.summary.render(language),
        }
        for game in GAMES.values()
    ]


def games_text(language: str) -> str:
    """A line for each game: id, name, numbers of players, pack."""
    widest = max(len(game_id) for game_id in GAMES)
    return "\n".join(f"{game.id:<{widest}}  {_description(game).render(language)}" for game in GAMES.values())


def _description(game: Game) -> Text:
    people = game.people_in_play
    low, high = people[0], people[-1]
    if low == high:
        return say("%(game)s : %(n)s joueurs, %(pack)s", game=game.name, n=low, pack=game.pack)
    if people == tuple(range(low, high + 1)) and len(people) > 2:
        return say(
            "%(game)s : de %(low)s à %(high)s joueurs, %(pack)s", game=game.name, low=low, high=high, pack=game.pack
        )
    numbers = Listing(people, either=True)
    return say("%(game)s : %(numbers)s joueurs, %(pack)s", game=game.name, numbers=numbers, pack=game.pack)


def _prepared(game: Game, n: int, deal: int) -> Preparation:
    if n not in game.people:
        raise ValueError(f"{game.id} is not played by {n}")
    seats = game.seating(n).seats
    rests = game.needs_rest(n)
    chosen = {game.rest_option: 1} if rests else {}
    rules, _ = game.house_rules(chosen, tuple(str(seat) for seat in range(1, seats + 1)))
    if not rests:
        return game.prepare(seats, rules, deal)
    prepared = game.prepare(seats - 1, rules, deal)
    rests_in_turn = say("%(hands)s mains : à chaque donne, celui qui donne se repose.", hands=seats - 1)
    return replace(prepared, notes=(*prepared.notes, rests_in_turn))


def _pack(prepared: Preparation) -> Iterator[Text]:
    """The cards removed, and the size of the pack without them."""
    if prepared.removed_cards:
        yield say("À retirer : %(cards)s.", cards=names(_removed_cards(prepared.removed_cards)))
    if prepared.packs > 1:
        yield say("Mélangez %(packs)s jeux de cartes : %(n)s cartes en tout.", packs=prepared.packs, n=prepared.size)
    elif prepared.size:
        yield say("Le paquet : %(n)s cartes.", n=prepared.size)


def _removed_cards(codes: tuple[str, ...]) -> list[object]:
    """The removed cards, a whole rank as one item."""
    by_rank: dict[str, list[object]] = {}
    for code in codes:
        card = parse_card(code)
        by_rank.setdefault(card.rank if card is not None else code, []).append(card or code)
    labels: list[object] = []
    for rank, cards in by_rank.items():
        labels.extend([say("les %(rank)s", rank=rank)] if len(set(cards)) == len(Suit) else cards)
    return labels


def _hands(prepared: Preparation, changing: bool) -> Iterator[Text]:
    """The numbers of cards in the hands, and left over."""
    if isinstance(prepared.cards_each, tuple):
        yield say("Cartes de chacun, à partir de la gauche du donneur : %(hands)s.", hands=names(prepared.cards_each))
    elif prepared.cards_each and changing:
        yield say_n(
            "%(n)s carte à chacun à la première donne.",
            "%(n)s cartes à chacun à la première donne.",
            prepared.cards_each,
        )
    elif prepared.cards_each:
        yield say_n("%(n)s carte à chacun.", "%(n)s cartes à chacun.", prepared.cards_each)
    if prepared.remaining:
        yield say_n("Il reste %(n)s carte.", "Il reste %(n)s cartes.", prepared.remaining)
    elif prepared.size:
        yield say("Tout le paquet est donné.")
