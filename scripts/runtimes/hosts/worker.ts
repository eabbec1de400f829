import { runSuite } from "../suite.js";
import type { Place } from "../suite/place.js";

/** Runs the suite within the request of a worker. */
export default {
  fetch: async (request: Request): Promise<Response> =>
    Response.json(await runSuite((await request.json()) as Place)),
};
