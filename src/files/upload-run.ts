import type { Bounds } from "./bounds.js";
import type { S3Connection } from "./connection.js";
import { KeyConflicts } from "./key-conflicts.js";
import { sendVerified } from "./multipart.js";
import { Progress } from "./progress.js";
import { BufferSlots } from "./slots.js";
import type { UploadOptions, UploadResult } from "./upload-options.js";

/** The options of an upload with their defaults. */
export interface UploadSettings extends Pick<
  UploadOptions,
  "partSize" | "onProgress"
> {
  readonly resume: boolean;
  readonly concurrency: number;
}

/** What the transfers of one upload share. */
export class UploadRun {
  readonly connection: S3Connection;
  readonly bounds: Bounds;
  /** Ends the whole call with an error. */
  readonly failure: AbortController;
  readonly settings: UploadSettings;
  readonly slots: BufferSlots;
  readonly progress: Progress;
  readonly conflicts: KeyConflicts;
  #skipped = 0;
  #files = 0;

  constructor(
    connection: S3Connection,
    bounds: Bounds,
    failure: AbortController,
    settings: UploadSettings,
  ) {
    this.connection = connection;
    this.bounds = bounds;
    this.failure = failure;
    this.settings = settings;
    this.slots = new BufferSlots(settings.concurrency);
    this.progress = new Progress(settings.onProgress, (error) =>
      failure.abort(error),
    );
    this.conflicts = new KeyConflicts(connection, bounds);
  }

  get result(): UploadResult {
    return {
      files: this.#files,
      skipped: this.#skipped,
      bytes: this.progress.bytes,
      transferred: this.progress.transferred,
    };
  }

  /** Sends a small file in one request. */
  async put(
    key: string,
    body: Uint8Array<ArrayBuffer>,
    md5: string,
  ): Promise<void> {
    const count = this.progress.ofFile(key);
    const onSent = (sent: number) => count(1, sent);
    const request = { method: "PUT", key, body, onSent } as const;
    await this.conflicts.explain(key, () =>
      sendVerified(this.connection, request, md5, this.bounds),
    );
  }

  /** Counts a file that is on the volume already. */
  skip(key: string, size: number): void {
    this.#skipped++;
    this.progress.addPresent(key, size);
  }

  /** Counts a file that is on the volume now. */
  endFile(key: string): void {
    this.#files++;
    this.progress.endFile(key);
  }
}
