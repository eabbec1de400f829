import { check, hasMethods } from "../checks.js";
import { InputError } from "../errors.js";
import { findNearest } from "../option-names.js";
import { copyAsJson, isPlainObject } from "../json.js";
import type { OpenBatch } from "./open-batch.js";
import { createInputCheck, type InputCheck } from "./input-check.js";
import { canonicalJson, InputKeys } from "./keys.js";
import { checkPolicy } from "./policy.js";
import type { NewItem } from "./store.js";
import {
  BatchError,
  type AddOptions,
  type AddSummary,
  type BatchItem,
} from "./types.js";

/** How many items one write of the store adds, and how many characters of inputs, so that few are in memory. */
const ITEMS_PER_WRITE = 500;
const LENGTH_PER_WRITE = 4_000_000;

/** The service takes submits of up to 10 MB; the rest of the body is small. */
const MAX_INPUT_BYTES = 10_000_000;

const CALL = { operation: "batch.add" };

/** Adds inputs to the batch in the order in which their source yields them. */
export async function addItems(
  batch: OpenBatch,
  inputs: Iterable<object> | AsyncIterable<object>,
  options: AddOptions,
): Promise<AddSummary> {
  const isIterable =
    hasMethods(inputs, [Symbol.iterator]) ||
    hasMethods(inputs, [Symbol.asyncIterator]);
  check(
    typeof inputs === "object" && isIterable,
    "inputs",
    "must be a list, or can be iterated over",
    CALL,
  );
  const checkInput = await createInputCheck(batch, options);
  const keys = new InputKeys();
  let index = 0;
  const summary = { added: 0, present: 0 };
  let group: NewItem[] = [];
  let length = 0;
  const flush = async () => {
    if (group.length === 0) return;
    const outcomes = await batch.store.add(group);
    const different = outcomes.indexOf("different");
    if (different >= 0) {
      const at = index - group.length + different;
      const key = JSON.stringify(group[different]?.key);
      throw new BatchError(
        "batch_key_conflict",
        `the input at index ${at}: batch ${batch.name} already has an item with the key ${key} and a different input: choose another key; the inputs before it are added`,
      );
    }
    for (const outcome of outcomes)
      if (outcome !== "different") summary[outcome]++;
    group = [];
    length = 0;
  };
  try {
    for await (const input of inputs) {
      const item = readNamed(input, index++, (value) =>
        readItem(value, keys, checkInput),
      );
      group.push(item);
      length += item.input.length;
      if (group.length >= ITEMS_PER_WRITE || length >= LENGTH_PER_WRITE)
        await flush();
    }
  } catch (error) {
    // What came before a wrong input, or before the end of a broken source, is added.
    if (!(error instanceof BatchError)) await flush();
    throw error;
  }
  await flush();
  return summary;
}

/** Reads an input. An `InputError` about the input names it. */
function readNamed(
  value: unknown,
  index: number,
  read: (value: unknown) => NewItem,
): NewItem {
  try {
    return read(value);
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    const { key } = Object(value) as { readonly key?: unknown };
    const keyText = isKey(key) ? ` (key ${JSON.stringify(key)})` : "";
    throw new InputError(
      cause.parameter,
      `the input at index ${index}${keyText}: ${cause.message}; the items before it are added`,
      { ...CALL, cause },
    );
  }
}

function readItem(
  value: unknown,
  keys: InputKeys,
  checkInput: InputCheck | undefined,
): NewItem {
  const { key, input, policy, priority = 0 } = toItem(value);
  const json = toJson(input);
  check(
    key === undefined || isKey(key),
    "key",
    "must be a string of 1 to 200 characters, none of them NUL or half of a surrogate pair",
  );
  check(Number.isFinite(priority), "priority", "must be a finite number");
  checkPolicy(policy, {});
  // What is sent is checked.
  checkInput?.(JSON.parse(json));
  return {
    key: key ?? keys.next(json),
    input: json,
    policy: policy === undefined ? null : canonicalJson(policy),
    priority,
  };
}

/** Whether every store keeps the text as it is. */
function isKey(key: unknown): boolean {
  return typeof key === "string" && /^[^\0\ud800-\udfff]{1,200}$/su.test(key);
}

const ITEM_MEMBERS = ["key", "input", "policy", "priority"];

/**
 * Returns an item as it is: its `input` is an object, and all its members are members of an item. Any other object
 * becomes the `input` of an item.
 */
function toItem(value: unknown): BatchItem {
  check(isPlainObject(value), "input", "must be a plain object");
  const isItem =
    isPlainObject(value["input"]) &&
    Object.keys(value).every((name) => ITEM_MEMBERS.includes(name));
  if (!isItem && isPlainObject(value["input"])) refuseMisspelt(value);
  return isItem ? (value as unknown as BatchItem) : { input: value };
}

/** Refuses an object that is meant as an item, but has a misspelt member. */
function refuseMisspelt(value: object): void {
  for (const name of Object.keys(value)) {
    if (ITEM_MEMBERS.includes(name)) continue;
    const nearest = findNearest(name, ITEM_MEMBERS);
    const problem = `is not a member of an item: did you mean ${nearest ?? ""}?`;
    check(nearest === undefined, name, problem, CALL);
  }
}

function toJson(input: object): string {
  const copy = copyAsJson("input", input, {});
  let json: string;
  try {
    json = canonicalJson(copy);
  } catch {
    check(false, "input", "is nested too deeply");
  }
  const bytes = Buffer.byteLength(json);
  check(
    bytes <= MAX_INPUT_BYTES,
    "input",
    `has ${bytes} bytes as JSON; the service takes up to ${MAX_INPUT_BYTES}: put large data into a file and give its URL`,
  );
  return json;
}
