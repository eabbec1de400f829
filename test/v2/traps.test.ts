import { describe, expect, test } from "vitest";
import type { EmulatorOptions } from "cloud-compute-emulator";
import { createClient, ResponseError } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { createEmulatedClient } from "../support/emulated-client.js";

const GPU = { id: "NVIDIA L4", count: 1 };
const POD = { name: "a", image: "ubuntu:24.04", gpu: GPU };

/** Pods that run as soon as they are created. */
const AT_ONCE = { provisionMs: 0, imagePullMs: 0 };

function setUp(options: EmulatorOptions = {}) {
  return createEmulatedClient({ retries: 0 }, { clock: "manual", ...options });
}

async function failureOf(call: PromiseLike<unknown>): Promise<ResponseError> {
  const error = await rejectionOf(call);
  expect(error).toBeInstanceOf(ResponseError);
  return error as ResponseError;
}

/** The problems that the body of a failure lists, in alphabetical order. */
function problemsOf({ body }: ResponseError): string[] {
  const { errors } = body as { readonly errors: readonly string[] };
  return errors.toSorted();
}

describe("version 2 of the emulator", () => {
  test("gives a Pod neither storage nor ports that the body does not name, where 0.1.0 gives both", async () => {
    const { cloud } = setUp();
    const { id } = await cloud.v2.pods.create(POD);
    const pod = await cloud.v2.pods.get(id);
    expect(pod).toMatchObject({ ports: [] });
    expect(pod).not.toHaveProperty("mounts");
    expect(await cloud.pods.get(id)).toMatchObject({
      volumeInGb: 0,
      ports: [],
    });
    const old = await cloud.pods.create({ imageName: "ubuntu:24.04" });
    expect(await cloud.v2.pods.get(old.id)).toMatchObject({
      mounts: { persistent: { size: 20, path: "/workspace" } },
      ports: ["8888/http", "22/tcp"],
    });
  });

  test("shows in status what a Pod does, where 0.1.0 and GraphQL show what was asked for", async () => {
    const pods = { provisionMs: 1000, imagePullMs: 5000 };
    const { cloud, emulator } = setUp({ pods });
    const created = await cloud.v2.pods.create(POD);
    const { id } = created;
    expect(created).toMatchObject({
      status: "PROVISIONING",
      actions: ["stop", "terminate"],
      dataCenterId: null,
      runtime: null,
      startedAt: null,
    });
    const restart = cloud.v2.pods.action(id, { action: "restart" });
    expect(await failureOf(restart)).toMatchObject({ status: 409 });
    await emulator.clock.advance(1000);
    expect(await cloud.v2.pods.get(id)).toMatchObject({
      status: "STARTING",
      actions: ["stop", "terminate"],
      dataCenterId: expect.stringContaining("-") as string,
      runtime: null,
    });
    expect((await cloud.pods.get(id)).desiredStatus).toBe("RUNNING");
    await emulator.clock.advance(5000);
    expect((await cloud.v2.pods.get(id)).status).toBe("RUNNING");
    await cloud.pods.stop(id);
    expect((await cloud.v2.pods.get(id)).status).toBe("EXITED");
    const { pod } = await cloud.graphql.pod({ input: { podId: id } });
    expect(pod?.desiredStatus).toBe("EXITED");
  });

  test("ignores the filters of 0.1.0, and returns everything", async () => {
    const { cloud, emulator } = setUp();
    await cloud.v2.pods.create(POD);
    await cloud.v2.pods.create({ ...POD, name: "b" });
    const query = { name: "b" } as object;
    expect(await cloud.pods.list({ name: "b" })).toHaveLength(1);
    const { apiKey, urls, fetch } = emulator;
    const options = { apiKey, ...urls, fetch, unknownQuery: "send" } as const;
    expect(await createClient(options).v2.pods.list(query)).toHaveLength(2);
  });

  test("copies a template, so that changes of the template reach nothing that was made from it", async () => {
    const { cloud } = setUp();
    const { templates, pods, serverless } = cloud.v2;
    const forPods = await templates.create({
      name: "p",
      image: "one:1",
      env: { A: "1", B: "1" },
    });
    const pod = await pods.create({
      name: "a",
      templateId: forPods.id,
      gpu: GPU,
      env: { B: "2" },
    });
    expect(pod).toMatchObject({ template: null, env: { A: "1", B: "2" } });
    const forWorkers = await templates.create({
      name: "w",
      image: "one:1",
      serverless: true,
    });
    const endpoint = await serverless.create({
      name: "e",
      templateId: forWorkers.id,
      type: "QUEUE",
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
      gpu: { pools: ["ADA_24"] },
    });
    await templates.update(forPods.id, { image: "two:2" });
    await templates.update(forWorkers.id, { image: "two:2" });
    expect((await pods.get(pod.id)).image).toBe("one:1");
    expect((await serverless.get(endpoint.id)).image).toBe("one:1");
    const wrong = { name: "b", gpu: GPU, templateId: forWorkers.id };
    expect((await failureOf(pods.create(wrong))).status).toBe(422);
    const unknown = { ...wrong, templateId: "unknown" };
    expect((await failureOf(pods.create(unknown))).status).toBe(404);
    // An endpoint keeps its copy: neither list of templates shows the copy.
    expect(await templates.list()).toHaveLength(2);
    await templates.delete(forWorkers.id);
    await serverless.delete(endpoint.id);
    const bound = { includeEndpointBoundTemplates: true };
    expect(await cloud.templates.list(bound)).toHaveLength(1);
  });

  test("splits args like a command line, so that an argument with a blank needs quotes", async () => {
    const { cloud } = setUp();
    const { id } = await cloud.v2.pods.create({
      ...POD,
      args: `python -c "print('a b')" it\\'s`,
    });
    expect((await cloud.pods.get(id)).dockerStartCmd).toEqual([
      "python",
      "-c",
      "print('a b')",
      "it's",
    ]);
  });

  test("refuses an endpoint that scales by requests with an idle timeout, or that names a GPU type as a pool", async () => {
    const { cloud } = setUp();
    const body = {
      name: "e",
      image: "a:1",
      type: "QUEUE" as const,
      scaling: { type: "REQUEST_COUNT" as const, requestCount: 2 },
      gpu: { pools: ["ADA_24"] },
    };
    const workers = { idleTimeout: 5 };
    const refused = cloud.v2.serverless.create({ ...body, workers });
    expect(await failureOf(refused)).toMatchObject({ status: 422 });
    const ids = { ...body, gpu: { pools: ["NVIDIA L4"] } };
    const unknown = await failureOf(cloud.v2.serverless.create(ids));
    expect(unknown.status).toBe(400);
    expect(unknown.message).toContain("gpu.pools names no pool of the service");
  });

  test("names each unknown and each missing field of a body with 422", async () => {
    const { cloud } = setUp();
    const flat = { imageName: "a:1", gpuTypeIds: ["NVIDIA L4"], gpu: GPU };
    const error = await failureOf(cloud.v2.pods.create(flat as never));
    expect(error.status).toBe(422);
    expect(problemsOf(error)).toEqual([
      "$: additional properties 'imageName', 'gpuTypeIds', 'gpu' not allowed",
      "$: missing properties 'image', 'name'",
    ]);
    expect(error.headers.get("content-type")).toBe("application/problem+json");
    for (const problem of problemsOf(error))
      expect(error.message).toContain(problem);
    const nested = { ...POD, mounts: { persistent: { size: 1 } } };
    const wrong = await failureOf(cloud.v2.pods.create(nested as never));
    expect(problemsOf(wrong)).toEqual([
      "$.mounts.persistent.size: minimum: got 1, want 10",
      "$.mounts.persistent: missing property 'path'",
    ]);
  });

  test("blames valid fields while another is missing, which the error explains", async () => {
    const { cloud } = setUp();
    const body = { name: "a", image: "b", type: "QUEUE" };
    const error = await failureOf(cloud.v2.serverless.create(body as never));
    expect(problemsOf(error)).toEqual([
      "$: additional properties 'name', 'type' not allowed",
      "$: missing property 'scaling'",
    ]);
    expect(error.message).toContain(
      "(add what is missing first: until then, the service calls valid members additional, too)",
    );
  });

  test("answers a missing balance with 402, whose error has a code of its own", async () => {
    const { cloud } = setUp({ balance: 0 });
    const error = await failureOf(cloud.v2.pods.create(POD));
    expect(error).toMatchObject({
      status: 402,
      code: "insufficient_balance",
      maybeSent: false,
    });
    expect(error.message).toContain("balance is too low");
  });

  test("neither adds nor empties a mount", async () => {
    const { cloud } = setUp();
    const { id } = await cloud.v2.pods.create(POD);
    const persistent = { size: 20, path: "/workspace" };
    const added = cloud.v2.pods.update(id, { mounts: { persistent } });
    expect(await failureOf(added)).toMatchObject({ status: 400 });
    const mounted = await cloud.v2.pods.create({
      ...POD,
      mounts: { persistent },
    });
    const same = await cloud.v2.pods.update(mounted.id, { mounts: {} });
    expect(same.mounts).toEqual({ persistent });
    const network = { mounts: { network: [] } };
    const emptied = cloud.v2.pods.update(mounted.id, network);
    expect(await failureOf(emptied)).toMatchObject({ status: 400 });
  });

  test("pages a list, also where an item goes between two pages", async () => {
    const { cloud } = setUp();
    for (const name of ["a", "b", "c", "d", "e"])
      await cloud.v2.pods.create({ ...POD, name });
    const names: string[] = [];
    for await (const pod of cloud.v2.pods.list({ limit: 2 })) {
      names.push(pod.name);
      if (pod.name === "b") await cloud.v2.pods.delete(pod.id);
    }
    expect(names).toEqual(["a", "b", "c", "d", "e"]);
    const wrong = await failureOf(cloud.v2.pods.list({ cursor: "?" }));
    expect(wrong.status).toBe(422);
  });
});

describe("a log stream of the emulator", () => {
  test("follows a Pod until the Pod stops", async () => {
    const pods = { provisionMs: 0, imagePullMs: 5000 };
    const { cloud, emulator } = setUp({ pods });
    const { id } = await cloud.v2.pods.create(POD);
    const lines: string[] = [];
    for await (const { line } of cloud.v2.pods.logs(id)) {
      lines.push(line);
      if (lines.length === 1) await emulator.clock.advance(5000);
      if (lines.length === 3) await cloud.pods.stop(id);
    }
    expect(lines).toEqual([
      "create container ubuntu:24.04",
      "start container for ubuntu:24.04: begin",
      "ubuntu:24.04 is up",
      `stop container ${id}`,
      "remove container",
    ]);
  });

  test("selects lines by tail, by source and by time, without those of the second itself", async () => {
    const { cloud, emulator } = setUp();
    const { id } = await cloud.v2.pods.create(POD);
    await emulator.clock.advance(60_000);
    await cloud.v2.pods.action(id, { action: "stop" });
    const read = async (query: object) => {
      const lines: string[] = [];
      for await (const { line } of cloud.v2.pods.logs(id, query))
        lines.push(line);
      return lines;
    };
    const ended = [`stop container ${id}`, "remove container"];
    expect(await read({ tail: 2 })).toEqual(ended);
    expect(await read({ source: "container" })).toEqual(["ubuntu:24.04 is up"]);
    const at = (ms: number) =>
      new Date(emulator.clock.now() + ms).toISOString();
    expect(await read({ since: at(-1000) })).toEqual(ended);
    expect(await read({ since: at(-1) })).toEqual(ended);
    expect(await read({ since: at(0) })).toEqual([]);
  });

  test("has the time of a line as the id of its event: nanoseconds in a line of the container, whole seconds in a line of the system", async () => {
    const { cloud, emulator } = setUp({ pods: AT_ONCE });
    await emulator.clock.advance(250);
    const { id } = await cloud.v2.pods.create(POD);
    await cloud.v2.pods.action(id, { action: "stop" });
    const logs = `${emulator.urls.publicBaseUrl}/v2/pods/${id}/logs`;
    const headers = { authorization: `Bearer ${emulator.apiKey}` };
    const text = await (await emulator.fetch(logs, { headers })).text();
    const ids = [...text.matchAll(/^id: (.+)$/gm)].map(([, each]) => each);
    const second = "2026-01-01T00:00:00";
    expect(ids).toEqual([
      `${second}Z`,
      `${second}Z`,
      `${second}.250000000Z`,
      `${second}Z`,
      `${second}Z`,
    ]);
    const times = [...text.matchAll(/"ts":"([^"]+)"/g)].map(([, ts]) => ts);
    expect(times).toEqual(ids);
  });

  test("loses the lines of a container two minutes after its end, and keeps those of the system", async () => {
    const { cloud, emulator } = setUp({ pods: AT_ONCE });
    const { id } = await cloud.v2.pods.create(POD);
    await cloud.v2.pods.action(id, { action: "stop" });
    const sources = async () => {
      const all: string[] = [];
      for await (const { source } of cloud.v2.pods.logs(id)) all.push(source);
      return new Set(all);
    };
    await emulator.clock.advance(119_000);
    expect(await sources()).toEqual(new Set(["system", "container"]));
    await emulator.clock.advance(1000);
    expect(await sources()).toEqual(new Set(["system"]));
  });

  test("sends comments while nothing is written", async () => {
    const { cloud, emulator } = setUp({ pods: AT_ONCE });
    const { id } = await cloud.v2.pods.create(POD);
    const logs = `${emulator.urls.publicBaseUrl}/v2/pods/${id}/logs?tail=0`;
    const headers = { authorization: `Bearer ${emulator.apiKey}` };
    const response = await emulator.fetch(logs, { headers });
    await emulator.clock.advance(30_000);
    await cloud.v2.pods.delete(id);
    expect((await response.text()).split(": keepalive\n\n")).toHaveLength(3);
  });

  test("ends where the Pod goes, and at a reset of the emulator", async () => {
    const { cloud, emulator } = setUp({ pods: AT_ONCE });
    const { id } = await cloud.v2.pods.create(POD);
    const follow = async (end: () => unknown) => {
      for await (const { line } of cloud.v2.pods.logs(id, { tail: 1 })) {
        expect(line).toBe("ubuntu:24.04 is up");
        await end();
      }
    };
    // The Pod is gone when the client asks whether more lines have come.
    const reset = follow(() => emulator.reset());
    await expect(reset).rejects.toMatchObject({ status: 404 });
  });
});

describe("an emulator that has retired 0.1.0", () => {
  test("answers 410 on every route of 0.1.0, and serves GraphQL, jobs and version 2", async () => {
    const { cloud } = setUp({ quirks: { retired: true } });
    const error = await failureOf(cloud.pods.list());
    expect(error.status).toBe(410);
    expect(error.message).toBe(
      "pods.list: GET /pods answered 410: version 0.1.0 of this API has ended (use cloud.v2, with the option surfaces.v2.baseUrl or CLOUD_COMPUTE_V2_BASE_URL)",
    );
    const created = await cloud.v2.pods.create(POD);
    const { myself } = await cloud.graphql.pods();
    expect(myself.pods?.map((pod) => pod?.id)).toEqual([created.id]);
    const job = await cloud.model("flux-schnell").run({ prompt: "x" });
    expect(job.id).toBeTruthy();
  });
});
