"""Nothing acknowledged and nothing typed is lost: not by a dead server, a reload, a double tap or another keeper."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.running import RunningServer

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
SPEAKING = ("Bob", "Chloé", "Dan", "Ana")
BIDS = {"Bob": 1, "Chloé": 0, "Dan": 1, "Ana": 1}
OTHER_DRAFTS = """round => { for (let n = 0; n < 60; n++)
  localStorage.setItem(`draft:match${round}-${n}-bids`, '{"bids.0":["1"]}'); }"""


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[RunningServer]:
    """A server of its own, which may be killed."""
    with RunningServer(tmp_path) as running:
        yield running


@pytest.mark.thorough
def test_killed_in_the_middle_of_a_round_the_match_goes_on_where_it_was(
    new_phone: NewPhone, mortal: RunningServer
) -> None:
    phone = new_phone(mortal.url)
    path = phone.new_match("ascenseur", PLAYERS)
    _tap(phone, BIDS)
    phone.record()
    _tap(phone, {"Bob": 0, "Dan": 0, "Ana": 1})
    typed = phone.form_state()
    mortal.kill()
    mortal.start()

    phone.open(path)
    assert phone.form_state() == typed
    phone.record()
    assert phone.totals() == {"Ana": 10, "Bob": -5, "Chloé": 5, "Dan": -5}
    assert [entry["step"] for entry in Pen(phone).exported(path)["entries"]] == ["bids", "tricks"]


@pytest.mark.thorough
def test_what_is_sent_to_a_dead_server_is_sent_again_when_it_lives(new_phone: NewPhone, mortal: RunningServer) -> None:
    phone = new_phone(mortal.url)
    path = phone.new_match("ascenseur", PLAYERS)
    _tap(phone, BIDS)
    typed = phone.form_state()
    mortal.kill()
    phone.send_in_vain()
    phone.page.goto("about:blank")  # else it is sent by itself as soon as somebody is there
    mortal.start()

    phone.open(path)
    assert phone.form_state() == typed
    phone.record()
    assert [entry["bids"] for entry in Pen(phone).exported(path)["entries"]] == [BIDS]


@pytest.mark.thorough
def test_a_table_typed_for_a_dead_server_is_still_typed_when_it_lives(
    new_phone: NewPhone, mortal: RunningServer
) -> None:
    phone = new_phone(mortal.url)
    phone.open("/new/ascenseur")
    for seat, player in enumerate(PLAYERS):
        phone.box(f"seat.{seat}").fill(player)
    mortal.kill()
    phone.send_in_vain()
    mortal.start()

    phone.open("/new/ascenseur")
    phone.box("seat.3").wait_for()
    assert [phone.box(f"seat.{seat}").input_value() for seat in range(4)] == list(PLAYERS)


@pytest.mark.thorough
def test_a_reload_keeps_what_was_typed(phone: Phone) -> None:
    phone.new_match("ascenseur", PLAYERS)
    _tap(phone, {"Bob": 1, "Chloé": 0})
    typed = phone.form_state()
    phone.reload()
    assert phone.form_state() == typed


def test_what_a_draft_does_not_know_stays_as_it_is(phone: Phone) -> None:
    """A draft of an older page has no word about a control that has come since."""
    phone.open("/new/ascenseur")
    phone.box("seat.0").fill("Ana")
    phone.page.evaluate("""() => {
      const draft = JSON.parse(localStorage["draft:new-ascenseur"]);
      delete draft["option.not_equal"];
      localStorage["draft:new-ascenseur"] = JSON.stringify(draft);
    }""")
    phone.reload()
    assert phone.box("seat.0").input_value() == "Ana"
    assert phone.chosen_values("option.not_equal") == ["1"]


@pytest.mark.thorough
def test_what_is_typed_outlives_a_note_and_an_offence_recorded_by_the_same_phone(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    phone.tap_count("Bob", 1)
    typed = phone.form_state()
    phone.open(f"{path}/steps/note")
    phone.box("text").fill("Ana a mal vu")
    phone.record()
    assert phone.form_state() == typed
    phone.open(f"{path}/steps/penalty")
    phone.tap(phone.chip("offence", "revoke"))
    phone.tap(phone.chip("player", "Dan"))
    phone.record()
    assert phone.form_state() == typed
    phone.open(f"{path}/steps/note")
    assert phone.box("text").input_value() == ""


def test_what_is_tapped_before_the_scripts_have_come_stays(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    _tap(phone, {"Bob": 1, "Chloé": 0})
    late: list[Route] = []
    phone.page.route("**/js/keep_draft.js", lambda route: late.append(route))
    phone.page.goto(phone.url + path, wait_until="commit")
    phone.tap(phone.chip("bids.0", "0"))
    late[0].continue_()
    phone.ready()
    assert (_counted(phone, "Bob"), _counted(phone, "Chloé")) == (0, 0)


@pytest.mark.thorough
def test_what_was_undone_is_still_typed(phone: Phone) -> None:
    phone.new_match("ascenseur", PLAYERS)
    _tap(phone, BIDS)
    typed = phone.form_state()
    phone.record()
    phone.follow(phone.page.get_by_role("button", name="Annuler la dernière saisie").first)
    assert phone.form_state() == typed


@pytest.mark.thorough
def test_what_is_tapped_after_a_refusal_outlives_a_reload(phone: Phone) -> None:
    phone.new_match("ascenseur", PLAYERS)
    phone.tap_count("Bob", 1)
    phone.send()
    assert phone.page.locator(".why:visible").count()
    for player in PLAYERS[2:]:
        phone.tap_count(player, 0)
    typed = phone.form_state()
    phone.reload()
    assert phone.form_state() == typed


@pytest.mark.thorough
def test_a_phone_that_has_seen_many_rounds_still_keeps_what_was_typed_last(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    for number, (player, bid) in enumerate(BIDS.items()):
        phone.page.evaluate(OTHER_DRAFTS, number)
        phone.tap_count(player, bid)
        typed = phone.form_state()
        phone.open(path)
        assert phone.form_state() == typed


@pytest.mark.thorough
def test_a_match_that_was_started_leaves_its_house_rules_to_the_next_and_no_names(phone: Phone) -> None:
    phone.new_match("ascenseur", PLAYERS, dealer="Chloé", turned=["not_equal"])
    phone.open("/new/ascenseur")
    assert [box.input_value() for box in phone.page.locator("input[name^='seat.']").all()] == [""] * 6
    assert phone.chosen_values("dealer") == ["0"]
    assert not phone.box("option.not_equal").is_checked()


@pytest.mark.thorough
def test_the_way_back_does_not_give_one_players_count_to_another(phone: Phone) -> None:
    path = phone.new_match("whistiti", PLAYERS)
    _tap(phone, {"Bob": 5, "Chloé": 4, "Dan": 3, "Ana": 1})
    phone.record()
    phone.back()
    phone.open(path)
    assert phone.players_asked() == ["Ana", "Bob", "Chloé", "Dan"]
    assert [phone.chosen_values(f"tricks.{seat}") for seat in range(4)] == [[]] * 4


@pytest.mark.thorough
def test_a_deal_that_was_removed_does_not_bring_another_one_back(phone: Phone) -> None:
    path = phone.new_match("whistiti", PLAYERS)
    for counts in ({"Bob": 5, "Chloé": 4, "Dan": 3, "Ana": 1}, {"Chloé": 0, "Dan": 0, "Ana": 13, "Bob": 0}):
        _tap(phone, counts)
        phone.record()
    phone.open(f"{path}/corrections/0")
    phone.follow(phone.page.get_by_role("button", name="Effacer ce qui a été noté"))
    phone.record()
    assert [phone.chosen_values(f"tricks.{seat}") for seat in range(4)] == [[]] * 4


@pytest.mark.thorough
def test_a_correction_given_up_or_made_by_another_phone_leaves_no_draft(new_phone: NewPhone) -> None:
    first = new_phone()
    path, course = first.new_match("whistiti", PLAYERS), Course.of("whistiti", PLAYERS)
    tricks = {"Bob": 5, "Chloé": 4, "Dan": 3, "Ana": 1}
    Pen(first).record(path, course, {"step": "tricks", "tricks": tricks})
    first.open(f"{path}/corrections/0")
    _tap(first, {"Bob": 4, "Chloé": 5})
    first.reload()
    assert (_counted(first, "Bob"), _counted(first, "Chloé")) == (4, 5)
    first.record()
    first.follow(first.page.get_by_role("link", name="Ne rien changer"))
    first.open(f"{path}/corrections/0")
    assert {player: _counted(first, player) for player in tricks} == tricks
    _tap(first, {"Bob": 4, "Chloé": 5})
    second = _joined(new_phone(), first, "keeper", "Bob")
    second.open(f"{path}/corrections/0")
    _tap(second, {"Bob": 0, "Chloé": 9})
    second.record()
    second.record()
    first.open(f"{path}/corrections/0")
    assert {player: _counted(first, player) for player in tricks} == {**tricks, "Bob": 0, "Chloé": 9}


@pytest.mark.first_alone
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_double_tap_records_once(new_phone: NewPhone, scripts: bool) -> None:
    phone = new_phone(scripts=scripts)
    path = phone.new_match("ascenseur", PLAYERS)
    _tap(phone, BIDS)
    phone.double_tap()
    phone.box("tricks.0").first.wait_for(state="attached")
    assert [entry["step"] for entry in Pen(phone).exported(path)["entries"]] == ["bids"]


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_double_tap_starts_one_match(new_phone: NewPhone, scripts: bool) -> None:
    phone = new_phone(scripts=scripts)
    phone.open("/new/ascenseur")
    for seat, player in enumerate(PLAYERS):
        phone.box(f"seat.{seat}").fill(player)
    phone.double_tap()
    phone.box("bids.0").first.wait_for(state="attached")
    phone.open()
    assert phone.page.locator('main a[href^="/matches/"]').count() == 1


@pytest.mark.thorough
def test_a_form_sent_again_by_a_reload_records_once(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    _tap(phone, BIDS)
    phone.record()
    phone.back()
    phone.page.go_forward()
    phone.ready()
    phone.reload()
    assert Pen(phone).count_entries(path) == 1


@pytest.mark.journey
def test_of_two_keepers_one_wins_and_the_other_sees_what_was_recorded_and_what_it_typed(new_phone: NewPhone) -> None:
    first = new_phone()
    path = first.new_match("ascenseur", PLAYERS)
    second = _joined(new_phone(), first, "keeper", "Bob")

    _tap(first, BIDS)
    expect(_chosen(second, "Ana")).to_have_value("1")  # what is tapped while others' counts come in may be another's
    _tap(second, {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1})
    second.record()
    first.record()
    told = first.page.get_by_role("alert").filter(has_text="Bob a noté avant vous")
    assert told.get_by_role("listitem").all_inner_texts() == ["Annonces Bob 1, Chloé 0, Dan 1 et Ana 1"]
    assert {player: _counted(first, player) for player in SPEAKING} == {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}
    assert [entry["bids"]["Chloé"] for entry in Pen(first).exported(path)["entries"]] == [1]

    _tap(first, {"Chloé": 0})
    first.record()
    assert Pen(second).count_entries(path) == 2


@pytest.mark.thorough
def test_a_correction_of_one_keeper_is_not_lost_when_the_other_records_meanwhile(new_phone: NewPhone) -> None:
    first = new_phone()
    path, pen = first.new_match("ascenseur", PLAYERS), Pen(first)
    course = Course.of("ascenseur", PLAYERS)
    pen.record(path, course, {"step": "bids", "bids": BIDS})
    first.open(f"{path}/corrections/0")
    first.tap_count("Chloé", 1)
    first.record()
    pen.record(path, course, {"step": "tricks", "tricks": {"Bob": 1, "Chloé": 0, "Dan": 0, "Ana": 0}})
    first.box("reason").fill("Elle avait dit un")
    first.record()
    assert first.page.get_by_role("alert").is_visible()
    assert first.box("reason").input_value() == "Elle avait dit un"
    first.record()
    assert pen.exported(path)["entries"][0]["bids"]["Chloé"] == 1
    assert first.totals() == {"Ana": -5, "Bob": 10, "Chloé": -5, "Dan": -5}


def _tap(phone: Phone, counts: dict[str, int]) -> None:
    for player, count in counts.items():
        phone.tap_count(player, count)


def _counted(phone: Phone, player: str) -> int:
    return int(_chosen(phone, player).get_attribute("value") or "")


def _chosen(phone: Phone, player: str) -> Locator:
    return phone.page.locator(f'.field-counts [role=group][aria-label="{player}"] input:checked')


def _link(phone: Phone, role: str) -> str:
    """The path of a link made on the page where the table is shared."""
    phone.from_menu("Partager")
    phone.make_code(role)
    address = phone.page.locator('a[href*="/join/"]').get_attribute("href") or ""
    phone.back()
    phone.back()
    return address.removeprefix(phone.url)


def _joined(phone: Phone, other: Phone, role: str, name: str) -> Phone:
    """The phone once it has joined under this name by a link of the other's, and stands in the match open there."""
    phone.open(_link(other, role))
    phone.box("name").fill(name)
    phone.record()
    assert phone.path == "/".join(other.path.split("/")[:3])
    return phone
