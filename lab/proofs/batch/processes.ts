import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { WorkerReport, WorkerSettings } from "./worker.js";

/** How long a process stays stopped, in milliseconds: longer than a lease lasts. */
const STOP_MS = 25_000;

/** The processes that work on a batch, each started anew when it was killed. */
export class Processes {
  readonly #script: string;
  readonly #settings: Omit<WorkerSettings, "stops">;
  readonly #running = new Set<ChildProcess>();
  #stopsLeft: number;
  readonly failures: string[] = [];
  /** How many processes were stopped, or have stopped themselves between a claim and its request. */
  stops = 0;
  /** When a process was killed or continued for the last time, by the steady clock. */
  lastFaultAt = 0;
  /** How many answers to submits did not say whether the service had taken the job. */
  brokenAnswers = 0;

  /** `stops` processes stop themselves between a claim and its request. */
  constructor(
    script: string,
    settings: Omit<WorkerSettings, "stops">,
    stops: number,
  ) {
    this.#script = script;
    this.#settings = settings;
    this.#stopsLeft = stops;
  }

  start(): void {
    let stops = this.#stopsLeft > 0 ? 1 : 0;
    this.#stopsLeft -= stops;
    const settings: WorkerSettings = { ...this.#settings, stops };
    const child = spawn(
      process.execPath,
      [this.#script, JSON.stringify(settings)],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#running.add(child);
    const act: Readonly<Record<WorkerReport, () => void>> = {
      broken: () => this.brokenAnswers++,
      stopped: () => {
        stops = 0;
        this.#continueAfterStop(child);
      },
    };
    createInterface(child.stdout).on("line", (line) =>
      act[line as WorkerReport](),
    );
    let errors = "";
    child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
    child.on("exit", (code) => {
      this.#running.delete(child);
      // If the process was killed before its stop, a next process stops instead.
      this.#stopsLeft += stops;
      if (code !== null && code !== 0) this.failures.push(errors);
    });
  }

  /** Kills one process, whatever it does, and starts another one. */
  kill(): void {
    this.#pick()?.kill("SIGKILL");
    this.lastFaultAt = performance.now();
    this.start();
  }

  /** Stops one process for a while, whatever it does. */
  stop(): void {
    const child = this.#pick();
    if (child?.kill("SIGSTOP")) this.#continueAfterStop(child);
  }

  /** Resolves when all processes have ended by themselves. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await pause(100);
  }

  #pick(): ChildProcess | undefined {
    const running = [...this.#running];
    return running[Math.floor(Math.random() * running.length)];
  }

  #continueAfterStop(child: ChildProcess): void {
    this.stops++;
    void pause(STOP_MS).then(() => {
      if (child.kill("SIGCONT")) this.lastFaultAt = performance.now();
    });
  }
}
