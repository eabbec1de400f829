import { spawn, type ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { countOpenSubmits } from "./journal.js";
import type { WorkerSettings } from "./worker.js";

/** How long a process stays stopped, in milliseconds: longer than a lease lasts. */
const STOP_MS = 25_000;

/** The processes that work on a batch, each started anew when it was killed. */
export class Processes {
  readonly #script: string;
  readonly #folder: string;
  readonly #settings: Omit<WorkerSettings, "journal" | "stops">;
  readonly #running = new Set<ChildProcess>();
  #started = 0;
  #stopsLeft: number;
  readonly failures: string[] = [];
  /** How many processes stopped themselves between a claim and its request. */
  stops = 0;
  /** How many submits were open when their process ended. */
  openSubmits = 0;
  /** How many answers to submits did not say whether the service had taken the job. */
  brokenAnswers = 0;

  /**
   * `stops` processes stop themselves between a claim and its request. `folder` receives the journals of all processes.
   */
  constructor(
    script: string,
    folder: string,
    settings: Omit<WorkerSettings, "journal" | "stops">,
    stops: number,
  ) {
    this.#script = script;
    this.#folder = folder;
    this.#settings = settings;
    this.#stopsLeft = stops;
  }

  start(): void {
    let stops = this.#stopsLeft > 0 ? 1 : 0;
    this.#stopsLeft -= stops;
    const journal = join(this.#folder, `journal-${this.#started++}`);
    writeFileSync(journal, "");
    const settings: WorkerSettings = { ...this.#settings, journal, stops };
    const child = spawn(
      process.execPath,
      [this.#script, JSON.stringify(settings)],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.#running.add(child);
    child.stdout.on("data", () => {
      this.stops++;
      stops = 0;
      void pause(STOP_MS).then(() => child.kill("SIGCONT"));
    });
    let errors = "";
    child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
    child.on("exit", (code) => {
      this.#running.delete(child);
      // If the process was killed before its stop, a next process stops instead.
      this.#stopsLeft += stops;
      if (code !== null && code !== 0) this.failures.push(errors);
      const { open, broken } = countOpenSubmits(journal);
      this.openSubmits += open;
      this.brokenAnswers += broken;
    });
  }

  /** Kills one process, whatever it does, and starts another one. */
  kill(): void {
    const running = [...this.#running];
    const index = Math.floor(Math.random() * running.length);
    running[index]?.kill("SIGKILL");
    this.start();
  }

  /** Resolves when all processes have ended by themselves. */
  async end(): Promise<void> {
    while (this.#running.size > 0) await pause(100);
  }
}
