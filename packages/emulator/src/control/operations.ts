import { isRecord } from "../check-arguments.js";
import { faultView } from "../../page/server/fault-view.js";
import { ApiError } from "../http/api-error.js";
import { edgeAnswers, faultRefusals } from "../http/fault-rule.js";
import { MAX_LOG_ENTRIES } from "../requests/request-log.js";
import type {
  ControlOperation,
  Controls,
  JsonSchema,
} from "./control-operation.js";
import { resourceOperations } from "./resource-operations.js";

const object: JsonSchema = { type: "object" };
const text: JsonSchema = { type: "string" };
const milliseconds: JsonSchema = { type: "number", minimum: 0 };
const empty: JsonSchema = { type: "object", properties: {} };

const faultRule: JsonSchema = {
  type: "object",
  description:
    "What goes wrong. With status, headers or body, or without any of them, the emulator sends that response and does not carry out the request, unless carriedOut is true.",
  properties: {
    status: { type: "integer", minimum: 200, maximum: 599 },
    headers: { type: "object", additionalProperties: text },
    body: { description: "A string is sent as it is, anything else as JSON." },
    delay: milliseconds,
    reset: { type: "string", enum: ["before", "after"] },
    edge: {
      type: "integer",
      enum: [...edgeAnswers],
      description:
        "Answers at once as the edge in front of the service does: with 502 and 524 the request is carried out, with 429 and 1010 it is turned away.",
    },
    refusal: {
      type: "string",
      enum: [...faultRefusals],
      description: "Refuses the request in words of the service.",
    },
    carriedOut: { type: "boolean", default: false },
    truncate: { type: "integer", minimum: 0 },
    times: {
      type: ["integer", "null"],
      minimum: 1,
      default: 1,
      description: "How many requests it applies to; null for all.",
    },
    after: { type: "integer", minimum: 0, default: 0 },
    probability: { type: "number", minimum: 0, maximum: 1, default: 1 },
  },
};

const route: JsonSchema = {
  type: "string",
  description: "A method and a path without the base URL.",
  examples: ["POST /v2/{slug}/run"],
};

const fault: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    route,
    rule: faultRule,
    remaining: {
      type: ["integer", "null"],
      description: "How many requests it still applies to; null for all.",
    },
    toSkip: {
      type: "integer",
      description: "How many requests pass before it applies.",
    },
  },
};

const stock: JsonSchema = {
  type: "object",
  description:
    "Free GPUs by GPU type: in all data centers together, or by data center. null lifts a limit.",
  additionalProperties: {
    anyOf: [
      { type: ["integer", "null"], minimum: 0 },
      {
        type: "object",
        additionalProperties: { type: ["integer", "null"], minimum: 0 },
      },
    ],
  },
};

const podConditions: JsonSchema = {
  type: "object",
  properties: {
    provisionMs: milliseconds,
    imagePullMs: milliseconds,
    oldAddressMs: milliseconds,
    portsOpenMs: milliseconds,
    bannerMs: milliseconds,
    exitAfterMs: milliseconds,
    stopAfterMs: milliseconds,
  },
};

const workerConditions: JsonSchema = {
  type: "object",
  properties: {
    throttled: { type: "boolean" },
    coldStartMs: milliseconds,
    crash: { type: "boolean" },
    external: { type: "boolean" },
    port: { type: "integer", minimum: 1, maximum: 65_535 },
    readyTimeoutMs: milliseconds,
  },
};

const account: JsonSchema = {
  type: "object",
  properties: {
    balance: { type: "number", description: "USD that are left." },
    spendPerHour: { type: "number", description: "USD per hour." },
    stock,
  },
};

const time: JsonSchema = {
  type: "object",
  properties: {
    now: { type: "number", description: "Milliseconds since 1970." },
    speed: { type: "number", description: "0 for a manual clock." },
  },
};

/** Every operation of the control API. */
export const operations: readonly ControlOperation[] = [
  {
    id: "listFaults",
    method: "GET",
    path: "/faults",
    summary: "Lists the fault rules that still apply.",
    answer: { type: "array", items: fault },
    run: ({ faults }) => faults.list().map(faultView),
  },
  {
    id: "addFault",
    method: "POST",
    path: "/faults",
    summary: "Adds a fault rule: the next requests of the route go wrong.",
    body: {
      type: "object",
      required: ["route"],
      properties: { route, rule: faultRule },
    },
    answer: fault,
    run: ({ emulator, faults }, { body }) => {
      const { route, rule } = members(body);
      emulator.fail(route as never, withInfinity(rule) as never);
      return faults.list().slice(-1).map(faultView)[0];
    },
  },
  {
    id: "clearFaults",
    method: "DELETE",
    path: "/faults",
    summary: "Removes every fault rule.",
    answer: empty,
    run: ({ faults }) => {
      faults.clear();
      return {};
    },
  },
  {
    id: "removeFault",
    method: "DELETE",
    path: "/faults/{id}",
    summary: "Removes one fault rule.",
    answer: empty,
    run: ({ faults }, { params }) => {
      const { id = "" } = params;
      if (faults.remove(Number(id))) return {};
      throw new ApiError(404, `there is no fault rule with the id ${id}`);
    },
  },
  {
    id: "getTime",
    method: "GET",
    path: "/time",
    summary: "Reads the clock.",
    answer: time,
    run: readTime,
  },
  {
    id: "advanceTime",
    method: "POST",
    path: "/time",
    summary:
      "Moves the clock forward, and answers when all that became due is done.",
    body: {
      type: "object",
      required: ["advanceMs"],
      properties: { advanceMs: milliseconds },
    },
    answer: time,
    run: async (controls, { body }) => {
      const { advanceMs } = members(body);
      if (typeof advanceMs !== "number")
        throw new ApiError(400, "advanceMs must be a number of milliseconds");
      await controls.emulator.clock.advance(advanceMs);
      return readTime(controls);
    },
  },
  {
    id: "seed",
    method: "POST",
    path: "/seed",
    summary: "Adds items to the account, under the rules of the API.",
    body: {
      type: "object",
      description: "Lists of bodies of create calls, each with an optional id.",
      properties: {
        containerRegistryAuths: { type: "array", items: object },
        networkVolumes: { type: "array", items: object },
        templates: { type: "array", items: object },
        endpoints: { type: "array", items: object },
        builds: { type: "array", items: object },
        pods: { type: "array", items: object },
        jobs: { type: "array", items: object },
      },
    },
    answer: empty,
    run: ({ emulator }, { body }) => {
      emulator.seed(members(body) as never);
      return {};
    },
  },
  {
    id: "reset",
    method: "POST",
    path: "/reset",
    summary:
      "Returns to the state at the start: nothing is owned, nothing is injected.",
    answer: empty,
    run: ({ emulator }) => {
      emulator.reset();
      return {};
    },
  },
  {
    id: "takeSnapshot",
    method: "GET",
    path: "/snapshot",
    summary: "Everything that the account owns, as JSON.",
    answer: object,
    run: ({ emulator }) => emulator.snapshot(),
  },
  {
    id: "restoreSnapshot",
    method: "PUT",
    path: "/snapshot",
    summary: "Replaces everything that the account owns by a snapshot.",
    body: object,
    answer: empty,
    run: ({ emulator }, { body }) => {
      emulator.restore(body as never);
      return {};
    },
  },
  {
    id: "getAccount",
    method: "GET",
    path: "/account",
    summary: "Balance, spend and stock.",
    answer: account,
    run: readAccount,
  },
  {
    id: "setAccount",
    method: "PATCH",
    path: "/account",
    summary:
      "Sets the balance, the stock, the quota of workers, the missing images, and how Pods and workers start and end.",
    body: {
      type: "object",
      properties: {
        balance: { type: "number" },
        stock,
        workersQuota: { type: ["integer", "null"], minimum: 0 },
        missingImages: {
          type: "array",
          items: text,
          description: "Images that no registry has.",
        },
        pods: podConditions,
        workers: {
          type: "object",
          description: "By slug, or by the id of an endpoint.",
          additionalProperties: workerConditions,
        },
      },
    },
    answer: account,
    run: (controls, { body }) => {
      const {
        balance,
        stock,
        workersQuota,
        missingImages,
        pods,
        workers,
        ...others
      } = members(body);
      const [unknown] = Object.keys(others);
      if (unknown !== undefined)
        throw new ApiError(
          400,
          `"${unknown}" is not a property of the account`,
        );
      const { account } = controls.emulator;
      if (balance !== undefined) account.setBalance(balance as never);
      if (stock !== undefined) account.setStock(stock as never);
      if (workersQuota !== undefined)
        account.setWorkersQuota(workersQuota as never);
      if (missingImages !== undefined)
        account.setMissingImages(missingImages as never);
      if (pods !== undefined) account.setPods(pods as never);
      if (workers !== undefined)
        for (const [slug, conditions] of Object.entries(members(workers)))
          account.setWorkers(slug, conditions as never);
      return readAccount(controls);
    },
  },
  {
    id: "setKey",
    method: "POST",
    path: "/keys",
    summary: "Accepts a further API key, or revokes a key.",
    body: {
      type: "object",
      required: ["key", "state"],
      properties: {
        key: text,
        state: { type: "string", enum: ["valid", "revoked"] },
      },
    },
    answer: empty,
    run: ({ emulator, acceptKey }, { body }) => {
      const { key, state } = members(body);
      if (typeof key !== "string" || !/^[!-~]+$/.test(key))
        throw new ApiError(400, "key must be printable ASCII without blanks");
      if (state === "valid") acceptKey(key);
      else if (state === "revoked") emulator.revoke(key);
      else throw new ApiError(400, 'state must be "valid" or "revoked"');
      return {};
    },
  },
  {
    id: "listRequests",
    method: "GET",
    path: "/requests",
    summary: "The recorded requests, newest last, with redacted keys.",
    query: {
      route,
      limit: { type: "integer", minimum: 1, default: MAX_LOG_ENTRIES },
    },
    answer: { type: "array", items: object },
    run: ({ emulator }, { query }) => {
      const wanted = query.get("route");
      const limit = Number(query.get("limit") ?? MAX_LOG_ENTRIES);
      if (!Number.isInteger(limit) || limit < 1)
        throw new ApiError(400, "limit must be a whole number, 1 or above");
      return emulator.requests
        .filter((each) => wanted === null || each.route === wanted)
        .slice(-limit);
    },
  },
  {
    id: "clearRequests",
    method: "DELETE",
    path: "/requests",
    summary: "Forgets the recorded requests.",
    answer: empty,
    run: ({ clearRequests }) => {
      clearRequests();
      return {};
    },
  },
  {
    id: "listJobs",
    method: "GET",
    path: "/jobs",
    summary: "Every job that was not removed, in order of submit.",
    answer: { type: "array", items: object },
    run: ({ emulator }) => emulator.jobs(),
  },
  ...resourceOperations,
];

/** A fault rule from JSON, which has no Infinity. */
function withInfinity(rule: unknown): unknown {
  if (!isRecord(rule) || rule["times"] !== null) return rule;
  return { ...rule, times: Infinity };
}

function readTime({ emulator, speed }: Controls) {
  return { now: emulator.clock.now(), speed };
}

function readAccount({ emulator: { account } }: Controls) {
  return {
    balance: account.balance(),
    spendPerHour: account.spendPerHour(),
    stock: account.stock(),
  };
}

function members(body: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(body)) return body;
  throw new ApiError(400, "the body must be a JSON object");
}
