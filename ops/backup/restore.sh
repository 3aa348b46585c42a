#!/bin/sh
# Restores a backup into an empty database and an empty file store, and compares them: restore.sh [--check] FOLDER
# --check only verifies the backup. Reads the same environment as the app. Exit code: 0 or 1.
set -eu
umask 077
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
. "$here/programs.sh"
exec "$node" "$here/restore.ts" "$@"
