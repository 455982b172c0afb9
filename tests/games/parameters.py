"""What a game declares for the tests that know no game, in its folder: ``test_parameters.json``, not in the wheel.

A mapping with ``shortest``: set-ups of matches that are soon over, each with ``options`` and perhaps ``players``, their
number; ``searches``: what people type, the ``language`` and the ``article`` (or several, any of which answers it), with
``"game": null`` where it is typed without saying at which game. Where they hold: ``lowest``, the lowest total wins;
``deals``, how many deals a whole match has by the number of players; ``records`` false, no total is a record;
``null_options``, the house rules that may be null; ``figures_of_all`` false, a row's figures need not speak of every
player.
"""

import json
from functools import cache
from importlib import resources
from typing import Any

from referee.games.registry import package_of


@cache
def parameters_of(game_id: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (resources.files(package_of(game_id)) / "test_parameters.json").read_text("utf-8")
    )
    return found
