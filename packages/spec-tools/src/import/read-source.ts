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
 * @throws {SpecError} if the source cannot be read, or is not a document
 */
export async function readSource(from: string): Promise<Source> {
  const name = printableSource(from);
  const text = await readText(from).catch((error: unknown) => {
    throw error instanceof DocumentError ? new SpecError(error.message) : error;
  });
  if (text.trim() === "") throw new SpecError(`${name}: the document is empty`);
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(text))
    throw new SpecError(
      `${name}: this is a web page, not an OpenAPI document or a GraphQL schema: give the address of the document itself`,
    );
  return { name, text };
}
