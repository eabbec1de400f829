import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { labModule } from "../../../shared/paths.js";
import type { WorkerSettings } from "./worker.js";

/** The processes that work on orders, each started anew when it was killed. */
export class Workers {
  readonly #script: string;
  readonly #settings: WorkerSettings;
  readonly #running = new Set<ChildProcess>();
  /** What processes have printed that were not killed, and have ended. */
  readonly failures: string[] = [];

  constructor(script: string, settings: WorkerSettings) {
    this.#script = script;
    this.#settings = settings;
  }

  start(): void {
    const child = fork(this.#script, [JSON.stringify(this.#settings)], {
      // SQLite and pg-boss need Node 22.
      execPath: labModule("node22", "bin", "node"),
      execArgv: [],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    this.#running.add(child);
    let errors = "";
    child.stderr?.on("data", (text: Buffer) => (errors += text.toString()));
    child.on("exit", (code) => {
      if (this.#running.delete(child))
        this.failures.push(`ended with ${String(code)}: ${errors}`);
    });
  }

  /** Kills a process, whatever it does, and starts another one. */
  async kill(): Promise<void> {
    const running = [...this.#running];
    const child = running[Math.floor(Math.random() * running.length)];
    if (child) await this.#kill(child);
    this.start();
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running].map((child) => this.#kill(child)));
  }

  async #kill(child: ChildProcess): Promise<void> {
    this.#running.delete(child);
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}
