import { execFileSync } from "node:child_process";
import { mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { V2_ENDPOINT } from "../support/account.js";
import {
  bundleEmulatorCommand,
  type EmulatorCommand,
  type Running,
} from "../support/command.js";

/** How long a process may take on a slow machine. */
const WAIT = { timeout: 60_000 };

let cli: EmulatorCommand;
beforeAll(async () => {
  cli = await bundleEmulatorCommand();
});
afterAll(() => cli.remove());

const post = ({ send }: Running, path: string, body: object = {}) =>
  send(path, { method: "POST", body: JSON.stringify(body) });

const createPod = (running: Running, name = "a") =>
  post(running, "/v1/pods", { name, imageName: "ubuntu:24.04" });

const idOf = async (response: Response) =>
  ((await response.json()) as { id: string }).id;

describe("the command of the emulator", () => {
  test("prints its version, and the flags of each command on one screen", async () => {
    expect(await cli.run("--version")).toEqual({
      code: 0,
      stdout: `${packageJson.version}\n`,
      stderr: "",
    });
    for (const args of [
      ["--help"],
      ["worker", "--help"],
      ["evidence", "--help"],
    ]) {
      const { code, stdout } = await cli.run(...args);
      const lines = stdout.trimEnd().split("\n");
      expect(code).toBe(0);
      expect(lines.length).toBeLessThan(25);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(81);
      expect(stdout).toContain("emulator");
    }
  });

  test.each([
    [["--prot", "1"], /'--prot'.*--help/],
    [["more"], /'more' \(write -- before a program.*--help/],
    [["--port", "-1"], /'--port' needs a value that does not begin with "-"/],
    [["--port", "http"], /--port must be a whole number from 0 to 65535/],
    [["--speed=-1"], /--speed must be a number, 0 or above/],
    [["--seed", "1.5"], /--seed must be a whole number/],
    [["--quirks", "odd"], /--quirks has no "odd"; the quirks are/],
    [["--key", "a b"], /--key must be printable ASCII without blanks/],
    [["--"], /a command is missing after --/],
  ])("rejects %j in one line, with the exit code 2", async (args, message) => {
    const { code, stdout, stderr } = await cli.call(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("the command of the emulator, serving,", () => {
  test("answers 410 on 0.1.0 with --quirks retired, and leaves the clock to the control API with --speed 0", async () => {
    const running = await cli.start("--quirks", "retired", "--speed", "0");
    const { send } = running;
    expect((await send("/v1/pods")).status).toBe(410);
    expect((await send("/v2/pods")).status).toBe(200);
    const input = { prompt: "a pier" };
    const id = await idOf(
      await post(running, "/v2/flux-schnell/run", { input }),
    );
    const readStatus = async () =>
      (await send(`/v2/flux-schnell/status/${id}`)).text();
    expect(await readStatus()).not.toContain("COMPLETED");
    await post(running, "/_emulator/time", { advanceMs: 60_000 });
    expect(await readStatus()).toContain("COMPLETED");
    await running.stop("SIGTERM");
  });

  test("prints the variables of a client, then one line per request, without the key", async () => {
    const running = await cli.start("--key", "a-key-of-my-own");
    const { origin } = running;
    expect(running.variables).toEqual({
      CLOUD_COMPUTE_API_KEY: "a-key-of-my-own",
      CLOUD_COMPUTE_BASE_URL: `${origin}/v1`,
      CLOUD_COMPUTE_PUBLIC_BASE_URL: origin,
      CLOUD_COMPUTE_GRAPHQL_URL: `${origin}/graphql`,
      CLOUD_COMPUTE_V2_BASE_URL: origin,
      CLOUD_COMPUTE_PROXY_URL: `'${origin}/proxy/{podId}/{port}'`,
      CLOUD_COMPUTE_S3_ENDPOINT: `'${origin}/s3/{dataCenter}'`,
      CLOUD_COMPUTE_S3_ACCESS_KEY_ID: "user_emulator",
      CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY: "rps_a-key-of-my-own",
    });
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await createPod(running)).status).toBe(201);
    await fetch(`${origin}/v1/pods/a-key-of-my-own`);
    await fetch(`${origin}/graphql?api_key=a-key-of-my-own`);
    const { code, stdout, stderr } = await running.stop("SIGINT");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [head = "", log = ""] = stdout.split("Ctrl+C\n");
    expect(head).toContain(`Page: ${origin}/\n`);
    expect(head).not.toContain("RUNPOD");
    expect(log).not.toContain("a-key-of-my-own");
    const lines = log.trim().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d POST +\/v1\/pods 201 [\d.]+ ms$/);
    expect(lines[1]).toContain("/v1/pods/[redacted] 401");
  });

  test("takes no key from CLOUD_COMPUTE_API_KEY, and says so unless the key is its own", async () => {
    vi.stubEnv("CLOUD_COMPUTE_API_KEY", "a-real-key");
    const other = await (await cli.start()).stop("SIGINT");
    const same = await (await cli.start("--key", "a-real-key")).stop("SIGINT");
    vi.unstubAllEnvs();
    expect(other.stderr).toMatch(
      /^The emulator refuses the key in .*--key\.\n$/,
    );
    expect(other.stdout + other.stderr).not.toContain("a-real-key");
    expect(same.stderr).toBe("");
  });

  test("runs the command after -- with the variables set, and exits with its exit code", async () => {
    const list = `fetch(process.env.CLOUD_COMPUTE_BASE_URL + "/pods", { headers: {
      authorization: "Bearer " + process.env.CLOUD_COMPUTE_API_KEY } })
      .then(async (response) => { console.log(response.status, await response.text()); process.exitCode = 3; })`;
    const node = (...args: string[]) =>
      cli.run("--", process.execPath, ...args);
    expect(await node("--eval", list)).toEqual({
      code: 3,
      stdout: "200 []\n",
      stderr: "",
    });
    const killed = await node("--eval", "process.kill(process.pid)");
    expect(killed.code).toBe(128 + 15);
    const missing = await cli.run("--", "no-such-program");
    expect(missing).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "cloud-compute-emulator: no-such-program cannot be run (ENOENT)\n",
    });
  });

  test("prints each warning for the command after -- once, to stderr and without the key", async () => {
    const program = `const submit = () => fetch(process.env.CLOUD_COMPUTE_PUBLIC_BASE_URL + "/v2/black-forest-labs-flux-1-schnell/run", {
      method: "POST",
      headers: { authorization: "Bearer " + process.env.CLOUD_COMPUTE_API_KEY, "content-type": "application/json" },
      body: JSON.stringify({ input: { prompt: "a pier", width: 9 } }) });
      submit().then(submit).then(({ status }) => console.log(status))`;
    const args = ["--key", "width", "--", process.execPath, "--eval", program];
    const { stdout, stderr } = await cli.run(...args);
    expect(stdout).toBe("200\n");
    expect(stderr.trimEnd().split("\n")).toEqual([
      expect.stringMatching(
        /^cloud-compute-emulator: warning: black-forest-labs-flux-1-schnell: input\.\[redacted\] must be /,
      ),
    ]);
  });

  test.each(["SIGTERM", "SIGHUP"] as const)(
    "ends the processes that the command after -- has started, at %s",
    async (signal) => {
      const wait = "setInterval(() => {}, 1000)";
      const start = `const { spawn } = require("node:child_process");
        console.log(spawn(process.execPath, ["--eval", "${wait}"]).pid); ${wait}`;
      const command = [process.execPath, "--eval", start];
      const launched = cli.launch("--port", "0", "--", ...command);
      await vi.waitFor(() => expect(launched.output()).toMatch(/^\d+\n/), WAIT);
      const pid = Number(launched.output());
      launched.child.kill(signal);
      const { code } = await launched.exited;
      expect(code).toBe(128 + constants.signals[signal]);
      await vi.waitFor(
        () => expect(() => process.kill(pid, 0)).toThrow(),
        WAIT,
      );
    },
  );

  test("creates the ids of its seed, and delays responses by --latency", async () => {
    const running = await cli.start("--seed", "7", "--latency", "120");
    const start = performance.now();
    const id = await idOf(await createPod(running));
    expect(performance.now() - start).toBeGreaterThan(119);
    await post(running, "/_emulator/reset");
    expect(await idOf(await createPod(running))).toBe(id);
    await running.stop("SIGTERM");
  });

  test("warns when other machines can reach it", async () => {
    const running = await cli.start("--host", "0.0.0.0");
    expect(running.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const { stderr } = await running.stop("SIGTERM");
    expect(stderr).toMatch(
      /^Anyone with the key who can reach 0\.0\.0\.0 .*\n$/,
    );
  });

  test("names a port that is in use, and a host of another machine", async () => {
    const running = await cli.start();
    const { port } = new URL(running.origin);
    const second = await cli.run("--port", port);
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toMatch(
      new RegExp(
        `^cloud-compute-emulator: port ${port} .* in use.*--port.*\\n$`,
      ),
    );
    await running.stop("SIGTERM");
    const away = await cli.run("--host", "203.0.113.9");
    expect(away.code).toBe(1);
    expect(away.stderr).toContain(
      "203.0.113.9 is not an address of this machine",
    );
  });
});

describe("the state file of the command", () => {
  test("keeps the state across SIGINT, SIGTERM and restarts", async () => {
    const file = join(cli.folder, "kept.json");
    const first = await cli.start("--state", file);
    const id = await idOf(await createPod(first, "kept"));
    const job = { input: { prompt: "a" } };
    const jobId = await idOf(await post(first, "/v2/flux-schnell/run", job));
    expect(await first.stop("SIGINT")).toMatchObject({ code: 0, stderr: "" });
    const second = await cli.start("--state", file);
    expect(await second.stop("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
    const third = await cli.start("--state", file);
    const pod = await third.send(`/v1/pods/${id}`);
    expect(await pod.json()).toMatchObject({ id, name: "kept" });
    const status = await third.send(`/v2/flux-schnell/status/${jobId}`);
    expect(await status.json()).toMatchObject({ id: jobId });
    await third.stop("SIGTERM");
  });

  test.each([
    ["that is truncated", '{"format":"cloud-compute-emulator sta'],
    ["of another program", '{"pods":[]}'],
    [
      "of a newer version",
      '{"format":"cloud-compute-emulator state","version":99}',
    ],
  ])("is named and not changed when it is a file %s", async (_, text) => {
    const file = join(cli.folder, "broken.json");
    await writeFile(file, text);
    const { code, stderr } = await cli.call("--port", "0", "--state", file);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /the state file .*broken\.json cannot be used, .*--state\n$/,
    );
    expect(stderr.split("\n")).toHaveLength(2);
    expect(await readFile(file, "utf8")).toBe(text);
  });

  test("whose account lacks the endpoint of --worker is refused, with the endpoints that it has", async () => {
    const file = join(cli.folder, "endpoints.json");
    const first = await cli.start("--state", file);
    const id = await idOf(await post(first, "/v2/serverless", V2_ENDPOINT));
    await first.stop("SIGTERM");
    const worker = ["--worker", "your-endpoint-id", "--", "node", "-v"];
    const { code, stderr } = await cli.call("--state", file, ...worker);
    expect(stderr).toContain(
      `--worker your-endpoint-id: the account has no such endpoint; it has ${id}`,
    );
    expect(code).toBe(2);
  });

  test("that is empty is taken, and keeps the key of the account", async () => {
    const empty = join(cli.folder, "empty.json");
    await writeFile(empty, "");
    const first = await cli.start("--state", empty);
    const id = await idOf(await createPod(first));
    const key = first.variables["CLOUD_COMPUTE_API_KEY"];
    await first.stop("SIGKILL");
    const second = await cli.start("--state", empty);
    expect(second.variables["CLOUD_COMPUTE_API_KEY"]).toBe(key);
    expect((await second.send(`/v1/pods/${id}`)).status).toBe(200);
    await second.stop("SIGTERM");
    expect((await stat(empty)).mode & 0o777).toBe(0o600);
  });

  test("is named where its key is damaged", async () => {
    const file = join(cli.folder, "damaged.json");
    const running = await cli.start("--state", file, "--key", "own");
    await running.stop("SIGTERM");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace('"own"', '"a b"'));
    const key = await cli.call("--state", file);
    expect(key.stderr).toMatch(/cannot be used, its key is damaged: .*\n$/);
  });

  test("is used by one process at a time, and not through a symbolic link", async () => {
    const file = join(cli.folder, "locked.json");
    const running = await cli.start("--state", file);
    const second = await cli.run("--port", "0", "--state", file);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/is in use by the process \d+: stop that/);
    await running.stop("SIGKILL");
    // A process that starts has not written its lock yet.
    await writeFile(`${file}.lock`, "");
    const early = await cli.call("--port", "0", "--state", file);
    expect(early.stderr).toContain("is in use by another process: stop that");
    // The lock of a process that is gone does not last.
    await writeFile(`${file}.lock`, "999999999");
    const third = await cli.start("--state", file);
    await third.stop("SIGTERM");
    const link = join(cli.folder, "link.json");
    await symlink(file, link);
    const linked = await cli.run("--port", "0", "--state", link);
    expect(linked.code).toBe(1);
    expect(linked.stderr).toContain("is a symbolic link");
  });

  test("is named when it cannot be read or written", async () => {
    const pipe = join(cli.folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const name of [cli.folder, pipe]) {
      const read = await cli.call("--state", name);
      expect(read).toMatchObject({ code: 1 });
      expect(read.stderr).toContain("is not a regular file");
    }
    const blocked = join(cli.folder, "blocked.json");
    await mkdir(`${blocked}.lock`);
    const locked = await cli.call("--state", blocked);
    expect(locked).toMatchObject({ code: 1 });
    expect(locked.stderr).toContain("cannot be written (EISDIR)");
    const file = join(cli.folder, "none", "state.json");
    const written = await cli.run("--state", file);
    expect(written).toMatchObject({ code: 1 });
    expect(written.stderr).toContain("cannot be written (ENOENT)");
  });
});
