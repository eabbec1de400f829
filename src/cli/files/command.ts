import type {
  DownloadFileResult,
  TransferProgress,
  UploadOptions,
  UploadResult,
  Volume,
  VolumeClient,
  VolumeFile,
} from "../../files/index.js";
import { createClient } from "../../index.js";
import { onShutdown } from "../../shutdown.js";
import { findSimilar } from "../../similar.js";
import { CommandError } from "../command.js";
import { numberOf, readArguments, WHOLE, type FlagValues } from "../flags.js";
import { outputClosed } from "../output.js";
import { statusLine } from "../status-line.js";

const HELP = `Usage: cloud-compute-sdk files <action> …

Works with the files of a network volume. Write a file there as <volume-id>:<key>,
such as your-volume-id:in/a.mp4. A key that ends with a slash is a folder.

  ls [-r] <volume-id>:[<key>]   list a folder; with -r, everything below it
  cp [-r] <from> <to>           upload or download a file; with -r, a folder
  rm [-r] <volume-id>:<key>     delete a file; with -r, a folder
  ls --unfinished <volume-id>:  list the uploads that nobody has finished
  rm --unfinished <volume-id>:  remove those that were begun over a day ago;
                                with --all, every one
  --concurrency <n>             of cp: parts, or small files, at once; 2 of an
                                upload, 4 of a download by default
  --part-size <MiB>             of an upload: the size of its parts, 50 by default

After an interruption, run cp again: it goes on where it was, but sends the parts
again that were under way. Links are followed.

Reads CLOUD_COMPUTE_API_KEY, CLOUD_COMPUTE_V2_BASE_URL or _DEPLOYMENT,
CLOUD_COMPUTE_S3_ACCESS_KEY_ID, CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY, _S3_ENDPOINT.

Exit code: 0, also if cp names a file that it could not verify; 1 for a failure,
or if nothing is there; 2 for wrong arguments; 130, 143 or 129 if SIGINT, SIGTERM
or SIGHUP stopped cp.`;

/** A file or folder here, or on a volume. */
type Place =
  | { readonly path: string; readonly volumeId?: undefined }
  | { readonly volumeId: string; readonly key: string };

const ACTIONS: Readonly<
  Record<
    string,
    (
      places: readonly Place[],
      values: FlagValues,
    ) => Promise<number | undefined>
  >
> = { ls: list, cp: copy, rm: remove };

/** What both directions take. */
interface TransferOptions {
  readonly onProgress: (progress: TransferProgress) => void;
  readonly signal: AbortSignal;
  readonly concurrency: number | undefined;
}

const DAY_MS = 86_400_000;
const MEBIBYTE = 2 ** 20;

const PART_SIZES = {
  accepts: (mebibytes: number) =>
    Number.isInteger(mebibytes) && mebibytes >= 1 && mebibytes <= 90,
  description: "a whole number of MiB from 1 to 90",
};

const FLAGS = {
  texts: ["concurrency", "part-size"],
  switches: ["recursive", "unfinished", "all"],
  words: true,
};

/** `cloud-compute-sdk files`: lists, copies and deletes the files of a network volume. */
export async function run(args: readonly string[]): Promise<number> {
  const { values, words } = readArguments("files", FLAGS, args);
  const [name = "", ...places] = words;
  if (values["help"]) {
    console.log(HELP);
    return 0;
  }
  const action = ACTIONS[name];
  if (!action) {
    const problem =
      name === "" ? "files needs an action" : `there is no action "${name}"`;
    throw new CommandError(2, `${problem}: write ls, cp or rm`);
  }
  if (values["all"] && !(name === "rm" && values["unfinished"]))
    throw new CommandError(2, "--all goes with rm --unfinished");
  if (values["unfinished"] && places.some((place) => !place.endsWith(":")))
    throw new CommandError(
      2,
      "--unfinished takes a whole volume, such as your-volume-id:",
    );
  for (const flag of ["concurrency", "part-size"] as const)
    if (values[flag] !== undefined && name !== "cp")
      throw new CommandError(2, `--${flag} goes with cp`);
  return (await action(places.map(readPlace), values)) ?? 0;
}

/** A single letter before the colon is a drive of Windows. */
function readPlace(text: string): Place {
  const [, volumeId, key = ""] = /^([\w-]{2,}):(.*)$/.exec(text) ?? [];
  return volumeId === undefined ? { path: text } : { volumeId, key };
}

async function open(volumeId: string): Promise<Volume> {
  // Read by its name, so that this compiles without the surface of version 2 as well.
  const version2 = Reflect.get(createClient(), "v2") as VolumeClient;
  // So that `--help` needs no package that the user has to install.
  const { openVolume } = await import("../../files/index.js");
  return openVolume(version2, volumeId, { signal: outputClosed });
}

/** The one place on a volume that an action takes. */
function requireRemote(
  places: readonly Place[],
  action: string,
): { readonly volumeId: string; readonly key: string } {
  const [place] = places;
  if (places.length === 1 && place?.volumeId !== undefined) return place;
  throw new CommandError(
    2,
    `${action} takes one place on a volume, such as your-volume-id:out/`,
  );
}

async function list(
  places: readonly Place[],
  { recursive, unfinished }: FlagValues,
): Promise<undefined> {
  const { volumeId, key } = requireRemote(places, "ls");
  const volume = await open(volumeId);
  const signal = outputClosed;
  if (unfinished) {
    for await (const left of volume.unfinished({ signal }))
      console.log(`${left.begunAt.toISOString()}\t${showKey(left.key)}`);
    return;
  }
  let count = 0;
  // Without the slash, a list of all files would show what is in `input/` for `in`.
  const folder = recursive ? folderOf(key) : key;
  const entries = volume.list(folder, { folder: !recursive, signal });
  for await (const entry of entries) {
    count++;
    print(entry);
  }
  if (count > 0 || key === "") return;
  const file = key.endsWith("/") ? undefined : await volume.head(key);
  if (file) print(file);
  else await requireFolder(volume, key);
}

function print({ key, size, modified }: VolumeFile): void {
  console.log(`${size}\t${modified?.toISOString() ?? "-"}\t${showKey(key)}`);
}

/** A key on one line. Workers may write names that would act on a terminal: such a name is shown as JSON. */
function showKey(key: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is searched
  return /[\u0000-\u001f\u007f-\u009f]/.test(key) ? JSON.stringify(key) : key;
}

/** Does nothing for a folder that has nothing in it; throws where there is none, and names what was probably meant. */
async function requireFolder(volume: Volume, key: string): Promise<void> {
  const name = key.replace(/\/$/, "");
  const parent = name.slice(0, name.lastIndexOf("/") + 1);
  const names: string[] = [];
  const entries = volume.list(parent, { folder: true, signal: outputClosed });
  for await (const entry of entries) names.push(entry.key);
  if (names.includes(`${name}/`)) return;
  const meant = names.includes(name) ? name : findSimilar(key, names);
  const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
  throw new CommandError(1, `the volume has nothing at "${key}"${hint}`);
}

async function remove(
  places: readonly Place[],
  { recursive, unfinished, all }: FlagValues,
): Promise<undefined> {
  const { volumeId, key } = requireRemote(places, "rm");
  const refuseFolder = () => {
    throw new CommandError(
      2,
      `"${key}" is a folder: write rm -r to delete everything in it`,
    );
  };
  if (!unfinished && /^\/*$/.test(key))
    throw new CommandError(
      2,
      `rm deletes no whole volume: name its folders one by one, as "files ls ${volumeId}:" shows them`,
    );
  if (!unfinished && key.endsWith("/") && !recursive) refuseFolder();
  const volume = await open(volumeId);
  if (unfinished) {
    let kept = 0;
    for await (const left of volume.unfinished()) {
      const isOld = left.begunAt.getTime() < Date.now() - DAY_MS;
      const isRemoved = all || isOld;
      if (isRemoved) await volume.abort(left);
      else kept++;
      console.log(`${isRemoved ? "removed" : "kept"}\t${showKey(left.key)}`);
    }
    if (kept > 0)
      console.error(
        `${kept} kept, because an upload that was begun less than a day ago may still be under way: --all removes it, too`,
      );
    return;
  }
  const isFile = !key.endsWith("/") && (await volume.head(key));
  if (isFile) return volume.delete(key).then(() => undefined);
  const folder = folderOf(key);
  const first = await volume.list(folder).next();
  if (first.done) await requireFolder(volume, key);
  if (!recursive) refuseFolder();
  await volume.delete(folder);
}

async function copy(
  places: readonly Place[],
  values: FlagValues,
): Promise<number | undefined> {
  const [from, to] = places;
  const isPair = places.length === 2 && from && to;
  const isHere = from?.volumeId === undefined;
  if (!isPair || isHere === (to.volumeId === undefined))
    throw new CommandError(
      2,
      "cp takes two places, and one of the two is on a volume, such as cp a.mp4 your-volume-id:in/",
    );
  const local = isHere ? from : to;
  const remote = isHere ? to : from;
  if (local.volumeId !== undefined || remote.volumeId === undefined) return;
  const partSize = numberOf(values, "part-size", PART_SIZES);
  if (partSize !== undefined && !isHere)
    throw new CommandError(2, "--part-size goes with an upload");
  const concurrency = numberOf(values, "concurrency", WHOLE);
  const isRecursive = values["recursive"] === true;
  const volume = await open(remote.volumeId);
  const bar = statusLine();
  let bytes = 0;
  const onProgress = (progress: TransferProgress) => {
    ({ bytes } = progress);
    bar.show(progressLine(progress));
  };
  const stopped = new AbortController();
  const { signal } = stopped;
  const options = { onProgress, signal, concurrency };
  const transfer = isHere
    ? uploadTo(volume, local.path, remote.key, isRecursive, {
        ...options,
        partSize: partSize && partSize * MEBIBYTE,
      })
    : downloadFrom(volume, remote.key, local.path, isRecursive, options);
  const end = () => {
    stopped.abort();
    return transfer.then(
      () => undefined,
      () => undefined,
    );
  };
  const removeListener = onShutdown({ kind: "work", end });
  try {
    const result = await transfer;
    bar.end();
    console.log(describeResult(result, isHere));
    const { unverified = [] }: Partial<DownloadFileResult> = result;
    for (const key of unverified)
      console.error(
        `not verified: ${showKey(key)} came twice with bytes whose MD5 is not the ETag that the service names`,
      );
    return;
  } catch (error) {
    bar.end();
    if (signal.aborted || bytes > 0)
      console.error(
        `stopped after ${(bytes / 1e6).toFixed(1)} MB${isHere ? ", and the parts under way are sent again" : ""}: run the same command again to go on`,
      );
    if (!signal.aborted) throw error;
    // That of the signal.
    return Number(process.exitCode ?? 1);
  } finally {
    removeListener?.();
  }
}

function describeResult(
  { files, bytes, transferred }: UploadResult | DownloadFileResult,
  isUpload: boolean,
): string {
  const total = `${files} ${files === 1 ? "file" : "files"}, ${bytes} bytes`;
  if (transferred === bytes) return total;
  return `${total}: ${transferred} bytes ${isUpload ? "sent" : "received"}, the rest was there already`;
}

async function uploadTo(
  volume: Volume,
  path: string,
  key: string,
  recursive: boolean,
  options: UploadOptions,
) {
  const { stat } = await import("node:fs/promises");
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder && !recursive)
    throw new CommandError(2, `${path} is a folder: write cp -r`);
  return volume.upload(path, key, options);
}

function downloadFrom(
  volume: Volume,
  key: string,
  path: string,
  recursive: boolean,
  options: TransferOptions,
) {
  if (key === folderOf(key) && !recursive)
    throw new CommandError(2, `"${key}" is a folder: write cp -r`);
  return volume.download(recursive ? folderOf(key) : key, path, options);
}

/** A key as that of a folder. The empty key, of the whole volume, has no slash. */
function folderOf(key: string): string {
  return key === "" || key.endsWith("/") ? key : `${key}/`;
}

/** A line such as ` 33 %  120.0 of 360.0 MB  a.bin`. */
export function progressLine({
  key,
  bytes,
  total,
  files,
}: TransferProgress): string {
  const megabytes = (count: number) => (count / 1e6).toFixed(1);
  const name = key.slice(key.lastIndexOf("/") + 1);
  if (total === undefined)
    return `${megabytes(bytes)} MB, ${files} files  ${name}`;
  const percent = total === 0 ? 100 : Math.floor((100 * bytes) / total);
  return `${String(percent).padStart(3)} %  ${megabytes(bytes)} of ${megabytes(total)} MB  ${name}`;
}
