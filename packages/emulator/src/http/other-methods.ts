import type { Env, Hono } from "hono";

/** Refuses every other method on the paths that the app has so far. `allow` names the methods that a path takes. */
export function refuseOtherMethods<E extends Env>(
  app: Hono<E>,
  refuse: (request: Request, allow: string) => Response,
): void {
  const methods = new Map<string, string[]>();
  for (const { method, path } of app.routes)
    if (method !== "ALL")
      methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods)
    app.all(path, ({ req }) => refuse(req.raw, allowed.join(", ")));
}
