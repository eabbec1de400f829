import { ResponseError } from "../errors.js";
import { isPlainObject } from "../json.js";

/**
 * For how long the service must go on saying that it does not know a job, a Pod or an endpoint until that counts as gone.
 * One such answer proves nothing: a balancer may have asked a machine that does not know of it yet, or no longer.
 */
export const GONE_AFTER_MS = 60_000;

/** Whether a response is the service's own word: JSON. A page or another text comes from a gateway on the way. */
export function isOfService({ body }: ResponseError): boolean {
  return isPlainObject(body) || Array.isArray(body);
}

/** Whether the service itself says that it does not know what was asked for. A page with 404 comes from a gateway. */
export function isNotFound(error: unknown): error is ResponseError {
  return (
    error instanceof ResponseError && error.status === 404 && isOfService(error)
  );
}

/** Whether a response comes from a gateway on the way, which does not speak for the service: a page, or another text. */
export function isOfGateway({ body }: Pick<ResponseError, "body">): boolean {
  return typeof body === "string" && body.trim() !== "";
}

/** Whether a status refuses what another attempt would send again. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}
