"""The referee's desk: the questions it answers, and the rulebook it answers from.

A chapter of the rulebook is a Markdown file a game and language. ``search/rulebook_search.py`` searches one, or
all of them by game: the score is the article's plus how typical the words are of its chapter, so a game's own words
point to it; an article is also found by the words of the same subject in other games (``barbu.trick``,
``whistiti.trick``). Articles related to the best one rank before others.

An unknown word is read as one that sounds the same, as two without a space, or as a typing error
(``search/misspellings.py``). ``article_excerpt.py`` chooses the passage that answers. A search also finds
questions, and rules where its sentence says enough (``web/desk/questions_for_query.py: words_asked``):

1. ``query_opinions/opinions.py`` passes over what somebody only thinks of the answer ("Granny says I have to");
   ``query_words/sentence_terms.py`` makes terms of the text, slips mended, with what parts them;
   ``query_numbers/numbers_in_words.py`` puts numbers above twenty in digits, and
   ``query_numbers/proposed_results.py`` asks for a result where two are proposed.
2. ``query_words/card_sense.py`` passes over the words of a story, those without a sense of cards.
3. ``query_facts/facts_in_query.py`` reads the facts of each question of the game: cards
   (``card_phrases/card_phrases.py``), choices, numbers, players. Each fact names the words that say it. What a
   question declares as ``told_facts`` is read from phrases of its own (``query_facts/told_values.py``), and what it
   declares as ``beside`` decides nothing there. ``query_deal/side_points.py`` reads the points of both sides of a
   deal.
4. ``query_words/leftover_words.py`` gives the words that no fact says, ``query_doubts/question_doubts.py`` those that
   turn a case round ("presque", "si j'avais"). Where there are any, they are asked back.
5. ``web/desk/rule_at_once.py`` judges every case that is left open, with the facts of the match; where all have
   one answer, it is the verdict. A fact that people forget to tell (``Wording.often_forgotten``: the belote) must not
   change it.

A word of the grammar stands in ``search/vocabulary.*.toml`` where the search reads it too, else in
``query_words/sentence_words.*.toml``, what casts doubt in ``query_doubts/doubts.*.toml``.

Whatever is sent, a question or a search costs 50 ms and 10 MiB at most (``tests/web/desk/test_costs.py``):
what a list may hold is judged before it is read, and how many ways are open before they are tried.
"""
