#!/bin/sh
# Run by the PostgreSQL container on an empty volume: creates the app's user, who is not a superuser, and its database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$APP_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role gya login password :'password';
create database gya owner gya;
SQL
