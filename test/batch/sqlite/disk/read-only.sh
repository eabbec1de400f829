# Works on a batch in a folder that is read-only before the batch exists, and later. Run in a mount namespace with the path
# of an empty folder and the command that works on the batch in the folder which it is given.
mount -t tmpfs none "$1"
mount -o remount,ro "$1"
$2 "$1" 10
mount -o remount,rw "$1"
$2 "$1" 10
mount -o remount,ro "$1"
$2 "$1"
