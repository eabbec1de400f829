import { isObject, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import type { SurfaceRules } from "./rules.js";
import { schemasOf } from "./type-names.js";

/** Makes every member required that `specs/surfaces.yaml` lists under `required`, by the name of its schema. */
export function requireListed(
  spec: Spec,
  rules: NonNullable<SurfaceRules["required"]>,
): JsonObject {
  return changeSchemas(spec, rules, (schema, members) => {
    const { properties, required } = schema;
    const shown = members.filter(
      (member) => isObject(properties) && Object.hasOwn(properties, member),
    );
    const documented = Array.isArray(required) ? required : [];
    return { ...schema, required: [...new Set([...documented, ...shown])] };
  });
}

/**
 * Adds every member that `specs/surfaces.yaml` lists under `members` and that its schema lacks. A member that the
 * document describes is kept.
 */
export function addMembers(
  spec: Spec,
  rules: NonNullable<SurfaceRules["members"]>,
): JsonObject {
  const schemas = schemasOf(spec);
  return changeSchemas(spec, rules, (schema, added) => {
    const { properties } = schema;
    const all: Record<string, Json> = isObject(properties)
      ? { ...properties }
      : {};
    for (const [member, target] of Object.entries(added))
      if (Object.hasOwn(schemas, target))
        all[member] ??= { $ref: `#/components/schemas/${target}` };
    return { ...schema, properties: all };
  });
}

/** A copy of the document in which `change` has replaced each schema that a rule names and the document has. */
function changeSchemas<Rule>(
  spec: Spec,
  rules: Readonly<Record<string, Rule>>,
  change: (schema: JsonObject, rule: Rule) => JsonObject,
): JsonObject {
  const schemas = schemasOf(spec);
  const changed = Object.entries(rules).flatMap(([name, rule]) => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    return isObject(schema) ? [[name, change(schema, rule)] as const] : [];
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
