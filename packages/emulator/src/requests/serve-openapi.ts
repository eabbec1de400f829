import { openapi } from "../../generated/openapi.js";
import type { Handler } from "./handler.js";
import { jsonResponse } from "../http/json-response.js";

/** Answers with the document of version 0.1.0, whose server is this emulator. */
export const serveOpenapi: Handler<"GET /openapi.json"> = ({ origin }) =>
  documentAt(openapi, `${origin}/v1`);

/** An OpenAPI document with the address of this emulator as its server. */
export function documentAt(document: string, url: string): Response {
  const members = JSON.parse(document) as object;
  return jsonResponse({ ...members, servers: [{ url }] });
}
