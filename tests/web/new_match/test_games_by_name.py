"""A game that is not in the list is kept on a sheet under its name, with its usual end or the club's own rules."""

from urllib.parse import parse_qs, quote, urlsplit

import pytest

from referee.games.registry import GAMES
from tests.web.visitor import Form, Visitor

SHEETS = [game for game in GAMES.values() if game.options_for_name]
NAMED = [(game.id, setup) for game in SHEETS for setup in game.named_setups]


def form_of(visitor: Visitor, game_id: str, name: str) -> Form:
    return visitor.open(f"/new/{game_id}?name={quote(name)}").form(f"/new/{game_id}")


def begun(form: Form) -> str:
    for seat, name in enumerate(("Ana", "Bob", "Chloé")):
        form.fill(f"seat.{seat}", name)
    answer = form.send()
    assert answer.status == 303, answer.text[:600]
    return answer.location


def test_some_twenty_games_are_known_and_each_begins_with_its_usual_end(visitor: Visitor) -> None:
    assert len(NAMED) >= 20
    for game_id, setup in NAMED:
        name = " ".join(setup.name.render("fr").split())
        path = begun(form_of(visitor, game_id, name))
        options = visitor.open(f"{path}/export").response.get_json()["options"]
        usual = {option.id: option.default for option in GAMES[game_id].options}
        assert {key: options.get(key, usual[key]) for key in setup.options} == setup.options, name
        assert name in " ".join(visitor.open(path).text.split())


def test_a_name_that_nobody_knows_gives_a_plain_sheet_of_that_name(visitor: Visitor) -> None:
    path = begun(form_of(visitor, SHEETS[0].id, "Chasse-cœur"))
    assert "Chasse-cœur" in visitor.open(path).text
    assert "Chasse-cœur" in visitor.open("/new").text  # the club's own from now on


def test_the_clubs_own_rules_of_a_name_come_with_its_next_match(visitor: Visitor) -> None:
    game = SHEETS[0].id
    begun(form_of(visitor, game, "Odin").fill("option.target", "60"))
    begun(form_of(visitor, game, "Uno"))
    assert form_of(visitor, game, "Odin").value("option.target") == "60"
    assert form_of(visitor, game, "Uno").value("option.target") == "500"


@pytest.mark.parametrize(("words", "name"), [("odi", "Odin"), ("PETANQUE", "Pétanque"), ("6 qui", "6 qui prend !")])
def test_a_search_finds_a_game_by_its_name(visitor: Visitor, words: str, name: str) -> None:
    links = visitor.open(f"/new?q={quote(words)}").links()
    assert [link for link in links if parse_qs(urlsplit(link).query).get("name") == [name]]


def test_a_search_that_finds_nothing_offers_a_sheet_of_that_name(visitor: Visitor) -> None:
    page = visitor.open("/new?q=Zorglub")
    assert "« Zorglub » n’est pas dans la liste." in " ".join(page.text.split())
    (link,) = [link for link in page.links() if "name=Zorglub" in link]
    path = begun(visitor.open(link).form(f"/new/{SHEETS[0].id}"))
    assert "Zorglub" in visitor.open(path).text


def test_only_a_game_that_keeps_others_takes_a_name(visitor: Visitor) -> None:
    assert SHEETS
    assert visitor.open("/new/ascenseur?name=Odin").status == 200
    path = begun(visitor.open("/new/ascenseur?name=Odin").form("/new/ascenseur"))
    assert "Odin" not in visitor.open(path).text


def finished(visitor: Visitor, name: str, *points: int) -> None:
    """A match of this name of one deal, ended by agreement; its totals count, though it is no whole one."""
    path = begun(form_of(visitor, SHEETS[0].id, name).fill("option.deals", "1"))
    form = visitor.open(path).form("/entries")
    for number, value in enumerate(points):
        form.fill(f"points.{number}", str(value))
    assert form.send().status == 303


def tiles(visitor: Visitor, player: int, name: str) -> dict[str, str]:
    """The figures of a player at the games of this name, by their labels."""
    page = visitor.open(f"/players/{player}?game={SHEETS[0].id}&name={name}")
    labels, values = page.document.all("dt"), page.document.all("dd")
    return {label.text(): value.text() for label, value in zip(labels, values, strict=True)}


def test_a_name_has_its_own_figures_and_its_own_record(visitor: Visitor) -> None:
    finished(visitor, "Odin", 30, 12, 44)
    finished(visitor, "Odin", 9, 40, 41)
    finished(visitor, "Uno", 500, 300, 20)
    (ana,) = {link for link in visitor.open("/players").links() if link == "/players/1"}
    odin, uno = tiles(visitor, 1, "Odin"), tiles(visitor, 1, "Uno")
    assert (ana, odin["Donnes"], uno["Donnes"]) == ("/players/1", "2", "1")
    assert (odin["Meilleur total"], odin["Moins bon total"]) == ("9", "30")
    assert uno["Meilleur total"] == "500"
    ranking = visitor.open(f"/ranking?game={SHEETS[0].id}&name=Odin").document.text()
    assert "500" not in ranking
    assert [link for link in visitor.open(f"/ranking?game={SHEETS[0].id}").links() if "name=Uno" in link]
