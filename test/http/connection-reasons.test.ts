import { createServer, type AddressInfo, type Server } from "node:net";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { createClient } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { KEY, scripted } from "../support/scripted-fetch.js";

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

/** What undici throws, with this cause. */
function fetchFailed(message: string, members: object = {}): Error {
  const cause = Object.assign(new Error(message), members);
  return new TypeError("fetch failed", { cause });
}

const TUNNEL = "the proxy refused to open a tunnel to the host";

it.each<[string, Error, boolean, string]>([
  [
    "a tunnel that a proxy refuses",
    fetchFailed("Request was cancelled.", {
      cause: new Error("Proxy response (407) !== 200 when HTTP Tunneling"),
    }),
    false,
    `${TUNNEL} (status 407)`,
  ],
  [
    "a tunnel that a proxy refuses, in Bun",
    Object.assign(
      new Error(
        "Proxy refused to open a tunnel: 407 Proxy Authentication Required",
      ),
      { code: "ERR_PROXY_TUNNEL" },
    ),
    false,
    `${TUNNEL} (status 407)`,
  ],
  [
    "a tunnel that a proxy refuses, in Deno",
    fetchFailed(
      "error sending request: client error (Connect): unsuccessful tunnel",
    ),
    false,
    TUNNEL,
  ],
  [
    "a certificate that is not accepted",
    fetchFailed("self-signed certificate", {
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    }),
    false,
    "the certificate of the host is not accepted",
  ],
  [
    "a refused connection, with the address, which may be that of a proxy",
    fetchFailed("connect ECONNREFUSED 10.0.0.9:3128", { code: "ECONNREFUSED" }),
    false,
    "no connection to 10.0.0.7:4010 could be made: the connection was refused (connect ECONNREFUSED 10.0.0.9:3128)",
  ],
  [
    "an answer that is not HTTP",
    fetchFailed("Response does not match the HTTP/1.1 protocol", {
      name: "HTTPParserError",
    }),
    true,
    "what answered at 10.0.0.7:4010 is not HTTP",
  ],
])(
  "a ConnectionError names %s, and says whether anything was sent",
  async (_, thrown, maybeSent, text) => {
    const { cloud } = scripted([thrown], {
      publicBaseUrl: "https://10.0.0.7:4010/secret-path",
      retries: 0,
    });
    const error = await rejectionOf(cloud.model("m").run({ prompt: "x" }));
    expect(error).toMatchObject({ name: "ConnectionError", maybeSent });
    expect(String(error)).toContain(text);
    expect(String(error)).not.toContain("secret-path");
    expect(String(error).includes("may be running")).toBe(maybeSent);
  },
);

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
    const cloud = createClient({ apiKey: KEY, baseUrl: `${origin}/v1` });
    const created = cloud.pods.create({}, {}, { retries: 0 });
    const error = await rejectionOf(created);
    expect(error).toMatchObject({ name: "ConnectionError", maybeSent });
    expect(String(error)).toContain(text);
  }
});
