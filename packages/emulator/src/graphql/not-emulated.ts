import {
  getNamedType,
  isInputObjectType,
  type GraphQLInputType,
  type GraphQLResolveInfo,
} from "graphql";
import { isRecord } from "../check-arguments.js";
import { Refusal } from "../refusals/refusal.js";
import { checkAlternatives } from "./alternatives.js";

/** What the emulator cannot do, by the type and the field of the schema that ask for it. */
const NOT_EMULATED: readonly (readonly [name: RegExp, what: string])[] = [
  [/^Endpoint\.webhookRequests$/, "statistics of webhooks"],
  [
    /^Mutation\.globalStoreBucketCreate$/,
    "a store of global volumes: objectMounts takes any objectStoreId",
  ],
  [/^(Query|Mutation)\.(models|myModels?|\w+Model\w+)$/, "the model store"],
  // A sign-in through the browser is emulated.
  [/^(Query|Mutation)\.(?!.*FlashAuth|flashAuth).*(Flash|flash)/, "Flash"],
  [/^Mutation\.deployBuildToEnvironment$/, "Flash"],
  [/^PodFindAndDeployOnDemandInput\.savingsPlan$/, "savings plans"],
  [/^PodResumeInput\.syncMachine$/, "a move to another machine"],
];

/** The refusal of what the emulator cannot do. */
export function notEmulated(what: string): Refusal {
  return new Refusal("notEmulated", { what });
}

/** Whether the emulator answers a field of the schema, such as `Mutation.podStop`. */
export function isEmulated(name: string): boolean {
  return whatIsMissing(name) === undefined;
}

function whatIsMissing(name: string): string | undefined {
  return NOT_EMULATED.find(([pattern]) => pattern.test(name))?.[1];
}

/** Refuses a field, or an argument that asks for something, which the emulator cannot do, and fields that exclude each other. */
export function checkEmulated(
  args: Readonly<Record<string, unknown>>,
  { parentType, fieldName }: GraphQLResolveInfo,
): void {
  checkName(`${parentType.name}.${fieldName}`);
  const field = parentType.getFields()[fieldName];
  for (const { name, type } of field?.args ?? []) checkValue(type, args[name]);
}

function checkName(name: string): void {
  const what = whatIsMissing(name);
  if (what !== undefined) throw notEmulated(`${what} (${name})`);
}

function checkValue(type: GraphQLInputType, value: unknown): void {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return;
  for (const each of [value].flat()) {
    if (!isRecord(each)) continue;
    checkAlternatives(named.name, each);
    for (const [name, field] of Object.entries(named.getFields())) {
      if (asksForNothing(each[name])) continue;
      checkName(`${named.name}.${name}`);
      checkValue(field.type, each[name]);
    }
  }
}

function asksForNothing(value: unknown): boolean {
  return value === undefined || value === null || value === false;
}
