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

// cjs/emulator-chunk-JVISCSEB.js
var emulator_chunk_JVISCSEB_exports = {};
__export(emulator_chunk_JVISCSEB_exports, {
  ApiError: () => ApiError,
  builtInSlugs: () => builtInSlugs,
  createEmulator: () => createEmulator,
  isRecord: () => isRecord,
  schema: () => schema
});
module.exports = __toCommonJS(emulator_chunk_JVISCSEB_exports);
var import_hono = require("hono");
var import_cors = require("hono/cors");
var import_graphql = require("graphql");
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = state + SEED_STEP >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    return mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61), ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  };
}
var SEED_STEP = 1831565813;
var IdGenerator = class {
  #seed;
  #count;
  constructor(seed, count = 0) {
    this.#seed = seed, this.#count = count;
  }
  /** How many ids were generated. */
  get count() {
    return this.#count;
  }
  next() {
    let steps = this.#count * ID_LENGTH;
    return this.#count += 1, idFrom(this.#seed + Math.imul(steps, SEED_STEP));
  }
};
var ID_LENGTH = 14;
function idFrom(seed) {
  let random = createRandom(seed);
  return Array.from(
    { length: ID_LENGTH },
    () => Math.floor(random() * 36).toString(36)
  ).join("");
}
function hashText(text) {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return hash >>> 0;
}
var ApiError = class extends Error {
  name = "ApiError";
  status;
  headers;
  constructor(status, message, headers = {}) {
    super(message), this.status = status, this.headers = headers;
  }
};
var EventEmitter = class {
  #listeners = /* @__PURE__ */ new Set();
  #pending = /* @__PURE__ */ new Set();
  /** Returns a function that ends the subscription. */
  subscribe = (listener) => {
    let own = (event) => listener(event);
    return this.#listeners.add(own), () => {
      this.#listeners.delete(own);
    };
  };
  emit(event) {
    for (let listener of [...this.#listeners]) {
      let result = notify(listener, event);
      result instanceof Promise && (this.#pending.add(result), result.finally(() => this.#pending.delete(result)));
    }
  }
  /** Resolves when the listeners have processed every event so far; undefined where none of them is still busy. */
  whenProcessed() {
    if (this.#pending.size !== 0)
      return Promise.allSettled(this.#pending);
  }
};
function notify(listener, event) {
  try {
    return listener(event);
  } catch (error) {
    return Promise.reject(error);
  }
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
var Schedule = class {
  #actions = new PriorityQueue();
  #counts = { onRead: 0, onTime: 0, keepAlive: 0 };
  /** Returns a function that cancels the action. */
  add(time2, run, urgency) {
    let actions = this.#actions, counts = this.#counts, action = { rank: time2, run, urgency };
    return actions.add(action), counts[urgency] += 1, () => {
      actions.remove(action) && (counts[urgency] -= 1);
    };
  }
  /** The time of the first action; Infinity where there is none. */
  nextTime() {
    return this.#actions.first?.rank ?? 1 / 0;
  }
  /** Removes and returns the first action if its time is not after `until`. */
  takeDue(until) {
    if (this.nextTime() > until) return;
    let action = this.#actions.shift();
    return action && (this.#counts[action.urgency] -= 1), action;
  }
  /** The highest urgency of all actions. */
  urgency() {
    return this.#counts.keepAlive > 0 ? "keepAlive" : this.#counts.onTime > 0 ? "onTime" : "onRead";
  }
  /** Cancels every action. */
  clear() {
    this.#actions = new PriorityQueue(), this.#counts = { onRead: 0, onTime: 0, keepAlive: 0 };
  }
};
var SharedTimer = class {
  #onFire;
  #handle;
  #setFor;
  /** `onFire` is called at the moment that was set, or earlier where the delay is longer than one timer can hold. */
  constructor(onFire) {
    this.#onFire = onFire;
  }
  /**
   * Replaces the moment that the timer waits for; `moment` only identifies it. A delay of Infinity stops the timer. The
   * process stays alive for the timer only with `keepsProcessAlive`.
   */
  set(moment, delayMs, keepsProcessAlive) {
    moment !== this.#setFor && this.#start(delayMs), this.#setFor = moment;
    let handle = this.#handle;
    typeof handle == "object" && (keepsProcessAlive ? handle.ref() : handle.unref());
  }
  #start(delayMs) {
    if (clearTimeout(this.#handle), this.#handle = void 0, delayMs === 1 / 0) return;
    let delay = Math.min(Math.max(Math.ceil(delayMs), 0), 36e5);
    this.#handle = setTimeout(() => {
      this.#setFor = void 0, this.#onFire();
    }, delay);
  }
};
function sleep(ms, signal) {
  return new Promise((resolve) => {
    let wake = () => {
      clearTimeout(timer), signal.removeEventListener("abort", wake), resolve();
    }, timer = setTimeout(wake, signal.aborted ? 0 : Math.ceil(ms));
    signal.addEventListener("abort", wake);
  });
}
function yieldToEventLoop() {
  return new Promise((resolve) => {
    let { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close(), resolve();
    }, port2.postMessage(void 0);
  });
}
var MANUAL_CLOCK_START = Date.UTC(2026, 0, 1);
var Clock = class {
  /** Emulated milliseconds for each real millisecond. */
  speed;
  #isManual;
  #time;
  #schedule = new Schedule();
  #delays = /* @__PURE__ */ new Set();
  #timer = new SharedTimer(() => this.runDue());
  #lastAdvance = Promise.resolve();
  constructor({ speed, clock }) {
    this.speed = speed, this.#isManual = clock === "manual", this.#time = new EmulatedTime(this.#start(), this.#isManual ? 0 : speed);
  }
  /** The present moment, in milliseconds since 1970. */
  now = () => this.#time.now();
  /** See `EmulatorClock`. An advance starts when the one before it has ended. */
  advance = (ms) => {
    if (!(Number.isFinite(ms) && ms >= 0)) {
      let rule = "advance takes a finite number of milliseconds, 0 or above";
      return Promise.reject(new RangeError(`${rule} (it was ${ms})`));
    }
    let advanced = this.#lastAdvance.then(() => this.#advance(ms));
    return this.#lastAdvance = advanced.catch(() => {
    }), advanced;
  };
  /** Schedules an action and returns a function that cancels the action. */
  schedule(time2, run, urgency = "onRead") {
    let cancel = this.#schedule.add(time2, run, urgency);
    return this.#setTimer(), () => {
      cancel(), this.#setTimer();
    };
  }
  /** Runs every action that is due, in order and each at its own time. To be called before each read of the state. */
  runDue() {
    if (this.#time.isFrozen()) return;
    let now = this.#time.now(), take = () => this.#schedule.takeDue(now);
    for (let due = take(); due; due = take()) {
      this.#time.freeze(due.rank);
      try {
        due.run();
      } finally {
        this.#time.unfreeze();
      }
    }
    this.#setTimer();
  }
  /** Delays a response: by real milliseconds, or by those of a manual clock. An abort ends the delay early. */
  delay(ms, signal) {
    return this.#isManual ? new Promise((resolve) => {
      let wake = () => {
        cancel(), this.#delays.delete(wake), signal.removeEventListener("abort", wake), resolve();
      }, cancel = this.schedule(this.now() + ms, wake);
      this.#delays.add(wake), signal.addEventListener("abort", wake), signal.aborted && wake();
    }) : sleep(ms, signal);
  }
  /** Cancels every action, ends every delay and goes on from `moment`: by default the moment at which such a clock starts. */
  reset(moment = this.#start()) {
    this.#schedule.clear(), this.#time.jump(moment);
    for (let wake of [...this.#delays]) wake();
    this.#setTimer();
  }
  async #advance(ms) {
    let time2 = this.#time, target = time2.now() + ms;
    await yieldToEventLoop();
    let take = () => this.#schedule.takeDue(target);
    for (let due = take(); due; due = take()) {
      let moment = Math.max(due.rank, time2.now());
      time2.freeze(moment);
      try {
        await due.run(), await yieldToEventLoop();
      } finally {
        time2.unfreeze(), moment > time2.now() && time2.jump(moment);
      }
    }
    target > time2.now() && time2.jump(target), this.#setTimer();
  }
  #start() {
    return this.#isManual ? MANUAL_CLOCK_START : Date.now();
  }
  /** Sets the platform timer for the next action. To be called after each change of the schedule or the time. */
  #setTimer() {
    if (this.#isManual) return;
    let urgency = this.#schedule.urgency(), next = urgency === "onRead" ? 1 / 0 : this.#schedule.nextTime(), delayMs = (next - this.now()) / this.speed;
    this.#timer.set(next, delayMs, urgency === "keepAlive");
  }
};
var EmulatedTime = class {
  #speed;
  #base;
  #baseRealTime = Date.now();
  #frozenAt;
  constructor(start, speed) {
    this.#base = start, this.#speed = speed;
  }
  now() {
    let elapsed = (Date.now() - this.#baseRealTime) * this.#speed;
    return this.#frozenAt ?? this.#base + elapsed;
  }
  /** Stands still at a moment until `unfreeze`. The time then is what it would be without the freeze. */
  freeze(moment) {
    this.#frozenAt = moment;
  }
  unfreeze() {
    this.#frozenAt = void 0;
  }
  isFrozen() {
    return this.#frozenAt !== void 0;
  }
  /** Goes on from a moment. */
  jump(moment) {
    this.#frozenAt = void 0, this.#base = moment, this.#baseRealTime = Date.now();
  }
};
function createAccountState(settings) {
  let state = {
    pods: /* @__PURE__ */ new Map(),
    endpoints: /* @__PURE__ */ new Map(),
    templates: /* @__PURE__ */ new Map(),
    networkVolumes: /* @__PURE__ */ new Map(),
    registryAuths: /* @__PURE__ */ new Map(),
    jobs: /* @__PURE__ */ new Map(),
    jobQueues: /* @__PURE__ */ new Map(),
    files: /* @__PURE__ */ new Map(),
    charges: [],
    seed: settings.seed,
    ids: new IdGenerator(settings.seed),
    clock: new Clock(settings),
    events: new EventEmitter(),
    account: { id: "user_emulator", email: "emulator@example.com" },
    newId: () => state.ids.next(),
    customModels: /* @__PURE__ */ new Map(),
    runningJobs: /* @__PURE__ */ new Map(),
    jobRemovals: /* @__PURE__ */ new Map(),
    jobWatchers: /* @__PURE__ */ new Map(),
    webhookFetch: settings.webhookFetch,
    lenient: settings.lenient
  };
  return state;
}
function clearAccountState(state, seed) {
  for (let stop of [...state.runningJobs.values()].flat()) stop();
  state.pods.clear(), state.endpoints.clear(), state.templates.clear(), state.networkVolumes.clear(), state.registryAuths.clear(), state.jobs.clear(), state.jobQueues.clear(), state.files.clear(), state.charges.length = 0, state.customModels.clear(), state.runningJobs.clear(), state.jobRemovals.clear(), state.seed = seed, state.ids = new IdGenerator(seed);
  let watchers = [...state.jobWatchers.values()].flatMap((all) => [...all]);
  for (let notify2 of watchers) notify2();
}
function emitChange({ events }) {
  events.emit({ kind: "change" });
}
function findById(items, kind, id) {
  let item = items.get(id);
  if (item === void 0)
    throw new ApiError(404, `there is no ${kind} with the id "${id}"`);
  return item;
}
function findReference(items, field, id) {
  if (id === void 0) return;
  let item = items.get(id);
  if (item === void 0)
    throw new ApiError(400, `${field} names nothing that you own: "${id}"`);
  return item;
}
var SECRET_MEMBERS = [
  "apiKey",
  "keys",
  "headers",
  "password",
  "env",
  "accessSecret"
];
function describeValue(path, value) {
  return path.some((name) => SECRET_MEMBERS.includes(name)) ? describeKind(value) : typeof value == "string" ? JSON.stringify(value).slice(0, 60) : typeof value == "number" || typeof value == "boolean" ? String(value) : describeKind(value);
}
function describeKind(value) {
  return value === void 0 ? "missing" : value === null ? "null" : Array.isArray(value) ? "a list" : typeof value == "object" ? "an object" : `a ${typeof value}`;
}
function checkMembers(caller, members, rules5) {
  checkNames(caller, members, Object.keys(rules5));
  for (let [name, [isValid, expected]] of Object.entries(rules5)) {
    let value = members[name];
    if (value !== void 0 && !isValid(value))
      throw new RangeError(
        `${caller}: ${name} must be ${expected} (it was ${describeValue([name], value)})`
      );
  }
}
function checkNames(caller, members, names) {
  let list = names.join(", ");
  if (!isRecord(members))
    throw new TypeError(
      `${caller}: expected an object with any of ${list} (it was ${describeKind(members)})`
    );
  let unknown = Object.keys(members).find((name) => !names.includes(name));
  if (unknown !== void 0)
    throw new TypeError(
      `${caller}: unknown member ${describeValue([], unknown)}; the members are ${list}`
    );
}
function isRecord(value) {
  return typeof value == "object" && value !== null && !(Symbol.iterator in value);
}
var delayRule = [
  (value) => typeof value == "number" && value >= 0 && value < 2 ** 31,
  "milliseconds, from 0 to below 2^31"
];
function integer(min, max = 1 / 0) {
  let bounds = max === 1 / 0 ? `, ${min} or above` : ` from ${min} to ${max}`;
  return [
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `a whole number${bounds}`
  ];
}
function oneOf(...values) {
  return [
    (value) => typeof value == "string" && values.includes(value),
    values.map((value) => JSON.stringify(value)).join(" or ")
  ];
}
var time = [
  (value) => Number.isFinite(value) && Number(value) >= 0,
  "a finite number, 0 or above"
];
var rules = {
  coldStart: time,
  executionTime: time,
  workers: integer(0),
  parameters: [
    (value) => isRecord(value) && Object.values(value).every(isParameter),
    "an object whose members are parameters, each with a type"
  ]
};
var PARAMETER_TYPES = [
  "string",
  "integer",
  "number",
  "boolean",
  "array",
  "object"
];
function isParameter(value) {
  return isRecord(value) && PARAMETER_TYPES.includes(value.type);
}
function createCustomModel(slug, handler, options = {}) {
  if (typeof slug != "string" || slug === "") {
    let value = describeValue([], slug);
    throw new TypeError(`model: the slug must be a text (it was ${value})`);
  }
  if (typeof handler != "function") {
    let value = describeValue([], handler);
    throw new TypeError(
      `model: the handler must be a function (it was ${value})`
    );
  }
  checkMembers("model", options, rules);
  let { coldStart = 0, executionTime = 0, workers = 3 } = options, { parameters } = options;
  return { handler, coldStart, executionTime, workers, parameters };
}
function jobView(job, origin = job.origin) {
  let { id, status, queuedAt, startedAt, endedAt, workerId, result } = job, view = { id, status };
  return startedAt !== void 0 && (view.delayTime = Math.round(startedAt - queuedAt), endedAt !== void 0 && (view.executionTime = Math.round(endedAt - startedAt))), workerId !== void 0 && (view.workerId = workerId), result && "output" in result && (view.output = outputOf(result, origin)), result && "error" in result && (view.error = result.error), view;
}
function outputOf({ output, file }, origin) {
  if (!file) return output;
  let url = `${origin}/files/${file.name}`;
  return { [file.member]: url, ...isRecord(output) ? output : {} };
}
function jobReport(job) {
  let { id, slug, status, submittedAt, startedAt, endedAt } = job;
  return {
    ...jobView(job),
    id,
    slug,
    status,
    submittedAt,
    ...startedAt === void 0 ? {} : { startedAt },
    ...endedAt === void 0 ? {} : { endedAt },
    input: job.input,
    retries: job.retries
  };
}
function ok(body) {
  return { status: 200, body };
}
var HOUR_MS = 36e5;
var DAY_MS = 24 * HOUR_MS;
var billingHandlers = {
  "GET /billing/pods": ({ state, query }) => ok(timeRecords(state, "pods", query, query.grouping ?? "gpuTypeId")),
  "GET /billing/endpoints": ({ state, query }) => ok(timeRecords(state, "endpoints", query, query.grouping ?? "endpointId")),
  "GET /billing/networkvolumes": ({ state, query }) => ok(volumeRecords(state, query))
};
function startCharge({ charges, clock }, charge) {
  charges.push({ ...charge, from: clock.now(), to: 1 / 0 });
}
function addCharge({ charges }, charge) {
  charges.push(charge);
}
function endCharges({ charges, clock }, label, id) {
  let last = charges.findLast(({ labels }) => labels[label] === id);
  last && (last.to = Math.min(last.to, clock.now()));
}
function timeRecords(state, kind, query, grouping) {
  return groupSlices(slicesOf(state, kind, query), grouping).map((slices) => {
    let [first] = slices, record = {
      amount: totalUsd(slices),
      diskSpaceBilledGb: 0,
      time: new Date(first.bucket).toISOString(),
      timeBilledMs: Math.round(sum(slices, ({ billedMs }) => billedMs))
    }, value = first.charge.labels[grouping];
    return value === void 0 ? record : { ...record, [grouping]: value };
  });
}
function volumeRecords(state, query) {
  return groupSlices(slicesOf(state, "networkvolumes", query)).map((slices) => ({
    amount: totalUsd(slices),
    diskSpaceBilledGb: totalSize(slices),
    highPerformanceStorageAmount: 0,
    highPerformanceStorageDiskSpaceBilledGb: 0,
    time: new Date(slices[0].bucket).toISOString()
  }));
}
function groupSlices(slices, label = "") {
  let groups = /* @__PURE__ */ new Map();
  for (let slice of slices) {
    let key = `${slice.bucket} ${slice.charge.labels[label] ?? ""}`, group = groups.get(key);
    group ? group.push(slice) : groups.set(key, [slice]);
  }
  return [...groups.values()].sort((a, b) => a[0].bucket - b[0].bucket);
}
function slicesOf({ charges, clock }, kind, query) {
  let now = clock.now();
  return charges.filter((charge) => charge.kind === kind && matches(charge, query)).flatMap((charge) => sliceCharge(charge, query, now));
}
function matches({ labels }, query) {
  return Object.entries(query).every(([name, wanted2]) => name in labels ? [wanted2].flat().includes(labels[name] ?? "") : true);
}
function sliceCharge(charge, { bucketSize = "day", startTime, endTime }, now) {
  let from = Math.max(charge.from, parseTime("startTime", startTime) ?? 0), to = Math.min(
    charge.to,
    now,
    parseTime("endTime", endTime) ?? 1 / 0
  ), slices = [], start = from;
  for (; start < to; ) {
    let bucket = bucketStart(start, bucketSize), end = Math.min(to, nextBucketStart(bucket, bucketSize));
    slices.push({ charge, bucket, billedMs: end - start }), start = end;
  }
  return slices;
}
function bucketStart(time2, size) {
  let date = new Date(time2);
  if (date.setUTCMinutes(0, 0, 0), size !== "hour" && date.setUTCHours(0), size === "week") {
    let daysSinceMonday = (date.getUTCDay() + 6) % 7;
    date.setUTCDate(date.getUTCDate() - daysSinceMonday);
  }
  return (size === "month" || size === "year") && date.setUTCDate(1), size === "year" && date.setUTCMonth(0), date.getTime();
}
var MAX_BUCKET_DAYS = { hour: 1 / 24, day: 1, week: 7, month: 31, year: 366 };
function nextBucketStart(start, size) {
  return bucketStart(start + MAX_BUCKET_DAYS[size] * DAY_MS, size);
}
function parseTime(name, text) {
  if (text === void 0) return;
  let time2 = Date.parse(text);
  if (Number.isNaN(time2)) {
    let value = `(it was "${text.slice(0, 60)}")`;
    throw new ApiError(400, `${name} must be a date-time ${value}`);
  }
  return time2;
}
function totalUsd(slices) {
  let amount = sum(
    slices,
    ({ charge, billedMs }) => charge.usdPerHour * billedMs / HOUR_MS
  );
  return Number(amount.toFixed(10));
}
function totalSize(slices) {
  let sizes = new Map(
    slices.map(({ charge }) => [charge.labels.volumeId, charge.sizeInGb])
  );
  return sum([...sizes.values()], (size) => size);
}
function sum(items, valueOf) {
  return items.reduce((total, item) => total + valueOf(item), 0);
}
var gpus = [
  gpu("NVIDIA GeForce RTX 4090", 24, 0.69, 0.34, "ADA_24"),
  gpu("NVIDIA RTX A4000", 16, 0.25, 0.17, "AMPERE_16"),
  gpu("NVIDIA GeForce RTX 3090", 24, 0.46, 0.22, "AMPERE_24"),
  gpu("NVIDIA L4", 24, 0.43, 0.39, "AMPERE_24"),
  gpu("NVIDIA A40", 48, 0.4, 0.35, "AMPERE_48"),
  gpu("NVIDIA L40S", 48, 0.86, 0.79, "ADA_48_PRO"),
  gpu("NVIDIA A100 80GB PCIe", 80, 1.64, 1.19, "AMPERE_80"),
  gpu("NVIDIA H100 80GB HBM3", 80, 2.99, 2.69, "ADA_80_PRO")
];
var dataCenters = [
  { id: "EU-RO-1", name: "EU-RO-1", location: "Romania", storageSupport: true },
  { id: "EU-SE-1", name: "EU-SE-1", location: "Sweden", storageSupport: true },
  { id: "EU-CZ-1", name: "EU-CZ-1", location: "Czechia", storageSupport: true },
  {
    id: "US-KS-2",
    name: "US-KS-2",
    location: "United States",
    storageSupport: true
  },
  {
    id: "US-TX-3",
    name: "US-TX-3",
    location: "United States",
    storageSupport: true
  },
  {
    id: "CA-MTL-1",
    name: "CA-MTL-1",
    location: "Canada",
    storageSupport: true
  }
];
var cpuFlavors = [
  flavor("cpu3c", "Compute-Optimized", 2),
  flavor("cpu3g", "General Purpose", 4),
  flavor("cpu5c", "Compute-Optimized", 2),
  flavor("cpu5g", "General Purpose", 4)
];
var cpuTypes = [
  {
    id: "AMD EPYC 7763 64-Core Processor",
    displayName: "AMD EPYC 7763",
    manufacturer: "AMD",
    cores: 64,
    threadsPerCore: 2,
    groupId: "cpu3g"
  }
];
var CPU_PRICE_PER_VCPU = 0.03;
function gpuTypeById(id) {
  return gpus.find((candidate) => candidate.id === id) ?? gpu(id, 24, 0.5, 0.4, "AMPERE_24");
}
function gpuPrices({ securePrice, communityPrice }) {
  return {
    securePrice,
    communityPrice,
    oneWeekPrice: cents(securePrice * 0.95),
    oneMonthPrice: cents(securePrice * 0.9),
    threeMonthPrice: cents(securePrice * 0.85),
    sixMonthPrice: cents(securePrice * 0.8),
    secureSpotPrice: cents(securePrice * 0.5),
    communitySpotPrice: cents(communityPrice * 0.5)
  };
}
function cents(usd) {
  return Math.round(usd * 100) / 100;
}
function gpu(id, memoryInGb, securePrice, communityPrice, pool) {
  return {
    id,
    displayName: id.replace(/^NVIDIA +(GeForce )?/, ""),
    manufacturer: id.startsWith("AMD") ? "AMD" : "Nvidia",
    memoryInGb,
    securePrice,
    communityPrice,
    pool,
    stockStatus: stockStatusAt(securePrice)
  };
}
function stockStatusAt(price) {
  return price < 0.5 ? "High" : price < 2 ? "Medium" : "Low";
}
function flavor(id, displayName, ramMultiplier) {
  let group = id.slice(0, 4);
  return {
    id,
    displayName,
    ramMultiplier,
    groupId: group,
    groupName: group.toUpperCase(),
    minVcpu: 2,
    maxVcpu: 32,
    vcpuBurstable: false,
    diskLimitPerVcpu: 10
  };
}
var echoModel = {
  coldStartMs: 300,
  executionMs: () => 400,
  workers: 100,
  run: (input) => requestedFailure(input) ?? { output: input }
};
function requestedFailure({
  prompt
}) {
  return typeof prompt != "string" || !/\bfail\b/i.test(prompt) ? void 0 : { error: 'the prompt contains the word "fail", which makes the emulator fail the job' };
}
function roundUsd(usd) {
  return Number(usd.toFixed(8));
}
var WORDS = 12;
function writeText(prompt, seed) {
  let random = createRandom(seed), words = Array.from(
    { length: WORDS },
    () => VOCABULARY[Math.floor(random() * VOCABULARY.length)]
  ), text = `${prompt.trim()} \u2026 ${words.join(" ")}.`;
  return splitWords(text);
}
function splitWords(text) {
  return text.split(/(?<=\s)(?=\S)/);
}
var VOCABULARY = [
  "light",
  "sea",
  "stone",
  "wind",
  "quiet",
  "north",
  "glass",
  "river",
  "paper",
  "winter",
  "lamp",
  "slow",
  "far",
  "blue",
  "hour"
];
var demoModels = {
  "flux-dev": imageModel(0.02),
  "flux-schnell": imageModel(24e-4),
  "video-demo": promptModel(8e3, makeVideo),
  "speech-demo": promptModel(900, makeSpeech),
  "text-demo": promptModel(700, makeText)
};
var PIXELS_PER_MEGAPIXEL = 1e6;
var USD_PER_VIDEO_SECOND = 0.5 / 5;
var USD_PER_CHARACTER = 0.05 / 1e3;
var USD_PER_TOKEN = 10 / 1e6;
var CHARACTERS_PER_SECOND = 15;
function promptModel(executionMs2, run) {
  return {
    coldStartMs: 300,
    executionMs: () => executionMs2,
    workers: 100,
    run: (input, { seed }) => {
      let { prompt } = input;
      if (typeof prompt != "string")
        return { error: "input.prompt is required and must be a string" };
      let ownSeed2 = hashText(`${seed} ${String(input.seed)} ${prompt}`);
      return requestedFailure(input) ?? run(input, prompt, ownSeed2);
    }
  };
}
function imageModel(usdPerMegapixel) {
  return promptModel(
    1200,
    (input, _, seed) => makeImage(input, seed, usdPerMegapixel)
  );
}
function makeImage({ width = 1024, height = 1024 }, seed, usdPerMegapixel) {
  if (!isImageLength(width)) return { error: lengthError("width", width) };
  if (!isImageLength(height)) return { error: lengthError("height", height) };
  let megapixels = width * height / PIXELS_PER_MEGAPIXEL;
  return {
    output: { cost: roundUsd(megapixels * usdPerMegapixel) },
    file: { member: "image_url", source: { kind: "png", width, height, seed } }
  };
}
function isImageLength(value) {
  return typeof value == "number" && Number.isInteger(value) && value >= 64 && value <= 2048;
}
function lengthError(name, value) {
  return `input.${name} must be a whole number from 64 to 2048 (it was ${JSON.stringify(value)})`;
}
function makeVideo({ duration = 5 }) {
  return typeof duration != "number" || !(duration > 0 && duration <= 60) ? { error: "input.duration must be a number of seconds above 0, at most 60" } : {
    output: { cost: roundUsd(duration * USD_PER_VIDEO_SECOND) },
    file: { member: "video_url", source: { kind: "mp4" } }
  };
}
function makeSpeech(_, prompt, seed) {
  let seconds = Math.max(1, prompt.length / CHARACTERS_PER_SECOND);
  return {
    output: { cost: roundUsd(prompt.length * USD_PER_CHARACTER) },
    file: { member: "audio_url", source: { kind: "wav", seconds, seed } }
  };
}
function makeText(_, prompt, seed) {
  let chunks = writeText(prompt, seed), tokens = chunks.length;
  return {
    output: {
      text: chunks.join(""),
      tokens,
      cost: roundUsd(tokens * USD_PER_TOKEN)
    },
    chunks
  };
}
var blackForestLabsFlux1DevModel = {
  slug: "black-forest-labs-flux-1-dev",
  kind: "image",
  price: { unit: "megapixel", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    width: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    height: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    num_inference_steps: { type: "integer", default: 28, minimum: 1, maximum: 50 },
    guidance: { type: "number", default: 7.5, minimum: 0, maximum: 10 },
    seed: { type: "integer", default: -1 },
    image_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] }
  }
};
var blackForestLabsFlux1SchnellModel = {
  slug: "black-forest-labs-flux-1-schnell",
  kind: "image",
  price: { unit: "megapixel", perUnit: 24e-4 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    width: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    height: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    num_inference_steps: { type: "integer", default: 4, minimum: 1, maximum: 8 },
    guidance: { type: "number", default: 7.5, minimum: 0, maximum: 10 },
    seed: { type: "integer", default: -1 },
    image_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] }
  }
};
var blackForestLabsFlux1KontextDevModel = {
  slug: "black-forest-labs-flux-1-kontext-dev",
  kind: "image",
  price: { unit: "image", perUnit: 0.025 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1024*1024" },
    num_inference_steps: { type: "integer", default: 28, minimum: 1, maximum: 50 },
    guidance: { type: "number", default: 2, minimum: 0, maximum: 10 },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "png", values: ["png", "jpeg"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var googleNanoBanana2EditModel = {
  slug: "google-nano-banana-2-edit",
  kind: "image",
  price: { unit: "image", by: "resolution", perUnit: { "1k": 0.0875, "2k": 0.13, "4k": 0.175 } },
  parameters: {
    images: { type: "array", required: true, items: { type: "string" } },
    prompt: { type: "string", required: true },
    resolution: { type: "string", default: "1k", values: ["1k", "2k", "4k"] },
    aspect_ratio: { type: "string", known: ["1:1", "3:2", "16:9", "9:16", "4:5"] },
    output_format: { type: "string", default: "png", values: ["png", "jpeg"] },
    enable_base64_output: { type: "boolean", default: false }
  }
};
var nanoBananaEditModel = {
  slug: "nano-banana-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.038 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var nanoBananaProEditModel = {
  slug: "nano-banana-pro-edit",
  kind: "image",
  price: { unit: "image", min: 0.14, max: 0.24 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    resolution: { type: "string", default: "2k", values: ["1k", "2k", "4k"] },
    aspect_ratio: {
      type: "string",
      default: "1:1",
      values: ["1:1", "3:2", "2:3", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"]
    },
    output_format: { type: "string", default: "png", values: ["png", "jpeg"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var pImageEditModel = {
  slug: "p-image-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.01 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    aspect_ratio: {
      type: "string",
      default: "match_input_image",
      values: ["match_input_image", "1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3"]
    },
    seed: { type: "integer", default: -1 },
    disable_safety_checker: { type: "boolean", default: false }
  }
};
var pImageT2iModel = {
  slug: "p-image-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 5e-3 },
  parameters: {
    prompt: { type: "string", required: true },
    aspect_ratio: { type: "string", default: "16:9", values: ["1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3"] },
    seed: { type: "integer" },
    disable_safety_checker: { type: "boolean", default: false }
  }
};
var qwenImageEditModel = {
  slug: "qwen-image-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var qwenImageEdit2511Model = {
  slug: "qwen-image-edit-2511",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    size: {
      type: "string",
      default: "1024*1024",
      known: ["1024*1024", "1024*1280", "1280*1024", "1280*1280", "1280*1536", "1536*1080"]
    },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["jpeg", "png", "webp"] }
  }
};
var qwenImageEdit2511LoraModel = {
  slug: "qwen-image-edit-2511-lora",
  kind: "image",
  price: { unit: "image", perUnit: 0.025 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } }
      }
    },
    size: {
      type: "string",
      default: "1024*1024",
      known: ["1024*1024", "1024*1280", "1280*1024", "1280*1280", "1280*1536", "1536*1080"]
    },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["jpeg", "png", "webp"] }
  }
};
var qwenImageT2iModel = {
  slug: "qwen-image-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var qwenImageT2iLoraModel = {
  slug: "qwen-image-t2i-lora",
  kind: "image",
  price: { unit: "image", perUnit: 0.025 },
  parameters: {
    prompt: { type: "string", required: true },
    loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } }
      }
    },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var seedreamV4EditModel = {
  slug: "seedream-v4-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.027 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    size: { type: "string", default: "1024*1024" },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var seedreamV4T2iModel = {
  slug: "seedream-v4-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.027 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan26T2iModel = {
  slug: "wan-2-6-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.03 },
  parameters: {
    prompt: { type: "string", required: true },
    size: { type: "string", default: "1024*1024", known: ["1024*1024", "1024*768", "1440*1024"] },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var zImageTurboModel = {
  slug: "z-image-turbo",
  kind: "image",
  price: { unit: "image", perUnit: 5e-3 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string" },
    size: {
      type: "string",
      default: "1024*1024",
      values: ["512*512", "768*768", "1024*1024", "1280*1280", "1024*768", "768*1024", "1280*720", "720*1280"]
    },
    strength: { type: "number", default: 0.8, minimum: 0, maximum: 1 },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "png", values: ["png", "jpeg", "webp"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var infinitetalkModel = {
  slug: "infinitetalk",
  kind: "video",
  price: { unit: "video", min: 0.25, max: 0.5 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    audio: { type: "string", required: true },
    size: { type: "string", required: true, values: ["480p", "720p"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var klingV21I2vProModel = {
  slug: "kling-v2-1-i2v-pro",
  kind: "video",
  price: { unit: "second", perUnit: 0.09 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    guidance_scale: { type: "number", default: 0.5 },
    duration: { type: "integer", default: 5 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var klingV26StdMotionControlModel = {
  slug: "kling-v2-6-std-motion-control",
  kind: "video",
  price: { unit: "video", min: 0.21 },
  parameters: {
    image: { type: "string", required: true },
    video: { type: "string", required: true },
    character_orientation: { type: "string", required: true, values: ["video", "image"] },
    prompt: { type: "string" },
    negative_prompt: { type: "string" },
    keep_original_sound: { type: "boolean", default: true }
  }
};
var klingVideoO1R2vModel = {
  slug: "kling-video-o1-r2v",
  kind: "video",
  price: { unit: "second", perUnit: 0.112 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    video: { type: "string" },
    negative_prompt: { type: "string" },
    aspect_ratio: { type: "string", default: "16:9", values: ["16:9", "9:16", "1:1"] },
    duration: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_prompt_expansion: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var pVideoModel = {
  slug: "p-video",
  kind: "video",
  price: { unit: "second", by: "resolution", perUnit: { "720p": 0.02, "1080p": 0.04 } },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string" },
    audio: { type: "string" },
    duration: { type: "integer", default: 5 },
    resolution: { type: "string", default: "720p", values: ["720p", "1080p"] },
    fps: { type: "integer", default: 24, values: [24, 48] },
    aspect_ratio: { type: "string", default: "16:9", values: ["16:9", "9:16", "4:3", "3:4", "3:2", "2:3", "1:1"] },
    seed: { type: "integer" },
    draft: { type: "boolean", default: false },
    save_audio: { type: "boolean", default: true },
    prompt_upsampling: { type: "boolean", default: true }
  }
};
var seedanceV15ProI2vModel = {
  slug: "seedance-v1-5-pro-i2v",
  kind: "video",
  price: { unit: "second", min: 0.024, max: 0.052 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    last_image: { type: "string" },
    duration: { type: "integer", default: 5, minimum: 4, maximum: 12 },
    resolution: { type: "string", default: "720p", values: ["480p", "720p"] },
    aspect_ratio: { type: "string", default: "16:9", values: ["21:9", "16:9", "9:16", "1:1", "4:3", "3:4"] },
    camera_fixed: { type: "boolean", default: false },
    generate_audio: { type: "boolean", default: false },
    seed: { type: "integer", default: -1 }
  }
};
var sora2I2vModel = {
  slug: "sora-2-i2v",
  kind: "video",
  price: { unit: "video", min: 0.4, max: 1.2 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    duration: { type: "integer", required: true }
  }
};
var sora2ProI2vModel = {
  slug: "sora-2-pro-i2v",
  kind: "video",
  price: { unit: "video", min: 1.2, max: 6 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    size: { type: "string", default: "720p" },
    duration: { type: "integer", required: true }
  }
};
var viduQ3I2vModel = {
  slug: "vidu-q3-i2v",
  kind: "video",
  price: { unit: "second", perUnit: 0.15 },
  parameters: {
    image: { type: "string", required: true },
    prompt: { type: "string", required: true },
    resolution: { type: "string", default: "720p", values: ["540p", "720p", "1080p"] },
    duration: { type: "integer", default: 5 },
    movement_amplitude: { type: "string", default: "auto", values: ["auto", "small", "medium", "large"] },
    generate_audio: { type: "boolean", default: true },
    bgm: { type: "boolean", default: true },
    seed: { type: "integer", default: -1 }
  }
};
var viduQ3T2vModel = {
  slug: "vidu-q3-t2v",
  kind: "video",
  price: { unit: "second", perUnit: 0.15 },
  parameters: {
    prompt: { type: "string", required: true },
    style: { type: "string", default: "general", values: ["general", "anime"] },
    resolution: { type: "string", default: "720p", values: ["540p", "720p", "1080p"] },
    duration: { type: "integer", default: 5 },
    aspect_ratio: { type: "string", default: "4:3", values: ["16:9", "9:16", "4:3", "3:4", "1:1"] },
    movement_amplitude: { type: "string", default: "auto", values: ["auto", "small", "medium", "large"] },
    generate_audio: { type: "boolean", default: true },
    bgm: { type: "boolean", default: true },
    seed: { type: "integer", default: -1 }
  }
};
var wan21I2v720Model = {
  slug: "wan-2-1-i2v-720",
  kind: "video",
  price: { unit: "second", perUnit: 0.06 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1280*720" },
    num_inference_steps: { type: "integer", default: 30, minimum: 1, maximum: 50 },
    guidance: { type: "number", default: 5, minimum: 0, maximum: 10 },
    duration: { type: "integer", default: 5 },
    flow_shift: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_prompt_optimization: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan22I2v720Model = {
  slug: "wan-2-2-i2v-720",
  kind: "video",
  price: { unit: "video", min: 0.3, max: 0.9 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1280*720" },
    num_inference_steps: { type: "integer", default: 30, minimum: 1, maximum: 50 },
    guidance: { type: "number", default: 5, minimum: 0, maximum: 10 },
    duration: { type: "integer", default: 5 },
    flow_shift: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_prompt_optimization: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan22T2v720LoraModel = {
  slug: "wan-2-2-t2v-720-lora",
  kind: "video",
  price: { unit: "video", min: 0.35, max: 0.56 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    high_noise_loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } }
      }
    },
    low_noise_loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } }
      }
    },
    duration: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan25Model = {
  slug: "wan-2-5",
  kind: "video",
  price: { unit: "video", min: 0.25, max: 1.5 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1280*720" },
    duration: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_prompt_expansion: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan26I2vModel = {
  slug: "wan-2-6-i2v",
  kind: "video",
  price: { unit: "second", by: "size", perUnit: { "1280*720": 0.1, "1920*1080": 0.15 } },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    audio: { type: "string" },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1280*720", values: ["1280*720", "1920*1080"] },
    duration: { type: "integer", default: 5, values: [5, 10, 15] },
    shot_type: { type: "string", default: "single", values: ["single", "multi"] },
    seed: { type: "integer", default: -1 },
    enable_prompt_expansion: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan26T2vModel = {
  slug: "wan-2-6-t2v",
  kind: "video",
  price: { unit: "video", min: 0.5, max: 2.25 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    duration: { type: "integer", default: 5, values: [5, 10, 15] },
    size: { type: "string", default: "1280*720", values: ["1280*720", "1920*1080", "720*1280", "1080*1920"] },
    shot_type: { type: "string", default: "single", values: ["single", "multi"] },
    seed: { type: "integer", default: -1 },
    enable_prompt_expansion: { type: "boolean", default: false },
    audio: { type: "string" }
  }
};
var chatterboxTurboModel = {
  slug: "chatterbox-turbo",
  kind: "audio",
  price: { unit: "second", perUnit: 1e-3 },
  parameters: {
    prompt: { type: "string", required: true },
    voice: {
      type: "string",
      default: "lucy",
      known: ["aaron", "abigail", "anaya", "andy", "archer", "brian", "chloe", "dylan", "emmanuel", "ethan", "evelyn", "gavin", "gordon", "ivan", "laura", "lucy", "madison", "marisol", "meera", "walter"]
    },
    voice_url: { type: "string" },
    format: { type: "string", default: "wav", values: ["wav", "flac", "ogg"] }
  }
};
var minimaxSpeech02HdModel = {
  slug: "minimax-speech-02-hd",
  kind: "audio",
  price: { unit: "1000 characters", perUnit: 0.05 },
  parameters: {
    prompt: { type: "string", required: true },
    voice_id: { type: "string", default: "Wise_Woman" },
    speed: { type: "number", default: 1 },
    volume: { type: "number", default: 1 },
    pitch: { type: "number", default: 0 },
    emotion: {
      type: "string",
      default: "neutral",
      known: ["happy", "sad", "neutral", "angry", "fearful", "surprised"]
    },
    english_normalization: { type: "boolean", default: false },
    default_audio_url: { type: "string" }
  }
};
var cogito671bV21Fp8DynamicModel = {
  slug: "cogito-671b-v2-1-fp8-dynamic",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 0.5 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" }
  }
};
var gptOss120bModel = {
  slug: "gpt-oss-120b",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 10 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" }
  }
};
var granite40HSmallModel = {
  slug: "granite-4-0-h-small",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 10 },
  parameters: {
    messages: {
      type: "array",
      required: true,
      items: {
        type: "object",
        properties: {
          role: { type: "string", required: true, values: ["system", "user", "assistant"] },
          content: { type: "string", required: true }
        }
      }
    },
    sampling_params: {
      type: "object",
      properties: {
        max_tokens: { type: "integer", default: 512 },
        temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
        seed: { type: "integer", default: -1 },
        top_k: { type: "integer", default: -1 },
        top_p: { type: "number", default: 1, minimum: 0, maximum: 1 }
      }
    }
  }
};
var moonshotKimiModel = {
  slug: "moonshot-kimi",
  kind: "text",
  price: {
    unit: "unknown",
    note: "from 0.95 to 3 per million tokens read and from 4 to 15 per million tokens written"
  },
  parameters: {
    messages: {
      type: "array",
      required: true,
      items: {
        type: "object",
        properties: {
          role: { type: "string", required: true, values: ["system", "user", "assistant"] },
          content: { type: "string", required: true }
        }
      }
    },
    model: { type: "string", default: "kimi-k2.6", known: ["kimi-k2.6", "kimi-k2.7-code", "kimi-k3"] },
    sampling_params: {
      type: "object",
      properties: {
        max_tokens: { type: "integer", default: 2048 },
        temperature: { type: "number", default: 1 },
        seed: { type: "integer" },
        top_k: { type: "integer" },
        top_p: { type: "number", minimum: 0, maximum: 1 }
      }
    }
  }
};
var qwen332bAwqModel = {
  slug: "qwen3-32b-awq",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 10 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" }
  }
};
var models = {
  "black-forest-labs-flux-1-dev": blackForestLabsFlux1DevModel,
  "black-forest-labs-flux-1-schnell": blackForestLabsFlux1SchnellModel,
  "black-forest-labs-flux-1-kontext-dev": blackForestLabsFlux1KontextDevModel,
  "google-nano-banana-2-edit": googleNanoBanana2EditModel,
  "nano-banana-edit": nanoBananaEditModel,
  "nano-banana-pro-edit": nanoBananaProEditModel,
  "p-image-edit": pImageEditModel,
  "p-image-t2i": pImageT2iModel,
  "qwen-image-edit": qwenImageEditModel,
  "qwen-image-edit-2511": qwenImageEdit2511Model,
  "qwen-image-edit-2511-lora": qwenImageEdit2511LoraModel,
  "qwen-image-t2i": qwenImageT2iModel,
  "qwen-image-t2i-lora": qwenImageT2iLoraModel,
  "seedream-v4-edit": seedreamV4EditModel,
  "seedream-v4-t2i": seedreamV4T2iModel,
  "wan-2-6-t2i": wan26T2iModel,
  "z-image-turbo": zImageTurboModel,
  infinitetalk: infinitetalkModel,
  "kling-v2-1-i2v-pro": klingV21I2vProModel,
  "kling-v2-6-std-motion-control": klingV26StdMotionControlModel,
  "kling-video-o1-r2v": klingVideoO1R2vModel,
  "p-video": pVideoModel,
  "seedance-v1-5-pro-i2v": seedanceV15ProI2vModel,
  "sora-2-i2v": sora2I2vModel,
  "sora-2-pro-i2v": sora2ProI2vModel,
  "vidu-q3-i2v": viduQ3I2vModel,
  "vidu-q3-t2v": viduQ3T2vModel,
  "wan-2-1-i2v-720": wan21I2v720Model,
  "wan-2-2-i2v-720": wan22I2v720Model,
  "wan-2-2-t2v-720-lora": wan22T2v720LoraModel,
  "wan-2-5": wan25Model,
  "wan-2-6-i2v": wan26I2vModel,
  "wan-2-6-t2v": wan26T2vModel,
  "chatterbox-turbo": chatterboxTurboModel,
  "minimax-speech-02-hd": minimaxSpeech02HdModel,
  "cogito-671b-v2-1-fp8-dynamic": cogito671bV21Fp8DynamicModel,
  "gpt-oss-120b": gptOss120bModel,
  "granite-4-0-h-small": granite40HSmallModel,
  "moonshot-kimi": moonshotKimiModel,
  "qwen3-32b-awq": qwen332bAwqModel
};
function toMessageText(text, maxLength = 2e3) {
  let line = text.slice(0, 8192).replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();
  return line.length <= maxLength && text.length < 8192 ? line : `${line.slice(0, maxLength - 1).replace(/\p{Cs}$/u, "")}\u2026`;
}
var _CloudComputeError = class _CloudComputeError2 extends Error {
  /** The name of the call, if there is one, precedes `problem` in the message. */
  constructor(code, problem, { operation, route, maybeSent = false, cause } = {}) {
    super(
      toMessageText(operation ? `${operation}: ${problem}` : problem),
      cause === void 0 ? void 0 : { cause }
    ), Object.assign(this, { code, operation, route, maybeSent });
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
var _TimeoutError = class _TimeoutError2 extends CloudComputeError {
  constructor(problem, timeout, call, job) {
    super("timeout", problem, call), this.timeout = timeout, this.job = job, this.cancellation = void 0;
  }
};
_TimeoutError.prototype.name = "TimeoutError";
var _ResponseError = class _ResponseError2 extends CloudComputeError {
  constructor(problem, { status, headers, body }, call, code = "response_error") {
    super(code, problem, call), this.status = status, defineHidden(this, { headers, body });
  }
};
_ResponseError.prototype.name = "ResponseError";
var _GraphQLError = class _GraphQLError2 extends CloudComputeError {
  constructor(problem, status, errors, data, call) {
    super("graphql_error", problem, call), this.status = status, defineHidden(this, { errors, data });
  }
};
_GraphQLError.prototype.name = "GraphQLError";
var _JobError = class _JobError2 extends CloudComputeError {
  constructor(code, problem, job, call) {
    super(code, problem, call), this.job = job;
  }
};
_JobError.prototype.name = "JobError";
function defineHidden(error, members) {
  for (let name in members)
    Object.defineProperty(error, name, { value: members[name] });
}
function isPlainObject(value) {
  return Object.prototype.toString.call(value) === "[object Object]";
}
function checkInput(model, input) {
  if (!isPlainObject(input))
    throw new InputError("input", "input must be an object");
  checkMembers2(model.parameters, input, "", model.slug);
}
function checkMembers2(parameters, values, prefix, slug) {
  for (let name of Object.keys(values))
    if (!Object.hasOwn(parameters, name) && values[name] !== void 0) {
      let known = Object.keys(parameters).join(", ");
      refuse(prefix + name, `is no parameter of ${slug}, which takes ${known}`);
    }
  for (let [name, parameter] of Object.entries(parameters))
    checkValue(parameter, values[name], prefix + name, slug);
}
function checkValue(parameter, value, path, slug) {
  if (value === void 0) {
    parameter.required && refuse(path, `is required by ${slug}`);
    return;
  }
  if (isTaken(parameter, value) || refuse(path, `must be ${wanted(parameter)} for ${slug}`), Array.isArray(value) && parameter.items)
    for (let [index, item] of value.entries())
      checkValue(
        { ...parameter.items, required: true },
        item,
        `${path}[${index}]`,
        slug
      );
  isPlainObject(value) && parameter.properties && checkMembers2(parameter.properties, value, `${path}.`, slug);
}
function refuse(path, reason) {
  throw new InputError(path, `${path} ${reason}`);
}
function isTaken(parameter, value) {
  let { values } = parameter;
  if (values && !values.includes(value)) return false;
  switch (parameter.type) {
    case "integer":
      return Number.isInteger(value) && isInRange(parameter, Number(value));
    case "number":
      return Number.isFinite(value) && isInRange(parameter, Number(value));
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    default:
      return typeof value === parameter.type;
  }
}
function isInRange({ minimum = -1 / 0, maximum = 1 / 0, multipleOf }, value) {
  return value >= minimum && value <= maximum && (multipleOf === void 0 || isMultiple(value, multipleOf));
}
function isMultiple(value, step) {
  let steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}
var TYPE_WORDS = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object"
};
function wanted(parameter) {
  let { type, values, minimum, maximum, multipleOf } = parameter;
  if (values)
    return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  let limits = [
    minimum === void 0 ? "" : ` from ${minimum}`,
    maximum === void 0 ? "" : ` to ${maximum}`,
    multipleOf === void 0 ? "" : ` in steps of ${multipleOf}`
  ];
  return TYPE_WORDS[type] + limits.join("");
}
var modelPrices = {
  "black-forest-labs-flux-1-dev": {
    price: { unit: "megapixel", perUnit: 0.02 },
    quantity: [{ path: ["width"], default: 1024 }, { path: ["height"], default: 1024 }]
  },
  "black-forest-labs-flux-1-schnell": {
    price: { unit: "megapixel", perUnit: 24e-4 },
    quantity: [{ path: ["width"], default: 1024 }, { path: ["height"], default: 1024 }]
  },
  "black-forest-labs-flux-1-kontext-dev": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "google-nano-banana-2-edit": {
    price: { unit: "image", by: "resolution", perUnit: { "1k": 0.0875, "2k": 0.13, "4k": 0.175 } },
    by: { path: ["resolution"], default: "1k" },
    quantity: []
  },
  "nano-banana-edit": { price: { unit: "image", perUnit: 0.038 }, quantity: [] },
  "nano-banana-pro-edit": { price: { unit: "image", min: 0.14, max: 0.24 }, quantity: [] },
  "p-image-edit": { price: { unit: "image", perUnit: 0.01 }, quantity: [] },
  "p-image-t2i": { price: { unit: "image", perUnit: 5e-3 }, quantity: [] },
  "qwen-image-edit": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-edit-2511": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-edit-2511-lora": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "qwen-image-t2i": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-t2i-lora": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "seedream-v4-edit": { price: { unit: "image", perUnit: 0.027 }, quantity: [] },
  "seedream-v4-t2i": { price: { unit: "image", perUnit: 0.027 }, quantity: [] },
  "wan-2-6-t2i": { price: { unit: "image", perUnit: 0.03 }, quantity: [] },
  "z-image-turbo": { price: { unit: "image", perUnit: 5e-3 }, quantity: [] },
  infinitetalk: { price: { unit: "video", min: 0.25, max: 0.5 }, quantity: [] },
  "kling-v2-1-i2v-pro": { price: { unit: "second", perUnit: 0.09 }, quantity: [{ path: ["duration"], default: 5 }] },
  "kling-v2-6-std-motion-control": { price: { unit: "video", min: 0.21 }, quantity: [] },
  "kling-video-o1-r2v": { price: { unit: "second", perUnit: 0.112 }, quantity: [{ path: ["duration"], default: 5 }] },
  "p-video": {
    price: { unit: "second", by: "resolution", perUnit: { "720p": 0.02, "1080p": 0.04 } },
    by: { path: ["resolution"], default: "720p" },
    quantity: [{ path: ["duration"], default: 5 }]
  },
  "seedance-v1-5-pro-i2v": {
    price: { unit: "second", min: 0.024, max: 0.052 },
    quantity: [{ path: ["duration"], default: 5 }]
  },
  "sora-2-i2v": { price: { unit: "video", min: 0.4, max: 1.2 }, quantity: [] },
  "sora-2-pro-i2v": { price: { unit: "video", min: 1.2, max: 6 }, quantity: [] },
  "vidu-q3-i2v": { price: { unit: "second", perUnit: 0.15 }, quantity: [{ path: ["duration"], default: 5 }] },
  "vidu-q3-t2v": { price: { unit: "second", perUnit: 0.15 }, quantity: [{ path: ["duration"], default: 5 }] },
  "wan-2-1-i2v-720": { price: { unit: "second", perUnit: 0.06 }, quantity: [{ path: ["duration"], default: 5 }] },
  "wan-2-2-i2v-720": { price: { unit: "video", min: 0.3, max: 0.9 }, quantity: [] },
  "wan-2-2-t2v-720-lora": { price: { unit: "video", min: 0.35, max: 0.56 }, quantity: [] },
  "wan-2-5": { price: { unit: "video", min: 0.25, max: 1.5 }, quantity: [] },
  "wan-2-6-i2v": {
    price: { unit: "second", by: "size", perUnit: { "1280*720": 0.1, "1920*1080": 0.15 } },
    by: { path: ["size"], default: "1280*720" },
    quantity: [{ path: ["duration"], default: 5 }]
  },
  "wan-2-6-t2v": { price: { unit: "video", min: 0.5, max: 2.25 }, quantity: [] },
  "chatterbox-turbo": { price: { unit: "second", perUnit: 1e-3 }, quantity: [] },
  "minimax-speech-02-hd": { price: { unit: "1000 characters", perUnit: 0.05 }, quantity: [{ path: ["prompt"] }] },
  "cogito-671b-v2-1-fp8-dynamic": { price: { unit: "1M tokens", perUnit: 0.5 }, quantity: [{ path: ["max_tokens"], default: 512 }] },
  "gpt-oss-120b": { price: { unit: "1M tokens", perUnit: 10 }, quantity: [{ path: ["max_tokens"], default: 512 }] },
  "granite-4-0-h-small": {
    price: { unit: "1M tokens", perUnit: 10 },
    quantity: [{ path: ["sampling_params", "max_tokens"], default: 512 }]
  },
  "moonshot-kimi": {
    price: {
      unit: "unknown",
      note: "from 0.95 to 3 per million tokens read and from 4 to 15 per million tokens written"
    },
    quantity: []
  },
  "qwen3-32b-awq": { price: { unit: "1M tokens", perUnit: 10 }, quantity: [{ path: ["max_tokens"], default: 512 }] }
};
function check(holds, parameter, problem, call) {
  if (!holds) throw new InputError(parameter, `${parameter} ${problem}`, call);
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
function estimateCost(workOrSlug, input) {
  return typeof workOrSlug == "string" ? estimateJob(workOrSlug, input) : estimateWork(workOrSlug);
}
function estimateJob(slug, input) {
  if (!isModelSlug(slug))
    throw new InputError("slug", "slug must be that of a public model");
  if (!isPlainObject(input))
    throw new InputError("input", "input must be an object");
  let model = modelPrices[slug], cost = rateOf(slug, model, input) * quantityOf(model, input) / UNIT_SIZES[model.price.unit];
  if (!Number.isFinite(cost))
    throw new InputError("input", "input has a cost that is no finite number");
  return cost;
}
function isModelSlug(slug) {
  return Object.hasOwn(modelPrices, slug);
}
var UNIT_SIZES = {
  image: 1,
  video: 1,
  megapixel: 1e6,
  second: 1,
  "1000 characters": 1e3,
  "1M tokens": 1e6,
  unknown: 1
};
function rateOf(slug, model, input) {
  let { price, by, quantity } = model, setsNoSeconds = price.unit === "second" && quantity.length === 0;
  if (!("perUnit" in price) || setsNoSeconds)
    throw new InputError(
      "slug",
      `the cost of ${slug} cannot be computed from its input: the price is ${priceInWords(price)}`
    );
  if (!("by" in price)) return price.perUnit;
  let value = by && valueAt(input, by), rate = (typeof value == "string" || typeof value == "number") && Object.hasOwn(price.perUnit, value) ? price.perUnit[value] : void 0;
  if (rate !== void 0) return rate;
  let values = Object.keys(price.perUnit).join(", ");
  throw new InputError(price.by, `${price.by} must be one of ${values}`);
}
function priceInWords(price) {
  if ("note" in price) return price.note;
  if ("perUnit" in price)
    return `${JSON.stringify(price.perUnit)} for each ${price.unit}, and no parameter sets how many of them there are`;
  let { unit, min, max } = price, upTo = max === void 0 ? "upwards" : `to ${max}`;
  return `from ${min} ${upTo} for each ${unit}, and the reference does not say what decides`;
}
function quantityOf({ quantity }, input) {
  return quantity.map((parameter) => amountOf(valueAt(input, parameter), parameter)).reduce((product, amount) => product * amount, 1);
}
function amountOf(value, { path }) {
  let name = path.join(".");
  if (name === "prompt") {
    if (typeof value == "string") return Array.from(value).length;
    throw new InputError(name, `${name} must be a string`);
  }
  if (typeof value == "number" && value >= 0) return value;
  throw new InputError(name, `${name} must be a number, 0 or more`);
}
function valueAt(input, parameter) {
  let [name = "", inner] = parameter.path, outer = input[name];
  if (inner !== void 0 && outer !== void 0 && !isPlainObject(outer))
    throw new InputError(name, `${name} must be an object`);
  let value = isPlainObject(outer) && inner ? outer[inner] : outer;
  return value === void 0 ? parameter.default : value;
}
var publicModels = Object.fromEntries(
  Object.entries(models).map(([slug, info]) => [slug, builtIn(info)])
);
function builtIn(model) {
  return {
    coldStartMs: 300,
    executionMs: (input) => executionMs(model, input),
    workers: 100,
    run: (input, settings) => inputError(model, input, settings) ?? requestedFailure(input) ?? makers[model.kind](model, input, ownSeed(input, settings))
  };
}
var LENIENT_HINT = "; --lenient (lenient: true) accepts parameters that the emulator does not know";
function inputError(model, input, { lenient }) {
  let result = refuseInput(
    model,
    lenient ? knownMembers(model, input) : input
  );
  return !result || !result.error.includes("is no parameter") ? result : { error: result.error + LENIENT_HINT };
}
function refuseInput(model, input) {
  try {
    checkInput(model, input);
    return;
  } catch (error) {
    return { error: `input.${error instanceof Error ? error.message : String(error)}` };
  }
}
function knownMembers({ parameters }, input) {
  let known = Object.entries(input).filter(
    ([name]) => Object.hasOwn(parameters, name)
  );
  return Object.fromEntries(known);
}
function ownSeed(input, { seed }) {
  return hashText(`${seed} ${String(input.seed)} ${promptOf(input)}`);
}
function promptOf({ prompt, messages }) {
  if (typeof prompt == "string") return prompt;
  let last = Array.isArray(messages) ? messages.at(-1) : void 0;
  return isRecord(last) ? String(last.content) : "";
}
var SETUP_MS = 600;
var IMAGE_STEP_MS = 150;
var DEFAULT_IMAGE_STEPS = 16;
var DEFAULT_VIDEO_SECONDS = 5;
var VIDEO_SECOND_MS = 8e3;
var CHARACTER_MS = 10;
var TOKEN_MS = 40;
function executionMs({ kind, parameters }, input) {
  let amountOf2 = (name, otherwise) => Number(input[name] ?? parameters[name]?.default ?? otherwise) || otherwise;
  switch (kind) {
    case "image":
      return SETUP_MS + amountOf2("num_inference_steps", DEFAULT_IMAGE_STEPS) * IMAGE_STEP_MS;
    case "video":
      return SETUP_MS + amountOf2("duration", DEFAULT_VIDEO_SECONDS) * VIDEO_SECOND_MS;
    case "audio":
      return SETUP_MS + promptOf(input).length * CHARACTER_MS;
    case "text":
      return SETUP_MS + writeText(promptOf(input), 0).length * TOKEN_MS;
  }
}
var makers = {
  image: (model, input, seed) => ({
    output: { cost: costOf(model, input) },
    file: {
      member: "image_url",
      source: { kind: "png", ...pictureSize(model, input), seed }
    }
  }),
  video: (model, input) => ({
    output: { cost: costOf(model, input) },
    file: { member: "video_url", source: { kind: "mp4" } }
  }),
  audio: makeSpeech2,
  text: makeText2
};
var CHARACTERS_PER_SECOND2 = 15;
function makeSpeech2(model, input, seed) {
  let { length } = promptOf(input), seconds = Math.max(1, length / CHARACTERS_PER_SECOND2);
  return {
    output: model.price.unit === "second" ? {} : { cost: costOf(model, input) },
    file: { member: "audio_url", source: { kind: "wav", seconds, seed } }
  };
}
var DEFAULT_USD_PER_MILLION_TOKENS = 4;
function makeText2({ price }, input, seed) {
  let prompt = promptOf(input), tokens = writeText(prompt, seed).slice(0, maxTokens(input)), usage = { input: splitWords(prompt).length, output: tokens.length }, usd = "perUnit" in price && typeof price.perUnit == "number" ? price.perUnit : DEFAULT_USD_PER_MILLION_TOKENS;
  return {
    output: {
      choices: [{ tokens: [tokens.join("")] }],
      cost: roundUsd((usage.input + usage.output) * usd / 1e6),
      usage
    },
    chunks: tokens.map((token) => ({ choices: [{ tokens: [token] }] }))
  };
}
function maxTokens({
  max_tokens: direct,
  sampling_params: params
}) {
  let limit = direct ?? (isRecord(params) ? params.max_tokens : void 0) ?? 1 / 0;
  return Math.max(1, Number(limit));
}
function costOf({ slug, price }, input) {
  try {
    return roundUsd(estimateCost(slug, input));
  } catch {
    return lowestPrice(price);
  }
}
function lowestPrice(price) {
  return "min" in price ? price.min : "perUnit" in price && typeof price.perUnit == "number" ? price.perUnit : 0;
}
var MAX_LENGTH = 2048;
var DEFAULT_LENGTH = 1024;
function pictureSize({ parameters }, input) {
  let valueOf = (name) => input[name] ?? parameters[name]?.default, size = pairOf(valueOf("size")), ratio = pairOf(valueOf("aspect_ratio")), scale = ratio && DEFAULT_LENGTH / Math.max(...ratio), [width, height] = size ?? [
    Number(valueOf("width") ?? (ratio && scale ? ratio[0] * scale : 1024)),
    Number(valueOf("height") ?? (ratio && scale ? ratio[1] * scale : 1024))
  ];
  return { width: lengthWithin(width), height: lengthWithin(height) };
}
function lengthWithin(length) {
  return Math.min(Math.max(1, Math.round(length)), MAX_LENGTH);
}
function pairOf(value) {
  let match = /^(\d+)[*x:](\d+)$/.exec(String(value)), [, first, second] = match ?? [];
  if (!(!Number(first) || !Number(second)))
    return [Number(first), Number(second)];
}
function findModel(state, slug) {
  let custom = state.customModels.get(slug);
  if (!custom) return findBuiltInModel(state, slug);
  let { coldStart, workers } = custom;
  return { coldStartMs: coldStart, workers };
}
function hasModel(state, slug) {
  return state.customModels.has(slug) || state.endpoints.has(slug) || publicModel(slug) !== void 0;
}
function findBuiltInModel({ endpoints }, slug) {
  let model = endpoints.has(slug) ? echoModel : publicModel(slug);
  if (model) return model;
  throw new ApiError(404, `there is no model or endpoint "${slug}"`);
}
var builtInSlugs = [
  ...Object.keys(publicModels),
  ...Object.keys(demoModels)
];
function publicModel(slug) {
  return Object.hasOwn(publicModels, slug) ? publicModels[slug] : Object.hasOwn(demoModels, slug) ? demoModels[slug] : void 0;
}
var DEFAULT_IDLE_TIMEOUT_S = 5;
function queueOf({ jobQueues }, slug) {
  let existing = jobQueues.get(slug);
  if (existing) return existing;
  let queue = {
    slug,
    waiting: /* @__PURE__ */ new Set(),
    workers: [],
    startedWorkers: 0,
    counts: { completed: 0, failed: 0, retried: 0 }
  };
  return jobQueues.set(slug, queue), queue;
}
function assignWorkers(state, slug, startJob2) {
  if (!hasModel(state, slug)) return;
  let queue = queueOf(state, slug), now = state.clock.now();
  scaleUp(state, queue, now, startJob2);
  for (let worker of queue.workers) {
    let [jobId] = queue.waiting;
    if (jobId === void 0) break;
    if (worker.jobId !== void 0 || worker.readyAt > now) continue;
    queue.waiting.delete(jobId);
    let job = state.jobs.get(jobId);
    job && (worker.jobId = jobId, startJob2(job, worker));
  }
}
function releaseWorker(state, { slug, id }) {
  let { workers } = queueOf(state, slug), worker = workers.find(({ jobId }) => jobId === id);
  worker && (worker.jobId = void 0, worker.idleSince = state.clock.now(), scheduleStop(state, slug, worker));
}
function rescheduleWorkers(state, { slug, workers }, startJob2) {
  for (let worker of workers)
    worker.readyAt > state.clock.now() ? scheduleReady(state, slug, worker, startJob2) : worker.jobId === void 0 && scheduleStop(state, slug, worker);
}
function workerLimits(state, slug) {
  let { coldStartMs, workers } = findModel(state, slug), settings = state.endpoints.get(slug)?.settings, idleTimeoutS = settings?.idleTimeout ?? DEFAULT_IDLE_TIMEOUT_S;
  return {
    min: settings?.workersMin ?? 0,
    max: settings?.workersMax ?? workers,
    coldStartMs,
    idleTimeoutMs: idleTimeoutS * 1e3
  };
}
function scaleUp(state, queue, now, startJob2) {
  let { min, max, coldStartMs } = workerLimits(state, queue.slug), running = queue.workers.length;
  if (running > max && stopIdleWorkers(queue, running - max), queue.workers.length >= max) return;
  let waiting = [...queue.waiting].filter(
    (id) => state.jobs.get(id)?.lowPriority === false
  ), free = queue.workers.filter(({ jobId }) => jobId === void 0), needed = running + waiting.length - free.length, wanted2 = Math.min(Math.max(needed, min), max);
  for (; queue.workers.length < wanted2; ) {
    let worker = createWorker(state, queue, now, coldStartMs);
    queue.workers.push(worker), coldStartMs > 0 ? scheduleReady(state, queue.slug, worker, startJob2) : scheduleStop(state, queue.slug, worker);
  }
}
function createWorker(state, queue, now, coldStartMs) {
  queue.startedWorkers += 1;
  let name = `${state.seed} ${queue.slug} ${queue.startedWorkers}`;
  return {
    id: idFrom(hashText(name)),
    readyAt: now + coldStartMs,
    jobId: void 0,
    idleSince: now
  };
}
function stopIdleWorkers(queue, count) {
  let stopped = queue.workers.filter(({ jobId }) => jobId === void 0).slice(0, count);
  queue.workers = queue.workers.filter((worker) => !stopped.includes(worker));
}
function scheduleReady(state, slug, worker, startJob2) {
  state.clock.schedule(worker.readyAt, () => {
    worker.idleSince = worker.readyAt, scheduleStop(state, slug, worker), assignWorkers(state, slug, startJob2);
  });
}
function scheduleStop(state, slug, worker) {
  let queue = state.jobQueues.get(slug);
  if (!queue) return;
  let { idleSince } = worker, { idleTimeoutMs, min } = workerLimits(state, slug);
  state.clock.schedule(idleSince + idleTimeoutMs, () => {
    !(worker.jobId === void 0 && worker.idleSince === idleSince) || queue.workers.length <= min || (queue.workers = queue.workers.filter((other) => other !== worker));
  });
}
function isFinal({ status }) {
  return status !== "IN_QUEUE" && status !== "IN_PROGRESS";
}
function toJson(value) {
  let text = stringify(value);
  return text === void 0 ? void 0 : JSON.parse(text);
}
function stringify(value) {
  return JSON.stringify(value);
}
var MAX_TURNS = 50;
function runModel(state, job, run) {
  let custom = state.customModels.get(job.slug);
  custom ? runCustomModel(state, job, run, custom) : runBuiltInModel(state, job, run);
}
function runBuiltInModel(state, job, run) {
  let startedAt = job.startedAt ?? state.clock.now(), model = findBuiltInModel(state, job.slug), { seed, lenient } = state, result = model.run(job.input, { seed, lenient }), executionMs2 = model.executionMs(job.input), chunks = "chunks" in result ? result.chunks : [];
  chunks.forEach((chunk2, index) => {
    if (index < job.chunks.length) return;
    let share = (index + 1) / (chunks.length + 1), time2 = startedAt + executionMs2 * share;
    run.schedule(time2, () => run.addChunk(chunk2));
  }), run.schedule(startedAt + executionMs2, () => run.finish(result));
}
function runCustomModel(state, job, run, model) {
  job.chunks = [], job.deliveredChunks = 0;
  let startedAt = job.startedAt ?? state.clock.now(), finished = callHandler(job, run, model).then((result) => {
    let earliest = startedAt + model.executionTime;
    earliest <= state.clock.now() ? run.finish(result) : run.schedule(earliest, () => run.finish(result));
  });
  run.schedule(state.clock.now(), () => waitBriefly(finished));
}
async function callHandler(job, run, { handler, parameters }) {
  let { slug } = job, controller = new AbortController();
  run.onStop(
    () => controller.abort(new DOMException("the job has ended", "AbortError"))
  );
  let context = {
    id: job.id,
    signal: controller.signal,
    progress: (chunk2) => run.addChunk(toJson(chunk2) ?? null),
    fail: (message) => {
      throw new Error(message);
    }
  };
  await Promise.resolve();
  let invalid2 = parameters && refuseInput({ slug, parameters }, job.input);
  if (invalid2) return invalid2;
  try {
    let input = structuredClone(job.input);
    return { output: toJson(await handler(input, context)) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
async function waitBriefly(promise) {
  let turnsLeft = MAX_TURNS;
  for (promise.then(() => turnsLeft = 0); turnsLeft > 0; )
    turnsLeft -= 1, await yieldToEventLoop();
}
var MAX_WEBHOOK_ATTEMPTS = 3;
var WEBHOOK_RETRY_DELAY_MS = 1e4;
var WEBHOOK_TIMEOUT_MS = 1e4;
function scheduleWebhook(state, job) {
  let dueAt = job.nextWebhookAt ?? state.clock.now(), { retries } = job, isCurrent = () => job.retries === retries && job.nextWebhookAt === dueAt, attempt = async () => {
    if (!isCurrent()) return;
    let isAccepted = await sendWebhook(state, job);
    if (!isCurrent()) return;
    job.webhookAttempts += 1;
    let isLast = job.webhookAttempts >= MAX_WEBHOOK_ATTEMPTS, isDone = isAccepted || isLast;
    job.nextWebhookAt = isDone ? void 0 : state.clock.now() + WEBHOOK_RETRY_DELAY_MS, emitChange(state), isDone || scheduleWebhook(state, job);
  };
  state.clock.schedule(dueAt, attempt, "onTime");
}
async function sendWebhook(state, job) {
  let send = state.webhookFetch ?? fetch, controller = new AbortController(), timer = setTimeout(() => controller.abort(), WEBHOOK_TIMEOUT_MS);
  try {
    let response = await send(job.webhook ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(jobView(job)),
      signal: controller.signal
    });
    return await response.body?.cancel(), response.status === 200;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
function enqueue(state, job) {
  job.status = "IN_QUEUE", job.queuedAt = state.clock.now(), queueOf(state, job.slug).waiting.add(job.id), scheduleRemoval(state, job, job.expiresAt), processQueue(state, job.slug), notifyWatchers(state, job);
}
function processQueue(state, slug) {
  assignWorkers(state, slug, (job, worker) => startJob(state, job, worker));
}
function applyWorkerSettings(state, slug) {
  let start = (job, worker) => startJob(state, job, worker);
  rescheduleWorkers(state, queueOf(state, slug), start), processQueue(state, slug);
}
function endJob(state, job, status, result) {
  if (isFinal(job)) return;
  let now = state.clock.now(), { counts } = detach(state, job);
  status === "COMPLETED" && (counts.completed += 1), (status === "FAILED" || status === "TIMED_OUT") && (counts.failed += 1), job.status = status, job.result = result, job.endedAt = now, chargeForRun(state, job), scheduleRemoval(state, job, Math.min(job.expiresAt, now + job.retentionMs)), job.webhook !== void 0 && (job.nextWebhookAt = now, scheduleWebhook(state, job)), notifyWatchers(state, job), processQueue(state, job.slug);
}
function requeue(state, job) {
  let { counts } = queueOf(state, job.slug);
  counts.failed -= 1, counts.retried += 1, job.startedAt = void 0, job.endedAt = void 0, job.workerId = void 0, job.result = void 0, job.chunks = [], job.deliveredChunks = 0, job.retries += 1, job.webhookAttempts = 0, job.nextWebhookAt = void 0, enqueue(state, job);
}
function removeJob(state, job) {
  detach(state, job), isFinal(job) || (job.status = "CANCELLED"), state.jobRemovals.get(job.id)?.(), state.jobRemovals.delete(job.id), state.jobs.delete(job.id), notifyWatchers(state, job);
}
function removeQueue(state, slug) {
  let jobs = [...state.jobs.values()].filter((job) => job.slug === slug);
  for (let job of jobs) removeJob(state, job);
  state.jobQueues.delete(slug);
}
function resumeJobs(state) {
  for (let job of state.jobs.values()) {
    let keptUntil = (job.endedAt ?? 1 / 0) + job.retentionMs;
    scheduleRemoval(state, job, Math.min(job.expiresAt, keptUntil)), job.status === "IN_PROGRESS" && resumeJob(state, job), job.nextWebhookAt !== void 0 && scheduleWebhook(state, job);
  }
  for (let { slug } of state.jobQueues.values())
    hasModel(state, slug) && applyWorkerSettings(state, slug);
}
function resumeJob(state, job) {
  if (hasModel(state, job.slug)) {
    runJob(state, job);
    return;
  }
  let queue = queueOf(state, job.slug);
  queue.workers = [], queue.waiting.add(job.id), job.status = "IN_QUEUE", job.startedAt = void 0;
}
function startJob(state, job, worker) {
  job.status = "IN_PROGRESS", job.startedAt = state.clock.now(), job.workerId = worker.id, runJob(state, job), notifyWatchers(state, job);
}
function runJob(state, job) {
  let cleanups = [];
  state.runningJobs.set(job.id, cleanups);
  let startedAt = job.startedAt ?? state.clock.now(), isRunning = () => state.runningJobs.get(job.id) === cleanups;
  runModel(state, job, {
    schedule: (time2, run) => cleanups.push(state.clock.schedule(time2, run)),
    onStop: (cleanup) => cleanups.push(cleanup),
    addChunk: (chunk2) => {
      isRunning() && (job.chunks = [...job.chunks, chunk2], notifyWatchers(state, job));
    },
    finish: (result) => {
      isRunning() && finishJob(state, job, result);
    }
  });
  let timeOut = () => endJob(state, job, "TIMED_OUT");
  cleanups.push(state.clock.schedule(startedAt + job.timeoutMs, timeOut));
}
function finishJob(state, job, result) {
  if ("error" in result) {
    endJob(state, job, "FAILED", { error: result.error });
    return;
  }
  let { output, file } = result;
  if (!file) {
    endJob(state, job, "COMPLETED", { output });
    return;
  }
  let { member, source } = file, name = `${job.id}.${source.kind}`;
  state.files.set(name, { source, createdAt: state.clock.now() }), endJob(state, job, "COMPLETED", { output, file: { member, name } });
}
function chargeForRun(state, job) {
  let settings = state.endpoints.get(job.slug)?.settings, { startedAt, endedAt, workerId } = job;
  if (!settings || job.status === "FAILED" || startedAt === void 0 || endedAt === void 0) return;
  let { templateId, dataCenterIds, gpuCount } = settings, [gpuTypeId] = settings.gpuTypeIds;
  addCharge(state, {
    kind: "endpoints",
    labels: {
      endpointId: job.slug,
      podId: workerId,
      gpuTypeId,
      templateId,
      imageName: state.templates.get(templateId)?.imageName,
      dataCenterId: dataCenterIds[0]
    },
    usdPerHour: gpuTypeById(gpuTypeId ?? "").securePrice * gpuCount,
    sizeInGb: 0,
    from: startedAt,
    to: endedAt
  });
}
function detach(state, job) {
  for (let cleanup of state.runningJobs.get(job.id) ?? []) cleanup();
  state.runningJobs.delete(job.id);
  let queue = queueOf(state, job.slug);
  return queue.waiting.delete(job.id), releaseWorker(state, job), queue;
}
function scheduleRemoval(state, job, time2) {
  state.jobRemovals.get(job.id)?.();
  let remove = () => {
    removeJob(state, job), processQueue(state, job.slug);
  }, cancel = state.clock.schedule(time2, remove, removalUrgency(state, job));
  state.jobRemovals.set(job.id, cancel);
}
function removalUrgency({ customModels }, job) {
  return (job.webhook !== void 0 || customModels.has(job.slug)) && !isFinal(job) ? "onTime" : "onRead";
}
function notifyWatchers(state, { id }) {
  for (let notify2 of [...state.jobWatchers.get(id) ?? []]) notify2();
  emitChange(state);
}
var WINDOW_MS = 1e4;
var READ_LIMIT = { perWindow: 2e3, concurrent: 400 };
var RATE_LIMITS = {
  "POST /v2/{slug}/run": { perWindow: 1e3, concurrent: 200 },
  "POST /v2/{slug}/runsync": { perWindow: 2e3, concurrent: 400 },
  "GET /v2/{slug}/status/{jobId}": READ_LIMIT,
  "GET /v2/{slug}/status-sync/{jobId}": READ_LIMIT,
  "GET /v2/{slug}/stream/{jobId}": READ_LIMIT,
  "POST /v2/{slug}/cancel/{jobId}": { perWindow: 100, concurrent: 20 },
  "POST /v2/{slug}/purge-queue": { perWindow: 2, concurrent: 1 / 0 }
};
var RateLimits = class {
  #usage = /* @__PURE__ */ new Map();
  /** Counts a call, or throws 429 with Retry-After. The returned function ends the call. */
  acquire(route, slug, clock) {
    let limit = RATE_LIMITS[route];
    if (!limit) return () => {
    };
    let usage = this.#usageOf(`${route} ${slug}`), { arrivals } = usage, now = clock.now();
    for (; (arrivals[0] ?? now) <= now - WINDOW_MS; ) arrivals.shift();
    let [oldest = now] = arrivals;
    if (arrivals.length >= limit.perWindow) {
      let remainingMs = (oldest + WINDOW_MS - now) / clock.speed;
      throw tooManyRequests(limit.perWindow, remainingMs);
    }
    if (usage.active >= limit.concurrent)
      throw tooManyRequests(limit.concurrent, 0);
    return arrivals.push(now), usage.active += 1, () => {
      usage.active -= 1;
    };
  }
  clear() {
    this.#usage.clear();
  }
  #usageOf(key) {
    let usage = this.#usage.get(key) ?? { arrivals: [], active: 0 };
    return this.#usage.set(key, usage), usage;
  }
};
function tooManyRequests(limit, remainingMs) {
  let seconds = Math.max(1, Math.ceil(remainingMs / 1e3)), message = `this endpoint takes no more than ${limit} of these calls`;
  return new ApiError(429, message, { "retry-after": String(seconds) });
}
var isKey = (value) => typeof value == "string" && /^[!-~]+$/.test(value);
var isBoolean = (value) => typeof value == "boolean";
var isFunction = (value) => typeof value == "function";
var rules2 = {
  apiKey: [isKey, "printable ASCII without blanks"],
  keys: [
    (value) => Array.isArray(value) && value.every(isKey),
    "a list of keys, each printable ASCII without blanks"
  ],
  speed: [
    (value) => Number.isFinite(value) && Number(value) > 0,
    "a finite number above 0"
  ],
  seed: [Number.isFinite, "a finite number"],
  clock: oneOf("real", "manual"),
  latency: delayRule,
  limits: [isBoolean, "true or false"],
  lenient: [isBoolean, "true or false"],
  webhookFetch: [isFunction, "a function"]
};
function readOptions(options) {
  return checkMembers("createEmulator", options, rules2), {
    apiKey: options.apiKey ?? "emulator-key-0123456789",
    keys: options.keys ?? [],
    speed: options.speed ?? 1,
    seed: options.seed ?? 1,
    clock: options.clock ?? "real",
    latency: options.latency ?? 0,
    limits: options.limits ?? false,
    lenient: options.lenient ?? false,
    webhookFetch: options.webhookFetch
  };
}
function createTemplate(state, input) {
  let { name, imageName, category, isServerless } = input;
  return saveTemplate(state, input, {
    ...DEFAULT_FIELDS,
    id: state.newId(),
    name,
    imageName,
    category: category ?? DEFAULT_FIELDS.category,
    isServerless: isServerless ?? DEFAULT_FIELDS.isServerless
  });
}
function updateTemplate(state, id, input) {
  let template = findById(state.templates, "template", id);
  if (!template.owned)
    throw new ApiError(400, `the template "${id}" is not yours to change`);
  return saveTemplate(state, input, template);
}
function deleteTemplate(state, id) {
  if (!findById(state.templates, "template", id).owned)
    throw new ApiError(400, `the template "${id}" is not yours to delete`);
  let endpointId = boundEndpointId(state, id);
  if (endpointId) {
    let reason = `is in use by the endpoint "${endpointId}"`;
    throw new ApiError(400, `the template "${id}" ${reason}`);
  }
  state.templates.delete(id);
}
function listTemplates(state, query) {
  return [...state.templates.values()].filter((template) => template.isOfficial ? query.includeRunpodTemplates === true : template.owned ? query.includeEndpointBoundTemplates === true ? true : boundEndpointId(state, template.id) === void 0 : query.includePublicTemplates === true);
}
function boundEndpointId(state, templateId) {
  return [...state.endpoints.values()].find(
    ({ settings }) => settings.templateId === templateId
  )?.id;
}
function addSharedTemplates({ templates }) {
  templates.set("official-pytorch", {
    ...DEFAULT_FIELDS,
    id: "official-pytorch",
    name: "PyTorch",
    imageName: "example/pytorch:2.8",
    isPublic: true,
    isOfficial: true,
    owned: false
  }), templates.set("public-notebook", {
    ...DEFAULT_FIELDS,
    id: "public-notebook",
    name: "Shared notebook",
    imageName: "example/notebook:1",
    isPublic: true,
    owned: false
  });
}
var DEFAULT_FIELDS = {
  owned: true,
  isOfficial: false,
  isServerless: false,
  category: "NVIDIA",
  isPublic: false,
  readme: "",
  containerDiskInGb: 50,
  containerRegistryAuthId: void 0,
  dockerEntrypoint: [],
  dockerStartCmd: [],
  env: {},
  ports: ["8888/http", "22/tcp"],
  volumeInGb: 20,
  volumeMountPath: "/workspace"
};
function saveTemplate(state, input, before) {
  let template = {
    ...before,
    name: input.name ?? before.name,
    imageName: input.imageName ?? before.imageName,
    isPublic: input.isPublic ?? before.isPublic,
    readme: input.readme ?? before.readme,
    containerDiskInGb: input.containerDiskInGb ?? before.containerDiskInGb,
    containerRegistryAuthId: input.containerRegistryAuthId ?? before.containerRegistryAuthId,
    dockerEntrypoint: input.dockerEntrypoint ?? before.dockerEntrypoint,
    dockerStartCmd: input.dockerStartCmd ?? before.dockerStartCmd,
    env: input.env ?? before.env,
    ports: input.ports ?? before.ports,
    volumeInGb: input.volumeInGb ?? before.volumeInGb,
    volumeMountPath: input.volumeMountPath ?? before.volumeMountPath
  };
  return checkNameIsFree(state, template), findReference(state.registryAuths, "containerRegistryAuthId", input.containerRegistryAuthId), state.templates.set(template.id, template), template;
}
function checkNameIsFree(state, { id, name }) {
  if ([...state.templates.values()].some(
    (other) => other.name === name && other.id !== id
  ))
    throw new ApiError(400, `name is taken by another template: "${name}"`);
}
var MINUTE_MS = 6e4;
var DAY_MS2 = 1440 * MINUTE_MS;
var DEFAULT_TIMEOUT_MS = 10 * MINUTE_MS;
var RETENTION_MS = { run: 30 * MINUTE_MS, runsync: MINUTE_MS };
function submitJob(state, { slug, kind, origin }, { input, policy, webhook }) {
  findModel(state, slug);
  let now = state.clock.now(), settings = state.endpoints.get(slug)?.settings, prefix = kind === "runsync" ? "sync-" : "", defaultTimeoutMs = settings?.executionTimeoutMs ?? DEFAULT_TIMEOUT_MS, job = {
    id: `${prefix}${state.newId()}`,
    slug,
    origin,
    input,
    webhook,
    lowPriority: policy?.lowPriority ?? false,
    timeoutMs: policy?.executionTimeout ?? defaultTimeoutMs,
    retentionMs: RETENTION_MS[kind] * Math.max(1, state.clock.speed),
    submittedAt: now,
    expiresAt: now + (policy?.ttl ?? DAY_MS2),
    status: "IN_QUEUE",
    queuedAt: now,
    startedAt: void 0,
    endedAt: void 0,
    workerId: void 0,
    result: void 0,
    chunks: [],
    deliveredChunks: 0,
    retries: 0,
    webhookAttempts: 0,
    nextWebhookAt: void 0
  };
  return state.jobs.set(job.id, job), enqueue(state, job), job;
}
function findJob(state, slug, id) {
  findModel(state, slug);
  let job = state.jobs.get(id);
  if (job?.slug === slug) return job;
  throw new ApiError(404, `there is no job with the id "${id}"`);
}
function cancelJob(state, job) {
  endJob(state, job, "CANCELLED");
}
function retryJob(state, job) {
  let { status } = job;
  if (status !== "FAILED" && status !== "TIMED_OUT") {
    let rule = "only a FAILED or TIMED_OUT job can be retried";
    throw new ApiError(400, `${rule} (it is ${status})`);
  }
  requeue(state, job);
}
function purgeQueue(state, slug) {
  findModel(state, slug);
  let ids = [...state.jobQueues.get(slug)?.waiting ?? []];
  for (let id of ids) {
    let job = state.jobs.get(id);
    job && removeJob(state, job);
  }
  return ids.length;
}
function waitForJob(state, job, { until, signal }, isDone = () => false) {
  return new Promise((resolve) => {
    let watchers = state.jobWatchers.get(job.id) ?? /* @__PURE__ */ new Set(), stop = () => {
      cancelTimeout(), watchers.delete(check3), watchers.size === 0 && state.jobWatchers.delete(job.id), signal.removeEventListener("abort", stop), resolve();
    }, check3 = () => {
      let isRemoved = state.jobs.get(job.id) !== job;
      (isFinal(job) || isRemoved || isDone() || signal.aborted) && stop();
    }, cancelTimeout = state.clock.schedule(until, stop, "keepAlive");
    state.jobWatchers.set(job.id, watchers.add(check3)), signal.addEventListener("abort", stop), check3();
  });
}
function createEndpoint(state, input) {
  let defaults = defaultSettings(state, input), endpoint = {
    id: state.newId(),
    createdAt: state.clock.now(),
    settings: mergeSettings(state, defaults, input),
    version: 0
  };
  return state.endpoints.set(endpoint.id, endpoint), processQueue(state, endpoint.id), endpoint;
}
function updateEndpoint(state, id, input) {
  let endpoint = findById(state.endpoints, "endpoint", id), settings = mergeSettings(state, endpoint.settings, input);
  return saveSettings(state, endpoint, settings);
}
function replaceEndpoint(state, id, input) {
  let endpoint = findById(state.endpoints, "endpoint", id), defaults = defaultSettings(state, input);
  return saveSettings(state, endpoint, mergeSettings(state, defaults, input));
}
function deleteEndpoint(state, id) {
  findById(state.endpoints, "endpoint", id), removeQueue(state, id), state.endpoints.delete(id);
}
function defaultSettings(state, { templateId, computeType = "GPU" }) {
  let template = findReference(state.templates, "templateId", templateId), gpuTypeIds = gpus.slice(0, 1).map(({ id }) => id);
  return {
    computeType,
    templateId,
    name: template?.name ?? "",
    dataCenterIds: dataCenters.map(({ id }) => id),
    gpuTypeIds: computeType === "CPU" ? [] : gpuTypeIds,
    gpuCount: 1,
    scalerType: "QUEUE_DELAY",
    scalerValue: 4,
    idleTimeout: 5,
    workersMin: 0,
    workersMax: 3,
    executionTimeoutMs: 6e5
  };
}
function saveSettings(state, endpoint, settings) {
  let version = workerSettings(settings) === workerSettings(endpoint.settings) ? endpoint.version : endpoint.version + 1, updated = { ...endpoint, settings, version };
  return state.endpoints.set(endpoint.id, updated), applyWorkerSettings(state, endpoint.id), updated;
}
function mergeSettings(state, settings, input) {
  findReference(state.templates, "templateId", input.templateId);
  let { networkVolumeId, networkVolumeIds = [] } = input;
  for (let volumeId of [networkVolumeId, ...networkVolumeIds])
    findReference(state.networkVolumes, "networkVolumeId", volumeId);
  let given = pick(input, [...WORKER_SETTINGS, ...OTHER_SETTINGS]), merged = { ...settings, ...given }, { workersMin, workersMax } = merged;
  if (workersMin > workersMax) {
    let rule = "workersMin must not be greater than workersMax", values = `(workersMin is ${workersMin}, workersMax ${workersMax})`;
    throw new ApiError(400, `${rule} ${values}`);
  }
  return merged;
}
var WORKER_SETTINGS = [
  "templateId",
  "computeType",
  "dataCenterIds",
  "gpuTypeIds",
  "gpuCount",
  "cpuFlavorIds",
  "vcpuCount",
  "networkVolumeId",
  "networkVolumeIds",
  "allowedCudaVersions",
  "minCudaVersion"
];
var OTHER_SETTINGS = [
  "name",
  "flashboot",
  "idleTimeout",
  "scalerType",
  "scalerValue",
  "workersMin",
  "workersMax",
  "executionTimeoutMs"
];
function workerSettings(settings) {
  let members = pick(settings, WORKER_SETTINGS);
  return JSON.stringify(Object.entries(members).sort());
}
function pick(members, names) {
  let entries = Object.entries(members).filter(
    ([name, value]) => names.includes(name) && value !== null && value !== void 0
  );
  return Object.fromEntries(entries);
}
var networkVolumeHandlers = {
  "GET /networkvolumes": ({ state }) => ok([...state.networkVolumes.values()]),
  "POST /networkvolumes": ({ state, body }) => ok(createNetworkVolume(state, body)),
  "GET /networkvolumes/{networkVolumeId}": ({ state, params }) => ok(findNetworkVolume(state, params.networkVolumeId)),
  "PATCH /networkvolumes/{networkVolumeId}": patchNetworkVolume,
  "POST /networkvolumes/{networkVolumeId}/update": patchNetworkVolume,
  "DELETE /networkvolumes/{networkVolumeId}": ({ state, params }) => (deleteNetworkVolume(state, params.networkVolumeId), { status: 204 })
};
function patchNetworkVolume({
  state,
  params,
  body
}) {
  return ok(updateNetworkVolume(state, params.networkVolumeId, body));
}
function createNetworkVolume(state, { name, size, dataCenterId }) {
  let volume = { id: state.newId(), name, size, dataCenterId };
  return state.networkVolumes.set(volume.id, volume), startVolumeCharge(state, volume), volume;
}
function updateNetworkVolume(state, id, { name, size }) {
  let volume = findNetworkVolume(state, id);
  if (size !== void 0 && size <= volume.size) {
    let rule = "size must be greater than the current size", sizes = `(it is ${volume.size} GB, ${size} GB was asked for)`;
    throw new ApiError(400, `${rule} ${sizes}`);
  }
  let updated = {
    ...volume,
    name: name ?? volume.name,
    size: size ?? volume.size
  };
  return state.networkVolumes.set(id, updated), size !== void 0 && (endCharges(state, "volumeId", id), startVolumeCharge(state, updated)), updated;
}
function deleteNetworkVolume(state, id) {
  findNetworkVolume(state, id);
  let user = findUser(state, id);
  if (user)
    throw new ApiError(400, `the network volume "${id}" is in use by ${user}`);
  state.networkVolumes.delete(id), endCharges(state, "volumeId", id);
}
function findNetworkVolume(state, id) {
  return findById(state.networkVolumes, "network volume", id);
}
function findUser(state, volumeId) {
  let pod = [...state.pods.values()].find(
    ({ networkVolumeId }) => networkVolumeId === volumeId
  );
  if (pod) return `the Pod "${pod.id}"`;
  let endpoint = [...state.endpoints.values()].find(({ settings }) => {
    let { networkVolumeId, networkVolumeIds = [] } = settings;
    return [networkVolumeId, ...networkVolumeIds].includes(volumeId);
  });
  return endpoint && `the endpoint "${endpoint.id}"`;
}
var USD_PER_GB_HOUR = 0.07 / 730;
function startVolumeCharge(state, { id, size }) {
  startCharge(state, {
    kind: "networkvolumes",
    labels: { volumeId: id },
    usdPerHour: size * USD_PER_GB_HOUR,
    sizeInGb: size
  });
}
function createPod(state, input) {
  let template = findReference(
    state.templates,
    "templateId",
    input.templateId
  ), volume = findReference(
    state.networkVolumes,
    "networkVolumeId",
    input.networkVolumeId
  );
  checkRegistryAuth(state, input);
  let image = input.imageName ?? template?.imageName;
  if (!image) throw new ApiError(400, "imageName or templateId is required");
  let now = state.clock.now(), hardware = hardwareOf(input), pod = {
    id: state.newId(),
    machineId: state.newId().slice(0, 12),
    ...hardware,
    ...locationOf(state, input, volume),
    ...containerOf(input, template),
    image,
    name: input.name ?? "my pod",
    locked: input.locked ?? false,
    createdAt: now,
    lastStartedAt: now,
    lastStatusChange: now,
    desiredStatus: "RUNNING",
    costPerHr: pricePerHour(hardware)
  };
  return state.pods.set(pod.id, pod), startPodCharge(state, pod), pod;
}
function updatePod(state, id, input) {
  let pod = findById(state.pods, "Pod", id);
  checkRegistryAuth(state, input);
  let { name, locked, ...container } = input;
  return pod.name = name ?? pod.name, pod.locked = locked ?? pod.locked, pod.image = container.imageName ?? pod.image, pod.containerDiskInGb = container.containerDiskInGb ?? pod.containerDiskInGb, pod.containerRegistryAuthId = container.containerRegistryAuthId ?? pod.containerRegistryAuthId, pod.dockerEntrypoint = container.dockerEntrypoint ?? pod.dockerEntrypoint, pod.dockerStartCmd = container.dockerStartCmd ?? pod.dockerStartCmd, pod.env = container.env ?? pod.env, pod.ports = container.ports ?? pod.ports, pod.volumeInGb = container.volumeInGb ?? pod.volumeInGb, pod.volumeMountPath = container.volumeMountPath ?? pod.volumeMountPath, Object.keys(container).length > 0 && restartContainer(state, pod), pod;
}
function startPod(state, id, gpuCount) {
  let pod = findById(state.pods, "Pod", id);
  return pod.desiredStatus === "RUNNING" || (pod.gpuCount = pod.computeType === "GPU" ? gpuCount ?? pod.gpuCount : 0, pod.costPerHr = pricePerHour(pod), pod.desiredStatus = "RUNNING", pod.lastStatusChange = state.clock.now(), restartContainer(state, pod), startPodCharge(state, pod)), pod;
}
function stopPod(state, id) {
  let pod = findById(state.pods, "Pod", id);
  return checkNotLocked(pod, "stopped"), pod.desiredStatus === "RUNNING" && (pod.lastStatusChange = state.clock.now()), pod.desiredStatus = "EXITED", endCharges(state, "podId", id), pod;
}
function resetPod(state, id) {
  let pod = findById(state.pods, "Pod", id);
  return checkNotLocked(pod, "reset"), restartContainer(state, pod), pod;
}
function restartPod(state, id) {
  let pod = startPod(state, id);
  return restartContainer(state, pod), pod;
}
function deletePod(state, id) {
  findById(state.pods, "Pod", id), state.pods.delete(id), endCharges(state, "podId", id);
}
function hardwareOf(input) {
  let computeType = input.computeType ?? "GPU", terms = {
    computeType,
    cloudType: input.cloudType ?? "SECURE",
    interruptible: input.interruptible ?? false
  };
  if (computeType === "CPU") {
    let vcpuCount = input.vcpuCount ?? 2;
    return {
      ...terms,
      gpuTypeId: void 0,
      gpuCount: 0,
      cpuFlavorId: input.cpuFlavorIds?.[0] ?? "cpu3g",
      vcpuCount,
      memoryInGb: vcpuCount * 4
    };
  }
  let gpuCount = input.gpuCount ?? 1;
  return {
    ...terms,
    gpuTypeId: input.gpuTypeIds?.[0] ?? gpus[0]?.id,
    gpuCount,
    cpuFlavorId: void 0,
    vcpuCount: gpuCount * Math.max(8, input.minVCPUPerGPU ?? 0),
    memoryInGb: gpuCount * Math.max(32, input.minRAMPerGPU ?? 0)
  };
}
function pricePerHour(hardware) {
  let { computeType, cloudType, gpuTypeId, gpuCount, vcpuCount } = hardware, { securePrice, communityPrice } = gpuTypeById(gpuTypeId ?? ""), price = computeType === "CPU" ? CPU_PRICE_PER_VCPU * vcpuCount : (cloudType === "SECURE" ? securePrice : communityPrice) * gpuCount;
  return Number((hardware.interruptible ? price / 2 : price).toFixed(4));
}
function locationOf(state, input, volume) {
  return {
    dataCenterId: volume?.dataCenterId ?? input.dataCenterIds?.[0] ?? "EU-RO-1",
    networkVolumeId: input.networkVolumeId,
    templateId: input.templateId,
    publicIp: `203.0.113.${state.pods.size % 254 + 1}`
  };
}
function containerOf(input, template) {
  return {
    containerDiskInGb: input.containerDiskInGb ?? template?.containerDiskInGb ?? 50,
    containerRegistryAuthId: input.containerRegistryAuthId ?? template?.containerRegistryAuthId,
    dockerEntrypoint: input.dockerEntrypoint ?? template?.dockerEntrypoint ?? [],
    dockerStartCmd: input.dockerStartCmd ?? template?.dockerStartCmd ?? [],
    env: { ...template?.env, ...input.env },
    ports: input.ports ?? template?.ports ?? ["8888/http", "22/tcp"],
    volumeInGb: input.volumeInGb ?? template?.volumeInGb ?? 20,
    volumeMountPath: input.volumeMountPath ?? template?.volumeMountPath ?? "/workspace"
  };
}
function startPodCharge(state, { id, gpuTypeId, costPerHr }) {
  startCharge(state, {
    kind: "pods",
    labels: { podId: id, gpuTypeId },
    usdPerHour: costPerHr,
    sizeInGb: 0
  });
}
function restartContainer({ clock }, pod) {
  pod.desiredStatus === "RUNNING" && (pod.lastStartedAt = clock.now());
}
function checkRegistryAuth(state, input) {
  findReference(state.registryAuths, "containerRegistryAuthId", input.containerRegistryAuthId);
}
function checkNotLocked({ id, locked }, action) {
  if (locked)
    throw new ApiError(
      400,
      `the Pod "${id}" is locked and cannot be ${action}`
    );
}
var registryAuthHandlers = {
  "GET /containerregistryauth": ({ state }) => ok([...state.registryAuths.values()].map(registryAuthView)),
  "POST /containerregistryauth": ({ state, body }) => ok(registryAuthView(createRegistryAuth(state, body))),
  "GET /containerregistryauth/{containerRegistryAuthId}": ({ state, params }) => ok(registryAuthView(findAuth(state, params.containerRegistryAuthId))),
  "DELETE /containerregistryauth/{containerRegistryAuthId}": ({
    state,
    params
  }) => (deleteRegistryAuth(state, params.containerRegistryAuthId), { status: 204 })
};
function createRegistryAuth(state, { name, username }) {
  if ([...state.registryAuths.values()].some((auth2) => auth2.name === name)) {
    let reason = "name is taken by another container registry auth";
    throw new ApiError(400, `${reason}: "${name}"`);
  }
  let auth = { id: state.newId(), name, username };
  return state.registryAuths.set(auth.id, auth), auth;
}
function updateRegistryAuth(state, id, username) {
  let auth = findAuth(state, id);
  return auth.username = username ?? auth.username, auth;
}
function deleteRegistryAuth(state, id) {
  findAuth(state, id);
  let user = [...state.templates.values(), ...state.pods.values()].find(
    ({ containerRegistryAuthId }) => containerRegistryAuthId === id
  );
  if (user) {
    let reason = `is in use by "${user.id}"`;
    throw new ApiError(400, `the container registry auth "${id}" ${reason}`);
  }
  state.registryAuths.delete(id);
}
function registryAuthView({
  id,
  name
}) {
  return { id, name };
}
function findAuth(state, id) {
  return findById(state.registryAuths, "container registry auth", id);
}
var CreatePod = validate0;
var schema2 = { type: "object", properties: { name: { type: "string", maxLength: 191 }, imageName: { type: "string" }, templateId: { type: "string" }, containerRegistryAuthId: { type: "string" }, dockerEntrypoint: { type: "array", items: { type: "string" } }, dockerStartCmd: { type: "array", items: { type: "string" } }, env: { type: "object", additionalProperties: { type: "string" } }, ports: { type: "array", items: { type: "string" } }, computeType: { type: "string", enum: ["GPU", "CPU"] }, cloudType: { type: "string", enum: ["SECURE", "COMMUNITY"] }, gpuTypeIds: { type: "array", items: { $ref: "#/components/schemas/GpuTypeId" } }, gpuTypePriority: { type: "string", enum: ["availability", "custom"] }, gpuCount: { type: "integer", minimum: 1 }, allowedCudaVersions: { type: "array", items: { $ref: "#/components/schemas/CudaVersion" } }, minRAMPerGPU: { type: "integer" }, minVCPUPerGPU: { type: "integer" }, minDiskBandwidthMBps: { type: "number" }, minDownloadMbps: { type: "number" }, minUploadMbps: { type: "number" }, cpuFlavorIds: { type: "array", items: { $ref: "#/components/schemas/CpuFlavorId" } }, cpuFlavorPriority: { type: "string", enum: ["availability", "custom"] }, vcpuCount: { type: "integer" }, dataCenterIds: { type: "array", items: { $ref: "#/components/schemas/DataCenterId" } }, dataCenterPriority: { type: "string", enum: ["availability", "custom"] }, countryCodes: { type: "array", items: { type: "string" } }, supportPublicIp: { type: "boolean" }, globalNetworking: { type: "boolean" }, containerDiskInGb: { type: "integer", nullable: true }, volumeInGb: { type: "integer", nullable: true }, volumeMountPath: { type: "string" }, networkVolumeId: { type: "string" }, interruptible: { type: "boolean" }, locked: { type: "boolean" } } };
var schema3 = { anyOf: [{ type: "string", enum: ["NVIDIA GeForce RTX 4090", "NVIDIA A40", "NVIDIA RTX A5000", "NVIDIA GeForce RTX 5090", "NVIDIA H100 80GB HBM3", "NVIDIA GeForce RTX 3090", "NVIDIA RTX A4500", "NVIDIA L40S", "NVIDIA H200", "NVIDIA L4", "NVIDIA RTX 6000 Ada Generation", "NVIDIA A100-SXM4-80GB", "NVIDIA RTX 4000 Ada Generation", "NVIDIA RTX A6000", "NVIDIA A100 80GB PCIe", "NVIDIA RTX 2000 Ada Generation", "NVIDIA RTX A4000", "NVIDIA RTX PRO 6000 Blackwell Server Edition", "NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA L40", "NVIDIA B200", "NVIDIA GeForce RTX 3080 Ti", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "NVIDIA GeForce RTX 3080", "NVIDIA GeForce RTX 3070", "AMD Instinct MI300X OAM", "NVIDIA GeForce RTX 4080 SUPER", "Tesla V100-PCIE-16GB", "Tesla V100-SXM2-32GB", "NVIDIA RTX 5000 Ada Generation", "NVIDIA GeForce RTX 4070 Ti", "NVIDIA RTX 4000 SFF Ada Generation", "NVIDIA GeForce RTX 3090 Ti", "NVIDIA RTX A2000", "NVIDIA GeForce RTX 4080", "NVIDIA A30", "NVIDIA GeForce RTX 5080", "Tesla V100-FHHL-16GB", "NVIDIA H200 NVL", "Tesla V100-SXM2-16GB", "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "NVIDIA A5000 Ada", "Tesla V100-PCIE-32GB", "NVIDIA GeForce RTX 3080TI", "Tesla T4", "NVIDIA RTX A30"] }, { type: "string" }] };
var schema4 = { anyOf: [{ type: "string", enum: ["13.0", "12.9", "12.8", "12.7", "12.6", "12.5", "12.4", "12.3", "12.2", "12.1", "12.0", "11.8"] }, { type: "string" }] };
var schema5 = { anyOf: [{ type: "string", enum: ["cpu3c", "cpu3g", "cpu3m", "cpu5c", "cpu5g", "cpu5m"] }, { type: "string" }] };
var schema6 = { anyOf: [{ type: "string", enum: ["EU-RO-1", "CA-MTL-1", "EU-SE-1", "US-IL-1", "EUR-IS-1", "EU-CZ-1", "US-TX-3", "EUR-IS-2", "US-KS-2", "US-GA-2", "US-WA-1", "US-TX-1", "CA-MTL-3", "EU-NL-1", "US-TX-4", "US-CA-2", "US-NC-1", "OC-AU-1", "US-DE-1", "EUR-IS-3", "CA-MTL-2", "AP-JP-1", "EUR-NO-1", "EU-FR-1", "US-KS-3", "US-GA-1"] }, { type: "string" }] };
function validate2(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate2.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name, _errs1 = errors;
        if (errors === _errs1)
          if (typeof data0 == "string") {
            if (data0.length > 191)
              return validate2.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 191 }, message: "must NOT have more than 191 characters" }], false;
          } else
            return validate2.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.imageName !== void 0) {
          let _errs3 = errors;
          if (typeof data.imageName != "string")
            return validate2.errors = [{ instancePath: instancePath + "/imageName", schemaPath: "#/properties/imageName/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = true;
        if (valid0) {
          if (data.templateId !== void 0) {
            let _errs5 = errors;
            if (typeof data.templateId != "string")
              return validate2.errors = [{ instancePath: instancePath + "/templateId", schemaPath: "#/properties/templateId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = true;
          if (valid0) {
            if (data.containerRegistryAuthId !== void 0) {
              let _errs7 = errors;
              if (typeof data.containerRegistryAuthId != "string")
                return validate2.errors = [{ instancePath: instancePath + "/containerRegistryAuthId", schemaPath: "#/properties/containerRegistryAuthId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = true;
            if (valid0) {
              if (data.dockerEntrypoint !== void 0) {
                let data4 = data.dockerEntrypoint, _errs9 = errors;
                if (errors === _errs9)
                  if (Array.isArray(data4)) {
                    var valid1 = true;
                    let len0 = data4.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let _errs11 = errors;
                      if (typeof data4[i0] != "string")
                        return validate2.errors = [{ instancePath: instancePath + "/dockerEntrypoint/" + i0, schemaPath: "#/properties/dockerEntrypoint/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                      var valid1 = _errs11 === errors;
                      if (!valid1)
                        break;
                    }
                  } else
                    return validate2.errors = [{ instancePath: instancePath + "/dockerEntrypoint", schemaPath: "#/properties/dockerEntrypoint/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = true;
              if (valid0) {
                if (data.dockerStartCmd !== void 0) {
                  let data6 = data.dockerStartCmd, _errs13 = errors;
                  if (errors === _errs13)
                    if (Array.isArray(data6)) {
                      var valid2 = true;
                      let len1 = data6.length;
                      for (let i1 = 0; i1 < len1; i1++) {
                        let _errs15 = errors;
                        if (typeof data6[i1] != "string")
                          return validate2.errors = [{ instancePath: instancePath + "/dockerStartCmd/" + i1, schemaPath: "#/properties/dockerStartCmd/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                        var valid2 = _errs15 === errors;
                        if (!valid2)
                          break;
                      }
                    } else
                      return validate2.errors = [{ instancePath: instancePath + "/dockerStartCmd", schemaPath: "#/properties/dockerStartCmd/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                  var valid0 = _errs13 === errors;
                } else
                  var valid0 = true;
                if (valid0) {
                  if (data.env !== void 0) {
                    let data8 = data.env, _errs17 = errors;
                    if (errors === _errs17)
                      if (data8 && typeof data8 == "object" && !Array.isArray(data8))
                        for (let key0 in data8) {
                          let _errs20 = errors;
                          if (typeof data8[key0] != "string")
                            return validate2.errors = [{ instancePath: instancePath + "/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/properties/env/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          var valid3 = _errs20 === errors;
                          if (!valid3)
                            break;
                        }
                      else
                        return validate2.errors = [{ instancePath: instancePath + "/env", schemaPath: "#/properties/env/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
                    var valid0 = _errs17 === errors;
                  } else
                    var valid0 = true;
                  if (valid0) {
                    if (data.ports !== void 0) {
                      let data10 = data.ports, _errs22 = errors;
                      if (errors === _errs22)
                        if (Array.isArray(data10)) {
                          var valid4 = true;
                          let len2 = data10.length;
                          for (let i2 = 0; i2 < len2; i2++) {
                            let _errs24 = errors;
                            if (typeof data10[i2] != "string")
                              return validate2.errors = [{ instancePath: instancePath + "/ports/" + i2, schemaPath: "#/properties/ports/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                            var valid4 = _errs24 === errors;
                            if (!valid4)
                              break;
                          }
                        } else
                          return validate2.errors = [{ instancePath: instancePath + "/ports", schemaPath: "#/properties/ports/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                      var valid0 = _errs22 === errors;
                    } else
                      var valid0 = true;
                    if (valid0) {
                      if (data.computeType !== void 0) {
                        let data12 = data.computeType, _errs26 = errors;
                        if (typeof data12 != "string")
                          return validate2.errors = [{ instancePath: instancePath + "/computeType", schemaPath: "#/properties/computeType/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                        if (!(data12 === "GPU" || data12 === "CPU"))
                          return validate2.errors = [{ instancePath: instancePath + "/computeType", schemaPath: "#/properties/computeType/enum", keyword: "enum", params: { allowedValues: schema2.properties.computeType.enum }, message: "must be equal to one of the allowed values" }], false;
                        var valid0 = _errs26 === errors;
                      } else
                        var valid0 = true;
                      if (valid0) {
                        if (data.cloudType !== void 0) {
                          let data13 = data.cloudType, _errs28 = errors;
                          if (typeof data13 != "string")
                            return validate2.errors = [{ instancePath: instancePath + "/cloudType", schemaPath: "#/properties/cloudType/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          if (!(data13 === "SECURE" || data13 === "COMMUNITY"))
                            return validate2.errors = [{ instancePath: instancePath + "/cloudType", schemaPath: "#/properties/cloudType/enum", keyword: "enum", params: { allowedValues: schema2.properties.cloudType.enum }, message: "must be equal to one of the allowed values" }], false;
                          var valid0 = _errs28 === errors;
                        } else
                          var valid0 = true;
                        if (valid0) {
                          if (data.gpuTypeIds !== void 0) {
                            let data14 = data.gpuTypeIds, _errs30 = errors;
                            if (errors === _errs30)
                              if (Array.isArray(data14)) {
                                var valid5 = true;
                                let len3 = data14.length;
                                for (let i3 = 0; i3 < len3; i3++) {
                                  let data15 = data14[i3], _errs32 = errors, _errs34 = errors, valid7 = false, _errs35 = errors;
                                  if (typeof data15 != "string") {
                                    let err0 = { instancePath: instancePath + "/gpuTypeIds/" + i3, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                                  }
                                  if (!(data15 === "NVIDIA GeForce RTX 4090" || data15 === "NVIDIA A40" || data15 === "NVIDIA RTX A5000" || data15 === "NVIDIA GeForce RTX 5090" || data15 === "NVIDIA H100 80GB HBM3" || data15 === "NVIDIA GeForce RTX 3090" || data15 === "NVIDIA RTX A4500" || data15 === "NVIDIA L40S" || data15 === "NVIDIA H200" || data15 === "NVIDIA L4" || data15 === "NVIDIA RTX 6000 Ada Generation" || data15 === "NVIDIA A100-SXM4-80GB" || data15 === "NVIDIA RTX 4000 Ada Generation" || data15 === "NVIDIA RTX A6000" || data15 === "NVIDIA A100 80GB PCIe" || data15 === "NVIDIA RTX 2000 Ada Generation" || data15 === "NVIDIA RTX A4000" || data15 === "NVIDIA RTX PRO 6000 Blackwell Server Edition" || data15 === "NVIDIA H100 PCIe" || data15 === "NVIDIA H100 NVL" || data15 === "NVIDIA L40" || data15 === "NVIDIA B200" || data15 === "NVIDIA GeForce RTX 3080 Ti" || data15 === "NVIDIA RTX PRO 6000 Blackwell Workstation Edition" || data15 === "NVIDIA GeForce RTX 3080" || data15 === "NVIDIA GeForce RTX 3070" || data15 === "AMD Instinct MI300X OAM" || data15 === "NVIDIA GeForce RTX 4080 SUPER" || data15 === "Tesla V100-PCIE-16GB" || data15 === "Tesla V100-SXM2-32GB" || data15 === "NVIDIA RTX 5000 Ada Generation" || data15 === "NVIDIA GeForce RTX 4070 Ti" || data15 === "NVIDIA RTX 4000 SFF Ada Generation" || data15 === "NVIDIA GeForce RTX 3090 Ti" || data15 === "NVIDIA RTX A2000" || data15 === "NVIDIA GeForce RTX 4080" || data15 === "NVIDIA A30" || data15 === "NVIDIA GeForce RTX 5080" || data15 === "Tesla V100-FHHL-16GB" || data15 === "NVIDIA H200 NVL" || data15 === "Tesla V100-SXM2-16GB" || data15 === "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition" || data15 === "NVIDIA A5000 Ada" || data15 === "Tesla V100-PCIE-32GB" || data15 === "NVIDIA GeForce RTX 3080TI" || data15 === "Tesla T4" || data15 === "NVIDIA RTX A30")) {
                                    let err1 = { instancePath: instancePath + "/gpuTypeIds/" + i3, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema3.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                                    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                                  }
                                  var _valid0 = _errs35 === errors;
                                  valid7 = valid7 || _valid0;
                                  let _errs37 = errors;
                                  if (typeof data15 != "string") {
                                    let err2 = { instancePath: instancePath + "/gpuTypeIds/" + i3, schemaPath: "#/components/schemas/GpuTypeId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                                  }
                                  var _valid0 = _errs37 === errors;
                                  if (valid7 = valid7 || _valid0, valid7)
                                    errors = _errs34, vErrors !== null && (_errs34 ? vErrors.length = _errs34 : vErrors = null);
                                  else {
                                    let err3 = { instancePath: instancePath + "/gpuTypeIds/" + i3, schemaPath: "#/components/schemas/GpuTypeId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                                    return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate2.errors = vErrors, false;
                                  }
                                  var valid5 = _errs32 === errors;
                                  if (!valid5)
                                    break;
                                }
                              } else
                                return validate2.errors = [{ instancePath: instancePath + "/gpuTypeIds", schemaPath: "#/properties/gpuTypeIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                            var valid0 = _errs30 === errors;
                          } else
                            var valid0 = true;
                          if (valid0) {
                            if (data.gpuTypePriority !== void 0) {
                              let data16 = data.gpuTypePriority, _errs39 = errors;
                              if (typeof data16 != "string")
                                return validate2.errors = [{ instancePath: instancePath + "/gpuTypePriority", schemaPath: "#/properties/gpuTypePriority/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                              if (!(data16 === "availability" || data16 === "custom"))
                                return validate2.errors = [{ instancePath: instancePath + "/gpuTypePriority", schemaPath: "#/properties/gpuTypePriority/enum", keyword: "enum", params: { allowedValues: schema2.properties.gpuTypePriority.enum }, message: "must be equal to one of the allowed values" }], false;
                              var valid0 = _errs39 === errors;
                            } else
                              var valid0 = true;
                            if (valid0) {
                              if (data.gpuCount !== void 0) {
                                let data17 = data.gpuCount, _errs41 = errors;
                                if (!(typeof data17 == "number" && !(data17 % 1) && !isNaN(data17)))
                                  return validate2.errors = [{ instancePath: instancePath + "/gpuCount", schemaPath: "#/properties/gpuCount/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                if (errors === _errs41 && typeof data17 == "number" && (data17 < 1 || isNaN(data17)))
                                  return validate2.errors = [{ instancePath: instancePath + "/gpuCount", schemaPath: "#/properties/gpuCount/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], false;
                                var valid0 = _errs41 === errors;
                              } else
                                var valid0 = true;
                              if (valid0) {
                                if (data.allowedCudaVersions !== void 0) {
                                  let data18 = data.allowedCudaVersions, _errs43 = errors;
                                  if (errors === _errs43)
                                    if (Array.isArray(data18)) {
                                      var valid8 = true;
                                      let len4 = data18.length;
                                      for (let i4 = 0; i4 < len4; i4++) {
                                        let data19 = data18[i4], _errs45 = errors, _errs47 = errors, valid10 = false, _errs48 = errors;
                                        if (typeof data19 != "string") {
                                          let err4 = { instancePath: instancePath + "/allowedCudaVersions/" + i4, schemaPath: "#/components/schemas/CudaVersion/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                          vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                                        }
                                        if (!(data19 === "13.0" || data19 === "12.9" || data19 === "12.8" || data19 === "12.7" || data19 === "12.6" || data19 === "12.5" || data19 === "12.4" || data19 === "12.3" || data19 === "12.2" || data19 === "12.1" || data19 === "12.0" || data19 === "11.8")) {
                                          let err5 = { instancePath: instancePath + "/allowedCudaVersions/" + i4, schemaPath: "#/components/schemas/CudaVersion/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema4.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                                          vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                                        }
                                        var _valid1 = _errs48 === errors;
                                        valid10 = valid10 || _valid1;
                                        let _errs50 = errors;
                                        if (typeof data19 != "string") {
                                          let err6 = { instancePath: instancePath + "/allowedCudaVersions/" + i4, schemaPath: "#/components/schemas/CudaVersion/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                          vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                                        }
                                        var _valid1 = _errs50 === errors;
                                        if (valid10 = valid10 || _valid1, valid10)
                                          errors = _errs47, vErrors !== null && (_errs47 ? vErrors.length = _errs47 : vErrors = null);
                                        else {
                                          let err7 = { instancePath: instancePath + "/allowedCudaVersions/" + i4, schemaPath: "#/components/schemas/CudaVersion/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                                          return vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++, validate2.errors = vErrors, false;
                                        }
                                        var valid8 = _errs45 === errors;
                                        if (!valid8)
                                          break;
                                      }
                                    } else
                                      return validate2.errors = [{ instancePath: instancePath + "/allowedCudaVersions", schemaPath: "#/properties/allowedCudaVersions/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                                  var valid0 = _errs43 === errors;
                                } else
                                  var valid0 = true;
                                if (valid0) {
                                  if (data.minRAMPerGPU !== void 0) {
                                    let data20 = data.minRAMPerGPU, _errs52 = errors;
                                    if (!(typeof data20 == "number" && !(data20 % 1) && !isNaN(data20)))
                                      return validate2.errors = [{ instancePath: instancePath + "/minRAMPerGPU", schemaPath: "#/properties/minRAMPerGPU/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                    var valid0 = _errs52 === errors;
                                  } else
                                    var valid0 = true;
                                  if (valid0) {
                                    if (data.minVCPUPerGPU !== void 0) {
                                      let data21 = data.minVCPUPerGPU, _errs54 = errors;
                                      if (!(typeof data21 == "number" && !(data21 % 1) && !isNaN(data21)))
                                        return validate2.errors = [{ instancePath: instancePath + "/minVCPUPerGPU", schemaPath: "#/properties/minVCPUPerGPU/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                      var valid0 = _errs54 === errors;
                                    } else
                                      var valid0 = true;
                                    if (valid0) {
                                      if (data.minDiskBandwidthMBps !== void 0) {
                                        let _errs56 = errors;
                                        if (typeof data.minDiskBandwidthMBps != "number")
                                          return validate2.errors = [{ instancePath: instancePath + "/minDiskBandwidthMBps", schemaPath: "#/properties/minDiskBandwidthMBps/type", keyword: "type", params: { type: "number" }, message: "must be number" }], false;
                                        var valid0 = _errs56 === errors;
                                      } else
                                        var valid0 = true;
                                      if (valid0) {
                                        if (data.minDownloadMbps !== void 0) {
                                          let _errs58 = errors;
                                          if (typeof data.minDownloadMbps != "number")
                                            return validate2.errors = [{ instancePath: instancePath + "/minDownloadMbps", schemaPath: "#/properties/minDownloadMbps/type", keyword: "type", params: { type: "number" }, message: "must be number" }], false;
                                          var valid0 = _errs58 === errors;
                                        } else
                                          var valid0 = true;
                                        if (valid0) {
                                          if (data.minUploadMbps !== void 0) {
                                            let _errs60 = errors;
                                            if (typeof data.minUploadMbps != "number")
                                              return validate2.errors = [{ instancePath: instancePath + "/minUploadMbps", schemaPath: "#/properties/minUploadMbps/type", keyword: "type", params: { type: "number" }, message: "must be number" }], false;
                                            var valid0 = _errs60 === errors;
                                          } else
                                            var valid0 = true;
                                          if (valid0) {
                                            if (data.cpuFlavorIds !== void 0) {
                                              let data25 = data.cpuFlavorIds, _errs62 = errors;
                                              if (errors === _errs62)
                                                if (Array.isArray(data25)) {
                                                  var valid11 = true;
                                                  let len5 = data25.length;
                                                  for (let i5 = 0; i5 < len5; i5++) {
                                                    let data26 = data25[i5], _errs64 = errors, _errs66 = errors, valid13 = false, _errs67 = errors;
                                                    if (typeof data26 != "string") {
                                                      let err8 = { instancePath: instancePath + "/cpuFlavorIds/" + i5, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                                      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
                                                    }
                                                    if (!(data26 === "cpu3c" || data26 === "cpu3g" || data26 === "cpu3m" || data26 === "cpu5c" || data26 === "cpu5g" || data26 === "cpu5m")) {
                                                      let err9 = { instancePath: instancePath + "/cpuFlavorIds/" + i5, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema5.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                                                      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
                                                    }
                                                    var _valid2 = _errs67 === errors;
                                                    valid13 = valid13 || _valid2;
                                                    let _errs69 = errors;
                                                    if (typeof data26 != "string") {
                                                      let err10 = { instancePath: instancePath + "/cpuFlavorIds/" + i5, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                                      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
                                                    }
                                                    var _valid2 = _errs69 === errors;
                                                    if (valid13 = valid13 || _valid2, valid13)
                                                      errors = _errs66, vErrors !== null && (_errs66 ? vErrors.length = _errs66 : vErrors = null);
                                                    else {
                                                      let err11 = { instancePath: instancePath + "/cpuFlavorIds/" + i5, schemaPath: "#/components/schemas/CpuFlavorId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                                                      return vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++, validate2.errors = vErrors, false;
                                                    }
                                                    var valid11 = _errs64 === errors;
                                                    if (!valid11)
                                                      break;
                                                  }
                                                } else
                                                  return validate2.errors = [{ instancePath: instancePath + "/cpuFlavorIds", schemaPath: "#/properties/cpuFlavorIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                                              var valid0 = _errs62 === errors;
                                            } else
                                              var valid0 = true;
                                            if (valid0) {
                                              if (data.cpuFlavorPriority !== void 0) {
                                                let data27 = data.cpuFlavorPriority, _errs71 = errors;
                                                if (typeof data27 != "string")
                                                  return validate2.errors = [{ instancePath: instancePath + "/cpuFlavorPriority", schemaPath: "#/properties/cpuFlavorPriority/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                                if (!(data27 === "availability" || data27 === "custom"))
                                                  return validate2.errors = [{ instancePath: instancePath + "/cpuFlavorPriority", schemaPath: "#/properties/cpuFlavorPriority/enum", keyword: "enum", params: { allowedValues: schema2.properties.cpuFlavorPriority.enum }, message: "must be equal to one of the allowed values" }], false;
                                                var valid0 = _errs71 === errors;
                                              } else
                                                var valid0 = true;
                                              if (valid0) {
                                                if (data.vcpuCount !== void 0) {
                                                  let data28 = data.vcpuCount, _errs73 = errors;
                                                  if (!(typeof data28 == "number" && !(data28 % 1) && !isNaN(data28)))
                                                    return validate2.errors = [{ instancePath: instancePath + "/vcpuCount", schemaPath: "#/properties/vcpuCount/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                                  var valid0 = _errs73 === errors;
                                                } else
                                                  var valid0 = true;
                                                if (valid0) {
                                                  if (data.dataCenterIds !== void 0) {
                                                    let data29 = data.dataCenterIds, _errs75 = errors;
                                                    if (errors === _errs75)
                                                      if (Array.isArray(data29)) {
                                                        var valid14 = true;
                                                        let len6 = data29.length;
                                                        for (let i6 = 0; i6 < len6; i6++) {
                                                          let data30 = data29[i6], _errs77 = errors, _errs79 = errors, valid16 = false, _errs80 = errors;
                                                          if (typeof data30 != "string") {
                                                            let err12 = { instancePath: instancePath + "/dataCenterIds/" + i6, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                                            vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
                                                          }
                                                          if (!(data30 === "EU-RO-1" || data30 === "CA-MTL-1" || data30 === "EU-SE-1" || data30 === "US-IL-1" || data30 === "EUR-IS-1" || data30 === "EU-CZ-1" || data30 === "US-TX-3" || data30 === "EUR-IS-2" || data30 === "US-KS-2" || data30 === "US-GA-2" || data30 === "US-WA-1" || data30 === "US-TX-1" || data30 === "CA-MTL-3" || data30 === "EU-NL-1" || data30 === "US-TX-4" || data30 === "US-CA-2" || data30 === "US-NC-1" || data30 === "OC-AU-1" || data30 === "US-DE-1" || data30 === "EUR-IS-3" || data30 === "CA-MTL-2" || data30 === "AP-JP-1" || data30 === "EUR-NO-1" || data30 === "EU-FR-1" || data30 === "US-KS-3" || data30 === "US-GA-1")) {
                                                            let err13 = { instancePath: instancePath + "/dataCenterIds/" + i6, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema6.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                                                            vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
                                                          }
                                                          var _valid3 = _errs80 === errors;
                                                          valid16 = valid16 || _valid3;
                                                          let _errs82 = errors;
                                                          if (typeof data30 != "string") {
                                                            let err14 = { instancePath: instancePath + "/dataCenterIds/" + i6, schemaPath: "#/components/schemas/DataCenterId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                                            vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
                                                          }
                                                          var _valid3 = _errs82 === errors;
                                                          if (valid16 = valid16 || _valid3, valid16)
                                                            errors = _errs79, vErrors !== null && (_errs79 ? vErrors.length = _errs79 : vErrors = null);
                                                          else {
                                                            let err15 = { instancePath: instancePath + "/dataCenterIds/" + i6, schemaPath: "#/components/schemas/DataCenterId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                                                            return vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++, validate2.errors = vErrors, false;
                                                          }
                                                          var valid14 = _errs77 === errors;
                                                          if (!valid14)
                                                            break;
                                                        }
                                                      } else
                                                        return validate2.errors = [{ instancePath: instancePath + "/dataCenterIds", schemaPath: "#/properties/dataCenterIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                                                    var valid0 = _errs75 === errors;
                                                  } else
                                                    var valid0 = true;
                                                  if (valid0) {
                                                    if (data.dataCenterPriority !== void 0) {
                                                      let data31 = data.dataCenterPriority, _errs84 = errors;
                                                      if (typeof data31 != "string")
                                                        return validate2.errors = [{ instancePath: instancePath + "/dataCenterPriority", schemaPath: "#/properties/dataCenterPriority/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                                      if (!(data31 === "availability" || data31 === "custom"))
                                                        return validate2.errors = [{ instancePath: instancePath + "/dataCenterPriority", schemaPath: "#/properties/dataCenterPriority/enum", keyword: "enum", params: { allowedValues: schema2.properties.dataCenterPriority.enum }, message: "must be equal to one of the allowed values" }], false;
                                                      var valid0 = _errs84 === errors;
                                                    } else
                                                      var valid0 = true;
                                                    if (valid0) {
                                                      if (data.countryCodes !== void 0) {
                                                        let data32 = data.countryCodes, _errs86 = errors;
                                                        if (errors === _errs86)
                                                          if (Array.isArray(data32)) {
                                                            var valid17 = true;
                                                            let len7 = data32.length;
                                                            for (let i7 = 0; i7 < len7; i7++) {
                                                              let _errs88 = errors;
                                                              if (typeof data32[i7] != "string")
                                                                return validate2.errors = [{ instancePath: instancePath + "/countryCodes/" + i7, schemaPath: "#/properties/countryCodes/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                                              var valid17 = _errs88 === errors;
                                                              if (!valid17)
                                                                break;
                                                            }
                                                          } else
                                                            return validate2.errors = [{ instancePath: instancePath + "/countryCodes", schemaPath: "#/properties/countryCodes/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                                                        var valid0 = _errs86 === errors;
                                                      } else
                                                        var valid0 = true;
                                                      if (valid0) {
                                                        if (data.supportPublicIp !== void 0) {
                                                          let _errs90 = errors;
                                                          if (typeof data.supportPublicIp != "boolean")
                                                            return validate2.errors = [{ instancePath: instancePath + "/supportPublicIp", schemaPath: "#/properties/supportPublicIp/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                                          var valid0 = _errs90 === errors;
                                                        } else
                                                          var valid0 = true;
                                                        if (valid0) {
                                                          if (data.globalNetworking !== void 0) {
                                                            let _errs92 = errors;
                                                            if (typeof data.globalNetworking != "boolean")
                                                              return validate2.errors = [{ instancePath: instancePath + "/globalNetworking", schemaPath: "#/properties/globalNetworking/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                                            var valid0 = _errs92 === errors;
                                                          } else
                                                            var valid0 = true;
                                                          if (valid0) {
                                                            if (data.containerDiskInGb !== void 0) {
                                                              let data36 = data.containerDiskInGb, _errs94 = errors;
                                                              if (!(typeof data36 == "number" && !(data36 % 1) && !isNaN(data36)) && data36 !== null)
                                                                return validate2.errors = [{ instancePath: instancePath + "/containerDiskInGb", schemaPath: "#/properties/containerDiskInGb/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                                              var valid0 = _errs94 === errors;
                                                            } else
                                                              var valid0 = true;
                                                            if (valid0) {
                                                              if (data.volumeInGb !== void 0) {
                                                                let data37 = data.volumeInGb, _errs97 = errors;
                                                                if (!(typeof data37 == "number" && !(data37 % 1) && !isNaN(data37)) && data37 !== null)
                                                                  return validate2.errors = [{ instancePath: instancePath + "/volumeInGb", schemaPath: "#/properties/volumeInGb/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                                                var valid0 = _errs97 === errors;
                                                              } else
                                                                var valid0 = true;
                                                              if (valid0) {
                                                                if (data.volumeMountPath !== void 0) {
                                                                  let _errs100 = errors;
                                                                  if (typeof data.volumeMountPath != "string")
                                                                    return validate2.errors = [{ instancePath: instancePath + "/volumeMountPath", schemaPath: "#/properties/volumeMountPath/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                                                  var valid0 = _errs100 === errors;
                                                                } else
                                                                  var valid0 = true;
                                                                if (valid0) {
                                                                  if (data.networkVolumeId !== void 0) {
                                                                    let _errs102 = errors;
                                                                    if (typeof data.networkVolumeId != "string")
                                                                      return validate2.errors = [{ instancePath: instancePath + "/networkVolumeId", schemaPath: "#/properties/networkVolumeId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                                                    var valid0 = _errs102 === errors;
                                                                  } else
                                                                    var valid0 = true;
                                                                  if (valid0) {
                                                                    if (data.interruptible !== void 0) {
                                                                      let _errs104 = errors;
                                                                      if (typeof data.interruptible != "boolean")
                                                                        return validate2.errors = [{ instancePath: instancePath + "/interruptible", schemaPath: "#/properties/interruptible/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                                                      var valid0 = _errs104 === errors;
                                                                    } else
                                                                      var valid0 = true;
                                                                    if (valid0)
                                                                      if (data.locked !== void 0) {
                                                                        let _errs106 = errors;
                                                                        if (typeof data.locked != "boolean")
                                                                          return validate2.errors = [{ instancePath: instancePath + "/locked", schemaPath: "#/properties/locked/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                                                        var valid0 = _errs106 === errors;
                                                                      } else
                                                                        var valid0 = true;
                                                                  }
                                                                }
                                                              }
                                                            }
                                                          }
                                                        }
                                                      }
                                                    }
                                                  }
                                                }
                                              }
                                            }
                                          }
                                        }
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate2.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate2.errors = vErrors, errors === 0;
}
validate2.evaluated = { props: { name: true, imageName: true, templateId: true, containerRegistryAuthId: true, dockerEntrypoint: true, dockerStartCmd: true, env: true, ports: true, computeType: true, cloudType: true, gpuTypeIds: true, gpuTypePriority: true, gpuCount: true, allowedCudaVersions: true, minRAMPerGPU: true, minVCPUPerGPU: true, minDiskBandwidthMBps: true, minDownloadMbps: true, minUploadMbps: true, cpuFlavorIds: true, cpuFlavorPriority: true, vcpuCount: true, dataCenterIds: true, dataCenterPriority: true, countryCodes: true, supportPublicIp: true, globalNetworking: true, containerDiskInGb: true, volumeInGb: true, volumeMountPath: true, networkVolumeId: true, interruptible: true, locked: true }, dynamicProps: false, dynamicItems: false };
function validate0(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate0.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate2(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate2.errors : vErrors.concat(validate2.errors), errors = vErrors.length), validate0.errors = vErrors, errors === 0;
}
validate0.evaluated = { props: { name: true, imageName: true, templateId: true, containerRegistryAuthId: true, dockerEntrypoint: true, dockerStartCmd: true, env: true, ports: true, computeType: true, cloudType: true, gpuTypeIds: true, gpuTypePriority: true, gpuCount: true, allowedCudaVersions: true, minRAMPerGPU: true, minVCPUPerGPU: true, minDiskBandwidthMBps: true, minDownloadMbps: true, minUploadMbps: true, cpuFlavorIds: true, cpuFlavorPriority: true, vcpuCount: true, dataCenterIds: true, dataCenterPriority: true, countryCodes: true, supportPublicIp: true, globalNetworking: true, containerDiskInGb: true, volumeInGb: true, volumeMountPath: true, networkVolumeId: true, interruptible: true, locked: true }, dynamicProps: false, dynamicItems: false };
var PatchPod = validate4;
function validate4(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate4.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name, _errs2 = errors;
        if (errors === _errs2)
          if (typeof data0 == "string") {
            if (data0.length > 191)
              return validate4.errors = [{ instancePath: instancePath + "/name", schemaPath: "spec0#/bodies/PatchPod/properties/name/maxLength", keyword: "maxLength", params: { limit: 191 }, message: "must NOT have more than 191 characters" }], false;
          } else
            return validate4.errors = [{ instancePath: instancePath + "/name", schemaPath: "spec0#/bodies/PatchPod/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1) {
        if (data.locked !== void 0) {
          let _errs4 = errors;
          if (typeof data.locked != "boolean")
            return validate4.errors = [{ instancePath: instancePath + "/locked", schemaPath: "spec0#/bodies/PatchPod/properties/locked/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
        if (valid1) {
          if (data.imageName !== void 0) {
            let _errs6 = errors;
            if (typeof data.imageName != "string")
              return validate4.errors = [{ instancePath: instancePath + "/imageName", schemaPath: "spec0#/bodies/PatchPod/properties/imageName/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            var valid1 = _errs6 === errors;
          } else
            var valid1 = true;
          if (valid1) {
            if (data.containerRegistryAuthId !== void 0) {
              let _errs8 = errors;
              if (typeof data.containerRegistryAuthId != "string")
                return validate4.errors = [{ instancePath: instancePath + "/containerRegistryAuthId", schemaPath: "spec0#/bodies/PatchPod/properties/containerRegistryAuthId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
              var valid1 = _errs8 === errors;
            } else
              var valid1 = true;
            if (valid1) {
              if (data.dockerEntrypoint !== void 0) {
                let data4 = data.dockerEntrypoint, _errs10 = errors;
                if (errors === _errs10)
                  if (Array.isArray(data4)) {
                    var valid2 = true;
                    let len0 = data4.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let _errs12 = errors;
                      if (typeof data4[i0] != "string")
                        return validate4.errors = [{ instancePath: instancePath + "/dockerEntrypoint/" + i0, schemaPath: "spec0#/bodies/PatchPod/properties/dockerEntrypoint/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                      var valid2 = _errs12 === errors;
                      if (!valid2)
                        break;
                    }
                  } else
                    return validate4.errors = [{ instancePath: instancePath + "/dockerEntrypoint", schemaPath: "spec0#/bodies/PatchPod/properties/dockerEntrypoint/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                var valid1 = _errs10 === errors;
              } else
                var valid1 = true;
              if (valid1) {
                if (data.dockerStartCmd !== void 0) {
                  let data6 = data.dockerStartCmd, _errs14 = errors;
                  if (errors === _errs14)
                    if (Array.isArray(data6)) {
                      var valid3 = true;
                      let len1 = data6.length;
                      for (let i1 = 0; i1 < len1; i1++) {
                        let _errs16 = errors;
                        if (typeof data6[i1] != "string")
                          return validate4.errors = [{ instancePath: instancePath + "/dockerStartCmd/" + i1, schemaPath: "spec0#/bodies/PatchPod/properties/dockerStartCmd/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                        var valid3 = _errs16 === errors;
                        if (!valid3)
                          break;
                      }
                    } else
                      return validate4.errors = [{ instancePath: instancePath + "/dockerStartCmd", schemaPath: "spec0#/bodies/PatchPod/properties/dockerStartCmd/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                  var valid1 = _errs14 === errors;
                } else
                  var valid1 = true;
                if (valid1) {
                  if (data.env !== void 0) {
                    let data8 = data.env, _errs18 = errors;
                    if (errors === _errs18)
                      if (data8 && typeof data8 == "object" && !Array.isArray(data8))
                        for (let key0 in data8) {
                          let _errs21 = errors;
                          if (typeof data8[key0] != "string")
                            return validate4.errors = [{ instancePath: instancePath + "/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "spec0#/bodies/PatchPod/properties/env/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          var valid4 = _errs21 === errors;
                          if (!valid4)
                            break;
                        }
                      else
                        return validate4.errors = [{ instancePath: instancePath + "/env", schemaPath: "spec0#/bodies/PatchPod/properties/env/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
                    var valid1 = _errs18 === errors;
                  } else
                    var valid1 = true;
                  if (valid1) {
                    if (data.ports !== void 0) {
                      let data10 = data.ports, _errs23 = errors;
                      if (errors === _errs23)
                        if (Array.isArray(data10)) {
                          var valid5 = true;
                          let len2 = data10.length;
                          for (let i2 = 0; i2 < len2; i2++) {
                            let _errs25 = errors;
                            if (typeof data10[i2] != "string")
                              return validate4.errors = [{ instancePath: instancePath + "/ports/" + i2, schemaPath: "spec0#/bodies/PatchPod/properties/ports/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                            var valid5 = _errs25 === errors;
                            if (!valid5)
                              break;
                          }
                        } else
                          return validate4.errors = [{ instancePath: instancePath + "/ports", schemaPath: "spec0#/bodies/PatchPod/properties/ports/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                      var valid1 = _errs23 === errors;
                    } else
                      var valid1 = true;
                    if (valid1) {
                      if (data.globalNetworking !== void 0) {
                        let _errs27 = errors;
                        if (typeof data.globalNetworking != "boolean")
                          return validate4.errors = [{ instancePath: instancePath + "/globalNetworking", schemaPath: "spec0#/bodies/PatchPod/properties/globalNetworking/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                        var valid1 = _errs27 === errors;
                      } else
                        var valid1 = true;
                      if (valid1) {
                        if (data.containerDiskInGb !== void 0) {
                          let data13 = data.containerDiskInGb, _errs29 = errors;
                          if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13)) && data13 !== null)
                            return validate4.errors = [{ instancePath: instancePath + "/containerDiskInGb", schemaPath: "spec0#/bodies/PatchPod/properties/containerDiskInGb/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                          var valid1 = _errs29 === errors;
                        } else
                          var valid1 = true;
                        if (valid1) {
                          if (data.volumeInGb !== void 0) {
                            let data14 = data.volumeInGb, _errs32 = errors;
                            if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14)) && data14 !== null)
                              return validate4.errors = [{ instancePath: instancePath + "/volumeInGb", schemaPath: "spec0#/bodies/PatchPod/properties/volumeInGb/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                            var valid1 = _errs32 === errors;
                          } else
                            var valid1 = true;
                          if (valid1)
                            if (data.volumeMountPath !== void 0) {
                              let _errs35 = errors;
                              if (typeof data.volumeMountPath != "string")
                                return validate4.errors = [{ instancePath: instancePath + "/volumeMountPath", schemaPath: "spec0#/bodies/PatchPod/properties/volumeMountPath/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                              var valid1 = _errs35 === errors;
                            } else
                              var valid1 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate4.errors = [{ instancePath, schemaPath: "spec0#/bodies/PatchPod/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate4.errors = vErrors, errors === 0;
}
validate4.evaluated = { props: { name: true, locked: true, imageName: true, containerRegistryAuthId: true, dockerEntrypoint: true, dockerStartCmd: true, env: true, ports: true, globalNetworking: true, containerDiskInGb: true, volumeInGb: true, volumeMountPath: true }, dynamicProps: false, dynamicItems: false };
var CreateEndpoint = validate5;
var schema10 = { type: "object", required: ["templateId"], properties: { name: { type: "string", maxLength: 191 }, templateId: { type: "string" }, computeType: { type: "string", enum: ["GPU", "CPU"] }, gpuTypeIds: { type: "array", items: { $ref: "#/components/schemas/GpuTypeId" } }, gpuCount: { type: "integer", minimum: 1 }, cpuFlavorIds: { type: "array", items: { $ref: "#/components/schemas/CpuFlavorId" } }, vcpuCount: { type: "integer" }, allowedCudaVersions: { type: "array", items: { $ref: "#/components/schemas/CudaVersion" } }, minCudaVersion: { allOf: [{ $ref: "#/components/schemas/CudaVersion" }] }, dataCenterIds: { type: "array", items: { $ref: "#/components/schemas/DataCenterId" } }, networkVolumeId: { type: "string" }, networkVolumeIds: { type: "array", items: { type: "string" } }, workersMin: { type: "integer", minimum: 0 }, workersMax: { type: "integer", minimum: 0 }, scalerType: { type: "string", enum: ["QUEUE_DELAY", "REQUEST_COUNT"] }, scalerValue: { type: "integer", minimum: 1 }, idleTimeout: { type: "integer", minimum: 1, maximum: 3600 }, executionTimeoutMs: { type: "integer" }, flashboot: { type: "boolean" } } };
function validate6(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate6.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.templateId === void 0 && (missing0 = "templateId"))
        return validate6.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], false;
      if (data.name !== void 0) {
        let data0 = data.name, _errs1 = errors;
        if (errors === _errs1)
          if (typeof data0 == "string") {
            if (data0.length > 191)
              return validate6.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 191 }, message: "must NOT have more than 191 characters" }], false;
          } else
            return validate6.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.templateId !== void 0) {
          let _errs3 = errors;
          if (typeof data.templateId != "string")
            return validate6.errors = [{ instancePath: instancePath + "/templateId", schemaPath: "#/properties/templateId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = true;
        if (valid0) {
          if (data.computeType !== void 0) {
            let data2 = data.computeType, _errs5 = errors;
            if (typeof data2 != "string")
              return validate6.errors = [{ instancePath: instancePath + "/computeType", schemaPath: "#/properties/computeType/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            if (!(data2 === "GPU" || data2 === "CPU"))
              return validate6.errors = [{ instancePath: instancePath + "/computeType", schemaPath: "#/properties/computeType/enum", keyword: "enum", params: { allowedValues: schema10.properties.computeType.enum }, message: "must be equal to one of the allowed values" }], false;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = true;
          if (valid0) {
            if (data.gpuTypeIds !== void 0) {
              let data3 = data.gpuTypeIds, _errs7 = errors;
              if (errors === _errs7)
                if (Array.isArray(data3)) {
                  var valid1 = true;
                  let len0 = data3.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let data4 = data3[i0], _errs9 = errors, _errs11 = errors, valid3 = false, _errs12 = errors;
                    if (typeof data4 != "string") {
                      let err0 = { instancePath: instancePath + "/gpuTypeIds/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                    }
                    if (!(data4 === "NVIDIA GeForce RTX 4090" || data4 === "NVIDIA A40" || data4 === "NVIDIA RTX A5000" || data4 === "NVIDIA GeForce RTX 5090" || data4 === "NVIDIA H100 80GB HBM3" || data4 === "NVIDIA GeForce RTX 3090" || data4 === "NVIDIA RTX A4500" || data4 === "NVIDIA L40S" || data4 === "NVIDIA H200" || data4 === "NVIDIA L4" || data4 === "NVIDIA RTX 6000 Ada Generation" || data4 === "NVIDIA A100-SXM4-80GB" || data4 === "NVIDIA RTX 4000 Ada Generation" || data4 === "NVIDIA RTX A6000" || data4 === "NVIDIA A100 80GB PCIe" || data4 === "NVIDIA RTX 2000 Ada Generation" || data4 === "NVIDIA RTX A4000" || data4 === "NVIDIA RTX PRO 6000 Blackwell Server Edition" || data4 === "NVIDIA H100 PCIe" || data4 === "NVIDIA H100 NVL" || data4 === "NVIDIA L40" || data4 === "NVIDIA B200" || data4 === "NVIDIA GeForce RTX 3080 Ti" || data4 === "NVIDIA RTX PRO 6000 Blackwell Workstation Edition" || data4 === "NVIDIA GeForce RTX 3080" || data4 === "NVIDIA GeForce RTX 3070" || data4 === "AMD Instinct MI300X OAM" || data4 === "NVIDIA GeForce RTX 4080 SUPER" || data4 === "Tesla V100-PCIE-16GB" || data4 === "Tesla V100-SXM2-32GB" || data4 === "NVIDIA RTX 5000 Ada Generation" || data4 === "NVIDIA GeForce RTX 4070 Ti" || data4 === "NVIDIA RTX 4000 SFF Ada Generation" || data4 === "NVIDIA GeForce RTX 3090 Ti" || data4 === "NVIDIA RTX A2000" || data4 === "NVIDIA GeForce RTX 4080" || data4 === "NVIDIA A30" || data4 === "NVIDIA GeForce RTX 5080" || data4 === "Tesla V100-FHHL-16GB" || data4 === "NVIDIA H200 NVL" || data4 === "Tesla V100-SXM2-16GB" || data4 === "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition" || data4 === "NVIDIA A5000 Ada" || data4 === "Tesla V100-PCIE-32GB" || data4 === "NVIDIA GeForce RTX 3080TI" || data4 === "Tesla T4" || data4 === "NVIDIA RTX A30")) {
                      let err1 = { instancePath: instancePath + "/gpuTypeIds/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema3.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                    }
                    var _valid0 = _errs12 === errors;
                    valid3 = valid3 || _valid0;
                    let _errs14 = errors;
                    if (typeof data4 != "string") {
                      let err2 = { instancePath: instancePath + "/gpuTypeIds/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                    }
                    var _valid0 = _errs14 === errors;
                    if (valid3 = valid3 || _valid0, valid3)
                      errors = _errs11, vErrors !== null && (_errs11 ? vErrors.length = _errs11 : vErrors = null);
                    else {
                      let err3 = { instancePath: instancePath + "/gpuTypeIds/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                      return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate6.errors = vErrors, false;
                    }
                    var valid1 = _errs9 === errors;
                    if (!valid1)
                      break;
                  }
                } else
                  return validate6.errors = [{ instancePath: instancePath + "/gpuTypeIds", schemaPath: "#/properties/gpuTypeIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = true;
            if (valid0) {
              if (data.gpuCount !== void 0) {
                let data5 = data.gpuCount, _errs16 = errors;
                if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5)))
                  return validate6.errors = [{ instancePath: instancePath + "/gpuCount", schemaPath: "#/properties/gpuCount/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                if (errors === _errs16 && typeof data5 == "number" && (data5 < 1 || isNaN(data5)))
                  return validate6.errors = [{ instancePath: instancePath + "/gpuCount", schemaPath: "#/properties/gpuCount/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], false;
                var valid0 = _errs16 === errors;
              } else
                var valid0 = true;
              if (valid0) {
                if (data.cpuFlavorIds !== void 0) {
                  let data6 = data.cpuFlavorIds, _errs18 = errors;
                  if (errors === _errs18)
                    if (Array.isArray(data6)) {
                      var valid4 = true;
                      let len1 = data6.length;
                      for (let i1 = 0; i1 < len1; i1++) {
                        let data7 = data6[i1], _errs20 = errors, _errs22 = errors, valid6 = false, _errs23 = errors;
                        if (typeof data7 != "string") {
                          let err4 = { instancePath: instancePath + "/cpuFlavorIds/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                          vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                        }
                        if (!(data7 === "cpu3c" || data7 === "cpu3g" || data7 === "cpu3m" || data7 === "cpu5c" || data7 === "cpu5g" || data7 === "cpu5m")) {
                          let err5 = { instancePath: instancePath + "/cpuFlavorIds/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema5.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                          vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                        }
                        var _valid1 = _errs23 === errors;
                        valid6 = valid6 || _valid1;
                        let _errs25 = errors;
                        if (typeof data7 != "string") {
                          let err6 = { instancePath: instancePath + "/cpuFlavorIds/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                          vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                        }
                        var _valid1 = _errs25 === errors;
                        if (valid6 = valid6 || _valid1, valid6)
                          errors = _errs22, vErrors !== null && (_errs22 ? vErrors.length = _errs22 : vErrors = null);
                        else {
                          let err7 = { instancePath: instancePath + "/cpuFlavorIds/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                          return vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++, validate6.errors = vErrors, false;
                        }
                        var valid4 = _errs20 === errors;
                        if (!valid4)
                          break;
                      }
                    } else
                      return validate6.errors = [{ instancePath: instancePath + "/cpuFlavorIds", schemaPath: "#/properties/cpuFlavorIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                  var valid0 = _errs18 === errors;
                } else
                  var valid0 = true;
                if (valid0) {
                  if (data.vcpuCount !== void 0) {
                    let data8 = data.vcpuCount, _errs27 = errors;
                    if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8)))
                      return validate6.errors = [{ instancePath: instancePath + "/vcpuCount", schemaPath: "#/properties/vcpuCount/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                    var valid0 = _errs27 === errors;
                  } else
                    var valid0 = true;
                  if (valid0) {
                    if (data.allowedCudaVersions !== void 0) {
                      let data9 = data.allowedCudaVersions, _errs29 = errors;
                      if (errors === _errs29)
                        if (Array.isArray(data9)) {
                          var valid7 = true;
                          let len2 = data9.length;
                          for (let i2 = 0; i2 < len2; i2++) {
                            let data10 = data9[i2], _errs31 = errors, _errs33 = errors, valid9 = false, _errs34 = errors;
                            if (typeof data10 != "string") {
                              let err8 = { instancePath: instancePath + "/allowedCudaVersions/" + i2, schemaPath: "#/components/schemas/CudaVersion/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                              vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
                            }
                            if (!(data10 === "13.0" || data10 === "12.9" || data10 === "12.8" || data10 === "12.7" || data10 === "12.6" || data10 === "12.5" || data10 === "12.4" || data10 === "12.3" || data10 === "12.2" || data10 === "12.1" || data10 === "12.0" || data10 === "11.8")) {
                              let err9 = { instancePath: instancePath + "/allowedCudaVersions/" + i2, schemaPath: "#/components/schemas/CudaVersion/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema4.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                              vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
                            }
                            var _valid2 = _errs34 === errors;
                            valid9 = valid9 || _valid2;
                            let _errs36 = errors;
                            if (typeof data10 != "string") {
                              let err10 = { instancePath: instancePath + "/allowedCudaVersions/" + i2, schemaPath: "#/components/schemas/CudaVersion/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                              vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
                            }
                            var _valid2 = _errs36 === errors;
                            if (valid9 = valid9 || _valid2, valid9)
                              errors = _errs33, vErrors !== null && (_errs33 ? vErrors.length = _errs33 : vErrors = null);
                            else {
                              let err11 = { instancePath: instancePath + "/allowedCudaVersions/" + i2, schemaPath: "#/components/schemas/CudaVersion/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                              return vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++, validate6.errors = vErrors, false;
                            }
                            var valid7 = _errs31 === errors;
                            if (!valid7)
                              break;
                          }
                        } else
                          return validate6.errors = [{ instancePath: instancePath + "/allowedCudaVersions", schemaPath: "#/properties/allowedCudaVersions/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                      var valid0 = _errs29 === errors;
                    } else
                      var valid0 = true;
                    if (valid0) {
                      if (data.minCudaVersion !== void 0) {
                        let data11 = data.minCudaVersion, _errs38 = errors, _errs41 = errors, valid12 = false, _errs42 = errors;
                        if (typeof data11 != "string") {
                          let err12 = { instancePath: instancePath + "/minCudaVersion", schemaPath: "#/components/schemas/CudaVersion/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                          vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
                        }
                        if (!(data11 === "13.0" || data11 === "12.9" || data11 === "12.8" || data11 === "12.7" || data11 === "12.6" || data11 === "12.5" || data11 === "12.4" || data11 === "12.3" || data11 === "12.2" || data11 === "12.1" || data11 === "12.0" || data11 === "11.8")) {
                          let err13 = { instancePath: instancePath + "/minCudaVersion", schemaPath: "#/components/schemas/CudaVersion/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema4.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                          vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
                        }
                        var _valid3 = _errs42 === errors;
                        valid12 = valid12 || _valid3;
                        let _errs44 = errors;
                        if (typeof data11 != "string") {
                          let err14 = { instancePath: instancePath + "/minCudaVersion", schemaPath: "#/components/schemas/CudaVersion/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                          vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
                        }
                        var _valid3 = _errs44 === errors;
                        if (valid12 = valid12 || _valid3, valid12)
                          errors = _errs41, vErrors !== null && (_errs41 ? vErrors.length = _errs41 : vErrors = null);
                        else {
                          let err15 = { instancePath: instancePath + "/minCudaVersion", schemaPath: "#/components/schemas/CudaVersion/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                          return vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++, validate6.errors = vErrors, false;
                        }
                        var valid0 = _errs38 === errors;
                      } else
                        var valid0 = true;
                      if (valid0) {
                        if (data.dataCenterIds !== void 0) {
                          let data12 = data.dataCenterIds, _errs46 = errors;
                          if (errors === _errs46)
                            if (Array.isArray(data12)) {
                              var valid13 = true;
                              let len3 = data12.length;
                              for (let i3 = 0; i3 < len3; i3++) {
                                let data13 = data12[i3], _errs48 = errors, _errs50 = errors, valid15 = false, _errs51 = errors;
                                if (typeof data13 != "string") {
                                  let err16 = { instancePath: instancePath + "/dataCenterIds/" + i3, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                  vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
                                }
                                if (!(data13 === "EU-RO-1" || data13 === "CA-MTL-1" || data13 === "EU-SE-1" || data13 === "US-IL-1" || data13 === "EUR-IS-1" || data13 === "EU-CZ-1" || data13 === "US-TX-3" || data13 === "EUR-IS-2" || data13 === "US-KS-2" || data13 === "US-GA-2" || data13 === "US-WA-1" || data13 === "US-TX-1" || data13 === "CA-MTL-3" || data13 === "EU-NL-1" || data13 === "US-TX-4" || data13 === "US-CA-2" || data13 === "US-NC-1" || data13 === "OC-AU-1" || data13 === "US-DE-1" || data13 === "EUR-IS-3" || data13 === "CA-MTL-2" || data13 === "AP-JP-1" || data13 === "EUR-NO-1" || data13 === "EU-FR-1" || data13 === "US-KS-3" || data13 === "US-GA-1")) {
                                  let err17 = { instancePath: instancePath + "/dataCenterIds/" + i3, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema6.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                                  vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
                                }
                                var _valid4 = _errs51 === errors;
                                valid15 = valid15 || _valid4;
                                let _errs53 = errors;
                                if (typeof data13 != "string") {
                                  let err18 = { instancePath: instancePath + "/dataCenterIds/" + i3, schemaPath: "#/components/schemas/DataCenterId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                  vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
                                }
                                var _valid4 = _errs53 === errors;
                                if (valid15 = valid15 || _valid4, valid15)
                                  errors = _errs50, vErrors !== null && (_errs50 ? vErrors.length = _errs50 : vErrors = null);
                                else {
                                  let err19 = { instancePath: instancePath + "/dataCenterIds/" + i3, schemaPath: "#/components/schemas/DataCenterId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                                  return vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++, validate6.errors = vErrors, false;
                                }
                                var valid13 = _errs48 === errors;
                                if (!valid13)
                                  break;
                              }
                            } else
                              return validate6.errors = [{ instancePath: instancePath + "/dataCenterIds", schemaPath: "#/properties/dataCenterIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                          var valid0 = _errs46 === errors;
                        } else
                          var valid0 = true;
                        if (valid0) {
                          if (data.networkVolumeId !== void 0) {
                            let _errs55 = errors;
                            if (typeof data.networkVolumeId != "string")
                              return validate6.errors = [{ instancePath: instancePath + "/networkVolumeId", schemaPath: "#/properties/networkVolumeId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                            var valid0 = _errs55 === errors;
                          } else
                            var valid0 = true;
                          if (valid0) {
                            if (data.networkVolumeIds !== void 0) {
                              let data15 = data.networkVolumeIds, _errs57 = errors;
                              if (errors === _errs57)
                                if (Array.isArray(data15)) {
                                  var valid16 = true;
                                  let len4 = data15.length;
                                  for (let i4 = 0; i4 < len4; i4++) {
                                    let _errs59 = errors;
                                    if (typeof data15[i4] != "string")
                                      return validate6.errors = [{ instancePath: instancePath + "/networkVolumeIds/" + i4, schemaPath: "#/properties/networkVolumeIds/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                    var valid16 = _errs59 === errors;
                                    if (!valid16)
                                      break;
                                  }
                                } else
                                  return validate6.errors = [{ instancePath: instancePath + "/networkVolumeIds", schemaPath: "#/properties/networkVolumeIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                              var valid0 = _errs57 === errors;
                            } else
                              var valid0 = true;
                            if (valid0) {
                              if (data.workersMin !== void 0) {
                                let data17 = data.workersMin, _errs61 = errors;
                                if (!(typeof data17 == "number" && !(data17 % 1) && !isNaN(data17)))
                                  return validate6.errors = [{ instancePath: instancePath + "/workersMin", schemaPath: "#/properties/workersMin/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                if (errors === _errs61 && typeof data17 == "number" && (data17 < 0 || isNaN(data17)))
                                  return validate6.errors = [{ instancePath: instancePath + "/workersMin", schemaPath: "#/properties/workersMin/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], false;
                                var valid0 = _errs61 === errors;
                              } else
                                var valid0 = true;
                              if (valid0) {
                                if (data.workersMax !== void 0) {
                                  let data18 = data.workersMax, _errs63 = errors;
                                  if (!(typeof data18 == "number" && !(data18 % 1) && !isNaN(data18)))
                                    return validate6.errors = [{ instancePath: instancePath + "/workersMax", schemaPath: "#/properties/workersMax/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                  if (errors === _errs63 && typeof data18 == "number" && (data18 < 0 || isNaN(data18)))
                                    return validate6.errors = [{ instancePath: instancePath + "/workersMax", schemaPath: "#/properties/workersMax/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], false;
                                  var valid0 = _errs63 === errors;
                                } else
                                  var valid0 = true;
                                if (valid0) {
                                  if (data.scalerType !== void 0) {
                                    let data19 = data.scalerType, _errs65 = errors;
                                    if (typeof data19 != "string")
                                      return validate6.errors = [{ instancePath: instancePath + "/scalerType", schemaPath: "#/properties/scalerType/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                    if (!(data19 === "QUEUE_DELAY" || data19 === "REQUEST_COUNT"))
                                      return validate6.errors = [{ instancePath: instancePath + "/scalerType", schemaPath: "#/properties/scalerType/enum", keyword: "enum", params: { allowedValues: schema10.properties.scalerType.enum }, message: "must be equal to one of the allowed values" }], false;
                                    var valid0 = _errs65 === errors;
                                  } else
                                    var valid0 = true;
                                  if (valid0) {
                                    if (data.scalerValue !== void 0) {
                                      let data20 = data.scalerValue, _errs67 = errors;
                                      if (!(typeof data20 == "number" && !(data20 % 1) && !isNaN(data20)))
                                        return validate6.errors = [{ instancePath: instancePath + "/scalerValue", schemaPath: "#/properties/scalerValue/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                      if (errors === _errs67 && typeof data20 == "number" && (data20 < 1 || isNaN(data20)))
                                        return validate6.errors = [{ instancePath: instancePath + "/scalerValue", schemaPath: "#/properties/scalerValue/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], false;
                                      var valid0 = _errs67 === errors;
                                    } else
                                      var valid0 = true;
                                    if (valid0) {
                                      if (data.idleTimeout !== void 0) {
                                        let data21 = data.idleTimeout, _errs69 = errors;
                                        if (!(typeof data21 == "number" && !(data21 % 1) && !isNaN(data21)))
                                          return validate6.errors = [{ instancePath: instancePath + "/idleTimeout", schemaPath: "#/properties/idleTimeout/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                        if (errors === _errs69 && typeof data21 == "number") {
                                          if (data21 > 3600 || isNaN(data21))
                                            return validate6.errors = [{ instancePath: instancePath + "/idleTimeout", schemaPath: "#/properties/idleTimeout/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3600 }, message: "must be <= 3600" }], false;
                                          if (data21 < 1 || isNaN(data21))
                                            return validate6.errors = [{ instancePath: instancePath + "/idleTimeout", schemaPath: "#/properties/idleTimeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], false;
                                        }
                                        var valid0 = _errs69 === errors;
                                      } else
                                        var valid0 = true;
                                      if (valid0) {
                                        if (data.executionTimeoutMs !== void 0) {
                                          let data22 = data.executionTimeoutMs, _errs71 = errors;
                                          if (!(typeof data22 == "number" && !(data22 % 1) && !isNaN(data22)))
                                            return validate6.errors = [{ instancePath: instancePath + "/executionTimeoutMs", schemaPath: "#/properties/executionTimeoutMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                          var valid0 = _errs71 === errors;
                                        } else
                                          var valid0 = true;
                                        if (valid0)
                                          if (data.flashboot !== void 0) {
                                            let _errs73 = errors;
                                            if (typeof data.flashboot != "boolean")
                                              return validate6.errors = [{ instancePath: instancePath + "/flashboot", schemaPath: "#/properties/flashboot/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                            var valid0 = _errs73 === errors;
                                          } else
                                            var valid0 = true;
                                      }
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate6.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate6.errors = vErrors, errors === 0;
}
validate6.evaluated = { props: { name: true, templateId: true, computeType: true, gpuTypeIds: true, gpuCount: true, cpuFlavorIds: true, vcpuCount: true, allowedCudaVersions: true, minCudaVersion: true, dataCenterIds: true, networkVolumeId: true, networkVolumeIds: true, workersMin: true, workersMax: true, scalerType: true, scalerValue: true, idleTimeout: true, executionTimeoutMs: true, flashboot: true }, dynamicProps: false, dynamicItems: false };
function validate5(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate5.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate6(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate6.errors : vErrors.concat(validate6.errors), errors = vErrors.length), validate5.errors = vErrors, errors === 0;
}
validate5.evaluated = { props: { name: true, templateId: true, computeType: true, gpuTypeIds: true, gpuCount: true, cpuFlavorIds: true, vcpuCount: true, allowedCudaVersions: true, minCudaVersion: true, dataCenterIds: true, networkVolumeId: true, networkVolumeIds: true, workersMin: true, workersMax: true, scalerType: true, scalerValue: true, idleTimeout: true, executionTimeoutMs: true, flashboot: true }, dynamicProps: false, dynamicItems: false };
var PatchEndpoint = validate8;
var schema17 = { type: "object", properties: { name: { type: "string", maxLength: 191 }, templateId: { type: "string" }, gpuTypeIds: { type: "array", items: { $ref: "#/components/schemas/GpuTypeId" } }, gpuCount: { type: "integer", minimum: 1 }, cpuFlavorIds: { type: "array", items: { $ref: "#/components/schemas/CpuFlavorId" } }, vcpuCount: { type: "integer" }, allowedCudaVersions: { type: "array", items: { $ref: "#/components/schemas/CudaVersion" } }, minCudaVersion: { allOf: [{ $ref: "#/components/schemas/CudaVersion" }] }, dataCenterIds: { type: "array", items: { $ref: "#/components/schemas/DataCenterId" } }, networkVolumeId: { type: "string" }, networkVolumeIds: { type: "array", items: { type: "string" } }, workersMin: { type: "integer", minimum: 0 }, workersMax: { type: "integer", minimum: 0 }, scalerType: { type: "string", enum: ["QUEUE_DELAY", "REQUEST_COUNT"] }, scalerValue: { type: "integer", minimum: 1 }, idleTimeout: { type: "integer", minimum: 1, maximum: 3600 }, executionTimeoutMs: { type: "integer" }, flashboot: { type: "boolean" } } };
function validate9(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate9.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let data0 = data.name, _errs1 = errors;
        if (errors === _errs1)
          if (typeof data0 == "string") {
            if (data0.length > 191)
              return validate9.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 191 }, message: "must NOT have more than 191 characters" }], false;
          } else
            return validate9.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.templateId !== void 0) {
          let _errs3 = errors;
          if (typeof data.templateId != "string")
            return validate9.errors = [{ instancePath: instancePath + "/templateId", schemaPath: "#/properties/templateId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = true;
        if (valid0) {
          if (data.gpuTypeIds !== void 0) {
            let data2 = data.gpuTypeIds, _errs5 = errors;
            if (errors === _errs5)
              if (Array.isArray(data2)) {
                var valid1 = true;
                let len0 = data2.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  let data3 = data2[i0], _errs7 = errors, _errs9 = errors, valid3 = false, _errs10 = errors;
                  if (typeof data3 != "string") {
                    let err0 = { instancePath: instancePath + "/gpuTypeIds/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                  }
                  if (!(data3 === "NVIDIA GeForce RTX 4090" || data3 === "NVIDIA A40" || data3 === "NVIDIA RTX A5000" || data3 === "NVIDIA GeForce RTX 5090" || data3 === "NVIDIA H100 80GB HBM3" || data3 === "NVIDIA GeForce RTX 3090" || data3 === "NVIDIA RTX A4500" || data3 === "NVIDIA L40S" || data3 === "NVIDIA H200" || data3 === "NVIDIA L4" || data3 === "NVIDIA RTX 6000 Ada Generation" || data3 === "NVIDIA A100-SXM4-80GB" || data3 === "NVIDIA RTX 4000 Ada Generation" || data3 === "NVIDIA RTX A6000" || data3 === "NVIDIA A100 80GB PCIe" || data3 === "NVIDIA RTX 2000 Ada Generation" || data3 === "NVIDIA RTX A4000" || data3 === "NVIDIA RTX PRO 6000 Blackwell Server Edition" || data3 === "NVIDIA H100 PCIe" || data3 === "NVIDIA H100 NVL" || data3 === "NVIDIA L40" || data3 === "NVIDIA B200" || data3 === "NVIDIA GeForce RTX 3080 Ti" || data3 === "NVIDIA RTX PRO 6000 Blackwell Workstation Edition" || data3 === "NVIDIA GeForce RTX 3080" || data3 === "NVIDIA GeForce RTX 3070" || data3 === "AMD Instinct MI300X OAM" || data3 === "NVIDIA GeForce RTX 4080 SUPER" || data3 === "Tesla V100-PCIE-16GB" || data3 === "Tesla V100-SXM2-32GB" || data3 === "NVIDIA RTX 5000 Ada Generation" || data3 === "NVIDIA GeForce RTX 4070 Ti" || data3 === "NVIDIA RTX 4000 SFF Ada Generation" || data3 === "NVIDIA GeForce RTX 3090 Ti" || data3 === "NVIDIA RTX A2000" || data3 === "NVIDIA GeForce RTX 4080" || data3 === "NVIDIA A30" || data3 === "NVIDIA GeForce RTX 5080" || data3 === "Tesla V100-FHHL-16GB" || data3 === "NVIDIA H200 NVL" || data3 === "Tesla V100-SXM2-16GB" || data3 === "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition" || data3 === "NVIDIA A5000 Ada" || data3 === "Tesla V100-PCIE-32GB" || data3 === "NVIDIA GeForce RTX 3080TI" || data3 === "Tesla T4" || data3 === "NVIDIA RTX A30")) {
                    let err1 = { instancePath: instancePath + "/gpuTypeIds/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema3.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                  }
                  var _valid0 = _errs10 === errors;
                  valid3 = valid3 || _valid0;
                  let _errs12 = errors;
                  if (typeof data3 != "string") {
                    let err2 = { instancePath: instancePath + "/gpuTypeIds/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                  }
                  var _valid0 = _errs12 === errors;
                  if (valid3 = valid3 || _valid0, valid3)
                    errors = _errs9, vErrors !== null && (_errs9 ? vErrors.length = _errs9 : vErrors = null);
                  else {
                    let err3 = { instancePath: instancePath + "/gpuTypeIds/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                    return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate9.errors = vErrors, false;
                  }
                  var valid1 = _errs7 === errors;
                  if (!valid1)
                    break;
                }
              } else
                return validate9.errors = [{ instancePath: instancePath + "/gpuTypeIds", schemaPath: "#/properties/gpuTypeIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = true;
          if (valid0) {
            if (data.gpuCount !== void 0) {
              let data4 = data.gpuCount, _errs14 = errors;
              if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4)))
                return validate9.errors = [{ instancePath: instancePath + "/gpuCount", schemaPath: "#/properties/gpuCount/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
              if (errors === _errs14 && typeof data4 == "number" && (data4 < 1 || isNaN(data4)))
                return validate9.errors = [{ instancePath: instancePath + "/gpuCount", schemaPath: "#/properties/gpuCount/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], false;
              var valid0 = _errs14 === errors;
            } else
              var valid0 = true;
            if (valid0) {
              if (data.cpuFlavorIds !== void 0) {
                let data5 = data.cpuFlavorIds, _errs16 = errors;
                if (errors === _errs16)
                  if (Array.isArray(data5)) {
                    var valid4 = true;
                    let len1 = data5.length;
                    for (let i1 = 0; i1 < len1; i1++) {
                      let data6 = data5[i1], _errs18 = errors, _errs20 = errors, valid6 = false, _errs21 = errors;
                      if (typeof data6 != "string") {
                        let err4 = { instancePath: instancePath + "/cpuFlavorIds/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                      }
                      if (!(data6 === "cpu3c" || data6 === "cpu3g" || data6 === "cpu3m" || data6 === "cpu5c" || data6 === "cpu5g" || data6 === "cpu5m")) {
                        let err5 = { instancePath: instancePath + "/cpuFlavorIds/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema5.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                      }
                      var _valid1 = _errs21 === errors;
                      valid6 = valid6 || _valid1;
                      let _errs23 = errors;
                      if (typeof data6 != "string") {
                        let err6 = { instancePath: instancePath + "/cpuFlavorIds/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                      }
                      var _valid1 = _errs23 === errors;
                      if (valid6 = valid6 || _valid1, valid6)
                        errors = _errs20, vErrors !== null && (_errs20 ? vErrors.length = _errs20 : vErrors = null);
                      else {
                        let err7 = { instancePath: instancePath + "/cpuFlavorIds/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                        return vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++, validate9.errors = vErrors, false;
                      }
                      var valid4 = _errs18 === errors;
                      if (!valid4)
                        break;
                    }
                  } else
                    return validate9.errors = [{ instancePath: instancePath + "/cpuFlavorIds", schemaPath: "#/properties/cpuFlavorIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                var valid0 = _errs16 === errors;
              } else
                var valid0 = true;
              if (valid0) {
                if (data.vcpuCount !== void 0) {
                  let data7 = data.vcpuCount, _errs25 = errors;
                  if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7)))
                    return validate9.errors = [{ instancePath: instancePath + "/vcpuCount", schemaPath: "#/properties/vcpuCount/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                  var valid0 = _errs25 === errors;
                } else
                  var valid0 = true;
                if (valid0) {
                  if (data.allowedCudaVersions !== void 0) {
                    let data8 = data.allowedCudaVersions, _errs27 = errors;
                    if (errors === _errs27)
                      if (Array.isArray(data8)) {
                        var valid7 = true;
                        let len2 = data8.length;
                        for (let i2 = 0; i2 < len2; i2++) {
                          let data9 = data8[i2], _errs29 = errors, _errs31 = errors, valid9 = false, _errs32 = errors;
                          if (typeof data9 != "string") {
                            let err8 = { instancePath: instancePath + "/allowedCudaVersions/" + i2, schemaPath: "#/components/schemas/CudaVersion/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                            vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
                          }
                          if (!(data9 === "13.0" || data9 === "12.9" || data9 === "12.8" || data9 === "12.7" || data9 === "12.6" || data9 === "12.5" || data9 === "12.4" || data9 === "12.3" || data9 === "12.2" || data9 === "12.1" || data9 === "12.0" || data9 === "11.8")) {
                            let err9 = { instancePath: instancePath + "/allowedCudaVersions/" + i2, schemaPath: "#/components/schemas/CudaVersion/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema4.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                            vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
                          }
                          var _valid2 = _errs32 === errors;
                          valid9 = valid9 || _valid2;
                          let _errs34 = errors;
                          if (typeof data9 != "string") {
                            let err10 = { instancePath: instancePath + "/allowedCudaVersions/" + i2, schemaPath: "#/components/schemas/CudaVersion/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                            vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
                          }
                          var _valid2 = _errs34 === errors;
                          if (valid9 = valid9 || _valid2, valid9)
                            errors = _errs31, vErrors !== null && (_errs31 ? vErrors.length = _errs31 : vErrors = null);
                          else {
                            let err11 = { instancePath: instancePath + "/allowedCudaVersions/" + i2, schemaPath: "#/components/schemas/CudaVersion/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                            return vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++, validate9.errors = vErrors, false;
                          }
                          var valid7 = _errs29 === errors;
                          if (!valid7)
                            break;
                        }
                      } else
                        return validate9.errors = [{ instancePath: instancePath + "/allowedCudaVersions", schemaPath: "#/properties/allowedCudaVersions/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                    var valid0 = _errs27 === errors;
                  } else
                    var valid0 = true;
                  if (valid0) {
                    if (data.minCudaVersion !== void 0) {
                      let data10 = data.minCudaVersion, _errs36 = errors, _errs39 = errors, valid12 = false, _errs40 = errors;
                      if (typeof data10 != "string") {
                        let err12 = { instancePath: instancePath + "/minCudaVersion", schemaPath: "#/components/schemas/CudaVersion/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                        vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
                      }
                      if (!(data10 === "13.0" || data10 === "12.9" || data10 === "12.8" || data10 === "12.7" || data10 === "12.6" || data10 === "12.5" || data10 === "12.4" || data10 === "12.3" || data10 === "12.2" || data10 === "12.1" || data10 === "12.0" || data10 === "11.8")) {
                        let err13 = { instancePath: instancePath + "/minCudaVersion", schemaPath: "#/components/schemas/CudaVersion/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema4.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                        vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
                      }
                      var _valid3 = _errs40 === errors;
                      valid12 = valid12 || _valid3;
                      let _errs42 = errors;
                      if (typeof data10 != "string") {
                        let err14 = { instancePath: instancePath + "/minCudaVersion", schemaPath: "#/components/schemas/CudaVersion/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                        vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
                      }
                      var _valid3 = _errs42 === errors;
                      if (valid12 = valid12 || _valid3, valid12)
                        errors = _errs39, vErrors !== null && (_errs39 ? vErrors.length = _errs39 : vErrors = null);
                      else {
                        let err15 = { instancePath: instancePath + "/minCudaVersion", schemaPath: "#/components/schemas/CudaVersion/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                        return vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++, validate9.errors = vErrors, false;
                      }
                      var valid0 = _errs36 === errors;
                    } else
                      var valid0 = true;
                    if (valid0) {
                      if (data.dataCenterIds !== void 0) {
                        let data11 = data.dataCenterIds, _errs44 = errors;
                        if (errors === _errs44)
                          if (Array.isArray(data11)) {
                            var valid13 = true;
                            let len3 = data11.length;
                            for (let i3 = 0; i3 < len3; i3++) {
                              let data12 = data11[i3], _errs46 = errors, _errs48 = errors, valid15 = false, _errs49 = errors;
                              if (typeof data12 != "string") {
                                let err16 = { instancePath: instancePath + "/dataCenterIds/" + i3, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
                              }
                              if (!(data12 === "EU-RO-1" || data12 === "CA-MTL-1" || data12 === "EU-SE-1" || data12 === "US-IL-1" || data12 === "EUR-IS-1" || data12 === "EU-CZ-1" || data12 === "US-TX-3" || data12 === "EUR-IS-2" || data12 === "US-KS-2" || data12 === "US-GA-2" || data12 === "US-WA-1" || data12 === "US-TX-1" || data12 === "CA-MTL-3" || data12 === "EU-NL-1" || data12 === "US-TX-4" || data12 === "US-CA-2" || data12 === "US-NC-1" || data12 === "OC-AU-1" || data12 === "US-DE-1" || data12 === "EUR-IS-3" || data12 === "CA-MTL-2" || data12 === "AP-JP-1" || data12 === "EUR-NO-1" || data12 === "EU-FR-1" || data12 === "US-KS-3" || data12 === "US-GA-1")) {
                                let err17 = { instancePath: instancePath + "/dataCenterIds/" + i3, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema6.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                                vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
                              }
                              var _valid4 = _errs49 === errors;
                              valid15 = valid15 || _valid4;
                              let _errs51 = errors;
                              if (typeof data12 != "string") {
                                let err18 = { instancePath: instancePath + "/dataCenterIds/" + i3, schemaPath: "#/components/schemas/DataCenterId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
                              }
                              var _valid4 = _errs51 === errors;
                              if (valid15 = valid15 || _valid4, valid15)
                                errors = _errs48, vErrors !== null && (_errs48 ? vErrors.length = _errs48 : vErrors = null);
                              else {
                                let err19 = { instancePath: instancePath + "/dataCenterIds/" + i3, schemaPath: "#/components/schemas/DataCenterId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                                return vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++, validate9.errors = vErrors, false;
                              }
                              var valid13 = _errs46 === errors;
                              if (!valid13)
                                break;
                            }
                          } else
                            return validate9.errors = [{ instancePath: instancePath + "/dataCenterIds", schemaPath: "#/properties/dataCenterIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                        var valid0 = _errs44 === errors;
                      } else
                        var valid0 = true;
                      if (valid0) {
                        if (data.networkVolumeId !== void 0) {
                          let _errs53 = errors;
                          if (typeof data.networkVolumeId != "string")
                            return validate9.errors = [{ instancePath: instancePath + "/networkVolumeId", schemaPath: "#/properties/networkVolumeId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          var valid0 = _errs53 === errors;
                        } else
                          var valid0 = true;
                        if (valid0) {
                          if (data.networkVolumeIds !== void 0) {
                            let data14 = data.networkVolumeIds, _errs55 = errors;
                            if (errors === _errs55)
                              if (Array.isArray(data14)) {
                                var valid16 = true;
                                let len4 = data14.length;
                                for (let i4 = 0; i4 < len4; i4++) {
                                  let _errs57 = errors;
                                  if (typeof data14[i4] != "string")
                                    return validate9.errors = [{ instancePath: instancePath + "/networkVolumeIds/" + i4, schemaPath: "#/properties/networkVolumeIds/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                  var valid16 = _errs57 === errors;
                                  if (!valid16)
                                    break;
                                }
                              } else
                                return validate9.errors = [{ instancePath: instancePath + "/networkVolumeIds", schemaPath: "#/properties/networkVolumeIds/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                            var valid0 = _errs55 === errors;
                          } else
                            var valid0 = true;
                          if (valid0) {
                            if (data.workersMin !== void 0) {
                              let data16 = data.workersMin, _errs59 = errors;
                              if (!(typeof data16 == "number" && !(data16 % 1) && !isNaN(data16)))
                                return validate9.errors = [{ instancePath: instancePath + "/workersMin", schemaPath: "#/properties/workersMin/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                              if (errors === _errs59 && typeof data16 == "number" && (data16 < 0 || isNaN(data16)))
                                return validate9.errors = [{ instancePath: instancePath + "/workersMin", schemaPath: "#/properties/workersMin/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], false;
                              var valid0 = _errs59 === errors;
                            } else
                              var valid0 = true;
                            if (valid0) {
                              if (data.workersMax !== void 0) {
                                let data17 = data.workersMax, _errs61 = errors;
                                if (!(typeof data17 == "number" && !(data17 % 1) && !isNaN(data17)))
                                  return validate9.errors = [{ instancePath: instancePath + "/workersMax", schemaPath: "#/properties/workersMax/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                if (errors === _errs61 && typeof data17 == "number" && (data17 < 0 || isNaN(data17)))
                                  return validate9.errors = [{ instancePath: instancePath + "/workersMax", schemaPath: "#/properties/workersMax/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], false;
                                var valid0 = _errs61 === errors;
                              } else
                                var valid0 = true;
                              if (valid0) {
                                if (data.scalerType !== void 0) {
                                  let data18 = data.scalerType, _errs63 = errors;
                                  if (typeof data18 != "string")
                                    return validate9.errors = [{ instancePath: instancePath + "/scalerType", schemaPath: "#/properties/scalerType/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                  if (!(data18 === "QUEUE_DELAY" || data18 === "REQUEST_COUNT"))
                                    return validate9.errors = [{ instancePath: instancePath + "/scalerType", schemaPath: "#/properties/scalerType/enum", keyword: "enum", params: { allowedValues: schema17.properties.scalerType.enum }, message: "must be equal to one of the allowed values" }], false;
                                  var valid0 = _errs63 === errors;
                                } else
                                  var valid0 = true;
                                if (valid0) {
                                  if (data.scalerValue !== void 0) {
                                    let data19 = data.scalerValue, _errs65 = errors;
                                    if (!(typeof data19 == "number" && !(data19 % 1) && !isNaN(data19)))
                                      return validate9.errors = [{ instancePath: instancePath + "/scalerValue", schemaPath: "#/properties/scalerValue/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                    if (errors === _errs65 && typeof data19 == "number" && (data19 < 1 || isNaN(data19)))
                                      return validate9.errors = [{ instancePath: instancePath + "/scalerValue", schemaPath: "#/properties/scalerValue/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], false;
                                    var valid0 = _errs65 === errors;
                                  } else
                                    var valid0 = true;
                                  if (valid0) {
                                    if (data.idleTimeout !== void 0) {
                                      let data20 = data.idleTimeout, _errs67 = errors;
                                      if (!(typeof data20 == "number" && !(data20 % 1) && !isNaN(data20)))
                                        return validate9.errors = [{ instancePath: instancePath + "/idleTimeout", schemaPath: "#/properties/idleTimeout/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                      if (errors === _errs67 && typeof data20 == "number") {
                                        if (data20 > 3600 || isNaN(data20))
                                          return validate9.errors = [{ instancePath: instancePath + "/idleTimeout", schemaPath: "#/properties/idleTimeout/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3600 }, message: "must be <= 3600" }], false;
                                        if (data20 < 1 || isNaN(data20))
                                          return validate9.errors = [{ instancePath: instancePath + "/idleTimeout", schemaPath: "#/properties/idleTimeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], false;
                                      }
                                      var valid0 = _errs67 === errors;
                                    } else
                                      var valid0 = true;
                                    if (valid0) {
                                      if (data.executionTimeoutMs !== void 0) {
                                        let data21 = data.executionTimeoutMs, _errs69 = errors;
                                        if (!(typeof data21 == "number" && !(data21 % 1) && !isNaN(data21)))
                                          return validate9.errors = [{ instancePath: instancePath + "/executionTimeoutMs", schemaPath: "#/properties/executionTimeoutMs/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                                        var valid0 = _errs69 === errors;
                                      } else
                                        var valid0 = true;
                                      if (valid0)
                                        if (data.flashboot !== void 0) {
                                          let _errs71 = errors;
                                          if (typeof data.flashboot != "boolean")
                                            return validate9.errors = [{ instancePath: instancePath + "/flashboot", schemaPath: "#/properties/flashboot/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                          var valid0 = _errs71 === errors;
                                        } else
                                          var valid0 = true;
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate9.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate9.errors = vErrors, errors === 0;
}
validate9.evaluated = { props: { name: true, templateId: true, gpuTypeIds: true, gpuCount: true, cpuFlavorIds: true, vcpuCount: true, allowedCudaVersions: true, minCudaVersion: true, dataCenterIds: true, networkVolumeId: true, networkVolumeIds: true, workersMin: true, workersMax: true, scalerType: true, scalerValue: true, idleTimeout: true, executionTimeoutMs: true, flashboot: true }, dynamicProps: false, dynamicItems: false };
function validate8(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate8.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate9(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate9.errors : vErrors.concat(validate9.errors), errors = vErrors.length), validate8.errors = vErrors, errors === 0;
}
validate8.evaluated = { props: { name: true, templateId: true, gpuTypeIds: true, gpuCount: true, cpuFlavorIds: true, vcpuCount: true, allowedCudaVersions: true, minCudaVersion: true, dataCenterIds: true, networkVolumeId: true, networkVolumeIds: true, workersMin: true, workersMax: true, scalerType: true, scalerValue: true, idleTimeout: true, executionTimeoutMs: true, flashboot: true }, dynamicProps: false, dynamicItems: false };
var CreateNetworkVolume = validate11;
function validate12(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate12.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.size === void 0 && (missing0 = "size") || data.dataCenterId === void 0 && (missing0 = "dataCenterId"))
        return validate12.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], false;
      if (data.name !== void 0) {
        let _errs1 = errors;
        if (typeof data.name != "string")
          return validate12.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.size !== void 0) {
          let data1 = data.size, _errs3 = errors;
          if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1)))
            return validate12.errors = [{ instancePath: instancePath + "/size", schemaPath: "#/properties/size/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
          if (errors === _errs3 && typeof data1 == "number") {
            if (data1 > 4e3 || isNaN(data1))
              return validate12.errors = [{ instancePath: instancePath + "/size", schemaPath: "#/properties/size/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4e3 }, message: "must be <= 4000" }], false;
            if (data1 < 0 || isNaN(data1))
              return validate12.errors = [{ instancePath: instancePath + "/size", schemaPath: "#/properties/size/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], false;
          }
          var valid0 = _errs3 === errors;
        } else
          var valid0 = true;
        if (valid0)
          if (data.dataCenterId !== void 0) {
            let data2 = data.dataCenterId, _errs5 = errors, _errs8 = errors, valid3 = false, _errs9 = errors;
            if (typeof data2 != "string") {
              let err0 = { instancePath: instancePath + "/dataCenterId", schemaPath: "#/components/schemas/DataCenterId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
            }
            if (!(data2 === "EU-RO-1" || data2 === "CA-MTL-1" || data2 === "EU-SE-1" || data2 === "US-IL-1" || data2 === "EUR-IS-1" || data2 === "EU-CZ-1" || data2 === "US-TX-3" || data2 === "EUR-IS-2" || data2 === "US-KS-2" || data2 === "US-GA-2" || data2 === "US-WA-1" || data2 === "US-TX-1" || data2 === "CA-MTL-3" || data2 === "EU-NL-1" || data2 === "US-TX-4" || data2 === "US-CA-2" || data2 === "US-NC-1" || data2 === "OC-AU-1" || data2 === "US-DE-1" || data2 === "EUR-IS-3" || data2 === "CA-MTL-2" || data2 === "AP-JP-1" || data2 === "EUR-NO-1" || data2 === "EU-FR-1" || data2 === "US-KS-3" || data2 === "US-GA-1")) {
              let err1 = { instancePath: instancePath + "/dataCenterId", schemaPath: "#/components/schemas/DataCenterId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema6.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
              vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
            }
            var _valid0 = _errs9 === errors;
            valid3 = valid3 || _valid0;
            let _errs11 = errors;
            if (typeof data2 != "string") {
              let err2 = { instancePath: instancePath + "/dataCenterId", schemaPath: "#/components/schemas/DataCenterId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
              vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
            }
            var _valid0 = _errs11 === errors;
            if (valid3 = valid3 || _valid0, valid3)
              errors = _errs8, vErrors !== null && (_errs8 ? vErrors.length = _errs8 : vErrors = null);
            else {
              let err3 = { instancePath: instancePath + "/dataCenterId", schemaPath: "#/components/schemas/DataCenterId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
              return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate12.errors = vErrors, false;
            }
            var valid0 = _errs5 === errors;
          } else
            var valid0 = true;
      }
    } else
      return validate12.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate12.errors = vErrors, errors === 0;
}
validate12.evaluated = { props: { name: true, size: true, dataCenterId: true }, dynamicProps: false, dynamicItems: false };
function validate11(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate11.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate12(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors), errors = vErrors.length), validate11.errors = vErrors, errors === 0;
}
validate11.evaluated = { props: { name: true, size: true, dataCenterId: true }, dynamicProps: false, dynamicItems: false };
var PatchNetworkVolume = validate14;
function validate14(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate14.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let _errs2 = errors;
        if (typeof data.name != "string")
          return validate14.errors = [{ instancePath: instancePath + "/name", schemaPath: "spec0#/bodies/PatchNetworkVolume/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1)
        if (data.size !== void 0) {
          let data1 = data.size, _errs4 = errors;
          if (!(typeof data1 == "number" && !(data1 % 1) && !isNaN(data1)))
            return validate14.errors = [{ instancePath: instancePath + "/size", schemaPath: "spec0#/bodies/PatchNetworkVolume/properties/size/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
          if (errors === _errs4 && typeof data1 == "number") {
            if (data1 > 4e3 || isNaN(data1))
              return validate14.errors = [{ instancePath: instancePath + "/size", schemaPath: "spec0#/bodies/PatchNetworkVolume/properties/size/maximum", keyword: "maximum", params: { comparison: "<=", limit: 4e3 }, message: "must be <= 4000" }], false;
            if (data1 < 0 || isNaN(data1))
              return validate14.errors = [{ instancePath: instancePath + "/size", schemaPath: "spec0#/bodies/PatchNetworkVolume/properties/size/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], false;
          }
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
    } else
      return validate14.errors = [{ instancePath, schemaPath: "spec0#/bodies/PatchNetworkVolume/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate14.errors = vErrors, errors === 0;
}
validate14.evaluated = { props: { name: true, size: true }, dynamicProps: false, dynamicItems: false };
var CreateTemplate = validate15;
var schema29 = { type: "object", required: ["name", "imageName"], properties: { name: { type: "string" }, imageName: { type: "string" }, category: { type: "string", enum: ["NVIDIA", "AMD", "CPU"] }, isServerless: { type: "boolean" }, isPublic: { type: "boolean" }, containerRegistryAuthId: { type: "string" }, dockerEntrypoint: { type: "array", items: { type: "string" } }, dockerStartCmd: { type: "array", items: { type: "string" } }, env: { type: "object", additionalProperties: { type: "string" } }, ports: { type: "array", items: { type: "string" } }, containerDiskInGb: { type: "integer" }, volumeInGb: { type: "integer" }, volumeMountPath: { type: "string" }, readme: { type: "string" } } };
function validate15(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate15.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.imageName === void 0 && (missing0 = "imageName"))
        return validate15.errors = [{ instancePath, schemaPath: "spec0#/bodies/CreateTemplate/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], false;
      if (data.name !== void 0) {
        let _errs2 = errors;
        if (typeof data.name != "string")
          return validate15.errors = [{ instancePath: instancePath + "/name", schemaPath: "spec0#/bodies/CreateTemplate/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1) {
        if (data.imageName !== void 0) {
          let _errs4 = errors;
          if (typeof data.imageName != "string")
            return validate15.errors = [{ instancePath: instancePath + "/imageName", schemaPath: "spec0#/bodies/CreateTemplate/properties/imageName/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
        if (valid1) {
          if (data.category !== void 0) {
            let data2 = data.category, _errs6 = errors;
            if (typeof data2 != "string")
              return validate15.errors = [{ instancePath: instancePath + "/category", schemaPath: "spec0#/bodies/CreateTemplate/properties/category/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            if (!(data2 === "NVIDIA" || data2 === "AMD" || data2 === "CPU"))
              return validate15.errors = [{ instancePath: instancePath + "/category", schemaPath: "spec0#/bodies/CreateTemplate/properties/category/enum", keyword: "enum", params: { allowedValues: schema29.properties.category.enum }, message: "must be equal to one of the allowed values" }], false;
            var valid1 = _errs6 === errors;
          } else
            var valid1 = true;
          if (valid1) {
            if (data.isServerless !== void 0) {
              let _errs8 = errors;
              if (typeof data.isServerless != "boolean")
                return validate15.errors = [{ instancePath: instancePath + "/isServerless", schemaPath: "spec0#/bodies/CreateTemplate/properties/isServerless/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
              var valid1 = _errs8 === errors;
            } else
              var valid1 = true;
            if (valid1) {
              if (data.isPublic !== void 0) {
                let _errs10 = errors;
                if (typeof data.isPublic != "boolean")
                  return validate15.errors = [{ instancePath: instancePath + "/isPublic", schemaPath: "spec0#/bodies/CreateTemplate/properties/isPublic/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                var valid1 = _errs10 === errors;
              } else
                var valid1 = true;
              if (valid1) {
                if (data.containerRegistryAuthId !== void 0) {
                  let _errs12 = errors;
                  if (typeof data.containerRegistryAuthId != "string")
                    return validate15.errors = [{ instancePath: instancePath + "/containerRegistryAuthId", schemaPath: "spec0#/bodies/CreateTemplate/properties/containerRegistryAuthId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                  var valid1 = _errs12 === errors;
                } else
                  var valid1 = true;
                if (valid1) {
                  if (data.dockerEntrypoint !== void 0) {
                    let data6 = data.dockerEntrypoint, _errs14 = errors;
                    if (errors === _errs14)
                      if (Array.isArray(data6)) {
                        var valid2 = true;
                        let len0 = data6.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          let _errs16 = errors;
                          if (typeof data6[i0] != "string")
                            return validate15.errors = [{ instancePath: instancePath + "/dockerEntrypoint/" + i0, schemaPath: "spec0#/bodies/CreateTemplate/properties/dockerEntrypoint/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          var valid2 = _errs16 === errors;
                          if (!valid2)
                            break;
                        }
                      } else
                        return validate15.errors = [{ instancePath: instancePath + "/dockerEntrypoint", schemaPath: "spec0#/bodies/CreateTemplate/properties/dockerEntrypoint/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                    var valid1 = _errs14 === errors;
                  } else
                    var valid1 = true;
                  if (valid1) {
                    if (data.dockerStartCmd !== void 0) {
                      let data8 = data.dockerStartCmd, _errs18 = errors;
                      if (errors === _errs18)
                        if (Array.isArray(data8)) {
                          var valid3 = true;
                          let len1 = data8.length;
                          for (let i1 = 0; i1 < len1; i1++) {
                            let _errs20 = errors;
                            if (typeof data8[i1] != "string")
                              return validate15.errors = [{ instancePath: instancePath + "/dockerStartCmd/" + i1, schemaPath: "spec0#/bodies/CreateTemplate/properties/dockerStartCmd/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                            var valid3 = _errs20 === errors;
                            if (!valid3)
                              break;
                          }
                        } else
                          return validate15.errors = [{ instancePath: instancePath + "/dockerStartCmd", schemaPath: "spec0#/bodies/CreateTemplate/properties/dockerStartCmd/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                      var valid1 = _errs18 === errors;
                    } else
                      var valid1 = true;
                    if (valid1) {
                      if (data.env !== void 0) {
                        let data10 = data.env, _errs22 = errors;
                        if (errors === _errs22)
                          if (data10 && typeof data10 == "object" && !Array.isArray(data10))
                            for (let key0 in data10) {
                              let _errs25 = errors;
                              if (typeof data10[key0] != "string")
                                return validate15.errors = [{ instancePath: instancePath + "/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "spec0#/bodies/CreateTemplate/properties/env/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                              var valid4 = _errs25 === errors;
                              if (!valid4)
                                break;
                            }
                          else
                            return validate15.errors = [{ instancePath: instancePath + "/env", schemaPath: "spec0#/bodies/CreateTemplate/properties/env/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
                        var valid1 = _errs22 === errors;
                      } else
                        var valid1 = true;
                      if (valid1) {
                        if (data.ports !== void 0) {
                          let data12 = data.ports, _errs27 = errors;
                          if (errors === _errs27)
                            if (Array.isArray(data12)) {
                              var valid5 = true;
                              let len2 = data12.length;
                              for (let i2 = 0; i2 < len2; i2++) {
                                let _errs29 = errors;
                                if (typeof data12[i2] != "string")
                                  return validate15.errors = [{ instancePath: instancePath + "/ports/" + i2, schemaPath: "spec0#/bodies/CreateTemplate/properties/ports/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                var valid5 = _errs29 === errors;
                                if (!valid5)
                                  break;
                              }
                            } else
                              return validate15.errors = [{ instancePath: instancePath + "/ports", schemaPath: "spec0#/bodies/CreateTemplate/properties/ports/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                          var valid1 = _errs27 === errors;
                        } else
                          var valid1 = true;
                        if (valid1) {
                          if (data.containerDiskInGb !== void 0) {
                            let data14 = data.containerDiskInGb, _errs31 = errors;
                            if (!(typeof data14 == "number" && !(data14 % 1) && !isNaN(data14)))
                              return validate15.errors = [{ instancePath: instancePath + "/containerDiskInGb", schemaPath: "spec0#/bodies/CreateTemplate/properties/containerDiskInGb/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                            var valid1 = _errs31 === errors;
                          } else
                            var valid1 = true;
                          if (valid1) {
                            if (data.volumeInGb !== void 0) {
                              let data15 = data.volumeInGb, _errs33 = errors;
                              if (!(typeof data15 == "number" && !(data15 % 1) && !isNaN(data15)))
                                return validate15.errors = [{ instancePath: instancePath + "/volumeInGb", schemaPath: "spec0#/bodies/CreateTemplate/properties/volumeInGb/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                              var valid1 = _errs33 === errors;
                            } else
                              var valid1 = true;
                            if (valid1) {
                              if (data.volumeMountPath !== void 0) {
                                let _errs35 = errors;
                                if (typeof data.volumeMountPath != "string")
                                  return validate15.errors = [{ instancePath: instancePath + "/volumeMountPath", schemaPath: "spec0#/bodies/CreateTemplate/properties/volumeMountPath/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                var valid1 = _errs35 === errors;
                              } else
                                var valid1 = true;
                              if (valid1)
                                if (data.readme !== void 0) {
                                  let _errs37 = errors;
                                  if (typeof data.readme != "string")
                                    return validate15.errors = [{ instancePath: instancePath + "/readme", schemaPath: "spec0#/bodies/CreateTemplate/properties/readme/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                                  var valid1 = _errs37 === errors;
                                } else
                                  var valid1 = true;
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate15.errors = [{ instancePath, schemaPath: "spec0#/bodies/CreateTemplate/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate15.errors = vErrors, errors === 0;
}
validate15.evaluated = { props: { name: true, imageName: true, category: true, isServerless: true, isPublic: true, containerRegistryAuthId: true, dockerEntrypoint: true, dockerStartCmd: true, env: true, ports: true, containerDiskInGb: true, volumeInGb: true, volumeMountPath: true, readme: true }, dynamicProps: false, dynamicItems: false };
var PatchTemplate = validate16;
function validate16(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate16.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.name !== void 0) {
        let _errs2 = errors;
        if (typeof data.name != "string")
          return validate16.errors = [{ instancePath: instancePath + "/name", schemaPath: "spec0#/bodies/PatchTemplate/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1) {
        if (data.imageName !== void 0) {
          let _errs4 = errors;
          if (typeof data.imageName != "string")
            return validate16.errors = [{ instancePath: instancePath + "/imageName", schemaPath: "spec0#/bodies/PatchTemplate/properties/imageName/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
        if (valid1) {
          if (data.isPublic !== void 0) {
            let _errs6 = errors;
            if (typeof data.isPublic != "boolean")
              return validate16.errors = [{ instancePath: instancePath + "/isPublic", schemaPath: "spec0#/bodies/PatchTemplate/properties/isPublic/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
            var valid1 = _errs6 === errors;
          } else
            var valid1 = true;
          if (valid1) {
            if (data.containerRegistryAuthId !== void 0) {
              let _errs8 = errors;
              if (typeof data.containerRegistryAuthId != "string")
                return validate16.errors = [{ instancePath: instancePath + "/containerRegistryAuthId", schemaPath: "spec0#/bodies/PatchTemplate/properties/containerRegistryAuthId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
              var valid1 = _errs8 === errors;
            } else
              var valid1 = true;
            if (valid1) {
              if (data.dockerEntrypoint !== void 0) {
                let data4 = data.dockerEntrypoint, _errs10 = errors;
                if (errors === _errs10)
                  if (Array.isArray(data4)) {
                    var valid2 = true;
                    let len0 = data4.length;
                    for (let i0 = 0; i0 < len0; i0++) {
                      let _errs12 = errors;
                      if (typeof data4[i0] != "string")
                        return validate16.errors = [{ instancePath: instancePath + "/dockerEntrypoint/" + i0, schemaPath: "spec0#/bodies/PatchTemplate/properties/dockerEntrypoint/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                      var valid2 = _errs12 === errors;
                      if (!valid2)
                        break;
                    }
                  } else
                    return validate16.errors = [{ instancePath: instancePath + "/dockerEntrypoint", schemaPath: "spec0#/bodies/PatchTemplate/properties/dockerEntrypoint/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                var valid1 = _errs10 === errors;
              } else
                var valid1 = true;
              if (valid1) {
                if (data.dockerStartCmd !== void 0) {
                  let data6 = data.dockerStartCmd, _errs14 = errors;
                  if (errors === _errs14)
                    if (Array.isArray(data6)) {
                      var valid3 = true;
                      let len1 = data6.length;
                      for (let i1 = 0; i1 < len1; i1++) {
                        let _errs16 = errors;
                        if (typeof data6[i1] != "string")
                          return validate16.errors = [{ instancePath: instancePath + "/dockerStartCmd/" + i1, schemaPath: "spec0#/bodies/PatchTemplate/properties/dockerStartCmd/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                        var valid3 = _errs16 === errors;
                        if (!valid3)
                          break;
                      }
                    } else
                      return validate16.errors = [{ instancePath: instancePath + "/dockerStartCmd", schemaPath: "spec0#/bodies/PatchTemplate/properties/dockerStartCmd/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                  var valid1 = _errs14 === errors;
                } else
                  var valid1 = true;
                if (valid1) {
                  if (data.env !== void 0) {
                    let data8 = data.env, _errs18 = errors;
                    if (errors === _errs18)
                      if (data8 && typeof data8 == "object" && !Array.isArray(data8))
                        for (let key0 in data8) {
                          let _errs21 = errors;
                          if (typeof data8[key0] != "string")
                            return validate16.errors = [{ instancePath: instancePath + "/env/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "spec0#/bodies/PatchTemplate/properties/env/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          var valid4 = _errs21 === errors;
                          if (!valid4)
                            break;
                        }
                      else
                        return validate16.errors = [{ instancePath: instancePath + "/env", schemaPath: "spec0#/bodies/PatchTemplate/properties/env/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
                    var valid1 = _errs18 === errors;
                  } else
                    var valid1 = true;
                  if (valid1) {
                    if (data.ports !== void 0) {
                      let data10 = data.ports, _errs23 = errors;
                      if (errors === _errs23)
                        if (Array.isArray(data10)) {
                          var valid5 = true;
                          let len2 = data10.length;
                          for (let i2 = 0; i2 < len2; i2++) {
                            let _errs25 = errors;
                            if (typeof data10[i2] != "string")
                              return validate16.errors = [{ instancePath: instancePath + "/ports/" + i2, schemaPath: "spec0#/bodies/PatchTemplate/properties/ports/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                            var valid5 = _errs25 === errors;
                            if (!valid5)
                              break;
                          }
                        } else
                          return validate16.errors = [{ instancePath: instancePath + "/ports", schemaPath: "spec0#/bodies/PatchTemplate/properties/ports/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                      var valid1 = _errs23 === errors;
                    } else
                      var valid1 = true;
                    if (valid1) {
                      if (data.containerDiskInGb !== void 0) {
                        let data12 = data.containerDiskInGb, _errs27 = errors;
                        if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12)))
                          return validate16.errors = [{ instancePath: instancePath + "/containerDiskInGb", schemaPath: "spec0#/bodies/PatchTemplate/properties/containerDiskInGb/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                        var valid1 = _errs27 === errors;
                      } else
                        var valid1 = true;
                      if (valid1) {
                        if (data.volumeInGb !== void 0) {
                          let data13 = data.volumeInGb, _errs29 = errors;
                          if (!(typeof data13 == "number" && !(data13 % 1) && !isNaN(data13)))
                            return validate16.errors = [{ instancePath: instancePath + "/volumeInGb", schemaPath: "spec0#/bodies/PatchTemplate/properties/volumeInGb/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                          var valid1 = _errs29 === errors;
                        } else
                          var valid1 = true;
                        if (valid1) {
                          if (data.volumeMountPath !== void 0) {
                            let _errs31 = errors;
                            if (typeof data.volumeMountPath != "string")
                              return validate16.errors = [{ instancePath: instancePath + "/volumeMountPath", schemaPath: "spec0#/bodies/PatchTemplate/properties/volumeMountPath/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                            var valid1 = _errs31 === errors;
                          } else
                            var valid1 = true;
                          if (valid1)
                            if (data.readme !== void 0) {
                              let _errs33 = errors;
                              if (typeof data.readme != "string")
                                return validate16.errors = [{ instancePath: instancePath + "/readme", schemaPath: "spec0#/bodies/PatchTemplate/properties/readme/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                              var valid1 = _errs33 === errors;
                            } else
                              var valid1 = true;
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate16.errors = [{ instancePath, schemaPath: "spec0#/bodies/PatchTemplate/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate16.errors = vErrors, errors === 0;
}
validate16.evaluated = { props: { name: true, imageName: true, isPublic: true, containerRegistryAuthId: true, dockerEntrypoint: true, dockerStartCmd: true, env: true, ports: true, containerDiskInGb: true, volumeInGb: true, volumeMountPath: true, readme: true }, dynamicProps: false, dynamicItems: false };
var CreateContainerRegistryAuth = validate17;
function validate17(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate17.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.username === void 0 && (missing0 = "username") || data.password === void 0 && (missing0 = "password"))
        return validate17.errors = [{ instancePath, schemaPath: "spec0#/bodies/CreateContainerRegistryAuth/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], false;
      if (data.name !== void 0) {
        let _errs2 = errors;
        if (typeof data.name != "string")
          return validate17.errors = [{ instancePath: instancePath + "/name", schemaPath: "spec0#/bodies/CreateContainerRegistryAuth/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1) {
        if (data.username !== void 0) {
          let _errs4 = errors;
          if (typeof data.username != "string")
            return validate17.errors = [{ instancePath: instancePath + "/username", schemaPath: "spec0#/bodies/CreateContainerRegistryAuth/properties/username/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
        if (valid1)
          if (data.password !== void 0) {
            let _errs6 = errors;
            if (typeof data.password != "string")
              return validate17.errors = [{ instancePath: instancePath + "/password", schemaPath: "spec0#/bodies/CreateContainerRegistryAuth/properties/password/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            var valid1 = _errs6 === errors;
          } else
            var valid1 = true;
      }
    } else
      return validate17.errors = [{ instancePath, schemaPath: "spec0#/bodies/CreateContainerRegistryAuth/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate17.errors = vErrors, errors === 0;
}
validate17.evaluated = { props: { name: true, username: true, password: true }, dynamicProps: false, dynamicItems: false };
var RunJob = validate18;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.input === void 0 && (missing0 = "input"))
        return validate20.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], false;
      if (data.input !== void 0) {
        let data0 = data.input, _errs1 = errors, _errs2 = errors, valid1 = false, _errs3 = errors;
        if (errors === errors)
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            if (data0.prompt !== void 0) {
              let _errs7 = errors;
              if (typeof data0.prompt != "string") {
                let err0 = { instancePath: instancePath + "/input/prompt", schemaPath: "#/components/schemas/ModelInput/properties/prompt/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
              }
              var valid3 = _errs7 === errors;
            } else
              var valid3 = true;
            if (valid3) {
              if (data0.negative_prompt !== void 0) {
                let _errs9 = errors;
                if (typeof data0.negative_prompt != "string") {
                  let err1 = { instancePath: instancePath + "/input/negative_prompt", schemaPath: "#/components/schemas/ModelInput/properties/negative_prompt/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                  vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                }
                var valid3 = _errs9 === errors;
              } else
                var valid3 = true;
              if (valid3) {
                if (data0.width !== void 0) {
                  let data3 = data0.width, _errs11 = errors;
                  if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3))) {
                    let err2 = { instancePath: instancePath + "/input/width", schemaPath: "#/components/schemas/ModelInput/properties/width/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                  }
                  var valid3 = _errs11 === errors;
                } else
                  var valid3 = true;
                if (valid3) {
                  if (data0.height !== void 0) {
                    let data4 = data0.height, _errs13 = errors;
                    if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4))) {
                      let err3 = { instancePath: instancePath + "/input/height", schemaPath: "#/components/schemas/ModelInput/properties/height/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                    }
                    var valid3 = _errs13 === errors;
                  } else
                    var valid3 = true;
                  if (valid3) {
                    if (data0.num_inference_steps !== void 0) {
                      let data5 = data0.num_inference_steps, _errs15 = errors;
                      if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5))) {
                        let err4 = { instancePath: instancePath + "/input/num_inference_steps", schemaPath: "#/components/schemas/ModelInput/properties/num_inference_steps/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                      }
                      var valid3 = _errs15 === errors;
                    } else
                      var valid3 = true;
                    if (valid3) {
                      if (data0.guidance !== void 0) {
                        let _errs17 = errors;
                        if (typeof data0.guidance != "number") {
                          let err5 = { instancePath: instancePath + "/input/guidance", schemaPath: "#/components/schemas/ModelInput/properties/guidance/type", keyword: "type", params: { type: "number" }, message: "must be number" };
                          vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                        }
                        var valid3 = _errs17 === errors;
                      } else
                        var valid3 = true;
                      if (valid3)
                        if (data0.seed !== void 0) {
                          let data7 = data0.seed, _errs19 = errors;
                          if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7))) {
                            let err6 = { instancePath: instancePath + "/input/seed", schemaPath: "#/components/schemas/ModelInput/properties/seed/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                            vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                          }
                          var valid3 = _errs19 === errors;
                        } else
                          var valid3 = true;
                    }
                  }
                }
              }
            }
          } else {
            let err7 = { instancePath: instancePath + "/input", schemaPath: "#/components/schemas/ModelInput/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
          }
        var _valid0 = _errs3 === errors;
        if (valid1 = valid1 || _valid0, _valid0)
          var props0 = true;
        let _errs21 = errors;
        if (errors === _errs21 && !(data0 && typeof data0 == "object" && !Array.isArray(data0))) {
          let err8 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/anyOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
        }
        var _valid0 = _errs21 === errors;
        if (valid1 = valid1 || _valid0, _valid0 && props0 !== true && (props0 = true), valid1)
          errors = _errs2, vErrors !== null && (_errs2 ? vErrors.length = _errs2 : vErrors = null);
        else {
          let err9 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
          return vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++, validate20.errors = vErrors, false;
        }
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.webhook !== void 0) {
          let _errs24 = errors;
          if (typeof data.webhook != "string")
            return validate20.errors = [{ instancePath: instancePath + "/webhook", schemaPath: "#/properties/webhook/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          var valid0 = _errs24 === errors;
        } else
          var valid0 = true;
        if (valid0) {
          if (data.policy !== void 0) {
            let data9 = data.policy, _errs26 = errors;
            if (errors === errors)
              if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                if (data9.executionTimeout !== void 0) {
                  let data10 = data9.executionTimeout, _errs29 = errors;
                  if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10)))
                    return validate20.errors = [{ instancePath: instancePath + "/policy/executionTimeout", schemaPath: "#/components/schemas/JobPolicy/properties/executionTimeout/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                  if (errors === _errs29 && typeof data10 == "number") {
                    if (data10 > 6048e5 || isNaN(data10))
                      return validate20.errors = [{ instancePath: instancePath + "/policy/executionTimeout", schemaPath: "#/components/schemas/JobPolicy/properties/executionTimeout/maximum", keyword: "maximum", params: { comparison: "<=", limit: 6048e5 }, message: "must be <= 604800000" }], false;
                    if (data10 < 5e3 || isNaN(data10))
                      return validate20.errors = [{ instancePath: instancePath + "/policy/executionTimeout", schemaPath: "#/components/schemas/JobPolicy/properties/executionTimeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 5e3 }, message: "must be >= 5000" }], false;
                  }
                  var valid5 = _errs29 === errors;
                } else
                  var valid5 = true;
                if (valid5) {
                  if (data9.lowPriority !== void 0) {
                    let _errs31 = errors;
                    if (typeof data9.lowPriority != "boolean")
                      return validate20.errors = [{ instancePath: instancePath + "/policy/lowPriority", schemaPath: "#/components/schemas/JobPolicy/properties/lowPriority/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                    var valid5 = _errs31 === errors;
                  } else
                    var valid5 = true;
                  if (valid5)
                    if (data9.ttl !== void 0) {
                      let data12 = data9.ttl, _errs33 = errors;
                      if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12)))
                        return validate20.errors = [{ instancePath: instancePath + "/policy/ttl", schemaPath: "#/components/schemas/JobPolicy/properties/ttl/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                      if (errors === _errs33 && typeof data12 == "number") {
                        if (data12 > 6048e5 || isNaN(data12))
                          return validate20.errors = [{ instancePath: instancePath + "/policy/ttl", schemaPath: "#/components/schemas/JobPolicy/properties/ttl/maximum", keyword: "maximum", params: { comparison: "<=", limit: 6048e5 }, message: "must be <= 604800000" }], false;
                        if (data12 < 1e4 || isNaN(data12))
                          return validate20.errors = [{ instancePath: instancePath + "/policy/ttl", schemaPath: "#/components/schemas/JobPolicy/properties/ttl/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1e4 }, message: "must be >= 10000" }], false;
                      }
                      var valid5 = _errs33 === errors;
                    } else
                      var valid5 = true;
                }
              } else
                return validate20.errors = [{ instancePath: instancePath + "/policy", schemaPath: "#/components/schemas/JobPolicy/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
            var valid0 = _errs26 === errors;
          } else
            var valid0 = true;
          if (valid0)
            if (data.s3Config !== void 0) {
              let data13 = data.s3Config, _errs35 = errors;
              if (errors === errors)
                if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
                  if (data13.accessId !== void 0) {
                    let _errs38 = errors;
                    if (typeof data13.accessId != "string")
                      return validate20.errors = [{ instancePath: instancePath + "/s3Config/accessId", schemaPath: "#/components/schemas/JobS3Config/properties/accessId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                    var valid7 = _errs38 === errors;
                  } else
                    var valid7 = true;
                  if (valid7) {
                    if (data13.accessSecret !== void 0) {
                      let _errs40 = errors;
                      if (typeof data13.accessSecret != "string")
                        return validate20.errors = [{ instancePath: instancePath + "/s3Config/accessSecret", schemaPath: "#/components/schemas/JobS3Config/properties/accessSecret/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                      var valid7 = _errs40 === errors;
                    } else
                      var valid7 = true;
                    if (valid7) {
                      if (data13.bucketName !== void 0) {
                        let _errs42 = errors;
                        if (typeof data13.bucketName != "string")
                          return validate20.errors = [{ instancePath: instancePath + "/s3Config/bucketName", schemaPath: "#/components/schemas/JobS3Config/properties/bucketName/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                        var valid7 = _errs42 === errors;
                      } else
                        var valid7 = true;
                      if (valid7)
                        if (data13.endpointUrl !== void 0) {
                          let _errs44 = errors;
                          if (typeof data13.endpointUrl != "string")
                            return validate20.errors = [{ instancePath: instancePath + "/s3Config/endpointUrl", schemaPath: "#/components/schemas/JobS3Config/properties/endpointUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          var valid7 = _errs44 === errors;
                        } else
                          var valid7 = true;
                    }
                  }
                } else
                  return validate20.errors = [{ instancePath: instancePath + "/s3Config", schemaPath: "#/components/schemas/JobS3Config/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
              var valid0 = _errs35 === errors;
            } else
              var valid0 = true;
        }
      }
    } else
      return validate20.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate20.errors = vErrors, errors === 0;
}
validate20.evaluated = { props: { input: true, webhook: true, policy: true, s3Config: true }, dynamicProps: false, dynamicItems: false };
function validate18(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate18.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate20(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors), errors = vErrors.length), validate18.errors = vErrors, errors === 0;
}
validate18.evaluated = { props: { input: true, webhook: true, policy: true, s3Config: true }, dynamicProps: false, dynamicItems: false };
var RunSyncJob = validate22;
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.input === void 0 && (missing0 = "input"))
        return validate23.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], false;
      if (data.input !== void 0) {
        let data0 = data.input, _errs1 = errors, _errs2 = errors, valid1 = false, _errs3 = errors;
        if (errors === errors)
          if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
            if (data0.prompt !== void 0) {
              let _errs7 = errors;
              if (typeof data0.prompt != "string") {
                let err0 = { instancePath: instancePath + "/input/prompt", schemaPath: "#/components/schemas/ModelInput/properties/prompt/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
              }
              var valid3 = _errs7 === errors;
            } else
              var valid3 = true;
            if (valid3) {
              if (data0.negative_prompt !== void 0) {
                let _errs9 = errors;
                if (typeof data0.negative_prompt != "string") {
                  let err1 = { instancePath: instancePath + "/input/negative_prompt", schemaPath: "#/components/schemas/ModelInput/properties/negative_prompt/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                  vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                }
                var valid3 = _errs9 === errors;
              } else
                var valid3 = true;
              if (valid3) {
                if (data0.width !== void 0) {
                  let data3 = data0.width, _errs11 = errors;
                  if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3))) {
                    let err2 = { instancePath: instancePath + "/input/width", schemaPath: "#/components/schemas/ModelInput/properties/width/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                    vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                  }
                  var valid3 = _errs11 === errors;
                } else
                  var valid3 = true;
                if (valid3) {
                  if (data0.height !== void 0) {
                    let data4 = data0.height, _errs13 = errors;
                    if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4))) {
                      let err3 = { instancePath: instancePath + "/input/height", schemaPath: "#/components/schemas/ModelInput/properties/height/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
                    }
                    var valid3 = _errs13 === errors;
                  } else
                    var valid3 = true;
                  if (valid3) {
                    if (data0.num_inference_steps !== void 0) {
                      let data5 = data0.num_inference_steps, _errs15 = errors;
                      if (!(typeof data5 == "number" && !(data5 % 1) && !isNaN(data5))) {
                        let err4 = { instancePath: instancePath + "/input/num_inference_steps", schemaPath: "#/components/schemas/ModelInput/properties/num_inference_steps/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                      }
                      var valid3 = _errs15 === errors;
                    } else
                      var valid3 = true;
                    if (valid3) {
                      if (data0.guidance !== void 0) {
                        let _errs17 = errors;
                        if (typeof data0.guidance != "number") {
                          let err5 = { instancePath: instancePath + "/input/guidance", schemaPath: "#/components/schemas/ModelInput/properties/guidance/type", keyword: "type", params: { type: "number" }, message: "must be number" };
                          vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                        }
                        var valid3 = _errs17 === errors;
                      } else
                        var valid3 = true;
                      if (valid3)
                        if (data0.seed !== void 0) {
                          let data7 = data0.seed, _errs19 = errors;
                          if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7))) {
                            let err6 = { instancePath: instancePath + "/input/seed", schemaPath: "#/components/schemas/ModelInput/properties/seed/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
                            vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                          }
                          var valid3 = _errs19 === errors;
                        } else
                          var valid3 = true;
                    }
                  }
                }
              }
            }
          } else {
            let err7 = { instancePath: instancePath + "/input", schemaPath: "#/components/schemas/ModelInput/type", keyword: "type", params: { type: "object" }, message: "must be object" };
            vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
          }
        var _valid0 = _errs3 === errors;
        if (valid1 = valid1 || _valid0, _valid0)
          var props0 = true;
        let _errs21 = errors;
        if (errors === _errs21 && !(data0 && typeof data0 == "object" && !Array.isArray(data0))) {
          let err8 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/anyOf/1/type", keyword: "type", params: { type: "object" }, message: "must be object" };
          vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
        }
        var _valid0 = _errs21 === errors;
        if (valid1 = valid1 || _valid0, _valid0 && props0 !== true && (props0 = true), valid1)
          errors = _errs2, vErrors !== null && (_errs2 ? vErrors.length = _errs2 : vErrors = null);
        else {
          let err9 = { instancePath: instancePath + "/input", schemaPath: "#/properties/input/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
          return vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++, validate23.errors = vErrors, false;
        }
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.webhook !== void 0) {
          let _errs24 = errors;
          if (typeof data.webhook != "string")
            return validate23.errors = [{ instancePath: instancePath + "/webhook", schemaPath: "#/properties/webhook/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          var valid0 = _errs24 === errors;
        } else
          var valid0 = true;
        if (valid0) {
          if (data.policy !== void 0) {
            let data9 = data.policy, _errs26 = errors;
            if (errors === errors)
              if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
                if (data9.executionTimeout !== void 0) {
                  let data10 = data9.executionTimeout, _errs29 = errors;
                  if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10)))
                    return validate23.errors = [{ instancePath: instancePath + "/policy/executionTimeout", schemaPath: "#/components/schemas/JobPolicy/properties/executionTimeout/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                  if (errors === _errs29 && typeof data10 == "number") {
                    if (data10 > 6048e5 || isNaN(data10))
                      return validate23.errors = [{ instancePath: instancePath + "/policy/executionTimeout", schemaPath: "#/components/schemas/JobPolicy/properties/executionTimeout/maximum", keyword: "maximum", params: { comparison: "<=", limit: 6048e5 }, message: "must be <= 604800000" }], false;
                    if (data10 < 5e3 || isNaN(data10))
                      return validate23.errors = [{ instancePath: instancePath + "/policy/executionTimeout", schemaPath: "#/components/schemas/JobPolicy/properties/executionTimeout/minimum", keyword: "minimum", params: { comparison: ">=", limit: 5e3 }, message: "must be >= 5000" }], false;
                  }
                  var valid5 = _errs29 === errors;
                } else
                  var valid5 = true;
                if (valid5) {
                  if (data9.lowPriority !== void 0) {
                    let _errs31 = errors;
                    if (typeof data9.lowPriority != "boolean")
                      return validate23.errors = [{ instancePath: instancePath + "/policy/lowPriority", schemaPath: "#/components/schemas/JobPolicy/properties/lowPriority/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                    var valid5 = _errs31 === errors;
                  } else
                    var valid5 = true;
                  if (valid5)
                    if (data9.ttl !== void 0) {
                      let data12 = data9.ttl, _errs33 = errors;
                      if (!(typeof data12 == "number" && !(data12 % 1) && !isNaN(data12)))
                        return validate23.errors = [{ instancePath: instancePath + "/policy/ttl", schemaPath: "#/components/schemas/JobPolicy/properties/ttl/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
                      if (errors === _errs33 && typeof data12 == "number") {
                        if (data12 > 6048e5 || isNaN(data12))
                          return validate23.errors = [{ instancePath: instancePath + "/policy/ttl", schemaPath: "#/components/schemas/JobPolicy/properties/ttl/maximum", keyword: "maximum", params: { comparison: "<=", limit: 6048e5 }, message: "must be <= 604800000" }], false;
                        if (data12 < 1e4 || isNaN(data12))
                          return validate23.errors = [{ instancePath: instancePath + "/policy/ttl", schemaPath: "#/components/schemas/JobPolicy/properties/ttl/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1e4 }, message: "must be >= 10000" }], false;
                      }
                      var valid5 = _errs33 === errors;
                    } else
                      var valid5 = true;
                }
              } else
                return validate23.errors = [{ instancePath: instancePath + "/policy", schemaPath: "#/components/schemas/JobPolicy/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
            var valid0 = _errs26 === errors;
          } else
            var valid0 = true;
          if (valid0)
            if (data.s3Config !== void 0) {
              let data13 = data.s3Config, _errs35 = errors;
              if (errors === errors)
                if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
                  if (data13.accessId !== void 0) {
                    let _errs38 = errors;
                    if (typeof data13.accessId != "string")
                      return validate23.errors = [{ instancePath: instancePath + "/s3Config/accessId", schemaPath: "#/components/schemas/JobS3Config/properties/accessId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                    var valid7 = _errs38 === errors;
                  } else
                    var valid7 = true;
                  if (valid7) {
                    if (data13.accessSecret !== void 0) {
                      let _errs40 = errors;
                      if (typeof data13.accessSecret != "string")
                        return validate23.errors = [{ instancePath: instancePath + "/s3Config/accessSecret", schemaPath: "#/components/schemas/JobS3Config/properties/accessSecret/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                      var valid7 = _errs40 === errors;
                    } else
                      var valid7 = true;
                    if (valid7) {
                      if (data13.bucketName !== void 0) {
                        let _errs42 = errors;
                        if (typeof data13.bucketName != "string")
                          return validate23.errors = [{ instancePath: instancePath + "/s3Config/bucketName", schemaPath: "#/components/schemas/JobS3Config/properties/bucketName/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                        var valid7 = _errs42 === errors;
                      } else
                        var valid7 = true;
                      if (valid7)
                        if (data13.endpointUrl !== void 0) {
                          let _errs44 = errors;
                          if (typeof data13.endpointUrl != "string")
                            return validate23.errors = [{ instancePath: instancePath + "/s3Config/endpointUrl", schemaPath: "#/components/schemas/JobS3Config/properties/endpointUrl/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          var valid7 = _errs44 === errors;
                        } else
                          var valid7 = true;
                    }
                  }
                } else
                  return validate23.errors = [{ instancePath: instancePath + "/s3Config", schemaPath: "#/components/schemas/JobS3Config/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
              var valid0 = _errs35 === errors;
            } else
              var valid0 = true;
        }
      }
    } else
      return validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate23.errors = vErrors, errors === 0;
}
validate23.evaluated = { props: { input: true, webhook: true, policy: true, s3Config: true }, dynamicProps: false, dynamicItems: false };
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate22.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate23(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors), errors = vErrors.length), validate22.errors = vErrors, errors === 0;
}
validate22.evaluated = { props: { input: true, webhook: true, policy: true, s3Config: true }, dynamicProps: false, dynamicItems: false };
var ListPods = validate02;
var schema22 = { type: "object", properties: { id: { type: "string" }, name: { type: "string", maxLength: 191 }, desiredStatus: { type: "string", enum: ["RUNNING", "EXITED", "TERMINATED"] }, computeType: { type: "string", enum: ["GPU", "CPU"] }, gpuTypeId: { type: "array", items: { $ref: "#/components/schemas/GpuTypeId" } }, cpuFlavorId: { type: "array", items: { $ref: "#/components/schemas/CpuFlavorId" } }, dataCenterId: { type: "array", items: { $ref: "#/components/schemas/DataCenterId" } }, imageName: { type: "string" }, templateId: { type: "string" }, endpointId: { type: "string", maxLength: 191 }, networkVolumeId: { type: "string" }, includeMachine: { type: "boolean" }, includeNetworkVolume: { type: "boolean" }, includeSavingsPlans: { type: "boolean" }, includeTemplate: { type: "boolean" }, includeWorkers: { type: "boolean" } }, required: [] };
var schema32 = { anyOf: [{ type: "string", enum: ["NVIDIA GeForce RTX 4090", "NVIDIA A40", "NVIDIA RTX A5000", "NVIDIA GeForce RTX 5090", "NVIDIA H100 80GB HBM3", "NVIDIA GeForce RTX 3090", "NVIDIA RTX A4500", "NVIDIA L40S", "NVIDIA H200", "NVIDIA L4", "NVIDIA RTX 6000 Ada Generation", "NVIDIA A100-SXM4-80GB", "NVIDIA RTX 4000 Ada Generation", "NVIDIA RTX A6000", "NVIDIA A100 80GB PCIe", "NVIDIA RTX 2000 Ada Generation", "NVIDIA RTX A4000", "NVIDIA RTX PRO 6000 Blackwell Server Edition", "NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA L40", "NVIDIA B200", "NVIDIA GeForce RTX 3080 Ti", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "NVIDIA GeForce RTX 3080", "NVIDIA GeForce RTX 3070", "AMD Instinct MI300X OAM", "NVIDIA GeForce RTX 4080 SUPER", "Tesla V100-PCIE-16GB", "Tesla V100-SXM2-32GB", "NVIDIA RTX 5000 Ada Generation", "NVIDIA GeForce RTX 4070 Ti", "NVIDIA RTX 4000 SFF Ada Generation", "NVIDIA GeForce RTX 3090 Ti", "NVIDIA RTX A2000", "NVIDIA GeForce RTX 4080", "NVIDIA A30", "NVIDIA GeForce RTX 5080", "Tesla V100-FHHL-16GB", "NVIDIA H200 NVL", "Tesla V100-SXM2-16GB", "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "NVIDIA A5000 Ada", "Tesla V100-PCIE-32GB", "NVIDIA GeForce RTX 3080TI", "Tesla T4", "NVIDIA RTX A30"] }, { type: "string" }] };
var schema42 = { anyOf: [{ type: "string", enum: ["cpu3c", "cpu3g", "cpu3m", "cpu5c", "cpu5g", "cpu5m"] }, { type: "string" }] };
var schema52 = { anyOf: [{ type: "string", enum: ["EU-RO-1", "CA-MTL-1", "EU-SE-1", "US-IL-1", "EUR-IS-1", "EU-CZ-1", "US-TX-3", "EUR-IS-2", "US-KS-2", "US-GA-2", "US-WA-1", "US-TX-1", "CA-MTL-3", "EU-NL-1", "US-TX-4", "US-CA-2", "US-NC-1", "OC-AU-1", "US-DE-1", "EUR-IS-3", "CA-MTL-2", "AP-JP-1", "EUR-NO-1", "EU-FR-1", "US-KS-3", "US-GA-1"] }, { type: "string" }] };
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate24.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.id !== void 0) {
        let data0 = data.id, _errs1 = errors;
        if (typeof data0 != "string") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "string" && (coerced0 = data0)), coerced0 === void 0)
            if (dataType0 == "number" || dataType0 == "boolean")
              coerced0 = "" + data0;
            else if (data0 === null)
              coerced0 = "";
            else
              return validate24.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.id = coerced0));
        }
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.name !== void 0) {
          let data1 = data.name, _errs3 = errors;
          if (typeof data1 != "string") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "string" && (coerced1 = data1)), coerced1 === void 0)
              if (dataType1 == "number" || dataType1 == "boolean")
                coerced1 = "" + data1;
              else if (data1 === null)
                coerced1 = "";
              else
                return validate24.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.name = coerced1));
          }
          if (errors === _errs3 && typeof data1 == "string" && data1.length > 191)
            return validate24.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 191 }, message: "must NOT have more than 191 characters" }], false;
          var valid0 = _errs3 === errors;
        } else
          var valid0 = true;
        if (valid0) {
          if (data.desiredStatus !== void 0) {
            let data2 = data.desiredStatus, _errs5 = errors;
            if (typeof data2 != "string") {
              let dataType2 = typeof data2, coerced2;
              if (dataType2 == "object" && Array.isArray(data2) && data2.length == 1 && (data2 = data2[0], dataType2 = typeof data2, typeof data2 == "string" && (coerced2 = data2)), coerced2 === void 0)
                if (dataType2 == "number" || dataType2 == "boolean")
                  coerced2 = "" + data2;
                else if (data2 === null)
                  coerced2 = "";
                else
                  return validate24.errors = [{ instancePath: instancePath + "/desiredStatus", schemaPath: "#/properties/desiredStatus/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
              coerced2 !== void 0 && (data2 = coerced2, data !== void 0 && (data.desiredStatus = coerced2));
            }
            if (!(data2 === "RUNNING" || data2 === "EXITED" || data2 === "TERMINATED"))
              return validate24.errors = [{ instancePath: instancePath + "/desiredStatus", schemaPath: "#/properties/desiredStatus/enum", keyword: "enum", params: { allowedValues: schema22.properties.desiredStatus.enum }, message: "must be equal to one of the allowed values" }], false;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = true;
          if (valid0) {
            if (data.computeType !== void 0) {
              let data3 = data.computeType, _errs7 = errors;
              if (typeof data3 != "string") {
                let dataType3 = typeof data3, coerced3;
                if (dataType3 == "object" && Array.isArray(data3) && data3.length == 1 && (data3 = data3[0], dataType3 = typeof data3, typeof data3 == "string" && (coerced3 = data3)), coerced3 === void 0)
                  if (dataType3 == "number" || dataType3 == "boolean")
                    coerced3 = "" + data3;
                  else if (data3 === null)
                    coerced3 = "";
                  else
                    return validate24.errors = [{ instancePath: instancePath + "/computeType", schemaPath: "#/properties/computeType/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                coerced3 !== void 0 && (data3 = coerced3, data !== void 0 && (data.computeType = coerced3));
              }
              if (!(data3 === "GPU" || data3 === "CPU"))
                return validate24.errors = [{ instancePath: instancePath + "/computeType", schemaPath: "#/properties/computeType/enum", keyword: "enum", params: { allowedValues: schema22.properties.computeType.enum }, message: "must be equal to one of the allowed values" }], false;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = true;
            if (valid0) {
              if (data.gpuTypeId !== void 0) {
                let data4 = data.gpuTypeId, _errs9 = errors;
                if (!Array.isArray(data4)) {
                  let dataType4 = typeof data4, coerced4;
                  if (dataType4 == "object" && Array.isArray(data4) && data4.length == 1 && (data4 = data4[0], dataType4 = typeof data4, Array.isArray(data4) && (coerced4 = data4)), coerced4 === void 0)
                    if (dataType4 === "string" || dataType4 === "number" || dataType4 === "boolean" || data4 === null)
                      coerced4 = [data4];
                    else
                      return validate24.errors = [{ instancePath: instancePath + "/gpuTypeId", schemaPath: "#/properties/gpuTypeId/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                  coerced4 !== void 0 && (data4 = coerced4, data !== void 0 && (data.gpuTypeId = coerced4));
                }
                if (errors === _errs9 && Array.isArray(data4)) {
                  var valid1 = true;
                  let len0 = data4.length;
                  for (let i0 = 0; i0 < len0; i0++) {
                    let data5 = data4[i0], _errs11 = errors, _errs13 = errors, valid3 = false, _errs14 = errors;
                    if (typeof data5 != "string") {
                      let dataType5 = typeof data5, coerced5;
                      if (dataType5 == "object" && Array.isArray(data5) && data5.length == 1 && (data5 = data5[0], dataType5 = typeof data5, typeof data5 == "string" && (coerced5 = data5)), coerced5 === void 0)
                        if (dataType5 == "number" || dataType5 == "boolean")
                          coerced5 = "" + data5;
                        else if (data5 === null)
                          coerced5 = "";
                        else {
                          let err0 = { instancePath: instancePath + "/gpuTypeId/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                          vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                        }
                      coerced5 !== void 0 && (data5 = coerced5, data4 !== void 0 && (data4[i0] = coerced5));
                    }
                    if (!(data5 === "NVIDIA GeForce RTX 4090" || data5 === "NVIDIA A40" || data5 === "NVIDIA RTX A5000" || data5 === "NVIDIA GeForce RTX 5090" || data5 === "NVIDIA H100 80GB HBM3" || data5 === "NVIDIA GeForce RTX 3090" || data5 === "NVIDIA RTX A4500" || data5 === "NVIDIA L40S" || data5 === "NVIDIA H200" || data5 === "NVIDIA L4" || data5 === "NVIDIA RTX 6000 Ada Generation" || data5 === "NVIDIA A100-SXM4-80GB" || data5 === "NVIDIA RTX 4000 Ada Generation" || data5 === "NVIDIA RTX A6000" || data5 === "NVIDIA A100 80GB PCIe" || data5 === "NVIDIA RTX 2000 Ada Generation" || data5 === "NVIDIA RTX A4000" || data5 === "NVIDIA RTX PRO 6000 Blackwell Server Edition" || data5 === "NVIDIA H100 PCIe" || data5 === "NVIDIA H100 NVL" || data5 === "NVIDIA L40" || data5 === "NVIDIA B200" || data5 === "NVIDIA GeForce RTX 3080 Ti" || data5 === "NVIDIA RTX PRO 6000 Blackwell Workstation Edition" || data5 === "NVIDIA GeForce RTX 3080" || data5 === "NVIDIA GeForce RTX 3070" || data5 === "AMD Instinct MI300X OAM" || data5 === "NVIDIA GeForce RTX 4080 SUPER" || data5 === "Tesla V100-PCIE-16GB" || data5 === "Tesla V100-SXM2-32GB" || data5 === "NVIDIA RTX 5000 Ada Generation" || data5 === "NVIDIA GeForce RTX 4070 Ti" || data5 === "NVIDIA RTX 4000 SFF Ada Generation" || data5 === "NVIDIA GeForce RTX 3090 Ti" || data5 === "NVIDIA RTX A2000" || data5 === "NVIDIA GeForce RTX 4080" || data5 === "NVIDIA A30" || data5 === "NVIDIA GeForce RTX 5080" || data5 === "Tesla V100-FHHL-16GB" || data5 === "NVIDIA H200 NVL" || data5 === "Tesla V100-SXM2-16GB" || data5 === "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition" || data5 === "NVIDIA A5000 Ada" || data5 === "Tesla V100-PCIE-32GB" || data5 === "NVIDIA GeForce RTX 3080TI" || data5 === "Tesla T4" || data5 === "NVIDIA RTX A30")) {
                      let err1 = { instancePath: instancePath + "/gpuTypeId/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema32.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                    }
                    var _valid0 = _errs14 === errors;
                    valid3 = valid3 || _valid0;
                    let _errs16 = errors;
                    if (typeof data5 != "string") {
                      let dataType6 = typeof data5, coerced6;
                      if (dataType6 == "object" && Array.isArray(data5) && data5.length == 1 && (data5 = data5[0], dataType6 = typeof data5, typeof data5 == "string" && (coerced6 = data5)), coerced6 === void 0)
                        if (dataType6 == "number" || dataType6 == "boolean")
                          coerced6 = "" + data5;
                        else if (data5 === null)
                          coerced6 = "";
                        else {
                          let err2 = { instancePath: instancePath + "/gpuTypeId/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                          vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                        }
                      coerced6 !== void 0 && (data5 = coerced6, data4 !== void 0 && (data4[i0] = coerced6));
                    }
                    var _valid0 = _errs16 === errors;
                    if (valid3 = valid3 || _valid0, valid3)
                      errors = _errs13, vErrors !== null && (_errs13 ? vErrors.length = _errs13 : vErrors = null);
                    else {
                      let err3 = { instancePath: instancePath + "/gpuTypeId/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                      return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate24.errors = vErrors, false;
                    }
                    var valid1 = _errs11 === errors;
                    if (!valid1)
                      break;
                  }
                }
                var valid0 = _errs9 === errors;
              } else
                var valid0 = true;
              if (valid0) {
                if (data.cpuFlavorId !== void 0) {
                  let data6 = data.cpuFlavorId, _errs18 = errors;
                  if (!Array.isArray(data6)) {
                    let dataType7 = typeof data6, coerced7;
                    if (dataType7 == "object" && Array.isArray(data6) && data6.length == 1 && (data6 = data6[0], dataType7 = typeof data6, Array.isArray(data6) && (coerced7 = data6)), coerced7 === void 0)
                      if (dataType7 === "string" || dataType7 === "number" || dataType7 === "boolean" || data6 === null)
                        coerced7 = [data6];
                      else
                        return validate24.errors = [{ instancePath: instancePath + "/cpuFlavorId", schemaPath: "#/properties/cpuFlavorId/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                    coerced7 !== void 0 && (data6 = coerced7, data !== void 0 && (data.cpuFlavorId = coerced7));
                  }
                  if (errors === _errs18 && Array.isArray(data6)) {
                    var valid4 = true;
                    let len1 = data6.length;
                    for (let i1 = 0; i1 < len1; i1++) {
                      let data7 = data6[i1], _errs20 = errors, _errs22 = errors, valid6 = false, _errs23 = errors;
                      if (typeof data7 != "string") {
                        let dataType8 = typeof data7, coerced8;
                        if (dataType8 == "object" && Array.isArray(data7) && data7.length == 1 && (data7 = data7[0], dataType8 = typeof data7, typeof data7 == "string" && (coerced8 = data7)), coerced8 === void 0)
                          if (dataType8 == "number" || dataType8 == "boolean")
                            coerced8 = "" + data7;
                          else if (data7 === null)
                            coerced8 = "";
                          else {
                            let err4 = { instancePath: instancePath + "/cpuFlavorId/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                            vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                          }
                        coerced8 !== void 0 && (data7 = coerced8, data6 !== void 0 && (data6[i1] = coerced8));
                      }
                      if (!(data7 === "cpu3c" || data7 === "cpu3g" || data7 === "cpu3m" || data7 === "cpu5c" || data7 === "cpu5g" || data7 === "cpu5m")) {
                        let err5 = { instancePath: instancePath + "/cpuFlavorId/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema42.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                      }
                      var _valid1 = _errs23 === errors;
                      valid6 = valid6 || _valid1;
                      let _errs25 = errors;
                      if (typeof data7 != "string") {
                        let dataType9 = typeof data7, coerced9;
                        if (dataType9 == "object" && Array.isArray(data7) && data7.length == 1 && (data7 = data7[0], dataType9 = typeof data7, typeof data7 == "string" && (coerced9 = data7)), coerced9 === void 0)
                          if (dataType9 == "number" || dataType9 == "boolean")
                            coerced9 = "" + data7;
                          else if (data7 === null)
                            coerced9 = "";
                          else {
                            let err6 = { instancePath: instancePath + "/cpuFlavorId/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                            vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                          }
                        coerced9 !== void 0 && (data7 = coerced9, data6 !== void 0 && (data6[i1] = coerced9));
                      }
                      var _valid1 = _errs25 === errors;
                      if (valid6 = valid6 || _valid1, valid6)
                        errors = _errs22, vErrors !== null && (_errs22 ? vErrors.length = _errs22 : vErrors = null);
                      else {
                        let err7 = { instancePath: instancePath + "/cpuFlavorId/" + i1, schemaPath: "#/components/schemas/CpuFlavorId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                        return vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++, validate24.errors = vErrors, false;
                      }
                      var valid4 = _errs20 === errors;
                      if (!valid4)
                        break;
                    }
                  }
                  var valid0 = _errs18 === errors;
                } else
                  var valid0 = true;
                if (valid0) {
                  if (data.dataCenterId !== void 0) {
                    let data8 = data.dataCenterId, _errs27 = errors;
                    if (!Array.isArray(data8)) {
                      let dataType10 = typeof data8, coerced10;
                      if (dataType10 == "object" && Array.isArray(data8) && data8.length == 1 && (data8 = data8[0], dataType10 = typeof data8, Array.isArray(data8) && (coerced10 = data8)), coerced10 === void 0)
                        if (dataType10 === "string" || dataType10 === "number" || dataType10 === "boolean" || data8 === null)
                          coerced10 = [data8];
                        else
                          return validate24.errors = [{ instancePath: instancePath + "/dataCenterId", schemaPath: "#/properties/dataCenterId/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                      coerced10 !== void 0 && (data8 = coerced10, data !== void 0 && (data.dataCenterId = coerced10));
                    }
                    if (errors === _errs27 && Array.isArray(data8)) {
                      var valid7 = true;
                      let len2 = data8.length;
                      for (let i2 = 0; i2 < len2; i2++) {
                        let data9 = data8[i2], _errs29 = errors, _errs31 = errors, valid9 = false, _errs32 = errors;
                        if (typeof data9 != "string") {
                          let dataType11 = typeof data9, coerced11;
                          if (dataType11 == "object" && Array.isArray(data9) && data9.length == 1 && (data9 = data9[0], dataType11 = typeof data9, typeof data9 == "string" && (coerced11 = data9)), coerced11 === void 0)
                            if (dataType11 == "number" || dataType11 == "boolean")
                              coerced11 = "" + data9;
                            else if (data9 === null)
                              coerced11 = "";
                            else {
                              let err8 = { instancePath: instancePath + "/dataCenterId/" + i2, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                              vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
                            }
                          coerced11 !== void 0 && (data9 = coerced11, data8 !== void 0 && (data8[i2] = coerced11));
                        }
                        if (!(data9 === "EU-RO-1" || data9 === "CA-MTL-1" || data9 === "EU-SE-1" || data9 === "US-IL-1" || data9 === "EUR-IS-1" || data9 === "EU-CZ-1" || data9 === "US-TX-3" || data9 === "EUR-IS-2" || data9 === "US-KS-2" || data9 === "US-GA-2" || data9 === "US-WA-1" || data9 === "US-TX-1" || data9 === "CA-MTL-3" || data9 === "EU-NL-1" || data9 === "US-TX-4" || data9 === "US-CA-2" || data9 === "US-NC-1" || data9 === "OC-AU-1" || data9 === "US-DE-1" || data9 === "EUR-IS-3" || data9 === "CA-MTL-2" || data9 === "AP-JP-1" || data9 === "EUR-NO-1" || data9 === "EU-FR-1" || data9 === "US-KS-3" || data9 === "US-GA-1")) {
                          let err9 = { instancePath: instancePath + "/dataCenterId/" + i2, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema52.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                          vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
                        }
                        var _valid2 = _errs32 === errors;
                        valid9 = valid9 || _valid2;
                        let _errs34 = errors;
                        if (typeof data9 != "string") {
                          let dataType12 = typeof data9, coerced12;
                          if (dataType12 == "object" && Array.isArray(data9) && data9.length == 1 && (data9 = data9[0], dataType12 = typeof data9, typeof data9 == "string" && (coerced12 = data9)), coerced12 === void 0)
                            if (dataType12 == "number" || dataType12 == "boolean")
                              coerced12 = "" + data9;
                            else if (data9 === null)
                              coerced12 = "";
                            else {
                              let err10 = { instancePath: instancePath + "/dataCenterId/" + i2, schemaPath: "#/components/schemas/DataCenterId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                              vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
                            }
                          coerced12 !== void 0 && (data9 = coerced12, data8 !== void 0 && (data8[i2] = coerced12));
                        }
                        var _valid2 = _errs34 === errors;
                        if (valid9 = valid9 || _valid2, valid9)
                          errors = _errs31, vErrors !== null && (_errs31 ? vErrors.length = _errs31 : vErrors = null);
                        else {
                          let err11 = { instancePath: instancePath + "/dataCenterId/" + i2, schemaPath: "#/components/schemas/DataCenterId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                          return vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++, validate24.errors = vErrors, false;
                        }
                        var valid7 = _errs29 === errors;
                        if (!valid7)
                          break;
                      }
                    }
                    var valid0 = _errs27 === errors;
                  } else
                    var valid0 = true;
                  if (valid0) {
                    if (data.imageName !== void 0) {
                      let data10 = data.imageName, _errs36 = errors;
                      if (typeof data10 != "string") {
                        let dataType13 = typeof data10, coerced13;
                        if (dataType13 == "object" && Array.isArray(data10) && data10.length == 1 && (data10 = data10[0], dataType13 = typeof data10, typeof data10 == "string" && (coerced13 = data10)), coerced13 === void 0)
                          if (dataType13 == "number" || dataType13 == "boolean")
                            coerced13 = "" + data10;
                          else if (data10 === null)
                            coerced13 = "";
                          else
                            return validate24.errors = [{ instancePath: instancePath + "/imageName", schemaPath: "#/properties/imageName/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                        coerced13 !== void 0 && (data10 = coerced13, data !== void 0 && (data.imageName = coerced13));
                      }
                      var valid0 = _errs36 === errors;
                    } else
                      var valid0 = true;
                    if (valid0) {
                      if (data.templateId !== void 0) {
                        let data11 = data.templateId, _errs38 = errors;
                        if (typeof data11 != "string") {
                          let dataType14 = typeof data11, coerced14;
                          if (dataType14 == "object" && Array.isArray(data11) && data11.length == 1 && (data11 = data11[0], dataType14 = typeof data11, typeof data11 == "string" && (coerced14 = data11)), coerced14 === void 0)
                            if (dataType14 == "number" || dataType14 == "boolean")
                              coerced14 = "" + data11;
                            else if (data11 === null)
                              coerced14 = "";
                            else
                              return validate24.errors = [{ instancePath: instancePath + "/templateId", schemaPath: "#/properties/templateId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                          coerced14 !== void 0 && (data11 = coerced14, data !== void 0 && (data.templateId = coerced14));
                        }
                        var valid0 = _errs38 === errors;
                      } else
                        var valid0 = true;
                      if (valid0) {
                        if (data.endpointId !== void 0) {
                          let data12 = data.endpointId, _errs40 = errors;
                          if (typeof data12 != "string") {
                            let dataType15 = typeof data12, coerced15;
                            if (dataType15 == "object" && Array.isArray(data12) && data12.length == 1 && (data12 = data12[0], dataType15 = typeof data12, typeof data12 == "string" && (coerced15 = data12)), coerced15 === void 0)
                              if (dataType15 == "number" || dataType15 == "boolean")
                                coerced15 = "" + data12;
                              else if (data12 === null)
                                coerced15 = "";
                              else
                                return validate24.errors = [{ instancePath: instancePath + "/endpointId", schemaPath: "#/properties/endpointId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                            coerced15 !== void 0 && (data12 = coerced15, data !== void 0 && (data.endpointId = coerced15));
                          }
                          if (errors === _errs40 && typeof data12 == "string" && data12.length > 191)
                            return validate24.errors = [{ instancePath: instancePath + "/endpointId", schemaPath: "#/properties/endpointId/maxLength", keyword: "maxLength", params: { limit: 191 }, message: "must NOT have more than 191 characters" }], false;
                          var valid0 = _errs40 === errors;
                        } else
                          var valid0 = true;
                        if (valid0) {
                          if (data.networkVolumeId !== void 0) {
                            let data13 = data.networkVolumeId, _errs42 = errors;
                            if (typeof data13 != "string") {
                              let dataType16 = typeof data13, coerced16;
                              if (dataType16 == "object" && Array.isArray(data13) && data13.length == 1 && (data13 = data13[0], dataType16 = typeof data13, typeof data13 == "string" && (coerced16 = data13)), coerced16 === void 0)
                                if (dataType16 == "number" || dataType16 == "boolean")
                                  coerced16 = "" + data13;
                                else if (data13 === null)
                                  coerced16 = "";
                                else
                                  return validate24.errors = [{ instancePath: instancePath + "/networkVolumeId", schemaPath: "#/properties/networkVolumeId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                              coerced16 !== void 0 && (data13 = coerced16, data !== void 0 && (data.networkVolumeId = coerced16));
                            }
                            var valid0 = _errs42 === errors;
                          } else
                            var valid0 = true;
                          if (valid0) {
                            if (data.includeMachine !== void 0) {
                              let data14 = data.includeMachine, _errs44 = errors;
                              if (typeof data14 != "boolean") {
                                let dataType17 = typeof data14, coerced17;
                                if (dataType17 == "object" && Array.isArray(data14) && data14.length == 1 && (data14 = data14[0], dataType17 = typeof data14, typeof data14 == "boolean" && (coerced17 = data14)), coerced17 === void 0)
                                  if (data14 === "false" || data14 === 0 || data14 === null)
                                    coerced17 = false;
                                  else if (data14 === "true" || data14 === 1)
                                    coerced17 = true;
                                  else
                                    return validate24.errors = [{ instancePath: instancePath + "/includeMachine", schemaPath: "#/properties/includeMachine/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                coerced17 !== void 0 && (data14 = coerced17, data !== void 0 && (data.includeMachine = coerced17));
                              }
                              var valid0 = _errs44 === errors;
                            } else
                              var valid0 = true;
                            if (valid0) {
                              if (data.includeNetworkVolume !== void 0) {
                                let data15 = data.includeNetworkVolume, _errs46 = errors;
                                if (typeof data15 != "boolean") {
                                  let dataType18 = typeof data15, coerced18;
                                  if (dataType18 == "object" && Array.isArray(data15) && data15.length == 1 && (data15 = data15[0], dataType18 = typeof data15, typeof data15 == "boolean" && (coerced18 = data15)), coerced18 === void 0)
                                    if (data15 === "false" || data15 === 0 || data15 === null)
                                      coerced18 = false;
                                    else if (data15 === "true" || data15 === 1)
                                      coerced18 = true;
                                    else
                                      return validate24.errors = [{ instancePath: instancePath + "/includeNetworkVolume", schemaPath: "#/properties/includeNetworkVolume/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                  coerced18 !== void 0 && (data15 = coerced18, data !== void 0 && (data.includeNetworkVolume = coerced18));
                                }
                                var valid0 = _errs46 === errors;
                              } else
                                var valid0 = true;
                              if (valid0) {
                                if (data.includeSavingsPlans !== void 0) {
                                  let data16 = data.includeSavingsPlans, _errs48 = errors;
                                  if (typeof data16 != "boolean") {
                                    let dataType19 = typeof data16, coerced19;
                                    if (dataType19 == "object" && Array.isArray(data16) && data16.length == 1 && (data16 = data16[0], dataType19 = typeof data16, typeof data16 == "boolean" && (coerced19 = data16)), coerced19 === void 0)
                                      if (data16 === "false" || data16 === 0 || data16 === null)
                                        coerced19 = false;
                                      else if (data16 === "true" || data16 === 1)
                                        coerced19 = true;
                                      else
                                        return validate24.errors = [{ instancePath: instancePath + "/includeSavingsPlans", schemaPath: "#/properties/includeSavingsPlans/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                    coerced19 !== void 0 && (data16 = coerced19, data !== void 0 && (data.includeSavingsPlans = coerced19));
                                  }
                                  var valid0 = _errs48 === errors;
                                } else
                                  var valid0 = true;
                                if (valid0) {
                                  if (data.includeTemplate !== void 0) {
                                    let data17 = data.includeTemplate, _errs50 = errors;
                                    if (typeof data17 != "boolean") {
                                      let dataType20 = typeof data17, coerced20;
                                      if (dataType20 == "object" && Array.isArray(data17) && data17.length == 1 && (data17 = data17[0], dataType20 = typeof data17, typeof data17 == "boolean" && (coerced20 = data17)), coerced20 === void 0)
                                        if (data17 === "false" || data17 === 0 || data17 === null)
                                          coerced20 = false;
                                        else if (data17 === "true" || data17 === 1)
                                          coerced20 = true;
                                        else
                                          return validate24.errors = [{ instancePath: instancePath + "/includeTemplate", schemaPath: "#/properties/includeTemplate/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                      coerced20 !== void 0 && (data17 = coerced20, data !== void 0 && (data.includeTemplate = coerced20));
                                    }
                                    var valid0 = _errs50 === errors;
                                  } else
                                    var valid0 = true;
                                  if (valid0)
                                    if (data.includeWorkers !== void 0) {
                                      let data18 = data.includeWorkers, _errs52 = errors;
                                      if (typeof data18 != "boolean") {
                                        let dataType21 = typeof data18, coerced21;
                                        if (dataType21 == "object" && Array.isArray(data18) && data18.length == 1 && (data18 = data18[0], dataType21 = typeof data18, typeof data18 == "boolean" && (coerced21 = data18)), coerced21 === void 0)
                                          if (data18 === "false" || data18 === 0 || data18 === null)
                                            coerced21 = false;
                                          else if (data18 === "true" || data18 === 1)
                                            coerced21 = true;
                                          else
                                            return validate24.errors = [{ instancePath: instancePath + "/includeWorkers", schemaPath: "#/properties/includeWorkers/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                                        coerced21 !== void 0 && (data18 = coerced21, data !== void 0 && (data.includeWorkers = coerced21));
                                      }
                                      var valid0 = _errs52 === errors;
                                    } else
                                      var valid0 = true;
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate24.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate24.errors = vErrors, errors === 0;
}
validate24.evaluated = { props: { id: true, name: true, desiredStatus: true, computeType: true, gpuTypeId: true, cpuFlavorId: true, dataCenterId: true, imageName: true, templateId: true, endpointId: true, networkVolumeId: true, includeMachine: true, includeNetworkVolume: true, includeSavingsPlans: true, includeTemplate: true, includeWorkers: true }, dynamicProps: false, dynamicItems: false };
function validate02(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate02.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate24(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors), errors = vErrors.length), validate02.errors = vErrors, errors === 0;
}
validate02.evaluated = { props: { id: true, name: true, desiredStatus: true, computeType: true, gpuTypeId: true, cpuFlavorId: true, dataCenterId: true, imageName: true, templateId: true, endpointId: true, networkVolumeId: true, includeMachine: true, includeNetworkVolume: true, includeSavingsPlans: true, includeTemplate: true, includeWorkers: true }, dynamicProps: false, dynamicItems: false };
var GetPod = validate42;
function validate42(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate42.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.includeMachine !== void 0) {
        let data0 = data.includeMachine, _errs2 = errors;
        if (typeof data0 != "boolean") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "boolean" && (coerced0 = data0)), coerced0 === void 0)
            if (data0 === "false" || data0 === 0 || data0 === null)
              coerced0 = false;
            else if (data0 === "true" || data0 === 1)
              coerced0 = true;
            else
              return validate42.errors = [{ instancePath: instancePath + "/includeMachine", schemaPath: "spec0#/queries/GetPod/properties/includeMachine/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.includeMachine = coerced0));
        }
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1) {
        if (data.includeNetworkVolume !== void 0) {
          let data1 = data.includeNetworkVolume, _errs4 = errors;
          if (typeof data1 != "boolean") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "boolean" && (coerced1 = data1)), coerced1 === void 0)
              if (data1 === "false" || data1 === 0 || data1 === null)
                coerced1 = false;
              else if (data1 === "true" || data1 === 1)
                coerced1 = true;
              else
                return validate42.errors = [{ instancePath: instancePath + "/includeNetworkVolume", schemaPath: "spec0#/queries/GetPod/properties/includeNetworkVolume/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.includeNetworkVolume = coerced1));
          }
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
        if (valid1) {
          if (data.includeSavingsPlans !== void 0) {
            let data2 = data.includeSavingsPlans, _errs6 = errors;
            if (typeof data2 != "boolean") {
              let dataType2 = typeof data2, coerced2;
              if (dataType2 == "object" && Array.isArray(data2) && data2.length == 1 && (data2 = data2[0], dataType2 = typeof data2, typeof data2 == "boolean" && (coerced2 = data2)), coerced2 === void 0)
                if (data2 === "false" || data2 === 0 || data2 === null)
                  coerced2 = false;
                else if (data2 === "true" || data2 === 1)
                  coerced2 = true;
                else
                  return validate42.errors = [{ instancePath: instancePath + "/includeSavingsPlans", schemaPath: "spec0#/queries/GetPod/properties/includeSavingsPlans/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
              coerced2 !== void 0 && (data2 = coerced2, data !== void 0 && (data.includeSavingsPlans = coerced2));
            }
            var valid1 = _errs6 === errors;
          } else
            var valid1 = true;
          if (valid1) {
            if (data.includeTemplate !== void 0) {
              let data3 = data.includeTemplate, _errs8 = errors;
              if (typeof data3 != "boolean") {
                let dataType3 = typeof data3, coerced3;
                if (dataType3 == "object" && Array.isArray(data3) && data3.length == 1 && (data3 = data3[0], dataType3 = typeof data3, typeof data3 == "boolean" && (coerced3 = data3)), coerced3 === void 0)
                  if (data3 === "false" || data3 === 0 || data3 === null)
                    coerced3 = false;
                  else if (data3 === "true" || data3 === 1)
                    coerced3 = true;
                  else
                    return validate42.errors = [{ instancePath: instancePath + "/includeTemplate", schemaPath: "spec0#/queries/GetPod/properties/includeTemplate/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                coerced3 !== void 0 && (data3 = coerced3, data !== void 0 && (data.includeTemplate = coerced3));
              }
              var valid1 = _errs8 === errors;
            } else
              var valid1 = true;
            if (valid1)
              if (data.includeWorkers !== void 0) {
                let data4 = data.includeWorkers, _errs10 = errors;
                if (typeof data4 != "boolean") {
                  let dataType4 = typeof data4, coerced4;
                  if (dataType4 == "object" && Array.isArray(data4) && data4.length == 1 && (data4 = data4[0], dataType4 = typeof data4, typeof data4 == "boolean" && (coerced4 = data4)), coerced4 === void 0)
                    if (data4 === "false" || data4 === 0 || data4 === null)
                      coerced4 = false;
                    else if (data4 === "true" || data4 === 1)
                      coerced4 = true;
                    else
                      return validate42.errors = [{ instancePath: instancePath + "/includeWorkers", schemaPath: "spec0#/queries/GetPod/properties/includeWorkers/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
                  coerced4 !== void 0 && (data4 = coerced4, data !== void 0 && (data.includeWorkers = coerced4));
                }
                var valid1 = _errs10 === errors;
              } else
                var valid1 = true;
          }
        }
      }
    } else
      return validate42.errors = [{ instancePath, schemaPath: "spec0#/queries/GetPod/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate42.errors = vErrors, errors === 0;
}
validate42.evaluated = { props: { includeMachine: true, includeNetworkVolume: true, includeSavingsPlans: true, includeTemplate: true, includeWorkers: true }, dynamicProps: false, dynamicItems: false };
var ListEndpoints = validate52;
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate52.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.includeTemplate !== void 0) {
        let data0 = data.includeTemplate, _errs2 = errors;
        if (typeof data0 != "boolean") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "boolean" && (coerced0 = data0)), coerced0 === void 0)
            if (data0 === "false" || data0 === 0 || data0 === null)
              coerced0 = false;
            else if (data0 === "true" || data0 === 1)
              coerced0 = true;
            else
              return validate52.errors = [{ instancePath: instancePath + "/includeTemplate", schemaPath: "spec0#/queries/ListEndpoints/properties/includeTemplate/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.includeTemplate = coerced0));
        }
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1)
        if (data.includeWorkers !== void 0) {
          let data1 = data.includeWorkers, _errs4 = errors;
          if (typeof data1 != "boolean") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "boolean" && (coerced1 = data1)), coerced1 === void 0)
              if (data1 === "false" || data1 === 0 || data1 === null)
                coerced1 = false;
              else if (data1 === "true" || data1 === 1)
                coerced1 = true;
              else
                return validate52.errors = [{ instancePath: instancePath + "/includeWorkers", schemaPath: "spec0#/queries/ListEndpoints/properties/includeWorkers/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.includeWorkers = coerced1));
          }
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
    } else
      return validate52.errors = [{ instancePath, schemaPath: "spec0#/queries/ListEndpoints/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate52.errors = vErrors, errors === 0;
}
validate52.evaluated = { props: { includeTemplate: true, includeWorkers: true }, dynamicProps: false, dynamicItems: false };
var GetEndpoint = validate62;
function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate62.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.includeTemplate !== void 0) {
        let data0 = data.includeTemplate, _errs2 = errors;
        if (typeof data0 != "boolean") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "boolean" && (coerced0 = data0)), coerced0 === void 0)
            if (data0 === "false" || data0 === 0 || data0 === null)
              coerced0 = false;
            else if (data0 === "true" || data0 === 1)
              coerced0 = true;
            else
              return validate62.errors = [{ instancePath: instancePath + "/includeTemplate", schemaPath: "spec0#/queries/GetEndpoint/properties/includeTemplate/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.includeTemplate = coerced0));
        }
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1)
        if (data.includeWorkers !== void 0) {
          let data1 = data.includeWorkers, _errs4 = errors;
          if (typeof data1 != "boolean") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "boolean" && (coerced1 = data1)), coerced1 === void 0)
              if (data1 === "false" || data1 === 0 || data1 === null)
                coerced1 = false;
              else if (data1 === "true" || data1 === 1)
                coerced1 = true;
              else
                return validate62.errors = [{ instancePath: instancePath + "/includeWorkers", schemaPath: "spec0#/queries/GetEndpoint/properties/includeWorkers/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.includeWorkers = coerced1));
          }
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
    } else
      return validate62.errors = [{ instancePath, schemaPath: "spec0#/queries/GetEndpoint/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate62.errors = vErrors, errors === 0;
}
validate62.evaluated = { props: { includeTemplate: true, includeWorkers: true }, dynamicProps: false, dynamicItems: false };
var ListTemplates = validate7;
function validate7(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate7.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.includePublicTemplates !== void 0) {
        let data0 = data.includePublicTemplates, _errs2 = errors;
        if (typeof data0 != "boolean") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "boolean" && (coerced0 = data0)), coerced0 === void 0)
            if (data0 === "false" || data0 === 0 || data0 === null)
              coerced0 = false;
            else if (data0 === "true" || data0 === 1)
              coerced0 = true;
            else
              return validate7.errors = [{ instancePath: instancePath + "/includePublicTemplates", schemaPath: "spec0#/queries/ListTemplates/properties/includePublicTemplates/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.includePublicTemplates = coerced0));
        }
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1) {
        if (data.includeRunpodTemplates !== void 0) {
          let data1 = data.includeRunpodTemplates, _errs4 = errors;
          if (typeof data1 != "boolean") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "boolean" && (coerced1 = data1)), coerced1 === void 0)
              if (data1 === "false" || data1 === 0 || data1 === null)
                coerced1 = false;
              else if (data1 === "true" || data1 === 1)
                coerced1 = true;
              else
                return validate7.errors = [{ instancePath: instancePath + "/includeRunpodTemplates", schemaPath: "spec0#/queries/ListTemplates/properties/includeRunpodTemplates/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.includeRunpodTemplates = coerced1));
          }
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
        if (valid1)
          if (data.includeEndpointBoundTemplates !== void 0) {
            let data2 = data.includeEndpointBoundTemplates, _errs6 = errors;
            if (typeof data2 != "boolean") {
              let dataType2 = typeof data2, coerced2;
              if (dataType2 == "object" && Array.isArray(data2) && data2.length == 1 && (data2 = data2[0], dataType2 = typeof data2, typeof data2 == "boolean" && (coerced2 = data2)), coerced2 === void 0)
                if (data2 === "false" || data2 === 0 || data2 === null)
                  coerced2 = false;
                else if (data2 === "true" || data2 === 1)
                  coerced2 = true;
                else
                  return validate7.errors = [{ instancePath: instancePath + "/includeEndpointBoundTemplates", schemaPath: "spec0#/queries/ListTemplates/properties/includeEndpointBoundTemplates/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
              coerced2 !== void 0 && (data2 = coerced2, data !== void 0 && (data.includeEndpointBoundTemplates = coerced2));
            }
            var valid1 = _errs6 === errors;
          } else
            var valid1 = true;
      }
    } else
      return validate7.errors = [{ instancePath, schemaPath: "spec0#/queries/ListTemplates/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate7.errors = vErrors, errors === 0;
}
validate7.evaluated = { props: { includePublicTemplates: true, includeRunpodTemplates: true, includeEndpointBoundTemplates: true }, dynamicProps: false, dynamicItems: false };
var GetTemplate = validate82;
function validate82(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate82.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.includePublicTemplates !== void 0) {
        let data0 = data.includePublicTemplates, _errs2 = errors;
        if (typeof data0 != "boolean") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "boolean" && (coerced0 = data0)), coerced0 === void 0)
            if (data0 === "false" || data0 === 0 || data0 === null)
              coerced0 = false;
            else if (data0 === "true" || data0 === 1)
              coerced0 = true;
            else
              return validate82.errors = [{ instancePath: instancePath + "/includePublicTemplates", schemaPath: "spec0#/queries/GetTemplate/properties/includePublicTemplates/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.includePublicTemplates = coerced0));
        }
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1) {
        if (data.includeRunpodTemplates !== void 0) {
          let data1 = data.includeRunpodTemplates, _errs4 = errors;
          if (typeof data1 != "boolean") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "boolean" && (coerced1 = data1)), coerced1 === void 0)
              if (data1 === "false" || data1 === 0 || data1 === null)
                coerced1 = false;
              else if (data1 === "true" || data1 === 1)
                coerced1 = true;
              else
                return validate82.errors = [{ instancePath: instancePath + "/includeRunpodTemplates", schemaPath: "spec0#/queries/GetTemplate/properties/includeRunpodTemplates/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.includeRunpodTemplates = coerced1));
          }
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
        if (valid1)
          if (data.includeEndpointBoundTemplates !== void 0) {
            let data2 = data.includeEndpointBoundTemplates, _errs6 = errors;
            if (typeof data2 != "boolean") {
              let dataType2 = typeof data2, coerced2;
              if (dataType2 == "object" && Array.isArray(data2) && data2.length == 1 && (data2 = data2[0], dataType2 = typeof data2, typeof data2 == "boolean" && (coerced2 = data2)), coerced2 === void 0)
                if (data2 === "false" || data2 === 0 || data2 === null)
                  coerced2 = false;
                else if (data2 === "true" || data2 === 1)
                  coerced2 = true;
                else
                  return validate82.errors = [{ instancePath: instancePath + "/includeEndpointBoundTemplates", schemaPath: "spec0#/queries/GetTemplate/properties/includeEndpointBoundTemplates/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], false;
              coerced2 !== void 0 && (data2 = coerced2, data !== void 0 && (data.includeEndpointBoundTemplates = coerced2));
            }
            var valid1 = _errs6 === errors;
          } else
            var valid1 = true;
      }
    } else
      return validate82.errors = [{ instancePath, schemaPath: "spec0#/queries/GetTemplate/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate82.errors = vErrors, errors === 0;
}
validate82.evaluated = { props: { includePublicTemplates: true, includeRunpodTemplates: true, includeEndpointBoundTemplates: true }, dynamicProps: false, dynamicItems: false };
var PodBilling = validate92;
var schema172 = { type: "object", properties: { startTime: { type: "string" }, endTime: { type: "string" }, bucketSize: { type: "string", enum: ["hour", "day", "week", "month", "year"] }, grouping: { type: "string", enum: ["podId", "gpuTypeId"] }, podId: { type: "string" }, gpuTypeId: { $ref: "#/components/schemas/GpuTypeId" } }, required: [] };
function validate10(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate10.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.startTime !== void 0) {
        let data0 = data.startTime, _errs1 = errors;
        if (typeof data0 != "string") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "string" && (coerced0 = data0)), coerced0 === void 0)
            if (dataType0 == "number" || dataType0 == "boolean")
              coerced0 = "" + data0;
            else if (data0 === null)
              coerced0 = "";
            else
              return validate10.errors = [{ instancePath: instancePath + "/startTime", schemaPath: "#/properties/startTime/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.startTime = coerced0));
        }
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.endTime !== void 0) {
          let data1 = data.endTime, _errs3 = errors;
          if (typeof data1 != "string") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "string" && (coerced1 = data1)), coerced1 === void 0)
              if (dataType1 == "number" || dataType1 == "boolean")
                coerced1 = "" + data1;
              else if (data1 === null)
                coerced1 = "";
              else
                return validate10.errors = [{ instancePath: instancePath + "/endTime", schemaPath: "#/properties/endTime/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.endTime = coerced1));
          }
          var valid0 = _errs3 === errors;
        } else
          var valid0 = true;
        if (valid0) {
          if (data.bucketSize !== void 0) {
            let data2 = data.bucketSize, _errs5 = errors;
            if (typeof data2 != "string") {
              let dataType2 = typeof data2, coerced2;
              if (dataType2 == "object" && Array.isArray(data2) && data2.length == 1 && (data2 = data2[0], dataType2 = typeof data2, typeof data2 == "string" && (coerced2 = data2)), coerced2 === void 0)
                if (dataType2 == "number" || dataType2 == "boolean")
                  coerced2 = "" + data2;
                else if (data2 === null)
                  coerced2 = "";
                else
                  return validate10.errors = [{ instancePath: instancePath + "/bucketSize", schemaPath: "#/properties/bucketSize/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
              coerced2 !== void 0 && (data2 = coerced2, data !== void 0 && (data.bucketSize = coerced2));
            }
            if (!(data2 === "hour" || data2 === "day" || data2 === "week" || data2 === "month" || data2 === "year"))
              return validate10.errors = [{ instancePath: instancePath + "/bucketSize", schemaPath: "#/properties/bucketSize/enum", keyword: "enum", params: { allowedValues: schema172.properties.bucketSize.enum }, message: "must be equal to one of the allowed values" }], false;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = true;
          if (valid0) {
            if (data.grouping !== void 0) {
              let data3 = data.grouping, _errs7 = errors;
              if (typeof data3 != "string") {
                let dataType3 = typeof data3, coerced3;
                if (dataType3 == "object" && Array.isArray(data3) && data3.length == 1 && (data3 = data3[0], dataType3 = typeof data3, typeof data3 == "string" && (coerced3 = data3)), coerced3 === void 0)
                  if (dataType3 == "number" || dataType3 == "boolean")
                    coerced3 = "" + data3;
                  else if (data3 === null)
                    coerced3 = "";
                  else
                    return validate10.errors = [{ instancePath: instancePath + "/grouping", schemaPath: "#/properties/grouping/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                coerced3 !== void 0 && (data3 = coerced3, data !== void 0 && (data.grouping = coerced3));
              }
              if (!(data3 === "podId" || data3 === "gpuTypeId"))
                return validate10.errors = [{ instancePath: instancePath + "/grouping", schemaPath: "#/properties/grouping/enum", keyword: "enum", params: { allowedValues: schema172.properties.grouping.enum }, message: "must be equal to one of the allowed values" }], false;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = true;
            if (valid0) {
              if (data.podId !== void 0) {
                let data4 = data.podId, _errs9 = errors;
                if (typeof data4 != "string") {
                  let dataType4 = typeof data4, coerced4;
                  if (dataType4 == "object" && Array.isArray(data4) && data4.length == 1 && (data4 = data4[0], dataType4 = typeof data4, typeof data4 == "string" && (coerced4 = data4)), coerced4 === void 0)
                    if (dataType4 == "number" || dataType4 == "boolean")
                      coerced4 = "" + data4;
                    else if (data4 === null)
                      coerced4 = "";
                    else
                      return validate10.errors = [{ instancePath: instancePath + "/podId", schemaPath: "#/properties/podId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                  coerced4 !== void 0 && (data4 = coerced4, data !== void 0 && (data.podId = coerced4));
                }
                var valid0 = _errs9 === errors;
              } else
                var valid0 = true;
              if (valid0)
                if (data.gpuTypeId !== void 0) {
                  let data5 = data.gpuTypeId, _errs11 = errors, _errs13 = errors, valid2 = false, _errs14 = errors;
                  if (typeof data5 != "string") {
                    let dataType5 = typeof data5, coerced5;
                    if (dataType5 == "object" && Array.isArray(data5) && data5.length == 1 && (data5 = data5[0], dataType5 = typeof data5, typeof data5 == "string" && (coerced5 = data5)), coerced5 === void 0)
                      if (dataType5 == "number" || dataType5 == "boolean")
                        coerced5 = "" + data5;
                      else if (data5 === null)
                        coerced5 = "";
                      else {
                        let err0 = { instancePath: instancePath + "/gpuTypeId", schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                        vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                      }
                    coerced5 !== void 0 && (data5 = coerced5, data !== void 0 && (data.gpuTypeId = coerced5));
                  }
                  if (!(data5 === "NVIDIA GeForce RTX 4090" || data5 === "NVIDIA A40" || data5 === "NVIDIA RTX A5000" || data5 === "NVIDIA GeForce RTX 5090" || data5 === "NVIDIA H100 80GB HBM3" || data5 === "NVIDIA GeForce RTX 3090" || data5 === "NVIDIA RTX A4500" || data5 === "NVIDIA L40S" || data5 === "NVIDIA H200" || data5 === "NVIDIA L4" || data5 === "NVIDIA RTX 6000 Ada Generation" || data5 === "NVIDIA A100-SXM4-80GB" || data5 === "NVIDIA RTX 4000 Ada Generation" || data5 === "NVIDIA RTX A6000" || data5 === "NVIDIA A100 80GB PCIe" || data5 === "NVIDIA RTX 2000 Ada Generation" || data5 === "NVIDIA RTX A4000" || data5 === "NVIDIA RTX PRO 6000 Blackwell Server Edition" || data5 === "NVIDIA H100 PCIe" || data5 === "NVIDIA H100 NVL" || data5 === "NVIDIA L40" || data5 === "NVIDIA B200" || data5 === "NVIDIA GeForce RTX 3080 Ti" || data5 === "NVIDIA RTX PRO 6000 Blackwell Workstation Edition" || data5 === "NVIDIA GeForce RTX 3080" || data5 === "NVIDIA GeForce RTX 3070" || data5 === "AMD Instinct MI300X OAM" || data5 === "NVIDIA GeForce RTX 4080 SUPER" || data5 === "Tesla V100-PCIE-16GB" || data5 === "Tesla V100-SXM2-32GB" || data5 === "NVIDIA RTX 5000 Ada Generation" || data5 === "NVIDIA GeForce RTX 4070 Ti" || data5 === "NVIDIA RTX 4000 SFF Ada Generation" || data5 === "NVIDIA GeForce RTX 3090 Ti" || data5 === "NVIDIA RTX A2000" || data5 === "NVIDIA GeForce RTX 4080" || data5 === "NVIDIA A30" || data5 === "NVIDIA GeForce RTX 5080" || data5 === "Tesla V100-FHHL-16GB" || data5 === "NVIDIA H200 NVL" || data5 === "Tesla V100-SXM2-16GB" || data5 === "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition" || data5 === "NVIDIA A5000 Ada" || data5 === "Tesla V100-PCIE-32GB" || data5 === "NVIDIA GeForce RTX 3080TI" || data5 === "Tesla T4" || data5 === "NVIDIA RTX A30")) {
                    let err1 = { instancePath: instancePath + "/gpuTypeId", schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema32.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                  }
                  var _valid0 = _errs14 === errors;
                  valid2 = valid2 || _valid0;
                  let _errs16 = errors;
                  if (typeof data5 != "string") {
                    let dataType6 = typeof data5, coerced6;
                    if (dataType6 == "object" && Array.isArray(data5) && data5.length == 1 && (data5 = data5[0], dataType6 = typeof data5, typeof data5 == "string" && (coerced6 = data5)), coerced6 === void 0)
                      if (dataType6 == "number" || dataType6 == "boolean")
                        coerced6 = "" + data5;
                      else if (data5 === null)
                        coerced6 = "";
                      else {
                        let err2 = { instancePath: instancePath + "/gpuTypeId", schemaPath: "#/components/schemas/GpuTypeId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                      }
                    coerced6 !== void 0 && (data5 = coerced6, data !== void 0 && (data.gpuTypeId = coerced6));
                  }
                  var _valid0 = _errs16 === errors;
                  if (valid2 = valid2 || _valid0, valid2)
                    errors = _errs13, vErrors !== null && (_errs13 ? vErrors.length = _errs13 : vErrors = null);
                  else {
                    let err3 = { instancePath: instancePath + "/gpuTypeId", schemaPath: "#/components/schemas/GpuTypeId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                    return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate10.errors = vErrors, false;
                  }
                  var valid0 = _errs11 === errors;
                } else
                  var valid0 = true;
            }
          }
        }
      }
    } else
      return validate10.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate10.errors = vErrors, errors === 0;
}
validate10.evaluated = { props: { startTime: true, endTime: true, bucketSize: true, grouping: true, podId: true, gpuTypeId: true }, dynamicProps: false, dynamicItems: false };
function validate92(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate92.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate10(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate10.errors : vErrors.concat(validate10.errors), errors = vErrors.length), validate92.errors = vErrors, errors === 0;
}
validate92.evaluated = { props: { startTime: true, endTime: true, bucketSize: true, grouping: true, podId: true, gpuTypeId: true }, dynamicProps: false, dynamicItems: false };
var EndpointBilling = validate122;
var schema20 = { type: "object", properties: { startTime: { type: "string" }, endTime: { type: "string" }, bucketSize: { type: "string", enum: ["hour", "day", "week", "month", "year"] }, grouping: { type: "string", enum: ["endpointId", "podId", "gpuTypeId"] }, endpointId: { type: "string" }, templateId: { type: "string" }, imageName: { type: "string" }, gpuTypeId: { type: "array", items: { $ref: "#/components/schemas/GpuTypeId" } }, dataCenterId: { type: "array", items: { $ref: "#/components/schemas/DataCenterId" } } }, required: [] };
function validate13(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate13.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.startTime !== void 0) {
        let data0 = data.startTime, _errs1 = errors;
        if (typeof data0 != "string") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "string" && (coerced0 = data0)), coerced0 === void 0)
            if (dataType0 == "number" || dataType0 == "boolean")
              coerced0 = "" + data0;
            else if (data0 === null)
              coerced0 = "";
            else
              return validate13.errors = [{ instancePath: instancePath + "/startTime", schemaPath: "#/properties/startTime/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.startTime = coerced0));
        }
        var valid0 = _errs1 === errors;
      } else
        var valid0 = true;
      if (valid0) {
        if (data.endTime !== void 0) {
          let data1 = data.endTime, _errs3 = errors;
          if (typeof data1 != "string") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "string" && (coerced1 = data1)), coerced1 === void 0)
              if (dataType1 == "number" || dataType1 == "boolean")
                coerced1 = "" + data1;
              else if (data1 === null)
                coerced1 = "";
              else
                return validate13.errors = [{ instancePath: instancePath + "/endTime", schemaPath: "#/properties/endTime/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.endTime = coerced1));
          }
          var valid0 = _errs3 === errors;
        } else
          var valid0 = true;
        if (valid0) {
          if (data.bucketSize !== void 0) {
            let data2 = data.bucketSize, _errs5 = errors;
            if (typeof data2 != "string") {
              let dataType2 = typeof data2, coerced2;
              if (dataType2 == "object" && Array.isArray(data2) && data2.length == 1 && (data2 = data2[0], dataType2 = typeof data2, typeof data2 == "string" && (coerced2 = data2)), coerced2 === void 0)
                if (dataType2 == "number" || dataType2 == "boolean")
                  coerced2 = "" + data2;
                else if (data2 === null)
                  coerced2 = "";
                else
                  return validate13.errors = [{ instancePath: instancePath + "/bucketSize", schemaPath: "#/properties/bucketSize/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
              coerced2 !== void 0 && (data2 = coerced2, data !== void 0 && (data.bucketSize = coerced2));
            }
            if (!(data2 === "hour" || data2 === "day" || data2 === "week" || data2 === "month" || data2 === "year"))
              return validate13.errors = [{ instancePath: instancePath + "/bucketSize", schemaPath: "#/properties/bucketSize/enum", keyword: "enum", params: { allowedValues: schema20.properties.bucketSize.enum }, message: "must be equal to one of the allowed values" }], false;
            var valid0 = _errs5 === errors;
          } else
            var valid0 = true;
          if (valid0) {
            if (data.grouping !== void 0) {
              let data3 = data.grouping, _errs7 = errors;
              if (typeof data3 != "string") {
                let dataType3 = typeof data3, coerced3;
                if (dataType3 == "object" && Array.isArray(data3) && data3.length == 1 && (data3 = data3[0], dataType3 = typeof data3, typeof data3 == "string" && (coerced3 = data3)), coerced3 === void 0)
                  if (dataType3 == "number" || dataType3 == "boolean")
                    coerced3 = "" + data3;
                  else if (data3 === null)
                    coerced3 = "";
                  else
                    return validate13.errors = [{ instancePath: instancePath + "/grouping", schemaPath: "#/properties/grouping/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                coerced3 !== void 0 && (data3 = coerced3, data !== void 0 && (data.grouping = coerced3));
              }
              if (!(data3 === "endpointId" || data3 === "podId" || data3 === "gpuTypeId"))
                return validate13.errors = [{ instancePath: instancePath + "/grouping", schemaPath: "#/properties/grouping/enum", keyword: "enum", params: { allowedValues: schema20.properties.grouping.enum }, message: "must be equal to one of the allowed values" }], false;
              var valid0 = _errs7 === errors;
            } else
              var valid0 = true;
            if (valid0) {
              if (data.endpointId !== void 0) {
                let data4 = data.endpointId, _errs9 = errors;
                if (typeof data4 != "string") {
                  let dataType4 = typeof data4, coerced4;
                  if (dataType4 == "object" && Array.isArray(data4) && data4.length == 1 && (data4 = data4[0], dataType4 = typeof data4, typeof data4 == "string" && (coerced4 = data4)), coerced4 === void 0)
                    if (dataType4 == "number" || dataType4 == "boolean")
                      coerced4 = "" + data4;
                    else if (data4 === null)
                      coerced4 = "";
                    else
                      return validate13.errors = [{ instancePath: instancePath + "/endpointId", schemaPath: "#/properties/endpointId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                  coerced4 !== void 0 && (data4 = coerced4, data !== void 0 && (data.endpointId = coerced4));
                }
                var valid0 = _errs9 === errors;
              } else
                var valid0 = true;
              if (valid0) {
                if (data.templateId !== void 0) {
                  let data5 = data.templateId, _errs11 = errors;
                  if (typeof data5 != "string") {
                    let dataType5 = typeof data5, coerced5;
                    if (dataType5 == "object" && Array.isArray(data5) && data5.length == 1 && (data5 = data5[0], dataType5 = typeof data5, typeof data5 == "string" && (coerced5 = data5)), coerced5 === void 0)
                      if (dataType5 == "number" || dataType5 == "boolean")
                        coerced5 = "" + data5;
                      else if (data5 === null)
                        coerced5 = "";
                      else
                        return validate13.errors = [{ instancePath: instancePath + "/templateId", schemaPath: "#/properties/templateId/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                    coerced5 !== void 0 && (data5 = coerced5, data !== void 0 && (data.templateId = coerced5));
                  }
                  var valid0 = _errs11 === errors;
                } else
                  var valid0 = true;
                if (valid0) {
                  if (data.imageName !== void 0) {
                    let data6 = data.imageName, _errs13 = errors;
                    if (typeof data6 != "string") {
                      let dataType6 = typeof data6, coerced6;
                      if (dataType6 == "object" && Array.isArray(data6) && data6.length == 1 && (data6 = data6[0], dataType6 = typeof data6, typeof data6 == "string" && (coerced6 = data6)), coerced6 === void 0)
                        if (dataType6 == "number" || dataType6 == "boolean")
                          coerced6 = "" + data6;
                        else if (data6 === null)
                          coerced6 = "";
                        else
                          return validate13.errors = [{ instancePath: instancePath + "/imageName", schemaPath: "#/properties/imageName/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
                      coerced6 !== void 0 && (data6 = coerced6, data !== void 0 && (data.imageName = coerced6));
                    }
                    var valid0 = _errs13 === errors;
                  } else
                    var valid0 = true;
                  if (valid0) {
                    if (data.gpuTypeId !== void 0) {
                      let data7 = data.gpuTypeId, _errs15 = errors;
                      if (!Array.isArray(data7)) {
                        let dataType7 = typeof data7, coerced7;
                        if (dataType7 == "object" && Array.isArray(data7) && data7.length == 1 && (data7 = data7[0], dataType7 = typeof data7, Array.isArray(data7) && (coerced7 = data7)), coerced7 === void 0)
                          if (dataType7 === "string" || dataType7 === "number" || dataType7 === "boolean" || data7 === null)
                            coerced7 = [data7];
                          else
                            return validate13.errors = [{ instancePath: instancePath + "/gpuTypeId", schemaPath: "#/properties/gpuTypeId/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                        coerced7 !== void 0 && (data7 = coerced7, data !== void 0 && (data.gpuTypeId = coerced7));
                      }
                      if (errors === _errs15 && Array.isArray(data7)) {
                        var valid1 = true;
                        let len0 = data7.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          let data8 = data7[i0], _errs17 = errors, _errs19 = errors, valid3 = false, _errs20 = errors;
                          if (typeof data8 != "string") {
                            let dataType8 = typeof data8, coerced8;
                            if (dataType8 == "object" && Array.isArray(data8) && data8.length == 1 && (data8 = data8[0], dataType8 = typeof data8, typeof data8 == "string" && (coerced8 = data8)), coerced8 === void 0)
                              if (dataType8 == "number" || dataType8 == "boolean")
                                coerced8 = "" + data8;
                              else if (data8 === null)
                                coerced8 = "";
                              else {
                                let err0 = { instancePath: instancePath + "/gpuTypeId/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                              }
                            coerced8 !== void 0 && (data8 = coerced8, data7 !== void 0 && (data7[i0] = coerced8));
                          }
                          if (!(data8 === "NVIDIA GeForce RTX 4090" || data8 === "NVIDIA A40" || data8 === "NVIDIA RTX A5000" || data8 === "NVIDIA GeForce RTX 5090" || data8 === "NVIDIA H100 80GB HBM3" || data8 === "NVIDIA GeForce RTX 3090" || data8 === "NVIDIA RTX A4500" || data8 === "NVIDIA L40S" || data8 === "NVIDIA H200" || data8 === "NVIDIA L4" || data8 === "NVIDIA RTX 6000 Ada Generation" || data8 === "NVIDIA A100-SXM4-80GB" || data8 === "NVIDIA RTX 4000 Ada Generation" || data8 === "NVIDIA RTX A6000" || data8 === "NVIDIA A100 80GB PCIe" || data8 === "NVIDIA RTX 2000 Ada Generation" || data8 === "NVIDIA RTX A4000" || data8 === "NVIDIA RTX PRO 6000 Blackwell Server Edition" || data8 === "NVIDIA H100 PCIe" || data8 === "NVIDIA H100 NVL" || data8 === "NVIDIA L40" || data8 === "NVIDIA B200" || data8 === "NVIDIA GeForce RTX 3080 Ti" || data8 === "NVIDIA RTX PRO 6000 Blackwell Workstation Edition" || data8 === "NVIDIA GeForce RTX 3080" || data8 === "NVIDIA GeForce RTX 3070" || data8 === "AMD Instinct MI300X OAM" || data8 === "NVIDIA GeForce RTX 4080 SUPER" || data8 === "Tesla V100-PCIE-16GB" || data8 === "Tesla V100-SXM2-32GB" || data8 === "NVIDIA RTX 5000 Ada Generation" || data8 === "NVIDIA GeForce RTX 4070 Ti" || data8 === "NVIDIA RTX 4000 SFF Ada Generation" || data8 === "NVIDIA GeForce RTX 3090 Ti" || data8 === "NVIDIA RTX A2000" || data8 === "NVIDIA GeForce RTX 4080" || data8 === "NVIDIA A30" || data8 === "NVIDIA GeForce RTX 5080" || data8 === "Tesla V100-FHHL-16GB" || data8 === "NVIDIA H200 NVL" || data8 === "Tesla V100-SXM2-16GB" || data8 === "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition" || data8 === "NVIDIA A5000 Ada" || data8 === "Tesla V100-PCIE-32GB" || data8 === "NVIDIA GeForce RTX 3080TI" || data8 === "Tesla T4" || data8 === "NVIDIA RTX A30")) {
                            let err1 = { instancePath: instancePath + "/gpuTypeId/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema32.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                            vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                          }
                          var _valid0 = _errs20 === errors;
                          valid3 = valid3 || _valid0;
                          let _errs22 = errors;
                          if (typeof data8 != "string") {
                            let dataType9 = typeof data8, coerced9;
                            if (dataType9 == "object" && Array.isArray(data8) && data8.length == 1 && (data8 = data8[0], dataType9 = typeof data8, typeof data8 == "string" && (coerced9 = data8)), coerced9 === void 0)
                              if (dataType9 == "number" || dataType9 == "boolean")
                                coerced9 = "" + data8;
                              else if (data8 === null)
                                coerced9 = "";
                              else {
                                let err2 = { instancePath: instancePath + "/gpuTypeId/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
                              }
                            coerced9 !== void 0 && (data8 = coerced9, data7 !== void 0 && (data7[i0] = coerced9));
                          }
                          var _valid0 = _errs22 === errors;
                          if (valid3 = valid3 || _valid0, valid3)
                            errors = _errs19, vErrors !== null && (_errs19 ? vErrors.length = _errs19 : vErrors = null);
                          else {
                            let err3 = { instancePath: instancePath + "/gpuTypeId/" + i0, schemaPath: "#/components/schemas/GpuTypeId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                            return vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++, validate13.errors = vErrors, false;
                          }
                          var valid1 = _errs17 === errors;
                          if (!valid1)
                            break;
                        }
                      }
                      var valid0 = _errs15 === errors;
                    } else
                      var valid0 = true;
                    if (valid0)
                      if (data.dataCenterId !== void 0) {
                        let data9 = data.dataCenterId, _errs24 = errors;
                        if (!Array.isArray(data9)) {
                          let dataType10 = typeof data9, coerced10;
                          if (dataType10 == "object" && Array.isArray(data9) && data9.length == 1 && (data9 = data9[0], dataType10 = typeof data9, Array.isArray(data9) && (coerced10 = data9)), coerced10 === void 0)
                            if (dataType10 === "string" || dataType10 === "number" || dataType10 === "boolean" || data9 === null)
                              coerced10 = [data9];
                            else
                              return validate13.errors = [{ instancePath: instancePath + "/dataCenterId", schemaPath: "#/properties/dataCenterId/type", keyword: "type", params: { type: "array" }, message: "must be array" }], false;
                          coerced10 !== void 0 && (data9 = coerced10, data !== void 0 && (data.dataCenterId = coerced10));
                        }
                        if (errors === _errs24 && Array.isArray(data9)) {
                          var valid4 = true;
                          let len1 = data9.length;
                          for (let i1 = 0; i1 < len1; i1++) {
                            let data10 = data9[i1], _errs26 = errors, _errs28 = errors, valid6 = false, _errs29 = errors;
                            if (typeof data10 != "string") {
                              let dataType11 = typeof data10, coerced11;
                              if (dataType11 == "object" && Array.isArray(data10) && data10.length == 1 && (data10 = data10[0], dataType11 = typeof data10, typeof data10 == "string" && (coerced11 = data10)), coerced11 === void 0)
                                if (dataType11 == "number" || dataType11 == "boolean")
                                  coerced11 = "" + data10;
                                else if (data10 === null)
                                  coerced11 = "";
                                else {
                                  let err4 = { instancePath: instancePath + "/dataCenterId/" + i1, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                  vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
                                }
                              coerced11 !== void 0 && (data10 = coerced11, data9 !== void 0 && (data9[i1] = coerced11));
                            }
                            if (!(data10 === "EU-RO-1" || data10 === "CA-MTL-1" || data10 === "EU-SE-1" || data10 === "US-IL-1" || data10 === "EUR-IS-1" || data10 === "EU-CZ-1" || data10 === "US-TX-3" || data10 === "EUR-IS-2" || data10 === "US-KS-2" || data10 === "US-GA-2" || data10 === "US-WA-1" || data10 === "US-TX-1" || data10 === "CA-MTL-3" || data10 === "EU-NL-1" || data10 === "US-TX-4" || data10 === "US-CA-2" || data10 === "US-NC-1" || data10 === "OC-AU-1" || data10 === "US-DE-1" || data10 === "EUR-IS-3" || data10 === "CA-MTL-2" || data10 === "AP-JP-1" || data10 === "EUR-NO-1" || data10 === "EU-FR-1" || data10 === "US-KS-3" || data10 === "US-GA-1")) {
                              let err5 = { instancePath: instancePath + "/dataCenterId/" + i1, schemaPath: "#/components/schemas/DataCenterId/anyOf/0/enum", keyword: "enum", params: { allowedValues: schema52.anyOf[0].enum }, message: "must be equal to one of the allowed values" };
                              vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
                            }
                            var _valid1 = _errs29 === errors;
                            valid6 = valid6 || _valid1;
                            let _errs31 = errors;
                            if (typeof data10 != "string") {
                              let dataType12 = typeof data10, coerced12;
                              if (dataType12 == "object" && Array.isArray(data10) && data10.length == 1 && (data10 = data10[0], dataType12 = typeof data10, typeof data10 == "string" && (coerced12 = data10)), coerced12 === void 0)
                                if (dataType12 == "number" || dataType12 == "boolean")
                                  coerced12 = "" + data10;
                                else if (data10 === null)
                                  coerced12 = "";
                                else {
                                  let err6 = { instancePath: instancePath + "/dataCenterId/" + i1, schemaPath: "#/components/schemas/DataCenterId/anyOf/1/type", keyword: "type", params: { type: "string" }, message: "must be string" };
                                  vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
                                }
                              coerced12 !== void 0 && (data10 = coerced12, data9 !== void 0 && (data9[i1] = coerced12));
                            }
                            var _valid1 = _errs31 === errors;
                            if (valid6 = valid6 || _valid1, valid6)
                              errors = _errs28, vErrors !== null && (_errs28 ? vErrors.length = _errs28 : vErrors = null);
                            else {
                              let err7 = { instancePath: instancePath + "/dataCenterId/" + i1, schemaPath: "#/components/schemas/DataCenterId/anyOf", keyword: "anyOf", params: {}, message: "must match a schema in anyOf" };
                              return vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++, validate13.errors = vErrors, false;
                            }
                            var valid4 = _errs26 === errors;
                            if (!valid4)
                              break;
                          }
                        }
                        var valid0 = _errs24 === errors;
                      } else
                        var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate13.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate13.errors = vErrors, errors === 0;
}
validate13.evaluated = { props: { startTime: true, endTime: true, bucketSize: true, grouping: true, endpointId: true, templateId: true, imageName: true, gpuTypeId: true, dataCenterId: true }, dynamicProps: false, dynamicItems: false };
function validate122(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate122.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate13(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors), errors = vErrors.length), validate122.errors = vErrors, errors === 0;
}
validate122.evaluated = { props: { startTime: true, endTime: true, bucketSize: true, grouping: true, endpointId: true, templateId: true, imageName: true, gpuTypeId: true, dataCenterId: true }, dynamicProps: false, dynamicItems: false };
var NetworkVolumeBilling = validate152;
var schema24 = { type: "object", properties: { startTime: { type: "string" }, endTime: { type: "string" }, bucketSize: { type: "string", enum: ["hour", "day", "week", "month", "year"] } }, required: [] };
function validate152(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate152.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.startTime !== void 0) {
        let data0 = data.startTime, _errs2 = errors;
        if (typeof data0 != "string") {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "string" && (coerced0 = data0)), coerced0 === void 0)
            if (dataType0 == "number" || dataType0 == "boolean")
              coerced0 = "" + data0;
            else if (data0 === null)
              coerced0 = "";
            else
              return validate152.errors = [{ instancePath: instancePath + "/startTime", schemaPath: "spec0#/queries/NetworkVolumeBilling/properties/startTime/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.startTime = coerced0));
        }
        var valid1 = _errs2 === errors;
      } else
        var valid1 = true;
      if (valid1) {
        if (data.endTime !== void 0) {
          let data1 = data.endTime, _errs4 = errors;
          if (typeof data1 != "string") {
            let dataType1 = typeof data1, coerced1;
            if (dataType1 == "object" && Array.isArray(data1) && data1.length == 1 && (data1 = data1[0], dataType1 = typeof data1, typeof data1 == "string" && (coerced1 = data1)), coerced1 === void 0)
              if (dataType1 == "number" || dataType1 == "boolean")
                coerced1 = "" + data1;
              else if (data1 === null)
                coerced1 = "";
              else
                return validate152.errors = [{ instancePath: instancePath + "/endTime", schemaPath: "spec0#/queries/NetworkVolumeBilling/properties/endTime/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
            coerced1 !== void 0 && (data1 = coerced1, data !== void 0 && (data.endTime = coerced1));
          }
          var valid1 = _errs4 === errors;
        } else
          var valid1 = true;
        if (valid1)
          if (data.bucketSize !== void 0) {
            let data2 = data.bucketSize, _errs6 = errors;
            if (typeof data2 != "string") {
              let dataType2 = typeof data2, coerced2;
              if (dataType2 == "object" && Array.isArray(data2) && data2.length == 1 && (data2 = data2[0], dataType2 = typeof data2, typeof data2 == "string" && (coerced2 = data2)), coerced2 === void 0)
                if (dataType2 == "number" || dataType2 == "boolean")
                  coerced2 = "" + data2;
                else if (data2 === null)
                  coerced2 = "";
                else
                  return validate152.errors = [{ instancePath: instancePath + "/bucketSize", schemaPath: "spec0#/queries/NetworkVolumeBilling/properties/bucketSize/type", keyword: "type", params: { type: "string" }, message: "must be string" }], false;
              coerced2 !== void 0 && (data2 = coerced2, data !== void 0 && (data.bucketSize = coerced2));
            }
            if (!(data2 === "hour" || data2 === "day" || data2 === "week" || data2 === "month" || data2 === "year"))
              return validate152.errors = [{ instancePath: instancePath + "/bucketSize", schemaPath: "spec0#/queries/NetworkVolumeBilling/properties/bucketSize/enum", keyword: "enum", params: { allowedValues: schema24.properties.bucketSize.enum }, message: "must be equal to one of the allowed values" }], false;
            var valid1 = _errs6 === errors;
          } else
            var valid1 = true;
      }
    } else
      return validate152.errors = [{ instancePath, schemaPath: "spec0#/queries/NetworkVolumeBilling/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate152.errors = vErrors, errors === 0;
}
validate152.evaluated = { props: { startTime: true, endTime: true, bucketSize: true }, dynamicProps: false, dynamicItems: false };
var RunSyncJob2 = validate162;
function validate162(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate162.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === errors)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      if (data.wait !== void 0) {
        let data0 = data.wait, _errs2 = errors;
        if (!(typeof data0 == "number" && !(data0 % 1) && !isNaN(data0))) {
          let dataType0 = typeof data0, coerced0;
          if (dataType0 == "object" && Array.isArray(data0) && data0.length == 1 && (data0 = data0[0], dataType0 = typeof data0, typeof data0 == "number" && !(data0 % 1) && !isNaN(data0) && (coerced0 = data0)), coerced0 === void 0)
            if (dataType0 === "boolean" || data0 === null || dataType0 === "string" && data0 && data0 == +data0 && !(data0 % 1))
              coerced0 = +data0;
            else
              return validate162.errors = [{ instancePath: instancePath + "/wait", schemaPath: "spec1#/queries/RunSyncJob/properties/wait/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], false;
          coerced0 !== void 0 && (data0 = coerced0, data !== void 0 && (data.wait = coerced0));
        }
        if (errors === _errs2 && typeof data0 == "number") {
          if (data0 > 3e5 || isNaN(data0))
            return validate162.errors = [{ instancePath: instancePath + "/wait", schemaPath: "spec1#/queries/RunSyncJob/properties/wait/maximum", keyword: "maximum", params: { comparison: "<=", limit: 3e5 }, message: "must be <= 300000" }], false;
          if (data0 < 1e3 || isNaN(data0))
            return validate162.errors = [{ instancePath: instancePath + "/wait", schemaPath: "spec1#/queries/RunSyncJob/properties/wait/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1e3 }, message: "must be >= 1000" }], false;
        }
      }
    } else
      return validate162.errors = [{ instancePath, schemaPath: "spec1#/queries/RunSyncJob/type", keyword: "type", params: { type: "object" }, message: "must be object" }], false;
  return validate162.errors = vErrors, errors === 0;
}
validate162.evaluated = { props: { wait: true }, dynamicProps: false, dynamicItems: false };
var requests = {
  "GET /pods": { query: ListPods },
  "POST /pods": { body: CreatePod, members: ["name", "imageName", "templateId", "containerRegistryAuthId", "dockerEntrypoint", "dockerStartCmd", "env", "ports", "computeType", "cloudType", "gpuTypeIds", "gpuTypePriority", "gpuCount", "allowedCudaVersions", "minRAMPerGPU", "minVCPUPerGPU", "minDiskBandwidthMBps", "minDownloadMbps", "minUploadMbps", "cpuFlavorIds", "cpuFlavorPriority", "vcpuCount", "dataCenterIds", "dataCenterPriority", "countryCodes", "supportPublicIp", "globalNetworking", "containerDiskInGb", "volumeInGb", "volumeMountPath", "networkVolumeId", "interruptible", "locked"] },
  "GET /pods/{podId}": { query: GetPod },
  "PATCH /pods/{podId}": { body: PatchPod },
  "POST /pods/{podId}/update": { body: PatchPod },
  "GET /endpoints": { query: ListEndpoints },
  "POST /endpoints": { body: CreateEndpoint, members: ["name", "templateId", "computeType", "gpuTypeIds", "gpuCount", "cpuFlavorIds", "vcpuCount", "allowedCudaVersions", "minCudaVersion", "dataCenterIds", "networkVolumeId", "networkVolumeIds", "workersMin", "workersMax", "scalerType", "scalerValue", "idleTimeout", "executionTimeoutMs", "flashboot"] },
  "GET /endpoints/{endpointId}": { query: GetEndpoint },
  "PATCH /endpoints/{endpointId}": { body: PatchEndpoint },
  "POST /endpoints/{endpointId}/update": { body: PatchEndpoint },
  "POST /networkvolumes": { body: CreateNetworkVolume, members: ["name", "size", "dataCenterId"] },
  "PATCH /networkvolumes/{networkVolumeId}": { body: PatchNetworkVolume },
  "POST /networkvolumes/{networkVolumeId}/update": { body: PatchNetworkVolume },
  "GET /templates": { query: ListTemplates },
  "POST /templates": { body: CreateTemplate, members: ["name", "imageName", "category", "isServerless", "isPublic", "containerRegistryAuthId", "dockerEntrypoint", "dockerStartCmd", "env", "ports", "containerDiskInGb", "volumeInGb", "volumeMountPath", "readme"] },
  "GET /templates/{templateId}": { query: GetTemplate },
  "PATCH /templates/{templateId}": { body: PatchTemplate },
  "POST /templates/{templateId}/update": { body: PatchTemplate },
  "POST /containerregistryauth": { body: CreateContainerRegistryAuth, members: ["name", "username", "password"] },
  "GET /billing/pods": { query: PodBilling },
  "GET /billing/endpoints": { query: EndpointBilling },
  "GET /billing/networkvolumes": { query: NetworkVolumeBilling },
  "POST /v2/{slug}/run": { body: RunJob, members: ["input", "webhook", "policy", "s3Config"] },
  "POST /v2/{slug}/runsync": { body: RunSyncJob, query: RunSyncJob2, members: ["input", "webhook", "policy", "s3Config"] }
};
function takesBody(route) {
  return route === "POST /graphql" || requests[route]?.body !== void 0;
}
function checkBody(route, body) {
  let validate3 = requests[route]?.body;
  validate3 && check2(validate3, body, "the body");
}
function bodyMembers(route) {
  return requests[route]?.members;
}
function validBody(route, members) {
  let entries = Object.entries(members).filter(
    ([, value]) => value != null
  ), body = Object.fromEntries(entries);
  return checkBody(route, body), body;
}
function readQuery(route, search) {
  let validate3 = requests[route]?.query, query = {};
  for (let name of new Set(search.keys())) {
    let values = search.getAll(name);
    query[name] = values.length > 1 ? values : values[0];
  }
  return validate3 && check2(validate3, query, "the query"), query;
}
function check2(validate3, data, whole) {
  if (validate3(data)) return;
  let issue = validate3.errors?.[0], message = issue ? describeIssue(issue, data, whole) : `${whole} is not valid`;
  throw new ApiError(400, message);
}
function describeIssue(issue, data, whole) {
  let path = issue.instancePath.split("/").slice(1).map(unescapePointer);
  if (issue.keyword === "required") {
    let missing = String(issue.params.missingProperty);
    return `${[...path, missing].join(".")} is required`;
  }
  let value = describeValue(path, valueAt2(data, path));
  return `${path.join(".") || whole} ${describeRule(issue)} (it was ${value})`;
}
function describeRule({ keyword, message, params }) {
  let allowed = params.allowedValues;
  return keyword === "enum" && Array.isArray(allowed) ? `must be one of ${allowed.join(", ")}` : message ?? `breaks the rule ${keyword}`;
}
function valueAt2(data, path) {
  return path.reduce((value, name) => Array.isArray(value) ? value[Number(name)] : isRecord(value) ? value[name] : void 0, data);
}
function unescapePointer(name) {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
var inserts = {
  containerRegistryAuths: inserter(
    "POST /containerregistryauth",
    createRegistryAuth
  ),
  networkVolumes: inserter("POST /networkvolumes", createNetworkVolume),
  templates: inserter("POST /templates", createTemplate),
  endpoints: inserter("POST /endpoints", createEndpoint),
  pods: inserter("POST /pods", insertPod, "desiredStatus"),
  jobs: inserter("POST /v2/{slug}/run", insertJob, "slug")
};
function seedAccount(state, data) {
  checkNames("seed", data, Object.keys(inserts));
  let members = copyData(data);
  state.clock.runDue();
  try {
    for (let [member, insert] of Object.entries(inserts))
      itemsOf(members, member).forEach(
        (item, index) => insertItem(state, insert, item, `${member}[${index}]`)
      );
  } finally {
    emitChange(state);
  }
}
function copyData(data) {
  try {
    let copy = toJson(data);
    return isRecord(copy) ? copy : {};
  } catch (cause) {
    let message = "seed: the data cannot be represented as JSON";
    throw new TypeError(message, { cause });
  }
}
function itemsOf(members, member) {
  let items = members[member] ?? [];
  if (Array.isArray(items)) return items;
  let value = describeValue([], items);
  throw new TypeError(`seed: ${member} must be a list (it was ${value})`);
}
function insertItem(state, insert, item, label) {
  let { newId } = state;
  try {
    insert(state, item, label);
  } catch (error) {
    throw error instanceof ApiError ? new TypeError(`${label}: ${error.message}`, { cause: error }) : error;
  } finally {
    state.newId = newId;
  }
}
function inserter(route, create, ownMember) {
  let ownMembers = ownMember === void 0 ? [] : [ownMember];
  return (state, item, label) => {
    let { id, ...members } = isRecord(item) ? item : { id: void 0 }, body = isRecord(item) ? members : item;
    checkBody(route, body);
    let known = bodyMembers(route);
    known && checkNames(label, item, [...known, "id", ...ownMembers]), id !== void 0 && (state.newId = startingWith(state, id)), create(state, body, ownMember && members[ownMember]);
  };
}
function startingWith(state, id) {
  if (typeof id != "string" || id === "") {
    let value = describeValue([], id);
    throw new ApiError(400, `id must be a text (it was ${value})`);
  }
  let { pods, endpoints, templates, networkVolumes, registryAuths, jobs } = state;
  if ([pods, endpoints, templates, networkVolumes, registryAuths, jobs].some((items) => items.has(id)))
    throw new ApiError(400, `the id "${id}" is taken`);
  let { newId } = state, isUsed = false;
  return () => isUsed ? newId() : (isUsed = true, id);
}
function insertPod(state, body, desiredStatus = "RUNNING") {
  if (desiredStatus !== "RUNNING" && desiredStatus !== "EXITED") {
    let value = describeValue([], desiredStatus), rule = "desiredStatus must be RUNNING or EXITED";
    throw new ApiError(400, `${rule} (it was ${value})`);
  }
  let pod = createPod(state, body);
  desiredStatus === "EXITED" && stopPod(state, pod.id);
}
function insertJob(state, body, slug) {
  submitJob(state, { slug: String(slug), kind: "run", origin: "https://emulator.invalid" }, body);
}
var ApiKeys = class {
  #keys;
  #revoked = /* @__PURE__ */ new Set();
  constructor({ apiKey, keys }) {
    this.#keys = /* @__PURE__ */ new Set([apiKey, ...keys]);
  }
  isValid(key) {
    return this.#keys.has(key) && !this.#revoked.has(key);
  }
  revoke(key) {
    this.#revoked.add(key);
  }
  /** Makes every revoked key valid again. */
  clear() {
    this.#revoked.clear();
  }
};
function cutInMemory(response, { cutAfter }) {
  if (cutAfter === void 0) return response;
  if (cutAfter === "reset")
    throw new TypeError("fetch failed", { cause: connectionReset() });
  return new Response(truncatedBody(response, cutAfter), response);
}
function truncatedBody(response, bytes) {
  return new ReadableStream({
    async start(controller) {
      let body = new Uint8Array(await response.arrayBuffer());
      bytes > 0 && controller.enqueue(body.subarray(0, bytes));
    },
    // Called once the first bytes were read. An earlier error would drop those bytes.
    pull: (controller) => controller.error(
      new TypeError("terminated", { cause: connectionReset() })
    )
  });
}
function connectionReset() {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
}
function mountPage(app, service) {
  let answer = async (request) => {
    let connection = {};
    return cutInMemory(await app.fetch(request, connection), connection);
  }, serve = async (request) => {
    let { servePage } = await Promise.resolve().then(() => __toESM(require("./emulator-serve-page-7JQDLA5K.js")));
    return servePage({ service, answer }, request);
  };
  app.get("/", ({ req }) => serve(req.raw)), app.all("/_emulator/*", ({ req }) => serve(req.raw));
}
var synonyms = {
  "PATCH /pods/{podId}": "POST /pods/{podId}/update",
  "PATCH /endpoints/{endpointId}": "POST /endpoints/{endpointId}/update",
  "PATCH /networkvolumes/{networkVolumeId}": "POST /networkvolumes/{networkVolumeId}/update",
  "PATCH /templates/{templateId}": "POST /templates/{templateId}/update"
};
var schema = `# The GraphQL API, written by hand: the source of the generated types, of the documented functions of
# \`client.graphql\`, and of the emulator's answers. The service does not let its own schema be fetched.
# \`@source(name: "public-reference")\` marks what the interface document does not show and the public reference
# does; on a type it covers every field of it. What carries no mark is what the interface document states.
# Fields of doubtful meaning, secrets that can be read back and private account matters are left out.

"""
Tells where a definition was learned. What carries no such mark is stated by the interface document.
"""
directive @source(
  """
  Which text the definition was read from, such as \`public-reference\`.
  """
  name: String!
) on OBJECT | FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_OBJECT | INPUT_FIELD_DEFINITION | ENUM | ENUM_VALUE | SCALAR

"""
A moment as an ISO 8601 string in UTC, such as \`2026-01-31T12:00:00Z\`.
"""
scalar DateTime @source(name: "public-reference")

"""
Any value that can be written in JavaScript object notation, without a fixed shape.
"""
scalar JSON @source(name: "public-reference")

"""
A network port, as a whole number from 1 to 65535.
"""
scalar Port @source(name: "public-reference")

"""
Nothing: the answer is always null. Success is a null without errors beside it.
"""
scalar Void @source(name: "public-reference")

"""
What can be read. A resource that does not exist is null, not an error.
"""
type Query {
  """
  The account the API key belongs to, with everything it owns. Null when no key is sent.
  """
  myself: User

  """
  The kinds of GPU on offer, with memory, prices and stock. Answers without an API key.
  """
  gpuTypes(
    """
    Narrows the list to certain kinds; all of them when left out.
    """
    input: GpuTypeFilter @source(name: "public-reference")
  ): [GpuType]

  """
  One Pod of the account with its state, machine and costs. Null when the ID is unknown.
  """
  pod(
    """
    Which rental to read, by its identifier.
    """
    input: PodFilter
  ): Pod @source(name: "public-reference")

  """
  The templates the caller may use, own and public.
  """
  podTemplates(
    """
    Narrows the list by publisher; everything visible when left out.
    """
    input: PodTemplateInput
  ): [PodTemplate] @source(name: "public-reference")

  """
  One saved container setup. Null when the ID is unknown.
  """
  podTemplate(
    """
    Which one to read, by its identifier rather than its name.
    """
    id: String!
  ): PodTemplate @source(name: "public-reference")

  """
  The places machines and network volumes are in, with what each has in stock. Answers without an API key.
  """
  dataCenters: [DataCenter] @source(name: "public-reference")

  """
  The processor models found in machines. Answers without an API key.
  """
  cpuTypes: [CpuType] @source(name: "public-reference")

  """
  The families of instances that Pods without a GPU are rented from, with price and stock. Answers without an API key.
  """
  cpuFlavors(
    """
    Narrows the list to one family; all of them when left out.
    """
    input: CpuFlavorInput
  ): [CpuFlavor] @source(name: "public-reference")

  """
  The groups of GPU kinds that a Serverless endpoint draws its workers from.
  """
  serverlessGpuPools: [ServerlessGpuPool] @source(name: "public-reference")
}

"""
What can be changed. None of these is repeated by itself: a lost answer may hide a change that was made.
"""
type Mutation @source(name: "public-reference") {
  """
  Rents a Pod that is not taken away and starts it; billing begins at once. Null, or an error, when no machine with the
  wanted hardware is free.
  """
  podFindAndDeployOnDemand(
    """
    Hardware to look for and container to start on it.
    """
    input: PodFindAndDeployOnDemandInput
  ): Pod

  """
  Rents a Pod at a bid and starts it; billing begins at once. A higher bid may take the machine away at any time.
  """
  podRentInterruptable(
    """
    Bid, hardware to look for and container to start on it.
    """
    input: PodRentInterruptableInput!
  ): Pod
    @deprecated(
      reason: "At risk: no longer in the public reference. Use podFindAndDeployOnDemand."
    )

  """
  Starts a stopped Pod again at a new bid; billing for the machine begins anew.
  """
  podBidResume(
    """
    Which one to start, and what to offer for it.
    """
    input: PodBidResumeInput!
  ): Pod
    @deprecated(
      reason: "At risk: no longer in the public reference. Use podResume."
    )

  """
  Starts a stopped Pod on the machine that holds its volume; billing for the machine begins anew. Fails when too few
  GPUs are free there.
  """
  podResume(
    """
    Which one to start, and with how many GPUs.
    """
    input: PodResumeInput!
  ): Pod

  """
  Stops a Pod and frees its GPUs, which others may then take. The container disk is lost; the volume stays, and is
  billed on.
  """
  podStop(
    """
    Which rental to halt, by its identifier.
    """
    input: PodStopInput!
  ): Pod

  """
  Removes a Pod for good, with its container disk and its own volume, and ends its billing. A network volume survives.
  """
  podTerminate(
    """
    Which rental to remove, by its identifier.
    """
    input: PodTerminateInput!
  ): Void

  """
  Changes the container of a Pod and restarts it. The container disk is lost; the volume stays.
  """
  podEditJob(
    """
    Which one to change, and the new setup.
    """
    input: PodEditJobInput!
  ): Pod

  """
  Rents a Pod without a GPU and starts it; billing begins at once.
  """
  deployCpuPod(
    """
    Instance to rent and container to start on it.
    """
    input: deployCpuPodInput!
  ): Pod

  """
  Creates a template, or overwrites the one whose \`id\` is given. A name already taken in the account is refused.
  """
  saveTemplate(
    """
    The whole setup to store.
    """
    input: SaveTemplateInput
  ): PodTemplate

  """
  Removes a template. Refused while a Pod or endpoint uses it.
  """
  deleteTemplate(
    """
    What the template is called; it is not found by ID here.
    """
    templateName: String!
  ): Void

  """
  Creates a Serverless endpoint, or replaces the one whose \`id\` is given as a whole: a field left out falls back to its
  default. Workers are billed while they run; with \`workersMin\` above 0 some always do.
  """
  saveEndpoint(
    """
    The whole setup to store.
    """
    input: EndpointInput!
  ): Endpoint

  """
  Removes a Serverless endpoint with its queue. Refused unless \`workersMin\` and \`workersMax\` are both 0.
  """
  deleteEndpoint(
    """
    Which deployment to remove, by its identifier.
    """
    id: String!
  ): Void

  """
  Puts another template under a Serverless endpoint; its workers are replaced with ones that run the new image.
  """
  updateEndpointTemplate(
    """
    Which two to tie together.
    """
    input: UpdateEndpointTemplateInput
  ): Endpoint

  """
  Stores credentials for a registry of private images. The password cannot be read back.
  """
  saveRegistryAuth(
    """
    Credentials, and a name to find them by.
    """
    input: SaveRegistryAuthInput
  ): ContainerRegistryAuth

  """
  Replaces the credentials stored under an ID. Containers pull with the new ones from then on.
  """
  updateRegistryAuth(
    """
    Which record to change, and its new credentials.
    """
    input: UpdateRegistryAuthInput
  ): ContainerRegistryAuth

  """
  Forgets stored credentials. Images that need them can then no longer be pulled.
  """
  deleteRegistryAuth(
    """
    Which record to forget.
    """
    registryAuthId: String!
  ): Void

  """
  Reserves storage in one data center, to be mounted by Pods and workers there. It is billed by size from now on, used
  or not.
  """
  createNetworkVolume(
    """
    Name, size and place of the storage.
    """
    input: CreateNetworkVolumeInput!
  ): NetworkVolume

  """
  Renames a network volume or makes it larger. It cannot be made smaller.
  """
  updateNetworkVolume(
    """
    Which one to change, and its new name or size.
    """
    input: UpdateNetworkVolumeInput!
  ): NetworkVolume

  """
  Removes a network volume with everything stored on it, and ends its billing. It cannot be undone.
  """
  deleteNetworkVolume(
    """
    Which storage to remove, by its identifier.
    """
    input: DeleteNetworkVolumeInput!
  ): Void
}

# Accounts

"""
The account of the caller, or the team it acts for.
"""
type User {
  """
  What the account is known by throughout the API.
  """
  id: String

  """
  Address the account is registered and written to under.
  """
  email: String

  """
  True when several people share this account as a team.
  """
  isTeam: Boolean @source(name: "public-reference")

  """
  True when signing in to the console asks for a second proof beside the password.
  """
  multiFactorEnabled: Boolean @source(name: "public-reference")

  """
  SSH public keys, one a line, that new Pods let in.
  """
  pubKey: String @source(name: "public-reference")

  """
  Credit left on the account, in its currency. Pods are stopped when it runs out.
  """
  clientBalance: Float @source(name: "public-reference")

  """
  Credit below which nothing new can be started, in the currency of the account.
  """
  minBalance: Float @source(name: "public-reference")

  """
  True when the credit has fallen under \`minBalance\`, so that nothing new can be started.
  """
  underBalance: Boolean @source(name: "public-reference")

  """
  What everything now running and stored costs together, in the currency of the account per hour.
  """
  currentSpendPerHr: Float @source(name: "public-reference")

  """
  Cap on \`currentSpendPerHr\`, in the currency of the account per hour. What would go over it is refused.
  """
  spendLimit: Float @source(name: "public-reference")

  """
  What the account has paid for computing so far, in its currency.
  """
  clientLifetimeSpend: Float @source(name: "public-reference")

  """
  How many workers all Serverless endpoints of the account may have at once, taken together.
  """
  maxServerlessConcurrency: Int @source(name: "public-reference")

  """
  Every Pod of the account, running or stopped; terminated ones are gone.
  """
  pods: [Pod] @source(name: "public-reference")

  """
  Container setups saved by the account, for Pods and for Serverless endpoints.
  """
  podTemplates: [PodTemplate] @source(name: "public-reference")

  """
  Serverless endpoints of the account; empty when there are none.
  """
  endpoints: [Endpoint]! @source(name: "public-reference")

  """
  One Serverless deployment of the account. Null when the ID is unknown.
  """
  endpoint(
    """
    Which deployment to read, by its identifier.
    """
    id: String!
  ): Endpoint @source(name: "public-reference")

  """
  Storage the account has reserved, whether mounted or not.
  """
  networkVolumes: [NetworkVolume] @source(name: "public-reference")

  """
  Saved logins for registries of private images, without their passwords.
  """
  containerRegistryCreds: [ContainerRegistryAuth]
    @source(name: "public-reference")

  """
  Commitments that lower the hourly price of single Pods.
  """
  savingsPlans: [SavingsPlan] @source(name: "public-reference")
}

"""
A saved login for a registry of private images. The password is never shown.
"""
type ContainerRegistryAuth @source(name: "public-reference") {
  """
  What Pods and templates refer to it by, in \`containerRegistryAuthId\`.
  """
  id: String

  """
  Label chosen by the user, unique within the account.
  """
  name: String
}

"""
A commitment to rent a GPU for a fixed time at a lower hourly price.
"""
type SavingsPlan @source(name: "public-reference") {
  """
  Moment the lower price begins to apply.
  """
  startTime: DateTime

  """
  Moment the lower price ends and the normal one returns.
  """
  endTime: DateTime

  """
  Length of the commitment in words, such as a number of months.
  """
  planLength: String

  """
  Kind of commitment, as the service names it.
  """
  savingsPlanType: String

  """
  Price while the commitment lasts, in the currency of the account per hour.
  """
  costPerHr: Float

  """
  Part paid in advance when the commitment was made, in the currency of the account.
  """
  upfrontCost: Float

  """
  Which kind of GPU the lower price is for.
  """
  gpuTypeId: String

  """
  The kind of GPU the lower price is for, in full.
  """
  gpuType: GpuType

  """
  Which rented machine the lower price is applied to.
  """
  podId: String

  """
  The rented machine the lower price is applied to, in full.
  """
  pod: Pod
}

# Pods

"""
What state a Pod is meant to be in; the machine follows with a short delay.
"""
enum PodStatus @source(name: "public-reference") {
  """
  Rented, but its container has not been started yet.
  """
  CREATED

  """
  Its container is up, and the machine is billed.
  """
  RUNNING

  """
  Its container goes down and comes straight up again.
  """
  RESTARTING

  """
  Stopped: no GPU is held, and only the volume is billed.
  """
  EXITED

  """
  Halted for the moment, to be continued where it was.
  """
  PAUSED

  """
  Its container has broken down and does not come up again by itself.
  """
  DEAD

  """
  Removed for good, with its disks.
  """
  TERMINATED
}

"""
On what terms a Pod is rented.
"""
enum PodType @source(name: "public-reference") {
  """
  Spot price: a higher offer may take the machine away.
  """
  INTERRUPTABLE

  """
  Fixed price: the machine stays until it is given back.
  """
  RESERVED

  """
  Rented by offering an own price per GPU.
  """
  BID

  """
  Fills idle hardware on behalf of its owner.
  """
  BACKGROUND
}

"""
Which class of hosts to rent from.
"""
enum CloudTypeEnum @source(name: "public-reference") {
  """
  Hosts in audited data centers.
  """
  SECURE

  """
  Vetted hosts run by third parties, mostly cheaper.
  """
  COMMUNITY

  """
  Either class, whichever has a fitting machine.
  """
  ALL
}

"""
Which sort of processor the work is done on.
"""
enum ComputeType @source(name: "public-reference") {
  """
  General processors only, rented by the core.
  """
  CPU

  """
  Graphics cards, rented by the piece.
  """
  GPU
}

"""
A standard or law that a data center has been audited against.
"""
enum Compliance @source(name: "public-reference") {
  """
  Data protection regulation of the European Union.
  """
  GDPR

  """
  International standard for the management of information security.
  """
  ISO_IEC_27001

  """
  International standard for environmental management.
  """
  ISO_14001

  """
  Security standard of the payment card industry.
  """
  PCI_DSS

  """
  Security framework that has its origin in health care.
  """
  HITRUST

  """
  Audit of the controls behind financial reports, over a period of time.
  """
  SOC_1_TYPE_2

  """
  Audit of security, availability and confidentiality controls, over a period of time.
  """
  SOC_2_TYPE_2

  """
  Public summary of an audit of security controls, over a period of time.
  """
  SOC_3_TYPE_2

  """
  United States rules for the export of defense articles and their data.
  """
  ITAR

  """
  United States law on the security of federal systems, at the highest impact level.
  """
  FISMA_HIGH
}

"""
A rented container on one machine, with or without GPUs.
"""
type Pod @source(name: "public-reference") {
  """
  What every other call names it by.
  """
  id: String!

  """
  Label chosen by the user.
  """
  name: String!

  """
  State it is meant to be in. \`runtime\` tells whether the container is really up.
  """
  desiredStatus: PodStatus!

  """
  Latest change of state in words, with its time and its cause.
  """
  lastStatusChange: String

  """
  Moment it was first rented.
  """
  createdAt: DateTime

  """
  Moment its container last came up. Null when it never has.
  """
  lastStartedAt: DateTime

  """
  How long it has been up since its last start, in seconds.
  """
  uptimeSeconds: Int

  """
  Counter that rises with each change of its setup.
  """
  version: Int

  """
  True when it is protected from being stopped or changed.
  """
  locked: Boolean

  """
  Terms of the rental: fixed price or spot.
  """
  podType: PodType

  """
  List price while it runs, in the currency of the account per hour.
  """
  costPerHr: Float!

  """
  Price really charged while it runs, after savings plans and discounts, in the currency of the account per hour.
  """
  adjustedCostPerHr: Float!

  """
  Factor on the list price; below 1 it is a discount.
  """
  costMultiplier: Float

  """
  Smallest offer that would start it again at spot terms, in the currency of the account per GPU and hour.
  """
  lowestBidPriceToResume: Float

  """
  Commitments that lower its price; empty when there are none.
  """
  savingsPlans: [SavingsPlan]

  """
  Container image with repository and tag.
  """
  imageName: String!

  """
  Command that replaces the default start command of the image; empty when the image decides.
  """
  dockerArgs: String

  """
  Identifier of the container on its host.
  """
  dockerId: String

  """
  Variables set in the container, each as \`KEY=value\`. They may hold secrets.
  """
  env: [String]

  """
  Port inside the container that is reached over HTTP.
  """
  port: Port

  """
  What is exposed, as a list of \`port/protocol\` with commas between, such as \`8888/http,22/tcp\`.
  """
  ports: String

  """
  Which saved setup it was started from. Null when there was none.
  """
  templateId: String

  """
  Which saved login its image is pulled with. Null for a public image.
  """
  containerRegistryAuthId: String

  """
  Space for system, applications and temporary data, in GB. It is emptied whenever the Pod stops.
  """
  containerDiskInGb: Int

  """
  Space that survives a stop, in GB, billed until the Pod is terminated.
  """
  volumeInGb: Float

  """
  Where in the container the persistent space appears, as an absolute path.
  """
  volumeMountPath: String

  """
  True when what is stored on the persistent space is unreadable without its key.
  """
  volumeEncrypted: Boolean!

  """
  Which shared storage is mounted instead of a volume of its own. Null when none is.
  """
  networkVolumeId: String

  """
  The shared storage that is mounted, in full. Null when none is.
  """
  networkVolume: NetworkVolume

  """
  How many graphics cards it holds; 0 for a Pod without.
  """
  gpuCount: Int!

  """
  The graphics cards it holds, one by one.
  """
  gpus: [Gpu]!

  """
  Cap on the electrical power of each graphics card, in percent of what the card is built for.
  """
  gpuPowerLimitPercent: Int!

  """
  Main memory it may use, in GB.
  """
  memoryInGb: Float!

  """
  How many virtual processor cores it may use, fractions included.
  """
  vcpuCount: Float!

  """
  Which family of instances it is rented from, for a Pod without GPUs.
  """
  cpuFlavorId: String

  """
  The family of instances it is rented from, in full.
  """
  cpuFlavor: CpuFlavor

  """
  Which physical host it is placed on.
  """
  machineId: String!

  """
  The host it is on: place, prices, network and processor.
  """
  machine: PodMachineInfo

  """
  What the running container reports: load, ports and uptime. Null while it is not up.
  """
  runtime: PodRuntime

  """
  Most recent measurements of load, temperature and power.
  """
  latestTelemetry: PodTelemetry

  """
  The Serverless deployment it is a worker of. Null for a Pod rented directly.
  """
  endpoint: Endpoint
}

"""
One graphics card held by a Pod.
"""
type Gpu @source(name: "public-reference") {
  """
  What the card is known by on its host.
  """
  id: String!

  """
  Which rental holds the card at present.
  """
  podId: String
}

"""
The host a Pod is on, as far as its tenants may see it.
"""
type PodMachineInfo @source(name: "public-reference") {
  """
  What the host is known by.
  """
  id: String

  """
  Country or region the host is in, as a short code.
  """
  location: String

  """
  Which site the host is in. Null for a host of a third party.
  """
  dataCenterId: String

  """
  True when the host is in an audited data center, false for a host of a third party.
  """
  secureCloud: Boolean

  """
  True when the host takes on new Pods.
  """
  listed: Boolean

  """
  User part of the address that the SSH gateway forwards to this rental.
  """
  podHostId: String

  """
  True when TCP ports can be opened to the internet directly.
  """
  supportPublicIp: Boolean

  """
  Price of the rental on this host, in the currency of the account per hour.
  """
  costPerHr: Float

  """
  Price of one graphics card of the host at present, in the currency of the account per hour.
  """
  currentPricePerGpu: Float

  """
  Which kind of graphics card the host has.
  """
  gpuTypeId: String

  """
  The kind of graphics card the host has, in full.
  """
  gpuType: GpuType

  """
  Name of the graphics cards for people to read.
  """
  gpuDisplayName: String

  """
  How many graphics cards of the host are free now.
  """
  gpuAvailable: Int

  """
  Smallest number of graphics cards that is rented out together here.
  """
  minPodGpuCount: Int

  """
  Which processor model the host has.
  """
  cpuTypeId: String

  """
  The processor model the host has, in full.
  """
  cpuType: CpuType

  """
  How many processor cores the host has.
  """
  cpuCount: Int

  """
  How many virtual cores the host can give out in all.
  """
  vcpuTotal: Int

  """
  How many virtual cores are given out already, fractions included.
  """
  vcpuReserved: Float

  """
  Main memory the host can give out in all, in GB.
  """
  memoryTotal: Int

  """
  Main memory that is given out already, in GB.
  """
  memoryReserved: Float

  """
  Speed of the local disk, in megabytes per second.
  """
  diskMBps: Int

  """
  Fastest transfer from the internet, in megabits per second.
  """
  maxDownloadSpeedMbps: Int

  """
  Fastest transfer to the internet, in megabits per second.
  """
  maxUploadSpeedMbps: Int

  """
  Remark of the owner about the host. Null when there is none.
  """
  note: String

  """
  Moment announced works on the host begin; Pods may be down from then. Null when none are planned.
  """
  maintenanceStart: DateTime

  """
  Moment announced works on the host are to be over.
  """
  maintenanceEnd: DateTime

  """
  Reason for the announced works, in words.
  """
  maintenanceNote: String

  """
  Software the host runs on.
  """
  machineSystem: MachineSystem
}

"""
Software versions of a host.
"""
type MachineSystem @source(name: "public-reference") {
  """
  Operating system, by name and release.
  """
  os: String

  """
  Version of the kernel that every container on the host shares.
  """
  kernelVersion: String

  """
  Version of the engine that starts the containers.
  """
  dockerVersion: String

  """
  Highest version of CUDA that the driver supports, such as \`12.8\`.
  """
  cudaVersion: String
}

"""
What a running container reports.
"""
type PodRuntime @source(name: "public-reference") {
  """
  How long the container has been up, in seconds.
  """
  uptimeInSeconds: Int

  """
  Load on processor and main memory.
  """
  container: PodRuntimeContainer

  """
  Load on each graphics card.
  """
  gpus: [PodRuntimeGpus]

  """
  Under which address each exposed port can be reached.
  """
  ports: [PodRuntimePorts]
}

"""
Load on processor and main memory.
"""
type PodRuntimeContainer @source(name: "public-reference") {
  """
  Processor time in use, from 0 to 100.
  """
  cpuPercent: Int

  """
  Main memory in use, from 0 to 100.
  """
  memoryPercent: Int
}

"""
Load on one graphics card.
"""
type PodRuntimeGpus @source(name: "public-reference") {
  """
  What the card is known by on its host.
  """
  id: String

  """
  Share of time the card was computing, from 0 to 100.
  """
  gpuUtilPercent: Int

  """
  Share of the card's own memory in use, from 0 to 100.
  """
  memoryUtilPercent: Int
}

"""
How one exposed port is reached from outside.
"""
type PodRuntimePorts @source(name: "public-reference") {
  """
  Address to connect to.
  """
  ip: String

  """
  True when the address can be reached from the internet, false when only through the proxy.
  """
  isIpPublic: Boolean

  """
  Number the program in the container listens on.
  """
  privatePort: Int

  """
  Number to connect to from outside; it changes when the Pod is started again.
  """
  publicPort: Int

  """
  Protocol, such as \`http\` or \`tcp\`.
  """
  type: String
}

"""
Measurements taken of a Pod at one moment.
"""
type PodTelemetry @source(name: "public-reference") {
  """
  Moment the measurements were taken.
  """
  time: DateTime

  """
  What the container was doing, as the host names it.
  """
  state: String

  """
  Moment the container last changed to what it is doing now, as a Unix timestamp.
  """
  lastStateTransitionTimestamp: Int

  """
  Processor time in use, in percent.
  """
  cpuUtilization: Float

  """
  Main memory in use, in percent.
  """
  memoryUtilization: Float

  """
  Mean over all graphics cards.
  """
  averageGpuMetrics: GpuTelemetry

  """
  Each graphics card by itself.
  """
  individualGpuMetrics: [GpuTelemetry]
}

"""
Measurements taken of one graphics card, or the mean of several.
"""
type GpuTelemetry @source(name: "public-reference") {
  """
  Which card was measured. Null for a mean.
  """
  id: String

  """
  Share of time the card was computing, from 0 to 100.
  """
  percentUtilization: Float

  """
  Share of the card's own memory in use, in percent.
  """
  memoryUtilization: Float

  """
  Heat of the card, in degrees centigrade.
  """
  temperatureCelcius: Float

  """
  Electrical power the card draws, in watts.
  """
  powerWatts: Float
}

"""
Says which rental to read.
"""
input PodFilter @source(name: "public-reference") {
  """
  Which one to read, by its identifier.
  """
  podId: String!
}

"""
One environment variable to set in a container.
"""
input EnvironmentVariableInput {
  """
  Name the program reads it by, such as \`LOG_LEVEL\`.
  """
  key: String!

  """
  Text the program gets. Whoever may read the Pod or template may read it too.
  """
  value: String!
}

"""
Hardware to look for and container to start on it, for a Pod that is not taken away. Either \`imageName\` or \`templateId\`
says what to run; what is given here wins over the template.
"""
input PodFindAndDeployOnDemandInput {
  """
  Label for the new rental. Names are to be unique within the account.
  """
  name: String

  """
  Container image with repository and tag.
  """
  imageName: String

  """
  Command that replaces the default start command of the image. When left out, the image decides.
  """
  dockerArgs: String

  """
  Variables to set in the container.
  """
  env: [EnvironmentVariableInput]

  """
  What to expose, as a list of \`port/protocol\` with commas between, such as \`8888/http,22/tcp\`.
  """
  ports: String

  """
  Port inside the container to reach over HTTP.
  """
  port: Port @source(name: "public-reference")

  """
  Space for system, applications and temporary data, in GB. It is emptied whenever the Pod stops.
  """
  containerDiskInGb: Int

  """
  Space that survives a restart, in GB; 0 for none. It is not used beside a network volume.
  """
  volumeInGb: Int

  """
  Where in the container the persistent space appears, as an absolute path.
  """
  volumeMountPath: String @source(name: "public-reference")

  """
  Which shared storage to mount; the Pod then starts in the data center of that storage.
  """
  networkVolumeId: String @source(name: "public-reference")

  """
  Which saved login to pull a private image with.
  """
  containerRegistryAuthId: String

  """
  Which saved setup to start from.
  """
  templateId: String @source(name: "public-reference")

  """
  Which kind of GPU to rent, by an \`id\` that the \`gpuTypes\` query lists.
  """
  gpuTypeId: String

  """
  Several kinds of GPU that will do, in order of preference; in place of \`gpuTypeId\`.
  """
  gpuTypeIdList: [String] @source(name: "public-reference")

  """
  How many GPUs to rent together on one machine.
  """
  gpuCount: Int

  """
  Rent by the GPU or by the core; GPU when left out.
  """
  computeType: ComputeType @source(name: "public-reference")

  """
  Instances that will do for a Pod without GPUs, such as \`cpu3c-2-4\` for 2 cores and 4 GB.
  """
  instanceIds: [String] @source(name: "public-reference")

  """
  Which class of hosts to look at; either when left out.
  """
  cloudType: CloudTypeEnum @source(name: "public-reference")

  """
  Look only in this site, such as \`EU-RO-1\`.
  """
  dataCenterId: String @source(name: "public-reference")

  """
  Look only in this country, as a two-letter ISO code.
  """
  countryCode: String @source(name: "public-reference")

  """
  Standards that the data center must all have been audited against.
  """
  compliance: [Compliance] @source(name: "public-reference")

  """
  Highest price to accept, in the currency of the account per hour. Nothing is rented above it.
  """
  deployCost: Float @source(name: "public-reference")

  """
  Commitment to make for a lower price. Without it the normal price is charged.
  """
  savingsPlan: SavingsPlanInput @source(name: "public-reference")

  """
  Fewest virtual cores the machine must have free.
  """
  minVcpuCount: Int @source(name: "public-reference")

  """
  Least main memory the machine must have free, in GB.
  """
  minMemoryInGb: Int @source(name: "public-reference")

  """
  Slowest acceptable local storage, in megabytes per second.
  """
  minDisk: Int @source(name: "public-reference")

  """
  Slowest acceptable transfer from the internet, in megabits per second.
  """
  minDownload: Int @source(name: "public-reference")

  """
  Slowest acceptable transfer to the internet, in megabits per second.
  """
  minUpload: Int @source(name: "public-reference")

  """
  Only machines whose driver supports this CUDA release, such as \`12.8\`.
  """
  cudaVersion: String @source(name: "public-reference")

  """
  Only machines whose driver supports this CUDA release or a later one, such as \`12.4\`.
  """
  minCudaVersion: String @source(name: "public-reference")

  """
  Only machines whose driver is at one of these CUDA releases, such as \`12.8\`.
  """
  allowedCudaVersions: [String] @source(name: "public-reference")

  """
  Only machines on which TCP ports can be opened to the internet directly.
  """
  supportPublicIp: Boolean @source(name: "public-reference")

  """
  Start a notebook server in the container, where the image has one.
  """
  startJupyter: Boolean @source(name: "public-reference")

  """
  Open a secure shell into the container with the account's public keys.
  """
  startSsh: Boolean @source(name: "public-reference")

  """
  Moment to halt by itself, keeping the volume. Never when left out.
  """
  stopAfter: DateTime @source(name: "public-reference")

  """
  Moment to be removed by itself, volume and all. Never when left out.
  """
  terminateAfter: DateTime @source(name: "public-reference")
}

"""
A commitment to make together with a rental.
"""
input SavingsPlanInput @source(name: "public-reference") {
  """
  How long to commit for, as the service names it.
  """
  planLength: String

  """
  Amount to pay in advance, in the currency of the account.
  """
  upfrontCost: Float
}

"""
Bid, hardware to look for and container to start on it, for a Pod that a higher bid may take away. Either \`imageName\` or
\`templateId\` says what to run; what is given here wins over the template.
"""
input PodRentInterruptableInput {
  """
  Offer for one GPU, in the currency of the account per hour.
  """
  bidPerGpu: Float @source(name: "public-reference")

  """
  Label for the new rental. Names are to be unique within the account.
  """
  name: String

  """
  Container image with repository and tag.
  """
  imageName: String

  """
  Command that replaces the default start command of the image. When left out, the image decides.
  """
  dockerArgs: String

  """
  Variables to set in the container.
  """
  env: [EnvironmentVariableInput]

  """
  What to expose, as a list of \`port/protocol\` with commas between, such as \`8888/http,22/tcp\`.
  """
  ports: String

  """
  Port inside the container to reach over HTTP.
  """
  port: Port @source(name: "public-reference")

  """
  Space for system, applications and temporary data, in GB. It is emptied whenever the Pod stops.
  """
  containerDiskInGb: Int

  """
  Space that survives a restart, in GB; 0 for none. It is not used beside a network volume.
  """
  volumeInGb: Int

  """
  Where in the container the persistent space appears, as an absolute path.
  """
  volumeMountPath: String @source(name: "public-reference")

  """
  Which shared storage to mount; the Pod then starts in the data center of that storage.
  """
  networkVolumeId: String @source(name: "public-reference")

  """
  Which saved login to pull a private image with.
  """
  containerRegistryAuthId: String

  """
  Which saved setup to start from.
  """
  templateId: String @source(name: "public-reference")

  """
  Which kind of GPU to rent, by an \`id\` that the \`gpuTypes\` query lists.
  """
  gpuTypeId: String

  """
  How many GPUs to rent together on one machine.
  """
  gpuCount: Int

  """
  Which class of hosts to look at; either when left out.
  """
  cloudType: CloudTypeEnum @source(name: "public-reference")

  """
  Look only in this site, such as \`EU-RO-1\`.
  """
  dataCenterId: String @source(name: "public-reference")

  """
  Look only in this country, as a two-letter ISO code.
  """
  countryCode: String @source(name: "public-reference")

  """
  Fewest virtual cores the machine must have free.
  """
  minVcpuCount: Int @source(name: "public-reference")

  """
  Least main memory the machine must have free, in GB.
  """
  minMemoryInGb: Int @source(name: "public-reference")

  """
  Slowest acceptable local storage, in megabytes per second.
  """
  minDisk: Int @source(name: "public-reference")

  """
  Slowest acceptable transfer from the internet, in megabits per second.
  """
  minDownload: Int @source(name: "public-reference")

  """
  Slowest acceptable transfer to the internet, in megabits per second.
  """
  minUpload: Int @source(name: "public-reference")

  """
  Only machines whose driver supports this CUDA release, such as \`12.8\`.
  """
  cudaVersion: String @source(name: "public-reference")

  """
  Only machines whose driver is at one of these CUDA releases, such as \`12.8\`.
  """
  allowedCudaVersions: [String] @source(name: "public-reference")

  """
  Only machines on which TCP ports can be opened to the internet directly.
  """
  supportPublicIp: Boolean @source(name: "public-reference")

  """
  Start a notebook server in the container, where the image has one.
  """
  startJupyter: Boolean @source(name: "public-reference")

  """
  Open a secure shell into the container with the account's public keys.
  """
  startSsh: Boolean @source(name: "public-reference")

  """
  Moment to halt by itself, keeping the volume, as an ISO 8601 string. Never when left out.
  """
  stopAfter: String @source(name: "public-reference")

  """
  Moment to be removed by itself, volume and all, as an ISO 8601 string. Never when left out.
  """
  terminateAfter: String @source(name: "public-reference")
}

"""
Instance to rent and container to start on it, for a Pod without GPUs. Either \`imageName\` or \`templateId\` says what to
run; what is given here wins over the template.
"""
input deployCpuPodInput {
  """
  Flavor, cores and memory in one, such as \`cpu3c-2-4\` for 2 cores and 4 GB.
  """
  instanceId: String @source(name: "public-reference")

  """
  Label for the new rental. Names are to be unique within the account.
  """
  name: String

  """
  Container image with repository and tag.
  """
  imageName: String

  """
  Command that replaces the default start command of the image. When left out, the image decides.
  """
  dockerArgs: String

  """
  Variables to set in the container.
  """
  env: [EnvironmentVariableInput]

  """
  What to expose, as a list of \`port/protocol\` with commas between, such as \`8888/http,22/tcp\`.
  """
  ports: String

  """
  Space for system, applications and temporary data, in GB. It is emptied whenever the Pod stops; its upper limit grows
  with the number of cores.
  """
  containerDiskInGb: Int

  """
  Where in the container the shared storage appears, as an absolute path.
  """
  volumeMountPath: String @source(name: "public-reference")

  """
  Which shared storage to mount; the Pod then starts in the data center of that storage.
  """
  networkVolumeId: String @source(name: "public-reference")

  """
  Which saved login to pull a private image with.
  """
  containerRegistryAuthId: String

  """
  Which saved setup to start from.
  """
  templateId: String @source(name: "public-reference")

  """
  Which class of hosts to look at; either when left out.
  """
  cloudType: CloudTypeEnum @source(name: "public-reference")

  """
  Look only in this site, such as \`EU-RO-1\`.
  """
  dataCenterId: String @source(name: "public-reference")

  """
  Look only in this country, as a two-letter ISO code.
  """
  countryCode: String @source(name: "public-reference")

  """
  Slowest acceptable transfer from the internet, in megabits per second.
  """
  minDownload: Int @source(name: "public-reference")

  """
  Slowest acceptable transfer to the internet, in megabits per second.
  """
  minUpload: Int @source(name: "public-reference")

  """
  Open a secure shell into the container with the account's public keys.
  """
  startSsh: Boolean @source(name: "public-reference")
}

"""
Which stopped Pod to start again, and at what offer.
"""
input PodBidResumeInput @source(name: "public-reference") {
  """
  Which one to start, by its identifier.
  """
  podId: String!

  """
  How many graphics cards to start with.
  """
  gpuCount: Int!

  """
  Offer for one graphics card, in the currency of the account per hour.
  """
  bidPerGpu: Float!
}

"""
Which stopped Pod to start again, and with what.
"""
input PodResumeInput @source(name: "public-reference") {
  """
  Which one to start, by its identifier.
  """
  podId: String!

  """
  How many graphics cards to start with; as many as before when left out.
  """
  gpuCount: Int

  """
  Start with graphics cards or on general processors alone; as before when left out.
  """
  computeType: ComputeType
}

"""
Which running Pod to halt.
"""
input PodStopInput @source(name: "public-reference") {
  """
  Which one to halt, by its identifier.
  """
  podId: String!

  """
  When true, the halt counts as a change of setup, so that the Pod's \`version\` rises by one.
  """
  incrementVersion: Boolean
}

"""
Which Pod to remove for good.
"""
input PodTerminateInput @source(name: "public-reference") {
  """
  Which one to remove, by its identifier.
  """
  podId: String!
}

"""
New setup of a Pod. What is left out stays as it is.
"""
input PodEditJobInput @source(name: "public-reference") {
  """
  Which one to change, by its identifier.
  """
  podId: String!

  """
  Container image with repository and tag.
  """
  imageName: String

  """
  Command that replaces the default start command of the image.
  """
  dockerArgs: String

  """
  Variables to set in the container, in place of all set before.
  """
  env: [EnvironmentVariableInput]

  """
  Number inside the container to reach over HTTP.
  """
  port: Port

  """
  What to expose, as a list of \`port/protocol\` with commas between, such as \`8888/http,22/tcp\`.
  """
  ports: String

  """
  Space for system, applications and temporary data, in GB. It is emptied by the change.
  """
  containerDiskInGb: Int

  """
  Space that survives a restart, in GB. It can grow, not shrink.
  """
  volumeInGb: Int

  """
  Where in the container the persistent space appears, as an absolute path.
  """
  volumeMountPath: String

  """
  Which saved login to pull a private image with.
  """
  containerRegistryAuthId: String
}

# Hardware on offer

"""
A kind of GPU on offer, with what it costs and how much of it there is. Prices are in the currency of the account, per
GPU and hour.
"""
type GpuType @source(name: "public-reference") {
  """
  What a deployment names it by in \`gpuTypeId\`, such as \`NVIDIA A40\`.
  """
  id: String

  """
  Short name for people to read.
  """
  displayName: String

  """
  Maker of the card.
  """
  manufacturer: String

  """
  Space for models and data on one card, in GB.
  """
  memoryInGb: Int

  """
  How many parallel cores one card has.
  """
  cudaCores: Int

  """
  True when audited data centers offer it.
  """
  secureCloud: Boolean

  """
  True when hosts of third parties offer it.
  """
  communityCloud: Boolean

  """
  Fixed price in audited data centers, per hour. Null when they have none.
  """
  securePrice: Float

  """
  Fixed price at hosts of third parties, per hour. Null when they have none.
  """
  communityPrice: Float

  """
  Smallest bid in audited data centers, per hour.
  """
  secureSpotPrice: Float

  """
  Smallest bid at hosts of third parties, per hour.
  """
  communitySpotPrice: Float

  """
  Hourly rate under a commitment of 7 days.
  """
  oneWeekPrice: Float

  """
  Hourly rate under a commitment of 1 month.
  """
  oneMonthPrice: Float

  """
  Hourly rate under a commitment of 3 months.
  """
  threeMonthPrice: Float

  """
  Hourly rate under a commitment of 6 months.
  """
  sixMonthPrice: Float

  """
  Hourly rate under a commitment of 12 months.
  """
  oneYearPrice: Float

  """
  Hourly rate as part of several machines rented together.
  """
  clusterPrice: Float

  """
  Most cards that one Pod can hold.
  """
  maxGpuCount: Int

  """
  Most cards that one Pod can hold at hosts of third parties.
  """
  maxGpuCountCommunityCloud: Int

  """
  Most cards that one Pod can hold in audited data centers.
  """
  maxGpuCountSecureCloud: Int

  """
  Fewest cards that are rented out together.
  """
  minPodGpuCount: Int

  """
  How many cards a cluster of several machines can have; each entry is a size on offer.
  """
  nodeGroupGpuSizes: [Int]

  """
  Where clusters of several machines with this card can be rented.
  """
  nodeGroupDatacenters: [DataCenter]

  """
  Cheapest machine now free that meets the conditions, with the resources that come with it.
  """
  lowestPrice(
    """
    Conditions the machine has to meet, among them the number of cards.
    """
    input: GpuLowestPriceInput
  ): LowestPrice
}

"""
Narrows the list of GPU kinds. With neither field, every kind is listed.
"""
input GpuTypeFilter @source(name: "public-reference") {
  """
  The one kind to list, such as \`NVIDIA A40\`.
  """
  id: String

  """
  Several kinds to list.
  """
  ids: [String!]
}

"""
Conditions that a machine has to meet to be considered for the cheapest price.
"""
input GpuLowestPriceInput @source(name: "public-reference") {
  """
  How many cards the machine must have free together.
  """
  gpuCount: Int!

  """
  Look only in audited data centers when true, only at hosts of third parties when false, at both when left out.
  """
  secureCloud: Boolean

  """
  Look only in this site, such as \`EU-RO-1\`.
  """
  dataCenterId: String

  """
  Look only in this nation, as two letters of ISO 3166.
  """
  countryCode: String

  """
  Standards that the data center must all have been audited against.
  """
  compliance: [Compliance]

  """
  Least main memory, in GB.
  """
  minMemoryInGb: Int

  """
  Fewest virtual cores.
  """
  minVcpuCount: Int

  """
  Slowest acceptable local storage, in megabytes per second.
  """
  minDisk: Int

  """
  Slowest acceptable transfer from the internet, in megabits per second.
  """
  minDownload: Int

  """
  Slowest acceptable transfer to the internet, in megabits per second.
  """
  minUpload: Int

  """
  Space that container and volume need together, in GB.
  """
  totalDisk: Int

  """
  Only machines on which TCP ports can be opened to the internet directly.
  """
  supportPublicIp: Boolean

  """
  Only machines whose driver supports this release, such as \`12.8\`.
  """
  cudaVersion: String

  """
  Only machines whose driver is at one of these releases, such as \`12.8\`.
  """
  allowedCudaVersions: [String]
}

"""
Cheapest offer of one GPU kind under given conditions. Prices are in the currency of the account, per GPU and hour, and
null when nothing fits.
"""
type LowestPrice @source(name: "public-reference") {
  """
  Name of the card for people to read.
  """
  gpuName: String

  """
  Which kind of card the offer is for.
  """
  gpuTypeId: String

  """
  Smallest bid that wins a machine at spot terms, per hour.
  """
  minimumBidPrice: Float

  """
  Fixed rate of a machine that is not taken away, per hour.
  """
  uninterruptablePrice: Float

  """
  How much is left, as a word such as \`High\`, \`Medium\` or \`Low\`. Null when nothing is.
  """
  stockStatus: String

  """
  Main memory that comes with the machine at least, in GB.
  """
  minMemory: Int

  """
  Virtual cores that come with the machine at least.
  """
  minVcpu: Int

  """
  Speed of local storage to expect at least, in megabytes per second.
  """
  minDisk: Int

  """
  Transfer from the internet to expect at least, in megabits per second.
  """
  minDownload: Int

  """
  Transfer to the internet to expect at least, in megabits per second.
  """
  minUpload: Int

  """
  How many cards of this kind there are under the conditions.
  """
  totalCount: Int

  """
  How many of them are taken.
  """
  rentedCount: Int

  """
  Share of them that is taken.
  """
  rentalPercentage: Float

  """
  Numbers of cards that can be had together on one machine now.
  """
  availableGpuCounts: [Int]

  """
  Driver releases found among the machines that fit.
  """
  gpuTypeCudaVersions: [GpuTypeCudaVersion]

  """
  Nation the offer is from, as two letters of ISO 3166.
  """
  countryCode: String

  """
  True when TCP ports can be opened to the internet directly.
  """
  supportPublicIp: Boolean

  """
  Standards that the data center has been audited against.
  """
  compliance: [Compliance]
}

"""
How much of a GPU kind there is with one release of CUDA.
"""
type GpuTypeCudaVersion @source(name: "public-reference") {
  """
  Release that the driver supports, such as \`12.8\`.
  """
  cudaVersion: String

  """
  How much is left with it, as a word.
  """
  availability: String
}

"""
A site that machines and network volumes are in.
"""
type DataCenter @source(name: "public-reference") {
  """
  What deployments and volumes name it by, such as \`EU-RO-1\`.
  """
  id: String

  """
  Label for people to read.
  """
  name: String

  """
  Country or region it stands in.
  """
  location: String

  """
  True when it takes on new deployments.
  """
  listed: Boolean

  """
  True when network volumes can be created there.
  """
  storageSupport: Boolean

  """
  Standards it has been audited against.
  """
  compliance: [Compliance]

  """
  What it has in stock of each kind of card.
  """
  gpuAvailability(
    """
    Conditions a machine has to meet to be counted.
    """
    input: GpuAvailabilityInput
  ): [GpuAvailability]
}

"""
Conditions that a machine has to meet to be counted as stock.
"""
input GpuAvailabilityInput @source(name: "public-reference") {
  """
  How many cards the machine must have free together.
  """
  gpuCount: Int

  """
  Least main memory, in GB.
  """
  minMemoryInGb: Int

  """
  Fewest virtual cores.
  """
  minVcpuCount: Int

  """
  Slowest acceptable local storage, in megabytes per second.
  """
  minDisk: Int

  """
  Count only audited hosts when true, only those of third parties when false.
  """
  secureCloud: Boolean

  """
  Only machines whose driver is at one of these releases, such as \`12.8\`.
  """
  allowedCudaVersions: [String]
}

"""
What one site has in stock of one kind of GPU.
"""
type GpuAvailability @source(name: "public-reference") {
  """
  What this entry of the list is known by.
  """
  id: String

  """
  True when at least one fitting machine is free.
  """
  available: Boolean

  """
  How much is left, as a word such as \`High\`, \`Medium\` or \`Low\`. Null when nothing is.
  """
  stockStatus: String

  """
  Which kind of card the stock is of.
  """
  gpuTypeId: String

  """
  The kind of card the stock is of, in full.
  """
  gpuType: GpuType

  """
  Short name of the card for people to read.
  """
  gpuTypeDisplayName: String

  """
  Short name of the entry for people to read.
  """
  displayName: String
}

"""
A processor model found in machines.
"""
type CpuType @source(name: "public-reference") {
  """
  What a machine names it by.
  """
  id: String

  """
  Model name for people to read.
  """
  displayName: String

  """
  Maker of the processor.
  """
  manufacturer: String

  """
  How many physical units of execution it has.
  """
  cores: Int

  """
  How many instruction streams each core runs at once.
  """
  threadsPerCore: Int

  """
  Which family of instances it belongs to.
  """
  groupId: String
}

"""
A family of instances for Pods without a GPU: the same processor, more or fewer cores.
"""
type CpuFlavor @source(name: "public-reference") {
  """
  What the family is known by, such as \`cpu3c\`.
  """
  id: String

  """
  Label of the family for people to read.
  """
  displayName: String

  """
  Which generation of processors it belongs to.
  """
  groupId: String

  """
  Label of the processor generation for people to read.
  """
  groupName: String

  """
  Fewest virtual cores an instance can have.
  """
  minVcpu: Float

  """
  Most virtual cores an instance can have.
  """
  maxVcpu: Int

  """
  True when an instance may use more than its cores while the host has time to spare.
  """
  vcpuBurstable: Boolean

  """
  Main memory that comes with each virtual core, in GB.
  """
  ramMultiplier: Float

  """
  Most container space that comes with each virtual core, in GB.
  """
  diskLimitPerVcpu: Int

  """
  Price and stock of one instance of the family.
  """
  specifics(
    """
    Which instance to look at, and where.
    """
    input: SpecificsInput
  ): Specifics
}

"""
Narrows the list of instance families.
"""
input CpuFlavorInput @source(name: "public-reference") {
  """
  The one family to list, such as \`cpu3c\`.
  """
  id: String
}

"""
Which instance to ask price and stock of.
"""
input SpecificsInput @source(name: "public-reference") {
  """
  Flavor, cores and memory in one, such as \`cpu3c-2-4\` for 2 cores and 4 GB.
  """
  instanceId: String

  """
  Count the stock of this site only, such as \`EU-RO-1\`.
  """
  dataCenterId: String
}

"""
Price and stock of one instance without a GPU.
"""
type Specifics @source(name: "public-reference") {
  """
  How much is left, as a word such as \`High\`, \`Medium\` or \`Low\`. Null when nothing is.
  """
  stockStatus: String

  """
  Rate for a Pod in an audited data center, in the currency of the account per hour.
  """
  securePrice: Float

  """
  Rate for a worker of a Serverless endpoint, in the currency of the account.
  """
  slsPrice: Float
}

# Templates

"""
A saved container setup that Pods or Serverless endpoints start from.
"""
type PodTemplate @source(name: "public-reference") {
  """
  What Pods and endpoints refer to it by, in \`templateId\`.
  """
  id: String

  """
  Label chosen by its author, unique within the account. It is deleted by this.
  """
  name: String

  """
  Container image with repository and tag.
  """
  imageName: String

  """
  Command that replaces the default start command of the image; empty when the image decides.
  """
  dockerArgs: String

  """
  Script run in the container before anything else.
  """
  startScript: String

  """
  True when the start script is used in place of the plain start command.
  """
  advancedStart: Boolean

  """
  Variables set in every container started from it. They may hold secrets.
  """
  env: [EnvironmentVariable]

  """
  What is exposed, as a list of \`port/protocol\` with commas between, such as \`8888/http,22/tcp\`.
  """
  ports: String

  """
  Labels for the exposed ports.
  """
  portsConfig: [PortConfig]

  """
  Space for system, applications and temporary data, in GB.
  """
  containerDiskInGb: Int

  """
  Space that survives a restart, in GB; 0 for Serverless.
  """
  volumeInGb: Int

  """
  Where in the container the persistent space appears, as an absolute path.
  """
  volumeMountPath: String

  """
  Which saved login the image is pulled with. Null for a public image.
  """
  containerRegistryAuthId: String

  """
  True when it is a setup for workers of Serverless endpoints, false when for Pods.
  """
  isServerless: Boolean

  """
  True when other accounts can see and use it.
  """
  isPublic: Boolean

  """
  True when the operator of the service publishes it, false when an account does.
  """
  isRunpod: Boolean

  """
  Which Serverless deployment it belongs to alone. Null when it can be shared.
  """
  boundEndpointId: String

  """
  Hardware it is made for, such as \`NVIDIA\`, \`AMD\` or \`CPU\`.
  """
  category: String

  """
  Explanation for its users, in Markdown.
  """
  readme: String

  """
  True when a notebook server is started in the container.
  """
  startJupyter: Boolean

  """
  True when a secure shell is opened into the container.
  """
  startSsh: Boolean

  """
  How long containers of others have run from it in all, in minutes.
  """
  runtimeInMin: Int

  """
  What its author has been paid for its use by others, in the currency of the account.
  """
  earned: Float

  """
  Further settings without a fixed shape.
  """
  config: JSON
}

"""
One variable set in a container.
"""
type EnvironmentVariable @source(name: "public-reference") {
  """
  Name the program reads it by.
  """
  key: String

  """
  Text the program gets; it may be a secret.
  """
  value: String
}

"""
A label for one exposed port.
"""
type PortConfig @source(name: "public-reference") {
  """
  Number that the program in the container listens on.
  """
  port: String

  """
  Label for people to read.
  """
  name: String
}

"""
Narrows the list of templates by who publishes them.
"""
input PodTemplateInput @source(name: "public-reference") {
  """
  When true, only what the operator of the service publishes.
  """
  isRunpod: Boolean
}

"""
The whole setup of a template. It replaces what is stored: a field left out is not kept from before.
"""
input SaveTemplateInput {
  """
  Which one to overwrite. A new one is created when left out.
  """
  id: String @source(name: "public-reference")

  """
  Label, unique within the account; one already taken is refused.
  """
  name: String!

  """
  Container image with repository and tag.
  """
  imageName: String!

  """
  Command that replaces the default start command of the image. Send an empty string to let the image decide.
  """
  dockerArgs: String!

  """
  Variables to set in every container started from it. Send an empty list for none.
  """
  env: [EnvironmentVariableInput]!

  """
  Space for system, applications and temporary data, in GB.
  """
  containerDiskInGb: Int!

  """
  Space that survives a restart, in GB. Serverless takes 0 only.
  """
  volumeInGb: Int!

  """
  Where in the container the persistent space appears, as an absolute path.
  """
  volumeMountPath: String @source(name: "public-reference")

  """
  What to expose, as a list of \`port/protocol\` with commas between, such as \`8888/http,22/tcp\`.
  """
  ports: String

  """
  Labels for the exposed ports.
  """
  portsConfig: [PortConfigInput] @source(name: "public-reference")

  """
  Which saved login to pull a private image with.
  """
  containerRegistryAuthId: String

  """
  Script to run in the container before anything else.
  """
  startScript: String @source(name: "public-reference")

  """
  When true, the start script is used in place of the plain start command.
  """
  advancedStart: Boolean @source(name: "public-reference")

  """
  When true, it is for endpoints, otherwise for Pods. It cannot be both.
  """
  isServerless: Boolean @source(name: "public-reference")

  """
  When true, other accounts can see and use it, variables included.
  """
  isPublic: Boolean @source(name: "public-reference")

  """
  Hardware it is made for, such as \`NVIDIA\`, \`AMD\` or \`CPU\`.
  """
  category: String @source(name: "public-reference")

  """
  Explanation for its users, in Markdown.
  """
  readme: String @source(name: "public-reference")

  """
  Start a notebook server in the container, where the image has one.
  """
  startJupyter: Boolean @source(name: "public-reference")

  """
  Open a secure shell into the container with the account's public keys.
  """
  startSsh: Boolean @source(name: "public-reference")
}

"""
A label to give to one exposed port.
"""
input PortConfigInput @source(name: "public-reference") {
  """
  Number that the program in the container listens on.
  """
  port: String

  """
  Label for people to read.
  """
  name: String
}

# Serverless

"""
How workers are kept warm, so that a job does not wait for a cold start.
"""
enum FlashBootType @source(name: "public-reference") {
  """
  Not at all: every start is a cold one.
  """
  OFF

  """
  A stopped worker is kept ready for a while where its host has room.
  """
  FLASHBOOT

  """
  As many stopped workers as wanted are kept ready at higher rank.
  """
  PRIORITY_FLASHBOOT
}

"""
A Serverless deployment: a queue of jobs, and workers that come and go with its length.
"""
type Endpoint @source(name: "public-reference") {
  """
  What jobs are submitted to, in place of the slug of a public model.
  """
  id: String

  """
  Label chosen by the user.
  """
  name: String

  """
  How work reaches the workers, such as \`QB\` through a queue or \`LB\` through a load balancer.
  """
  type: String

  """
  Counter that rises with each change of its setup.
  """
  version: Int

  """
  Moment it was first saved.
  """
  createdAt: DateTime

  """
  Which saved setup its workers start from.
  """
  templateId: String

  """
  The saved setup its workers start from, in full.
  """
  template: PodTemplate

  """
  Variables set in its workers. They may hold secrets.
  """
  env: [EnvironmentVariable]

  """
  Workers are rented by the GPU or by the core.
  """
  computeType: ComputeType

  """
  Pools of GPU kinds that workers are drawn from, with commas between, in order of preference.
  """
  gpuIds: String

  """
  How many graphics cards each worker has.
  """
  gpuCount: Int

  """
  Instances that workers without graphics cards are rented as, such as \`cpu3c-2-4\`.
  """
  instanceIds: [String]

  """
  How many workers are always up, jobs or not; they are billed all the time.
  """
  workersMin: Int

  """
  Upper limit on the number of workers, however long the queue.
  """
  workersMax: Int

  """
  How many workers are kept aside for bursts, without being billed.
  """
  workersStandby: Int

  """
  How many stopped workers are to be kept ready at higher rank.
  """
  workersPFBTarget: Int

  """
  How warm its stopped workers are kept.
  """
  flashBootType: FlashBootType

  """
  How long a worker without a job stays up, in seconds; it is billed for that time.
  """
  idleTimeout: Int

  """
  How long a job may run, in milliseconds, before it is stopped.
  """
  executionTimeoutMs: Int

  """
  What new workers are started by: \`QUEUE_DELAY\` goes by waiting time, \`REQUEST_COUNT\` by number of jobs.
  """
  scalerType: String

  """
  Threshold for new workers: seconds of waiting, or jobs for each worker, as \`scalerType\` has it.
  """
  scalerValue: Int

  """
  Data centers that workers may be in, with commas between. Empty for all.
  """
  locations: String

  """
  Which shared storage its workers mount. Null when none.
  """
  networkVolumeId: String

  """
  The shared storage its workers mount, in full. Null when none.
  """
  networkVolume: NetworkVolume

  """
  Shared storage its workers mount when it spans several data centers, one for each.
  """
  networkVolumeIds: [EndpointNetworkVolume]

  """
  Releases of CUDA that the driver of a worker's machine may be at, with commas between. Empty for all.
  """
  allowedCudaVersions: String

  """
  Lowest release of CUDA that the driver of a worker's machine must support.
  """
  minCudaVersion: String

  """
  Standards that the data centers of its workers must all have been audited against.
  """
  compliance: [Compliance]

  """
  Models that are put on the machines beforehand, so that workers need not download them.
  """
  modelReferences: [String]

  """
  Its workers at this moment, each as a Pod.
  """
  pods: [Pod]
}

"""
Shared storage of an endpoint in one of its data centers.
"""
type EndpointNetworkVolume @source(name: "public-reference") {
  """
  Which storage is mounted there.
  """
  networkVolumeId: String

  """
  Where the storage is, and the workers that mount it.
  """
  dataCenterId: String
}

"""
A group of GPU kinds that are alike enough to stand in for each other.
"""
type ServerlessGpuPool @source(name: "public-reference") {
  """
  What endpoints name it by in \`gpuIds\`.
  """
  id: String

  """
  Which kinds of card are in the group.
  """
  gpuTypeIds: [String]
}

"""
The whole setup of a Serverless endpoint. It replaces what is stored: a field left out falls back to its default.
"""
input EndpointInput @source(name: "public-reference") {
  """
  Which one to replace. A new one is created when left out.
  """
  id: String

  """
  Label for people to read.
  """
  name: String

  """
  How work reaches the workers, such as \`QB\` through a queue or \`LB\` through a load balancer.
  """
  type: String

  """
  Which saved setup workers start from; it must be one for Serverless. In place of it, \`template\` creates one.
  """
  templateId: String

  """
  A setup to create together with the endpoint, in place of \`templateId\`.
  """
  template: EndpointTemplateInput

  """
  Which release of a published project to deploy, in place of a setup of one's own.
  """
  hubReleaseId: String

  """
  Pools of GPU kinds to draw workers from, with commas between, in order of preference. Leave out for workers without
  graphics cards.
  """
  gpuIds: String

  """
  How many graphics cards each worker has, 1 or more.
  """
  gpuCount: Int

  """
  Instances to rent workers without graphics cards as, such as \`cpu3c-2-4\`.
  """
  instanceIds: [String]

  """
  How many workers to keep up, jobs or not, 0 or more; they are billed all the time.
  """
  workersMin: Int

  """
  How many workers there may be at most. With 0 no job is taken up.
  """
  workersMax: Int

  """
  How many stopped workers to keep ready at higher rank, where \`flashBootType\` is \`PRIORITY_FLASHBOOT\`.
  """
  workersPFBTarget: Int

  """
  How warm to keep stopped workers.
  """
  flashBootType: FlashBootType

  """
  How long a worker without a job stays up, in seconds, from 1 to 3600; it is billed for that time.
  """
  idleTimeout: Int

  """
  How long a job may run, in milliseconds, before it is stopped.
  """
  executionTimeoutMs: Int

  """
  What to start new workers by: \`QUEUE_DELAY\` goes by waiting time, \`REQUEST_COUNT\` by number of jobs.
  """
  scalerType: String

  """
  Threshold for new workers, 1 or more: seconds of waiting, or jobs for each worker, as \`scalerType\` has it.
  """
  scalerValue: Int

  """
  Data centers that workers may be in, with commas between. Leave out for all.
  """
  locations: String

  """
  Which shared storage to mount; it ties the workers to its data center.
  """
  networkVolumeId: String

  """
  Shared storage to mount in several data centers, one for each.
  """
  networkVolumeIds: [NetworkVolumeIdsInput]

  """
  Releases of CUDA that the driver may be at, with commas between. Leave out for all.
  """
  allowedCudaVersions: String

  """
  Lowest release of CUDA that the driver must support, such as \`12.4\`.
  """
  minCudaVersion: String

  """
  Standards that the data centers must all have been audited against.
  """
  compliance: [Compliance]

  """
  Models to put on the machines beforehand, so that workers need not download them.
  """
  modelReferences: [String]
}

"""
A setup to create together with an endpoint.
"""
input EndpointTemplateInput {
  """
  Label, unique within the account.
  """
  name: String

  """
  Container image with repository and tag.
  """
  imageName: String

  """
  Command that replaces the default start command of the image. When left out, the image decides.
  """
  dockerArgs: String

  """
  Variables to set in every worker.
  """
  env: [EnvironmentVariableInput]

  """
  What to expose, as a list of \`port/protocol\` with commas between, such as \`8000/http\`.
  """
  ports: String

  """
  Space for system, applications and temporary data of each worker, in GB.
  """
  containerDiskInGb: Int

  """
  Which saved login to pull a private image with.
  """
  containerRegistryAuthId: String

  """
  Script to run in the container before anything else.
  """
  startScript: String @source(name: "public-reference")

  """
  When true, the start script is used in place of the plain start command.
  """
  advancedStart: Boolean @source(name: "public-reference")

  """
  Further settings without a fixed shape.
  """
  config: JSON @source(name: "public-reference")
}

"""
One piece of shared storage to mount.
"""
input NetworkVolumeIdsInput @source(name: "public-reference") {
  """
  Which storage; at most one in each data center.
  """
  networkVolumeId: String
}

"""
Which template to put under which endpoint.
"""
input UpdateEndpointTemplateInput @source(name: "public-reference") {
  """
  Which deployment to change.
  """
  endpointId: String

  """
  Which saved setup its workers are to start from.
  """
  templateId: String
}

# Registry credentials

"""
Credentials to store for a registry of private images.
"""
input SaveRegistryAuthInput @source(name: "public-reference") {
  """
  Label to find them by, unique within the account.
  """
  name: String!

  """
  Who signs in to the registry.
  """
  username: String!

  """
  Password or access token to sign in with. It cannot be read back.
  """
  password: String!
}

"""
Credentials to replace.
"""
input UpdateRegistryAuthInput @source(name: "public-reference") {
  """
  Which record to change.
  """
  id: String

  """
  Who signs in to the registry from now on.
  """
  username: String

  """
  New password or access token to sign in with. It cannot be read back.
  """
  password: String
}

# Network volumes

"""
Storage in one data center that Pods and workers there can mount. It is billed by size, used or not.
"""
type NetworkVolume @source(name: "public-reference") {
  """
  What Pods and endpoints refer to it by, in \`networkVolumeId\`.
  """
  id: String

  """
  Label chosen by the user; several may have the same.
  """
  name: String

  """
  Reserved space, in GB.
  """
  size: Int

  """
  Which site it is in; what mounts it runs there too.
  """
  dataCenterId: String

  """
  The site it is in, in full.
  """
  dataCenter: DataCenter
}

"""
Storage to reserve.
"""
input CreateNetworkVolumeInput @source(name: "public-reference") {
  """
  Label for people to read; it need not be unique.
  """
  name: String

  """
  Space to reserve, in GB, at most 4000.
  """
  size: Int

  """
  Where to reserve it, such as \`EU-RO-1\`; it cannot be moved later.
  """
  dataCenterId: String!
}

"""
New name or size of a network volume. What is left out stays as it is.
"""
input UpdateNetworkVolumeInput @source(name: "public-reference") {
  """
  Which storage to change, by its identifier.
  """
  id: String

  """
  New label for people to read.
  """
  name: String

  """
  New space, in GB, larger than before and at most 4000.
  """
  size: Int
}

"""
Which storage to remove for good.
"""
input DeleteNetworkVolumeInput @source(name: "public-reference") {
  """
  Which one to remove, with everything stored on it.
  """
  id: String
}
`;
var restSurface = {
  authenticate: requireKey,
  respondWithError: errorResponder((message) => ({ message }))
};
var jobSurface = {
  authenticate: requireKey,
  respondWithError: errorResponder((error) => ({ error }))
};
var graphqlSurface = {
  authenticate: (request, isValidKey) => {
    let { searchParams } = new URL(request.url), key = searchParams.get("api_key") ?? bearerToken(request);
    if (key !== void 0 && !isValidKey(key))
      throw new ApiError(401, "the API key is not valid");
    return key !== void 0;
  },
  respondWithError: errorResponder((message, status) => ({
    errors: [{ message, extensions: { code: graphqlErrorCode(status) } }]
  }))
};
var fileSurface = {
  authenticate: () => false,
  respondWithError: restSurface.respondWithError
};
function surfaceOf(path) {
  return path.startsWith("/v2/") ? jobSurface : path === "/graphql" ? graphqlSurface : restSurface;
}
function graphqlErrorCode(status) {
  return status === 401 ? "UNAUTHENTICATED" : status < 500 ? "BAD_USER_INPUT" : "INTERNAL_SERVER_ERROR";
}
function requireKey(request, isValidKey) {
  let key = bearerToken(request);
  if (key === void 0)
    throw new ApiError(
      401,
      "an API key is required: Authorization: Bearer <API_KEY>"
    );
  if (!isValidKey(key)) throw new ApiError(401, "the API key is not valid");
  return true;
}
function bearerToken(request) {
  let header = request.headers.get("authorization") ?? "";
  return /^Bearer +(.+)$/i.exec(header)?.[1];
}
function errorResponder(toBody) {
  return (error) => {
    let apiError = error instanceof ApiError ? error : new ApiError(500, `the emulator failed: ${String(error)}`), { status, message, headers } = apiError;
    return Response.json(toBody(message, status), { status, headers });
  };
}
function containerFields(input) {
  return {
    imageName: input.imageName,
    dockerStartCmd: input.dockerArgs?.split(/\s+/).filter(Boolean),
    env: input.env && envMembers(input.env),
    ports: splitList(input.ports),
    containerDiskInGb: input.containerDiskInGb,
    volumeInGb: input.volumeInGb,
    volumeMountPath: input.volumeMountPath,
    containerRegistryAuthId: input.containerRegistryAuthId
  };
}
function envMembers(pairs) {
  let env = {};
  for (let pair of pairs) pair && (env[pair.key] = pair.value);
  return env;
}
function endpointFields(state, input) {
  let { id: _, template, gpuIds: gpuIds2, locations, flashBootType, ...same } = input;
  return {
    ...same,
    templateId: input.templateId ?? saveOwnTemplate(state, template),
    gpuTypeIds: splitList(gpuIds2)?.flatMap(gpuTypesOf),
    dataCenterIds: splitList(locations),
    flashboot: flashBootType ? flashBootType !== "OFF" : void 0,
    networkVolumeIds: input.networkVolumeIds?.flatMap(
      (volume) => volume?.networkVolumeId ?? []
    ),
    allowedCudaVersions: splitList(input.allowedCudaVersions)
  };
}
function splitList(text) {
  let parts = (text ?? "").split(",").map((part) => part.trim()).filter(Boolean);
  return parts.length > 0 ? parts : void 0;
}
function saveOwnTemplate(state, template) {
  if (!template) return;
  let body = validBody("POST /templates", {
    ...containerFields(template),
    name: template.name,
    isServerless: true
  });
  return createTemplate(state, body).id;
}
function gpuTypesOf(poolOrType) {
  let types = gpus.filter(({ pool }) => pool === poolOrType).map(({ id }) => id);
  return types.length > 0 ? types : [poolOrType];
}
var templateHandlers = {
  "GET /templates": ({ state, query }) => ok(listTemplates(state, query).map(templateView)),
  "POST /templates": ({ state, body }) => ok(templateView(createTemplate(state, body))),
  "GET /templates/{templateId}": ({ state, params }) => ok(templateView(findById(state.templates, "template", params.templateId))),
  "PATCH /templates/{templateId}": patchTemplate,
  "POST /templates/{templateId}/update": patchTemplate,
  "DELETE /templates/{templateId}": ({ state, params }) => (deleteTemplate(state, params.templateId), { status: 204 })
};
function patchTemplate({
  state,
  params,
  body
}) {
  return ok(templateView(updateTemplate(state, params.templateId, body)));
}
function templateView(template) {
  let { owned, isOfficial, containerRegistryAuthId, ...fields } = template, view = {
    ...fields,
    dockerEntrypoint: [...template.dockerEntrypoint],
    dockerStartCmd: [...template.dockerStartCmd],
    ports: [...template.ports],
    isRunpod: isOfficial
  };
  return containerRegistryAuthId !== void 0 && (view.containerRegistryAuthId = containerRegistryAuthId), owned ? { ...view, earned: 0, runtimeInMin: 0 } : view;
}
var podHandlers = {
  "GET /pods": ({ state, query }) => {
    let pods = [...state.pods.values()].filter((pod) => matches2(pod, query));
    return ok(pods.map((pod) => podView(state, pod, query)));
  },
  "POST /pods": ({ state, body }) => {
    let pod = createPod(state, body);
    return { status: 201, body: podView(state, pod) };
  },
  "GET /pods/{podId}": ({ state, params, query }) => {
    let pod = findById(state.pods, "Pod", params.podId);
    return ok(podView(state, pod, query));
  },
  "PATCH /pods/{podId}": patchPod,
  "POST /pods/{podId}/update": patchPod,
  "DELETE /pods/{podId}": ({ state, params }) => (deletePod(state, params.podId), { status: 204 }),
  "POST /pods/{podId}/start": ({ state, params }) => (startPod(state, params.podId), { status: 200 }),
  "POST /pods/{podId}/stop": ({ state, params }) => (stopPod(state, params.podId), { status: 200 }),
  "POST /pods/{podId}/reset": ({ state, params }) => (resetPod(state, params.podId), { status: 200 }),
  "POST /pods/{podId}/restart": ({ state, params }) => (restartPod(state, params.podId), { status: 200 })
};
function patchPod({ state, params, body }) {
  return ok(podView(state, updatePod(state, params.podId, body)));
}
function matches2(pod, query) {
  return isWanted(query.computeType, pod.computeType) && isWanted(query.cpuFlavorId, pod.cpuFlavorId) && isWanted(query.dataCenterId, pod.dataCenterId) && isWanted(query.desiredStatus, pod.desiredStatus) && isWanted(query.endpointId, void 0) && isWanted(query.gpuTypeId, pod.gpuTypeId) && isWanted(query.id, pod.id) && isWanted(query.imageName, pod.image) && isWanted(query.name, pod.name) && isWanted(query.networkVolumeId, pod.networkVolumeId) && isWanted(query.templateId, pod.templateId);
}
function isWanted(wanted2, value) {
  return wanted2 === void 0 ? true : value !== void 0 && [wanted2].flat().includes(value);
}
function podView(state, pod, query = {}) {
  let { cpuFlavorId, gpuTypeId, templateId, containerRegistryAuthId } = pod, view = ownFields(state, pod);
  cpuFlavorId !== void 0 && (view.cpuFlavorId = cpuFlavorId), gpuTypeId !== void 0 && (view.gpu = gpuView(gpuTypeId, pod.gpuCount)), templateId !== void 0 && (view.templateId = templateId), containerRegistryAuthId !== void 0 && (view.containerRegistryAuthId = containerRegistryAuthId), query.includeMachine && (view.machine = machineView(pod)), query.includeSavingsPlans && (view.savingsPlans = []);
  let volume = state.networkVolumes.get(pod.networkVolumeId ?? "");
  query.includeNetworkVolume && volume && (view.networkVolume = { ...volume });
  let template = state.templates.get(templateId ?? "");
  return query.includeTemplate && template && (view.template = templateView(template)), view;
}
function portMappings(pod) {
  if (pod.desiredStatus !== "RUNNING") return {};
  let tcpPorts = pod.ports.map((port) => port.split("/")).filter(([, protocol]) => protocol === "tcp");
  return Object.fromEntries(
    tcpPorts.map(([port = ""], index) => [port, 1e4 + index])
  );
}
function ownFields(state, pod) {
  let isRunning = pod.desiredStatus === "RUNNING", statusSince = new Date(pod.lastStatusChange).toISOString();
  return {
    id: pod.id,
    name: pod.name,
    image: pod.image,
    desiredStatus: pod.desiredStatus,
    costPerHr: pod.costPerHr,
    adjustedCostPerHr: pod.costPerHr,
    containerDiskInGb: pod.containerDiskInGb,
    volumeInGb: pod.volumeInGb,
    volumeMountPath: pod.volumeMountPath,
    volumeEncrypted: false,
    dockerEntrypoint: [...pod.dockerEntrypoint],
    dockerStartCmd: [...pod.dockerStartCmd],
    env: { ...pod.env },
    ports: [...pod.ports],
    interruptible: pod.interruptible,
    locked: pod.locked,
    machineId: pod.machineId,
    vcpuCount: pod.vcpuCount,
    memoryInGb: pod.memoryInGb,
    consumerUserId: state.account.id,
    lastStartedAt: new Date(pod.lastStartedAt).toISOString(),
    lastStatusChange: `${pod.desiredStatus} since ${statusSince}`,
    publicIp: isRunning ? pod.publicIp : null,
    portMappings: isRunning ? portMappings(pod) : null
  };
}
function gpuView(id, count) {
  let gpu2 = gpuTypeById(id);
  return { id, count, displayName: gpu2.displayName, ...gpuPrices(gpu2) };
}
function machineView(pod) {
  let dataCenter = dataCenters.find(({ id }) => id === pod.dataCenterId), machine = {
    costPerHr: pod.costPerHr,
    dataCenterId: pod.dataCenterId,
    location: dataCenter?.location ?? "",
    secureCloud: pod.cloudType === "SECURE",
    supportPublicIp: true,
    cpuCount: 128,
    diskThroughputMBps: 3e3,
    maxDownloadSpeedMbps: 8e3,
    maxUploadSpeedMbps: 8e3
  };
  if (pod.gpuTypeId === void 0) return machine;
  let gpu2 = gpuTypeById(pod.gpuTypeId);
  return {
    ...machine,
    gpuTypeId: gpu2.id,
    gpuDisplayName: gpu2.displayName,
    gpuType: gpuView(gpu2.id, 8),
    currentPricePerGpu: pod.costPerHr / pod.gpuCount,
    gpuAvailable: 4,
    minPodGpuCount: 1
  };
}
function podNode(state, pod) {
  let volume = state.networkVolumes.get(pod.networkVolumeId ?? ""), isRunning = pod.desiredStatus === "RUNNING";
  return {
    ...pod,
    imageName: pod.image,
    adjustedCostPerHr: pod.costPerHr,
    costMultiplier: 1,
    volumeEncrypted: false,
    gpuPowerLimitPercent: 100,
    savingsPlans: [],
    version: 0,
    podType: pod.interruptible ? "INTERRUPTABLE" : "RESERVED",
    createdAt: toIsoString(pod.createdAt),
    lastStartedAt: toIsoString(pod.lastStartedAt),
    lastStatusChange: `${pod.desiredStatus} since ${toIsoString(pod.lastStatusChange)}`,
    uptimeSeconds: uptimeSeconds(state, pod),
    dockerArgs: pod.dockerStartCmd.join(" "),
    env: Object.entries(pod.env).map(([key, value]) => `${key}=${value}`),
    ports: pod.ports.join(","),
    gpus: gpuIds(pod).map((id) => ({ id, podId: pod.id })),
    networkVolume: volume ? volumeNode(volume) : null,
    machine: machineNode(pod),
    runtime: isRunning ? runtimeNode(state, pod) : null
  };
}
function templateNode(state, template) {
  return {
    ...template,
    isRunpod: template.isOfficial,
    dockerArgs: template.dockerStartCmd.join(" "),
    env: envPairs(template.env),
    ports: template.ports.join(","),
    boundEndpointId: boundEndpointId(state, template.id),
    startScript: "",
    advancedStart: false,
    startJupyter: false,
    startSsh: false,
    runtimeInMin: 0,
    earned: 0,
    config: {}
  };
}
function endpointNode(state, { id, settings, version, createdAt }) {
  let template = state.templates.get(settings.templateId), volume = state.networkVolumes.get(settings.networkVolumeId ?? ""), volumeIds = settings.networkVolumeIds ?? [], pools = settings.gpuTypeIds.map((gpuId) => gpuTypeById(gpuId).pool);
  return {
    ...settings,
    id,
    version,
    createdAt: toIsoString(createdAt),
    type: "QB",
    pods: [],
    workersStandby: settings.workersMin,
    template: template ? templateNode(state, template) : null,
    env: envPairs(template?.env ?? {}),
    gpuIds: [...new Set(pools)].join(","),
    flashBootType: settings.flashboot ? "FLASHBOOT" : "OFF",
    locations: settings.dataCenterIds.join(","),
    allowedCudaVersions: settings.allowedCudaVersions?.join(",") ?? null,
    networkVolume: volume ? volumeNode(volume) : null,
    networkVolumeIds: volumeIds.map((networkVolumeId) => ({
      networkVolumeId,
      dataCenterId: state.networkVolumes.get(networkVolumeId)?.dataCenterId
    }))
  };
}
function volumeNode(volume) {
  let dataCenter = dataCenters.find(({ id }) => id === volume.dataCenterId);
  return {
    ...volume,
    dataCenter: dataCenter ? dataCenterNode(dataCenter) : { id: volume.dataCenterId }
  };
}
function dataCenterNode(dataCenter) {
  return {
    ...dataCenter,
    listed: true,
    compliance: [],
    gpuAvailability: () => gpus.map(availabilityNode)
  };
}
function gpuNode(gpu2) {
  return {
    ...gpu2,
    ...gpuPrices(gpu2),
    secureCloud: true,
    communityCloud: true,
    minPodGpuCount: 1,
    maxGpuCount: 8,
    maxGpuCountSecureCloud: 8,
    maxGpuCountCommunityCloud: 8,
    lowestPrice: ({ input }) => lowestPriceNode(gpu2, input ?? { gpuCount: 1 })
  };
}
function lowestPriceNode(gpu2, { gpuCount, secureCloud }) {
  let { secureSpotPrice, communitySpotPrice } = gpuPrices(gpu2);
  return {
    gpuName: gpu2.displayName,
    gpuTypeId: gpu2.id,
    stockStatus: gpu2.stockStatus,
    minimumBidPrice: secureCloud ? secureSpotPrice : communitySpotPrice,
    uninterruptablePrice: secureCloud ? gpu2.securePrice : gpu2.communityPrice,
    minVcpu: 8 * gpuCount,
    minMemory: 32 * gpuCount,
    totalCount: 64,
    rentedCount: 16,
    rentalPercentage: 0.25,
    availableGpuCounts: [1, 2, 4, 8],
    supportPublicIp: true
  };
}
function availabilityNode(gpu2) {
  return {
    id: gpu2.id,
    gpuTypeId: gpu2.id,
    displayName: gpu2.displayName,
    gpuTypeDisplayName: gpu2.displayName,
    available: true,
    stockStatus: gpu2.stockStatus,
    gpuType: () => gpuNode(gpu2)
  };
}
function machineNode(pod) {
  let dataCenter = dataCenters.find(({ id }) => id === pod.dataCenterId), machine = {
    id: pod.machineId,
    podHostId: `${pod.id}-${pod.machineId}`,
    dataCenterId: pod.dataCenterId,
    secureCloud: pod.cloudType === "SECURE",
    listed: true,
    supportPublicIp: true,
    cpuCount: 128,
    location: dataCenter?.location,
    costPerHr: pod.costPerHr
  };
  if (pod.gpuTypeId === void 0) return machine;
  let gpu2 = gpuTypeById(pod.gpuTypeId);
  return {
    ...machine,
    gpuTypeId: gpu2.id,
    gpuDisplayName: gpu2.displayName,
    gpuType: gpuNode(gpu2)
  };
}
function runtimeNode(state, pod) {
  let ports = Object.entries(portMappings(pod));
  return {
    uptimeInSeconds: uptimeSeconds(state, pod),
    container: { cpuPercent: 7, memoryPercent: 12 },
    gpus: gpuIds(pod).map((id) => ({
      id,
      gpuUtilPercent: 0,
      memoryUtilPercent: 0
    })),
    ports: ports.map(([privatePort, publicPort]) => ({
      ip: pod.publicIp,
      isIpPublic: true,
      type: "tcp",
      privatePort: Number(privatePort),
      publicPort
    }))
  };
}
function gpuIds({ gpuCount, machineId }) {
  return Array.from(
    { length: gpuCount },
    (_, index) => `GPU-${machineId}-${index}`
  );
}
function uptimeSeconds({ clock }, pod) {
  return pod.desiredStatus !== "RUNNING" ? 0 : Math.floor((clock.now() - pod.lastStartedAt) / 1e3);
}
function envPairs(env) {
  return Object.entries(env).map(([key, value]) => ({ key, value }));
}
function toIsoString(time2) {
  return new Date(time2).toISOString();
}
function withKey(mutate) {
  return (args, { state, hasKey }) => {
    if (!hasKey) throw new ApiError(401, "an API key is required");
    return mutate(state, args);
  };
}
function withInput(mutate) {
  return withKey((state, { input }) => {
    if (input == null)
      throw new ApiError(400, "input is required");
    return mutate(state, input);
  });
}
var mutations = {
  podFindAndDeployOnDemand: withInput(
    (state, input) => deployPod(state, input, {})
  ),
  podRentInterruptable: withInput(
    (state, input) => deployPod(state, input, { interruptible: true })
  ),
  deployCpuPod: withInput(
    (state, input) => deployPod(state, input, { computeType: "CPU" })
  ),
  podResume: withInput(resumePod),
  podBidResume: withInput(resumePod),
  podStop: withInput(
    (state, { podId }) => podNode(state, stopPod(state, podId))
  ),
  podTerminate: withInput((state, { podId }) => (deletePod(state, podId), null)),
  podEditJob: withInput((state, input) => {
    let body = validBody("PATCH /pods/{podId}", containerFields(input));
    return podNode(state, updatePod(state, input.podId, body));
  }),
  saveTemplate: withInput((state, input) => {
    let { id, name, readme, isPublic, isServerless, category } = input, body = validBody("POST /templates", {
      ...containerFields(input),
      name,
      readme,
      isPublic,
      isServerless,
      category
    }), template = id ? updateTemplate(state, id, body) : createTemplate(state, body);
    return templateNode(state, template);
  }),
  deleteTemplate: withKey(
    (state, { templateName }) => {
      let template = [...state.templates.values()].find(
        ({ name }) => name === templateName
      );
      if (!template) {
        let message = `there is no template with the name "${templateName}"`;
        throw new ApiError(404, message);
      }
      return deleteTemplate(state, template.id), null;
    }
  ),
  saveEndpoint: withInput((state, input) => {
    let body = validBody("POST /endpoints", endpointFields(state, input)), endpoint = input.id ? replaceEndpoint(state, input.id, body) : createEndpoint(state, body);
    return endpointNode(state, endpoint);
  }),
  updateEndpointTemplate: withInput(
    (state, input) => {
      let { endpointId, templateId } = input, endpoint = updateEndpoint(state, endpointId, { templateId });
      return endpointNode(state, endpoint);
    }
  ),
  deleteEndpoint: withKey((state, { id }) => {
    let { settings } = findById(state.endpoints, "endpoint", id);
    if (settings.workersMin + settings.workersMax > 0) {
      let message = "workersMin and workersMax must be 0 before a delete";
      throw new ApiError(400, message);
    }
    return deleteEndpoint(state, id), null;
  }),
  saveRegistryAuth: withInput(
    (state, input) => registryAuthView(createRegistryAuth(state, input))
  ),
  updateRegistryAuth: withInput((state, input) => {
    let { id, username } = input;
    return registryAuthView(updateRegistryAuth(state, id ?? "", username));
  }),
  deleteRegistryAuth: withKey(
    (state, { registryAuthId }) => (deleteRegistryAuth(state, registryAuthId), null)
  ),
  createNetworkVolume: withInput((state, input) => {
    let body = validBody("POST /networkvolumes", input);
    return volumeNode(createNetworkVolume(state, body));
  }),
  updateNetworkVolume: withInput((state, { id, ...input }) => {
    let body = validBody("PATCH /networkvolumes/{networkVolumeId}", input);
    return volumeNode(updateNetworkVolume(state, id ?? "", body));
  }),
  deleteNetworkVolume: withInput((state, { id }) => (deleteNetworkVolume(state, id ?? ""), null))
};
function deployPod(state, input, terms) {
  let { gpuTypeId, gpuTypeIdList, cloudType } = input, body = validBody("POST /pods", {
    ...containerFields(input),
    ...cpuFields(input.instanceId ?? input.instanceIds?.[0]),
    name: input.name,
    templateId: input.templateId,
    networkVolumeId: input.networkVolumeId,
    dataCenterIds: splitList(input.dataCenterId),
    cloudType: cloudType === "ALL" ? "SECURE" : cloudType,
    computeType: input.computeType,
    gpuTypeIds: gpuTypeIdList ?? (gpuTypeId ? [gpuTypeId] : void 0),
    gpuCount: input.gpuCount,
    ...terms
  });
  return podNode(state, createPod(state, body));
}
function cpuFields(instanceId) {
  let [flavor2, vcpus] = instanceId?.split("-") ?? [];
  return !flavor2 || !vcpus ? {} : { cpuFlavorIds: [flavor2], vcpuCount: Number(vcpus) };
}
function resumePod(state, { podId, gpuCount }) {
  return podNode(state, startPod(state, podId, gpuCount ?? void 0));
}
var queries = {
  gpuTypes: ({ input }) => gpus.filter(({ id }) => (input?.id ?? id) === id).filter(({ id }) => input?.ids?.includes(id) ?? true).map(gpuNode),
  dataCenters: () => dataCenters.map(dataCenterNode),
  cpuTypes: () => cpuTypes,
  cpuFlavors: ({ input }) => cpuFlavors.filter(({ id }) => (input?.id ?? id) === id).map((flavor2) => ({ ...flavor2, specifics: cpuFlavorSpecifics })),
  serverlessGpuPools: () => [...new Set(gpus.map(({ pool }) => pool))].map((id) => ({
    id,
    gpuTypeIds: gpus.filter(({ pool }) => pool === id).map((gpu2) => gpu2.id)
  })),
  myself: (_, { state, hasKey }) => hasKey ? accountNode(state) : null,
  pod: ({ input }, { state, hasKey }) => {
    let pod = hasKey ? state.pods.get(input?.podId ?? "") : void 0;
    return pod ? podNode(state, pod) : null;
  },
  podTemplates: ({ input }, { state, hasKey }) => {
    if (!hasKey) return null;
    let wanted2 = input?.isRunpod ?? void 0;
    return templateNodes(
      state,
      ({ isOfficial }) => wanted2 === void 0 || isOfficial === wanted2
    );
  },
  podTemplate: ({ id }, { state, hasKey }) => {
    let template = hasKey ? state.templates.get(id) : void 0;
    return template ? templateNode(state, template) : null;
  }
};
function accountNode(state) {
  let pods = [...state.pods.values()], running = pods.filter(
    ({ desiredStatus }) => desiredStatus === "RUNNING"
  );
  return {
    ...state.account,
    isTeam: false,
    multiFactorEnabled: false,
    savingsPlans: [],
    clientBalance: 100,
    minBalance: 0,
    underBalance: false,
    spendLimit: 80,
    clientLifetimeSpend: 0,
    maxServerlessConcurrency: 10,
    currentSpendPerHr: running.reduce(
      (sum2, { costPerHr }) => sum2 + costPerHr,
      0
    ),
    pods: () => pods.map((pod) => podNode(state, pod)),
    podTemplates: () => templateNodes(state, ({ owned }) => owned),
    endpoints: () => [...state.endpoints.values()].map(
      (endpoint) => endpointNode(state, endpoint)
    ),
    endpoint: ({ id }) => {
      let endpoint = state.endpoints.get(id);
      return endpoint ? endpointNode(state, endpoint) : null;
    },
    networkVolumes: () => [...state.networkVolumes.values()].map(volumeNode),
    containerRegistryCreds: () => [...state.registryAuths.values()].map(registryAuthView)
  };
}
function templateNodes(state, isWanted2) {
  return [...state.templates.values()].filter(isWanted2).map((template) => templateNode(state, template));
}
function cpuFlavorSpecifics({
  input
}) {
  let vcpus = Number(input?.instanceId?.split("-")[1] ?? 2);
  return {
    stockStatus: "High",
    securePrice: vcpus * CPU_PRICE_PER_VCPU,
    slsPrice: vcpus * CPU_PRICE_PER_VCPU * 1.5
  };
}
var answerGraphql = async ({
  state,
  hasKey,
  body
}) => {
  let { query, variables, operationName } = readRequest(body), document = parseDocument(query);
  if (document instanceof import_graphql.GraphQLError)
    return badRequest([document], "GRAPHQL_PARSE_FAILED");
  let schema7 = getSchema(), issues = (0, import_graphql.validate)(schema7, document, VALIDATION_RULES);
  if (issues.length > 0) return badRequest(issues, "GRAPHQL_VALIDATION_FAILED");
  let contextValue = { state, hasKey }, { data, errors } = await (0, import_graphql.execute)({
    schema: schema7,
    document,
    rootValue,
    contextValue,
    variableValues: variables,
    operationName
  });
  return isMutation(document) && emitChange(state), data === void 0 ? badRequest(errors ?? [], "BAD_USER_INPUT") : errors ? ok({ errors: errors.map(resolverError), data }) : ok({ data });
};
var rootValue = { ...queries, ...mutations };
var VALIDATION_RULES = [...import_graphql.specifiedRules, import_graphql.NoSchemaIntrospectionCustomRule];
var builtSchema;
function getSchema() {
  return builtSchema ??= (0, import_graphql.buildSchema)(schema), builtSchema;
}
function readRequest(body) {
  let { query, variables, operationName } = isRecord(body) ? body : {};
  if (typeof query != "string")
    throw new ApiError(400, "query is required and must be a string");
  let values = variables ?? {};
  if (!isRecord(values)) throw new ApiError(400, "variables must be an object");
  return { query, variables: values, operationName: typeof operationName == "string" ? operationName : void 0 };
}
function parseDocument(query) {
  try {
    return (0, import_graphql.parse)(query);
  } catch (error) {
    return error instanceof import_graphql.GraphQLError ? error : new import_graphql.GraphQLError(String(error));
  }
}
function isMutation({ definitions }) {
  return definitions.some(
    (definition) => definition.kind === import_graphql.Kind.OPERATION_DEFINITION && definition.operation === import_graphql.OperationTypeNode.MUTATION
  );
}
function badRequest(errors, code) {
  return { status: 400, body: { errors: errors.map((error) => withCode(error, code)) } };
}
function resolverError(error) {
  let { originalError } = error, status = originalError instanceof ApiError ? originalError.status : 500;
  return withCode(error, graphqlErrorCode(status));
}
function withCode(error, code) {
  return { ...error.toJSON(), extensions: { code } };
}
var DEFAULT_WAIT_MS = 9e4;
var MIN_WAIT_MS = 1e3;
var MAX_WAIT_MS = 3e5;
var STREAM_WAIT_MS = 1e4;
var jobHandlers = {
  "POST /v2/{slug}/run": ({ state, params, origin, body }) => {
    let { slug } = params, { id } = submitJob(state, { slug, kind: "run", origin }, body);
    return ok({ id, status: "IN_QUEUE" });
  },
  "POST /v2/{slug}/runsync": async (call) => {
    let { state, params, origin, body, query } = call, { slug } = params, job = submitJob(state, { slug, kind: "runsync", origin }, body), waitMs = query.wait ?? DEFAULT_WAIT_MS;
    return await waitForJob(state, job, waitLimit(call, waitMs)), ok(jobView(job, origin));
  },
  "GET /v2/{slug}/status/{jobId}": (call) => showJob(call, requireJob(call)),
  "GET /v2/{slug}/status-sync/{jobId}": async (call) => {
    let job = requireJob(call), waitMs = readWait(call.query.wait);
    return await waitForJob(call.state, job, waitLimit(call, waitMs)), showJob(call, requireJob(call));
  },
  "GET /v2/{slug}/stream/{jobId}": async (call) => {
    let { state, signal } = call, job = requireJob(call), hasChunks = () => job.chunks.length > job.deliveredChunks, limit = waitLimit(call, STREAM_WAIT_MS);
    await waitForJob(state, job, limit, hasChunks);
    let chunks = signal.aborted ? [] : job.chunks.slice(job.deliveredChunks);
    job.deliveredChunks += chunks.length, chunks.length > 0 && emitChange(state);
    let stream = chunks.map((output) => ({ output }));
    return ok({ status: job.status, stream });
  },
  "POST /v2/{slug}/cancel/{jobId}": (call) => {
    let job = requireJob(call);
    return cancelJob(call.state, job), showJob(call, job);
  },
  "POST /v2/{slug}/retry/{jobId}": (call) => {
    let job = requireJob(call);
    return retryJob(call.state, job), showJob(call, job);
  },
  "POST /v2/{slug}/purge-queue": ({ state, params }) => {
    let removed = purgeQueue(state, params.slug);
    return ok({ removed, status: "completed" });
  },
  "GET /v2/{slug}/health": ({ state, params }) => ok(queueHealth(state, params.slug))
};
function requireJob({ state, params }) {
  return findJob(state, params.slug, params.jobId);
}
function showJob({ origin }, job) {
  return ok(jobView(job, origin));
}
function waitLimit({ state, signal }, waitMs) {
  return { until: state.clock.now() + waitMs, signal };
}
function readWait(wait) {
  if (wait === void 0) return DEFAULT_WAIT_MS;
  let ms = Number(wait);
  if (Number.isInteger(ms) && ms >= MIN_WAIT_MS && ms <= MAX_WAIT_MS) return ms;
  let bounds = `from ${MIN_WAIT_MS} to ${MAX_WAIT_MS}`;
  throw new ApiError(400, `wait must be a whole number ${bounds}`);
}
function queueHealth(state, slug) {
  findModel(state, slug);
  let { waiting, workers, counts } = queueOf(state, slug), now = state.clock.now(), running = workers.filter(({ jobId }) => jobId !== void 0).length, ready = workers.filter(({ readyAt }) => readyAt <= now).length;
  return {
    jobs: { ...counts, inProgress: running, inQueue: waiting.size },
    workers: {
      idle: ready - running,
      initializing: workers.length - ready,
      ready,
      running,
      throttled: 0
    }
  };
}
async function renderPicture(width, height, seed) {
  let random = createRandom(seed), from = randomColour(random), to = randomColour(random), rowLength = 1 + width * 3, pixels = new Uint8Array(rowLength * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let share = (x + y) / (width + height), offset = y * rowLength + 1 + x * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        let start = from[channel] ?? 0, end = to[channel] ?? 0;
        pixels[offset + channel] = start + (end - start) * share;
      }
    }
  return encodePng(width, height, pixels);
}
function randomColour(random) {
  return Array.from({ length: 3 }, () => Math.floor(random() * 256));
}
async function encodePng(width, height, pixels) {
  let compressed = new Blob([pixels]).stream().pipeThrough(new CompressionStream("deflate")), data = new Uint8Array(await new Response(compressed).arrayBuffer()), parts = [
    PNG_SIGNATURE,
    chunk("IHDR", imageHeader(width, height)),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array())
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
var PNG_SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
function imageHeader(width, height) {
  let bytes = new Uint8Array(13), view = new DataView(bytes.buffer);
  return view.setUint32(0, width), view.setUint32(4, height), bytes.set([8, 2, 0, 0, 0], 8), bytes;
}
function chunk(type, data) {
  let bytes = new Uint8Array(data.length + 12), view = new DataView(bytes.buffer);
  return view.setUint32(0, data.length), bytes.set(new TextEncoder().encode(type), 4), bytes.set(data, 8), view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8))), bytes;
}
function crc32(bytes) {
  let crc = 4294967295;
  for (let byte of bytes)
    crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ crc >>> 8;
  return (crc ^ 4294967295) >>> 0;
}
var CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) {
    let shifted = crc >>> 1;
    crc = crc & 1 ? shifted ^ 3988292384 : shifted;
  }
  return crc >>> 0;
});
var SAMPLES_PER_SECOND = 8e3;
var BYTES_PER_SAMPLE = 2;
var HEADER_BYTES = 44;
var AMPLITUDE = 4e3;
function renderSound(seconds, seed) {
  let length = Math.max(1, Math.round(seconds * SAMPLES_PER_SECOND)), dataBytes = length * BYTES_PER_SAMPLE, bytes = new Uint8Array(HEADER_BYTES + dataBytes), view = new DataView(bytes.buffer);
  writeHeader(view, dataBytes);
  let frequency = 180 + 160 * createRandom(seed)(), phaseStep = 2 * Math.PI * frequency / SAMPLES_PER_SECOND;
  for (let index = 0; index < length; index += 1) {
    let sample = AMPLITUDE * Math.sin(phaseStep * index);
    view.setInt16(HEADER_BYTES + index * BYTES_PER_SAMPLE, sample, true);
  }
  return bytes;
}
function writeHeader(view, dataBytes) {
  let writeText2 = (offset, text) => new TextEncoder().encode(text).forEach((byte, index) => view.setUint8(offset + index, byte));
  writeText2(0, "RIFF"), view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true), writeText2(8, "WAVEfmt "), view.setUint32(16, 16, true), view.setUint16(20, 1, true), view.setUint16(22, 1, true), view.setUint32(24, SAMPLES_PER_SECOND, true), view.setUint32(28, SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, true), view.setUint16(32, BYTES_PER_SAMPLE, true), view.setUint16(34, BYTES_PER_SAMPLE * 8, true), writeText2(36, "data"), view.setUint32(40, dataBytes, true);
}
var VIDEO_BASE64 = [
  "AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAANfbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAA+gAAQAAAQAA",
  "AAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAA",
  "Aq50cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAA+gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAA",
  "AAAAAAAAAAAAAABAAAAAAEAAAAAkAAAAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAAPoAAAQAAABAAAAAAImbWRpYQAAACBtZGhk",
  "AAAAAAAAAAAAAAAAAABAAAAAQABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRlb0hhbmRsZXIAAAAB0W1p",
  "bmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAZFzdGJsAAAAwXN0c2QA",
  "AAAAAAAAAQAAALFhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAEAAJABIAAAASAAAAAAAAAABDExhdmMgbGlieDI2NAAAAAAA",
  "AAAAAAAAAAAAAAAAAAAAGP//AAAAN2F2Y0MBZAAK/+EAGmdkAAqscgREf58BEAAAAwAQAAADAQDxIlhGAQAGaOhDjyyL/fj4AAAA",
  "ABBwYXNwAAAAAQAAAAEAAAAUYnRydAAAAAAAAAgQAAAIEAAAABhzdHRzAAAAAAAAAAEAAAAIAAAIAAAAABRzdHNzAAAAAAAAAAEA",
  "AAABAAAAOGN0dHMAAAAAAAAABQAAAAIAABAAAAAAAQAAOAAAAAABAAAYAAAAAAIAAAAAAAAAAgAACAAAAAAcc3RzYwAAAAAAAAAB",
  "AAAAAQAAAAgAAAABAAAANHN0c3oAAAAAAAAAAAAAAAgAAAB5AAAAFwAAACMAAAAXAAAAEAAAAA0AAAANAAAADgAAABRzdGNvAAAA",
  "AAAAAAEAAAOPAAAAPXVkdGEAAAA1bWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAbWRpcmFwcGwAAAAAAAAAAAAAAAAIaWxzdAAAAAhm",
  "cmVlAAABCm1kYXQAAAB1ZYiBAD/KhD0MF8EYpMQFgSBotSc3nJNsbDOadRApBGyJgLRR/6EiiN5DtY/raQns7sVB9sOfE2RE0efx",
  "7CkX6YlPFNPyWZcH6IjaIMmnik+FM9ZErr9ZRub8ww6GV/uKP58qkuEjLle/g597FblNHGeGEIV9AAAAE0GaCC2Jf5Rzma98gYfO",
  "QIjiqRwAAAAfQZoQ6/AgZMphJ3xMZmrtjuuWhpm0FurN4HBdqupNeQAAABNBnhiFRf+pMOoAGNN8oyRbA/W4AAAADAGeIEUiT7om",
  "+j9CDwAAAAkBniBtIk9vfXEAAAAJAZ4grck/hP4RAAAACgGeIM3JP1abwIE="
].join("");
function readVideo() {
  return Uint8Array.from(
    atob(VIDEO_BASE64),
    (character) => character.charCodeAt(0)
  );
}
var FILE_LIFETIME_MS = 168 * 36e5;
var CONTENT_TYPES = {
  png: "image/png",
  wav: "audio/wav",
  mp4: "video/mp4"
};
var serveFile = async ({
  state,
  params
}) => {
  let { source } = findFile(state, params.name), bytes = await renderFile(source);
  return new Response(bytes, {
    headers: {
      "content-type": CONTENT_TYPES[source.kind],
      "content-length": String(bytes.length),
      "cache-control": "private, max-age=3600"
    }
  });
};
function findFile({ files, clock }, name) {
  let file = files.get(name);
  if (!file) throw new ApiError(404, `there is no file "${name}"`);
  if (clock.now() > file.createdAt + FILE_LIFETIME_MS)
    throw new ApiError(410, `the file "${name}" has expired`);
  return file;
}
function renderFile(source) {
  switch (source.kind) {
    case "png":
      return renderPicture(source.width, source.height, source.seed);
    case "wav":
      return renderSound(source.seconds, source.seed);
    case "mp4":
      return readVideo();
  }
}
var endpointHandlers = {
  "GET /endpoints": ({ state, query }) => {
    let endpoints = [...state.endpoints.values()];
    return ok(endpoints.map((each) => endpointView(state, each, query)));
  },
  "POST /endpoints": ({ state, body }) => ok(endpointView(state, createEndpoint(state, body))),
  "GET /endpoints/{endpointId}": ({ state, params, query }) => {
    let endpoint = findById(state.endpoints, "endpoint", params.endpointId);
    return ok(endpointView(state, endpoint, query));
  },
  "PATCH /endpoints/{endpointId}": patchEndpoint,
  "POST /endpoints/{endpointId}/update": patchEndpoint,
  "DELETE /endpoints/{endpointId}": ({ state, params }) => (deleteEndpoint(state, params.endpointId), { status: 204 })
};
function patchEndpoint({
  state,
  params,
  body
}) {
  let endpoint = updateEndpoint(state, params.endpointId, body);
  return ok(endpointView(state, endpoint));
}
function endpointView(state, { id, version, createdAt, settings }, query = {}) {
  let { vcpuCount = 2, cpuFlavorIds = [], flashboot: _, ...own } = settings, view = {
    ...own,
    id,
    userId: state.account.id,
    version,
    createdAt: new Date(createdAt).toISOString(),
    instanceIds: cpuFlavorIds.map(
      (flavor2) => `${flavor2}-${vcpuCount}-${vcpuCount * 4}`
    )
  }, template = state.templates.get(settings.templateId);
  return template && (view.env = { ...template.env }), query.includeTemplate && template && (view.template = templateView(template)), query.includeWorkers && (view.workers = []), view;
}
var restHandlers = {
  ...podHandlers,
  ...endpointHandlers,
  ...networkVolumeHandlers,
  ...templateHandlers,
  ...registryAuthHandlers,
  ...billingHandlers
};
var routeTable = [
  ...entriesOf(restSurface, "/v1", restHandlers),
  ...entriesOf(jobSurface, "", jobHandlers),
  ...entriesOf(graphqlSurface, "", {
    "POST /graphql": answerGraphql
  }),
  ...entriesOf(fileSurface, "", {
    "GET /files/{name}": serveFile
  })
];
function entriesOf(surface, prefix, handlers) {
  return Object.entries(handlers).map(([route, handler]) => ({
    route,
    surface,
    prefix,
    handler
  }));
}
var [isWhole, wholeNumber] = integer(0);
var rules3 = {
  status: integer(200, 599),
  headers: [isHeaders, "an object of valid header names and values"],
  body: [isBody, "a string or a JSON value"],
  delay: delayRule,
  reset: oneOf("before", "after"),
  truncate: integer(0),
  times: [
    (value) => isWhole(value) || value === 1 / 0,
    `${wholeNumber}, or Infinity`
  ],
  after: integer(0),
  probability: [
    (value) => typeof value == "number" && value >= 0 && value <= 1,
    "a number from 0 to 1"
  ]
};
var routes = routeTable.map(({ route }) => route);
function checkRoute(route) {
  if (typeof route != "string" || !routes.includes(route))
    throw unknownRoute(route);
}
function checkFaultRule(rule) {
  checkMembers("fail", rule, rules3);
}
function isHeaders(value) {
  if (!isRecord(value) || !Object.values(value).every(
    (text) => ["string", "number"].includes(typeof text)
  )) return false;
  let entries = Object.entries(value).map(
    ([name, text]) => [name, String(text)]
  );
  return succeeds(() => new Headers(entries));
}
function isBody(value) {
  let json;
  return succeeds(() => json = toJson(value)) && json !== void 0;
}
function succeeds(act) {
  try {
    return act(), true;
  } catch {
    return false;
  }
}
function unknownRoute(route) {
  if (typeof route != "string")
    return new TypeError(
      `fail: ${ROUTE_RULE} (it was ${describeValue([], route)})`
    );
  let similar = similarRoute(route), shown = describeValue([], route.replace(/\?.*/s, "")), hint = similar ? `did you mean "${similar}"?` : ROUTE_RULE;
  return new TypeError(`fail: the emulator has no route ${shown}: ${hint}`);
}
var ROUTE_RULE = 'a route is a method and a path without the base URL, such as "GET /pods/{podId}"';
function similarRoute(text) {
  let wanted2 = normalize(text), match = routes.find((route) => {
    let pattern = normalize(route).replaceAll("{}", "[^/]+");
    return new RegExp(`^${pattern}$`).test(wanted2);
  });
  if (match !== void 0) return match;
  let [best = ""] = [...routes].sort(
    (a, b) => commonLength(wanted2, b) - commonLength(wanted2, a)
  );
  return commonLength(wanted2, best) > best.indexOf("/") + 1 ? best : void 0;
}
function normalize(route) {
  return route.trim().toLowerCase().replace(/\s+/g, " ").replace(/ (https?:\/\/[^/]*)?(\/v1(?=\/))?/, " ").replace(/\{\w*\}|:\w+/g, "{}").replace(/\/+$/, "");
}
function commonLength(text, route) {
  let other = normalize(route), length = 0;
  for (; length < text.length && text[length] === other[length]; ) length += 1;
  return length;
}
var FaultRules = class {
  #rules = /* @__PURE__ */ new Map();
  #seed;
  #random;
  constructor(seed) {
    this.#seed = seed, this.#random = createRandom(seed);
  }
  /** Throws, and adds nothing, for an unknown route or an invalid rule. */
  add(route, rule) {
    checkRoute(route), checkFaultRule(rule);
    let { times = 1, after = 0 } = rule, active = { rule: { ...rule }, remaining: times, toSkip: after }, rules5 = this.#rules.get(canonicalRoute(route)) ?? [];
    this.#rules.set(canonicalRoute(route), [...rules5, active]);
  }
  /** The rule that applies to this request, if any. It counts as used once. */
  take(route) {
    let rules5 = this.#rules.get(canonicalRoute(route));
    if (rules5) {
      for (; rules5[0] && rules5[0].remaining <= 0; ) rules5.shift();
      return firstMatch(rules5, this.#random);
    }
  }
  clear() {
    this.#rules.clear(), this.#random = createRandom(this.#seed);
  }
};
function firstMatch(rules5, random) {
  for (let active of rules5) {
    if (active.remaining <= 0) continue;
    if (active.toSkip > 0) {
      active.toSkip -= 1;
      continue;
    }
    let { probability = 1 } = active.rule;
    if (!(probability < 1 && random() >= probability))
      return active.remaining -= 1, active.rule;
  }
}
var patchRoutes = new Map(
  Object.entries(synonyms).map(([patch, post]) => [post, patch])
);
function canonicalRoute(route) {
  return patchRoutes.get(route) ?? route;
}
function replacesResponse(rule) {
  let { status, headers, body, delay, reset, truncate } = rule, isResponse = [status, headers, body].some(isGiven), isOther = [delay, reset, truncate].some(isGiven);
  return isResponse || !isOther;
}
function isGiven(value) {
  return value !== void 0;
}
var STATUSES_WITHOUT_BODY = [204, 205, 304];
function respondByRule({ status: givenStatus, headers = {}, body }, surface) {
  let status = givenStatus ?? (body === void 0 ? 500 : 200);
  if (STATUSES_WITHOUT_BODY.includes(status))
    return new Response(null, { status, headers });
  if (typeof body == "string") return new Response(body, { status, headers });
  if (body !== void 0) return Response.json(body, { status, headers });
  let message = "a fault rule of the emulator asked for this error";
  return surface.respondWithError(new ApiError(status, message, headers));
}
var MEBIBYTE = 2 ** 20;
var MAX_BODY_BYTES = {
  "POST /v2/{slug}/run": 10 * MEBIBYTE,
  "POST /v2/{slug}/runsync": 20 * MEBIBYTE
};
async function readBody(request) {
  if (request.body === null) return { text: "", sizeBytes: 0, json: void 0 };
  let bytes = new Uint8Array(await request.arrayBuffer()), text = new TextDecoder().decode(bytes);
  return { text, sizeBytes: bytes.length, json: parseJson(text) };
}
function requireJson(route, headers, { text, sizeBytes, json }) {
  let limit = MAX_BODY_BYTES[route] ?? 1 / 0;
  if (sizeBytes > limit) {
    let rule = `the body must be at most ${limit} bytes`;
    throw new ApiError(413, `${rule} (it was ${sizeBytes})`);
  }
  if (text === "") throw new ApiError(400, "a JSON body is required");
  let type = headers.get("content-type") ?? "none";
  if (!/^application\/json\b/i.test(type)) {
    let rule = "the content type must be application/json";
    throw new ApiError(415, `${rule} (it was ${type})`);
  }
  if (json === void 0) throw new ApiError(400, "the body is not valid JSON");
  return json;
}
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return;
  }
}
async function handleRequest(service, entry, incoming) {
  let { request, connection } = incoming, { state, settings, faultRules, requestLog } = service, logEntry = requestLog.add(request, entry.route), rule = faultRules.take(entry.route), body = await readBody(request);
  logEntry.body = body.json;
  let delayMs = settings.latency + (rule?.delay ?? 0);
  delayMs > 0 && await state.clock.delay(delayMs, request.signal), state.clock.runDue();
  let response = await (async () => rule?.reset === "before" ? new Response(null) : rule && replacesResponse(rule) ? respondByRule(rule, entry.surface) : callHandler2(service, entry, incoming, body))().catch(entry.surface.respondWithError);
  return rule?.truncate !== void 0 && (connection.cutAfter = rule.truncate), rule?.reset && (connection.cutAfter = "reset"), await state.events.whenProcessed(), requestLog.complete(logEntry, rule?.reset ? void 0 : response.status), response;
}
async function callHandler2({ state, rateLimits, settings, apiKeys }, { surface, route, handler }, { request, params }, requestBody) {
  let hasKey = surface.authenticate(request, (key) => apiKeys.isValid(key)), release = settings.limits ? rateLimits.acquire(route, params.slug ?? "", state.clock) : void 0;
  try {
    let { origin, searchParams } = new URL(request.url), call = {
      state,
      hasKey,
      params,
      query: readQuery(route, searchParams),
      body: validRequestBody(route, request, requestBody),
      origin,
      signal: request.signal
    }, reply = await handler(call);
    if (changesResources(route) && emitChange(state), reply instanceof Response) return reply;
    let { status } = reply;
    return "body" in reply ? Response.json(reply.body, { status }) : new Response(null, { status });
  } finally {
    release?.();
  }
}
function validRequestBody(route, { headers }, requestBody) {
  if (!takesBody(route)) return;
  let body = requireJson(route, headers, requestBody);
  return checkBody(route, body), body;
}
function changesResources(route) {
  return !/^GET |^POST \/v2\/|^POST \/graphql/.test(route);
}
var CORS_OPTIONS = {
  origin: "*",
  allowMethods: ["GET", "POST", "PATCH", "DELETE"],
  allowHeaders: ["authorization", "content-type"],
  exposeHeaders: ["Retry-After"]
};
function createApp(service) {
  let app = new import_hono.Hono();
  return mountPage(app, service), app.use("*", (0, import_cors.cors)(CORS_OPTIONS)), mountRoutes(app, service), app.notFound(({ req }) => {
    let error = new ApiError(404, "there is nothing at this path");
    return rejectRequest(service, req.raw, error);
  }), app;
}
function mountRoutes(app, service) {
  let methodsByPath = /* @__PURE__ */ new Map();
  for (let entry of routeTable) {
    let [method = "", template = ""] = entry.route.split(" "), path = entry.prefix + template.replace(/\{(\w+)\}/g, ":$1");
    methodsByPath.set(path, [...methodsByPath.get(path) ?? [], method]), app.on(
      method,
      path,
      ({ req, env }) => handleRequest(service, entry, {
        request: req.raw,
        params: req.param(),
        connection: env
      })
    );
  }
  for (let [path, methods] of methodsByPath) {
    let allow = methods.join(", ");
    app.all(path, ({ req }) => {
      let message = `this path takes ${allow} only`, error = new ApiError(405, message, { allow });
      return rejectRequest(service, req.raw, error);
    });
  }
}
function rejectRequest({ requestLog }, request, error) {
  let entry = requestLog.add(request), { pathname } = new URL(request.url), response = surfaceOf(pathname).respondWithError(error);
  return requestLog.complete(entry, response.status), response;
}
function createFetch(answer) {
  return (input, init) => fetchInMemory(answer, input, init);
}
async function fetchInMemory(answer, input, init = {}) {
  let ownSignal = input instanceof Request ? input.signal : void 0, signal = init.signal ?? ownSignal;
  signal?.throwIfAborted();
  let controller = new AbortController(), request = new Request(input, { ...init, signal: controller.signal });
  return new Promise((resolve, reject) => {
    let abort = () => {
      let reason = signal?.reason;
      controller.abort(), reject(reason);
    };
    signal?.addEventListener("abort", abort);
    let connection = {};
    answer(request, connection).then((response) => cutInMemory(response, connection)).then(resolve, reject).finally(() => signal?.removeEventListener("abort", abort));
  });
}
var rules4 = {
  port: integer(0, 65535),
  host: [
    (value) => typeof value == "string" && value !== "",
    "the name or the address of a host"
  ]
};
var Listeners = class {
  #answer;
  #listeners = /* @__PURE__ */ new Set();
  constructor(answer) {
    this.#answer = answer;
  }
  async listen(options) {
    let listener = await listen(this.#answer, options);
    return this.#listeners.add(listener), listener;
  }
  async closeAll() {
    let closing = [...this.#listeners].map((listener) => listener.close());
    await Promise.all(closing), this.#listeners.clear();
  }
};
function urlsAt(origin) {
  return {
    baseUrl: `${origin}/v1`,
    publicBaseUrl: origin,
    graphqlUrl: `${origin}/graphql`
  };
}
var serverModule = ["@hono", "node-server"].join("/");
async function listen(answer, options) {
  checkMembers("listen", options, rules4);
  let { port = 0, host = "127.0.0.1" } = options, { createAdaptorServer } = await Promise.resolve().then(() => (
    /* @vite-ignore */
    /* webpackIgnore: true */
    __toESM(require(serverModule))
  )), server = createAdaptorServer({
    fetch: async (request, bindings) => {
      let connection = {}, response = await answer(request, connection);
      return connection.cutAfter === void 0 ? response : cut(response, connection.cutAfter, bindings);
    }
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject), server.listen(port, host, resolve);
  });
  let address = server.address(), actualPort = typeof address == "object" && address !== null ? address.port : port, hostInUrl = host.includes(":") ? `[${host}]` : host;
  return {
    urls: urlsAt(`http://${hostInUrl}:${actualPort}`),
    port: actualPort,
    close: () => new Promise((resolve) => {
      server.close(() => resolve()), "closeAllConnections" in server && server.closeAllConnections();
    })
  };
}
async function cut(response, cutAfter, { incoming, outgoing }) {
  let { socket } = incoming;
  if (cutAfter === "reset") socket.resetAndDestroy();
  else {
    let body = new Uint8Array(await response.arrayBuffer()), announced = Math.max(body.length, cutAfter + 1);
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      "content-length": String(announced)
    }), outgoing.write(body.subarray(0, cutAfter), () => socket.destroy());
  }
  return new Promise(() => {
  });
}
var REDACTED = "[redacted]";
var RequestLog = class {
  entries = [];
  #clock;
  #events;
  /** By the real clock. */
  #arrivals = /* @__PURE__ */ new WeakMap();
  constructor({
    clock,
    events
  }) {
    this.#clock = clock, this.#events = events;
  }
  /** Records a request on arrival. */
  add(request, route) {
    let url = new URL(request.url), entry = {
      method: request.method,
      path: url.pathname,
      query: redactedQuery(url.searchParams),
      route,
      headers: redactedHeaders(request.headers),
      body: void 0,
      at: this.#clock.now(),
      status: void 0,
      durationMs: void 0
    };
    return this.entries.push(entry), this.entries.length > 1e4 && this.entries.shift(), this.#arrivals.set(entry, performance.now()), entry;
  }
  /** Records the status of the response: undefined where the connection was reset. */
  complete(entry, status) {
    entry.status = status;
    let arrival = this.#arrivals.get(entry) ?? 0;
    entry.durationMs = Math.round((performance.now() - arrival) * 10) / 10, this.#events.emit({ kind: "request", entry });
  }
  clear() {
    this.entries.length = 0;
  }
};
function redactedHeaders(headers) {
  let members = Object.fromEntries(headers);
  return "authorization" in members && (members.authorization = REDACTED), members;
}
function redactedQuery(search) {
  let query = {};
  for (let name of new Set(search.keys())) {
    let values = search.getAll(name), [first = ""] = values;
    query[name] = values.length > 1 ? values : first;
  }
  return "api_key" in query && (query.api_key = REDACTED), query;
}
var isString = (value) => typeof value == "string";
var isNumber = (value) => Number.isFinite(value);
var isBoolean2 = (value) => typeof value == "boolean";
var isList = (value) => Array.isArray(value);
var isStringList = (value) => Array.isArray(value) && value.every(isString);
var isNumberOrNull = (value) => value === null || isNumber(value);
var isStatus = (value) => typeof value == "string" && JOB_STATUSES.includes(value);
var JOB_STATUSES = [
  "IN_QUEUE",
  "IN_PROGRESS",
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TIMED_OUT"
];
var isEndpointSettings = (value) => isRecord(value) && isStringList(value.gpuTypeIds) && isStringList(value.dataCenterIds) && isNumber(value.workersMax);
var isWorker = (value) => isRecord(value) && isString(value.id) && isNumber(value.readyAt) && isNumber(value.idleSince);
var isWorkerList = (value) => Array.isArray(value) && value.every(isWorker);
var LISTS = {
  pods: {
    id: isString,
    name: isString,
    image: isString,
    env: isRecord,
    desiredStatus: isString,
    ports: isStringList,
    dockerStartCmd: isStringList,
    dockerEntrypoint: isStringList,
    gpuCount: isNumber,
    costPerHr: isNumber,
    createdAt: isNumber,
    lastStartedAt: isNumber,
    locked: isBoolean2,
    lastStatusChange: isNumber,
    machineId: isString
  },
  endpoints: {
    id: isString,
    createdAt: isNumber,
    version: isNumber,
    settings: isEndpointSettings
  },
  templates: {
    id: isString,
    name: isString,
    imageName: isString,
    env: isRecord,
    owned: isBoolean2,
    ports: isStringList,
    dockerStartCmd: isStringList,
    dockerEntrypoint: isStringList
  },
  networkVolumes: {
    id: isString,
    name: isString,
    size: isNumber,
    dataCenterId: isString
  },
  containerRegistryAuths: { id: isString, name: isString, username: isString },
  jobs: {
    id: isString,
    slug: isString,
    origin: isString,
    input: isRecord,
    status: isStatus,
    submittedAt: isNumber,
    queuedAt: isNumber,
    expiresAt: isNumber,
    retentionMs: isNumber,
    timeoutMs: isNumber,
    chunks: isList,
    deliveredChunks: isNumber,
    webhookAttempts: isNumber,
    retries: isNumber,
    lowPriority: isBoolean2
  },
  jobQueues: {
    slug: isString,
    waiting: isStringList,
    startedWorkers: isNumber,
    counts: isRecord,
    workers: isWorkerList
  },
  charges: {
    kind: isString,
    labels: isRecord,
    usdPerHour: isNumber,
    sizeInGb: isNumber,
    from: isNumber,
    to: isNumberOrNull
  }
};
function checkSnapshot(value) {
  if (!isRecord(value)) throw invalid("the snapshot is not an object");
  if (value.version !== 1)
    throw invalid(`the version is ${String(value.version)}, not 1`);
  for (let name of ["now", "seed", "idCount"])
    if (!isNumber(value[name])) throw invalid(`"${name}" is not a number`);
  for (let [name, checks] of Object.entries(LISTS))
    checkList(name, value[name], checks);
  checkFiles(value.files);
}
function checkList(name, list, checks) {
  if (!Array.isArray(list)) throw invalid(`"${name}" is not a list`);
  list.forEach((item, index) => {
    if (!isRecord(item)) throw invalid(`${name}[${index}] is not an object`);
    for (let [member, isValid] of Object.entries(checks))
      if (!isValid(item[member]))
        throw invalid(`${name}[${index}].${member} is not valid`);
  });
}
function checkFiles(files) {
  if (!Array.isArray(files)) throw invalid('"files" is not a list');
  files.forEach((entry, index) => {
    if (!(Array.isArray(entry) && isString(entry[0]) && isOutputFile(entry[1]))) throw invalid(`files[${index}] is not valid`);
  });
}
function isOutputFile(file) {
  if (!isRecord(file) || !isNumber(file.createdAt)) return false;
  let { source } = file;
  return isRecord(source) ? source.kind === "mp4" || isSeededSource(source) : false;
}
function isSeededSource({ kind, seed }) {
  return (kind === "png" || kind === "wav") && isNumber(seed);
}
function invalid(reason) {
  return new TypeError(`the snapshot cannot be restored: ${reason}`);
}
function takeSnapshot(state) {
  state.clock.runDue();
  let snapshot = {
    version: 1,
    now: state.clock.now(),
    seed: state.seed,
    idCount: state.ids.count,
    pods: [...state.pods.values()],
    endpoints: [...state.endpoints.values()],
    templates: [...state.templates.values()],
    networkVolumes: [...state.networkVolumes.values()],
    containerRegistryAuths: [...state.registryAuths.values()],
    jobs: [...state.jobs.values()],
    jobQueues: [...state.jobQueues.values()].map((queue) => ({
      ...queue,
      waiting: [...queue.waiting]
    })),
    files: [...state.files],
    charges: state.charges.map((charge) => ({
      ...charge,
      to: charge.to === 1 / 0 ? null : charge.to
    }))
  };
  return copySnapshot(snapshot);
}
function restoreSnapshot(state, snapshot) {
  checkSnapshot(snapshot);
  let stored = copySnapshot(snapshot), models2 = [...state.customModels];
  state.clock.reset(stored.now), clearAccountState(state, stored.seed);
  for (let [slug, model] of models2) state.customModels.set(slug, model);
  insertAll(state.pods, stored.pods), insertAll(state.endpoints, stored.endpoints), insertAll(state.templates, stored.templates), insertAll(state.networkVolumes, stored.networkVolumes), insertAll(state.registryAuths, stored.containerRegistryAuths), insertAll(state.jobs, stored.jobs);
  for (let { waiting, ...queue } of stored.jobQueues) {
    let restored = { ...queue, waiting: new Set(waiting) };
    state.jobQueues.set(queue.slug, restored);
  }
  for (let [name, file] of stored.files) state.files.set(name, file);
  for (let { to, ...charge } of stored.charges)
    state.charges.push({ ...charge, to: to ?? 1 / 0 });
  state.ids = new IdGenerator(stored.seed, stored.idCount), resumeJobs(state), emitChange(state);
}
function copySnapshot(snapshot) {
  let copy = toJson(snapshot);
  return checkSnapshot(copy), copy;
}
function insertAll(map, items) {
  for (let item of items) map.set(item.id, item);
}
function createEmulator(options = {}) {
  let settings = readOptions(options), { apiKey, seed } = settings, state = createAccountState(settings);
  addSharedTemplates(state);
  let requestLog = new RequestLog(state), faultRules = new FaultRules(seed), rateLimits = new RateLimits(), apiKeys = new ApiKeys(settings), app = createApp({
    settings,
    state,
    faultRules,
    rateLimits,
    requestLog,
    apiKeys
  }), answer = async (request, connection) => app.fetch(request, connection), listeners = new Listeners(answer);
  return {
    apiKey,
    urls: urlsAt("https://emulator.invalid"),
    fetch: createFetch(answer),
    clock: { now: state.clock.now, advance: state.clock.advance },
    requests: requestLog.entries,
    jobs: () => (state.clock.runDue(), [...state.jobs.values()].map(jobReport)),
    model: (slug, handler, modelOptions) => {
      let model = createCustomModel(slug, handler, modelOptions);
      state.clock.runDue(), state.customModels.set(slug, model), processQueue(state, slug);
    },
    fail: (route, rule = {}) => faultRules.add(route, rule),
    revoke: (key) => apiKeys.revoke(key),
    seed: (data) => seedAccount(state, data),
    snapshot: () => takeSnapshot(state),
    restore: (snapshot) => restoreSnapshot(state, snapshot),
    reset: () => {
      state.clock.reset(), clearAccountState(state, seed), addSharedTemplates(state), faultRules.clear(), rateLimits.clear(), apiKeys.clear(), requestLog.clear(), emitChange(state);
    },
    subscribe: state.events.subscribe,
    listen: (listenOptions = {}) => listeners.listen(listenOptions),
    close: () => listeners.closeAll()
  };
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  ApiError,
  builtInSlugs,
  createEmulator,
  isRecord,
  schema
});
//# sourceMappingURL=emulator-chunk-JVISCSEB.js.map
