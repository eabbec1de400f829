import type { Emulator } from "../emulator/index.js";

/** Prints a line a request, as it is answered. Lines of one turn are written at once. Returns the act that ends it. */
export function logRequests(emulator: Emulator): () => void {
  let lines: string[] = [];
  const write = () => {
    process.stdout.write(lines.join(""));
    lines = [];
  };
  const unsubscribe = emulator.subscribe((event) => {
    if (event.kind !== "request") return;
    if (lines.length === 0) setImmediate(write);
    const { method, path, status, durationMs } = event.entry;
    const outcome = `${status ?? "reset"} ${durationMs ?? 0} ms`;
    const line = `${time()} ${method.padEnd(6)} ${path} ${outcome}`;
    // A key that somebody put into a path is in no log either.
    lines.push(`${line.replaceAll(emulator.apiKey, "[redacted]")}\n`);
  });
  // A reader that is gone, as in `… | head`, is no reason to stop.
  process.stdout.on("error", () => unsubscribe());
  return () => {
    unsubscribe();
    write();
  };
}

/** `"12:03:04"` */
function time(): string {
  return new Date().toTimeString().slice(0, 8);
}
