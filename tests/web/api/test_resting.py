"""Who rests and who has left, for programs."""

from tests.web.api.program import Program

FIVE = ["Ana", "Bob", "Chloé", "Dan", "Éric"]


def test_the_sheet_names_who_rests_and_who_has_left(program: Program) -> None:
    file = {
        "format": "referee-match/1", "game": "tarot", "players": FIVE, "options": {"resting": 1},
        "entries": [
            {"step": "contract", "taker": "Bob", "contract": "garde"},
            {"step": "result", "points": 50, "oudlers": 2},
            {"step": "leaves", "player": "Dan"},
        ],
    }  # fmt: skip
    sheet = program.get(f"/matches/{program.post('/matches', file)['id']}/sheet")
    assert (sheet["next"]["resting"], sheet["next"]["order"]) == ("Éric", ["Chloé", "Bob", "Ana"])
    assert sheet["standing"]["away"] == ["Dan"]
    assert sheet["rounds"][0]["scores"]["Ana"] == 0
