import { nodeModules } from "./node-modules.js";
import { noSuchUpload, S3Refusal } from "./refusal.js";
import {
  PARTS_FOLDER,
  type StoredFile,
  type VolumeFiles,
} from "./volume-files.js";

/** The file beside the parts of an upload that holds its key. */
const KEY_FILE = "key";

/** An upload in parts that was begun and neither completed nor aborted. */
interface Upload {
  readonly uploadId: string;
  readonly key: string;
  readonly begunAt: Date;
}

/** A part as the list of parts that completes an upload names it. */
interface NamedPart {
  readonly number: number;
  readonly etag: string;
}

/** The uploads in parts of one volume. The parts are files in a hidden folder of the volume, and take its space. */
export class Uploads {
  readonly #files: VolumeFiles;

  constructor(files: VolumeFiles) {
    this.#files = files;
  }

  async begin(key: string): Promise<string> {
    const { crypto, fs, path } = nodeModules();
    this.#files.pathOf(key);
    const uploadId = crypto.randomUUID();
    const folder = this.#folderOf(uploadId);
    await fs.promises.mkdir(folder, { recursive: true });
    await fs.promises.writeFile(path.join(folder, KEY_FILE), key);
    return uploadId;
  }

  /** Refuses an id that is not that of an unfinished upload of this key. */
  async require(uploadId: string, key: string): Promise<void> {
    const upload = await this.#find(uploadId);
    if (upload?.key !== key) throw noSuchUpload(uploadId);
  }

  /** Stores a part, in place of an earlier one with its number. Returns its ETag. */
  async putPart(
    { uploadId, number }: Readonly<{ uploadId: string; number: number }>,
    request: Request,
    payloadHash: string,
  ): Promise<string> {
    const incoming = await this.#files.receive(request, payloadHash);
    await this.#files.store(incoming, partKey(uploadId, number));
    // The upload was aborted while the part came.
    if (!(await this.#find(uploadId))) {
      await this.abort(uploadId);
      throw noSuchUpload(uploadId);
    }
    return incoming.etag;
  }

  /** The parts of an upload, in the order of their numbers. */
  async parts(
    uploadId: string,
  ): Promise<
    readonly { readonly number: number; readonly file: StoredFile }[]
  > {
    const names = await nodeModules().fs.promises.readdir(
      this.#folderOf(uploadId),
    );
    const numbers = names
      .filter((name) => name !== KEY_FILE)
      .map(Number)
      .sort((one, other) => one - other);
    return Promise.all(
      numbers.map(async (number) => {
        const file = await this.#files.require(partKey(uploadId, number));
        return { number, file };
      }),
    );
  }

  /** Puts the parts together to a file. */
  async complete(
    uploadId: string,
    key: string,
    named: readonly NamedPart[],
  ): Promise<string> {
    const { crypto, fs } = nodeModules();
    const paths: string[] = [];
    let last = 0;
    for (const { number, etag } of named) {
      if (number <= last) throw refusedPart("InvalidPartOrder", number);
      last = number;
      const part = await this.#files.find(partKey(uploadId, number));
      if (!part || (await part.etag()) !== etag)
        throw refusedPart("InvalidPart", number);
      paths.push(part.path);
    }
    const hash = crypto.createHash("md5");
    const incoming = this.#files.incomingPath();
    const whole = await fs.promises.open(incoming, "w");
    try {
      for (const path of paths)
        for await (const piece of fs.createReadStream(path)) {
          hash.update(piece as Uint8Array);
          await whole.writeFile(piece as Uint8Array);
        }
    } finally {
      await whole.close();
    }
    const etag = hash.digest("hex");
    await this.#files.place(incoming, key, etag);
    await this.#removeFolder(uploadId);
    this.#files.countAgain();
    return etag;
  }

  async abort(uploadId: string): Promise<void> {
    await this.#removeFolder(uploadId);
    this.#files.countAgain();
  }

  /** The unfinished uploads in the order of their keys. */
  async list(): Promise<Upload[]> {
    const { fs, path } = nodeModules();
    const folder = path.join(this.#files.folder, PARTS_FOLDER);
    const ids = await fs.promises.readdir(folder).catch(() => []);
    const uploads = await Promise.all(ids.map((id) => this.#find(id)));
    return uploads
      .filter((upload) => upload !== undefined)
      .sort((one, other) =>
        `${one.key}\n${one.uploadId}` < `${other.key}\n${other.uploadId}`
          ? -1
          : 1,
      );
  }

  async #find(uploadId: string): Promise<Upload | undefined> {
    if (!/^[\w-]+$/.test(uploadId)) return undefined;
    const { fs, path } = nodeModules();
    const file = path.join(this.#folderOf(uploadId), KEY_FILE);
    try {
      const { mtime } = await fs.promises.stat(file);
      const key = await fs.promises.readFile(file, "utf8");
      return { uploadId, key, begunAt: mtime };
    } catch {
      return undefined;
    }
  }

  async #removeFolder(uploadId: string): Promise<void> {
    await nodeModules().fs.promises.rm(this.#folderOf(uploadId), {
      recursive: true,
      force: true,
    });
  }

  #folderOf(uploadId: string): string {
    const { path } = nodeModules();
    return path.join(this.#files.folder, PARTS_FOLDER, uploadId);
  }
}

function partKey(uploadId: string, number: number): string {
  return `${PARTS_FOLDER}/${uploadId}/${number}`;
}

function refusedPart(
  code: "InvalidPart" | "InvalidPartOrder",
  number: number,
): S3Refusal {
  const problem = `the part ${number} was not received with this ETag, or is not in its place`;
  return new S3Refusal(code, problem);
}
