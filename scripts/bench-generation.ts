import { spawnSync } from "node:child_process";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Seconds and MB of memory that an import of 1,000 operations may take; the power of its growth. */
const BOUNDS = { seconds: 20, megabytes: 1024, growth: 1.3 };
const SIZES = [50, 1000, 2000];
const PARTS = ["specs", "src", "codegen.ts", "package.json", "tsconfig.json"];

/** What one import took. */
interface Figures {
  readonly operations: number;
  readonly wall: number;
  readonly cpu: number;
  readonly rss: number;
}

const folder = await fs.mkdtemp(join(tmpdir(), "bench-generation-"));
try {
  judge(await measureAll());
} finally {
  await fs.rm(folder, { recursive: true });
}

/** Each size in a process and a copy of its own. */
async function measureAll(): Promise<Figures[]> {
  const figures: Figures[] = [];
  for (const operations of SIZES) {
    const found = await measure(operations);
    const [wall, cpu, rss] = [found.wall, found.cpu, found.rss];
    console.log(
      `${String(operations).padStart(5)} operations: ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU, ${rss.toFixed(0)} MB at most`,
    );
    figures.push(found);
  }
  return figures;
}

async function measure(operations: number): Promise<Figures> {
  const copy = join(folder, String(operations));
  for (const part of PARTS)
    await fs.cp(part, join(copy, part), { recursive: true });
  await fs.symlink(resolve("node_modules"), join(copy, "node_modules"));
  const program = resolve("scripts/bench/import-large.ts");
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ["--import", "tsx", program, String(operations)],
    { cwd: copy, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Figures;
}

/** What a run costs at any size, which the smallest shows, is taken from the others, so that they show the growth alone. */
function judge(figures: readonly Figures[]): void {
  const at = (size: number) =>
    figures.find(({ operations }) => operations === size);
  const cpu = (size: number) => at(size)?.cpu ?? 0;
  const [least, half, most] = [cpu(50), cpu(1000), cpu(2000)];
  const growth =
    Math.log((most - least) / (half - least)) / Math.log(1950 / 950);
  const { wall: seconds = 0, rss: megabytes = 0 } = at(1000) ?? {};
  console.log(`growth: operations to the power of ${growth.toFixed(2)}`);
  const isWithin =
    seconds < BOUNDS.seconds &&
    megabytes < BOUNDS.megabytes &&
    growth < BOUNDS.growth;
  if (isWithin) return;
  console.error(
    `more than ${BOUNDS.seconds} s or ${BOUNDS.megabytes} MB for 1000 operations, or a growth beyond ${BOUNDS.growth}`,
  );
  process.exitCode = 1;
}
