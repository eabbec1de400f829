import { createHash } from "node:crypto";
import type {
  ItemChange,
  ItemRecord,
  ItemState,
  ItemWithoutInput,
} from "../store.js";
import { fromUnits, toUnits } from "../units.js";

/** The letters of the states in Redis. */
export const STATE_LETTERS: Readonly<Record<ItemState, string>> = {
  queued: "q",
  submitting: "s",
  running: "r",
  completed: "c",
  failed: "f",
  lost: "l",
  inDoubt: "d",
};

const STATES = new Map(
  Object.entries(STATE_LETTERS).map(([state, letter]) => [
    letter,
    state as ItemState,
  ]),
);

/** The short names of members whose text Redis keeps as it is. */
const TEXTS = {
  worker: "w",
  claim: "c",
  jobId: "j",
  otherJobs: "h",
  error: "e",
} as const;

/** The short names of numbers. */
const NUMBERS = {
  priority: "p",
  attempt: "a",
  claimedAt: "t",
  submittedAt: "b",
  outputBytes: "z",
  finishedAt: "x",
} as const;

/** The short names of amounts of money. */
const AMOUNTS = { cost: "m", reserved: "r" } as const;

/** An item as the scripts reply it: position, row, output and, where it is asked for, the input. */
export type RowReply = readonly [
  position: string,
  members: readonly string[],
  output: string,
  input?: string,
];

/** The record of an item whose reply has the input. */
export function toRecord(reply: RowReply): ItemRecord {
  const [, , , input = ""] = reply;
  return { ...toItemWithoutInput(reply), input };
}

/** The record that a row holds. */
export function toItemWithoutInput([
  position,
  members,
  output,
]: RowReply): ItemWithoutInput {
  const row = new Map<string, string>();
  for (let index = 0; index < members.length; index += 2)
    row.set(members[index] ?? "", members[index + 1] ?? "");
  const text = (name: string) => row.get(name) ?? null;
  const number = (name: string) => {
    const value = row.get(name);
    return value === undefined ? null : Number(value);
  };
  return {
    key: row.get("k") ?? "",
    position: Number(position),
    policy: text("l"),
    priority: number(NUMBERS.priority) ?? 0,
    state: STATES.get(row.get("s") ?? "") ?? "queued",
    version: number("v") ?? 0,
    worker: text(TEXTS.worker),
    attempt: number(NUMBERS.attempt) ?? 0,
    claim: text(TEXTS.claim),
    claimedAt: number(NUMBERS.claimedAt),
    jobId: text(TEXTS.jobId),
    submittedAt: number(NUMBERS.submittedAt),
    otherJobs: text(TEXTS.otherJobs),
    output: output === "" ? null : output,
    outputBytes: number(NUMBERS.outputBytes),
    error: text(TEXTS.error),
    cost: fromUnits(number(AMOUNTS.cost) ?? 0),
    reserved: fromUnits(number(AMOUNTS.reserved) ?? 0),
    finishOrder: number("f"),
    finishedAt: number(NUMBERS.finishedAt),
    delivered: row.has("d"),
  };
}

/** The members of a row that a change sets, each name followed by its value. An empty value removes the member. */
export function toMembers(change: ItemChange): string[] {
  const members: string[] = [];
  const set = (name: string, value: string | number | null) =>
    members.push(name, value === null ? "" : String(value));
  if (change.state !== undefined) set("s", STATE_LETTERS[change.state]);
  for (const [name, short] of Object.entries(TEXTS)) {
    const value = change[name as keyof typeof TEXTS];
    if (value !== undefined) set(short, value);
  }
  for (const [name, short] of Object.entries(NUMBERS)) {
    const value = change[name as keyof typeof NUMBERS];
    if (value !== undefined) set(short, value);
  }
  for (const [name, short] of Object.entries(AMOUNTS)) {
    const value = change[name as keyof typeof AMOUNTS];
    if (value !== undefined) set(short, toUnits(value) || null);
  }
  if (change.delivered !== undefined) set("d", change.delivered ? 1 : null);
  if (change.output === null) set("o", null);
  return members;
}

/** Where the position of a key is kept: one of 4096 small hashes, and the field in it. */
export function locateKey(key: string): [bucket: string, field: string] {
  const hash = createHash("sha256").update(key).digest();
  const bucket = String(hash.readUInt16BE(0) % 4096);
  return [bucket, hash.subarray(0, 18).toString("base64url")];
}
