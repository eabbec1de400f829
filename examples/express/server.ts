// Pictures for the visitors of a web page, with Express:
//   # until the packages are published, set the paths of their files in package.json
//   npm install && npm start
//   curl -i -c jar -b jar -H "content-type: application/json" -d '{"prompt":"a lighthouse"}' localhost:3000/api/pictures
import {
  CloudComputeError,
  createClient,
  type ModelOutputs,
} from "cloud-compute-sdk";
import { createJobHandles } from "cloud-compute-sdk/webhooks";
import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { randomUUID } from "node:crypto";

/** A visitor may run these models and no others. */
const MODELS = ["black-forest-labs-flux-1-schnell", "z-image-turbo"] as const;
const MAX_JOBS_PER_MINUTE = 5;

const cloud = createClient();
const handles = createJobHandles({
  secret: process.env["HANDLE_SECRET"] ?? `for development ${randomUUID()}`,
});
const app = express();
app.use(express.json());

/** Names the visitor by a cookie. With accounts of your own, use the id of the account. */
function visitorOf(request: Request, response: Response): string {
  const known = /(?:^|; )visitor=([^;]+)/.exec(request.headers.cookie ?? "");
  if (known?.[1] !== undefined) return known[1];
  const visitor = randomUUID();
  response.cookie("visitor", visitor, { httpOnly: true, sameSite: "lax" });
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

/** Passes the rejection of a handler on, which Express 4 does not do. */
function route(
  handle: (request: Request, response: Response) => Promise<unknown>,
): RequestHandler {
  return (request, response, next) => {
    handle(request, response).catch(next);
  };
}

app.post(
  "/api/pictures",
  route(async (request, response) => {
    const visitor = visitorOf(request, response);
    const body = Object(request.body) as Record<string, unknown>;
    const { prompt, model = MODELS[0] } = body;
    const slug = MODELS.find((name) => name === model);
    if (!slug || typeof prompt !== "string" || prompt === "")
      return response
        .status(400)
        .json({ error: "prompt or model is not valid" });
    if (!maySubmit(visitor))
      return response
        .status(429)
        .json({ error: "too many pictures in a minute" });
    // The submit goes on if the visitor leaves: otherwise the id of a billed job could be lost.
    const job = await cloud.model(slug).run({ prompt });
    const handle = await handles.sign(job, visitor);
    return response.status(202).json({ handle });
  }),
);

/** The job of a handle, if the handle was signed for this visitor. */
async function jobOf(request: Request, response: Response) {
  const handle = String(request.params["handle"]);
  const data = await handles.open(handle, visitorOf(request, response));
  return data && cloud.job<ModelOutputs[(typeof MODELS)[0]]>(data);
}

app.get(
  "/api/pictures/:handle",
  route(async (request, response) => {
    const job = await jobOf(request, response);
    if (!job)
      return response.status(404).json({ error: "there is no such picture" });
    const state = await job.status();
    const image =
      state.status === "COMPLETED" ? state.output.image_url : undefined;
    return response.json({ status: state.status, image });
  }),
);

app.delete(
  "/api/pictures/:handle",
  route(async (request, response) => {
    const job = await jobOf(request, response);
    if (!job)
      return response.status(404).json({ error: "there is no such picture" });
    const { status } = await job.cancel();
    return response.json({ status });
  }),
);

app.use(
  (error: unknown, _: Request, response: Response, next: NextFunction) => {
    // `express.json` refuses a body that is not JSON with this error.
    if (error instanceof SyntaxError) {
      response.status(400).json({ error: "the body is not JSON" });
      return;
    }
    if (!(error instanceof CloudComputeError)) return next(error);
    console.error(error.message);
    response.status(502).json({ error: error.code, mayRun: error.maybeSent });
  },
);

const port = Number(process.env["PORT"] ?? 3000);
app.listen(port, () => {
  console.log(`http://localhost:${port}/api/pictures`);
});
