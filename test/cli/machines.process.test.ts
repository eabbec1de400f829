import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { rentPod } from "../../src/machines/index.js";
import { bundleCli, type Cli } from "../support/cli-process.js";

const IMAGE = { imageName: "example/image:1" };
const emulator = createEmulator({ clock: "manual" });
/** Lets the time of every rental pass. */
const endRentals = () => emulator.clock.advance(7_200_000);
let cli: Cli;
let variables: Readonly<Record<string, string>>;
const cloud = createClient({
  apiKey: emulator.apiKey,
  fetch: emulator.fetch,
  ...emulator.urls,
});

beforeAll(async () => {
  cli = await bundleCli();
  ({ variables } = await emulator.listen({ podPorts: false }));
});
beforeEach(() => {
  emulator.reset();
  for (const [name, value] of Object.entries(variables))
    vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await emulator.close();
  await cli.remove();
});

const podIds = () => emulator.snapshot().pods.map(({ id }) => id);

describe("the command sweep", () => {
  it("deletes the Pods whose rental is over, and no other", async () => {
    const mine = await cloud.pods.create({ ...IMAGE, name: "rent-mine" });
    const pod = await rentPod(cloud, IMAGE, { maxHours: 1 });
    const before = await cli.call("sweep");
    expect(before).toMatchObject({ code: 0, stderr: "" });
    expect(before.stdout).toContain("0 ended, 1 kept, 0 failed");
    await endRentals();
    const planned = await cli.call("sweep", "--dry-run");
    expect(planned.stdout).toContain(`would delete\t${pod.id}`);
    expect(podIds()).toHaveLength(2);
    const { code, stdout } = await cli.call("sweep");
    expect(code).toBe(0);
    expect(stdout).toContain(`deleted\t${pod.id}`);
    expect(stdout).toContain("1 ended, 0 kept, 0 failed");
    expect(podIds()).toEqual([mine.id]);
  });

  it("prints with --alert only what had to be ended, and exits with 1 then", async () => {
    const quiet = { code: 0, stdout: "", stderr: "" };
    const pod = await rentPod(cloud, IMAGE, { maxHours: 1 });
    expect(await cli.call("sweep", "--alert")).toMatchObject(quiet);
    await endRentals();
    const { code, stdout } = await cli.call("sweep", "--alert");
    expect(code).toBe(1);
    expect(stdout).toContain(`deleted\t${pod.id}`);
    expect(await cli.call("sweep", "--alert")).toMatchObject(quiet);
  });

  it.each([
    ["version 2 where its address is set", false, "/v2/pods"],
    ["version 0.1.0 otherwise", true, "/v1/pods"],
  ])("sweeps by %s", async (_, isOld, prefix) => {
    if (isOld) vi.stubEnv("CLOUD_COMPUTE_V2_BASE_URL", "");
    const pod = await rentPod(cloud, IMAGE, { maxHours: 1 });
    await endRentals();
    const first = emulator.requests.length;
    const { code, stdout } = await cli.call("sweep");
    expect(code).toBe(0);
    expect(stdout).toContain(`deleted\t${pod.id}`);
    const paths = emulator.requests.slice(first).map(({ path }) => path);
    expect(paths.filter((path) => !path.startsWith(prefix))).toEqual([]);
    expect(podIds()).toEqual([]);
  });

  it("exits with 1 and names the Pod that it could not delete", async () => {
    const pod = await rentPod(cloud, IMAGE, { maxHours: 1 });
    vi.stubEnv("CLOUD_COMPUTE_V2_BASE_URL", "");
    emulator.fail("DELETE /pods/{podId}", { status: 403, times: 9 });
    await endRentals();
    const { code, stdout, stderr } = await cli.call("sweep");
    expect(code).toBe(1);
    expect(stdout).toContain(`failed\t${pod.id}`);
    expect(stderr).toContain(pod.id);
    emulator.reset();
  });

  it("exits with 1 while a Pod has half of a tag, and stops the Pod with --stop-unclear", async () => {
    const pod = await rentPod(cloud, IMAGE, { maxHours: 1 });
    await cloud.pods.update(pod.id, { env: {} });
    await endRentals();
    const { code, stdout } = await cli.call("sweep");
    expect(code).toBe(1);
    expect(stdout).toContain(`unclear (no tag in env)\t${pod.id}`);
    expect(stdout).toContain("0 ended, 0 kept, 0 failed, 1 unclear");
    expect(podIds()).toEqual([pod.id]);
    const stopped = await cli.call("sweep", "--stop-unclear");
    expect(stopped.code).toBe(0);
    expect(stopped.stdout).toContain(`stopped\t${pod.id}`);
    emulator.reset();
  });

  it("ends the rentals of one name at once with --all, and says where no rental has the name, which is no failure", async () => {
    const named = { ...IMAGE, name: "nightly" };
    const pod = await rentPod(cloud, named, { maxHours: 1 });
    const sweep = (name: string) => cli.call("sweep", "--all", "--name", name);
    const wrong = await sweep("nigthly");
    expect(wrong.code).toBe(0);
    expect(wrong.stderr).toBe(
      "no rental is named nigthly (did you mean nightly?); other rentals: nightly\n",
    );
    const other = await rentPod(cloud, IMAGE, { maxHours: 1 });
    const { code, stdout, stderr } = await sweep("nightly");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`deleted\t${pod.id}`);
    expect(stdout).toContain("1 ended, 0 kept, 0 failed");
    expect(podIds()).toEqual([other.id]);
    await cloud.pods.delete(other.id);
    const none = await sweep("nightly");
    expect(none.stderr).toContain("nightly; there is no other rental");
  });

  it("refuses --all without a name", async () => {
    const { code, stderr } = await cli.call("sweep", "--all");
    expect(code).toBe(2);
    expect(stderr).toContain("--all needs --name");
  });
});

describe("the command explain", () => {
  it("prints the status of a job and why the job has not begun", async () => {
    // The service shows the health of no public model.
    emulator.model("own-model", () => "x");
    emulator.account.setWorkers("own-model", { throttled: true });
    const job = await cloud.model("own-model").run({ prompt: "x" });
    const { code, stdout } = await cli.call("explain", "own-model", job.id);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^IN_QUEUE\n- all workers are throttled/);
    expect(stdout).toContain("not known: the settings of the endpoint");
  });

  it("exits with 1 for a job that the service does not know, and with 2 without one", async () => {
    const unknown = await cli.call("explain", "text-demo", "none");
    expect(unknown.code).toBe(1);
    expect(unknown.stdout).toContain("the service does not know the job");
    const { code, stderr } = await cli.call("explain", "text-demo");
    expect(code).toBe(2);
    expect(stderr).toContain("explain needs the slug and the id of a job");
  });
});
