import type { Settings } from "../settings.js";
import { later } from "../later.js";
import type { Download, DownloadOptions } from "./download.js";
import type { OutputFile } from "./outputs.js";

/** Downloads; what they stand on is loaded with the first. */
export function createDownload({ fetch }: Settings): Download {
  const load = ({ signal }: DownloadOptions = {}) =>
    later("download", signal, () => import("./late.js"));
  const open = async (
    output: OutputFile | string,
    options: DownloadOptions = {},
  ) => (await load(options)).openFile(fetch, output, options);
  const toFile = async (
    output: OutputFile | string,
    path: string,
    options: DownloadOptions = {},
  ) => (await load(options)).save(await open(output, options), path);
  return Object.assign(open, { toFile });
}
