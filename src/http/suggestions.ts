import { modelKinds } from "../../generated/models/kinds.js";
import { bodyMembers } from "../../generated/surfaces/bodies.js";
import { listedValues } from "../../generated/surfaces/values.js";
import { toMessageText, type RefusalCode } from "../errors.js";
import { isPlainObject } from "../json.js";
import { describeRetirement, findMeantSlug } from "../models/slugs.js";
import { findMeant, findNearest, findSimilar } from "../similar.js";
import type {
  CallInfo,
  NamedParts,
  ResponseMetadata,
} from "./request-context.js";

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

/** The statuses of a refusal that a wrong name in the body may explain: 0.1.0 sends most as 500, GraphQL sends 200. */
const BODY_STATUSES = [200, 400, 422, 500];

/**
 * What to do about a name in a refused request: which model is nearest to a retired one, or which name was probably meant:
 * that of a public model, that of a member which is misspelt or has another name elsewhere, or that of a GPU type or a data
 * center. A name that is not known may be newer than this package, so that only a refusal is answered with this advice, and
 * a refusal about money or a quota is not about a name. Empty if there is no advice.
 */
export function suggestNames(
  status: number,
  refusal: RefusalCode | undefined,
  metadata: ResponseMetadata | undefined,
): string {
  const { call, named } = metadata?.context ?? {};
  const mayBeName = refusal === undefined || refusal === "no_capacity";
  if (!call || !named || !mayBeName) return "";
  const { path = {}, body } = named;
  if (status === 404) {
    const { slug } = path;
    const model = typeof slug === "string" ? suggestModel(call, slug) : "";
    return model || metadata?.redact(showNames(path)) || "";
  }
  if (!BODY_STATUSES.includes(status)) return "";
  if (refusal === "no_capacity" && lacksGpuCount(body))
    return "set gpu.count: the service does not apply its default";
  return ask(findMeantMembers(call, body) ?? findMeantValue(body));
}

/** The names in the path of an address that the service does not know. */
function showNames(path: NonNullable<NamedParts["path"]>): string {
  return Object.entries(path)
    .filter(([, value]) => typeof value === "string")
    .map(([name, value]) => `${name}: ${toMessageText(JSON.stringify(value))}`)
    .join(", ");
}

/** What to write in place of a name that a call does not know. `kind` says what the known names are, in the plural. */
export function suggestKnown(
  name: string,
  known: readonly string[],
  kind: "parameters" | "variables",
): string {
  const names =
    known.length > 0 ? `its ${kind} are ${known.join(", ")}` : "it takes none";
  return ask(findSimilar(name, known)) || names;
}

/** What to do about an option of a call that was given as a part of its `query` or its `variables`. */
export function describeOptionsPlace(
  option: string,
  place: "query" | "variables",
): string {
  return `the options of a call are its last argument, after the ${place}: pass {} as the ${place}, and then { ${option} }`;
}

function ask(meant: string | undefined): string {
  return meant === undefined ? "" : `did you mean ${meant}?`;
}

/** Where a job is not found, the slug may be right and the id wrong: only a slug that is surely misspelt counts. */
function suggestModel({ route }: CallInfo, slug: string): string {
  const retirement = describeRetirement(slug);
  if (retirement !== undefined) return retirement;
  const meant = findMeantSlug(slug);
  const isSure = meant === findNearest(slug, Object.keys(modelKinds));
  return isSure || !route.includes("{jobId}") ? ask(meant) : "";
}

function findMeantMembers(
  { surface, operation }: CallInfo,
  body: unknown,
): string | undefined {
  const known = bodyMembers[operation];
  if (!known) return undefined;
  const unknown = memberPaths(body, known).filter(
    (path) => !known.includes(path),
  );
  const hints = unknown.flatMap((path) => {
    const meant = findSynonyms(path, known);
    // The service names the nearest member of a body of 0.1.0 by itself.
    if (surface === "rest") {
      if (meant.includes(findNearest(path, known) ?? "")) return [];
    } else if (meant.length === 0) meant.push(...findSibling(path, known));
    return meant.length > 0 ? [`${meant.join(" or ")} for ${path}`] : [];
  });
  return hints.length > 0 ? hints.join(", ") : undefined;
}

/** The members of a body, and those one level below where the members of that level are known. */
function memberPaths(body: unknown, known: readonly string[]): string[] {
  return membersOf(body).flatMap(([name, value]) => {
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

/**
 * What a body calls a member of which the name, or the first part of the name, is that of another body, also as the Python
 * client writes it: `volume_in_gb`.
 */
function findSynonyms(path: string, known: readonly string[]): string[] {
  const written = path.replace(/_(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  const rows = SYNONYMS.filter((names) =>
    names.some((name) => name === written || headOf(name) === written),
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

/** Whether the body of a Pod of version 2 leaves out how many GPUs the Pod is to have. */
function lacksGpuCount(body: unknown): boolean {
  const hasGpu = isPlainObject(valueAt(body, "gpu"));
  return hasGpu && valueAt(body, "gpu.count") === undefined;
}

function findMeantValue(body: unknown): string | undefined {
  for (const [path, type] of LISTED) {
    const known = listedValues[type] ?? [];
    for (const value of [valueAt(body, path)].flat()) {
      const meant =
        typeof value === "string" ? findMeant(value, known) : undefined;
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
