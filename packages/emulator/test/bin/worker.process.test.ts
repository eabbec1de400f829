import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runWorker } from "../../bin/worker-process.js";
import {
  bundleEmulatorCommand,
  type EmulatorCommand,
  type Running,
} from "../support/command.js";

/** A worker that needs `python3` and nothing else. */
const WORKER_FILE = join(import.meta.dirname, "worker.py");

/** How long a process may take on a slow machine. */
const WAIT = { timeout: 60_000 };

let cli: EmulatorCommand;
beforeAll(async () => {
  cli = await bundleEmulatorCommand();
});
afterAll(() => cli.remove());

/** Starts the emulator with a worker that runs this program of Node. */
const startProgram = (program: string) =>
  cli.start("--worker", "my-endpoint", "--", process.execPath, "-e", program);

const submit = async ({ send }: Running, input: object, route = "run") => {
  const response = await send(`/v2/my-endpoint/${route}`, {
    method: "POST",
    body: JSON.stringify({ input }),
  });
  return (await response.json()) as { readonly id: string };
};

const isGone = (pid: number) =>
  vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), WAIT);

describe("the command of the emulator with --worker", () => {
  test("prints the variables of a client, and runs the command as a worker, which ends with the emulator after its job", async () => {
    const worker = ["--worker", "my-endpoint", "--", "python3", WORKER_FILE];
    const running = await cli.start(...worker);
    const done = await submit(running, { prompt: "a" }, "runsync");
    expect(done).toMatchObject({
      status: "COMPLETED",
      output: { echo: { prompt: "a" } },
    });
    const { id } = await submit(running, { action: "wait" });
    // Before that, a worker may end at SIGTERM without its job.
    await vi.waitFor(() => {
      expect(running.output()).toContain(`{"event": "waiting", "id": "${id}"}`);
    }, WAIT);
    const exited = running.stop("SIGTERM");
    // The emulator serves its worker until the worker has ended.
    await running.send(`/v2/my-endpoint/cancel/${id}`, { method: "POST" });
    const { code, stdout, stderr } = await exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("Ctrl+C\n");
    expect(stdout).toContain(`{"event": "stopped", "id": "${id}"}`);
    expect(stdout).toContain('{"event": "exits"}');
  });

  test("ends with its worker, with the exit code of the worker, and ends what the worker has left", async () => {
    const start = `const { spawn } = require("node:child_process");
      const child = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
      console.log("left " + child.pid);
      process.exit(3);`;
    const runWorkerOf = (...command: string[]) =>
      cli.run("--port", "0", "--worker", "my-endpoint", "--", ...command);
    const { code, stdout } = await runWorkerOf(process.execPath, "-e", start);
    expect(code).toBe(3);
    expect(stdout).toContain(
      "the worker has exited with 3; the emulator ends\n",
    );
    await isGone(Number(/^left (\d+)$/m.exec(stdout)?.[1]));
    const missing = await runWorkerOf("no-such-program");
    expect(missing).toMatchObject({
      code: 1,
      stderr:
        "cloud-compute-emulator: no-such-program cannot be run (ENOENT)\n",
    });
  });

  // Each time is too long to wait for, or too short to send a signal in.
  test.each([
    ["when its time to end is over", 1, ""],
    ["at the next signal", 2 ** 31 - 1, 'process.kill(process.ppid, "SIGINT")'],
  ])(
    "kills a worker that ignores SIGTERM %s",
    async (_, graceMs, atSigterm) => {
      const ignore = `process.on("SIGTERM", () => { ${atSigterm} });
      setInterval(() => {}, 1000);
      process.kill(process.ppid, "SIGHUP");`;
      let stops = 0;
      const onStop = () => {
        stops += 1;
      };
      const command = [process.execPath, "--eval", ignore];
      expect(await runWorker(command, {}, onStop, graceMs)).toBeUndefined();
      expect(stops).toBe(1);
    },
  );

  test("answers the open request of an idle worker at its stop, and names the job of a worker that was killed", async () => {
    // Exits when its request for jobs is answered after SIGTERM, and kills itself with its first job.
    const asks = `const take = process.env.RUNPOD_WEBHOOK_GET_JOB.replace("$ID", process.env.RUNPOD_POD_ID);
      const headers = { authorization: process.env.RUNPOD_AI_API_KEY };
      let isStopping = false;
      process.on("SIGTERM", () => { isStopping = true; });
      const ask = async () => {
        const { status } = await fetch(take, { headers });
        if (status === 200) process.kill(process.pid, "SIGKILL");
        if (isStopping) console.log("was answered");
        else await ask();
      };
      void ask();`;
    const idle = await startProgram(asks);
    await vi.waitFor(async () => {
      const response = await idle.send("/v2/my-endpoint/health");
      expect(await response.json()).toMatchObject({ workers: { idle: 1 } });
    }, WAIT);
    expect((await idle.stop("SIGTERM")).stdout).toContain("was answered\n");
    const killed = await startProgram(asks);
    const { id } = await submit(killed, {});
    const { code, stdout } = await killed.exited;
    expect(code).toBe(137);
    expect(stdout).toContain(
      `the worker was killed (SIGKILL) while it ran ${id}; the emulator ends\n`,
    );
  });

  test("names the job of a worker that was stopped in the middle of it", async () => {
    const takes = `const take = process.env.RUNPOD_WEBHOOK_GET_JOB.replace("$ID", process.env.RUNPOD_POD_ID);
      process.on("SIGTERM", () => process.kill(process.ppid, "SIGINT"));
      setInterval(() => {}, 1000);
      void fetch(take, { headers: { authorization: process.env.RUNPOD_AI_API_KEY } });`;
    const running = await startProgram(takes);
    const { id } = await submit(running, {});
    await vi.waitFor(async () => {
      const response = await running.send(`/v2/my-endpoint/status/${id}`);
      expect(await response.json()).toMatchObject({ status: "IN_PROGRESS" });
    }, WAIT);
    const { stdout } = await running.stop("SIGTERM");
    expect(stdout).toContain(`the worker was stopped while it ran ${id}\n`);
  });

  test("passes requests to a load balancing worker at --worker-port", async () => {
    const serve = `const { createServer } = require("node:http");
      const answer = ({ url }, response) => response.end(url === "/ping" ? "" : "served " + url);
      createServer(answer).listen(Number(process.env.PORT), "127.0.0.1");`;
    const free = await cli.start();
    const { port } = new URL(free.origin);
    await free.stop("SIGTERM");
    const worker = ["--worker", "my-api", "--worker-port", port];
    const program = ["--", process.execPath, "-e", serve];
    const running = await cli.start(...worker, ...program);
    const response = await running.send("/lb/my-api/generate?a=1");
    expect(await response.text()).toBe("served /generate?a=1");
    const health = await running.send("/v2/my-api/health");
    expect(await health.json()).toMatchObject({ workers: { idle: 1 } });
    await running.stop("SIGTERM");
  });

  test.each([
    [["--worker-port", "1"], /--worker-port is missing --worker/],
    [["--worker", "a", "--worker-port", "0", "--", "b"], /from 1 to 65535/],
  ])("rejects %j with the exit code 2", async (args, message) => {
    const { code, stderr } = await cli.call(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("the command of the emulator with --worker and without a command", () => {
  test("prints the variables of the worker, and lets jobs wait for it", async () => {
    const args = ["--key", "own-key", "--worker", "my-endpoint"];
    const running = await cli.start(...args);
    const { id } = await submit(running, {});
    const response = await running.send(`/v2/my-endpoint/status/${id}`);
    expect(await response.json()).toMatchObject({ status: "IN_QUEUE" });
    const { stdout } = await running.stop("SIGTERM");
    expect(stdout).toContain("  export RUNPOD_AI_API_KEY=own-key\n");
    expect(stdout).toContain(
      `  export RUNPOD_WEBHOOK_GET_JOB='${running.origin}/v2/my-endpoint/job-take/$ID?gpu=emulated'\n`,
    );
  });

  test("prints the port of a load balancing worker", async () => {
    const args = ["--worker", "my-api", "--worker-port", "8000"];
    const { stdout } = await (await cli.start(...args)).stop("SIGTERM");
    expect(stdout).toContain("  export PORT=8000\n");
    expect(stdout).not.toContain("RUNPOD");
  });
});
