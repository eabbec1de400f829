import { build } from "esbuild";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
} from "vitest";
import { createEmulator } from "cloud-compute-emulator";

const emulator = createEmulator();
let environment: NodeJS.ProcessEnv = {};
let folder = "";

beforeAll(async () => {
  // Below the packages of this repository, which the program loads.
  await mkdir(".cache", { recursive: true });
  folder = await mkdtemp(join(".cache", "exit-"));
  // One file starts in a fraction of the time of the sources.
  await build({
    entryPoints: ["test/machines/processes/exit.ts"],
    outfile: join(folder, "exit.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    packages: "external",
  });
  const { urls } = await emulator.listen();
  environment = {
    ...process.env,
    CLOUD_COMPUTE_API_KEY: emulator.apiKey,
    CLOUD_COMPUTE_BASE_URL: urls.baseUrl,
  };
});
afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
});
beforeEach(() => emulator.reset());

interface Program {
  readonly child: ChildProcess;
  /** Resolves when the program has reported this. */
  readonly reported: (message: string) => Promise<void>;
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly stderr: string;
  }>;
}

/** Starts the program that rents a Pod and then does `then`. */
function start(then: string): Program {
  const child = fork(join(folder, "exit.mjs"), [then], {
    env: environment,
    execArgv: [],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  children.add(child);
  const messages = new Set<string>();
  let stderr = "";
  child.stderr?.on("data", (text: Buffer) => (stderr += text.toString()));
  child.on("message", (message) => messages.add(message as string));
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as string | null,
    stderr,
  }));
  const failed = ended.then(() => {
    throw new Error(`the program has ended: ${stderr}`);
  });
  failed.catch(() => undefined);
  const reported = async (message: string) => {
    while (!messages.has(message))
      await Promise.race([once(child, "message"), failed]);
  };
  return { child, reported, ended };
}

const podsLeft = () => emulator.snapshot().pods.map(({ name }) => name);

describe("a program that rents with onExit", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "deletes its Pod at %s and then ends by the same signal",
    async (signal) => {
      const { child, reported, ended } = start("work");
      await reported("rented");
      child.kill(signal);
      expect(await ended).toMatchObject({ code: null, signal, stderr: "" });
      expect(podsLeft()).toEqual([]);
    },
  );

  it("deletes its Pod when a launcher passes the same signal on", async () => {
    const { child, reported, ended } = start("work");
    await reported("rented");
    emulator.fail("DELETE /pods/{podId}", { delay: 300, times: 1 });
    child.kill("SIGINT");
    await reported("releasing");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ signal: "SIGINT", stderr: "" });
    expect(podsLeft()).toEqual([]);
  });

  it("ends at once at a third signal, and names the Pod that is left", async () => {
    const { child, reported, ended } = start("work");
    await reported("rented");
    emulator.fail("DELETE /pods/{podId}", { status: 500 });
    const [pod] = emulator.snapshot().pods;
    child.kill("SIGINT");
    await reported("releasing");
    child.kill("SIGTERM");
    child.kill("SIGHUP");
    const { signal, stderr } = await ended;
    expect(["SIGTERM", "SIGHUP"]).toContain(signal);
    expect(stderr).toContain(`Pod ${pod?.id ?? "?"} may still run`);
    expect(stderr).toMatch(
      /The rental ends at \d{4}-\d\d-\d\dT[\d:.]+Z: from then on .*sweep/,
    );
    expect(stderr).toContain(
      `"npx cloud-compute-sdk sweep --all --name ${pod?.name ?? "?"}" deletes the Pod now`,
    );
    expect(podsLeft()).toHaveLength(1);
  });

  it("gives the release five more seconds at a second signal, which is the last that a Pod needs that can be deleted", async () => {
    const { child, reported, ended } = start("work");
    await reported("rented");
    emulator.fail("DELETE /pods/{podId}", { status: 500, times: 1 });
    child.kill("SIGINT");
    await reported("releasing");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ signal: "SIGINT", stderr: "" });
    expect(podsLeft()).toEqual([]);
  });

  it("deletes the Pod of a create that is still under way", async () => {
    emulator.fail("POST /pods", { delay: 500, times: 1 });
    const { child, reported, ended } = start("work");
    await reported("creating");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ signal: "SIGINT" });
    expect(podsLeft()).toEqual([]);
  });

  it.each(["throw", "reject"])(
    "deletes its Pod at an error that nobody caught (%s), which the platform then prints",
    async (then) => {
      const { code, stderr } = await start(then).ended;
      expect(code).toBe(1);
      expect(stderr).toContain("Error: nobody caught this");
      expect(podsLeft()).toEqual([]);
    },
  );

  it("deletes its Pod and ends when nobody reads its output any more, as after `2>&1 | head -1`", async () => {
    const { child, reported, ended } = start("print");
    await reported("rented");
    child.stdout?.destroy();
    child.stderr?.destroy();
    const { code } = await ended;
    expect(code).not.toBe(0);
    expect(podsLeft()).toEqual([]);
  });

  it("deletes its Pod when nothing is left to do", async () => {
    expect(await start("end").ended).toMatchObject({ code: 0, stderr: "" });
    expect(podsLeft()).toEqual([]);
  });

  it("deletes each Pod of a program that rents twice", async () => {
    const { child, reported, ended } = start("rent again");
    await reported("rented");
    expect(podsLeft()).toHaveLength(2);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ signal: "SIGINT", stderr: "" });
    expect(podsLeft()).toEqual([]);
  });

  it("leaves the exit to a handler of the program that releases the Pod as well, and deletes it once", async () => {
    const { child, reported, ended } = start("release at SIGINT");
    await reported("rented");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 7, signal: null, stderr: "" });
    expect(podsLeft()).toEqual([]);
    const deletes = emulator.requests.filter(
      ({ route }) => route === "DELETE /pods/{podId}",
    );
    expect(deletes).toHaveLength(1);
  });
});
