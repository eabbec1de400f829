import { Readable } from "node:stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  ConnectionError,
  type Client,
  type ResponseError,
} from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import { failure, scripted, success, URLS } from "../support/scripted-fetch.js";

useFakeTime({ leavesNoTimer: true });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Responses of a `fetch` without Web Streams: read as a whole by `text()` and `arrayBuffer()`. */
const RESPONSES: Readonly<
  Record<string, (text: string, status?: number) => Response>
> = {
  "no body member": (text, status = 200) => plain(text, status, undefined),
  "a stream of Node": (text, status = 200) =>
    plain(text, status, Readable.from([text])),
};

/** The `Request` of a platform without streams. That of Node needs them. */
class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly #body: RequestInit["body"];

  constructor(url: string, { method = "GET", headers, body }: RequestInit) {
    this.url = url;
    this.method = method;
    this.headers = new Headers(headers);
    this.#body = body;
  }

  text(): Promise<string> {
    return Promise.resolve((this.#body ?? "") as string);
  }
}

function plain(text: string, status: number, body: unknown): Response {
  const headers = new Headers({ "content-type": "application/json" });
  return {
    status,
    ok: status < 300,
    headers,
    body,
    text: () => Promise.resolve(text),
    arrayBuffer: () => new Blob([text]).arrayBuffer(),
  } as Response;
}

const CALLS: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  "a facade call": (cloud) => cloud.pods.create({}),
  "cloud.rest for bytes": (cloud) =>
    cloud.rest.POST("/pods", { body: {}, parseAs: "arrayBuffer" }),
  "cloud.fetch": async (cloud) => {
    const url = `${URLS.baseUrl}/pods`;
    return (await cloud.fetch(url, { method: "POST", body: "{}" })).text();
  },
};

describe.each(Object.entries(RESPONSES))(
  "a fetch whose responses have %s",
  (_, respond) => {
    test.each(Object.entries(CALLS))("serves %s", async (_, call) => {
      const { cloud, requests } = scripted([
        () => respond('{"id":"j","data":{"id":"j"}}'),
      ]);
      await expect(success(call(cloud))).resolves.toBeDefined();
      expect(requests[0]?.body).toMatch(/^\{/);
    });

    test("serves a failure, whose body is read and kept up to 64 KiB", async () => {
      const { cloud } = scripted([() => respond("x".repeat(100_000), 400)]);
      const error = (await failure(cloud.pods.list())) as ResponseError;
      expect(error.body).toBe("x".repeat(2 ** 16));
    });

    test("serves a failure whose body never ends", async () => {
      const { cloud } = scripted([
        () =>
          Object.assign(respond("", 401), {
            text: () => new Promise(() => undefined),
          }),
      ]);
      const error = await failure(cloud.pods.list());
      expect(error).toMatchObject({ code: "response_error", status: 401 });
    });

    test("serves a client on a platform without ReadableStream", async () => {
      vi.stubGlobal("ReadableStream", undefined);
      vi.stubGlobal("Request", PlainRequest);
      const { cloud } = scripted([() => respond('{"id":"j"}')]);
      await success(cloud.pods.create({}));
      await success(cloud.model("m").run({}));
    });
  },
);

test("cloud.fetch sends the body of a Request on a platform without Request.body", async () => {
  vi.stubGlobal(
    "Request",
    class extends Request {
      override get body(): null {
        return undefined as unknown as null;
      }
    },
  );
  const { cloud, requests } = scripted([{ json: { id: "p" } }]);
  const init = { method: "POST", body: "whole" };
  await success(cloud.fetch(new Request(`${URLS.baseUrl}/pods`, init)));
  await success(cloud.rest.POST("/pods", { body: { name: "a" } }));
  await success(cloud.fetch(`${URLS.baseUrl}/pods`, { method: "DELETE" }));
  expect(requests.map(({ body }) => body)).toEqual([
    "whole",
    '{"name":"a"}',
    undefined,
  ]);
});

const NO_RESPONSES = [undefined, "x", { ok: true, status: 200 }];

test.each(NO_RESPONSES)(
  "a fetch that resolves with %j is named in a ConnectionError, and a submit is not sent again",
  async (given) => {
    // No retry waits.
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { cloud, requests } = scripted([() => given as unknown as Response]);
    const calls: [() => Promise<unknown>, number][] = [
      [() => cloud.model("m").run({}), 1],
      [() => cloud.pods.list({}, { retries: 1 }), 2],
      [() => cloud.fetch(`${URLS.baseUrl}/pods`, { method: "POST" }), 1],
      [() => cloud.download("https://files.test/a.png"), 4],
    ];
    for (const [call, attempts] of calls) {
      requests.length = 0;
      const error = await failure(call());
      expect(error).toBeInstanceOf(ConnectionError);
      expect((error as Error).message).toContain(
        "the option `fetch` resolved with no Response",
      );
      expect(requests).toHaveLength(attempts);
    }
    const error = await failure(cloud.model("m").run({}));
    expect(error).toMatchObject({ maybeSent: true });
  },
);
