"""The inputs of the forms, one for each kind of answer, and what their widgets show.

``input_kinds.py`` has the input of each kind; ``base_input.py`` what all of them do.
"""
