import type { AccountState } from "../state/account-state.js";
import type { Job } from "../state/job.js";
import { cancelJob, submitJob, waitForJob } from "../jobs/jobs.js";
import { ApiError } from "../http/api-error.js";
import { jsonResponse } from "../http/json-response.js";
import type { Call, Handlers } from "../requests/handler.js";
import type { OpenAIRoute } from "../http/operations.js";
import { openaiErrorType } from "../requests/surfaces.js";
import { Answer } from "./answer.js";
import { callerLeft, hasLeft } from "./caller-left.js";
import {
  readCompletionRequest,
  type CompletionRequest,
} from "./completion-request.js";
import { embed } from "./embeddings.js";
import {
  inputFor,
  isOwn,
  requireServed,
  requireTextModel,
  servedModels,
} from "./model-text.js";
import { planReplies } from "./reply.js";

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

type PostCall = Call<Extract<OpenAIRoute, `POST ${string}`>>;

/** Runs a job and answers with its text. A job whose caller has gone is cancelled, or not submitted at all. */
async function complete(call: PostCall, isChat: boolean): Promise<Response> {
  const { state, params, origin, body, bodyBytes, signal } = call;
  const { slug } = params;
  if (hasLeft(signal)) return callerLeft();
  requireTextModel(state, slug);
  const request = readCompletionRequest(isChat, body);
  requireServed(state, slug, request.model);
  const plans = isOwn(state, slug) ? undefined : planReplies(state, request);
  const input = inputFor(state, slug, request);
  const submit = { slug, kind: "runsync", origin, bodyBytes } as const;
  const job = submitJob(state, submit, { input });
  const answer = new Answer(state, job, request, plans);
  const waitUntil = (isDone: () => boolean) =>
    waitForJob(state, job, { until: job.expiresAt, signal }, isDone);
  // The headers wait for the first token, so that a job that fails before is answered with an error status.
  await waitUntil(() => answer.isWhole || (request.stream && answer.hasTokens));
  if (hasLeft(signal)) {
    cancelJob(state, job);
    return callerLeft();
  }
  const hasTokens = request.stream && answer.hasTokens;
  if (answer.failure !== undefined && !hasTokens)
    throw new ApiError(500, answer.failure);
  if (request.stream)
    return new Response(streamOf(state, job, answer, request), {
      headers: { "content-type": "text/event-stream; charset=utf-8" },
    });
  endJobOfCutText(state, job);
  return jsonResponse(answer.completion());
}

/** Cancels the job of a text that has reached the permitted number of tokens. A job that has ended keeps its status. */
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
  { isChat, includeUsage, count }: CompletionRequest,
  signal: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const sent = Array.from({ length: count }, () => 0);
  if (isChat)
    for (const index of sent.keys())
      yield JSON.stringify(answer.roleChunk(index));
  const isNew = () =>
    answer.isWhole ||
    answer.replies.some(({ tokens }, index) => tokens.length > sentOf(index));
  const sentOf = (index: number) => sent[index] ?? 0;
  for (;;) {
    await waitForJob(state, job, { until: job.expiresAt, signal }, isNew);
    const { replies, isWhole, failure } = answer;
    for (const [index, reply] of replies.entries()) {
      for (let next = sentOf(index); next < reply.tokens.length; next += 1)
        yield JSON.stringify(answer.tokenChunk(index, reply, next));
      sent[index] = reply.tokens.length;
    }
    if (isWhole) break;
    if (failure === undefined) continue;
    const type = openaiErrorType(500);
    const error = { message: failure, type, param: null, code: null };
    yield JSON.stringify({ error });
    return;
  }
  endJobOfCutText(state, job);
  for (const [index, reply] of answer.replies.entries())
    yield JSON.stringify(answer.endChunk(index, reply));
  if (includeUsage) yield JSON.stringify(answer.usageChunk());
  yield "[DONE]";
}
