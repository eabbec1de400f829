import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FileError, type CallContext } from "../errors.js";
import { parseJson } from "../json.js";

/** What an upload has done, so that another process can go on after a crash. */
export interface JournalData {
  readonly version: 1;
  readonly size: number;
  readonly modifiedMs: number;
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

/** The name of a journal, and that of a new one before it is renamed. */
const JOURNAL_NAME = /^\.cloud-compute-[\da-f]{24}\.upload(\.\d+\.new)?$/;

/** Whether a file in a folder belongs to the uploads and downloads themselves. */
export function isOwnFile(name: string): boolean {
  return JOURNAL_NAME.test(name) || /^\.cloud-compute-.*\.part$/.test(name);
}

/** The journal of one upload: beside the file, or in memory only where nothing can be resumed. */
export class Journal {
  readonly #path: string | undefined;
  readonly #call: CallContext;
  #data: JournalData | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isWaiting = false;

  private constructor(
    path: string | undefined,
    call: CallContext,
    data?: JournalData,
  ) {
    this.#path = path;
    this.#call = call;
    this.#data = data;
  }

  static inMemory(call: CallContext): Journal {
    return new Journal(undefined, call);
  }

  /** Opens the journal of a file for a key of a volume, if there is one. A journal that cannot be read counts as absent. */
  static async beside(
    file: string,
    volumeId: string,
    key: string,
    call: CallContext,
  ): Promise<Journal> {
    const target = [volumeId, key, basename(file)].join("\n");
    const mark = createHash("sha256").update(target).digest("hex").slice(0, 24);
    const path = join(dirname(file), `.cloud-compute-${mark}.upload`);
    const text = await readFile(path, "utf8").catch(() => undefined);
    const data = text === undefined ? undefined : readData(text);
    return new Journal(path, call, data);
  }

  get data(): JournalData | undefined {
    return this.#data;
  }

  /** Writes new contents. A write that has not begun yet takes the latest contents, so that many parts need few writes. */
  async write(data: JournalData): Promise<void> {
    this.#data = data;
    if (this.#path === undefined || this.#isWaiting) return this.#writing;
    this.#isWaiting = true;
    this.#writing = this.#writing.then(() => this.#writeNow());
    return this.#writing;
  }

  /** Removes the journal, and what processes that were killed have left of it. */
  async remove(): Promise<void> {
    this.#data = undefined;
    const path = this.#path;
    if (path === undefined) return;
    await this.#writing.catch(() => undefined);
    await rm(path, { force: true });
    const begin = `${basename(path)}.`;
    for (const name of await readdir(dirname(path)))
      if (name.startsWith(begin))
        await rm(join(dirname(path), name), { force: true });
  }

  async #writeNow(): Promise<void> {
    this.#isWaiting = false;
    const path = this.#path;
    if (path === undefined || this.#data === undefined) return;
    const next = `${path}.${process.pid}.new`;
    try {
      await writeFile(next, JSON.stringify(this.#data));
      await rename(next, path);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const problem = `the journal beside the file could not be written, which resumes the upload after a crash: ${reason}. Pass resume: false to upload without a journal`;
      throw new FileError("file_not_written", problem, path, {
        ...this.#call,
        cause,
      });
    }
  }
}

function readData(text: string): JournalData | undefined {
  const data = Object(parseJson(text)) as Partial<JournalData>;
  const isWhole =
    data.version === 1 &&
    typeof data.uploadId === "string" &&
    typeof data.parts === "object";
  return isWhole ? (data as JournalData) : undefined;
}
