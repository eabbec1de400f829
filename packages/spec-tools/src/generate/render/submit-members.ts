import type {
  ValueRule,
  ValueRules,
} from "../../../../../src/models/value-rule.js";
import type { Schema } from "../../document/model.js";
import { targetIn } from "../../document/targets.js";
import type { SurfaceModel } from "./fetchers.js";
import { literal } from "./literal.js";

/** The operation whose body is described, and the member that each model describes for itself. */
const SUBMIT = { resource: "jobs", name: "run", input: "input" };

/** `submit-members.ts`: what a submit may say about its job; undefined for a surface that submits no jobs. */
export function renderSubmitMembers({
  model,
  functions,
}: SurfaceModel): string | undefined {
  const submit = functions.find(
    ({ resource, name }) =>
      resource === SUBMIT.resource && name === SUBMIT.name,
  );
  if (!submit?.body?.sent) return undefined;
  const targetOf = targetIn(model.schemas);
  const { properties = {} } = ruleOf(targetOf, submit.body.sent.schema) ?? {};
  const { [SUBMIT.input]: _, ...members } = properties;
  return `import type { ValueRules } from "../../src/models/value-rule.js";

/** What a submit may say about its job, beside the input. */
export const submitMembers: ValueRules = ${literal(members)};`;
}

type TargetOf = (schema: Schema) => Schema;

/** The rule that a schema makes for a value; undefined for a schema that permits several types. */
function ruleOf(targetOf: TargetOf, schema: Schema): ValueRule | undefined {
  const { types, limits = {}, format, members } = targetOf(schema);
  const type = types?.join();
  const { minimum, maximum } = limits;
  if (!isRuleType(type)) return undefined;
  return {
    type,
    ...(format === "uri" && { format }),
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
    ...(members && { properties: rulesOf(targetOf, members) }),
  };
}

function rulesOf(
  targetOf: TargetOf,
  members: NonNullable<Schema["members"]>,
): ValueRules {
  const rules: [string, ValueRule][] = [];
  for (const [name, schema] of Object.entries(members)) {
    const rule = ruleOf(targetOf, schema);
    if (rule) rules.push([name, rule]);
  }
  return Object.fromEntries(rules);
}

function isRuleType(type: string | undefined): type is ValueRule["type"] {
  const names: readonly unknown[] = RULE_TYPES;
  return names.includes(type);
}

const RULE_TYPES: readonly ValueRule["type"][] = [
  "string",
  "integer",
  "number",
  "boolean",
  "array",
  "object",
];
