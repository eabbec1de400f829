import type { Settings } from "../settings.js";
import type { Download, DownloadOptions } from "./download.js";
import { loadLate } from "./load.js";
import type { OutputFile } from "./outputs.js";

/** Downloads; what they stand on is loaded with the first. */
export function createDownload({ fetch }: Settings): Download {
  const load = (options?: DownloadOptions) =>
    loadLate("download", options?.signal);
  const open = async (output: OutputFile | string, options?: DownloadOptions) =>
    (await load(options)).openFile(fetch, output, options);
  const toFile = async (
    output: OutputFile | string,
    path: string,
    options?: DownloadOptions,
  ) => (await load(options)).save(fetch, output, path, options);
  return Object.assign(open, { toFile });
}
