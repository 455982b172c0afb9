"""A new name close to one the club knows is asked about once; the answer decides who sits down."""

import pytest

from tests.web.table import FOUR, new_match
from tests.web.visitor import Form, Page, Visitor


def form_with(visitor: Visitor, *names: str) -> Form:
    form = visitor.open("/new/ascenseur").form("/new/ascenseur")
    for seat, name in enumerate(names):
        form.fill(f"seat.{seat}", name)
    return form


def question(visitor: Visitor, *names: str) -> Page:
    page = form_with(visitor, *names).send()
    assert page.status == 422
    return page


def players(visitor: Visitor, page: Page) -> list[str]:
    assert page.status == 303, page.text[:600]
    listed: list[str] = visitor.open(f"{page.location}/export").response.get_json()["players"]
    return listed


@pytest.mark.parametrize("typed", ["Chloe", "chloé", "Chloée", "Cloé", "Chlof"])
def test_a_slip_is_asked_about_and_taken_for_the_known_one(visitor: Visitor, typed: str) -> None:
    new_match(visitor)
    page = question(visitor, "Ana", typed, "Dan")
    assert "Chloé existe déjà" in page.text
    again = page.form("/new/ascenseur")
    assert [again.value(f"seat.{seat}") for seat in range(3)] == ["Ana", typed, "Dan"]
    assert players(visitor, again.fill("slip.1", "yes").send()) == ["Ana", "Chloé", "Dan"]


def test_somebody_else_is_asked_about_once_only(visitor: Visitor) -> None:
    new_match(visitor)
    begun = question(visitor, "Ana", "Cloé", "Dan").form("/new/ascenseur").fill("slip.1", "no").send()
    assert players(visitor, begun) == ["Ana", "Cloé", "Dan"]
    assert players(visitor, form_with(visitor, "Ana", "Cloé", "Dan").send()) == ["Ana", "Cloé", "Dan"]


@pytest.mark.parametrize("names", [("Ana", "Chloé", "Cloé"), ("Tim", "Rob", "Zoé"), ("Ana2", "Bob2", "Zoé"), FOUR])
def test_who_is_plainly_somebody_else_is_not_asked_about(visitor: Visitor, names: tuple[str, ...]) -> None:
    new_match(visitor)
    assert players(visitor, form_with(visitor, *names).send()) == [*names]
