#!/bin/sh
# Takes a backup of GYA, database and files, while it may be running: backup.sh FOLDER
# Reads DATABASE_URL and DATA_DIR or S3_… from the environment, as the app does. Prints the new folder's path.
# Ends with 0, with 2 where a file that a row refers to was already missing from the store, else with 1.
set -eu
umask 077
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/programs.sh"
exec "$node" "$here/backup.ts" "$@"
