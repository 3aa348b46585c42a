#!/bin/sh
# Lets a standby copy, follow and rewind to this server. In containers run on an empty volume; elsewhere once, as postgres, with
# REPLICATION_PASSWORD and PGDATA.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$REPLICATION_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role replicator login replication password :'password';
grant pg_checkpoint to replicator;
grant execute on function pg_ls_dir(text, boolean, boolean), pg_stat_file(text, boolean), pg_read_binary_file(text),
  pg_read_binary_file(text, bigint, bigint, boolean) to replicator;
SQL
echo 'host replication replicator samenet scram-sha-256' >> "${PGDATA:?}/pg_hba.conf"
psql --username="${POSTGRES_USER:-postgres}" --dbname=postgres --command='select pg_reload_conf()'
