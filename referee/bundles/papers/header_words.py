"""The words of a header, and the first words of rows that are no match, in French, English and German."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from referee.words.folding import folded

Role = Literal[
    "date", "hour", "game", "name", "points", "place", "winner", "remark", "sum", "running", "deal", "dealer", "ignore"
]
"""What a column can be taken for."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


WORDS: Mapping[Role, frozenset[str]] = {
    "date": _words("date dates jour day datum quand when le soiree tag played"),
    "hour": _words("heure heures hour time uhrzeit zeit horaire debut start"),
    "game": _words("jeu jeux game games spiel partie match nom_du_jeu game_name jeu_joue"),
    "name": _words("joueur joueuse joueurs player players name nom prenom spieler equipe camp team side"),
    "place": _words("place places position pos rang rank ranking classement platz"),
    "winner": _words("gagnant gagnante gagnants vainqueur vainqueurs winner winners gagne sieger won"),
    "remark": _words(
        "remarque remarques remark remarks note notes commentaire commentaires comment comments bemerkung"
        " observation observations"
    ),
    "sum": _words("total totaux somme summe sum somme_de_la_ligne total_general gesamt controle"),
    "running": _words("cumul cumule running running_total total_courant cumulative"),
    "deal": _words("donne donnes round rounds manche manches deal deals tour tours hand main runde mene")
    | _words("no n n° # numero"),
    "dealer": _words("donneur dealer geber distributeur"),
    "points": _words("points point pts score scores punkte resultat result"),
    "ignore": _words("cards cartes carte status statut etat opens bid bids annonce annonces contrat contract prise")
    | _words(
        "tricks plis adjustment lieu endroit table duree duration intitule called label libelle id moyenne average"
    ),
}
"""By what a column is taken for: the words of its header, folded, with "_" for each space."""
SUM_WORDS = _words("total totaux somme summe sum gesamt sous-total totals ensemble bilan")
OTHER_ROW_WORDS = _words("rang place classement rank moyenne average gagnant vainqueur winner position")
"""The first words of rows below a table that are neither a match nor a sum."""
FRENCH_WORDS = _words(
    "jeu joueur joueuse joueurs heure donne manche donneur remarque gagnant vainqueur classement soiree cumul nous"
    " eux tour partie equipe"
)
"""Words by which a table speaks French, and its dates begin with the day."""


def speaks_french(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a French word stands alone in one of the first rows.

    >>> speaks_french([["date", "jeu"]]), speaks_french([["date", "game"]])
    (True, False)
    """
    cells = (folded(cell[:60]).replace(",", " ") for row in rows[:8] for cell in row)
    return any(word in FRENCH_WORDS for cell in cells for word in cell.split())


def header_word(cell: str) -> str:
    """A cell of a header as it stands in :data:`WORDS`."""
    return re.sub(r"\s+", "_", folded(cell.strip().strip(":.*")).strip())


def role_by_word(cell: str) -> Role | None:
    word = header_word(cell)
    return next((role for role, words in WORDS.items() if word in words), None)


def is_nobody(head: str) -> bool:
    """Whether a header is a word for something: no player's name.

    >>> is_nobody("date"), is_nobody("Round"), is_nobody("Ana")
    (True, True, False)
    """
    return role_by_word(head) is not None
