/** Operations on one resource: list, create, get, update by PATCH and by POST, delete. */
const PER_RESOURCE = 6;

/**
 * A made-up OpenAPI document with so many operations, shaped as those of real services are: a resource has six of
 * them, a schema that refers to those of others, inputs, enumerations, limits, shared parameters and answers. The same
 * number gives the same document.
 */
export function largeDocument(operations: number): object {
  const count = Math.ceil(operations / PER_RESOURCE);
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  const all = names.flatMap((name, index) => pathsOf(name, index));
  const kept = all.slice(0, operations);
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of kept)
    paths[path] = { ...paths[path], [method]: operation };
  return {
    openapi: "3.0.3",
    info: { title: "A large service", version: "1.0.0" },
    servers: [{ url: "/v1" }],
    tags: names.map((name) => ({
      name: `${name}s`.toLowerCase(),
      description: `What the service keeps of each ${name}, from its creation to its end.`,
    })),
    paths,
    components: {
      parameters: { limit: LIMIT },
      responses: { BadRequest: BAD_REQUEST },
      schemas: Object.assign(
        { Fault: FAULT },
        ...names.map((name, index) => schemasOf(name, index, names)),
      ) as object,
    },
  };
}

/** `Ba`, `Be` … `Baba` …: letters alone, so that no two names differ by case or number only. */
function nameOf(index: number): string {
  const syllables = [
    "ba",
    "de",
    "fi",
    "go",
    "ku",
    "la",
    "me",
    "ni",
    "ro",
    "tu",
  ];
  const digits = Array.from(String(index).padStart(3, "0"));
  const word = digits.map((digit) => syllables[Number(digit)]).join("");
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}r`;
}

const LIMIT = {
  name: "limit",
  in: "query",
  description: "The most entries of one answer.",
  schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
};

const FAULT = {
  type: "object",
  description: "Why a request was turned away.",
  required: ["reason"],
  properties: { reason: { type: "string", description: "One sentence." } },
};

const BAD_REQUEST = {
  description: "Something in the request cannot be right.",
  content: contentOf("Fault"),
};

function contentOf(schema: string): object {
  const $ref = `#/components/schemas/${schema}`;
  return { "application/json": { schema: { $ref } } };
}

interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: object;
}

function pathsOf(name: string, index: number): Entry[] {
  const base = `/${name.toLowerCase()}s`;
  const id = `${name.toLowerCase()}Id`;
  const one = `${base}/{${id}}`;
  const entry = (path: string, method: string, verb: string, parts: Parts) => ({
    path,
    method,
    operation: operationOf(name, verb, path === base ? undefined : id, parts),
  });
  const filter = {
    name: "state",
    in: "query",
    description: "Keeps only what is in this state.",
    schema: { type: "string", enum: STATES.slice(0, 2 + (index % 4)) },
  };
  const query = [filter, { $ref: "#/components/parameters/limit" }];
  return [
    entry(base, "get", "List", { query, answer: `${name}List` }),
    entry(base, "post", "Create", { body: `${name}Input`, answer: name }),
    entry(one, "get", "Get", { answer: name }),
    entry(one, "patch", "Patch", { body: `${name}Update`, answer: name }),
    entry(`${one}/update`, "post", "Update", {
      ...{ body: `${name}Update`, answer: name },
    }),
    entry(one, "delete", "Delete", {}),
  ];
}

const STATES = ["waiting", "running", "stopped", "failed", "gone", "unknown"];

interface Parts {
  readonly query?: readonly object[];
  readonly body?: string;
  readonly answer?: string;
}

function operationOf(
  name: string,
  verb: string,
  id: string | undefined,
  { query = [], body, answer }: Parts,
): object {
  const path = {
    ...{ name: id, in: "path", required: true },
    ...{ description: `Which ${name}.`, schema: { type: "string" } },
  };
  return {
    operationId: `${verb}${name}`,
    tags: [`${name}s`.toLowerCase()],
    summary: `${verb} ${name}`,
    description: `What \`${verb}\` does to a ${name} is told here in a sentence or two, as real documents do. It may take a while, and is not undone by a call of its own.`,
    parameters: [...(id === undefined ? [] : [path]), ...query],
    ...(body
      ? { requestBody: { required: true, content: contentOf(body) } }
      : {}),
    responses: {
      ...(answer
        ? {
            "200": { description: "As it is now.", content: contentOf(answer) },
          }
        : { "204": { description: "It is gone." } }),
      "400": { $ref: "#/components/responses/BadRequest" },
    },
  };
}

/** Each refers to the resource before it and to the first, so that references form chains and a hub. */
function schemasOf(
  name: string,
  index: number,
  names: readonly string[],
): Record<string, object> {
  const text = (description: string) => ({ type: "string", description });
  const near = names[Math.max(0, index - 1)] ?? name;
  const properties = {
    id: text("What it is known by."),
    name: { ...text("A label of your own."), maxLength: 191 },
    state: { ...text("What it does now."), enum: STATES },
    size: { type: "integer", minimum: 0, maximum: 4000 + index },
    labels: { type: "object", additionalProperties: { type: "string" } },
    createdAt: { ...text("When it was made."), format: "date-time" },
    cost: { type: "number", nullable: true, description: "Dollars an hour." },
    near: { $ref: `#/components/schemas/${near}` },
    hub: { $ref: `#/components/schemas/${names[0] ?? name}` },
    ports: { type: "array", items: { type: "string" }, default: ["22/tcp"] },
  };
  const { name: label, size, labels, ports } = properties;
  const description = `One ${name} of the account, with all that is known of it.`;
  return {
    [name]: { type: "object", description, properties },
    [`${name}List`]: {
      type: "array",
      items: { $ref: `#/components/schemas/${name}` },
    },
    [`${name}Input`]: {
      type: "object",
      description: `What a new ${name} is to be.`,
      required: ["name"],
      properties: { name: label, size, labels, ports },
    },
    [`${name}Update`]: {
      type: "object",
      description: `What is to change of a ${name}.`,
      properties: { name: label, size, labels },
    },
  };
}
