import { runSuite } from "../suite.js";
import type { Environment } from "../suite/environment.js";

/** Runs the suite within the request of a worker. */
export default {
  fetch: async (request: Request): Promise<Response> =>
    Response.json(await runSuite((await request.json()) as Environment)),
};
