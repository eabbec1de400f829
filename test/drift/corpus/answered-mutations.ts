import {
  retype,
  addField,
  removeField,
  renameField,
  need,
  schemaOf,
  fieldOf,
  fieldsOf,
} from "./edit.js";
import {
  additive,
  breaking,
  type Json,
  type JsonObject,
  type Known,
  type Mutation,
} from "./mutation.js";

export function answeredMutations(known: Known, schema: string): Mutation[] {
  const names = fieldsOf(known.document, schema);
  if (names.length === 0) return [];
  return [
    additive("add answered field", schema, (document) =>
      addField(schemaOf(document, schema)),
    ),
    ...names.flatMap((name) => answeredField(known, schema, name)),
  ];
}

function answeredField(known: Known, schema: string, name: string): Mutation[] {
  const at = (document: JsonObject) => schemaOf(document, schema);
  const field = (document: JsonObject) => fieldOf(at(document), name);
  const title = `${schema}.${name}`;
  const mutations = [
    breaking("rename answered field", title, title, (document) =>
      renameField(at(document), name),
    ),
    breaking("remove answered field", title, title, (document) =>
      removeField(at(document), name),
    ),
    additive("always answer", title, (document) => need(at(document), name)),
  ];
  const { type, enum: values, nullable } = field(known.document);
  if (typeof type === "string")
    mutations.push(
      breaking("retype answered field", title, title, (document) =>
        retype(field(document)),
      ),
    );
  if (typeof type === "string" && nullable !== true)
    mutations.push(
      breaking("answer null", title, title, (document) => {
        field(document)["nullable"] = true;
      }),
    );
  if (nullable === true)
    mutations.push(
      additive("never answer null", title, (document) => {
        delete field(document)["nullable"];
      }),
    );
  if (type === "integer")
    mutations.push(
      breaking("answer any number", title, undefined, (document) => {
        field(document)["type"] = "number";
      }),
    );
  if (Array.isArray(values))
    mutations.push(
      additive("add answered value", title, (document) => {
        (field(document)["enum"] as Json[]).push("ADDED");
      }),
      additive("remove answered value", title, (document) => {
        (field(document)["enum"] as Json[]).pop();
      }),
    );
  else if (type === "string")
    mutations.push(
      additive("name answered values", title, (document) => {
        field(document)["enum"] = ["ONE", "TWO"];
      }),
    );
  return mutations;
}

/** Known values beside any other text. */
export function openMutations(schema: string): Mutation[] {
  const values = (document: JsonObject) => {
    const any = schemaOf(document, schema)["anyOf"] as JsonObject[];
    return any[0]?.["enum"] as Json[];
  };
  return [
    additive("add a known value", schema, (document) => {
      values(document).push("ADDED");
    }),
    additive("remove a known value", schema, (document) => {
      values(document).pop();
    }),
  ];
}
