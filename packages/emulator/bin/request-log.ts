import { COMMAND } from "./flags.js";
import type { Emulator, EmulatorEvent } from "../src/index.js";

/**
 * Prints one line per request when the response is sent, and one per warning; lines of one turn of the event loop are written together.
 * Returns a function that stops the log.
 */
export function logRequests(emulator: Emulator): () => void {
  let lines: string[] = [];
  const write = () => {
    process.stdout.write(lines.join(""));
    lines = [];
  };
  const unsubscribe = emulator.subscribe((event) => {
    if (event.kind === "change") return;
    if (lines.length === 0) setImmediate(write);
    const line = `${currentTime()} ${lineOf(event)}`;
    // A caller may have put the key into a path.
    lines.push(`${line.replaceAll(emulator.apiKey, "[redacted]")}\n`);
  });
  // When the reader of the output is gone, as in `… | head`, the emulator keeps running.
  process.stdout.on("error", () => unsubscribe());
  return () => {
    unsubscribe();
    write();
  };
}

/**
 * Prints each warning to stderr, once: for a program that runs after `--`, whose own output is that of the command. Returns a
 * function that stops it.
 */
export function printWarnings(emulator: Emulator): () => void {
  const printed = new Set<string>();
  return emulator.subscribe((event) => {
    if (event.kind !== "warning" || printed.has(event.message)) return;
    printed.add(event.message);
    const message = event.message.replaceAll(emulator.apiKey, "[redacted]");
    console.error(`${COMMAND}: warning: ${message}`);
  });
}

function lineOf(event: Exclude<EmulatorEvent, { kind: "change" }>): string {
  if (event.kind === "warning") return `warning: ${event.message}`;
  const { method, path, status, durationMs } = event.entry;
  const outcome = `${status ?? "reset"} ${durationMs ?? 0} ms`;
  return `${method.padEnd(6)} ${path} ${outcome}`;
}

/** `"12:03:04"` */
function currentTime(): string {
  return new Date().toTimeString().slice(0, 8);
}
