import { parseArgs } from "node:util";
import {
  openVolume,
  type TransferProgress,
  type Volume,
} from "../../files/index.js";
import { createClient } from "../../index.js";
import { reportFailure } from "../client-failure.js";
import { CommandError, type Command } from "../command.js";
import { outputClosed } from "../output.js";
import { progressBar } from "./progress-bar.js";

const HELP = `Usage: cloud-compute-sdk files <action> …

Works with the files of a network volume. Write a file there as <volume-id>:<key>,
such as your-volume-id:in/a.mp4. A key that ends with a slash is a folder.

  ls [-r] <volume-id>:[<key>]   list a folder; with -r, everything below it
  cp [-r] <from> <to>           upload or download a file; with -r, a folder
  rm [-r] <volume-id>:<key>     delete a file; with -r, a folder
  ls --unfinished <volume-id>:  list the uploads that nobody has finished
  rm --unfinished <volume-id>:  remove those that were begun over a day ago

Run cp again after an interruption: an upload goes on where it was. A download
of a folder leaves out the files that are there, and begins the others anew.

Reads CLOUD_COMPUTE_API_KEY and CLOUD_COMPUTE_V2_BASE_URL, and the access key for
files: CLOUD_COMPUTE_S3_ACCESS_KEY_ID and CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY.

Exit code: 0; 1 for a failure; 2 for wrong arguments.`;

/** A file or folder here, or on a volume. */
type Place =
  | { readonly path: string; readonly volumeId?: undefined }
  | { readonly volumeId: string; readonly key: string };

interface Switches {
  readonly recursive?: boolean;
  readonly unfinished?: boolean;
  readonly help?: boolean;
}

const ACTIONS: Readonly<
  Record<
    string,
    (places: readonly Place[], switches: Switches) => Promise<void>
  >
> = { ls: list, cp: copy, rm: remove };

const DAY_MS = 86_400_000;

/** `cloud-compute-sdk files`: lists, copies and deletes the files of a network volume. */
export const filesCommand: Command = {
  run: async (args) => {
    const { values, positionals } = readArguments(args);
    const [name = "", ...places] = positionals;
    if (values.help || (name === "" && args.length === 0)) {
      console.log(HELP);
      return 0;
    }
    const action = ACTIONS[name];
    if (!action)
      throw new CommandError(
        2,
        `there is no action "${name}": write ls, cp or rm`,
      );
    await action(places.map(readPlace), values).catch(reportFailure);
    return 0;
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
        help: { type: "boolean" },
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

function open(volumeId: string): Promise<Volume> {
  return openVolume(createClient().v2, volumeId, { signal: outputClosed });
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
  { recursive = false, unfinished = false }: Switches,
): Promise<void> {
  const { volumeId, key } = requireRemote(places, "ls");
  const volume = await open(volumeId);
  const signal = outputClosed;
  if (unfinished) {
    for await (const left of volume.unfinished({ signal }))
      console.log(`${left.begunAt.toISOString()}\t${left.key}`);
    return;
  }
  const files = volume.list(key, { folder: !recursive, signal });
  for await (const { key: name, size, modified } of files)
    console.log(`${size}\t${modified?.toISOString() ?? "-"}\t${name}`);
}

async function remove(
  places: readonly Place[],
  { recursive = false, unfinished = false }: Switches,
): Promise<void> {
  const { volumeId, key } = requireRemote(places, "rm");
  if (!unfinished && key.endsWith("/") && !recursive)
    throw new CommandError(
      2,
      `"${key}" is a folder: write rm -r to delete everything in it`,
    );
  const volume = await open(volumeId);
  if (!unfinished) {
    const isFolder = recursive && !key.endsWith("/");
    await volume.delete(isFolder ? `${key}/` : key);
    return;
  }
  for await (const left of volume.unfinished()) {
    const isOld = left.begunAt.getTime() < Date.now() - DAY_MS;
    if (isOld) await volume.abort(left);
    console.log(`${isOld ? "removed" : "kept"}\t${left.key}`);
  }
}

async function copy(
  places: readonly Place[],
  { recursive = false }: Switches,
): Promise<void> {
  const [from, to] = places;
  const isPair = places.length === 2 && from && to;
  const isHere = from?.volumeId === undefined;
  if (!isPair || isHere === (to.volumeId === undefined))
    throw new CommandError(
      2,
      "cp takes two places, and one of the two is on a volume, such as cp a.mp4 your-volume-id:in/",
    );
  const bar = progressBar();
  const onProgress = (progress: TransferProgress) => bar.show(progress);
  const local = isHere ? from : to;
  const remote = isHere ? to : from;
  if (local.volumeId !== undefined || remote.volumeId === undefined) return;
  const volume = await open(remote.volumeId);
  try {
    const { files, skipped, bytes } = isHere
      ? await uploadTo(volume, local.path, remote.key, recursive, onProgress)
      : await downloadFrom(
          volume,
          remote.key,
          local.path,
          recursive,
          onProgress,
        );
    bar.end();
    console.log(
      `${files} ${files === 1 ? "file" : "files"}, ${bytes} bytes; ${skipped} already there`,
    );
  } finally {
    bar.end();
  }
}

async function uploadTo(
  volume: Volume,
  path: string,
  key: string,
  recursive: boolean,
  onProgress: (progress: TransferProgress) => void,
) {
  const { stat } = await import("node:fs/promises");
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder && !recursive)
    throw new CommandError(2, `${path} is a folder: write cp -r`);
  return volume.upload(path, key, { onProgress });
}

function downloadFrom(
  volume: Volume,
  key: string,
  path: string,
  recursive: boolean,
  onProgress: (progress: TransferProgress) => void,
) {
  const isFolder = key === "" || key.endsWith("/");
  if (isFolder && !recursive)
    throw new CommandError(2, `"${key}" is a folder: write cp -r`);
  const whole = recursive && !isFolder ? `${key}/` : key;
  return volume.download(whole, path, { onProgress });
}
