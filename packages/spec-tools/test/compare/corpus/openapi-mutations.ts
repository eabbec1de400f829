import { schemaNames, type Fixture } from "./fixture.js";
import type { Json, JsonObject } from "../../../src/document/json.js";
import { listAt, mutationsOf, objectAt, type Mutation } from "./mutation.js";

/** Every mutation that the corpus knows, for every element of a document. */
export function openapiMutations(fixture: Fixture): Mutation[] {
  const names = schemaNames(fixture);
  return [
    ...documentMutations(),
    ...operationsIn(fixture.document).flatMap((operation) => [
      ...operationMutations(fixture, operation),
      ...parameterMutations(fixture, operation),
      ...bodyMutations(fixture, operation),
      ...responseMutations(fixture, operation),
    ]),
    ...names.request.flatMap((name) => requestMutations(fixture, name)),
    ...names.response.flatMap((name) => responseSchemaMutations(fixture, name)),
    ...names.both.flatMap((name) => openEnumerationMutations(name)),
  ];
}

const METHODS = ["get", "post", "patch", "delete", "put"];

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly route: string;
}

function operationsIn(document: JsonObject): Operation[] {
  return Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
    METHODS.filter((method) => method in objectAt(item)).map((method) => {
      const route = `${method.toUpperCase()} ${path}`;
      return { path, method, route };
    }),
  );
}

function documentMutations(): Mutation[] {
  const { breaking, additive, unreported } = mutationsOf("the document");
  return [
    breaking("require another scheme", undefined, (document) => {
      document["security"] = [{ key: [] }];
    }),
    breaking("change the scheme", undefined, (document) => {
      objectAt(document, "components", "securitySchemes", "bearer")["scheme"] =
        "basic";
    }),
    additive("accept another scheme", (document) => {
      listAt(document, "security").push({ key: [] });
    }),
    additive("require no scheme", (document) => {
      delete document["security"];
    }),
    unreported("rename the scheme", (document) => {
      const schemes = objectAt(document, "components", "securitySchemes");
      schemes["token"] = schemes["bearer"] ?? null;
      delete schemes["bearer"];
      document["security"] = [{ token: [] }];
    }),
    unreported("reword the document", (document) => {
      objectAt(document, "info")["title"] = "Ships";
    }),
    breaking("move the document", undefined, (document) => {
      objectAt(document, "servers", 0)["url"] = "/v1.1";
    }),
  ];
}

function operationMutations(
  fixture: Fixture,
  { path, method, route }: Operation,
): Mutation[] {
  const { breaking, additive, unreported } = mutationsOf(route);
  const name = fixture.names.get(route) ?? route;
  const signature = hasSignature(path) ? name : undefined;
  const pathItem = (document: JsonObject) => objectAt(document, "paths", path);
  const operation = (document: JsonObject) =>
    objectAt(document, "paths", path, method);
  const addPath = (document: JsonObject, suffix: string, node: JsonObject) => {
    // A parameter of the path belongs to the new path too.
    const { parameters } = pathItem(document);
    objectAt(document, "paths")[path + suffix] = {
      [method]: node,
      ...(parameters && { parameters }),
    };
  };
  return [
    breaking("remove operation", name, (document) => {
      Reflect.deleteProperty(pathItem(document), method);
    }),
    breaking("move operation", name, (document) => {
      const node = operation(document);
      Reflect.deleteProperty(pathItem(document), method);
      addPath(document, "/moved", node);
    }),
    additive("add operation", (document) => {
      const node = structuredClone(operation(document));
      addPath(document, "/added", { ...node, operationId: "Added" });
    }),
    additive("deprecate operation", (document) => {
      operation(document)["deprecated"] = true;
    }),
    breaking("add required parameter", signature, (document) =>
      addParameter(operation(document), true),
    ),
    additive("add parameter", (document) =>
      addParameter(operation(document), false),
    ),
    unreported("reword operation", (document) => {
      const node = operation(document);
      node["summary"] = "Do something else";
      node["description"] = "In other words.";
    }),
  ];
}

/** The second route of an update has no function of its own. */
function hasSignature(path: string): boolean {
  return !path.endsWith("/update");
}

function addParameter(operation: JsonObject, required: boolean): void {
  const parameter = {
    name: "added",
    in: "query",
    required,
    schema: { type: "string" },
  };
  operation["parameters"] = [...parametersOf(operation), parameter];
}

function parametersOf(operation: JsonObject): JsonObject[] {
  return (operation["parameters"] ?? []) as JsonObject[];
}

function nameOf({ name }: JsonObject): string {
  return typeof name === "string" ? name : "";
}

function isQuery(parameter: JsonObject): boolean {
  return parameter["in"] === "query";
}

function parameterMutations(
  fixture: Fixture,
  { path, method, route }: Operation,
): Mutation[] {
  const list = (document: JsonObject) =>
    parametersOf(objectAt(document, "paths", path, method));
  const name = fixture.names.get(route) ?? route;
  return list(fixture.document).flatMap((parameter, index): Mutation[] => {
    if (!isQuery(parameter)) return [];
    const { breaking, additive, unreported } = mutationsOf(
      `${nameOf(parameter)} of ${route}`,
    );
    const at = (document: JsonObject) => list(document)[index] ?? {};
    const schema = (document: JsonObject) => objectAt(at(document), "schema");
    const isRequired = parameter["required"] === true;
    const mutations = [
      breaking("remove parameter", name, (document) => {
        list(document).splice(index, 1);
      }),
      breaking("rename parameter", name, (document) => {
        at(document)["name"] = "renamed";
      }),
      breaking("move parameter to the headers", name, (document) => {
        at(document)["in"] = "header";
      }),
      breaking("retype parameter", name, (document) =>
        retype(schema(document)),
      ),
      breaking("serialize parameter differently", undefined, (document) => {
        at(document)["explode"] = false;
      }),
      additive("deprecate parameter", (document) => {
        at(document)["deprecated"] = true;
      }),
      unreported("reorder parameters", (document) => {
        list(document).reverse();
      }),
      unreported("reword parameter", (document) => {
        at(document)["description"] = "In other words.";
      }),
      isRequired
        ? additive("require parameter no longer", (document) => {
            at(document)["required"] = false;
          })
        : breaking("require parameter", name, (document) => {
            at(document)["required"] = true;
          }),
    ];
    const values = valueMutations(
      schema(fixture.document),
      `parameter ${nameOf(parameter)} of ${route}`,
      name,
      schema,
    );
    return [...mutations, ...values];
  });
}

function bodyMutations(
  fixture: Fixture,
  { path, method, route }: Operation,
): Mutation[] {
  const operation = (document: JsonObject) =>
    objectAt(document, "paths", path, method);
  const { breaking, additive } = mutationsOf(`the body of ${route}`);
  const name = fixture.names.get(route) ?? route;
  if (!("requestBody" in operation(fixture.document))) {
    if (method === "get" || method === "delete") return [];
    return [
      breaking("add body", name, (document) => {
        const schema = {
          type: "object",
          properties: { a: { type: "string" } },
        };
        operation(document)["requestBody"] = {
          content: { "application/json": { schema } },
        };
      }),
    ];
  }
  const body = (document: JsonObject) =>
    objectAt(operation(document), "requestBody");
  const mutations = [
    breaking(
      "remove body",
      hasSignature(path) ? name : undefined,
      (document) => {
        delete operation(document)["requestBody"];
      },
    ),
    additive("accept another media type", (document) => {
      objectAt(body(document), "content")["application/xml"] = {};
    }),
  ];
  // An update has two routes, which are one operation only as long as their bodies are equal.
  const isUpdate = name.endsWith(".update");
  const isRequired = body(fixture.document)["required"] === true;
  if (isRequired && !isUpdate)
    mutations.push(
      additive("require body no longer", (document) => {
        body(document)["required"] = false;
      }),
    );
  if (!isRequired)
    mutations.push(
      breaking("require body", undefined, (document) => {
        body(document)["required"] = true;
      }),
    );
  if ("text/csv" in objectAt(body(fixture.document), "content"))
    mutations.push(
      breaking("accept a media type no longer", undefined, (document) => {
        delete objectAt(body(document), "content")["text/csv"];
      }),
    );
  return mutations;
}

/** The consumer ignores what a call resolves with, so that it compiles without a response body. */
function responseMutations(
  fixture: Fixture,
  { path, method, route }: Operation,
): Mutation[] {
  const { breaking, additive, unreported } = mutationsOf(
    `the responses of ${route}`,
  );
  const responses = (document: JsonObject) =>
    objectAt(document, "paths", path, method, "responses");
  const success = (document: JsonObject) => {
    const [status = ""] = Object.keys(responses(document));
    return objectAt(responses(document), status);
  };
  const addError = unreported("add error status", (document) => {
    responses(document)["429"] = { description: "Too many requests." };
  });
  // `deleteBoat` and `launchBoat` return nothing.
  if (method === "delete" || path.endsWith("/launch"))
    return [
      addError,
      // A 204 has no body, whatever its document lists.
      ("204" in responses(fixture.document) ? unreported : additive)(
        "add response body",
        (document) => {
          const schema = { $ref: "#/components/schemas/Crew" };
          success(document)["content"] = { "application/json": { schema } };
        },
      ),
    ];
  return [
    addError,
    breaking("remove response body", undefined, (document) => {
      delete success(document)["content"];
    }),
    additive("return another media type", (document) => {
      objectAt(success(document), "content")["application/xml"] = {};
    }),
  ];
}

/** Mutations of a value that a request holds. */
function valueMutations(
  schema: JsonObject,
  element: string,
  breaks: string,
  at: (document: JsonObject) => JsonObject,
): Mutation[] {
  const { breaking, additive } = mutationsOf(element);
  const { enum: values, type } = schema;
  const mutations: Mutation[] = [];
  if (Array.isArray(values))
    mutations.push(
      breaking("remove request value", breaks, (document) => {
        listAt(at(document), "enum").pop();
      }),
      additive("add request value", (document) => {
        listAt(at(document), "enum").push("ADDED");
      }),
      additive("widen to any string", (document) => {
        delete at(document)["enum"];
      }),
    );
  else if (type === "string")
    mutations.push(
      breaking("narrow to listed values", breaks, (document) => {
        at(document)["enum"] = ["ONE", "TWO"];
      }),
      breaking("add pattern", undefined, (document) => {
        at(document)["pattern"] = "^a";
      }),
    );
  if (typeof type === "string" && schema["nullable"] !== true)
    mutations.push(
      additive("accept null", (document) => {
        at(document)["nullable"] = true;
      }),
    );
  if (type === "integer")
    mutations.push(
      additive("widen to any number", (document) => {
        at(document)["type"] = "number";
      }),
      breaking("lower the maximum", undefined, (document) => {
        at(document)["maximum"] = 1;
      }),
    );
  if (type === "number")
    mutations.push(
      breaking("narrow to integers", undefined, (document) => {
        at(document)["type"] = "integer";
      }),
    );
  return mutations;
}

function schemaAt(document: JsonObject, name: string): JsonObject {
  return objectAt(document, "components", "schemas", name);
}

function fieldNames(document: JsonObject, schema: string): string[] {
  return Object.keys(schemaAt(document, schema)["properties"] ?? {});
}

function requestMutations(fixture: Fixture, name: string): Mutation[] {
  const { breaking, additive, unreported } = mutationsOf(name);
  const schema = (document: JsonObject) => schemaAt(document, name);
  return [
    additive("add request field", (document) => addField(schema(document))),
    breaking("add required request field", name, (document) => {
      addField(schema(document));
      requireField(schema(document), "added");
    }),
    unreported("reword request schema", (document) => {
      schema(document)["description"] = "In other words.";
    }),
    ...fieldNames(fixture.document, name).flatMap((field) =>
      requestFieldMutations(fixture, name, field),
    ),
  ];
}

function requestFieldMutations(
  { document: original }: Fixture,
  name: string,
  field: string,
): Mutation[] {
  const element = `${name}.${field}`;
  const { breaking, additive } = mutationsOf(element);
  const schema = (document: JsonObject) => schemaAt(document, name);
  const at = (document: JsonObject) =>
    objectAt(schema(document), "properties", field);
  const { type, additionalProperties } = at(original);
  const fields = Object.keys(objectAt(schema(original), "properties"));
  const mutations = [
    // The generated type of an object without described fields takes any field.
    breaking(
      "remove request field",
      fields.length === 1 ? undefined : element,
      (document) => removeField(schema(document), field),
    ),
    breaking("rename request field", element, (document) =>
      renameField(schema(document), field),
    ),
    requiredIn(schema(original)).includes(field)
      ? additive("require request field no longer", (document) =>
          releaseField(schema(document), field),
        )
      : breaking("require request field", name, (document) =>
          requireField(schema(document), field),
        ),
  ];
  if (typeof type === "string")
    mutations.push(
      breaking("retype request field", element, (document) =>
        retype(at(document)),
      ),
      additive("deprecate request field", (document) => {
        at(document)["deprecated"] = true;
      }),
    );
  if (additionalProperties !== undefined)
    mutations.push(
      breaking("close request map", undefined, (document) => {
        at(document)["additionalProperties"] = false;
      }),
    );
  return [...mutations, ...valueMutations(at(original), element, element, at)];
}

function responseSchemaMutations(fixture: Fixture, name: string): Mutation[] {
  const { additive, unreported } = mutationsOf(name);
  return [
    additive("add response field", (document) =>
      addField(schemaAt(document, name)),
    ),
    unreported("reword response schema", (document) => {
      schemaAt(document, name)["description"] = "In other words.";
    }),
    ...fieldNames(fixture.document, name).flatMap((field) =>
      responseFieldMutations(fixture, name, field),
    ),
  ];
}

function responseFieldMutations(
  { document: original }: Fixture,
  name: string,
  field: string,
): Mutation[] {
  const element = `${name}.${field}`;
  const { breaking, additive, unreported } = mutationsOf(element);
  const schema = (document: JsonObject) => schemaAt(document, name);
  const at = (document: JsonObject) =>
    objectAt(schema(document), "properties", field);
  const { type, enum: values, nullable } = at(original);
  const requireResponseField = (document: JsonObject) =>
    requireField(schema(document), field);
  const mutations = [
    breaking("rename response field", element, (document) =>
      renameField(schema(document), field),
    ),
    breaking("remove response field", element, (document) =>
      removeField(schema(document), field),
    ),
  ];
  if (field === "id")
    // The generated types require the `id` of a resource, whatever the document says.
    mutations.push(unreported("require id", requireResponseField));
  else if (requiredIn(schema(original)).includes(field))
    mutations.push(
      breaking("require response field no longer", element, (document) =>
        releaseField(schema(document), field),
      ),
    );
  else mutations.push(additive("require response field", requireResponseField));
  if (typeof type === "string")
    mutations.push(
      breaking("retype response field", element, (document) =>
        retype(at(document)),
      ),
    );
  if (typeof type === "string" && nullable !== true)
    mutations.push(
      breaking("return null", element, (document) => {
        at(document)["nullable"] = true;
      }),
    );
  if (nullable === true)
    mutations.push(
      additive("never return null", (document) => {
        delete at(document)["nullable"];
      }),
    );
  if (type === "integer")
    mutations.push(
      breaking("return any number", undefined, (document) => {
        at(document)["type"] = "number";
      }),
    );
  if (Array.isArray(values)) {
    mutations.push(
      additive("add response value", (document) => {
        listAt(at(document), "enum").push("ADDED");
      }),
    );
    // A single value that is left would close the enumeration.
    if (values.length > 2)
      mutations.push(
        additive("remove response value", (document) => {
          listAt(at(document), "enum").pop();
        }),
      );
  } else if (type === "string" && field !== "id")
    mutations.push(
      // The enumerations of a response are open: any other string is valid too.
      unreported("list response values", (document) => {
        at(document)["enum"] = ["ONE", "TWO"];
      }),
    );
  return mutations;
}

/** An open enumeration is `anyOf` of listed values and any string. */
function openEnumerationMutations(name: string): Mutation[] {
  const { additive, breaking } = mutationsOf(name);
  // `Boat` has a field for each open enumeration.
  const field = `Boat.${name.toLowerCase()}`;
  const values = (document: JsonObject) =>
    listAt(schemaAt(document, name), "anyOf", 0, "enum");
  return [
    additive("add known value", (document) => {
      values(document).push("ADDED");
    }),
    additive("remove known value", (document) => {
      values(document).pop();
    }),
    breaking("add an alternative to a response", field, (document) => {
      listAt(schemaAt(document, name), "anyOf").push({ type: "integer" });
    }),
  ];
}

function retype(schema: JsonObject): void {
  const { type } = schema;
  for (const key of Object.keys(schema))
    if (!["description", "nullable"].includes(key))
      Reflect.deleteProperty(schema, key);
  schema["type"] = type === "boolean" ? "string" : "boolean";
}

function addField(schema: JsonObject): void {
  objectAt(schema, "properties")["added"] = { type: "string" };
}

function removeField(schema: JsonObject, name: string): void {
  Reflect.deleteProperty(objectAt(schema, "properties"), name);
  releaseField(schema, name);
}

function renameField(schema: JsonObject, name: string): void {
  const properties = objectAt(schema, "properties");
  properties[`${name}Renamed`] = properties[name] ?? null;
  removeField(schema, name);
}

function requireField(schema: JsonObject, name: string): void {
  schema["required"] = [...requiredIn(schema), name];
}

function releaseField(schema: JsonObject, name: string): void {
  const names: Json[] = requiredIn(schema).filter((other) => other !== name);
  if (names.length > 0) schema["required"] = names;
  else delete schema["required"];
}

function requiredIn(schema: JsonObject): string[] {
  return (schema["required"] ?? []) as string[];
}

/** As many mutations of each kind as wanted, from the whole document. */
export function sampleOf<T extends Pick<Mutation, "kind">>(
  mutations: readonly T[],
  perKind: number,
): T[] {
  const byKind = new Map<string, T[]>();
  for (const mutation of mutations)
    byKind.set(mutation.kind, [...(byKind.get(mutation.kind) ?? []), mutation]);
  return [...byKind.values()].flatMap((list) => {
    const step = Math.max(1, Math.floor(list.length / perKind));
    return list.filter((_, index) => index % step === 0).slice(0, perKind);
  });
}
