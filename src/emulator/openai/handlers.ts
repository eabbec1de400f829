import type { AccountState } from "../account-state.js";
import type { Job } from "../jobs/job.js";
import { cancelJob, submitJob, waitForJob } from "../jobs/jobs.js";
import { ApiError } from "../server/api-error.js";
import { jsonResponse } from "../server/json-response.js";
import type { Call, Handlers } from "../server/handler.js";
import type { OpenAIRoute } from "../server/operations.js";
import { openaiErrorType } from "../server/surfaces.js";
import { Answer } from "./answer.js";
import {
  readCompletionRequest,
  type CompletionRequest,
} from "./completion-request.js";
import { inputFor, requireTextModel } from "./model-text.js";

/** The handler of each OpenAI-compatible route. */
export const openaiHandlers: Handlers<OpenAIRoute> = {
  "POST /v2/{slug}/openai/v1/chat/completions": (call) => complete(call, true),
  "POST /v2/{slug}/openai/v1/completions": (call) => complete(call, false),
  "GET /v2/{slug}/openai/v1/models": ({ state, params: { slug } }) => {
    requireTextModel(state, slug);
    const created = Math.floor(state.clock.now() / 1000);
    const model = { id: slug, object: "model", created, owned_by: "emulator" };
    return jsonResponse({ object: "list", data: [model] });
  },
};

type CompletionCall = Call<Exclude<OpenAIRoute, `GET ${string}`>>;

/** Runs a job and answers with its text. A job whose caller has gone is cancelled. */
async function complete(
  call: CompletionCall,
  isChat: boolean,
): Promise<Response> {
  const { state, params, origin, body, bodyBytes, signal } = call;
  const { slug } = params;
  requireTextModel(state, slug);
  const request = readCompletionRequest(isChat, body);
  const input = inputFor(state, slug, request);
  const submit = { slug, kind: "runsync", origin, bodyBytes } as const;
  const job = submitJob(state, submit, { input });
  const answer = new Answer(state, job, request);
  const waitUntil = (isDone: () => boolean) =>
    waitForJob(state, job, { until: job.expiresAt, signal }, isDone);
  // The headers wait for the first token, so that a job that fails before is answered with an error status.
  await waitUntil(
    () => answer.isWhole || (request.stream && answer.tokens.length > 0),
  );
  if (signal.aborted) cancelJob(state, job);
  const hasTokens = request.stream && answer.tokens.length > 0;
  if (answer.failure !== undefined && !hasTokens)
    throw new ApiError(500, answer.failure);
  if (request.stream)
    return new Response(streamOf(state, job, answer, request), {
      headers: { "content-type": "text/event-stream; charset=utf-8" },
    });
  endJobOfCutText(state, job);
  return jsonResponse(answer.completion());
}

/** A text that reached the permitted number of tokens needs no more of its job. A job that has ended stays as it is. */
function endJobOfCutText(state: AccountState, job: Job): void {
  cancelJob(state, job);
}

/** The events of a stream, each as soon as the job has made it. */
function streamOf(
  state: AccountState,
  job: Job,
  answer: Answer,
  request: CompletionRequest,
): ReadableStream<Uint8Array> {
  const controller = new AbortController();
  const { signal } = controller;
  const events = eventsOf(state, job, answer, request, signal);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (stream) => {
        const { done, value } = await events.next();
        if (done) stream.close();
        else stream.enqueue(encoder.encode(`data: ${value}\n\n`));
      },
      cancel: () => {
        controller.abort();
        cancelJob(state, job);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The data of each event. */
async function* eventsOf(
  state: AccountState,
  job: Job,
  answer: Answer,
  { isChat, includeUsage }: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  if (isChat) yield JSON.stringify(answer.roleChunk());
  let sent = 0;
  const isNew = () => answer.tokens.length > sent || answer.isWhole;
  for (;;) {
    await waitForJob(state, job, { until: job.expiresAt, signal }, isNew);
    const tokens = answer.tokens.slice(sent);
    sent += tokens.length;
    for (const token of tokens) yield JSON.stringify(answer.chunk(token, null));
    if (answer.isWhole && sent === answer.tokens.length) break;
    const { failure } = answer;
    if (failure === undefined) continue;
    const type = openaiErrorType(500);
    const error = { message: failure, type, param: null, code: 500 };
    yield JSON.stringify({ error });
    return;
  }
  endJobOfCutText(state, job);
  yield JSON.stringify(answer.chunk("", answer.finishReason));
  if (includeUsage) yield JSON.stringify(answer.usageChunk());
  yield "[DONE]";
}
