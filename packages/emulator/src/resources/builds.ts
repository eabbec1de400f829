import { findReference, type AccountState } from "../state/account-state.js";
import { isRecord } from "../check-arguments.js";
import { describeValue } from "../describe-value.js";
import { Refusal } from "../refusals/refusal.js";
import { BUILD_STATUSES, type Build } from "../state/records.js";

/** The members of a build that hold text. */
const TEXTS = [
  "commitHash",
  "commitMessage",
  "branch",
  "commitDate",
  "imageName",
  "startedAt",
  "completedAt",
  "error",
] as const;

/** A build to seed: the endpoint that was built, and what version 2 shows of the build. */
export type BuildSeed = Pick<Build, "status"> & {
  readonly endpointId: string;
} & { readonly [Text in (typeof TEXTS)[number]]?: string | undefined };

/** The members of a seeded build, beside its id. */
export const BUILD_MEMBERS: readonly string[] = [
  "endpointId",
  "status",
  ...TEXTS,
];

/** Adds a build to its endpoint, as the newest one. */
export function addBuild(state: AccountState, item: unknown): void {
  const given = isRecord(item) ? item : {};
  const text = (member: string) => textIn(given, member);
  const endpoint = findReference(
    state.endpoints,
    "endpointId",
    text("endpointId") ?? "",
  );
  const status = BUILD_STATUSES.find((each) => each === given["status"]);
  if (!endpoint || status === undefined)
    throw new Refusal(
      "invalidBody",
      `status must be one of ${BUILD_STATUSES.join(", ")}`,
    );
  const texts = TEXTS.map((member) => [member, text(member)] as const);
  const build: Build = {
    id: state.newId(),
    status,
    ...Object.fromEntries(texts.filter(([, value]) => value !== undefined)),
  };
  const builds = [...(endpoint.builds ?? []), build];
  state.endpoints.set(endpoint.id, { ...endpoint, builds });
}

function textIn(
  item: Readonly<Record<string, unknown>>,
  member: string,
): string | undefined {
  const value = item[member];
  if (value === undefined || typeof value === "string") return value;
  throw new Refusal(
    "invalidBody",
    `${member} must be a string (it was ${describeValue([member], value)})`,
  );
}
