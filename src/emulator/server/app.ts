import { Hono } from "hono";
import { cors } from "hono/cors";

import { exchange, type Service } from "./emulator-core.js";
import type { Handler } from "./handler.js";
import { note, noteAnswer } from "./journal.js";
import { mountPage } from "../page/mount.js";
import { Refusal } from "./refused-error.js";
import type { Route } from "./route.js";
import { served, type Served } from "./routes.js";
import { surfaceAt } from "./surfaces.js";
import type { Wire } from "./connection.js";

const openToAll = {
  origin: "*",
  allowMethods: ["GET", "POST", "PATCH", "DELETE"],
  allowHeaders: ["authorization", "content-type"],
  exposeHeaders: ["Retry-After"],
};

/** The app is told with each request on which wire it came. */
type App = Hono<{ Bindings: Wire }>;

/** The whole service behind one `fetch`. It answers at whatever origin a request comes to. */
export function createApp(service: Service): App {
  const app: App = new Hono();
  // Before the rest: the page is open to nobody from elsewhere.
  mountPage(app, service);
  app.use("*", cors(openToAll));
  for (const part of served) mount(app, service, part);
  app.notFound((context) => noted(service, context.req.raw, unknown()));
  return app;
}

/** Registers the routes of a surface; other methods on their paths are answered with 405. */
function mount(
  app: App,
  service: Service,
  { surface, prefix, handlers }: Served,
): void {
  const methods = new Map<string, string[]>();
  const entries = Object.entries(handlers) as [Route, Handler][];
  for (const [route, handler] of entries) {
    const [method = "", template = ""] = route.split(" ");
    const path = prefix + template.replace(/\{(\w+)\}/g, ":$1");
    methods.set(path, [...(methods.get(path) ?? []), method]);
    const target = { surface, route, handler };
    app.on(method, path, ({ req, env }) =>
      exchange(service, target, {
        ...{ request: req.raw, params: req.param(), wire: env },
      }),
    );
  }
  for (const [path, allowed] of methods) {
    app.all(path, ({ req }) => noted(service, req.raw, wrongMethod(allowed)));
  }
}

/** Answers what is no route: in the journal all the same, and in the error shape of its neighbours. */
async function noted(
  service: Service,
  request: Request,
  refusal: Refusal,
): Promise<Response> {
  const entry = note(service, request);
  const surface = surfaceAt(new URL(request.url).pathname);
  const response = surface.complain(refusal);
  noteAnswer(service, entry, response.status);
  return Promise.resolve(response);
}

function unknown(): Refusal {
  return new Refusal(404, "there is nothing at this path");
}

function wrongMethod(allowed: readonly string[]): Refusal {
  const allow = allowed.join(", ");
  return new Refusal(405, `this path takes ${allow} only`, { allow });
}
