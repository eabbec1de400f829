import { Hono } from "hono";
import { cors } from "hono/cors";

import { exchange, type Service } from "./exchange.js";
import type { Route } from "./faults.js";
import { serveFile } from "./files.js";
import { answerGraphql } from "./graphql.js";
import type { Handler } from "./handler.js";
import { jobHandlers } from "./job-api.js";
import { note } from "./journal.js";
import { Refusal } from "./refusal.js";
import { restHandlers } from "./rest.js";
import {
  graphqlSurface,
  jobSurface,
  restSurface,
  surfaceAt,
  type Surface,
} from "./surfaces.js";

const openToAll = {
  origin: "*",
  allowMethods: ["GET", "POST", "PATCH", "DELETE"],
  allowHeaders: ["authorization", "content-type"],
  exposeHeaders: ["Retry-After"],
};

/** The whole service behind one `fetch`. It answers at whatever origin a request comes to. */
export function createApp(service: Service): Hono {
  const app = new Hono();
  app.use("*", cors(openToAll));
  mount(app, service, restSurface, "/v1", restHandlers);
  mount(app, service, jobSurface, "", jobHandlers);
  mount(app, service, graphqlSurface, "", { "POST /graphql": answerGraphql });
  app.get("/files/:name", async (context) => {
    const serve = () => serveFile(service.state, context.req.param("name"));
    return noted(service, context.req.raw, serve);
  });
  app.notFound((context) => noted(service, context.req.raw, refuseUnknown));
  return app;
}

/** Registers the routes of a surface; other methods on their paths are answered with 405. */
function mount(
  app: Hono,
  service: Service,
  surface: Surface,
  prefix: string,
  handlers: Readonly<Partial<Record<Route, Handler>>>,
): void {
  const methods = new Map<string, string[]>();
  for (const [route, handler] of Object.entries(handlers) as [
    Route,
    Handler,
  ][]) {
    const [method = "", template = ""] = route.split(" ");
    const path = prefix + template.replace(/\{(\w+)\}/g, ":$1");
    methods.set(path, [...(methods.get(path) ?? []), method]);
    app.on(method, path, (context) =>
      exchange(
        service,
        { surface, route, handler },
        context.req.raw,
        context.req.param(),
      ),
    );
  }
  for (const [path, allowed] of methods) {
    app.all(path, (context) =>
      noted(service, context.req.raw, () => refuseMethod(allowed)),
    );
  }
}

/** Answers what is no route: in the journal all the same, and in the error shape of its neighbours. */
async function noted(
  service: Service,
  request: Request,
  answer: () => Promise<Response>,
): Promise<Response> {
  const entry = note(service.journal, request);
  const surface = surfaceAt(new URL(request.url).pathname);
  const response = await answer().catch((error: unknown) =>
    surface.complain(error),
  );
  entry.status = response.status;
  return response;
}

function refuseUnknown(): Promise<Response> {
  return Promise.reject(new Refusal(404, "there is nothing at this path"));
}

function refuseMethod(allowed: readonly string[]): Promise<Response> {
  const allow = allowed.join(", ");
  return Promise.reject(
    new Refusal(405, `this path takes ${allow} only`, { allow }),
  );
}
