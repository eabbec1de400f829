import { breathe } from "../time/next-turn.js";
import { builtInAt } from "./model.js";
import type { Made } from "./public-models.js";
import type { Job } from "./job-records.js";
import type { ModelContext, RegisteredModel } from "./registered-models.js";
import type { State } from "../resources/state.js";

/** A job in the hands of a worker. All of it is called off when the job ends otherwise. */
interface Run {
  readonly at: (moment: number, act: () => unknown) => void;
  readonly callOff: (act: () => void) => void;
  readonly put: (piece: unknown) => void;
  readonly finish: (made: Made) => void;
}

/** Does the work of a job that has started; one that was stored in the middle of it goes on, or begins anew. */
export function work(state: State, job: Job, run: Run): void {
  const registered = state.models.get(job.slug);
  if (registered) workRegistered(state, job, run, registered);
  else workBuiltIn(state, job, run);
}

/** What comes of it is known at once and shown when its time has passed; pieces come evenly in between. */
function workBuiltIn(state: State, job: Job, run: Run): void {
  const from = job.startedAt ?? state.clock.now();
  const model = builtInAt(state, job.slug);
  const made = model.run(job.input, state.seed);
  const pieces = "pieces" in made ? made.pieces : [];
  pieces.slice(job.pieces.length).forEach((piece, index) => {
    const number = job.pieces.length + index + 1;
    const share = number / (pieces.length + 1);
    run.at(from + model.executionMs * share, () => run.put(piece));
  });
  run.at(from + model.executionMs, () => run.finish(made));
}

/** Such a model cannot be stored while it works: it begins anew. */
function workRegistered(
  state: State,
  job: Job,
  run: Run,
  model: RegisteredModel,
): void {
  Object.assign(job, { pieces: [], delivered: 0 });
  const from = job.startedAt ?? state.clock.now();
  const gone = new AbortController();
  run.callOff(() =>
    gone.abort(new DOMException("the job is over", "AbortError")),
  );
  const context: ModelContext = {
    ...{ id: job.id, signal: gone.signal },
    progress: (piece) => run.put(toJson(piece)),
    fail: (message) => {
      throw new Error(message);
    },
  };
  const answer = () => model.work(structuredClone(job.input) as never, context);
  const done = Promise.resolve()
    .then(answer)
    .then((output): Made => ({ output: toJson(output) }))
    .catch((error: unknown): Made => ({ error: messageOf(error) }))
    .then((made) => {
      const earliest = from + model.executionTime;
      if (earliest <= state.clock.now()) run.finish(made);
      else run.at(earliest, () => run.finish(made));
    });
  // A clock that is advanced gives the model a chance to end before it goes on.
  run.at(state.clock.now(), () => soon(done));
}

/** Resolves with the promise, or when there was ample opportunity. */
async function soon(promise: Promise<void>): Promise<void> {
  const turns = { left: 50 };
  void promise.then(() => (turns.left = 0));
  while (turns.left > 0) {
    turns.left -= 1;
    await breathe();
  }
}

/** As JSON shows it; null where it is nothing. Throws where it cannot be shown. */
function toJson(value: unknown): unknown {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? null : (JSON.parse(text) as unknown);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
