import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

/** A little longer than the timeout of the submit. */
const STOPPED_MS = 6000;

const pause = (milliseconds: number) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const server = createServer();
afterEach(() => server.close());

test("a submit whose process is stopped beyond its timeout keeps the id that arrived meanwhile", async () => {
  const submitted = new Promise<ServerResponse>((resolve) => {
    server.on("request", (request, response) => {
      response.setHeader("content-type", "application/json");
      if (request.method === "POST") resolve(response);
      else response.end('{"jobs":{},"workers":{}}');
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const child = fork(
    join("test", "http", "stopped", "submit.ts"),
    [`http://127.0.0.1:${port}`],
    { execArgv: ["--import", "tsx"] },
  );
  const told = once(child, "message");
  const response = await submitted;
  child.kill("SIGSTOP");
  while (!(await isStopped(child.pid))) await pause(10);
  response.end('{"id":"j1","status":"IN_QUEUE"}');
  await pause(STOPPED_MS);
  child.kill("SIGCONT");
  expect((await told)[0]).toEqual({ id: "j1" });
});

async function isStopped(pid = 0): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return stat.split(") ")[1]?.startsWith("T") ?? false;
}
