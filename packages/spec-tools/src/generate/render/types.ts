import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { objectOf, type Json, type JsonObject } from "../../document/json.js";
import type { DocumentModel } from "../../document/model.js";
import type { Spec } from "../parse/spec.js";
import { SpecError } from "../parse/spec-error.js";
import { ANY_OTHER_TEXT } from "./json-schema.js";
import { toTypeDocument } from "./type-document.js";

const { factory } = ts;

/** The types of a document, by openapi-typescript. */
export async function renderTypes(
  spec: Spec,
  model: DocumentModel,
): Promise<string> {
  const document = toTypeDocument(model);
  try {
    return tidyComments(await printTypes(document));
  } catch (error) {
    throw await locateError(spec, document, error);
  }
}

async function printTypes(document: JsonObject): Promise<string> {
  const ast = await openapiTS(document as unknown as OpenAPI3, {
    alphabetize: true,
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
    postTransform: (type) => openEnumeration(type),
  });
  return astToString(ast);
}

/**
 * Removes the tags `@enum` and `@constant`, which repeat the type, and the spaces before the further lines of a text, which
 * would make the lines code.
 */
function tidyComments(code: string): string {
  return code
    .replace(/^([ \t]*\*) {5}/gm, "$1 ")
    .replace(/^[ \t]*(\/\*)?\* @(enum|constant)\b.*\n/gm, "")
    .replace(/\/\*\*\n[ \t]*\* (.*)\n[ \t]*\*\//g, "/** $1 */");
}

/** One error for each schema that fails when it is rendered without the others, or else an error about the document. */
async function locateError(
  spec: Spec,
  document: JsonObject,
  error: unknown,
): Promise<SpecError> {
  const schemas = objectOf(objectOf(document["components"])["schemas"]);
  const anything = Object.fromEntries(
    Object.keys(schemas).map((name): [string, Json] => [name, {}]),
  );
  const errors: SpecError[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const single = {
      ...document,
      paths: {},
      components: { schemas: { ...anything, [name]: schema } },
    };
    await printTypes(single).catch((reason: unknown) => {
      const path = ["components", "schemas", name];
      errors.push(spec.errorAt(path, describe(reason)));
    });
  }
  const lines = errors.map(({ message }) => message).join("\n");
  return errors.length > 0
    ? new SpecError(lines)
    : spec.errorAt([], describe(error));
}

function describe(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return `openapi-typescript cannot make types: ${reason}`;
}

/** The type of an open enumeration: the known names, and `string & {}`, which keeps the completion of these names. */
function openEnumeration(type: ts.TypeNode): ts.TypeNode | undefined {
  if (isAnyOtherText(type)) return anyText();
  if (!ts.isUnionTypeNode(type) || !type.types.some(isAnyOtherText))
    return undefined;
  return factory.createUnionTypeNode(
    type.types.map((each) => (isAnyOtherText(each) ? anyText() : each)),
  );
}

/** The library writes a literal as an identifier of its JSON. */
function isAnyOtherText(type: ts.Node): boolean {
  return ts.isIdentifier(type) && type.text === JSON.stringify(ANY_OTHER_TEXT);
}

/** `string & {}`: a plain `string` would make the compiler forget the names beside it. */
function anyText(): ts.TypeNode {
  return factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ]);
}
