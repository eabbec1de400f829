import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { watchDrift, type DriftFinding } from "../../src/drift/index.js";
import { isCompared } from "../../src/drift/documented.js";
import { createClient, type ObservedResponse } from "../../src/index.js";
import { reach, set, type Body } from "../support/altered.js";
import { KEY, scriptedFetch, URLS } from "../support/scripted-fetch.js";

const LIST = {
  surface: "rest",
  operation: "pods.list",
  route: "GET /pods",
} as const;
/** A Pod with the fields that every Pod has. */
const POD = { id: "a", desiredStatus: "RUNNING", costPerHr: 1 };
/** A response, for a watcher without a client. */
const RESPONSE: ObservedResponse = {
  ...LIST,
  status: 418,
  value: [],
  isEmpty: false,
  warn: () => undefined,
  redact: (value) => value,
};

describe("a finding of a drift watcher", () => {
  test("is reported once for a shape that several operations return, at any depth", () => {
    const reported: DriftFinding[] = [];
    const watch = watchDrift({ onDrift: (finding) => reported.push(finding) });
    const pod = { ...POD, tier: "b" };
    const endpoint = { id: "b", workers: [pod] };
    const calls: readonly [operation: string, route: string, value: unknown][] =
      [
        ["pods.list", "GET /pods", [pod]],
        ["pods.get", "GET /pods/{podId}", pod],
        ["endpoints.get", "GET /endpoints/{endpointId}", endpoint],
      ];
    for (const [operation, route, value] of calls)
      watch({ ...RESPONSE, operation, route, status: 200, value });
    const ofPod = { kind: "unknown field", operation: "pods.list" };
    expect(reported).toMatchObject([{ ...ofPod, path: "[].tier" }]);
    expect(watch.findings()).toMatchObject([{ count: 3 }]);
  });

  test("is reported for each of two shapes that lack the same field", () => {
    const watch = watchDrift({ onDrift: () => undefined });
    const show = (route: string, value: object) =>
      watch({ ...RESPONSE, route, status: 200, value });
    show("GET /pods/{podId}", { ...POD, tier: 1 });
    show("GET /templates/{templateId}", { id: "a", tier: 1 });
    const unknown = watch
      .findings()
      .filter(({ kind }) => kind === "unknown field");
    expect(unknown).toHaveLength(2);
  });

  test.each([429, 500])(
    "does not exist for a %d, whatever its body",
    (status) => {
      const watch = watchDrift({ onDrift: () => undefined });
      watch({ ...RESPONSE, status, value: { unheardOf: true } });
      expect(watch.findings()).toEqual([]);
    },
  );

  test("does not exist for a wrong key or an unknown id where a document lists no such status, unlike for other statuses", () => {
    const listed = { "200": null, "401": null, "404": null };
    const unlisted = { "200": null };
    const route = "GET /pods/{podId}";
    for (const status of [401, 404]) {
      expect(isCompared(listed, route, status)).toBe(true);
      expect(isCompared(unlisted, route, status)).toBe(false);
    }
    expect(isCompared(unlisted, "GET /pods", 404)).toBe(true);
    expect(isCompared(unlisted, route, 403)).toBe(true);
  });

  test("is one line through the client's warn when there is no callback", async () => {
    const alter = (body: Body) =>
      Object.values(body).forEach((pod) => set(pod, "tier", "gold"));
    const { cloud, lines } = reach(alter, { drift: watchDrift() });
    await cloud.pods.list();
    await cloud.pods.list();
    expect(lines).toEqual([
      "cloud-compute-sdk: drift in pods.list (GET /pods, status 200): unknown field at [].tier: expected none, found string (2 times)",
    ]);
  });

  test("contains no key of a map and no value but one word of an enumeration, and neither does the warning", async () => {
    const names = { minLength: 8, maxLength: 24 };
    const secret = fc.string(names).map((text) => `s3cr3t ${text}`);
    const value = fc.oneof(
      secret,
      fc.array(secret),
      fc.dictionary(secret, secret),
    );
    const places = ["id", "env", "desiredStatus", "ports", "gpu", "novelty"];
    const altered = fc.record({ place: fc.constantFrom(...places), value });
    await fc.assert(
      fc.asyncProperty(fc.array(altered, { minLength: 1 }), async (all) => {
        const watch = watchDrift();
        const alter = (body: Body) =>
          all.forEach(({ place, value }) => set(body[0], place, value));
        const { cloud, lines } = reach(alter, { drift: watch });
        await cloud.pods.list();
        const text = JSON.stringify(watch.findings()) + lines.join("\n");
        expect(text).not.toContain("s3cr3t");
      }),
      { numRuns: 50 },
    );
  });

  test("does not contain the API key when the service returns it", async () => {
    const pod = { ...POD, [KEY]: 1, desiredStatus: KEY };
    const { fetch } = scriptedFetch({ json: [pod] });
    const lines: string[] = [];
    const warn = (line: string) => lines.push(line);
    const drift = watchDrift();
    const cloud = createClient({ apiKey: KEY, fetch, ...URLS, drift, warn });
    await cloud.pods.list();
    expect(lines).toHaveLength(2);
    expect(lines.join() + JSON.stringify(drift.findings())).not.toContain(KEY);
  });
});

describe("a call of a client with a drift watcher", () => {
  test("resolves with the value that the watcher compared, unchanged", async () => {
    const observed: ObservedResponse[] = [];
    const watch = watchDrift({ onDrift: () => undefined });
    const drift = (response: ObservedResponse) => {
      watch(response);
      observed.push(response);
    };
    const alter = (body: Body) => set(body[0], "tier", { a: [1] });
    const pods = await reach(alter, { drift }).cloud.pods.list();
    expect(watch.findings()).toHaveLength(1);
    expect(observed[0]?.value).toEqual(pods);
    expect(pods).toEqual(await reach(alter).cloud.pods.list());
  });

  test.each<readonly [string, () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("mine");
      },
    ],
    ["rejects", () => Promise.reject(new Error("mine"))],
  ])(
    "succeeds when the callback, warn or the watcher itself %s",
    async (_, fail) => {
      const quiet: () => void = fail;
      const lines: string[] = [];
      const alter = (body: Body) => set(body[0], "tier", 1);
      const watch = watchDrift({ onDrift: quiet });
      for (const options of [
        { drift: watch, warn: (line: string) => lines.push(line) },
        { drift: watchDrift(), warn: quiet },
        { drift: quiet },
      ])
        expect(await reach(alter, options).cloud.pods.list()).toHaveLength(2);
      expect(watch.findings()).toHaveLength(1);
      // The difference is not lost with the callback.
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/tier.* \(onDrift failed: Error: mine\)$/);
    },
  );
});

describe("the option sample of a drift watcher", () => {
  test.each([
    [0, 0, 0],
    [0.1, 400, 600],
    [1, 5000, 5000],
  ])("compares a share of %d of the responses", (sample, least, most) => {
    const watch = watchDrift({ sample });
    for (let call = 0; call < 5000; call++) watch(RESPONSE);
    const count = watch.findings()[0]?.count ?? 0;
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });
});

describe("the findings of a drift watcher", () => {
  const quiet = () => watchDrift({ onDrift: () => undefined });

  test("name twenty unknown fields of an object, and count the others together", () => {
    const watch = quiet();
    const fields = Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]);
    const pod = { ...POD, ...Object.fromEntries(fields) } as object;
    watch({ ...RESPONSE, status: 200, value: [pod] });
    const findings = watch.findings();
    expect(findings).toHaveLength(21);
    expect(findings.at(-1)).toMatchObject({ path: "[].*", count: 480 });
  });

  test("do not name an unknown field in the form of a key of a map", () => {
    const watch = quiet();
    const pod = { ...POD, "10.0.0.1": 1, "a b": 1, 7: 1, ["x".repeat(50)]: 1 };
    watch({ ...RESPONSE, status: 200, value: [pod] });
    expect(watch.findings()).toMatchObject([{ path: "[].*", count: 4 }]);
  });

  test("are at most a thousand", () => {
    const watch = quiet();
    for (let call = 0; call < 1500; call++)
      watch({ ...RESPONSE, operation: `some.call${call}` });
    expect(watch.findings()).toHaveLength(1000);
  });
});
