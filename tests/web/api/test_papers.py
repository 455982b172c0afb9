"""A program sends a table with the answers of its page: it is shown, and recorded whole or not at all."""

import base64

from flask import Flask

from tests.web.api.program import Program, plain, problem_of
from tests.web.bundles.test_papers import TABLE, counts, winners
from tests.web.visitor import Visitor

DEALS = "Round,Ana,Bob,Chloé\nRound 1,12,30,5\nRound 2,-2,14,22\n"


def test_a_table_is_shown_and_nothing_recorded(app: Flask, program: Program) -> None:
    before = counts(app)
    read = program.post("/papers", {"table": TABLE})
    assert (read["recorded"], read["questions"], read["known"], read["faults"]) == (False, [], 0, [])
    first = read["matches"][0]
    assert (first["day"], first["game"], first["winners"]) == ("2025-11-14", "tarot", ["Ana"])
    assert first["totals"] == {"Ana": 120, "Bob": -40, "Chloé": -40, "Dan": -40}
    assert counts(app) == before


def test_what_is_open_is_asked_by_the_names_of_the_page_and_recorded_at_last(app: Flask, program: Program) -> None:
    asked = program.post("/papers", {"table": DEALS, "record": True})
    assert (asked["recorded"], [question["key"] for question in asked["questions"]]) == (False, ["day", "game"])
    assert [match["day"] for match in asked["matches"]] == []
    settled = {"day": "2025-11-14", "game": "Papayoo"}
    done = program.post("/papers", {"table": DEALS, "choices": settled, "record": True})
    assert done["recorded"]
    assert winners(app) == [("2025-11-14", "Ana", "feuille-libre")]
    again = program.post("/papers", {"table": DEALS, "choices": settled, "record": True})
    assert (again["recorded"], again["known"], again["matches"]) == (False, 1, [])


def test_each_question_is_asked_with_its_values(program: Program) -> None:
    tables = {
        "order": "date,game,Ana,Bob\n11/12/25,Gin Rummy,410,600\n",
        "dash": "date;jeu;Ana;Bob;Dan\n14/11/2025;Papayoo;4;-;6\n",
        "sign": "date;jeu;Ana;Bob\n14/11/2025;Papayoo;- 4;- 6\n",
        "numbers": "date;jeu;Ana;Bob\n14/11/2025;Uno;1;2\n15/11/2025;Uno;3;4\n16/11/2025;Uno;5;6\n",
        "leave": TABLE + "31/31/2025;Uno;1;2;;;\n",
        "side.Nous": "date;jeu;Nous;Eux\n14/11/2025;Belote;1010;640\n",
        "name.2": "14/11/2025;Papayoo;45;101\n",
    }
    values = {
        "order": ["day", "month"],
        "dash": ["absent", "zero"],
        "sign": ["minus", "dash"],
        "numbers": ["each", "running"],
        "leave": ["1"],
    }
    for key, table in tables.items():
        question = program.post("/papers", {"table": table})["questions"][0]
        assert (question["key"], question["values"]) == (key, values.get(key, []))


def test_a_file_comes_in_base64_and_is_named_where_it_can_be_taken_back(keeper: Visitor, program: Program) -> None:
    content = base64.b64encode(TABLE.encode("utf-16")).decode()
    assert program.post("/papers", {"file": content, "name": "saison.csv", "record": True})["recorded"]
    assert "saison.csv" in keeper.open("/evenings?imported=1").text
    assert problem_of(program.ask("POST", "/papers", {"file": "§"}))[0] == 400


def test_what_is_no_table_is_a_problem_with_the_sentence_of_the_page(program: Program) -> None:
    status, sentence = problem_of(program.ask("POST", "/papers", {"table": "a;" * 300 + "b"}))
    assert (status, "301 colonnes" in plain(sentence)) == (400, True)
    assert problem_of(program.ask("POST", "/papers", {"table": ""}))[0] == 400
    assert problem_of(program.ask("POST", "/papers", {"tabel": TABLE}))[0] == 400


def test_a_program_that_only_reads_brings_nothing_in(app: Flask, reader: Program) -> None:
    before = counts(app)
    assert problem_of(reader.ask("POST", "/papers", {"table": TABLE, "record": True}))[0] == 403
    assert counts(app) == before
