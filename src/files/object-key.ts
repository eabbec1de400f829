import { check } from "../checks.js";
import { InputError, type CallContext } from "../errors.js";

/** Where workers see a network volume. */
export const WORKER_MOUNT = "/runpod-volume";
/** Where Pods see a network volume. */
const POD_MOUNT = "/workspace";
/** How the whole volume is written: as a key, as a path where it is mounted, or as other tools write it. */
const WHOLE_VOLUME = /^((\/runpod-volume|\/workspace)?\/*|s3:\/\/[^/]*\/?)$/;
/** The hidden folder in which the service keeps the parts of unfinished uploads. */
const PARTS_FOLDER = ".s3compat_uploads/";

/** Whether a key is a part of an unfinished upload, and no file of the user. */
export function isHiddenKey(key: string): boolean {
  return key.startsWith(PARTS_FOLDER);
}

/** Refuses what cannot be the key of a file on a volume, and names the key that was probably meant. */
export function checkFileKey(
  key: unknown,
  call: CallContext,
): asserts key is string {
  checkFolderKey(key, call, "write the key of a file");
  check(
    !key.endsWith("/"),
    "key",
    `must be that of a file, and "${key}" ends with a slash, as a folder does`,
    call,
  );
}

/**
 * The same for the key of a file or of a folder, which ends with a slash or is empty, as that of the whole volume. Where
 * the whole volume is not allowed, `inPlaceOfVolume` says what to do.
 */
export function checkFolderKey(
  key: unknown,
  call: CallContext,
  inPlaceOfVolume?: string,
): asserts key is string {
  check(typeof key === "string", "key", "must be a string", call);
  if (inPlaceOfVolume !== undefined && WHOLE_VOLUME.test(key)) {
    const problem =
      key === "" ? "key must not be empty" : `key "${key}" is the whole volume`;
    throw new InputError("key", `${problem}: ${inPlaceOfVolume}`, call);
  }
  refuseMountPath(key, call);
  const refuse = (problem: string, shown = `"${key}"`): never => {
    throw new InputError("key", `key ${shown} ${problem}`, call);
  };
  if (key.startsWith("/"))
    refuse(`begins with a slash: write "${key.replace(/^\/+/, "")}"`);
  const segments = trimSlash(key).split("/");
  if (key !== "" && segments.includes(""))
    refuse(
      `has an empty part between two slashes: write "${key.replace(/\/{2,}/g, "/")}"`,
    );
  if (segments.some((part) => part === "." || part === ".."))
    refuse('has a part "." or "..", which the service does not resolve');
  if (/\p{Cc}/u.test(key))
    refuse("has a control character", JSON.stringify(key));
  if (/\p{Cs}/u.test(key)) refuse("has half of a surrogate pair");
  if (new TextEncoder().encode(key).length > 1024)
    refuse("is longer than 1024 bytes");
  if (isHiddenKey(key))
    refuse("is in the folder of the service for unfinished uploads");
}

/** The key without the place of a mount at its beginning; undefined where there is none. */
export function withoutMount(key: string): string | undefined {
  const mount = [WORKER_MOUNT, POD_MOUNT].find((each) =>
    key.startsWith(`${each.slice(1)}/`),
  );
  return mount && key.slice(mount.length);
}

/**
 * Refuses a key that begins with the name of the mount in workers, which makes a folder of that name on the volume. The
 * name of the mount in Pods is refused only as a path, because a folder may well be called `workspace`.
 */
export function refuseMountName(key: string, call: CallContext): void {
  const inner = withoutMount(key);
  if (inner === undefined || !key.startsWith(WORKER_MOUNT.slice(1))) return;
  const problem = `key "${key}" would be ${WORKER_MOUNT}/${key} in workers: write "${inner}"`;
  throw new InputError("key", problem, call);
}

/** A path as workers, Pods or other tools write it is refused, with the key of the same file. */
function refuseMountPath(path: string, call: CallContext): void {
  const mount = [WORKER_MOUNT, POD_MOUNT].find(
    (each) => path === each || path.startsWith(`${each}/`),
  );
  const isUrl = path.startsWith("s3://");
  if (mount === undefined && !isUrl) return;
  const key = isUrl
    ? path.replace(/^s3:\/\/[^/]*\/?/, "")
    : path.slice(mount?.length).replace(/^\/+/, "");
  const place = isUrl
    ? "names the volume again"
    : `begins with ${mount ?? ""}, where ${mount === POD_MOUNT ? "Pods see" : "workers see"} the volume`;
  throw new InputError("key", `key "${path}" ${place}: write "${key}"`, call);
}

/** The key of a folder without the slash at its end. */
export function trimSlash(key: string): string {
  return key.replace(/\/$/, "");
}

/** The folders above a key, from the outermost: `a` and `a/b` for `a/b/c`. */
export function parentsOf(key: string): string[] {
  const parts = trimSlash(key).split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}
