import { InputError } from "cloud-compute-sdk";
import { nodeModules } from "./node-modules.js";
import { VolumeFiles } from "./volume-files.js";

/** Where workers and Pods see a network volume. */
const MOUNT = /^\/(?:runpod-volume|workspace)(?=\/|$)/;

/** The folders to remove at the end of this process. */
const temporaryFolders = new Set<string>();

/** The files of all network volumes of an account: on the disk, in one folder for each volume. */
export class VolumeStore {
  /** The tokens of lists that were given twice, with the quirk `repeatedTokens`. */
  readonly repeatedTokens = new Set<string>();
  #folder: string | undefined;
  readonly #volumes = new Map<string, VolumeFiles>();

  /** Without a folder, the files are in a temporary one, which is made at the first use. */
  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** The files of a volume. */
  filesOf(volumeId: string): VolumeFiles {
    const known = this.#volumes.get(volumeId);
    if (known) return known;
    const { path } = nodeModules();
    const incoming = path.join(this.#root(), ".incoming");
    const files = new VolumeFiles(this.#folderOf(volumeId), incoming);
    this.#volumes.set(volumeId, files);
    return files;
  }

  /** The path on this machine of what a volume has at a key, or at the path where a worker or a Pod sees it. */
  pathOf(volumeId: string, place: string): string {
    const key = place.replace(MOUNT, "").replace(/^\/+/, "");
    if (key.split(/[/\\]/).includes(".."))
      throw new InputError(
        "path",
        `volumePath: the path "${place}" leads out of the volume`,
      );
    return nodeModules().path.join(this.filesOf(volumeId).folder, key);
  }

  /** Deletes the files of a volume. */
  remove(volumeId: string): void {
    this.#volumes.delete(volumeId);
    if (this.#folder === undefined) return;
    const { fs } = nodeModules();
    fs.rmSync(this.#folderOf(volumeId), { recursive: true, force: true });
  }

  #folderOf(volumeId: string): string {
    if (!/^[\w-]+$/.test(volumeId))
      throw new InputError(
        "id",
        `the volume "${volumeId}" can have no files: its id must have letters, digits, _ and - only`,
      );
    return nodeModules().path.join(this.#root(), volumeId);
  }

  #root(): string {
    if (this.#folder !== undefined) return this.#folder;
    const { fs, os, path } = nodeModules();
    const begin = path.join(os.tmpdir(), "cloud-compute-emulator-");
    this.#folder = fs.mkdtempSync(begin);
    if (temporaryFolders.size === 0)
      process.on("exit", () => {
        for (const folder of temporaryFolders)
          fs.rmSync(folder, { recursive: true, force: true });
      });
    temporaryFolders.add(this.#folder);
    return this.#folder;
  }
}
