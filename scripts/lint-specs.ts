import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import {
  buildSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
} from "graphql";
import {
  isObject,
  readSpec,
  textOf,
  type Json,
  type JsonObject,
} from "./codegen/parse/spec.js";

/** Words that say nothing of their own. */
const STOP_WORDS = wordsOf(
  "a an the of for to in on at by with and or is are be this that its it which what id",
);

const OPENAPI_DOCUMENTS = [
  "specs/rest.openapi.yaml",
  "specs/rest-v2.openapi.yaml",
  "specs/jobs.openapi.yaml",
];

/** Every operation, parameter and field is described, and no description only repeats its name. */
const faults = [
  ...(await Promise.all(OPENAPI_DOCUMENTS.map(openapiFaults))).flat(),
  ...(await graphqlFaults("specs/schema.graphql")),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

const redocly = spawnSync("npx", ["redocly", "lint", ...OPENAPI_DOCUMENTS], {
  encoding: "utf8",
  env: {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  },
});
if (redocly.status !== 0) {
  console.error(redocly.stdout, redocly.stderr);
  process.exitCode = 1;
}

/** What is said of a name, and what that name is part of. */
function judge(
  where: string,
  name: string,
  owner: string,
  description: Json | undefined,
): string[] {
  const text = textOf(description);
  if (text === "") return [`${where}: ${name} is not described`];
  const known = new Set([...wordsOf(name), ...wordsOf(owner), ...STOP_WORDS]);
  const isNew = wordsOf(text).some((word) => !known.has(word));
  return isNew
    ? []
    : [`${where}: the description of ${name} only repeats its name`];
}

/** The words of a name or a sentence, in the singular. */
function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/s$/, ""));
}

async function openapiFaults(file: string): Promise<string[]> {
  const { document, resolve } = await readSpec(file);
  const paths = Object.entries(document["paths"] as JsonObject).flatMap(
    ([path, item]) =>
      Object.entries(item as JsonObject).flatMap(([method, operation]) => {
        if (!isObject(operation)) return [];
        const where = `${file}: ${method.toUpperCase()} ${path}`;
        const id = textOf(operation["operationId"]);
        const parameters = (operation["parameters"] ?? []) as Json[];
        return [
          ...judge(where, id, "", operation["description"]),
          ...parameters
            .map((parameter) => resolve(parameter, [path, method]))
            .flatMap(({ name, description }) =>
              judge(where, textOf(name), "", description),
            ),
        ];
      }),
  );
  const { schemas } = document["components"] as { schemas: JsonObject };
  return [
    ...paths,
    ...Object.entries(schemas).flatMap(([name, schema]) =>
      schemaFaults(file, name, schema),
    ),
  ];
}

function schemaFaults(
  file: string,
  name: string,
  schema: Json | undefined,
): string[] {
  if (!isObject(schema)) return [];
  const properties = isObject(schema["properties"])
    ? Object.entries(schema["properties"])
    : [];
  return [
    ...judge(file, name, "", schema["description"]),
    ...properties.flatMap(([property, value]) =>
      // A reference is described where it points to.
      isObject(value) && !("$ref" in value)
        ? judge(`${file}: ${name}`, property, name, value["description"])
        : [],
    ),
  ];
}

async function graphqlFaults(file: string): Promise<string[]> {
  const types = Object.values(
    buildSchema(await readFile(file, "utf8")).getTypeMap(),
  );
  return types
    .filter(({ name, astNode }) => astNode && !name.startsWith("__"))
    .flatMap((type) => {
      const values = isEnumType(type) ? type.getValues() : [];
      const fields: readonly Described[] =
        isObjectType(type) || isInputObjectType(type)
          ? Object.values(type.getFields())
          : [];
      return [
        ...judge(file, type.name, "", type.description ?? ""),
        ...values.flatMap(({ name, description }) =>
          judge(`${file}: ${type.name}`, name, type.name, description ?? ""),
        ),
        ...fields.flatMap(({ name, description }) =>
          judge(`${file}: ${type.name}`, name, type.name, description ?? ""),
        ),
      ];
    });
}

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}
