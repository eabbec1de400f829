import {
  ConnectionError,
  ResponseError,
  toMessageText,
  type CallContext,
  type ResponseErrorCode,
} from "../errors.js";
import { connectReason } from "../http/network-failure.js";
import { showReason } from "../http/reason.js";
import { EXPIRED } from "../http/timeout.js";
import { redactHeaders, type Redact } from "../http/redact.js";
import { childText, readXml, type XmlElement } from "./xml.js";

/** The data centers whose volumes had file access in August 2026. The list grows, so that no other one is refused. */
const KNOWN_DATA_CENTERS = [
  "EU-CZ-1",
  "EU-RO-1",
  "EUR-IS-1",
  "EUR-NO-1",
  "US-CA-2",
  "US-GA-2",
  "US-IL-1",
  "US-KS-2",
  "US-MD-1",
  "US-MO-1",
  "US-MO-2",
  "US-NC-1",
  "US-NC-2",
  "US-NE-1",
  "US-WA-1",
];

/** An answer of the file service, its body read. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** The volume that a call is for, as far as errors name it. */
export interface Place {
  readonly volumeId: string;
  readonly dataCenter: string;
  readonly endpoint: string;
}

/** The code of an error in the XML of S3: `NoSuchKey`. Undefined for any other answer. */
export function errorCodeOf({ body }: S3Answer): string | undefined {
  const xml = readXml(body);
  return xml?.name === "Error" ? childText(xml, "Code") : undefined;
}

/** Makes the error for an answer that is a refusal, or that is not what the call promises. `subject` names the file. */
export function createRefusal(
  answer: S3Answer,
  subject: string,
  place: Place,
  redact: Redact,
  call: CallContext,
): ResponseError {
  const { status, headers, body } = answer;
  const xml = readXml(body);
  const s3Code = xml?.name === "Error" ? childText(xml, "Code") : undefined;
  const message = xml?.name === "Error" ? childText(xml, "Message") : undefined;
  const isUnread = status < 300 && s3Code === undefined && !isPage(answer);
  const reason = isUnread
    ? describeUnread(redact(body), xml)
    : showReason(message ?? (s3Code ? "" : body), redact);
  const said = [String(status), s3Code, reason].filter(Boolean).join(" ");
  const hint = hintFor(answer, s3Code, place);
  const problem = `${subject}the file service answered ${said}${hint && `: ${hint}`}`;
  const kept = {
    status,
    headers: redactHeaders(headers, redact),
    body: redact(body),
  };
  return new ResponseError(problem, kept, call, codeFor(answer, s3Code));
}

/** What is wrong with the body of a success, which is not the XML that was asked for. */
function describeUnread(body: string, xml: XmlElement | undefined): string {
  if (body === "") return "with an empty body";
  const problem = xml ? "was not asked for" : "is no whole XML document";
  return `with a body that ${problem}: ${toMessageText(body, 200)}`;
}

function codeFor(
  answer: S3Answer,
  s3Code: string | undefined,
): ResponseErrorCode {
  const { status } = answer;
  if (status === 507) return "volume_full";
  if (status === 404 && s3Code !== "NoSuchBucket" && !isPage(answer))
    return "file_not_found";
  return status < 300 && s3Code === undefined
    ? "invalid_response"
    : "response_error";
}

/** Whether an answer is a page of a gateway, by its headers: the answer to HEAD has no more. A file that is a page has an ETag. */
export function isGatewayPage({ headers }: Pick<S3Answer, "headers">): boolean {
  const isHtml = /^text\/html\b/i.test(headers.get("content-type") ?? "");
  // An answer without a body may have the type that a server gives by default.
  const isEmpty = headers.get("content-length") === "0";
  return isHtml && !isEmpty && !headers.has("etag");
}

/** Whether an answer is a page of a gateway: the service itself answers with XML. */
export function isPage(answer: S3Answer): boolean {
  const isHtml = /^\s*<(!doctype html|html)/i.test(answer.body);
  return isHtml || isGatewayPage(answer);
}

/** What is probably wrong, and what to do. Empty where the answer says enough. */
function hintFor(
  answer: S3Answer,
  s3Code: string | undefined,
  { volumeId, dataCenter }: Place,
): string {
  const { status, headers, body } = answer;
  if (s3Code === "RequestTimeTooSkewed") return describeClock(headers);
  if (s3Code === "InvalidAccessKeyId")
    return "give the access key for files, which is not the API key";
  if (s3Code === "SignatureDoesNotMatch")
    return "secretAccessKey is not the secret of accessKeyId, or a proxy on the way has changed the request";
  if (s3Code === "AccessDenied")
    return `the volume ${volumeId} belongs to another account, or the access key lacks the permission`;
  const isElsewhere = s3Code === "NoSuchBucket";
  if (isElsewhere && !KNOWN_DATA_CENTERS.includes(dataCenter))
    return describeAccess(dataCenter);
  if (
    s3Code === "AuthorizationHeaderMalformed" ||
    s3Code === "IllegalLocationConstraintException" ||
    isElsewhere
  )
    return `the management API has shown the volume ${volumeId} in ${dataCenter}: the option endpoint must lead there${isElsewhere ? ", or the volume was deleted since" : ""}`;
  if (status === 507 || s3Code === "InsufficientStorage")
    return `delete files or unfinished uploads (volume.unfinished(), or "files rm --unfinished --all ${volumeId}:" while nothing is being uploaded) of the volume ${volumeId}, or enlarge it`;
  if (status === 413 || s3Code === "EntityTooLarge")
    return "give a smaller partSize, for the service or a proxy on the way";
  if (isPage(answer) || (status === 403 && s3Code === undefined && body !== ""))
    return "this is a page of a proxy or a CDN and says nothing about the keys or the file";
  if (status === 404 && s3Code === undefined)
    return "is the option endpoint, or CLOUD_COMPUTE_S3_ENDPOINT, right?";
  if (status === 403 && body === "")
    return "the access key, its secret, or the permission for this volume is wrong";
  return "";
}

/** Compares the clock of this machine with that of the service, which accepts an hour of difference. */
function describeClock(headers: Headers): string {
  const theirs = Date.parse(headers.get("date") ?? "");
  const minutes = Math.round((Date.now() - theirs) / 60_000);
  const off = Number.isNaN(minutes)
    ? "more than an hour off"
    : `${Math.abs(minutes)} minutes ${minutes > 0 ? "ahead of" : "behind"} that of the service`;
  return `the clock of this machine is ${off}: correct the clock`;
}

function describeAccess(dataCenter: string): string {
  return `volumes in ${dataCenter} may have no file access; those in these data centers had it in August 2026: ${KNOWN_DATA_CENTERS.join(", ")}`;
}

/** Makes the error for a request that got no answer. */
export function createConnectionError(
  cause: unknown,
  subject: string,
  { dataCenter, endpoint }: Place,
  call: CallContext,
): ConnectionError {
  const reason = connectReason(cause);
  const { host } = new URL(endpoint);
  const isLate = cause === EXPIRED;
  const lost = isLate ? "no answer came in time" : "the connection was lost";
  const why = reason === "" ? lost : reason;
  const isUnknownHost = reason.includes("name of the host");
  const hint = isUnknownHost ? `: ${describeAccess(dataCenter)}` : "";
  return new ConnectionError(`${subject}${host}: ${why}${hint}`, {
    ...call,
    cause: isLate ? undefined : cause,
  });
}
