"""What is no table, or a hostile one, is refused by a sentence, in little time and with little memory."""

import io
import math
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest
from openpyxl import Workbook

from referee.bundles.papers.paper import CpuBudget, PaperRefused
from referee.bundles.papers.reading import read_file
from referee.bundles.papers.understanding import propose
from tests.bundles.papers.random_tables import ods
from tests.bundles.papers.tables import plain, planned

LINE = "date;jeu;Lou;Max\n14/11/2025;Uno;1;2\n"


def book(fill: Callable[[Workbook], None]) -> bytes:
    workbook = Workbook()
    fill(workbook)
    stream = io.BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def with_part(content: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The archive with one of its files changed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            part = old.read(info)
            new.writestr(info.filename, change(part) if info.filename == name else part)
    return stream.getvalue()


def put(**cells: object) -> bytes:
    def fill(workbook: Workbook) -> None:
        assert workbook.active is not None
        for place, value in cells.items():
            workbook.active[place] = value

    return book(fill)


def bomb() -> bytes:
    return with_part(put(A1="date"), "xl/worksheets/sheet1.xml", lambda part: part + b" " * 40_000_000)


def entities() -> bytes:
    kept = '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]>'
    return with_part(ods([["date", "jeu"]]), "content.xml", lambda part: kept.encode() + part.replace(b"date", b"&b;"))


def repeated(columns: int = 1, rows: int = 1) -> bytes:
    cell = f'<table:table-cell table:number-columns-repeated="{columns}"><text:p>x</text:p></table:table-cell>'
    content = ods([["x"]], lambda _: cell)
    many = f'<table:table-row table:number-rows-repeated="{rows}">'.encode()
    return with_part(content, "content.xml", lambda part: part.replace(b"<table:table-row>", many))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Le tableau est vide."),
        (b"\n\n ; ;\n", "Le tableau est vide."),
        ((";".join(["a"] * 100_000) + "\n1").encode(), "Le tableau a 100000 colonnes, 200 au plus"),
        ((LINE + "14/11/2025;Uno;1;" + "9" * 131_073).encode(), "La ligne 4 a une case de plus de 131072 signes."),
        ((LINE + "14/11/2025;Uno;1;" + "9" * 600).encode(), "Ligne 3, une case a 600 signes, 500 au plus"),
        ((LINE + "14/11/2025;Uno;1;2\n" * 20_001).encode(), "Le tableau a plus de 20000 lignes"),
        (b"x" * (5 * 1024 * 1024 + 1), "Ce fichier est trop gros : 5 Mio au plus."),
        (LINE.encode() + "Zoé".encode()[:-1], "Ligne 3, un caractère est coupé"),
        ("Zoé\n".encode() + b"\xe9t\xe9", "Ligne 2, un caractère est coupé"),
        ((LINE + "Zo\ufffd;1").encode(), "Ligne 3, un caractère est coupé dans « Zo »"),
        (LINE.encode("utf-16")[:-1], "ses lettres sont coupées au milieu"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "c'est un fichier binaire"),
        (b"%PDF-1.7 ...", "c'est un fichier binaire"),
        (bytes(range(256)), "c'est un fichier binaire"),
        (b"\xd0\xcf\x11\xe0" + bytes(100), "c'est un ancien classeur (.xls)"),
        (b"PK\3\4" + bytes(60), "Ce classeur ne se lit pas"),
        (bomb(), "Une fois déplié, ce classeur serait énorme"),
        (entities(), "Ce classeur ne se lit pas"),
        (put(A1="date", XFD1="x"), "Le tableau a 16384 colonnes"),
        (put(A1="date", B1=1, C1="=A1+1"), "des formules sans valeur"),
        (repeated(columns=10**12), "Le tableau a 1000000000000 colonnes"),
        (repeated(rows=10**12), "Le tableau a plus de 20000 lignes"),
        (put(A1=None), "Le classeur est vide."),
    ],
    ids=range(23),
)
def test_a_hostile_file_is_refused_by_its_own_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(PaperRefused) as refused:
        read_file(content)
    said = plain(refused.value.sentence.render("fr"))
    assert sentence in said
    assert "\ufffd" not in said
    assert len(said) < 200


@pytest.mark.thorough
def test_a_cell_far_from_the_others_takes_no_memory() -> None:
    (paper,) = read_file(put(A1="date", B1="jeu", A900000="fin"), budget=CpuBudget(math.inf)).papers
    assert paper.lines == (1, 2, 900_000)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "table",
    [
        ("date;jeu;" + ";".join(f"P{n}" for n in range(198)) + "\n" + ("14/11/2025;Uno;" + "1;" * 198 + "\n") * 12_000),
        "date;jeu;Lou;Max\n" + "".join(f";;{n % 7};{n % 5}\n" for n in range(19_990)),
        "date;jeu;joueur;total\n" + "".join(f"14/11/2025;Uno{n // 2};P{n};{n}\n" for n in range(19_990)),
    ],
    ids=["wide", "unlabelled sums", "many games"],
)
def test_a_table_that_takes_too_long_is_given_up_in_two_seconds_of_work(table: str) -> None:
    began = time.thread_time()
    with suppress(PaperRefused):
        planned(table)
    assert time.thread_time() - began < 3 * 2.5  # reading, understanding and planning have a budget each here


def test_a_used_up_budget_ends_each_step() -> None:
    (paper,) = read_file(LINE.encode()).papers
    for step in (lambda: read_file(LINE.encode(), budget=CpuBudget(-1)), lambda: propose(paper, None, CpuBudget(-1))):
        with pytest.raises(PaperRefused):
            step()


def test_a_formula_in_a_text_is_a_text() -> None:
    plan = planned("date;jeu;Lou;Max\n14/11/2025;Uno;=1+1;2\n14/11/2025;Uno;1;2\n")
    assert [plain(fault.message.render("fr")) for fault in plan.faults] == ["« =1+1 » n'est pas un nombre de points"]


@pytest.mark.parametrize("sign", ["\u202e", "\x07", "\u200b", "\ufeff"])
def test_a_sign_that_nobody_sees_is_in_no_name_and_no_sentence(sign: str) -> None:
    plan = planned(f"date;jeu;L{sign}ou;Max\n14/11/2025;Uno;1;2\n14/11/2025;U{sign}no;{sign}z;2\n")
    assert plan.names == ["Lou", "Max"]
    assert all(sign not in fault.message.render("fr") for fault in plan.faults)
