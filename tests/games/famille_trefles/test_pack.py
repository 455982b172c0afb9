"""The clovers: what lies in the pack."""

import pytest

from referee.games.famille_trefles.pack import ACTIONS, COLOURS, PACKS, parse_clover


@pytest.mark.parametrize(("players", "size", "left"), [(2, 25, 17), (3, 25, 13), (4, 34, 18), (5, 42, 22), (6, 51, 27)])
def test_the_clover_pack_depends_on_the_number_of_players(players: int, size: int, left: int) -> None:
    assert PACKS[players].size == size
    assert size - 4 * players == left


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_clover_is_a_colour_and_an_action(colour: str, action: str) -> None:
    card = parse_clover(f"{colour}:{action}")
    assert card is not None
    assert (card.colour, card.action, card.is_joker) == (colour, action, False)
    assert card.render("fr").startswith("carte ")


@pytest.mark.parametrize("text", ["", "JOKER", "rose:tire", "rouge:", "rouge:echanger", "tire:rouge", "échange"])
def test_anything_else_is_no_clover(text: str) -> None:
    assert parse_clover(text) is None
