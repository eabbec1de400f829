import { checkClient } from "../check-members.js";
import { check, checkFlag, checkOptions } from "../checks.js";
import { CloudComputeError, InputError } from "../errors.js";
import type { CallOptions } from "../options.js";
import { Bounds, type FileCallOptions } from "./bounds.js";
import { S3Connection } from "./connection.js";
import {
  downloadTo,
  openDownload,
  type DownloadFileOptions,
  type DownloadFileResult,
} from "./download.js";
import { listFiles, type VolumeFile } from "./list.js";
import { deleteIfThere, headFile } from "./file-state.js";
import {
  checkFileKey,
  checkFolderKey,
  parentsOf,
  refuseMountName,
  WORKER_MOUNT,
} from "./object-key.js";
import { forEachTogether } from "./slots.js";
import { listUnfinished, type UnfinishedUpload } from "./unfinished.js";
import type {
  UploadOptions,
  UploadResult,
  UploadSource,
} from "./upload-options.js";
import { upload } from "./upload.js";
import {
  endpointOf,
  readVolumeOptions,
  type VolumeOptions,
} from "./volume-options.js";

/** What `openVolume` needs of a client: `cloud.v2`, or `cloud` for version 0.1.0 of the management API. */
export interface VolumeClient {
  readonly networkVolumes: {
    get(
      id: string,
      query?: Readonly<Record<string, never>>,
      options?: CallOptions,
    ): Promise<{
      readonly dataCenter?: string;
      readonly dataCenterId?: string;
    }>;
  };
}

/** What to list. */
export interface ListOptions extends FileCallOptions {
  /**
   * Lists only what is directly in the folder: its files, and its folders, whose keys end with a slash.
   *
   * @default false: every file below the prefix, and no folders
   */
  readonly folder?: boolean | undefined;
}

/**
 * The files of a network volume. A key is the path of a file from the root of the volume, without a slash at its beginning:
 * `in/a.png`. What ends with a slash is a folder, and `""` is the whole volume.
 */
export interface Volume {
  readonly id: string;
  /** The id of the data center that holds the volume. */
  readonly dataCenter: string;

  /**
   * Uploads a file, a folder, a Blob, bytes or a stream. A file below a folder gets its path there as the end of its key.
   * A file whose bytes are on the volume already is not sent again, if it is in a folder. Links are followed, and empty
   * folders are left out. If some entries of a folder cannot be uploaded, the error names them before anything is sent.
   *
   * A larger file is sent in parts, each of which the service confirms by its MD5. An upload that was interrupted, even by
   * `kill -9`, goes on where it was when you call this again: a journal beside the file says what has arrived. A stream
   * cannot go on: its upload is aborted if it fails.
   *
   * @param key - the key of the file; for a folder, or with a slash at its end, the folder for what is uploaded
   * @throws InputError for a wrong key or option, and for a key that is a file and would become a folder, or the reverse
   * @throws ResponseError if the service refuses the upload; the code is `volume_full` if the volume has no space left
   * @throws FileError if a file cannot be read, or is changed during its upload
   * @throws ConnectionError if no answer came, ten times in a row
   * @throws TimeoutError when `timeout` is over
   *
   * @example
   * ```ts
   * await volume.upload("weights", "models/flux/", { onProgress: ({ bytes }) => console.log(bytes) });
   * ```
   */
  upload(
    source: UploadSource,
    key: string,
    options?: UploadOptions,
  ): Promise<UploadResult>;

  /**
   * Downloads a file to a path, or the files of a folder to a folder. Each file is written beside its path and then
   * renamed, so that nobody finds half a file. A download that was interrupted, even by `kill -9`, goes on where it was when
   * you call this again. The files of a folder get their times of the volume: only those are downloaded that are not here
   * yet with the same size and time.
   *
   * @param key - the key of a file, or of a folder, which ends with a slash
   * @param path - the path of the file or folder here; a file goes into an existing folder, or into one whose path ends with a slash
   * @throws ResponseError with the code `file_not_found` if there is no such file or folder
   * @throws FileError if a file cannot be written here; with the code `file_changed` if it is written on the volume during
   * its download, three times
   *
   * @example
   * ```ts
   * await volume.download("out/a.png", "a.png");
   * await volume.download("out/", "results");
   * ```
   */
  download(
    key: string,
    path: string,
    options?: DownloadFileOptions,
  ): Promise<DownloadFileResult>;
  /**
   * Opens a file as a stream, which goes on where it was after its connection breaks, and fails at its end if the file was
   * written on the volume meanwhile. The bytes are not compared with the ETag: a download to a path compares them. The
   * connection ends when the stream is read to its end, cancelled or aborted.
   *
   * @throws FileError with the code `file_changed` from reading the stream, at its end
   *
   * @example
   * ```ts
   * const stream = await volume.download("out/report.json");
   * console.log(await new Response(stream).json());
   * ```
   */
  download(
    key: string,
    options?: DownloadFileOptions,
  ): Promise<ReadableStream<Uint8Array>>;

  /**
   * Lists the files whose keys begin with `prefix`, each once. The service needs one to three seconds for 1,000 files, and
   * minutes for the first list of many files that a Pod has written: give a prefix. `timeout` bounds the whole iteration.
   *
   * @example
   * ```ts
   * for await (const { key, size } of volume.list("out/")) console.log(key, size);
   * ```
   */
  list(
    prefix?: string,
    options?: ListOptions,
  ): AsyncIterable<VolumeFile> & AsyncIterator<VolumeFile>;

  /** What the volume says of a file; undefined if it has no such file. */
  head(key: string, options?: FileCallOptions): Promise<VolumeFile | undefined>;

  /**
   * Deletes a file, or everything in a folder. What is not there counts as deleted. The service deletes one file with
   * each request, and answers 204 whether the file was there or not: only `head` shows that the file is gone.
   *
   * @param key - the key of a file, or of a folder, which ends with a slash; `""` is refused
   * @throws InputError for a wrong key, and for the key of a folder without the slash at its end
   */
  delete(key: string, options?: FileCallOptions): Promise<void>;

  /**
   * Lists the uploads in parts that were begun and neither finished nor aborted. Their parts take space on the volume.
   * Uploads that another program is making at the moment are in the list, too.
   *
   * @example
   * ```ts
   * const dayAgo = Date.now() - 86_400_000;
   * for await (const left of volume.unfinished())
   *   if (left.begunAt.getTime() < dayAgo) await volume.abort(left);
   * ```
   */
  unfinished(
    options?: FileCallOptions,
  ): AsyncIterable<UnfinishedUpload> & AsyncIterator<UnfinishedUpload>;

  /** Removes the parts of an unfinished upload from the volume. Whoever makes the upload has to begin anew. */
  abort(
    upload: Pick<UnfinishedUpload, "key" | "uploadId">,
    options?: FileCallOptions,
  ): Promise<void>;

  /**
   * The path of a file where the volume is mounted: what the input of a job names, so that its worker can read the file.
   *
   * @param mount - where the volume is mounted: `/runpod-volume` in workers, which is the default, and `/workspace` in
   * Pods, unless the Pod names another place
   *
   * @example
   * ```ts
   * const job = await cloud.model("your-endpoint-id").run({ video: volume.path("in/a.mp4") }); // "/runpod-volume/in/a.mp4"
   * ```
   */
  path(key: string, mount?: string): string;
}

/** How many files of a folder are deleted at once. */
const DELETES_AT_ONCE = 4;

/**
 * Opens the files of a network volume, through the S3-compatible API of its data center. The management API says which
 * data center that is.
 *
 * The files have an access key of their own, which you create in the settings of the console: the API key does not work.
 * The variables of other tools, such as `AWS_ACCESS_KEY_ID`, are not read, because they often belong to another account.
 *
 * @param cloud - `cloud.v2`; or `cloud`, for a service with version 0.1.0 of the management API
 * @param id - the id of the volume, as `cloud.v2.networkVolumes.list()` shows it
 * @param options - the access key; `CLOUD_COMPUTE_S3_ACCESS_KEY_ID` and `CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY` otherwise
 * @throws InputError for a missing or wrong option; nothing was sent
 * @throws the errors of `networkVolumes.get`
 *
 * @example
 * ```ts
 * const volume = await openVolume(cloud.v2, "your-volume-id");
 * await volume.upload("weights", "models/flux/");
 * ```
 */
export async function openVolume(
  cloud: VolumeClient,
  id: string,
  options: VolumeOptions = {},
): Promise<Volume> {
  const call = { operation: "openVolume" };
  checkClient(cloud, ["networkVolumes"], call.operation);
  check(
    typeof id === "string" && /^[\w-]+$/.test(id),
    "id",
    "must be the id of a network volume, such as cloud.v2.networkVolumes.list() shows",
    call,
  );
  const settings = readVolumeOptions(cloud, options, call);
  const { signal, timeout } = options;
  const found = await cloud.networkVolumes.get(id, {}, { signal, timeout });
  const dataCenter = found.dataCenter ?? found.dataCenterId;
  if (!dataCenter)
    throw new CloudComputeError(
      "invalid_response",
      `the management API does not say in which data center the volume ${id} is`,
      call,
    );
  const endpoint = endpointOf(settings, dataCenter);
  const place = { volumeId: id, dataCenter, endpoint };
  return createVolume(new S3Connection(settings, place));
}

function createVolume(connection: S3Connection): Volume {
  const { volumeId, dataCenter } = connection.place;
  return {
    id: volumeId,
    dataCenter,
    upload: async (source, key, options = {}) =>
      upload(connection, source, key, options),
    download: ((
      key: string,
      pathOrOptions?: string | DownloadFileOptions,
      options?: DownloadFileOptions,
    ) =>
      download(connection, key, pathOrOptions, options)) as Volume["download"],
    list: (prefix = "", options = {}) => list(connection, prefix, options),
    head: (key, options = {}) => head(connection, key, options),
    delete: (key, options = {}) => deleteKey(connection, key, options),
    unfinished: (options = {}) =>
      listUnfinished(connection, boundsOf(options, "volume.unfinished")),
    abort: async ({ key, uploadId }, options = {}) => {
      const bounds = boundsOf(options, "volume.abort");
      // Without an id, the request would be the one that deletes the file.
      for (const [name, value] of Object.entries({ key, uploadId }))
        check(
          typeof value === "string" && value !== "",
          name,
          "must be a string that is not empty",
          bounds.call,
        );
      await deleteIfThere(connection, { key, query: { uploadId } }, bounds);
    },
    path: (key, mount = WORKER_MOUNT) => {
      const call = { operation: "volume.path" };
      checkFolderKey(key, call);
      refuseMountName(key, call);
      check(
        typeof mount === "string" && mount.startsWith("/"),
        "mount",
        "must be the absolute path at which the volume is mounted",
        call,
      );
      return `${mount.replace(/\/+$/, "")}/${key}`;
    },
  };
}

/** The bounds of a call that takes no other options than these. */
function boundsOf(
  options: FileCallOptions,
  operation: string,
  others: Readonly<Record<string, true>> = {},
): Bounds {
  const call = { operation };
  const names = { signal: true, timeout: true, ...others } as const;
  checkOptions<FileCallOptions>(options, names, call);
  return Bounds.of(options, call);
}

async function download(
  connection: S3Connection,
  key: string,
  pathOrOptions: string | DownloadFileOptions = {},
  options: DownloadFileOptions = {},
): Promise<DownloadFileResult | ReadableStream<Uint8Array>> {
  const isStream = typeof pathOrOptions !== "string";
  return isStream
    ? openDownload(connection, key, pathOrOptions)
    : downloadTo(connection, key, pathOrOptions, options);
}

function list(
  connection: S3Connection,
  prefix: string,
  options: ListOptions,
): AsyncGenerator<VolumeFile, void, undefined> {
  const bounds = boundsOf(options, "volume.list", { folder: true });
  const { folder = false } = options;
  checkFlag("folder", folder, bounds.call);
  checkFolderKey(prefix, bounds.call);
  // A folder is meant, whether or not a slash ends its name.
  const isOpen = folder && prefix !== "" && !prefix.endsWith("/");
  const request = { prefix: isOpen ? `${prefix}/` : prefix, isFlat: folder };
  return listFiles(connection, request, bounds);
}

async function head(
  connection: S3Connection,
  key: string,
  options: FileCallOptions,
): Promise<VolumeFile | undefined> {
  const bounds = boundsOf(options, "volume.head");
  checkFileKey(key, bounds.call);
  const state = await headFile(connection, key, bounds);
  if (!state) return undefined;
  const { size, etag, modified } = state;
  return { key, size, etag, modified, isFolder: false };
}

async function deleteKey(
  connection: S3Connection,
  key: string,
  options: FileCallOptions,
): Promise<void> {
  const failure = new AbortController();
  const bounds = boundsOf(options, "volume.delete").within(failure.signal);
  checkFolderKey(
    key,
    bounds.call,
    'delete the folders of the volume one by one, as volume.list("", { folder: true }) shows them',
  );
  const remove = (each: string) =>
    deleteIfThere(connection, { key: each }, bounds);
  if (!key.endsWith("/")) {
    const isFile = await headFile(connection, key, bounds);
    if (!isFile) await refuseFolder(connection, key, bounds);
    return remove(key);
  }
  const request = { prefix: key, isFlat: false, withFolders: true };
  // The volume is a file system: a folder stays when its last file is deleted.
  const folders = new Set([key]);
  const entries = listFiles(connection, request, bounds);
  const removeEntry = async ({ key: found, isFolder }: VolumeFile) => {
    for (const folder of parentsOf(found))
      if (folder.length >= key.length) folders.add(`${folder}/`);
    if (isFolder) folders.add(found);
    else await remove(found);
  };
  await forEachTogether(DELETES_AT_ONCE, entries, removeEntry, failure);
  // The innermost first: a folder must be empty.
  for (const folder of [...folders].sort().reverse()) await remove(folder);
}

/** Refuses the key of a folder that lacks the slash at its end: the service would delete nothing, and say that it did. */
async function refuseFolder(
  connection: S3Connection,
  key: string,
  bounds: Bounds,
): Promise<void> {
  const request = {
    prefix: `${key}/`,
    isFlat: false,
    withFolders: true,
    pageSize: 1,
  };
  const below = await listFiles(connection, request, bounds).next();
  if (below.done) return;
  const problem = `key "${key}" is a folder: write "${key}/" to delete everything in it`;
  throw new InputError("key", problem, bounds.call);
}
