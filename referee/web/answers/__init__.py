"""The forms of questions: one table of inputs for each kind of answer, for entries, the desk and house rules.

A player answers from a phone of their own:

1. A match chooses it (``match.own_phones``). A watching phone takes a player's seat
   (``store/matches/seating/seat_holders.py``): a row that ties the player to a membership and ends with it. The
   evening's next match keeps the seats (``keep_seats``). It is no right: a keeper answers for all players,
   and only keepers record.
2. ``web/answers/own_answers.py`` derives each player's part from the same form. Inputs with ``by_seat``
   qualify: it gives their choices, and whether players answer in turn. An answer is checked against those in
   the count.
3. ``POST …/seat/answer`` changes the *running count* (``running_counts.py: change_count``) in one
   transaction, which also checks the seat and the length of the log: simultaneous answers are all kept. A
   keeper's form sends only the fields tapped on this phone and shows the other phones' values.
4. Players' and keepers' phones ask for a page of their own (``poll_responses.py``); watchers share one. A
   seat is free once its phone has no open stream and does not poll; it is held again when the phone returns
   (``Subscription.on_begin``, ``on_end``). A server that starts calls the phones of all seats (``call_phones``):
   no process noticed streams that ended before.
"""
