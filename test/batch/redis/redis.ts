import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect as connectSocket, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { RedisConnection } from "../../../src/batch/bullmq/connection.js";
import type { Engine } from "../../../src/batch/bullmq/engine.js";

/** The optional peers of the store, in the versions that the tests use. */
const PEERS = ["bullmq@6.7.0", "ioredis@5.11.1"];

/** A client of Redis, as far as the tests use it. */
export interface TestClient extends RedisConnection {
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  on(event: "error", listener: () => void): unknown;
  disconnect(): void;
}

/** Installs the peers into a folder that no lock file knows, and returns that folder. */
export function installPeers(): string {
  const folder = fileURLToPath(
    new URL("../../../.cache/batch-redis", import.meta.url),
  );
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}');
  if (!existsSync(join(folder, "node_modules/bullmq")))
    execFileSync(
      "npm",
      [
        "install",
        "--no-save",
        "--no-package-lock",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        ...PEERS,
      ],
      { cwd: folder, stdio: "ignore" },
    );
  return folder;
}

/** Loads the peers from the folder where they were installed. */
export function loadPeers(folder = installPeers()): {
  readonly engine: Engine;
  readonly connect: (port: number) => TestClient;
  /** Connects to a Redis Cluster by the port of one of its nodes. */
  readonly connectCluster: (port: number) => RedisConnection & {
    disconnect(): void;
  };
} {
  const require = createRequire(join(folder, "package.json"));
  const { Redis, Cluster } = require("ioredis") as {
    Redis: new (port: number, options: object) => TestClient;
    Cluster: new (
      nodes: readonly object[],
    ) => RedisConnection & { disconnect(): void };
  };
  return {
    engine: require("bullmq") as Engine,
    connectCluster: (port) => new Cluster([{ host: "127.0.0.1", port }]),
    connect: (port) => {
      const client = new Redis(port, {
        lazyConnect: true,
        maxRetriesPerRequest: null,
        retryStrategy: () => 50,
      });
      client.on("error", () => undefined);
      return client;
    },
  };
}

/** The settings that the store asks for. */
const SAFE = [
  ["appendonly", "yes"],
  ["appendfsync", "always"],
  ["no-appendfsync-on-rewrite", "no"],
  ["maxmemory-policy", "noeviction"],
  ["save", ""],
].flatMap(([name = "", value = ""]) => [`--${name}`, value]);

/** A Redis server of the test, on a free port of loopback. */
export class RedisServer {
  readonly port: number;
  readonly folder: string;
  readonly #settings: readonly string[];
  readonly #launcher: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(
    port: number,
    folder: string,
    settings: readonly string[],
    launcher: readonly string[],
  ) {
    this.port = port;
    this.folder = folder;
    this.#settings = settings;
    this.#launcher = launcher;
  }

  /** `launcher` is a command that becomes the server. */
  static async start(
    folder: string,
    settings: readonly string[] = [],
    launcher: readonly string[] = [],
  ): Promise<RedisServer> {
    const server = new RedisServer(
      await findFreePort(),
      folder,
      settings,
      launcher,
    );
    await server.start();
    return server;
  }

  /** Starts the server, or starts it again after `kill`. */
  async start(): Promise<void> {
    const [program = "redis-server", ...args] =
      this.#launcher.concat("redis-server");
    this.#process = spawn(
      program,
      [
        ...args,
        "--port",
        String(this.port),
        "--bind",
        "127.0.0.1",
        "--dir",
        this.folder,
        ...SAFE,
        ...this.#settings,
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    const { stdout } = this.#process;
    await new Promise<void>((resolve) =>
      stdout?.on("data", (text) => {
        if (String(text).includes("Ready to accept connections")) resolve();
      }),
    );
  }

  /** Sends a signal to the server. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Kills the server and starts it again. */
  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  /** Kills the server and waits for its end. */
  async kill(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    process?.kill("SIGKILL");
    while (process && process.exitCode === null && process.signalCode === null)
      await pause(10);
  }
}

/** An address that leads to one server and then to another one, as that of a managed Redis does. */
export class Proxy {
  #target: number;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    const upstream = connectSocket(this.#target, "127.0.0.1");
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      this.#sockets.add(from);
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
      from.pipe(to);
    }
  });

  constructor(target: number) {
    this.#target = target;
  }

  /** Resolves with the port of the address. */
  async listen(): Promise<number> {
    const port = await findFreePort();
    await new Promise<void>((resolve) =>
      this.#server.listen(port, "127.0.0.1", () => resolve()),
    );
    return port;
  }

  /** Leads new connections to another server and ends those to the server from before. */
  lead(target: number): void {
    this.#target = target;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  close(): void {
    this.lead(this.#target);
    this.#server.close();
  }
}

/** A port that no process uses. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null)
    throw new Error("the system gave no port");
  return address.port;
}
