import { createJobsResources } from "../generated/jobs/fetchers.js";
import type { ModelOutput } from "../generated/jobs/resources.js";
import { createRestResources } from "../generated/rest/fetchers.js";
import type { RestResources } from "../generated/rest/resources.js";
import type { SurfaceName } from "../generated/surfaces/addresses.js";
import { createSurfaces } from "../generated/surfaces/members.js";
import type { Surfaces } from "../generated/surfaces/types.js";
import { createMake } from "./rest/call.js";
import type { JobData } from "./errors.js";
import { createGraphql, type GraphqlClient } from "./graphql/client.js";
import { createDownload, type Download } from "./jobs/download.js";
import { createJob, type Job } from "./jobs/job.js";
import { createModel } from "./jobs/model.js";
import type { ModelMethod } from "./jobs/model-types.js";
import { RateLimiters } from "./jobs/rate-limiter.js";
import { type ClientOptions } from "./options.js";
import type { SendControls } from "./http/request.js";
import { resolveOptions } from "./settings.js";
import { createRestClient, type RestClient } from "./rest/client.js";
import { createSend } from "./http/transport.js";

/** One typed client for the three surfaces of the service. */
export interface Client extends RestResources, Surfaces, ModelMethod {
  /** openapi-fetch's own contract: the escape hatch for raw headers and whatever the facade lacks. */
  readonly rest: RestClient;
  /** The GraphQL API: `graphql.myself()` and the other shipped documents, `graphql.request` for your own. */
  readonly graphql: GraphqlClient;
  /** Goes on with a job from what its `toJSON()` kept, in this process or another. */
  job<Output = ModelOutput>(data: JobData): Job<Output>;
  /** Fetches a file that a model made, as a stream, or with `download.toFile` to disk. */
  readonly download: Download;
}

/**
 * A client. Without options it reads the environment: `CLOUD_COMPUTE_API_KEY`, and an address for each surface that is
 * used (`CLOUD_COMPUTE_BASE_URL`, `CLOUD_COMPUTE_PUBLIC_BASE_URL`, `CLOUD_COMPUTE_GRAPHQL_URL`).
 *
 * @throws InputError when the key is missing, or an option cannot be right
 */
export function createClient(options: ClientOptions = {}): Client {
  const settings = resolveOptions(options);
  const send = createSend(settings);
  const makeOf = (surface: SurfaceName) => createMake(settings, send, surface);
  const jobsWith = (controls?: SendControls) =>
    createJobsResources(createMake(settings, send, "jobs", controls)).jobs;
  const service = {
    jobs: jobsWith(),
    jobsWith,
    limiters: new RateLimiters(),
    timeout: settings.timeout,
    redact: settings.keys.redact,
  };
  warnInBrowser(options, settings.warn);
  return {
    ...createRestResources(makeOf("rest")),
    ...createSurfaces(makeOf),
    rest: createRestClient(settings, send),
    graphql: createGraphql(settings, send),
    model: <Input extends object, Output>(slug: string) =>
      createModel<Input, Output>(service, slug),
    job: (data) => createJob(service, data),
    download: createDownload(settings),
  };
}

let warned = false;

/** A key given as text to a page is readable by everyone who opens it. */
function warnInBrowser(
  { apiKey }: ClientOptions,
  warn: (message: string) => void,
): void {
  if (warned || typeof apiKey !== "string" || !("document" in globalThis))
    return;
  warned = true;
  warn(
    "cloud-compute-sdk: the API key is exposed to all who open this page: keep it on a server",
  );
}
