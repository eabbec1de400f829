import { check } from "../checks.js";
import type { CallContext } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { Job } from "./job.js";
import { outputsOf, type FileSource, type OutputFile } from "./outputs.js";

/** The files of a file, a URL, a handle, which is waited for, or whatever `outputsOf` takes. */
export async function filesOf(
  source: FileSource,
  options: Pick<CallOptions, "signal"> = {},
): Promise<OutputFile[]> {
  if (isFile(source)) return [source];
  if (isHandle(source)) return source.outputs(options);
  return outputsOf(source);
}

/** The one file to download: a text is the URL of it. */
export async function oneFileOf(
  source: FileSource,
  options: Pick<CallOptions, "signal">,
  call: CallContext,
): Promise<OutputFile | string> {
  if (typeof source === "string") return source;
  const files = await filesOf(source, { signal: options.signal });
  const [file] = files;
  check(file, "source", "names no file", call);
  const problem = `names ${files.length} files: pass one of them, or save all with \`download.toFolder\``;
  check(files.length === 1, "source", problem, call);
  return file;
}

function isFile(source: FileSource): source is OutputFile {
  const { url, expiresAt } = Object(source) as Partial<OutputFile>;
  return typeof url === "string" && typeof expiresAt === "number";
}

function isHandle(source: FileSource): source is Job {
  return typeof (Object(source) as Partial<Job>).outputs === "function";
}
