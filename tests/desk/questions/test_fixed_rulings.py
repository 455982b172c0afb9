"""What is done when something goes astray: every situation, its ruling, its first article, its word."""

from typing import Any

import pytest

from referee.desk.match_facts import facts_of_match
from referee.desk.questions import desk_questions, own_questions
from referee.desk_questions.fixed_rulings import HAPPENED
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.desk.asking import blamed, verdict_of
from tests.desk.test_match_facts import state

CASES = [
    # game, question, what happened, what is done, the first article (of the game), the word
    ("tarot-decale", "tied-trick", "once", "all-play-again", "tied-trick", "Tous rejouent"),
    ("tarot-decale", "tied-trick", "again", "all-play-again", "tied-again", "On rejoue encore"),
    ("tarot-decale", "tied-trick", "won", "takes-all", "tied-trick", "Il prend tout"),
    ("tarot-decale", "tied-trick", "last", "set-aside", "set-aside", "Personne ne le compte"),
    ("tarot-decale", "bonus-called", "in-time", "counts", "bonuses-late", "Elle compte"),
    ("tarot-decale", "bonus-called", "late", "does-not-count", "bonuses-late", "Trop tard"),
    ("tarot-decale", "bonus-called", "false", "does-not-count", "bonuses-false", "Elle ne compte pas"),
    ("tarot-decale", "bonus-called", "petit", "counts", "bonuses", "Il compte"),
    ("tarot-decale", "unequal-hands", "missed", "adds-a-card", "unequal-hands", "Il ajoute sa carte"),
    ("tarot-decale", "unequal-hands", "two", "takes-one-back", "unequal-hands", "Il en reprend une"),
    ("tarot-decale", "unequal-hands", "misdealt", "misdeal", "unequal-hands", "On redonne"),
    ("tarot-decale", "unequal-hands", "unknown", "misdeal", "unequal-hands", "On redonne"),
    ("bataille-corse", "out-of-cards", "contract", "next-pays", "out-of-cards", "Le suivant finit le contrat"),
    ("bataille-corse", "out-of-cards", "turn", "skipped", "out-of-cards", "On le saute"),
    ("bataille-corse", "out-of-cards", "figure", "contract-runs", "contract", "Le contrat court"),
    ("bataille-corse", "out-of-cards", "slap", "may-slap", "out-of-cards", "Oui, il peut taper"),
    ("bataille-corse", "out-of-turn", "just-now", "taken-back", "out-of-turn", "Il la reprend"),
    ("bataille-corse", "out-of-turn", "covered", "stands", "out-of-turn", "Elle reste"),
    ("bataille-corse", "out-of-turn", "too-many", "taken-back", "out-of-turn", "Il la reprend"),
    ("bataille-corse", "out-of-turn", "slapped", "slap-void", "out-of-turn", "La tape ne compte pas"),
    ("huit-americain", "suit-not-named", "waiting", "names-it", "suit-not-named", "Il la dit maintenant"),
    ("huit-americain", "suit-not-named", "played", "card-played", "suit-not-named", "On suit la carte posée"),
    ("huit-americain", "suit-not-named", "changed", "first", "suit-not-named", "La première"),
    ("huit-americain", "suit-not-named", "last-card", "none-needed", "last-card", "La partie est finie"),
    ("huit-americain", "draw-count", "too-many", "put-back", "draw-count", "Il rend les cartes en trop"),
    ("huit-americain", "draw-count", "too-many-mixed", "kept", "draw-count", "Il les garde"),
    ("huit-americain", "draw-count", "too-few", "draws-the-rest", "draw-count", "Il pioche ce qui manque"),
    ("huit-americain", "draw-count", "too-few-late", "stands", "draw-count", "Trop tard"),
    ("huit-americain", "carte", "forgotten", "one-card-from-each", "carte", "Une carte de chacun"),
    ("huit-americain", "carte", "late", "nothing", "carte", "Rien"),
    ("huit-americain", "carte", "too-late", "nothing", "carte-when", "Trop tard"),
    ("huit-americain", "carte", "too-early", "call-again", "carte-when", "Rien, il le redira"),
    ("president", "exchange-wrong", "before-lead", "put-right", "exchange-wrong", "On le refait"),
    ("president", "exchange-wrong", "first-trick", "put-right", "exchange-wrong", "On rend les cartes en main"),
    ("president", "exchange-wrong", "later", "stands", "exchange-wrong", "Trop tard"),
    ("president", "exchange-wrong", "forgotten", "stands", "exchange-wrong", "Pas d’échange"),
    ("triolet", "peeking", "own", "mixed", "peeking", "On les mélange"),
    ("triolet", "peeking", "another", "mixed", "peeking", "Leur joueur les mélange"),
    ("triolet", "peeking", "pile", "into-the-pile", "peeking", "Glissée dans la pioche"),
    ("triolet", "forgot-refill", "not-refilled", "refills", "forgot-refill", "Il complète maintenant"),
    ("triolet", "forgot-refill", "empty", "stands", "forgot-refill", "Trop tard"),
    ("triolet", "forgot-refill", "too-many", "put-back", "forgot-refill", "Il remet les dernières"),
    ("kems", "two-calls", "known", "first", "together", "La première"),
    ("kems", "two-calls", "unknown", "redeal", "together", "Aucune : on redonne"),
    ("kems", "two-calls", "partners", "one-call", "double", "C’est une seule annonce"),
    ("kems", "signal-changed", "between", "allowed", "signal-changed", "Oui"),
    ("kems", "signal-changed", "during", "not-allowed", "signal-changed", "Non"),
    ("kems", "signal-changed", "excuse", "old-counts", "signal-changed", "C’est l’ancien qui compte"),
    ("kems", "signal-changed", "found-out", "must-change", "contre-how", "C’est obligatoire"),
    ("aluette", "petit-jean-signs", "to-partner", "allowed", "petit-jean-partners", "Permis"),
    ("aluette", "petit-jean-signs", "to-petit-jean", "useless", "petit-jean-partners", "Inutile"),
    ("aluette", "petit-jean-signs", "for-petit-jean", "useless", "petit-jean-partners", "Inutile"),
    ("aluette", "petit-jean-signs", "other", "forbidden", "signs", "Interdit"),
]
ASKED = sorted({(game, question) for game, question, *_ in CASES})


@pytest.mark.parametrize(("game", "question", "happened", "done", "article", "word"), CASES)
def test_what_is_done_in_a_situation(
    game: str, question: str, happened: str, done: str, article: str, word: str
) -> None:
    verdict = verdict_of(game, question, {"case": happened})
    assert verdict.answer == {"ruling": done}
    assert verdict.articles[0] == f"{game}.{article}"
    assert verdict.word.text.render("fr").replace("\u202f", " ") == word
    for language in LANGUAGES:
        said = [sentence.render(language) for sentence in verdict.because]
        assert 1 <= len(said) <= 2
        assert all(one.endswith(".") for one in said)


def test_every_situation_stands_in_the_table() -> None:
    told = {
        (game_id, question.id, case)
        for game_id in GAMES
        for question in own_questions(game_id)
        for fact in question.facts
        if fact.label == HAPPENED
        for case, _ in getattr(fact, "choices", ())
    }
    assert told == {(game, question, happened) for game, question, happened, *_ in CASES}


@pytest.mark.parametrize(("game", "question"), ASKED)
@pytest.mark.parametrize("facts", [{}, {"case": "nothing-known"}, {"case": None}, {"case": "once", "more": 1}])
def test_a_situation_that_is_not_known_is_no_case(game: str, question: str, facts: dict[str, Any]) -> None:
    assert blamed(game, question, facts)


@pytest.mark.parametrize(("game", "question"), ASKED)
def test_no_match_tells_what_happened(game: str, question: str) -> None:
    players = ("Ana", "Bob", "Chloé", "Dan")
    assert facts_of_match(desk_questions(GAMES[game])[question], GAMES[game], state(game, players=players)) == {}
