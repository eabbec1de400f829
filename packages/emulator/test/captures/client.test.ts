import { describe, expect, test } from "vitest";
import type { Capture } from "../../../spec-tools/src/document/capture.js";
import { GraphQLError, ResponseError } from "cloud-compute-sdk";
import { answeredCall, named } from "./support/answered-call.js";
import { RawFailure } from "./support/calls.js";
import { captures, isModelAnswer, shownBody } from "./support/captures.js";

const isRefusal = ({ status }: Capture) => status === "4xx" || status >= 400;
const holdsErrors = (capture: Capture) =>
  "errors" in Object(shownBody(capture)) && !isRefusal(capture);
const refusals = captures.filter(
  (capture) => isRefusal(capture) || holdsErrors(capture),
);
const successes = captures.filter(
  (capture) => !isModelAnswer(capture) && !refusals.includes(capture),
);

describe("the client, given a captured answer", () => {
  test.each(named(successes))("reads %s", async (...[, capture]) => {
    const { result, error, requests, drift } = await answeredCall(capture);
    expect(error).toBeUndefined();
    expect(requests).toHaveLength(isWaiting(capture) ? 2 : 1);
    expect(requests[0]?.method).toBe(capture.request.method);
    expectMembers(capture, result);
    const findings = drift
      .findings()
      .filter(
        ({ kind }) => capture.body !== undefined || kind !== "missing field",
      );
    expect(findings).toEqual([]);
  });
});

describe("the client, given a captured refusal", () => {
  test.each(named(refusals))(
    "says what the service said at %s",
    async (...[, capture]) => {
      const { error, requests, drift } = await answeredCall(capture);
      const { status, words = [] } = capture;
      const failed = error as ResponseError | GraphQLError | RawFailure;
      expect(error, String(error)).toBeInstanceOf(classOf(capture, error));
      expect(failed.status).toBe(status === "4xx" ? 400 : status);
      for (const each of words) expect(textOf(failed)).toContain(each);
      if (!(failed instanceof RawFailure)) {
        for (const each of words.filter(isSentence))
          expect(failed.message).toContain(each.slice(0, 250));
        expect(failed.maybeSent).toBe(mayBeDone(capture, failed));
      }
      expect(requests).toHaveLength(1);
      const findings = drift
        .findings()
        .filter(({ kind, path }) => isOfBody(capture, kind, path));
      expect(findings).toEqual([]);
    },
  );
});

/** Whether the call goes on until the job has ended, and the answer shows a job that has not. */
function isWaiting(capture: Capture): boolean {
  const { status } = Object(shownBody(capture)) as Members;
  return /\.(runSync|stream)$/.test(capture.operation) && status === "IN_QUEUE";
}

/** Whether a finding is about what the capture shows. A refusal is often shown in part, or without its body. */
function isOfBody(capture: Capture, kind: string, path: string): boolean {
  if (path === "" && shownBody(capture) === undefined) return false;
  return kind !== "undocumented status" && kind !== "missing field";
}

type Members = Readonly<Record<string, unknown>>;

/** What the call returns holds the members of the answer; lists and streams return what is in them. */
function expectMembers(capture: Capture, result: unknown) {
  const { operation } = capture;
  const shown = shownBody(capture);
  if (shown === undefined || isWaiting(capture)) return;
  if (operation.startsWith("graphql."))
    expect(result).toMatchObject((shown as { readonly data: object }).data);
  else if (operation === "jobs.run")
    expect((result as { readonly id: string }).id).toBe(
      (shown as Members)["id"],
    );
  else if (operation === "jobs.stream") expect(result).toBe("TEXT");
  else if (operation === "v2.pods.list") expect(result).toEqual([]);
  else expect(result).toMatchObject(Object(shown) as object);
}

function classOf({ operation }: Capture, error: unknown) {
  if (error instanceof RawFailure) return RawFailure;
  const isGraphql = operation.startsWith("graphql.");
  return isGraphql && error instanceof GraphQLError
    ? GraphQLError
    : ResponseError;
}

/** The whole text of what failed. */
function textOf(failed: ResponseError | GraphQLError | RawFailure): string {
  if (failed instanceof RawFailure) return failed.message;
  const text = JSON.stringify([failed.body]);
  return text.replaceAll('\\"', '"');
}

/** Codes of GraphQL stand beside the message. */
function isSentence(words: string): boolean {
  return !/^[A-Z_]+$/.test(words);
}

/**
 * Whether the service may have carried out a refused request: never what it turns away for its number, nor what it refuses
 * for money, stock or a quota; a request that changes something, whenever the answer has no reason and may be a gateway's.
 */
function mayBeDone(
  { request, status, words }: Capture,
  { code, maybeSent }: ResponseError | GraphQLError,
): boolean {
  if (status === 429 || /capacity|balance|quota/.test(code)) return false;
  const isWrite = request.method !== "GET";
  const isFault = status !== "4xx" && status >= 500 && words === undefined;
  return (isWrite && isFault) || maybeSent;
}
