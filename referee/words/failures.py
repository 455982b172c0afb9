"""What a machine will not do, in sentences: commands say it in their reader's language, on one line."""

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
"""The handful that happens to people; anything else is told as the system tells it."""

DAMAGED = say(
    "Ce fichier est abîmé, ou n'est pas une base de l'arbitre. Gardez-en une copie,"
    " puis reprenez votre dernière sauvegarde : referee restore --yes FICHIER"
)
CLOSED = say(
    "Cette base ne peut pas être ouverte pour écrire : donnez-vous ce droit sur le fichier et sur son dossier,"
    " ou remettez le fichier à sa place."
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
"""By the beginning of SQLite's own name for it; the more exact ones of a kind begin alike."""


def why(error: OSError) -> Text | str:
    """The reason alone, for who names the file."""
    return WHY.get(error.errno or 0) or error.strerror or str(error)


def failure(error: Exception, language: str) -> str:
    """One line on what went wrong, with the file it went wrong with.

    >>> failure(FileNotFoundError(errno.ENOENT, "No such file", "club.zip"), "en")
    'club.zip: There is no file or folder of this name.'
    """
    if isinstance(error, OSError) and error.errno in WHY:
        reason = WHY[error.errno].render(language)
        return f"{error.filename}: {reason}" if error.filename else reason
    sentence = _of_the_database(error)
    return str(error).partition("\n")[0] if sentence is None else sentence.render(language)


def _of_the_database(error: Exception) -> Text | None:
    """What SQLite or PostgreSQL's driver says, itself or wrapped by who called it; this layer knows neither."""
    driver = getattr(error, "orig", None) or error
    name = str(getattr(driver, "sqlite_errorname", ""))
    if not name and type(driver).__name__ == "OperationalError" and getattr(driver, "sqlstate", "") is None:
        return AWAY
    return next((sentence for begin, sentence in DATABASE.items() if name.startswith(begin)), None)


class ExplainedError(Exception):
    """Something that cannot be done; ``sentence`` says to people why, and what to do."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence)
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence.render("en")
