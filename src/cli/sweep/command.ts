import { createClient } from "../../index.js";
import {
  sweepPods,
  type PodClientV2,
  type SweepOptions,
  type SweepResult,
  type SweptPod,
} from "../../machines/index.js";
import { CommandError, messageOf } from "../command.js";
import { readArguments, textOf } from "../flags.js";
import { findUrls } from "../url-variables.js";
import { findMeant } from "../../similar.js";

const HELP = `Usage: cloud-compute-sdk sweep [--dry-run] [--alert] [--name <name> [--all]] [--stop-unclear]

Deletes the Pods that rentPod created, whose time is over, and which their program did not delete; those with
release: "stop" are stopped. Other Pods are not touched. A Pod that has lost half of the tag of rentPod is printed as
unclear, and not changed. The time must be over by the clock of the service and by that of this machine; an emulator on
this machine has the only clock.

Reads CLOUD_COMPUTE_API_KEY and CLOUD_COMPUTE_DEPLOYMENT (such as runpod) or CLOUD_COMPUTE_V2_BASE_URL, or else
CLOUD_COMPUTE_BASE_URL for version 0.1.0 of the management API. Both versions show the same Pods.

  --dry-run      print what would be deleted, and change nothing
  --alert        print nothing and exit with 0 if all is well; exit with 1 if a Pod had to be ended,
                 so that cron or CI sends a mail
  --name <name>  sweep only the Pods with this name: the name that was given to rentPod, or the whole name of one Pod
  --all          with --name: delete these Pods now, even if their time is not over and they are still used
  --stop-unclear stop an unclear Pod whose name says that its end has passed

Exit code: 0, also if there is no rental or none with the name, which is then printed on standard error; 1 for a failure,
if a Pod could not be deleted, or if a Pod is unclear, and with --alert also if a Pod was ended; 2 for wrong arguments.`;

const FLAGS = {
  texts: ["name"],
  switches: ["dry-run", "stop-unclear", "all", "alert"],
};

/** `cloud-compute-sdk sweep`: ends the rented Pods that were left behind. */
export async function run(args: readonly string[]): Promise<number> {
  const { values: flags } = readArguments("sweep", FLAGS, args);
  if (flags["help"]) {
    console.log(HELP);
    return 0;
  }
  const dryRun = flags["dry-run"] === true;
  const name = textOf(flags, "name");
  const isAll = flags["all"] === true;
  if (isAll && name === undefined)
    throw new CommandError(2, "--all needs --name");
  const now = isAll ? Infinity : undefined;
  const unclear = flags["stop-unclear"] === true ? "stop" : "report";
  const options = { dryRun, name, now, unclear } as const;
  const result = await sweep(options);
  const { ended, kept, stopped, failed } = result;
  const unclearCount = result.unclear.length;
  const isAlert = flags["alert"] === true;
  const needsPerson = failed.length + unclearCount > 0;
  const exitCode = needsPerson || (isAlert && ended.length > 0) ? 1 : 0;
  if (isAlert && exitCode === 0) return exitCode;
  const done = { delete: "deleted", stop: "stopped" };
  const planned = { delete: "would delete", stop: "would stop" };
  const words = dryRun ? planned : done;
  for (const pod of ended) print(words[pod.action], pod);
  for (const pod of kept) print("kept", pod);
  for (const pod of stopped) print("stopped before", pod);
  for (const { pod, error } of failed) {
    print("failed", pod);
    console.error(`cloud-compute-sdk: ${pod.id}: ${messageOf(error)}`);
  }
  for (const { pod, lost, endsAt = NaN } of result.unclear)
    print(`unclear (no tag in ${lost})`, { ...pod, endsAt });
  console.log(
    `${ended.length} ${dryRun ? "to end" : "ended"}, ${kept.length} kept, ${failed.length} failed, ${unclearCount} unclear, ${stopped.length} stopped before; ${result.others.length} other Pods not touched`,
  );
  if (stopped.length > 0)
    console.error(
      "the disk of a stopped Pod costs money until you delete the Pod",
    );
  const found =
    ended.length + kept.length + stopped.length + failed.length + unclearCount;
  if (name !== undefined && found === 0) explainName(name, result.otherNames);
  return exitCode;
}

/**
 * Says that no rental has the wanted name, which may be misspelt, and names the other rentals. This is no failure: a program
 * that sweeps what an earlier run has left behind usually finds nothing.
 */
function explainName(name: string, others: readonly string[]): void {
  const meant = findMeant(name, others);
  const advice = meant === undefined ? "" : ` (did you mean ${meant}?)`;
  const names = others.map((other) => other || "without a name").join(", ");
  console.error(
    `no rental is named ${name}${advice}; ${names === "" ? "there is no other rental" : `other rentals: ${names}`}`,
  );
}

/** Sweeps with version 2 of the management API if the environment has its URL, and otherwise with 0.1.0. */
async function sweep(options: SweepOptions): Promise<SweepResult> {
  const { v2, rest } = findUrls();
  if (!v2 && !rest)
    throw new CommandError(
      2,
      "no URL is set: set CLOUD_COMPUTE_DEPLOYMENT, such as runpod, or CLOUD_COMPUTE_V2_BASE_URL (CLOUD_COMPUTE_BASE_URL for a service with version 0.1.0)",
    );
  const cloud = createClient();
  // Without the surface of version 2, the sweep refuses what is no client.
  const version2 = Reflect.get(cloud, "v2") as PodClientV2;
  return v2 ? sweepPods(version2, options) : sweepPods(cloud, options);
}

function print(
  word: string,
  { id, name, endsAt }: Omit<SweptPod, "action">,
): void {
  const end = Number.isNaN(endsAt) ? "?" : new Date(endsAt).toISOString();
  console.log(`${word}\t${id}\t${end}\t${name}`);
}
