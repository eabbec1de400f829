import { describe, expect, test } from "vitest";
import { InputError } from "cloud-compute-sdk";
import {
  createAccount,
  createEndpoint,
  createOneOfEach,
  VOLUME,
} from "./support/account.js";
import { DAY, INPUT, jobsAt, MINUTE } from "./support/job-calls.js";

const RUN = "POST /v2/{slug}/run";

describe("an emulator", () => {
  test("gives the same responses to the same calls for the same seed, and others for another seed", async () => {
    const play = async (seed: number) => {
      const account = createAccount({ seed });
      const { run, poll, advance } = jobsAt("text-demo", account);
      await createOneOfEach(account);
      const ids = [await run({ prompt: "a" }), await run({ prompt: "b" })];
      await advance(5000);
      account.emulator.fail(RUN, { status: 500, probability: 0.5, times: 5 });
      const submit = () =>
        account.call("POST", "/v2/text-demo/run", { input: {} });
      const statuses: number[] = [];
      for (let count = 0; count < 9; count += 1)
        statuses.push((await submit()).status);
      return [
        await Promise.all(ids.map(poll)),
        statuses,
        account.emulator.snapshot(),
      ];
    };
    expect(await play(1)).toEqual(await play(1));
    expect(await play(2)).not.toEqual(await play(1));
  });

  test("that listens leaves the program the Request and the Response of its platform", async () => {
    const { Request, Response } = globalThis;
    const { close } = await createAccount().emulator.listen();
    await close();
    expect(globalThis.Request).toBe(Request);
    expect(globalThis.Response).toBe(Response);
  });

  test("takes a snapshot while jobs run, and another emulator continues from the snapshot in the same way", async () => {
    const account = createAccount();
    const { run, advance, emulator } = jobsAt("text-demo", account);
    const ids = await createOneOfEach(account);
    const jobs = jobsAt(ids.endpointId, account);
    await run({ prompt: "a" });
    for (let count = 0; count < 5; count += 1) await jobs.run();
    await advance(600);
    await run({ prompt: "b" });
    const snapshot = JSON.parse(
      JSON.stringify(emulator.snapshot()),
    ) as ReturnType<typeof emulator.snapshot>;
    const copy = createAccount();
    copy.emulator.restore(snapshot);
    expect(copy.emulator.snapshot()).toEqual(snapshot);
    for (const ms of [50, 100, 3000, MINUTE, DAY]) {
      for (const each of [account, copy]) {
        await each.advance(ms);
        await each.call("POST", "/v1/networkvolumes", VOLUME);
      }
      expect(copy.emulator.snapshot()).toEqual(emulator.snapshot());
    }
    const paths = ["/v1/pods", "/v1/billing/pods", "/v1/billing/endpoints"];
    for (const path of paths) {
      const [here, there] = [
        await account.call("GET", path),
        await copy.call("GET", path),
      ];
      expect(there.body).toEqual(here.body);
    }
  });

  test("rejects an invalid snapshot with the reason, and stays unchanged", async () => {
    const account = createAccount();
    await createOneOfEach(account);
    const before = account.emulator.snapshot();
    const changed = (change: object) => ({
      ...structuredClone(before),
      ...change,
    });
    for (const [snapshot, reason] of [
      [undefined, "the snapshot is not an object"],
      [changed({ version: 2 }), "the version is 2, not 1"],
      [changed({ now: "today" }), "now is not valid"],
      [changed({ pods: {} }), "pods is not valid"],
      [changed({ conditions: [] }), "conditions is not valid"],
      [changed({ jobs: [null] }), "TypeError: Cannot read properties of null"],
    ] as const) {
      const restore = () => account.emulator.restore(snapshot as typeof before);
      expect(restore).toThrow(InputError);
      expect(restore).toThrow(`the snapshot cannot be restored: ${reason}`);
    }
    expect(account.emulator.snapshot()).toEqual(before);
  });

  test("is seeded under the rules of the API", async () => {
    const { emulator, callOk } = createAccount();
    emulator.seed({
      networkVolumes: [{ ...VOLUME, id: "volume" }],
      templates: [
        { id: "template", name: "t", imageName: "i", isServerless: true },
      ],
      endpoints: [{ id: "endpoint", templateId: "template" }],
      pods: [
        {
          id: "pod",
          templateId: "template",
          networkVolumeId: "volume",
          desiredStatus: "EXITED",
        },
      ],
      jobs: [{ id: "job", slug: "endpoint", input: INPUT }],
    });
    emulator.restore(emulator.snapshot());
    expect(await callOk("GET", "/v1/pods/pod")).toMatchObject({
      id: "pod",
      desiredStatus: "EXITED",
      image: "i",
    });
    expect(await callOk("GET", "/v2/endpoint/status/job")).toMatchObject({
      status: "IN_QUEUE",
    });
    expect(() =>
      emulator.seed({ pods: [{ id: "pod", imageName: "i" }] }),
    ).toThrow('pods[0]: the id "pod" is taken');
  });

  test("refuses a name that is taken, and a deletion of what is in use", async () => {
    const account = createAccount();
    const { call, callOk } = account;
    const { id: networkVolumeId } = await callOk(
      "POST",
      "/v1/networkvolumes",
      VOLUME,
    );
    await callOk("POST", "/v1/pods", { imageName: "i", networkVolumeId });
    const { id } = await createEndpoint(account);
    const template = { name: "worker", imageName: "i" };
    const auth = { name: "auth", username: "u", password: "p" };
    await callOk("POST", "/v1/containerregistryauth", auth);
    const query = `mutation { deleteEndpoint(id: "${id}") }`;
    for (const [method, path, body, words] of [
      ["POST", "/v1/templates", template, "taken by another template"],
      ["POST", "/v1/containerregistryauth", auth, "taken by another"],
      [
        "DELETE",
        `/v1/networkvolumes/${networkVolumeId}`,
        undefined,
        "from all pods",
      ],
      ["POST", "/graphql", { query }, "must be 0 before a delete"],
    ] as const) {
      const { body: refused } = await call(method, path, body);
      expect(JSON.stringify(refused)).toContain(words);
    }
  });

  test("returns to its first state with reset, and revokes keys", async () => {
    const account = createAccount({ keys: ["second-key"] });
    const { emulator, call } = account;
    const fresh = emulator.snapshot();
    await createOneOfEach(account);
    emulator.model("mine", () => 1);
    emulator.fail(RUN, { times: 9 });
    const second = { key: "second-key" };
    expect((await call("GET", "/v1/pods", undefined, second)).status).toBe(200);
    emulator.revoke("second-key");
    expect((await call("GET", "/v1/pods", undefined, second)).status).toBe(401);
    expect(JSON.stringify(emulator.requests)).not.toMatch(
      /second-key|emulator-key/,
    );
    const held = call("POST", "/v2/video-demo/runsync", { input: INPUT });
    await account.advance(1000);
    emulator.fail("GET /pods", { delay: 1000 });
    const delayed = call("GET", "/v1/pods");
    await account.advance(1);
    emulator.reset();
    expect([(await held).status, (await delayed).status]).toEqual([200, 200]);
    emulator.reset();
    const { idCount } = emulator.snapshot();
    expect(idCount).toBeGreaterThan(fresh.idCount);
    expect(emulator.snapshot()).toEqual({ ...fresh, idCount });
    expect([emulator.jobs(), emulator.requests]).toEqual([[], []]);
    expect((await call("GET", "/v1/pods", undefined, second)).status).toBe(200);
    expect((await call("POST", "/v2/mine/run", { input: {} })).status).toBe(
      404,
    );
    expect((await call("POST", "/v2/flux-dev/run", { input: {} })).status).toBe(
      200,
    );
  });

  test.each([
    [{}, false],
    [{ seed: 7 }, true],
  ])(
    "with the options %j, gives the same ids after a reset: %s",
    async (options, isSame) => {
      const { emulator, callOk } = createAccount(options);
      const submit = () => callOk("POST", "/v2/flux-dev/run", { input: INPUT });
      const first = await submit();
      emulator.reset();
      expect((await submit()).id === first.id).toBe(isSame);
    },
  );

  test("notifies its listeners of requests and changes, and delays the response until they are done", async () => {
    const { emulator, call } = createAccount();
    const events: string[] = [];
    let finishListener = (): void => undefined;
    const unsubscribe = emulator.subscribe((event) => {
      events.push(
        event.kind === "request"
          ? `${event.entry.method} ${event.entry.status ?? "-"}`
          : "change",
      );
      if (event.kind === "change")
        return new Promise<void>((resolve) => (finishListener = resolve));
      return undefined;
    });
    const created = call("POST", "/v1/networkvolumes", VOLUME).then(() =>
      events.push("answered"),
    );
    await emulator.clock.advance(0);
    await emulator.clock.advance(0);
    expect(events).toEqual(["change"]);
    finishListener();
    await created;
    await call("GET", "/v1/pods");
    const query = "{ myself { id } }";
    await call("POST", "/graphql", { query });
    unsubscribe();
    await call("POST", "/v1/networkvolumes", VOLUME);
    expect(events).toEqual([
      "change",
      "POST 200",
      "answered",
      "GET 200",
      "POST 200",
    ]);
  });
});
