import type { AccountState } from "../state/account-state.js";
import type { Job } from "../state/job.js";
import { cancelJob, completeJob, waitForJob } from "../jobs/jobs.js";
import { ApiError } from "../http/api-error.js";
import { jsonResponse } from "../http/json-response.js";
import type { Handlers } from "../requests/handler.js";
import type { OpenAIRoute } from "../http/operations.js";
import { openaiErrorType } from "../requests/surfaces.js";
import { embed } from "./embeddings.js";
import {
  inputFor,
  isOwn,
  requireServed,
  requireTextModel,
  servedModels,
} from "./model-text.js";
import {
  chunkOf,
  completionOf,
  deltaOf,
  failureOf,
  joinTokens,
  planOfOutput,
  planReply,
  replyOf,
  totalsOf,
  usageChunkOf,
  type Reply,
} from "./reply.js";
import { readCompletionRequest, type CompletionRequest } from "./request.js";
import { callerLeft, runJob, type PostCall } from "./run-job.js";

/** The handler of each OpenAI-compatible route. */
export const openaiHandlers: Handlers<OpenAIRoute> = {
  "POST /v2/{slug}/openai/v1/chat/completions": (call) => complete(call, true),
  "POST /v2/{slug}/openai/v1/completions": (call) => complete(call, false),
  "POST /v2/{slug}/openai/v1/embeddings": embed,
  "GET /v2/{slug}/openai/v1/models": ({ state, params: { slug } }) => {
    requireTextModel(state, slug);
    const data = servedModels(slug).map((id) => describeModel(state, id));
    return jsonResponse({ object: "list", data });
  },
  "GET /v2/{slug}/openai/v1/models/{model}": ({ state, params }) => {
    const { slug, model } = params;
    requireTextModel(state, slug);
    requireServed(state, slug, model);
    return jsonResponse(describeModel(state, model));
  },
};

function describeModel({ clock }: AccountState, id: string): object {
  const created = Math.floor(clock.now() / 1000);
  return { id, object: "model", created, owned_by: "emulator" };
}

/** Runs a job and answers with its text. */
async function complete(call: PostCall, isChat: boolean): Promise<Response> {
  const { state, params, body, signal } = call;
  const { slug } = params;
  if (signal.aborted) return callerLeft();
  requireTextModel(state, slug);
  const request = readCompletionRequest(isChat, body);
  requireServed(state, slug, request.model);
  const isOwnModel = isOwn(state, slug);
  const plan = isOwnModel ? undefined : planReply(state, request);
  const replyTo = (job: Job) =>
    replyOf(job, isOwnModel ? planOfOutput(job) : plan, request);
  // The headers wait for the first token, so that a job that fails before is answered with an error status.
  const hasBegun = ({ isWhole, tokens }: Reply) =>
    isWhole || (request.stream && tokens.length > 0);
  const input = inputFor(state, slug, request);
  const job = await runJob(call, input, (each) => hasBegun(replyTo(each)));
  if (!job) return callerLeft();
  const reply = replyTo(job);
  const failure = failureOf(state, job, reply);
  if (failure !== undefined && !hasBegun(reply))
    throw new ApiError(500, failure);
  if (request.stream)
    return new Response(
      streamOf(state, job, request, () => replyTo(job)),
      { headers: { "content-type": "text/event-stream; charset=utf-8" } },
    );
  const completion = completionOf(job, request, reply);
  endEarly(state, job, request, reply);
  return jsonResponse(completion);
}

/**
 * Ends the job of a reply that is whole before its job: at the permitted number of tokens, or at a stop. A job of a public
 * model has completed, and costs what the reply costs. The handler of a test is told to stop.
 */
function endEarly(
  state: AccountState,
  job: Job,
  request: CompletionRequest,
  reply: Reply,
): void {
  const { cost } = totalsOf(job, request, reply);
  if (isOwn(state, job.slug)) cancelJob(state, job);
  else completeJob(state, job, { text: joinTokens(reply), cost });
}

/** The events of a stream, each as soon as the job has made it. */
function streamOf(
  state: AccountState,
  job: Job,
  request: CompletionRequest,
  reply: () => Reply,
): ReadableStream<Uint8Array> {
  const controller = new AbortController();
  const events = eventsOf(state, job, request, reply, controller.signal);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (stream) => {
        const { done, value } = await events.next();
        if (done) stream.close();
        else {
          const data = value === DONE ? value : JSON.stringify(value);
          stream.enqueue(encoder.encode(`data: ${data}\n\n`));
        }
      },
      cancel: () => {
        controller.abort();
        cancelJob(state, job);
      },
    },
    { highWaterMark: 0 },
  );
}

const DONE = "[DONE]";

/** The data of each event. */
async function* eventsOf(
  state: AccountState,
  job: Job,
  request: CompletionRequest,
  reply: () => Reply,
  signal: AbortSignal,
): AsyncGenerator<object | typeof DONE, void, undefined> {
  if (request.isChat)
    yield chunkOf(job, request, { role: "assistant", content: "" });
  const limit = { until: job.expiresAt, signal };
  let sent = 0;
  for (;;) {
    await waitForJob(state, job, limit, () => {
      const { isWhole, tokens } = reply();
      return isWhole || tokens.length > sent;
    });
    const current = reply();
    // The job goes on while its tokens are read.
    const message = failureOf(state, job, current);
    for (; sent < current.tokens.length; sent += 1)
      yield chunkOf(job, request, deltaOf(current, sent, request));
    if (current.isWhole) break;
    if (message === undefined) continue;
    const type = openaiErrorType(500);
    yield { error: { message, type, param: null, code: null } };
    return;
  }
  const whole = reply();
  endEarly(state, job, request, whole);
  yield chunkOf(job, request, {}, whole.finishReason);
  if (request.includeUsage) yield usageChunkOf(job, request, whole);
  yield DONE;
}
