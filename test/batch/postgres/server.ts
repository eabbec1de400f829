import { execFile, spawn, type ChildProcess } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, Pool } from "pg";
import { findFreePort } from "../../support/free-port.js";

/** Where Debian keeps a folder for each version of Postgres. */
const VERSIONS = "/usr/lib/postgresql";

const DATABASE_USER = "postgres";

/** Postgres refuses to run as root. As root, the tests run Postgres as the user `nobody` of Debian. */
const OWNER =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** The settings of a primary: every kind of copy can be made, and a commit reaches the disk. */
const SETTINGS = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "lc_messages=C",
  "fsync=on",
  "wal_level=replica",
  "archive_mode=on",
  // A child keeps up with its primary without a pause.
  "wal_retrieve_retry_interval=100",
  "max_connections=200",
];

/** A Postgres server of the test, on a free port of loopback. */
export class PostgresServer {
  readonly port: number;
  /** Holds the data of the server, and its archive of the write-ahead log. */
  readonly folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(
    port: number,
    folder: string,
    settings: readonly string[],
  ) {
    this.port = port;
    this.folder = folder;
    this.#settings = settings;
  }

  /** Creates an empty server with further settings, such as `max_connections=10`, and starts it. */
  static async create(
    settings: readonly string[] = [],
  ): Promise<PostgresServer> {
    const server = await PostgresServer.#prepare(settings);
    await run("initdb", [
      `--pgdata=${server.data}`,
      `--username=${DATABASE_USER}`,
      "--auth=trust",
      "--encoding=UTF8",
      "--locale=C",
      "--no-sync",
    ]);
    await server.start();
    return server;
  }

  static async #prepare(settings: readonly string[]): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "postgres-"));
    mkdirSync(join(folder, "archive"));
    for (const path of [folder, join(folder, "archive")]) giveToOwner(path);
    return new PostgresServer(await findFreePort(), folder, settings);
  }

  get data(): string {
    return join(this.folder, "data");
  }

  get connectionString(): string {
    return `postgres://${DATABASE_USER}@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts the server. Resolves when it accepts connections. */
  async start(): Promise<void> {
    const settings = [
      ...SETTINGS,
      `archive_command=cp %p ${this.folder}/archive/%f`,
      ...this.#settings,
    ];
    const child = spawn(
      tool("postgres"),
      [
        "-D",
        this.data,
        "-p",
        String(this.port),
        ...settings.flatMap((setting) => ["-c", setting]),
      ],
      { stdio: ["ignore", "ignore", "pipe"], ...OWNER },
    );
    this.#process = child;
    let log = "";
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`Postgres ended: ${log}`)));
      child.stderr.on("data", (text: Buffer) => {
        // What comes after the start is read and dropped, so that the pipe never fills.
        if (log.length < 20_000) log += text.toString();
        if (/ready to accept (read-only )?connections/.test(log)) resolve();
      });
    });
  }

  /** Ends the server cleanly. */
  stop(): Promise<void> {
    return this.#end("SIGINT");
  }

  /** Ends the server at once, as a loss of power does, and starts it again: it recovers from its log. */
  async restartAtOnce(): Promise<void> {
    await this.#end("SIGQUIT");
    await this.start();
  }

  /** Ends the server if it runs, and removes its folder. */
  async remove(): Promise<void> {
    if (this.#process) await this.#end("SIGQUIT");
    rmSync(this.folder, { recursive: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child) throw new Error("the server does not run");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }

  /** A pool of connections. The caller ends the pool. */
  pool(): Pool {
    const pool = new Pool({ connectionString: this.connectionString });
    // A connection that breaks while nobody uses it.
    pool.on("error", () => undefined);
    return pool;
  }

  /** Runs one statement on a connection of its own, and resolves with its rows. */
  async query(
    sql: string,
    values: readonly unknown[] = [],
  ): Promise<Readonly<Record<string, unknown>>[]> {
    const client = new Client({ connectionString: this.connectionString });
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, unknown>>(sql, [
        ...values,
      ]);
      return rows;
    } finally {
      await client.end();
    }
  }

  /** Starts a standby that receives all changes of this server, and resolves when it has those made so far. */
  async replicate(): Promise<PostgresServer> {
    const standby = await this.#copy();
    standby.#configure({
      primary_conninfo: `host=127.0.0.1 port=${this.port} user=${DATABASE_USER}`,
    });
    standby.#mark("standby.signal");
    await standby.start();
    await this.waitForStandbys();
    return standby;
  }

  /** From now on, a commit waits until a standby has it. */
  async requireStandby(): Promise<void> {
    await this.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.query("SELECT pg_reload_conf()");
  }

  /** Resolves when every standby has applied all changes made so far. */
  async waitForStandbys(): Promise<void> {
    const [now] = await this.query("SELECT pg_current_wal_lsn() AS place");
    for (;;) {
      const [row] = await this.query(
        `SELECT count(*) > 0 AND bool_and(replay_lsn >= $1) AS "isApplied" FROM pg_stat_replication`,
        [now?.["place"]],
      );
      if (row?.["isApplied"] === true) return;
    }
  }

  /** Ends the stream of changes into this standby: from now on it lags behind its primary. */
  async detach(): Promise<void> {
    await this.query("ALTER SYSTEM SET primary_conninfo = ''");
    await this.query("SELECT pg_reload_conf()");
    for (;;) {
      const rows = await this.query("SELECT 1 FROM pg_stat_wal_receiver");
      if (rows.length === 0) return;
    }
  }

  /** Makes this standby a primary. */
  async promote(): Promise<void> {
    await this.query("SELECT pg_promote()");
  }

  /** Takes a base backup, from which `restore` starts further servers. */
  async backUp(): Promise<Backup> {
    const copy = await this.#copy();
    const archive = join(this.folder, "archive");
    return {
      restore: async (restorePoint) => {
        // Ends the present file of the log, so that the archive gets the restore point.
        await this.query("SELECT pg_switch_wal()");
        await this.#waitForArchive();
        copy.#configure({
          restore_command: `cp ${archive}/%f %p`,
          recovery_target_name: restorePoint,
          recovery_target_action: "promote",
        });
        copy.#mark("recovery.signal");
        await copy.start();
        await copy.#waitForPromotion();
        return copy;
      },
    };
  }

  /** Names the present moment for `Backup.restore`. */
  async createRestorePoint(name: string): Promise<void> {
    await this.query("SELECT pg_create_restore_point($1)", [name]);
  }

  /** Writes all tables into a file, and resolves with a function that replaces the tables by those of the file. */
  async dump(): Promise<() => Promise<void>> {
    const file = join(this.folder, "dump");
    const database = `--dbname=${this.connectionString}`;
    await run("pg_dump", ["--format=custom", `--file=${file}`, database]);
    return () => run("pg_restore", ["--clean", "--if-exists", database, file]);
  }

  /**
   * Stops the server, copies its data and starts it again. Resolves with a function that stops the server once more and
   * starts it with the copied data.
   */
  async copyCold(): Promise<() => Promise<void>> {
    const copy = join(this.folder, "cold");
    await this.stop();
    await copyFolder(this.data, copy);
    await this.start();
    return async () => {
      await this.stop();
      rmSync(this.data, { recursive: true });
      await copyFolder(copy, this.data);
      await this.start();
    };
  }

  /** A server with a base backup of this server, which is not started yet. */
  async #copy(): Promise<PostgresServer> {
    const copy = await PostgresServer.#prepare(this.#settings);
    await run("pg_basebackup", [
      "--host=127.0.0.1",
      `--port=${this.port}`,
      `--username=${DATABASE_USER}`,
      `--pgdata=${copy.data}`,
      "--checkpoint=fast",
      "--no-sync",
    ]);
    return copy;
  }

  #configure(settings: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(settings))
      appendFileSync(
        join(this.data, "postgresql.auto.conf"),
        `${name} = '${value}'\n`,
      );
  }

  /** Creates the empty file that makes the next start a recovery. */
  #mark(name: string): void {
    const path = join(this.data, name);
    appendFileSync(path, "");
    giveToOwner(path);
  }

  async #waitForArchive(): Promise<void> {
    for (;;) {
      const [row] = await this.query(
        `SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) AS "isArchived" FROM pg_stat_archiver`,
      );
      if (row?.["isArchived"] === true) return;
    }
  }

  async #waitForPromotion(): Promise<void> {
    for (;;) {
      const [row] = await this.query(
        `SELECT pg_is_in_recovery() AS "isInRecovery"`,
      );
      if (row?.["isInRecovery"] === false) return;
    }
  }
}

/** A base backup. */
interface Backup {
  /** Starts a server whose tables are as they were at the restore point. */
  readonly restore: (restorePoint: string) => Promise<PostgresServer>;
}

function giveToOwner(path: string): void {
  if (OWNER) chownSync(path, OWNER.uid, OWNER.gid);
}

/** Copies a folder with its owner and its access rights, which Postgres checks. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", from, to]);
}

/** The path of a program of the newest Postgres. */
function tool(name: string): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const [newest] = versions.sort((one, other) => Number(other) - Number(one));
  if (newest === undefined)
    throw new Error(
      `there is no Postgres in ${VERSIONS}: install the Debian package postgresql`,
    );
  return join(VERSIONS, newest, "bin", name);
}

async function run(name: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(tool(name), args, { cwd: "/", ...OWNER });
}
