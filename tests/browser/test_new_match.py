"""A table of fewer people than seats: the page says at once where Petit-Jean sits, with scripts and without."""

import pytest

from tests.browser.checking import CheckedPhone
from tests.browser.conftest import NewPhone
from tests.browser.layout import DESK, SMALL, UPRIGHT, boxes, broken_words, cut, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.test_look import LONG, in_sight
from tests.browser.test_names import PEOPLE, TWICE
from tests.games.tables import SIX

NOBODY = {2: ["Petit-Jean", "Petit-Jean 2"], 3: ["Petit-Jean"], 4: [], 5: ["Petit-Jean"], 6: []}
SAID = {2: "les places 3 et 4", 3: "la place 4", 5: "la place 6"}


def seats(phone: Phone) -> list[str]:
    """What every seat that is shown says: the name typed, or else what stands there faintly."""
    boxes = phone.page.locator(".seat input[name^='seat.']:visible").all()
    return [box.input_value() or box.get_attribute("placeholder") or "" for box in boxes]


def sentences(phone: Phone) -> str:
    return " ".join(phone.page.locator(".seatings li:visible").all_inner_texts())


@pytest.mark.thorough
def test_the_seats_fill_up_as_names_are_typed(phone: Phone) -> None:
    phone.open("/new/aluette")
    for n, name in enumerate(SIX, 1):
        phone.box(f"seat.{n - 1}").fill(name)
        dummies = len(NOBODY.get(n, []))
        shown = seats(phone)
        assert shown[: n + dummies] == [*SIX[:n], *NOBODY.get(n, [])]
        assert not any("Petit-Jean" in text for text in shown[n + dummies :])
        if n > 1:
            assert sentences(phone) == (f"À {n}, Petit-Jean prend {SAID[n]}." if n in SAID else "")


@pytest.mark.thorough
def test_a_petit_jean_named_by_hand_is_the_only_one(phone: Phone) -> None:
    phone.open("/new/aluette")
    for seat, name in enumerate(("Ana", "Le mort", "Bob")):
        phone.box(f"seat.{seat}").fill(name)
    phone.unfold(phone.box("option.petit_jean", "1"))
    phone.tap(phone.chip("option.petit_jean", "1"))
    assert "Petit-Jean" not in seats(phone)
    assert sentences(phone) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("n", NOBODY)
def test_so_many_people_start_a_match(new_phone: NewPhone, n: int, scripts: bool) -> None:
    phone = new_phone(scripts=scripts)
    path = phone.new_match("aluette", SIX[:n])
    file = Pen(phone).exported(path)
    assert file["players"] == [*SIX[:n], *NOBODY[n]]
    assert file["options"] == ({"petit_jean": NOBODY[n]} if NOBODY[n] else {})
    for name in NOBODY[n]:
        assert name in phone.page.get_by_role("main").inner_text()


@pytest.mark.thorough
def test_petit_jean_is_chosen_to_deal_first(phone: Phone) -> None:
    phone.open("/new/aluette")
    for seat, name in enumerate(SIX[:3]):
        phone.box(f"seat.{seat}").fill(name)
    phone.tap(phone.chip("dealer", "3"))
    phone.record()
    assert "Petit\u2011Jean donne\u202f: son équipe donne pour lui." in phone.page.get_by_role("main").inner_text()
    assert Pen(phone).exported(phone.path)["dealer"] == "Petit-Jean"


# Last time's table

FOUR = SIX[:4]
SHIFT = """() => new Promise(done => {
  new PerformanceObserver(list => done(list.getEntries().reduce((sum, one) => sum + one.value, 0)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 300);
})"""


def table(phone: Phone) -> tuple[list[str], str]:
    """The names at the seats that are shown, and who deals."""
    dealer = phone.page.locator("input[name=dealer]:checked").get_attribute("value")
    return [name for name in seats(phone) if name], phone.box(f"seat.{dealer}").input_value()


@pytest.fixture
def seated(phone: Phone) -> Phone:
    """A phone whose club has played a match of four."""
    Pen(phone).new_match("kems", FOUR)
    return phone


@pytest.mark.journey
@pytest.mark.first_alone
@pytest.mark.parametrize("way", ["tile", "folded away", "choice of games", "seats"])
def test_a_match_with_last_times_table_is_three_taps_from_home(seated: Phone, way: str) -> None:
    phone = seated
    phone.open("/")
    phone.taps = 0
    if way == "tile":
        phone.follow(phone.page.locator('.game-tile[href*="/new/ascenseur"]'))
    elif way == "folded away":
        phone.tap("autres jeux")
        phone.follow(phone.page.locator('.game-tile[href*="/new/tarot-decale"]'))
    elif way == "choice of games":
        phone.follow("Nouvelle partie")
        phone.follow(phone.page.locator('.game-card[href*="/new/ascenseur"]'))
    else:
        phone.open("/new/ascenseur")
        phone.follow(phone.page.locator(".same a"))
    assert table(phone) == ([*FOUR], "Bob")
    phone.record()
    assert phone.taps <= (2 if way in ("tile", "seats") else 3)
    assert Pen(phone).exported(phone.path)["dealer"] == "Bob"


@pytest.mark.thorough
def test_the_totals_of_a_match_on_paper_are_noted_in_few_taps_for_the_same_players(seated: Phone) -> None:
    phone = seated
    phone.open("/evenings")
    phone.taps = 0
    phone.follow("Partie déjà jouée")
    phone.follow(phone.page.locator('.game-card[href*="/new/tarot?"]'))
    phone.record()
    for number, total in enumerate((7, -7, 3)):
        phone.tap_points(phone.page.locator(f'[data-part="totals.{number}"]'), total)
    assert phone.box("totals.3").input_value() == "−3"  # in this game all totals together come to 0
    phone.record()
    assert phone.taps <= 4 + sum(len(str(abs(total))) + 1 for total in (7, 7, 3)) + 1
    phone.open("/evenings")
    assert phone.page.locator(".match-card").count() == 2
    assert phone.page.locator(".match-card .won").inner_text() == FOUR[0]


@pytest.mark.thorough
def test_what_was_typed_for_others_does_not_sit_down_among_the_same_players(seated: Phone) -> None:
    phone = seated
    phone.open("/new/ascenseur")
    phone.box("seat.0").fill("Zoé")
    phone.follow(phone.page.locator(".same a"))
    assert table(phone) == ([*FOUR], "Bob")
    phone.follow("D’autres joueurs")
    assert phone.box("seat.0").input_value() == "Zoé"


@pytest.mark.thorough
def test_a_game_for_more_says_that_there_are_more_seats_and_opens_them(phone: Phone) -> None:
    phone.open("/new/ascenseur")
    for shown in (3, 4, 5):
        assert len(seats(phone)) == shown
        phone.tap("Une place de plus")
    assert len(seats(phone)) == 6
    assert phone.page.get_by_text("Une place de plus").is_hidden()


@pytest.mark.thorough
def test_the_number_of_people_goes_along_to_the_seats_and_back(phone: Phone) -> None:
    phone.open("/new")
    phone.follow(phone.page.locator(".numbers a", has_text="5"))
    phone.follow(phone.page.locator('.game-card[href*="/new/president"]'))
    assert len(seats(phone)) == 5
    phone.tap("Une place de plus")
    assert len(seats(phone)) == 6
    phone.follow("Autre jeu")
    assert phone.page.locator(".numbers [aria-current]").inner_text() == "5"


@pytest.mark.thorough
def test_a_seat_is_moved_by_its_buttons_and_takes_the_deal_along(seated: Phone) -> None:
    phone = seated
    phone.open("/")
    phone.follow(phone.page.locator('.game-tile[href*="/new/ascenseur"]'))
    phone.tap(phone.page.locator("[data-handle]").nth(1))
    for _ in range(2):
        phone.tap(phone.page.locator('.lifted [data-move="1"]'))
    assert table(phone) == (["Ana", "Chloé", "Dan", "Bob"], "Bob")
    phone.tap(phone.page.locator('.lifted [data-move="1"]'))  # there is no seat below the last
    phone.page.locator("[data-handle]").nth(3).press("ArrowUp")
    assert table(phone) == (["Ana", "Chloé", "Bob", "Dan"], "Bob")
    phone.record()
    assert Pen(phone).exported(phone.path)["players"] == ["Ana", "Chloé", "Bob", "Dan"]


def test_a_seat_is_dragged_and_the_partners_are_said_anew(seated: Phone) -> None:
    phone = seated
    phone.open("/")
    phone.follow(phone.page.locator('.game-tile[href*="/new/kems"]'))
    teams = phone.page.locator(".teams")
    assert teams.inner_text() == "Ana et Chloé contre Bob et Dan"
    first, third = (phone.page.locator("[data-handle]").nth(seat).bounding_box() for seat in (0, 2))
    assert first
    assert third
    mouse, x = phone.page.mouse, first["x"] + 20
    mouse.move(x, first["y"] + 20)
    mouse.down()
    mouse.move(x, first["y"] + 60)
    mouse.move(x, third["y"] + 20)
    mouse.up()
    assert table(phone) == (["Bob", "Chloé", "Ana", "Dan"], "Bob")
    assert teams.inner_text() == "Bob et Ana contre Chloé et Dan"
    assert phone.page.locator(".lifted").count() == 0
    phone.record()
    assert Pen(phone).exported(phone.path)["players"] == ["Bob", "Chloé", "Ana", "Dan"]


@pytest.mark.thorough
def test_a_dummy_named_by_hand_is_moved_with_its_seat(phone: Phone) -> None:
    phone.open("/new/aluette?n=4")
    for seat, name in enumerate(("Ana", "Le mort", "Bob", "Chloé")):
        phone.box(f"seat.{seat}").fill(name)
    phone.unfold(phone.box("option.petit_jean", "1"))
    phone.tap(phone.chip("option.petit_jean", "1"))
    phone.page.locator("[data-handle]").nth(1).press("ArrowDown")
    assert phone.chosen_values("option.petit_jean") == ["2"]
    phone.record()
    assert Pen(phone).exported(phone.path)["options"] == {"petit_jean": ["Le mort"]}


@pytest.mark.first_alone
@pytest.mark.parametrize("path", ["/new/ascenseur", "/new/feuille-libre?n=12", "/new/kems", "/"])
def test_nothing_moves_while_the_page_opens(seated: Phone, path: str) -> None:
    """Once its typeface is there; how little moves before is measured in ``test_weight``."""
    seated.open(path)
    seated.page.evaluate("() => document.fonts.ready")
    seated.open(path)
    assert seated.page.evaluate(SHIFT) == 0


@pytest.mark.thorough
def test_the_seats_are_all_there_without_scripts(new_phone: NewPhone) -> None:
    phone = new_phone(scripts=False)
    phone.open("/new/ascenseur")
    assert len(seats(phone)) == 6
    assert phone.page.locator("[data-handle]:visible").count() == 0


@pytest.mark.thorough
def test_the_games_and_the_big_button_are_in_sight_on_the_home_page(seated: Phone) -> None:
    seated.open("/")
    for size in resized(seated, SIZE, UPRIGHT, DESK):
        tiles = seated.page.locator(".game-tile:visible").all()
        assert len(tiles) == 6  # five games, and the number of the others
        parts = (seated.page.locator(".match-on-felt"), *tiles, seated.page.locator("a.go"))
        assert all(in_sight(part) for part in parts), size


@pytest.mark.thorough
def test_an_empty_match_is_deleted_and_brought_back(seated: Phone) -> None:
    phone = seated
    phone.open("/")
    phone.follow(phone.page.locator(".match-on-felt"))
    phone.tap("Plus")
    phone.tap("Supprimer cette partie")
    phone.follow("Oui, la supprimer")
    assert phone.path == "/"
    assert phone.page.locator(":is(.match-on-felt, .match-tile)").count() == 0
    phone.follow("Rétablir")
    assert phone.path.startswith("/matches/")


@pytest.mark.thorough
def test_the_pages_that_begin_a_match_are_fit_for_the_table(seated: Phone) -> None:
    pen, checked = Pen(seated), CheckedPhone(seated)
    crowd = tuple(f"{LONG[:38]}{number:02}" for number in range(12))
    last = pen.new_match("feuille-libre", crowd).rpartition("/")[2]
    for path in ("/", "/new", "/new?n=5", "/new/feuille-libre", f"/new/feuille-libre?from={last}", "/new/aluette?n=3"):
        checked.open(path, path)
    seated.open(f"/new/feuille-libre?from={last}")
    seated.tap(seated.page.locator("[data-handle]").first)
    checked.check("a seat about to be moved")
    seated.open(f"/matches/{last}")
    seated.tap("Plus")
    seated.tap("Supprimer cette partie")
    seated.follow("Oui, la supprimer")
    checked.check("home after a match was deleted")
    assert checked.findings == []


@pytest.mark.thorough
def test_enter_goes_to_the_next_seat_and_starts_no_match(phone: Phone) -> None:
    phone.open("/new/ascenseur")
    page = phone.page
    first = page.get_by_label("Place 1", exact=True)
    first.fill("Ana")
    for name in ("Bob", "Chloé"):
        page.keyboard.press("Enter")
        page.keyboard.type(name)
    page.keyboard.press("Enter")
    assert phone.path == "/new/ascenseur"
    seats = [page.get_by_label(f"Place {seat}", exact=True).input_value() for seat in (1, 2, 3)]
    assert seats == ["Ana", "Bob", "Chloé"]


@pytest.mark.thorough
def test_names_are_whole_at_their_seats_and_among_those_who_are_known(phone: Phone) -> None:
    last = Pen(phone).new_match("feuille-libre", PEOPLE).rpartition("/")[2]
    three = Pen(phone).new_match("ascenseur", PEOPLE[:3]).rpartition("/")[2]
    for path in ("/new/ascenseur", f"/new/ascenseur?from={three}", f"/new/feuille-libre?from={last}"):
        for size in (SIZE, SMALL, TWICE, UPRIGHT, DESK):
            phone.resize(size)
            phone.open(path)
            for folded in phone.page.locator("main details").all():
                folded.evaluate("details => details.open = true")
            assert cut(phone, ".seat:not(.spare) > input, .known .chip > span, [data-seat-name] > span") == [], size
            assert broken_words(phone, "main, .foot") == [], (path, size)
    phone.resize(SIZE)
    phone.open("/new/ascenseur")
    phone.box("seat.0").fill(LONG)
    name, deals, below = boxes(phone, ".seat:first-child > input", ".seat:first-child > .deal", ".seat:nth-child(2)")
    assert name.bottom < deals.top < deals.bottom < below.top  # a name of forty letters has the whole row


@pytest.mark.thorough
def test_the_rules_of_the_last_match_are_taken_back_with_one_tap(phone: Phone) -> None:
    names = ("Ana", "Bob", "Chloé", "Dan")
    phone.new_match("ascenseur", names, turned=("not_equal",))
    phone.open("/new/ascenseur")
    page = phone.page
    assert page.locator(".house").inner_text().startswith("Le total des annonces")
    page.get_by_label("Place 1", exact=True).fill("Zoé")
    page.get_by_role("button", name="Règles habituelles").click()
    page.wait_for_selector(".house", state="detached")
    assert page.get_by_label("Place 1", exact=True).input_value() == "Zoé"
    box = page.locator("[name='option.not_equal']")
    assert box.is_checked()
    page.locator("details.rules").first.evaluate("details => details.open = true")
    box.evaluate("box => box.click()")
    assert page.locator("summary [data-rules]").inner_text() == "choisies ici"


@pytest.mark.thorough
def test_five_people_play_three_deals_in_a_team_of_two_and_one_of_three(phone: Phone) -> None:
    five = ("Ana", "Bob", "Chloé", "Dan", "Éric")
    phone.open("/new/feuille-libre")
    for seat, name in enumerate(five):
        phone.box(f"seat.{seat}").fill(name)
    phone.tap(phone.page.locator("summary", has_text="En équipes"))
    for letter, team in {"A": (0, 3), "B": (1, 2, 4)}.items():
        for seat in team:
            phone.tap(phone.chip(f"team.{letter}", str(seat)))
    assert phone.page.locator(".chip:has([name='team.A']):visible").all_inner_texts() == [*five]
    phone.record()
    for points in ((12, 7), (-3, 8), (5, 5)):
        for number, value in enumerate(points):
            phone.tap_points(phone.page.locator(f'[data-part="points.{number}"]'), value)
        phone.record()
    assert phone.totals() == {"Ana & Dan": 14, "Bob & Chloé & Éric": 20}
    assert Pen(phone).exported(phone.path)["teams"] == [["Ana", "Dan"], ["Bob", "Chloé", "Éric"]]
