import { splitWords } from "../jobs/write-text.js";
import { isRecord, integer } from "../check-arguments.js";
import { createRandom, hashText } from "../random.js";
import { ApiError } from "../http/api-error.js";
import type { Call } from "../requests/handler.js";
import { jsonResponse } from "../http/json-response.js";
import {
  isOwn,
  inputFor,
  requireServed,
  requireTextModel,
} from "./model-text.js";
import { readBody, refuse, type Body } from "./request.js";
import { callerLeft, runJob } from "./run-job.js";

const DEFAULT_DIMENSIONS = 384;
const MAX_DIMENSIONS = 4096;

type EmbeddingsCall = Call<"POST /v2/{slug}/openai/v1/embeddings">;

/** Runs a job and answers with a vector for each input: those in the job's output, or else vectors of the emulator. */
export async function embed(call: EmbeddingsCall): Promise<Response> {
  const { state, params } = call;
  const { slug } = params;
  requireTextModel(state, slug);
  const body = readBody(call.body);
  const { model, encoding_format: format } = body;
  const inputs = readInputs(body["input"]);
  const dimensions = readDimensions(body);
  requireServed(state, slug, model);
  const input = inputFor(state, slug, { body, prompt: inputs.join(" ") });
  const job = await runJob(call, input);
  if (!job) return callerLeft();
  const { result, status } = job;
  if (!result || "error" in result) {
    const reason = result ? `: ${result.error}` : "";
    throw new ApiError(500, `the job ended as ${status}${reason}`);
  }
  const own = isOwn(state, slug) ? vectorsIn(result.output) : undefined;
  const vectors = own ?? inputs.map((text) => makeVector(text, dimensions));
  const tokens = inputs.flatMap(splitWords).length;
  return jsonResponse({
    object: "list",
    data: vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: format === "base64" ? toBase64(vector) : vector,
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

/** The texts of an input. A text may also be given as a list of tokens. */
function readInputs(input: unknown): string[] {
  const isTokens = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every(Number.isInteger);
  const isList = Array.isArray(input) && !isTokens(input);
  const list: unknown[] = isList ? input : [input];
  const isValid = list.every(
    (item) => (typeof item === "string" && item !== "") || isTokens(item),
  );
  if (isValid && list.length > 0)
    return list.map((item) => [item].flat().join(" "));
  const rule = "a string, or a list of strings, none of them empty";
  throw refuse("input", `input must be ${rule}`);
}

function readDimensions({ dimensions = DEFAULT_DIMENSIONS }: Body): number {
  const [isValid, expected] = integer(1, MAX_DIMENSIONS);
  if (isValid(dimensions)) return Number(dimensions);
  throw refuse("dimensions", `dimensions must be ${expected}`);
}

/** The vectors in an output of the form of OpenAI's API. */
function vectorsIn(output: unknown): number[][] | undefined {
  const data = isRecord(output) ? output["data"] : undefined;
  if (!Array.isArray(data)) return undefined;
  return data.map((item: unknown) => {
    const vector = isRecord(item) ? item["embedding"] : undefined;
    return Array.isArray(vector) ? vector.map(Number) : [];
  });
}

/** A vector of length 1. Each word adds a direction of its own, so texts that share words are near each other. */
function makeVector(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const random = createRandom(hashText(word));
    for (const [index, sum] of vector.entries())
      vector[index] = sum + random() - 0.5;
  }
  const length = Math.hypot(...vector);
  return vector.map((sum) => sum / length);
}

/** The numbers as 32-bit floats, little-endian. */
function toBase64(vector: readonly number[]): string {
  const bytes = new Uint8Array(new Float32Array(vector).buffer);
  return btoa(String.fromCharCode(...bytes));
}
