#!/bin/sh
# Runs once, when the container of PostgreSQL creates its data folder: the owner, which migrates, and the login of the
# server, which owns nothing.
set -eu

# psql reads the passwords from its standard input, so that no process list shows them.
psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres <<SQL
\set owner_password \`cat "$OWNER_PASSWORD_FILE"\`
\set web_password \`cat "$WEB_PASSWORD_FILE"\`
create role motohaat_owner login createrole password :'owner_password';
create role motohaat_web login password :'web_password';
create database motohaat owner motohaat_owner;
SQL
