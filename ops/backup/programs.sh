# Read by backup.sh and restore.sh: the Node.js of the installation, else the machine's; PostgreSQL's programs from
# PG_BIN, else from PATH, else the newest that Debian keeps.
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
