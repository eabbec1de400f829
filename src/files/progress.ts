/** How far an upload or a download has come. */
export interface TransferProgress {
  /** The key of the file that this report is about. */
  readonly key: string;
  /** The number of bytes that were transferred, or were there already, of all files of the call. */
  readonly bytes: number;
  /** The number of bytes of all files of the call; undefined where that is not known yet. */
  readonly total: number | undefined;
  /** The number of files that are complete. */
  readonly files: number;
  /** The number of files of the call; undefined where that is not known yet. */
  readonly totalFiles: number | undefined;
}

/** Counts what a call transfers, and reports it. */
export class Progress {
  readonly #report: ((progress: TransferProgress) => unknown) | undefined;
  readonly #fail: (error: unknown) => void;
  #bytes = 0;
  #present = 0;
  #files = 0;
  total: number | undefined;
  totalFiles: number | undefined;

  /** `fail` is called with what the callback throws, or rejects with. */
  constructor(
    report: ((progress: TransferProgress) => unknown) | undefined,
    fail: (error: unknown) => void,
  ) {
    this.#report = report;
    this.#fail = fail;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The bytes that this call has transferred: all but those that were there already. */
  get transferred(): number {
    return this.#bytes - this.#present;
  }

  /** Counts bytes of a file that were there already; a negative number takes them back. */
  addPresent(key: string, bytes: number): void {
    this.#present += bytes;
    this.add(key, bytes);
  }

  /** Counts bytes of a file; a negative number takes back what must be transferred again. */
  add(key: string, bytes: number): void {
    this.#bytes += bytes;
    this.#tell(key);
  }

  endFile(key: string): void {
    this.#files++;
    this.#tell(key);
  }

  /** Counts how many bytes of each part of a file were transferred. A part that is sent again counts from 0. */
  ofFile(
    key: string,
  ): (part: number, sent: number, isPresent?: boolean) => void {
    const counted = new Map<number, number>();
    const present = new Map<number, number>();
    return (part, sent, isPresent = false) => {
      // What this call has sent before is not from an earlier one.
      const presentBytes = isPresent ? (present.get(part) ?? sent) : 0;
      this.#present += presentBytes - (present.get(part) ?? 0);
      present.set(part, presentBytes);
      this.add(key, sent - (counted.get(part) ?? 0));
      counted.set(part, sent);
    };
  }

  #tell(key: string): void {
    if (!this.#report) return;
    const { total, totalFiles } = this;
    const progress = {
      key,
      bytes: this.#bytes,
      total,
      files: this.#files,
      totalFiles,
    };
    try {
      Promise.resolve(this.#report(progress)).catch(this.#fail);
    } catch (error) {
      this.#fail(error);
    }
  }
}
