import { readCallOptions } from "../checks.js";
import type { CallControls } from "../http/request-context.js";
import { responseError } from "../http/call-errors.js";
import { checkSuccess, describeUnreadable } from "../http/expectation.js";
import type { Settings } from "../http/settings.js";
import type { Transport } from "../http/transport.js";
import { fillPath } from "../http/url.js";
import { parseJson } from "../json.js";
import type { CallOptions } from "../options.js";
import type { SubmitBody } from "./submit-body.js";

/** What one call of the job API sends, and how. */
export interface JobCall {
  /** The name of the call in errors and hooks: `model.run`. */
  readonly operation: string;
  /** The route as a template: `POST /v2/{slug}/run`. */
  readonly route: string;
  /** The slug of a public model, or the id of an endpoint. */
  readonly slug: string;
  readonly jobId?: string;
  /** For how many milliseconds the service may hold its response. */
  readonly wait?: number | undefined;
  /** What a submit sends. */
  readonly body?: SubmitBody;
  /** The member by which a success shows that it is the service's own. */
  readonly promised?: string;
  /** Says what else is wrong with a success; empty if nothing is. */
  readonly findProblem?: (data: object) => string;
  readonly options?: CallOptions | undefined;
  readonly controls?: CallControls;
}

/** Sends one call of the job API. Resolves with the object that the service answers with. */
export type SendJobCall = (call: JobCall) => Promise<object>;

/**
 * Creates what sends every call of models and jobs: it writes the request, hands it to the transport, and reads the
 * response. The spend guard and the contract of a model wrap this function.
 */
export function createSendJobCall(
  settings: Settings,
  transport: Transport,
): SendJobCall {
  const address = settings.addresses.jobs;
  return async (jobCall) => {
    const { operation, route, slug, jobId, wait, body, promised } = jobCall;
    const call = { surface: "jobs", operation, route } as const;
    const options = readCallOptions(jobCall.options, call);
    const base = address.require(operation);
    const [method = "", template = ""] = route.split(" ");
    const values: Readonly<Record<string, unknown>> = { slug, jobId };
    const path = fillPath(template, (name) => values[name], call);
    const query = wait === undefined ? "" : `?wait=${wait}`;
    const text = body?.text;
    const request = {
      method,
      url: base + path + query,
      headers: text === undefined ? {} : JSON_HEADERS,
      body: text,
    };
    const result = await transport(request, {
      call,
      options,
      controls: jobCall.controls,
      named: { path: values },
    });
    const { response } = result;
    const content = await response.text();
    const data = content === "" ? undefined : parseJson(content);
    const isUnreadable = content !== "" && data === undefined;
    if (!response.ok) throw await responseError(result, call);
    if (isUnreadable)
      throw await responseError(result, call, describeUnreadable(response));
    await checkSuccess(result, data, call, "json object", { promised });
    const problem = jobCall.findProblem?.(data as object) ?? "";
    if (problem !== "") throw await responseError(result, call, problem);
    return data as object;
  };
}

const JSON_HEADERS = { "content-type": "application/json" };
