"""The questions that every match has, whatever its game: penalty, note, relay, end, totals, changes at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee.answers.answer import Field
from referee.answers.choices import Choice, YesNo
from referee.answers.house_rules import AT_THE_TABLE, Option
from referee.answers.numbers import Number, Points
from referee.answers.players import OnePlayer
from referee.answers.table import Table
from referee.answers.texts import NewName, Words
from referee.game_definition.game import Game, Question, Way
from referee.game_definition.offences import Effect, Offence
from referee.game_definition.state import State
from referee.game_definition.table_changes import (
    ADJUST,
    DEALER,
    JOINS,
    LEAVES,
    LONGEST_REASON,
    MOST_ADJUSTED,
    MOST_BROUGHT,
    RULES,
    changeable_options,
    dealer_violations,
    playing,
    sides_in,
    too_few,
)
from referee.words import Text, say

LONGEST_NOTE = 500
"""Characters of a note."""
MOST_TOTAL = 99_999
"""Points of a side's total, of either sign, in a match of which only the totals are known."""
TABLE_TITLES: Mapping[str, Text] = {
    LEAVES: say("Quelqu'un s'en va"),
    JOINS: say("Quelqu'un arrive"),
    DEALER: say("Autre donneur"),
    RULES: say("Changer une règle à partir d'ici"),
    ADJUST: say("Points convenus"),
}
"""The titles of the changes at the table, in the order of a menu."""


def penalty_question(game: Game, state: State) -> Question:
    """The question of a penalty: the offence, one of this game's, and the player."""
    offences = tuple((offence.id, offence.label) for offence in game.offences)
    fields = (
        Choice("offence", say("Quelle faute ?"), offences),
        OnePlayer("player", say("Le joueur"), state.table.seated),
    )
    return Question("penalty", say("Une faute"), (Way(fields),), subject=say("la faute"))


def consequence_of(offence: Offence, game: Game, table: Table) -> Text:
    """The consequence of an offence at this table, where it depends on a house rule with that rule's effect."""
    if isinstance(offence.effect, Effect):
        return offence.consequence
    printed, _ = game.house_rules({}, table.players)
    effect = offence.effect_under(table.rules)
    if effect == offence.effect_under(printed):
        return say("Sans règle de la maison : %(effect)s", effect=effect.words)
    return say("Règle de la maison : %(effect)s", effect=effect.words)


def relay_question(game: Game, state: State) -> Question:
    """The question of a relay: the seat, its stand-in or its own player again, and the first deal it holds for."""
    table, deal = state.table, state.deal
    empty = (*game.dummies(table.rules), *table.away)
    seats = tuple(player for player in table.players if player not in table.eliminated)
    by = (*table.players, *table.stand_ins.values(), *(() if table.stand_ins else (None,)))
    fields = (
        OnePlayer("player", say("Qui est remplacé"), seats, barred=empty),
        NewName("by", say("Qui joue"), by, nothing=say("son propre joueur, de retour")),
    )
    lead = say("À partir de la donne %(deal)s. La place garde son nom et ses points.", deal=deal)
    if state.begun:
        lead = say(
            "La donne %(deal)s est commencée, on la finit d'abord : le changement vaut à partir de la donne"
            " %(after)s. La place garde son nom et ses points.",
            deal=deal,
            after=deal + 1,
        )
    return Question("relay", say("Quelqu'un remplace un joueur"), (Way(fields),), lead, subject=say("le remplacement"))


def totals_question(game: Game, state: State) -> Question:
    """The question of the totals of a match that was played without being recorded; its form shows a known sum."""
    sides = tuple(side.name for side in state.table.sides)
    total = 0 if game.zero_sum else None
    totals = Points("totals", say("Total de chacun"), sides, -MOST_TOTAL, MOST_TOTAL, "match.totals", total)
    lead = say("La partie s'est jouée sans la feuille : ses totaux seuls sont notés, et elle est finie.")
    return Question("totals", say("Les totaux seulement"), (Way((totals,)),), lead, subject=say("les totaux"))


def note_question(game: Game, state: State) -> Question:
    """The question of a note, which changes nothing."""
    text = Words("text", say("La note"), LONGEST_NOTE)
    return Question("note", say("Une note"), (Way((text,)),), subject=say("la note"))


def end_question(game: Game, state: State) -> Question:
    """The question of the end by agreement; where the match has an end of its own, whether the first has won."""
    ending = game.ending(state.table)
    early = ending.deals is not None or ending.target is not None or ending.by_position
    won = YesNo("won", say("Le premier est déclaré vainqueur"), optional=True, offered=early)
    lead = say("Une donne commencée ne compte pas ; le classement devient définitif.")
    if early:
        lead = say(
            "Une donne commencée ne compte pas ; le classement devient définitif. Sans vainqueur déclaré, personne n'a"
            " gagné dans les chiffres."
        )
    return Question("end", say("Arrêter la partie"), (Way((won,)),), lead, subject=say("la fin de la partie"))


def leaves_question(game: Game, state: State) -> Question:
    """The question of who leaves; one who has left already is refused by an article where the game says so."""
    going = game.coming_and_going
    table = state.table
    named = table.players if going is not None and going.names_who_left else table.seated
    staying = too_few(game, state)
    barred = named if staying else tuple(player for player in named if player not in playing(state))
    lead = say(
        "À partir de la donne %(deal)s. Son nom reste sur la feuille et au classement, derrière ceux qui jouent.",
        deal=state.deal,
    )
    leaver = OnePlayer("player", say("Qui s'en va"), named, barred=barred)
    return Question(LEAVES, TABLE_TITLES[LEAVES], (Way((leaver,)),), lead, subject=say("le départ"))


def joins_question(game: Game, state: State) -> Question:
    """The question of who joins, with the points that they bring; who has left comes first."""
    table = state.table
    newcomer = NewName(
        "player", say("Qui arrive"), (*table.seated, *table.eliminated, *table.stand_ins.values()), table.away
    )
    article = "match.joins" if game.coming_and_going is None else game.coming_and_going.points
    points = Number("points", say("Points à son arrivée"), -MOST_BROUGHT, MOST_BROUGHT, article, optional=True)
    lead = say(
        "À partir de la donne %(deal)s. Celui qui revient retrouve sa place et son total ; les autres commencent à 0, "
        "à la dernière place.",
        deal=state.deal,
    )
    return Question(JOINS, TABLE_TITLES[JOINS], (Way((newcomer, points)),), lead, subject=say("l'arrivée"))


def dealer_question(game: Game, state: State) -> Question:
    """The question of who deals the deal now awaited."""
    players = state.table.players
    barred = tuple(player for player in players if dealer_violations(game, state, player))
    lead = say("%(dealer)s devait donner la donne %(deal)s.", dealer=state.dealer, deal=state.deal)
    dealer = OnePlayer("player", say("Qui donne"), players, barred=barred)
    return Question(DEALER, TABLE_TITLES[DEALER], (Way((dealer,)),), lead, subject=say("le donneur"))


def rules_question(game: Game, state: State) -> Question:
    """The question of other house rules from the deal now awaited: a field for each that may change."""
    fields = tuple(_option_field(option, state.table) for option in changeable_options(game))
    lead = say("À partir de la donne %(deal)s ; ce qui est noté reste comme il est.", deal=state.deal)
    return Question(RULES, TABLE_TITLES[RULES], (Way(fields),), lead, subject=say("la règle changée"))


def _option_field(option: Option, table: Table) -> Field:
    """The field of a house rule inside the step; a bound that depends on the number of players is that of the first."""
    field = replace(option.field, key=f"options.{option.id}", optional=True)
    if isinstance(field, Number):
        field = replace(field, high=field.highest({AT_THE_TABLE: table.first_players}))
    return field


def adjust_question(game: Game, state: State) -> Question:
    """The question of points by agreement, for any of the sides that are in."""
    sides = sides_in(state)
    label = TABLE_TITLES[ADJUST]
    points = Points("points", label, sides, -MOST_ADJUSTED, MOST_ADJUSTED, "match.adjust", never=(0,), partial=True)
    reason = Words("reason", say("Pourquoi"), LONGEST_REASON, optional=True)
    lead = say("Une ligne de la feuille, dans la donne %(deal)s : ce n'est pas une faute.", deal=state.deal)
    if game.zero_sum:
        lead = say(
            "Une ligne de la feuille, dans la donne %(deal)s : ce n'est pas une faute. À ce jeu la somme des totaux"
            " fait 0 ; des points convenus peuvent y changer.",
            deal=state.deal,
        )
    return Question(ADJUST, label, (Way((points, reason)),), lead, subject=say("les points convenus"))


COMMON_QUESTIONS: Mapping[str, Callable[[Game, State], Question]] = {
    "penalty": penalty_question,
    "note": note_question,
    "relay": relay_question,
    "end": end_question,
    "totals": totals_question,
    LEAVES: leaves_question,
    JOINS: joins_question,
    DEALER: dealer_question,
    RULES: rules_question,
    ADJUST: adjust_question,
}
"""The question of each step, in the order of a menu."""


def common_questions(game: Game, state: State) -> tuple[Question, ...]:
    """The questions of all these steps."""
    return tuple(question(game, state) for question in COMMON_QUESTIONS.values())
