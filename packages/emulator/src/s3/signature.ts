import { nodeModules } from "./node-modules.js";
import { S3Refusal } from "./refusal.js";

/** The access key of the files of an account. */
export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The access key of an account. It follows from the API key, so that it stays the same as long as that key. */
export function accessKeyOf(apiKey: string): AccessKey {
  return {
    accessKeyId: "user_emulator",
    secretAccessKey: `rps_${apiKey}`,
  };
}

/** How far the clock of a caller may be off. */
const MAX_SKEW_MS = 3_600_000;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 +Credential=([^/,]+)\/(\d{8})\/([^/,]*)\/s3\/aws4_request, *SignedHeaders=([^,]+), *Signature=([\da-f]{64})$/;

/**
 * Checks a request by version 4 of the signature. Returns what the caller says of the hash of the body, which has not been
 * read yet.
 *
 * @throws S3Refusal for a request without a signature, and for a wrong one
 */
export function checkSignature(
  request: Request,
  { accessKeyId, secretAccessKey }: AccessKey,
  dataCenter: string,
): string {
  const { headers } = request;
  const match = AUTHORIZATION.exec(headers.get("authorization") ?? "");
  if (!match)
    throw new S3Refusal(
      "AccessDenied",
      "the request has no signature of version 4",
    );
  const [, id, day = "", region = "", names = "", signature] = match;
  if (id !== accessKeyId)
    throw new S3Refusal("InvalidAccessKeyId", "the access key is not known");
  if (region.toUpperCase() !== dataCenter.toUpperCase())
    throw new S3Refusal(
      "AuthorizationHeaderMalformed",
      `the region "${region}" is wrong: expecting "${dataCenter}"`,
    );
  const date = headers.get("x-amz-date") ?? "";
  // The clock of the emulator may run faster than those of its callers.
  const skewMs = Math.abs(timeOf(date) - Date.now());
  if (!(skewMs <= MAX_SKEW_MS))
    throw new S3Refusal(
      "RequestTimeTooSkewed",
      "the time of the request is more than an hour off",
    );
  const payloadHash = headers.get("x-amz-content-sha256") ?? "";
  if (payloadHash === "")
    throw new S3Refusal(
      "MissingSecurityHeader",
      "the header x-amz-content-sha256 is missing",
    );
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonical = canonicalRequest(request, names.split(";"), payloadHash);
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce(
    (secret: string | Uint8Array, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  );
  const expected = Buffer.from(hmac(key, text)).toString("hex");
  if (signature !== expected)
    throw new S3Refusal(
      "SignatureDoesNotMatch",
      "the signature is not that of this request with the secret of the access key",
    );
  return payloadHash;
}

function canonicalRequest(
  { method, url, headers }: Request,
  names: readonly string[],
  payloadHash: string,
): string {
  const { pathname, search, host } = new URL(url);
  const path = decode(pathname).split("/").map(encodeStrictly).join("/");
  const query = search
    .slice(1)
    .split("&")
    .filter(Boolean)
    .map((pair) => {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      return `${encodeAgain(name)}=${encodeAgain(value)}`;
    })
    .sort()
    .join("&");
  // A request that never was on a socket has no header for its host.
  const valueOf = (name: string) =>
    headers.get(name) ?? (name === "host" ? host : "");
  const lines = names.map(
    (name) => `${name}:${valueOf(name).trim().replace(/\s+/g, " ")}`,
  );
  return [method, path, query, ...lines, "", names.join(";"), payloadHash].join(
    "\n",
  );
}

/** Percent-encodes every character that is not unreserved, whatever the caller has encoded. */
function encodeAgain(text: string): string {
  return encodeStrictly(decode(text));
}

export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes a part of an address. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Refusal("InvalidURI", "the address cannot be decoded");
  }
}

/** The time of `20261127T101500Z`; NaN for any other text. */
function timeOf(date: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
  return Date.parse(date.replace(parts, "$1-$2-$3T$4:$5:$6Z"));
}

function sha256(text: string): string {
  return nodeModules().crypto.createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Uint8Array, text: string): Uint8Array {
  return nodeModules().crypto.createHmac("sha256", key).update(text).digest();
}
