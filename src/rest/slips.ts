import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { modelKinds } from "../../generated/models/kinds.js";
import { queryNames } from "../../generated/surfaces/queries.js";
import { listedValues, sizeRanges } from "../../generated/surfaces/values.js";
import { check } from "../checks.js";
import { InputError } from "../errors.js";
import type { CallInfo } from "../http/exchange.js";
import { isPlainObject } from "../json.js";
import { findSimilar } from "../similar.js";

/** Names that one version of the service, or everyday language, has for a parameter of another name. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  from: ["startTime", "since"],
  since: ["startTime"],
  start: ["startTime"],
  to: ["endTime"],
  until: ["endTime"],
  end: ["endTime"],
  group: ["grouping"],
  groupBy: ["grouping"],
  bucket: ["bucketSize"],
  state: ["desiredStatus"],
  image: ["imageName"],
  page: ["cursor"],
  pageSize: ["limit"],
  endpointId: ["serverlessId"],
};

/** The parameters of version 0.1.0, most of which filter a list. */
const OLD = new Set(Object.values(queryNames.rest).flat());

/**
 * Refuses a parameter that the generated function does not know. The service ignores such a parameter: a list would not be
 * filtered, and a report would be about something else.
 */
export function checkQueryNames(query: unknown, call: CallInfo): void {
  const known = queryNames[call.surface][call.route];
  // What is no query at all is refused when it is written.
  if (!known || !isPlainObject(query)) return;
  for (const [name, value] of Object.entries(query)) {
    const isAbsent = value === undefined || value === null;
    if (isAbsent || known.includes(name)) continue;
    const meant =
      PARAMETERS[name]?.find((other) => known.includes(other)) ??
      findSimilar(name, known);
    const names =
      known.length > 0
        ? `its parameters are ${known.join(", ")}`
        : "it takes none";
    const hint = meant ? `did you mean ${meant}?` : names;
    const option = ` (the client option \`unknownQuery: "send"\` sends it)`;
    // The service would ignore the parameter, and list everything.
    const isOld = call.surface !== "rest" && !meant && OLD.has(name);
    const advice = isOld ? adviseOnOld(name) : `${hint}${option}`;
    const problem = `query has no parameter ${name}: ${advice}`;
    throw new InputError(`query.${name}`, problem, call);
  }
}

/** What to do without a parameter that only 0.1.0 has. */
function adviseOnOld(name: string): string {
  return name === "grouping"
    ? "0.1.0 had it; version 2 does not group records"
    : "0.1.0 had this filter; filter the items in your program";
}

/** Refuses a period that ends before it has begun: the service answers with an empty report, as if nothing was spent. */
export function checkPeriod(query: unknown, call: CallInfo): void {
  const { startTime, endTime } = Object(query) as Record<string, unknown>;
  if (typeof startTime !== "string" || typeof endTime !== "string") return;
  // A text that is no time compares as NaN. The service refuses such a text itself.
  const isEmpty = Date.parse(endTime) <= Date.parse(startTime);
  const problem = `must be after startTime: startTime is ${startTime}, endTime is ${endTime}`;
  check(!isEmpty, "query.endTime", problem, call);
}

/** Refuses a size that the document does not permit: the service accepts it, and bills it. */
export function checkSize(body: unknown, call: CallInfo): void {
  const range = sizeRanges[call.operation];
  const { size } = Object(body) as { readonly size?: unknown };
  if (!range || size === undefined) return;
  const [least, most] = range;
  const isValid =
    Number.isInteger(size) && Number(size) >= least && Number(size) <= most;
  const problem = `must be a whole number of GB from ${least} to ${most}, not ${JSON.stringify(size)}`;
  check(isValid, "size", problem, call);
}

/** What version 0.1.0, version 2, and then GraphQL or everyday language call the same member of a body. */
const MEMBERS: readonly (readonly [
  rest: string,
  v2: string,
  other?: string,
])[] = [
  ["imageName", "image"],
  ["gpuTypeIds", "gpu.id"],
  ["gpuCount", "gpu.count"],
  ["cpuFlavorIds", "cpu.id"],
  ["vcpuCount", "cpu.vcpuCount"],
  ["dataCenterIds", "dataCenterIds"],
  ["dataCenterId", "dataCenter"],
  ["containerDiskInGb", "disk"],
  ["volumeInGb", "mounts.persistent"],
  ["volumeMountPath", "mounts.persistent"],
  ["networkVolumeId", "mounts.network"],
  ["networkVolumeIds", "networkVolumes"],
  ["cloudType", "cloud"],
  ["dockerStartCmd", "cmd", "dockerArgs"],
  ["dockerStartCmd", "args"],
  ["dockerEntrypoint", "entrypoint"],
  ["containerRegistryAuthId", "registry"],
  ["workersMin", "workers.min"],
  ["workersMax", "workers.max"],
  ["scalerType", "scaling.type"],
  ["isPublic", "public"],
  ["isServerless", "serverless"],
  ["username", "username", "user"],
];

/** Where a body, or the variables of GraphQL, hold a value of which the documents list the known ones. */
const LISTED: readonly (readonly [path: string, type: string])[] = [
  ["gpuTypeIds", "GpuTypeId"],
  ["gpu.id", "GpuTypeId"],
  ["compute.gpuTypeId", "GpuTypeId"],
  ["input.gpuTypeId", "GpuTypeId"],
  ["dataCenterId", "DataCenterId"],
  ["dataCenterIds", "DataCenterId"],
  ["dataCenter", "DataCenterId"],
  ["input.dataCenterId", "DataCenterId"],
  ["cpuFlavorIds", "CpuFlavorId"],
];

/** The parts of a request that may hold a wrong name. */
export interface Sent {
  /** The slug of a public model, or the id of an endpoint. */
  slug?: unknown;
  /** The body, or the variables of GraphQL. */
  body?: unknown;
}

/**
 * The right name that a refused request probably meant: that of a public model, that of a member which another surface
 * calls otherwise, or that of a GPU type or a data center. A name that is not known may be newer than this package, so that
 * only a refusal is answered with this advice.
 */
export function findMeantName(
  surface: SurfaceName,
  status: number,
  { slug, body }: Sent,
): string | undefined {
  if (status === 404) return findNear(slug, Object.keys(modelKinds));
  if (!BODY_STATUSES.includes(status)) return undefined;
  return findMeantMember(surface, body) ?? findMeantValue(body);
}

/** The statuses of a refusal that a wrong name in the body may explain: 0.1.0 sends most as 500, GraphQL sends 200. */
const BODY_STATUSES = [200, 400, 422, 500];

/** The known name that is near a name which is not known. */
function findNear(name: unknown, known: readonly string[]): string | undefined {
  const isUnknown = typeof name === "string" && !known.includes(name);
  return isUnknown ? findSimilar(name, known) : undefined;
}

function findMeantMember(
  surface: SurfaceName,
  sent: unknown,
): string | undefined {
  const own = ["rest", "v2"].indexOf(surface);
  if (own < 0 || !isPlainObject(sent)) return undefined;
  const rightNames = MEMBERS.map((names) => headOf(names[own]));
  const hints = Object.entries(sent).flatMap(([name, value]) => {
    if (value === undefined || rightNames.includes(name)) return [];
    const meant = MEMBERS.filter((names) => names.map(headOf).includes(name));
    if (meant.length === 0) return [];
    return `${meant.map((names) => names[own]).join(" or ")} for ${name}`;
  });
  return hints.length > 0 ? hints.join(", ") : undefined;
}

/** The member of the body itself, of a path such as `gpu.id`. */
function headOf(path = ""): string {
  return path.replace(/\..*/, "");
}

function findMeantValue(sent: unknown): string | undefined {
  for (const [path, type] of LISTED) {
    const known = listedValues[type] ?? [];
    for (const value of [valueAt(sent, path)].flat()) {
      const meant = findNear(value, known);
      if (meant !== undefined) return meant;
    }
  }
  return undefined;
}

function valueAt(body: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (value, name) => (Object(value) as Record<string, unknown>)[name],
      body,
    );
}
