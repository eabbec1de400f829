import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { watchDrift, type DriftFinding } from "../../src/drift/index.js";
import { createClient, type ObservedResponse } from "../../src/index.js";
import { reach, set, type Body } from "../support/altered.js";
import { KEY, scriptedFetch, URLS } from "../support/scripted-fetch.js";

const LIST = {
  surface: "rest",
  operation: "pods.list",
  route: "GET /pods",
} as const;
/** A bare answer, for a watcher without a client. */
const ANSWER: ObservedResponse = {
  ...{ ...LIST, status: 418, value: [], isEmpty: false },
  ...{ warn: () => undefined, redact: (value) => value },
};

describe("a finding", () => {
  test("is told once for each kind and place, and counts on", async () => {
    const told: DriftFinding[] = [];
    const watch = watchDrift({ onDrift: (finding) => told.push(finding) });
    const { cloud } = reach((body) => set(body[0], "tier", 1), {
      drift: watch,
    });
    for (let call = 0; call < 3; call++) await cloud.pods.list();
    await cloud.rest.GET("/pods");
    expect(told).toHaveLength(2);
    const counts = watch.findings().map(({ count }) => count);
    expect(counts).toEqual([3, 1]);
  });

  test("is one line through the client's warn where no callback is given", async () => {
    const alter = (body: Body) =>
      Object.values(body).forEach((pod) => set(pod, "tier", "gold"));
    const { cloud, lines } = reach(alter, { drift: watchDrift() });
    await cloud.pods.list();
    await cloud.pods.list();
    expect(lines).toEqual([
      "cloud-compute-sdk: drift in pods.list (GET /pods): unknown field at [].tier: expected none, found string (2 times)",
    ]);
  });

  test("holds no value and no key of a map, nor does the warning", async () => {
    const names = { minLength: 8, maxLength: 24 };
    const secret = fc.string(names).map((text) => `s3cr3t ${text}`);
    const value = fc.oneof(
      secret,
      fc.array(secret),
      fc.dictionary(secret, secret),
    );
    const places = [
      ...["id", "env", "desiredStatus", "ports", "gpu", "portMappings"],
      ...["locked", "machine", "networkVolume", "savingsPlans", "novelty"],
    ];
    const altered = fc.record({ place: fc.constantFrom(...places), value });
    await fc.assert(
      fc.asyncProperty(fc.array(altered, { minLength: 1 }), async (all) => {
        const watch = watchDrift();
        const alter = (body: Body) =>
          all.forEach(({ place, value }) => set(body[0], place, value));
        const { cloud, lines } = reach(alter, { drift: watch });
        await cloud.pods.list();
        const said = JSON.stringify(watch.findings()) + lines.join("\n");
        expect(said).not.toContain("s3cr3t");
      }),
      { numRuns: 50 },
    );
  });

  test("does not hold the API key, whatever the service echoes", async () => {
    const { fetch } = scriptedFetch({ json: [{ id: "a", [KEY]: 1 }] });
    const lines: string[] = [];
    const warn = (line: string) => lines.push(line);
    const drift = watchDrift();
    const cloud = createClient({ apiKey: KEY, fetch, ...URLS, drift, warn });
    await cloud.pods.list();
    expect(lines).toHaveLength(1);
    expect(lines.join() + JSON.stringify(drift.findings())).not.toContain(KEY);
  });
});

describe("a call that is watched", () => {
  test("resolves with the very value that was seen, unchanged", async () => {
    const seen: ObservedResponse[] = [];
    const watch = watchDrift({ onDrift: () => undefined });
    const drift = (answer: ObservedResponse) => {
      watch(answer);
      seen.push(answer);
    };
    const alter = (body: Body) => set(body[0], "tier", { a: [1] });
    const pods = await reach(alter, { drift }).cloud.pods.list();
    expect(watch.findings()).toHaveLength(1);
    expect(seen[0]?.value).toBe(pods);
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
    "is not failed by a callback, a warn or a watcher that %s",
    async (_, fail) => {
      const quiet: () => void = fail;
      const alter = (body: Body) => set(body[0], "tier", 1);
      const watch = watchDrift({ onDrift: quiet });
      for (const options of [
        { drift: watch },
        { drift: watchDrift(), warn: quiet },
        { drift: quiet },
      ])
        expect(await reach(alter, options).cloud.pods.list()).toHaveLength(2);
      expect(watch.findings()).toHaveLength(1);
    },
  );
});

describe("the share that is compared", () => {
  test.each([
    [0, 0, 0],
    [0.1, 400, 600],
    [1, 5000, 5000],
  ])("is %d of the answers", (sample, least, most) => {
    const watch = watchDrift({ sample });
    for (let call = 0; call < 5000; call++) watch(ANSWER);
    const count = watch.findings()[0]?.count ?? 0;
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });

  test.each([-0.1, 1.1, NaN, "0.5"])("cannot be %s", (sample) => {
    const act = () => watchDrift({ sample: sample as never });
    expect(act).toThrow("sample must be a number from 0 to 1");
  });
});

describe("what is kept", () => {
  const quiet = () => watchDrift({ onDrift: () => undefined });

  test("names so many unknown fields of a place, and counts the others together", () => {
    const watch = quiet();
    const fields = Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]);
    const pod = { id: "a", ...Object.fromEntries(fields) } as object;
    watch({ ...ANSWER, status: 200, value: [pod] });
    const findings = watch.findings();
    expect(findings).toHaveLength(21);
    expect(findings.at(-1)).toMatchObject({ path: "[].*", count: 480 });
  });

  test("does not name an unknown field that looks like the key of a map", () => {
    const watch = quiet();
    const pod = { id: "a", "10.0.0.1": 1, "a b": 1, 7: 1, ["x".repeat(50)]: 1 };
    watch({ ...ANSWER, status: 200, value: [pod] });
    expect(watch.findings()).toMatchObject([{ path: "[].*", count: 4 }]);
  });

  test("is at most a thousand findings", () => {
    const watch = quiet();
    for (let call = 0; call < 1500; call++)
      watch({ ...ANSWER, operation: `some.call${call}` });
    expect(watch.findings()).toHaveLength(1000);
  });

  test("is a copy for whoever asks", () => {
    const watch = quiet();
    watch(ANSWER);
    const [before] = watch.findings();
    watch(ANSWER);
    expect(before?.count).toBe(1);
    expect(watch.findings()[0]?.count).toBe(2);
  });

  test("says nothing of a route that no document lists", () => {
    const watch = quiet();
    watch({ ...ANSWER, route: "GET /unheard-of" });
    watch({ ...ANSWER, surface: "jobs" });
    expect(watch.findings()).toEqual([]);
  });
});
