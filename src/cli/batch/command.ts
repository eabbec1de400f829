import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  BatchError,
  openBatch,
  type Batch,
  type BatchItem,
  type BatchResult,
  type ItemSelection,
  type OnDoubt,
  type ResultState,
} from "../../batch/index.js";
import { openBatchIn } from "../../batch/batch.js";
import { storeOf, type LedgerStore } from "../../batch/ledger.js";
import { modelKinds } from "../../../generated/models/kinds.js";
import { findMeant, findNearest, findSimilar } from "../../similar.js";
import { createClient, InputError, type Client } from "../../index.js";
import { CommandError } from "../command.js";
import {
  AMOUNT,
  numberOf,
  readArguments,
  textOf,
  WHOLE,
  type FlagValues,
} from "../flags.js";
import {
  ACTION_NAMES,
  describeAction,
  describeActions,
  flagsOf,
  LEDGER_TEXTS,
  isActionName,
  isOfLedger,
  type ActionName,
} from "./actions.js";
import {
  chooseLedger,
  describeEmpty,
  describeMissing,
  ledgerFlags,
} from "./choose-ledger.js";
import { countOf, outputClosed } from "../output.js";
import { readItems } from "./read-items.js";
import { isConfirmed } from "../confirm.js";
import { statusLine } from "../status-line.js";
import { describeProgress, describeUnsavedJob, quote } from "./describe.js";

/** What an action uses. */
interface ActionContext {
  readonly batch: Batch;
  readonly values: FlagValues;
  readonly view: ReturnType<typeof statusLine>;
  readonly cloud: Client;
}

/** Resolves with the exit code, or with anything else for 0. */
type Action = (context: ActionContext) => Promise<unknown>;

const ACTIONS: Readonly<Record<Exclude<ActionName, "list" | "adopt">, Action>> =
  {
    add: addLines,
    work: workOnBatch,
    status: printStatus,
    results: printResults,
    unknown: printUnknown,
    settle: settleItems,
    retry: retryItems,
    set: changeSettings,
    pause: async ({ batch }) => {
      await batch.set({ paused: true });
      console.log(
        "paused: nothing is submitted; batch work ends when its running jobs have ended",
      );
    },
    resume: async (context) => {
      await context.batch.set({ paused: false });
      console.log(`resumed; continue with ${commandOf("work", context)}`);
    },
    cancel: async ({ batch, values }) => {
      const selection = await selectionOf(batch, values);
      const cancelled = await batch.cancel(selection);
      console.log(`${countOf(cancelled, "item")} cancelled`);
    },
    remove: async ({ batch, values }) => {
      const selection = await selectionOf(batch, values);
      if (Object.values(selection).every((value) => value === undefined))
        throw new CommandError(
          2,
          "pass --key, --metadata or --code: batch delete removes the whole batch",
        );
      const removed = await batch.remove(selection);
      console.log(`${countOf(removed, "item")} removed`);
    },
    delete: async (context) => {
      const { batch, values } = context;
      if (!(await mayDelete(context)))
        throw new CommandError(1, "nothing was deleted");
      await batch.delete({ abandonJobs: values["abandon-jobs"] === true });
      console.log(`batch ${batch.name} is deleted`);
    },
  };

/** `cloud-compute-sdk batch`: durable batches from a terminal. */
export async function run([
  name = "",
  ...args
]: readonly string[]): Promise<number> {
  if (name === "help" && args.length > 0) return run([...args, "--help"]);
  if (["help", "--help", "-h"].includes(name)) {
    console.log(describeActions());
    return 0;
  }
  if (!isActionName(name)) {
    const meant = findNearest(name, ACTION_NAMES);
    const advice = meant === undefined ? "" : `did you mean ${meant}? `;
    throw new CommandError(
      2,
      `${advice}pass one of ${ACTION_NAMES.join(", ")}, and the name of the batch; run "cloud-compute-sdk batch --help"`,
    );
  }
  const accepted = { ...flagsOf(name), words: true };
  const { values, words } = readArguments(`batch ${name}`, accepted, args);
  if (values["help"]) {
    console.log(describeAction(name));
    return 0;
  }
  const [batchName = ""] = words;
  if (words.length !== (isOfLedger(name) ? 0 : 1))
    throw new CommandError(
      2,
      isOfLedger(name)
        ? `batch ${name} concerns all batches of a ledger and takes no name (${batchName})`
        : `pass the name of the batch after ${name}; run "cloud-compute-sdk batch ${name} --help"`,
    );
  const ledger = storeOf(chooseLedger(values), { operation: "batch" });
  try {
    if (name === "list") await listBatches(ledger, values);
    else if (name === "adopt") await adoptLedger(ledger, values);
    else return await runAction({ name, batchName }, values, ledger);
    return 0;
  } catch (error) {
    if (error instanceof BatchError)
      for (const job of error.jobs)
        console.error(describeUnsavedJob(batchName, job, ledgerFlags(values)));
    throw error;
  } finally {
    await ledger.close();
  }
}

/** A command line for the same ledger. */
function commandOf(
  name: ActionName,
  { batch, values }: Pick<ActionContext, "batch" | "values">,
): string {
  return `"cloud-compute-sdk batch ${name} ${quote(batch.name, ...ledgerFlags(values))}"`;
}

interface NamedAction {
  readonly name: keyof typeof ACTIONS;
  readonly batchName: string;
}

/** The options that are fixed when a batch is created, as its definition keeps them. */
interface Definition {
  readonly model?: string;
  readonly onDoubt?: OnDoubt;
  readonly attempts?: number;
}

async function runAction(
  { name, batchName }: NamedAction,
  values: FlagValues,
  ledger: LedgerStore,
): Promise<number> {
  const maxCost = numberOf(values, "max-cost", AMOUNT);
  const maxFailures = numberOf(values, "max-failures", FAILURES);
  const estimate = numberOf(values, "estimate", AMOUNT);
  const opened = await ledger.open(batchName, undefined);
  const describeNone = async () => {
    const names = (await ledger.list()).map((batch) => batch.name);
    return describeMissing(values, batchName, names);
  };
  if (!opened && name !== "add")
    throw new CommandError(1, await describeNone());
  const definition = JSON.parse(opened?.definition ?? "{}") as Definition;
  const model = textOf(values, "model") ?? definition.model;
  if (model === undefined)
    throw new CommandError(
      2,
      `--model is needed for a new batch: ${await describeNone()}`,
    );
  const meant = findMeant(model, Object.keys(modelKinds));
  const isChecked = values["no-check-input"] !== true;
  if (!opened && isChecked && meant !== undefined)
    throw new CommandError(
      2,
      `--model ${model} is not a public model that this version knows: did you mean ${meant}? (--no-check-input takes it as it is)`,
    );
  const attempts = numberOf(values, "attempts", WHOLE) ?? definition.attempts;
  const onDoubt =
    (textOf(values, "on-doubt") as OnDoubt | undefined) ?? definition.onDoubt;
  const view = statusLine();
  const cloud = createClientFor(name, values);
  const options = {
    ...definition,
    name: batchName,
    model,
    attempts,
    onDoubt,
    ledger,
    maxCost,
    maxFailures,
    estimate,
    // Leaves out the calls of a program: describeEnd names the commands.
    onWarning: (message: string) =>
      view.warn(message.replace(/[:;] batch\.results\(.*/s, "")),
  };
  const batch = await openBatch(cloud, options).catch((error: unknown) => {
    const hasGoneBack =
      error instanceof BatchError && error.code === "ledger_went_back";
    if (!opened || !READING.includes(name) || !hasGoneBack) throw error;
    view.warn(error.message);
    return openBatchIn(cloud, options, () => Promise.resolve(opened));
  });
  try {
    const exitCode = await ACTIONS[name]({ batch, values, view, cloud });
    return typeof exitCode === "number" ? exitCode : 0;
  } finally {
    await batch.close();
  }
}

/** The actions that only read, also of a ledger that lacks submits. */
const READING: readonly ActionName[] = ["status", "results", "unknown"];

/** The client of an action. What only reads and writes the ledger needs no key. */
function createClientFor(name: ActionName, values: FlagValues): Client {
  const hasKey = Boolean(process.env["CLOUD_COMPUTE_API_KEY"]);
  const asks =
    name === "work" ||
    name === "cancel" ||
    (name === "settle" && !isGeneral(textOf(values, "as")));
  return hasKey || asks ? createClient() : createClient({ apiKey: "none" });
}

/** Whether a decision about unknown items is none about a certain job. */
function isGeneral(
  decision: string | undefined,
): decision is "resubmit" | "fail" {
  return decision === "resubmit" || decision === "fail";
}

/** Asks whether the batch is to be deleted. A script must say so with a flag. */
async function mayDelete({ batch, values }: ActionContext): Promise<boolean> {
  if (values["yes"] === true) return true;
  const { completed, queued, running } = await batch.progress();
  return isConfirmed(
    `Delete batch ${batch.name} with ${completed} outputs, and ${queued + running} items that have no result?`,
    `--yes is needed where nobody can be asked: delete removes the results of batch ${batch.name}`,
  );
}

const FAILURES = {
  accepts: (value: number) => value > 0 && Number.isFinite(value),
  description: "a whole number, 1 or more, or a share between 0 and 1",
};

/** The items that the flags name. Throws a `CommandError` for a key that no item has. */
async function selectionOf(
  batch: Batch,
  values: FlagValues,
): Promise<ItemSelection> {
  const key = textOf(values, "key");
  if (key !== undefined && (await batch.get(key)) === undefined)
    throw new CommandError(1, `no item has the key ${JSON.stringify(key)}`);
  const metadata = textOf(values, "metadata");
  return {
    keys: key === undefined ? undefined : [key],
    metadata: metadata === undefined ? undefined : parseMetadata(metadata),
    code: textOf(values, "code"),
  };
}

function parseMetadata(text: string): ItemSelection["metadata"] {
  try {
    return JSON.parse(text) as ItemSelection["metadata"];
  } catch (cause) {
    throw new CommandError(2, `--metadata is not valid JSON: ${text}`, {
      cause,
    });
  }
}

async function listBatches(
  ledger: LedgerStore,
  values: FlagValues,
): Promise<undefined> {
  const batches = await ledger.list();
  if (batches.length === 0) console.error(describeEmpty(values));
  const isJson = values["json"] === true;
  for (const { name, definition, totals } of batches) {
    const { model = "" } = JSON.parse(definition) as Definition;
    const { completed, failed, cancelled, queued, ...counts } = totals.counts;
    const running = counts.submitting + counts.running;
    const unknown = counts.inDoubt + counts.lost;
    const states = { queued, running, completed, failed, cancelled, unknown };
    if (isJson) {
      console.log(JSON.stringify({ name, model, ...states }));
      continue;
    }
    console.log(
      `${name}: ${model}, ${completed} completed, ${failed} failed, ${cancelled} cancelled, ${unknown} unknown, ${queued + running} left`,
    );
  }
}

async function adoptLedger(
  ledger: LedgerStore,
  values: FlagValues,
): Promise<undefined> {
  const missing = numberOf(values, "missing", {
    accepts: (value) => Number.isInteger(value) && value >= 0,
    description: "a whole number, 0 or more",
  });
  const payAgain = textOf(values, "pay-again")?.split(",");
  const doubts = await ledger.adopt(missing, { payAgain });
  console.log(`the ledger is adopted; ${countOf(doubts, "item")} in doubt`);
}

async function changeSettings({
  batch,
  values,
}: ActionContext): Promise<undefined> {
  const { texts } = flagsOf("set");
  const changes = texts.filter((flag) => !LEDGER_TEXTS.includes(flag));
  if (!changes.some((flag) => textOf(values, flag) !== undefined))
    throw new CommandError(2, `pass a setting: --${changes.join(", --")}`);
  // The limits of cost and failures were set when the batch was opened.
  await batch.set({
    concurrency: numberOf(values, "concurrency", WHOLE),
    submitsPer10Seconds: numberOf(values, "submits", WHOLE),
  });
  console.log(`the settings of batch ${batch.name} are changed`);
}

async function addLines({ batch, values }: ActionContext): Promise<number> {
  // Without the flag, the model decides whether its inputs can be checked.
  const checkInput = values["no-check-input"] === true ? false : undefined;
  const skipInvalid = values["skip-invalid"] === true;
  const lines = { items: [] as number[], notJson: [] as number[] };
  const items = readItems({ file: textOf(values, "file"), skipInvalid }, lines);
  try {
    const { added, present, invalid } = await batch.add(
      items as AsyncIterable<BatchItem>,
      { checkInput, skipInvalid },
    );
    const skipped = [
      ...lines.notJson.map((line) => ({
        line,
        reason: "the line is not valid JSON",
      })),
      ...invalid.map(({ index, error }) => ({
        line: lines.items[index] ?? 0,
        reason: reasonOf(error, values),
      })),
    ].sort((one, other) => one.line - other.line);
    for (const { line, reason } of skipped)
      console.error(`line ${line}: ${reason}`);
    console.log(
      `${countOf(added, "item")} added, ${present} ${present === 1 ? "was" : "were"} there`,
    );
    return skipped.length > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof BatchError && error.code === "batch_key_conflict") {
      const index = Number(/at index (\d+)/.exec(error.message)?.[1]);
      throw new CommandError(
        1,
        `line ${lines.items[index]}: ${reasonOf(error, values)}; other lines may have been added: run the same command after the correction, which adds no line twice`,
        { cause: error },
      );
    }
    if (!(error instanceof InputError) || !(error.cause instanceof InputError))
      throw error;
    throw new CommandError(
      2,
      `line ${lines.items.at(-1)}: ${error.cause.message}; the lines before it have been added`,
      { cause: error },
    );
  }
}

/** What is wrong with an item, without its place. The reason of a conflict ends with a command, which gets the ledger. */
function reasonOf(error: InputError | BatchError, values: FlagValues): string {
  const { cause, message } = error;
  const reason = cause instanceof Error ? cause.message : message;
  const flags = error instanceof BatchError ? ledgerFlags(values) : [];
  return [reason, ...flags.map((flag) => quote(flag))].join(" ");
}

async function workOnBatch(context: ActionContext): Promise<number> {
  const { batch, values, view } = context;
  const concurrency = numberOf(values, "concurrency", WHOLE);
  const { reason, error } = await batch
    .work({
      concurrency,
      onExit: true,
      onCounts: (counts) => view.show(describeProgress(counts)),
    })
    .finally(view.end);
  const { completed, failed, cancelled, unknown, queued, running } =
    await batch.progress();
  const left = queued + running;
  // Like the progress before, and unlike the outcome, to standard error.
  console.error(
    `${completed} completed, ${failed} failed, ${cancelled} cancelled, ${unknown} unknown, ${left} left`,
  );
  console.log(describeEnd(context, reason));
  if (error instanceof Error) console.error(error.message);
  // After a signal, the exit code is that of the signal.
  if (reason === "exit") return Number(process.exitCode ?? 1);
  if (reason !== "done") return 1;
  if (failed + cancelled === 0) return 0;
  if (failed > 0)
    console.log(
      `run ${commandOf("results", context)} with --state failed to see why, and "batch retry" to submit failed items again (with --include-unknown also those with the code in_doubt, which may pay twice)`,
    );
  return DONE_WITH_FAILURES;
}

/** The exit code of `work` where every item has a result, and some have failed or were cancelled. */
const DONE_WITH_FAILURES = 3;

function describeEnd(context: ActionContext, reason: string): string {
  const { model } = context.batch;
  const sentences: Readonly<Record<string, string>> = {
    done: "done: every item has ended",
    unknown: `no item is left to submit, and some are unknown; run ${commandOf("unknown", context)} to see them, and "batch settle --as fail" to give up those in doubt, or "--as resubmit", which may pay twice; the next batch work asks for lost jobs again, which costs nothing`,
    paused: `the batch is paused; run ${commandOf("resume", context)}, then the same command to continue`,
    spend:
      "the next submit could pass the limit of the cost; run the same command with a higher --max-cost to continue",
    failures: `too many items have failed; run ${commandOf("results", context)} with --state failed to see why, then "batch retry", or raise the limit with "batch set --max-failures"`,
    exit: "stopped; run the same command to continue",
    refused: `ended, because nothing more can be submitted to the model ${model}:`,
  };
  return sentences[reason] ?? reason;
}

async function printStatus({ batch, values }: ActionContext): Promise<number> {
  const progress = await batch.progress();
  const settings = await batch.settings();
  if (values["json"] === true) {
    console.log(JSON.stringify({ ...progress, settings }));
    return 0;
  }
  const { resultsExpireAt, submitsPausedUntil, ...others } = progress;
  const { pauseReason, nextAddedAt: _nextAddedAt, ...counts } = others;
  for (const [name, value] of Object.entries(counts))
    console.log(`${name.padEnd(12)} ${value}`);
  for (const [name, value] of Object.entries(settings))
    if (value !== null && value !== false)
      console.log(`${name.padEnd(12)} ${value}`);
  if (settings.maxCost !== null)
    console.log(
      `${"left".padEnd(12)} ${Math.max(0, settings.maxCost - counts.cost - counts.reserved).toFixed(4)} of maxCost: a submit that may cost more is held back`,
    );
  if (submitsPausedUntil !== undefined)
    console.log(
      `paused until ${timeOf(submitsPausedUntil)} because ${pauseReason}`,
    );
  if (resultsExpireAt !== undefined && counts.workers === 0)
    console.log(describeExpiry(resultsExpireAt));
  return 0;
}

function describeExpiry(resultsExpireAt: number): string {
  const time = timeOf(resultsExpireAt);
  return resultsExpireAt > Date.now()
    ? `work again before ${time}, or results may be lost: the service keeps them for 30 minutes`
    : `results may be lost since ${time}: the service keeps them for 30 minutes; work again at once`;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

async function printResults(context: ActionContext): Promise<number> {
  const { batch, values, cloud } = context;
  const follow = values["follow"] === true;
  const after = numberOf(values, "after", {
    accepts: (value) => Number.isInteger(value) && value >= 0,
    description: "a whole number, 0 or more",
  });
  const { keys, metadata } = await selectionOf(batch, values);
  const state = textOf(values, "state") as ResultState | undefined;
  const folder = textOf(values, "save");
  const results = batch.results({
    follow,
    after,
    state,
    keys,
    metadata,
    signal: folder === undefined ? outputClosed : undefined,
  });
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true });
    const files = await cloud.download.toFolder(
      listIn(join(folder, `${batch.name}.jsonl`), results),
      folder,
      { name: (_file, { source }) => source.key },
    );
    console.log(`${countOf(files.length, "file")} saved in ${folder}`);
  } else await printLines(results);
  if (!follow) return 0;
  const { unknown } = await batch.progress();
  if (unknown === 0) return 0;
  console.error(describeEnd(context, "unknown"));
  return 1;
}

/** Writes results into a file as JSON lines, and passes on those with an output. */
async function* listIn(file: string, results: AsyncIterable<BatchResult>) {
  await writeFile(file, "");
  for await (const result of results) {
    await appendFile(file, `${JSON.stringify(result)}\n`);
    if (result.output !== undefined) yield result;
  }
}

async function printUnknown({
  batch,
  values,
}: ActionContext): Promise<undefined> {
  const isWhole = values["json"] === true;
  await printLines(withInputLast(batch.results({ state: "unknown" }), isWhole));
}

/** The longest input, as JSON, that is shown whole where a person reads. */
const MAX_SHOWN_INPUT = 200;

/** Shows why an item is unknown before its input, which may hold a whole file. */
async function* withInputLast(
  results: AsyncIterable<BatchResult>,
  isWhole: boolean,
) {
  for await (const { input, ...others } of results) {
    const text = JSON.stringify(input);
    const shown =
      isWhole || text.length <= MAX_SHOWN_INPUT
        ? input
        : `${text.slice(0, MAX_SHOWN_INPUT)}…`;
    yield { ...others, input: shown };
  }
}

/** Prints values as JSON lines, until nobody reads them any more. */
async function printLines(values: AsyncIterable<object>): Promise<void> {
  for await (const value of values) {
    console.log(JSON.stringify(value));
    outputClosed.throwIfAborted();
  }
}

async function retryItems({
  batch,
  values,
}: ActionContext): Promise<undefined> {
  const includeUnknown = values["include-unknown"] === true;
  const selection = await selectionOf(batch, values);
  const { queued, leftOut } = await batch.retry({
    ...selection,
    includeUnknown,
  });
  console.log(`${countOf(queued, "item")} queued again`);
  const { code } = selection;
  if (queued + leftOut === 0 && code !== undefined)
    await suggestCode(batch, code);
  if (leftOut > 0)
    console.log(
      `${countOf(leftOut, "item")} left out that may have been paid for; --include-unknown submits such items again, which may pay twice`,
    );
}

/** Names the code that was probably meant. The codes that no item has are of no use. */
async function suggestCode(batch: Batch, code: string): Promise<void> {
  const codes = new Set<string>();
  for (const state of ["failed", "cancelled"] as const)
    for await (const { error } of batch.results({ state }))
      if (error) codes.add(error.code);
  const meant = findMeant(code, [...codes]);
  if (meant !== undefined)
    console.error(`no item has the code ${code}: did you mean ${meant}?`);
}

async function settleItems(context: ActionContext): Promise<undefined> {
  const { batch, values } = context;
  const decision = textOf(values, "as");
  const key = textOf(values, "key");
  if (decision === undefined)
    throw new CommandError(2, "--as is needed: resubmit, fail, or a job's id");
  const meant = findSimilar(decision, ["resubmit", "fail"]);
  if (!isGeneral(decision) && meant !== undefined)
    throw new CommandError(2, `--as ${decision}: did you mean ${meant}?`);
  if (!isGeneral(decision) && key === undefined)
    throw new CommandError(
      2,
      `--key is needed with the id of a job, and ${JSON.stringify(decision)} is neither resubmit nor fail`,
    );
  let settled = 0;
  let lost = 0;
  const keys = key === undefined ? undefined : [key];
  for await (const item of batch.results({ state: "unknown", keys })) {
    // A lost job is only settled by its key: it may still be found.
    if (key === undefined && item.reason === "lost") {
      lost++;
      continue;
    }
    await batch.settle(
      item,
      isGeneral(decision) ? decision : { jobId: decision },
    );
    settled++;
  }
  if (key !== undefined && settled === 0)
    throw new CommandError(
      1,
      `no unknown item has the key ${JSON.stringify(key)}; run ${commandOf("unknown", context)} to see the unknown items`,
    );
  console.log(`${countOf(settled, "item")} settled`);
  if (lost > 0)
    console.log(
      `${countOf(lost, "lost item")} left: the next batch work asks the service for lost jobs again. --key settles one; run ${commandOf("unknown", context)} to see them`,
    );
}
