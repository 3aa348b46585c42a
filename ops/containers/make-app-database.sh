#!/bin/sh
# Run once by the PostgreSQL container, on an empty volume: the app's own user, who is no superuser, and its database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$APP_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role gya login password :'password';
create database gya owner gya;
SQL
