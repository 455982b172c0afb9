"""A season on paper is read line by line: what a table may say, and what each fault is called."""

from datetime import date

import pytest

from referee.bundles.papers.season_table import MOST_LINES, MOST_PLAYERS, read_season

TODAY = date(2026, 11, 27)
HEAD = "date;jeu;Ana;Bob;Chloé;Dan\n"


def read(table: str) -> list[tuple[str, str, dict[str, int]]]:
    season = read_season(table, TODAY)
    assert season.faults == []
    return [(match.day.isoformat(), match.setup.game.id, dict(match.totals)) for match in season.matches]


def faults(table: str) -> list[tuple[int, str]]:
    season = read_season(table, TODAY)
    return [(fault.line, " ".join(fault.message.render("fr").split())) for fault in season.faults]


@pytest.mark.parametrize("day", ["2026-11-21", "21/11/2026", "21.11.2026", "21-11-2026", "21/11/26"])
@pytest.mark.parametrize("separator", [";", "\t", ","])
def test_dates_and_separators_of_every_spreadsheet(day: str, separator: str) -> None:
    table = f"{HEAD}{day};Kem's;3;2;3;2\n".replace(";", separator)
    assert read(table) == [("2026-11-21", "kems", {"Ana": 3, "Bob": 2, "Chloé": 3, "Dan": 2})]


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("tarot", "tarot"), ("Le Tarot", "tarot"), ("TAROT", "tarot"), ("tarot-decale", "tarot-decale"),
        ("Hearts", "dame-de-pique"), ("La Dame de pique", "dame-de-pique"), ("Skyjo", "feuille-libre"),
        ("Zorglub", "feuille-libre"),
    ],
)  # fmt: skip
def test_a_game_is_known_by_its_id_or_a_name_and_any_other_is_kept_on_a_sheet(name: str, game: str) -> None:
    (match,) = read_season(f"{HEAD}2026-11-21;{name};10;20;30;40\n", TODAY).matches
    assert match.setup.game.id == game
    assert match.setup.game.own_name(match.setup.options) == (name if game == "feuille-libre" else "")


def test_an_empty_cell_is_somebody_who_did_not_play() -> None:
    assert read(f"{HEAD}2026-11-21;Tarot;20;;-10;-10\n") == [
        ("2026-11-21", "tarot", {"Ana": 20, "Chloé": -10, "Dan": -10})
    ]


def test_partners_are_those_who_have_one_total() -> None:
    (match,) = read_season(f"{HEAD}2026-11-21;Belote;1010;640;640;1010\n", TODAY).matches
    assert [side.players for side in match.setup.table.sides] == [("Ana", "Dan"), ("Bob", "Chloé")]
    assert match.entry == {"step": "totals", "totals": {"Ana & Dan": 1010, "Bob & Chloé": 640}}


def test_a_minus_sign_of_any_kind_is_read() -> None:
    assert read(f"{HEAD}2026-11-21;Tarot;−20;+10;10;0\n")[0][2] == {"Ana": -20, "Bob": 10, "Chloé": 10, "Dan": 0}


def test_empty_lines_and_a_mark_of_byte_order_are_nothing() -> None:
    assert len(read(f"\ufeff{HEAD}\n;;;;\n2026-11-21;Tarot;20;-5;-5;-10\n\n")) == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("21/13/2026;Tarot;1;2;3;4", "La date ne se lit pas"),
        ("hier;Tarot;1;2;3;4", "La date ne se lit pas"),
        ("28/11/2026;Tarot;1;2;3;4", "Cette date est à venir"),
        ("31/12/1999;Tarot;1;2;3;4", "Cette date est à venir, ou d’avant l’an 2000."),
        ("21/11/2026;;1;2;3;4", "Il manque le nom du jeu."),
        ("21/11/2026;Tarot;1;2;3;4;5", "plus de colonnes"),
        ("21/11/2026;Tarot;1;deux;3;4", "n’est pas un total"),
        ("21/11/2026;Tarot;1;2,5;3;4", "n’est pas un total"),
        ("21/11/2026;Tarot;1;2;;", "Le Tarot se joue"),
        ("21/11/2026;Belote;1;2;3;4", "Des partenaires ont le même total"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(line: str, why: str) -> None:
    ((number, message),) = faults(f"{HEAD}2026-11-20;Tarot;1;2;3;4\n{line}\n")
    assert number == 3
    assert why in message, message


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ("", "Le tableau est vide."),
        ("\n \n", "Le tableau est vide."),
        ("date;jeu;Ana\n2026-11-20;Tarot;3", "doit nommer les colonnes"),
        ("date;jeu;Ana;;Bob\n2026-11-20;Tarot;3;;4", "doit nommer les colonnes"),
        ("date;jeu;Ana;ana ;Ana\n2026-11-20;Tarot;3;4;5", "Deux colonnes s’appellent"),
        (HEAD, "une ligne par partie"),
        (HEAD + "2026-11-20;Tarot;1;2;3;4\n" * (MOST_LINES + 1), "plus de"),
    ],
)
def test_a_table_that_cannot_be_read_at_all_says_why(table: str, why: str) -> None:
    ((_, message),) = faults(table)
    assert why in message, message


def test_players_are_counted_before_their_names_are_compared() -> None:
    names = ";".join(f"J{number}" for number in range(10_000))
    table = f"date;jeu;{names}\n2026-11-21;Tarot;20;-10;-10\n"
    assert faults(table) == [(1, f"Le tableau a plus de {MOST_PLAYERS} joueurs : partagez-le.")]
