import type { Spec } from "../parse/spec.js";

/** The document of version 0.1.0 as JSON, so that the emulator can serve it. */
export function renderOpenapi({ document }: Spec): string {
  const text = JSON.stringify(JSON.stringify(document));
  return `/** The document that \`GET /v1/openapi.json\` answers with, as JSON. */
export const openapi: string = ${text};`;
}
