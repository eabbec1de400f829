import { describe, expect, test } from "vitest";
import { watchDrift, type DriftFinding } from "../../src/drift/index.js";
import { createClient, type Client } from "../../src/index.js";
import { reach, set, type Body } from "../support/altered.js";
import { KEY, scriptedFetch, URLS } from "../support/scripted-fetch.js";

const listPods = (cloud: Client) => cloud.pods.list();
const graphPods = (cloud: Client) => cloud.graphql.pods();
const JOB_ID = { slug: "flux-schnell", id: "gone" };
const gone = (cloud: Client) =>
  cloud
    .job(JOB_ID)
    .status()
    .catch(() => undefined);

type Call = (cloud: Client) => Promise<unknown>;
type Case = readonly [
  name: string,
  call: Call,
  alter: (body: Body) => unknown,
  expected: readonly Partial<DriftFinding>[],
];

const LIST = {
  surface: "rest",
  operation: "pods.list",
  route: "GET /pods",
} as const;
const GRAPH = {
  surface: "graphql",
  operation: "graphql.pods",
  route: "POST /graphql",
} as const;
const pods = (body: Body) =>
  Object.values(body["data"]?.["myself"]?.["pods"] ?? {});

const cases: readonly Case[] = [
  [
    "an unknown field of each item",
    listPods,
    (body) => Object.values(body).forEach((pod) => set(pod, "tier", "gold")),
    [
      {
        ...LIST,
        kind: "unknown field",
        path: "[].tier",
        count: 2,
        expected: "none",
        found: "string",
      },
    ],
  ],
  [
    "a missing id",
    listPods,
    (body) => [{ ...body[0], id: undefined }],
    [{ kind: "missing field", path: "[].id", found: "nothing" }],
  ],
  [
    "a wrong type, and null for a field that is never null",
    listPods,
    (body) => {
      set(body[0], "locked", "yes");
      set(body[1], "env", null);
      set(body[1], "volumeInGb", 1.5);
      set(body[1], "publicIp", null);
    },
    [
      { ...LIST, kind: "wrong type", path: "[].locked", expected: "boolean" },
      { kind: "wrong type", path: "[].volumeInGb", expected: "integer" },
      { kind: "wrong type", path: "[].env", found: "null" },
    ],
  ],
  [
    "a wrong type in a map, without the key",
    listPods,
    (body) => set(body[0]?.["env"], "SECRET_NAME", 7),
    [{ kind: "wrong type", path: "[].env.*", found: "number" }],
  ],
  [
    "a new value of an enumeration",
    listPods,
    (body) => set(body[1], "desiredStatus", "MELTED"),
    [{ ...LIST, path: "[].desiredStatus", found: "MELTED" }],
  ],
  [
    "a text in place of a value of an enumeration, without the text",
    listPods,
    (body) => set(body[1], "desiredStatus", "melted at noon"),
    [
      {
        kind: "new enum value",
        expected: "one of 3 known values (RUNNING, EXITED, TERMINATED)",
        found: "string",
      },
    ],
  ],
  [
    "an object in place of a documented array, which the call refuses",
    (cloud) =>
      expect(listPods(cloud)).rejects.toThrow("no list where one is promised"),
    (body) => ({ pods: body }),
    [{ ...LIST, kind: "wrong type", path: "", expected: "array" }],
  ],
  [
    "an unknown field of an error response",
    gone,
    (body) => set(body, "trace", "x"),
    [{ surface: "jobs", kind: "unknown field", path: "trace" }],
  ],
  [
    "an unknown field in a response to cloud.rest",
    (cloud) => cloud.rest.GET("/pods"),
    (body) => set(body[0], "tier", 1),
    [{ ...LIST, operation: "rest.GET", path: "[].tier", found: "number" }],
  ],
  [
    "a field that a GraphQL document does not select",
    graphPods,
    (body) => set(pods(body)[1]?.["machine"], "rack", 4),
    [{ kind: "unknown field", path: "data.myself.pods[].machine.rack" }],
  ],
];

describe("a drift watcher reports", () => {
  test.each(cases)("%s", async (_, call, alter, expected) => {
    const reported: DriftFinding[] = [];
    const watch = watchDrift({ onDrift: (finding) => reported.push(finding) });
    const { cloud } = reach(alter, { drift: watch });
    await call(cloud);
    expect(reported).toMatchObject(expected);
    expect(reported).toHaveLength(expected.length);
    expect(watch.findings()).toEqual(reported);
  });

  test.each<readonly [string, Call, number, Partial<DriftFinding>]>([
    [
      "a successful call",
      listPods,
      206,
      { ...LIST, expected: expect.stringMatching(/^200, /) as string },
    ],
    ["a shipped GraphQL document", graphPods, 206, GRAPH],
    [
      "a GraphQL document of the user",
      (cloud) => cloud.graphql.request("{ myself { id } }"),
      206,
      { operation: "graphql.request" },
    ],
  ])("an undocumented status of %s", async (_, call, status, expected) => {
    const watch = watchDrift({ onDrift: () => undefined });
    const alter = (body: Body) => body;
    const { cloud } = reach(alter, { drift: watch, retries: 0 }, status);
    await call(cloud).catch(() => undefined);
    const kind = "undocumented status";
    const found = String(status);
    expect(watch.findings()).toMatchObject([
      { ...expected, kind, found, path: "", count: 1 },
    ]);
  });

  test.each([
    ["empty", { text: "" }, "nothing"],
    ["an HTML page", { text: "<html>" }, "string"],
  ])("a response that is %s", async (_, response, found) => {
    const watch = watchDrift({ onDrift: () => undefined });
    const { fetch } = scriptedFetch(response);
    const drift = watch;
    const cloud = createClient({ apiKey: KEY, fetch, ...URLS, drift });
    await expect(cloud.job(JOB_ID).status()).rejects.toThrow(/answered/);
    expect(watch.findings()).toMatchObject([
      { kind: "wrong type", path: "", expected: "object", found },
    ]);
  });
});

describe("a drift watcher does not report", () => {
  test.each([
    ["a text", { text: "error code: 1010" }],
    ["an HTML page", { text: "<html>" }],
    ["no body", { text: "" }],
  ])("an error that has %s, as a gateway sends", async (_, body) => {
    const watch = watchDrift({ onDrift: () => undefined });
    const { fetch } = scriptedFetch({ status: 403, ...body });
    const cloud = createClient({ apiKey: KEY, fetch, ...URLS, drift: watch });
    await expect(cloud.pods.list()).rejects.toThrow("403");
    const status = cloud.job(JOB_ID).status();
    await expect(status).rejects.toThrow("403");
    expect(watch.findings()).toEqual([]);
  });
});
