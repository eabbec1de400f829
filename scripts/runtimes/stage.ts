import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Emulator, FaultRule, Route } from "../../src/emulator/index.js";
import { closedPort, startServer, type Line } from "../faults/server.js";
import { answer, close, reset } from "../faults/wire.js";
import type { Project } from "./project.js";
import type { Change, Place } from "./suite/place.js";

/** What a suite plays on: an account of its own, and what breaks. All of it lives in this process, which counts. */
export interface Stage {
  readonly place: Omit<Place, "platform">;
  readonly emulator: Emulator;
  /** Routes of one's own may be added to the desk, such as a page. */
  readonly desk: Hono;
  readonly close: () => Promise<void>;
}

export async function openStage(
  { emulator: { createEmulator }, path }: Project,
  name: string,
): Promise<Stage> {
  const emulator = createEmulator({ speed: 20 });
  const { urls } = await emulator.listen();
  const changes: Change[] = [];
  const breaking = await startServer({
    onRequest: (line) => breakChange(line, changes),
  });
  const desk = await openDesk(emulator, changes);
  const folder = path(`files-${name}`);
  mkdirSync(folder);
  return {
    emulator,
    desk: desk.app,
    place: {
      ...{ urls, folder, apiKey: emulator.apiKey, desk: desk.origin },
      breaking: originAt(breaking.port),
      absent: originAt(await closedPort()),
    },
    close: async () => {
      await Promise.all([desk.close(), breaking.close(), emulator.close()]);
    },
  };
}

const originAt = (port: number) => `http://127.0.0.1:${port}`;

/** Answers a read, so that there is a connection to be reused; breaks that of a change. */
function breakChange(line: Line, changes: Change[]): void {
  const { method, nth, path, reply } = line;
  if (method === "OPTIONS") reply(answer(204, "", PERMIT));
  else if (method === "GET") reply(answer(200, "[]", PERMIT));
  else {
    changes.push({ method, nth });
    const act = path.startsWith("/reset/") ? reset : close;
    act(line, { body: "", good: "", elsewhere: "", count: 1, since: 0 });
  }
}

/** What a page of another origin needs to be told; the emulator says the same. */
const PERMIT = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, PATCH, DELETE",
  "access-control-allow-headers": "authorization, content-type",
};

/** Where the suite arranges faults and learns what was sent. */
async function openDesk(emulator: Emulator, changes: readonly Change[]) {
  const app = new Hono();
  app.use(cors());
  app.post("/fail", async ({ req, json }) => {
    const { route, fault } = await req.json<{ route: Route; fault: FaultRule }>();
    emulator.fail(route, fault);
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
