/** One screen: at most 24 lines of 80 characters. */
export const help = `Usage: cloud-compute-sdk emulator [flags] [-- <command> …]

Serves the management REST API, the job API and GraphQL of one account on this
machine, and a page that shows it at work. Nothing is sent anywhere.

  --port <number>   where to listen; 0 takes a free port (4010)
  --host <address>  listen beyond this machine with 0.0.0.0 (127.0.0.1)
  --state <file>    keep the state here across restarts; every answer to a
                    change waits until the change is on disk
  --speed <number>  how many times faster than real jobs its jobs go (1)
  --seed <number>   the same seed and calls give the same ids and pictures (1)
  --latency <ms>    how long every answer takes at least (0)
  --key <key>       the API key that it accepts (a fixed one)
  --help            this text

It prints the four variables that a client reads, then a line a request. Stop
it with Ctrl+C or SIGTERM. With a command it prints nothing: the command runs
with the four variables set, and when it ends, so does the emulator, with its
exit code. Exit codes: 0 stopped, 1 could not, 2 a wrong flag.`;
