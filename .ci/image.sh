#!/usr/bin/env bash
# Builds the root file system of the image by the steps of Dockerfile, where there
# is no engine, and runs the program in it as its user with a read-only root: a
# check is done, and its report is printed.
#
#   image.sh
#
# Debian's base comes from debootstrap. It needs root, for chroot and namespaces,
# and says so where something is missing.
set -euo pipefail
# shellcheck source=.ci/env.sh
. "$(dirname "${BASH_SOURCE[0]}")/env.sh"

for program in debootstrap unshare chroot curl; do
	command -v "$program" >/dev/null || fail "left out: $program is missing (on Debian: apt-get install debootstrap util-linux curl)"
done
[ "$(id -u)" = 0 ] || fail "left out: only root may change roots and mount"
unshare --mount true 2>/dev/null || fail "left out: no namespaces may be made here"

make_work image
root=$work/root data=$work/data server=
leave() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; }

# inside runs a command in the root, with /proc and /dev while it runs.
inside() {
	# shellcheck disable=SC2016 # the inner shell expands
	unshare --mount --fork bash -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"' "$root" "$@"
}

# Steps of Dockerfile, a line each, of the stages that have a name and of the last.
mapfile -t steps < <(sed -e ':more' -e '/\\$/N; s/\\\n//; t more' Dockerfile | grep -Ev '^(#|[[:space:]]*$)')
stage='' user='' environment=() entry=() command=()
words() { sed -E 's/^\[//; s/\]$//; s/", *"/\n/g; s/^"//; s/"$//' <<<"$1"; }
for step in "${steps[@]}"; do
	read -r verb rest <<<"$step"
	case $stage/$verb in
	*/FROM)
		read -r base _ stage <<<"$rest"
		stage=${stage:-last}
		[ "$stage" = last ] || continue
		[[ $base =~ ^debian:([a-z]+)-slim$ ]] || fail "image.sh does not know the base $base"
		say "Making a Debian ${BASH_REMATCH[1]}"
		debootstrap --variant=minbase "${BASH_REMATCH[1]}" "$root" >"$work/debootstrap.log" ||
			fail "debootstrap failed: $(tail -n 3 "$work/debootstrap.log")"
		cp /etc/resolv.conf "$root/etc/resolv.conf"
		;;
	build/RUN)
		case $rest in
		"go mod download") ;; # it is done by the next
		.ci/build.sh) .ci/build.sh ;;
		*) fail "image.sh does not know the step $step" ;;
		esac
		;;
	build/*) ;; # the sources are here
	last/RUN)
		say "$rest"
		inside sh -c "$rest" >"$work/run.log" 2>&1 || fail "the step failed: $(tail -n 3 "$work/run.log")"
		;;
	last/COPY)
		read -r from source target <<<"$rest"
		[ "$from $source" = "--from=build /src/bin" ] || fail "image.sh does not know the step $step"
		mkdir -p "$root$target"
		cp -r bin/. "$root$target"
		;;
	last/USER) user=$rest ;;
	last/ENV) read -ra environment <<<"$rest" ;;
	last/ENTRYPOINT) mapfile -t entry < <(words "$rest") ;;
	last/CMD) mapfile -t command < <(words "$rest") ;;
	last/VOLUME) volume=$rest ;;
	last/EXPOSE) ;;
	*) fail "image.sh does not know the step $step" ;;
	esac
done

say "Running ${entry[*]} ${command[*]} as $user, with a read-only root"
mkdir -p "$root$volume"
install -d -o "$(stat -c %u "$root$volume")" -g "$(stat -c %g "$root$volume")" -m 700 "$data"
port=$((20000 + RANDOM % 12000))
# As an engine does with --read-only --tmpfs /tmp --volume DATA:/data --cap-drop ALL --security-opt no-new-privileges.
# shellcheck disable=SC2016 # for the inner shell
unshare --mount --pid --fork --kill-child bash -c '
	root=$0 data=$1 volume=$2
	shift 2
	mount --bind "$root" "$root" && mount --bind "$data" "$root$volume" && mount -t tmpfs tmpfs "$root/tmp" &&
		mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev" && cd "$root" && pivot_root . mnt && umount -l /mnt &&
		mount -o remount,bind,ro / && exec "$@"' "$root" "$data" "$volume" \
	/usr/bin/setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \
	/usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "${environment[@]}" "ZHIWEN_ADDR=127.0.0.1:$port" "${entry[@]}" "${command[@]}" \
	>"$work/server.log" 2>&1 &
server=$!

at=http://127.0.0.1:$port
ask() { curl --silent --show-error --fail --max-time 120 "$@"; }
for _ in $(seq 120); do
	kill -0 "$server" 2>/dev/null || fail "the program ended: $(tail -n 5 "$work/server.log")"
	! ask "$at/readyz" >/dev/null 2>&1 || break
	sleep 1
done
pid=$(pgrep -P "$server" -f "${entry[0]}" | head -n 1)
[ "$(stat -c %U:%u "/proc/$pid")" != root:0 ] || fail "the program runs as root"
! nsenter --target "$pid" --mount --root --wd touch /opt/zhiwen/x 2>/dev/null || fail "the root can be written"

ask --request POST --output /dev/null "$at/samples"
for _ in $(seq 120); do
	! ask "$at/checks/1/evidence.xml" >"$work/evidence.xml" 2>/dev/null || break
	sleep 1
done
grep -q '<match' "$work/evidence.xml" || fail "the check of a sample found nothing: $(tail -n 5 "$work/server.log")"
ask --output "$work/report.pdf" "$at/checks/1/report.pdf" || fail "no report: $(tail -n 5 "$work/server.log")"
[ "$(head -c 5 "$work/report.pdf")" = %PDF- ] || fail "the report is no PDF"
! grep -q '"level":"ERROR"' "$work/server.log" || fail "the log has errors: $(grep '"level":"ERROR"' "$work/server.log")"
kill -TERM "$pid"
wait "$server" || fail "the program did not end in order: $(tail -n 5 "$work/server.log")"
server=
matches=$(grep -c '<match' "$work/evidence.xml") size=$(du -sm "$root" | cut -f1)
say "The image's root ($size MB) runs as $user: $matches lines of matches, a report of $(stat -c %s "$work/report.pdf") bytes"
