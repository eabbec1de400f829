import { modelKinds } from "../../generated/models/kinds.js";
import { bodyMembers } from "../../generated/surfaces/bodies.js";
import { queryNames } from "../../generated/surfaces/queries.js";
import { listedValues, sizeRanges } from "../../generated/surfaces/values.js";
import { check } from "../checks.js";
import { InputError } from "../errors.js";
import type { CallInfo } from "../http/request-context.js";
import { isPlainObject } from "../json.js";
import { findMeantSlug } from "../models/meant-slug.js";
import { describeRetirement } from "../models/retired.js";
import { findMeant, findNearest, findSimilar } from "../similar.js";

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
  const isSwapped = Date.parse(endTime) < Date.parse(startTime);
  const problem = `must not be before startTime: startTime is ${startTime}, endTime is ${endTime}`;
  check(!isSwapped, "query.endTime", problem, call);
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

/** The least time limit of a job: the `minimum` of `policy.executionTimeout` in specs/jobs.openapi.yaml. */
const MIN_JOB_TIMEOUT_MS = 5000;

/** Which member of a body limits the time of each job of an endpoint, in milliseconds. */
const JOB_TIMEOUTS: Readonly<Record<string, string>> = {
  "endpoints.create": "executionTimeoutMs",
  "endpoints.update": "executionTimeoutMs",
  "v2.serverless.create": "timeout",
  "v2.serverless.update": "timeout",
};

/**
 * Refuses a time limit that is certainly meant in seconds: the service accepts it, and stops each job after a moment. The
 * documents name no least value for an endpoint, and 0 is the value of an endpoint without a limit of its own.
 */
export function checkJobTimeout(body: unknown, call: CallInfo): void {
  const name = JOB_TIMEOUTS[call.operation];
  if (name === undefined) return;
  const value = (Object(body) as Record<string, unknown>)[name];
  if (typeof value !== "number" || value <= 0) return;
  const problem = `is in milliseconds, and must be 0 or at least ${MIN_JOB_TIMEOUT_MS}: with ${value}, each job would be stopped after ${value / 1000} s (${value} seconds are ${value * 1000})`;
  check(value >= MIN_JOB_TIMEOUT_MS, name, problem, call);
}

/** The names that the bodies of both versions, GraphQL and everyday language have for the same thing. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["imageName", "image"],
  ["gpuTypeIds", "gpuTypeId", "gpu.id", "gpu.pools", "compute.gpuTypeId"],
  ["gpuCount", "gpu.count", "compute.gpuCountPerPod"],
  ["cpuFlavorIds", "cpu.id"],
  ["vcpuCount", "cpu.vcpuCount"],
  ["dataCenterIds", "dataCenterId", "dataCenter"],
  ["containerDiskInGb", "disk"],
  ["volumeInGb", "mounts.persistent"],
  ["volumeMountPath", "mounts.persistent"],
  ["networkVolumeId", "networkVolumes", "mounts.network"],
  ["networkVolumeIds", "networkVolumes", "mounts.network"],
  ["cloudType", "cloud"],
  ["dockerStartCmd", "cmd", "dockerArgs"],
  ["dockerStartCmd", "args", "dockerArgs"],
  ["dockerEntrypoint", "entrypoint"],
  ["containerRegistryAuthId", "registry"],
  ["workersMin", "workers.min"],
  ["workersMax", "workers.max"],
  ["idleTimeout", "workers.idleTimeout"],
  ["executionTimeoutMs", "timeout"],
  ["scalerType", "scaling.type"],
  ["scalerValue", "scaling.queueDelay", "scaling.requestCount"],
  ["isPublic", "public"],
  ["isServerless", "serverless"],
  ["username", "user"],
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
 * What to do about a name in a refused request: which model is nearest to a retired one, or which name was probably meant.
 * A name that is not known may be newer than this package, so that only a refusal is answered with this advice.
 */
export function adviseOnNames(
  call: CallInfo,
  status: number,
  { slug, body }: Sent,
): string | undefined {
  const isNotFound = status === 404 && typeof slug === "string";
  const retirement = isNotFound ? describeRetirement(slug) : undefined;
  if (retirement !== undefined) return retirement;
  const meant = findMeantName(call, status, { slug, body });
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

/**
 * The right name: that of a public model, that of a member which is misspelt or has another name elsewhere, or that of a GPU
 * type or a data center.
 */
function findMeantName(
  call: CallInfo,
  status: number,
  { slug, body }: Sent,
): string | undefined {
  if (status === 404) return findMeantModel(call, slug);
  if (!BODY_STATUSES.includes(status)) return undefined;
  return findMeantMembers(call, body) ?? findMeantValue(body);
}

/** The statuses of a refusal that a wrong name in the body may explain: 0.1.0 sends most as 500, GraphQL sends 200. */
const BODY_STATUSES = [200, 400, 422, 500];

/** Where a job is not found, the slug may be right and the id wrong: only a slug that is surely misspelt counts. */
function findMeantModel(
  { route }: CallInfo,
  slug: unknown,
): string | undefined {
  if (typeof slug !== "string") return undefined;
  const meant = findMeantSlug(slug);
  const isSure = meant === findNearest(slug, Object.keys(modelKinds));
  return isSure || !route.includes("{jobId}") ? meant : undefined;
}

function findNear(name: unknown, known: readonly string[]): string | undefined {
  return typeof name === "string" ? findMeant(name, known) : undefined;
}

function findMeantMembers(
  { surface, operation }: CallInfo,
  sent: unknown,
): string | undefined {
  const known = bodyMembers[operation];
  if (!known) return undefined;
  const unknown = memberPaths(sent, known).filter(
    (path) => !known.includes(path),
  );
  const hints = unknown.flatMap((path) => {
    const meant = findSynonyms(path, known);
    // The service names the nearest member of a body of 0.1.0 by itself.
    if (meant.length === 0 && surface !== "rest")
      meant.push(...findSibling(path, known));
    return meant.length > 0 ? [`${meant.join(" or ")} for ${path}`] : [];
  });
  return hints.length > 0 ? hints.join(", ") : undefined;
}

/** The members of a body, and those one level below where the members of that level are known. */
function memberPaths(sent: unknown, known: readonly string[]): string[] {
  return membersOf(sent).flatMap(([name, value]) => {
    const isFree = !known.some((path) => path.startsWith(`${name}.`));
    const inner = isFree ? [] : [value].flat().flatMap(membersOf);
    return [name, ...inner.map(([each]) => `${name}.${each}`)];
  });
}

/** The members of a plain object that are sent. */
function membersOf(value: unknown): [name: string, value: unknown][] {
  if (!isPlainObject(value)) return [];
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

/** What a body calls a member of which the name, or the first part of the name, is that of another body. */
function findSynonyms(path: string, known: readonly string[]): string[] {
  const rows = SYNONYMS.filter((names) =>
    names.some((name) => name === path || headOf(name) === path),
  );
  const meant = rows.flat().filter((name) => known.includes(name));
  return [...new Set(meant)];
}

/** The known member of the same level with a similar name, if there is one. */
function findSibling(path: string, known: readonly string[]): string[] {
  const parent = path.slice(0, path.lastIndexOf(".") + 1);
  const siblings = known
    .filter((name) => name.startsWith(parent))
    .map((name) => name.slice(parent.length))
    .filter((name) => !name.includes("."));
  const similar = findSimilar(path.slice(parent.length), siblings);
  return similar === undefined ? [] : [parent + similar];
}

/** The member of the body itself, of a path such as `gpu.id`. */
function headOf(path: string): string {
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
