"""The referee's desk: the questions it answers, and the rulebook it answers from.

A chapter of the rulebook is a Markdown file a game and language. ``desk/search.py`` searches one, or all of
them by game: the score is the article's plus how typical the words are of its chapter, so a game's own words
point to it; an article is also found by the words of the same subject in other games (``barbu.trick``,
``whistiti.trick``). Articles related to the best one rank before others.

An unknown word is read as one that sounds the same, as two without a space, or as a typing error
(``desk/search_index.py``). ``desk/article_excerpt.py`` chooses the passage that answers. A search also finds
questions: ``desk/query_facts/facts_in_query.py`` reads cards, choices and numbers from its words,
``web/desk/questions_for_query.py`` adds the facts of the match and rules where all values of the others give
the same answer and no word that matters is left over.

Whatever is sent, a question or a search costs 50 ms and 10 MiB at most (``tests/web/desk/test_costs.py``):
what a list may hold is judged before it is read, and how many ways are open before they are tried.
"""
