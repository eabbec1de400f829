import type { HttpBindings } from "@hono/node-server";
import { checkMembers, whole, type Rules } from "../resources/checks.js";
import type { Wire } from "./connection.js";

/** The three addresses of the service, under the names of the client's options. */
export interface Urls {
  readonly baseUrl: string;
  readonly publicBaseUrl: string;
  readonly graphqlUrl: string;
}

/** A member that is `undefined` counts as not given. */
export interface ListenOptions {
  /** 0 takes a free port. @default 0 */
  readonly port?: number | undefined;
  /** @default "127.0.0.1" */
  readonly host?: string | undefined;
}

/** A server on a socket. */
export interface Listener {
  readonly urls: Urls;
  readonly port: number;
  /** Stops it and ends its open connections. */
  readonly close: () => Promise<void>;
}

/** Answers a request, and says on the wire what is to be done to the connection. */
type Answer = (request: Request, wire: Wire) => Promise<Response>;

/** Opens listeners, and closes all that it opened. */
export function createListen(answer: Answer) {
  const listeners = new Set<Listener>();
  return {
    listen: async (options: ListenOptions = {}): Promise<Listener> => {
      const listener = await listen(answer, options);
      listeners.add(listener);
      return listener;
    },
    close: async (): Promise<void> => {
      await Promise.all([...listeners].map((listener) => listener.close()));
      listeners.clear();
    },
  };
}

const rules: Rules<ListenOptions> = {
  port: whole(0, 65_535),
  host: [
    (value) => typeof value === "string" && value !== "",
    "the name or the address of a host",
  ],
};

type ServerModule = typeof import("@hono/node-server");

// Named at run time: a literal would make bundlers for browsers follow it into Node's own modules.
const serverModule = ["@hono", "node-server"].join("/");

/** Serves on a socket, in Node and what runs Node's `http`. Rejects where the port is taken. */
async function listen(
  answer: Answer,
  options: ListenOptions,
): Promise<Listener> {
  checkMembers("listen", options, rules);
  const { port = 0, host = "127.0.0.1" } = options;
  const { createAdaptorServer } = (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ serverModule
  )) as ServerModule;
  const server = createAdaptorServer({
    fetch: async (request, bindings) => {
      const wire: Wire = {};
      const response = await answer(request, wire);
      if (wire.cut === undefined) return response;
      return cut(response, wire.cut, bindings as HttpBindings);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort =
    typeof address === "object" && address !== null ? address.port : port;
  return {
    urls: urlsAt(
      `http://${host.includes(":") ? `[${host}]` : host}:${actualPort}`,
    ),
    port: actualPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

export function urlsAt(origin: string): Urls {
  return {
    baseUrl: `${origin}/v1`,
    publicBaseUrl: origin,
    graphqlUrl: `${origin}/graphql`,
  };
}

/** Ends the connection for real: at once, or after the first bytes of a body that announced more. */
async function cut(
  response: Response,
  at: NonNullable<Wire["cut"]>,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  const { socket } = incoming;
  if (at === "reset") socket.resetAndDestroy();
  else {
    const body = new Uint8Array(await response.arrayBuffer());
    const length = String(Math.max(body.length, at + 1));
    const headers = Object.fromEntries(response.headers);
    outgoing.writeHead(response.status, {
      ...{ ...headers, "content-length": length },
    });
    outgoing.write(body.subarray(0, at), () => socket.destroy());
  }
  // Nothing is left to answer, so the server waits for nothing.
  return new Promise(() => undefined);
}
