import { spawn, type ChildProcess } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";

/** How long a process that has stopped itself stays so, in milliseconds: longer than a claim or a lease of the proof lasts. */
const STOP_MS = 5000;

/** The processes that work on a batch, each started anew when it was killed. */
export class Processes {
  readonly #args: readonly string[];
  readonly #running = new Set<ChildProcess>();
  #stopsLeft: number;
  readonly failures: string[] = [];
  stops = 0;

  /** `args` start a process with Node. `stops` processes stop themselves between a claim and its request. */
  constructor(args: readonly string[], stops: number) {
    this.#args = args;
    this.#stopsLeft = stops;
  }

  start(): void {
    let stops = this.#stopsLeft > 0 ? 1 : 0;
    this.#stopsLeft -= stops;
    const child = spawn(process.execPath, [...this.#args, String(stops)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
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
      // A process that was killed before leaves its stop to the next one.
      this.#stopsLeft += stops;
      if (code !== null && code !== 0) this.failures.push(errors);
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
