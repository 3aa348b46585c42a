#!/bin/sh
# Restores a backup of GYA into an empty database and an empty file store, and compares: restore.sh [--check] FOLDER
# With --check it only looks whether the backup is whole. Reads the same environment as the app. Ends with 0 or 1.
set -eu
umask 077
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/programs.sh"
exec "$node" "$here/restore.ts" "$@"
