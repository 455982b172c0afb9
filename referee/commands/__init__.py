"""The commands of ``referee``: the command line, and a module for each command or the few that belong together."""
