import { isObject, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import { SpecError } from "../parse/spec-error.js";
import type { SurfaceRules } from "./rules.js";
import { schemasOf } from "./type-names.js";

/** The document with every member required that `specs/surfaces.yaml` lists under `required`, by the name of its schema. */
export function requireListed(
  spec: Spec,
  required: NonNullable<SurfaceRules["required"]>,
): JsonObject {
  const schemas = schemasOf(spec);
  const changed = Object.entries(required).map(([name, members]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!isObject(schema))
      throw ruleError(`lists ${name}, but ${spec.file} has no such schema`);
    return [name, requireMembers(spec, name, schema, members)] as const;
  });
  if (changed.length === 0) return spec.document;
  const { components } = spec.document;
  return {
    ...spec.document,
    components: {
      ...(isObject(components) && components),
      schemas: { ...schemas, ...Object.fromEntries(changed) },
    },
  };
}

function requireMembers(
  { file }: Spec,
  name: string,
  schema: JsonObject,
  members: readonly string[],
): JsonObject {
  const { properties, required } = schema;
  const [unknown] = members.filter(
    (member) => !isObject(properties) || !Object.hasOwn(properties, member),
  );
  if (unknown !== undefined)
    throw ruleError(
      `lists ${unknown} of ${name}, but the schema ${name} of ${file} has no such member`,
    );
  const documented = Array.isArray(required) ? required : [];
  return { ...schema, required: [...new Set([...documented, ...members])] };
}

function ruleError(problem: string): SpecError {
  return new SpecError(`specs/surfaces.yaml:1: required ${problem}`);
}
