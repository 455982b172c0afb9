"""What ``referee setup`` and ``referee games`` say, for every game, every table and both languages."""

import json
from itertools import product

import pytest

from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.matches.preparation_and_games_output import games_text, games_value, setup_text, setup_value
from referee.words import LANGUAGES
from tests.translations import in_english

KEYS = ["game", "players", "pack", "packs", "removed", "dealt", "left", "dealer", "starts", "notes"]

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
in_both = pytest.mark.parametrize("language", LANGUAGES)


@in_both
@each_game
def test_every_table_is_told_its_pack_its_deal_and_who_begins(game: Game, language: str) -> None:
    for n in game.people:
        value = setup_value(game, n, language)
        of_dummies = {"seats", game.dummy_seats.option} if game.dummy_seats else set()
        assert [key for key in value if key not in of_dummies] == KEYS
        assert of_dummies <= value.keys()
        assert json.loads(json.dumps(value)) == value
        assert (value["game"], value["players"]) == (game.id, n)
        seats = value.get("seats", n) - int(game.needs_rest(n))
        hands = value["dealt"] if isinstance(value["dealt"], list) else [value["dealt"]] * seats
        assert len(hands) == seats
        assert sum(hands) + value["left"] == value["pack"]
        assert all(value[key].strip() for key in ("dealer", "starts"))
        assert all(note.strip() for note in value["notes"])


@in_both
@each_game
def test_the_text_says_what_the_value_says(game: Game, language: str) -> None:
    for n in game.people:
        value = setup_value(game, n, language)
        first, *lines = setup_text(game, n, language).splitlines()
        text = "\n".join(lines)
        assert game.name.render(language) in first
        assert str(n) in first
        assert all(line.strip() for line in lines)
        assert lines[len(lines) - len(value["notes"]) :] == value["notes"]
        assert value["dealer"] in text
        assert value["starts"] in text
        for number in filter(None, (value["pack"], value["left"])):
            assert str(number) in text


@each_game
def test_a_table_of_the_wrong_size_is_refused(game: Game) -> None:
    for told, n, language in product((setup_value, setup_text), (0, 1, 13, -4), LANGUAGES):
        with pytest.raises(ValueError, match=game.id):
            told(game, n, language)


@pytest.mark.parametrize(
    ("game_id", "n", "pack", "packs", "removed", "dealt", "left"),
    [
        ("ascenseur", 3, 51, 1, ["2C"], 1, 48),
        ("ascenseur", 4, 52, 1, [], 1, 48),
        ("barbu", 4, 52, 1, [], 13, 0),
        ("whistiti", 4, 52, 1, [], 13, 0),
        ("president", 4, 54, 1, [], [14, 14, 13, 13], 0),
        ("bataille-corse", 3, 52, 1, [], [18, 17, 17], 0),
        ("huit-americain", 5, 54, 1, [], 8, 14),
        ("triolet", 4, 44, 1, ["4S", "4H", "4D", "4C", "5S", "5H", "5D", "5C"], 9, 8),
        ("triolet", 8, 104, 2, [], 9, 32),
        ("kems", 4, 52, 1, [], 4, 36),
        ("aluette", 2, 48, 1, ["10S", "10H", "10D", "10C"], 9, 12),
        ("aluette", 3, 48, 1, ["10S", "10H", "10D", "10C"], 9, 12),
        ("aluette", 4, 48, 1, ["10S", "10H", "10D", "10C"], 9, 12),
        ("aluette", 5, 48, 1, ["10S", "10H", "10D", "10C"], 8, 0),
        ("aluette", 6, 48, 1, ["10S", "10H", "10D", "10C"], 8, 0),
        ("famille-trefles", 6, 51, 1, [], 4, 27),
        ("tarot-decale", 3, 50, 1, [], 12, 14),
        ("feuille-libre", 7, 0, 1, [], 0, 0),
    ],
)
def test_the_numbers_of_the_sheets(
    game_id: str, n: int, pack: int, packs: int, removed: list[str], dealt: object, left: int
) -> None:
    value = setup_value(GAMES[game_id], n, "fr")
    assert [value[key] for key in ("pack", "packs", "removed", "dealt", "left")] == [pack, packs, removed, dealt, left]


@pytest.mark.parametrize(
    ("people", "seats", "dummies", "said"),
    [
        (2, 4, [3, 4], "À 2, Petit-Jean prend les places 3 et 4."),
        (3, 4, [4], "À 3, Petit-Jean prend la place 4."),
        (4, 4, [], None),
        (5, 6, [6], "À 5, Petit-Jean prend la place 6."),
        (6, 6, [], None),
    ],
)
def test_aluette_is_laid_out_for_the_people_and_says_which_seats_are_petit_jeans(
    people: int, seats: int, dummies: list[int], said: str | None
) -> None:
    value = setup_value(GAMES["aluette"], people, "fr")
    assert (value["players"], value["seats"], value["petit_jean"]) == (people, seats, dummies)
    told = [line for line in setup_text(GAMES["aluette"], people, "fr").splitlines() if "Petit-Jean" in line]
    assert told == ([said] if said else [])


def test_only_a_game_with_dummies_speaks_of_seats() -> None:
    speaking = {game.id for game in GAMES.values() for n in game.people if "seats" in setup_value(game, n, "fr")}
    assert speaking == {"aluette"}


@pytest.mark.parametrize(
    ("game_id", "n", "language", "lines"),
    [
        (
            "triolet", 4, "fr",
            [
                "Le Triolet, à 4 joueurs", "À retirer\u202f: les 4 et les 5.", "Le paquet\u202f: 44 cartes.",
                "9 cartes à chacun.", "Il reste 8 cartes.",
                "Qui donne\u202f: le premier donneur, puis chacun à son tour vers la droite.",
                "Qui commence\u202f: le joueur à droite du donneur.",
            ],
        ),
        (
            "triolet", 7, "en",
            [
                "Le Triolet, for 7 players", "Shuffle 2 packs together: 104 cards in all.", "9 cards each.",
                "41 cards are left.", "Dealer: the first dealer, then each in turn to the right.",
                "First to play: the player to the dealer’s right.",
            ],
        ),
        ("ascenseur", 3, "fr", ["L’Ascenseur, à 3 joueurs", "À retirer\u202f: 2♣.", "Le paquet\u202f: 51 cartes."]),
        (
            "bataille-corse", 2, "fr",
            [
                "La Bataille Corse, à 2 joueurs", "Le paquet\u202f: 52 cartes.", "26 cartes à chacun.",
                "Tout le paquet est donné.",
            ],
        ),
        (
            "bataille-corse", 5, "en",
            [
                "La Bataille Corse, for 5 players", "The pack: 52 cards.",
                "Cards each, from the dealer’s left: 11, 11, 10, 10 and 10.", "The whole pack is dealt.",
            ],
        ),
    ],
)  # fmt: skip
def test_the_text_reads_as_it_would_be_said(game_id: str, n: int, language: str, lines: list[str]) -> None:
    assert setup_text(GAMES[game_id], n, language).splitlines()[: len(lines)] == lines


def test_a_number_that_changes_from_deal_to_deal_is_that_of_the_first() -> None:
    assert "1 carte à chacun à la première donne." in setup_text(GAMES["ascenseur"], 4, "fr").splitlines()


def test_a_free_sheet_says_nothing_of_a_pack_it_does_not_know() -> None:
    assert "0" not in setup_text(GAMES["feuille-libre"], 4, "fr")


@in_both
def test_every_game_is_listed_in_order_with_its_players(language: str) -> None:
    listed = games_value(language)
    assert json.loads(json.dumps(listed)) == listed
    assert [(game["game"], game["players"]) for game in listed] == [
        (game.id, list(game.people_in_play)) for game in GAMES.values()
    ]
    assert next(game["players"] for game in listed if game["game"] == "aluette") == [2, 3, 4, 5, 6]
    assert [game["teams"] for game in listed] == [bool(game.team_sizes()) for game in GAMES.values()]
    assert all(game[key].strip() for game in listed for key in ("name", "pack", "length", "summary", "records"))


@in_both
def test_the_list_is_a_line_a_game(language: str) -> None:
    lines = games_text(language).splitlines()
    assert [line.split()[0] for line in lines] == list(GAMES)
    for line, game in zip(lines, GAMES.values(), strict=True):
        assert game.name.render(language) in line
        assert all(str(n) in line for n in (game.people_in_play[0], game.people_in_play[-1]))
        assert game.pack.render(language) in line


def test_english_is_english() -> None:
    for game in GAMES.values():
        for text in (game.summary, game.pack, game.length, game.records):
            assert text.msgid in in_english(), text.msgid
            assert text.render("en") != text.render("fr")
