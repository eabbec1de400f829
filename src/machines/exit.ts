/** What must be ended before the process exits. */
interface ExitTask {
  /** Ends the task. Never rejects. */
  readonly end: () => Promise<void>;
  /** What is left if the process exits at once, for a message. */
  readonly describe: () => string;
}

type Process = NodeJS.Process;

/** Not SIGHUP: a program that `nohup` has started must go on when its terminal closes. */
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** A launcher such as npx passes on a signal that the terminal has sent to all processes: the copy arrives at once. */
const COPY_MS = 1000;

/**
 * A signal that has arrived is lost when its last listener is removed before the event loop has seen it. The event loop
 * checks for signals between its timers and its immediate calls.
 */
function afterPendingSignals(act: () => void): void {
  setTimeout(() => setImmediate(act), 1);
}

/**
 * Ends tasks before the process exits: at SIGINT and SIGTERM, at an error that nobody caught, and when nothing is left
 * to do. The process has one such object, however many Pods are rented.
 */
class ExitHandler {
  readonly #process: Process;
  readonly #tasks = new Set<ExitTask>();
  #isListening = false;
  #signalledAt: number | undefined;
  /** The signals to raise again. */
  readonly #signals = new Set<NodeJS.Signals>();
  /** The end of all tasks, once it has begun. */
  #ended: Promise<unknown> | undefined;

  constructor(process: Process) {
    this.#process = process;
  }

  add(task: ExitTask): void {
    this.#tasks.add(task);
    this.#listen();
  }

  remove(task: ExitTask): void {
    this.#tasks.delete(task);
    afterPendingSignals(() => {
      if (this.#tasks.size === 0 && !this.#ended) this.#unlisten();
    });
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    for (const signal of SIGNALS) this.#process.on(signal, this.#onSignal);
    this.#process.on("uncaughtException", this.#onError);
    this.#process.on("beforeExit", this.#onBeforeExit);
    this.#process.on("exit", this.#describeAll);
  }

  #unlisten(): void {
    this.#isListening = false;
    for (const signal of SIGNALS) this.#process.off(signal, this.#onSignal);
    this.#process.off("uncaughtException", this.#onError);
    this.#process.off("beforeExit", this.#onBeforeExit);
    this.#process.off("exit", this.#describeAll);
  }

  /** Says what is left. `process.exit()` leaves no time to end anything. */
  readonly #describeAll = (): void => {
    for (const task of this.#tasks) console.error(task.describe());
  };

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    this.#signals.add(signal);
    if (this.#signalledAt === undefined) {
      this.#signalledAt = now;
      void this.#endAll().then(() => afterPendingSignals(() => this.#raise()));
    } else if (now - this.#signalledAt > COPY_MS) {
      // A second signal that a person sends: the process ends at once, and says what it leaves behind.
      this.#describeAll();
      this.#raise();
    }
  };

  readonly #onError = (error: unknown): void => {
    // A signal ends the process: the error is that of the rental which the signal has ended.
    if (this.#signalledAt !== undefined) return;
    // A program that handles such errors itself decides whether the process ends.
    if (this.#process.listenerCount("uncaughtException") > 1) return;
    void this.#endAll().then(() => {
      this.#unlisten();
      // Outside of this promise, so that the platform prints the error and exits as it would have done.
      setTimeout(() => {
        throw error;
      }, 0);
    });
  };

  readonly #onBeforeExit = (): void => {
    void this.#endAll().then(() => {
      this.#ended = undefined;
      if (this.#tasks.size === 0) this.#unlisten();
    });
  };

  #endAll(): Promise<unknown> {
    // A timer keeps the process from exiting before the tasks have ended.
    const keepAlive = setInterval(() => undefined, 1000);
    this.#ended ??= this.#endUntilNoneIsLeft();
    return this.#ended.finally(() => clearInterval(keepAlive));
  }

  async #endUntilNoneIsLeft(): Promise<void> {
    // A task may be added while others end.
    while (this.#tasks.size > 0)
      await Promise.all(
        Array.from(this.#tasks, async (task) => {
          await task.end();
          this.#tasks.delete(task);
        }),
      );
  }

  /** Raises the signals again, without our listeners for them. */
  #raise(): void {
    const signals = [...this.#signals];
    this.#signals.clear();
    this.#signalledAt = undefined;
    this.#ended = undefined;
    this.#unlisten();
    for (const signal of signals) this.#process.kill(this.#process.pid, signal);
  }
}

let handler: ExitHandler | undefined;

/** Registers a task; the function that it returns removes the task. Undefined where the platform has no process. */
export function onProcessExit(task: ExitTask): (() => void) | undefined {
  const { process } = globalThis as { process?: Partial<Process> };
  if (typeof process?.on !== "function") return undefined;
  handler ??= new ExitHandler(process as Process);
  const registered = handler;
  registered.add(task);
  return () => registered.remove(task);
}
