/** Operations of one resource: list, create, get, update by PATCH and by POST, delete. */
const OPERATIONS_PER_RESOURCE = 6;

/**
 * A synthetic OpenAPI document with so many operations, shaped like those of real services: a resource has six
 * operations, a schema that refers to the schemas of others, inputs, enumerations, limits, shared parameters and
 * responses. The same number gives the same document.
 */
export function largeDocument(operations: number): object {
  const count = Math.ceil(operations / OPERATIONS_PER_RESOURCE);
  const names = Array.from({ length: count }, (_, index) => nameOf(index));
  const all = names.flatMap((name, index) => pathsOf(name, index));
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of all.slice(0, operations))
    paths[path] = { ...paths[path], [method]: operation };
  return {
    openapi: "3.0.3",
    info: { title: "A large service", version: "1.0.0" },
    servers: [{ url: "/v1" }],
    tags: names.map((name) => ({
      name: `${name}s`.toLowerCase(),
      description: `What the service stores of each ${name}.`,
    })),
    paths,
    components: {
      parameters: { limit: LIMIT },
      responses: { BadRequest: BAD_REQUEST },
      schemas: Object.assign(
        { Refusal: REFUSAL },
        ...names.map((name, index) => schemasOf(name, index, names)),
      ) as object,
    },
  };
}

/** `Bababar`, `Babader` …: only letters, so that no two names differ by case or number only. */
function nameOf(index: number): string {
  const syllables = "ba de fi go ku la me ni ro tu".split(" ");
  const digits = Array.from(String(index).padStart(3, "0"));
  const word = digits.map((digit) => syllables[Number(digit)]).join("");
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}r`;
}

const LIMIT = {
  name: "limit",
  in: "query",
  description: "The most entries of one response.",
  schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
};

const REFUSAL = {
  type: "object",
  description: "Why the service refused a request.",
  required: ["reason"],
  properties: { reason: { type: "string", description: "One sentence." } },
};

const BAD_REQUEST = {
  description: "The request is invalid.",
  content: contentOf("Refusal"),
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
  const collection = `/${name.toLowerCase()}s`;
  const id = `${name.toLowerCase()}Id`;
  const single = `${collection}/{${id}}`;
  const entry = (path: string, method: string, verb: string, parts: Parts) => ({
    path,
    method,
    operation: operationOf(
      name,
      verb,
      path === collection ? undefined : id,
      parts,
    ),
  });
  const filter = {
    name: "state",
    in: "query",
    description: "Only entries in this state.",
    schema: { type: "string", enum: STATES.slice(0, 2 + (index % 4)) },
  };
  const query = [filter, { $ref: "#/components/parameters/limit" }];
  const update = { body: `${name}Update`, result: name };
  return [
    entry(collection, "get", "List", { query, result: `${name}List` }),
    entry(collection, "post", "Create", { body: `${name}Input`, result: name }),
    entry(single, "get", "Get", { result: name }),
    entry(single, "patch", "Patch", update),
    entry(`${single}/update`, "post", "Update", update),
    entry(single, "delete", "Delete", {}),
  ];
}

const STATES = ["waiting", "running", "stopped", "failed", "gone", "unknown"];

interface Parts {
  readonly query?: readonly object[];
  readonly body?: string;
  readonly result?: string;
}

function operationOf(
  name: string,
  verb: string,
  id: string | undefined,
  { query = [], body, result }: Parts,
): object {
  const path = {
    name: id,
    in: "path",
    required: true,
    description: `The id of the ${name}.`,
    schema: { type: "string" },
  };
  const success = result
    ? { "200": { description: "The new state.", content: contentOf(result) } }
    : { "204": { description: "Deleted." } };
  const operation = {
    operationId: `${verb}${name}`,
    tags: [`${name}s`.toLowerCase()],
    summary: `${verb} ${name}`,
    description: `What \`${verb}\` does to a ${name}, in a sentence or two, as in real documents. The operation may take a while.`,
    parameters: id === undefined ? query : [path, ...query],
    responses: {
      ...success,
      "400": { $ref: "#/components/responses/BadRequest" },
    },
  };
  if (!body) return operation;
  const requestBody = { required: true, content: contentOf(body) };
  return { ...operation, requestBody };
}

/** Each schema refers to the resource before it and to the first, so that references form chains and a hub. */
function schemasOf(
  name: string,
  index: number,
  names: readonly string[],
): Record<string, object> {
  const text = (description: string) => ({ type: "string", description });
  const previous = names[Math.max(0, index - 1)] ?? name;
  const label = { ...text("A label of the user."), maxLength: 191 };
  const size = { type: "integer", minimum: 0, maximum: 4000 + index };
  const labels = { type: "object", additionalProperties: { type: "string" } };
  const ports = {
    type: "array",
    items: { type: "string" },
    default: ["22/tcp"],
  };
  const properties = {
    id: text("The id."),
    name: label,
    state: { ...text("The current state."), enum: STATES },
    size,
    labels,
    createdAt: { ...text("When it was created."), format: "date-time" },
    cost: { type: "number", nullable: true, description: "USD an hour." },
    near: { $ref: `#/components/schemas/${previous}` },
    hub: { $ref: `#/components/schemas/${names[0] ?? name}` },
    ports,
  };
  const description = `One ${name} of the account.`;
  return {
    [name]: { type: "object", description, properties },
    [`${name}List`]: {
      type: "array",
      items: { $ref: `#/components/schemas/${name}` },
    },
    [`${name}Input`]: {
      type: "object",
      description: `The parts of a new ${name}.`,
      required: ["name"],
      properties: { name: label, size, labels, ports },
    },
    [`${name}Update`]: {
      type: "object",
      description: `The parts of a ${name} that change.`,
      properties: { name: label, size, labels },
    },
  };
}
