import {
  CloudComputeError,
  ConnectionError,
  InputError,
  ResponseError,
  TimeoutError,
} from "../errors.js";
import { isNotFound, isOfGateway } from "./absence.js";

/** Why a poll was not sent in time. */
export const NO_SLOT = "too many other status requests were waiting";

/** The HTTP status of the response to a failed poll; undefined without a response. */
export function findStatus(error: unknown): number | undefined {
  return error instanceof ResponseError || error instanceof ConnectionError
    ? error.status
    : undefined;
}

/** Whether a poll was not sent because the function of the key failed, or has not given a key in time. */
export function isKeyFunctionFailure(error: unknown): boolean {
  if (error instanceof InputError) return error.parameter === "apiKey";
  if (error instanceof TimeoutError) return !error.maybeSent;
  return !(error instanceof CloudComputeError);
}

/** Describes the outcome of the last poll, as the end of a message. */
export function describeFailure(cause: unknown): string {
  if (cause === NO_SLOT) return `was not sent: ${NO_SLOT}`;
  if (isKeyFunctionFailure(cause))
    return "was not sent: there was no key for it";
  const status = findStatus(cause);
  if (cause instanceof ResponseError && cause.code !== "invalid_response")
    return `was answered ${cause.status}`;
  if (status !== undefined)
    return `was answered ${status}, in a way that cannot be read`;
  const isSent = cause instanceof CloudComputeError && cause.maybeSent;
  return isSent ? "got no answer" : "was not sent: no connection could be made";
}

/** Whether a failed poll shows that the service is there: it does not know the job, or asks for fewer polls. */
export function isAnswer(error: unknown): boolean {
  if (isNotFound(error)) return true;
  return error instanceof ResponseError && error.status === 429;
}

/** Whether another poll would fail too. A function that supplies the key may supply a better key next time. */
export function isFinalFailure(
  error: unknown,
  hasKeyFunction: boolean,
): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return false;
  if (!(error instanceof ResponseError))
    return !(isKeyFunctionFailure(error) && hasKeyFunction);
  const { status } = error;
  if (isOfGateway(error)) return false;
  if (status === 401 || status === 403) return !hasKeyFunction;
  const mayRecover = [404, 408, 425, 429].includes(status);
  return status >= 400 && status < 500 && !mayRecover;
}
