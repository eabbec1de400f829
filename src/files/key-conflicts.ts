import { InputError, ResponseError } from "../errors.js";
import type { Bounds } from "./bounds.js";
import type { S3Connection } from "./connection.js";
import { listFiles, type VolumeFile } from "./list.js";
import { headFile } from "./multipart.js";
import { parentsOf, trimSlash } from "./object-key.js";

const NO_FILE: VolumeFile = {
  key: "",
  size: 0,
  etag: "",
  modified: undefined,
  isFolder: false,
};

/** No key of a volume may be a file and a folder. */
export class KeyConflicts {
  readonly #connection: S3Connection;
  readonly #bounds: Bounds;

  constructor(connection: S3Connection, bounds: Bounds) {
    this.#connection = connection;
    this.#bounds = bounds;
  }

  /** Refuses a key where the volume has something else: `other`. */
  refuse(other: VolumeFile | undefined): void {
    if (!other) return;
    const { key, isFolder } = other;
    const name = trimSlash(key);
    const problem = isFolder
      ? `key "${name}" is a folder on the volume, so that no file can have this key`
      : `key "${name}" is a file on the volume, so that nothing can be put below it`;
    throw new InputError("key", problem, this.#bounds.call);
  }

  async refuseFileAbove(prefix: string): Promise<void> {
    const name = trimSlash(prefix);
    const keys = name === "" ? [] : [...parentsOf(name), name];
    for (const key of keys)
      if (await headFile(this.#connection, key, this.#bounds))
        this.refuse({ ...NO_FILE, key });
  }

  /** Does the first step of an upload. If it is refused, says whether the key is a folder, or is below a file. */
  async explain<T>(key: string, step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      const mayConflict =
        error instanceof ResponseError &&
        error.status >= 400 &&
        ![401, 403, 413, 507].includes(error.status);
      if (!mayConflict) throw error;
      const isConflict = (reason: unknown): boolean =>
        reason instanceof InputError;
      await this.#refuseFolder(key).catch((reason: unknown) => {
        if (isConflict(reason)) throw reason;
      });
      throw error;
    }
  }

  async #refuseFolder(key: string): Promise<void> {
    const request = { prefix: `${key}/`, isFlat: false, pageSize: 1 };
    const below = await listFiles(
      this.#connection,
      request,
      this.#bounds,
    ).next();
    if (!below.done) this.refuse({ ...NO_FILE, key, isFolder: true });
    for (const parent of parentsOf(key))
      if (await headFile(this.#connection, parent, this.#bounds))
        this.refuse({ ...NO_FILE, key: parent });
  }
}
