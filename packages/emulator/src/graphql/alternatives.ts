import { Refusal } from "../refusals/refusal.js";

/** Fields of which an input can have one only: the others would be dropped in silence. */
const ALTERNATIVES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  PodFindAndDeployOnDemandInput: [
    ["gpuTypeId", "gpuTypeIdList", "instanceIds"],
  ],
  EndpointInput: [
    ["gpuIds", "instanceIds"],
    ["templateId", "template"],
  ],
};

/** Refuses an input of this type that has several fields of which only one could be obeyed. */
export function checkAlternatives(
  type: string,
  input: Readonly<Record<string, unknown>>,
): void {
  for (const names of ALTERNATIVES[type] ?? []) {
    const [first, second] = names.filter((name) => asksFor(input[name]));
    if (second !== undefined)
      throw new Refusal("brokenRule", onlyOneOf(`${first}`, second));
  }
}

/** Why two fields do not go together. */
export function onlyOneOf(first: string, second: string): string {
  return `send ${first} or ${second}, and not both: the emulator could obey only one of them`;
}

function asksFor(value: unknown): boolean {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return value !== undefined && value !== null && !isEmpty;
}
