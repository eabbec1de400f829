import { createHash } from "node:crypto";
import {
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileError, InputError, type CallContext } from "../errors.js";
import { systemReason } from "../jobs/save-file.js";
import { parseJson } from "../json.js";
import { isAlive } from "./part-file.js";

/** What an upload has done, so that another process can go on after a crash. */
export interface JournalData {
  readonly version: 1;
  readonly size: number;
  /** When anything of the file was changed last. */
  readonly changedMs: number;
  readonly partSize: number;
  readonly uploadId: string;
  /** The MD5 of each part that the service has confirmed, by its number from 1. */
  readonly parts: Record<string, string>;
  /** What was at the key before the upload, as a mark; absent if nothing was. */
  readonly replaced?: string;
  /** Whether the service was asked to put the parts together. */
  readonly isCompleting?: boolean;
  /** The mark of the finished file. The journal of a finished file stays until its whole folder is uploaded. */
  readonly finished?: string;
}

/** The name of a journal, and that of a new one before it is renamed, which has the number of its process. */
const JOURNAL_NAME = /^\.cloud-compute-[\da-f]{24}\.upload(\.\d+\.new)?$/;
/** A new journal that was not renamed for so long is not in use: its process number may be another process's now. */
const MAX_NEW_AGE_MS = 3_600_000;

/** The journals of the uploads that this process makes at the moment. */
const underWay = new Set<string>();

/** Whether a file in a folder belongs to the uploads and downloads themselves. */
export function isOwnFile(name: string): boolean {
  return JOURNAL_NAME.test(name) || /^\.cloud-compute-.*\.part$/.test(name);
}

/** The journal of one upload: beside the file; in memory only where nothing can be resumed, or nothing can be written there. */
export class Journal {
  readonly #file: string;
  readonly #path: string | undefined;
  readonly #call: CallContext;
  #data: JournalData | undefined;
  #isKept: boolean;
  /** Whether the disk has a journal of this upload. */
  #isOnDisk: boolean;
  #writing: Promise<void> = Promise.resolve();
  #isWaiting = false;

  private constructor(
    file: string,
    path: string | undefined,
    call: CallContext,
    data?: JournalData,
  ) {
    this.#file = file;
    this.#path = path;
    this.#call = call;
    this.#data = data;
    this.#isKept = path !== undefined;
    this.#isOnDisk = data !== undefined;
  }

  static inMemory(call: CallContext): Journal {
    return new Journal("", undefined, call);
  }

  /**
   * Opens the journal of a file for a key of a volume, if there is one. A journal that cannot be read counts as absent.
   *
   * @throws InputError if this process uploads the file to the key already; `close` ends that
   */
  static async beside(
    file: string,
    volumeId: string,
    key: string,
    call: CallContext,
  ): Promise<Journal> {
    const path = await pathOf(file, volumeId, key);
    if (underWay.has(path)) {
      const problem = `an upload of ${file} to "${key}" is under way in this process: wait for its end`;
      throw new InputError("source", problem, call);
    }
    underWay.add(path);
    return new Journal(file, path, call, await readJournal(path));
  }

  /** Ends the upload, after which another one may open the journal. */
  close(): void {
    if (this.#path !== undefined) underWay.delete(this.#path);
  }

  /** Whether another process can go on with the upload. */
  get isKept(): boolean {
    return this.#isKept;
  }

  get data(): JournalData | undefined {
    return this.#data;
  }

  /** Writes new contents. A write that has not begun yet takes the latest contents, so that many parts need few writes. */
  async write(data: JournalData): Promise<void> {
    this.#data = data;
    if (!this.#isKept || this.#isWaiting) return this.#writing;
    this.#isWaiting = true;
    this.#writing = this.#writing.then(() => this.#writeNow());
    return this.#writing;
  }

  /** Removes the journal, and what processes that were killed have left of it. */
  async remove(): Promise<void> {
    this.#data = undefined;
    const path = this.#path;
    if (path === undefined || !this.#isKept) return;
    await this.#writing.catch(() => undefined);
    await rm(path, { force: true });
    const begin = `${basename(path)}.`;
    for (const name of await readdir(dirname(path)))
      if (name.startsWith(begin)) await removeIfLeft(join(dirname(path), name));
  }

  async #writeNow(): Promise<void> {
    this.#isWaiting = false;
    const path = this.#path;
    if (path === undefined || this.#data === undefined) return;
    const next = `${path}.${process.pid}.new`;
    try {
      await writeFile(next, JSON.stringify(this.#data));
      await rename(next, path);
      this.#isOnDisk = true;
    } catch (cause) {
      await rm(next, { force: true }).catch(() => undefined);
      this.#isKept = this.#isOnDisk;
      if (!this.#isKept) return;
      const problem = `the journal beside ${this.#file}, which resumes its upload after a crash, could not be written: ${systemReason(cause)}. Pass resume: false to upload without a journal`;
      throw new FileError("file_not_written", problem, this.#file, {
        ...this.#call,
        cause,
      });
    }
  }
}

/** The path of a journal: beside the file, whichever way the path of the file is written. */
async function pathOf(
  file: string,
  volumeId: string,
  key: string,
): Promise<string> {
  const target = [volumeId, key, basename(file)].join("\n");
  const mark = createHash("sha256").update(target).digest("hex").slice(0, 24);
  const folder = dirname(file);
  const real = await realpath(folder).catch(() => folder);
  return join(real, `.cloud-compute-${mark}.upload`);
}

async function readJournal(path: string): Promise<JournalData | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : readData(text);
}

/** Removes a new journal whose process was killed before it could rename it. */
async function removeIfLeft(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return;
  const [, pid] = /\.(\d+)\.new$/.exec(path) ?? [];
  const isOld = Date.now() - found.mtimeMs > MAX_NEW_AGE_MS;
  if (isOld || !(await isAlive(Number(pid)))) await rm(path, { force: true });
}

function readData(text: string): JournalData | undefined {
  const data = Object(parseJson(text)) as Partial<JournalData>;
  const isWhole =
    data.version === 1 &&
    typeof data.uploadId === "string" &&
    typeof data.parts === "object";
  return isWhole ? (data as JournalData) : undefined;
}
