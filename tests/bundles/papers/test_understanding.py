"""What a table from elsewhere is taken for: its header, its orientation, its columns, its sums, its dates."""

import pytest

from referee.bundles.papers.understanding import Wishes
from tests.bundles.papers.tables import drafts_of, plain, reasons, remarks, understood
from tests.bundles.papers.tables import planned as plan

LINES = "12/10/2025;Tarot;60;-30;-30\n19/10/2025;Tarot;-20;10;10\n"


def roles(table: str, **wishes: object) -> list[str]:
    return [column.role for column in understood(table, Wishes(**wishes)).columns]  # type: ignore[arg-type]


def test_a_first_line_of_numbers_is_a_match_and_no_header() -> None:
    found = understood(LINES)
    assert (found.head, found.unnamed, len(found.rows)) == (None, [2, 3, 4], 2)
    assert plan(LINES).asks_names == (2, 3, 4)


def test_names_that_are_told_once_go_for_every_line() -> None:
    names = Wishes(names={2: "Lou", 3: "Max", 4: "Tom"})
    matches = drafts_of(plan(LINES, wishes=names))
    assert [match.totals for match in matches] == [
        {"Lou": 60, "Max": -30, "Tom": -30},
        {"Lou": -20, "Max": 10, "Tom": 10},
    ]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("date;jeu;Lou;Max;Tom;Total", ["date", "game", "points", "points", "points", "sum"]),
        ("Jour;Jeu joué;Lou;Max;Tom;Somme", ["date", "game", "points", "points", "points", "sum"]),
        ("Date;Game;Lou;Max;Tom;Sum", ["date", "game", "points", "points", "points", "sum"]),
    ],
)
def test_a_column_of_sums_is_nobody(head: str, expected: list[str]) -> None:
    table = f"{head}\n12/10/2025;Tarot;60;-30;-30;0\n19/10/2025;Papayoo;4;5;6;15\n"
    assert roles(table) == expected
    assert any("la somme de chaque ligne : vérifiée" in remark for remark in remarks(understood(table)))


def test_a_sum_that_is_wrong_is_said_with_both_numbers() -> None:
    table = "date;jeu;Lou;Max;Total\n12/10/2025;Papayoo;60;30;99\n"
    assert "Ligne 2, « Total » dit 99, la ligne fait 90 (1 fois)." in remarks(understood(table))


def test_a_row_of_sums_below_is_left_out_and_checked() -> None:
    good = understood(f"date;jeu;Lou;Max;Tom\n{LINES}Total;;40;-20;-20\n")
    assert (len(good.rows), [row.row for row in good.left_out], remarks(good)) == (2, [3], [])
    assert plain(good.left_out[0].why.render("fr")) == "somme des lignes au-dessus, vérifiée"
    wrong = understood(f"date;jeu;Lou;Max;Tom\n{LINES}Summe;;41;-20;-20\n")
    assert remarks(wrong) == ["Ligne 4, Lou : la somme écrite est 41, les lignes font 40."]
    unlabelled = understood(f"date;jeu;Lou;Max;Tom\n{LINES};;40;-20;-20\n")
    assert [row.row for row in unlabelled.left_out] == [3]


def test_a_title_above_and_a_second_table_below_are_said() -> None:
    found = understood(f"Nos mardis\n\ndate;jeu;Lou;Max;Tom\n{LINES}\nLieu;Qui\nChez Lou;tous\n")
    assert (found.head, len(found.rows)) == (2, 2)
    assert remarks(found) == [
        "Au-dessus du tableau : « Nos mardis », pris pour un titre.",
        "À partir de la ligne 7 commence un autre tableau : il est laissé de côté.",
    ]


@pytest.mark.parametrize(
    ("table", "kind", "lying"),
    [
        ("Manche;Lou;Max\n1;5;8\n2;12;-2\n", "deals", False),
        ("Lou;Max\n5;8\n12;-2\n", "deals", False),
        ("Joueur;Manche 1;Manche 2;Total\nLou;5;12;17\nMax;8;-2;6\n", "deals", True),
        ("Joueur;1;2;3\nLou;5;12;1\nMax;8;-2;3\n", "deals", True),
        ("Lou;5;12;1\nMax;8;-2;3\nTom;1;1;1\n", "deals", True),
        ("date;12/10/2025;19/10/2025\njeu;Tarot;Papayoo\nLou;60;-20\nMax;-60;20\n", "matches", True),
        ("date;jeu;joueur;total\n12/10/2025;Uno;Lou;5\n12/10/2025;Uno;Max;8\n", "results", False),
        ("donne;joueur;points\n1;Lou;5\n1;Max;8\n2;Lou;1\n2;Max;2\n", "deal-results", False),
    ],
)
def test_the_kind_and_the_orientation_are_told_by_words_and_cells(table: str, kind: str, lying: bool) -> None:
    found = understood(table)
    assert (found.kind, found.lying) == (kind, lying)


@pytest.mark.parametrize(
    ("table", "order", "asked"),
    [
        ("date,game,Lou,Max\n03/11/2025,Uno,1,2\n", None, True),
        ("date;jeu;Lou;Max\n03/11/2025;Uno;1;2\n", "day", True),
        ("date,game,Lou,Max\n03/11/2025,Uno,1,2\n03/25/2025,Uno,1,2\n", "month", False),
        ("date,game,Lou,Max\n03/11/2025,Uno,1,2\n25/03/2025,Uno,1,2\n", "day", False),
        ("date,game,Lou,Max\n05/05/2025,Uno,1,2\n", "day", False),
        ("date,game,Lou,Max\n2025-11-03,Uno,1,2\n", "day", False),
    ],
)
def test_the_order_of_day_and_month_is_never_guessed_in_silence(table: str, order: str | None, asked: bool) -> None:
    found = understood(table)
    assert (found.order, found.order_is_shown) == (order, asked)


def test_an_order_that_was_chosen_holds_for_every_line() -> None:
    table = "date,game,Lou,Max\n03/11/2025,Uno,1,2\n04/10/2025,Uno,1,2\n"
    days = {
        order: [match.day for match in drafts_of(plan(table, wishes=Wishes(order=order)))] for order in ("day", "month")
    }
    assert days == {"day": ["2025-11-03", "2025-10-04"], "month": ["2025-03-11", "2025-04-10"]}


def test_numbers_that_only_grow_are_asked_about_unless_the_table_says_it() -> None:
    growing = "Manche;Lou;Max\n1;5;8\n2;12;9\n3;20;15\n"
    assert understood(growing).numbers == ""
    assert understood(growing + "Total;20;15\n").numbers == "running"
    assert understood(growing + "Total;37;32\n").numbers == "each"
    assert understood("Manche;Lou;Max\n1;5;8\n2;12;9\n3;20;1\n").numbers == "each"


def test_hours_are_hours_and_no_game() -> None:
    table = "date,time,score_lou,score_max\n2025-05-25,22:19,1,0\n2025-05-26,15:32,1,1\n2025-05-26,15:39,2,1\n"
    assert roles(table) == ["date", "hour", "points", "points"]
    assert [column.name for column in understood(table).columns] == ["", "", "lou", "max"]
    open_plan = plan(table)
    assert (open_plan.asks_game, open_plan.asks_numbers, open_plan.is_settled) == (True, True, False)


def test_what_a_person_wishes_goes_before_what_is_proposed() -> None:
    table = "date;jeu;Lou;Max;Tom\n12/10/2025;Papayoo;1;2;3\n"
    assert roles(table, roles={4: "ignore"})[4] == "ignore"
    assert understood(table, Wishes(kind="deals")).kind == "deals"
    assert understood(table, Wishes(has_head=False)).head is None


def test_a_broken_cell_is_named_and_a_column_of_words_is_said_to_be_left_out() -> None:
    table = "date;jeu;Lou;Max;Arbitre\n12/10/2025;Uno;douze;4;Zoé\n19/10/2025;Uno;1;5;Zoé\n"
    assert reasons(plan(table)) == [(2, "« douze » n'est pas un nombre de points")]
    assert remarks(understood(table)) == ["Colonne laissée de côté : « Arbitre »."]


@pytest.mark.parametrize("head", ["date", "heure", "jeu", "place", "donneur", "Total", "remarque", "Moyenne", "Points"])
def test_a_word_of_a_header_is_nobodys_name_whatever_stands_below(head: str) -> None:
    found = understood(f"{head};Lou;Max\nabc;1;2\n13;4;1\n")
    assert "points" not in [column.role for column in found.columns[:1]]


def test_of_two_rows_of_words_the_fuller_is_the_header() -> None:
    found = understood("Soirée;;Scores;;\ndate;jeu;Lou;Max;Tom\n12/10/2025;Uno;1;2;3\n")
    assert [column.name for column in found.columns if column.role == "points"] == ["Lou", "Max", "Tom"]
