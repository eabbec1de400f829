import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createEmulator, type EmulatorOptions } from "../src/index.js";
import {
  createAccount,
  createEndpoint,
  IMAGE,
  V2_POD,
  type Account,
} from "./support/account.js";
import { jobsAt, MINUTE } from "./support/job-calls.js";

interface PodView {
  readonly id: string;
  readonly desiredStatus: string;
  readonly lastStatusChange: string;
  readonly publicIp: string | null;
  readonly portMappings: Readonly<Record<string, number>> | null;
  readonly costPerHr: number;
  readonly gpu: { readonly id: string };
  readonly machine?: { readonly dataCenterId: string };
}

const L4 = "NVIDIA L4";
const A40 = "NVIDIA A40";

/** An account with functions that call its Pods. */
function podsOf(options: EmulatorOptions = {}) {
  const account = createAccount(options);
  const { call, callOk } = account;
  const create = (body: object = {}) =>
    call("POST", "/v1/pods", { imageName: IMAGE, ...body });
  const created = (body: object = {}) =>
    callOk<PodView>("POST", "/v1/pods", { imageName: IMAGE, ...body });
  const get = (id: string) =>
    callOk<PodView>("GET", `/v1/pods/${id}?includeMachine=true`);
  const list = () => callOk<PodView[]>("GET", "/v1/pods");
  return { ...account, create, created, get, list };
}

const messageOf = ({ body }: { body: unknown }) =>
  (body as { readonly error: string }).error;

describe("a new Pod of the emulator", () => {
  const statusesOf = async (account: Account, everyMs: number) => {
    const { id } = await account.callOk("POST", "/v2/pods", V2_POD);
    const statuses: string[] = [];
    while (statuses.at(-1) !== "RUNNING") {
      const { status } = await account.callOk<{ readonly status: string }>(
        "GET",
        `/v2/pods/${id}`,
      );
      statuses.push(status);
      await account.advance(everyMs);
    }
    return statuses;
  };

  test("shows each status to a program that polls each second, and runs within three", async () => {
    expect(await statusesOf(createAccount(), 1000)).toEqual([
      "PROVISIONING",
      "STARTING",
      "STARTING",
      "RUNNING",
    ]);
  });

  test("takes as long as in the service with serviceTimes, as does a worker", async () => {
    const account = createAccount({ serviceTimes: true });
    const statuses = await statusesOf(account, 20_000);
    expect(statuses).toEqual([
      "PROVISIONING",
      "STARTING",
      "STARTING",
      "STARTING",
      "RUNNING",
    ]);
    const { run, poll } = jobsAt("black-forest-labs-flux-1-schnell", account);
    const id = await run();
    await account.advance(90_000);
    expect((await poll(id)).delayTime).toBe(44_000);
  });

  test("with serviceTimes lets a worker of a test's own model start as slowly, unless the model says otherwise", async () => {
    const account = createAccount({ serviceTimes: true });
    const delayWith = async (slug: string, options: object) => {
      account.emulator.model(slug, () => "done", options);
      const { run, poll, advance } = jobsAt(slug, account);
      const id = await run({ steps: 1 });
      await advance(90_000);
      return (await poll(id)).delayTime;
    };
    expect(await delayWith("usual", {})).toBe(44_000);
    expect(await delayWith("quick", { coldStart: 10 })).toBe(10);
  });
});

describe("the stock of the emulator", () => {
  test("runs out by type, is refused with the words of the service, and comes back with each ended Pod", async () => {
    const account = podsOf({ stock: { [L4]: 1 } });
    const { create, created } = account;
    const pod = await created({ gpuTypeIds: [L4] });
    const refused = await create({ gpuTypeIds: [L4] });
    expect(refused.status).toBe(500);
    expect(messageOf(refused)).toContain("no instances currently available");
    expect(account.emulator.account.stock()).toEqual({ [L4]: 0 });
    await account.call("POST", `/v1/pods/${pod.id}/stop`);
    const other = await created({ gpuTypeIds: [L4] });
    const start = () => account.call("POST", `/v1/pods/${pod.id}/start`);
    expect((await start()).status).toBe(500);
    await account.call("DELETE", `/v1/pods/${other.id}`);
    expect((await start()).status).toBe(200);
    expect(account.emulator.account.stock()).toEqual({ [L4]: 0 });
  });

  test("runs out by data center, and the priorities of a create decide what is taken", async () => {
    const account = podsOf();
    const { create, created, get } = account;
    account.emulator.account.setStock({
      [L4]: { "EU-RO-1": 0, "EU-SE-1": 2 },
      [A40]: 5,
    });
    const dataCenterIds = ["EU-RO-1", "EU-SE-1"];
    const gpuTypeIds = [L4, A40];
    const custom = await created({
      gpuTypeIds,
      dataCenterIds,
      gpuTypePriority: "custom",
    });
    expect(custom.gpu.id).toBe(L4);
    await account.advance(MINUTE);
    expect((await get(custom.id)).machine?.dataCenterId).toBe("EU-SE-1");
    expect((await created({ gpuTypeIds, dataCenterIds })).gpu.id).toBe(A40);
    const none = { gpuTypeIds: [L4], dataCenterIds: ["EU-RO-1"] };
    expect((await create(none)).status).toBe(500);
    const query = `{ gpuTypes(input: { id: "${L4}" }) {
      here: lowestPrice(input: { gpuCount: 1, dataCenterId: "EU-RO-1" }) { stockStatus }
      there: lowestPrice(input: { gpuCount: 1, dataCenterId: "EU-SE-1" }) { stockStatus }
      two: lowestPrice(input: { gpuCount: 2, dataCenterId: "EU-SE-1" }) { stockStatus } } }`;
    const empty = { stockStatus: null };
    expect(await account.callOk("POST", "/graphql", { query })).toEqual({
      data: {
        gpuTypes: [{ here: empty, there: { stockStatus: "Low" }, two: empty }],
      },
    });
  });

  test.each([
    [{ countryCodes: ["XX"] }, 500, "countryCodes"],
    [{ minRAMPerGPU: 4096 }, 500, "minRAMPerGPU"],
    [{ gpuCount: 64 }, 500, "gpuCount"],
    [{ gpuTypeIds: ["NVIDIA L5"] }, 400, "--lenient"],
    [{ dataCenterIds: ["EU-XX-1"] }, 400, "--lenient"],
    [{ ports: ["8888"] }, 400, "ports must hold"],
    [{ ports: ["99999/tcp"] }, 400, "ports must hold"],
  ])(
    "a create with %j is refused with %d, and the message or a warning names the reason",
    async (body, status, words) => {
      const { create, list } = podsOf();
      const answer = await create(body);
      expect(answer.status).toBe(status);
      const warning = answer.headers.get("x-emulator-warning") ?? "";
      expect(`${messageOf(answer)} ${warning}`).toContain(words);
      expect(await list()).toEqual([]);
    },
  );

  test("a lenient account takes names that the emulator does not know", async () => {
    const { created } = podsOf({ lenient: true });
    const pod = await created({
      gpuTypeIds: ["NVIDIA L5"],
      dataCenterIds: ["EU-XX-1"],
    });
    expect(pod.gpu.id).toBe("NVIDIA L5");
  });

  test("a create with countryCodes runs in one of these countries", async () => {
    const account = podsOf();
    const { created, get } = account;
    const { id } = await created({ countryCodes: ["SE", "CZ"] });
    expect((await get(id)).machine).toEqual({});
    await account.advance(MINUTE);
    expect((await get(id)).machine?.dataCenterId).toBe("EU-SE-1");
  });
});

describe("the balance of the emulator", () => {
  test("goes down with Pods, volumes, workers and jobs of public models", async () => {
    const account = podsOf({ balance: 50 });
    const { emulator, advance, callOk, created } = account;
    const { costPerHr } = await created({ gpuTypeIds: [L4] });
    expect(emulator.account.spendPerHour()).toBe(costPerHr);
    await advance(2 * 60 * MINUTE);
    expect(emulator.account.balance()).toBeCloseTo(50 - 2 * costPerHr, 6);
    const before = emulator.account.balance();
    const { run } = jobsAt("flux-dev", account);
    await run({ prompt: "a", width: 1000, height: 1000 });
    await advance(2000);
    const pods = (costPerHr * 2000) / (60 * MINUTE);
    expect(before - emulator.account.balance()).toBeCloseTo(0.02 + pods, 6);
    const query = "{ myself { clientBalance currentSpendPerHr underBalance } }";
    const myself = {
      clientBalance: emulator.account.balance(),
      currentSpendPerHr: costPerHr,
      underBalance: false,
    };
    const { data } = await callOk<{ data: object }>("POST", "/graphql", {
      query,
    });
    expect(data).toEqual({ myself });
  });

  test("stops every Pod when it is used up, and refuses creates and submits until it is filled", async () => {
    const { emulator, advance, call, created, get, create } = podsOf({
      balance: 1,
    });
    const pod = await created({ gpuTypeIds: [L4] });
    const hours = 1 / pod.costPerHr;
    await advance(hours * 60 * MINUTE - 1000);
    expect((await get(pod.id)).desiredStatus).toBe("RUNNING");
    await advance(2000);
    const stopped = await get(pod.id);
    expect(stopped.desiredStatus).toBe("EXITED");
    expect(stopped.lastStatusChange).toContain("balance");
    expect(emulator.account.balance()).toBeCloseTo(0, 5);
    expect((await create()).status).toBe(500);
    const submit = await call("POST", "/v2/flux-dev/run", {
      input: { prompt: "a" },
    });
    expect(submit.status).toBe(402);
    emulator.account.setBalance(5);
    expect((await create()).status).toBe(201);
  });
});

/** Pods that run as soon as they are created. */
const AT_ONCE = { provisionMs: 0, imagePullMs: 0 };

describe("a Pod of the emulator", () => {
  test("has no address, ports or runtime while its image is pulled, and answers 502 until its ports open", async () => {
    const pods = { ...AT_ONCE, imagePullMs: 60_000, portsOpenMs: 30_000 };
    const { emulator, advance, callOk, created, get } = podsOf({ pods });
    const { id } = await created({ ports: ["8000/http", "22/tcp"] });
    const probe = async () => {
      const url = `https://${id}-8000.proxy.example.net/health?a=1`;
      const response = await emulator.fetch(url);
      const body = response.ok ? ((await response.json()) as unknown) : "";
      return [response.status, body];
    };
    const runtime = async () => {
      const query = `{ pod(input: { podId: "${id}" }) { runtime { uptimeInSeconds } } }`;
      type Data = { data: { pod: { runtime: object | null } } };
      const { data } = await callOk<Data>("POST", "/graphql", { query });
      return data.pod.runtime;
    };
    const pulling = await get(id);
    expect(pulling).toMatchObject({
      desiredStatus: "RUNNING",
      publicIp: "",
      portMappings: null,
    });
    expect(pulling.lastStatusChange).toContain("image is being pulled");
    expect(await runtime()).toBeNull();
    await advance(60_000);
    expect(await get(id)).toMatchObject({ portMappings: { "22": 10_000 } });
    expect(await runtime()).toEqual({ uptimeInSeconds: 0 });
    expect(await probe()).toEqual([502, ""]);
    await advance(30_000);
    const health = { podId: id, port: "8000", path: "/health?a=1" };
    expect(await probe()).toEqual([200, health]);
    const other = await emulator.fetch(
      `${emulator.urls.publicBaseUrl}/proxy/${id}/8000/health?a=1`,
    );
    expect(await other.json()).toEqual(health);
    const closed = await emulator.fetch(`https://${id}-9.proxy.example.net/`);
    expect(closed.status).toBe(404);
  });

  test("that is stopped and started has other ports, and shows the old ones for 90 seconds", async () => {
    const account = podsOf({ pods: { ...AT_ONCE } });
    const { created, get } = account;
    const { id } = await created({ ports: ["22/tcp"] });
    const before = await get(id);
    expect(before.portMappings).toEqual({ "22": 10_000 });
    const act = (action: string) =>
      account.callOk("POST", `/v2/pods/${id}/action`, { action });
    await act("stop");
    expect(await get(id)).toMatchObject({ publicIp: "", portMappings: null });
    expect(await act("start")).toMatchObject({ status: "RUNNING" });
    await account.advance(89_999);
    const { publicIp, portMappings } = before;
    expect(await get(id)).toMatchObject({ publicIp, portMappings });
    await account.advance(1);
    expect((await get(id)).portMappings).toEqual({ "22": 10_100 });
    await act("restart");
    expect((await get(id)).portMappings).toEqual({ "22": 10_100 });
  });

  test("whose command ends stays RUNNING and costs money, because its container starts again and again", async () => {
    const account = podsOf({
      pods: { ...AT_ONCE, exitAfterMs: MINUTE },
    });
    const { created, get } = account;
    const { id } = await created();
    const { costPerHr, portMappings } = await get(id);
    await account.advance(5 * MINUTE);
    expect(await get(id)).toMatchObject({
      desiredStatus: "RUNNING",
      portMappings,
    });
    expect(account.emulator.account.spendPerHour()).toBe(costPerHr);
    const { log = [] } = account.emulator.snapshot().pods[0] ?? {};
    const starts = log.filter(({ line }) => line.startsWith("start container"));
    expect(starts).toHaveLength(5);
  });

  test("that the service stops has ended, and costs nothing from then on", async () => {
    const account = podsOf({
      pods: { ...AT_ONCE, stopAfterMs: 5 * MINUTE },
    });
    const { created, get } = account;
    const { id } = await created();
    await account.advance(5 * MINUTE - 1);
    expect((await get(id)).desiredStatus).toBe("RUNNING");
    await account.advance(1);
    const exited = await get(id);
    expect(exited.desiredStatus).toBe("EXITED");
    expect(exited.lastStatusChange).toContain(
      "the service has stopped the Pod",
    );
    expect(account.emulator.account.spendPerHour()).toBe(0);
  });

  test("keeps how it starts and ends across a snapshot", async () => {
    const pods = { ...AT_ONCE, imagePullMs: MINUTE, stopAfterMs: MINUTE };
    const account = podsOf({ pods, balance: 9 });
    const { id } = await account.created();
    const copy = podsOf();
    copy.emulator.restore(account.emulator.snapshot());
    const { get } = copy;
    expect((await get(id)).publicIp).toBe("");
    await copy.advance(2 * MINUTE);
    expect((await get(id)).desiredStatus).toBe("EXITED");
    expect(copy.emulator.account.balance()).toBeLessThan(9);
  });

  test("exists after a create whose answer was a 500 of a rule that lets the request be carried out", async () => {
    const account = podsOf();
    const { create, list } = account;
    account.emulator.fail("POST /pods", { status: 500, carriedOut: true });
    account.emulator.fail("POST /pods", { status: 500 });
    expect((await create({ name: "mine" })).status).toBe(500);
    expect(await list()).toMatchObject([{ name: "mine" }]);
    expect((await create({ name: "other" })).status).toBe(500);
    expect(await list()).toHaveLength(1);
  });
});

describe("the ports of a Pod of a listening emulator", () => {
  /** What arrives on a connection until it closes or the first bytes came. */
  async function read(host: string, port: number): Promise<string> {
    const socket = connect({ host, port });
    try {
      const [data] = (await once(socket, "data")) as [Buffer];
      return data.toString();
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? "closed";
    } finally {
      socket.destroy();
    }
  }

  test("are real: reset until they open, then an SSH banner, an end after the banner of the client, and an HTTP answer, and closed with the Pod", async () => {
    const emulator = createEmulator({
      clock: "manual",
      pods: { ...AT_ONCE, portsOpenMs: 1000 },
    });
    const { urls } = await emulator.listen();
    const headers = {
      authorization: `Bearer ${emulator.apiKey}`,
      "content-type": "application/json",
    };
    const created = await fetch(`${urls.baseUrl}/pods`, {
      method: "POST",
      headers,
      body: JSON.stringify({ imageName: IMAGE, ports: ["22/tcp", "80/tcp"] }),
    });
    const { id, ...shown } = (await created.json()) as PodView;
    // The sockets are not open yet: there is no address that would be true.
    expect(shown).toMatchObject({ publicIp: "", portMappings: null });
    const url = `${urls.baseUrl}/pods/${id}`;
    let pod: PodView;
    do pod = (await (await fetch(url, { headers })).json()) as PodView;
    while (pod.publicIp !== "127.0.0.1");
    const ssh = pod.portMappings?.["22"] ?? 0;
    const http = pod.portMappings?.["80"] ?? 0;
    expect(await read("127.0.0.1", ssh)).toBe("ECONNRESET");
    await emulator.clock.advance(1000);
    expect(await read("127.0.0.1", ssh)).toMatch(/^SSH-2\.0-.*\r\n$/);
    const client = connect({ host: "127.0.0.1", port: ssh });
    client.write("SSH-2.0-client\r\n");
    // Ends without a timeout: no login is possible.
    expect(await text(client)).toMatch(/^SSH-2\.0-.*\r\n$/);
    const health = await fetch(`http://127.0.0.1:${http}/health`);
    expect(await health.json()).toEqual({
      podId: id,
      port: "80",
      path: "/health",
    });
    await fetch(url, { method: "DELETE", headers });
    expect(await read("127.0.0.1", ssh)).toBe("ECONNREFUSED");
    await emulator.close();
  });
});

test("the time of very many workers is billed in full, although old charges are merged", async () => {
  const account = createAccount();
  const { callOk, call, advance } = account;
  const { id } = await createEndpoint(account, { idleTimeout: 1 });
  const { run, advance: pass } = jobsAt(id, account);
  const runJobs = async (count: number) => {
    for (let job = 0; job < count; job += 1) {
      await run();
      await pass(1700);
    }
    await advance(MINUTE);
  };
  await runJobs(100);
  // The charges of 100 jobs stand 200 times in the snapshot: that is faster than 20,000 jobs.
  const snapshot = account.emulator.snapshot();
  expect(snapshot.charges).toHaveLength(100);
  const charges = Array.from({ length: 200 }, () => snapshot.charges)
    .flat()
    .map((charge, index) => ({ ...charge, key: String(index + 1) }));
  account.emulator.restore({ ...snapshot, charges });
  await runJobs(50);
  const JOBS = 20_050;
  expect(account.emulator.snapshot().charges.length).toBeLessThan(JOBS);
  const path = "/v1/billing/endpoints?bucketSize=year";
  const records = await callOk<{ timeBilledMs: number }[]>("GET", path);
  const billed = records.reduce((sum, each) => sum + each.timeBilledMs, 0);
  expect(billed).toBe(JOBS * 1700);
  expect((await call("GET", "/v1/billing/endpoints")).status).toBe(200);
});

describe("why a job of the emulator waits", () => {
  async function endpointOf(account: Account, settings: object = {}) {
    const wanted = { gpuTypeIds: [L4], ...settings };
    const { id } = await createEndpoint(account, wanted);
    const workers = async () => {
      const path = `/v1/endpoints/${id}?includeWorkers=true`;
      const view = await account.callOk<{ workers: PodView[] }>("GET", path);
      return view.workers;
    };
    return { id, workers, ...jobsAt(id, account) };
  }

  test("no machine is given to its workers: they are throttled until one is", async () => {
    const account = createAccount();
    const { id, run, statusOf, health, advance } = await endpointOf(account);
    account.emulator.account.setWorkers(id, { throttled: true });
    const job = await run();
    await advance(60 * MINUTE);
    expect(await statusOf(job)).toBe("IN_QUEUE");
    expect((await health()).workers).toMatchObject({ throttled: 1, ready: 0 });
    account.emulator.account.setWorkers(id, {});
    await advance(700);
    expect(await statusOf(job)).toBe("COMPLETED");
  });

  test("its GPU type is out of stock: a Pod that ends frees a worker", async () => {
    const account = podsOf({ stock: { [L4]: 1 } });
    const { created } = account;
    const pod = await created({ gpuTypeIds: [L4] });
    const { run, statusOf, health, advance, workers } =
      await endpointOf(account);
    const job = await run();
    await advance(60 * MINUTE);
    expect(await statusOf(job)).toBe("IN_QUEUE");
    expect((await health()).workers).toMatchObject({ throttled: 1 });
    expect(await workers()).toEqual([]);
    await account.call("DELETE", `/v1/pods/${pod.id}`);
    await advance(300);
    expect(await statusOf(job)).toBe("IN_PROGRESS");
    expect(await workers()).toMatchObject([
      { desiredStatus: "RUNNING", gpu: { id: L4 } },
    ]);
    await advance(60 * MINUTE);
    expect(account.emulator.account.stock()).toEqual({ [L4]: 1 });
  });

  test("a busy worker returns the GPUs that it took, although its endpoint asks for more of them by then", async () => {
    const account = createAccount({ stock: { [L4]: 4 } });
    const { id, run, statusOf, advance, workers } = await endpointOf(account);
    const stock = () => account.emulator.account.stock();
    const job = await run();
    await advance(300);
    expect(stock()).toEqual({ [L4]: 3 });
    const [before] = await workers();
    await account.callOk("PATCH", `/v1/endpoints/${id}`, { gpuCount: 2 });
    expect(await workers()).toEqual([before]);
    await advance(60 * MINUTE);
    expect(await statusOf(job)).toBe(404);
    expect(stock()).toEqual({ [L4]: 4 });
  });

  test("its worker crashes again and again", async () => {
    const account = createAccount();
    const { id, run, statusOf, health, advance, workers } =
      await endpointOf(account);
    account.emulator.account.setWorkers(id, { crash: true });
    const job = await run();
    await advance(300);
    // The service counts such a worker as ready.
    const ready = { unhealthy: 0, idle: 1, ready: 1, running: 0 };
    expect((await health()).workers).toMatchObject(ready);
    await advance(3 * 10_300);
    expect((await health()).workers).toMatchObject(ready);
    const [worker] = await workers();
    expect(worker?.desiredStatus).toBe("EXITED");
    expect(worker?.lastStatusChange).toContain("4 times");
    expect(await statusOf(job)).toBe("IN_QUEUE");
    account.emulator.account.setWorkers(id, {});
    await advance(MINUTE);
    expect(await statusOf(job)).toBe("COMPLETED");
  });

  test("jobs are ahead: QUEUE_DELAY adds a worker for a job that has waited, REQUEST_COUNT one for so many jobs", async () => {
    const started = async (settings: object) => {
      const account = createAccount();
      const { run, advance, health, id } = await endpointOf(account, {
        workersMax: 10,
        ...settings,
      });
      account.emulator.account.setWorkers(id, { coldStartMs: MINUTE });
      for (let count = 0; count < 6; count += 1) await run();
      const counts: unknown[] = [];
      for (const ms of [0, 5000]) {
        await advance(ms);
        const { workers } = await health();
        counts.push((workers as { initializing: number }).initializing);
      }
      return counts;
    };
    const queueDelay = { scalerType: "QUEUE_DELAY", scalerValue: 5 };
    expect(await started(queueDelay)).toEqual([1, 6]);
    const requests = { scalerType: "REQUEST_COUNT", scalerValue: 3 };
    expect(await started(requests)).toEqual([2, 2]);
  });
});
