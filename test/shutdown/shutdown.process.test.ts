import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { testSignals } from "./signals-suite.js";
import { useProgram } from "./use-program.js";

testSignals(false);

describe("a program that rents with onExit", () => {
  const emulator = createEmulator();
  const startProgram = useProgram();
  let variables: Readonly<Record<string, string>>;

  beforeAll(async () => {
    ({ variables } = await emulator.listen({ podPorts: false }));
  });
  afterAll(() => emulator.close());
  beforeEach(() => emulator.reset());

  const start = (...parts: string[]) =>
    startProgram(variables, "rent", ...parts);
  const podsLeft = () => emulator.snapshot().pods.map(({ name }) => name);

  it("deletes its Pod when a launcher passes the same signal on", async () => {
    const { child, reported, ended } = start();
    await reported("started");
    emulator.fail("DELETE /pods/{podId}", { delay: 300, times: 1 });
    child.kill("SIGINT");
    await reported("releasing");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ signal: "SIGINT", stderr: "" });
    expect(podsLeft()).toEqual([]);
  });

  it("ends at once at a third signal, and names the Pod that is left", async () => {
    const { child, reported, ended } = start();
    await reported("started");
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
    const { child, reported, ended } = start();
    await reported("started");
    emulator.fail("DELETE /pods/{podId}", { status: 500, times: 1 });
    child.kill("SIGINT");
    await reported("releasing");
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ signal: "SIGINT", stderr: "" });
    expect(podsLeft()).toEqual([]);
  });

  it("deletes the Pod of a create that is still under way", async () => {
    emulator.fail("POST /pods", { delay: 500, times: 1 });
    const { child, reported, ended } = start();
    await reported("creating");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ signal: "SIGINT" });
    expect(podsLeft()).toEqual([]);
  });

  it.each([
    ["at an error that nobody caught", "throw", 1],
    ["at a rejection that nobody caught", "reject", 1],
    ["when nothing is left to do", "nothing more", 0],
  ])("deletes its Pod %s", async (_, then, code) => {
    const { code: ended, stderr } = await start(then).ended;
    expect(ended).toBe(code);
    expect(stderr.includes("Error: nobody caught this")).toBe(code === 1);
    expect(podsLeft()).toEqual([]);
  });

  it("deletes its Pod and ends when nobody reads its output any more, as after `2>&1 | head -1`", async () => {
    const { child, reported, ended } = start("print");
    await reported("started");
    child.stdout?.destroy();
    child.stderr?.destroy();
    const { code } = await ended;
    expect(code).not.toBe(0);
    expect(podsLeft()).toEqual([]);
  });

  it("deletes each Pod of a program that rents twice", async () => {
    const { child, reported, ended } = start("rent");
    await reported("started");
    expect(podsLeft()).toHaveLength(2);
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ signal: "SIGINT", stderr: "" });
    expect(podsLeft()).toEqual([]);
  });

  it("leaves the exit to a handler of the program that releases the Pod as well, and deletes it once", async () => {
    const { child, reported, ended } = start("release");
    await reported("started");
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 7, signal: null, stderr: "" });
    expect(podsLeft()).toEqual([]);
    const deletes = emulator.requests.filter(
      ({ route }) => route === "DELETE /pods/{podId}",
    );
    expect(deletes).toHaveLength(1);
  });
});
