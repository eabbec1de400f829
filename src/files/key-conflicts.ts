import { InputError, ResponseError } from "../errors.js";
import type { Bounds } from "./bounds.js";
import type { S3Connection } from "./connection.js";
import { listFiles, type VolumeFile } from "./list.js";
import { headFile } from "./file-state.js";
import { parentsOf, trimSlash } from "./object-key.js";

/** No key of a volume may be a file and a folder. */
export class KeyConflicts {
  readonly #connection: S3Connection;
  readonly #bounds: Bounds;

  constructor(connection: S3Connection, bounds: Bounds) {
    this.#connection = connection;
    this.#bounds = bounds;
  }

  /** Refuses a key where the volume has something else: `other`. */
  refuse(other: Pick<VolumeFile, "key" | "isFolder"> | undefined): void {
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
        this.refuse({ key, isFolder: false });
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
      await this.#refuseConflict(key).catch((reason: unknown) => {
        if (reason instanceof InputError) throw reason;
      });
      throw error;
    }
  }

  async #refuseConflict(key: string): Promise<void> {
    const request = { prefix: `${key}/`, isFlat: false, pageSize: 1 };
    const below = listFiles(this.#connection, request, this.#bounds);
    if (!(await below.next()).done) this.refuse({ key, isFolder: true });
    for (const parent of parentsOf(key))
      if (await headFile(this.#connection, parent, this.#bounds))
        this.refuse({ key: parent, isFolder: false });
  }
}
