import { writeFile } from "node:fs/promises";
import packageJson from "../../../package.json" with { type: "json" };
import { codeOf, CommandError } from "../command.js";
import {
  AMOUNT,
  numberOf,
  readArguments,
  textOf,
  type FlagValues,
} from "../flags.js";
import { findUrls, URL_VARIABLES } from "../url-variables.js";
import { confirmTrial, MAX_POD_COST } from "./trial.js";
import {
  examine,
  jobOf,
  type Examination,
  type TriedCall,
  type TriedJob,
} from "./examine.js";

const HELP = `Usage: cloud-compute-sdk doctor [--spend <amount> | --trial [--yes]] [--model <slug>] [--input <json>] [--transcript <file>]

Fetches each list of the service once, asks a model for a job that does not exist, and compares the answers with what
this package expects. Changes nothing. Reads CLOUD_COMPUTE_API_KEY and CLOUD_COMPUTE_DEPLOYMENT (such as runpod), or the
URL of each API to examine: CLOUD_COMPUTE_V2_BASE_URL, CLOUD_COMPUTE_BASE_URL, CLOUD_COMPUTE_GRAPHQL_URL and
CLOUD_COMPUTE_PUBLIC_BASE_URL.

  --spend <amount>     also run one cheap job of a public model, if its estimate is at most this amount, such as 0.05, in
                       the currency of the account
  --model <slug>       with --spend or --trial: the public model of the job (default: ${jobOf().slug})
  --input <json>       with --spend or --trial: the input of the job, such as '{"prompt":"a lighthouse"}'
  --trial              also run that job and rent one Pod for a few minutes; asks before it spends, and deletes the Pod
  --yes                with --trial: do not ask
  --transcript <file>  write the calls as JSON, for a bug report: hosts, routes, statuses, times, the names and types of
                       properties, and new values of enumerations, but neither your key nor any other value of your account
  --help               print this text

Exit code: 0; 1 if a call failed, other than those of an API that the service has ended, or an answer differs from its
documentation; 2 for wrong flags or if no URL is set.`;

/** What was found out about each API, by its name. */
type Examinations = Record<string, { readonly host: string } & Examination>;

const FLAGS = {
  texts: ["spend", "model", "input", "transcript"],
  switches: ["trial", "yes"],
};

/** `cloud-compute-sdk doctor`: shows which parts of the service answer as this package expects. */
export async function run(args: readonly string[]): Promise<number> {
  const { values: flags } = readArguments("doctor", FLAGS, args);
  if (flags["help"]) {
    console.log(HELP);
    return 0;
  }
  const spend = numberOf(flags, "spend", AMOUNT);
  const transcript = textOf(flags, "transcript");
  const isTrial = flags["trial"] === true;
  const job = readJob(flags, isTrial || spend !== undefined);
  const urls = findUrls();
  checkUrls(urls);
  if (job) checkJob(urls, job, spend);
  if (isTrial && !urls["v2"])
    throw new CommandError(
      2,
      "--trial rents a Pod: set CLOUD_COMPUTE_DEPLOYMENT, such as runpod, or CLOUD_COMPUTE_V2_BASE_URL",
    );
  // A file that cannot be written is noticed before a job has cost anything.
  if (transcript !== undefined) await write(transcript, {});
  if (isTrial && flags["yes"] !== true)
    await confirmTrial((job?.cost ?? 0) + MAX_POD_COST);
  const deployment = process.env["CLOUD_COMPUTE_DEPLOYMENT"];
  if (deployment) console.log(`deployment: ${deployment}`);
  const examinations: Examinations = {};
  for (const [surface, variable] of Object.entries(URL_VARIABLES)) {
    const url = urls[surface];
    console.log(`${surface}: ${url || `not examined, ${variable} is not set`}`);
    if (!url) continue;
    const examination = await examine(
      surface,
      { job, rentsPod: isTrial },
      printCall,
    );
    printEnd(examination, variable);
    // The host tells an emulator from the service.
    examinations[surface] = { host: new URL(url).host, ...examination };
  }
  if (transcript !== undefined) {
    await write(transcript, examinations);
    console.log(`The transcript is in ${transcript}.`);
  }
  return Object.values(examinations).every(isHealthy) ? 0 : 1;
}

/** The job that the flags ask for; undefined where they ask for none. */
function readJob(flags: FlagValues, runsJob: boolean): TriedJob | undefined {
  const slug = textOf(flags, "model");
  const text = textOf(flags, "input");
  if (!runsJob) {
    if (slug === undefined && text === undefined) return undefined;
    throw new CommandError(
      2,
      "--model and --input are for the job of --spend or --trial: add --spend with the most that it may cost",
    );
  }
  return jobOf(slug, text === undefined ? undefined : readInput(text));
}

function readInput(text: string): TriedJob["input"] {
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === "object" && input !== null && !Array.isArray(input))
      return { ...input };
  } catch {
    // Below.
  }
  throw new CommandError(
    2,
    `--input must be a JSON object, such as '{"prompt":"a lighthouse"}' (it was ${text.slice(0, 60)})`,
  );
}

type Urls = ReturnType<typeof findUrls>;

function checkUrls(urls: Urls): void {
  const names = Object.values(URL_VARIABLES);
  if (!Object.values(urls).some(Boolean))
    throw new CommandError(
      2,
      `no URL is set: set CLOUD_COMPUTE_DEPLOYMENT, such as runpod, or at least one of ${names.join(", ")}`,
    );
}

function checkJob(urls: Urls, { cost }: TriedJob, spend = Infinity): void {
  if (!urls["jobs"])
    throw new CommandError(
      2,
      `--spend runs a job: set ${URL_VARIABLES["jobs"]}`,
    );
  if (spend < cost)
    throw new CommandError(
      2,
      `--spend ${spend} is too little: the job costs about ${cost}`,
    );
}

function printCall({ call, problem, detail, attempts }: TriedCall): void {
  const ms = attempts.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const tries = attempts.length > 1 ? ` in ${attempts.length} requests` : "";
  const time = `${Math.round(ms)} ms${tries}`;
  if (problem !== undefined)
    console.log(`  failed  ${call}  ${time}: ${problem}`);
  else console.log(`  ok      ${call}  ${time}${detail && `  ${detail}`}`);
}

/** Prints what the calls of one surface have shown together. */
function printEnd(
  { calls, skipped, findings }: Examination,
  variable: string,
): void {
  const status = calls.at(-1)?.attempts.at(-1)?.status;
  if (isRetired(calls))
    console.log("  retired: the service no longer has this API");
  else if (skipped > 0)
    console.log(
      `  ${skipped} more calls would fail in the same way: ${adviceAfter(status, variable)}`,
    );
  for (const { kind, operation, route, path, expected, found } of findings) {
    const at = path === "" ? "" : ` at ${path}`;
    console.log(
      `  drift   ${operation} (${route}): ${kind}${at}: expected ${expected}, found ${found}`,
    );
  }
}

/** What to do when all calls of an API have failed with this status, or without any. */
function adviceAfter(status: number | undefined, variable: string): string {
  if (status === 401 || status === 403) return "check CLOUD_COMPUTE_API_KEY";
  return `check ${variable}, or unset it if the service no longer has this API`;
}

function isHealthy({ calls, findings }: Examination): boolean {
  const isAnswered = calls.every(({ problem }) => problem === undefined);
  return findings.length === 0 && (isAnswered || isRetired(calls));
}

/** Whether every call of an API was answered with 410 Gone, as a version that has ended may answer. */
function isRetired(calls: readonly TriedCall[]): boolean {
  const statuses = calls.map(({ attempts }) => attempts.at(-1)?.status);
  return statuses.length > 0 && statuses.every((status) => status === 410);
}

async function write(file: string, examinations: Examinations): Promise<void> {
  const { platform, arch, version } = process;
  const about = {
    package: packageJson.version,
    runtime: `${version} on ${platform} ${arch}`,
    time: new Date().toISOString(),
  };
  const text = JSON.stringify({ ...about, examinations }, undefined, 2);
  try {
    await writeFile(file, `${text}\n`);
  } catch (error) {
    const message = `the transcript cannot be written to ${file} (${codeOf(error)})`;
    throw new CommandError(1, message, { cause: error });
  }
}
