import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runMany, type Round, type Service } from "./bench/many-round.js";

/**
 * Many jobs of one second waited for in one process, against the emulator in another over loopback. The budget allows
 * 900 submits in 10 s, so 10,000 jobs take two minutes.
 */
const { values } = parseArgs({ options: { jobs: { type: "string" } } });
const JOBS = Number(values.jobs ?? 10_000);
/** So many jobs are measured of each size, in as many rounds as that takes: few looks measure badly. */
const LEAST = 1000;
/** CPU per look may grow by this factor from the smallest size to the largest. */
const BOUND = 1.5;
const LIMITS = {
  looks: { atOnce: 100, perWindow: 1500 },
  submits: { atOnce: 150, perWindow: 900 },
};

interface Row {
  readonly jobs: number;
  readonly rounds: readonly Round[];
  /** Microseconds; that of a look is what is left when the submits are paid. */
  readonly cpuPerJob: number;
  readonly cpuPerLook: number;
}

const child = fork(
  fileURLToPath(new URL("bench/emulator.ts", import.meta.url)),
);
const [service] = (await once(child, "message")) as [Service];
const rows = await measure();
child.disconnect();
report(rows);

async function measure(): Promise<Row[]> {
  await runMany(service, 800);
  const { cpu } = await runMany(service, 800, "submits alone");
  const perSubmit = cpu / 800;
  const sizes = new Set([100, 1000, 10_000].filter((size) => size < JOBS));
  const seen: Row[] = [];
  for (const jobs of sizes.add(JOBS)) {
    const rounds: Round[] = [];
    while (rounds.length * jobs < Math.min(LEAST, JOBS))
      rounds.push(await runMany(service, jobs));
    const all = sum(rounds.map((round) => round.cpu));
    const count = rounds.length * jobs;
    seen.push({
      ...{ jobs, rounds, cpuPerJob: all / count },
      cpuPerLook: (all - perSubmit * count) / looksOf(rounds),
    });
  }
  return seen;
}

function report(rows: readonly Row[]): void {
  console.log(
    "| jobs | seconds | looks a job | CPU a job | CPU a look | peak heap | peak RSS | at once | in 10 s |",
  );
  console.log(`|${" ---: |".repeat(9)}`);
  for (const row of rows) console.log(line(row));
  const ratio = growthOf(rows.map(({ cpuPerLook }) => cpuPerLook));
  const faults = rows.flatMap(faultsOf);
  if (!(ratio <= BOUND))
    faults.push("CPU per look grows with the number of jobs");
  console.log(
    `\nCPU per look grows by ${ratio.toFixed(2)} × at most from one size to a larger (bound ${BOUND})`,
  );
  console.log(`Memory a job, by peak RSS: ${memoryPerJob(rows)}`);
  console.log(
    "At once and in 10 s: looks + submits; limits 100 + 150 and 1500 + 900",
  );
  for (const fault of new Set(faults)) console.log(`exceeded: ${fault}`);
  if (faults.length === 0)
    console.log("Every result came once, within the budget: held");
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** The highest ratio of a value to one before it; below 1 where all fall. */
function growthOf(values: readonly number[]): number {
  const ratios = values.flatMap((value, place) =>
    values.slice(0, place).map((before) => value / before),
  );
  return Math.max(...(ratios.length > 0 ? ratios : [1]));
}

function memoryPerJob(rows: readonly Row[]): string {
  const [least, most] = [rows[0], rows.at(-1)];
  if (!least || !most || least === most) return "not known of one size";
  const bytes =
    mostOf(most, ({ rss }) => rss) - mostOf(least, ({ rss }) => rss);
  const jobs = most.jobs - least.jobs;
  return `${(bytes / 1024 / jobs).toFixed(1)} KiB, from ${least.jobs} to ${most.jobs}`;
}

function mostOf({ rounds }: Row, of: (round: Round) => number): number {
  return Math.max(...rounds.map(of));
}

function line(row: Row): string {
  const { jobs, rounds, cpuPerJob, cpuPerLook } = row;
  const most = (of: (round: Round) => number) => mostOf(row, of);
  const cells = [
    jobs,
    (sum(rounds.map(({ took }) => took)) / rounds.length / 1000).toFixed(1),
    (looksOf(rounds) / rounds.length / jobs).toFixed(2),
    `${(cpuPerJob / 1000).toFixed(2)} ms`,
    `${(cpuPerLook / 1000).toFixed(2)} ms`,
    `${(most(({ heap }) => heap) / 2 ** 20).toFixed(0)} MiB`,
    `${(most(({ rss }) => rss) / 2 ** 20).toFixed(0)} MiB`,
    `${most(({ looks }) => looks.mostAtOnce())} + ${most(({ submits }) => submits.mostAtOnce())}`,
    `${most(({ looks }) => looks.mostPerWindow())} + ${most(({ submits }) => submits.mostPerWindow())}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function faultsOf({ jobs, rounds }: Row): string[] {
  return rounds.flatMap((round) => [
    ...round.faults.map((fault) => `${jobs} jobs: ${fault}`),
    ...(["looks", "submits"] as const).flatMap((kind) => {
      const [gauge, limits] = [round[kind], LIMITS[kind]];
      const [atOnce, perWindow] = [gauge.mostAtOnce(), gauge.mostPerWindow()];
      if (atOnce <= limits.atOnce && perWindow <= limits.perWindow) return [];
      return [`${jobs} jobs: ${atOnce} ${kind} at once, ${perWindow} in 10 s`];
    }),
  ]);
}

function looksOf(rounds: readonly Round[]): number {
  return sum(rounds.map(({ looks }) => looks.calls()));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
