import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { PostgresServer } from "../../../test/batch/postgres/server.js";
import { findFreePort } from "../../../test/support/free-port.js";

/** PgBouncer refuses to run as root: then it runs as the user `nobody` of Debian. */
const OWNER =
  process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

/** Starts the PgBouncer of Debian in transaction mode, before a server. */
export async function startPgBouncer({ port: serverPort }: PostgresServer) {
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  chmodSync(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  const settings = [
    "[databases]",
    `postgres = host=127.0.0.1 port=${serverPort} dbname=postgres user=postgres`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "server_login_retry = 1",
  ];
  writeFileSync(file, settings.join("\n"));
  const child = spawn("/usr/sbin/pgbouncer", [file], {
    stdio: ["ignore", "ignore", "pipe"],
    ...OWNER,
  });
  for await (const line of createInterface(child.stderr))
    if (line.includes("process up")) break;
  child.stderr.resume();
  const close = async () => {
    const ended = once(child, "exit");
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return { connectionString, close };
}
