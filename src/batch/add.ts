import {
  check,
  checkFlag,
  checkObject,
  checkOptions,
  checkWhole,
  hasMethods,
  checkOptionNames,
  type OptionNames,
} from "../checks.js";
import { InputError } from "../errors.js";
import { isPlainObject } from "../json.js";
import {
  checkMetadata,
  checkShapeOfInput,
  createInputCheck,
  type InputCheck,
} from "./check-item.js";
import { checkSubmitOptions, writeSubmitBody } from "../jobs/submit-body.js";
import { letOthersRun } from "./call-ledger.js";
import type { OpenBatch, OwnPolicy } from "./context.js";
import { BatchError } from "./errors.js";
import { canonicalJson, checkItemKey, InputKeys, isItemKey } from "./keys.js";
import type { NewItem } from "./ledger.js";
import type {
  AddOptions,
  AddSummary,
  BatchItem,
  InvalidItem,
} from "./types.js";
import { shellWord } from "../shell-word.js";
import { toUnits } from "../spend/units.js";

/** How many items one call of the ledger adds, and how many characters of inputs, so that few are in memory. */
const ITEMS_PER_CALL = 200;
const LENGTH_PER_CALL = 4_000_000;

const CALL = { operation: "batch.add" };

/** Adds items to the batch in the order in which their source yields them. */
export async function addItems(
  batch: OpenBatch,
  items: Iterable<BatchItem> | AsyncIterable<BatchItem>,
  options: AddOptions,
): Promise<AddSummary> {
  const isIterable =
    hasMethods(items, [Symbol.iterator]) ||
    hasMethods(items, [Symbol.asyncIterator]);
  check(
    typeof items === "object" && isIterable,
    "items",
    "must be a list, or can be iterated over",
    CALL,
  );
  const names = { checkInput: true, skipInvalid: true } as const;
  checkOptions<AddOptions>(options, names, CALL);
  for (const [name, value] of Object.entries(options))
    checkFlag(name, value, CALL);
  const { skipInvalid = false } = options;
  const invalid: InvalidItem[] = [];
  const leaveOut = (item: InvalidItem) => {
    if (!skipInvalid) throw item.error;
    invalid.push(item);
  };
  const reading: Reading = {
    checkInput: await createInputCheck(batch, options),
    estimate: batch.estimate,
    keys: new InputKeys(),
  };
  const group = new Group(batch, ({ index, item: { key } }) => {
    const error = createConflict(batch.name, index, key, skipInvalid);
    leaveOut({ index, key, error });
  });
  let index = 0;
  try {
    for await (const value of items) {
      try {
        await group.add(index, await readItem(reading, value));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        leaveOut(nameItem(error, index, value, skipInvalid));
      }
      index++;
    }
  } catch (error) {
    // What came before a wrong item, or before the end of a broken source, is added.
    if (!(error instanceof BatchError)) await group.flush();
    throw error;
  }
  await group.flush();
  invalid.sort((one, other) => one.index - other.index);
  return { ...group.summary, invalid };
}

/** An item that is not valid, with the error that names it. */
function nameItem(
  cause: InputError,
  index: number,
  value: unknown,
  skipInvalid: boolean,
): InvalidItem {
  const given = Object(value) as { readonly key?: unknown };
  const key = isItemKey(given.key) ? given.key : undefined;
  const keyText = key === undefined ? "" : ` (key ${JSON.stringify(key)})`;
  const ending = skipInvalid ? "" : "; the items before it are added";
  const error = new InputError(
    cause.parameter,
    `the item at index ${index}${keyText}: ${cause.message}${ending}`,
    { ...CALL, cause },
  );
  return { index, key, error };
}

/** The error for a key that the batch has with another input. Its cause names no place among the items of the call. */
function createConflict(
  batchName: string,
  index: number,
  key: string,
  skipInvalid: boolean,
): BatchError {
  const code = "batch_key_conflict";
  const quoted = JSON.stringify(key);
  const conflict = `batch ${batchName} has an item with the key ${quoted} and another input, of an earlier row or an earlier add`;
  const advice = `choose another key, or remove the item with its result first: batch remove ${batchName} --key=${shellWord(key)}`;
  const message = `${conflict}: ${advice}`;
  // The ledger takes many items at once: those after this one may be added too.
  const ending = skipInvalid
    ? ""
    : "; other items may be added already: add all of them again, none is added twice";
  return new BatchError(
    code,
    `the item at index ${index}: ${message}${ending}`,
    {
      cause: new BatchError(code, message),
    },
  );
}

/** An item to add, with its place among the items of the call. */
interface PlacedItem {
  readonly index: number;
  readonly item: NewItem;
}

/** The items that are added together, and what became of those before. */
class Group {
  readonly #batch: OpenBatch;
  readonly #onConflict: (conflict: PlacedItem) => void;
  #items: PlacedItem[] = [];
  #length = 0;
  readonly summary = { added: 0, present: 0 };

  constructor(batch: OpenBatch, onConflict: (conflict: PlacedItem) => void) {
    this.#batch = batch;
    this.#onConflict = onConflict;
  }

  async add(index: number, item: NewItem): Promise<void> {
    this.#items.push({ index, item });
    this.#length += item.input.length;
    const isFull =
      this.#items.length >= ITEMS_PER_CALL || this.#length >= LENGTH_PER_CALL;
    if (isFull) await this.flush();
  }

  async flush(): Promise<void> {
    const group = this.#items;
    this.#items = [];
    this.#length = 0;
    if (group.length === 0) return;
    const outcomes = await this.#batch.ledger.add(
      group.map(({ item }) => item),
    );
    await letOthersRun();
    for (const outcome of outcomes)
      if (outcome !== "different") this.summary[outcome]++;
    for (const [place, item] of group.entries())
      if (outcomes[place] === "different") this.#onConflict(item);
  }
}

const ITEM_MEMBERS: OptionNames<BatchItem> = {
  attempts: true,
  key: true,
  input: true,
  policy: true,
  priority: true,
  metadata: true,
};

/** What the items of one `add` are read with. */
interface Reading {
  readonly checkInput: InputCheck | undefined;
  readonly estimate: OpenBatch["estimate"];
  readonly keys: InputKeys;
}

/** Checks an item, and writes it as a ledger keeps it. */
async function readItem(reading: Reading, value: unknown): Promise<NewItem> {
  checkShape(value);
  const { key, input, policy, attempts, priority = 0, metadata } = value;
  checkShapeOfInput(input, {});
  const json = toJson(input);
  if (key !== undefined) checkItemKey(key);
  check(Number.isFinite(priority), "priority", "must be a finite number");
  if (policy !== undefined) checkObject("policy", policy, {});
  for (const name of ["attempts", "retry"])
    check(
      !(name in Object(policy)),
      `policy.${name}`,
      "is not a property of a policy: write attempts beside the input",
    );
  checkSubmitOptions({ policy }, {});
  checkWhole("attempts", attempts, 1, {});
  if (metadata !== undefined) checkMetadata(metadata, {});
  // What is sent is checked.
  const sent = JSON.parse(json) as object;
  await reading.checkInput?.(sent);
  const estimate = reading.estimate(sent);
  const own: OwnPolicy = { policy, attempts };
  const hasOwn = policy !== undefined || attempts !== undefined;
  return {
    key: key ?? reading.keys.next(json),
    input: json,
    policy: hasOwn ? canonicalJson(own) : null,
    priority,
    metadata: metadata === undefined ? null : canonicalJson(metadata),
    estimate: estimate === undefined ? null : toUnits(estimate),
  };
}

/** Throws an `InputError` for anything but an object with the members of an item. */
function checkShape(value: unknown): asserts value is BatchItem {
  check(
    isPlainObject(value),
    "item",
    "must be an object with an input, such as { input: { prompt: … } }",
  );
  const [unknown] = Object.keys(value).filter(
    (name) => !(name in ITEM_MEMBERS),
  );
  check(
    unknown === undefined || "input" in value,
    unknown ?? "",
    `is not a property of an item: put what the model takes under input, as in { input: { ${unknown ?? ""}: … } }`,
  );
  checkOptionNames(value as object as BatchItem, ITEM_MEMBERS, {});
}

function toJson(input: object): string {
  // Throws for an input that cannot be sent, or is too large.
  const { input: copy } = writeSubmitBody("run", input, {});
  try {
    return canonicalJson(copy);
  } catch {
    throw new InputError("input", "input is nested too deeply");
  }
}
