"""The referee: keeps the score of real card games played round a real table."""

__version__ = "1.0.0"

# The version of the rules. It is stored with each match, so that a later change of a rule never
# rewrites an old score silently, and a check added later is not asked of a match that began before it.
# Raise it with every change that can change a score or refuse what was accepted.
RULES_VERSION = 2
