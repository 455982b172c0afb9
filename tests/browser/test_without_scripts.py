"""The whole of it without JavaScript: scripts add comfort and nothing else."""

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.pen import Pen
from tests.browser.phone import Phone

PLAYERS = ("Ana", "Bob", "Chloé")


@pytest.fixture
def plain(new_phone: NewPhone) -> Phone:
    return new_phone(scripts=False)


@pytest.mark.journey
def test_a_match_from_the_first_name_to_the_rematch(plain: Phone) -> None:
    plain.open()
    plain.follow(plain.page.get_by_role("main").get_by_role("link", name="Nouvelle partie"))
    plain.follow(plain.page.get_by_role("link", name="L’Ascenseur"))
    for seat, player in enumerate(PLAYERS):
        plain.box(f"seat.{seat}").fill(player)
    plain.tap(plain.chip("dealer", "2"))
    plain.unfold(plain.box("option.max_cards"))
    plain.box("option.max_cards").fill("2")
    plain.record()
    path = plain.path

    for cards, bids, tricks in ((1, (1, 0, 1), (0, 0, 1)), (2, (1, 2, 0), (0, 2, 0)), (1, (0, 0, 0), (1, 0, 0))):
        assert plain.page.locator('[name="bids.0"]').count() == cards + 1
        _count(plain, "bids", bids)
        _count(plain, "tricks", tricks)
    assert plain.podium() == {"Chloé": 20, "Ana": 5, "Bob": 5}
    assert Pen(plain).exported(path)["options"] == {"max_cards": 2}

    plain.follow(plain.page.get_by_role("button", name="Revanche"))
    assert plain.path != path
    assert plain.players_asked() == ["Bob", "Chloé", "Ana"]


@pytest.mark.thorough
def test_undo_penalty_note_and_the_end_by_agreement(plain: Phone) -> None:
    path, pen = plain.new_match("ascenseur", PLAYERS), Pen(plain)
    _count(plain, "bids", (1, 0, 1))
    plain.follow(plain.page.get_by_role("button", name="Annuler la dernière saisie"))
    assert pen.exported(path)["entries"] == []

    plain.from_menu("Une faute")
    plain.tap(plain.chip("offence", "revoke"))
    plain.tap(plain.chip("player", "Bob"))
    plain.record()
    plain.from_menu("Une note")
    plain.box("text").fill("Bob rejoue sa carte.")
    plain.record()
    plain.from_menu("Arrêter la partie")
    plain.record()
    assert [entry["step"] for entry in pen.exported(path)["entries"]] == ["penalty", "note", "end"]
    assert plain.page.get_by_role("heading", name="Classement final").is_visible()


@pytest.mark.thorough
def test_correcting_a_round(plain: Phone) -> None:
    path = plain.new_match("ascenseur", PLAYERS)
    _count(plain, "bids", (1, 0, 1))
    _count(plain, "tricks", (1, 0, 0))
    plain.follow(plain.page.get_by_role("navigation").get_by_role("link", name="Feuille"))
    plain.follow(plain.page.get_by_role("table").get_by_role("link", name="1", exact=True))
    plain.follow(plain.page.locator('a[href$="/corrections/1"]'))
    assert plain.chosen_values("tricks.0") == ["1"]
    plain.tap(plain.chip("tricks.0", "0"))
    plain.tap(plain.chip("tricks.2", "1"))
    plain.record()
    plain.tap(plain.chip("person", "Ana"))
    plain.box("reason").fill("C'était mon pli")
    plain.record()
    assert plain.path == path
    assert plain.totals() == {"Ana": 10, "Bob": -5, "Chloé": 5}


@pytest.mark.thorough
def test_the_table_is_shared_and_joined(plain: Phone, new_phone: NewPhone) -> None:
    path = plain.new_match("ascenseur", PLAYERS)
    other = new_phone(scripts=False)
    other.open(Pen(plain).share("keeper"))
    other.box("name").fill("Chloé")
    other.record()
    other.follow(other.page.locator("a:is(.match-on-felt, .match-tile)"))
    assert other.path == path
    _count(other, "bids", (1, 0, 1))
    plain.open(path)
    assert plain.box("tricks.0").count()


@pytest.mark.thorough
def test_the_language_is_chosen_on_any_page(plain: Phone) -> None:
    plain.open("/rules")
    plain.follow(plain.page.get_by_role("button", name="English"))
    assert plain.path == "/rules"
    assert plain.page.get_by_role("heading", name="Rules", exact=True).is_visible()


def _count(phone: Phone, name: str, counts: tuple[int, ...]) -> None:
    """Tap what differs from what the form shows already, and record."""
    for index, count in enumerate(counts):
        if phone.chosen_values(f"{name}.{index}") != [str(count)]:
            phone.tap(phone.chip(f"{name}.{index}", str(count)))
    phone.record()


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [False, True])
def test_two_people_whose_names_look_alike_start_after_one_tap_more(new_phone: NewPhone, scripts: bool) -> None:
    phone = new_phone(scripts=scripts)
    phone.open("/new/ascenseur")
    names = ("Ana", "Bob", "Аna")  # the last with a Cyrillic А
    for seat, player in enumerate(names):
        phone.box(f"seat.{seat}").fill(player)
    phone.record()
    assert [phone.box(f"seat.{seat}").input_value() for seat in range(3)] == list(names)
    phone.page.get_by_label("Ce sont bien deux personnes").check()
    phone.record()
    assert phone.path.startswith("/matches/")
