#!/bin/sh
# /usr/local/bin/referee: the commands, with the settings of the server and as its user.
exec runuser -u referee -- sh -c 'set -a; . /etc/referee.env; cd "$REFEREE_DATA" && exec /opt/referee/.venv/bin/referee "$@"' referee "$@"
