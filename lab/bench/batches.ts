import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { installTools } from "../shared/install.js";
import { LAB, labModule } from "../shared/paths.js";
import { markdownTable, type Report } from "../shared/report.js";
import type { Gap } from "./batches/gaps.js";
import type { Measured } from "./batches/measure.js";

const OURS = /^this package/;

/** The fewest submits a second at a round trip of 800 ms, by the number of processes. */
const LEAST_AT_800_MS: Readonly<Record<number, number>> = { 1: 45, 4: 85 };

/** The longest time for which a call may stop the other work of its process, in milliseconds. */
const MAX_GAP_MS = 100;

/** Measures how fast batches submit, beside queues whose handlers submit and poll. Needs the Postgres and the Redis of Debian. */
export async function run(): Promise<Report> {
  installTools();
  const { all, gaps } = await measure();
  const rates = all.filter(({ endToEnd }) => endToEnd === undefined);
  const ends = all.filter(({ endToEnd }) => endToEnd !== undefined);
  const engines = [...new Set(all.map(({ engine }) => engine))];
  const cells = new Map(
    rates.map((cell) => [
      `${cell.engine} ${cell.roundTripMs} ${cell.processes}`,
      cell,
    ]),
  );
  const places = [
    ...new Map(
      rates.map(({ roundTripMs, processes }) => [
        `${roundTripMs} ${processes}`,
        { roundTripMs, processes },
      ]),
    ).values(),
  ];
  const rows = places.map(({ roundTripMs, processes }) => [
    `${roundTripMs} ms, ${processes}`,
    ...engines.map((engine) =>
      describe(cells.get(`${engine} ${roundTripMs} ${processes}`)),
    ),
  ]);
  const endRows = [...new Set(ends.map(({ endToEnd }) => endToEnd))].map(
    (concurrency) => [
      String(concurrency),
      ...ends.filter(({ endToEnd }) => endToEnd === concurrency).map(describe),
    ],
  );
  return {
    title: "Batches beside queues",
    text: [
      "How many submits a second the service accepts, by the time that it takes to answer a submit and by the number of processes. The service accepts 1,000 submits in 10 seconds, as documented, and answers 429 to the others; their share is in brackets. Batches share one limit of 90 submits a second between all processes; the handlers of the queues submit and wait with the same client, each of which keeps to 100 submits a second by itself. Each process has up to 300 jobs under way. All commits wait for the disk.",
      markdownTable(["round trip, processes", ...engines], rows),
      "Items a second from end to end: 1,500 items whose jobs last 1 second, a round trip of 200 ms and 2 processes, from the start of the processes to the last output. With 50 jobs in each process the limit of the service is not reached. With 300 it decides: the handlers of the queues use up the 1,000 submits of the first ten seconds at once, and go on sending submits that are turned away; batches keep to 90 a second from the start.",
      markdownTable(["jobs at once in each process", ...engines], endRows),
      "How long a call on 100,000 items in SQLite stops the other work of its process at most.",
      markdownTable(
        ["call", "longest gap", "in all"],
        gaps.map(({ call, longestMs, seconds }) => [
          call,
          `${longestMs.toFixed(0)} ms`,
          `${seconds.toFixed(2)} s`,
        ]),
      ),
    ].join("\n\n"),
    warnings: [...slowCells(rates), ...slowEnds(ends), ...longGaps(gaps)],
  };
}

function describe(cell: Measured | undefined): string {
  if (!cell) return "";
  const away = Math.round(cell.turnedAway * 100);
  return away > 0
    ? `${cell.rate.toFixed(0)} (${away} %)`
    : cell.rate.toFixed(0);
}

function slowCells(rates: readonly Measured[]): readonly string[] {
  return rates.flatMap(({ engine, roundTripMs, processes, rate }) => {
    const least = LEAST_AT_800_MS[processes];
    const isMeant = OURS.test(engine) && roundTripMs === 800;
    return isMeant && least !== undefined && rate < least
      ? `${engine}: ${rate.toFixed(0)} submits a second at 800 ms with ${processes} processes, not ${least}`
      : [];
  });
}

function slowEnds(ends: readonly Measured[]): readonly string[] {
  return ends.flatMap(({ engine, rate, endToEnd }) => {
    const boss = ends.find(
      (other) =>
        other.engine.startsWith("pg-boss") && other.endToEnd === endToEnd,
    );
    return OURS.test(engine) && boss && rate < boss.rate
      ? `${engine}: ${rate.toFixed(0)} items a second from end to end with ${endToEnd} jobs at once, and pg-boss ${boss.rate.toFixed(0)}`
      : [];
  });
}

function longGaps(gaps: readonly Gap[]): readonly string[] {
  return gaps
    .filter(({ longestMs }) => longestMs > MAX_GAP_MS)
    .map(
      ({ call, longestMs }) =>
        `${call}: a gap of ${longestMs.toFixed(0)} ms, not ${MAX_GAP_MS}`,
    );
}

/** Measures in Node 22, because SQLite and pg-boss need it. */
async function measure() {
  const script = join(LAB, "bench", "batches", "measure.ts");
  const child = spawn(
    labModule("node22", "bin", "node"),
    ["--no-warnings", "--import", "tsx", script],
    { cwd: LAB, stdio: ["ignore", "pipe", "inherit"] },
  );
  const exited = once(child, "exit");
  const all: Measured[] = [];
  const gaps: Gap[] = [];
  for await (const line of createInterface(child.stdout)) {
    console.log(line);
    const figure = JSON.parse(line) as Measured | Gap;
    if ("call" in figure) gaps.push(figure);
    else all.push(figure);
  }
  const [code] = (await exited) as [number | null];
  if (code !== 0) throw new Error(`the measurement ended with ${String(code)}`);
  return { all, gaps };
}
