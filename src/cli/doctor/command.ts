import { writeFile } from "node:fs/promises";
import { surfaceVariables } from "../../../generated/surfaces/addresses.js";
import packageJson from "../../../package.json" with { type: "json" };
import { reportFailure } from "../client-failure.js";
import { codeOf, CommandError, type Command } from "../command.js";
import { numberOf, readFlags, textOf } from "../flags.js";
import {
  examine,
  jobCost,
  type Examination,
  type TriedCall,
} from "./examine.js";

const HELP = `Usage: cloud-compute-sdk doctor [--spend <amount>] [--transcript <file>]

Reads once from each list of the service, and compares the answers with what this package expects. Changes nothing. Reads
CLOUD_COMPUTE_API_KEY, and the addresses of the APIs to examine: CLOUD_COMPUTE_BASE_URL, CLOUD_COMPUTE_V2_BASE_URL,
CLOUD_COMPUTE_GRAPHQL_URL and CLOUD_COMPUTE_PUBLIC_BASE_URL. At least one is needed.

  --spend <amount>     run one cheap job as well, if its estimate is at most this amount, such as 0.05, in the currency
                       of the account; without this flag the job API is not examined
  --transcript <file>  write the calls as JSON, for a bug report: routes, statuses, times, names and types of members;
                       the file holds neither your key nor a value of your account
  --help               print this text

Exit code: 0; 1 if a call failed, or an answer differs from its documentation; 2 for wrong flags or a missing address.`;

/** `cloud-compute-sdk doctor`: shows which parts of the service answer as this package expects. */
export const doctorCommand: Command = {
  run: async (args) => {
    const flags = readFlags("doctor", ["spend", "transcript"], args);
    if (flags["help"]) {
      console.log(HELP);
      return 0;
    }
    const spend = numberOf(flags, "spend", {
      accepts: (amount) => amount > 0 && amount < Infinity,
      description: "an amount above 0, such as 0.05",
    });
    const transcript = textOf(flags, "transcript");
    const surfaces = configuredSurfaces();
    checkSpend(spend);
    const runsJob = spend !== undefined;
    const examination = await examine(surfaces, runsJob, printCall).catch(
      reportFailure,
    );
    printFindings(examination);
    if (!runsJob)
      console.log("The job API was not examined: --spend 0.05 runs one job.");
    if (transcript !== undefined) await write(transcript, examination);
    return isHealthy(examination) ? 0 : 1;
  },
};

/** The surfaces with an address in the environment, apart from the job API, which has no list to read. */
function configuredSurfaces(): readonly string[] {
  const variables = {
    rest: "CLOUD_COMPUTE_BASE_URL",
    ...surfaceVariables,
    graphql: "CLOUD_COMPUTE_GRAPHQL_URL",
  };
  const names = [...Object.values(variables), PUBLIC];
  if (!names.some((name) => process.env[name]))
    throw new CommandError(
      2,
      `no address is set: set at least one of ${names.join(", ")}`,
    );
  return Object.entries(variables).flatMap(([surface, variable]) =>
    process.env[variable] ? surface : [],
  );
}

const PUBLIC = "CLOUD_COMPUTE_PUBLIC_BASE_URL";

function checkSpend(spend: number | undefined): void {
  if (spend === undefined) return;
  if (!process.env[PUBLIC])
    throw new CommandError(2, `--spend runs a job: set ${PUBLIC}`);
  if (spend < jobCost())
    throw new CommandError(
      2,
      `--spend ${spend} is too little: the job costs about ${jobCost()}`,
    );
}

function printCall({ call, problem, attempts }: TriedCall): void {
  const ms = attempts.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const tries = attempts.length > 1 ? `, ${attempts.length} requests` : "";
  const time = `${Math.round(ms)} ms${tries}`;
  if (problem === undefined) console.log(`ok      ${call}  ${time}`);
  else console.log(`failed  ${call}  ${time}: ${problem}`);
}

function printFindings({ findings }: Examination): void {
  for (const { kind, operation, path, expected, found } of findings) {
    const at = path === "" ? "" : ` at ${path}`;
    console.log(
      `drift   ${operation}: ${kind}${at}: expected ${expected}, found ${found}`,
    );
  }
}

function isHealthy({ calls, findings }: Examination): boolean {
  return (
    findings.length === 0 && calls.every(({ problem }) => problem === undefined)
  );
}

async function write(file: string, examination: Examination): Promise<void> {
  const { platform, arch, version } = process;
  const about = {
    package: packageJson.version,
    runtime: `${version} on ${platform} ${arch}`,
    time: new Date().toISOString(),
  };
  const text = JSON.stringify({ ...about, ...examination }, undefined, 2);
  try {
    await writeFile(file, `${text}\n`);
  } catch (error) {
    const message = `the transcript cannot be written to ${file} (${codeOf(error)})`;
    throw new CommandError(1, message, { cause: error });
  }
  console.log(`The transcript is in ${file}.`);
}
