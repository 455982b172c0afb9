"""The pages of the desk: search, questions, verdicts; and the rulebook.

A dispute, from the tap to the article:

1. ``GET /desk/<game>/<question>``: the game declares ``DeskQuestion``s; ``desk/match_facts.py`` fills in what
   the match knows; the form is made by ``web/answers``.
2. The facts stand in the address. ``GET …/verdict``: ``desk/adjudication.py: case_of`` reads them and the
   house rules once into a ``Case``, or returns every violation of the first check that fails
   (``question.facts``): 422. ``referee ask`` does it from a file (``desk/question_json.py``).
3. ``question.rule(case)`` gives a ``Ruling``, ``verdict_on`` makes the ``Verdict`` of it; the page then adds
   what could have been played (``allowed_instead.py``), the answer by the printed rules (``house_effect.py``)
   and the table's own rules (``desk_pages.py: _own_rules``).
4. ``POST …/note`` records the ruling as a note in the match (``noted_ruling.py``).

Where a table plays otherwise than an article says, a keeper notes the table's own rule there
(``store/table_rules/``): a sentence that judges nothing, shown before the printed rule wherever that article
decides. An article that has a house rule offers that instead (``desk/articles.py: options_at``).
"""
