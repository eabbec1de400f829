/** JSON of a document, to be changed in place. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** A change that the corpus makes to a document, with what it must be called. */
export interface Mutation {
  /** `"remove answered field: Pod.costPerHr"` */
  readonly title: string;
  readonly kind: string;
  readonly verdict: "breaking" | "additive";
  /** The member whose lines of the consumer no longer compile; absent where types do not tell the change. */
  readonly breaks?: string;
  readonly apply: (document: JsonObject) => void;
}

/** What the document is, as far as the corpus needs to know. */
export interface Known {
  readonly document: JsonObject;
  /** Named schemas that are sent alone, and answered alone. */
  readonly sent: readonly string[];
  readonly answered: readonly string[];
  /** Named schemas met both ways: in these documents, open enumerations. */
  readonly both: readonly string[];
  /** Whether the generated types give a field its type, whatever the document says of it. */
  readonly isFixed: (schema: string, field: string) => boolean;
  /** The name in the client of a route. */
  readonly nameOf: (route: string) => string;
}

/** Every change of the kinds that the corpus knows, to every part of a document, in its order. */
export function mutationsOf(known: Known): Mutation[] {
  return [
    ...operationMutations(known),
    ...parameterMutations(known),
    ...known.sent.flatMap((name) => sentMutations(known, name)),
    ...known.answered.flatMap((name) => answeredMutations(known, name)),
    ...known.both.flatMap(openMutations),
  ];
}

/** As many of them as are wanted, evenly from each kind, always the same. */
export function sampleOf(
  mutations: readonly Mutation[],
  count: number,
): Mutation[] {
  const byKind = new Map<string, Mutation[]>();
  for (const mutation of mutations)
    byKind.set(mutation.kind, [...(byKind.get(mutation.kind) ?? []), mutation]);
  const chosen: Mutation[] = [];
  for (
    let round = 0;
    chosen.length < Math.min(count, mutations.length);
    round++
  )
    for (const [, list] of byKind) {
      // A prime step, so that neighbours in the document are not chosen together.
      const at = (round * 7) % list.length;
      const [mutation] = list.splice(at, round < 1000 ? 1 : 0);
      if (mutation && chosen.length < count) chosen.push(mutation);
    }
  return chosen;
}

const METHODS = ["get", "post", "patch", "delete", "put"];

function operationsOf({
  document,
}: Known): { path: string; method: string; route: string }[] {
  return Object.entries(object(document["paths"])).flatMap(([path, item]) =>
    METHODS.filter((method) => method in object(item)).map((method) => ({
      ...{ path, method, route: `${method.toUpperCase()} ${path}` },
    })),
  );
}

function operationMutations(known: Known): Mutation[] {
  const operations = operationsOf(known);
  return operations.flatMap(({ path, method, route }) => {
    const name = known.nameOf(route);
    const breaking = { verdict: "breaking", breaks: name } as const;
    const at = (document: JsonObject) =>
      object(object(document["paths"])[path]);
    const mutations: Mutation[] = [
      {
        ...{
          title: `remove operation: ${route}`,
          kind: "remove operation",
          ...breaking,
        },
        apply: (document) => {
          delete at(document)[method];
        },
      },
      {
        ...{
          title: `rename operation: ${route}`,
          kind: "rename operation",
          ...breaking,
        },
        apply: (document) => {
          const operation = at(document)[method] ?? null;
          delete at(document)[method];
          object(document["paths"])[`${path}/renamed`] = {
            [method]: operation,
          };
        },
      },
      {
        title: `add operation: ${route}/added`,
        kind: "add operation",
        verdict: "additive",
        apply: (document) => {
          const operation = copy(object(at(document)[method] ?? null));
          operation["operationId"] = "Added";
          object(document["paths"])[`${path}/added`] = { [method]: operation };
        },
      },
      {
        ...{
          title: `need a parameter: ${route}`,
          kind: "add needed parameter",
          ...breaking,
        },
        apply: (document) =>
          addParameter(object(at(document)[method] ?? null), true),
      },
    ];
    const hasSlot =
      method === "get" || queryOf(known.document, path, method).length > 0;
    mutations.push({
      title: `add a parameter: ${route}`,
      kind: hasSlot ? "add parameter" : "add parameter that moves the options",
      ...(hasSlot ? { verdict: "additive" } : breaking),
      apply: (document) =>
        addParameter(object(at(document)[method] ?? null), false),
    });
    return mutations;
  });
}

function queryOf(
  document: JsonObject,
  path: string,
  method: string,
): JsonObject[] {
  const item = object(object(document["paths"])[path]);
  const list = (object(item[method])["parameters"] ?? []) as JsonObject[];
  return list.filter((parameter) => parameter["in"] === "query");
}

function addParameter(operation: JsonObject, required: boolean): void {
  const list = operation["parameters"];
  const parameter = {
    name: "added",
    in: "query",
    required,
    schema: { type: "string" },
  };
  operation["parameters"] = [...(Array.isArray(list) ? list : []), parameter];
}

function parameterMutations(known: Known): Mutation[] {
  return operationsOf(known).flatMap(({ path, method, route }) => {
    const find = (document: JsonObject) => {
      const operation = object(
        object(object(document["paths"])[path])[method] ?? null,
      );
      return (operation["parameters"] ?? []) as JsonObject[];
    };
    return find(known.document).flatMap((parameter, index): Mutation[] => {
      if (parameter["in"] !== "query") return [];
      const name = String(parameter["name"]);
      const at = (document: JsonObject) => find(document)[index] ?? {};
      const title = `${name} of ${route}`;
      const breaking = {
        verdict: "breaking",
        breaks: known.nameOf(route),
      } as const;
      const schema = object(parameter["schema"] ?? null);
      return [
        {
          ...{
            title: `remove parameter: ${title}`,
            kind: "remove parameter",
            ...breaking,
          },
          apply: (document) => void find(document).splice(index, 1),
        },
        {
          ...{
            title: `rename parameter: ${title}`,
            kind: "rename parameter",
            ...breaking,
          },
          apply: (document) => void (at(document)["name"] = "renamed"),
        },
        {
          ...{
            title: `require parameter: ${title}`,
            kind: "require parameter",
            ...breaking,
          },
          apply: (document) => void (at(document)["required"] = true),
        },
        {
          ...{
            title: `retype parameter: ${title}`,
            kind: "retype parameter",
            ...breaking,
          },
          apply: (document) => retype(object(at(document)["schema"] ?? null)),
        },
        ...sentValues(
          schema,
          `parameter ${title}`,
          breaking.breaks,
          (document) => object(at(document)["schema"] ?? null),
        ),
      ];
    });
  });
}

type Find = (document: JsonObject) => JsonObject;

/** Narrower and wider schemas of what is sent. */
function sentValues(
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

function sentMutations(known: Known, schema: string): Mutation[] {
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

function answeredMutations(known: Known, schema: string): Mutation[] {
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
        ...(known.isFixed(schema, name) ? { verdict: "breaking" } : breaking),
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
function openMutations(schema: string): Mutation[] {
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

function retype(schema: JsonObject): void {
  const { type } = schema;
  for (const key of Object.keys(schema))
    if (!["description", "nullable"].includes(key)) delete schema[key];
  schema["type"] = type === "boolean" ? "string" : "boolean";
}

function addField(schema: JsonObject): void {
  schema["properties"] = {
    ...object(schema["properties"] ?? null),
    added: { type: "string" },
  };
}

function removeField(schema: JsonObject, name: string): void {
  delete object(schema["properties"] ?? null)[name];
  if (schema["required"])
    schema["required"] = namesIn(schema).filter((other) => other !== name);
}

function renameField(schema: JsonObject, name: string): void {
  const properties = object(schema["properties"] ?? null);
  properties[`${name}Renamed`] = properties[name] ?? null;
  removeField(schema, name);
}

function need(schema: JsonObject, name: string): void {
  schema["required"] = [...namesIn(schema), name];
}

function namesIn(schema: JsonObject): string[] {
  return (schema["required"] ?? []) as string[];
}

function schemaOf(document: JsonObject, name: string): JsonObject {
  return object(
    object(object(document["components"] ?? null)["schemas"] ?? null)[name] ??
      null,
  );
}

function fieldsOf(document: JsonObject, name: string): string[] {
  return Object.keys(object(schemaOf(document, name)["properties"] ?? null));
}

function object(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value
    : {};
}

function copy<T>(value: T): T {
  return structuredClone(value);
}
