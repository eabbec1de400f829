import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import packageJson from "../package.json" with { type: "json" };
import { bundledBytes } from "./bench/peers/bundle.js";
import { contestants, OURS } from "./bench/peers/contestants.js";
import { heldKeys, merge, type Figures } from "./bench/peers/figures.js";
import { installOurs, installPeers, weighPeer } from "./bench/peers/install.js";
import {
  filesOf,
  readResults,
  rounded,
  type Results,
} from "./bench/peers/results.js";
import { timed, type Timed } from "./bench/peers/timed.js";
import {
  beyondBounds,
  differences,
  furthest,
  inWords,
} from "./bench/peers/verdict.js";

/**
 * Our client beside its peers, measured in one run and written into `bench/` and the README. With `--sizes` only sizes
 * and counts are measured and written anew, in seconds. With `--check`, which takes half the rounds, nothing is written:
 * it fails where a file does not show the results, where a size or a count is another, where a time or a ratio in the
 * README is off by more than a quarter, and where a figure of ours is beyond its bound. A time that is off by that much
 * is measured anew, in four times as many rounds, since a machine has slow minutes; the third verdict stands. On another
 * major of Node than the results are of, they are held to the bounds alone.
 */
const { values } = parseArgs({
  options: { check: { type: "boolean" }, sizes: { type: "boolean" } },
});
const NODE = Number(process.versions.node.split(".")[0]);

await import("./build.js");
installPeers();
const exact = await measureExact();
if (values.check) await check();
else if (values.sizes) await writeSizes();
else await writeAll();

async function writeAll(): Promise<void> {
  let clients = exact;
  for (const group of timed)
    clients = merge(clients, await measure(longer(group, 2)));
  await write({ node: NODE, clients, generation: generationBench() });
  report(beyondBounds(clients));
}

async function writeSizes(): Promise<void> {
  const known = readResults();
  await write({ ...known, clients: merge(known.clients, exact) });
}

async function check(): Promise<void> {
  const known = readResults();
  const files = [...(await filesOf(known))];
  const stale = files
    .filter(([file, text]) => readFileSync(file, "utf8") !== text)
    .map(([file]) => `${file} does not show bench/results.json`);
  let clients = exact;
  for (const group of timed.filter(isHeld))
    clients = merge(clients, await measureBeside(known, group));
  const isSameNode = known.node === NODE;
  const off = differences(known.clients, isSameNode ? clients : exact);
  report([...stale, ...off.map(inWords), ...beyondBounds(clients)]);
}

function isHeld({ keys }: Timed): boolean {
  return keys.some((key) => heldKeys.includes(key));
}

async function measureExact(): Promise<Figures> {
  const own = installOurs();
  const rows = contestants.map(async (contestant) => {
    const { name } = contestant;
    const bundle = (await bundledBytes(contestant)) / 1000;
    return [
      name,
      { bundle, ...(name === OURS ? own : weighPeer(name)) },
    ] as const;
  });
  return rounded(new Map(await Promise.all(rows)));
}

async function measure({ title, names, ...group }: Timed): Promise<Figures> {
  const begun = performance.now();
  const figures = rounded(await group.measure(names, group.rounds));
  const seconds = (performance.now() - begun) / 1000;
  console.log(`${title}: measured in ${seconds.toFixed(0)} s`);
  return figures;
}

/** The figures of a group; those that are off are measured anew, twice at the most and in more rounds. */
async function measureBeside(
  { node, clients }: Results,
  group: Timed,
): Promise<Figures> {
  let figures = await measure(group);
  if (node !== NODE) return figures;
  console.log(furthest(clients, figures));
  for (let again = 0; again < 2; again++) {
    const off = differences(clients, figures).map(({ name }) => name);
    if (off.length === 0) break;
    const names = [...new Set(off)];
    const anew = await measure({ ...longer(group, 4), names });
    console.log(furthest(clients, anew));
    figures = merge(figures, anew);
  }
  return figures;
}

/** With so many times the rounds of a check; what is written takes twice. */
function longer(group: Timed, times: number): Timed {
  return { ...group, rounds: group.rounds * times };
}

/** The bench of imports, which makes a document of 1,000 operations, judges itself. */
function generationBench(): readonly string[] {
  if (!("bench:generation" in packageJson.scripts)) return [];
  const words = ["run", "--silent", "bench:generation"];
  return execFileSync("npm", words, { encoding: "utf8" }).trim().split("\n");
}

async function write(results: Results): Promise<void> {
  mkdirSync("bench", { recursive: true });
  for (const [file, text] of await filesOf(results)) writeFileSync(file, text);
}

function report(faults: readonly string[]): void {
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  else console.log("held");
}
