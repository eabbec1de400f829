import { checkObject } from "../checks.js";
import { FILE_RETENTION_MS } from "./service-times.js";
import type { CompletedJob } from "./state.js";

/** A file that a model made. */
export interface OutputFile {
  /** What the file holds; `"other"` where neither the output nor the address shows the kind. */
  readonly kind: "image" | "video" | "audio" | "other";
  readonly url: string;
  /** When the service deletes the file at the latest, in milliseconds since 1970: 7 days after it was made. */
  readonly expiresAt: number;
}

type Kind = OutputFile["kind"];

const KINDS = ["image", "video", "audio"] as const;

/**
 * Lists the files that the output of a completed job names, each once: first `image_url`, `video_url` and `audio_url`,
 * then those in other members, lists and objects, in their order.
 *
 * A text in an output of another shape is a file if the text is a whole http or https URL, and one of these is true:
 *
 * - its path ends in a usual extension of an image, a video or an audio file, which shows the kind;
 * - the name of its member, or of a member around it, contains `image`, `img`, `picture`, `video`, `audio`, `speech` or
 *   `sound`, which shows the kind: `images[].url`;
 * - its member is called `url`, `file`, `result` or `output`, in the singular or plural, or ends in `_url` or `_file`; or
 *   the text is the whole output. Its kind is then `"other"`.
 *
 * What repeats the input is left out: members called `input`, `prompt`, `messages` or `choices`. So are members called
 * `text_url`, `webhook` and `webhook_url`.
 *
 * The time at which a file was made follows from `submittedAt` (milliseconds since 1970) and the job's `delayTime` and
 * `executionTime`. If one of them is not known, the file counts as made now.
 */
export function outputsOf(
  job: ReadableJob,
  submittedAt = Infinity,
): OutputFile[] {
  checkObject("job", job, { operation: "outputsOf" });
  const { output, delayTime = 0, executionTime = Infinity } = job;
  const madeAt = Math.min(submittedAt + delayTime + executionTime, Date.now());
  const kinds = new Map<string, Kind>();
  const members = Object(output) as Readonly<Record<string, unknown>>;
  for (const kind of KINDS) {
    const url = members[`${kind}_url`];
    if (typeof url === "string") kinds.set(url, kind);
  }
  collectFiles(output, "output", "other", kinds, 0);
  return Array.from(kinds, ([url, kind]) => ({
    kind,
    url,
    expiresAt: madeAt + FILE_RETENTION_MS,
  }));
}

/** What is read of a completed job. The service may leave out the times. */
type ReadableJob = Pick<CompletedJob, "output"> &
  Partial<Pick<CompletedJob, "delayTime" | "executionTime">>;

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
    const found = kindOfText(value, name, kind);
    if (found && !kinds.has(value)) kinds.set(value, found);
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

/** The longest text that can be a URL. */
const MAX_URL_LENGTH = 8192;

/** The kind of the file that a text names; undefined if it names none. */
function kindOfText(text: string, name: string, kind: Kind): Kind | undefined {
  const isUrl =
    text.length <= MAX_URL_LENGTH &&
    /^https?:\/\/\S+$/i.test(text) &&
    URL.canParse(text);
  if (!isUrl) return undefined;
  const extension = /\.(\w+)$/.exec(new URL(text).pathname)?.[1] ?? "";
  const known = kindOfExtension(extension.toLowerCase());
  if (known) return known;
  return kind !== "other" || FILE_NAME.test(name) ? kind : undefined;
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
