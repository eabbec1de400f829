import { mkdir, readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

const FOLDER = "generated";

/** One difference between what `generated/` holds and what the specs give. */
interface Drift {
  readonly file: string;
  readonly state: "stale" | "missing" | "no longer wanted";
}

/** Compares every file of `generated/` with `wanted`. */
export async function compareGenerated(
  wanted: ReadonlyMap<string, string>,
): Promise<Drift[]> {
  await mkdir(FOLDER, { recursive: true });
  const entries = await readdir(FOLDER, {
    recursive: true,
    withFileTypes: true,
  });
  const present = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(FOLDER, join(parentPath, name)));
  const drift: Drift[] = [];
  for (const [name, content] of wanted) {
    const file = join(FOLDER, name);
    if (!present.includes(name)) drift.push({ file, state: "missing" });
    else if ((await readFile(file, "utf8")) !== content)
      drift.push({ file, state: "stale" });
  }
  for (const name of present.filter((name) => !wanted.has(name)).sort())
    drift.push({ file: join(FOLDER, name), state: "no longer wanted" });
  return drift;
}

/** What `drift` asks for, as changes of files. */
export function changesOf(
  drift: readonly Drift[],
  wanted: ReadonlyMap<string, string>,
): Map<string, string | undefined> {
  return new Map(
    drift.map(({ file }) => [file, wanted.get(file.slice(FOLDER.length + 1))]),
  );
}
