import { createServer, type AddressInfo, type Server } from "node:net";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { createClient } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { KEY, scriptedFetch, URLS } from "../support/scripted-fetch.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** The host of a server that answers the first bytes of each connection with `text`. */
async function serve(text: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(text));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Creates a Pod over the platform's own `fetch`. */
function createAt(origin: string): Promise<unknown> {
  const cloud = createClient({ apiKey: KEY, baseUrl: `${origin}/v1` });
  return cloud.pods.create({}, {}, { retries: 0 });
}

/** What undici throws, with these causes below the error of `fetch`. */
function fetchFailed(...causes: readonly Error[]): Error {
  const cause = causes.reduceRight<Error | undefined>(
    (below, error) => Object.assign(error, below && { cause: below }),
    undefined,
  );
  return new TypeError("fetch failed", { cause });
}

function coded(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

/** What undici's parser throws. */
function parserError(): Error {
  const error = new Error("Response does not match the HTTP/1.1 protocol");
  error.name = "HTTPParserError";
  return error;
}

const tunnel = (status: number) =>
  fetchFailed(
    new Error("Request was cancelled."),
    coded(
      `Proxy response (${status}) !== 200 when HTTP Tunneling`,
      "UND_ERR_ABORTED",
    ),
  );

it.each([
  ["407", tunnel(407), "refused to open a tunnel to the host (status 407)"],
  ["503", tunnel(503), "refused to open a tunnel to the host (status 503)"],
  [
    "407, in Bun",
    coded(
      "Proxy refused to open a tunnel: 407 Proxy Authentication Required",
      "ERR_PROXY_TUNNEL",
    ),
    "refused to open a tunnel to the host (status 407)",
  ],
  [
    "503, in Deno",
    fetchFailed(
      new Error(
        "error sending request: client error (Connect): unsuccessful tunnel",
      ),
    ),
    "the proxy refused to open a tunnel to the host",
  ],
])(
  "a tunnel that a proxy refuses with %s proves that nothing was sent, and the error names the proxy",
  async (_, failure, text) => {
    const { fetch } = scriptedFetch(failure);
    const cloud = createClient({ apiKey: KEY, ...URLS, fetch });
    const submit = cloud
      .model("qwen3-32b")
      .run({ prompt: "x" }, { retries: 0 });
    const error = await rejectionOf(submit);
    expect(error).toMatchObject({ name: "ConnectionError", maybeSent: false });
    expect(String(error)).toContain("no connection to jobs.test could be made");
    expect(String(error)).toContain(text);
    expect(String(error)).not.toContain("may be running");
  },
);

it("an answer that is not HTTP does not prove that nothing was sent", async () => {
  const { fetch } = scriptedFetch(fetchFailed(parserError()));
  const cloud = createClient({ apiKey: KEY, ...URLS, fetch });
  const created = cloud.pods.create({}, {}, { retries: 0 });
  const error = await rejectionOf(created);
  expect(error).toMatchObject({ maybeSent: true });
  expect(String(error)).toContain("what answered at rest.test is not HTTP");
});

it("a certificate that is not accepted is named as such", async () => {
  const { fetch } = scriptedFetch(
    fetchFailed(
      coded("self-signed certificate", "DEPTH_ZERO_SELF_SIGNED_CERT"),
    ),
  );
  const cloud = createClient({ apiKey: KEY, ...URLS, fetch });
  const created = cloud.pods.create({}, {}, { retries: 0 });
  const error = await rejectionOf(created);
  expect(error).toMatchObject({ maybeSent: false });
  expect(String(error)).toContain("certificate of the host is not accepted");
});

it("a refused connection, a name that does not exist, a wrong protocol and an unreadable answer are told apart", async () => {
  const silent = await serve("");
  const [server] = servers;
  server?.close();
  await once(server as Server, "close");
  const garbage = await serve("SSH-2.0-OpenSSH_9\r\n");
  const cases = [
    [`http://${silent}`, "the connection was refused", false],
    [
      "https://no-such-host.invalid",
      "the name of the host was not found",
      false,
    ],
    [`https://${garbage}`, "the host does not speak TLS", false],
    [`http://${garbage}`, "is not HTTP", true],
  ] as const;
  for (const [origin, text, maybeSent] of cases) {
    const error = await rejectionOf(createAt(origin));
    expect(error).toMatchObject({ name: "ConnectionError", maybeSent });
    expect(String(error)).toContain(text);
  }
});

it("a connection that was refused is named with the address, which may be that of a proxy", async () => {
  const { fetch } = scriptedFetch(
    fetchFailed(coded("connect ECONNREFUSED 10.0.0.9:3128", "ECONNREFUSED")),
  );
  const cloud = createClient({ apiKey: KEY, ...URLS, fetch });
  const created = cloud.pods.create({}, {}, { retries: 0 });
  const error = await rejectionOf(created);
  expect(error).toMatchObject({ name: "ConnectionError", maybeSent: false });
  expect(String(error)).toContain(
    "no connection to rest.test could be made: the connection was refused (connect ECONNREFUSED 10.0.0.9:3128)",
  );
});
