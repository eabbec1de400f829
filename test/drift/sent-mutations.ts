import {
  retype,
  addField,
  removeField,
  renameField,
  need,
  namesIn,
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

type Find = (document: JsonObject) => JsonObject;

/** Narrower and wider schemas of what is sent. */
export function sentValues(
  schema: JsonObject,
  title: string,
  breaks: string,
  at: Find,
): Mutation[] {
  const mutations: Mutation[] = [];
  const breaking = { verdict: "breaking", breaks } as const;
  const { enum: values, type } = schema;
  if (Array.isArray(values))
    mutations.push(
      {
        ...{
          title: `remove a value: ${title}`,
          kind: "remove a sent value",
          ...breaking,
        },
        apply: (document) => void (at(document)["enum"] as Json[]).pop(),
      },
      {
        ...{
          title: `add a value: ${title}`,
          kind: "add a sent value",
          verdict: "additive",
        },
        apply: (document) =>
          void (at(document)["enum"] as Json[]).push("ADDED"),
      },
      {
        ...{
          title: `take any text: ${title}`,
          kind: "widen to any text",
          verdict: "additive",
        },
        apply: (document) => delete at(document)["enum"],
      },
    );
  else if (type === "string")
    mutations.push({
      ...{
        title: `take few values: ${title}`,
        kind: "narrow to few values",
        ...breaking,
      },
      apply: (document) => void (at(document)["enum"] = ["ONE", "TWO"]),
    });
  if (typeof type === "string" && schema["nullable"] !== true)
    mutations.push({
      ...{
        title: `take null: ${title}`,
        kind: "widen by null",
        verdict: "additive",
      },
      apply: (document) => void (at(document)["nullable"] = true),
    });
  if (type === "integer")
    mutations.push(
      {
        ...{
          title: `take any number: ${title}`,
          kind: "widen to any number",
          verdict: "additive",
        },
        apply: (document) => void (at(document)["type"] = "number"),
      },
      {
        ...{
          title: `bound: ${title}`,
          kind: "narrow by a bound",
          verdict: "breaking",
        },
        apply: (document) => void (at(document)["maximum"] = 1),
      },
    );
  if (type === "number")
    mutations.push({
      ...{
        title: `take whole numbers: ${title}`,
        kind: "narrow to whole numbers",
        verdict: "breaking",
      },
      apply: (document) => void (at(document)["type"] = "integer"),
    });
  return mutations;
}

export function sentMutations(known: Known, schema: string): Mutation[] {
  const at = (document: JsonObject) => schemaOf(document, schema);
  const whole: Mutation[] = [
    {
      ...{
        title: `add sent field: ${schema}`,
        kind: "add sent field",
        verdict: "additive",
      },
      apply: (document) => addField(at(document)),
    },
    {
      ...{
        title: `need a new sent field: ${schema}`,
        kind: "add needed sent field",
      },
      ...{ verdict: "breaking", breaks: schema },
      apply: (document) => {
        addField(at(document));
        need(at(document), "added");
      },
    },
  ];
  return [
    ...whole,
    ...fieldsOf(known.document, schema).flatMap((name) =>
      sentField(known, schema, name),
    ),
  ];
}

function sentField(known: Known, schema: string, name: string): Mutation[] {
  const at = (document: JsonObject) => schemaOf(document, schema);
  const field = (document: JsonObject) =>
    object(object(at(document)["properties"] ?? null)[name] ?? null);
  const title = `${schema}.${name}`;
  const breaking = { verdict: "breaking", breaks: title } as const;
  const isNeeded = namesIn(at(known.document)).includes(name);
  const mutations: Mutation[] = [
    {
      ...{
        title: `remove sent field: ${title}`,
        kind: "remove sent field",
        ...breaking,
      },
      apply: (document) => removeField(at(document), name),
    },
    {
      ...{
        title: `rename sent field: ${title}`,
        kind: "rename sent field",
        ...breaking,
      },
      apply: (document) => renameField(at(document), name),
    },
    isNeeded
      ? {
          ...{
            title: `no longer need: ${title}`,
            kind: "need no longer",
            verdict: "additive",
          },
          apply: (document) =>
            void (at(document)["required"] = namesIn(at(document)).filter(
              (other) => other !== name,
            )),
        }
      : {
          ...{ title: `need: ${title}`, kind: "require sent field" },
          ...{ verdict: "breaking", breaks: schema },
          apply: (document) => need(at(document), name),
        },
  ];
  const { type } = field(known.document);
  if (typeof type === "string")
    mutations.push({
      ...{
        title: `retype sent field: ${title}`,
        kind: "retype sent field",
        ...breaking,
      },
      apply: (document) => retype(field(document)),
    });
  return [
    ...mutations,
    ...sentValues(field(known.document), title, title, field),
  ];
}
