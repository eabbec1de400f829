import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { createClient, type Client } from "../../../src/index.js";

export const IMAGE = { imageName: "example/image:1" };

/** Sees each request before the emulator: answers it, changes the answer, or throws as a network does. */
export type Intercept = (
  request: Request,
  send: (request: Request) => Promise<Response>,
) => Response | Promise<Response>;

interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

interface Account {
  readonly emulator: Emulator;
  readonly cloud: Client;
  readonly requests: readonly RecordedRequest[];
  /** The bodies of the requests with this method and path. */
  readonly bodiesOf: (route: string) => unknown[];
  /** Sends a request past `intercept`. */
  readonly send: (request: Request) => Promise<Response>;
}

/** An account of the emulator in memory, and a client whose requests pass `intercept`. */
export function createAccount(
  intercept: Intercept = (request, send) => send(request),
): Account {
  const emulator = createEmulator();
  const requests: RecordedRequest[] = [];
  const send = (request: Request) => emulator.fetch(request.clone());
  const { apiKey, urls } = emulator;
  const cloud = createClient({
    apiKey,
    ...urls,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { method } = request;
      const text = await request.clone().text();
      const body: unknown = text === "" ? undefined : JSON.parse(text);
      requests.push({ method, path: new URL(request.url).pathname, body });
      return intercept(request, send);
    },
  });
  return {
    emulator,
    cloud,
    requests,
    bodiesOf: (route) =>
      requests
        .filter(({ method, path }) => `${method} ${path}` === route)
        .map(({ body }) => body),
    send,
  };
}

/** Gives the Pods of a response another public address. */
export async function withAddress(
  response: Response,
  publicIp: string | null,
  portMappings: Readonly<Record<string, number>> | null,
): Promise<Response> {
  const isJson = response.headers.get("content-type")?.includes("json");
  if (!response.ok || !isJson) return response;
  const body = (await response.json()) as object;
  const { status } = response;
  const change = (pod: object) => ({ ...pod, publicIp, portMappings });
  const changed = Array.isArray(body) ? body.map(change) : change(body);
  return Response.json(changed, { status });
}
