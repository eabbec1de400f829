import { check } from "../checks.js";
import { isError, type CallContext } from "../errors.js";
import type { CallOptions } from "../options.js";
import { dataUrlOfBase64, isDataUrl, typeOfDataUrl } from "./inline-file.js";
import { FILE_RETENTION_MS } from "./service-times.js";
import { isStatus, type CompletedJob } from "./state.js";

/** A file that a model made. */
export interface OutputFile {
  /** What the file holds; `"other"` where neither the output nor the address shows the kind. */
  readonly kind: "image" | "video" | "audio" | "other";
  /** Where the file is: an http or https URL, or a `data:` URL that holds the file itself. */
  readonly url: string;
  /** When the service deletes the file at the latest, in milliseconds since 1970: 7 days after it was made. */
  readonly expiresAt: number;
}

type Kind = OutputFile["kind"];

const KINDS = ["image", "video", "audio"] as const;

/**
 * Where files come from: a job that has ended, the event of a webhook, a result of `map` or of a batch, an output or its
 * text.
 */
export type FileSource = string | object;

/**
 * Lists the files that an output names, each once: first `image_url`, `video_url` and `audio_url`, then those in other
 * members, lists and objects, in their order.
 *
 * A text in an output of another shape is a file if the text is a whole http or https URL, and one of these is true:
 *
 * - its path ends in a usual extension of an image, a video or an audio file, which shows the kind;
 * - the name of its member, or of a member around it, contains `image`, `img`, `picture`, `video`, `audio`, `speech` or
 *   `sound`, which shows the kind: `images[].url`;
 * - its member is called `url`, `file`, `result` or `output`, in the singular or plural, or ends in `_url` or `_file`; or
 *   the text is the whole output. Its kind is then `"other"`.
 *
 * A `data:` URL counts in the same way, and so does the base64 of an image, a video or an audio file, whose `url` is then a
 * `data:` URL.
 *
 * What repeats the input is left out: members called `input`, `prompt`, `messages` or `choices`. So are members called
 * `text_url`, `webhook` and `webhook_url`.
 *
 * The time at which a file was made follows from `submittedAt` (milliseconds since 1970) and the job's `delayTime` and
 * `executionTime`. If one of them is not known, the file counts as made now.
 *
 * @param source - what `wait` and `status` resolve with, the event of a webhook, a result of `map` or of a batch, or an
 * output itself
 * @throws the `error` of a result of `map` that has one
 * @throws InputError for another job without an output, for a handle, which has `job.outputs()`, and for anything that is
 * neither an object, a list nor a text
 */
export function outputsOf(
  source: FileSource,
  submittedAt = Infinity,
): OutputFile[] {
  return findFiles(source, submittedAt, { operation: "outputsOf" });
}

function findFiles(
  source: FileSource,
  submittedAt: number,
  call: CallContext,
): OutputFile[] {
  const { output, delayTime, executionTime } = readSource(source, call);
  const durationMs = (delayTime ?? 0) + (executionTime ?? Infinity);
  const madeAt = Math.min(submittedAt + durationMs, Date.now());
  const kinds = new Map<string, Kind>();
  const members = Object(output) as Readonly<Record<string, unknown>>;
  for (const kind of KINDS) {
    const text = members[`${kind}_url`];
    if (typeof text !== "string") continue;
    const url = dataUrlOfBase64(text) ?? text;
    if (isDataUrl(url) || isWebUrl(url)) kinds.set(url, kind);
  }
  collectFiles(output, "output", "other", kinds, 0);
  return Array.from(kinds, ([url, kind]) => ({
    kind,
    url,
    expiresAt: madeAt + FILE_RETENTION_MS,
  }));
}

/** An output, and the times of its job where they are known. */
interface SourceOutput extends Partial<
  Pick<CompletedJob, "delayTime" | "executionTime">
> {
  readonly output: unknown;
}

/** What the sources of an output have in common; any other object is an output itself. */
interface Source extends SourceOutput {
  /** That of a state, or of an event. */
  readonly status?: unknown;
  /** That of a result of a batch. */
  readonly state?: unknown;
  /** That of a result of `map`: the state of its job. */
  readonly job?: unknown;
  readonly error?: unknown;
  /** That of a result of a batch. */
  readonly outputBytes?: unknown;
}

function readSource(source: unknown, call: CallContext): SourceOutput {
  if (typeof source === "string") return { output: source };
  check(
    typeof source === "object" && source !== null,
    "source",
    "must be a job that has ended, the result of one, or an output",
    call,
  );
  const { status, state, job, error, ...rest } = source as Source;
  check(
    !isHandle(source),
    "source",
    "is the handle of a job: call `await job.outputs()` instead",
    call,
  );
  const isState = isStatus(status);
  const isBatchResult = typeof state === "string" && "outputBytes" in source;
  if (isMapResult(source)) {
    if (job !== undefined) return readSource(job, call);
    if (isError(error)) throw error;
  }
  if (!isState && !isBatchResult) return { output: source };
  const end = String(status ?? state);
  const { message } = Object(error) as { readonly message?: unknown };
  const why = typeof message === "string" ? message : `its status is ${end}`;
  check(
    end.toUpperCase() === "COMPLETED",
    "source",
    `is a job without an output: ${why}`,
    { ...call, cause: error },
  );
  check(
    !isBatchResult || rest.output !== undefined,
    "source",
    `is a result whose output of ${String(rest.outputBytes)} bytes the batch has not kept: pass \`cloud.job(result.job)\` within 30 minutes after the end of the job, or raise maxOutputBytes`,
    call,
  );
  return rest;
}

/** An output that nests deeper, or holds more files, is not searched to its end. */
const MAX_DEPTH = 8;
const MAX_FILES = 1000;

const ECHO = /^(input|prompt|message|choice|text_url|webhook(_url)?)s?$/i;

/**
 * Adds the files of a value to `kinds`. `name` is the name of the nearest member; `kind` is the kind that the names
 * around the value show.
 */
function collectFiles(
  value: unknown,
  name: string,
  kind: Kind,
  kinds: Map<string, Kind>,
  depth: number,
): void {
  if (depth > MAX_DEPTH || kinds.size >= MAX_FILES) return;
  if (typeof value === "string") {
    const url = dataUrlOfBase64(value) ?? value;
    const found = kindOfText(url, name, kind);
    if (found && !kinds.has(url)) kinds.set(url, found);
    return;
  }
  if (Array.isArray(value))
    for (const item of value) collectFiles(item, name, kind, kinds, depth + 1);
  else if (typeof value === "object" && value !== null)
    for (const [member, item] of Object.entries(value))
      if (!ECHO.test(member)) {
        const memberKind = kindOfName(member) ?? kind;
        collectFiles(item, member, memberKind, kinds, depth + 1);
      }
}

/** The longest text that can be an http URL. A `data:` URL is as long as its file. */
const MAX_URL_LENGTH = 8192;

/** The kind of the file that a text names; undefined if it names none. */
function kindOfText(text: string, name: string, kind: Kind): Kind | undefined {
  if (isDataUrl(text)) {
    const [type] = typeOfDataUrl(text).split("/");
    return KINDS.find((known) => known === type) ?? kindOfFile(name, kind);
  }
  const isUrl =
    text.length <= MAX_URL_LENGTH &&
    /^https?:\/\/\S+$/i.test(text) &&
    URL.canParse(text);
  if (!isUrl) return undefined;
  const extension = /\.(\w+)$/.exec(new URL(text).pathname)?.[1] ?? "";
  const known = kindOfExtension(extension.toLowerCase());
  return known ?? kindOfFile(name, kind);
}

/** The kind of a file that only the names around its URL show; undefined where they show no file. */
function kindOfFile(name: string, kind: Kind): Kind | undefined {
  return kind !== "other" || FILE_NAME.test(name) ? kind : undefined;
}

/** Whether a text is the http or https URL of a file. */
export function isWebUrl(url: unknown): url is string {
  return typeof url === "string" && /^https?:/i.test(url) && URL.canParse(url);
}

const FILE_NAME = /^(url|file|result|output)s?$|_(url|file)s?$/i;

function kindOfName(name: string): Kind | undefined {
  const [word] = /image|img|picture|video|audio|speech|sound/i.exec(name) ?? [];
  return KINDS_BY_WORD[word?.toLowerCase() ?? ""];
}

const KINDS_BY_WORD: Readonly<Record<string, Kind>> = {
  image: "image",
  img: "image",
  picture: "image",
  video: "video",
  audio: "audio",
  speech: "audio",
  sound: "audio",
};

const EXTENSIONS = {
  image: ["png", "jpg", "jpeg", "webp", "gif", "avif", "bmp", "svg", "tiff"],
  video: ["mp4", "webm", "mov", "mkv", "m4v", "avi"],
  audio: ["wav", "mp3", "ogg", "flac", "m4a", "aac", "opus"],
};

function kindOfExtension(extension: string): Kind | undefined {
  return KINDS.find((kind) => EXTENSIONS[kind].includes(extension));
}

/** What bounds the wait for the job of a handle. */
type WaitBounds = Pick<CallOptions, "signal" | "timeout">;

/** The files of a file, a URL, a handle, which is waited for, or whatever `outputsOf` takes. */
export async function filesOf(
  source: FileSource,
  options: WaitBounds,
  call: CallContext,
): Promise<OutputFile[]> {
  if (isFile(source)) return [source];
  if (isHandle(source)) return source.outputs(options);
  return findFiles(source, Infinity, call);
}

/** Whether a source is a result of `map`: the state of its job, or an error, with the input and its index. */
export function isMapResult(
  source: FileSource,
): source is { readonly index: number } {
  const { index, job, error } = Object(source) as {
    readonly index?: unknown;
    readonly job?: unknown;
    readonly error?: unknown;
  };
  const hasEnded = job !== undefined || isError(error);
  return typeof index === "number" && "input" in Object(source) && hasEnded;
}

/** The one file to download: a text is the URL of it. */
export async function oneFileOf(
  source: FileSource,
  { signal, timeout }: WaitBounds,
  call: CallContext,
): Promise<OutputFile | string> {
  if (typeof source === "string") return source;
  const files = await filesOf(source, { signal, timeout }, call);
  const [file] = files;
  check(file, "source", "names no file", call);
  const problem = `names ${files.length} files: pass one of them, or save all with \`download.toFolder\``;
  check(files.length === 1, "source", problem, call);
  return file;
}

function isFile(source: FileSource): source is OutputFile {
  const { url, expiresAt } = Object(source) as Partial<OutputFile>;
  return typeof url === "string" && typeof expiresAt === "number";
}

/** What a handle of a job has for its files. */
interface Handle {
  readonly outputs: (options: WaitBounds) => Promise<OutputFile[]>;
}

function isHandle(source: object | string): source is Handle {
  return typeof (Object(source) as Partial<Handle>).outputs === "function";
}
