import {
  answer,
  maySubmit,
  MODELS,
  shared,
  visitorOf,
} from "../../../lib/pictures";

/** Submits a job, and responds at once with its signed handle. */
export function POST(request: Request): Promise<Response> {
  return answer(async () => {
    const visitor = await visitorOf();
    const body: unknown = await request.json().catch(() => undefined);
    const { prompt, model = MODELS[0] } = Object(body) as Record<
      string,
      unknown
    >;
    const slug = MODELS.find((name) => name === model);
    if (!slug || typeof prompt !== "string" || prompt === "")
      return refuse(400, "prompt or model is not valid");
    if (!maySubmit(visitor))
      return refuse(429, "too many pictures in a minute");
    const { cloud, handles } = shared();
    // Without request.signal: if the visitor leaves during the submit, the id of a billed job would be lost.
    const job = await cloud.model(slug).run({ prompt });
    const handle = await handles.sign(job, visitor);
    return Response.json({ handle }, { status: 202 });
  });
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
