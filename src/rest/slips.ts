import type { SurfaceName } from "../../generated/surfaces/addresses.js";
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
};

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
    const problem = `query has no parameter ${name}: ${hint} (the client option \`unknownQuery: "send"\` sends it)`;
    throw new InputError(`query.${name}`, problem, call);
  }
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

/** The members of a body that a surface calls otherwise than another surface, or everyday language. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  rest: {
    image: "imageName",
    gpu: "gpuTypeIds",
    gpus: "gpuTypeIds",
    gpuType: "gpuTypeIds",
    cpu: "cpuFlavorIds",
    disk: "containerDiskInGb",
    cloud: "cloudType",
    args: "dockerStartCmd",
    dockerArgs: "dockerStartCmd",
    cmd: "dockerStartCmd",
    entrypoint: "dockerEntrypoint",
    registry: "containerRegistryAuthId",
    mounts: "volumeInGb, volumeMountPath or networkVolumeId",
    networkVolumes: "networkVolumeIds",
    dataCenter: "dataCenterIds, or dataCenterId of a network volume",
    workers: "workersMin and workersMax",
    scaling: "scalerType and scalerValue",
    public: "isPublic",
    serverless: "isServerless",
    user: "username",
  },
  v2: {
    imageName: "image",
    gpus: "gpu",
    gpuType: "gpu.id",
    gpuTypeId: "gpu.id",
    gpuTypeIds: "gpu.id",
    gpuCount: "gpu.count",
    cpuFlavorIds: "cpu.id",
    vcpuCount: "cpu.vcpuCount",
    containerDiskInGb: "disk",
    cloudType: "cloud",
    dockerArgs: "args",
    dockerStartCmd: "cmd",
    dockerEntrypoint: "entrypoint",
    containerRegistryAuthId: "registry",
    volumeInGb: "mounts.persistent",
    volumeMountPath: "mounts.persistent",
    networkVolumeId: "mounts.network, or networkVolumes of an endpoint",
    networkVolumeIds: "networkVolumes",
    dataCenterId: "dataCenterIds, or dataCenter of a network volume",
    workersMin: "workers.min",
    workersMax: "workers.max",
    idleTimeout: "workers.idleTimeout",
    scalerType: "scaling.type",
    scalerValue: "scaling",
    isPublic: "public",
    isServerless: "serverless",
    user: "username",
  },
};

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

/**
 * The right name that a refused body probably meant: that of a member which another surface calls otherwise, or that of a
 * GPU type or a data center. A name that is not known may be newer than this package, so that only a refusal is answered
 * with this advice.
 */
export function findMeantName(
  surface: SurfaceName,
  sent: unknown,
): string | undefined {
  const members = MEMBERS[surface] ?? {};
  for (const [name, value] of Object.entries(Object(sent) as object))
    if (value !== undefined && Object.hasOwn(members, name))
      return members[name];
  for (const [path, type] of LISTED) {
    const known = listedValues[type] ?? [];
    for (const value of [valueAt(sent, path)].flat())
      if (typeof value === "string" && !known.includes(value))
        return findSimilar(value, known);
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
