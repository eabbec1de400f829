import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import {
  createClient,
  InputError,
  type Client,
  type ClientOptions,
} from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  failure,
  finish,
  KEY,
  scripted,
  success,
  URLS,
} from "../support/scripted-fetch.js";
import { version2At, version2Of } from "../support/version-2.js";
import { proofRuns } from "../support/runs.js";

useFakeTime();
afterEach(() => void vi.unstubAllEnvs());

/** What `act` throws or rejects with. */
const refusal = (act: () => unknown): Promise<unknown> =>
  failure(Promise.resolve().then(act));

const BAD_IDS: readonly unknown[] = [
  undefined,
  "",
  ".",
  "..",
  7,
  ["a"],
  "a\udc00b",
  Symbol("a"),
];

/** Every way to hand over an id, and the parameter that an error is to name. */
const BY_ID: readonly (readonly [
  string,
  string,
  (cloud: Client, id: string) => unknown,
])[] = [
  ["pods.get", "podId", (c, id) => c.pods.get(id)],
  ["pods.update", "podId", (c, id) => c.pods.update(id, {})],
  ["model", "slug", (c, id) => c.model(id)],
  ["job", "id", (c, id) => c.job({ slug: "m", id })],
  ["job", "slug", (c, slug) => c.job({ slug, id: "j" })],
  [
    "rest.DELETE",
    "podId",
    (c, podId) =>
      c.rest.DELETE("/pods/{podId}", { params: { path: { podId } } }),
  ],
];

test.each(BY_ID)(
  "%s refuses an id that is no id, and names %s",
  async (_, parameter, call) => {
    for (const id of BAD_IDS) {
      const { cloud, requests } = scripted([{ json: {} }]);
      const error = await refusal(() => call(cloud, id as string));
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ parameter, maybeSent: false });
      expect((error as Error).message).toContain(parameter);
      expect(requests).toHaveLength(0);
    }
  },
);

const RUNS = { numRuns: proofRuns(300) };
const PARTS = [
  ".",
  "..",
  "/",
  "\\",
  "%2e",
  "%2F",
  "?",
  "#",
  "\t",
  "@",
  "{podId}",
];
const ID = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc
    .array(fc.constantFrom(...PARTS), { maxLength: 5 })
    .map((all) => all.join("")),
  fc.constantFrom("\ud800", "a\udfff"),
);

test("any id is exactly one more segment, or refused by name", async () => {
  await fc.assert(
    fc.asyncProperty(ID, async (id) => {
      const { cloud, requests } = scripted([{ json: {} }]);
      const error = await rejectionOf(cloud.pods.start(id));
      if (error instanceof InputError) {
        expect([error.parameter, requests.length]).toEqual(["podId", 0]);
        return;
      }
      const { origin, pathname, search, hash } = new URL(
        requests[0]?.url ?? "",
      );
      const [empty, v1, pods, segment = "", ...rest] = pathname.split("/");
      expect([origin, empty, v1, pods]).toEqual([
        "https://rest.test",
        "",
        "v1",
        "pods",
      ]);
      expect([...rest, search, hash]).toEqual(["start", "", ""]);
      expect(decodeURIComponent(segment)).toBe(id);
    }),
    RUNS,
  );
});

test("a template that is not filled is refused by cloud.rest", async () => {
  const { cloud, requests } = scripted([{ json: {} }]);
  const get = (init: object) =>
    refusal(() => cloud.rest.GET("/pods/{podId}", init as never));
  const inits = [{}, { params: {} }, { params: { path: {} } }];
  for (const init of [...inits, { params: { path: { id: "a" } } }])
    expect(await get(init)).toMatchObject({
      code: "invalid_input",
      parameter: "podId",
    });
  expect(requests).toHaveLength(0);
});

const FOLDED = "/ /pods//x /pods/../x /pods/./x /pods/%2E%2e/x /pods/.%2e";
const HOSTS =
  "pods .evil.test/pods @evil.test/pods :8443/pods //evil.test/pods";

test.each([
  ...FOLDED.split(" "),
  ...HOSTS.split(" "),
  "/pods/\\..\\x",
  "/pods\\..\\x",
  "/pods/.\t./x",
  "/pods/.\n./x",
])("cloud.rest does not let the path %j aim elsewhere", async (path) => {
  for (const baseUrl of ["https://rest.test", URLS.baseUrl]) {
    const { cloud, requests } = scripted([{ json: {} }], { baseUrl });
    const { reason } = (await finish(cloud.rest.GET(path as "/pods"))) as {
      reason: unknown;
    };
    expect(requests.map(({ url }) => new URL(url).href)).toEqual([]);
    expect(reason).toBeInstanceOf(InputError);
  }
});

const ADDRESSES = ["baseUrl", "publicBaseUrl", "graphqlUrl"] as const;
const make = (options: ClientOptions) =>
  createClient({ apiKey: KEY, ...URLS, ...options });

const NONE = "/v1 rest.test/v1 ftp://rest.test/v1 file:///v1 https:// x";
const UNSAFE = "https://u:p@rest.test https://u@rest.test https://rest.test/#";
const PLAIN =
  "http://rest.test http://10.0.0.1 http://127.0.0.1.test http://0.0.0.0";

test.each<unknown>([
  ...NONE.split(" "),
  ...UNSAFE.split(" "),
  ...PLAIN.split(" "),
  7,
  {},
  new URL("https://rest.test/#a"),
])("the address %j is refused when the client is made", (address) => {
  for (const option of ADDRESSES) {
    const act = () => make({ [option]: address });
    expect(act).toThrow(InputError);
    expect(act).toThrow(expect.objectContaining({ parameter: option }));
  }
});

test("an address with a query is refused, but GraphQL's may have one without the key", () => {
  const query = "https://rest.test/v1?a=1";
  expect(() => make({ baseUrl: query })).toThrow(InputError);
  expect(() => make({ publicBaseUrl: query })).toThrow(InputError);
  expect(() => make({ graphqlUrl: query })).not.toThrow();
  expect(() => make({ graphqlUrl: `${query}&api_key=x` })).toThrow(InputError);
});

test("a refused address that holds credentials is not quoted", () => {
  const baseUrl = "https://me:hunter2@rest.test/v1";
  expect(() => make({ baseUrl })).toThrow(/^((?!hunter2).)*$/);
});

test.each([
  "http://localhost:3000/v1",
  "http://127.0.0.1/v1",
  "http://127.9.9.9/v1",
  "http://[::1]:8/v1",
  "http://a.localhost/v1",
  "HTTPS://rest.test/v1",
])("the address %j may be plain or not", (baseUrl) => {
  expect(() => make({ baseUrl })).not.toThrow();
});

test("plain http to another host must be permitted", () => {
  const baseUrl = "http://rest.test/v1";
  expect(() => make({ baseUrl, allowInsecureHttp: true })).not.toThrow();
});

test("slashes at the end of an address are not doubled", async () => {
  const { cloud, requests } = scripted([{ json: [] }], {
    baseUrl: "https://rest.test/v1//",
    publicBaseUrl: "https://jobs.test/",
  });
  await success(cloud.pods.list());
  await success(cloud.rest.GET("/pods"));
  await refusal(() => cloud.model("m").run({}));
  expect(requests.map(({ url }) => url)).toEqual([
    "https://rest.test/v1/pods",
    "https://rest.test/v1/pods",
    "https://jobs.test/v2/m/run",
  ]);
});

test.each<[(typeof ADDRESSES)[number], string, (cloud: Client) => unknown]>([
  ["baseUrl", "CLOUD_COMPUTE_BASE_URL", (c) => c.pods.list()],
  ["baseUrl", "CLOUD_COMPUTE_BASE_URL", (c) => c.rest.GET("/pods")],
  [
    "publicBaseUrl",
    "CLOUD_COMPUTE_PUBLIC_BASE_URL",
    (c) => c.model("m").run({}),
  ],
  ["graphqlUrl", "CLOUD_COMPUTE_GRAPHQL_URL", (c) => c.graphql.myself()],
])(
  "a missing %s is an error of the first call, and names %s",
  async (option, variable, call) => {
    vi.stubEnv(variable, "");
    const { cloud, requests } = scripted([{}], { [option]: undefined });
    const error = await refusal(() => call(cloud));
    expect(error).toMatchObject({ code: "invalid_input", parameter: option });
    expect((error as Error).message).toContain(`\`${option}\``);
    expect((error as Error).message).toContain(variable);
    expect(requests).toHaveLength(0);
  },
);

test.each<
  [ClientOptions, number, (client: Client) => Promise<unknown>, string]
>([
  [
    { baseUrl: "https://rest.test" },
    404,
    (c) => c.pods.list(),
    "baseUrl usually ends in /v1",
  ],
  [
    { publicBaseUrl: "https://jobs.test/v2/" },
    404,
    (c) => c.model("m").run({}),
    "publicBaseUrl must not end in /v2",
  ],
  [
    version2At("https://v2.test/v2"),
    404,
    (c) => version2Of(c).pods.get("p1"),
    "surfaces.v2.baseUrl must not end in /v2",
  ],
  [
    { publicBaseUrl: "https://jobs.test/v2/my-endpoint" },
    400,
    (c) => c.model("my-endpoint").run({}),
    "publicBaseUrl usually has no path",
  ],
  [
    { graphqlUrl: "https://graphql.test" },
    405,
    (c) => c.graphql.myself(),
    "graphqlUrl usually ends in /graphql",
  ],
])(
  "with %j a %d says what may be wrong with the address, a 422 does not",
  async (options, status, call, hint) => {
    const json = { error: "not allowed for QB API" };
    const messageOf = async (status: number) => {
      const { cloud } = scripted([{ status, json }], options);
      return ((await refusal(() => call(cloud))) as Error).message;
    };
    expect(await messageOf(status)).toContain(hint);
    expect(await messageOf(422)).not.toContain(hint);
  },
);

test("the key goes to no other host, even when a middleware re-aims the request", async () => {
  const { cloud, requests } = scripted([{ json: [] }]);
  cloud.rest.use({ onRequest: () => new Request("https://evil.test/pods") });
  await finish(cloud.rest.GET("/pods"));
  const keys = requests.map(({ headers }) => headers.get("authorization"));
  expect(keys.filter(Boolean)).toEqual([]);
});

test("with right addresses a 404 says nothing of them", async () => {
  const { cloud } = scripted([{ status: 404, json: { title: "no" } }]);
  for (const call of [() => cloud.pods.list(), () => cloud.model("m").run({})])
    expect(await refusal(call)).toMatchObject({
      message: expect.stringMatching(/404: no( \(slug: "m"\))?$/) as string,
    });
});

test.each([" p1", "p1\n", "https://console.test/pods/p1?key=secret"])(
  "the id %j, as it was copied, is refused before anything is sent, and is not shown",
  async (id) => {
    const { cloud, requests } = scripted([]);
    for (const call of [
      () => cloud.pods.get(id),
      async () => cloud.job({ slug: "m", id }).status(),
      async () => cloud.model(id).run({}),
    ])
      expect(await refusal(async () => call())).toMatchObject({
        code: "invalid_input",
        message: expect.stringMatching(/white space, or be a URL$/) as string,
      });
    expect(requests).toEqual([]);
  },
);
