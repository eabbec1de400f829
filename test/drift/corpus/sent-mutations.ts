import {
  retype,
  addField,
  removeField,
  renameField,
  need,
  needNoLonger,
  namesIn,
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

/** Narrower and wider schemas of what is sent. */
export function sentValues(
  schema: JsonObject,
  title: string,
  breaks: string,
  at: (document: JsonObject) => JsonObject,
): Mutation[] {
  const mutations: Mutation[] = [];
  const { enum: values, type } = schema;
  if (Array.isArray(values))
    mutations.push(
      breaking("remove a sent value", title, breaks, (document) => {
        (at(document)["enum"] as Json[]).pop();
      }),
      additive("add a sent value", title, (document) => {
        (at(document)["enum"] as Json[]).push("ADDED");
      }),
      additive("widen to any text", title, (document) => {
        delete at(document)["enum"];
      }),
    );
  else if (type === "string")
    mutations.push(
      breaking("narrow to few values", title, breaks, (document) => {
        at(document)["enum"] = ["ONE", "TWO"];
      }),
    );
  if (typeof type === "string" && schema["nullable"] !== true)
    mutations.push(
      additive("widen by null", title, (document) => {
        at(document)["nullable"] = true;
      }),
    );
  if (type === "integer")
    mutations.push(
      additive("widen to any number", title, (document) => {
        at(document)["type"] = "number";
      }),
      breaking("narrow by a bound", title, undefined, (document) => {
        at(document)["maximum"] = 1;
      }),
    );
  if (type === "number")
    mutations.push(
      breaking("narrow to whole numbers", title, undefined, (document) => {
        at(document)["type"] = "integer";
      }),
    );
  return mutations;
}

export function sentMutations(known: Known, schema: string): Mutation[] {
  const at = (document: JsonObject) => schemaOf(document, schema);
  return [
    additive("add sent field", schema, (document) => addField(at(document))),
    breaking("add needed sent field", schema, schema, (document) => {
      addField(at(document));
      need(at(document), "added");
    }),
    ...fieldsOf(known.document, schema).flatMap((name) =>
      sentField(known, schema, name),
    ),
  ];
}

function sentField(known: Known, schema: string, name: string): Mutation[] {
  const at = (document: JsonObject) => schemaOf(document, schema);
  const field = (document: JsonObject) => fieldOf(at(document), name);
  const title = `${schema}.${name}`;
  const isNeeded = namesIn(at(known.document)).includes(name);
  const mutations = [
    breaking("remove sent field", title, title, (document) =>
      removeField(at(document), name),
    ),
    breaking("rename sent field", title, title, (document) =>
      renameField(at(document), name),
    ),
    isNeeded
      ? additive("need no longer", title, (document) =>
          needNoLonger(at(document), name),
        )
      : breaking("require sent field", title, schema, (document) =>
          need(at(document), name),
        ),
  ];
  const sent = field(known.document);
  if (typeof sent["type"] === "string")
    mutations.push(
      breaking("retype sent field", title, title, (document) =>
        retype(field(document)),
      ),
    );
  return [...mutations, ...sentValues(sent, title, title, field)];
}
