"""What a machine will not do, in sentences: commands say it in their reader's language, on one line."""

from __future__ import annotations

import errno

from referee.words import Text, say

__all__ = ["failure", "why"]

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
    return str(error).partition("\n")[0]
