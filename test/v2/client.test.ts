import { describe, expect, test } from "vitest";
import { createClient, type Client } from "../../src/index.js";
import { collect } from "../support/collect.js";

const BASE = "https://host.example";

/** A request as it went out. */
interface Sent {
  readonly route: string;
  readonly headers: Headers;
  readonly body: string;
}

/** A client of version 2 over a fetch that records each request, and answers with `respond`. */
function createCloud(respond: (sent: Sent, index: number) => Response): {
  readonly cloud: Client;
  readonly sent: Sent[];
} {
  const sent: Sent[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const request = {
      route: `${init.method ?? "GET"} ${url.slice(BASE.length)}`,
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? init.body : "",
    };
    sent.push(request);
    return Promise.resolve(respond(request, sent.length - 1));
  };
  const cloud = createClient({
    apiKey: "a-key-0123456789",
    surfaces: { v2: { baseUrl: BASE } },
    fetch: fetch as typeof globalThis.fetch,
  });
  return { cloud, sent };
}

const pod = (id: string) => ({ id, name: id, status: "RUNNING" });

/** Pages of Pods: two of two, and one of one. */
function pages({ route }: Sent): Response {
  const cursor = new URL(route.slice(4), BASE).searchParams.get("cursor");
  const next = { "": "c1", c1: "c2", c2: null }[cursor ?? ""] ?? null;
  const ids = { "": ["a", "b"], c1: ["c", "d"], c2: ["e"] }[cursor ?? ""] ?? [];
  const pagination = { nextCursor: next, hasNextPage: next !== null };
  return Response.json({ pods: ids.map(pod), pagination });
}

describe("a paged list of version 2", () => {
  test("awaited, is the first page as an array with its cursor", async () => {
    const { cloud, sent } = createCloud(pages);
    const page = await cloud.v2.pods.list({ limit: 2 });
    expect(page).toEqual([pod("a"), pod("b")]);
    expect(page.nextCursor).toBe("c1");
    expect(sent.map(({ route }) => route)).toEqual(["GET /v2/pods?limit=2"]);
    const last = await cloud.v2.pods.list({ cursor: "c2" });
    expect(last.nextCursor).toBeUndefined();
  });

  test("iterated over, asks for each page when the page is reached", async () => {
    const { cloud, sent } = createCloud(pages);
    const ids: string[] = [];
    for await (const { id } of cloud.v2.pods.list({ limit: 2 })) {
      ids.push(id);
      if (id === "b") expect(sent).toHaveLength(1);
    }
    expect(ids).toEqual(["a", "b", "c", "d", "e"]);
    expect(sent.map(({ route }) => route)).toEqual([
      "GET /v2/pods?limit=2",
      "GET /v2/pods?limit=2&cursor=c1",
      "GET /v2/pods?limit=2&cursor=c2",
    ]);
  });

  test("is one page where the service does not page it", async () => {
    const { cloud } = createCloud(() => Response.json({ pods: [pod("a")] }));
    expect(await collect(cloud.v2.pods.list())).toEqual([pod("a")]);
  });

  test.each([
    ["the same cursor again", ["c"], {}, 2],
    ["a circle behind the first page", ["c", "d", "e", "d", "e"], {}, 4],
    ["the cursor with which the list began", ["c", "b"], { cursor: "b" }, 2],
  ])(
    "ends with an error where the service gives %s",
    async (_, cursors, query, requests) => {
      const { cloud, sent } = createCloud((__, index) => {
        if (index > 9) throw new Error("the iteration does not end");
        const nextCursor = cursors[index % cursors.length];
        const pagination = { nextCursor, hasNextPage: true };
        return Response.json({ pods: [pod("a")], pagination });
      });
      const list = cloud.v2.pods.list(query);
      await expect(collect(list)).rejects.toThrow(
        "v2.pods.list: GET /v2/pods answered 200 with a cursor that it has given before",
      );
      expect(sent).toHaveLength(requests);
    },
  );

  test("rejects an iteration with the failure of a page, and nothing else", async () => {
    const { cloud } = createCloud((_, index) =>
      index === 0
        ? pages({ route: "GET /v2/pods" } as Sent)
        : Response.json({ detail: "gone" }, { status: 404 }),
    );
    const seen: string[] = [];
    const iteration = async () => {
      for await (const { id } of cloud.v2.pods.list()) seen.push(id);
    };
    await expect(iteration()).rejects.toMatchObject({ status: 404 });
    expect(seen).toEqual(["a", "b"]);
  });
});

describe("a call of version 2", () => {
  test("writes a list in a query with commas, as the document asks", async () => {
    const { cloud, sent } = createCloud(() =>
      Response.json({ dataCenters: [] }),
    );
    await cloud.v2.catalog.listDataCenters({
      regions: ["EUROPE", "NORTH_AMERICA"] as never,
      globalNetwork: true,
    });
    expect(sent[0]?.route).toBe(
      "GET /v2/catalog/datacenters?regions=EUROPE,NORTH_AMERICA&globalNetwork=true",
    );
  });
});

test("openapi-fetch's own client of version 2 has a middleware see the calls of the generated functions", async () => {
  const { cloud, sent } = createCloud(() => Response.json(pod("a")));
  const seen: string[] = [];
  cloud.v2Rest.use({
    onRequest: ({ request }) => {
      seen.push(request.method);
      request.headers.set("x-team", "blue");
      return request;
    },
    onResponse: ({ response }) => void seen.push(String(response.status)),
  });
  expect(await cloud.v2.pods.get("a")).toEqual(pod("a"));
  expect(seen).toEqual(["GET", "200"]);
  expect(sent.map(({ headers }) => headers.get("x-team"))).toEqual(["blue"]);
});

/** The text of an event of a log. */
function event(id: string, line = id): string {
  return `id: ${id}\ndata: ${JSON.stringify({ source: "container", line, ts: id })}\n\n`;
}

/** A stream of events, which is cut at its end where `isCut`. */
function stream(text: string, isCut = false): Response {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => {
      if (isCut) controller.error(new Error("connection reset"));
      else controller.close();
    },
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream; charset=utf-8" },
  });
}

const RETRY_AT_ONCE = "retry: 0\n\n";

describe("a log of version 2", () => {
  const linesOf = async (cloud: Client, options: object = {}) =>
    (await collect(cloud.v2.pods.logs("p", { tail: 100 }, options))).map(
      ({ line }) => line,
    );

  test("yields the lines of a stream, and resumes it after the last line without a gap or a double", async () => {
    const { cloud, sent } = createCloud(
      (_, index) =>
        [
          stream(RETRY_AT_ONCE + event("1") + event("2") + "id: 3\nda", true),
          stream(event("2") + event("3"), true),
          stream(event("3") + event("4")),
          stream(event("4")),
        ][index] ?? stream(""),
    );
    expect(await linesOf(cloud)).toEqual(["1", "2", "3", "4"]);
    expect(sent.map(({ headers }) => headers.get("last-event-id"))).toEqual([
      null,
      "2",
      "3",
      "4",
    ]);
    expect(sent[0]?.route).toBe("GET /v2/pods/p/logs?tail=100");
    expect(sent[0]?.headers.get("accept")).toBe("text/event-stream");
  });

  const SHARED_SECOND = [
    ["2026-06-01T12:00:00Z", "create container a:1"],
    ["2026-06-01T12:00:00Z", "start container for a:1: begin"],
    ["2026-06-01T12:00:00.100000001Z", "one"],
    ["2026-06-01T12:00:00Z", "start container for a:1: begin"],
    ["2026-06-01T12:00:01.000000001Z", "two"],
    ["2026-06-01T12:00:01Z", "stop container a"],
    ["2026-06-01T12:00:01Z", "remove container"],
  ] as const;
  const secondOf = (time: string) => time.slice(0, 19);
  const preciseOf = (time: string) =>
    `${secondOf(time)}.${(/\.(\d+)Z/.exec(time)?.[1] ?? "").padEnd(9, "0")}`;

  test.each<[string, (id: string, cursor: string) => boolean]>([
    ["after the time", (id, cursor) => preciseOf(id) > preciseOf(cursor)],
    ["after the second", (id, cursor) => secondOf(id) > secondOf(cursor)],
    ["with the time", (id, cursor) => preciseOf(id) >= preciseOf(cursor)],
    ["at the beginning", () => true],
  ])(
    "loses and doubles no line whose id is shared by others, by a service that resumes %s",
    async (_, isAfter) => {
      const { cloud } = createCloud(({ headers }, index) => {
        const cursor = headers.get("last-event-id");
        const written = SHARED_SECOND.slice(0, index + 1).filter(
          ([id]) => cursor === null || isAfter(id, cursor),
        );
        const text = written.map(([id, line]) => event(id, line)).join("");
        return stream(RETRY_AT_ONCE + text, index + 1 < SHARED_SECOND.length);
      });
      expect(await linesOf(cloud)).toEqual(
        SHARED_SECOND.map(([, line]) => line),
      );
    },
  );

  test("shows no line from before the event that the options name, when it resumes", async () => {
    const ids = ["0.1", "0.3", "0.5", "1.0"].map(
      (time) => `2026-06-01T12:00:0${time}Z`,
    );
    const { cloud, sent } = createCloud(({ headers }, index) => {
      const cursor = preciseOf(headers.get("last-event-id") ?? "");
      const lines = ids
        .slice(0, 3 + index)
        .filter((id) => preciseOf(id) > cursor);
      return stream(
        RETRY_AT_ONCE + lines.map((id) => event(id)).join(""),
        index === 0,
      );
    });
    const [, lastEventId = "", ...later] = ids;
    expect(await linesOf(cloud, { lastEventId })).toEqual(later);
    expect(sent[1]?.headers.get("last-event-id")).toBe(lastEventId);
  });

  test("drops every line of the longest replay, by a service that does not resume", async () => {
    const ids = Array.from({ length: 5000 }, (_, index) => `${index}`);
    const replay = ids.map((id) => event(id)).join("");
    const { cloud } = createCloud((_, index) =>
      index === 0
        ? stream(RETRY_AT_ONCE + replay, true)
        : stream(replay + (index === 1 ? event("new") : "")),
    );
    expect(await linesOf(cloud)).toEqual([...ids, "new"]);
  });

  test("ends with the error of a cut that no id closes", async () => {
    const line = `data: ${JSON.stringify({ source: "system", line: "x", ts: "" })}\n\n`;
    const { cloud, sent } = createCloud(() => stream(event("1") + line, true));
    await expect(linesOf(cloud)).rejects.toMatchObject({
      name: "ConnectionError",
      operation: "v2.pods.logs",
    });
    expect(sent).toHaveLength(1);
  });

  test("gives up after so many connections without an event", async () => {
    const { cloud, sent } = createCloud(() => stream(RETRY_AT_ONCE, true));
    await expect(linesOf(cloud, { maxReconnects: 2 })).rejects.toThrow(
      "broke off",
    );
    expect(sent).toHaveLength(3);
  });

  test("ends when the service asks not to come back, and when it has nothing", async () => {
    const empty = createCloud(() => new Response(null, { status: 204 }));
    expect(await linesOf(empty.cloud)).toEqual([]);
    const { cloud, sent } = createCloud((_, index) =>
      index === 0
        ? stream(RETRY_AT_ONCE + event("1"))
        : new Response(null, { status: 204 }),
    );
    expect(await linesOf(cloud)).toEqual(["1"]);
    expect(sent).toHaveLength(2);
  });

  test("ends with the error of a service that refuses to resume", async () => {
    const { cloud } = createCloud((_, index) =>
      index === 0
        ? stream(RETRY_AT_ONCE + event("1"), true)
        : Response.json({ detail: "the log has moved on" }, { status: 410 }),
    );
    await expect(linesOf(cloud)).rejects.toMatchObject({ status: 410 });
  });

  test("cancels the connection at an abort, with the reason of the signal, and when the loop is left", async () => {
    let cancelled = 0;
    const { cloud } = createCloud(() => {
      const bytes = new TextEncoder().encode(event("1"));
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(bytes),
        cancel: () => void cancelled++,
      });
      const headers = { "content-type": "text/event-stream" };
      return new Response(body, { headers });
    });
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("enough");
    const iteration = async () => {
      for await (const { line } of cloud.v2.pods.logs("p", {}, { signal })) {
        expect(line).toBe("1");
        controller.abort(reason);
      }
    };
    await expect(iteration()).rejects.toBe(reason);
    expect(cancelled).toBe(1);
    for await (const { line } of cloud.v2.pods.logs("p")) {
      expect(line).toBe("1");
      break;
    }
    expect(cancelled).toBe(2);
  });

  test("refuses a page instead of a stream, data that is not JSON, and an event without end", async () => {
    const html = () =>
      new Response("<p>Sign in", { headers: { "content-type": "text/html" } });
    await expect(linesOf(createCloud(html).cloud)).rejects.toThrow(
      "answered 200 with text/html instead of text/event-stream",
    );
    const text = () => stream("data: hello\n\n");
    await expect(linesOf(createCloud(text).cloud)).rejects.toThrow(
      "answered 200 with an event that is not JSON",
    );
    const long = () => stream(`data: ${"x".repeat(2 ** 20 + 1)}`);
    await expect(linesOf(createCloud(long).cloud)).rejects.toThrow(
      "answered 200 with an event larger than 1 MiB",
    );
  });
});
