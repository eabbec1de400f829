import { printableSource, readSource as readText } from "../compare/source.js";
import { DocumentError } from "../document/references.js";
import { SpecError } from "../generate/parse/spec-error.js";

/** A document to import: what messages call it, and its text. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a file or an http(s) address.
 * @throws {SpecError} if the source cannot be read
 */
export async function readSource(from: string): Promise<Source> {
  const text = await readText(from).catch((error: unknown) => {
    throw error instanceof DocumentError ? new SpecError(error.message) : error;
  });
  return { name: printableSource(from), text };
}
