"""What a link says before it is followed: what it is about, and what it allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.store.clubs.clubs import KEEPER
from referee.store.clubs.links import OWNER
from referee.store.database.models import Invitation
from referee.words import Text, say

KEEP_MATCHES = say("Vous notez et corrigez les parties, vous en commencez d'autres.")
NO_NOTES = say("Vous ne notez rien.")


@dataclass(frozen=True, slots=True)
class InvitationWords:
    """What a link is about, in a sentence, and what it allows; ``of_match``: it is about one match."""

    about: Text
    allows: Sequence[Text] = ()
    of_match: bool = False


NOTHING_NEW = InvitationWords(say("Ce téléphone est déjà à cette table, et ce lien ne lui donne rien de plus."))
TO_OWN = InvitationWords(
    say("On vous confie cette table : ce téléphone en devient propriétaire."),
    (
        KEEP_MATCHES,
        say("Personne ne peut vous mettre dehors ; vous seul faites le code de secours et passez la table à un autre."),
    ),
)
TO_KEEP = InvitationWords(
    say("On vous invite à marquer les points avec la table."),
    (KEEP_MATCHES, say("Vous pouvez inviter et mettre dehors d'autres téléphones, sauf celui du propriétaire.")),
)
TO_WATCH_MATCH = InvitationWords(
    say("On vous invite à suivre une partie."),
    (say("Vous voyez cette partie, sa feuille et son journal, et rien d'autre de la table."), NO_NOTES),
    of_match=True,
)
TO_WATCH = InvitationWords(
    say("On vous invite à suivre les parties de la table."),
    (say("Vous voyez toutes ses parties, ses soirées et ses joueurs."), NO_NOTES),
)


def words_of_invitation(invitation: Invitation, *, nothing_new: bool) -> InvitationWords:
    if nothing_new:
        return NOTHING_NEW
    if invitation.role == OWNER:
        return TO_OWN
    if invitation.role == KEEPER:
        return TO_KEEP
    return TO_WATCH_MATCH if invitation.match_id else TO_WATCH
