import { readArgument } from "../../child.js";
import { microsInTurns } from "../../turns.js";
import { createService, importCalls, respond, urlOf } from "./service.js";

/** Sends microseconds of CPU per call, in many rounds, for each of the calls that the argument names. */
const service = createService((input) =>
  Promise.resolve(respond(urlOf(input))),
);
const names = readArgument() as readonly string[];
const files = await Promise.all(names.map(importCalls));
const createCalls = files.map(
  ({ createCall }) =>
    () =>
      createCall(service),
);
process.send?.(await microsInTurns(createCalls));
