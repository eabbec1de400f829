import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BatchResult } from "../../batch/index.js";
import { FileError, type Client } from "../../index.js";

/** How many results are saved together. */
const RESULTS_AT_ONCE = 50;

/** What was saved, and what could not be. */
interface SavedResults {
  readonly files: number;
  /** A sentence for each group of files that could not be saved. */
  readonly unsaved: readonly string[];
}

/** Saves the files that results name in a folder, and the results themselves in its `<name of the batch>.jsonl`. */
export async function saveResults(
  cloud: Client,
  results: AsyncIterable<BatchResult>,
  folder: string,
  batchName: string,
): Promise<SavedResults> {
  await mkdir(folder, { recursive: true });
  const list = join(folder, `${batchName}.jsonl`);
  await writeFile(list, "");
  let files = 0;
  const unsaved: string[] = [];
  const save = async (group: readonly BatchResult[]) => {
    const lines = group.map((result) => `${JSON.stringify(result)}\n`);
    await appendFile(list, lines.join(""));
    const completed = group.filter(({ output }) => output !== undefined);
    try {
      const saved = await cloud.download.toFolder(completed, folder, {
        name: (_file, { source }) => source.key,
      });
      files += saved.length;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      unsaved.push(error.message);
    }
  };
  let group: BatchResult[] = [];
  for await (const result of results) {
    group.push(result);
    if (group.length < RESULTS_AT_ONCE) continue;
    await save(group);
    group = [];
  }
  await save(group);
  return { files, unsaved };
}
