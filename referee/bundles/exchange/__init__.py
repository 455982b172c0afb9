"""A club taken along in a phone: both logs brought together again.

An exchange of a phone that took a club along with its server (``web/bundles/exchange_steps.py``,
``server_pages.py``):

1. The phone asks for the marks of the server's club and compares them with its own (``offline_clubs.py:
   compare``). Its pages answer with the next requests; ``exchange.js`` only fetches and posts.
2. Of each match that lacks something there it posts a bundle, and fetches a bundle of those that lack
   something here, rules of the table's own among them. Both sides bring a bundle in as an import does
   (``loading.py: load_bundle``).
3. Of a match whose log went on in both places the phone stores the server's version, and its keeper chooses.
   The match becomes the server's version, corrected by one batch where the phone's is chosen.

If both copies changed a rule of the table's own, the newer text wins; two separate rules at one article are
both kept (``table_rules.py: merge``).
"""
