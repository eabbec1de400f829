import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";

/** The worker of these tests, which needs `python3` and nothing else. */
export const WORKER_FILE = fileURLToPath(new URL("worker.py", import.meta.url));

/** What the worker prints. */
interface WorkerEvent {
  readonly event:
    | "pinged"
    | "taken"
    | "waiting"
    | "stopped"
    | "ended"
    | "exits";
  /** The id of the job. */
  readonly id?: string;
  /** What the emulator answered. */
  readonly status?: number;
}

/** How long a process may take on a slow machine. */
const WAIT = { timeout: 60_000 };

/** A worker that runs as a process. */
export class WorkerProcess {
  readonly events: WorkerEvent[] = [];
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  #error: unknown;

  constructor(variables: Readonly<Record<string, string>>) {
    this.#child = spawn("python3", [WORKER_FILE], {
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#exited = once(this.#child, "exit").catch((error: unknown) => {
      this.#error = error;
    });
    if (!this.#child.stdout) throw new Error("the worker has no output");
    createInterface(this.#child.stdout).on("line", (line) => {
      this.events.push(JSON.parse(line) as WorkerEvent);
    });
  }

  /** Resolves when the worker has printed an event, for a job where an id is given. */
  async has(event: WorkerEvent["event"], id?: string): Promise<WorkerEvent> {
    return vi.waitFor(() => {
      if (this.#error)
        throw new Error("these tests need python3", { cause: this.#error });
      const found = this.events.find(
        (each) => each.event === event && (id ?? each.id) === each.id,
      );
      if (found) return found;
      throw new Error(`no ${event}: ${JSON.stringify(this.events)}`);
    }, WAIT);
  }

  /** Sends a signal and resolves with the exit code. */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    await this.#exited;
    return this.#child.exitCode;
  }
}
