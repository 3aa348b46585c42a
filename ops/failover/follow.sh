#!/bin/sh
# Makes the stopped PostgreSQL in PGDATA a standby of another server: follow.sh "host=db-2 user=replicator application_name=db-1"
# An existing folder is rewound to the last state that both have in common; an empty or missing one becomes a base backup.
# PGPASSWORD or ~/.pgpass: password of the replication role. Run as the owner of PGDATA, with PostgreSQL's programs in PATH.
set -eu
[ $# -eq 1 ] || { sed -n 2,4p "$0" >&2; exit 2; }
if [ -s "${PGDATA:?}/PG_VERSION" ]; then
  # pg_rewind reads the timeline of the new primary from its last checkpoint.
  psql --no-psqlrc --quiet --command=checkpoint "$1 dbname=postgres"
  pg_rewind --target-pgdata="$PGDATA" --source-server="$1 dbname=postgres" --write-recovery-conf ||
    { echo "To copy everything instead, move $PGDATA away and run this again." >&2; exit 1; }
else
  pg_basebackup --pgdata="$PGDATA" --dbname="$1" --write-recovery-conf --wal-method=stream --checkpoint=fast
fi
