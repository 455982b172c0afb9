"""What every game comes to, written down: a match and all that is made of it, to be compared after any change.

Below ``tests/snapshots/<id>/`` two match files are the input and stay as they are: ``match.json``, recorded through
the pages by the printed rules, and ``house.json``, with house rules. All other files are made of them.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask

from referee.answers.choices import Choice
from referee.answers.house_rules import AT_THE_TABLE, Option
from referee.answers.numbers import Number
from referee.answers.violation import Violation
from referee.desk.adjudication import Verdict, verdict_value
from referee.desk.question_json import ask
from referee.desk.questions import desk_questions, examples
from referee.game_definition.game import Game
from referee.game_definition.match_course import Transition, advance, opening
from referee.games.registry import GAMES
from referee.matches.match_file import MatchFile, read_match
from referee.matches.preparation_and_games_output import games_text, games_value, setup_text, setup_value
from referee.matches.sheet_json import score_value, violations_value
from referee.words import LANGUAGES
from tests.desk.asking import question_file
from tests.games.random_matches import random_match
from tests.web.table import new_match, usual_table
from tests.web.visitor import Visitor

FOLDER = Path(__file__).parent
ENTRIES, HOUSE_ENTRIES = 12, 30


def input_files(app: Flask, game: Game) -> dict[str, dict[str, Any]]:
    """The two match files of a game: those that stand there; new ones where its rules refuse them."""
    written = written_inputs(game)
    if len(written) < 2 or refused_inputs(written):
        written["match"] = _played(app, game)
        written["house"] = random_match(Random(f"house {game.id}"), game.id, HOUSE_ENTRIES, asides=0.15)
    return written


def written_inputs(game: Game) -> dict[str, dict[str, Any]]:
    """The match files that stand in the folder of a game's snapshot."""
    paths = ((FOLDER / game.id / f"{name}.json") for name in ("match", "house"))
    return {path.stem: json.loads(path.read_text("utf-8")) for path in paths if path.is_file()}


def refused_inputs(inputs: Mapping[str, dict[str, Any]]) -> list[str]:
    """The names of those that the rules refuse."""
    return [name for name, file in inputs.items() if not score_value(file, "fr")[1]]


def _played(app: Flask, game: Game) -> dict[str, Any]:
    """A match answered through the pages, each of its ways in turn, with a penalty and a note."""
    match, chance = new_match(Visitor(app), game.id, usual_table(game.id)), Random(f"match {game.id}")
    players = match.course.setup.table.players
    match.record({"step": "penalty", "offence": game.offences[0].id, "player": players[0]})
    match.record({"step": "note", "text": "« Zoé » & <b>Cie</b>"})
    while match.course.taken < ENTRIES and not match.course.state.over:
        match.record(match.answer(chance, way=match.course.taken))
    return match.exported()


def value_files(game: Game, inputs: Mapping[str, dict[str, Any]]) -> dict[str, str]:
    """What the rules and the desk make of a game's two matches and its worked examples: each file by its name."""
    return {
        "sheet.json": _json({name: _in_both(partial(_sheet, file)) for name, file in inputs.items()}),
        "violations.json": _json([*_violations(inputs["match"]), *_violations(inputs["house"])]),
        "verdicts.json": _json(list(_verdicts(game))),
        "setup.json": _json({n: _in_both(partial(setup_value, game, n)) for n in game.people}),
        "setup.txt": "\n\n".join(setup_text(game, n, lang) for lang in LANGUAGES for n in game.people) + "\n",
        "declaration.json": _json(_declaration(game)),
    }


def common_files(app: Flask) -> dict[str, str]:
    """What is one for all games: the list of games and the list of routes."""
    routes = sorted(
        f"{method} {rule.rule}".replace(app.static_url_path or "", "/static")
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )
    return {
        "routes.txt": "\n".join(routes) + "\n",
        "games.json": _json(_in_both(games_value)),
        "games.txt": "\n\n".join(games_text(language) for language in LANGUAGES) + "\n",
    }


def _sheet(file: dict[str, Any], language: str) -> dict[str, Any]:
    return score_value(file, language)[0]


def _in_both(made: Any) -> dict[str, Any]:
    return {language: made(language) for language in LANGUAGES}


def _json(value: Any) -> str:
    """The value as a file; of a list, an item a line."""
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(item, ensure_ascii=False) for item in value) + "\n]\n"
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _declaration(game: Game) -> dict[str, Any]:
    """What a game offers, by id: its house rules, its mistakes, its figures, its questions with what they answer."""
    players = tuple(f"Joueur {seat}" for seat in range(1, game.players[-1] + 1))
    rules, _ = game.house_rules({}, players)
    named = {setup.name.render("fr"): str(dict(setup.options)) for setup in game.named_setups}
    return {
        **({"named": named} if named else {}),
        "options": {option.id: f"{option.value_in(rules)}{_may_be(option, players)}" for option in game.options},
        "offences": {offence.id: [offence.effect_under(rules).id, offence.article] for offence in game.offences},
        "figures": {figure.id: figure.kind for figure in game.figures},
        "desk": {
            question.id: sorted(
                {key for one in examples(game.id) if one["question"] == question.id for key in one["answer"]}
            )
            for question in desk_questions(game).values()
        },
    }


def _may_be(option: Option, players: Sequence[str]) -> str:
    """What else a house rule may be: its lowest and highest number, or its choices."""
    asks: Any = option.field
    if isinstance(asks, Number):
        return f", from {asks.low} to {asks.highest({AT_THE_TABLE: players})}"
    return f", one of {', '.join(str(value) for value, _ in asks.choices)}" if isinstance(asks, Choice) else ""


# What is wrong with entries that are nearly right


def _violations(file: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What each entry of a match gets when it is made wrong in one place."""
    match = read_match(file)
    assert isinstance(match, MatchFile), match
    game, state = match.setup.game, opening(match.setup.game, match.setup.table)
    for index, entry in enumerate(match.entries):
        for wrong in _spoilt(entry):
            refused = advance(game, state, wrong)
            if not isinstance(refused, Transition):
                french, english = (violations_value(refused, index, language) for language in LANGUAGES)
                pairs = zip(french["violations"], english["violations"], strict=True)
                yield {"entry": wrong, "violations": [{**one, "en": other["message"]} for one, other in pairs]}
        right = advance(game, state, entry)
        assert isinstance(right, Transition), right
        state = right.state


def _spoilt(value: Any) -> Iterator[Any]:
    """The value with one part gone, of another kind, one more, or one too many."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key == "step":
                continue
            yield {name: other for name, other in value.items() if name != key}
            for wrong in _spoilt(part):
                yield {**value, key: wrong}
        yield {**value, "Zébulon": 1}
    elif isinstance(value, list):
        yield value[:-1]
        yield [*value, *value[:1]]
        yield 7
    elif isinstance(value, bool):
        yield "x"
    elif isinstance(value, int):
        yield from (value + 1, -7, 999, "x")
    else:
        yield from ("Zébulon", 7, None)


# What the desk says


def _verdicts(game: Game) -> Iterator[dict[str, Any]]:
    for example in examples(game.id):
        question, options = example["question"], example.get("options")
        yield {
            "question": question,
            "facts": example["facts"],
            "options": options,
            **_in_both(partial(_answer, game, question, example["facts"], options)),
        }
        for wrong in _spoilt(example["facts"]):
            yield {"question": question, "facts": wrong, "fr": _answer(game, question, wrong, options, "fr")}


def _answer(game: Game, question: str, facts: Any, options: Any, language: str) -> Any:
    verdict = ask(question_file(game.id, question, facts, options))
    if isinstance(verdict, Verdict):
        return verdict_value(verdict, language)
    return [_violation_value(violation, language) for violation in verdict]


def _violation_value(violation: Violation, language: str) -> list[Any]:
    return [violation.article, violation.field, violation.message.render(language)]


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files, with the folder."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")


def record(new_app: Callable[[], AbstractContextManager[Flask]], ids: Iterable[str]) -> None:
    """Write the snapshots of these games anew, each game on an application of its own; its match files stay."""
    with new_app() as app:
        write(FOLDER, common_files(app))
    for game in (GAMES[game_id] for game_id in ids):
        with new_app() as app:
            inputs = input_files(app, game)
        files = {f"{name}.json": _json(file) for name, file in inputs.items()}
        write(FOLDER / game.id, files | value_files(game, inputs))
