import { Hono } from "hono";
import { cors } from "hono/cors";
import type { Controls } from "../control/operations.js";
import { mountPage } from "../../page/server/mount-page.js";
import { Refusal } from "../refusals/refusal.js";
import { answerS3 } from "./answer-s3.js";
import {
  answerForLoadBalancer,
  refuseUnknownPath,
  refuseWithoutQueue,
} from "./load-balancer.js";
import type { Connection } from "../http/connection.js";
import { refuseOtherMethods } from "../http/other-methods.js";
import { refuseAndRecord } from "./exchange.js";
import { handleRequest } from "./handle-request.js";
import type { Service } from "./service.js";
import { isLoopbackOrigin } from "./local-name.js";
import { hasModel } from "../jobs/find-model.js";
import { answerForPod } from "./pod-proxy.js";
import { routeTable, surfaceOf, surfaceOfUnknown } from "./route-table.js";

const CORS_OPTIONS = {
  // A page of another site may neither read an answer nor send a key.
  origin: (origin: string) => (isLoopbackOrigin(origin) ? origin : null),
  allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
  allowHeaders: ["authorization", "content-type", "last-event-id"],
  exposeHeaders: [
    "Retry-After",
    "RateLimit",
    "RateLimit-Policy",
    "X-Request-Id",
    "x-emulator-warning",
  ],
};

/** Each request comes with its connection. */
type App = Hono<{ Bindings: Connection }>;

/** The whole service behind one `fetch`. It answers at whatever origin a request is sent to. */
export function createApp(service: Service, controls: () => Controls): App {
  const app: App = new Hono();
  app.use("*", async ({ req }, next) => {
    const answer = answerForPod(service.state, req.raw);
    return answer ?? next();
  });
  // The page comes before CORS: no other site may read its endpoints.
  mountPage(app, service, controls);
  // The file service answers no page of any origin.
  app.all("/s3/*", ({ req, env }) => answerS3(service, req.raw, env));
  app.use("*", cors(CORS_OPTIONS));
  app.use("*", async ({ req, env }, next) => {
    const answer = await answerForLoadBalancer(service, req.raw, env);
    return answer ?? next();
  });
  app.use("/v2/:slug/*", async ({ req }, next) => {
    const slug = req.param("slug");
    return refuseWithoutQueue(service, slug, req.raw) ?? next();
  });
  mountRoutes(app, service);
  app.all("/v2/:slug/*", ({ req }, next) => {
    const slug = req.param("slug");
    return refuseUnknownPath(service, slug, req.raw) ?? next();
  });
  app.onError((error, { req }) => surfaceOf(req.path).respondWithError(error));
  app.notFound(({ req }) => {
    const values = { method: req.method, path: req.path };
    const surface = surfaceOfUnknown(req.path, (slug) =>
      hasModel(service.state, slug),
    );
    const error = new Refusal("unknownPath", values);
    return refuseAndRecord(service, req.raw, surface, error);
  });
  return app;
}

/** Registers every route. Other methods on the path of a route are refused. */
function mountRoutes(app: App, service: Service): void {
  for (const entry of routeTable) {
    const [method = "", template = ""] = entry.route.split(" ");
    const path = entry.prefix + template.replace(/\{(\w+)\}/g, ":$1");
    app.on(method, path, ({ req, env }) =>
      handleRequest(service, entry, {
        request: req.raw,
        params: req.param(),
        connection: env,
      }),
    );
  }
  refuseOtherMethods(app, (request, allow) => {
    const { pathname: path } = new URL(request.url);
    const values = { method: request.method, path, allow };
    const error = new Refusal("wrongMethod", values, { headers: { allow } });
    return refuseAndRecord(service, request, surfaceOf(path), error);
  });
}
