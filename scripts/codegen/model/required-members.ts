import { isObject, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import { SpecError } from "../parse/spec-error.js";
import type { SurfaceRules } from "./rules.js";
import { schemasOf } from "./type-names.js";

/** Makes every member required that `specs/surfaces.yaml` lists under `required`, by the name of its schema. */
export function requireListed(
  spec: Spec,
  required: NonNullable<SurfaceRules["required"]>,
): JsonObject {
  return changeSchemas(spec, "required", required, (schema, members, name) =>
    requireMembers(spec, name, schema, members),
  );
}

/**
 * Adds every member that `specs/surfaces.yaml` lists under `members` and that its schema lacks. A member that the
 * document describes is kept.
 */
export function addMembers(
  spec: Spec,
  members: NonNullable<SurfaceRules["members"]>,
): JsonObject {
  const schemas = schemasOf(spec);
  return changeSchemas(spec, "members", members, (schema, added) => {
    const { properties } = schema;
    const all: Record<string, Json> = isObject(properties)
      ? { ...properties }
      : {};
    for (const [member, target] of Object.entries(added)) {
      if (!Object.hasOwn(schemas, target))
        throw unknownSchema(spec, "members", target);
      all[member] ??= { $ref: `#/components/schemas/${target}` };
    }
    return { ...schema, properties: all };
  });
}

/** A copy of the document in which `change` has replaced each schema that a rule names. */
function changeSchemas<Rule>(
  spec: Spec,
  rule: string,
  rules: Readonly<Record<string, Rule>>,
  change: (schema: JsonObject, rule: Rule, name: string) => JsonObject,
): JsonObject {
  const schemas = schemasOf(spec);
  const changed = Object.entries(rules).map(([name, wanted]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!isObject(schema)) throw unknownSchema(spec, rule, name);
    return [name, change(schema, wanted, name)] as const;
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

function unknownSchema({ file }: Spec, rule: string, name: string): SpecError {
  return ruleError(rule, `lists ${name}, but ${file} has no such schema`);
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
      "required",
      `lists ${unknown} of ${name}, but the schema ${name} of ${file} has no such member`,
    );
  const documented = Array.isArray(required) ? required : [];
  return { ...schema, required: [...new Set([...documented, ...members])] };
}

function ruleError(rule: string, problem: string): SpecError {
  return new SpecError(`specs/surfaces.yaml:1: ${rule} ${problem}`);
}
