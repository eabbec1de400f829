import { openapi } from "../../../generated/emulator/openapi.js";
import type { Handler } from "./handler.js";
import { jsonResponse } from "./json-response.js";

/** Answers with the document of version 0.1.0, whose server is this emulator. */
export const serveOpenapi: Handler<"GET /openapi.json"> = ({ origin }) => {
  const document = JSON.parse(openapi) as object;
  return jsonResponse({ ...document, servers: [{ url: `${origin}/v1` }] });
};
