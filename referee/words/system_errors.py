"""Sentences for errors of the operating system and of the databases, printed by commands on one line."""

from __future__ import annotations

import errno

from referee.words import Text, say

WHY = {
    errno.ENOENT: say("Il n'y a ni fichier ni dossier de ce nom."),
    errno.EISDIR: say("C'est un dossier, pas un fichier."),
    errno.ENOTDIR: say("Ce chemin passe par un fichier, qui n'est pas un dossier."),
    errno.EEXIST: say("Il y a déjà un fichier de ce nom."),
    errno.EACCES: say("Ce n'est pas permis."),
    errno.EPERM: say("Ce n'est pas permis."),
    errno.ENOSPC: say("Le disque est plein."),
    errno.EADDRINUSE: say("Un autre programme écoute déjà là : arrêtez-le, ou choisissez un autre port avec --port."),
    errno.EADDRNOTAVAIL: say("Cette machine n'a pas cette adresse."),
}
"""The frequent errors; for the others the system's own message is printed."""

DAMAGED = say(
    "Ce fichier est abîmé, ou n'est pas une base de l'arbitre. Gardez-en une copie,"
    " puis reprenez votre dernière sauvegarde : referee restore --yes FICHIER"
)
CLOSED = say(
    "Cette base ne peut pas être ouverte pour écrire : donnez-vous ce droit sur le fichier et sur son dossier,"
    " ou remettez le fichier à sa place."
)
REPLACED = say(
    "Le fichier de la base n'est plus celui que le serveur a ouvert : rien ne se note plus. Remettez celui-là à sa"
    " place ; ou redémarrez le serveur, qui prend alors ce qui s'y trouve."
)
AWAY = say("La base de données ne répond pas : vérifiez DATABASE_URL, et qu'elle tourne.")
DATABASE = {
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_READONLY": CLOSED,
    "SQLITE_CANTOPEN": CLOSED,
    "SQLITE_PERM": CLOSED,
    "SQLITE_BUSY": say("Un autre programme tient cette base : fermez-le, puis réessayez."),
    "SQLITE_FULL": WHY[errno.ENOSPC],
    "SQLITE_IOERR": say("Le disque ne lit ou n'écrit plus cette base : regardez s'il est plein ou en panne."),
}
"""By the prefix of SQLite's name of the error, which its more specific codes share."""


def why(error: OSError) -> Text | str:
    """The reason of an error, without the file."""
    return WHY.get(error.errno or 0) or error.strerror or str(error)


def failure(error: Exception, language: str) -> str:
    """The message of an error on one line, with its file.

    >>> failure(FileNotFoundError(errno.ENOENT, "No such file", "club.zip"), "en")
    'club.zip: There is no file or folder of this name.'
    """
    if isinstance(error, OSError) and error.errno in WHY:
        reason = WHY[error.errno].render(language)
        return f"{error.filename}: {reason}" if error.filename else reason
    sentence = database_reason(error)
    return str(error).partition("\n")[0] if sentence is None else sentence.render(language)


def database_reason(error: Exception) -> Text | None:
    """The sentence for an error of SQLite or of PostgreSQL's driver, bare or wrapped, recognised without importing
    either."""
    driver = getattr(error, "orig", None) or error
    name = str(getattr(driver, "sqlite_errorname", ""))
    if not name and type(driver).__name__ == "OperationalError" and getattr(driver, "sqlstate", "") is None:
        return AWAY
    return next((sentence for begin, sentence in DATABASE.items() if name.startswith(begin)), None)


class ExplainedError(Exception):
    """A failure with a ``sentence`` for people: the reason, and what to do."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence.render("en")
