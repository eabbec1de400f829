import { fork } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { WorkerSimulator } from "../support/worker-simulator.js";

const PARTS = ["rent", "batch", "worker", "handler"] as const;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PAIRS = PARTS.flatMap((one, index) =>
  PARTS.slice(index).map((other) => [...new Set([one, other])]),
);
const CASES = PAIRS.filter((parts) => parts.join() !== "handler").flatMap(
  (parts) => SIGNALS.map((signal) => ({ parts, signal })),
);

it.each(CASES)(
  "a process with $parts ends everything at $signal, calls a handler once, and has the usual exit code",
  async ({ parts, signal }) => {
    const emulator = createEmulator();
    const { urls } = await emulator.listen();
    const simulator = await WorkerSimulator.start();
    const child = fork(
      join("test", "shutdown", "processes", "parts.ts"),
      parts,
      {
        env: {
          ...process.env,
          ...simulator.environment(),
          CLOUD_COMPUTE_API_KEY: emulator.apiKey,
          CLOUD_COMPUTE_BASE_URL: urls.baseUrl,
        },
        execArgv: ["--import", "tsx"],
      },
    );
    const messages: unknown[] = [];
    child.on("message", (message) => messages.push(message));
    const ended = once(child, "exit");
    try {
      await vi.waitFor(() => expect(messages).toContain("started"), 60_000);
      child.kill(signal);
      const ends = parts
        .filter((part) => part === "batch" || part === "worker")
        .map((part) => `${part} ended`);
      if (parts.includes("handler")) {
        await vi.waitFor(() => {
          expect(messages).toEqual(expect.arrayContaining(ends));
          expect(messages).toContain("handled 1");
          expect(emulator.snapshot().pods).toEqual([]);
        }, 60_000);
        child.send("end");
      }
      const [code, by] = (await ended) as [number | null, string | null];
      expect(emulator.snapshot().pods).toEqual([]);
      expect(messages).toEqual(expect.arrayContaining(ends));
      expect(messages).not.toContain("handled 2");
      expect([code, by]).toEqual(expectedEnd(parts, signal));
    } finally {
      child.kill("SIGKILL");
      await simulator.close();
      await emulator.close();
    }
  },
);

/** The exit code and the signal with which a process with these parts ends. */
function expectedEnd(
  parts: readonly string[],
  signal: (typeof SIGNALS)[number],
): [number | null, string | null] {
  if (parts.includes("handler")) return [7, null];
  if (parts.join() === "rent") return [null, signal];
  if (parts.join() === "worker") return [0, null];
  return [128 + constants.signals[signal], null];
}
