"""What a sign in a table can mean in two ways is said, and asked where it matters: dashes, places, a title above."""

from datetime import date

import pytest

from referee.bundles.papers.drafts.named_games import Decisions
from referee.bundles.papers.understanding import Wishes
from tests.bundles.papers.tables import drafts_of, plain, planned, reasons

THREE = "date;jeu;Lou;Max;Tom\n"


def taken_in_words(table: str, decisions: Decisions | None = None) -> list[str]:
    return [plain(sentence.render("fr")) for sentence in planned(table, decisions).remarks]


@pytest.mark.parametrize("dash", ["-", "–", "—", "−"])
def test_a_dash_alone_is_asked_about_where_it_changes_who_wins(dash: str) -> None:
    table = f"{THREE}13/11/2025;Papayoo;80;{dash};40\n"
    asked = planned(table)
    assert (asked.asks_dash, asked.open_questions, asked.dashes and asked.dashes.example) == (True, 1, "Max")
    absent, zero = (planned(table, Decisions(dash=reading)) for reading in ("absent", "zero"))
    assert [(plan.is_settled, drafts_of(plan)[0].winners) for plan in (absent, zero)] == [
        (True, ("Tom",)), (True, ("Max",)),
    ]  # fmt: skip
    assert drafts_of(zero)[0].totals == {"Lou": 80, "Max": 0, "Tom": 40}


def test_a_dash_alone_that_changes_nothing_is_only_said() -> None:
    table = f"{THREE}13/11/2025;Uno;80;-;40\n"
    assert planned(table).is_settled
    assert taken_in_words(table) == ["Ligne 2 : un tiret seul est pris pour quelqu'un qui ne joue pas."]
    assert taken_in_words(table, Decisions(dash="zero")) == ["Ligne 2 : un tiret seul est pris pour 0 point."]
    blank = f"{THREE}13/11/2025;Papayoo;80;;40\n"
    assert (planned(blank).is_settled, taken_in_words(blank)) == (True, [])


def test_a_dash_alone_in_a_deal_is_no_point_of_it_and_said() -> None:
    table = "Manche;Lou;Max\n1;12;-\n2;3;4\n"
    plan = planned(table, Decisions(day=date(2025, 11, 13), game="Papayoo"))
    assert drafts_of(plan)[0].totals == {"Lou": 15, "Max": 4}
    assert "Ligne 2 : un tiret seul est pris pour 0 point à cette donne." in taken_in_words(
        table, Decisions(day=date(2025, 11, 13), game="Papayoo")
    )


def test_a_long_dash_before_a_number_is_a_minus_and_said() -> None:
    table = f"{THREE}13/11/2025;Tarot;80;– 40;–40\n"
    assert drafts_of(planned(table))[0].totals == {"Lou": 80, "Max": -40, "Tom": -40}
    assert taken_in_words(table) == ["Ligne 2 : le tiret devant un nombre est pris pour un moins (« – 40 » : −40)."]
    assert taken_in_words(f"{THREE}13/11/2025;Tarot;80;−40;-40\n") == []


def test_a_dash_before_every_number_is_asked_about() -> None:
    table = f"{THREE}13/11/2025;Papayoo;- 80;- 12;- 40\n"
    assert planned(table).asks_sign
    minus = planned(table, wishes=Wishes(sign="minus"))
    mere = planned(table, wishes=Wishes(sign="dash"))
    assert [drafts_of(plan)[0].totals["Lou"] for plan in (minus, mere)] == [-80, 80]
    assert [drafts_of(plan)[0].winners for plan in (minus, mere)] == [("Lou",), ("Max",)]
    assert not planned(f"{THREE}13/11/2025;Papayoo;-80;-12;-40\n").asks_sign


@pytest.mark.parametrize("places", ["1er;3e;2e", "1st;3rd;2nd", "1ère;3ème;2ème", "1°;3°;2°"])
def test_a_row_of_places_alone_is_a_match_that_the_first_wins(places: str) -> None:
    plan = planned(f"{THREE}13/11/2025;Catan;{places}\n")
    (match,) = drafts_of(plan)
    assert (match.totals, match.winners) == ({"Lou": 1, "Max": 3, "Tom": 2}, ("Lou",))
    assert [game.how for game in plan.games] == ["places"]
    assert "Ligne 2 : des places, sans points : notées comme des totaux, la plus petite gagne." in taken_in_words(
        f"{THREE}13/11/2025;Catan;{places}\n"
    )


def test_a_list_of_places_alone_is_read_by_player() -> None:
    table = "date;jeu;place;joueur\n13/11/2025;Catan;1.;Lou\n13/11/2025;Catan;2e;Max\n"
    (match,) = drafts_of(planned(table))
    assert (match.totals, match.winners) == ({"Lou": 1, "Max": 2}, ("Lou",))


def test_places_alone_are_refused_in_a_game_that_counts_points_unless_it_is_kept_by_name() -> None:
    table = f"{THREE}13/11/2025;Tarot;1er;3e;2e\n"
    assert reasons(planned(table)) == [(2, "des places seulement : Le Tarot se note en points")]
    assert drafts_of(planned(table, Decisions(games={"tarot": "low"})))[0].winners == ("Lou",)


def test_places_without_date_and_game_are_matches_and_the_first_row_is_none_of_names() -> None:
    plan = planned("Lou;Max;Tom\n1er;3e;2e\n2e;1er;3e\n")
    assert (plan.asks_day, plan.asks_game) == (True, True)
    told = planned("Lou;Max;Tom\n1er;3e;2e\n2e;1er;3e\n", Decisions(day=date(2025, 11, 13), game="Catan"))
    assert [match.winners for match in drafts_of(told)] == [("Lou",), ("Max",)]


def test_a_title_suggests_the_day_and_the_game_of_a_match() -> None:
    table = "Soirée Papayoo du vendredi 7 novembre 2025;;;\nManche;Lou;Max;Tom\n1;12;30;5\n2;-2;14;22\n"
    plan = planned(table)
    assert (plan.day, plan.game, plan.is_settled) == (date(2025, 11, 7), "Papayoo", True)
    assert [(match.day, match.game) for match in drafts_of(plan)] == [("2025-11-07", "Papayoo")]
    other = planned(table, Decisions(day=date(2025, 11, 8), game="Uno"))
    assert [(match.day, match.game) for match in drafts_of(other)] == [("2025-11-08", "Uno")]


def test_a_title_suggests_nothing_where_the_table_says_it_or_it_can_be_read_both_ways() -> None:
    plan = planned(f"Soirée Uno du 1er mars 2025\n{THREE}13/11/2025;Papayoo;80;1;40\n")
    assert [(match.day, match.game) for match in drafts_of(plan)] == [("2025-11-13", "Papayoo")]
    assert planned("Evening 11/12/2025,,\nRound,Lou,Max\n1,12,30\n2,3,4\n").asks_day


def test_all_that_is_missing_is_asked_at_once() -> None:
    plan = planned("12;30;5\n-2;14;22\n")
    assert (len(plan.asks_names), plan.asks_day, plan.asks_game) == (3, True, True)


def test_a_choice_that_the_table_suggests_anyway_is_no_choice() -> None:
    table = f"{THREE}13/11/2025;Zorglub;80;1;40\n"
    (same,) = planned(table, Decisions(games={"zorglub": "high"})).games
    (other,) = planned(table, Decisions(games={"zorglub": "low"})).games
    assert (same.how, other.how, other.suggested.choice) == ("default", "chosen", "high")


def test_a_word_of_a_header_is_no_player() -> None:
    plan = planned("Round;Lou;Max\n1;12;30\n2;3;4\n", wishes=Wishes(roles={0: "points"}))
    assert plan.asks_names == (0,)


def test_a_match_whose_day_is_asked_has_none() -> None:
    plan = planned("Manche;Lou;Max\n1;12;30\n2;3;4\n", Decisions(game="Papayoo"))
    assert [draft.day for draft in plan.drafts] == [None]
