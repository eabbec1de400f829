# What the scripts of this folder run their commands with.

# Runs one command, and prints its output when the command has ended.
step() {
  local log status=0 start=$SECONDS
  log=$(mktemp)
  bash -ec "$1" >"$log" 2>&1 || status=$?
  echo "=== $1: status $status, $((SECONDS - start)) s"
  cat "$log"
  rm "$log"
  return "$status"
}
export -f step

# Runs commands two at a time, because most of them keep one processor busy. Fails when one of them fails.
parallel() {
  printf '%s\0' "$@" | xargs -0 -n 1 -P 2 bash -c 'step "$1"' step
}

# Runs commands one after another, also those after a failed command. Fails when one of them fails.
in_turn() {
  printf '%s\0' "$@" | xargs -0 -n 1 bash -c 'step "$1"' step
}
