# Works on a batch while the disk is nearly full, and again when the disk has room. Run in a mount namespace with the
# path of an empty folder and the command that works on the batch in the folder which it is given.
mount -t tmpfs -o size=16m none "$1"
head -c 16000k /dev/zero >"$1/other-data"
$2 "$1" 300
rm "$1/other-data"
$2 "$1"
