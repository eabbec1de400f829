import { DocumentError } from "./error.js";
import { nameFunctions } from "./function-names.js";
import { isObject, listOf, objectOf, textOf, type JsonObject } from "./json.js";
import type { DocumentModel, Operation, Problem, Reading } from "./model.js";
import {
  OperationReader,
  rawOperations,
  receivedSchemas,
  sentSchemas,
  skippedIn,
} from "./operations.js";
import { openReceived, requireIds, SchemaRules } from "./rules.js";
import { SchemaReader } from "./schemas.js";
import { addressesOf, readSecurity } from "./security.js";
import { signatureOf } from "./signatures.js";
import type { SurfaceRules } from "./surface-rules.js";
import { findSynonyms } from "./synonyms.js";
import { nameTypes } from "./type-names.js";
import { reachableNames } from "./walk.js";

/**
 * Reads a parsed OpenAPI document, with the rules of its surface, into the plain model that everything else is made
 * from. A part that has a problem is left out or read as well as possible, so that documents can be compared whatever
 * their mistakes; the generator refuses a document with problems. Messages about rules call the document `file`.
 * @throws {DocumentError} when the value is no such document
 */
export function readDocument(
  document: unknown,
  rules: SurfaceRules = {},
  file = "the document",
): Reading {
  const data = checkKind(document);
  const schemaRules = new SchemaRules(data, rules, file);
  const schemas = new SchemaReader(data, schemaRules);
  const reader = new OperationReader(data, schemas, rules);
  const broken: Problem[] = [];
  /** The value, or an empty list and a problem where it cannot be read. */
  const readPart = <Part>(read: () => Part): Part[] => {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      broken.push({ kind: "broken", at: error.at, text: error.message });
      return [];
    }
  };
  const raws = readPart(() => rawOperations(data)).flat();
  const read = raws.flatMap((raw) => readPart(() => reader.read(raw)));
  const synonyms = findSynonyms(read, schemas, rules);
  const named = nameFunctions(read, synonyms, rules);
  const names = Object.keys(objectOf(objectOf(data["components"])["schemas"]));
  const entries = names.flatMap((name) =>
    readPart(() => [name, schemas.named(name)] as const),
  );
  const all = { ...Object.fromEntries(entries), ...schemaRules.added };
  const sent = reachableNames(named.operations.flatMap(sentSchemas), all);
  const received = reachableNames(
    named.operations.flatMap(receivedSchemas),
    all,
  );
  const identified = requireIds(
    all,
    named.operations.map(({ answer }) => answer),
  );
  const opened = Object.entries(identified).map(([name, schema]) => {
    const isReceived = received.has(name) && !sent.has(name);
    return [name, isReceived ? openReceived(schema) : schema] as const;
  });
  const { typeNames, problems } = nameTypes(
    Object.keys(all),
    named.operations,
    rules,
  );
  const context = { schemas: Object.fromEntries(opened), typeNames };
  const security = readSecurity(data, data["security"]);
  const patches = new Map([...synonyms].map(([patch, post]) => [post, patch]));
  const operations = named.operations.map((operation): Operation => {
    const synonym = synonyms.get(operation.route);
    const synonymOf = patches.get(operation.route);
    return {
      ...operation,
      ...(synonym !== undefined && { synonym }),
      ...(synonymOf !== undefined && { synonymOf }),
      signature: signatureOf(
        context,
        operation,
        (synonym ?? synonymOf) !== undefined,
      ),
    };
  });
  const model: DocumentModel = {
    operations,
    ...context,
    sent: [...sent],
    received: [...received],
    ...titleAndTags(data),
    address: addressesOf(data["servers"])[0] ?? "",
    ...(security && security.length > 0 && { security }),
    rules,
  };
  return {
    model,
    problems: [
      ...broken,
      ...reader.problems,
      ...named.problems,
      ...problems,
      ...schemaRules.problems,
    ],
    warnings: [
      ...schemaRules.outdated([
        ...raws.map(({ route }) => route),
        ...Object.keys(skippedIn(data)),
      ]),
      ...reader.warnings,
    ],
  };
}

function checkKind(document: unknown): JsonObject {
  const data = objectOf(document as JsonObject);
  const version = data["openapi"];
  if (typeof version !== "string" || !/^3\.\d/.test(version))
    throw new DocumentError(
      "this is not an OpenAPI 3 document: its property openapi must name a version 3.x",
    );
  if (typeof data["paths"] !== "object" || data["paths"] === null)
    throw new DocumentError("the document has no paths");
  return data;
}

function titleAndTags(
  document: JsonObject,
): Pick<DocumentModel, "title" | "version" | "tags"> {
  const { title, version } = objectOf(document["info"]);
  const tags = listOf(document["tags"]).filter(isObject);
  return {
    title: textOf(title),
    version: textOf(version),
    tags: tags.map((tag) => ({
      name: textOf(tag["name"]),
      description: textOf(tag["description"]),
    })),
  };
}
