"""A match: its set-up, its log, and the file formats. Pure: no web, no database.

Records are only appended. A record is an entry, or it amends an earlier one with another entry (correction)
or none (removal). A new entry stands behind all others, or ``before`` the current entry that it names: a deal
that was forgotten (``web/corrections/insertion_pages.py``). Undo appends amendments of the last *batch*.

An entry of the step ``setup`` corrects the set-up of the whole match (``setup_correction.py``): it holds the
set-up before and after, the match's row has the one in force. Where it puts another person in a seat, the
same batch amends each entry that names somebody replaced (``replaced_people.py``); these amendments are no
corrections on the page. The current entries are folded from the records, state and sheet from those.
"""
