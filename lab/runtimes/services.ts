import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Emulator, FaultRule, Route } from "cloud-compute-emulator";
import { close, reset, responseText } from "../../test/faults/behaviours.js";
import {
  closedPort,
  startServer,
  type ServerRequest,
} from "../../test/faults/server.js";
import type { Project } from "./project.js";
import type { ChangeRequest, Environment } from "./suite/environment.js";

/** What one runtime's suite talks to. All servers live in this process, which counts the requests. */
export interface Services {
  readonly environment: Omit<Environment, "platform">;
  readonly emulator: Emulator;
  /** The control server; a runtime may add routes, such as a page. */
  readonly control: Hono;
  readonly close: () => Promise<void>;
}

export async function startServices(
  { emulator: { createEmulator }, path }: Project,
  name: string,
): Promise<Services> {
  const emulator = createEmulator({ speed: 20 });
  const { urls, s3 } = await emulator.listen();
  const changes: ChangeRequest[] = [];
  const breaking = await startServer({
    onRequest: (request) => breakChange(request, changes),
  });
  const control = await startControl(emulator, changes);
  const folder = path(`files-${name}`);
  mkdirSync(folder);
  return {
    emulator,
    control: control.app,
    environment: {
      urls,
      s3,
      folder,
      apiKey: emulator.apiKey,
      control: control.origin,
      breaking: originAt(breaking.port),
      absent: originAt(await closedPort()),
    },
    close: async () => {
      await Promise.all([control.close(), breaking.close(), emulator.close()]);
    },
  };
}

const originAt = (port: number) => `http://127.0.0.1:${port}`;

/** Responds to a read, so that there is a connection to reuse; breaks the connection of a change. */
function breakChange(request: ServerRequest, changes: ChangeRequest[]): void {
  const { method, nth, path, reply } = request;
  if (method === "OPTIONS") reply(responseText(204, "", CORS_HEADERS));
  else if (method === "GET") reply(responseText(200, "[]", CORS_HEADERS));
  else {
    changes.push({ method, nth });
    const behaviour = path.startsWith("/reset/") ? reset : close;
    behaviour(request, {
      body: "",
      good: "",
      otherOrigin: "",
      count: 1,
      since: 0,
      fallSilent: () => undefined,
    });
  }
}

/** What allows a page of another origin to call; the emulator sends the same. */
const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PATCH, DELETE",
  "access-control-allow-headers": "authorization, content-type",
};

/** The server by which the suite adds rules to the emulator and reads which requests were sent. */
async function startControl(
  emulator: Emulator,
  changes: readonly ChangeRequest[],
) {
  const app = new Hono();
  app.use(cors());
  app.post("/fail", async ({ req, json }) => {
    const { route, rule } = await req.json<{ route: Route; rule: FaultRule }>();
    emulator.fail(route, rule);
    return json({});
  });
  app.post("/routes", ({ json }) =>
    json(emulator.requests.map(({ route }) => route ?? "none")),
  );
  app.post("/changes", ({ json }) => json(changes));
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    app,
    origin: originAt(port),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
