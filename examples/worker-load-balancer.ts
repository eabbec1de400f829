// The worker of a load balancing endpoint: an HTTP server on PORT with any fetch handler. Try it:
//   # in the project of the quick start (guides/quick-start.md)
//   npm install @hono/node-server
//   HOST=127.0.0.1 npx cloud-compute-emulator --worker my-api --worker-port 8000 -- node --import tsx worker-load-balancer.ts
// Then: curl localhost:4010/lb/my-api/hello -H "Authorization: Bearer $CLOUD_COMPUTE_API_KEY"
import { serve } from "@hono/node-server";

/** Your handler: a function of this form, or `fetch` of Hono and its like. */
async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const text = await request.text();
  return Response.json({ pathname, length: text.length });
}

/** While the worker loads its model, it answers /ping with 204, and gets no requests. */
let isReady = false;
const server = serve({
  fetch: (request) => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/ping") return handle(request);
    return new Response(null, { status: isReady ? 200 : 204 });
  },
  port: Number(process.env["PORT"] ?? 80),
  // In a container, the server listens on all addresses.
  hostname: process.env["HOST"] ?? "0.0.0.0",
});
await loadModel();
isReady = true;

// From now on the worker gets no new requests. It ends with the last open one.
process.once("SIGTERM", () => {
  isReady = false;
  server.close();
});

async function loadModel(): Promise<void> {
  // Read the weights of your model here.
  await Promise.resolve();
}
