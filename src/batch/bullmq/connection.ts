import { createHash } from "node:crypto";
import { BatchError } from "../types.js";

/** A client of `ioredis`, of one server or of a Cluster. The store makes connections of its own from its options. */
export interface RedisConnection {
  duplicate(...options: never[]): unknown;
  readonly isCluster?: boolean;
}

/** The part of an `ioredis` client that the store uses. */
export interface RedisClient {
  readonly options?: { readonly redisOptions?: object };
  readonly status: string;
  call(command: string, ...args: string[]): Promise<unknown>;
  nodes?(role: "master"): RedisClient[];
  on(event: string, listener: (error: Error) => void): unknown;
  disconnect(): void;
}

/** How long Redis may take to answer a command, in milliseconds. */
const COMMAND_TIMEOUT_MS = 5000;

/**
 * How long a call waits for an unreachable Redis, in milliseconds. Then the call fails, and the caller decides what to
 * do.
 */
const MAX_WAIT_MS = 3000;

const RETRY_PAUSE_MS = 100;

/** Opens another connection with the options of the user's client, overridden by `options`. */
export function duplicate(
  connection: RedisConnection,
  options: object,
): RedisClient {
  const { redisOptions } = (connection as unknown as RedisClient).options ?? {};
  const copy = connection.duplicate.bind(connection) as (
    ...args: unknown[]
  ) => RedisClient;
  const client = connection.isCluster
    ? copy([], {
        lazyConnect: false,
        redisOptions: { ...redisOptions, ...options },
      })
    : copy({ ...options, lazyConnect: false });
  // Without a listener the process would end. A command that fails says why.
  client.on("error", () => undefined);
  return client;
}

/** The options of a `Connection`. */
interface ConnectionOptions {
  readonly acceptLoss: boolean;
  readonly warn: (message: string) => void;
}

/** A connection to Redis that checks the server after each connect. Only `run` sends a command again. */
export class Connection {
  readonly #client: RedisClient;
  readonly #options: ConnectionOptions;
  /** Whether the settings and the history of the server were checked since the last connect. */
  #isChecked = false;
  /** The error that ends all sending; undefined while sending is allowed. */
  #failure: Error | undefined;
  /** Why nothing may be sent until the restart is accepted. */
  #restart: Error | undefined;
  #replicationId: string | undefined;
  #hasWarned = false;
  /** Why the last connection could not be made. */
  #connectError: Error | undefined;

  constructor(connection: RedisConnection, options: ConnectionOptions) {
    this.#options = options;
    // Each script can be sent again, but only after the server was checked.
    this.#client = duplicate(connection, {
      autoResendUnfulfilledCommands: false,
      commandTimeout: COMMAND_TIMEOUT_MS,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
    });
    this.#client.on("close", () => (this.#isChecked = false));
    this.#client.on("error", (error) => (this.#connectError = error));
    this.#client.on("node error", () => (this.#isChecked = false));
  }

  /** The replication id of the server. The id changes when Redis restarts or another server takes over. */
  get replicationId(): string {
    return this.#replicationId ?? "";
  }

  /** Makes `assertMaySend` throw this error from now on. `run` still works, so that jobs under way can be stored. */
  fail(error: Error): void {
    this.#failure ??= error;
  }

  /** Goes on after another server, or the same one after a restart, has answered: no claim of before is under way. */
  acceptRestart(): void {
    this.#restart = undefined;
  }

  /** Throws the error that `fail` received, or a `BatchError` while the server is not connected and checked. */
  assertMaySend(): void {
    const failure = this.#failure ?? this.#restart;
    if (failure) throw failure;
    if (!this.#isChecked)
      throw new BatchError("batch_store_unavailable", "Redis is not connected");
  }

  /**
   * Waits until the server is connected and was checked.
   *
   * @throws BatchError if the server may lose what it confirms
   */
  async connect(): Promise<void> {
    await this.#retry(() => Promise.resolve());
    this.assertMaySend();
  }

  /**
   * Runs a script. While Redis is unreachable, the script is sent again for up to 3 seconds.
   *
   * @throws BatchError `batch_store_unavailable` when Redis stays unreachable; the script may or may not have run
   */
  async run(
    script: string,
    base: string,
    ...args: readonly string[]
  ): Promise<unknown> {
    return this.#retry(async () => {
      const all = ["1", base, ...args];
      try {
        return await this.#client.call("EVALSHA", digest(script), ...all);
      } catch (error) {
        if (!isReply(error, /^NOSCRIPT/)) throw error;
        return this.#client.call("EVAL", script, ...all);
      }
    });
  }

  /** Reads the replication ids of the server. On a promoted replica, `previous` is the id from before the promotion. */
  async readHistory(): Promise<{
    readonly id: string;
    readonly previous: string;
  }> {
    const infos = await Promise.all(
      this.#nodes().map((node) => node.call("INFO", "replication")),
    );
    const find = (name: string) =>
      infos
        .map(
          (info) => new RegExp(`^${name}:(\\w+)`, "m").exec(String(info))?.[1],
        )
        .sort()
        .join(" ");
    return { id: find("master_replid"), previous: find("master_replid2") };
  }

  /**
   * Ends all sending if the replication id has changed, because claims may be lost. With `acceptLoss`, warns instead.
   */
  async checkHistory(): Promise<void> {
    const { id } = await this.readHistory();
    const before = this.#replicationId;
    this.#replicationId = id;
    if (before === undefined || before === id) return;
    const problem =
      "Redis was restarted, or another server has taken over: claims may be lost";
    if (this.#options.acceptLoss)
      this.#options.warn(
        `${problem}, and their inputs may be submitted and paid twice`,
      );
    else
      this.#restart = new BatchError(
        "batch_store_failed",
        `${problem}. Make sure that the server has all that the batch wrote, then work on the batch again`,
      );
  }

  close(): void {
    this.#client.disconnect();
  }

  async #retry<Result>(act: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    for (;;) {
      try {
        await this.#check();
        return await act();
      } catch (error) {
        if (!isTemporary(error)) throw describeRefusal(error);
        if (performance.now() - start > MAX_WAIT_MS)
          throw new BatchError(
            "batch_store_unavailable",
            `Redis is unreachable${this.#describeConnectError()}`,
            { cause: error },
          );
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    }
  }

  #describeConnectError(): string {
    if (this.#client.status === "ready" || !this.#connectError) return "";
    // An error of several addresses has no message.
    const { message, code } = this.#connectError as NodeJS.ErrnoException;
    return `: ${message || (code ?? this.#connectError.name)}`;
  }

  /** Checks the server once after each connect. */
  async #check(): Promise<void> {
    if (this.#isChecked) return;
    if (this.#client.status !== "ready")
      throw new BatchError("batch_store_unavailable", "Redis is not connected");
    // The flag is set before the checks, so that a close during the checks resets the flag.
    this.#isChecked = true;
    try {
      await this.#checkSettings();
      await this.checkHistory();
    } catch (error) {
      this.#isChecked = false;
      throw error;
    }
  }

  async #checkSettings(): Promise<void> {
    const found = await Promise.all(this.#nodes().map(findUnsafeSettings));
    const unsafe = [...new Set(found.flat())];
    if (unsafe.length === 0) return;
    const consequence =
      "after a crash of Redis, inputs may be submitted and paid twice, and results may be lost";
    const problem = `Redis does not keep all that it confirms (${unsafe.join("; ")}): ${consequence}`;
    if (!this.#options.acceptLoss)
      this.fail(
        new BatchError(
          "batch_store_failed",
          `${problem}. Change the settings, or pass acceptLoss: true (--accept-loss)`,
        ),
      );
    else if (!this.#hasWarned) this.#options.warn(problem);
    this.#hasWarned = true;
  }

  #nodes(): RedisClient[] {
    return this.#client.nodes?.("master") ?? [this.#client];
  }
}

/** The settings with which Redis keeps what it has confirmed. */
const SAFE_SETTINGS = {
  appendonly: "yes",
  appendfsync: "always",
  "no-appendfsync-on-rewrite": "no",
  "maxmemory-policy": "noeviction",
};

async function findUnsafeSettings(client: RedisClient): Promise<string[]> {
  const unsafe: string[] = [];
  for (const [name, safe] of Object.entries(SAFE_SETTINGS)) {
    const value = await readSetting(client, name);
    if (value === undefined)
      unsafe.push(`${name} cannot be read, must be ${safe}`);
    else if (value !== safe)
      unsafe.push(`${name} is ${value}, must be ${safe}`);
  }
  return unsafe;
}

async function readSetting(
  client: RedisClient,
  name: string,
): Promise<string | undefined> {
  try {
    const pair = (await client.call("CONFIG", "GET", name)) as string[];
    return pair[1];
  } catch (error) {
    if (isTemporary(error)) throw error;
    return undefined;
  }
}

/** Whether the failure of a command may be temporary, so that the same command may still succeed. */
function isTemporary(error: unknown): boolean {
  if (error instanceof BatchError)
    return error.code === "batch_store_unavailable";
  return (
    !isReply(error, /^/) ||
    isReply(error, /^(LOADING|MASTERDOWN|CLUSTERDOWN|READONLY|TRYAGAIN|BUSY)/)
  );
}

/** What to do when Redis refuses a command, by the first word of its reply. */
const REMEDIES: Readonly<Record<string, string>> = {
  OOM: "Raise its maxmemory, then try again",
  MISCONF: "Free space on its disk, then try again",
  NOPERM: "Give its user the right to run scripts and to use the keys",
};

/**
 * Creates the error for a command that Redis refuses. The client's own error is left out: it holds the command, with
 * inputs and outputs.
 */
function describeRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !isReply(error, /^/)) return error;
  const [reason = ""] = error.message.split("\n");
  const remedy = REMEDIES[reason.split(" ")[0] ?? ""];
  const advice = remedy === undefined ? "" : ` ${remedy}.`;
  return new BatchError(
    "batch_store_failed",
    `Redis refuses a command: ${reason.replace(/\.$/, "")}.${advice}`,
  );
}

/** Whether Redis itself has answered with an error that begins like this. */
function isReply(error: unknown, message: RegExp): boolean {
  return (
    error instanceof Error &&
    error.name === "ReplyError" &&
    message.test(error.message)
  );
}

const digests = new Map<string, string>();

function digest(script: string): string {
  let found = digests.get(script);
  if (found === undefined) {
    found = createHash("sha1").update(script).digest("hex");
    digests.set(script, found);
  }
  return found;
}
