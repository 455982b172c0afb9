"""Each player answers from a phone of their own, where the match has chosen it; the keeper records."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from flask import Flask

from referee.game_definition.match_course import Transition, advance, opening
from referee.games.registry import GAMES
from referee.matches.match_file import Setup, read_setup
from referee.web.answers.own_answers import asked_of_players
from referee.web.answers.question_form import QuestionForm
from tests.games.random_matches import random_match
from tests.web.sharing import another_keeper, watcher_of
from tests.web.table import FOUR, WebMatch, new_match, usual_table
from tests.web.visitor import Form, Page, Visitor

BIDS = {"step": "bids", "bids": {"Ana": 0, "Bob": 1, "Chloé": 1, "Dan": 0}}
MATCHES = 12
SPEAKING = ("Bob", "Chloé", "Dan", "Ana")


@dataclass(frozen=True, slots=True)
class Seated:
    """A phone on a match that each answers for themselves."""

    visitor: Visitor
    path: str

    def page(self) -> Page:
        return self.visitor.open(self.path)

    def text(self) -> str:
        return " ".join(self.page().text.split())

    def asked(self) -> list[Form]:
        """What this phone is asked, a form each."""
        return [form for form in self.page().forms() if form.action.endswith("/seat/answer")]

    def says(self, value: str, at: int = 0) -> Page:
        """Tap a value, or type it."""
        form = self.asked()[at]
        if form.buttons() == [("value", value)] or ("value", value) in form.buttons():
            return form.send(("value", value))
        return form.fill("value", value).send()

    def offered(self, at: int = 0) -> list[str]:
        """The values that can be tapped."""
        buttons = self.asked()[at].element.all("button")
        return [button.attributes["value"] or "" for button in buttons if "disabled" not in button.attributes]

    def forces(self, value: str) -> int:
        """Send what the page does not offer; the status."""
        form = self.asked()[0]
        sent = [("asked", form.value("asked")), ("question", form.value("question")), ("value", value)]
        return self.visitor.send(f"{self.path}/seat/answer", sent).status

    def sits(self, player: str) -> Page:
        return self.visitor.send(f"{self.path}/seat", [("player", player)])


def chosen(match: WebMatch) -> WebMatch:
    """The match, once its keeper has chosen that each answers on a phone of their own."""
    share = match.visitor.open(f"/share?match={match.public_id}")
    assert share.form("/own-phones").send(("chosen", "1")).status == 303
    return match


def at_the_table(app: Flask, match: WebMatch, players: Sequence[str] = FOUR) -> dict[str, Seated]:
    """A watching phone for each of these players, that took their seat by its button."""
    phones = {player: Seated(watcher_of(match.visitor, Visitor(app)), match.path) for player in players}
    for player, phone in phones.items():
        assert phone.page().form("/seat").send(("player", player)).status == 303
    return phones


def started(visitor: Visitor, game: str, players: Sequence[str] = FOUR) -> WebMatch:
    return chosen(new_match(visitor, game, players))


@pytest.fixture
def table(app: Flask, match: WebMatch) -> dict[str, Seated]:
    return at_the_table(app, chosen(match))


def draft(match: WebMatch) -> Any:
    return match.visitor.client.get(f"{match.path}/state").get_json()["count"]


def test_nobody_takes_a_seat_before_the_match_has_chosen_it(app: Flask, match: WebMatch) -> None:
    phone = Seated(watcher_of(match.visitor, Visitor(app)), match.path)
    assert "Qui êtes-vous" not in phone.text()
    assert phone.sits("Bob").status == 303
    chosen(match)
    assert "Qui êtes-vous" in phone.text()


def test_they_are_asked_in_speaking_order_and_the_keeper_records_with_one_tap(
    match: WebMatch, table: dict[str, Seated]
) -> None:
    for player, bid in zip(SPEAKING, "1100", strict=True):
        assert all((f"À vous, {name}" in phone.text()) == (name == player) for name, phone in table.items())
        waits = [name for name, phone in table.items() if f"On attend {player}." in phone.text()]
        assert set(waits) == set(SPEAKING[SPEAKING.index(player) + 1 :])
        assert table[player].says(bid).status == 303
    form = match.form()
    assert [form.value(f"bids.{seat}") for seat in range(4)] == ["1", "1", "0", "0"]
    assert form.send().status == 303
    assert match.exported()["entries"] == [BIDS]


def test_who_speaks_too_early_or_too_late_says_nothing(match: WebMatch, table: dict[str, Seated]) -> None:
    assert table["Chloé"].forces("1") == 409
    table["Bob"].says("1")
    table["Bob"].says("0")
    table["Chloé"].says("1")
    assert table["Bob"].forces("1") == 409
    assert draft(match)["typed"] == {"bids.0": "0", "bids.1": "1", "way": ""}


def test_the_forbidden_bid_is_struck_out_on_the_phone_of_the_last_speaker(table: dict[str, Seated]) -> None:
    for player, bid in zip(SPEAKING, "100", strict=False):
        table[player].says(bid)
    assert table["Ana"].offered() == ["1"]
    assert "0 est interdit : le total ferait 1." in table["Ana"].text()
    page = table["Ana"].page()
    assert "ferait 1. § La dernière annonce n’amène pas le total juste" in page.document.text()
    match = page.path.rpartition("/")[2]
    assert f"/rules/ascenseur?match={match}#ascenseur.not-equal" in page.links()
    assert table["Ana"].forces("0") == 409
    assert table["Ana"].forces("7") == 409


def test_the_keeper_sees_who_is_missing_and_answers_for_them(match: WebMatch, table: dict[str, Seated]) -> None:
    assert "Manque : Bob, Chloé, Dan et Ana" in " ".join(match.page().text.split())
    table["Bob"].says("1")
    assert "Manque : Chloé, Dan et Ana" in " ".join(match.page().text.split())
    asked = match.form().element.attributes["data-asked"] or ""
    tapped = [("asked", asked), ("bids.1", "1"), ("tapped", "bids.1")]
    assert match.visitor.send(f"{match.path}/count", tapped).status == 204
    assert draft(match)["typed"] == {"bids.0": "1", "bids.1": "1", "way": ""}
    assert draft(match)["missing"] == "Dan et Ana"
    assert "À vous, Dan" in table["Dan"].text()


def test_a_count_that_a_keeper_takes_back_is_taken_back_alone(match: WebMatch, table: dict[str, Seated]) -> None:
    table["Bob"].says("1")
    table["Chloé"].says("0")
    asked = match.form().element.attributes["data-asked"] or ""
    match.visitor.send(f"{match.path}/count", [("asked", asked), ("tapped", "bids.1")])
    assert draft(match)["typed"] == {"bids.0": "1", "way": ""}


def test_what_a_phone_answers_to_a_question_that_is_asked_no_more_is_refused(
    match: WebMatch, table: dict[str, Seated]
) -> None:
    form = table["Bob"].asked()[0]
    match.record(BIDS)
    refused = form.send(("value", "1"))
    assert refused.status == 409
    assert "Voici où en est la partie" in refused.text
    assert table["Bob"].says("1").status == 303
    assert draft(match)["typed"]["tricks.0"] == "1"


def test_a_seat_is_one_phones_until_it_gives_it_back(app: Flask, match: WebMatch, table: dict[str, Seated]) -> None:
    other = Seated(watcher_of(match.visitor, Visitor(app)), match.path)
    assert all("disabled" in button.attributes for button in other.page().form("/seat").element.all("button"))
    other.sits("Bob")
    assert "Qui êtes-vous" in other.text()
    assert table["Bob"].page().form("/seat/free").send(("player", "Bob")).status == 303
    other.sits("Bob")
    assert "Vous êtes Bob" in other.text()
    assert other.says("1").status == 303


def test_a_phone_that_takes_another_seat_leaves_its_own(table: dict[str, Seated], match: WebMatch) -> None:
    table["Bob"].page().form("/seat/free").send(("player", "Bob"))
    table["Ana"].sits("Bob")
    assert "Vous êtes Bob" in table["Ana"].text()
    table["Bob"].sits("Ana")
    assert "Vous êtes Ana" in table["Bob"].text()


def test_a_watcher_frees_no_seat_but_its_own_and_a_keeper_any(match: WebMatch, table: dict[str, Seated]) -> None:
    assert table["Ana"].visitor.send(f"{match.path}/seat/free", [("player", "Bob")]).status == 403
    free = next(form for form in match.page().forms() if ("player", "Bob") in form.buttons() and "free" in form.action)
    assert free.send(("player", "Bob")).status == 303
    assert "Qui êtes-vous" in table["Bob"].text()


def test_a_phone_that_was_thrown_out_holds_nothing(app: Flask, match: WebMatch, table: dict[str, Seated]) -> None:
    share = match.visitor.open(f"/share?match={match.public_id}")
    for form in [form for form in share.forms() if form.action.endswith("/out")][:1]:
        assert form.send().status == 303
    gone = [name for name, phone in table.items() if phone.page().status == 404]
    assert len(gone) == 1
    other = Seated(watcher_of(match.visitor, Visitor(app)), match.path)
    other.sits(gone[0])
    assert f"Vous êtes {gone[0]}" in other.text()


def test_a_match_that_does_not_offer_it_any_more_has_no_seats(match: WebMatch, table: dict[str, Seated]) -> None:
    share = match.visitor.open(f"/share?match={match.public_id}")
    assert share.form("/own-phones").send().status == 303
    assert "Vous êtes" not in table["Bob"].text()
    chosen(match)
    assert "Qui êtes-vous" in table["Bob"].text()


def test_a_keeper_who_plays_is_told_that_it_is_their_turn(
    app: Flask, match: WebMatch, table: dict[str, Seated]
) -> None:
    keeper = Seated(another_keeper(match.visitor, Visitor(app)), match.path)
    match.visitor.send(f"{match.path}/seat/free", [("player", "Bob")])
    keeper.sits("Bob")
    assert "À vous, Bob" in keeper.text()
    assert not keeper.page().document.all("title")[0].text().startswith("À vous")
    assert keeper.asked() == []


def test_the_open_page_of_a_seat_goes_on_with_every_answer(match: WebMatch, table: dict[str, Seated]) -> None:
    def polled(phone: Seated, tag: str) -> Any:
        known = {"If-None-Match": f'"{tag}"'}
        return phone.visitor.client.get(f"{phone.path}/state?shows=match", headers=known).get_json()

    tag = polled(table["Bob"], "")["tag"]
    table["Bob"].says("1")
    pages = {name: polled(phone, tag)["page"] for name, phone in table.items()}
    assert [name for name, page in pages.items() if f"À vous, {name}" in page] == ["Chloé"]
    assert all(f"Vous êtes {name}" in page for name, page in pages.items())


def test_those_who_go_out_say_so_themselves_and_the_last_one_is_known(app: Flask, visitor: Visitor) -> None:
    match = started(visitor, "president")
    phones = at_the_table(app, match)
    for player in ("Chloé", "Ana", "Dan"):
        assert phones[player].says("out").status == 303
    assert phones["Chloé"].asked() == [] or phones["Chloé"].offered() == []
    assert match.form().send().status == 303
    assert match.exported()["entries"][0]["order"] == ["Chloé", "Ana", "Dan", "Bob"]


def test_who_is_out_first_says_so_and_the_others_count_their_own_hands(app: Flask, visitor: Visitor) -> None:
    match = started(visitor, "huit-americain")
    phones = at_the_table(app, match)
    assert phones["Bob"].says("Bob").status == 303
    assert len(phones["Bob"].asked()) == 1
    for player, points in (("Ana", "12"), ("Chloé", "7"), ("Dan", "40")):
        assert len(phones[player].asked()) == 1
        assert phones[player].forces("1") == 409
        assert phones[player].says(points).status == 303
    assert match.form().send().status == 303
    entry = match.exported()["entries"][0]
    assert (entry["out"], entry["points"]) == ("Bob", {"Chloé": 7, "Dan": 40, "Ana": 12})


def test_who_went_gin_is_not_asked_for_deadwood_on_their_own_phone(app: Flask, visitor: Visitor) -> None:
    match = started(visitor, "gin-rami", ("Ana", "Bob"))
    phones = at_the_table(app, match, ("Ana", "Bob"))
    assert phones["Ana"].says("Ana").status == 303
    assert [len(phones[player].asked()) for player in ("Ana", "Bob")] == [2, 1]
    form = match.form()
    kind = [("way", "hand"), ("hand.by", "Ana"), ("hand.kind", "gin"), ("tapped", "hand.kind")]
    asked = form.element.attributes["data-asked"] or ""
    assert match.visitor.send(f"{match.path}/count", [("asked", asked), *kind]).status == 204
    assert [len(phones[player].asked()) for player in ("Ana", "Bob")] == [1, 1]
    assert draft(match)["missing"] == "Bob"
    assert phones["Bob"].says("12").status == 303
    assert match.form().send().status == 303
    entry = match.exported()["entries"][0]
    assert (entry["kind"], entry["deadwood"]) == ("gin", {"Ana": 0, "Bob": 12})


def test_a_call_is_heard_from_ones_own_phone_and_the_first_one_counts(app: Flask, visitor: Visitor) -> None:
    match = started(visitor, "kems")
    phones = at_the_table(app, match)
    side = phones["Bob"].offered()[0].partition("|")[0]
    assert phones["Bob"].says(f"{side}|kems").status == 303
    assert phones["Ana"].offered() == []
    assert "Bob & Dan kem’s" in " ".join(draft(match)["said"].split())
    marked = [button for button in match.form().element.all("button") if "on" in button.classes]
    assert [button.attributes["value"] for button in marked] == [f"{side}|kems"]
    assert match.form().send(("both", f"{side}|kems")).status == 303


@pytest.mark.first_alone
@pytest.mark.parametrize("game", ["tarot-decale", "rami", "barbu", "belote", "coinche", "yaniv", "tarot"])
def test_every_open_question_has_a_page_for_a_seat(app: Flask, visitor: Visitor, game: str) -> None:
    match = started(visitor, game, usual_table(game))
    phones = at_the_table(app, match, usual_table(game)[:2])
    for phone in phones.values():
        assert phone.page().status == 200


def test_a_rematch_goes_on_at_the_same_phones(match: WebMatch, table: dict[str, Seated]) -> None:
    match.visitor.send(f"{match.path}/seat/free", [("player", "Ana")])
    again = match.visitor.send(f"{match.path}/rematch", [])
    assert again.status == 303
    bob = Seated(table["Bob"].visitor, again.location)
    assert "Vous êtes Bob" in bob.text()
    assert "Qui êtes-vous" in Seated(table["Ana"].visitor, again.location).text()


def test_the_next_match_of_the_evening_in_another_game_goes_on_at_the_same_phones(
    match: WebMatch, table: dict[str, Seated]
) -> None:
    match.record({"step": "end"})
    other = new_match(match.visitor, "tarot")
    bob = table["Bob"]
    headers = {**bob.visitor.headers(), "If-None-Match": '"0-0"'}
    assert bob.visitor.client.get(f"{match.path}/state?shows=match", headers=headers).get_json() == {"next": other.path}
    moved = Seated(bob.visitor, other.path)
    assert "Vous êtes Bob" in moved.text()
    assert moved.says("Bob").status == 303
    assert draft(other)["typed"]["taker.taker"] == "Bob"


def test_a_phone_of_a_seat_goes_on_even_where_it_keeps(match: WebMatch) -> None:
    chosen(match)
    headers = {**match.visitor.headers(), "If-None-Match": '"0-0"'}

    def news() -> Any:
        return match.visitor.client.get(f"{match.path}/state?shows=match", headers=headers).get_json()

    match.record({"step": "end"})
    other = new_match(match.visitor)
    assert "next" not in news()
    Seated(match.visitor, match.path).sits("Ana")
    assert news() == {"next": other.path}


def test_a_table_of_other_people_has_no_phone_of_the_match_before(match: WebMatch, table: dict[str, Seated]) -> None:
    match.record({"step": "end"})
    other = new_match(match.visitor, "tarot", ("Éric", "Fanny", "Gaël", "Hugo"))
    assert "Vous êtes" not in Seated(table["Bob"].visitor, other.path).text()
    assert "Qui êtes-vous" not in Seated(table["Bob"].visitor, other.path).text()


def test_what_a_form_suggests_for_others_is_no_answer_of_theirs(match: WebMatch, table: dict[str, Seated]) -> None:
    asked = match.form().element.attributes["data-asked"] or ""
    whole = [(f"bids.{seat}", "0") for seat in range(4)]
    assert match.visitor.send(f"{match.path}/count", [("asked", asked), *whole, ("tapped", "bids.0")]).status == 204
    assert draft(match)["typed"] == {"bids.0": "0", "way": ""}
    table["Chloé"].says("1")


def test_a_bid_that_nobody_can_say_is_not_forbidden(match: WebMatch, table: dict[str, Seated]) -> None:
    for player in SPEAKING[:3]:
        table[player].says("1")
    assert "est interdit" not in table[SPEAKING[3]].text()


def test_an_answer_that_is_sent_again_stands_and_one_that_cannot_be_is_said(table: dict[str, Seated]) -> None:
    table["Bob"].says("1")
    assert table["Bob"].forces("1") == 303
    assert table["Bob"].forces("77") == 409


def test_a_game_declares_the_bids_that_its_first_question_asks_for() -> None:
    """``each``: numbers in turn and nothing else; ``taker``: one player and nothing else of players apart."""
    wrong = []
    for game in GAMES.values():
        people = list(FOUR[: 4 if 4 in game.people else game.people[0]])
        setup = read_setup(game.id, people, people[0], {})
        assert isinstance(setup, Setup), game.id
        form = QuestionForm(game.question(opening(game, setup.table)))
        asked = [bound for way in form.ways for bound in way.inputs_to_fill() if bound.by_seat]
        in_turn = bool(asked) and all(bound.own_order() for bound in asked)
        one_player = [bound.kind for bound in asked] == ["one-player"]
        if (game.bidding == "each") != in_turn or (game.bidding == "taker" and not one_player):
            wrong.append(game.id)
    assert wrong == []


@pytest.mark.thorough
def test_a_game_declares_what_its_further_steps_ask_each_player() -> None:
    """Over some matches by chance of each game: all that is declared is asked, and nothing else."""
    wrong = []
    for game in GAMES:
        all_asked, all_declared, chance = set(), set(), Random(game)
        for _ in range(MATCHES):
            asked, declared = asked_and_declared(random_match(chance, game, without=("leaves", "joins")))
            all_asked |= asked
            all_declared |= declared
            wrong += [(game, label) for label in asked - declared]
        wrong += [(game, label) for label in all_declared - all_asked]
    assert wrong == []


def asked_and_declared(file: Mapping[str, Any]) -> tuple[set[str], set[str]]:
    """The labels of what this match asks players apart once a deal has begun, and those that its game declares."""
    setup = read_setup(file["game"], file["players"], file["dealer"], file["options"])
    assert isinstance(setup, Setup)
    state, asked = opening(setup.game, setup.table), set()
    for entry in file["entries"]:
        if state.answers:
            asked |= {label.render("fr") for label in asked_of_players(QuestionForm(setup.game.question(state)))}
        transition = advance(setup.game, state, entry)
        assert isinstance(transition, Transition)
        state = transition.state
    return asked, {label.render("fr") for label in setup.game.asked_later(setup.table)}


@pytest.mark.parametrize(
    ("game", "said", "not_said"),
    [
        ("ascenseur", "y annonce à son tour", "à voix haute"),
        ("tarot", "Les enchères se font à voix haute. On y demande : Qui prend ?", "à son tour"),
        ("belote", "Les enchères se font à voix haute. On y demande : Qui prend ? · Les points des plis", "à son tour"),
        (
            "coinche",
            "Les enchères se font à voix haute. On y demande : Qui prend ? · Les points des plis",
            "à son tour",
        ),
        ("ascenseur", "On y demande : Annonces · Plis faits", "à voix haute"),
        ("barbu", "On y demande : Plis ramassés · Dames ramassées · Cœurs ramassés · ", "à voix haute"),
        ("rami", "On y demande : Qui est sorti ? · Points en main", "à voix haute"),
        ("aluette", "Ce jeu n’y demande rien : on y suit la partie.", "à voix haute"),
    ],
)
def test_the_table_is_told_what_its_phones_are_for_in_this_game(
    app: Flask, game: str, said: str, not_said: str
) -> None:
    match = new_match(Visitor(app), game)
    section = match.visitor.open(f"/share?match={match.public_id}").form("/own-phones").element
    heading = match.visitor.open(f"/share?match={match.public_id}").document.all(class_="own-phones")[0].text()
    words = " ".join(section.text().replace("\xa0", " ").replace("\u202f", " ").split())
    assert said in words
    assert not_said not in words
    assert ("Chacun annonce de son téléphone" in heading) == (game == "ascenseur")
    assert ("Chacun y annonce dans : L’Ascenseur, La Dame atout, Wizard." in words) == (game != "ascenseur")


def test_who_passes_is_not_asked_where_only_the_taker_is(app: Flask) -> None:
    match = started(Visitor(app), "tarot")
    bob = Seated(watcher_of(match.visitor, Visitor(app)), match.path)
    assert "si vous prenez, vous le direz d’ici" in bob.text()
    bob.sits("Bob")
    assert "Qui passe le dit à voix haute, sans rien toucher." in bob.text()
    assert bob.says("Bob").status == 303
