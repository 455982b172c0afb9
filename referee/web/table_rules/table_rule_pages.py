"""The rules of a table's own: noted at an article, changed and removed, and all of them on one page to be printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.answers.house_rules import Option, for_another_sitting
from referee.desk.articles import COMMON, Article, article, options_at
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.store.database.models import Match, TableRule
from referee.store.database.quotas import Full
from referee.store.evenings.evenings import matches_of
from referee.store.evenings.recycle_bin import purge
from referee.store.matches.current_evening import is_quiet
from referee.store.matches.matches import known_players
from referee.store.matches.rematch import last_match, last_options, same_table
from referee.store.matches.stored_match import stored_matches
from referee.store.table_rules import table_rules as stored_rules
from referee.store.table_rules.table_rules import LONGEST, one_sentence, valid_players
from referee.web.access.permissions import match_or_404, visitor_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.error_pages import full_page
from referee.web.http.client_key import client_key
from referee.web.new_match.house_rules_in_words import rules_in_words
from referee.web.rendering.page_language import language
from referee.words import Text, say

pages = Blueprint("table_rules", __name__, url_prefix="/table-rules")

OTHERS = 12
"""Players of the club offered beside those who were there."""


@dataclass(frozen=True, slots=True)
class TableRuleRow:
    """A rule with the article that it replaces; None: of another version of the rulebook."""

    rule: TableRule
    law: Article | None


@dataclass(frozen=True, slots=True)
class TableRulePart:
    """How a table plays a game, or every game: its own rules, and the house rules of its last match in words."""

    rows: Sequence[TableRuleRow]
    house_rules: Sequence[Text]


@pages.get("")
def index() -> ResponseReturnValue:
    """All rules that stand, game by game, those of every game last; for keepers those that can be restored too."""
    visitor = visitor_or_404()
    rows = [TableRuleRow(rule, article(rule.article, language())) for rule in stored_rules.table_rules(visitor.club.id)]
    house_rules = _lasting_rules(visitor.club.id)
    removed = stored_rules.removed_rules(visitor.club.id) if visitor.keeps else ()
    parts = {
        id: TableRulePart([row for row in rows if _part(row) == id], house_rules.get(id, ())) for id in (*GAMES, COMMON)
    }
    return render_template(
        "table_rules/table_rules.html",
        parts={id: part for id, part in parts.items() if part.rows or part.house_rules},
        noted=bool(rows),
        removed=removed,
        just_removed=next((rule for rule in removed if rule.public_id == request.args.get("removed")), None),
    )


def _lasting_rules(club_id: int) -> dict[str, Sequence[Text]]:
    """The lasting house rules of the club's last match of each game; a game known by its name has them by that."""
    options = ((GAMES[id], choices) for id, choices in last_options(club_id).items() if id in GAMES)
    return {
        game.id: rules_in_words(game, for_another_sitting(game.options, choices))
        for game, choices in options
        if not game.name_option
    }


def _part(row: TableRuleRow) -> str:
    return row.law.chapter if row.law else COMMON


@pages.get("/new")
def ask() -> ResponseReturnValue:
    """The form to note a rule at an article; where a house rule says the same, the way to that one."""
    return _form_page(_law(request.args.get("article", "")), _people_there(), _people_there())


@pages.post("")
def note() -> ResponseReturnValue:
    """Note a rule: 303 to its article, or 422 with what is missing."""
    law = _law(request.form.get("article", ""))
    text, players, fault = _read_form()
    there = valid_players((*_people_there(), *players))
    page = partial(_form_page, law, there, players, text, fault)
    if fault is not None or options_at(law.id):
        return page(), 422
    try:
        stored_rules.note(visitor_or_404().club.id, law.id, text, players, client_key())
    except Full as error:
        return full_page(error, page)
    match = request.form.get("match") or None
    return redirect(url_for("rulebook.one_game", part=law.chapter, match=match, _anchor=law.id), 303)


@pages.route("/<public_id>/edit", methods=["GET", "POST"])
def edit(public_id: str) -> ResponseReturnValue:
    rule = _rule_or_404(public_id)
    law = article(rule.article, language())
    if request.method == "GET":
        return _form_page(law, rule.players, rule.players, rule.text, rule=rule)
    text, players, fault = _read_form()
    page = partial(_form_page, law, valid_players((*rule.players, *players)), players, text, fault, rule)
    if fault is not None:
        return page(), 422
    try:
        stored_rules.change(rule, text, players)
    except Full as error:
        return full_page(error, page)
    return redirect(url_for(".index", _anchor=public_id), 303)


@pages.post("/<public_id>/<any(remove,restore):what>")
def change(public_id: str, what: str) -> ResponseReturnValue:
    """Remove a rule, or restore it within thirty days."""
    rule = _rule_or_404(public_id)
    if what == "remove":
        stored_rules.remove(rule)
        purge()
        return redirect(url_for(".index", removed=public_id), 303)
    try:
        stored_rules.restore(rule)
    except Full as error:
        return full_page(error, index)
    return redirect(url_for(".index", _anchor=public_id), 303)


def _rule_or_404(public_id: str) -> TableRule:
    return stored_rules.table_rule(visitor_or_404().club.id, public_id) or abort(404)


def _law(article_id: str) -> Article:
    return article(article_id, language()) or abort(404)


def _read_form() -> tuple[str, list[str], Text | None]:
    """The sentence and the names of a form, and what is wrong with the sentence."""
    text = one_sentence(request.form.get("text", ""))
    players = valid_players([*request.form.getlist("player"), request.form.get("other", "")])
    if not text:
        return text, players, say("Écrivez votre règle, en une phrase.")
    if not visible_text(text):
        return text, players, say("Cette règle ne se voit pas : elle n'a que des signes invisibles.")
    if len(text) > LONGEST:
        return text, players, say("C'est trop long : %(most)s signes au plus.", most=LONGEST)
    return text, players, None


def _people_there() -> Sequence[str]:
    """Who is at the table now: at the match of the address, else at the one going on, else this evening."""
    named = request.values.get("match")
    if named:
        table = same_table(match_or_404(named))
        return table.people if table else ()
    latest = last_match(visitor_or_404().club.id)
    if latest is None or is_quiet(latest.changed_at):
        return ()
    matches = matches_of([latest.evening_id])[latest.evening_id] if latest.over and latest.evening_id else [latest]
    return _people_of(matches)


def _people_of(matches: Sequence[Match]) -> list[str]:
    tables = map(same_table, stored_matches([match.id for match in matches]).values())
    return valid_players(name for table in tables if table for name in table.people)


def _form_page(
    law: Article | None,
    there: Sequence[str],
    chosen_names: Sequence[str],
    text: str = "",
    fault: Text | None = None,
    rule: TableRule | None = None,
) -> str:
    club_id = visitor_or_404().club.id
    others = [name for name in known_players(club_id) if name not in there][:OTHERS]
    noted = stored_rules.table_rules(club_id)
    match = request.values.get("match") or None
    return render_template(
        "table_rules/edit.html",
        known=options_at(law.id) if law and not rule else (),
        action=url_for(".edit", public_id=rule.public_id) if rule else url_for(".note"),
        back=_address_before(law, rule, match),
        law=law,
        rule=rule,
        players=[*there, *others],
        chosen=chosen_names,
        text=text,
        fault=fault,
        longest=LONGEST,
        match=match,
        beside=[other for other in noted if law and other.article == law.id and not rule],
    )


def _address_before(law: Article | None, rule: TableRule | None, match: str | None) -> str:
    """Where the form was opened: the list of rules, or the article."""
    if rule or law is None:
        return url_for(".index", _anchor=rule.public_id if rule else None)
    return url_for("rulebook.one_game", part=law.chapter, match=match, _anchor=law.id)


@pages.app_template_global("house_rules_of_one_game")
def _of_one_game(games_and_options: Sequence[tuple[Game, Option]], game: Game | None) -> Sequence[tuple[Game, Option]]:
    """The house rules that belong to one game, or to this one; none where many games have them."""
    if len({of_game.id for of_game, _ in games_and_options}) == 1:
        return games_and_options
    return [(of_game, option) for of_game, option in games_and_options if game and of_game.id == game.id]


@pages.app_template_global("address_of_house_rule")
def _address_of_house_rule(game: Game, option: Option) -> str:
    """The address of a house rule in the form of a new match."""
    return url_for("new_match.seats", game_id=game.id, rules="open", _anchor=f"option.{option.id}")
