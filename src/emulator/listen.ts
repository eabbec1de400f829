/** The three addresses of the service, under the names of the client's options. */
export interface Urls {
  readonly baseUrl: string;
  readonly publicBaseUrl: string;
  readonly graphqlUrl: string;
}

export interface ListenOptions {
  /** 0 takes a free port. @default 0 */
  readonly port?: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
}

/** A server on a socket. */
export interface Listener {
  readonly urls: Urls;
  readonly port: number;
  /** Stops it and ends its open connections. */
  readonly close: () => Promise<void>;
}

type ServerModule = typeof import("@hono/node-server");

// Named at run time: a literal would make bundlers for browsers follow it into Node's own modules.
const serverModule = ["@hono", "node-server"].join("/");

/** Serves on a socket, in Node and what runs Node's `http`. Rejects where the port is taken. */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  { port = 0, host = "127.0.0.1" }: ListenOptions,
): Promise<Listener> {
  const { createAdaptorServer } = (await import(
    /* @vite-ignore */ serverModule
  )) as ServerModule;
  const server = createAdaptorServer({ fetch });
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
