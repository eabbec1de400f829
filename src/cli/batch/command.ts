import {
  BatchError,
  openBatch,
  type Batch,
  type BatchStore,
} from "../../batch/index.js";
import { createClient, InputError } from "../../index.js";
import { CommandError, type Command } from "../command.js";
import { numberOf, readFlags, textOf, type FlagValues } from "../flags.js";
import { chooseStore } from "./choose-store.js";
import { readItems } from "./read-items.js";
import { showProgress } from "./show-progress.js";

/** At most 24 lines of 80 characters, so that the text fits on one screen. */
const HELP = `Usage: cloud-compute-sdk batch <action> <name> [flags]

  add       read JSON lines, each an input or { key, input, policy, priority }
  work      submit the items and wait for their jobs; in any number of terminals
  status    print how many items are in each state, and what they cost
  results   print the results as JSON lines, in the order of completion
  doubt     print the items whose submit may or may not have arrived
  settle    decide what becomes of the items in doubt
  retry     queue all failed items again
  cancel    fail the queued items and cancel all jobs
  delete    delete the batch with its results

  --store <folder>        where batches are kept (default: ./batches)
  --redis <url>           keep the batch in Redis instead, for many machines
  --accept-loss           go on with a Redis that may lose what it confirms
  --model <slug>          add: the model, needed for a new batch
  --file <file>           add: the file to read (default: standard input)
  --concurrency <number>  work: jobs under way at once (default: 100)
  --follow                results: wait for more until the batch has ended
  --as <what>             settle: resubmit (may pay twice), fail, or a job's id
  --key <key>             settle: only this item; needed for a job's id

Key and address are read from the environment: CLOUD_COMPUTE_API_KEY and
CLOUD_COMPUTE_PUBLIC_BASE_URL. Exit codes: 0 done; 1 failed; 2 wrong flags.`;

const FLAGS = ["store", "redis", "model", "file", "concurrency", "as", "key"];
const SWITCHES = ["follow", "accept-loss", "include-in-doubt", "abandon-jobs"];

type ProgressView = ReturnType<typeof showProgress>;

type Action = (
  batch: Batch,
  values: FlagValues,
  view: ProgressView,
) => Promise<number>;

const ACTIONS: Readonly<Record<string, Action>> = {
  add: addLines,
  work: workOnBatch,
  status: printStatus,
  results: printResults,
  doubt: printDoubt,
  settle: settleItems,
  retry: retryFailed,
  cancel: async (batch) => {
    console.log(`${await batch.cancel()} items cancelled`);
    return 0;
  },
  delete: async (batch, values) => {
    await batch.delete({ abandonJobs: values["abandon-jobs"] === true });
    return 0;
  },
};

/** `cloud-compute-sdk batch`: durable batches from a terminal. */
export const batchCommand: Command = {
  run: async ([name = "", batchName = "", ...args]) => {
    if (name === "--help" || batchName === "--help") {
      console.log(HELP);
      return 0;
    }
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action || batchName === "" || batchName.startsWith("-"))
      throw new CommandError(
        2,
        `pass one of ${Object.keys(ACTIONS).join(", ")}, and the name of the batch; run "cloud-compute-sdk batch --help"`,
      );
    const values = readFlags("batch", FLAGS, args, SWITCHES);
    const chosen = await chooseStore(values);
    try {
      return await runAction({ name, action, batchName }, values, chosen.store);
    } catch (error) {
      if (error instanceof InputError)
        throw new CommandError(2, error.message, { cause: error });
      if (error instanceof BatchError) {
        printUnsavedJobs(batchName, error);
        throw new CommandError(1, error.message, { cause: error });
      }
      throw error;
    } finally {
      chosen.close();
    }
  },
};

/** Prints the command that assigns each job that the store could not keep to its item. */
function printUnsavedJobs(batchName: string, { jobs }: BatchError): void {
  for (const { key, id } of jobs)
    console.error(
      `when the store can be written: cloud-compute-sdk batch settle ${batchName} --key=${JSON.stringify(key)} --as ${id}`,
    );
}

interface NamedAction {
  readonly name: string;
  readonly action: Action;
  readonly batchName: string;
}

async function runAction(
  { name, action, batchName }: NamedAction,
  values: FlagValues,
  store: BatchStore,
): Promise<number> {
  const definition = await store.readDefinition(batchName);
  if (definition === undefined && name !== "add")
    throw new CommandError(
      1,
      `there is no batch ${batchName}: create it with "cloud-compute-sdk batch add ${batchName} --model <slug>"`,
    );
  const stored = JSON.parse(definition ?? "{}") as { readonly model?: string };
  const model = textOf(values, "model") ?? stored.model;
  if (model === undefined)
    throw new CommandError(2, "--model is needed for a new batch");
  const view = showProgress();
  const batch = await openBatch(createClient(), {
    ...stored,
    name: batchName,
    model,
    store,
    onWarning: view.warn,
  });
  try {
    return await action(batch, values, view);
  } finally {
    await batch.close();
  }
}

async function addLines(batch: Batch, values: FlagValues): Promise<number> {
  const items = readItems(textOf(values, "file"));
  const { added, present } = await batch.add(items);
  console.log(`${added} items added, ${present} were there`);
  return 0;
}

/** Ctrl-C, and what ends a container. A second signal ends the process at once. */
const STOP_SIGNALS = ["SIGINT", "SIGTERM"] as const;

async function workOnBatch(
  batch: Batch,
  values: FlagValues,
  { show, end }: ProgressView,
): Promise<number> {
  const concurrency = numberOf(values, "concurrency", {
    accepts: (value) => Number.isInteger(value) && value > 0,
    description: "a whole number, 1 or more",
  });
  const stop = new AbortController();
  const interrupt = () => {
    console.error("\nfinishing the submits that are being sent …");
    stop.abort();
  };
  for (const signal of STOP_SIGNALS) process.once(signal, interrupt);
  try {
    const { reason, error } = await batch.work({
      concurrency,
      signal: stop.signal,
      onProgress: show,
    });
    end();
    console.log(describeEnd(batch.name, reason));
    if (error instanceof Error) console.error(error.message);
    return reason === "done" ? 0 : 1;
  } catch (error) {
    end();
    if (!stop.signal.aborted || error !== stop.signal.reason) throw error;
    console.log("stopped; run the same command to continue");
    return 1;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, interrupt);
  }
}

function describeEnd(name: string, reason: string): string {
  const sentences: Readonly<Record<string, string>> = {
    done: "done: every item has a result",
    doubt: `all other items have a result; run "cloud-compute-sdk batch doubt ${name}" to see the items in doubt, and "batch settle" to decide`,
    paused: "the batch is paused",
    spend: "the next submit could pass the limit of the cost",
    refused: "ended, because nothing more can be submitted:",
  };
  return sentences[reason] ?? reason;
}

async function printStatus(batch: Batch): Promise<number> {
  const progress = await batch.progress();
  const { resultsExpireAt, filesExpireAt, ...counts } = progress;
  for (const [name, value] of Object.entries(counts))
    console.log(`${name.padEnd(12)} ${value}`);
  if (resultsExpireAt !== undefined)
    console.log(
      `work again before ${timeOf(resultsExpireAt)}, or results may be lost: the service keeps them for 30 minutes`,
    );
  if (filesExpireAt !== undefined)
    console.log(
      `save the files before ${timeOf(filesExpireAt)}: the service keeps them for 7 days`,
    );
  return 0;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

async function printResults(batch: Batch, values: FlagValues): Promise<number> {
  const follow = values["follow"] === true;
  for await (const result of batch.results({ follow }))
    console.log(JSON.stringify(result));
  return 0;
}

async function printDoubt(batch: Batch): Promise<number> {
  for await (const item of batch.inDoubt()) console.log(JSON.stringify(item));
  return 0;
}

async function retryFailed(batch: Batch, values: FlagValues): Promise<number> {
  const includeInDoubt = values["include-in-doubt"] === true;
  const { queued, leftOut } = await batch.retryFailed({ includeInDoubt });
  console.log(`${queued} items queued again`);
  if (leftOut > 0)
    console.log(
      `${leftOut} items left out: their first submit may have arrived; --include-in-doubt submits them again, which may pay twice`,
    );
  return 0;
}

async function settleItems(batch: Batch, values: FlagValues): Promise<number> {
  const decision = textOf(values, "as");
  const key = textOf(values, "key");
  if (decision === undefined)
    throw new CommandError(2, "--as is needed: resubmit, fail, or a job's id");
  const isGeneral = decision === "resubmit" || decision === "fail";
  if (!isGeneral && key === undefined)
    throw new CommandError(2, "--key is needed with the id of a job");
  let settled = 0;
  for await (const item of batch.inDoubt())
    if (key === undefined || key === item.key) {
      await batch.settle(item, isGeneral ? decision : { jobId: decision });
      settled++;
    }
  console.log(`${settled} items settled`);
  return 0;
}
