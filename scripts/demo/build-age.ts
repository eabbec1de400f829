import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const SOURCES = [
  "src",
  "generated",
  "packages/emulator/src",
  "packages/emulator/generated",
];

/** Whether the build is missing, or older than a file that it is made from. */
export async function isBuildStale(): Promise<boolean> {
  const built = await Promise.all(
    ["dist/index.js", "packages/emulator/dist/index.js"].map(changedAt),
  );
  const sources = await Promise.all(
    SOURCES.map(async (folder) => {
      const names = await readdir(folder, { recursive: true });
      return Promise.all(names.map((name) => changedAt(join(folder, name))));
    }),
  );
  return Math.min(...built) < Math.max(...sources.flat());
}

/** When a file was last changed, in milliseconds since 1970; 0 where there is no such file. */
async function changedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
