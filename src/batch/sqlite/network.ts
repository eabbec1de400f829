import { readFile, statfs } from "node:fs/promises";
import { check } from "../../checks.js";

/** The file systems on which locks of files do not hold, by the numbers that Linux gives them. */
const NETWORK_FILE_SYSTEMS: Readonly<Record<number, string>> = {
  0x6969: "NFS",
  0x517b: "SMB",
  0xff534d42: "CIFS",
  0xfe534d42: "SMB 2",
  0x00c36400: "Ceph",
  0x0bd00bd0: "Lustre",
  0x5346414f: "AFS",
  0x01021997: "9P",
};

/** File systems in user space that reach another machine, by the names in the list of mounts. Others are local. */
const NETWORK_FUSE =
  /^(virtiofs|fuse\.(sshfs|s3fs|s3ql|rclone|gcsfuse|goofys|geesefs|mount-s3|blobfuse2?|glusterfs|ceph|ceph-fuse|juicefs|seaweedfs|davfs2?|curlftpfs|smbnetfs|grpcfuse|osxfs|lustre|moosefs|mfs|beegfs|cvmfs2))$/;

/** Throws an `InputError` for a folder on a network file system. */
export async function refuseNetwork(folder: string): Promise<void> {
  const { type } = await statfs(folder);
  const mounts = await readFile("/proc/self/mountinfo", "utf8").catch(() => "");
  const kind = NETWORK_FILE_SYSTEMS[type] ?? findFuse(folder, mounts);
  check(
    kind === undefined,
    "folder",
    `is on a network file system (${kind ?? ""}), where locks of files do not hold: use a folder on a local disk`,
    { operation: "fileLedger" },
  );
}

/** The network file system in user space that holds a folder, by the list of mounts of Linux; undefined if none does. */
export function findFuse(folder: string, mounts: string): string | undefined {
  let longest = "";
  let found: string | undefined;
  for (const line of mounts.split("\n")) {
    const [mount = "", source = ""] = line.split(" - ");
    const point = unescapePath(mount.split(" ")[4] ?? "");
    const prefix = point.endsWith("/") ? point : `${point}/`;
    if (point.length < longest.length || !`${folder}/`.startsWith(prefix))
      continue;
    longest = point;
    found = source.split(" ")[0];
  }
  return found !== undefined && NETWORK_FUSE.test(found) ? found : undefined;
}

/** The list writes blanks and other characters in octal. */
function unescapePath(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
