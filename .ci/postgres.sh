#!/usr/bin/env bash
# A private PostgreSQL server for tests.
#
#   postgres.sh start DIR    makes DIR and a server in it, prints its URL
#   postgres.sh stop DIR     stops the server and removes DIR
#   postgres.sh halt DIR     ends the server at once, as a crash does, and keeps DIR
#   postgres.sh resume DIR   starts it again, unless it runs
#   postgres.sh standby DIR OF   makes DIR and in it a standby of the server in OF, without whose word that one
#                            commits nothing from then on; prints its URL
#   postgres.sh promote DIR  makes a standby the primary, which waits for no other
#
# It listens on a free port of 127.0.0.1, asks for a password, and keeps nothing:
# it does not wait for disks. PostgreSQL refuses to run as root; then it runs as
# the user postgres, or nobody.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

# Settings of another server must not reach this one.
unset "${!PG@}"
umask 077

command=${1:-} dir=${2:-} of=${3:-}
[ -n "$dir" ] || fail "usage: postgres.sh start|stop|halt|resume|promote DIR, or standby DIR OF"
bin=$(find_postgres) || fail "missing: PostgreSQL's server programs (initdb, pg_ctl)"

# as_user runs a command as one that is not root.
user=
if [ "$(id -u)" = 0 ]; then
	user=postgres
	id -u "$user" >/dev/null 2>&1 || user=nobody
fi
as_user() {
	if [ -z "$user" ]; then
		"$@"
	elif command -v runuser >/dev/null; then
		runuser -u "$user" -- "$@"
	else
		# shellcheck disable=SC2016 # for the inner shell
		su -s /bin/sh "$user" -c 'exec "$0" "$@"' -- "$@"
	fi
}

launch() {
	as_user "$bin/pg_ctl" start --wait --silent --pgdata="$dir/data" --log="$dir/data/server.log" --options="$(cat "$dir/options")" >&2
}

start() {
	mkdir -p "$dir"
	dir=$(cd "$dir" && pwd -P)
	local password port attempt
	password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
	printf '%s\n' "$password" >"$dir/password"
	[ -z "$user" ] || chown -R "$user" "$dir"
	cd / # where every user may be
	as_user "$bin/initdb" --pgdata="$dir/data" --username=zhiwen --pwfile="$dir/password" \
		--auth=scram-sha-256 --encoding=UTF8 --no-locale --no-sync >"$dir/initdb.log" 2>&1 ||
		{
			cat "$dir/initdb.log" >&2
			fail "initdb failed"
		}
	launch_somewhere
}

# launch_somewhere starts the server on a free port and prints its URL.
launch_somewhere() {
	# No socket file, whose path could be too long. A port can be taken between
	# any look and the start, so it is simply tried.
	for attempt in 1 2 3 4 5 6 7 8; do
		port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
		printf '%s\n' "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories='' \
-c fsync=off -c full_page_writes=off -c max_connections=200" >"$dir/options"
		if launch; then
			printf 'postgres://zhiwen:%s@127.0.0.1:%s/postgres?sslmode=disable\n' "$password" "$port"
			return
		fi
		say "port $port did not do (attempt $attempt)"
	done
	cat "$dir/data/server.log" >&2
	fail "PostgreSQL does not start"
}

# ask has the server in DIR run statements, each a transaction.
#
#   ask DIR STATEMENT...
ask() {
	local of=$1 statement
	shift
	for statement in "$@"; do
		PGPASSWORD=$(cat "$of/password") "$bin/psql" -X -q -h 127.0.0.1 -p "$(port_of "$of")" -U zhiwen -d postgres \
			-c "$statement" >/dev/null
	done
}

port_of() { sed -E 's/^-p ([0-9]+).*/\1/;q' "$1/options"; }

standby() {
	[ -n "$of" ] || fail "usage: postgres.sh standby DIR OF"
	mkdir -p "$dir"
	dir=$(cd "$dir" && pwd -P)
	of=$(cd "$of" && pwd -P)
	local password port attempt
	password=$(cat "$of/password")
	cp "$of/password" "$dir/password"
	[ -z "$user" ] || chown -R "$user" "$dir"
	cd /
	as_user env PGPASSWORD="$password" "$bin/pg_basebackup" --host=127.0.0.1 --port="$(port_of "$of")" --username=zhiwen \
		--pgdata="$dir/data" --write-recovery-conf --wal-method=stream --checkpoint=fast --no-sync >&2
	launch_somewhere
	ask "$of" "ALTER SYSTEM SET synchronous_standby_names = '*'" "SELECT pg_reload_conf()"
}

promote() {
	dir=$(cd "$dir" && pwd -P)
	cd /
	as_user "$bin/pg_ctl" promote --wait --silent --pgdata="$dir/data" >&2
	ask "$dir" "ALTER SYSTEM SET synchronous_standby_names = ''" "SELECT pg_reload_conf()"
}

halt() {
	dir=$(cd "$dir" && pwd -P)
	cd /
	as_user "$bin/pg_ctl" stop --wait --silent --mode=immediate --pgdata="$dir/data" >&2
}

resume() {
	dir=$(cd "$dir" && pwd -P)
	cd /
	as_user "$bin/pg_ctl" status --pgdata="$dir/data" >/dev/null || launch
}

stop() {
	[ -d "$dir" ] || return 0
	dir=$(cd "$dir" && pwd -P)
	cd /
	if [ -f "$dir/data/postmaster.pid" ]; then
		as_user "$bin/pg_ctl" stop --wait --silent --mode=immediate --pgdata="$dir/data" >&2 || true
	fi
	rm -rf "$dir"
}

case $command in
start | stop | halt | resume | standby | promote) "$command" ;;
*) fail "usage: postgres.sh start|stop|halt|resume|promote DIR, or standby DIR OF" ;;
esac
