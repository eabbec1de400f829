import { DocumentError } from "../document/error.js";
import type {
  Content,
  DocumentModel,
  ListAnswer,
  Operation,
  Parameter,
  Schema,
  Signature,
} from "../document/model.js";
import { isObject } from "../document/json.js";
import { skippedIn, successesOf } from "../document/operations.js";
import { readDocument } from "../document/read-document.js";
import type { SurfaceRules } from "../document/surface-rules.js";
import { mapInner } from "../document/walk.js";

/** The part of a model that matters for compatibility. The package ships this part of each of its surfaces. */
export interface ComparedModel extends Pick<
  DocumentModel,
  "schemas" | "sent" | "received" | "address" | "security" | "rules"
> {
  /** What the name of each call begins with: `"v2."`; empty for a surface that is built in. */
  readonly prefix: string;
  readonly operations: readonly ComparedOperation[];
  /** The operations that the import of the document has skipped: why, by route. */
  readonly skipped?: Readonly<Record<string, string>>;
}

export interface ComparedOperation extends Pick<
  Operation,
  | "route"
  | "resource"
  | "name"
  | "pathParameters"
  | "queryParameters"
  | "headerParameters"
  | "deprecated"
  | "security"
> {
  readonly body?: ComparedMessage & { readonly required: boolean };
  /** In the order of their statuses. */
  readonly successes: readonly ComparedResponse[];
  /** The schema of the JSON of each error status that has JSON. */
  readonly errors: Readonly<Record<string, Schema>>;
  /** The list that the function returns instead of the whole answer. */
  readonly list?: Omit<ListAnswer, "item">;
  readonly signature: Pick<Signature, "returns">;
}

interface ComparedMessage {
  readonly contents: readonly ComparedContent[];
}

interface ComparedResponse extends ComparedMessage {
  readonly status: string;
}

export type ComparedContent = Pick<Content, "mediaType" | "schema">;

/**
 * Reads a parsed document for a comparison, with the rules of its surface.
 * @throws {DocumentError} when the value is no such document, a reference points to nothing, or a schema is a part of
 * itself
 */
export function readCompared(
  document: unknown,
  rules: SurfaceRules = {},
  prefix = "",
): ComparedModel {
  const { model, problems } = readDocument(document, rules);
  const broken = problems.find(({ kind }) => kind === "broken");
  if (broken) throw new DocumentError(broken.text, { at: broken.at });
  const skipped = isObject(document) ? skippedIn(document) : {};
  return { ...comparedPartOf(model, prefix), skipped };
}

/** The compared part of a model, without places and texts for people. */
export function comparedPartOf(
  model: DocumentModel,
  prefix: string,
): ComparedModel {
  const { schemas, sent, received, address, security, rules } = model;
  const named = Object.entries(schemas).map(
    ([name, schema]) =>
      [
        name,
        sent.includes(name) ? withoutTexts(schema) : withoutLimits(schema),
      ] as const,
  );
  return {
    prefix,
    operations: model.operations.map(operationOf),
    schemas: Object.fromEntries(named),
    sent,
    received,
    address,
    ...(security && { security }),
    rules,
  };
}

function operationOf(operation: Operation): ComparedOperation {
  const { route, resource, name, body, answer, signature } = operation;
  const { deprecated, security } = operation;
  const { member, isPaged } = answer.list ?? {};
  const successes = successesOf(operation.responses);
  const errors = operation.responses
    .filter((response) => !successes.includes(response))
    .flatMap(({ status, contents }) => {
      const schema = jsonSchema({ contents });
      return schema ? [[status, withoutLimits(schema)] as const] : [];
    });
  return {
    route,
    resource,
    name,
    pathParameters: operation.pathParameters.map(parameterOf),
    queryParameters: operation.queryParameters.map(parameterOf),
    headerParameters: operation.headerParameters.map(parameterOf),
    ...(body && {
      body: {
        required: body.required,
        contents: contentsOf(body.contents, withoutTexts),
      },
    }),
    successes: successes.map(({ status, contents }) => ({
      status,
      contents: contentsOf(contents, withoutLimits),
    })),
    errors: Object.fromEntries(errors),
    ...(member !== undefined && {
      list: { member, isPaged: isPaged === true },
    }),
    ...(deprecated && { deprecated }),
    ...(security && { security }),
    signature: { returns: signature.returns },
  };
}

/** The schema of the first JSON content. */
export function jsonSchema(
  message: ComparedMessage | undefined,
): Schema | undefined {
  return message?.contents.find(({ mediaType }) => isJson(mediaType))?.schema;
}

export function isJson(mediaType: string): boolean {
  return /[/+]json\b/.test(mediaType);
}

function contentsOf(
  contents: readonly Content[],
  reduce: (schema: Schema) => Schema,
): ComparedContent[] {
  return contents.map(({ mediaType, schema }) => ({
    mediaType,
    schema: reduce(schema),
  }));
}

function parameterOf({
  ref: _ref,
  description: _description,
  example: _example,
  ...parameter
}: Parameter): Parameter {
  return { ...parameter, schema: withoutTexts(parameter.schema) };
}

function withoutTexts(schema: Schema): Schema {
  return withoutOwnTexts(mapInner(schema, withoutTexts));
}

/** A schema without its texts; the schemas within it stay as they are. */
function withoutOwnTexts({
  at: _at,
  title: _title,
  description: _description,
  example: _example,
  ...others
}: Schema): Schema {
  return others;
}

/** Limits and defaults of a value that only responses hold matter to no caller. */
function withoutLimits(schema: Schema): Schema {
  const {
    limits: _limits,
    default: _default,
    format: _format,
    ...others
  } = withoutOwnTexts(mapInner(schema, withoutLimits));
  return others;
}
