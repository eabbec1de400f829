import { answer, jobOf, NOT_FOUND } from "../../../../lib/pictures";

interface Context {
  params: Promise<{ handle: string }>;
}

/** Responds with the status of a job of this visitor. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return answer(async () => {
    const job = await jobOf((await params).handle);
    if (!job) return Response.json(NOT_FOUND, { status: 404 });
    const state = await job.status({ signal: request.signal });
    const image =
      state.status === "COMPLETED" ? state.output.image_url : undefined;
    return Response.json({ status: state.status, image });
  });
}

/** Cancels a job of this visitor. */
export function DELETE(_: Request, { params }: Context): Promise<Response> {
  return answer(async () => {
    const job = await jobOf((await params).handle);
    if (!job) return Response.json(NOT_FOUND, { status: 404 });
    const { status } = await job.cancel();
    return Response.json({ status });
  });
}
