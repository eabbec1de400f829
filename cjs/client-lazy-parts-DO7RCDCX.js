"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
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
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// cjs/client-lazy-parts-DO7RCDCX.js
var client_lazy_parts_DO7RCDCX_exports = {};
__export(client_lazy_parts_DO7RCDCX_exports, {
  openFile: () => openFile,
  runSync: () => runSync,
  saveFile: () => saveFile,
  streamPieces: () => streamPieces,
  waitUntilCompleted: () => waitUntilCompleted,
  watchStatus: () => watchStatus
});
module.exports = __toCommonJS(client_lazy_parts_DO7RCDCX_exports);
var import_client_chunk_3CPAILXB = require("./client-chunk-3CPAILXB.js");
var DEFAULT_STALL_MS = 3e4;
var CALL = { operation: "download", route: "GET (file)" };
async function openFile(fetch, output, options) {
  let { response, connection } = await requestFile(fetch, output, options);
  return streamBody(response, connection, options);
}
async function openWholeFile(fetch, output, options) {
  let file = await requestFile(fetch, output, options, { "accept-encoding": "identity" }), { response, connection } = file, announced = readFileSize(response.headers);
  if (announced === void 0) {
    connection.close();
    let problem = isCompressed(response.headers) ? "compresses the file, so that the end of the file cannot be checked" : "does not announce the length of the file";
    throw createResponseError(
      file,
      `the file's host ${problem}: read the stream of \`cloud.download\` instead`,
      "invalid_response"
    );
  }
  return streamBody(response, connection, options, (bytes) => {
    if (bytes !== announced)
      throw new import_client_chunk_3CPAILXB.ConnectionError(
        `the file's host sent ${bytes} bytes of a file of ${announced} bytes`,
        CALL,
        response.status
      );
  });
}
async function requestFile(fetch, output, { signal, stall = DEFAULT_STALL_MS }, headers) {
  (0, import_client_chunk_3CPAILXB.checkMilliseconds)("stall", stall, CALL);
  let { url = output, expiresAt } = Object(output);
  (0, import_client_chunk_3CPAILXB.check)(isWebUrl(url), "output", "has no http or https URL", CALL);
  let { username, password, search } = new URL(url);
  (0, import_client_chunk_3CPAILXB.check)(
    username === "" && password === "",
    "output",
    "has a URL with a user name or password, which fetch does not send: remove both from the URL",
    CALL
  );
  let pieces = (0, import_client_chunk_3CPAILXB.piecesOf)([search]), redact = (value) => typeof value == "string" ? (0, import_client_chunk_3CPAILXB.redactText)(value, pieces, "[query]") : value, connection = new FileConnection(signal, stall, redact), response = await connection.waitFor(
    async () => fetch(url, { signal: connection.signal, ...headers && { headers } })
  ), file = { response, connection, redact };
  if (response.status === 200) return file;
  throw connection.close(), createRefusalError(file, expiresAt);
}
function streamBody({ headers, body }, connection, { onProgress }, checkEnd) {
  let total = readFileSize(headers), reader = body?.getReader(), bytes = 0, pull = async (stream) => {
    let piece = (await connection.waitFor(async () => reader?.read()))?.value;
    if (!piece) {
      connection.close(), checkEnd?.(bytes), stream.close();
      return;
    }
    bytes += piece.byteLength;
    try {
      onProgress?.({ bytes, total });
    } catch (error) {
      throw connection.close(), error;
    }
    stream.enqueue(piece);
  };
  return new ReadableStream(
    { pull, cancel: () => connection.close() },
    { highWaterMark: 0 }
  );
}
var FileConnection = class {
  #controller = new AbortController();
  #signal;
  #stallMs;
  #redact;
  #unlisten;
  constructor(signal, stallMs, redact) {
    this.#signal = signal, this.#stallMs = stallMs, this.#redact = redact, this.#unlisten = signal && (0, import_client_chunk_3CPAILXB.onAbort)(signal, () => this.close());
  }
  /** Aborts when the connection is to be closed. */
  get signal() {
    return this.#controller.signal;
  }
  close() {
    this.#unlisten?.(), this.#controller.abort();
  }
  /** Waits for one step of the download. Silence, an abort or a failure closes the connection. */
  async waitFor(step) {
    try {
      return await (0, import_client_chunk_3CPAILXB.withTimeout)(this.#stallMs, this.#signal, step);
    } catch (error) {
      throw this.close(), this.#signal?.aborted ? this.#signal.reason : createFailure((0, import_client_chunk_3CPAILXB.safeCause)(error, this.#redact), this.#stallMs);
    }
  }
};
function isWebUrl(url) {
  return typeof url == "string" && /^https?:/i.test(url) && URL.canParse(url);
}
function readFileSize(headers) {
  if (isCompressed(headers)) return;
  let length = headers.get("content-length") ?? "";
  return /^\d+$/.test(length) ? Number(length) : void 0;
}
function isCompressed(headers) {
  return (headers.get("content-encoding") ?? "identity") !== "identity";
}
function createFailure(cause, stallMs) {
  if (cause !== import_client_chunk_3CPAILXB.EXPIRED)
    return new import_client_chunk_3CPAILXB.ConnectionError("the connection to the file's host failed", {
      ...CALL,
      cause
    });
  let message = `the file's host sent nothing for ${stallMs} ms`;
  return new import_client_chunk_3CPAILXB.TimeoutError(message, stallMs, CALL);
}
function createRefusalError(file, expiresAt = 1 / 0) {
  let { status, ok } = file.response, message = `the file's host answered ${status}`;
  return ok ? createResponseError(
    file,
    `${message}, which is not the whole file`,
    "invalid_response"
  ) : status === 403 || status === 404 || status === 410 ? status === 410 || Date.now() >= expiresAt ? createResponseError(
    file,
    `${message}: the service keeps files for 7 days`,
    "output_expired"
  ) : createResponseError(file, message, "output_not_found") : createResponseError(file, message);
}
function createResponseError({ response: { status, headers }, redact }, message, code) {
  let response = {
    status,
    headers: (0, import_client_chunk_3CPAILXB.redactHeaders)(headers, redact),
    body: void 0
  };
  return new import_client_chunk_3CPAILXB.ResponseError(message, response, CALL, code);
}
var MIN_POLL_INTERVAL_MS = 50;
var MIN_DEFAULT_INTERVAL_MS = 250;
var MAX_DEFAULT_INTERVAL_MS = 5e3;
var POLL_TIMEOUT_MS = 2e4;
var DEFAULT_TTL_MS = 864e5;
var EXPIRED_JOB_TIMEOUT_MS = 6e4;
var VISIBILITY_DELAY_MS = 1e4;
var MAX_FAILED_POLLS = 10;
var RUN_SYNC_HEAD_START_MS = 5e3;
var Poller = class {
  #job;
  #options;
  #request;
  #limiter;
  #startedAt = performance.now();
  #submittedAt;
  #timeoutMs;
  #polls = 0;
  #failedPolls = 0;
  /** Whether the service has known the job. */
  #wasFound = false;
  /** The pause that the response to the last poll asked for. */
  #retryAfterMs = 0;
  /**
   * `request` sends one poll.
   *
   * @throws InputError if the timeout of the options is not valid
   */
  constructor(job, options, request) {
    let { timeout } = options;
    (0, import_client_chunk_3CPAILXB.checkMilliseconds)("timeout", timeout, { operation: "job.wait" }), this.#job = job, this.#options = options, this.#request = request, this.#limiter = job.service.limiters.get("status", job.data.slug), this.#submittedAt = job.submittedAt ?? this.#startedAt;
    let ttlMs = job.data.ttl ?? DEFAULT_TTL_MS, lifetimeMs = this.#submittedAt + ttlMs - this.#startedAt;
    this.#timeoutMs = timeout ?? (lifetimeMs > 0 ? lifetimeMs : EXPIRED_JOB_TIMEOUT_MS);
  }
  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  get elapsedMs() {
    return performance.now() - this.#submittedAt;
  }
  /** Milliseconds until the timeout of the wait. */
  get remainingMs() {
    return this.#startedAt + this.#timeoutMs - performance.now();
  }
  /**
   * Polls until the service answers with a state of the job, and resolves with that state. An abort rejects at once with
   * the reason of the signal.
   *
   * @throws TimeoutError at the timeout of the wait; the error carries the job
   * @throws JobError if the service does not know the job
   * @throws ResponseError if a poll was refused, or the last of ten failed polls in a row was
   * @throws ConnectionError if the last of ten failed polls in a row got no response
   */
  async next() {
    let { timer } = this.#job.service.limiters, { signal } = this.#options;
    for (; ; ) {
      let pauseMs = Math.min(this.#nextPauseMs(), this.remainingMs);
      if (await (0, import_client_chunk_3CPAILXB.sleep)(pauseMs, signal, timer.schedule), this.remainingMs <= 0) throw this.#createTimeoutError();
      let dueAt = performance.now();
      if (!await this.#acquireSlot(dueAt)) throw this.#createTimeoutError();
      let state = await this.#sendPoll(dueAt);
      if (state) return state;
    }
  }
  #nextPauseMs() {
    let { interval } = this.#options;
    if (this.#polls > 0)
      return Math.max(
        chooseIntervalMs(interval, this.elapsedMs, this.#polls),
        this.#retryAfterMs
      );
    let { acceptedAt } = this.#job;
    return acceptedAt === -1 / 0 ? 0 : acceptedAt + chooseIntervalMs(interval, 0, 0) - this.#startedAt;
  }
  #acquireSlot(dueAt) {
    let { data } = this.#job, { signal } = this.#options, rank = (0, import_client_chunk_3CPAILXB.isFromRunSync)(data) ? dueAt - RUN_SYNC_HEAD_START_MS : dueAt, timeoutMs = this.remainingMs;
    return this.#limiter.acquire({ rank, timeoutMs, signal });
  }
  /** Sends one poll and releases its slot. Resolves with undefined if the poll failed and another one may succeed. */
  async #sendPoll(dueAt) {
    let { signal, headers } = this.#options;
    this.#polls++, this.#retryAfterMs = 0;
    try {
      let { remainingMs } = this;
      if (remainingMs <= 0) throw this.#createTimeoutError();
      let timeout = Math.min(POLL_TIMEOUT_MS, remainingMs), state = await this.#request({
        signal,
        headers,
        retries: 0,
        timeout
      });
      return this.#checkState(state), this.#failedPolls = 0, this.#wasFound = true, state;
    } catch (error) {
      this.#handleFailure(error, dueAt);
      return;
    } finally {
      this.#limiter.release();
    }
  }
  #checkState(state) {
    if (typeof state == "object" && state && !Array.isArray(state)) return;
    let { redact } = this.#job.service;
    throw (0, import_client_chunk_3CPAILXB.createInvalidResponseError)(state, "something other than a job", redact, import_client_chunk_3CPAILXB.WAIT_CALL);
  }
  /** Throws the error that ends the wait, unless another poll may succeed. */
  #handleFailure(error, dueAt) {
    let { signal } = this.#options, { data, acceptedAt } = this.#job;
    if (signal?.aborted) throw signal.reason;
    if (this.remainingMs <= 0) throw this.#createTimeoutError();
    if (error instanceof import_client_chunk_3CPAILXB.ResponseError) {
      let mayAppear = !this.#wasFound && dueAt - acceptedAt <= VISIBILITY_DELAY_MS;
      if (error.status === 404 && !mayAppear)
        throw (0, import_client_chunk_3CPAILXB.createNotFoundError)(data, this.#wasFound);
      let retryAfter = error.headers.get("retry-after");
      this.#retryAfterMs = (0, import_client_chunk_3CPAILXB.parseRetryAfter)(retryAfter, Date.now()) ?? 0;
    }
    if (this.#failedPolls += weighFailure(error), !(this.#failedPolls < MAX_FAILED_POLLS))
      throw error instanceof import_client_chunk_3CPAILXB.TimeoutError ? createSilenceError(data, error) : error;
  }
  #createTimeoutError() {
    let { data } = this.#job, timeoutMs = this.#timeoutMs, message = `${(0, import_client_chunk_3CPAILXB.describeJob)(data)} did not end in time (timeout: ${Math.round(timeoutMs)} ms)`;
    return new import_client_chunk_3CPAILXB.TimeoutError(message, timeoutMs, import_client_chunk_3CPAILXB.WAIT_CALL, data);
  }
};
function chooseIntervalMs(interval, elapsedMs, polls) {
  let chosenMs = typeof interval == "function" ? interval(elapsedMs, polls) : interval;
  if (chosenMs !== void 0 && Number.isFinite(chosenMs))
    return Math.max(MIN_POLL_INTERVAL_MS, chosenMs);
  let jitter = 0.9 + Math.random() * 0.2, defaultMs = Math.max(MIN_DEFAULT_INTERVAL_MS, elapsedMs / 10);
  return Math.min(MAX_DEFAULT_INTERVAL_MS, defaultMs) * jitter;
}
function weighFailure(error) {
  if (error instanceof import_client_chunk_3CPAILXB.ConnectionError || error instanceof import_client_chunk_3CPAILXB.TimeoutError)
    return 1;
  if (!(error instanceof import_client_chunk_3CPAILXB.ResponseError)) return 1 / 0;
  let { status } = error;
  if (status === 404 || status === 429) return 0;
  let mayRecover = status === 408 || status === 425;
  return status >= 400 && status < 500 && !mayRecover ? 1 / 0 : 1;
}
function createSilenceError(data, cause) {
  let message = `${MAX_FAILED_POLLS} status requests in a row for ${(0, import_client_chunk_3CPAILXB.describeJob)(data)} got no response`;
  return new import_client_chunk_3CPAILXB.ConnectionError(message, { ...import_client_chunk_3CPAILXB.WAIT_CALL, cause });
}
async function waitUntilCompleted(job, options) {
  let wait = new Wait(job, options, (call) => job.pollStatus(call)), changes = new StatusChanges(options);
  try {
    for (; ; ) {
      let state = await wait.next();
      if (changes.report(state, wait.elapsedMs), !!(0, import_client_chunk_3CPAILXB.isFinal)(state.status))
        return job.completed = (0, import_client_chunk_3CPAILXB.requireCompleted)(state, job.data, job.service.redact), job.completed;
    }
  } finally {
    wait.end();
  }
}
async function* watchStatus(job, options) {
  let wait = new Wait(job, options, (call) => job.pollStatus(call)), changes = new StatusChanges(options);
  try {
    for (; ; ) {
      let state = await wait.next(), update = changes.report(state, wait.elapsedMs);
      if (update && (yield update), (0, import_client_chunk_3CPAILXB.isFinal)(state.status)) return;
    }
  } finally {
    wait.end();
  }
}
var StatusChanges = class {
  #onUpdate;
  #lastStatus;
  constructor({ onUpdate }) {
    this.#onUpdate = onUpdate;
  }
  /** Returns the update that the state of the latest poll is; undefined if its status is not new. */
  report(state, elapsed) {
    if (state.status === this.#lastStatus) return;
    this.#lastStatus = state.status;
    let update = { ...state, elapsed };
    return this.#onUpdate?.(update), update;
  }
};
var Wait = class {
  #job;
  #options;
  #poller;
  /** Whether the job is still to be cancelled when the wait is aborted or reaches its timeout. */
  #mayCancel;
  /** `request` sends one poll. */
  constructor(job, options, request) {
    this.#job = job, this.#options = options, this.#poller = new Poller(job, options, request), this.#mayCancel = options.onAbort === "cancel";
  }
  /** Milliseconds since the submit, or since the wait began if the time of the submit is not known. */
  get elapsedMs() {
    return this.#poller.elapsedMs;
  }
  /** Resolves with the state that the next successful poll shows. Not an async function, to save memory in each wait. */
  next() {
    return this.#poller.next().then(
      (state) => ((0, import_client_chunk_3CPAILXB.isFinal)(state.status) && (this.#mayCancel = false), state),
      (error) => this.#handleFailure(error)
    );
  }
  /** Must be called when the wait ends: a consumer may leave because of an abort without asking for another poll. */
  end() {
    this.#options.signal?.aborted && this.#mayCancel && this.#cancel();
  }
  async #handleFailure(error) {
    if (error instanceof import_client_chunk_3CPAILXB.TimeoutError && this.#mayCancel) {
      let outcome = this.#cancel(), { signal } = this.#options, cancellation = await (0, import_client_chunk_3CPAILXB.withTimeout)(1 / 0, signal, () => outcome);
      Object.assign(error, { cancellation });
    }
    throw error;
  }
  /** Cancels the job and reports the outcome to `onCancel`. Never rejects. */
  #cancel() {
    this.#mayCancel = false;
    let { headers, onCancel } = this.#options, outcome = cancelJob(this.#job, headers);
    return outcome.then(onCancel).catch(() => {
    }), outcome;
  }
};
async function cancelJob(job, headers) {
  let { data } = job;
  try {
    let { status } = await job.cancel({ timeout: POLL_TIMEOUT_MS, headers });
    return { job: data, cancelled: status === "CANCELLED" };
  } catch (error) {
    return { job: data, cancelled: false, error };
  }
}
var DEFAULT_HOLD_MS = 9e4;
var MIN_HOLD_MS = 1e3;
var MAX_HOLD_MS = 28e4;
async function runSync(service, slug, input, options) {
  let { timeout, wait, signal, headers, onUpdate } = options, holdMs = wait ?? DEFAULT_HOLD_MS, call = { operation: "jobs.runSync" };
  (0, import_client_chunk_3CPAILXB.check)(
    Number.isInteger(holdMs) && holdMs >= MIN_HOLD_MS && holdMs <= MAX_HOLD_MS,
    "wait",
    `must be a whole number from ${MIN_HOLD_MS} to ${MAX_HOLD_MS}`,
    call
  ), (0, import_client_chunk_3CPAILXB.checkMilliseconds)("timeout", timeout, call);
  let startedAt = performance.now(), { response, data } = await (0, import_client_chunk_3CPAILXB.submit)(service, {
    kind: "runSync",
    slug,
    input,
    options,
    signal,
    headers,
    retries: void 0,
    timeout: Math.min(holdMs + POLL_TIMEOUT_MS, timeout ?? 1 / 0),
    limitsQueueTime: timeout !== void 0,
    send: (jobs, body, call2) => jobs.runSync(slug, body, { wait }, call2)
  }), elapsed = performance.now() - startedAt;
  if ((0, import_client_chunk_3CPAILXB.isFinal)(response.status)) {
    let state = response;
    return onUpdate?.({ ...state, elapsed }), (0, import_client_chunk_3CPAILXB.requireCompleted)(state, data, service.redact);
  }
  let { interval, onAbort: onAbort2, onCancel } = options;
  return waitUntilCompleted(new import_client_chunk_3CPAILXB.TrackedJob(service, data, true), {
    signal,
    headers,
    interval,
    onUpdate,
    onAbort: onAbort2,
    onCancel,
    timeout: timeout && Math.max(1, timeout - elapsed)
  });
}
var CALL2 = { operation: "download.toFile" };
var PERMISSION_BITS = 4095;
async function saveFile(fetch, output, path, options) {
  let system = findFileSystem(), { files, paths } = system, target = await findTarget(system, path), replaced = await statIfPresent(system, target);
  (0, import_client_chunk_3CPAILXB.check)(
    replaced?.isFile() ?? true,
    "path",
    "must be the path of a file: something else is there",
    CALL2
  );
  let partName = `.${crypto.randomUUID()}.part`, partPath = paths.join(paths.dirname(target), partName), part = await files.open(partPath, "wx"), bytes = 0;
  try {
    replaced && await part.chmod(replaced.mode & PERMISSION_BITS);
    for await (let piece of await openWholeFile(fetch, output, options))
      await part.appendFile(piece), bytes += piece.byteLength;
    return await part.sync(), await part.close(), await files.rename(partPath, target), bytes;
  } catch (error) {
    throw await part.close().catch(() => {
    }), await files.rm(partPath, { force: true }), error;
  }
}
async function findTarget(system, path) {
  let { files, paths } = system;
  try {
    return await files.realpath(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  let folder = await files.realpath(paths.dirname(path)), own = paths.join(folder, paths.basename(path)), link = await files.readlink(own).catch((error) => {
    if (!isMissing(error))
      throw error;
  });
  return link === void 0 ? own : findTarget(system, paths.resolve(folder, link));
}
function statIfPresent({ files }, path) {
  return files.stat(path).catch((error) => {
    if (!isMissing(error))
      throw error;
  });
}
function isMissing(error) {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
function findFileSystem() {
  let { process } = globalThis, files = process?.getBuiltinModule?.("node:fs/promises"), paths = process?.getBuiltinModule?.("node:path");
  return (0, import_client_chunk_3CPAILXB.check)(
    files !== void 0 && paths !== void 0,
    "path",
    "needs a runtime with a file system",
    CALL2
  ), { files, paths };
}
async function* streamPieces(job, options) {
  let { service, data } = job, startedAt = performance.now(), wait = new Wait(
    job,
    options,
    (call) => service.jobs.stream(data.slug, data.id, {}, call)
  ), last;
  try {
    do {
      last = await wait.next();
      for (let { output } of last.stream ?? []) yield output;
    } while (!(0, import_client_chunk_3CPAILXB.isFinal)(last.status));
  } finally {
    wait.end();
  }
  if (last.status === "COMPLETED") return;
  let { timeout = 1 / 0 } = options, remainingMs = timeout - (performance.now() - startedAt);
  await throwJobError(job, options, last, remainingMs);
}
async function throwJobError(job, { signal, headers, interval, onAbort: onAbort2, onCancel }, last, remainingMs) {
  let { service, data } = job, timeout = Math.max(1, Math.min(POLL_TIMEOUT_MS, remainingMs)), knownJob = new import_client_chunk_3CPAILXB.TrackedJob(service, data, false), wait = new Wait(
    knownJob,
    { signal, headers, interval, onAbort: onAbort2, onCancel, timeout },
    (call) => knownJob.pollStatus(call)
  );
  try {
    let state = await wait.next(), ended = state.status === last.status ? state : { ...last, id: data.id };
    (0, import_client_chunk_3CPAILXB.requireCompleted)(ended, data, service.redact);
  } finally {
    wait.end();
  }
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  openFile,
  runSync,
  saveFile,
  streamPieces,
  waitUntilCompleted,
  watchStatus
});
//# sourceMappingURL=client-lazy-parts-DO7RCDCX.js.map
