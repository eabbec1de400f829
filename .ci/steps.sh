# What the scripts of this folder run their commands with.

# Runs one command, and prints its output and its times when the command has ended.
step() {
  local log times status=0 TIMEFORMAT="%0R s, %0U + %0S CPU s (user + system)"
  log=$(mktemp)
  times=$(mktemp)
  { time bash -ec "$1" >"$log" 2>&1; } 2>"$times" || status=$?
  echo "=== $1: status $status, $(cat "$times")"
  cat "$log"
  rm "$log" "$times"
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
