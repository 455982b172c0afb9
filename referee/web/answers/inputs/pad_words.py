"""The sentences that the scripts of a form say: names in braces (``{player}``) are filled in by the script."""

from __future__ import annotations

import json
from collections.abc import Mapping

from referee.web.rendering.page_language import localize
from referee.words import Renderable, Text, say, say_n

PLAYER, NUMBER, MADE, WHAT = "{player}", "{n}", "{made}", "{what}"


def as_json(words: Mapping[str, Text | bool]) -> str:
    """The sentences in the reader's language, by the name a script knows them under."""
    shown = {name: said if isinstance(said, bool) else localize(said) for name, said in words.items()}
    return json.dumps(shown, ensure_ascii=False)


def is_asked(who: str) -> Text:
    return say("%(player)s ?", player=who)


def to_note() -> Text:
    return say("À noter : %(player)s", player=PLAYER)


def to_place() -> Text:
    """What is still to do where players are put in order."""
    return say("Encore %(n)s à placer", n=NUMBER)


def made_of(made: object, total: int) -> Text:
    """The sum of what is typed beside what it must be; of 0, all must cancel out."""
    if total:
        return say("%(made)s sur %(total)s", made=made, total=total)
    return say("ensemble %(made)s, il faut 0", made=made)


def points(total: int, quiet: Text) -> dict[str, Text | bool]:
    """Of the pad of points; ``quiet``: what is still to note."""
    return {
        "ask": is_asked(PLAYER),
        "quiet": quiet,
        "rest": say("reste %(n)s", n=NUMBER),
        "over": say("%(n)s de trop", n=NUMBER),
        "all": made_of(MADE, total),
        "back": say("Effacer"),
        "sign": say("Changer le signe"),
        "next": say("Suivant"),
        "theRest": say("le reste"),
        "keyboard": say("Clavier"),
        "pad": say("Pavé"),
    }


def increments() -> dict[str, Text | bool]:
    """Of the keys that add to a number."""
    return {
        "plus": say("%(player)s : plus %(n)s", player=PLAYER, n=NUMBER),
        "zero": say("%(player)s : remettre à zéro", player=PLAYER),
    }


def count_board(total: int) -> dict[str, Text | bool]:
    """Of the board on which a total is shared out."""
    return {
        "all": say("%(made)s sur %(total)s", made=MADE, total=total),
        "rest": say("reste %(n)s · à qui ?", n=NUMBER),
        "over": say("%(n)s de trop", n=NUMBER),
        "more": say("Encore %(n)s", n=NUMBER),
        "ask": is_asked(PLAYER),
        "plus": say("%(player)s : un de plus", player=PLAYER),
        "minus": say("%(player)s : un de moins", player=PLAYER),
        "type": say("%(player)s : donner le nombre", player=PLAYER),
        "give": say("%(player)s : tout le reste", player=PLAYER),
        "kept": say("tenu"),
        "short": say("%(n)s en moins", n=NUMBER),
        "bid": say("dit"),
        "zero": say("Compter depuis 0"),
        "announced": say("Comme annoncé"),
    }


def grid() -> dict[str, Text | bool]:
    """Of the grid in which several sums are shared out."""
    return {
        "ask": say("%(what)s : %(player)s ?", what=WHAT, player=PLAYER),
        "who": say("%(what)s : à qui ?", what=WHAT),
        "less": say("%(what)s : encore %(n)s", what=WHAT, n=NUMBER),
        "more": say("%(what)s : %(n)s de trop", what=WHAT, n=NUMBER),
        "all": say("sur %(total)s", total=NUMBER),
        "over": say("%(n)s de trop", n=NUMBER),
        "rest": say("le reste"),
        "tens": say("dix et plus"),
        "back": say("Effacer"),
    }


def bids(total: int) -> dict[str, Text | bool]:
    """Of bids made in turn, of ``total`` tricks."""
    return {
        "ask": say("%(player)s annonce ?", player=PLAYER),
        "quiet": say("À %(player)s d'annoncer", player=PLAYER),
        "sum": say("annoncé %(made)s · plis %(total)s", made=MADE, total=total),
        "oneSaid": say_n("%(made)s annoncé pour %(n)s pli", "%(made)s annoncé pour %(n)s plis", total, made=MADE),
        "allSaid": say_n("%(made)s annoncés pour %(n)s pli", "%(made)s annoncés pour %(n)s plis", total, made=MADE),
    }


def bets(others: Renderable | str, rising: bool) -> dict[str, Text | bool]:
    """Of what each says in turn; ``others``: what is said by those who say nothing."""
    words: dict[str, Text | bool] = {"ask": say("%(player)s parie ?", player=PLAYER)}
    if others:
        words["others"] = say("les autres : %(what)s", what=others)
    if rising:
        words["best"] = say("meilleur pari : %(what)s, %(player)s", what=WHAT, player=PLAYER)
    return words


def tricks() -> dict[str, Text | bool]:
    """Of the winners of the tricks, told one after another."""
    return {
        "ask": say("%(trick)s : qui le prend ?", trick=PLAYER),
        "quiet": say("%(trick)s : à qui ?", trick=PLAYER),
        "tally": True,
        "back": say("Effacer le dernier"),
    }
