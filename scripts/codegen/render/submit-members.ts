import type { ValueRule, ValueRules } from "../../../src/models/value-rule.js";
import type { Operation } from "../model/operations.js";
import { partsOf } from "../model/schema-parts.js";
import { isObject, type Json, type JsonObject } from "../parse/json.js";
import type { Spec } from "../parse/spec.js";
import { literal } from "./models.js";

/** The operation whose body is described, and the member that each model describes for itself. */
const SUBMIT = { resource: "jobs", name: "run", input: "input" };

/** `submit-members.ts`: what a submit may say about its job; undefined for a surface that submits no jobs. */
export function renderSubmitMembers(
  spec: Spec,
  operations: readonly Operation[],
): string | undefined {
  const submit = operations.find(
    ({ resource, name }) =>
      resource === SUBMIT.resource && name === SUBMIT.name,
  );
  if (!submit?.body) return undefined;
  const { properties = {} } = ruleOf(spec, submit.body.schema);
  const { [SUBMIT.input]: _, ...members } = properties;
  return `import type { ValueRules } from "../../src/models/value-rule.js";

/** What a submit may say about its job, beside the input. */
export const submitMembers: ValueRules = ${literal(members)};`;
}

/** The rule that a schema makes for a value. */
function ruleOf(spec: Spec, schema: Json): ValueRule {
  const parts = partsOf(spec, schema);
  const all = Object.assign({}, ...parts) as JsonObject;
  const { type, minimum, maximum, format, properties } = all;
  return {
    type: type as ValueRule["type"],
    ...(format === "uri" && { format }),
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
    ...(isObject(properties) && {
      properties: rulesOf(spec, properties),
    }),
  };
}

function rulesOf(spec: Spec, properties: JsonObject): ValueRules {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      ruleOf(spec, schema),
    ]),
  );
}
