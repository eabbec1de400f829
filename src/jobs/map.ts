import {
  check,
  checkCallbacks,
  checkOptions,
  checkWhole,
  readHeaders,
} from "../checks.js";
import { onAbort } from "../http/timeout.js";
import { checkOptionNames } from "../option-names.js";
import { MAP_OPTIONS, type MapOptions, type MapResult } from "./map-options.js";
import { MapRun } from "./map-run.js";
import { MAP_CALL } from "./map-submits.js";
import type { JobService } from "./service.js";
import { noteShortTimeout } from "./submit.js";
import { checkSharedOptions } from "./wait.js";

/** The iteration behind `model.map`. When it ends, jobs in progress are treated as `onAbort` says. */
export async function* mapInputs<Input, Output>(
  service: JobService,
  slug: string,
  inputs: Iterable<Input> | AsyncIterable<Input>,
  options: MapOptions,
): AsyncGenerator<MapResult<Input, Output>, void, undefined> {
  checkOptions(options, MAP_CALL);
  checkOptionNames(options, MAP_OPTIONS, MAP_CALL);
  const { concurrency = 10, signal, stopOnFailure } = options;
  const { onSubmit, onCounts, onProgress } = options;
  checkSharedOptions(options, MAP_CALL.operation);
  checkWhole("concurrency", concurrency, 1, MAP_CALL);
  checkCallbacks({ onSubmit, onCounts, onProgress }, MAP_CALL);
  readHeaders(options.headers, MAP_CALL);
  noteShortTimeout(service, options.timeout, MAP_CALL);
  signal?.throwIfAborted();
  const source = openSource(inputs);
  const mapping = new MapRun<Input, Output>(service, slug, source, options);
  const unlisten =
    signal && onAbort(signal, () => mapping.abort(signal.reason));
  try {
    for (;;) {
      mapping.pullInput(concurrency);
      if (mapping.isIdle) return;
      const result = await mapping.next();
      if (!result) continue;
      if (stopOnFailure && !result.job)
        throw await mapping.stopWith(result.error);
      yield result;
    }
  } finally {
    unlisten?.();
    await mapping.end();
  }
}

/** Begins to iterate over the inputs. */
function openSource<Input>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
): Iterator<Input> | AsyncIterator<Input> {
  // Without types, `inputs` may be anything.
  const { [Symbol.asyncIterator]: openAsync, [Symbol.iterator]: open } = Object(
    inputs,
  ) as Partial<AsyncIterable<Input> & Iterable<Input>>;
  if (typeof openAsync === "function") return openAsync.call(inputs);
  check(
    typeof open === "function",
    "inputs",
    "must be an iterable or an async iterable of inputs",
    MAP_CALL,
  );
  return open.call(inputs);
}
