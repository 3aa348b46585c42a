# Sourced by backup.sh and restore.sh. Node.js: that of the project, or the one in PATH. PostgreSQL's programs: from
# PG_BIN, PATH, or the newest version installed on Debian.
# shellcheck shell=sh
# shellcheck disable=SC2154,SC2034
node="$here/../../node_modules/node/bin/node"
[ -x "$node" ] || node=node

if [ -n "${PG_BIN:-}" ]; then
  PATH="$PG_BIN:$PATH"
elif ! command -v pg_dump >/dev/null 2>&1; then
  for folder in /usr/lib/postgresql/*/bin; do
    [ -x "$folder/pg_dump" ] && newest=$folder
  done
  PATH="${newest:-/nonexistent}:$PATH"
fi
export PATH
