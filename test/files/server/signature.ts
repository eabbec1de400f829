import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The access keys of the server. */
export const ACCESS = {
  accessKeyId: "user_2fXWz7Qk9Lm3",
  secretAccessKey: "rps_4dR8sT1vY6uI0oP2aS5fG7hJ9kL3zX",
} as const;

/** The time that the service accepts a clock to be off. */
const MAX_SKEW_MS = 3_600_000;

/**
 * Checks a request by version 4 of the signature, as its specification describes it. Returns the code of the error with
 * which S3 refuses the request; undefined if the signature is right.
 */
export function checkSignature(
  request: IncomingMessage,
  body: Buffer,
  region: string,
): string | undefined {
  const { headers, method = "" } = request;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!found) return "AccessDenied";
  const [, keyId, day = "", usedRegion = "", names = "", signature] = found;
  if (keyId !== ACCESS.accessKeyId) return "InvalidAccessKeyId";
  if (usedRegion !== region) return "AuthorizationHeaderMalformed";
  const date = String(headers["x-amz-date"]);
  if (Math.abs(timeOf(date) - Date.now()) > MAX_SKEW_MS)
    return "RequestTimeTooSkewed";
  const hash = String(headers["x-amz-content-sha256"]);
  const isUnsigned = hash === "UNSIGNED-PAYLOAD";
  if (!isUnsigned && hash !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const [rawPath = "", rawQuery = ""] = (request.url ?? "").split("?");
  const canonical = [
    method,
    rawPath.split("/").map(recode).join("/"),
    rawQuery
      .split("&")
      .filter(Boolean)
      .map((pair) => {
        const [name = "", value = ""] = pair.split("=");
        return `${recode(name)}=${recode(value)}`;
      })
      .sort()
      .join("&"),
    ...names
      .split(";")
      .map(
        (name) =>
          `${name}:${String(headers[name]).trim().replace(/\s+/g, " ")}`,
      ),
    "",
    names,
    hash,
  ].join("\n");
  const scope = `${day}/${usedRegion}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = [day, usedRegion, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    `AWS4${ACCESS.secretAccessKey}`,
  );
  const wanted = createHmac("sha256", key).update(text).digest("hex");
  return signature === wanted ? undefined : "SignatureDoesNotMatch";
}

function sha256(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Encodes every byte that is not unreserved, as the canonical form has it. */
function recode(text: string): string {
  return [...Buffer.from(decodeURIComponent(text))]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.~-]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}

/** The time of `20261127T101500Z`. */
function timeOf(date: string): number {
  return Date.parse(
    date.replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
      "$1-$2-$3T$4:$5:$6Z",
    ),
  );
}
