import { check, checkFlag } from "./checks.js";
import type { CallContext } from "./errors.js";

/** What has to end before the process ends. */
export interface ShutdownTask {
  /**
   * - `server`: takes work until it is stopped, such as a worker. After its end the program goes on, and chooses its exit code.
   * - `work`: is interrupted by a signal, such as a batch. After its end the program goes on; its exit code is 128 plus the
   *   number of the signal, unless the program sets another one.
   * - `resource`: costs money until it is released, such as a Pod. Resources are released when all servers and all work have
   *   ended, because these may use them. Then the signal ends the process, if there was nothing but resources.
   */
  readonly kind: "server" | "work" | "resource";
  /** Ends the task because of a signal, or of the end of the program. Never rejects. */
  readonly end: (signal?: ExitSignal) => Promise<void>;
  /** Called at the second signal: what is not ended after five seconds is left. */
  readonly hurry?: () => void;
  /** What is left if the process ends at once, for a message. */
  readonly describe?: () => string;
}

type Process = NodeJS.Process;
type Kind = ShutdownTask["kind"];
type Listener = (argument: never) => void;

/** The signals that ask a process to end, with their numbers: Ctrl+C, the end of a container, and a closed terminal. */
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
type ExitSignal = keyof typeof SIGNALS;
const SIGNAL_NAMES = Object.keys(SIGNALS) as ExitSignal[];

/** Which kinds end together, in order. */
const ORDER: readonly (readonly Kind[])[] = [["server", "work"], ["resource"]];
/** A launcher such as npx passes on a signal that the terminal has sent to all processes: the copy arrives at once. */
const COPY_MS = 500;
/** How long the tasks may take after the second signal. */
const HURRY_MS = 5000;

/**
 * A signal that has arrived is lost when its last listener is removed before the event loop has seen it. The event loop
 * checks for signals between its timers and its immediate calls.
 */
function afterPendingSignals(act: () => void): void {
  setTimeout(() => setImmediate(act), 1);
}

/**
 * The only listener of this package for signals. At the first signal, all tasks end in order. The second signal ends them
 * together, and the process after five seconds. The third one ends the process at once. A program that listens to a signal
 * itself decides when the process ends.
 *
 * Resources are also released at an error that nobody caught, and when nothing is left to do.
 */
class Shutdown {
  readonly #process: Process;
  readonly #tasks = new Set<ShutdownTask>();
  /** The tasks that are being ended. */
  readonly #ending = new Map<ShutdownTask, Promise<void>>();
  /** The events of the process that are listened to. */
  readonly #events = new Set<string>();
  /** How many signals have arrived, copies excluded, and the last one of them. */
  #received = 0;
  #last: { readonly signal: ExitSignal; readonly at: number } | undefined;
  #hurryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(process: Process) {
    this.#process = process;
  }

  add(task: ShutdownTask): void {
    this.#tasks.add(task);
    this.#listen();
  }

  remove(task: ShutdownTask): void {
    this.#tasks.delete(task);
    afterPendingSignals(() => this.#listen());
  }

  /** Listens to what the tasks need, and to nothing else: a listener changes what the platform does. */
  #listen(): void {
    const hasResources = this.#has(["resource"]);
    const isNeeded = this.#tasks.size > 0 || this.#received > 0;
    for (const signal of SIGNAL_NAMES)
      this.#toggle(signal, this.#onSignal, isNeeded);
    this.#toggle("uncaughtException", this.#onError, hasResources);
    this.#toggle("beforeExit", this.#onBeforeExit, hasResources);
    this.#toggle("exit", this.#describeAll, hasResources);
  }

  #toggle(event: string, listener: Listener, isNeeded: boolean): void {
    if (this.#events.has(event) === isNeeded) return;
    if (isNeeded) {
      this.#events.add(event);
      // Before the listeners of the program, of which those that are called once are removed when they are called.
      this.#process.prependListener(event as "exit", listener as () => void);
    } else {
      this.#events.delete(event);
      this.#process.off(event, listener as () => void);
    }
  }

  #has(kinds: readonly Kind[]): boolean {
    return [...this.#tasks].some(({ kind }) => kinds.includes(kind));
  }

  /** Whether the program listens as well. */
  #isProgramListening(event: string): boolean {
    return this.#process.listenerCount(event) > 1;
  }

  readonly #describeAll = (): void => {
    for (const { describe } of this.#tasks)
      if (describe) console.error(describe());
  };

  readonly #onSignal = (signal: ExitSignal): void => {
    const at = performance.now();
    const { signal: name, at: lastAt = 0 } = this.#last ?? {};
    if (signal === name && at - lastAt < COPY_MS) return;
    this.#last = { signal, at };
    this.#received++;
    if (this.#received === 1) this.#begin(signal);
    else if (this.#received === 2) this.#hurry(signal);
    else this.#endNow(signal);
  };

  #begin(signal: ExitSignal): void {
    const isProgramListening = this.#isProgramListening(signal);
    const returnsToProgram = this.#has(["server", "work"]);
    if (!isProgramListening && this.#has(["work", "resource"]))
      this.#process.exitCode ??= 128 + SIGNALS[signal];
    const finish = () => {
      clearTimeout(this.#hurryTimer);
      const last = this.#last?.signal ?? signal;
      this.#received = 0;
      this.#last = undefined;
      this.#listen();
      if (returnsToProgram) return;
      // The program may listen to the first signal, and not to another one that has arrived since.
      if (!isProgramListening) this.#raise(signal);
      else if (last !== signal && this.#process.listenerCount(last) === 0)
        this.#raise(last);
    };
    void this.#end(ORDER, signal).then(() => afterPendingSignals(finish));
  }

  #raise(signal: ExitSignal): void {
    this.#process.kill(this.#process.pid, signal);
  }

  #hurry(signal: ExitSignal): void {
    for (const task of this.#tasks) {
      void this.#start(task, signal);
      task.hurry?.();
    }
    this.#hurryTimer = setTimeout(() => this.#endNow(signal), HURRY_MS);
  }

  /** Ends the process, and says what that leaves. */
  #endNow(signal: ExitSignal): void {
    this.#describeAll();
    if (this.#isProgramListening(signal)) return;
    for (const event of SIGNAL_NAMES)
      this.#toggle(event, this.#onSignal, false);
    this.#raise(signal);
  }

  readonly #onError = (error: unknown): void => {
    // A signal ends the process: the error is that of the rental which the signal has ended.
    if (this.#received > 0) return;
    // A program that handles such errors itself decides whether the process ends.
    if (this.#isProgramListening("uncaughtException")) return;
    void this.#end([["resource"]]).then(() => {
      this.#listen();
      // Outside of this promise, so that the platform prints the error and exits as it would have done.
      setTimeout(() => {
        throw error;
      }, 0);
    });
  };

  readonly #onBeforeExit = (): void => {
    void this.#end([["resource"]]).then(() => this.#listen());
  };

  /** Ends the tasks of these kinds, one group after the other. */
  async #end(
    order: readonly (readonly Kind[])[],
    signal?: ExitSignal,
  ): Promise<void> {
    // A timer keeps the process from exiting before the tasks have ended.
    const keepAlive = setInterval(() => undefined, 1000);
    // A task may be added while others end.
    for (;;) {
      const next = order.find((kinds) => this.#has(kinds));
      if (!next) break;
      const tasks = [...this.#tasks].filter(({ kind }) => next.includes(kind));
      await Promise.all(tasks.map((task) => this.#start(task, signal)));
    }
    clearInterval(keepAlive);
  }

  #start(task: ShutdownTask, signal?: ExitSignal): Promise<void> {
    const ending =
      this.#ending.get(task) ??
      task.end(signal).finally(() => {
        this.#tasks.delete(task);
        this.#ending.delete(task);
      });
    this.#ending.set(task, ending);
    return ending;
  }
}

/** One for the process, also where both builds of the package are loaded: each would take the other for the program. */
const SHUTDOWN: unique symbol = Symbol.for("cloud-compute-sdk.shutdown");

/**
 * Registers what has to end before the process ends. The function that it returns removes the task; undefined where the
 * platform has no process.
 */
export function onShutdown(task: ShutdownTask): (() => void) | undefined {
  const scope = globalThis as {
    readonly process?: Partial<Process>;
    [SHUTDOWN]?: Shutdown;
  };
  if (typeof scope.process?.prependListener !== "function") return undefined;
  const shutdown = scope[SHUTDOWN] ?? new Shutdown(scope.process as Process);
  scope[SHUTDOWN] = shutdown;
  shutdown.add(task);
  return () => shutdown.remove(task);
}

/** Throws an `InputError` for an `onExit` that is not valid, or that could not be kept. */
export function checkOnExit(onExit: unknown, call: CallContext): void {
  checkFlag("onExit", onExit, call);
  check(
    !onExit || !isWorkerThread(),
    "onExit",
    "must not be true in a worker thread, because signals reach only the main thread: listen there, and abort the option `signal` here",
    call,
  );
}

function isWorkerThread(): boolean {
  const { process } = globalThis as {
    readonly process?: Partial<NodeJS.Process>;
  };
  const threads = process?.getBuiltinModule?.("node:worker_threads");
  return threads?.isMainThread === false;
}
