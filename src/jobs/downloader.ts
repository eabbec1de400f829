import type { Settings } from "../settings.js";
import type { Download, DownloadOptions } from "./download.js";
import { loadLate } from "./load.js";
import type { OutputFile } from "./outputs.js";

/** Downloads; what they stand on is loaded with the first. */
export function createDownload({ fetch }: Settings): Download {
  type Output = OutputFile | string;
  const open = async (output: Output, options?: DownloadOptions) => {
    const late = await loadLate("download", options?.signal);
    return late.download(fetch, output, options);
  };
  const toFile: Download["toFile"] = async (output, path, options) => {
    const late = await loadLate("download", options?.signal);
    return late.toFile(fetch, output, path, options);
  };
  return Object.assign(open, { toFile });
}
