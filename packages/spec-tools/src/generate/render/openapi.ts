import type { Spec } from "../parse/spec.js";

/** A document as JSON, so that the emulator can serve it at a path. */
export function renderOpenapi({ document }: Spec, path: string): string {
  const text = JSON.stringify(JSON.stringify(document));
  return `/** The document that \`GET ${path}\` answers with, as JSON. */
export const openapi: string = ${text};`;
}
