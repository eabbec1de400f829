import {
  getNamedType,
  isInputObjectType,
  type GraphQLResolveInfo,
} from "graphql";
import { Refusal } from "../refusals/refusal.js";

/** What GraphQL calls the fields of 0.1.0, in which the emulator stores everything. The first name that the input has counts. */
const GRAPHQL_NAMES: Readonly<Record<string, readonly string[]>> = {
  gpuTypeIds: ["gpuTypeId", "gpuIds"],
  dataCenterIds: ["dataCenterId", "locations"],
  countryCodes: ["countryCode"],
  cpuFlavorIds: ["instanceId", "instanceIds"],
  vcpuCount: ["instanceId", "instanceIds"],
  dockerStartCmd: ["dockerArgs"],
  minVCPUPerGPU: ["minVcpuCount"],
  minRAMPerGPU: ["minMemoryInGb"],
  globalNetworking: ["globalNetwork"],
};

const TEXTS: readonly string[] = ["problem", "field"];

/** An error of a resolver, with the fields that it names as the input of GraphQL names them. */
export function withGraphqlNames(
  error: unknown,
  { parentType, fieldName }: GraphQLResolveInfo,
): unknown {
  if (!(error instanceof Refusal)) return error;
  const args = parentType.getFields()[fieldName]?.args ?? [];
  const own = args.flatMap(({ type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named) ? Object.keys(named.getFields()) : [];
  });
  const renamed = Object.entries(error.values).map(([name, value]) => [
    name,
    TEXTS.includes(name) ? rename(String(value), own) : value,
  ]);
  const values = Object.fromEntries(renamed) as Refusal["values"];
  const { headers, advice } = error;
  return new Refusal(error.reason, values, {
    headers,
    ...(advice !== undefined && { advice: rename(advice, own) }),
  });
}

function rename(text: string, own: readonly string[]): string {
  let renamed = text;
  for (const [name, candidates] of Object.entries(GRAPHQL_NAMES)) {
    if (own.includes(name)) continue;
    const known = candidates.find((each) => own.includes(each));
    const pattern = new RegExp(`\\b${name}(\\.\\d+)?\\b`, "g");
    renamed = renamed.replace(pattern, known ?? candidates[0] ?? name);
  }
  return renamed;
}
