import type { ControlOperation } from "./control-operation.js";
import { operations } from "./operations.js";

/** The control API as an OpenAPI document. */
export const openApiDocument = {
  openapi: "3.1.0",
  info: {
    title: "Control API of the emulator",
    version: "1",
    description:
      "For tests in any language: sets up, disturbs and reads an emulated account. It takes no key, and answers programs of this machine and the emulator's own page only.",
  },
  servers: [{ url: "/_emulator" }],
  paths: pathsOf(operations),
};

function pathsOf(all: readonly ControlOperation[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of all) {
    const item = (paths[operation.path] ??= {});
    item[operation.method.toLowerCase()] = describe(operation);
  }
  return paths;
}

function describe({
  id,
  summary,
  path,
  query,
  body,
  answer,
}: ControlOperation) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    schema,
  }));
  const error = { type: "object", properties: { error: { type: "string" } } };
  return {
    operationId: id,
    summary,
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      "200": { description: "Done.", content: json(answer) },
      "4XX": { description: "Refused, with the reason.", content: json(error) },
    },
  };
}

function json(schema: unknown) {
  return { "application/json": { schema } };
}
