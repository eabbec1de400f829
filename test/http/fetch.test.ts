import { getEventListeners } from "node:events";
import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { GraphQLClient } from "graphql-request";
import { createEmulator } from "cloud-compute-emulator";
import {
  ConnectionError,
  createClient,
  InputError,
  TimeoutError,
  type ClientOptions,
} from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { useFakeTime } from "../support/fake-time.js";
import {
  answer,
  failure,
  KEY,
  lost,
  macrotask,
  scripted,
  stalling,
  success,
  type Step,
} from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });

const PODS = "https://rest.test/v1/pods";
const RUN = "https://jobs.test/v2/m/run";
const GRAPH = "https://graph.test/graphql";
const OK: Step = { json: { ok: true } };

/** All surfaces on one host, as behind a gateway. */
const SHARED = {
  baseUrl: "https://all.test/v1",
  publicBaseUrl: "https://all.test",
  graphqlUrl: "https://all.test/graphql",
};
const SHARED_BELOW_GRAPHQL = {
  ...SHARED,
  graphqlUrl: "https://all.test/api",
  baseUrl: "https://all.test/api/v1",
};

describe("cloud.fetch", () => {
  test("resolves with a platform Response and sends the key", async () => {
    const { cloud, requests } = scripted([OK]);
    const response = await cloud.fetch(PODS);
    expect(response).toBeInstanceOf(Response);
    expect(await response.json()).toEqual({ ok: true });
    expect(requests).toMatchObject([{ method: "GET", url: PODS }]);
    expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
  });

  test.each<[string, string | URL | Request]>([
    ["a text", PODS],
    ["a URL", new URL(PODS)],
    ["a Request", new Request(PODS)],
    ["an address with a fragment", `${PODS}#top`],
  ])("takes %s for the address", async (_, input) => {
    const { cloud, requests } = scripted([OK]);
    expect((await cloud.fetch(input)).ok).toBe(true);
    expect(requests[0]?.url).toBe(PODS);
  });

  test("reads method, headers, body and signal of a Request, and prefers what `init` holds", async () => {
    const { cloud, requests } = scripted([OK]);
    const request = () =>
      new Request(PODS, {
        method: "PUT",
        headers: { "x-a": "1", "content-type": "text/plain" },
        body: "whole",
      });
    await cloud.fetch(request());
    await cloud.fetch(request(), { method: "PATCH", headers: { "x-b": "2" } });
    expect(requests).toMatchObject([
      { method: "PUT", body: "whole" },
      { method: "PATCH", body: "whole" },
    ]);
    const headers = requests.map((sent) => sent.headers);
    expect(headers.map((one) => [one.get("x-a"), one.get("x-b")])).toEqual([
      ["1", null],
      [null, "2"],
    ]);
    expect(headers[0]?.get("content-type")).toBe("text/plain");
  });

  test("replaces an authorization of the caller: the key goes where it belongs", async () => {
    const { cloud, requests } = scripted([OK]);
    await cloud.fetch(PODS, { headers: { authorization: "Bearer other" } });
    expect(requests[0]?.headers.get("authorization")).toBe(`Bearer ${KEY}`);
  });

  test.each([200, 204, 304, 400, 401, 404, 409, 418])(
    "resolves with status %i and does not retry",
    async (status) => {
      const text = [204, 304].includes(status) ? undefined : "a body";
      const step = text === undefined ? { status } : { status, text };
      const { cloud, requests } = scripted([step]);
      const response = await success(cloud.fetch(PODS));
      expect(response.status).toBe(status);
      expect(await response.text()).toBe(text ?? "");
      expect(requests).toHaveLength(1);
    },
  );
});

const BODIES: readonly (readonly [string, () => BodyInit, string | RegExp])[] =
  [
    ["a text", () => '{"a":1}', '{"a":1}'],
    ["a URLSearchParams", () => new URLSearchParams({ a: "1" }), "a=1"],
    ["a Blob", () => new Blob(["blob"]), "blob"],
    ["an ArrayBuffer", () => new TextEncoder().encode("b").buffer, "b"],
    ["bytes", () => new TextEncoder().encode("bytes"), "bytes"],
    ["a form", () => formOf("field", "value"), /name="field"\r\n\r\nvalue/],
  ];

function formOf(name: string, value: string): FormData {
  const form = new FormData();
  form.set(name, value);
  return form;
}

describe("the body of cloud.fetch", () => {
  test.each(BODIES)(
    "may be %s, and is sent again after a refusal",
    async (_, body, written) => {
      const { cloud, requests } = scripted([{ status: 429 }, OK]);
      const call = cloud.fetch(PODS, { method: "POST", body: body() });
      expect((await success(call)).status).toBe(200);
      expect(requests).toHaveLength(2);
      for (const request of requests) expect(request.body).toMatch(written);
      const types = requests.map(({ headers }) => headers.get("content-type"));
      expect(types[0]).toBe(types[1]);
      const expected = new Request(PODS, { method: "POST", body: body() });
      // The boundary of a form is another one each time.
      const kindOf = (type: string | null | undefined) => type?.split(";")[0];
      expect(kindOf(types[0])).toBe(
        kindOf(expected.headers.get("content-type")),
      );
    },
  );

  test("may be a stream, which is sent once", async () => {
    const seen: RequestInit[] = [];
    const fetch: typeof globalThis.fetch = (_, init = {}) => {
      seen.push(init);
      return Promise.resolve(answer({ status: 429 }));
    };
    const { cloud } = scripted([], { fetch });
    const body = new Blob(["a", "b"]).stream();
    const response = await cloud.fetch(PODS, { method: "POST", body });
    expect(response.status).toBe(429);
    expect(seen).toEqual([expect.objectContaining({ body, duplex: "half" })]);
  });

  test.each<[string, Uint8Array<ArrayBuffer>, Record<string, string>]>([
    ["are no text", new Uint8Array([255, 254, 0, 128, 65]), {}],
    [
      "are compressed JSON",
      new Uint8Array(gzipSync('{"a":1}')),
      { "content-type": "application/json" },
    ],
  ])("is sent unchanged where its bytes %s", async (_, body, headers) => {
    let sent: ArrayBuffer | undefined;
    const fetch: typeof globalThis.fetch = async (url, init) => {
      sent = await new Request(url, init).arrayBuffer();
      return Response.json({});
    };
    const { cloud } = scripted([], { fetch });
    await cloud.fetch(PODS, { method: "POST", body, headers });
    expect(new Uint8Array(sent ?? [])).toEqual(body);
  });

  test("is absent when the call has none", async () => {
    const { cloud, requests } = scripted([OK]);
    await cloud.fetch(PODS, { method: "POST" });
    expect(requests[0]?.body).toBe(undefined);
    expect(requests[0]?.headers.has("content-type")).toBe(false);
  });
});

test.each([
  ["HEAD", 3],
  ["PUT", 1],
])(
  "cloud.fetch sends a %s that is lost %i times in all",
  async (method, times) => {
    const { cloud, requests } = scripted([lost()], { retries: 2 });
    await failure(cloud.fetch(PODS, { method }));
    expect(requests).toHaveLength(times);
  },
);

describe("the errors of cloud.fetch", () => {
  test("are a ConnectionError when no response comes, which says whether the call may have been carried out", async () => {
    const { cloud } = scripted([lost()], { retries: 0 });
    const error = await failure(cloud.fetch(RUN, { method: "POST" }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      operation: "fetch",
      route: "POST /{path}",
      maybeSent: true,
    });
  });

  test.each<[string, object]>([
    ["timeout", { timeout: -1 }],
    ["retries", { retries: 0.5 }],
    ["headers", { headers: { "x-a": "a\nb" } }],
    ["init", 5 as never],
    ["init", { body: "a GET has none" }],
    ["init", { method: "a b", body: "x" }],
  ])("are an InputError for a wrong %s: %j", async (parameter, init) => {
    const { cloud, requests } = scripted([OK]);
    const error = await failure(cloud.fetch(PODS, init));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ parameter, operation: "fetch" });
    expect(requests).toHaveLength(0);
  });
});

describe("the address of cloud.fetch", () => {
  test.each<string>([
    "https://evil.test/v1/pods",
    "https://rest.test/v2/pods",
    "https://rest.test/v1evil/pods",
    "https://rest.test.evil.test/v1/pods",
    "https://rest.test:8443/v1/pods",
    "http://rest.test/v1/pods",
    "https://user:secret@rest.test/v1/pods",
    "https://rest.test/v1/../admin",
    "https://rest.test/v1/%2e%2e/admin",
    "https://graph.test/other",
    "https://graph.test/graphqlx",
    "/v1/pods",
    "pods",
    "",
    "https://",
    "data:text/plain,x",
  ])("%j is refused before anything is sent", async (address) => {
    const { cloud, requests } = scripted([OK], { apiKey: noKeyAsked });
    const error = await failure(cloud.fetch(address));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ parameter: "input", maybeSent: false });
    expect((error as Error).message).not.toContain("secret");
    expect(requests).toHaveLength(0);
  });

  test("is refused for a Request as well", async () => {
    const { cloud, requests } = scripted([OK]);
    const call = cloud.fetch(new Request("https://evil.test/"));
    await expect(call).rejects.toBeInstanceOf(InputError);
    expect(requests).toHaveLength(0);
  });

  test("is refused where its surface has no configured address", async () => {
    const { cloud, requests } = scripted([OK], { graphqlUrl: undefined });
    vi.stubEnv("CLOUD_COMPUTE_GRAPHQL_URL", "");
    await expect(cloud.fetch(GRAPH)).rejects.toBeInstanceOf(InputError);
    expect(requests).toHaveLength(0);
    vi.unstubAllEnvs();
  });

  test.each<[ClientOptions, string, "header" | "api_key"]>([
    [{}, PODS, "header"],
    [{}, GRAPH, "api_key"],
    [{}, `${GRAPH}?api_key=other`, "api_key"],
    [{}, `${GRAPH}/more`, "api_key"],
    [{ graphqlUrl: `${GRAPH}?tenant=1` }, GRAPH, "api_key"],
    [{ graphqlUrl: "https://graph.test/" }, GRAPH, "api_key"],
    [{ baseUrl: "https://rest.test" }, PODS, "header"],
    [SHARED, "https://all.test/graphql?query=%7Bx%7D", "api_key"],
    [SHARED, "https://all.test/v2/graphql/run", "header"],
    [SHARED, "https://all.test/graphqlx", "header"],
    [SHARED_BELOW_GRAPHQL, "https://all.test/api/v1/pods", "header"],
  ])(
    "with %j decides that %s gets the key in %s",
    async (options, url, way) => {
      const { cloud, requests } = scripted([OK], options);
      await cloud.fetch(url, { method: "POST" });
      const [sent] = requests;
      const keys = new URL(sent?.url ?? "").searchParams.getAll("api_key");
      const header = sent?.headers.get("authorization");
      expect({ keys, header }).toEqual(
        way === "api_key"
          ? { keys: [KEY], header: null }
          : { keys: [], header: `Bearer ${KEY}` },
      );
    },
  );
});

function noKeyAsked(): string {
  throw new Error("the key was asked for");
}

describe("the Response of cloud.fetch", () => {
  test("shows no key that a failure echoes, and no address of GraphQL", async () => {
    const location = `${GRAPH}?api_key=${KEY}`;
    for (const status of [302, 400, 500]) {
      const step: Step = (sent) =>
        Object.defineProperty(
          answer({ status, text: sent.url, headers: { location } }),
          "url",
          { value: sent.url },
        );
      const { cloud } = scripted([step], { retries: 0 });
      const response = await cloud.fetch(GRAPH, { method: "POST" });
      const text = await response.text();
      expect([...response.headers, text].join()).not.toContain(KEY);
      expect(response.url).toBe("");
    }
  });

  test("has the length of its own body, and no encoding that is undone already", async () => {
    const headers = { "content-encoding": "gzip", "content-length": "3" };
    for (const status of [200, 400]) {
      const { cloud } = scripted([{ status, text: "längere", headers }]);
      const response = await cloud.fetch(PODS);
      expect(response.headers.get("content-encoding")).toBe(null);
      expect([null, "8"]).toContain(response.headers.get("content-length"));
      expect(await response.text()).toBe("längere");
    }
  });

  test("arrives with the headers: the time-out does not cover the body of a success", async () => {
    const { cloud } = scripted([() => stalling("first")]);
    const response = await cloud.fetch(PODS, { timeout: 1000 });
    expect(vi.getTimerCount()).toBe(0);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value as Uint8Array)).toBe("first");
    await vi.advanceTimersByTimeAsync(60_000);
    await reader?.cancel();
  });

  test("releases the connection when it is cancelled", async () => {
    let cancelled = 0;
    const step = () => stalling("first", {}, () => cancelled++);
    const { cloud } = scripted([step]);
    const { signal } = new AbortController();
    const response = await cloud.fetch(PODS, { signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await response.body?.cancel();
    expect(cancelled).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("ends with the reason of an abort while its body is read, and releases the connection", async () => {
    let cancelled = 0;
    const step = () => stalling("first", {}, () => cancelled++);
    const { cloud } = scripted([step]);
    const controller = new AbortController();
    const { signal } = controller;
    const response = await cloud.fetch(PODS, { signal });
    const reading = rejectionOf(response.text());
    await macrotask();
    controller.abort("enough");
    expect(await reading).toBe("enough");
    expect(cancelled).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("leaves no listener on the signal once its body has ended, however it ends", async () => {
    const broken = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new Error("reset")),
        }),
      );
    for (const step of [OK, { status: 204 }, { status: 404 }, broken]) {
      const { signal } = new AbortController();
      const { cloud } = scripted([step]);
      const response = await success(cloud.fetch(PODS, { signal }));
      await response.text().catch(() => undefined);
      expect(getEventListeners(signal, "abort")).toEqual([]);
    }
  });

  test("breaks off with a ConnectionError that shows no key", async () => {
    const step: Step = (sent) =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.error(new Error(`lost ${sent.url}`)),
        }),
      );
    const { cloud } = scripted([step]);
    const response = await cloud.fetch(GRAPH, { method: "POST" });
    const error = await rejectionOf(response.text());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ operation: "fetch", status: 200 });
    expect(String((error as Error).cause)).not.toContain(KEY);
  });
});

test("graphql-request works over cloud.fetch", async () => {
  const { apiKey, fetch, urls } = createEmulator();
  const cloud = createClient({ apiKey, fetch, ...urls });
  const client = new GraphQLClient(urls.graphqlUrl, { fetch: cloud.fetch });
  const data = await success(client.request<object>("{ myself { id } }"));
  expect(data).toEqual({ myself: { id: expect.any(String) as string } });
});

test("cloud.fetch bounds the reading of a Request whose body stalls by the timeout", async () => {
  const { cloud, requests } = scripted([OK]);
  const init = { method: "POST", body: new ReadableStream(), duplex: "half" };
  const request = new Request(RUN, init);
  const error = await failure(cloud.fetch(request, { timeout: 200 }));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ timeout: 200, maybeSent: false });
  expect(requests).toHaveLength(0);
});

test("cloud.fetch drops the signal of a Request for `signal: null`, and keeps it for `undefined`", async () => {
  const { cloud } = scripted([OK]);
  const aborted = () =>
    new Request(PODS, { signal: AbortSignal.abort("mine") });
  expect((await cloud.fetch(aborted(), { signal: null })).ok).toBe(true);
  const call = cloud.fetch(aborted(), { signal: undefined });
  await expect(call).rejects.toBe("mine");
});
