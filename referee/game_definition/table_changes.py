"""What changes at the table between two deals of any game: who plays, who deals, the house rules; points agreed.

What is refused (articles match.leaves, match.joins, match.next-dealer, match.rules, match.adjust), and the state after
these steps; their questions are in ``common_questions``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.answers.answer import entry_violation
from referee.answers.house_rules import Option
from referee.answers.table import Table
from referee.answers.violation import Violation
from referee.game_definition.game import Game
from referee.game_definition.sheet import Line, Standing
from referee.game_definition.state import Answer, State
from referee.words import Text, quoted, say, say_n

MOST_NAMES = 12
"""The most names on a sheet."""
MOST_BROUGHT = 9999
"""Points of who joins, of either sign."""
MOST_ADJUSTED = 99_999
"""Points by agreement of one side, of either sign."""
LONGEST_REASON = 500
"""Characters of the reason for points by agreement."""

LEAVES, JOINS, DEALER, RULES, ADJUST = "leaves", "joins", "dealer", "rules", "adjust"
TABLE_STEPS = (LEAVES, JOINS, DEALER, RULES, ADJUST)
"""All these steps, in the order of a menu."""
BETWEEN_DEALS = frozenset((LEAVES, JOINS, DEALER, RULES))
"""The steps that are possible only where no step of the game stands recorded since the last deal ended."""
IN_TEAMS = say("En équipes, personne n'arrive ni ne s'en va en cours de partie.")


@dataclass(frozen=True, slots=True)
class TableChange:
    """The state after a change, and the lines of the row that it writes, if any."""

    state: State
    lines: tuple[Line, ...] = ()


def most_seated(game: Game, table: Table) -> int:
    """The most players at the table: one more than play where one rests."""
    return max(game.players) + int(game.rests(table.rules))


def playing(state: State) -> tuple[str, ...]:
    """The players at the table who are not out of this deal."""
    return tuple(player for player in state.table.seated if player not in state.standing.eliminated)


def at_rest(game: Game, state: State) -> State:
    """The state with the player who rests in the deal now awaited: the dealer, where one more sits than must play."""
    table = replace(state.table, resting=None)
    if game.rests(table.rules) and len(table.seated) > min(game.players):
        table = replace(table, resting=state.dealer)
    return state if table.resting == state.table.resting else replace(state, table=table)


def changeable_options(game: Game) -> tuple[Option, ...]:
    """The house rules that may change within a match."""
    return tuple(option for option in game.options if not option.fixed)


def sides_in(state: State) -> tuple[str, ...]:
    """The sides with a player who has neither left nor is out."""
    inside = playing(state)
    return tuple(side.name for side in state.table.sides if any(player in inside for player in side.players))


def too_few(game: Game, state: State) -> bool:
    """Whether nobody can leave: the game's least number plays."""
    return len(playing(state)) <= min(game.players)


def leave(game: Game, state: State, answer: Answer) -> TableChange | list[Violation]:
    """Article match.leaves."""
    going, player = game.coming_and_going, answer["player"]
    article = "match.leaves" if going is None else going.leaves
    if going is not None and state.table.in_teams:
        return [Violation(article, None, IN_TEAMS)]
    if player in state.table.away:
        return [Violation(article, "player", say("%(player)s ne joue plus.", player=player))]
    if player not in playing(state):
        return [Violation(article, "player", say("%(player)s est hors jeu.", player=player))]
    if too_few(game, state):
        return [Violation(article, "player", say("Il faut rester au moins %(n)s à jouer.", n=min(game.players)))]
    table = replace(state.table, resting=None).without(player)
    dealer = state.dealer
    if dealer == player:
        dealer = table.next_seat(dealer, game.direction(state.rules))
    owed = tuple(name for name in state.standing.skip_next_turn if name != player)
    standing = replace(state.standing, skip_next_turn=owed)
    after = replace(state, table=table, dealer=dealer, standing=standing)
    return TableChange(game.reseated(state, after))


def join(game: Game, state: State, answer: Answer) -> TableChange | list[Violation]:
    """Article match.joins."""
    going, player, points = game.coming_and_going, answer["player"], answer.get("points", 0)
    article = "match.joins" if going is None else going.joins
    table = state.table
    if going is not None and table.in_teams:
        return [Violation(article, None, IN_TEAMS)]
    if player in table.eliminated:
        message = say("%(player)s est hors jeu jusqu'à la fin de la partie.", player=player)
        return [Violation(article, "player", message)]
    if player not in table.away and table.at_table(player):
        return [Violation(article, "player", say("%(player)s est déjà à la table.", player=player))]
    if player not in table.players and len(table.players) >= MOST_NAMES:
        message = say_n("La feuille a %(n)s nom au plus.", "La feuille a %(n)s noms au plus.", MOST_NAMES)
        return [Violation(article, "player", message)]
    most = most_seated(game, table)
    if len(table.seated) >= most:
        message = say("%(game)s se joue à %(n)s au plus.", game=game.name, n=most)
        return [Violation(article, "player", message)]
    seated = replace(table, resting=None).with_player(player)
    totals = {side.name: state.totals.get(side.name, 0) for side in seated.sides}
    after = game.reseated(state, replace(state, table=seated, totals=totals))
    line = Line(player, points, say("points à son arrivée"), article, say("arrivée"))
    return TableChange(after, (line,) if points else ())


def other_dealer(game: Game, state: State, answer: Answer) -> TableChange | list[Violation]:
    """Article match.next-dealer."""
    violations = dealer_violations(game, state, answer["player"])
    return violations or TableChange(replace(state, dealer=answer["player"]))


def dealer_violations(game: Game, state: State, player: str) -> list[Violation]:
    """Why this player cannot deal the deal now awaited."""
    article, message = "match.next-dealer", None
    if player in state.table.away:
        message = say("%(player)s ne joue plus.", player=player)
    elif player not in playing(state):
        message = say("%(player)s est hors jeu.", player=player)
    else:
        message = game.cannot_deal(state, player)
    return [] if message is None else [Violation(article, "player", message)]


def read_rules(game: Game, state: State, entry: Mapping[str, Any]) -> tuple[Answer, list[Violation]]:
    """Read the step ``rules``: its shape, then each value (article match.rules)."""
    unknown = [key for key in entry if key not in ("step", "options")]
    violations = [entry_violation(key, say("« %(key)s » n'a rien à faire ici.", key=quoted(key))) for key in unknown]
    chosen = entry.get("options")
    if not isinstance(chosen, dict):
        return {}, [*violations, entry_violation("options", say("Il faut un objet."))]
    if not chosen:
        violations.append(entry_violation("options", say("Aucune règle n'est changée.")))
    if violations:
        return {}, violations
    by_id = {option.id: option for option in game.options}
    values: dict[str, Any] = {}
    for name, raw in chosen.items():
        if name in by_id:
            values[f"options.{name}"], violation = _new_value(by_id[name], raw, state.table)
        else:
            message = say("Ce jeu n'a pas d'option « %(name)s ».", name=quoted(name))
            violation = Violation("match.rules", f"options.{name}", message)
        violations.extend([] if violation is None else [violation])
    return values, violations


def _new_value(option: Option, raw: Any, table: Table) -> tuple[Any, Violation | None]:
    """The new value of a house rule, or why it cannot change so."""
    field = f"options.{option.id}"
    if option.fixed:
        return None, Violation("match.rules", field, say("Cette règle vaut pour toute la partie."))
    value, violation = option.read_choice(raw, table.first_players)
    if violation is not None:
        return None, Violation("match.rules", field, violation.message)
    if value == option.value_in(table.rules):
        return None, Violation("match.rules", field, say("C'est la règle qui vaut déjà."))
    return value, None


def other_rules(game: Game, state: State, answer: Answer) -> TableChange | list[Violation]:
    """Article match.rules: the rules that would hold together are judged as those of a match that begins so."""
    changed = {key.removeprefix("options."): value for key, value in answer.items()}
    rules = replace(state.rules, **changed)
    table = replace(state.table, rules=rules)
    violations = [
        Violation("match.rules", violation.field, violation.message)
        for violation in game.check_table(replace(table, players=table.first_players))
    ]
    after = replace(state, table=table)
    if not violations and won_beside_play(game, after, state.totals):
        message = say("Un total y serait déjà : à ce jeu on gagne en jouant, pas autrement.")
        violations.append(Violation("match.rules", "options.target", message))
    return violations or TableChange(after)


def adjusted(game: Game, state: State, answer: Answer) -> TableChange | list[Violation]:
    """Article match.adjust."""
    points, reason = answer["points"], answer.get("reason") or ""
    totals = {side: total + points.get(side, 0) for side, total in state.totals.items()}
    if won_beside_play(game, state, totals):
        target = game.ending(state.table).target
        message = say("À ce jeu on n'arrive à %(target)s qu'en jouant.", target=target)
        reaching = [side for side in points if target is not None and totals[side] >= target]
        return [Violation("match.adjust", f"points.{side}", message) for side in reaching]
    why: Text = say("points convenus")
    if reason.strip():
        why = say("points convenus : %(reason)s", reason=" ".join(reason.split()))
    sides = [side.name for side in state.table.sides if side.name in points]
    lines = tuple(Line(side, points[side], why, "match.adjust", say("convenu")) for side in sides)
    return TableChange(state, lines)


def won_beside_play(game: Game, state: State, totals: Mapping[str, int]) -> bool:
    """Whether a total is at the target of a game in which only play leads there."""
    target = game.ending(state.table).target
    return game.won_by_play and target is not None and max(totals.values()) >= target


def allows(game: Game, state: State, step: str) -> bool:
    """Whether one of these steps is possible now, whatever it says."""
    if step in (LEAVES, JOINS) and game.coming_and_going is None:
        return False
    return not (step in BETWEEN_DEALS and state.underway)


def is_answerable(game: Game, state: State, step: str) -> bool:
    """Whether some answer to one of these steps can be accepted now."""
    if not allows(game, state, step) or (state.table.in_teams and step in (LEAVES, JOINS)):
        return False
    match step:
        case "leaves":
            return not too_few(game, state)
        case "joins":
            return len(state.table.seated) < most_seated(game, state.table) and (
                len(state.table.players) < MOST_NAMES or bool(state.table.away)
            )
        case "dealer":
            named = (player for player in playing(state) if player != state.dealer)
            return any(not dealer_violations(game, state, player) for player in named)
    return step != RULES or bool(changeable_options(game))


def without_out(state: State, standing: Standing) -> State:
    """The state with this standing, in which who is newly out has no stand-in any more."""
    table = state.table
    for player in standing.eliminated:
        if player not in state.standing.eliminated:
            table = table.with_stand_in(player, None)
    return replace(state, standing=standing, table=table)
