import { describe, expect, test } from "vitest";
import { createAccount, IMAGE, V2_ENDPOINT } from "./support/account.js";

/** An account with a function that calls its control API. */
function controlled(options: Parameters<typeof createAccount>[0] = {}) {
  const account = createAccount(options);
  const control = async (method: string, path: string, body?: unknown) => {
    const settings = { key: undefined };
    const url = `/_emulator${path}`;
    const { status, body: answer } = await account.call(
      method,
      url,
      body,
      settings,
    );
    return { status, answer };
  };
  const answerOf = async <Answer>(
    method: string,
    path: string,
    body?: unknown,
  ) => {
    const { status, answer } = await control(method, path, body);
    expect(status, JSON.stringify(answer)).toBe(200);
    return answer as Answer;
  };
  return { ...account, control, answerOf };
}

const createPod = { imageName: IMAGE, gpuTypeIds: ["NVIDIA L4"] };

describe("the control API of the emulator", () => {
  test("arms, lists and removes faults", async () => {
    const { answerOf, control, call } = controlled();
    const armed = await answerOf<{ id: number }>("POST", "/faults", {
      route: "GET /pods",
      rule: { status: 503, times: 3 },
    });
    await answerOf("POST", "/faults", { route: "POST /pods" });
    expect((await call("GET", "/v1/pods")).status).toBe(503);
    expect(await answerOf("GET", "/faults")).toMatchObject([
      { id: armed.id, route: "GET /pods", rule: { status: 503 }, remaining: 2 },
      { route: "POST /pods", remaining: 1 },
    ]);
    await answerOf("DELETE", `/faults/${armed.id}`);
    expect((await call("GET", "/v1/pods")).status).toBe(200);
    expect((await control("DELETE", "/faults/99")).status).toBe(404);
    await answerOf("DELETE", "/faults");
    expect(await answerOf("GET", "/faults")).toEqual([]);
  });

  test("arms a fault for every request with null", async () => {
    const { answerOf, call } = controlled();
    const rule = { status: 503, times: null };
    const armed = await answerOf("POST", "/faults", {
      route: "GET /pods",
      rule,
    });
    expect(armed).toMatchObject({ rule: { times: null }, remaining: null });
    expect((await call("GET", "/v1/pods")).status).toBe(503);
    expect(await answerOf("GET", "/faults")).toEqual([armed]);
  });

  test("moves the time, seeds, takes and restores a snapshot, and resets", async () => {
    const { answerOf, callOk } = controlled();
    const before = await answerOf<{ now: number }>("GET", "/time");
    const after = await answerOf("POST", "/time", { advanceMs: 5000 });
    expect(after).toEqual({ now: before.now + 5000, speed: 0 });
    await answerOf("POST", "/seed", { pods: [{ id: "mine", ...createPod }] });
    const snapshot = await answerOf("GET", "/snapshot");
    await answerOf("POST", "/reset");
    expect(await callOk("GET", "/v1/pods")).toEqual([]);
    await answerOf("PUT", "/snapshot", snapshot);
    expect(await callOk("GET", "/v1/pods")).toMatchObject([{ id: "mine" }]);
  });

  test("sets balance, stock and conditions, and shows what is left of them", async () => {
    const { answerOf, call, callOk, emulator } = controlled();
    // The service shows the health of no public model.
    emulator.model("own-model", () => "x");
    await answerOf("PATCH", "/account", {
      balance: 7,
      stock: { "NVIDIA L4": 1 },
      pods: { imagePullMs: 1000 },
      workers: { "own-model": { throttled: true } },
    });
    const pod = await callOk<{ publicIp: string }>(
      "POST",
      "/v1/pods",
      createPod,
    );
    expect(pod.publicIp).toBe("");
    expect((await call("POST", "/v1/pods", createPod)).status).toBe(500);
    expect(await answerOf("GET", "/account")).toMatchObject({
      balance: 7,
      stock: { "NVIDIA L4": 0 },
    });
    await callOk("POST", "/v2/own-model/run", { input: { prompt: "a" } });
    expect(await callOk("GET", "/v2/own-model/health")).toMatchObject({
      workers: { throttled: 1 },
    });
  });

  test("sets the quota of workers, and lifts it with null", async () => {
    const { answerOf, call, callOk } = controlled();
    const template = { name: "w", imageName: IMAGE, isServerless: true };
    const { id } = await callOk("POST", "/v1/templates", template);
    const endpoint = { templateId: id, workersMax: 3 };
    const create = async () =>
      (await call("POST", "/v1/endpoints", endpoint)).status;
    await answerOf("PATCH", "/account", { workersQuota: 5 });
    expect([await create(), await create()]).toEqual([200, 500]);
    await answerOf("PATCH", "/account", { workersQuota: null });
    expect(await create()).toBe(200);
  });

  test("resets a condition of Pods with null", async () => {
    const { answerOf, callOk } = controlled({ clock: "manual" });
    const podAfter = async (pods: object) => {
      await answerOf("PATCH", "/account", { pods });
      const { id } = await callOk("POST", "/v1/pods", createPod);
      await answerOf("POST", "/time", { advanceMs: 60_000 });
      return callOk("GET", `/v1/pods/${id}`);
    };
    expect(await podAfter({ stopAfterMs: 1000 })).toMatchObject({
      desiredStatus: "EXITED",
    });
    expect(await podAfter({ stopAfterMs: null })).toMatchObject({
      desiredStatus: "RUNNING",
    });
  });

  test("takes null for each condition but external and port, which stay as they are where they are left out", async () => {
    const { control } = controlled();
    const nulls = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, null]));
    const statusOf = async (pods: readonly string[], workers: string[]) => {
      const body = {
        pods: nulls(pods),
        workers: { "flux-dev": nulls(workers) },
      };
      return (await control("PATCH", "/account", body)).status;
    };
    const times = ["provisionMs", "imagePullMs", "portsOpenMs", "oldAddressMs"];
    const ends = ["bannerMs", "exitAfterMs", "stopAfterMs"];
    const workers = ["throttled", "coldStartMs", "crash", "readyTimeoutMs"];
    expect(await statusOf([...times, ...ends], workers)).toBe(200);
    expect(await statusOf([], ["external"])).toBe(400);
    expect(await statusOf([], ["port"])).toBe(400);
  });

  test("names the quota of workers in a warning where version 2 answers 500 without a reason", async () => {
    const { call } = createAccount({ workersQuota: 2 });
    const answer = await call("POST", "/v2/serverless", V2_ENDPOINT);
    expect(answer.status).toBe(500);
    expect(answer.headers.get("x-emulator-warning")).toContain(
      "may have 2 workers, and this one asks for 3",
    );
  });

  test("accepts and revokes keys", async () => {
    const { answerOf, call } = controlled();
    const statusOf = async (key: string) =>
      (await call("GET", "/v1/pods", undefined, { key })).status;
    expect(await statusOf("other")).toBe(401);
    await answerOf("POST", "/keys", { key: "other", state: "valid" });
    expect(await statusOf("other")).toBe(200);
    await answerOf("POST", "/keys", { key: "other", state: "revoked" });
    expect(await statusOf("other")).toBe(401);
  });

  test("lists the recorded requests by route, without the key, and the jobs", async () => {
    const { emulator, answerOf, call, callOk } = controlled();
    await call("GET", "/v1/pods");
    await call("GET", "/v1/templates");
    const route = encodeURIComponent("GET /pods");
    const found = await answerOf<object[]>("GET", `/requests?route=${route}`);
    expect(found).toMatchObject([{ route: "GET /pods", status: 200 }]);
    expect(JSON.stringify(found)).not.toContain(emulator.apiKey);
    expect(await answerOf("GET", "/requests?limit=1")).toHaveLength(1);
    await answerOf("DELETE", "/requests");
    expect(await answerOf("GET", "/requests")).toEqual([]);
    const { id } = await callOk("POST", "/v2/flux-dev/run", {
      input: { prompt: "a" },
    });
    expect(await answerOf("GET", "/jobs")).toMatchObject([{ id }]);
  });

  test.each([
    ["POST", "/faults", { route: "GET /podz" }, "did you mean"],
    [
      "POST",
      "/faults",
      { route: "GET /pods", rule: { status: 503 }, times: null },
      'unknown property "times"; did you mean rule.times?',
    ],
    ["POST", "/time", { advanceMs: 1, x: 1 }, 'unknown property "x"'],
    ["POST", "/reset", { all: true }, "takes no properties"],
    ["POST", "/time", {}, "advanceMs must be a number"],
    ["POST", "/seed", { podz: [] }, "podz"],
    ["PUT", "/snapshot", {}, "cannot be restored"],
    ["PATCH", "/account", { balance: "much" }, "finite number of USD"],
    ["PATCH", "/account", { workersQuota: 1.5 }, "a whole number, 0 or above"],
    ["POST", "/keys", { key: "a b", state: "valid" }, "printable ASCII"],
    ["GET", "/requests?limit=0", undefined, "limit"],
  ])(
    "refuses %s %s with %j, and says why",
    async (method, path, body, words) => {
      const { control } = controlled();
      const { status, answer } = await control(method, path, body);
      expect(status).toBe(400);
      expect((answer as { error: string }).error).toContain(words);
    },
  );

  test("is refused to a page of another site", async () => {
    const { call } = createAccount();
    const page = { headers: { origin: "https://evil.example" } };
    const answer = await call("GET", "/_emulator/snapshot", undefined, page);
    expect(answer.status).toBe(403);
  });
});
