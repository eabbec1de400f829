import {
  retype,
  addField,
  removeField,
  renameField,
  need,
  schemaOf,
  fieldsOf,
  object,
} from "./edit.js";
import {
  type Json,
  type JsonObject,
  type Known,
  type Mutation,
} from "./mutations.js";

export function answeredMutations(known: Known, schema: string): Mutation[] {
  const at = (document: JsonObject) => schemaOf(document, schema);
  const added: Mutation = {
    ...{
      title: `add answered field: ${schema}`,
      kind: "add answered field",
      verdict: "additive",
    },
    apply: (document) => addField(at(document)),
  };
  const names = fieldsOf(known.document, schema);
  if (names.length === 0) return [];
  return [
    added,
    ...names.flatMap((name) => answeredField(known, schema, name)),
  ];
}

function answeredField(known: Known, schema: string, name: string): Mutation[] {
  const at = (document: JsonObject) => schemaOf(document, schema);
  const field = (document: JsonObject) =>
    object(object(at(document)["properties"] ?? null)[name] ?? null);
  const title = `${schema}.${name}`;
  const breaking = { verdict: "breaking", breaks: title } as const;
  const mutations: Mutation[] = [
    {
      ...{
        title: `rename answered field: ${title}`,
        kind: "rename answered field",
        ...breaking,
      },
      apply: (document) => renameField(at(document), name),
    },
    {
      ...{
        title: `remove answered field: ${title}`,
        kind: "remove answered field",
        ...breaking,
      },
      apply: (document) => removeField(at(document), name),
    },
    {
      ...{
        title: `always answer: ${title}`,
        kind: "always answer",
        verdict: "additive",
      },
      apply: (document) => need(at(document), name),
    },
  ];
  const { type, enum: values, nullable } = field(known.document);
  if (typeof type === "string")
    mutations.push({
      ...{
        title: `retype answered field: ${title}`,
        kind: "retype answered field",
        ...breaking,
      },
      apply: (document) => retype(field(document)),
    });
  if (typeof type === "string" && nullable !== true)
    mutations.push({
      ...{
        title: `answer null: ${title}`,
        kind: "widen an answer by null",
        ...breaking,
      },
      apply: (document) => void (field(document)["nullable"] = true),
    });
  if (nullable === true)
    mutations.push({
      ...{
        title: `never answer null: ${title}`,
        kind: "narrow an answer",
        verdict: "additive",
      },
      apply: (document) => delete field(document)["nullable"],
    });
  if (type === "integer")
    mutations.push({
      ...{
        title: `answer any number: ${title}`,
        kind: "answer any number",
        verdict: "breaking",
      },
      apply: (document) => void (field(document)["type"] = "number"),
    });
  if (Array.isArray(values))
    mutations.push(
      {
        ...{
          title: `add answered value: ${title}`,
          kind: "add answered value",
          verdict: "additive",
        },
        apply: (document) =>
          void (field(document)["enum"] as Json[]).push("ADDED"),
      },
      {
        ...{
          title: `remove answered value: ${title}`,
          kind: "remove answered value",
          verdict: "additive",
        },
        apply: (document) => void (field(document)["enum"] as Json[]).pop(),
      },
    );
  else if (type === "string")
    mutations.push({
      ...{
        title: `answer known values: ${title}`,
        kind: "name answered values",
        verdict: "additive",
      },
      apply: (document) => void (field(document)["enum"] = ["ONE", "TWO"]),
    });
  return mutations;
}

/** Known values beside any other text. */
export function openMutations(schema: string): Mutation[] {
  const values = (document: JsonObject) => {
    const any = schemaOf(document, schema)["anyOf"] as JsonObject[];
    return any[0]?.["enum"] as Json[];
  };
  return [
    {
      ...{ title: `know a value: ${schema}`, kind: "add a known value" },
      verdict: "additive",
      apply: (document) => void values(document).push("ADDED"),
    },
    {
      ...{ title: `forget a value: ${schema}`, kind: "remove a known value" },
      verdict: "additive",
      apply: (document) => void values(document).pop(),
    },
  ];
}
