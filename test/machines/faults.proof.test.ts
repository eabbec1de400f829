import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { sweepPods } from "../../src/machines/index.js";
import { rows } from "../faults/matrix.js";
import { status } from "../faults/behaviours.js";
import { failsWith, type Row } from "../faults/row.js";
import { proofRuns } from "../support/runs.js";
import { startProxy, type Fault } from "./faults/proxy.js";
import type { CellOutcome } from "./processes/rent-cells.js";

const CONCURRENCY = 8;
const CLOCK_FACTOR = "20";
const HOUR = 3_600_000;

const first = (nth: number) => nth === 1;
const second = (nth: number) => nth === 2;
const always = () => true;
const LOST: Row = {
  name: "500",
  behaviour: status(500),
  read: failsWith(500, 1, true),
  change: failsWith(500, 1, true),
};

/** What each column does with a row of the transport's fault matrix. */
const columns: Readonly<Record<string, (row: Row) => readonly Fault[]>> = {
  "create, carried out": (row) => [
    { operation: "create", row, isCarriedOut: true, strikes: first },
  ],
  "create, not carried out": (row) => [
    { operation: "create", row, isCarriedOut: false, strikes: first },
  ],
  "every create, not carried out": (row) => [
    { operation: "create", row, isCarriedOut: false, strikes: always },
  ],
  // The first list gives the clock of the service; the second one searches for the Pod of a lost create.
  list: (row) => [
    { operation: "create", row: LOST, isCarriedOut: true, strikes: first },
    { operation: "list", row, isCarriedOut: true, strikes: second },
  ],
  get: (row) => [{ operation: "get", row, isCarriedOut: true, strikes: first }],
  "delete, carried out": (row) => [
    { operation: "delete", row, isCarriedOut: true, strikes: first },
  ],
  "every delete, not carried out": (row) => [
    { operation: "delete", row, isCarriedOut: false, strikes: always },
  ],
};

interface Cell {
  readonly row: Row;
  readonly column: string;
}

/** The proxy breaks a connection off in one way, which Node reports with this code. */
const BREAK_CODE = "ECONNRESET";

/** A connection that cannot be made is not a fault of one operation; the tests of `rentPod` have it. */
const cells: readonly Cell[] = rows
  .filter((row) => row.absent === undefined)
  .filter((row) => !row.breaks || row.breaks.code === BREAK_CODE)
  .flatMap((row) => Object.keys(columns).map((column) => ({ row, column })))
  // With these answers the service says that it has carried out nothing.
  .filter(({ row, column }) => {
    const isRefusal = row.notCarriedOut || row.change.maybeSent === false;
    return !(isRefusal && column.endsWith(", carried out"));
  });
const FEW = 40;
/** The whole matrix in the proof; in a test run the same cells each time, every so-many-th one. */
const count = proofRuns(FEW) > FEW ? cells.length : FEW;
const step = Math.floor(cells.length / count);
const chosen = cells.filter((_, index) => index % step === 0).slice(0, count);

let child: ChildProcess;
const waiting = new Map<number, (outcome: CellOutcome) => void>();

beforeAll(async () => {
  const file = join("test", "machines", "processes", "rent-cells.ts");
  child = fork(file, {
    env: { ...process.env, CLOCK_FACTOR },
    execArgv: ["--import", "tsx"],
  });
  await once(child, "message");
  child.on("message", (message) => {
    const outcome = message as CellOutcome;
    waiting.get(outcome.cell)?.(outcome);
  });
});
afterAll(() => child.kill());

it(`rentPod leaves no Pod that it does not name, and a sweep leaves none at all, in ${chosen.length} of ${cells.length} cells of the fault matrix`, async () => {
  const queue = [...chosen.entries()];
  const problems: string[] = [];
  const tally = { released: 0, rejected: 0, named: 0 };
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [number, { row, column }] = next;
      for (const problem of await runCell(number, row, column, tally))
        problems.push(`${row.name} × ${column}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  console.log(
    `${chosen.length} cells: ${tally.released} released, ${tally.rejected} rejected, ${tally.named} of these with a Pod that may be left`,
  );
  expect(problems).toEqual([]);
}, 3_600_000);

/** Runs one rental under faults, then a sweep. Resolves with what is wrong. */
async function runCell(
  cell: number,
  row: Row,
  column: string,
  tally: { released: number; rejected: number; named: number },
): Promise<string[]> {
  const emulator = createEmulator();
  const { apiKey, fetch, urls } = emulator;
  const cloud = createClient({ apiKey, fetch, ...urls });
  const stranger = await cloud.pods.create({
    imageName: "example/image:1",
    name: "rent-00000000000000000000-20200101T000000Z",
  });
  const ours = () =>
    emulator
      .snapshot()
      .pods.map(({ id }) => id)
      .filter((id) => id !== stranger.id);
  let most = 0;
  emulator.subscribe(() => {
    most = Math.max(most, ours().length);
  });
  const proxy = await startProxy(emulator, columns[column]?.(row) ?? []);
  const ended = new Promise<CellOutcome>((resolve) => {
    waiting.set(cell, resolve);
  });
  child.send({ cell, apiKey, baseUrl: `${proxy.origin}/v1` });
  const { error, left, mayBeLeft } = await ended;
  await proxy.close();
  if (error === undefined) tally.released++;
  else tally.rejected++;
  if (mayBeLeft) tally.named++;
  const problems: string[] = [];
  const unnamed = ours().filter((id) => !left.includes(id));
  if (!mayBeLeft && unnamed.length > 0)
    problems.push(
      `left ${unnamed.length} Pods without a word (${error ?? "released"})`,
    );
  if (left.length > 0 && unnamed.length > 0)
    problems.push(`did not name ${unnamed.length} of the Pods that it left`);
  if (most > 1) problems.push(`had ${most} Pods at once`);
  const { failed } = await sweepPods(cloud, { now: Date.now() + 2 * HOUR });
  if (failed.length > 0 || ours().length > 0)
    problems.push(`the sweep left ${ours().length} Pods`);
  const isUntouched = emulator
    .snapshot()
    .pods.some(({ id }) => id === stranger.id);
  if (!isUntouched) problems.push("the sweep deleted a Pod of someone else");
  return problems;
}
