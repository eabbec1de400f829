import { createClient, type Client } from "../../../src/index.js";

/** Makes calls in a process that cannot load a file of the package, and prints how each ends and how often it was sent. */
const KEY = "test-key-0123456789";
let sent = 0;

const respond =
  (answer: () => Response): typeof fetch =>
  () => {
    sent++;
    return Promise.resolve(answer());
  };

const lose: typeof fetch = () => {
  sent++;
  return Promise.reject(new TypeError(`fetch failed for ${KEY}`));
};

const refusal = () =>
  Response.json(
    { error: `no Pod p1 for ${KEY}` },
    { status: 404, headers: { "x-request-id": "r1" } },
  );
const page = () =>
  new Response("<p>", { headers: { "content-type": "text/html" } });
const job = () => Response.json({ id: "j1", status: "IN_QUEUE" });

const calls: Readonly<
  Record<string, readonly [typeof fetch, (cloud: Client) => Promise<unknown>]>
> = {
  refused: [respond(refusal), (cloud) => cloud.pods.get("p1")],
  unreadable: [respond(page), (cloud) => cloud.pods.get("p1")],
  lost: [lose, (cloud) => cloud.pods.create({})],
  submitted: [respond(job), (cloud) => cloud.model("m").run({ prompt: "x" })],
  cancelled: [respond(job), (cloud) => cloud.model("m").job("j1").cancel()],
  fetched: [respond(job), (cloud) => cloud.fetch("https://rest.test/v1/pods")],
  raw: [respond(job), (cloud) => cloud.rest.GET("/pods")],
  observed: [
    respond(job),
    (cloud) => cloud.pods.get("p1", {}, { onFinalResponse: () => undefined }),
  ],
};

const outcomes: Record<string, object> = {};
for (const [name, [fetch, call]] of Object.entries(calls)) {
  sent = 0;
  const cloud = createClient({
    apiKey: KEY,
    baseUrl: "https://rest.test/v1",
    publicBaseUrl: "https://jobs.test",
    fetch,
  });
  const error: unknown = await call(cloud).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  outcomes[name] = { sent, ...describe(error) };
}
console.log(JSON.stringify(outcomes));

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { name: "resolved" };
  const { name, message } = error;
  const { maybeSent, status, body } = error as Error & {
    readonly maybeSent?: boolean;
    readonly status?: number;
    readonly body?: unknown;
  };
  const hasCause = error.cause !== undefined;
  return { name, message, maybeSent, status, body, hasCause };
}
