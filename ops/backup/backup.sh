#!/bin/sh
# Backs up database and files while the app may be running: backup.sh FOLDER
# Reads DATABASE_URL and DATA_DIR or S3_… from the environment, like the app. Prints the path of the new folder.
# Exit code: 0, 2 if referenced files were missing from the store, otherwise 1.
set -eu
umask 077
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/programs.sh"
exec "$node" "$here/backup.ts" "$@"
