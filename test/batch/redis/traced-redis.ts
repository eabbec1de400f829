import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { RedisServer } from "./redis.js";

const TRACE = ["-f", "--seccomp-bpf", "-s", "0"];
const CALLS = ["-e", "trace=openat,write,fdatasync"];

/** Says why no process can be traced here; undefined where one can. */
export function findTraceProblem(): string | undefined {
  const probe = spawnSync("strace", [...TRACE, "true"], { encoding: "utf8" });
  if (probe.status === 0 && !probe.stderr.includes("ptrace")) return undefined;
  const reason = probe.stderr || String(probe.error);
  return `this platform has no strace, or permits no tracing (${reason})`;
}

/**
 * A Redis server that loses at its restart what it has written and not synced, as it does when the machine loses power. A
 * kill alone loses nothing, because the system still has what was written.
 */
export class TracedRedis {
  readonly #server: RedisServer;
  readonly #trace: string;

  private constructor(server: RedisServer, trace: string) {
    this.#server = server;
    this.#trace = trace;
  }

  static async start(
    folder: string,
    settings: readonly string[] = [],
  ): Promise<TracedRedis> {
    const trace = join(folder, "trace");
    // With -D the server is the child, and not the tracer.
    const launcher = ["strace", "-D", ...TRACE, ...CALLS, "-o", trace];
    const server = await RedisServer.start(folder, settings, launcher);
    return new TracedRedis(server, trace);
  }

  get port(): number {
    return this.#server.port;
  }

  kill(): Promise<void> {
    return this.#server.kill();
  }

  /** Kills the server, cuts its append-only file at its last sync, and starts the server again. */
  async restart(): Promise<void> {
    await this.kill();
    while (!readFileSync(this.#trace, "utf8").includes("+++ killed by SIGKILL"))
      await pause(20);
    const folder = join(this.#server.folder, "appendonlydir");
    const name = readdirSync(folder).find((file) => file.endsWith(".incr.aof"));
    if (name === undefined) throw new Error("there is no append-only file");
    const file = join(folder, name);
    const { written, synced } = readTrace(this.#trace, name);
    truncateSync(file, statSync(file).size - (written - synced));
    await this.#server.start();
  }
}

/** How many bytes of a file the traced process has written, and has synced. */
function readTrace(trace: string, name: string) {
  let descriptor = "";
  let written = 0;
  let synced = 0;
  /** The calls of each thread that have not returned, and what was written before them. */
  const pending = new Map<string, { call: string; before: number }>();
  for (const line of readFileSync(trace, "utf8").split("\n")) {
    const [, thread = "", rest = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const isResumed = rest.startsWith("<...");
    if (!isResumed) pending.set(thread, { call: rest, before: written });
    const { call = "", before = 0 } = pending.get(thread) ?? {};
    const result = /= (\d+)$/.exec(rest)?.[1];
    if (result === undefined) continue;
    if (call.startsWith("openat") && call.includes(name)) {
      if (call.includes("O_APPEND")) descriptor = result;
    } else if (call.startsWith(`write(${descriptor},`)) {
      written += Number(result);
    } else if (call.startsWith(`fdatasync(${descriptor}`)) {
      synced = before;
    }
  }
  return { written, synced };
}
