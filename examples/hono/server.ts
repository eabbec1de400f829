// Pictures for the visitors of a web page, with Hono:
//   # until the packages are published, set the paths of their files in package.json
//   npm install && npm start
//   curl -i -c jar -b jar -H "content-type: application/json" -d '{"prompt":"a lighthouse"}' localhost:3000/api/pictures
import { serve } from "@hono/node-server";
import {
  CloudComputeError,
  createClient,
  type ModelOutputs,
} from "cloud-compute-sdk";
import { createJobHandles } from "cloud-compute-sdk/webhooks";
import { Hono, type Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { randomUUID } from "node:crypto";

/** A visitor may run these models and no others. */
const MODELS = ["black-forest-labs-flux-1-schnell", "z-image-turbo"] as const;
const MAX_JOBS_PER_MINUTE = 5;

const cloud = createClient();
const handles = createJobHandles({
  secret: process.env["HANDLE_SECRET"] ?? `for development ${randomUUID()}`,
});
const app = new Hono();

/** Names the visitor by a cookie. With accounts of your own, use the id of the account. */
function visitorOf(context: Context): string {
  const known = getCookie(context, "visitor");
  if (known !== undefined) return known;
  const visitor = randomUUID();
  setCookie(context, "visitor", visitor, { httpOnly: true, sameSite: "Lax" });
  return visitor;
}

const submits = new Map<string, number[]>();

/** Counts the submits of a visitor. With several processes, count in a store that they share. */
function maySubmit(visitor: string): boolean {
  const since = Date.now() - 60_000;
  const recent = (submits.get(visitor) ?? []).filter((time) => time > since);
  const isPermitted = recent.length < MAX_JOBS_PER_MINUTE;
  submits.set(visitor, isPermitted ? [...recent, Date.now()] : recent);
  return isPermitted;
}

app.post("/api/pictures", async (context) => {
  const visitor = visitorOf(context);
  const body: unknown = await context.req.json().catch(() => undefined);
  const { prompt, model = MODELS[0] } = Object(body) as Record<string, unknown>;
  const slug = MODELS.find((name) => name === model);
  if (!slug || typeof prompt !== "string" || prompt === "")
    return context.json({ error: "prompt or model is not valid" }, 400);
  if (!maySubmit(visitor))
    return context.json({ error: "too many pictures in a minute" }, 429);
  // The submit goes on if the visitor leaves: otherwise the id of a billed job could be lost.
  const job = await cloud.model(slug).run({ prompt });
  return context.json({ handle: await handles.sign(job, visitor) }, 202);
});

/** The job of a handle, if the handle was signed for this visitor. */
async function jobOf(context: Context) {
  const handle = context.req.param("handle") ?? "";
  const data = await handles.open(handle, visitorOf(context));
  return data && cloud.job<ModelOutputs[(typeof MODELS)[0]]>(data);
}

app.get("/api/pictures/:handle", async (context) => {
  const job = await jobOf(context);
  if (!job) return context.json({ error: "there is no such picture" }, 404);
  const state = await job.status({ signal: context.req.raw.signal });
  const image =
    state.status === "COMPLETED" ? state.output.image_url : undefined;
  return context.json({ status: state.status, image });
});

app.delete("/api/pictures/:handle", async (context) => {
  const job = await jobOf(context);
  if (!job) return context.json({ error: "there is no such picture" }, 404);
  const { status } = await job.cancel();
  return context.json({ status });
});

app.onError((error, context) => {
  if (!(error instanceof CloudComputeError)) throw error;
  console.error(error.message);
  return context.json({ error: error.code, mayRun: error.maybeSent }, 502);
});

const port = Number(process.env["PORT"] ?? 3000);
serve({ fetch: app.fetch, port }, () => {
  console.log(`http://localhost:${port}/api/pictures`);
});
