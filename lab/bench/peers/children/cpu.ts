import { readArgument } from "../../child.js";
import { microsInTurns } from "../../turns.js";
import { BARE, type CallKind } from "../clients.js";
import { createService, importCalls, respond, urlOf } from "./service.js";

/** Sends microseconds of CPU per call in many rounds: of the client and the kind that the argument names, and of the bare call. */
const service = createService((input) =>
  Promise.resolve(respond(urlOf(input))),
);
const [name, kind] = readArgument() as readonly [string, CallKind];
const files = await Promise.all([name, BARE].map(importCalls));
const createCalls = files.map(({ createCalls: create }) => () => {
  const call = create(service)[kind];
  if (!call) throw new Error(`${name} has no ${kind}`);
  return call;
});
process.send?.(await microsInTurns(createCalls));
