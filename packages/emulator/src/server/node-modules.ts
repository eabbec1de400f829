/**
 * The modules that need sockets. Their names are joined at run time: with a literal, a bundler for browsers would follow the
 * import into Node's own modules. The comments stop the warnings of bundlers, so the build keeps them in this file.
 */
const serverModule = ["@hono", "node-server"].join("/");
const socketModules = ["net", "http"].map((name) => `node:${name}`);

export async function importServer(): Promise<
  typeof import("@hono/node-server")
> {
  return (await import(
    /* @vite-ignore */ /* webpackIgnore: true */ serverModule
  )) as typeof import("@hono/node-server");
}

export async function importSocketModules(): Promise<{
  net: typeof import("node:net");
  http: typeof import("node:http");
}> {
  const [net, http] = (await Promise.all(
    socketModules.map(
      (name) => import(/* @vite-ignore */ /* webpackIgnore: true */ name),
    ),
  )) as [typeof import("node:net"), typeof import("node:http")];
  return { net, http };
}
