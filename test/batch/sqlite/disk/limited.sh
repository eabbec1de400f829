# Works on a batch in a process whose files may have 300 blocks, and again in a process without that limit. Run with the
# path of an empty folder and the command that works on the batch in the folder which it is given.
(ulimit -f 300 && $2 "$1" 100)
$2 "$1" 100
