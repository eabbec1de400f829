import type { ModelOutput } from "../generated/jobs/resources.js";
import type { paths as JobsPaths } from "../generated/jobs/types.js";
import { createRestResources } from "../generated/rest/fetchers.js";
import type { RestResources } from "../generated/rest/resources.js";
import type { paths as RestPaths } from "../generated/rest/types.js";
import type { SurfaceName } from "../generated/surfaces/addresses.js";
import { createSurfaces } from "../generated/surfaces/members.js";
import type { Surfaces } from "../generated/surfaces/types.js";
import { describeShortTimeout } from "./checks.js";
import type { JobData } from "./errors.js";
import { createGraphql, type GraphqlClient } from "./graphql/client.js";
import { createTransport } from "./http/transport.js";
import { createFetch, type CloudFetch } from "./http/fetch.js";
import { resolveOptions } from "./http/settings.js";
import { createSendJobCall } from "./jobs/calls.js";
import { createDownload, type Download } from "./jobs/download.js";
import { LongPolls } from "./jobs/long-poll.js";
import { createJob, type Job } from "./jobs/job.js";
import { createModelMethod, type ModelMethod } from "./jobs/model.js";
import { RateLimiters } from "./jobs/rate-limiter.js";
import type { JobService } from "./jobs/service.js";
import { SubmittedIds } from "./jobs/submit.js";
import type { ClientOptions } from "./options.js";
import {
  connectSurface,
  type JobsRestClient,
  type RestClient,
} from "./rest/client.js";

/** One typed client for all surfaces of the service. */
export interface Client extends RestResources, Surfaces, ModelMethod {
  /**
   * openapi-fetch's own client of the REST API (`{ data, error, response }`), for raw headers, middleware, and whatever
   * the other functions lack. A call also takes `timeout` and `retries`. A middleware (`rest.use`) sees the calls of
   * `pods`, `endpoints` and the other resources as well; `timeout` does not bound what the middleware itself does.
   */
  readonly rest: RestClient;
  /**
   * openapi-fetch's own client of the job API, as `rest` is for the REST API: each call is one request, without a rate
   * limiter. `model` and `job` do more, and send their requests without openapi-fetch: a middleware of `jobsRest` does not
   * see them.
   *
   * @example
   * ```ts
   * const params = { path: { slug: "flux-schnell", jobId: id } };
   * const { data, response } = await cloud.jobsRest.GET("/v2/{slug}/status/{jobId}", { params });
   * ```
   */
  readonly jobsRest: JobsRestClient;
  /** The GraphQL API: `graphql.myself()` and the other shipped documents, and `graphql.request` for your own. */
  readonly graphql: GraphqlClient;
  /**
   * Resumes a job from what its `toJSON()` returned, in this process or another; `{ slug, id }` is enough. A type argument
   * names the output. Nothing is sent. `model(slug).job(id)` resumes a job of a public model with the types of that model.
   *
   * @throws InputError if `slug` or `id` is empty, or cannot be part of an address
   *
   * @example
   * ```ts
   * const job = cloud.job<{ text: string }>({ slug: "my-endpoint", id });
   * const { output } = await job.wait();
   * ```
   */
  job<Output = ModelOutput>(data: JobData): Job<Output>;
  /** Fetches a file that a model made, as a stream, or to disk with `download.toFile`. */
  readonly download: Download;
  /**
   * `fetch` for other clients of the service, such as an OpenAPI or GraphQL client of your own: the function adds the
   * key and retries. GET and HEAD are retried whenever a retry may help; any other request, and every request to
   * GraphQL, only if the request was certainly not carried out. The function takes `timeout` and `retries` beside
   * `method`, `headers`, `body` and `signal`, and resolves with the last response, whatever its status. The body of a
   * success is a stream: `timeout` covers the call up to the headers, and an abort ends the stream. The body of any
   * other response is read at once, up to 64 KiB, and the key in it is redacted. A body that is a stream is sent once,
   * without retries.
   *
   * @throws InputError when the address is not under `baseUrl`, `publicBaseUrl` or `graphqlUrl`; nothing was sent
   * @throws ConnectionError when no response came
   * @throws TimeoutError when no response came in time
   */
  readonly fetch: CloudFetch;
}

/**
 * Creates a client. What the options leave out, the client reads from the environment: the key from
 * `CLOUD_COMPUTE_API_KEY`, and an address for each surface that you use. `CLOUD_COMPUTE_BASE_URL` is for the management
 * API, `CLOUD_COMPUTE_V2_BASE_URL` for version 2 of the management API, `CLOUD_COMPUTE_PUBLIC_BASE_URL` for models and
 * jobs, and `CLOUD_COMPUTE_GRAPHQL_URL` for GraphQL. `cloud-compute-sdk/machines` reaches the HTTP ports of Pods by
 * `CLOUD_COMPUTE_PROXY_URL`.
 *
 * @throws InputError when the key is missing, or an option is not valid
 *
 * @example
 * ```ts
 * const cloud = createClient({ timeout: 30_000 });
 * const job = await cloud.model("z-image-turbo").run({ prompt: "a lighthouse" });
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const settings = resolveOptions(options);
  const { spend, apiKey } = options;
  warnInBrowser(options, settings.warn);
  warnOfShortTimeouts(options, settings.warn);
  const transport = createTransport(settings);
  const connect = <Paths extends object>(surface: SurfaceName) =>
    connectSurface<Paths>(settings, transport, surface);
  const rest = connect<RestPaths>("rest");
  const resources = createRestResources(rest.client, rest.calls);
  Object.assign(resources.pods, rest.proxySource);
  const send = createSendJobCall(settings, transport);
  const service: JobService = {
    send: spend?.guardCalls(send, settings.timeout) ?? send,
    limiters: new RateLimiters(),
    submittedIds: new SubmittedIds(),
    longPolls: new LongPolls(settings.longPolling, (note) => {
      if (settings.observers.logsCalls) settings.warn(note);
    }),
    tracing: settings.tracing,
    requireAddress: settings.addresses.jobs.require,
    openaiFetch: createFetch(settings, transport, {
      operation: "model.openai",
      path: "/v2/{slug}/openai/v1/{path}",
    }),
    timeout: settings.timeout,
    redact: settings.keys.redact,
    hasKeyFunction: typeof apiKey === "function",
    warn: warnOnce(settings.warn),
  };
  return {
    ...resources,
    ...createSurfaces(connect),
    rest: rest.rest,
    jobsRest: connect<JobsPaths>("jobs").rest,
    graphql: createGraphql(settings, transport),
    model: createModelMethod(service),
    job: (data) => createJob(service, data),
    download: createDownload(settings),
    fetch: createFetch(settings, transport, { operation: "fetch" }),
  };
}

function warnOfShortTimeouts(
  { timeout, attemptTimeout }: ClientOptions,
  warn: (message: string) => void,
): void {
  for (const [name, value] of Object.entries({ timeout, attemptTimeout })) {
    const warning = describeShortTimeout(name, value);
    if (warning !== undefined) warn(`createClient: ${warning}`);
  }
}

let warned = false;

/** A key given as text in a page can be read by everyone who opens the page. */
function warnInBrowser(
  { apiKey }: ClientOptions,
  warn: (message: string) => void,
): void {
  if (warned || typeof apiKey !== "string" || !("document" in globalThis))
    return;
  warned = true;
  warn(
    "cloud-compute-sdk: everyone who opens this page can read the API key; keep the key on a server",
  );
}

/** Passes each message on once. */
function warnOnce(warn: (message: string) => void): (message: string) => void {
  const warned = new Set<string>();
  return (message) => {
    if (warned.has(message)) return;
    warned.add(message);
    warn(message);
  };
}
