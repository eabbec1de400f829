import {
  BatchError,
  openBatch,
  type Batch,
  type BatchStore,
} from "../../batch/index.js";
import { createClient, InputError } from "../../index.js";
import { reportFailure } from "../client-failure.js";
import { CommandError, type Command } from "../command.js";
import { numberOf, readFlags, textOf, type FlagValues } from "../flags.js";
import {
  ACTION_NAMES,
  describeAction,
  describeActions,
  flagsOf,
  isActionName,
  type ActionName,
} from "./actions.js";
import { chooseStore } from "./choose-store.js";
import { readItems } from "./read-items.js";
import { showProgress } from "./show-progress.js";
import { countOf } from "./count-of.js";
import { describeUnsavedJob } from "./unsaved-jobs.js";

type ProgressView = ReturnType<typeof showProgress>;

type Action = (
  batch: Batch,
  values: FlagValues,
  view: ProgressView,
) => Promise<number>;

const ACTIONS: Readonly<Record<ActionName, Action>> = {
  add: addLines,
  work: workOnBatch,
  status: printStatus,
  results: printResults,
  doubt: printDoubt,
  settle: settleItems,
  retry: retryFailed,
  pause: async (batch) => {
    await batch.pause();
    console.log("paused: submits and waits end in all processes");
    return 0;
  },
  resume: async (batch) => {
    await batch.resume();
    console.log(`resumed; continue with ${commandOf("work", batch.name)}`);
    return 0;
  },
  cancel: async (batch) => {
    console.log(`${countOf(await batch.cancel(), "item")} cancelled`);
    return 0;
  },
  delete: async (batch, values) => {
    await batch.delete({ abandonJobs: values["abandon-jobs"] === true });
    console.log(`batch ${batch.name} is deleted`);
    return 0;
  },
};

/** `cloud-compute-sdk batch`: durable batches from a terminal. */
export const batchCommand: Command = {
  run: async ([name = "", ...args]) => {
    if (name === "--help") {
      console.log(describeActions());
      return 0;
    }
    if (!isActionName(name))
      throw new CommandError(
        2,
        `pass one of ${ACTION_NAMES.join(", ")}, and the name of the batch; run "cloud-compute-sdk batch --help"`,
      );
    if (args.includes("--help")) {
      console.log(describeAction(name));
      return 0;
    }
    const [batchName = "", ...flags] = args;
    if (batchName === "" || batchName.startsWith("-"))
      throw new CommandError(
        2,
        `pass the name of the batch after ${name}; run "cloud-compute-sdk batch ${name} --help"`,
      );
    const { texts, switches } = flagsOf(name);
    const values = readFlags(`batch ${name}`, texts, flags, switches);
    const chosen = await chooseStore(values);
    try {
      return await runAction({ name, batchName }, values, chosen.store);
    } catch (error) {
      if (error instanceof BatchError)
        for (const job of error.jobs)
          console.error(
            describeUnsavedJob(batchName, job, textOf(values, "store")),
          );
      return reportFailure(error);
    } finally {
      chosen.close();
    }
  },
};

/** A command line without its flags. */
function commandOf(name: ActionName, batchName: string): string {
  return `"cloud-compute-sdk batch ${name} ${batchName}"`;
}

interface NamedAction {
  readonly name: ActionName;
  readonly batchName: string;
}

async function runAction(
  { name, batchName }: NamedAction,
  values: FlagValues,
  store: BatchStore,
): Promise<number> {
  const maxCost = amountOf(values, "max-cost");
  const estimate = amountOf(values, "estimate");
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
    maxCost,
    estimate,
    onWarning: view.warn,
  });
  try {
    return await ACTIONS[name](batch, values, view);
  } finally {
    await batch.close();
  }
}

/** The amount that a flag holds, in the currency of the account. */
function amountOf(values: FlagValues, name: string): number | undefined {
  return numberOf(values, name, {
    accepts: (value) => Number.isFinite(value) && value > 0,
    description: "a number above 0, in the currency of the account",
  });
}

async function addLines(batch: Batch, values: FlagValues): Promise<number> {
  const source = { line: 0 };
  const items = readItems(textOf(values, "file"), source);
  // Without the flag, the model decides whether its inputs can be checked.
  const checkInput = values["no-check-input"] === true ? false : undefined;
  try {
    const { added, present } = await batch.add(items, { checkInput });
    console.log(
      `${countOf(added, "item")} added, ${present} ${present === 1 ? "was" : "were"} there`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof InputError) || !(error.cause instanceof InputError))
      throw error;
    throw new CommandError(
      2,
      `line ${source.line}: ${error.cause.message}; the lines before it have been added`,
      { cause: error },
    );
  }
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
      onCounts: show,
    });
    end();
    console.log(describeEnd(batch, reason));
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

function describeEnd({ name, model }: Batch, reason: string): string {
  const sentences: Readonly<Record<string, string>> = {
    done: "done: every item has a result",
    doubt: `all other items have a result; run ${commandOf("doubt", name)} to see the items in doubt, and "batch settle" to decide`,
    paused: `the batch is paused; run ${commandOf("resume", name)}, then the same command to continue`,
    spend:
      "the next submit could pass the limit of the cost; raise the limit, and run the same command to continue",
    refused: `ended, because nothing more can be submitted to the model ${model}:`,
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
  if (!follow) return 0;
  const { inDoubt } = await batch.progress();
  if (inDoubt === 0) return 0;
  console.error(describeEnd(batch, "doubt"));
  return 1;
}

async function printDoubt(batch: Batch): Promise<number> {
  for await (const item of batch.inDoubt()) console.log(JSON.stringify(item));
  return 0;
}

async function retryFailed(batch: Batch, values: FlagValues): Promise<number> {
  const includeInDoubt = values["include-in-doubt"] === true;
  const includeLost = values["include-lost"] === true;
  const { queued, leftOut } = await batch.retryFailed({
    includeInDoubt,
    includeLost,
  });
  console.log(`${countOf(queued, "item")} queued again`);
  if (leftOut > 0)
    console.log(
      `${countOf(leftOut, "item")} left out that may have been paid for; --include-in-doubt and --include-lost submit such items again, which may pay twice`,
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
    throw new CommandError(
      2,
      `--key is needed with the id of a job, and ${JSON.stringify(decision)} is neither resubmit nor fail`,
    );
  let settled = 0;
  for await (const item of batch.inDoubt())
    if (key === undefined || key === item.key) {
      await batch.settle(item, isGeneral ? decision : { jobId: decision });
      settled++;
    }
  if (key !== undefined && settled === 0)
    throw new CommandError(
      1,
      `no item in doubt has the key ${JSON.stringify(key)}; run ${commandOf("doubt", batch.name)} to see the items in doubt`,
    );
  console.log(`${countOf(settled, "item")} settled`);
  return 0;
}
