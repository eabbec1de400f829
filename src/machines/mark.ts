import { check } from "../checks.js";

/** What happens to a Pod at its end. */
export type ReleaseAction = "delete" | "stop";

/** The mark of a rented Pod: its name and its environment both carry the mark. */
export interface Mark {
  /** Random, and different for each rental. */
  readonly id: string;
  /** When the Pod ends, in milliseconds since 1970, by the clock of the service. Whole seconds. */
  readonly end: number;
  readonly action: ReleaseAction;
}

/** The names of our environment variables begin so. */
const VARIABLE_PREFIX = "CLOUD_COMPUTE_RENT_";
const MARK_VARIABLE = `${VARIABLE_PREFIX}MARK`;
const END_VARIABLE = `${VARIABLE_PREFIX}END`;
const ACTION_VARIABLE = `${VARIABLE_PREFIX}ACTION`;

/** `rent-{mark}-{end}`, and `-{name}` where the user gave the Pod a name. */
const MARKED_NAME = /^rent-([0-9a-f]{20})-(\d{8}T\d{6}Z)(?:-|$)/;
/** The longest name that the service takes. */
const MAX_NAME_LENGTH = 191;
const RANDOM_BYTES = 10;

/** Creates a new mark. `end` is rounded up to whole seconds. */
export function createMark(end: number, action: ReleaseAction): Mark {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const id = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  return { id: id.join(""), end: Math.ceil(end / 1000) * 1000, action };
}

/** The name of a Pod with this mark. `userName` is what the user calls the Pod. */
export function writeMarkedName(
  { id, end }: Mark,
  userName: string | undefined,
): string {
  const suffix = userName ? `-${userName}` : "";
  return `rent-${id}-${writeTime(end)}${suffix}`;
}

/** The environment variables of a Pod with this mark. */
export function writeMarkedEnv({
  id,
  end,
  action,
}: Mark): Record<string, string> {
  return {
    [MARK_VARIABLE]: id,
    [END_VARIABLE]: writeTime(end),
    [ACTION_VARIABLE]: action,
  };
}

/** Throws an `InputError` for a name or variables that leave no room for a mark. */
export function checkMarkable(
  name: string | undefined,
  env: object | undefined,
  operation: string,
): void {
  const call = { operation };
  const longest =
    MAX_NAME_LENGTH - writeMarkedName(createMark(0, "delete"), "-").length + 1;
  check(
    name === undefined || (typeof name === "string" && name.length <= longest),
    "name",
    `must be a string of at most ${longest} characters, because the mark of the rental precedes it`,
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

/** Whether a Pod has the name that this mark gives, whatever end the name has. The mark is random: no other Pod has it. */
export function hasMark(name: string, { id }: Mark): boolean {
  return MARKED_NAME.exec(name)?.[1] === id;
}

/** What the user calls a Pod whose name carries a mark; undefined for any other Pod. */
export function rentNameOf(podName: string): string | undefined {
  const [mark] = MARKED_NAME.exec(podName) ?? [];
  return mark === undefined ? undefined : podName.slice(mark.length);
}

/** What name and environment say of the rental of a Pod: the mark, the half of a mark, or nothing. */
type Trace =
  | { readonly kind: "whole"; readonly mark: Mark }
  | {
      readonly kind: "half";
      /** Which of the two carries no mark, or another one than the name. */
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
  const [, id, endText = ""] = MARKED_NAME.exec(name) ?? [];
  const end = parseTime(endText);
  const envEnd = parseTime(env[END_VARIABLE] ?? "");
  const action = env[ACTION_VARIABLE];
  const isAction = action === "delete" || action === "stop";
  if (
    id !== undefined &&
    env[MARK_VARIABLE] === id &&
    end <= envEnd &&
    isAction
  )
    return { kind: "whole", mark: { id, end, action } };
  if (id === undefined && env[MARK_VARIABLE] === undefined)
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
