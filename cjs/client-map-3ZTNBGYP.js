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

// cjs/client-map-3ZTNBGYP.js
var client_map_3ZTNBGYP_exports = {};
__export(client_map_3ZTNBGYP_exports, {
  mapInputs: () => mapInputs
});
module.exports = __toCommonJS(client_map_3ZTNBGYP_exports);
var import_client_chunk_3CPAILXB = require("./client-chunk-3CPAILXB.js");
async function* mapInputs(inputs, run, options) {
  let { concurrency = 10, timeout, signal, stopOnFailure } = options, call = { operation: "model.map" };
  (0, import_client_chunk_3CPAILXB.checkWhole)("concurrency", concurrency, 1, call), (0, import_client_chunk_3CPAILXB.checkMilliseconds)("timeout", timeout, call), signal?.throwIfAborted();
  let mapping = new Mapping(inputs, run, options), unlisten = signal && (0, import_client_chunk_3CPAILXB.onAbort)(signal, () => mapping.abort(signal.reason));
  try {
    for (; ; ) {
      if (mapping.pullInput(concurrency), mapping.isIdle) return;
      let result = await mapping.next();
      if (result) {
        if (stopOnFailure && !result.job) throw result.error;
        yield result;
      }
    }
  } finally {
    unlisten?.(), mapping.end();
  }
}
var Mapping = class {
  #source;
  #run;
  #options;
  #progress = { submitted: 0, completed: 0, failed: 0 };
  /** Aborts everything that is in progress. */
  #stop = new AbortController();
  #handlers = [];
  /** Wakes the consumer if it waits for a handler. */
  #wake = () => {
  };
  /** The number of inputs that are being pulled, submitted or waited for. */
  #inProgress = 0;
  /** Whether the source is asked for an input; true for ever after its end. */
  #isPulling = false;
  #isSourceDone = false;
  #nextIndex = 0;
  constructor(inputs, run, options) {
    this.#source = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator](), this.#run = run, this.#options = options;
  }
  get isIdle() {
    return this.#inProgress === 0;
  }
  /** Begins to pull the next input, unless enough inputs are in progress. */
  pullInput(concurrency) {
    this.#isPulling || this.#inProgress >= concurrency || (this.#isPulling = true, this.#inProgress++, this.#pull());
  }
  /** Waits until something has happened and handles it. Resolves with the result of an input if that is what happened. */
  async next() {
    let { signal } = this.#stop;
    this.#handlers.length === 0 && !signal.aborted && await new Promise((resolve) => this.#wake = resolve), signal.throwIfAborted();
    let result = this.#handlers.shift()?.();
    if (result)
      return this.#inProgress--, this.#count(result.job ? "completed" : "failed"), result;
  }
  abort(reason) {
    this.#stop.abort(reason), this.#wake();
  }
  /** Stops whatever is still in progress, and tells the source that no more inputs are wanted. */
  end() {
    this.#stop.abort(), this.#returnSource().catch(() => {
    });
  }
  async #returnSource() {
    this.#isSourceDone || await this.#source.return?.();
  }
  async #pull() {
    try {
      let pulled = await this.#source.next();
      this.#handle(() => {
        pulled.done ? (this.#isSourceDone = true, this.#inProgress--) : (this.#isPulling = false, this.#process(pulled.value, this.#nextIndex++));
      });
    } catch (error) {
      this.#handle(() => {
        throw this.#isSourceDone = true, error;
      });
    }
  }
  /** Submits one input and waits for its job. */
  async #process(input, index) {
    let result = await this.#submitAndWait(input, index).then(
      (job) => ({ index, input, job }),
      (error) => ({ index, input, error })
    );
    this.#handle(() => result);
  }
  async #submitAndWait(input, index) {
    let { signal } = this.#stop, { webhook, policy, s3Config, headers, onSubmit } = this.#options, runOptions = { webhook, policy, s3Config, signal, headers }, job = await this.#run(input, runOptions);
    this.#handle(() => this.#count("submitted"));
    try {
      onSubmit?.(job, index);
    } catch (error) {
      this.#stop.abort(error);
    }
    let { timeout, interval, onAbort: onAbort2, onCancel } = this.#options;
    return job.wait({ signal, headers, timeout, interval, onAbort: onAbort2, onCancel });
  }
  #count(what) {
    this.#progress[what]++, this.#options.onProgress?.({ ...this.#progress });
  }
  #handle(handler) {
    this.#handlers.push(handler), this.#wake();
  }
};
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  mapInputs
});
//# sourceMappingURL=client-map-3ZTNBGYP.js.map
