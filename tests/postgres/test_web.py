"""The same pages on PostgreSQL: whole matches, double taps, late keepers, access."""

from __future__ import annotations

from tests.web.conftest import match, visitor  # noqa: F401
from tests.web.test_access import (  # noqa: F401
    of_this_match,
    test_a_link_that_nobody_made_does_not_exist,
    test_a_match_of_another_club_does_not_exist,
    test_a_revoked_link_opens_nothing_and_ends_what_it_gave,
    test_an_address_that_no_match_has_does_not_exist,
    test_revoking_a_link_that_is_none_does_nothing,
)
from tests.web.test_odd_addresses import *  # noqa: F403
from tests.web.test_twice_and_late import *  # noqa: F403
from tests.web.test_whole_match import (  # noqa: F401
    test_a_rematch_is_the_same_table_with_the_deal_moved_on,
    test_a_whole_ascenseur_of_25_rounds_comes_to_what_its_file_comes_to,
    test_every_game_is_played_through_its_forms,
    test_undo_goes_back_to_the_first_card_and_the_match_goes_on,
)
