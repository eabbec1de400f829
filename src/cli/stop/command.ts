import { readFileSync } from "node:fs";
import {
  createClient,
  type Client,
  type Job,
  type JobData,
} from "../../index.js";
import { findSimilar } from "../../similar.js";
import { codeOf, CommandError } from "../command.js";
import { isConfirmed } from "../confirm.js";
import {
  numberOf,
  readArguments,
  textOf,
  textsOf,
  type FlagValues,
} from "../flags.js";
import { countOf } from "../output.js";
import { findUrls } from "../url-variables.js";
import type { StopClientV2 } from "./client-v2.js";
import { Finder, type Found } from "./find.js";
import { Steps, unlessGone } from "./steps.js";

const HELP = `Usage: cloud-compute-sdk stop [flags]

Shows what runs and what it costs per hour, asks, and ends it: deletes every
cluster, and every Pod with its disk, scales every endpoint to zero workers,
removes the waiting jobs, and cancels the jobs of jobs.jsonl. Then it looks again,
for up to three minutes. Network volumes are only shown. It ends what belongs to
other people of the account, too. Other jobs of public models cannot be listed.

Reads CLOUD_COMPUTE_API_KEY, and CLOUD_COMPUTE_DEPLOYMENT (such as runpod) or
CLOUD_COMPUTE_V2_BASE_URL and CLOUD_COMPUTE_PUBLIC_BASE_URL.

  --list              only show
  --yes               do not ask, as in cron
  --keep <name>       leave alone what has this name or id; may be given again
  --older-than <h>    only what runs for longer than so many hours: Pods,
                      clusters, and endpoints of which a worker does
  --stop-pods         only stop Pods: a persistent disk stays, and costs money
  --delete-endpoints  delete endpoints: scaling to zero ends no running job
  --jobs <file>       handles of jobs, one on each line (default: jobs.jsonl)

Exit code: 0 if nothing runs that can be seen, apart from what is kept; 1 if
something is left, could not be read or ended, or was not confirmed; 2 for wrong
arguments. With --list, 0 if everything could be read.`;

const FLAGS = {
  texts: ["older-than", "jobs"],
  lists: ["keep"],
  switches: ["list", "yes", "stop-pods", "delete-endpoints"],
};

const HOURS = {
  accepts: (hours: number) => hours > 0 && Number.isFinite(hours),
  description: "a number of hours above 0, such as 24",
};
const HOUR_MS = 3_600_000;

const PATIENCE_MS = 180_000;
const PAUSE_MS = 5000;

const DEFAULT_JOBS = "jobs.jsonl";
/** What a network volume costs per month. The service shows no price of storage. */
const USD_PER_GB = 0.07;

const OTHERS =
  "a program that has your key can start more: stop your own programs, replace the key in the console if one is not yours, and look again in some minutes";

/** `cloud-compute-sdk stop`: shows what runs and what it costs, and ends it. */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = readArguments("stop", FLAGS, args);
  if (values["help"]) {
    console.log(HELP);
    return 0;
  }
  const kept = textsOf(values, "keep");
  const hours = numberOf(values, "older-than", HOURS);
  if (!findUrls()["v2"])
    throw new CommandError(
      2,
      "no URL is set: set CLOUD_COMPUTE_DEPLOYMENT, such as runpod, or CLOUD_COMPUTE_V2_BASE_URL",
    );
  const cloud = createClient();
  // Read by its name, so that this compiles without the surface of version 2 as well.
  const version2 = Reflect.get(cloud, "v2") as StopClientV2;
  const deletesEndpoints = values["delete-endpoints"] === true;
  const stopsPods = values["stop-pods"] === true;
  const file = textOf(values, "jobs");
  const jobs = readJobs(cloud, file);
  const manner = { deletesEndpoints, stopsPods };
  const finder = new Finder(cloud, version2, jobs, manner);
  const steps = new Steps();
  const all = await finder.findAll(steps);
  checkNames(kept, all, steps);
  // The same limit for all looks: otherwise more would pass it while this waits.
  const limit = finder.now - (hours ?? 0) * HOUR_MS;
  const isKept = ({ names, keptWith = [] }: Found) =>
    [...names, ...keptWith].some((name) => kept.includes(name));
  const isMeant = (found: Found) =>
    found.runs &&
    !isKept(found) &&
    (hours === undefined || found.since < limit);

  const running = all.filter(isMeant);
  print(running, all.filter(isKept));
  for (const found of all)
    if (!found.runs && found.note !== undefined)
      console.log(`stays as it is: ${describe(found)}`);
  const isList = values["list"] === true;
  const mayEnd = running.length > 0 && !isList && (await mayStop(values));
  let left = running;
  if (mayEnd) {
    for (const each of running) await end(each, steps);
    left = await lookAgain(steps, async () =>
      (await finder.findAll(steps)).filter(isMeant),
    );
    if (left.length > 0) printLeft(left, deletesEndpoints);
  }
  const isPart = hours !== undefined || kept.length > 0;
  if (left.length === 0 && steps.failed === 0)
    console.log(
      `now no cluster, Pod or endpoint runs${jobs.length > 0 ? `, and no job of ${file ?? DEFAULT_JOBS}` : ""}${isPart ? ", apart from what these flags leave alone" : ""}; other jobs of public models cannot be listed`,
    );
  await steps.run("network volumes", () => printVolumes(version2));
  if (mayEnd) console.log(OTHERS);
  if (steps.failed > 0)
    console.error(
      `cloud-compute-sdk: ${countOf(steps.failed, "step")} failed: correct what the lines above say, and run stop again`,
    );
  const isLeft = left.length > 0 && !isList;
  return isLeft || steps.failed > 0 ? 1 : 0;
}

/** Reads a handle from each line, as `JSON.stringify(job)` writes it. */
function readJobs(cloud: Client, file: string | undefined): Job[] {
  const path = file ?? DEFAULT_JOBS;
  let text = "";
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (file !== undefined || code !== "ENOENT")
      throw new CommandError(
        2,
        `${path} cannot be read (${code}): --jobs names the file with the handles of jobs`,
        { cause: error },
      );
  }
  const jobs = text.split("\n").flatMap((line, at) => {
    if (line.trim() === "") return [];
    try {
      return cloud.job(JSON.parse(line) as JobData);
    } catch {
      console.error(`${path}, line ${at + 1}: skipped, no handle of a job`);
      return [];
    }
  });
  if (jobs.length === 0)
    console.error(
      `no handles in ${path}, so no jobs of public models can be shown: the service does not list them`,
    );
  return jobs;
}

/** Refuses a name to keep that nothing has: it may be misspelt, and what was meant would be ended. Warns if several have it. */
function checkNames(
  kept: readonly string[],
  all: readonly Found[],
  { failed }: Steps,
): void {
  for (const name of new Set(kept)) {
    const same = all.filter(({ names }) => names.includes(name));
    if (same.length > 1)
      console.error(
        `--keep "${name}" keeps ${same.length} things of this name: pass an id to keep one`,
      );
  }
  const known = all.flatMap(({ names, keptWith = [] }) => [
    ...names,
    ...keptWith,
  ]);
  const wrong = kept.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  if (failed > 0)
    throw new CommandError(
      1,
      `not everything could be read, so it is unknown what --keep "${wrong}" names: nothing was stopped; run stop again`,
    );
  const meant = findSimilar(wrong, [...new Set(known)]);
  const advice = meant === undefined ? "" : `did you mean ${meant}? `;
  throw new CommandError(
    2,
    `--keep: nothing has the name or id "${wrong}", so nothing was stopped; ${advice}run "cloud-compute-sdk stop --list" for the names`,
  );
}

function print(found: readonly Found[], kept: readonly Found[] = []): void {
  for (const each of kept) console.log(`kept: ${describe(each)}`);
  for (const each of found) console.log(describe(each));
  const beside = kept.length > 0 ? `; kept: ${sumOf(kept)}` : "";
  if (found.length + kept.length > 0)
    console.log(`in total: ${sumOf(found)}${beside}`);
}

function describe({ what, price, note }: Found): string {
  const shown = Number.isNaN(price) ? "price unknown" : perHour(price);
  return `${what}: ${shown}${note === undefined ? "" : `, ${note}`}`;
}

function sumOf(found: readonly Found[]): string {
  const prices = found.map(({ price }) => price);
  const known = prices.filter((price) => !Number.isNaN(price));
  const total = known.reduce((sum, price) => sum + price, 0);
  const unknown = prices.length - known.length;
  const more = unknown > 0 ? `, and ${countOf(unknown, "unknown price")}` : "";
  return `${perHour(total)}${more}`;
}

function perHour(price: number): string {
  return `${price.toFixed(2)} USD per hour`;
}

function printLeft(left: readonly Found[], deletesEndpoints: boolean): void {
  console.log("STILL THERE:");
  print(left);
  const advice = deletesEndpoints
    ? ""
    : ", with --delete-endpoints if it is an endpoint that does not end";
  console.log(`run stop again${advice}`);
}

/** Asks whether all of this may be ended. Says so if nothing is. */
async function mayStop(values: FlagValues): Promise<boolean> {
  if (values["yes"] === true) return true;
  const isAsked = process.stdin.isTTY;
  const question = `End all of this?${values["stop-pods"] === true ? "" : " Pods lose their disks."}`;
  if (isAsked && (await isConfirmed(question, ""))) return true;
  const advice = isAsked ? "" : ": run stop in a terminal, or add --yes";
  console.log(`nothing was stopped${advice}`);
  return false;
}

async function end({ what, ends }: Found, steps: Steps): Promise<void> {
  for (const end of ends)
    await steps.run(what, async () => {
      const outcome = await unlessGone(end(), "is gone already");
      console.log(`${what}: ${outcome}`);
    });
}

/** Looks until nothing is left, because a worker takes a minute to end. After a failed step, looks once. */
async function lookAgain(
  steps: Steps,
  look: () => Promise<Found[]>,
): Promise<Found[]> {
  const last = Date.now() + PATIENCE_MS;
  for (let isFirst = true; ; isFirst = false) {
    const left = await look();
    if (left.length === 0 || steps.failed > 0 || Date.now() > last) return left;
    const hint = left.every(({ waitsForJobs }) => waitsForJobs)
      ? ": only running jobs are left; with --delete-endpoints, stop ends them"
      : "";
    if (isFirst) console.log(`looking again, for up to three minutes${hint}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function printVolumes({ networkVolumes }: StopClientV2): Promise<void> {
  for (const { name, size } of await networkVolumes.list()) {
    const cost = (size * USD_PER_GB).toFixed(2);
    console.log(
      `network volume ${name} still costs money: ${size} GB, about ${cost} USD a month`,
    );
  }
}
