"""One player at a time, one thumb: how many taps a deal takes, and what is in view without scrolling."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from referee.games.registry import GAMES
from referee.web.answers.question_form import QuestionForm
from tests.browser.answering import tap_answer, tap_record
from tests.browser.conftest import NewPhone
from tests.browser.course import PLAYERS, Course
from tests.browser.layout import LYING, Box, boxes, broken_words, covered, cut, out_of_view, page_height, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone

HIGHEST = {3: 17, 4: 13, 5: 10, 6: 8}
"""The most cards of a deal, by the number of players: that many and one keys."""
MOST_TAPS = {"tricks": 4, "queens": 5, "hearts": 4, "king": 1, "last": 1, "salade": 12}
"""Of each contract's result, recorded: the last one has the rest."""
FOUR, FIVE = PLAYERS[:4], PLAYERS[:5]
TALL = ({"width": 360, "height": 800}, {"width": 412, "height": 915})
FIRST = ".ask .keys > button, .ask .tap, .ask > .field .chip, .board .plus, .ask .points .entry"
"""The keys of the first question of a deal."""


def at_the_top(phone: Phone, players: int, bids: bool = False) -> str:
    """An ascenseur with one deal behind it, at a deal with the most cards; with ``bids`` each has bid one."""
    people, rules = PLAYERS[:players], {"direction": "down-up", "top_rounds": 2}
    pen, course, chance = Pen(phone), Course.of("ascenseur", people, rules), Random(1)
    path = pen.new_match("ascenseur", people, {"option.direction": "down-up", "option.top_rounds": "2"})
    while not course.rows:
        pen.record(path, course, course.answer(chance, 0).entry)
    if bids:
        pen.record(path, course, {"step": "bids", "bids": dict.fromkeys(speakers(course), 1)})
    return path


def speakers(course: Course) -> tuple[str, ...]:
    """The players of the count that is asked, in their order."""
    field: Any = course.open_questions[0].ways[0].fields[0]
    players: tuple[str, ...] = field.players
    return players


@pytest.mark.first_alone
@pytest.mark.parametrize("players", sorted(HIGHEST))
def test_bids_are_a_tap_each_and_one_to_record_with_nothing_scrolled(phone: Phone, players: int) -> None:
    path = at_the_top(phone, players)
    phone.open(path)
    phone.taps = 0
    for _ in range(players):
        keys = boxes(phone, ".turn .keys > button")
        assert len(keys) == HIGHEST[players] + 1
        assert min(key.height for key in keys) >= 48
        assert covered(phone, ".turn .keys > button") == []
        assert out_of_view(phone, ".turn .keys > button", ".asked, .spoken") == []
        phone.tap(phone.page.locator(".turn .keys > button").nth(1))
    assert phone.page.evaluate("scrollY") == 0
    phone.record()
    assert phone.taps == players + 1
    assert phone.box("tricks.0").count()


LONELY = """keys => { const rows = {};
  for (const key of keys) (rows[Math.round(key.getBoundingClientRect().top)] ??= []).push(key);
  const fills = key => key.offsetWidth === key.parentElement.offsetWidth;
  return Object.values(rows).filter(row => row.length === 1 && !fills(row[0])).map(([key]) => key.innerText); }"""
"""The words of each key that has a row for itself and does not fill it."""
PHONES = (*({"width": width, "height": 640} for width in (320, 360, 430)), LYING)
NUMBERS = range(1, 18)


def alone_in_a_row(phone: Phone, keys: str) -> list[str]:
    """Which of these keys stand alone in a row at some size of a phone."""
    return [key for _ in resized(phone, *PHONES) for key in phone.page.locator(keys).evaluate_all(LONELY)]


@pytest.mark.thorough
def test_no_number_stands_alone_in_a_row_of_keys(phone: Phone) -> None:
    for cards in NUMBERS:
        rules = {"option.direction": "down-up", "option.max_cards": str(cards)}
        phone.open(Pen(phone).new_match("ascenseur", PLAYERS[:3], rules))
        assert phone.page.locator(".turn .keys > button").count() == cards + 1
        assert alone_in_a_row(phone, ".turn .keys > button") == []


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "keys"), [("aluette", ".keys.names > button"), ("triolet", ".order .tap")])
def test_no_name_stands_alone_in_a_row_of_keys(phone: Phone, game: str, keys: str) -> None:
    for players in GAMES[game].players:
        phone.open(Pen(phone).new_match(game, ("Ana", "Jean-Baptiste", *PLAYERS[2:])[:players]))
        assert phone.page.locator(keys).count() >= players
        assert alone_in_a_row(phone, keys) == [], players


@pytest.mark.first_alone
@pytest.mark.parametrize("players", sorted(HIGHEST))
def test_what_was_announced_and_its_keys_are_in_view_while_tricks_are_entered(phone: Phone, players: int) -> None:
    phone.open(at_the_top(phone, players, bids=True))
    rows = boxes(phone, ".board .entry")
    assert len(rows) == players == len(boxes(phone, ".rest > button"))
    assert all("annoncé 1" in row.words for row in rows)
    assert out_of_view(phone, ".board .entry", ".board .sum", "button.go") == []
    assert covered(phone, ".board .plus") == []


def bottom(phone: Phone, selector: str) -> float:
    """Where the lowest of these ends."""
    return max(box.bottom for box in boxes(phone, selector))


@pytest.mark.thorough
@pytest.mark.parametrize("players", [5, 6])
def test_who_could_take_the_rest_stands_whole_between_the_button_and_the_key_that_takes_back(
    phone: Phone, players: int
) -> None:
    phone.open(at_the_top(phone, players, bids=True))
    for size in resized(phone, SIZE, LYING):
        assert page_height(phone) <= size["height"]
        assert len(boxes(phone, ".rest > button")) == players
        assert bottom(phone, ".rest > button") <= boxes(phone, "button.go")[0].top
        assert bottom(phone, ".undo button") <= boxes(phone, ".starts button")[0].top


@pytest.mark.thorough
def test_on_its_side_the_button_stays_in_view_where_something_can_be_restored(phone: Phone) -> None:
    phone.resize(LYING)
    phone.open(at_the_top(phone, 5, bids=True))
    phone.follow(phone.page.locator(".undo button"))
    assert phone.page.locator(".restore, .undo").count() == 2
    assert out_of_view(phone, "button.go") == []


@pytest.mark.first_alone
@pytest.mark.parametrize(("game", "players"), [
    ("ascenseur", 6), ("huit-americain", 3), ("huit-americain", 5), ("tarot-decale", 5), ("feuille-libre", 6),
    ("feuille-libre", 12), ("president", 6), ("triolet", 6), ("aluette", 4), ("aluette", 6), ("whistiti", 4),
])  # fmt: skip
def test_the_first_question_is_in_view_at_every_size_of_a_phone(phone: Phone, game: str, players: int) -> None:
    phone.open(Pen(phone).new_match(game, PLAYERS[:players]))
    assert out_of_view(phone, FIRST, "button.go") == []
    assert covered(phone, FIRST) == []
    assert cut(phone, ".recap .prepare") == []
    if (game, players) in ON_ITS_SIDE:
        phone.resize(LYING)
        the_question_stands_between_bars_that_leave_it_room(phone)
    if (game, players) in WHOLE_ON_ITS_SIDE:
        phone.resize(LYING)
        the_whole_pad_is_in_view_with_its_button(phone, players)
    if (game, players) in ON_ITS_BUTTON:
        for size in resized(phone, *TALL):
            the_pad_stands_on_its_button(phone, size)


ON_ITS_SIDE = {("ascenseur", 6), ("whistiti", 4), ("feuille-libre", 6)}
WHOLE_ON_ITS_SIDE = {
    ("huit-americain", 3), ("huit-americain", 5), ("aluette", 4), ("aluette", 6), ("president", 6), ("triolet", 6),
    ("feuille-libre", 6), ("tarot-decale", 5), ("barbu", 4),
}  # fmt: skip
ON_ITS_BUTTON = {("feuille-libre", 6), ("aluette", 4), ("huit-americain", 5), ("whistiti", 4)}


def the_question_stands_between_bars_that_leave_it_room(phone: Phone) -> None:
    assert page_height(phone) <= phone.page.evaluate("Math.ceil(document.body.offsetHeight)")
    assert sum(bar.height for bar in boxes(phone, ".head", ".bar")) <= 0.45 * LYING["height"]
    keys = ".ask .keys > button, .board :is(.plus, .sum), .rest > button"
    assert out_of_view(phone, keys) == []
    assert covered(phone, keys) == []


def the_whole_pad_is_in_view_with_its_button(phone: Phone, players: int) -> None:
    tricks = phone.page.locator(".keys.names:visible > button")
    for taken in range(7 if tricks.count() else 0):
        phone.tap(tricks.nth(taken % players))
    keys = ".ask :is(.keys > button, .tap, .chip, .plus, .points .entry, .spoken, .go)"
    assert [words for words in out_of_view(phone, keys) if "facultatif" not in words] == []
    assert covered(phone, keys) == []


def the_pad_stands_on_its_button(phone: Phone, size: Mapping[str, int]) -> None:
    above = bottom(phone, ".padded, details.rules")
    assert boxes(phone, ".bar")[0].top - above <= 16
    assert page_height(phone) <= size["height"]


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["page", "text"])
@pytest.mark.parametrize(("game", "players"), [("ascenseur", 6), ("whistiti", 4), ("tarot-decale", 5), ("aluette", 4)])
def test_at_twice_the_size_nothing_is_cut_or_covered(phone: Phone, game: str, players: int, way: str) -> None:
    """The page enlarged, or the browser's own text set to twice its size."""
    if way == "page":
        phone.resize({"width": 180, "height": 320})
    else:
        session = phone.page.context.new_cdp_session(phone.page)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    phone.open(Pen(phone).new_match(game, PLAYERS[:players]))
    assert phone.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == (16 if way == "page" else 32)
    assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    keys = phone.page.locator(".ask .keys > button, .board .plus, button.go, .nav a, .side").filter(visible=True)
    assert keys.evaluate_all(COVERED_ONCE_IN_SIGHT) == []


COVERED_ONCE_IN_SIGHT = """keys => keys.filter(key => { key.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = key.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  return !(key.contains(over) || over?.contains(key)); }).map(key => key.innerText)"""
"""The words of the keys over which something lies once they have been scrolled to."""


@pytest.mark.thorough
def test_one_trick_of_difference_is_two_taps_and_two_are_three(phone: Phone) -> None:
    people = PLAYERS[:4]
    rules = {"direction": "down-up", "max_cards": 3}
    pen, course = Pen(phone), Course.of("ascenseur", people, rules)
    path = pen.new_match("ascenseur", people, {"option.direction": "down-up", "option.max_cards": "3"})
    order = speakers(course)
    for bids, taps in (((1, 1, 0, 0), 2), ((0, 0, 0, 0), 3)):
        pen.record(path, course, {"step": "bids", "bids": dict(zip(order, bids, strict=True))})
        phone.open(path)
        button = phone.page.locator("button.go")
        assert button.get_attribute("data-quiet") is not None
        phone.taps = 0
        for _ in range(taps - 1):
            phone.tap(phone.page.locator('[data-part="tricks.0"] .one'))
        assert button.get_attribute("data-quiet") is None
        phone.record()
        assert phone.taps == taps
        course.take({"step": "tricks", "tricks": {**dict(zip(order, bids, strict=True)), order[0]: bids[0] + taps - 1}})
        order = speakers(course)


@pytest.mark.thorough
def test_tricks_as_announced_are_one_tap(phone: Phone) -> None:
    people, rules = PLAYERS[:4], {"not_equal": False}
    pen, course = Pen(phone), Course.of("ascenseur", people, rules)
    path = pen.new_match("ascenseur", people, {"option.not_equal.shown": "1"})
    pen.record(path, course, {"step": "bids", "bids": dict(zip(people, (1, 0, 0, 0), strict=True))})
    phone.open(path)
    phone.taps = 0
    phone.record()
    assert phone.taps == 1
    assert phone.totals()["Ana"] == 10


@pytest.mark.thorough
def test_no_row_of_the_board_moves_under_the_thumb_while_tricks_are_tapped(phone: Phone) -> None:
    place = "key => key.getBoundingClientRect().top + scrollY"
    for _ in resized(phone, SIZE, LYING):
        phone.open(at_the_top(phone, 6, bids=True))
        plus = phone.page.locator(".board .plus")
        where = [plus.nth(5).evaluate(place)]
        for left in (1, 0):
            phone.tap(plus.nth(5))
            assert phone.page.locator(".board .sum").inner_text().startswith(str(HIGHEST[6] - left))
            assert phone.page.locator(".rest > button:visible").count() == (6 if left else 0)
            where.append(plus.nth(5).evaluate(place))
        assert len(set(where)) == 1


@pytest.mark.thorough
def test_the_quiet_button_says_what_is_missing_and_leads_there(phone: Phone) -> None:
    path = at_the_top(phone, 4, bids=True)
    phone.open(path)
    button = phone.page.locator("button.go")
    assert button.inner_text() == "Encore 9"
    button.tap(force=True)
    assert phone.path == path
    assert phone.page.locator(".board .one").first.evaluate("one => one === document.activeElement")
    assert Pen(phone).count_entries(path) == 3


@pytest.mark.first_alone
@pytest.mark.parametrize(("game", "way", "said"), [
    ("president", "", "Encore 4 à placer"), ("triolet", "", "Encore 1 à placer"),
    ("huit-americain", "cards", "Qui n’a plus de carte ?"), ("aluette", "side", "Le gagnant ?"),
    ("famille-trefles", "", "Qui a sa famille ?"),
])  # fmt: skip
def test_the_button_is_quiet_on_every_form_of_a_deal_until_it_can_be_recorded(
    phone: Phone, game: str, way: str, said: str
) -> None:
    course = Course.of(game, FOUR)
    path = Pen(phone).new_match(game, FOUR)
    phone.open(path)
    if way:
        phone.tap(phone.chip("way", way))
    button = phone.page.locator("button.go")
    assert button.inner_text().replace("\u202f", " ") == said
    assert (button.get_attribute("data-quiet"), button.get_attribute("aria-disabled")) == ("", "true")
    button.tap(force=True)
    assert phone.path == path
    assert phone.page.evaluate("document.activeElement.closest('.field') !== null")
    ways = [way.id for way in course.open_questions[0].ways]
    given = course.answer(Random(5), ways.index(way) if way else 0)
    tap_answer(phone, given)
    assert (button.inner_text(), button.get_attribute("data-quiet")) == ("Enregistrer", None)
    assert button.get_attribute("aria-disabled") is None
    tap_record(phone, given)
    assert Pen(phone).count_entries(path) == 1


@pytest.mark.thorough
@pytest.mark.parametrize("contract", ["plis", "dames", "coeurs", "barbu", "dernier-pli", "salade"])
def test_each_contract_of_the_barbu_is_a_few_taps_on_two_screens(phone: Phone, contract: str) -> None:
    pen, course = Pen(phone), Course.of("barbu", FOUR)
    path = pen.new_match("barbu", FOUR)
    first = course.open_questions[0].ways[0].fields[0]
    chosen = next(id for id, _ in first.choices if contract in str(id) or str(id) == contract)  # type: ignore[attr-defined]
    pen.record(path, course, {"step": "contract", "contract": chosen})
    phone.open(path)
    assert page_height(phone) <= 2 * SIZE["height"]
    given = course.answer(Random(2), 0)
    phone.taps = 0
    tap_answer(phone, given)
    tap_record(phone, given)
    assert phone.path == path
    fields = [field.key for field in given.way.fields]
    assert phone.taps <= (MOST_TAPS["salade"] if len(fields) > 1 else MOST_TAPS.get(fields[0], 5))


def test_a_draft_survives_a_reload_in_the_middle_of_a_pad(phone: Phone) -> None:
    path = at_the_top(phone, 4)
    phone.open(path)
    for value in ("2", "5"):
        phone.tap(phone.page.locator(f'.keys [data-value="{value}"]'))
    typed, asked = phone.form_state(), phone.page.locator(".asked").inner_text()
    phone.reload()
    assert (phone.form_state(), phone.page.locator(".asked").inner_text()) == (typed, asked)
    assert phone.page.locator(".entry:not(.unspoken) > .spoken:visible").count() == 2


def test_a_refused_bid_shows_its_reason_at_the_player_and_is_tapped_again(phone: Phone) -> None:
    path = at_the_top(phone, 3)
    phone.open(path)
    for seat in range(3):
        phone.choose(f"bids.{seat}", "1")
    phone.forge("bids.1", "40")
    phone.send()
    why = phone.page.locator('[data-part="bids.1"] > [data-article]')
    assert out_of_view(phone, '[data-part="bids.1"] > [data-article]') == []
    phone.choose("bids.1", "3")
    assert why.count() == 0
    phone.record()
    assert phone.box("tricks.0").count()


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "players"), [
    ("ascenseur", 6), ("whistiti", 4), ("tarot-decale", 5), ("feuille-libre", 6), ("feuille-libre", 12),
])  # fmt: skip
def test_the_first_fault_and_its_whole_pad_are_in_view_however_many_there_are(
    phone: Phone, game: str, players: int
) -> None:
    path = Pen(phone).new_match(game, PLAYERS[:players])
    for size in resized(phone, SIZE, LYING):
        phone.open(path)
        phone.send()
        assert phone.page.locator(".entry > .why[data-article]").count() == players
        faults = boxes(phone, ".entry > .why[data-article]")
        assert len(faults) == 1
        keys: list[Box] = boxes(phone, ".turn .keys > button, .board .plus")
        if not phone.page.locator(".turn .keys:visible > button").count():
            keys = keys[:2]
        assert len(keys) > 1
        assert [key for key in faults + keys if key.top < 0 or key.bottom > size["height"] or key.covered] == []


@pytest.mark.thorough
def test_a_whole_deal_by_keyboard_alone(phone: Phone) -> None:
    path = at_the_top(phone, 3)
    phone.open(path)
    keys = phone.page.keyboard
    phone.page.locator(".turn .keys > button").first.focus()
    for digits in ("3", "12", "0"):
        keys.type(digits)
        keys.press("Enter")
    assert [phone.chosen_values(f"bids.{seat}") for seat in range(3)] == [["3"], ["12"], ["0"]]
    with phone.page.expect_navigation():
        keys.press("Enter")  # the one big button has the focus
    phone.ready()
    phone.page.locator('[data-part="tricks.0"] .plus').focus()
    keys.press("Enter")
    keys.press("Space")
    assert phone.chosen_values("tricks.0") == ["5"]


@pytest.mark.journey
def test_a_whole_match_by_keyboard_alone(phone: Phone) -> None:
    """From the first deal to the end of the shortest ascenseur: Tab, digits, arrows and Enter."""
    phone.open(Pen(phone).new_match("ascenseur", PLAYERS[:3], {"option.max_cards": "1", "option.direction": "up"}))
    keys = phone.page.keyboard
    deals = 0
    while phone.page.locator(".board, .turns").count():
        _tab_to(phone, ".turn .keys > button")
        for _ in range(2):
            keys.type("1")
            keys.press("Enter")
        keys.press("0")
        keys.press("ArrowRight")
        keys.press("Enter")
        with phone.page.expect_navigation():
            keys.press("Enter")
        phone.ready()
        for _ in range(2):
            _tab_to(phone, ".board .less")
            keys.press("Enter")
        assert phone.page.locator("button.go[data-quiet]").count() == 0
        _tab_to(phone, "button.go")
        with phone.page.expect_navigation():
            keys.press("Enter")
        phone.ready()
        deals += 1
    assert deals
    assert phone.page.locator(".podium, .victory, .final").count()
    assert phone.taps == 0


def _tab_to(phone: Phone, what: str) -> None:
    """Press Tab until the focus is on one of these that can be pressed."""
    for _ in range(60):
        phone.page.keyboard.press("Tab")
        if phone.page.evaluate("what => document.activeElement.matches(what)", what):
            return
    raise AssertionError(what)


@pytest.mark.thorough
def test_points_are_typed_on_the_pad_without_the_keyboard_of_the_phone(phone: Phone) -> None:
    course = Course.of("feuille-libre", PLAYERS)
    phone.open(Pen(phone).new_match("feuille-libre", PLAYERS))
    boxes = phone.page.locator(".points input.digits")
    assert {box.get_attribute("inputmode") for box in boxes.all()} == {"none"}
    assert out_of_view(phone, ".digits-pad .keys > button", ".asked") == []
    given = course.answer(Random(4), 0)
    tap_answer(phone, given)
    tap_record(phone, given)
    course.take(given.entry)
    assert phone.totals() == dict(course.state.totals)


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 6, 7, 9, 12])
def test_the_keyboard_of_the_phone_can_be_had_on_its_side_too(phone: Phone, players: int) -> None:
    phone.resize(LYING)
    phone.open(Pen(phone).new_match("feuille-libre", PLAYERS[:players]))
    for words, mode in (("Clavier", "numeric"), ("Pavé", "none")):
        (way,) = boxes(phone, ".turn > .link")
        assert min(way.width, way.height) >= 44
        assert way.words == words
        assert covered(phone, ":is(.turn > .link, .keys > button)") == []
        phone.tap(phone.page.locator(".turn > .link"))
        assert phone.box("points.0").get_attribute("inputmode") == mode


@pytest.mark.thorough
def test_the_last_one_gets_the_rest_where_the_sum_is_known(phone: Phone) -> None:
    path = Pen(phone).new_match("tarot-decale", FIVE)
    field: Any = Course.of("tarot-decale", FIVE).open_questions[0].ways[0].fields[0]
    phone.open(path)
    for seat in range(4):
        phone.tap_points(phone.page.locator(f'[data-part="points.{seat}"]'), 10)
    assert phone.box("points.4").input_value() == str(field.total - 40)
    phone.tap_points(phone.page.locator('[data-part="points.0"]'), 20)
    assert phone.box("points.4").input_value() == str(field.total - 50)


@pytest.mark.thorough
def test_a_wrong_sum_of_points_is_marked_and_says_by_how_much(phone: Phone) -> None:
    phone.open(Pen(phone).new_match("tarot-decale", FIVE))
    for seat in (0, 1, 2, 3, 4):
        phone.tap_points(phone.page.locator(f'[data-part="points.{seat}"]'), 20)
    assert phone.page.locator(".so-far.wrong").inner_text() == "100 sur 75 · 25 de trop"
    phone.send()
    assert out_of_view(phone, ".so-far.wrong", "fieldset > .why") == []


@pytest.mark.thorough
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_totals_count_up_once_and_not_at_all_where_motion_is_unwelcome(phone: Phone, motion: Any) -> None:
    phone.page.emulate_media(reduced_motion=motion)
    pen, course = Pen(phone), Course.of("feuille-libre", FOUR)
    path = pen.new_match("feuille-libre", FOUR)
    pen.record(path, course, {"step": "points", "points": dict(zip(FOUR, (9, 1, 1, 1), strict=True))})
    phone.open(path)
    for seat, points in enumerate((1, 30, 1, 1)):
        phone.tap_points(phone.page.locator(f'[data-part="points.{seat}"]'), points)
    phone.record()
    course.take({"step": "points", "points": dict(zip(FOUR, (1, 30, 1, 1), strict=True))})
    moves = motion != "reduce"
    assert phone.page.locator(".total[data-shown]").count() == 4 * moves
    assert phone.page.locator(".side.leads .name").all_inner_texts() == ["Bob"] * moves
    assert phone.totals() == dict(course.state.totals)
    for again in (path, f"{path}?just=1"):
        phone.open(again)
        assert phone.page.locator(".total[data-shown], .leads").count() == 0


@pytest.mark.thorough
def test_another_phone_sees_what_is_counted_and_the_last_tap_wins(new_phone: NewPhone) -> None:
    first, second, watcher = new_phone(), new_phone(), new_phone()
    path = at_the_top(first, 4, bids=True)
    for other, role in ((second, "keeper"), (watcher, "watcher")):
        other.open(Pen(first).share(role))
        other.box("name").fill(role)
        other.record()
        other.open(path)
    first.open(path)
    first.tap(first.page.locator('[data-part="tricks.0"] .one'))
    second.page.locator('[name="tricks.0"][value="2"]:checked').wait_for(state="attached")
    watcher.page.locator("[data-running]").get_by_text("2").first.wait_for()
    second.tap(second.page.locator('[data-part="tricks.1"] .less'))
    first.page.locator('[name="tricks.1"][value="0"]:checked').wait_for(state="attached")
    assert first.chosen_values("tricks.0") == second.chosen_values("tricks.0") == ["2"]
    assert Pen(first).count_entries(path) == 3


@pytest.mark.thorough
def test_a_trick_is_taken_back_and_the_ones_before_are_tapped_again(phone: Phone) -> None:
    pen = Pen(phone)
    phone.open(pen.new_match("aluette", FOUR))
    keys = phone.page.locator(".keys.names:visible > button")
    for number in (0, 1, 1):
        phone.tap(keys.nth(number))
    phone.tap(phone.page.get_by_role("button", name="Effacer le dernier"))
    assert [len(phone.chosen_values(f"winners.winners.{trick}")) for trick in range(3)] == [1, 1, 0]
    phone.tap(phone.page.locator(".spoken:visible").first)
    phone.tap(keys.nth(1))
    assert phone.chosen_values("winners.winners.0") == phone.chosen_values("winners.winners.1")
    assert "2" in keys.nth(1).inner_text()


@pytest.mark.thorough
def test_the_tarot_with_a_call_and_a_bonus_is_twelve_taps(phone: Phone) -> None:
    path = Pen(phone).new_match("tarot-decale", FIVE, {"option.bets": "1", "option.call": "1", "option.bonuses": "1"})
    phone.open(path)
    phone.taps = 0
    phone.choose("bids.0", "brevet")
    phone.tap(phone.page.locator(".turn > .others"))
    phone.tap(phone.page.locator("label:has([name=call])").first)
    phone.record()
    phone.tap_number("camp_points", 45)
    phone.tap(phone.page.locator("label:has([name=partner])").first)
    bonus = phone.page.locator("label:has([name^='bonuses.'])").first
    phone.unfold(bonus)
    phone.tap(bonus)
    phone.record()
    assert phone.taps <= 12
    assert phone.path == path


@pytest.mark.thorough
def test_the_pad_of_one_number_gives_the_focus_back_to_its_box(phone: Phone) -> None:
    pen, course = Pen(phone), Course.of("tarot", FOUR)
    path = pen.new_match("tarot", FOUR)
    pen.record(path, course, {"step": "contract", "taker": FOUR[0], "contract": "garde"})
    phone.open(path)
    phone.tap_number("points", 12)
    phone.tap(phone.page.locator(".keys:visible .next"))
    box = phone.box("points")
    assert box.evaluate("box => box === document.activeElement")
    assert phone.page.locator(".digits-pad").is_hidden()
    assert box.input_value() == "12"
    phone.tap(box)
    assert phone.page.locator(".digits-pad").is_visible()


@pytest.mark.thorough
def test_the_keys_of_a_trick_have_the_colours_of_their_players(phone: Phone) -> None:
    phone.open(Pen(phone).new_match("aluette", FOUR))
    keys = phone.page.locator(".keys.names > button")
    colours = [disc.get_attribute("class") for disc in keys.locator(".disc").all()]
    assert len(set(colours)) == 4 == keys.count() - 1
    assert cut(phone, ".keys.names > button > span") == []


def test_no_game_is_asked_in_words_that_no_pad_has() -> None:
    """Every pad an input names is one that a script makes."""
    asked = (Course.of(game.id, PLAYERS[: min(game.players)]).open_questions[0] for game in GAMES.values())
    ways = [way for question in asked for way in QuestionForm(question).ways]
    assert {bound.pad for way in ways for bound in way.inputs()} == {"", "turns", "board", "points", "increments"}


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_word_of_an_offence_or_of_a_first_question_breaks_in_the_middle(new_phone: NewPhone, language: str) -> None:
    phone = new_phone(locale=language)
    broken, words = {}, 0
    for game in GAMES.values():
        path = Pen(phone).new_match(game.id, PLAYERS[: 4 if 4 in game.people else game.people[0]])
        for page in ("", "/steps/penalty"):
            phone.open(path + page)
            words += len(boxes(phone, "legend, h2, .chip"))
            if found := broken_words(phone, "legend, h2, .chip, button"):
                broken[f"{game.id}{page}"] = found
    assert words > 10 * len(GAMES)
    assert not broken
