// A route of a web application, built on the standard Request and Response: put POST and GET into
// app/api/pictures/route.ts of Next.js, or mount them in any server with a fetch handler. To run them without a server:
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator -- npx tsx route-handler.ts
import {
  CloudComputeError,
  createClient,
  InputError,
  type Client,
  type ModelOutputs,
} from "cloud-compute-sdk";
import { createJobHandles } from "cloud-compute-sdk/webhooks";
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";

const MODEL = "black-forest-labs-flux-1-schnell";
let client: Client | undefined;
const handles = createJobHandles({
  secret: process.env["HANDLE_SECRET"] ?? `for development ${randomUUID()}`,
});

/** Names the visitor. Use the session of your application. */
function visitorOf(request: Request): string {
  return request.headers.get("cookie") ?? "nobody";
}

/** Submits a job and responds at once with its handle, signed for this visitor. No request stays open while the model runs. */
export async function POST(request: Request): Promise<Response> {
  const body = parse(await request.text()) as
    | { prompt?: unknown }
    | null
    | undefined;
  const prompt = body?.prompt;
  if (typeof prompt !== "string" || prompt === "")
    return Response.json({ error: "prompt is missing" }, { status: 400 });
  return answer(async (cloud) => {
    // Do not pass request.signal here: if the visitor leaves during the submit, the id of a billed job would be lost.
    const job = await cloud.model(MODEL).run({ prompt });
    const handle = await handles.sign(job, visitorOf(request));
    return Response.json({ handle }, { status: 202 });
  });
}

/** Responds with the current status of a job of this visitor. */
export async function GET(request: Request): Promise<Response> {
  const handle = new URL(request.url).searchParams.get("job") ?? "";
  const data = await handles.open(handle, visitorOf(request));
  if (!data)
    return Response.json(
      { error: "there is no such picture" },
      { status: 400 },
    );
  return answer(async (cloud) => {
    const job = cloud.job<ModelOutputs[typeof MODEL]>(data);
    const { status, output } = await job.status({ signal: request.signal });
    return Response.json({ status, image: output?.image_url });
  });
}

/** Parses what a visitor sent as JSON. Returns undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function answer(
  act: (cloud: Client) => Promise<Response>,
): Promise<Response> {
  // Created with the first request, because a build imports this file without a key.
  client ??= createClient();
  try {
    return await act(client);
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    const status = error instanceof InputError ? 400 : 502;
    return Response.json(
      { error: error.code, mayRun: error.maybeSent },
      { status },
    );
  }
}

// A demonstration. Leave it out of your application.
const address = "https://example.com/api/pictures";
const body = JSON.stringify({ prompt: "a lighthouse" });
const submitted = await POST(new Request(address, { method: "POST", body }));
const { handle } = (await submitted.json()) as { handle: string };
console.log(submitted.status, handle);
const wrong = await POST(new Request(address, { method: "POST", body: "x" }));
const unknown = await GET(new Request(`${address}?job=x`));
console.log(wrong.status, unknown.status, "for input that is not JSON");
let status = "";
while (status !== "COMPLETED") {
  const query = new URLSearchParams({ job: handle }).toString();
  const response = await GET(new Request(`${address}?${query}`));
  const seen = (await response.json()) as { status: string; image?: string };
  if (seen.status !== status) console.log(response.status, seen);
  if (!response.ok) break;
  status = seen.status;
  await setTimeout(200);
}
