"""Games, rules, verdicts, evenings, players and ranking for programs are those of the commands and the pages."""

from typing import Any

import pytest
from flask import Flask

from referee.commands.json_batch import answered
from referee.desk.articles import chapter
from referee.desk.search.rulebook_search import search
from referee.games.registry import GAMES
from referee.matches.preparation_and_games_output import games_value, setup_value
from tests.web.api.program import BIDS, TRICKS, Program, problem_of

each_language = pytest.mark.parametrize("language", ["fr", "en"])


@pytest.mark.first_alone
@each_language
def test_games_set_ups_and_rules_need_no_token(language: str, app: Flask) -> None:
    anybody = Program(app, language=language)
    assert anybody.get("/games") == {"games": games_value(language)}
    for game in GAMES.values():
        assert anybody.get(f"/games/{game.id}/set-ups/{game.people[0]}") == setup_value(game, game.people[0], language)
        told, book = anybody.get(f"/rules/{game.id}"), chapter(game.id, language)
        assert [article["id"] for article in told["articles"]] == [article.id for article in book.articles]
    assert anybody.get("/rules/match")["title"] == chapter("match", language).title
    word = {"fr": "renonce", "en": "revoke"}[language]
    found = anybody.get(f"/search?q={word}&game=ascenseur")["articles"]
    assert [article["id"] for article in found] == [law.id for law in search(word, language, "ascenseur")]
    assert found


def test_every_example_of_a_desk_question_can_be_asked(app: Flask) -> None:
    anybody, asked = Program(app), 0
    for game in GAMES.values():
        for question in anybody.get(f"/games/{game.id}/questions")["questions"]:
            for file in question["examples"]:
                asked += 1
                assert anybody.post("/verdicts", file) == answered(file, "fr")[0]
    assert asked > 100


def test_a_question_that_cannot_be_is_answered_as_the_command_does(app: Flask) -> None:
    file = {"format": "referee-question/1", "game": "whistiti", "question": "legal-cards", "facts": {"hand": []}}
    answer = Program(app).ask("POST", "/verdicts", file)
    assert problem_of(answer) == (422, "Les règles disent non.")
    assert answer.get_json()["violations"] == answered(file, "fr")[0]["violations"]


@pytest.mark.parametrize(
    "path", ["/games/bridge/questions", "/games/tarot/set-ups/9", "/rules/bridge", "/search?q=x&game=bridge", "/x"]
)
def test_what_there_is_not_is_404(path: str, app: Flask) -> None:
    assert problem_of(Program(app).ask("GET", path)) == (404, "Rien ici n’a ce nom, ou pas pour la table de ce jeton.")


@pytest.mark.parametrize(
    "path",
    [
        "/search",
        "/search?q=",
        "/evenings?player=x",
        "/evenings?since=1",
        "/evenings?x=1",
        "/ranking?least=0",
        "/matches?x",
    ],
)
def test_an_address_that_cannot_be_read_is_400(path: str, reader: Program) -> None:
    assert problem_of(reader.ask("GET", path))[0] == 400


@pytest.fixture
def played(program: Program) -> Any:
    """The evening in which Chloé has won one match, and another one goes on."""
    program.start(BIDS, TRICKS, {"step": "end"})
    (evening,) = program.get("/evenings")["evenings"]
    return evening


def test_an_evening_tells_its_matches_and_who_won(played: dict[str, Any], reader: Program) -> None:
    assert [(match["over"], match["winners"]) for match in played["matches"]] == [(False, []), (True, ["Chloé"])]
    assert reader.get(f"/evenings/{played['id']}") == played
    for asked, found in (("game=ascenseur", 1), ("game=yaniv", 0), ("since=2999-01-01", 0), ("until=2999-01-01", 1)):
        assert len(reader.get(f"/evenings?{asked}")["evenings"]) == found, asked
    chloe = next(player["id"] for player in reader.get("/players")["players"] if player["name"] == "Chloé")
    assert len(reader.get(f"/evenings?player={chloe}")["evenings"]) == 1


def test_a_player_is_told_with_their_figures(played: dict[str, Any], reader: Program) -> None:
    players = reader.get("/players")["players"]
    assert {player["name"]: (player["matches"], player["wins"]) for player in players} == {
        "Ana": (1, 0), "Bob": (1, 0), "Chloé": (1, 0), "Dan": (1, 0),
    }  # fmt: skip
    chloe = reader.get(f"/players/{next(player['id'] for player in players if player['name'] == 'Chloé')}")
    assert [(game["game"], game["places"]) for game in chloe["games"]] == [("ascenseur", {"1": 1})]
    assert reader.get(f"/players/{chloe['id']}?game=yaniv")["games"] == []
    assert problem_of(reader.ask("GET", "/players/99999"))[0] == 404


@pytest.mark.parametrize(
    ("path", "parameter"),
    [("/matches?before=x", "before"), ("/evenings?before=x", "before"), ("/evenings?game=x", "game")],
)
def test_what_a_parameter_names_and_is_not_there_is_400(
    path: str, parameter: str, played: dict[str, Any], reader: Program
) -> None:
    answer = reader.ask("GET", path)
    assert problem_of(answer)[0] == 400
    assert answer.get_json()["why"] == parameter


def test_a_page_follows_a_match_that_has_ended_since(program: Program) -> None:
    earlier = program.start()
    ended = program.start(BIDS, TRICKS, {"step": "end"})
    later = program.start()
    found = [match["id"] for match in program.get(f"/matches?before={ended.rsplit('/', 1)[1]}")["matches"]]
    assert earlier.rsplit("/", 1)[1] in found
    assert later.rsplit("/", 1)[1] not in found


def test_who_played_less_than_the_page_asks_for_is_not_ranked(program: Program) -> None:
    """Three matches, unless nobody has played so many."""
    for _ in range(3):
        program.start(BIDS, TRICKS, {"step": "end"})
    told = {"bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Eve": 1}}, {"tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Eve": 0}}
    once = ({**BIDS, **told[0]}, {**TRICKS, **told[1]}, {"step": "end"})
    program.start(*once, players=["Eve", "Bob", "Chloé", "Dan"])
    board = program.get("/ranking")
    assert {line["name"]: line["matches"] for line in board["ranked"]} == {"Ana": 3, "Bob": 4, "Chloé": 4, "Dan": 4}
    assert [line["name"] for line in board["others"]] == ["Eve"]
    assert len(program.get("/ranking?least=1")["ranked"]) == 5


def test_the_ranking_is_that_of_the_page(played: dict[str, Any], reader: Program) -> None:
    board = reader.get("/ranking")
    assert [(line["place"], line["name"]) for line in board["ranked"]][0] == (1, "Chloé")
    assert board["others"] == []
    few = reader.get("/ranking?least=2")
    assert (few["ranked"], {line["name"] for line in few["others"]}) == ([], {"Ana", "Bob", "Chloé", "Dan"})
    assert reader.get("/ranking?until=2000-01-01") == {"ranked": [], "others": []}
