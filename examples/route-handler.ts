// A route of a web application, on the web's own Request and Response: put POST and GET into app/api/pictures/route.ts
// of Next.js, or mount them in any server that speaks fetch. Tried here without one:
//   npx cloud-compute-sdk emulator -- npx tsx route-handler.ts
import {
  CloudComputeError,
  createClient,
  InputError,
  type JobData,
} from "cloud-compute-sdk";
import { setTimeout } from "node:timers/promises";

const cloud = createClient();

/** Submits, and answers at once with a handle: no request is held while a model works. */
export async function POST(request: Request): Promise<Response> {
  const { prompt } = (await request.json()) as { prompt?: unknown };
  if (typeof prompt !== "string" || prompt === "")
    return Response.json({ error: "prompt is missing" }, { status: 400 });
  return answer(async () => {
    // Without request.signal: a visitor who leaves must not make the fate of a billed submit unknown.
    const job = await cloud.model("flux-schnell").run({ prompt });
    return Response.json(job, { status: 202 });
  });
}

/** One look at the job of a handle. */
export async function GET(request: Request): Promise<Response> {
  const handle = new URL(request.url).searchParams.get("job") ?? "{}";
  return answer(async () => {
    const job = cloud.job(JSON.parse(handle) as JobData);
    const { status, output } = await job.status({ signal: request.signal });
    return Response.json({ status, image: output?.image_url });
  });
}

async function answer(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    const status = error instanceof InputError ? 400 : 502;
    return Response.json({ error: error.code }, { status });
  }
}

const address = "https://example.com/api/pictures";
const body = JSON.stringify({ prompt: "a lighthouse" });
const submitted = await POST(new Request(address, { method: "POST", body }));
const handle = await submitted.text();
console.log(submitted.status, handle);
let status = "";
while (status !== "COMPLETED") {
  const query = new URLSearchParams({ job: handle }).toString();
  const looked = await GET(new Request(`${address}?${query}`));
  const seen = (await looked.json()) as { status: string; image?: string };
  if (seen.status !== status) console.log(looked.status, seen);
  if (!looked.ok) break;
  status = seen.status;
  await setTimeout(200);
}
