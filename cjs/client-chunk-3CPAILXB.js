"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// cjs/client-chunk-3CPAILXB.js
var client_chunk_3CPAILXB_exports = {};
__export(client_chunk_3CPAILXB_exports, {
  CloudComputeError: () => CloudComputeError,
  ConnectionError: () => ConnectionError,
  EXPIRED: () => EXPIRED,
  GraphQLError: () => GraphQLError,
  InputError: () => InputError,
  JobError: () => JobError,
  ResponseError: () => ResponseError,
  TimeoutError: () => TimeoutError,
  TrackedJob: () => TrackedJob,
  WAIT_CALL: () => WAIT_CALL,
  check: () => check,
  checkContent: () => checkContent,
  checkHeaders: () => checkHeaders,
  checkMilliseconds: () => checkMilliseconds,
  checkWhole: () => checkWhole,
  createClient: () => createClient,
  createInvalidResponseError: () => createInvalidResponseError,
  createNotFoundError: () => createNotFoundError,
  describeJob: () => describeJob,
  estimateWork: () => estimateWork,
  isFinal: () => isFinal,
  isFromRunSync: () => isFromRunSync,
  notifyDriftWatcher: () => notifyDriftWatcher,
  onAbort: () => onAbort,
  outputsOf: () => outputsOf,
  parseRetryAfter: () => parseRetryAfter,
  piecesOf: () => piecesOf,
  prices: () => prices,
  reasonOf: () => reasonOf,
  redactHeaders: () => redactHeaders,
  redactText: () => redactText,
  refuseUnsendable: () => refuseUnsendable,
  requireCompleted: () => requireCompleted,
  responseError: () => responseError,
  safeCause: () => safeCause,
  sleep: () => sleep,
  submit: () => submit,
  toMessageText: () => toMessageText,
  withTimeout: () => withTimeout
});
module.exports = __toCommonJS(client_chunk_3CPAILXB_exports);
var import_openapi_fetch = __toESM(require("openapi-fetch"));
var import_openapi_fetch2 = __toESM(require("openapi-fetch"));
function createJobsResources(client, calls) {
  return {
    jobs: {
      run: (slug, body, options) => calls.json("jobs.run", "POST /v2/{slug}/run", options, (init) => client.POST("/v2/{slug}/run", { ...init, params: { path: { slug } }, body })),
      runSync: (slug, body, query, options) => calls.json("jobs.runSync", "POST /v2/{slug}/runsync", options, (init) => client.POST("/v2/{slug}/runsync", { ...init, params: { path: { slug }, query }, body })),
      status: (slug, jobId, query, options) => calls.json("jobs.status", "GET /v2/{slug}/status/{jobId}", options, (init) => client.GET("/v2/{slug}/status/{jobId}", { ...init, params: { path: { slug, jobId }, query } })),
      stream: (slug, jobId, query, options) => calls.json("jobs.stream", "GET /v2/{slug}/stream/{jobId}", options, (init) => client.GET("/v2/{slug}/stream/{jobId}", { ...init, params: { path: { slug, jobId }, query } })),
      cancel: (slug, jobId, options) => calls.json("jobs.cancel", "POST /v2/{slug}/cancel/{jobId}", options, (init) => client.POST("/v2/{slug}/cancel/{jobId}", { ...init, params: { path: { slug, jobId } } })),
      retry: (slug, jobId, options) => calls.json("jobs.retry", "POST /v2/{slug}/retry/{jobId}", options, (init) => client.POST("/v2/{slug}/retry/{jobId}", { ...init, params: { path: { slug, jobId } } })),
      purgeQueue: (slug, options) => calls.json("jobs.purgeQueue", "POST /v2/{slug}/purge-queue", options, (init) => client.POST("/v2/{slug}/purge-queue", { ...init, params: { path: { slug } } })),
      health: (slug, query, options) => calls.json("jobs.health", "GET /v2/{slug}/health", options, (init) => client.GET("/v2/{slug}/health", { ...init, params: { path: { slug }, query } }))
    }
  };
}
function createRestResources(client, calls) {
  return {
    pods: {
      list: (query, options) => calls.json("pods.list", "GET /pods", options, (init) => client.GET("/pods", { ...init, params: { query } })),
      create: (body, options) => calls.json("pods.create", "POST /pods", options, (init) => client.POST("/pods", { ...init, body })),
      get: (podId, query, options) => calls.json("pods.get", "GET /pods/{podId}", options, (init) => client.GET("/pods/{podId}", { ...init, params: { path: { podId }, query } })),
      update: (podId, body, options) => calls.update("pods.update", options, {
        patch: () => calls.json("pods.update", "PATCH /pods/{podId}", options, (init) => client.PATCH("/pods/{podId}", { ...init, params: { path: { podId } }, body })),
        post: () => calls.json("pods.update", "POST /pods/{podId}/update", options, (init) => client.POST("/pods/{podId}/update", { ...init, params: { path: { podId } }, body }))
      }),
      delete: (podId, options) => calls.empty("pods.delete", "DELETE /pods/{podId}", options, (init) => client.DELETE("/pods/{podId}", { ...init, params: { path: { podId } } })),
      start: (podId, options) => calls.empty("pods.start", "POST /pods/{podId}/start", options, (init) => client.POST("/pods/{podId}/start", { ...init, params: { path: { podId } } })),
      stop: (podId, options) => calls.empty("pods.stop", "POST /pods/{podId}/stop", options, (init) => client.POST("/pods/{podId}/stop", { ...init, params: { path: { podId } } })),
      reset: (podId, options) => calls.empty("pods.reset", "POST /pods/{podId}/reset", options, (init) => client.POST("/pods/{podId}/reset", { ...init, params: { path: { podId } } })),
      restart: (podId, options) => calls.empty("pods.restart", "POST /pods/{podId}/restart", options, (init) => client.POST("/pods/{podId}/restart", { ...init, params: { path: { podId } } }))
    },
    endpoints: {
      list: (query, options) => calls.json("endpoints.list", "GET /endpoints", options, (init) => client.GET("/endpoints", { ...init, params: { query } })),
      create: (body, options) => calls.json("endpoints.create", "POST /endpoints", options, (init) => client.POST("/endpoints", { ...init, body })),
      get: (endpointId, query, options) => calls.json("endpoints.get", "GET /endpoints/{endpointId}", options, (init) => client.GET("/endpoints/{endpointId}", { ...init, params: { path: { endpointId }, query } })),
      update: (endpointId, body, options) => calls.update("endpoints.update", options, {
        patch: () => calls.json("endpoints.update", "PATCH /endpoints/{endpointId}", options, (init) => client.PATCH("/endpoints/{endpointId}", { ...init, params: { path: { endpointId } }, body })),
        post: () => calls.json("endpoints.update", "POST /endpoints/{endpointId}/update", options, (init) => client.POST("/endpoints/{endpointId}/update", { ...init, params: { path: { endpointId } }, body }))
      }),
      delete: (endpointId, options) => calls.empty("endpoints.delete", "DELETE /endpoints/{endpointId}", options, (init) => client.DELETE("/endpoints/{endpointId}", { ...init, params: { path: { endpointId } } }))
    },
    networkVolumes: {
      list: (query, options) => calls.json("networkVolumes.list", "GET /networkvolumes", options, (init) => client.GET("/networkvolumes", { ...init, params: { query } })),
      create: (body, options) => calls.json("networkVolumes.create", "POST /networkvolumes", options, (init) => client.POST("/networkvolumes", { ...init, body })),
      get: (networkVolumeId, query, options) => calls.json("networkVolumes.get", "GET /networkvolumes/{networkVolumeId}", options, (init) => client.GET("/networkvolumes/{networkVolumeId}", { ...init, params: { path: { networkVolumeId }, query } })),
      update: (networkVolumeId, body, options) => calls.update("networkVolumes.update", options, {
        patch: () => calls.json("networkVolumes.update", "PATCH /networkvolumes/{networkVolumeId}", options, (init) => client.PATCH("/networkvolumes/{networkVolumeId}", { ...init, params: { path: { networkVolumeId } }, body })),
        post: () => calls.json("networkVolumes.update", "POST /networkvolumes/{networkVolumeId}/update", options, (init) => client.POST("/networkvolumes/{networkVolumeId}/update", { ...init, params: { path: { networkVolumeId } }, body }))
      }),
      delete: (networkVolumeId, options) => calls.empty("networkVolumes.delete", "DELETE /networkvolumes/{networkVolumeId}", options, (init) => client.DELETE("/networkvolumes/{networkVolumeId}", { ...init, params: { path: { networkVolumeId } } }))
    },
    templates: {
      list: (query, options) => calls.json("templates.list", "GET /templates", options, (init) => client.GET("/templates", { ...init, params: { query } })),
      create: (body, options) => calls.json("templates.create", "POST /templates", options, (init) => client.POST("/templates", { ...init, body })),
      get: (templateId, query, options) => calls.json("templates.get", "GET /templates/{templateId}", options, (init) => client.GET("/templates/{templateId}", { ...init, params: { path: { templateId }, query } })),
      update: (templateId, body, options) => calls.update("templates.update", options, {
        patch: () => calls.json("templates.update", "PATCH /templates/{templateId}", options, (init) => client.PATCH("/templates/{templateId}", { ...init, params: { path: { templateId } }, body })),
        post: () => calls.json("templates.update", "POST /templates/{templateId}/update", options, (init) => client.POST("/templates/{templateId}/update", { ...init, params: { path: { templateId } }, body }))
      }),
      delete: (templateId, options) => calls.empty("templates.delete", "DELETE /templates/{templateId}", options, (init) => client.DELETE("/templates/{templateId}", { ...init, params: { path: { templateId } } }))
    },
    containerRegistryAuths: {
      list: (query, options) => calls.json("containerRegistryAuths.list", "GET /containerregistryauth", options, (init) => client.GET("/containerregistryauth", { ...init, params: { query } })),
      create: (body, options) => calls.json("containerRegistryAuths.create", "POST /containerregistryauth", options, (init) => client.POST("/containerregistryauth", { ...init, body })),
      get: (containerRegistryAuthId, query, options) => calls.json("containerRegistryAuths.get", "GET /containerregistryauth/{containerRegistryAuthId}", options, (init) => client.GET("/containerregistryauth/{containerRegistryAuthId}", { ...init, params: { path: { containerRegistryAuthId }, query } })),
      delete: (containerRegistryAuthId, options) => calls.empty("containerRegistryAuths.delete", "DELETE /containerregistryauth/{containerRegistryAuthId}", options, (init) => client.DELETE("/containerregistryauth/{containerRegistryAuthId}", { ...init, params: { path: { containerRegistryAuthId } } }))
    },
    billing: {
      pods: (query, options) => calls.json("billing.pods", "GET /billing/pods", options, (init) => client.GET("/billing/pods", { ...init, params: { query } })),
      endpoints: (query, options) => calls.json("billing.endpoints", "GET /billing/endpoints", options, (init) => client.GET("/billing/endpoints", { ...init, params: { query } })),
      networkVolumes: (query, options) => calls.json("billing.networkVolumes", "GET /billing/networkvolumes", options, (init) => client.GET("/billing/networkvolumes", { ...init, params: { query } }))
    }
  };
}
function createSurfaces(_clientOf, _callsOf) {
  return {};
}
var documentNames = [
  "deleteEndpoint",
  "deleteTemplate",
  "deploy",
  "gpuTypes",
  "myself",
  "pod",
  "pods",
  "resume",
  "saveEndpoint",
  "saveTemplate",
  "stop",
  "terminate"
];
function toMessageText(text, maxLength = 2e3) {
  let line = text.slice(0, 8192).replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();
  return line.length <= maxLength && text.length < 8192 ? line : `${line.slice(0, maxLength - 1).replace(/\p{Cs}$/u, "")}\u2026`;
}
var _CloudComputeError = class _CloudComputeError2 extends Error {
  /** The name of the call, if there is one, precedes `problem` in the message. */
  constructor(code, problem, { operation, route, maybeSent: maybeSent2 = false, cause } = {}) {
    super(
      toMessageText(operation ? `${operation}: ${problem}` : problem),
      cause === void 0 ? void 0 : { cause }
    ), Object.assign(this, { code, operation, route, maybeSent: maybeSent2 });
  }
  /** What a log may keep: never a header, a body or a cause. */
  toJSON() {
    let { name, message } = this;
    return { name, message, ...this };
  }
};
_CloudComputeError.prototype.name = "CloudComputeError";
var CloudComputeError = _CloudComputeError;
var _InputError = class _InputError2 extends CloudComputeError {
  constructor(parameter, problem, call) {
    super("invalid_input", problem, call), this.parameter = parameter;
  }
};
_InputError.prototype.name = "InputError";
var InputError = _InputError;
var _ConnectionError = class _ConnectionError2 extends CloudComputeError {
  constructor(problem, call, status) {
    super("connection_failed", problem, call), this.status = status;
  }
};
_ConnectionError.prototype.name = "ConnectionError";
var ConnectionError = _ConnectionError;
var _TimeoutError = class _TimeoutError2 extends CloudComputeError {
  constructor(problem, timeout, call, job) {
    super("timeout", problem, call), this.timeout = timeout, this.job = job, this.cancellation = void 0;
  }
};
_TimeoutError.prototype.name = "TimeoutError";
var TimeoutError = _TimeoutError;
var _ResponseError = class _ResponseError2 extends CloudComputeError {
  constructor(problem, { status, headers, body }, call, code = "response_error") {
    super(code, problem, call), this.status = status, defineHidden(this, { headers, body });
  }
};
_ResponseError.prototype.name = "ResponseError";
var ResponseError = _ResponseError;
var _GraphQLError = class _GraphQLError2 extends CloudComputeError {
  constructor(problem, status, errors, data, call) {
    super("graphql_error", problem, call), this.status = status, defineHidden(this, { errors, data });
  }
};
_GraphQLError.prototype.name = "GraphQLError";
var GraphQLError = _GraphQLError;
var _JobError = class _JobError2 extends CloudComputeError {
  constructor(code, problem, job, call) {
    super(code, problem, call), this.job = job;
  }
};
_JobError.prototype.name = "JobError";
var JobError = _JobError;
function defineHidden(error, members) {
  for (let name in members)
    Object.defineProperty(error, name, { value: members[name] });
}
var EXPIRED = /* @__PURE__ */ Symbol("expired");
var platform = (act, delayMs) => {
  let timer = setTimeout(act, Math.max(0, delayMs));
  return () => clearTimeout(timer);
};
function withTimeout(timeoutMs, signal, act, timers = platform) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let controller, stop = (reason) => {
      release(), reject(reason), controller?.abort();
    }, clearTimer = timeoutMs < 1 / 0 ? timers(() => stop(EXPIRED), timeoutMs) : void 0, unlink = signal && onAbort(signal, () => stop(signal.reason)), release = () => {
      clearTimer?.(), unlink?.();
    };
    act(() => (controller ??= new AbortController()).signal).then(resolve, reject).finally(release);
  });
}
async function sleep(delayMs, signal, timers) {
  await withTimeout(delayMs, signal, () => new Promise(() => {
  }), timers).catch(
    (reason) => {
      if (reason !== EXPIRED) throw reason;
    }
  );
}
var callbacks = /* @__PURE__ */ new WeakMap();
function onAbort(signal, act) {
  let waiting = callbacks.get(signal) ?? /* @__PURE__ */ new Set();
  return callbacks.set(signal, waiting.add(act)), signal.addEventListener("abort", callAll), () => {
    waiting.delete(act), waiting.size === 0 && signal.removeEventListener("abort", callAll);
  };
}
function callAll() {
  callbacks.get(this)?.forEach((act) => act());
}
function lazy(load) {
  let part;
  return async (operation, signal) => part ??= await withTimeout(
    1 / 0,
    signal,
    () => load().catch((cause) => {
      let message = "a file of cloud-compute-sdk could not be loaded";
      throw new ConnectionError(message, { operation, cause });
    })
  );
}
function createGraphql(settings, send) {
  let load = lazy(() => Promise.resolve().then(() => __toESM(require("./client-document-XIDPTPZC.js")))), call = async (name, document, variables, options = {}) => {
    let { sendDocument } = await load(`graphql.${name}`, options.signal);
    return sendDocument(settings, send, name, document, variables, options);
  }, client = {
    request: call.bind(null, "request")
  };
  for (let name of documentNames)
    client[name] = call.bind(null, name, void 0);
  return client;
}
function check(holds, parameter, problem, call) {
  if (!holds) throw new InputError(parameter, `${parameter} ${problem}`, call);
}
function checkPresent(value, option, variable, operation) {
  let problem = `is missing: set the option \`${option}\` or the environment variable ${variable}`;
  check(!!value, option, problem, { operation });
}
function refuseUnsendable(parameter, error, call) {
  let [line = ""] = String(error).split(`
`), problem = `cannot be sent${/^(Type|URI|Range)E/.test(line) ? `: ${line}` : ""}`;
  check(false, parameter, problem, { ...call, cause: error });
}
function checkKey(key) {
  check(
    typeof key == "string" && /^[\x21-\x7e]+$/.test(key),
    "apiKey",
    "must be printable ASCII without spaces"
  );
}
function checkHeaders(headers, call) {
  if (!headers) return;
  let entries = Array.isArray(headers) ? headers : Object.entries(headers);
  for (let entry of entries)
    try {
      new Headers([entry]);
    } catch {
      let problem = `hold a header that cannot be sent: ${JSON.stringify(entry[0])}`;
      check(false, "headers", problem, call);
    }
}
function checkMilliseconds(name, value = 1, call) {
  check(
    typeof value == "number" && value > 0 && value < 2 ** 31,
    name,
    "must be a positive number of milliseconds below 2^31",
    call
  );
}
function checkWhole(name, value, min, call) {
  check(
    Number.isInteger(value) && value >= min,
    name,
    `must be a whole number, ${min} or more`,
    call
  );
}
function checkUpdateMethod(value, call) {
  check(
    value === "patch" || value === "post",
    "updateMethod",
    'must be "patch" or "post"',
    call
  );
}
function piecesOf(secrets) {
  let runs = /* @__PURE__ */ new Set(), alphabet = /* @__PURE__ */ new Set();
  for (let secret of secrets)
    for (let { text } of decodingsOf(secret)) {
      let lower = lowerAscii(text);
      for (let at = 0; at + 8 <= lower.length; at++)
        runs.add(lower.slice(at, at + 8));
      for (let at = 0; at < lower.length; at++)
        alphabet.add(lower.charCodeAt(at));
    }
  return { runs, alphabet };
}
function redactText(text, pieces, replacement) {
  if (pieces.runs.size === 0) return text;
  let spans = [];
  for (let decoded of decodingsOf(text))
    findPieces(decoded, text.length, pieces, spans);
  return replaceSpans(text, spans, replacement);
}
function originalStart({ starts }, at, originalLength) {
  return starts ? starts[at] ?? originalLength : at;
}
function findPieces(decoded, originalLength, { runs, alphabet }, spans) {
  let text = lowerAscii(decoded.text), last;
  for (let at = 0; at + 8 <= text.length; at++) {
    let end = at + 8;
    if (!alphabet.has(text.charCodeAt(end - 1))) {
      at = end - 1;
      continue;
    }
    if (!runs.has(text.slice(at, end))) continue;
    let start = originalStart(decoded, at, originalLength), stop = originalStart(decoded, end, originalLength);
    last && start <= last.end ? last.end = stop : spans.push(last = { start, end: stop });
  }
}
var ESCAPE = /\\+u(?<unicode>[0-9a-f]{4})|\\+(?<plain>[^])|%(?<percent>[0-9a-f]{2})|&#(?<decimal>\d{1,6});|&#x(?<hex>[0-9a-f]{1,5});|&(?<name>amp|lt|gt|quot|apos);/gi;
var NAMED = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'"
};
function* decodingsOf(text) {
  let decoded = { text, starts: void 0 };
  for (let times = 0; decoded && times <= 4; times++)
    yield decoded, decoded = decodeOnce(decoded, text.length);
}
function decodeOnce(decoded, originalLength) {
  let parts = [], starts = [], end = 0, keepUpTo = (at) => {
    parts.push(decoded.text.slice(end, at));
    for (let each = end; each < at; each++)
      starts.push(originalStart(decoded, each, originalLength));
  };
  for (let match of decoded.text.matchAll(ESCAPE))
    keepUpTo(match.index), parts.push(decodeEscape(match.groups ?? {})), starts.push(originalStart(decoded, match.index, originalLength)), end = match.index + match[0].length;
  if (end !== 0)
    return keepUpTo(decoded.text.length), { text: parts.join(""), starts };
}
function decodeEscape(groups) {
  let { unicode, plain, percent, decimal, hex, name } = groups;
  return plain !== void 0 ? plain : name !== void 0 ? NAMED[name.toLowerCase()] ?? "" : decimal !== void 0 ? String.fromCharCode(Number(decimal)) : String.fromCharCode(parseInt(unicode ?? percent ?? hex ?? "", 16));
}
function replaceSpans(text, spans, replacement) {
  let sorted = [...spans].sort((one, other) => one.start - other.start), result = "", end = -1;
  for (let span of sorted)
    span.start > end && (result += text.slice(Math.max(end, 0), span.start) + replacement), end = Math.max(end, span.end);
  return result + text.slice(Math.max(end, 0));
}
function lowerAscii(text) {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
var KeyRing = class {
  /** The most recent key is the last. */
  #keys = /* @__PURE__ */ new Set();
  #characters = 0;
  #pieces;
  /** Remembers a key. Forgets the oldest keys where all together are longer than `MAX_CHARACTERS`. */
  learn(key) {
    if (this.#keys.delete(key)) {
      this.#keys.add(key);
      return;
    }
    this.#keys.add(key), this.#characters += key.length, this.#pieces = void 0;
    for (let oldest of this.#keys) {
      if (this.#characters <= MAX_CHARACTERS || oldest === key) break;
      this.#keys.delete(oldest), this.#characters -= oldest.length;
    }
  }
  /** Redacts every key that the client remembers. */
  redact = (value) => redactValue(value, this.#pieces ??= piecesOf(this.#keys));
  /** Redacts the keys of one call as well, even if many other calls have used other keys since. */
  redactWith(callKeys) {
    let pieces;
    return (value) => [...callKeys].every((key) => this.#keys.has(key)) ? this.redact(value) : (pieces ??= piecesOf(/* @__PURE__ */ new Set([...this.#keys, ...callKeys])), redactValue(value, pieces));
  }
};
var MAX_CHARACTERS = 2 ** 16;
function redactHeaders(headers, redact) {
  let copy = new Headers();
  for (let [name, value] of headers)
    redact(name) === name && copy.append(name, redact(value));
  return copy;
}
function redactValue(value, pieces) {
  if (typeof value == "string") return redactText(value, pieces, "[key]");
  try {
    return JSON.parse(redactText(JSON.stringify(value), pieces, "[key]"));
  } catch {
    return;
  }
}
var MIN_VALUE_LENGTH = 6;
function redactBody(text, body) {
  let sent = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  if (typeof sent != "string") return text;
  let values = [sent];
  return parse(sent, (_, value) => (values.push(String(value)), value)), values.filter((value) => value.length >= MIN_VALUE_LENGTH).sort((a, b) => b.length - a.length).reduce((rest, value) => rest.replaceAll(value, "[value]"), text);
}
function parse(text, reviver) {
  try {
    return JSON.parse(text ?? "", reviver);
  } catch {
    return;
  }
}
var MAX_CAUSE_DEPTH = 6;
function safeCause(value, redact, depth = 0) {
  if (typeof value == "string") return redact(value);
  if (typeof value != "function") {
    if (typeof value != "object" || value === null) return value;
    try {
      let isError = value instanceof Error, prototype = Object.getPrototypeOf(value), isPlain = isError || [Object.prototype, Array.prototype, null].includes(prototype);
      if (depth > MAX_CAUSE_DEPTH || !isPlain) return;
      let copy = isError ? new Error() : emptyLike(value);
      Object.setPrototypeOf(copy, prototype);
      let isSame = true;
      for (let name of Reflect.ownKeys(value)) {
        let member = Reflect.get(value, name), safeMember = safeCause(member, redact, depth + 1), safeName = typeof name == "string" ? redact(name) : name;
        isSame &&= safeMember === member && safeName === name, Reflect.defineProperty(copy, safeName, {
          value: safeMember,
          enumerable: Object.prototype.propertyIsEnumerable.call(value, name)
        });
      }
      return isSame ? value : copy;
    } catch {
      return;
    }
  }
}
function emptyLike(value) {
  return Array.isArray(value) ? [] : {};
}
function resolveAddress(option, variable, value, allowInsecureHttp) {
  let base = value ? checkAddress(option, variable, value, allowInsecureHttp) : "";
  return {
    base,
    require: (operation) => (checkPresent(base, option, variable, operation), base),
    hint: hintFor(option, base)
  };
}
function hintFor(option, base) {
  return option === "baseUrl" && !base.endsWith("/v1") ? "baseUrl usually ends in /v1" : option === "publicBaseUrl" && base.endsWith("/v2") ? "publicBaseUrl must not end in /v2" : "";
}
function checkAddress(option, variable, value, allowInsecureHttp) {
  let isGraphql = option === "graphqlUrl", isText = typeof value == "string", url = new URL(isText && URL.canParse(value) ? value : "none:"), isPlain = url.protocol.startsWith("http") && !(url.username || url.password || value.includes("#")) && !(isGraphql ? url.searchParams.has("api_key") : value.includes("?")), forbidden = isGraphql ? "fragment or api_key" : "query or fragment", source = `(or ${variable})`;
  return check(
    isPlain,
    option,
    `${source} must be an http or https address without credentials, ${forbidden}`
  ), check(
    url.protocol === "https:" || LOOPBACK_HOST.test(url.hostname) || allowInsecureHttp,
    option,
    `${source} would send the key unencrypted: use https or \`allowInsecureHttp: true\``
  ), isGraphql ? url.href : url.href.replace(/\/+$/, "");
}
var LOOPBACK_HOST = /^((.+\.)?localhost|\[::1\]|127(\.\d+){3})$/;
function findSurface(url, addresses) {
  let found;
  for (let name in addresses) {
    let { base } = addresses[name], isLonger = !found || base.length > addresses[found].base.length;
    base && isLonger && isWithin(url.href, base) && (found = name);
  }
  return found;
}
function isWithin(url, base) {
  let start = base.replace(/\/*(\?.*)?$/, "");
  return url.startsWith(start) && /^([/?#]|$)/.test(url.slice(start.length));
}
function fillPath(template, valueOf, call) {
  return template.replace(
    /\{([^{}]+)\}/g,
    (_, name) => segment(name, valueOf(name), call)
  );
}
function segment(name, value, call) {
  return check(
    typeof value == "string" && /^(?!\.{0,2}$)\P{Surrogate}*$/u.test(value),
    name,
    'must be a well-formed string other than "", "." and ".."',
    call
  ), encodeURIComponent(value);
}
function createFetch(settings, send) {
  return async (input, init = {}) => {
    let request = await readArguments(settings, input, init);
    return toResponse(await send(request), request);
  };
}
async function readArguments(settings, input, init) {
  let { addresses } = settings, { body, timeout, retries } = init, signal = init.signal ?? (isRequest(input) ? input.signal : void 0), isStream = body instanceof ReadableStream, address = isRequest(input) ? input.url : String(input), url = new URL(URL.canParse(address) ? address : "none:");
  url.hash = "";
  let surface = findSurface(url, addresses);
  check(
    surface !== void 0,
    "input",
    "must be an address under one of the configured addresses (baseUrl, publicBaseUrl, graphqlUrl)",
    { operation: "fetch" }
  ), url.searchParams.has("api_key") && url.searchParams.delete("api_key");
  let written = writePlatformRequest(input, init, isStream), { method } = written, headers = Object.fromEntries(written.headers);
  return {
    call: {
      surface,
      operation: "fetch",
      route: `${method} ${surface === "graphql" ? "/graphql" : "/{path}"}`,
      hint: addresses[surface].hint
    },
    method,
    url: url.href,
    body: isStream ? body : await readBody(written, { signal, timeout }, settings, "fetch"),
    safe: method === "GET" || method === "HEAD",
    streamResponse: true,
    options: { signal, timeout, retries, headers }
  };
}
function isRequest(input) {
  return input instanceof Request;
}
function writePlatformRequest(input, { method, headers, body }, isStream) {
  let init = { signal: null };
  method !== void 0 && (init.method = method), headers !== void 0 && (init.headers = headers), body !== void 0 && !isStream && (init.body = body);
  let call = { operation: "fetch" };
  checkHeaders(headers, call);
  try {
    return new Request(input, init);
  } catch (error) {
    refuseUnsendable("init", error, call);
  }
}
async function readBody(request, options, settings, operation) {
  if (!request.body) return;
  let { signal, timeout = settings.timeout } = options, read = () => request.arrayBuffer();
  try {
    return new Uint8Array(
      await withTimeout(timeout, signal ?? void 0, read)
    );
  } catch (error) {
    if (error !== EXPIRED) throw error;
    let message = `the body of the request could not be read in time (timeout: ${timeout} ms)`;
    throw new TimeoutError(message, timeout, { operation });
  }
}
var NULL_BODY_STATUSES = [204, 205, 304];
function toResponse(response, request) {
  let { status, headers, content, stream, redact } = response, whole = stream ? linkAbort(stream, response, request) : content, hasBody = whole && !NULL_BODY_STATUSES.includes(status), isStatusValid = status >= 200 && status < 600, result = new Response(hasBody ? whole : null, {
    status: isStatusValid ? status : 502,
    headers: redactHeaders(headers, redact)
  });
  return isStatusValid || Object.defineProperty(result, "status", { value: status }), result;
}
function linkAbort(stream, response, request) {
  let { signal } = request.options, reader = stream.getReader(), release = () => {
    reader.cancel().catch(() => {
    });
  }, unlink;
  return new ReadableStream(
    {
      start: (controller) => {
        if (!signal) return;
        let abort = () => {
          unlink?.(), controller.error(signal.reason), release();
        };
        signal.aborted ? abort() : unlink = onAbort(signal, abort);
      },
      pull: async (controller) => {
        try {
          let { done, value } = await reader.read();
          if (signal?.aborted) return;
          done ? (unlink?.(), controller.close()) : controller.enqueue(value);
        } catch (error) {
          throw unlink?.(), brokenStream(error, response, request.call);
        }
      },
      cancel: () => {
        unlink?.(), release();
      }
    },
    { highWaterMark: 0 }
  );
}
function brokenStream(error, response, { operation, route }) {
  let { status } = response, cause = safeCause(error, (text) => response.redactAll(text));
  return new ConnectionError(
    `${route}: the response with status ${status} broke off`,
    { operation, route, maybeSent: true, cause },
    status
  );
}
var VERSION = "0.1.0";
function writeRequest(settings, request, key, signal) {
  let { method, url, body, safe, call, options } = request, headers = { ...DEFAULT_HEADERS }, init = { method, headers, signal, redirect: "manual" };
  typeof body == "string" && (headers["content-type"] = "application/json"), body !== void 0 && (init.body = body), body instanceof ReadableStream && Object.assign(init, { duplex: "half" });
  for (let own of [settings.headers, options.headers])
    for (let name in own)
      own[name] !== void 0 && (headers[name.toLowerCase()] = own[name]);
  if (safe || preventRuntimeRetry(init), call.surface === "graphql") {
    let separator = url.includes("?") ? "&" : "?";
    return [`${url}${separator}api_key=${encodeURIComponent(key)}`, init];
  }
  return headers.authorization = `Bearer ${key}`, [url, init];
}
function preventRuntimeRetry(init) {
  "Deno" in globalThis && !(init.body instanceof ReadableStream) && (init.body = new Blob([init.body ?? ""])), "Bun" in globalThis && init.method === "DELETE" && (init.keepalive = false);
}
var isBrowser = "document" in globalThis || "importScripts" in globalThis;
var DEFAULT_HEADERS = isBrowser ? { accept: "application/json" } : {
  accept: "application/json",
  "user-agent": `cloud-compute-sdk/${VERSION}`
};
function maybeSent(status, retryAfterMs) {
  return !(status >= 400 && status < 500 && status !== 408) && (status !== 503 || retryAfterMs === void 0);
}
var RETRYABLE_STATUSES = [408, 425, 429, 500, 502, 503, 504];
function mayRetry(safe, ended) {
  let { status } = ended;
  return status !== void 0 && !RETRYABLE_STATUSES.includes(status) ? false : safe || !(ended.maybeSent || status === 425);
}
function retryDelay(attempt2, retryAfterMs, random) {
  return retryAfterMs ?? random * Math.min(8e3, 250 * 2 ** attempt2);
}
var MAX_RETRY_AFTER_MS = 864e5;
function parseRetryAfter(value, now) {
  if (value === null) return;
  let delayMs = delayOf(value.trim(), now);
  return delayMs >= 0 ? Math.min(delayMs, MAX_RETRY_AFTER_MS) : void 0;
}
function delayOf(text, now) {
  return /^\d+$/.test(text) ? Number(text) * 1e3 : new Date(text).toUTCString() === text ? Math.max(0, Date.parse(text) - now) : NaN;
}
var CONNECT_FAILURE = /\b(connect|getaddrinfo) (ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT|EADDRNOTAVAIL|EACCES|EPERM|ENOTFOUND|EAI_[A-Z]+)\b/;
var CONNECT_CODE = /^(ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;
var HANDSHAKE_CODE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|ERR_TLS_CERT_ALTNAME_INVALID|ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION|ERR_SSL_(SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE|ERR_SSL_UNSUPPORTED_PROTOCOL)$/;
var CONNECT_MESSAGE = /client error \(Connect\)|^bad port$|before secure TLS connection was established|Unable to connect\. Is the computer able/;
function neverSent(error, depth = 0) {
  if (!(error instanceof Error) || depth > 5) return false;
  let { code, syscall, message, cause, errors } = error, name = String(code);
  if (typeof syscall == "string")
    return CONNECT_FAILURE.test(`${syscall} ${name}`);
  if (CONNECT_CODE.test(name) || HANDSHAKE_CODE.test(name)) return true;
  let text = message ?? "";
  return CONNECT_FAILURE.test(text) || CONNECT_MESSAGE.test(text) ? true : (Array.isArray(errors) && errors.length > 0 ? Array.from(errors) : [cause]).every((one) => neverSent(one, depth + 1));
}
var MAX_BODY_BYTES = 2 ** 28;
var MAX_FAILURE_BYTES = 2 ** 16;
var FAILURE_TIMEOUT_MS = 5e3;
var LightResponse = class {
  status;
  ok;
  /** The headers; those about the body describe it as it is held here: decoded, and of this length. */
  headers;
  /** The body; undefined when the body is a stream or longer than is ever read. In a failure, the key is redacted. */
  content;
  /** The unread body of a success whose request asked for a stream; null when there is no body. */
  stream;
  /** What a valid Retry-After asks for, in milliseconds. */
  retryAfterMs;
  /** Whether the service may have carried the call out, in this attempt or an earlier one. */
  maybeSent;
  /** Redacts the key. */
  redact;
  #request;
  #parsed;
  /** Wraps a response whose body has been read as `content`, or is left unread. */
  constructor(response, content, request, redact) {
    let { status, ok, headers, body } = response, isStream = ok && request.streamResponse, retryAfter = headers.get("retry-after");
    this.status = status, this.ok = ok, this.content = ok ? content : redact(content), this.headers = request.method === "HEAD" ? headers : headersOf(response, this.content), this.stream = isStream ? body : void 0, this.retryAfterMs = parseRetryAfter(retryAfter, Date.now()), this.maybeSent = maybeSent(status, this.retryAfterMs), this.redact = redact, this.#request = request;
  }
  /** The body as JSON where it is JSON; parsed once. */
  get parsed() {
    return this.#parsed ??= parseBody(this), this.#parsed;
  }
  text() {
    return Promise.resolve(this.content ?? "");
  }
  json() {
    return Promise.resolve(this.parsed.value);
  }
  /** Redacts the key, and what the request has sent. */
  redactAll(text) {
    return redactBody(this.redact(text), this.#request.body);
  }
};
function parseBody({ ok, headers, content }) {
  let value = !ok || isJsonType(headers.get("content-type")) ? parse(content) : void 0, isJson = value !== void 0;
  return { isJson, value: isJson ? value : content };
}
function isJsonType(contentType) {
  return !contentType || /[/+]json\b/i.test(contentType);
}
function headersOf({ ok, headers }, content) {
  let length = headers.get("content-length"), isUnchanged = ok && !headers.has("content-encoding");
  if (isUnchanged && content === void 0 || isUnchanged && content && length !== null || content === "" && (length === null || length === "0")) return headers;
  let copy = new Headers(headers);
  if (copy.delete("content-encoding"), copy.delete("transfer-encoding"), copy.delete("content-length"), content) {
    let bytes = new TextEncoder().encode(content);
    copy.set("content-length", String(bytes.length));
  }
  return copy;
}
async function readText(response, signal) {
  let { ok, headers, body } = response, length = Number(headers.get("content-length") ?? NaN);
  if (ok && length <= MAX_BODY_BYTES && !headers.has("content-encoding"))
    return response.text();
  let reader = body?.getReader();
  if (!reader) return "";
  let decoder = new TextDecoder(), text = "", remainingBytes = ok ? MAX_BODY_BYTES : MAX_FAILURE_BYTES, read = async () => {
    for (; remainingBytes >= 0; ) {
      let { done, value } = await reader.read();
      if (text += decoder.decode(value, { stream: !done }), done) return;
      remainingBytes -= value.byteLength;
    }
  };
  try {
    await (ok ? read() : withTimeout(FAILURE_TIMEOUT_MS, signal, read));
  } catch (reason) {
    if (ok || signal.aborted) throw reason;
  }
  return reader.cancel().catch(() => {
  }), ok ? remainingBytes < 0 ? void 0 : text : text.slice(0, MAX_FAILURE_BYTES);
}
function acceptResponse(settings, response, call, expects) {
  notifyDriftWatcher(settings, response, call, expects), checkContent(response, call, expects);
}
function notifyDriftWatcher({ drift, warn }, response, { surface, operation, route }, expects) {
  if (!drift) return;
  let { status, ok, content, parsed, redact } = response, value = !ok || expects.startsWith("json") ? parsed.value : void 0;
  drift({ surface, operation, route, status, value, isEmpty: content === "", redact, warn });
}
function checkContent(response, call, expects) {
  let problem = problemOf(response, expects);
  if (problem !== "") throw responseError(response, call, problem);
}
function problemOf(response, expects) {
  let { ok, headers, content, stream } = response;
  if (!ok) return "";
  if (content === void 0 && stream === void 0)
    return "a body larger than 256 MiB";
  if (expects === "anything") return "";
  let type = headers.get("content-type"), wrongType = `${toMessageText((type ?? "").replace(/;.*/, ""), 60)} instead of JSON`;
  if (expects === "nothing")
    return content && /\bhtml\b/i.test(type ?? "") ? wrongType : "";
  let { isJson, value } = response.parsed;
  return isJson && (value !== null || expects === "json if any") || content === "" && expects === "json if any" ? "" : content === "" || isJson ? "an empty or null body instead of JSON" : isJsonType(type) ? "JSON that cannot be parsed" : wrongType;
}
function responseError(response, call, problem = "") {
  let { route, hint } = call, { status, headers, parsed, maybeSent: maybeSent2, redact } = response, held = problem && ` with ${redact(problem)}`, reason = toMessageText(reasonOfStatus(response, problem), 300), message = `${route} answered ${status}${held}${reason && `: ${reason}`}`, isAddressWrong = hint !== "" && (problem !== "" || status === 404);
  return new ResponseError(
    isAddressWrong ? `${message} (${hint})` : message,
    {
      status,
      headers: redactHeaders(headers, redact),
      // The body of a failure is redacted already.
      body: problem ? redactedBody(response) : parsed.value
    },
    { ...call, maybeSent: maybeSent2 },
    problem ? "invalid_response" : void 0
  );
}
function redactedBody({ content, parsed, redact }) {
  return content !== void 0 && content.length > MAX_FAILURE_BYTES ? redact(content.slice(0, MAX_FAILURE_BYTES)) : redact(parsed.value);
}
function reasonOfStatus(response, problem) {
  let { status, parsed } = response;
  return !problem && status < 400 ? "redirect not followed" : problem && typeof parsed.value == "string" ? "" : response.redactAll(reasonOf(parsed.value));
}
function reasonOf(value, depth = 0) {
  if (typeof value == "string") return /^\s*</.test(value) ? "" : value;
  if (typeof value != "object" || value === null || depth > 3) return "";
  for (let name of ["message", "error", "detail", "title", "errors", 0]) {
    let reason = reasonOf(Reflect.get(value, name), depth + 1);
    if (reason) return reason;
  }
  return "";
}
async function attempt(settings, request, timeoutMs, callKeys) {
  let redact = settings.keys.redactWith(callKeys), begun = performance.now(), { controls = {}, body } = request, { signal } = request.options, isSent = false, brokenStatus;
  try {
    let apiKey = settings.apiKey(), key = typeof apiKey == "string" ? apiKey : await withTimeout(timeoutMs, signal, async () => apiKey);
    checkKey(key), settings.keys.learn(key), callKeys.add(key);
    let remainingMs = timeoutMs - (performance.now() - begun);
    return isSent = true, controls.finishAfterSend && (signal = void 0), await withTimeout(remainingMs, signal, async (ownSignal) => {
      let own = ownSignal(), [url, init] = writeRequest(settings, request, key, own), response = await followRedirects(settings.fetch, url, init);
      brokenStatus = response.status;
      let content = response.ok && request.streamResponse ? void 0 : await readText(response, own);
      return new LightResponse(response, content, request, redact);
    });
  } catch (error) {
    if (signal?.throwIfAborted(), !isSent && error !== EXPIRED) throw error;
    return {
      cause: safeCause(error, (text) => redactBody(redact(text), body)),
      brokenStatus,
      // A response that has begun proves that the request was sent.
      maybeSent: isSent && (brokenStatus !== void 0 || !neverSent(error))
    };
  }
}
var MAX_REDIRECTS = 5;
async function followRedirects(fetch, url, init, remaining = MAX_REDIRECTS) {
  let response = await fetch(url, init), target = init.method === "GET" && remaining > 0 ? redirectTarget(response, url) : void 0;
  return target === void 0 ? response : (await response.body?.cancel(), init.signal?.throwIfAborted(), followRedirects(fetch, target, init, remaining - 1));
}
function redirectTarget({ status, headers }, from) {
  let location = headers.get("location");
  if (![301, 302, 303, 307, 308].includes(status) || !location || !URL.canParse(location, from))
    return;
  let { href } = new URL(location, from);
  return href.startsWith(new URL("/", from).href) ? href : void 0;
}
function createSend(settings) {
  return async (request) => {
    let { call, safe, options, controls = {} } = request, { operation, route } = call, {
      signal,
      timeout = settings.timeout,
      retries = settings.retries
    } = options;
    checkMilliseconds("timeout", timeout, call), checkWhole("retries", retries, 0, call), signal?.throwIfAborted();
    let maxRetries = request.body instanceof ReadableStream ? 0 : retries, attemptTimeout = safe && maxRetries > 0 ? settings.attemptTimeout : 1 / 0, deadline = performance.now() + timeout, maybeSent2 = false, callKeys = /* @__PURE__ */ new Set();
    for (let number = 1; ; number++) {
      let begun = performance.now(), remainingMs = deadline - begun;
      settings.onRequest({ operation, route, attempt: number });
      let ended = await attempt(
        settings,
        request,
        Math.min(attemptTimeout, remainingMs),
        callKeys
      ), durationMs = performance.now() - begun, { status } = ended, event = { operation, route, attempt: number, status, durationMs };
      settings.onResponse(event), maybeSent2 ||= ended.maybeSent;
      let delay = delayBeforeRetry(request, ended, number, maxRetries), neededMs = safe ? 0 : durationMs;
      if (!(performance.now() + delay + neededMs < deadline && (settings.onRetry({ ...event, delay }), await sleep(delay, signal), await controls.beforeRetry?.(deadline - performance.now()), performance.now() < deadline))) {
        if (!(ended instanceof LightResponse)) {
          let limit = attemptTimeout < remainingMs ? { option: "attemptTimeout", milliseconds: attemptTimeout } : { option: "timeout", milliseconds: timeout };
          throw failureError(request, ended, maybeSent2, limit);
        }
        return ended.maybeSent = maybeSent2, ended;
      }
    }
  };
}
function delayBeforeRetry({ safe }, ended, attempts, maxRetries) {
  let isResponse = ended instanceof LightResponse;
  if (attempts > maxRetries || !mayRetry(safe, ended)) return 1 / 0;
  let retryAfterMs = isResponse ? ended.retryAfterMs : void 0;
  return retryDelay(attempts, retryAfterMs, Math.random());
}
function failureError(request, failure, maybeSent2, { option, milliseconds }) {
  let { cause, brokenStatus } = failure, { operation, route } = request.call, { lostNote = "" } = request.controls ?? {}, call = { operation, route, maybeSent: maybeSent2 }, note = maybeSent2 ? lostNote : "";
  if (cause === EXPIRED) {
    let message2 = `${route} had no response in time (${option}: ${milliseconds} ms)${note}`;
    return new TimeoutError(message2, milliseconds, call);
  }
  let message = `${route}: ${describe(failure)}${note}`;
  return new ConnectionError(message, { ...call, cause }, brokenStatus);
}
function describe({ maybeSent: maybeSent2, brokenStatus }) {
  return maybeSent2 ? brokenStatus !== void 0 ? `the response with status ${brokenStatus} broke off` : "the connection was lost before a response came" : "no connection could be made";
}
var loadJobParts = lazy(
  () => Promise.resolve().then(() => __toESM(require("./client-lazy-parts-DO7RCDCX.js")))
);
function createDownload({ fetch }) {
  return Object.assign(async (output, options = {}) => (await loadJobParts("download", options.signal)).openFile(fetch, output, options), { toFile: async (output, path, options = {}) => (await loadJobParts("download", options.signal)).saveFile(fetch, output, path, options) });
}
function outputsOf({ output, delayTime = 0, executionTime = 1 / 0 }, submittedAt = 1 / 0) {
  let madeAt = Math.min(submittedAt + delayTime + executionTime, Date.now()), members = Object(output);
  return ["image", "video", "audio"].flatMap((kind) => {
    let url = members[`${kind}_url`];
    return typeof url != "string" ? [] : { kind, url, expiresAt: madeAt + 6048e5 };
  });
}
var TrackedJob = class {
  service;
  data;
  /** When the job was submitted, on the clock of `performance.now()`; undefined if that is not known. */
  submittedAt;
  /**
   * When this client received the response to the submit, on the clock of `performance.now()`; -Infinity if another
   * handle submitted the job. For a moment after the response the service may not know the job yet.
   */
  acceptedAt;
  /** The result, once a wait has seen the job COMPLETED. */
  completed;
  /** `isNew` is true for a job that this client has just submitted. */
  constructor(service, data, isNew) {
    this.service = service, this.data = data, this.acceptedAt = isNew ? performance.now() : -1 / 0, this.submittedAt = data.submittedAt === void 0 ? void 0 : performance.now() - Math.max(0, Date.now() - data.submittedAt);
  }
  /** Asks for the state of the job once. */
  pollStatus(options) {
    let { slug, id } = this.data;
    return this.service.jobs.status(slug, id, {}, options);
  }
  /** Cancels the job as soon as the rate limiter permits. */
  cancel(options = {}) {
    let { slug, id } = this.data, { limiters, jobsWith } = this.service, { signal } = options, rank = performance.now();
    return limiters.get("cancel", slug).run(
      { rank, timeoutMs: 1 / 0, signal },
      (reacquire) => jobsWith({ beforeRetry: reacquire }).cancel(slug, id, options)
    );
  }
};
function createJob(service, data, isNew = false) {
  checkJobData(data);
  let { slug, id, submittedAt } = data, job = new TrackedJob(service, data, isNew), wait = async (options = {}) => {
    let { waitUntilCompleted } = await loadParts(options);
    return waitUntilCompleted(job, options);
  };
  return {
    slug,
    id,
    status: (options) => job.pollStatus(options),
    wait,
    watch: async function* (options = {}) {
      let { watchStatus } = await loadParts(options);
      yield* watchStatus(job, options);
    },
    stream: async function* (options = {}) {
      let { streamPieces } = await loadParts(options);
      yield* streamPieces(job, options);
    },
    outputs: async (options) => outputsOf(job.completed ?? await wait(options), submittedAt),
    cancel: (options) => job.cancel(options),
    retry: (options) => service.jobs.retry(slug, id, options),
    toJSON: () => data
  };
}
function loadParts({ signal, onAbort: onAbort2 }) {
  return loadJobParts("job.wait", onAbort2 === "cancel" ? void 0 : signal);
}
function checkJobData(data) {
  let { slug, id, submittedAt, ttl } = Object(data);
  segment("slug", slug), segment("id", id);
  for (let [name, value = 0] of Object.entries({ submittedAt, ttl }))
    check(
      Number.isFinite(value) && value >= 0,
      name,
      "must be a number, 0 or more",
      { operation: "cloud.job" }
    );
}
var PriorityQueue = class {
  #items = [];
  get first() {
    return this.#items[0];
  }
  add(item) {
    this.#items.splice(this.#indexAfter(item.rank), 0, item);
  }
  /** Removes and returns the first item. */
  shift() {
    return this.#items.shift();
  }
  /** Removes an item from wherever it is. Returns false if the queue does not hold the item. */
  remove(item) {
    let index = this.#indexAfter(item.rank);
    for (; this.#items[--index]?.rank === item.rank; )
      if (this.#items[index] === item)
        return this.#items.splice(index, 1), true;
    return false;
  }
  /** The index after the last item of this rank or a lower one. A binary search, because thousands of items may wait. */
  #indexAfter(rank) {
    let [low, high] = [0, this.#items.length];
    for (; low < high; ) {
      let middle = low + high >> 1;
      (this.#items[middle]?.rank ?? 1 / 0) <= rank ? low = middle + 1 : high = middle;
    }
    return low;
  }
};
var MAX_DELAY_MS = 2 ** 31 - 1;
var SharedTimer = class {
  #calls = new PriorityQueue();
  /** The call that the timer of the platform is set for. */
  #target;
  #platformTimer;
  /**
   * Calls `callback` once after `delayMs` milliseconds. The function that it returns cancels the call.
   *
   * This is a bound function, so it can be passed on without the timer.
   */
  schedule = (callback, delayMs) => {
    let call = { rank: performance.now() + delayMs, callback };
    return this.#calls.add(call), this.#setPlatformTimer(), () => {
      this.#calls.remove(call), this.#setPlatformTimer();
    };
  };
  #setPlatformTimer() {
    let { first } = this.#calls;
    if (first === this.#target || (clearTimeout(this.#platformTimer), this.#target = first, !first)) return;
    let delayMs = Math.max(0, first.rank - performance.now());
    this.#platformTimer = setTimeout(
      () => this.#runDueCalls(),
      Math.min(MAX_DELAY_MS, delayMs)
    );
  }
  #runDueCalls() {
    this.#target = void 0;
    try {
      for (; (this.#calls.first?.rank ?? 1 / 0) <= performance.now(); )
        this.#calls.shift()?.callback();
    } finally {
      this.#setPlatformTimer();
    }
  }
};
var WINDOW_MS = 1e4;
var NoSlotError = class extends Error {
};
var WaitingCall = class {
  rank;
  #resolve;
  cancelTimer;
  unlisten;
  constructor(rank, resolve) {
    this.rank = rank, this.#resolve = resolve;
  }
  /** Ends the wait: with a slot, or without one because there was none in time. */
  end(hasSlot) {
    this.stopListening(), this.#resolve(hasSlot);
  }
  stopListening() {
    this.cancelTimer?.(), this.unlisten?.();
  }
};
var RateLimiter = class {
  #maxConcurrent;
  #maxPerWindow;
  #timer;
  #waiting = new PriorityQueue();
  /**
   * The free slots of the window: the time from which each may be used, the earliest first. A call in progress holds a
   * slot that is not in this list.
   */
  #slots;
  #cancelTimer;
  constructor({ maxConcurrent, maxPerWindow }, timer) {
    this.#maxConcurrent = maxConcurrent, this.#maxPerWindow = maxPerWindow, this.#timer = timer, this.#slots = Array(maxPerWindow).fill(0);
  }
  /**
   * Resolves with true when there is a slot for a call; the caller must `release` the slot when the call has ended.
   * Resolves with false when there is no slot in time. Rejects with the reason of the signal as soon as that aborts.
   */
  acquire({ rank, timeoutMs, signal }) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      let call = new WaitingCall(rank, resolve);
      timeoutMs < 1 / 0 && (call.cancelTimer = this.#timer.schedule(() => {
        this.#remove(call), call.end(false);
      }, timeoutMs)), signal && (call.unlisten = onAbort(signal, () => {
        this.#remove(call), call.stopListening();
        let reason = signal.reason;
        reject(reason);
      })), this.#waiting.add(call), this.#startCalls();
    });
  }
  /**
   * Returns the slot of a call that has ended. The service counts the call from some moment before now, so the slot is
   * certainly free again one window from now.
   */
  release() {
    this.#slots.push(performance.now() + WINDOW_MS), this.#startCalls();
  }
  /**
   * Runs `call` as soon as there is a slot for it. Rejects without running `call`: with a `NoSlotError` when there is no slot
   * in time, and with the reason of the signal when that aborts.
   */
  async run(request, call) {
    let { signal } = request;
    if (!await this.acquire(request)) throw new NoSlotError();
    try {
      return signal?.throwIfAborted(), await call((timeoutMs) => this.#reacquire(timeoutMs, signal));
    } finally {
      this.release();
    }
  }
  async #reacquire(timeoutMs, signal) {
    let acquired = this.acquire({ rank: -1 / 0, timeoutMs, signal });
    this.release();
    let hasSlot = false;
    try {
      hasSlot = await acquired;
    } finally {
      hasSlot || this.#slots.shift();
    }
  }
  #remove(call) {
    this.#waiting.remove(call), this.#startCalls();
  }
  /** Gives slots to the calls that wait, as far as the limits allow. */
  #startCalls() {
    for (this.#cancelTimer?.(); this.#waiting.first && this.#inProgress < this.#maxConcurrent; ) {
      let [freeAt = 1 / 0] = this.#slots, delayMs = freeAt - performance.now();
      if (delayMs > 0) {
        this.#cancelTimer = this.#timer.schedule(
          () => this.#startCalls(),
          delayMs
        );
        return;
      }
      this.#slots.shift(), this.#waiting.shift()?.end(true);
    }
  }
  get #inProgress() {
    return this.#maxPerWindow - this.#slots.length;
  }
};
var LIMITS = {
  run: { maxConcurrent: 150, maxPerWindow: 900 },
  runSync: { maxConcurrent: 300, maxPerWindow: 900 },
  status: { maxConcurrent: 100, maxPerWindow: 1500 },
  cancel: { maxConcurrent: 15, maxPerWindow: 90 }
};
var RateLimiters = class {
  timer = new SharedTimer();
  #limiters = /* @__PURE__ */ new Map();
  get(kind, slug) {
    let name = `${kind} ${slug}`, limiter = this.#limiters.get(name);
    return limiter || (limiter = new RateLimiter(LIMITS[kind], this.timer), this.#limiters.set(name, limiter)), limiter;
  }
};
var FINAL_STATUSES = [
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TIMED_OUT"
];
function isFinal(status) {
  return status !== void 0 && FINAL_STATUSES.includes(status);
}
function isFromRunSync({ id }) {
  return id.startsWith("sync-");
}
function describeJob({ slug, id }) {
  return `job ${toMessageText(id, 100)} of ${toMessageText(slug, 100)}`;
}
var WAIT_CALL = {
  operation: "job.wait",
  route: "GET /v2/{slug}/status/{jobId}",
  maybeSent: true
};
function requireCompleted(state, data, redact) {
  let { status = "" } = state;
  if (status === "COMPLETED") return state;
  let { delayTime, executionTime } = state, details = redact({ error: state.error, delayTime, executionTime }), { error } = Object(details), reason = error && typeof error == "string" ? `: ${toMessageText(error, 300)}` : "";
  throw new JobError(
    `job_${status.toLowerCase()}`,
    `${describeJob(data)} ended as ${status}${reason}`,
    { ...data, ...details, status },
    WAIT_CALL
  );
}
function createNotFoundError(data, wasFound) {
  let keptMinutes = isFromRunSync(data) ? 1 : 30, { submittedAt = 1 / 0 } = data, isExpired = wasFound || Date.now() - submittedAt > keptMinutes * 6e4;
  return new JobError(
    isExpired ? "job_expired" : "job_not_found",
    isExpired ? `${describeJob(data)} no longer exists: the service keeps a result for ${keptMinutes} min after the end` : `the service does not know ${describeJob(data)}`,
    { ...data, status: void 0 },
    WAIT_CALL
  );
}
function createInvalidResponseError(response, content, redact, call) {
  return new ResponseError(
    `${call.route} answered 200 with ${content}`,
    { status: 200, headers: new Headers(), body: redact(response) },
    { ...call, maybeSent: true },
    "invalid_response"
  );
}
var MIN_SUBMIT_TIME_MS = 5e3;
async function submit({ limiters, redact, jobsWith }, submission) {
  let { kind, slug, input, options, send } = submission, { signal, headers, retries, timeout, limitsQueueTime } = submission, { finishAfterSend = false } = submission, call = {
    operation: `jobs.${kind}`,
    route: `POST /v2/{slug}/${kind.toLowerCase()}`
  };
  checkMilliseconds("timeout", timeout, call);
  let { webhook, policy, s3Config } = options, body = { input, webhook, policy, s3Config }, queuedAt = performance.now(), submittedAt = 0, sendBody = (reacquire) => {
    submittedAt = Date.now();
    let queueTimeMs = limitsQueueTime ? performance.now() - queuedAt : 0, jobs = jobsWith({
      finishAfterSend,
      beforeRetry: reacquire,
      lostNote: "; the job may be running, but its id is lost"
    }), remainingMs = timeout - queueTimeMs;
    return send(jobs, body, { signal, headers, retries, timeout: remainingMs });
  }, timeoutMs = limitsQueueTime ? timeout - Math.min(MIN_SUBMIT_TIME_MS, timeout / 2) : 1 / 0, response = await limiters.get(kind, slug).run({ rank: queuedAt, timeoutMs, signal }, sendBody).catch((error) => {
    if (!(error instanceof NoSlotError)) throw error;
    let message = `${call.route} was not sent in time: too many other submits were waiting (timeout: ${timeout} ms)`;
    throw new TimeoutError(message, timeout, call);
  }), id = readId(response);
  if (id === void 0)
    throw createInvalidResponseError(response, "no job id", redact, call);
  let data = { slug, id, submittedAt }, ttl = policy?.ttl;
  return { response, data: ttl === void 0 ? data : { ...data, ttl } };
}
function readId(response) {
  let { id } = Object(response);
  try {
    return segment("id", id), id;
  } catch {
    return;
  }
}
var loadMap = lazy(() => Promise.resolve().then(() => __toESM(require("./client-map-3ZTNBGYP.js"))));
function createModel(service, slug) {
  segment("slug", slug);
  let { jobs } = service, run = async (input, options, finishAfterSend) => {
    let { signal, headers, retries, timeout } = options, { data } = await submit(service, {
      kind: "run",
      slug,
      input,
      options,
      signal,
      headers,
      retries,
      timeout: timeout ?? service.timeout,
      limitsQueueTime: timeout !== void 0,
      finishAfterSend,
      send: (jobs2, body, call) => jobs2.run(slug, body, call)
    });
    return createJob(service, data, true);
  };
  return {
    slug,
    run: (input, options = {}) => run(input, options, false),
    runSync: async (input, options = {}) => (await loadJobParts("jobs.runSync", options.signal)).runSync(service, slug, input, options),
    map: async function* (inputs, options = {}) {
      let { mapInputs } = await loadMap("model.map", options.signal);
      yield* mapInputs(
        inputs,
        (input, runOptions) => run(input, runOptions, true),
        options
      );
    },
    job: (id) => createJob(service, { slug, id }),
    health: (options) => jobs.health(slug, {}, options),
    purgeQueue: (options) => jobs.purgeQueue(slug, options)
  };
}
async function sendUpdate(operation, options, defaultMethod, spellings) {
  let { updateMethod = defaultMethod } = options ?? {};
  return checkUpdateMethod(updateMethod, { operation }), spellings[updateMethod]();
}
function createTypedClient({ addresses }, surface) {
  return (0, import_openapi_fetch.default)({
    baseUrl: addresses[surface].base,
    Request: LightRequest
  });
}
var LightRequest = class {
  method;
  url;
  body;
  constructor(url, { method, body }) {
    this.method = method ?? "GET", this.url = url, this.body = body;
  }
};
function createCalls(settings, send, surface, controls = {}) {
  let address = settings.addresses[surface], run = async (operation, route, options = {}, expects, sendByLibrary) => {
    let call = { surface, operation, route, hint: address.hint };
    checkHeaders(options.headers, call), address.require(operation);
    let rejection, init = {
      fetch: async ({ method, url, body }) => {
        let request = { call, method, url, body, safe: method === "GET", options, controls };
        try {
          let response = await send(request);
          if (acceptResponse(settings, response, call, expects), !response.ok) throw responseError(response, call);
          return response;
        } catch (reason) {
          throw rejection = { reason }, reason;
        }
      },
      pathSerializer: (template, values) => fillPath(template, (name) => values[name], call),
      querySerializer: (query) => writeQuery(query, call),
      bodySerializer: (body) => writeBody(body, call),
      parseAs: expects === "json" ? "json" : "text"
    };
    try {
      return await sendByLibrary(init);
    } catch (error) {
      throw rejection ? rejection.reason : error;
    }
  };
  return {
    json: async (operation, route, options, sendByLibrary) => (await run(
      operation,
      route,
      options,
      "json",
      sendByLibrary
    )).data,
    empty: async (operation, route, options, sendByLibrary) => {
      await run(operation, route, options, "nothing", sendByLibrary);
    },
    update: (operation, options, spellings) => sendUpdate(operation, options, settings.updateMethod, spellings)
  };
}
var serializeQuery = (0, import_openapi_fetch.createQuerySerializer)();
function writeQuery(query, call) {
  checkQuery(query, call);
  try {
    return serializeQuery(query);
  } catch (error) {
    refuseUnsendable("query", error, call);
  }
}
function checkQuery(query, call) {
  check(isPlainObject(query), "query", "must be a plain object", call);
  for (let [name, value] of Object.entries(query)) {
    let values = isPlainObject(value) || Array.isArray(value) ? Object.entries(value) : [["", value]];
    for (let [key, single] of values) {
      let problem = `holds a value that cannot be sent: ${key === "" ? name : `${name}[${key}]`}`;
      check(Object(single) !== single, "query", problem, call);
    }
  }
}
function isPlainObject(value) {
  return Object.prototype.toString.call(value) === "[object Object]";
}
function writeBody(body, call) {
  try {
    return JSON.stringify(body);
  } catch (error) {
    refuseUnsendable("body", error, call);
  }
}
function createRestClient(settings, send) {
  let address = settings.addresses.rest, library = (0, import_openapi_fetch2.default)({ baseUrl: address.base }), requestByLibrary = library.request, request = async (method, path, init = {}) => {
    let { signal, timeout, retries, parseAs = "json", ...others } = init, call = {
      surface: "rest",
      operation: `rest.${method}`,
      route: `${method} ${path}`,
      hint: address.hint
    };
    checkPath(fillTemplate(path, init.params?.path ?? {}, call), call), checkHeaders(init.headers, call), checkHeaders(init.params?.header, call), address.require(call.operation);
    let rejection, fetch = async (written) => {
      let { href: url } = new URL(written.url);
      try {
        let isOurs = isWithin(url, address.base);
        check(isOurs, "path", "leads away from baseUrl", call);
        let headers = Object.fromEntries(written.headers), request2 = {
          call,
          method: written.method,
          url,
          body: await readBody(
            written,
            { signal, timeout },
            settings,
            call.operation
          ),
          safe: written.method === "GET" || written.method === "HEAD",
          options: { signal, timeout, retries, headers }
        }, response = await send(request2);
        return acceptResponse(settings, response, call, parseAs === "json" ? "json if any" : "anything"), toResponse(response, request2);
      } catch (reason) {
        throw rejection = { reason }, reason;
      }
    }, libraryInit = {
      ...others,
      ...serializersOf(init, call),
      parseAs,
      fetch
    };
    try {
      return await requestByLibrary(method, path, libraryInit);
    } catch (error) {
      throw rejection && !rejection.reason ? rejection.reason : error;
    }
  }, client = { ...library };
  client.request = (method, path, init) => request(method.toUpperCase(), path, init);
  for (let method of METHODS) client[method] = request.bind(null, method);
  return client;
}
var METHODS = [
  "GET",
  "PUT",
  "POST",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PATCH",
  "TRACE"
];
function serializersOf(init, call) {
  let {
    pathSerializer = (template, values) => fillTemplate(template, values, call),
    querySerializer,
    bodySerializer = import_openapi_fetch2.defaultBodySerializer
  } = init, serializeQuery2 = typeof querySerializer == "function" ? querySerializer : (0, import_openapi_fetch2.createQuerySerializer)(querySerializer), attempt2 = (serialize) => {
    try {
      return serialize();
    } catch (error) {
      refuseUnsendable("init", error, call);
    }
  };
  return {
    pathSerializer,
    querySerializer: (query) => attempt2(() => serializeQuery2(query)),
    bodySerializer: (body, headers) => attempt2(() => bodySerializer(body, headers))
  };
}
function fillTemplate(template, values, call) {
  return fillPath(template, (name) => values[name], call);
}
function checkPath(path, call) {
  let plain = path.replace(/[?#].*/s, "");
  check(
    /^(\/(?!(\.|%2e){0,2}(\/|$))[^/{}]+)+$/i.test(plain) && !/[\\\p{Cc}]/u.test(path),
    "path",
    "must begin with / and hold no empty or dot segment, brace, backslash or control character",
    call
  );
}
var surfaceVariables = {};
function resolveOptions(options) {
  let {
    apiKey = environment("CLOUD_COMPUTE_API_KEY"),
    timeout = 6e4,
    attemptTimeout = 2e4,
    retries = 3,
    headers = {},
    updateMethod = "patch",
    fetch = platformFetch,
    warn = console.warn
  } = options;
  return check(typeof fetch == "function", "fetch", "must be a function"), checkPresent(apiKey, "apiKey", "CLOUD_COMPUTE_API_KEY"), typeof apiKey != "function" && checkKey(apiKey), checkHeaders(headers), checkMilliseconds("timeout", timeout), checkMilliseconds("attemptTimeout", attemptTimeout), checkWhole("retries", retries, 0), checkUpdateMethod(updateMethod), {
    apiKey: typeof apiKey == "function" ? apiKey : () => apiKey,
    addresses: resolveAddresses(options),
    timeout,
    attemptTimeout,
    retries,
    headers,
    updateMethod,
    fetch,
    onRequest: isolate(options.onRequest),
    onResponse: isolate(options.onResponse),
    onRetry: isolate(options.onRetry),
    drift: options.drift && isolate(options.drift),
    warn,
    keys: new KeyRing()
  };
}
function resolveAddresses(options) {
  let resolve = (option, variable, value = environment(variable)) => resolveAddress(option, variable, value, options.allowInsecureHttp), { baseUrl, publicBaseUrl, graphqlUrl } = options, addresses = {
    rest: resolve("baseUrl", "CLOUD_COMPUTE_BASE_URL", baseUrl),
    jobs: resolve(
      "publicBaseUrl",
      "CLOUD_COMPUTE_PUBLIC_BASE_URL",
      publicBaseUrl
    ),
    graphql: resolve("graphqlUrl", "CLOUD_COMPUTE_GRAPHQL_URL", graphqlUrl)
  }, surfaces = options.surfaces ?? {};
  for (let name in { ...surfaceVariables, ...surfaces }) {
    let variable = surfaceVariables[name], parameter = `surfaces.${name}`, known = Object.keys(surfaceVariables).join(", ");
    check(
      variable,
      parameter,
      `is not a surface of this client${known && `; these are: ${known}`}`
    );
    let baseUrl2 = surfaces[name]?.baseUrl;
    addresses[name] = resolve(`${parameter}.baseUrl`, variable, baseUrl2);
  }
  return addresses;
}
var platformFetch = (input, init) => globalThis.fetch(input, init);
function isolate(hook) {
  return (event) => {
    if (!hook) return;
    new Promise((resolve) => resolve(hook(event))).catch(() => {
    });
  };
}
function environment(name) {
  try {
    return globalThis.process?.env[name];
  } catch {
    return;
  }
}
function createClient(options = {}) {
  let settings = resolveOptions(options), send = createSend(settings), jobsClient = createTypedClient(settings, "jobs"), jobsWith = (controls) => createJobsResources(
    jobsClient,
    createCalls(settings, send, "jobs", controls)
  ).jobs, service = {
    jobs: jobsWith(),
    jobsWith,
    limiters: new RateLimiters(),
    timeout: settings.timeout,
    redact: settings.keys.redact
  };
  return warnInBrowser(options, settings.warn), {
    ...createRestResources(
      createTypedClient(settings, "rest"),
      createCalls(settings, send, "rest")
    ),
    ...createSurfaces(
      (surface) => createTypedClient(settings, surface),
      (surface) => createCalls(settings, send, surface)
    ),
    rest: createRestClient(settings, send),
    graphql: createGraphql(settings, send),
    model: (slug) => createModel(service, slug),
    job: (data) => createJob(service, data),
    download: createDownload(settings),
    fetch: createFetch(settings, send)
  };
}
var warned = false;
function warnInBrowser({ apiKey }, warn) {
  warned || typeof apiKey != "string" || !("document" in globalThis) || (warned = true, warn(
    "cloud-compute-sdk: everyone who opens this page can read the API key; keep the key on a server"
  ));
}
var prices = {
  image: {
    /** Price of a higher-quality model, per megapixel. */
    quality: 0.02,
    /** Price of a fast model, per megapixel. */
    fast: 24e-4
  },
  /** Price of a video model, per second: 0.50 per 5 seconds. */
  video: 0.1,
  /** Price of a text-to-speech model, per 1000 characters. */
  speech: 0.05,
  /** Price of a text model, per million tokens. */
  text: 10
};
function estimateWork(work) {
  let details = Object(work), { category, tier = "quality" } = details;
  check(
    isKeyOf(AMOUNTS, category),
    "category",
    `must be one of ${Object.keys(AMOUNTS).join(", ")}`
  ), check(isKeyOf(prices.image, tier), "tier", "must be quality or fast");
  let tablePrices = {
    image: prices.image[tier],
    video: prices.video,
    speech: prices.speech,
    audio: prices.speech,
    text: prices.text
  }, { price = tablePrices[category] } = details, { members, unitSize } = AMOUNTS[category], factors = [price, ...members.map((member) => details[member])];
  check(
    factors.every(isAmount),
    category,
    `needs a number of 0 or more for ${members.join(", ")} and the price`
  );
  let cost = factors.reduce((product, factor) => product * factor, 1) / unitSize;
  return check(Number.isFinite(cost), category, "has a cost that is no finite number"), cost;
}
var AMOUNTS = {
  image: { members: ["width", "height"], unitSize: 1e6 },
  video: { members: ["seconds"], unitSize: 1 },
  speech: { members: ["characters"], unitSize: 1e3 },
  audio: { members: ["characters"], unitSize: 1e3 },
  text: { members: ["tokens"], unitSize: 1e6 }
};
function isKeyOf(table, key) {
  return typeof key == "string" && Object.hasOwn(table, key);
}
function isAmount(value) {
  return typeof value == "number" && value >= 0;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  CloudComputeError,
  ConnectionError,
  EXPIRED,
  GraphQLError,
  InputError,
  JobError,
  ResponseError,
  TimeoutError,
  TrackedJob,
  WAIT_CALL,
  check,
  checkContent,
  checkHeaders,
  checkMilliseconds,
  checkWhole,
  createClient,
  createInvalidResponseError,
  createNotFoundError,
  describeJob,
  estimateWork,
  isFinal,
  isFromRunSync,
  notifyDriftWatcher,
  onAbort,
  outputsOf,
  parseRetryAfter,
  piecesOf,
  prices,
  reasonOf,
  redactHeaders,
  redactText,
  refuseUnsendable,
  requireCompleted,
  responseError,
  safeCause,
  sleep,
  submit,
  toMessageText,
  withTimeout
});
//# sourceMappingURL=client-chunk-3CPAILXB.js.map
