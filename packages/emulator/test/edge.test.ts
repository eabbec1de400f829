import { describe, expect, test } from "vitest";
import type { Route } from "../src/index.js";
import { createAccount, V2_POD } from "./support/account.js";

const SLUG = "black-forest-labs-flux-1-schnell";
const INPUT = { input: { prompt: "a pier" } };

/** An account whose jobs take longer than the edge waits. */
function createSlowAccount(edge?: boolean) {
  const account = createAccount({ edge });
  account.emulator.account.setWorkers(SLUG, { coldStartMs: 600_000 });
  return account;
}

const PYTHON = { headers: { "user-agent": "Python-urllib/3.12" } };

describe("the edge in front of the emulator", () => {
  test("answers a call that is held longer than 100 seconds with the page of 524, and the job goes on", async () => {
    const { emulator, call, advance } = createSlowAccount();
    const held = call("POST", `/v2/${SLUG}/runsync?wait=300000`, INPUT);
    await advance(99_999);
    expect(emulator.requests[0]?.status).toBeUndefined();
    await advance(1);
    const { status, body } = await held;
    expect(status).toBe(524);
    expect(body).toContain("<html");
    await advance(510_000);
    expect(emulator.jobs()[0]?.status).toBe("COMPLETED");
  });

  test("answers a call of any API that a rule delays for longer", async () => {
    const { emulator, call, advance } = createSlowAccount();
    emulator.fail("GET /v2/pods" as string as Route, { delay: 120_000 });
    const held = call("GET", "/v2/pods");
    await advance(100_000);
    expect((await held).status).toBe(524);
  });

  test("does not show with edge: false", async () => {
    const { call, callOk, advance } = createSlowAccount(false);
    const held = callOk("POST", `/v2/${SLUG}/runsync?wait=300000`, INPUT);
    await advance(300_000);
    expect(await held).toMatchObject({ status: "IN_QUEUE" });
    const query = { query: "{ myself { id } }" };
    const { status } = await call("POST", "/graphql", query, PYTHON);
    expect(status).toBe(200);
  });

  test("refuses Python's own client at the management APIs and GraphQL, without a look at the key", async () => {
    const { call } = createSlowAccount();
    const python = { ...PYTHON, key: undefined };
    for (const path of ["/graphql?query={myself{id}}", "/v1/pods", "/v2/pods"])
      expect(await call("GET", path, undefined, python)).toMatchObject({
        status: 403,
        body: "error code: 1010",
      });
    const other = { headers: { "user-agent": "python-requests/2.32" } };
    const { status } = await call("GET", "/v2/pods", undefined, other);
    expect(status).toBe(200);
  });
});

describe("a fault rule of the emulator", () => {
  test("lets the edge turn a request away, or lose the answer to one that is carried out", async () => {
    const { emulator, call, callOk } = createAccount();
    const statuses: number[] = [];
    for (const edge of [429, 1010, 502, 524] as const) {
      emulator.fail("POST /pods", { edge });
      const pod = { imageName: "example/image:1" };
      statuses.push((await call("POST", "/v1/pods", pod)).status);
    }
    expect(statuses).toEqual([429, 403, 502, 524]);
    expect(await callOk("GET", "/v1/pods")).toHaveLength(2);
  });
});

describe("an image that no registry has", () => {
  test("is refused by the create and the update of a Pod, and by an endpoint of version 2", async () => {
    const account = createAccount({ missingImages: ["example/typo:1"] });
    const image = "example/typo:1";
    const { id } = await account.callOk("POST", "/v2/pods", V2_POD);
    const statuses = [
      await account.call("POST", "/v2/pods", { ...V2_POD, image }),
      await account.call("PATCH", `/v2/pods/${id}`, { image }),
      await account.call("POST", "/v1/pods", { imageName: image }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([422, 422, 500]);
    account.emulator.account.setMissingImages([]);
    await account.callOk("PATCH", `/v2/pods/${id}`, { image });
  });
});
