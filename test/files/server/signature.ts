import type { IncomingMessage } from "node:http";
import { S3Refusal } from "../../../packages/emulator/src/s3/refusal.js";
import { checkSignature as check } from "../../../packages/emulator/src/s3/signature.js";

/** The access keys of the server. */
export const ACCESS = {
  accessKeyId: "user_2fXWz7Qk9Lm3",
  secretAccessKey: "rps_4dR8sT1vY6uI0oP2aS5fG7hJ9kL3zX",
} as const;

/** Checks the signature of a request. Returns the code of the error with which S3 refuses the request; undefined if the signature is right. */
export function checkSignature(
  { url = "", method, headers }: IncomingMessage,
  endpoint: string,
  region: string,
): string | undefined {
  const init = { method, headers: headers as Record<string, string> };
  const request = new Request(endpoint + url, init as RequestInit);
  try {
    check(request, ACCESS, region);
    return undefined;
  } catch (error) {
    if (error instanceof S3Refusal) return error.code;
    throw error;
  }
}
