import { parseArgs } from "node:util";
import type {
  DownloadFileResult,
  TransferProgress,
  UploadOptions,
  UploadResult,
  Volume,
  VolumeClient,
  VolumeFile,
} from "../../files/index.js";
import { leavesParts } from "../../files/journal.js";
import { createClient, ResponseError } from "../../index.js";
import { onShutdown } from "../../shutdown.js";
import { findSimilar } from "../../similar.js";
import { reportFailure } from "../client-failure.js";
import { CommandError, type Command } from "../command.js";
import { numberOf } from "../flags.js";
import { outputClosed } from "../output.js";
import { progressBar } from "./progress-bar.js";

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

Reads CLOUD_COMPUTE_API_KEY and CLOUD_COMPUTE_V2_BASE_URL, and the access key for
files: CLOUD_COMPUTE_S3_ACCESS_KEY_ID and CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY.

Exit code: 0, also if cp names a file that it could not verify; 1 for a failure,
or if nothing is there; 2 for wrong arguments; 130, 143 or 129 if SIGINT, SIGTERM
or SIGHUP stopped cp.`;

/** A file or folder here, or on a volume. */
type Place =
  | { readonly path: string; readonly volumeId?: undefined }
  | { readonly volumeId: string; readonly key: string };

type Switches = {
  readonly recursive?: boolean;
  readonly unfinished?: boolean;
  readonly all?: boolean;
  readonly concurrency?: string;
  readonly "part-size"?: string;
  readonly help?: boolean;
};

const ACTIONS: Readonly<
  Record<
    string,
    (
      places: readonly Place[],
      switches: Switches,
    ) => Promise<number | undefined>
  >
> = { ls: list, cp: copy, rm: remove };

/** What both directions take. */
interface TransferOptions {
  readonly onProgress: (progress: TransferProgress) => void;
  readonly signal: AbortSignal;
  readonly concurrency?: number;
}

const DAY_MS = 86_400_000;
const MEBIBYTE = 2 ** 20;

const PART_SIZES = {
  accepts: (mebibytes: number) =>
    Number.isInteger(mebibytes) && mebibytes >= 1 && mebibytes <= 90,
  description: "a whole number of MiB from 1 to 90",
};

/** `cloud-compute-sdk files`: lists, copies and deletes the files of a network volume. */
export const filesCommand: Command = {
  run: async (args) => {
    const { values, positionals } = readArguments(args);
    const [name = "", ...places] = positionals;
    if (values.help) {
      console.log(HELP);
      return 0;
    }
    const action = ACTIONS[name];
    if (!action) {
      const problem =
        name === "" ? "files needs an action" : `there is no action "${name}"`;
      throw new CommandError(2, `${problem}: write ls, cp or rm`);
    }
    if (values.all && !(name === "rm" && values.unfinished))
      throw new CommandError(2, "--all goes with rm --unfinished");
    for (const flag of ["concurrency", "part-size"] as const)
      if (values[flag] !== undefined && name !== "cp")
        throw new CommandError(2, `--${flag} goes with cp`);
    const code = await action(places.map(readPlace), values).catch(
      (error: unknown) => reportFailure(error, `files ${name}`),
    );
    return code ?? 0;
  },
};

function readArguments(args: readonly string[]): {
  readonly values: Switches;
  readonly positionals: readonly string[];
} {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        recursive: { type: "boolean", short: "r" },
        unfinished: { type: "boolean" },
        all: { type: "boolean" },
        concurrency: { type: "string" },
        "part-size": { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [sentence = ""] = message.split(/\. |\n/);
    throw new CommandError(
      2,
      `${sentence}; run "cloud-compute-sdk files --help" for the flags`,
      { cause: error },
    );
  }
}

/** A single letter before the colon is a drive of Windows. */
function readPlace(text: string): Place {
  const [, volumeId, key = ""] = /^([\w-]{2,}):(.*)$/.exec(text) ?? [];
  return volumeId === undefined ? { path: text } : { volumeId, key };
}

/** The signatures of the requests for files come from a package that the user installs. */
async function loadFiles(): Promise<typeof import("../../files/index.js")> {
  try {
    return await import("../../files/index.js");
  } catch (cause) {
    const { code } = Object(cause) as { readonly code?: unknown };
    if (code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new CommandError(
      1,
      "the command files needs aws4fetch: run npm install aws4fetch",
      { cause },
    );
  }
}

async function open(volumeId: string): Promise<Volume> {
  const { openVolume } = await loadFiles();
  // Read by its name, so that this compiles without the surface of version 2 as well.
  const version2 = Reflect.get(createClient(), "v2") as VolumeClient;
  const opening = openVolume(version2, volumeId, { signal: outputClosed });
  return opening.catch((cause: unknown) => {
    if (!(cause instanceof ResponseError && cause.status === 404)) throw cause;
    const message = `the account has no network volume "${volumeId}": ${cause.message}`;
    throw new CommandError(1, message, { cause });
  });
}

/** The one place on a volume that an action takes. */
function requireRemote(
  places: readonly Place[],
  action: string,
): { readonly volumeId: string; readonly key: string } {
  const [place] = places;
  if (places.length === 1 && place?.volumeId !== undefined) return place;
  const path = place?.volumeId === undefined ? place?.path : undefined;
  const isName = places.length === 1 && /^[\w-]+$/.test(path ?? "");
  const example = isName
    ? `did you mean ${path}:?`
    : "such as your-volume-id:out/";
  throw new CommandError(
    2,
    `${action} takes one place on a volume, ${example}`,
  );
}

async function list(
  places: readonly Place[],
  { recursive = false, unfinished = false }: Switches,
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
  for await (const entry of volume.list(key, { folder: !recursive, signal })) {
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
  { recursive = false, unfinished = false, all = false }: Switches,
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
  const folder = key.endsWith("/") ? key : `${key}/`;
  const first = await volume.list(folder).next();
  if (first.done) await requireFolder(volume, key);
  if (!recursive) refuseFolder();
  await volume.delete(folder);
}

async function copy(
  places: readonly Place[],
  switches: Switches,
): Promise<number | undefined> {
  const { recursive = false, concurrency: atOnce } = switches;
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
  const partSize = numberOf(switches, "part-size", PART_SIZES);
  if (partSize !== undefined && !isHere)
    throw new CommandError(2, "--part-size goes with an upload");
  const volume = await open(remote.volumeId);
  const bar = progressBar();
  let bytes = 0;
  const onProgress = (progress: TransferProgress) => {
    ({ bytes } = progress);
    bar.show(progress);
  };
  const stopped = new AbortController();
  const options = {
    onProgress,
    signal: stopped.signal,
    ...(atOnce !== undefined && { concurrency: Number(atOnce) }),
  };
  const transfer = isHere
    ? uploadTo(volume, local.path, remote.key, recursive, {
        ...options,
        ...(partSize !== undefined && { partSize: partSize * MEBIBYTE }),
      })
    : downloadFrom(volume, remote.key, local.path, recursive, options);
  const ended = transfer.then(
    () => undefined,
    () => undefined,
  );
  const end = () => {
    stopped.abort();
    return ended;
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
    if (!stopped.signal.aborted) throw error;
    bar.end();
    const left = isHere
      ? await leavesParts(local.path, remote.volumeId, remote.key)
      : bytes > 0;
    console.error(describeStop(bytes, isHere, left, remote.volumeId));
    // That of the signal.
    return Number(process.exitCode ?? 1);
  } finally {
    bar.end();
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

/** What an interruption has left, and how to go on. */
function describeStop(
  bytes: number,
  isUpload: boolean,
  isLeft: boolean,
  volumeId: string,
): string {
  const stopped = `stopped after ${(bytes / 1e6).toFixed(1)} MB: run the same command again`;
  if (!isLeft) return `${stopped}.`;
  const done = `${stopped} to go on.`;
  return isUpload
    ? `${done} The parts that have arrived stay on the volume and take its space until then; "files rm --unfinished ${volumeId}:" removes them after a day`
    : `${done} What has come of an unfinished file stays in a hidden file beside it, .cloud-compute-….part`;
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
  const isFolder = key === "" || key.endsWith("/");
  if (isFolder && !recursive)
    throw new CommandError(2, `"${key}" is a folder: write cp -r`);
  const whole = recursive && !isFolder ? `${key}/` : key;
  return volume.download(whole, path, options);
}
