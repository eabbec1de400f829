import { check } from "../checks.js";

/** What happens to a Pod at its end. */
export type ReleaseAction = "delete" | "stop";

/** The tag of a rented Pod: its name and its environment both carry the tag. */
export interface Tag {
  /** Random, and different for each rental. */
  readonly id: string;
  /** When the Pod ends, in milliseconds since 1970, by the clock of the service. Whole seconds. */
  readonly end: number;
  readonly action: ReleaseAction;
}

/** The names of our environment variables begin so. */
const VARIABLE_PREFIX = "CLOUD_COMPUTE_RENT_";
const TAG_VARIABLE = `${VARIABLE_PREFIX}TAG`;
const END_VARIABLE = `${VARIABLE_PREFIX}END`;
const ACTION_VARIABLE = `${VARIABLE_PREFIX}ACTION`;

/** `rent-{tag}-{end}`, and `-{name}` where the user gave the Pod a name. */
const TAGGED_NAME = /^rent-([0-9a-f]{20})-(\d{8}T\d{6}Z)(?:-|$)/;
/** The longest name that the service takes. */
const MAX_NAME_LENGTH = 191;
const RANDOM_BYTES = 10;

/** Creates a new tag. `end` is rounded up to whole seconds. */
export function createTag(end: number, action: ReleaseAction): Tag {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  return { id: id.join(""), end: Math.ceil(end / 1000) * 1000, action };
}

/** The name of a Pod with this tag. `userName` is what the user calls the Pod. */
export function writeTaggedName(
  { id, end }: Tag,
  userName: string | undefined,
): string {
  const suffix = userName ? `-${userName}` : "";
  return `rent-${id}-${writeTime(end)}${suffix}`;
}

/** The environment variables of a Pod with this tag. */
export function writeTaggedEnv({
  id,
  end,
  action,
}: Tag): Record<string, string> {
  return {
    [TAG_VARIABLE]: id,
    [END_VARIABLE]: writeTime(end),
    [ACTION_VARIABLE]: action,
  };
}

/** Throws an `InputError` for a name or variables that leave no room for a tag. */
export function checkTaggable(
  name: string | undefined,
  env: object | undefined,
  operation: string,
): void {
  const call = { operation };
  const longest =
    MAX_NAME_LENGTH - writeTaggedName(createTag(0, "delete"), "-").length + 1;
  check(
    name === undefined || (typeof name === "string" && name.length <= longest),
    "name",
    `must be a string of at most ${longest} characters, because the tag of the rental precedes it`,
    call,
  );
  const reserved = Object.keys(env ?? {}).find((variable) =>
    variable.startsWith(VARIABLE_PREFIX),
  );
  check(
    reserved === undefined,
    "env",
    `must not hold ${reserved ?? ""}: the rental sets this variable`,
    call,
  );
}

/** Whether a Pod has the name that this tag gives, whatever end the name has. The tag is random: no other Pod has it. */
export function hasTag(name: string, { id }: Tag): boolean {
  return TAGGED_NAME.exec(name)?.[1] === id;
}

/** What the user calls a Pod whose name carries a tag; undefined for any other Pod. */
export function rentNameOf(podName: string): string | undefined {
  const [tag] = TAGGED_NAME.exec(podName) ?? [];
  return tag === undefined ? undefined : podName.slice(tag.length);
}

/** What name and environment say of the rental of a Pod: the tag, the half of a tag, or nothing. */
type Trace =
  | { readonly kind: "whole"; readonly tag: Tag }
  | {
      readonly kind: "half";
      /** Which of the two carries no tag, or another one than the name. */
      readonly lost: "env" | "name";
      /** The end that the other half names, if it names a time. */
      readonly endsAt: number | undefined;
    }
  | { readonly kind: "none" };

/**
 * Reads what name and environment say. The name may have an earlier end than the environment: a limit of the cost shortens
 * the rental once the price is known.
 */
export function readTrace(
  name: string,
  env: Readonly<Record<string, string>> = {},
): Trace {
  const [, id, endText = ""] = TAGGED_NAME.exec(name) ?? [];
  const end = parseTime(endText);
  const envEnd = parseTime(env[END_VARIABLE] ?? "");
  const action = env[ACTION_VARIABLE];
  const isAction = action === "delete" || action === "stop";
  if (id !== undefined && env[TAG_VARIABLE] === id && end <= envEnd && isAction)
    return { kind: "whole", tag: { id, end, action } };
  if (id === undefined && env[TAG_VARIABLE] === undefined)
    return { kind: "none" };
  const lost = id === undefined ? "name" : "env";
  const endsAt = id === undefined ? envEnd : end;
  return {
    kind: "half",
    lost,
    endsAt: Number.isNaN(endsAt) ? undefined : endsAt,
  };
}

/** `20261122T093000Z`. */
function writeTime(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** The time that `writeTime` wrote; NaN for any other text. */
function parseTime(text: string): number {
  const iso = text.replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    "$1-$2-$3T$4:$5:$6Z",
  );
  return iso === text ? NaN : Date.parse(iso);
}
