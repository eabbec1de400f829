import type { HttpBindings } from "@hono/node-server";
import type { Server as HttpServer } from "node:http";
import { checkMembers, integer, type Rules } from "../check-arguments.js";
import type { AccountState } from "../state/account-state.js";
import { addDate } from "./date-header.js";
import { PodPorts } from "./pod-ports.js";
import { ApiError } from "../http/api-error.js";
import { isLocalName, isLoopbackAddress } from "./local-name.js";
import { surfaceOf } from "./route-table.js";
import { s3EndpointAt, urlsAt, type Urls } from "./urls.js";
import { accessKeyOf, type AccessKey } from "../s3/signature.js";
import { passOnWebSockets } from "./web-sockets.js";
import { reachable, variablesOf } from "./variables.js";
import { workerVariablesOf } from "../workers/variables.js";
import {
  readFirstBytes,
  type AnswerRequest,
  type Connection,
} from "../http/connection.js";

/** An option that is `undefined` counts as not given. */
export interface ListenOptions {
  /** The TCP port; 0 takes a free one. @default 0 */
  readonly port?: number | undefined;
  /** @default "127.0.0.1" */
  readonly host?: string | undefined;
  /** Further host names that requests may name, such as that of a container. @default none */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Whether other machines may use the page and the control API, which need no key. @default false */
  readonly remoteControl?: boolean | undefined;
  /**
   * Whether the TCP ports of running Pods are real listeners on this host, with an SSH banner at port 22 and an HTTP answer
   * at every other: those of up to 64 Pods at once. @default true
   */
  readonly podPorts?: boolean | undefined;
  /** The file in which the state is kept, which the page shows. The emulator itself writes no file. @default none */
  readonly stateFile?: string | undefined;
}

/** The access key of the files of volumes, and their address: options of `openVolume`. */
export interface S3Options extends AccessKey {
  /** With `{dataCenter}` in place of the id of a data center. */
  readonly endpoint: string;
}

/** A server that listens on a socket. */
export interface Listener {
  readonly urls: Urls;
  readonly port: number;
  /** The environment variables that a client reads, with the key and the addresses of this server. */
  readonly variables: Readonly<Record<string, string>>;
  /**
   * The environment variables that start a worker of an endpoint, in any language, with the names that workers of the service
   * read. Each further worker of the same endpoint needs a `workerId` of its own. @default "worker-1"
   */
  readonly workerVariables: (
    slug: string,
    workerId?: string,
  ) => Readonly<Record<string, string>>;
  /** The options of `openVolume`, for the files of network volumes on this server. */
  readonly s3: S3Options;
  /** Stops the server and ends its open connections. */
  readonly close: () => Promise<void>;
}

const rules: Rules<ListenOptions> = {
  port: integer(0, 65_535),
  host: [
    (value) => typeof value === "string" && value !== "",
    "the name or the address of a host",
  ],
  allowedHosts: [
    (value) =>
      Array.isArray(value) && value.every((name) => typeof name === "string"),
    "a list of host names",
  ],
  remoteControl: [(value) => typeof value === "boolean", "true or false"],
  podPorts: [(value) => typeof value === "boolean", "true or false"],
  stateFile: [
    (value) => typeof value === "string" && value !== "",
    "the name of a file",
  ],
};

/** The listening servers of one emulator. */
export class Listeners {
  readonly #answer: AnswerRequest;
  readonly #state: AccountState;
  readonly #apiKey: string;
  readonly #listeners = new Set<Listener>();
  #podPorts: PodPorts | undefined;

  /** The file that the last call of `listen` named. */
  stateFile: string | undefined;

  constructor(answer: AnswerRequest, state: AccountState, apiKey: string) {
    this.#answer = answer;
    this.#state = state;
    this.#apiKey = apiKey;
  }

  async listen(options: ListenOptions): Promise<Listener> {
    const listener = await listen(
      this.#answer,
      this.#state,
      this.#apiKey,
      options,
    );
    this.stateFile = options.stateFile;
    this.#listeners.add(listener);
    const { podPorts = true, host = "127.0.0.1" } = options;
    if (podPorts && !this.#podPorts) await this.#openPodPorts(host);
    return {
      ...listener,
      close: async () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#closePodPorts();
        await listener.close();
      },
    };
  }

  /** The origin of the server that began to listen last; undefined while none listens. */
  get origin(): string | undefined {
    return [...this.#listeners].at(-1)?.urls.publicBaseUrl;
  }

  async #openPodPorts(host: string): Promise<void> {
    const { importSocketModules } = await import("./node-modules.js");
    const modules = await importSocketModules();
    this.#podPorts = new PodPorts(this.#state, host, modules);
  }

  #closePodPorts(): void {
    this.#podPorts?.close();
    this.#podPorts = undefined;
  }

  async closeAll(): Promise<void> {
    this.#closePodPorts();
    const closing = [...this.#listeners].map((listener) => listener.close());
    await Promise.all(closing);
    this.#listeners.clear();
  }
}

/**
 * How long an idle connection stays open, as behind the service's edge. With Node's 5 s, a program that computes for a few
 * seconds between two submits would often send the second on a connection that has just been closed, and be in doubt.
 */
const KEEP_ALIVE_MS = 75_000;

/** Serves on a socket, in Node and in other runtimes that have `node:http`. Rejects where the port is taken. */
async function listen(
  answer: AnswerRequest,
  state: AccountState,
  apiKey: string,
  options: ListenOptions,
): Promise<Listener> {
  checkMembers<ListenOptions>("listen", options, rules);
  const { port = 0, host = "127.0.0.1", allowedHosts = [] } = options;
  const { remoteControl = false } = options;
  const { clock } = state;
  const { importServer, importSocketModules } =
    await import("./node-modules.js");
  const { createAdaptorServer } = await importServer();
  const { net } = await importSocketModules();
  const refuseHost = (request: Request) =>
    refuseForeignHost(request, [host, ...allowedHosts]);
  const server = createAdaptorServer({
    // The program that is under test keeps the `Request` and the `Response` of its platform.
    overrideGlobalObjects: false,
    fetch: async (request, bindings) => {
      const { remoteAddress } = (bindings as HttpBindings).incoming.socket;
      const refusal =
        refuseHost(request) ??
        (remoteControl ? undefined : refuseControl(request, remoteAddress));
      if (refusal) return addDate(refusal, clock);
      const connection: Connection = {};
      const response = await answer(request, connection);
      if (connection.cutAfter === undefined) return response;
      return cut(response, connection.cutAfter, bindings as HttpBindings);
    },
  });
  const endWebSockets = passOnWebSockets(
    server as HttpServer,
    async (request, connection) =>
      refuseHost(request) ?? answer(request, connection),
    net,
  );
  if ("keepAliveTimeout" in server) {
    // The deadline of the headers of the next request has to be later.
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.headersTimeout = KEEP_ALIVE_MS + 5000;
    // A part of a file may take longer than the five minutes of Node.
    server.requestTimeout = 0;
  }
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actualPort =
    typeof address === "object" && address !== null ? address.port : port;
  const hostInUrl = host.includes(":") ? `[${host}]` : host;
  const urls = urlsAt(`http://${hostInUrl}:${actualPort}`);
  return {
    urls,
    port: actualPort,
    variables: variablesOf(apiKey, urls),
    workerVariables: (slug, workerId = "worker-1") =>
      workerVariablesOf(
        state,
        apiKey,
        reachable(urls.publicBaseUrl),
        slug,
        workerId,
      ),
    s3: {
      ...accessKeyOf(apiKey),
      endpoint: reachable(s3EndpointAt(urls.publicBaseUrl)),
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        endWebSockets();
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** The answer to a request that names a host which is not of this machine; undefined for any other request. */
function refuseForeignHost(
  request: Request,
  allowedHosts: readonly string[],
): Response | undefined {
  const { hostname, pathname } = new URL(request.url);
  if (isLocalName(hostname) || allowedHosts.includes(hostname))
    return undefined;
  const message = `the host "${hostname}" is not of this machine: --allow-host (allowedHosts) accepts it`;
  return surfaceOf(pathname).respondWithError(new ApiError(403, message));
}

/** The answer to another machine that asks for the page or the control API; undefined for any other request. */
function refuseControl(
  request: Request,
  remoteAddress = "",
): Response | undefined {
  const { pathname } = new URL(request.url);
  const isControl = pathname === "/" || pathname.startsWith("/_emulator/");
  if (!isControl || isLoopbackAddress(remoteAddress)) return undefined;
  const error =
    "the page and the control API answer only this machine: --remote-control (remoteControl) opens them";
  return Response.json({ error }, { status: 403 });
}

/** Ends the connection: at once, or after the first bytes of a body whose announced length is greater. */
async function cut(
  response: Response,
  cutAfter: NonNullable<Connection["cutAfter"]>,
  { incoming, outgoing }: HttpBindings,
): Promise<Response> {
  const { socket } = incoming;
  if (cutAfter === "reset") socket.resetAndDestroy();
  else {
    const body = await readFirstBytes(response, cutAfter);
    const known = Number(response.headers.get("content-length") ?? 0);
    const announced = Math.max(known, cutAfter + 1);
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      "content-length": String(announced),
    });
    outgoing.write(body, () => socket.destroy());
  }
  // The connection is gone, so the server must not write a response.
  return new Promise(() => undefined);
}
