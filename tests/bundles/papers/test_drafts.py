"""The matches of a table from elsewhere: which game, which side, which total, who wins, and why a line cannot go in."""

from datetime import date

import pytest

from referee.bundles.papers.drafts.named_games import Decisions
from referee.bundles.papers.game_names import known_game
from referee.bundles.papers.understanding import Wishes
from tests.bundles.papers.tables import TakenDraft, drafts_of, plain, planned, reasons

THREE = "date;jeu;Lou;Max;Tom\n"


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("Huit américain", "huit-americain"), ("8 américain", "huit-americain"), ("Crazy Eights", "huit-americain"),
        ("les 8 americains", "huit-americain"), ("Oh Hell", "ascenseur"), ("Escalier", "ascenseur"),
        ("contrée", "coinche"), ("Belote coinchée", "coinche"), ("Trou du cul", "president"),
        ("Hearts", "dame-de-pique"),
        ("Spades", "pique"), ("Tarot à 5", "tarot"), ("le tarot", "tarot"), ("TAROT", "tarot"),
        ("Gin Rummy", "gin-rami"),
        ("tarot-decale", "tarot-decale"), ("Zorglub", None), ("22:19", None), ("", None),
    ],
)  # fmt: skip
def test_a_game_is_known_by_any_of_its_names(name: str, game: str | None) -> None:
    known = known_game(name)
    assert (known.id if known else None) == game


def test_another_name_of_a_known_game_keeps_its_own_rules_and_so_its_winner() -> None:
    table = THREE + "13/11/2025;Crazy Eights;10;55;-10\n14/11/2025;Oh Hell;10;55;-10\n"
    assert [(match.game, match.winners) for match in drafts_of(planned(table))] == [
        ("huit-americain", ("Tom",)),
        ("ascenseur", ("Max",)),
    ]


def test_who_wins_in_a_game_by_name_is_told_by_its_maker_the_places_or_the_person() -> None:
    line = THREE + "13/11/2025;%s;10;55;-10\n"
    by_maker, unknown = planned(line % "Papayoo"), planned(line % "Zorglub")
    assert (by_maker.games[0].how, drafts_of(by_maker)[0].winners) == ("maker", ("Tom",))
    assert (unknown.games[0].how, drafts_of(unknown)[0].winners) == ("default", ("Max",))
    chosen = planned(line % "Zorglub", Decisions(games={"zorglub": "low"}))
    assert (chosen.games[0].how, drafts_of(chosen)[0].winners) == ("chosen", ("Tom",))
    places = "date;jeu;place;joueur;total\n13/11/2025;Zorglub;1;Lou;3\n13/11/2025;Zorglub;2;Max;9\n"
    assert (planned(places).games[0].how, drafts_of(planned(places))[0].winners) == ("places", ("Lou",))
    belote = planned(line % "Zorglub", Decisions(games={"zorglub": "tarot"}))
    assert drafts_of(belote)[0].game == "tarot"


def test_a_sheet_that_names_another_winner_is_said() -> None:
    (draft,) = planned("date;jeu;Lou;Max;gagnant\n13/11/2025;Uno;500;20;Max\n").drafts
    assert [plain(sentence.render("fr")) for sentence in draft.stands_out] == [
        "La feuille dit que Max gagne, d'après les totaux c'est Lou."
    ]
    (tarot,) = planned(THREE + "13/11/2025;Tarot;120;-40;-40\n").drafts
    assert "Ces totaux font 40 ensemble" in plain(tarot.stands_out[0].render("fr"))


def test_sides_are_read_from_the_header_or_asked_once() -> None:
    sides = "date;jeu;Lou & Tom;Max/Zoé\n13/11/2025;Belote;1010;640\n20/11/2025;Belote;300;1200\n"
    assert [match.totals for match in drafts_of(planned(sides))] == [
        {"Lou & Tom": 1010, "Max & Zoé": 640},
        {"Lou & Tom": 300, "Max & Zoé": 1200},
    ]
    asked = "date;jeu;Nous;Eux\n13/11/2025;Belote;1010;640\n20/11/2025;Coinche;300;1200\n"
    assert planned(asked).open_sides == {"Nous": 2, "Eux": 2}
    told = planned(asked, Decisions(sides={"Nous": "Lou & Tom", "Eux": "Max, Zoé"}))
    assert [match.winners for match in drafts_of(told)] == [("Lou & Tom",), ("Max & Zoé",)]
    four = "date;jeu;Lou;Max;Tom;Zoé\n13/11/2025;Belote;1010;640;640;1010\n"
    assert drafts_of(planned(four))[0].totals == {"Lou & Zoé": 1010, "Max & Tom": 640}


def test_a_blank_date_or_game_of_an_evening_is_carried_down_and_said() -> None:
    table = THREE + "13/11/2025;Tarot;80;-40;-40\n;Papayoo;45;101;30\n;;1;2;3\n"
    plan = planned(table)
    assert [(match.day, match.game) for match in drafts_of(plan)] == [
        ("2025-11-13", "tarot"), ("2025-11-13", "Papayoo"), ("2025-11-13", "Papayoo"),
    ]  # fmt: skip
    assert [plain(sentence.render("fr")) for sentence in plan.remarks] == [
        "Ligne 3 et 4 : date reprise de la ligne au-dessus.",
        "Ligne 4 : jeu repris de la ligne au-dessus : Papayoo.",
    ]


@pytest.mark.parametrize("cell", ["", "-", "–", "abs", "x", "absent"])
def test_who_was_absent_does_not_play(cell: str) -> None:
    table = THREE + f"13/11/2025;Uno;80;{cell};40\n14/11/2025;Uno;1;2;3\n"
    assert drafts_of(planned(table))[0].totals == {"Lou": 80, "Tom": 40}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("31/02/2025;Uno;1;2;3", "« 31/02/2025 » n'est pas une date"),
        ("hier;Uno;1;2;3", "« hier » n'est pas une date"),
        ("28/11/2026;Uno;1;2;3", "cette date est à venir"),
        ("31/12/1999;Uno;1;2;3", "cette date est d'avant l'an 2000"),
        ("14/11/2025;;1;2;3", "il manque le nom du jeu"),
        ("14/11/2025;Uno;1;12,5;3", "« 12,5 » : les points se gardent entiers ici, sans demi ni décimale"),
        ("14/11/2025;Uno;1;;", "moins de deux joueurs ont des points"),
        ("14/11/2025;Belote;1;2;3", "La Belote se joue à 4 ; vous êtes 3."),
    ],
)
def test_each_line_that_cannot_go_in_has_the_reason_that_applies_to_it(line: str, reason: str) -> None:
    assert reasons(planned(f"{THREE}13/11/2025;Uno;1;2;3\n{line}\n")) == [(3, reason)]


def test_the_first_line_of_all_has_nothing_above_to_take_its_date_from() -> None:
    assert reasons(planned(THREE + ";Uno;1;2;3\n14/11/2025;Uno;1;2;3\n")) == [(2, "pas de date, et aucune au-dessus")]


def test_a_remark_becomes_a_note_and_an_hour_orders_the_evening() -> None:
    table = "date;heure;jeu;Lou;Max;Remarque\n13/11/2025;20:30;Uno;500;20;belle soirée\n13/11/2025;22h;Uno;1;500;\n"
    first, second = planned(table).drafts
    assert first.entries[0] == {"step": "note", "text": "belle soirée"}
    assert [str(draft.hour) for draft in (first, second)] == ["20:30:00", "22:00:00"]
    assert len(second.entries) == 1


@pytest.mark.parametrize(
    "cell", ["2025-11-13 20:30", "2025-11-13T20:30:00", "13/11/2025 20h30", "jeu. 13 nov. 2025 à 20:30"]
)
def test_a_date_may_have_its_hour_beside_it(cell: str) -> None:
    (draft,) = planned(f"date;jeu;Lou;Max\n{cell};Uno;1;2\n").drafts
    assert (draft.day.isoformat(), str(draft.hour)) == ("2025-11-13", "20:30:00")


def test_two_columns_of_one_name_are_said() -> None:
    plan = planned("date;jeu;Lou;Lou\n13/11/2025;Uno;1;2\n")
    assert reasons(plan) == [(2, "deux colonnes s'appellent « Lou »")]


DEALS = "Manche,Lou,Max,Tom\nManche 1,12,30,5\nManche 2,-2,14,22\nManche 3,45,7,18\nTotal,55,51,45\n"


def test_a_match_deal_by_deal_asks_its_game_and_day_and_keeps_its_deals_where_points_say_it_all() -> None:
    open_plan = planned(DEALS)
    assert (open_plan.asks_game, open_plan.asks_day) == (True, True)
    (sheet,) = planned(DEALS, Decisions(date(2025, 1, 4), "Papayoo")).drafts
    assert (sheet.deals, sheet.totals, sheet.winners) == (3, {"Lou": 55, "Max": 51, "Tom": 45}, ("Tom",))
    (barbu,) = planned(DEALS, Decisions(date(2025, 1, 4), "Ascenseur")).drafts
    assert (barbu.deals, barbu.winners) == (0, ("Lou",))


def test_two_matches_of_one_day_that_nothing_parts_are_not_guessed() -> None:
    """Zoé played one of the two: a place or an hour says which one."""
    results = ("Lou;5", "Max;8", "Zoé;9", "Lou;4", "Max;3")
    rows = "".join(f"12/10/2025;Uno;{{}}{result}\n" for result in results)
    plan = planned("date;jeu;joueur;total\n" + rows.replace("{}", ""))
    assert (drafts_of(plan), [line for line, _ in reasons(plan)]) == ([], [2, 3, 4, 5, 6])
    assert reasons(plan)[2][1].startswith("cette ligne est de cette partie ou de la suivante ?")
    for places, sizes in (("12312", [3, 2]), ("12123", [2, 3])):
        placed = rows.format(*(f"{place};" for place in places))
        plan = planned("date;jeu;place;joueur;total\n" + placed)
        assert [len(match.totals) for match in drafts_of(plan)] == sizes
    same = "date;jeu;joueur;total\n" + 2 * "12/10/2025;Uno;Lou;5\n12/10/2025;Uno;Max;8\n"
    assert [len(match.totals) for match in drafts_of(planned(same))] == [2, 2]


def test_running_totals_of_deals_are_taken_apart() -> None:
    table = "Manche;Lou;Max\n1;5;8\n2;12;9\n3;20;15\n"
    for numbers, totals in (("running", {"Lou": 20, "Max": 15}), ("each", {"Lou": 37, "Max": 32})):
        settled = Decisions(date(2025, 1, 4), "Zorglub")
        (draft,) = planned(table, settled, Wishes(numbers=numbers)).drafts  # type: ignore[arg-type]
        assert draft.totals == totals


def test_running_tallies_are_matches_won() -> None:
    table = "date,time,score_lou,score_max\n2025-05-25,22:19,1,0\n2025-05-26,15:32,1,1\n2025-05-26,15:39,2,1\n"
    won = planned(table, Decisions(game="Cribbage"), Wishes(numbers="running"))
    assert [(match.day, match.winners) for match in drafts_of(won)] == [
        ("2025-05-25", ("lou",)), ("2025-05-26", ("max",)), ("2025-05-26", ("lou",)),
    ]  # fmt: skip
    lowest = planned(table, Decisions(game="Papayoo"), Wishes(numbers="running"))
    assert not lowest.drafts
    assert "le plus bas gagne" in reasons(lowest)[0][1]


def test_a_row_a_player_a_deal_is_one_match() -> None:
    table = "round,dealer,Player,bid,points,running\n" + "".join(
        f"{deal},Lou,{name},0,{points},{total}\n"
        for deal, scores in ((1, ((5, 5), (10, 10))), (2, ((10, 15), (-5, 5))))
        for name, (points, total) in zip(("Lou", "Max"), scores)
    )
    table += "\nround,Lou,Max\n1,0/0=5,1/1=10\n"
    (match,) = drafts_of(planned(table, Decisions(date(2025, 1, 4), "Zorglub")))
    assert match == TakenDraft("2025-01-04", "Zorglub", {"Lou": 15, "Max": 5}, ("Lou",))


def test_matches_deal_by_deal_under_dates_are_told_apart() -> None:
    table = "date;jeu;donne;Lou;Max\n" + "".join(
        f"{day};Uno;{deal};{deal};{4 - deal}\n" for day in ("13/11/2025", "14/11/2025") for deal in (1, 2, 3)
    )
    assert [match.totals for match in drafts_of(planned(table, None, Wishes(numbers="each")))] == [
        {"Lou": 6, "Max": 6}
    ] * 2


def test_thousands_are_read_whatever_parts_them() -> None:
    table = "date;jeu;Lou;Max\n13/11/2025;Canasta;5\u202f210;4\u00a0300\n14/11/2025;Canasta;1.234;2.000\n"
    assert [match.totals for match in drafts_of(planned(table))] == [
        {"Lou": 5210, "Max": 4300},
        {"Lou": 1234, "Max": 2000},
    ]
