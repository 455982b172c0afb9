"""Tables from elsewhere: the season that a club kept on paper."""
