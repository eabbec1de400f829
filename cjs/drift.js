"use strict";
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __export = (target, all) => {
  for (var name in all)
    __defProp(target, name, { get: all[name], enumerable: true });
};
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

// cjs/drift.js
var drift_exports = {};
__export(drift_exports, {
  watchDrift: () => watchDrift
});
module.exports = __toCommonJS(drift_exports);
var TYPE_BITS = {
  null: 1,
  boolean: 2,
  integer: 4,
  number: 8,
  string: 16,
  array: 32,
  object: 64
};
var ANY_TYPE = 127;
var SCALAR_TYPES = 31;
function bitsOf(types) {
  return types.reduce((bits, type) => bits | bitOf(type), 0);
}
function bitOf(type) {
  return Object.hasOwn(TYPE_BITS, type) ? TYPE_BITS[type] : 0;
}
function typeBits(value) {
  switch (typeof value) {
    case "string":
      return TYPE_BITS.string;
    case "number":
      return Number.isInteger(value) ? TYPE_BITS.integer | TYPE_BITS.number : TYPE_BITS.number;
    case "boolean":
      return TYPE_BITS.boolean;
    default:
      return value === null ? TYPE_BITS.null : Array.isArray(value) ? TYPE_BITS.array : TYPE_BITS.object;
  }
}
function typeName(value) {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
var MAX_DEPTH = 100;
var MAX_VALUES = 1e6;
var VALUES_PER_DIFFERENCE = 20;
function compare(value, shape, report) {
  compareValue({
    path: [],
    shapes: [],
    root: shape,
    remaining: MAX_VALUES,
    report
  }, value, shape, 0);
}
function reportAt(walk, kind, depth, expected, found) {
  walk.remaining -= VALUES_PER_DIFFERENCE;
  let shapes2 = walk.shapes.slice(0, depth), start = shapes2.findLastIndex(({ fields }) => (fields?.size ?? 0) > 0), place = {
    path: joinSteps(walk.path.slice(0, depth)),
    owner: shapes2[start] ?? walk.root,
    ownPath: joinSteps(walk.path.slice(Math.max(0, start), depth))
  };
  walk.report(kind, place, expected, found);
}
function joinSteps(steps) {
  return steps.join(".").replaceAll(".[]", "[]");
}
function setStep(walk, depth, shape, step) {
  walk.path[depth] = step, walk.shapes[depth] = shape;
}
function compareValue(walk, value, shape, depth) {
  if (--walk.remaining < 0 || depth > MAX_DEPTH) return;
  if (shape.anyOf) {
    compareAlternatives(walk, value, shape.anyOf, depth);
    return;
  }
  let type = typeBits(value);
  if ((type & shape.types) === 0) {
    reportAt(walk, "wrong type", depth, shape.typeNames, typeName(value));
    return;
  }
  let { values, items, fields } = shape;
  values && (type & shape.valueTypes) !== 0 && !values.has(value) && reportAt(
    walk,
    "new enum value",
    depth,
    describeValues(values),
    typeName(value)
  ), items && type === TYPE_BITS.array ? (setStep(walk, depth, shape, "[]"), compareItems(walk, value, items, depth)) : fields && type === TYPE_BITS.object && (setStep(walk, depth, shape, "*"), fields.size === 0 && shape.additional ? compareMap(walk, value, shape.additional, depth) : compareMembers(walk, value, shape, fields, depth));
}
function describeValues({ size }) {
  return size === 1 ? "the known value" : `one of ${size} known values`;
}
function compareItems(walk, value, items, depth) {
  for (let item of value) {
    if (walk.remaining < 0) return;
    compareValue(walk, item, items, depth + 1);
  }
}
function compareMap(walk, members, additional, depth) {
  for (let name of Object.keys(members)) {
    if (walk.remaining < 0) return;
    compareValue(walk, members[name], additional, depth + 1);
  }
}
function compareMembers(walk, members, shape, fields, depth) {
  let requiredCount = 0, previous = shape;
  for (let name in members) {
    let value = members[name], field = findField(previous, name, fields), expected = field ? field.shape : shape.additional;
    if (field && (previous = field), field?.isRequired && requiredCount++, !(expected && isExpectedScalar(value, expected)) && (walk.path[depth] = stepOf(name, field, expected), expected ? compareValue(walk, value, expected, depth + 1) : Object.hasOwn(members, name) && reportAt(walk, "unknown field", depth + 1, "none", typeName(value)), walk.remaining < 0))
      return;
  }
  requiredCount !== shape.requiredCount && reportMissing(walk, members, fields, depth);
}
function findField(previous, name, fields) {
  let { next } = previous;
  if (next?.name === name) return next;
  let field = fields.get(name);
  return field && (previous.next = field), field;
}
function isExpectedScalar(value, { values, types, anyOf }) {
  return !values && !anyOf && (typeBits(value) & types & SCALAR_TYPES) !== 0;
}
function stepOf(name, field, expected) {
  if (field) return name;
  let isFieldName = /^[A-Za-z_$][\w$-]{0,39}$/.test(name);
  return expected || !isFieldName ? "*" : name;
}
function reportMissing(walk, members, fields, depth) {
  for (let [name, { shape, isRequired }] of fields)
    !isRequired || Object.hasOwn(members, name) || (walk.path[depth] = name, reportAt(walk, "missing field", depth + 1, shape.typeNames, "nothing"));
}
function compareAlternatives(walk, value, alternatives, depth) {
  let type = typeBits(value), ofType = alternatives.filter(
    (shape) => shape.anyOf ?? (shape.types & type) !== 0
  );
  if (ofType.length === 0) {
    let expected = [...new Set(alternatives.map(({ typeNames }) => typeNames))].join(" or ");
    reportAt(walk, "wrong type", depth, expected, typeName(value));
    return;
  }
  let withConstants = ofType.filter((shape) => hasConstants(value, shape)), candidates = withConstants.length > 0 ? withConstants : ofType, [first, ...others] = candidates;
  if (!first) return;
  if (others.length === 0) {
    compareValue(walk, value, first, depth);
    return;
  }
  let fewest = differencesFrom(walk, value, first, depth);
  for (let other of others) {
    if (fewest.length === 0) return;
    let differences = differencesFrom(walk, value, other, depth);
    differences.length < fewest.length && (fewest = differences);
  }
  for (let difference of fewest) walk.report(...difference);
}
function hasConstants(value, { fields }) {
  if (!fields || typeof value != "object" || value === null) return true;
  let members = value;
  for (let [name, { shape }] of fields)
    if (shape.values?.size === 1 && Object.hasOwn(members, name) && !shape.values.has(members[name])) return false;
  return true;
}
function differencesFrom(walk, value, shape, depth) {
  let differences = [], trial = {
    path: walk.path.slice(0, depth),
    shapes: walk.shapes.slice(0, depth),
    root: walk.root,
    remaining: walk.remaining,
    report: (...difference) => differences.push(difference)
  };
  return compareValue(trial, value, shape, depth), walk.remaining = trial.remaining, differences;
}
var Findings = class {
  #kept = /* @__PURE__ */ new Map();
  /** How many unknown fields of each shape have a finding of their own. */
  #unknownFields = /* @__PURE__ */ new Map();
  /** The number of each shape, in the order in which the differences came. */
  #shapeNumbers = /* @__PURE__ */ new Map();
  /** Counts a status that the document does not list. Returns its finding if the status is new for the call. */
  addStatus(response, expected) {
    let { surface, operation, route, status } = response, kind = "undocumented status", found = String(status), key = [surface, operation, route, found].join(`
`);
    return this.#count(key, response, { kind, path: "", expected, found });
  }
  /** Counts a difference. Returns its finding if the difference is the first of its kind at its place in the shape. */
  add(response, kind, place, expected, found) {
    let { path, owner, ownPath } = place, key = [response.surface, kind, this.#numberOf(owner), ownPath].join(
      `
`
    );
    if (!this.#kept.has(key) && kind === "unknown field" && !path.endsWith("*")) {
      let named = this.#unknownFields.get(owner) ?? 0;
      if (named >= 20) {
        let others = {
          owner,
          path: withoutName(path),
          ownPath: withoutName(ownPath)
        };
        return this.add(response, kind, others, expected, found);
      }
      this.#kept.size < 1e3 && this.#unknownFields.set(owner, named + 1);
    }
    return this.#count(key, response, { kind, path, expected, found });
  }
  #count(key, { surface, operation, route, redact }, {
    kind,
    path,
    expected,
    found
  }) {
    let known = this.#kept.get(key);
    if (known && known.count++, known || this.#kept.size >= 1e3) return;
    let finding = {
      kind,
      surface,
      operation,
      route,
      path: redact(path),
      expected,
      found,
      count: 1
    };
    return this.#kept.set(key, finding), finding;
  }
  #numberOf(shape) {
    let known = this.#shapeNumbers.get(shape) ?? this.#shapeNumbers.size;
    return this.#shapeNumbers.set(shape, known), known;
  }
  /** A copy of every finding. */
  list() {
    return [...this.#kept.values()].map((finding) => ({ ...finding }));
  }
};
function withoutName(path) {
  return `${path.slice(0, path.lastIndexOf(".") + 1)}*`;
}
var shapes = [
  { types: ["string"] },
  { types: ["string"], values: ["RUNNING", "EXITED", "TERMINATED"] },
  { types: ["boolean"] },
  { types: ["array"], items: 0 },
  { types: ["object"], fields: [], additional: 0 },
  { types: ["integer"] },
  { types: ["number"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["imageName", 0], ["category", 0], ["isServerless", 2], ["isPublic", 2], ["isRunpod", 2], ["containerRegistryAuthId", 0], ["dockerEntrypoint", 3], ["dockerStartCmd", 3], ["env", 4], ["ports", 3], ["containerDiskInGb", 5], ["volumeInGb", 5], ["volumeMountPath", 0], ["readme", 0], ["earned", 6], ["runtimeInMin", 5]], required: ["id"] },
  { types: ["object", "null"], fields: [], additional: 5 },
  { types: ["string", "null"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["size", 5], ["dataCenterId", 0]], required: ["id", "name", "size", "dataCenterId"] },
  { types: ["string"], values: ["NVIDIA GeForce RTX 4090", "NVIDIA A40", "NVIDIA RTX A5000", "NVIDIA GeForce RTX 5090", "NVIDIA H100 80GB HBM3", "NVIDIA GeForce RTX 3090", "NVIDIA RTX A4500", "NVIDIA L40S", "NVIDIA H200", "NVIDIA L4", "NVIDIA RTX 6000 Ada Generation", "NVIDIA A100-SXM4-80GB", "NVIDIA RTX 4000 Ada Generation", "NVIDIA RTX A6000", "NVIDIA A100 80GB PCIe", "NVIDIA RTX 2000 Ada Generation", "NVIDIA RTX A4000", "NVIDIA RTX PRO 6000 Blackwell Server Edition", "NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA L40", "NVIDIA B200", "NVIDIA GeForce RTX 3080 Ti", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "NVIDIA GeForce RTX 3080", "NVIDIA GeForce RTX 3070", "AMD Instinct MI300X OAM", "NVIDIA GeForce RTX 4080 SUPER", "Tesla V100-PCIE-16GB", "Tesla V100-SXM2-32GB", "NVIDIA RTX 5000 Ada Generation", "NVIDIA GeForce RTX 4070 Ti", "NVIDIA RTX 4000 SFF Ada Generation", "NVIDIA GeForce RTX 3090 Ti", "NVIDIA RTX A2000", "NVIDIA GeForce RTX 4080", "NVIDIA A30", "NVIDIA GeForce RTX 5080", "Tesla V100-FHHL-16GB", "NVIDIA H200 NVL", "Tesla V100-SXM2-16GB", "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "NVIDIA A5000 Ada", "Tesla V100-PCIE-32GB", "NVIDIA GeForce RTX 3080TI", "Tesla T4", "NVIDIA RTX A30"] },
  { types: ["object"], fields: [["id", 11], ["displayName", 0], ["count", 5], ["securePrice", 6], ["communityPrice", 6], ["secureSpotPrice", 6], ["communitySpotPrice", 6], ["oneWeekPrice", 6], ["oneMonthPrice", 6], ["threeMonthPrice", 6], ["sixMonthPrice", 6]] },
  { types: ["string"], values: ["cpu3c", "cpu3g", "cpu3m", "cpu5c", "cpu5g", "cpu5m"] },
  { types: ["string"], values: ["EU-RO-1", "CA-MTL-1", "EU-SE-1", "US-IL-1", "EUR-IS-1", "EU-CZ-1", "US-TX-3", "EUR-IS-2", "US-KS-2", "US-GA-2", "US-WA-1", "US-TX-1", "CA-MTL-3", "EU-NL-1", "US-TX-4", "US-CA-2", "US-NC-1", "OC-AU-1", "US-DE-1", "EUR-IS-3", "CA-MTL-2", "AP-JP-1", "EUR-NO-1", "EU-FR-1", "US-KS-3", "US-GA-1"] },
  { types: ["object"], fields: [["id", 0], ["displayName", 0], ["cores", 6], ["threadsPerCore", 6], ["groupId", 0]] },
  { types: ["object"], fields: [["dataCenterId", 14], ["location", 0], ["secureCloud", 2], ["gpuTypeId", 11], ["gpuType", 12], ["gpuDisplayName", 0], ["gpuAvailable", 5], ["minPodGpuCount", 5], ["cpuTypeId", 0], ["cpuType", 15], ["cpuCount", 5], ["diskThroughputMBps", 5], ["maxDownloadSpeedMbps", 5], ["maxUploadSpeedMbps", 5], ["supportPublicIp", 2], ["costPerHr", 6], ["currentPricePerGpu", 6], ["maintenanceStart", 0], ["maintenanceEnd", 0], ["maintenanceNote", 0], ["note", 0]] },
  { types: ["object"], fields: [["id", 0], ["podId", 0], ["gpuTypeId", 11], ["costPerHr", 6], ["startTime", 0], ["endTime", 0]] },
  { types: ["array"], items: 17 },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["desiredStatus", 1], ["image", 0], ["templateId", 0], ["template", 7], ["containerRegistryAuthId", 0], ["dockerEntrypoint", 3], ["dockerStartCmd", 3], ["env", 4], ["ports", 3], ["portMappings", 8], ["publicIp", 9], ["containerDiskInGb", 5], ["volumeInGb", 5], ["volumeMountPath", 0], ["volumeEncrypted", 2], ["networkVolume", 10], ["gpu", 12], ["cpuFlavorId", 13], ["vcpuCount", 6], ["memoryInGb", 6], ["machineId", 0], ["machine", 16], ["costPerHr", 6], ["adjustedCostPerHr", 6], ["savingsPlans", 18], ["interruptible", 2], ["locked", 2], ["lastStartedAt", 0], ["lastStatusChange", 0], ["endpointId", 0], ["aiApiId", 0], ["slsVersion", 5], ["consumerUserId", 0]], required: ["id", "desiredStatus", "costPerHr"] },
  { types: ["array"], items: 19 },
  { types: ["object"], fields: [["message", 0]] },
  { types: ["string"], values: ["CPU", "GPU"] },
  { types: ["array"], items: 11 },
  { types: ["string"], values: ["13.0", "12.9", "12.8", "12.7", "12.6", "12.5", "12.4", "12.3", "12.2", "12.1", "12.0", "11.8"] },
  { types: ["array"], items: 24 },
  { types: ["array"], items: 14 },
  { types: ["string"], values: ["QUEUE_DELAY", "REQUEST_COUNT"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["templateId", 0], ["template", 7], ["version", 5], ["computeType", 22], ["gpuTypeIds", 23], ["gpuCount", 5], ["instanceIds", 3], ["allowedCudaVersions", 25], ["minCudaVersion", 24], ["dataCenterIds", 26], ["networkVolumeId", 0], ["networkVolumeIds", 3], ["env", 4], ["workersMin", 5], ["workersMax", 5], ["workers", 20], ["scalerType", 27], ["scalerValue", 5], ["idleTimeout", 5], ["executionTimeoutMs", 5], ["createdAt", 0], ["userId", 0]], required: ["id"] },
  { types: ["array"], items: 28 },
  { types: ["array"], items: 10 },
  { types: ["array"], items: 7 },
  { types: ["object"], fields: [["id", 0], ["name", 0]], required: ["id"] },
  { types: ["array"], items: 32 },
  { types: ["object"], fields: [["time", 0], ["amount", 6], ["timeBilledMs", 5], ["diskSpaceBilledGb", 5], ["podId", 0], ["endpointId", 0], ["gpuTypeId", 11]], required: ["time", "amount"] },
  { types: ["array"], items: 34 },
  { types: ["object"], fields: [["time", 0], ["amount", 6], ["diskSpaceBilledGb", 5], ["highPerformanceStorageAmount", 6], ["highPerformanceStorageDiskSpaceBilledGb", 5]], required: ["time", "amount"] },
  { types: ["array"], items: 36 },
  { types: ["string"], values: ["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"] },
  {},
  { types: ["object"], fields: [["image_url", 0], ["video_url", 0], ["audio_url", 0], ["cost", 6]], additional: 39 },
  { anyOf: [40, 39] },
  { types: ["object"], fields: [["id", 0], ["status", 38], ["output", 41], ["error", 0], ["delayTime", 5], ["executionTime", 5], ["workerId", 0]], required: ["id"] },
  { types: ["object"], fields: [["error", 0]] },
  { types: ["object"], fields: [["output", 39]] },
  { types: ["array"], items: 44 },
  { types: ["object"], fields: [["status", 38], ["stream", 45]] },
  { types: ["object"], fields: [["removed", 5], ["status", 0]] },
  { types: ["object"], fields: [["completed", 5], ["failed", 5], ["inProgress", 5], ["inQueue", 5], ["retried", 5]] },
  { types: ["object"], fields: [["idle", 5], ["initializing", 5], ["ready", 5], ["running", 5], ["throttled", 5]] },
  { types: ["object"], fields: [["jobs", 48], ["workers", 49]] },
  { types: ["object"], fields: [["keys", 3]], required: ["keys"] },
  { types: ["object"], fields: [["title", 0], ["status", 5], ["detail", 0], ["errors", 3]], required: ["title", "status", "detail"] },
  { types: ["string"], values: ["PROVISIONING", "STARTING", "RUNNING", "EXITED", "ERROR", "TERMINATED"] },
  { types: ["string"], values: ["start", "stop", "restart", "terminate"] },
  { types: ["array"], items: 54 },
  { types: ["object"], fields: [["size", 5], ["path", 0]], required: ["size", "path"] },
  { types: ["object"], fields: [["volumeId", 0], ["path", 0]], required: ["volumeId", "path"] },
  { types: ["array"], items: 57 },
  { types: ["object"], fields: [["persistent", 56], ["network", 58]] },
  { types: ["object"], fields: [["id", 0], ["count", 5]], required: ["id"] },
  { types: ["object"], fields: [["id", 0], ["vcpuCount", 5], ["memory", 5]], required: ["id", "vcpuCount", "memory"] },
  { types: ["string"], values: ["SECURE", "COMMUNITY"] },
  { types: ["object", "null"], fields: [["host", 0], ["port", 5], ["username", 0], ["command", 0]], required: ["host", "port", "username", "command"] },
  { types: ["object"], fields: [["proxy", 63], ["direct", 63]], required: ["proxy", "direct"] },
  { types: ["integer", "null"] },
  { types: ["string"], values: ["SLURM_CONTROLLER", "SLURM_COMPUTE", "RAY_HEAD", "RAY_WORKER"] },
  { types: ["object"], fields: [["id", 0], ["rank", 65], ["role", 66], ["ip", 0]], required: ["id", "rank"] },
  { types: ["object"], fields: [["enabled", 2], ["ip", 0], ["internalDns", 0]], required: ["enabled"] },
  { types: ["object"], fields: [["util", 5], ["memoryUtil", 5]] },
  { types: ["array"], items: 69 },
  { types: ["object"], fields: [["util", 5]] },
  { types: ["object"], fields: [["private", 5], ["public", 65], ["type", 0], ["ip", 9]] },
  { types: ["array"], items: 72 },
  { types: ["object", "null"], fields: [["uptime", 5], ["gpus", 70], ["cpu", 71], ["memory", 71], ["ports", 73]] },
  { types: ["object"], fields: [["args", 0], ["disk", 5], ["env", 4], ["image", 0], ["ports", 3], ["registry", 9], ["id", 0], ["name", 0], ["status", 53], ["actions", 55], ["mounts", 59], ["gpu", 60], ["cpu", 61], ["cloud", 62], ["dataCenterId", 9], ["cudaVersion", 9], ["ssh", 64], ["cluster", 67], ["template", 9], ["cost", 6], ["locked", 2], ["globalNetworking", 68], ["runtime", 74], ["createdAt", 0], ["startedAt", 9]], required: ["id", "name", "status", "actions", "image", "args", "disk", "mounts", "ports", "env", "registry", "cloud", "dataCenterId", "cudaVersion", "ssh", "template", "cost", "locked", "runtime", "createdAt", "startedAt", "globalNetworking"] },
  { types: ["array"], items: 75 },
  { types: ["object"], fields: [["nextCursor", 9], ["hasNextPage", 2]], required: ["nextCursor", "hasNextPage"] },
  { types: ["object"], fields: [["pods", 76], ["pagination", 77]], required: ["pods"] },
  { types: ["string"], values: ["APPLICATION", "TRAINING", "SLURM", "RAY"] },
  { types: ["object"], fields: [["gpuTypeId", 0], ["gpuCountPerPod", 5], ["podCount", 5]], required: ["gpuTypeId", "gpuCountPerPod", "podCount"] },
  { types: ["object"], fields: [], additional: 5 },
  { types: ["object"], fields: [["total", 5], ["byStatus", 81]], required: ["total", "byStatus"] },
  { types: ["object"], fields: [["cidr", 0], ["vxlanId", 5], ["vxlanPort", 5]], required: ["cidr"] },
  { types: ["object"], fields: [["podId", 0], ["status", 53], ["sshEndpoint", 0]], required: ["podId", "status"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["type", 79], ["compute", 80], ["template", 0], ["dataCenterId", 0], ["pods", 82], ["network", 83], ["primary", 84], ["createdAt", 0]], required: ["id", "name", "type", "compute", "pods", "createdAt"] },
  { types: ["array"], items: 85 },
  { types: ["object"], fields: [["clusters", 86]], required: ["clusters"] },
  { types: ["string"], values: ["QUEUE", "LOAD_BALANCER"] },
  { types: ["object"], fields: [["run", 0], ["runSync", 0], ["status", 0], ["stream", 0], ["cancel", 0], ["retry", 0], ["purgeQueue", 0], ["health", 0]], required: ["run", "runSync", "status", "stream", "cancel", "retry", "purgeQueue", "health"] },
  { types: ["object"], fields: [["base", 0], ["health", 0]], required: ["base", "health"] },
  { anyOf: [89, 90] },
  { types: ["object", "null"], fields: [["pools", 3], ["excludedTypes", 3], ["count", 5], ["allowedCudaVersions", 3], ["minCudaVersion", 9]], required: ["pools", "allowedCudaVersions", "minCudaVersion"] },
  { types: ["array"], items: 61 },
  { types: ["object"], fields: [["min", 5], ["max", 5], ["idleTimeout", 5]], required: ["min", "max"] },
  { types: ["string"], values: ["QUEUE_DELAY"] },
  { types: ["object"], fields: [["type", 95], ["queueDelay", 6]], required: ["type", "queueDelay"] },
  { types: ["string"], values: ["REQUEST_COUNT"] },
  { types: ["object"], fields: [["type", 97], ["requestCount", 5]], required: ["type", "requestCount"] },
  { anyOf: [96, 98] },
  { types: ["string"], values: ["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"] },
  { types: ["object"], fields: [["args", 0], ["disk", 5], ["env", 4], ["image", 0], ["ports", 3], ["registry", 9], ["id", 0], ["name", 0], ["type", 88], ["requestUrls", 91], ["gpu", 92], ["cpu", 93], ["workers", 94], ["scaling", 99], ["dataCenterIds", 3], ["networkVolumes", 3], ["timeout", 5], ["flashboot", 100], ["createdAt", 0]], required: ["id", "name", "workers", "scaling", "dataCenterIds", "networkVolumes", "timeout", "flashboot", "createdAt"] },
  { types: ["array"], items: 101 },
  { types: ["object"], fields: [["endpoints", 102], ["pagination", 77]], required: ["endpoints"] },
  { types: ["string"], values: ["RUNNING", "IDLE", "INITIALIZING", "THROTTLED", "UNHEALTHY"] },
  { types: ["object"], fields: [["id", 0], ["status", 104], ["isStale", 2], ["version", 65], ["gpuCount", 5], ["image", 9], ["uptimeSeconds", 65], ["gpuTypeId", 9], ["dataCenterId", 9], ["startedAt", 9]], required: ["id", "status", "gpuCount", "isStale"] },
  { types: ["array"], items: 105 },
  { types: ["object"], fields: [["running", 5], ["idle", 5], ["initializing", 5], ["throttled", 5], ["unhealthy", 5], ["total", 5]], required: ["running", "idle", "initializing", "throttled", "unhealthy", "total"] },
  { types: ["object"], fields: [["workers", 106], ["summary", 107], ["endpointVersion", 65]], required: ["workers", "summary"] },
  { types: ["object"], fields: [["inProgress", 2], ["workersOnLatest", 5], ["workersTotal", 5], ["percentOnLatest", 5]], required: ["inProgress", "workersOnLatest", "workersTotal", "percentOnLatest"] },
  { types: ["string"], values: ["GIT_BUILD", "MANUAL"] },
  { types: ["object"], fields: [["field", 0], ["old", 39], ["new", 39]], required: ["field", "old", "new"] },
  { types: ["array"], items: 111 },
  { types: ["object"], fields: [["id", 0], ["version", 65], ["source", 110], ["buildId", 9], ["createdByUserId", 9], ["workerCount", 5], ["createdAt", 0], ["diff", 112]], required: ["id", "source", "createdAt", "workerCount", "diff"] },
  { types: ["array"], items: 113 },
  { types: ["object"], fields: [["endpointVersion", 65], ["rollout", 109], ["releases", 114], ["pagination", 77]], required: ["rollout", "releases"] },
  { types: ["object"], fields: [["persistent", 56]] },
  { types: ["string"], values: ["CPU", "NVIDIA", "AMD"] },
  { types: ["object"], fields: [["args", 0], ["disk", 5], ["env", 4], ["image", 0], ["ports", 3], ["registry", 9], ["id", 0], ["name", 0], ["mounts", 116], ["serverless", 2], ["public", 2], ["category", 117], ["startSsh", 2], ["startJupyter", 2], ["allowedCudaVersions", 3]], required: ["id", "name", "image", "args", "disk", "mounts", "ports", "env", "registry", "serverless", "public", "category", "startSsh", "startJupyter", "allowedCudaVersions"] },
  { types: ["array"], items: 118 },
  { types: ["object"], fields: [["templates", 119], ["pagination", 77]], required: ["templates"] },
  { types: ["string"], values: ["STANDARD", "HIGH_PERFORMANCE"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["size", 5], ["dataCenter", 0], ["type", 121]], required: ["id", "name", "size", "dataCenter", "type"] },
  { types: ["array"], items: 122 },
  { types: ["object"], fields: [["networkVolumes", 123], ["pagination", 77]], required: ["networkVolumes"] },
  { types: ["object"], fields: [["id", 0], ["name", 0]], required: ["id", "name"] },
  { types: ["array"], items: 125 },
  { types: ["object"], fields: [["registries", 126], ["pagination", 77]], required: ["registries"] },
  { types: ["object"], fields: [["id", 0], ["name", 9], ["delegatorUserId", 0], ["awsUser", 0], ["repository", 0], ["tag", 0], ["awsRegion", 0], ["dockerRegistryUri", 0], ["createdAt", 0]], required: ["id", "delegatorUserId", "awsUser", "repository", "tag", "awsRegion", "createdAt"] },
  { types: ["array"], items: 128 },
  { types: ["object"], fields: [["delegations", 129]], required: ["delegations"] },
  { types: ["string"], values: ["NVIDIA", "AMD", "UNKNOWN"] },
  { types: ["object"], fields: [["secure", 6], ["community", 6], ["serverless", 6]], required: ["secure", "community"] },
  { types: ["object"], fields: [["secure", 5], ["community", 5]], required: ["secure", "community"] },
  { types: ["string"], values: ["NONE", "LOW", "MEDIUM", "HIGH"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["availability", 134]], required: ["id", "name", "availability"] },
  { types: ["array"], items: 135 },
  { types: ["object"], fields: [["version", 0], ["available", 2]], required: ["version", "available"] },
  { types: ["array"], items: 137 },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["pool", 9], ["manufacturer", 131], ["memory", 5], ["secure", 2], ["community", 2], ["price", 132], ["maxCount", 133], ["availability", 134], ["dataCenters", 136], ["cudaVersions", 138]], required: ["id", "name", "pool", "manufacturer", "memory", "secure", "community", "price", "maxCount"] },
  { types: ["array"], items: 139 },
  { types: ["object"], fields: [["gpus", 140]], required: ["gpus"] },
  { types: ["object"], fields: [["min", 5], ["max", 5]], required: ["min", "max"] },
  { types: ["object"], fields: [["securePerVcpu", 6], ["serverlessPerVcpu", 6]], required: ["securePerVcpu", "serverlessPerVcpu"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["group", 0], ["vcpu", 142], ["ramGbPerVcpu", 6], ["price", 143], ["availability", 134], ["dataCenters", 136]], required: ["id", "name", "group", "vcpu", "ramGbPerVcpu", "price"] },
  { types: ["array"], items: 144 },
  { types: ["object"], fields: [["cpus", 145]], required: ["cpus"] },
  { types: ["string"], values: ["NORTH_AMERICA", "SOUTH_AMERICA", "EUROPE", "ASIA", "MIDDLE_EAST", "AFRICA", "OCEANIA", "ANTARCTICA", "UNKNOWN"] },
  { types: ["array"], items: 121 },
  { types: ["string"], values: ["GDPR", "ISO_IEC_27001", "ISO_14001", "PCI_DSS", "HITRUST", "SOC_1_TYPE_2", "SOC_2_TYPE_2", "SOC_3_TYPE_2", "ITAR", "FISMA_HIGH", "HIPAA", "RENEWABLE"] },
  { types: ["array"], items: 149 },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["region", 147], ["globalNetwork", 2], ["networkVolumeTypes", 148], ["compliance", 150], ["gpuAvailability", 136], ["cpuAvailability", 136]], required: ["id", "name", "region", "networkVolumeTypes", "compliance", "globalNetwork"] },
  { types: ["array"], items: 151 },
  { types: ["object"], fields: [["dataCenters", 152]], required: ["dataCenters"] },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["totalAmount", 6], ["podGpuAmount", 6], ["podCpuAmount", 6], ["podDiskAmount", 6], ["serverlessGpuAmount", 6], ["serverlessCpuAmount", 6], ["serverlessDiskAmount", 6], ["serverlessFeeAmount", 6], ["storageStandardAmount", 6], ["storageHighPerformanceAmount", 6], ["endpointAmount", 6], ["clusterGpuAmount", 6], ["clusterDiskAmount", 6], ["clusterNetworkingAmount", 6]], required: ["startTime", "endTime", "totalAmount", "podGpuAmount", "podCpuAmount", "podDiskAmount", "serverlessGpuAmount", "serverlessCpuAmount", "serverlessDiskAmount", "serverlessFeeAmount", "storageStandardAmount", "storageHighPerformanceAmount", "endpointAmount", "clusterGpuAmount", "clusterDiskAmount", "clusterNetworkingAmount"] },
  { types: ["array"], items: 154 },
  { types: ["string"], values: ["hour", "day", "week", "month", "year"] },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["bucketSize", 156]], required: ["startTime", "endTime", "bucketSize"] },
  { types: ["object"], fields: [["totalAmount", 6], ["podGpuAmount", 6], ["podCpuAmount", 6], ["podDiskAmount", 6], ["serverlessGpuAmount", 6], ["serverlessCpuAmount", 6], ["serverlessDiskAmount", 6], ["serverlessFeeAmount", 6], ["storageStandardAmount", 6], ["storageHighPerformanceAmount", 6], ["endpointAmount", 6], ["clusterGpuAmount", 6], ["clusterDiskAmount", 6], ["clusterNetworkingAmount", 6]], required: ["totalAmount", "podGpuAmount", "podCpuAmount", "podDiskAmount", "serverlessGpuAmount", "serverlessCpuAmount", "serverlessDiskAmount", "serverlessFeeAmount", "storageStandardAmount", "storageHighPerformanceAmount", "endpointAmount", "clusterGpuAmount", "clusterDiskAmount", "clusterNetworkingAmount"] },
  { types: ["object"], fields: [["query", 157], ["recordCount", 5], ["totals", 158]], required: ["query", "recordCount", "totals"] },
  { types: ["object"], fields: [["records", 155], ["metadata", 159]], required: ["records", "metadata"] },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["totalAmount", 6], ["gpuAmount", 6], ["cpuAmount", 6], ["diskAmount", 6], ["podId", 0]], required: ["startTime", "endTime", "totalAmount", "gpuAmount", "cpuAmount", "diskAmount", "podId"] },
  { types: ["array"], items: 161 },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["bucketSize", 156], ["podId", 9]], required: ["startTime", "endTime", "bucketSize"] },
  { types: ["object"], fields: [["totalAmount", 6], ["gpuAmount", 6], ["cpuAmount", 6], ["diskAmount", 6]], required: ["totalAmount", "gpuAmount", "cpuAmount", "diskAmount"] },
  { types: ["object"], fields: [["query", 163], ["recordCount", 5], ["uniquePodCount", 5], ["totals", 164]], required: ["query", "recordCount", "uniquePodCount", "totals"] },
  { types: ["object"], fields: [["records", 162], ["metadata", 165]], required: ["records", "metadata"] },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["totalAmount", 6], ["gpuAmount", 6], ["cpuAmount", 6], ["diskAmount", 6], ["feeAmount", 6], ["serverlessId", 0]], required: ["startTime", "endTime", "totalAmount", "gpuAmount", "cpuAmount", "diskAmount", "feeAmount", "serverlessId"] },
  { types: ["array"], items: 167 },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["bucketSize", 156], ["serverlessId", 9]], required: ["startTime", "endTime", "bucketSize"] },
  { types: ["object"], fields: [["totalAmount", 6], ["gpuAmount", 6], ["cpuAmount", 6], ["diskAmount", 6], ["feeAmount", 6]], required: ["totalAmount", "gpuAmount", "cpuAmount", "diskAmount", "feeAmount"] },
  { types: ["object"], fields: [["query", 169], ["recordCount", 5], ["uniqueServerlessCount", 5], ["totals", 170]], required: ["query", "recordCount", "uniqueServerlessCount", "totals"] },
  { types: ["object"], fields: [["records", 168], ["metadata", 171]], required: ["records", "metadata"] },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["totalAmount", 6]], required: ["startTime", "endTime", "totalAmount"] },
  { types: ["array"], items: 173 },
  { types: ["object"], fields: [["totalAmount", 6]], required: ["totalAmount"] },
  { types: ["object"], fields: [["query", 157], ["recordCount", 5], ["totals", 175]], required: ["query", "recordCount", "totals"] },
  { types: ["object"], fields: [["records", 174], ["metadata", 176]], required: ["records", "metadata"] },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["totalAmount", 6], ["standardAmount", 6], ["highPerformanceAmount", 6], ["networkVolumeId", 0]], required: ["startTime", "endTime", "totalAmount", "standardAmount", "highPerformanceAmount", "networkVolumeId"] },
  { types: ["array"], items: 178 },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["bucketSize", 156], ["networkVolumeId", 9]], required: ["startTime", "endTime", "bucketSize"] },
  { types: ["object"], fields: [["totalAmount", 6], ["standardAmount", 6], ["highPerformanceAmount", 6]], required: ["totalAmount", "standardAmount", "highPerformanceAmount"] },
  { types: ["object"], fields: [["query", 180], ["recordCount", 5], ["uniqueNetworkVolumeCount", 5], ["totals", 181]], required: ["query", "recordCount", "uniqueNetworkVolumeCount", "totals"] },
  { types: ["object"], fields: [["records", 179], ["metadata", 182]], required: ["records", "metadata"] },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["totalAmount", 6], ["gpuAmount", 6], ["diskAmount", 6], ["networkingAmount", 6], ["clusterId", 0]], required: ["startTime", "endTime", "totalAmount", "gpuAmount", "diskAmount", "networkingAmount", "clusterId"] },
  { types: ["array"], items: 184 },
  { types: ["object"], fields: [["startTime", 0], ["endTime", 0], ["bucketSize", 156], ["clusterId", 9]], required: ["startTime", "endTime", "bucketSize"] },
  { types: ["object"], fields: [["totalAmount", 6], ["gpuAmount", 6], ["diskAmount", 6], ["networkingAmount", 6]], required: ["totalAmount", "gpuAmount", "diskAmount", "networkingAmount"] },
  { types: ["object"], fields: [["query", 186], ["recordCount", 5], ["uniqueClusterCount", 5], ["totals", 187]], required: ["query", "recordCount", "uniqueClusterCount", "totals"] },
  { types: ["object"], fields: [["records", 185], ["metadata", 188]], required: ["records", "metadata"] },
  { types: ["object"], fields: [["message", 0]], required: ["message"], additional: 39 },
  { types: ["object", "null"], fields: [["deleteEndpoint", 39]], required: ["deleteEndpoint"] },
  { types: ["array", "null"], items: 190 },
  { types: ["object"], fields: [["data", 191], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["deleteTemplate", 39]], required: ["deleteTemplate"] },
  { types: ["object"], fields: [["data", 194], ["errors", 192], ["extensions", 39]] },
  { types: ["string"], values: ["CREATED", "RUNNING", "RESTARTING", "EXITED", "PAUSED", "DEAD", "TERMINATED"] },
  { types: ["object", "null"], fields: [["dataCenterId", 9], ["podHostId", 9]], required: ["dataCenterId", "podHostId"] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 196], ["costPerHr", 6], ["adjustedCostPerHr", 6], ["imageName", 0], ["ports", 9], ["containerDiskInGb", 65], ["networkVolumeId", 9], ["cpuFlavorId", 9], ["vcpuCount", 6], ["memoryInGb", 6], ["machineId", 0], ["machine", 197]], required: ["id", "name", "desiredStatus", "costPerHr", "adjustedCostPerHr", "imageName", "ports", "containerDiskInGb", "networkVolumeId", "cpuFlavorId", "vcpuCount", "memoryInGb", "machineId", "machine"] },
  { types: ["object", "null"], fields: [["deployCpuPod", 198]], required: ["deployCpuPod"] },
  { types: ["object"], fields: [["data", 199], ["errors", 192], ["extensions", 39]] },
  { types: ["string", "null"], values: ["INTERRUPTABLE", "RESERVED", "BID", "BACKGROUND"] },
  { types: ["number", "null"] },
  { types: ["object", "null"], fields: [["gpuTypeId", 9], ["gpuDisplayName", 9], ["dataCenterId", 9], ["podHostId", 9]], required: ["gpuTypeId", "gpuDisplayName", "dataCenterId", "podHostId"] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 196], ["podType", 201], ["costPerHr", 6], ["adjustedCostPerHr", 6], ["imageName", 0], ["ports", 9], ["containerDiskInGb", 65], ["volumeInGb", 202], ["networkVolumeId", 9], ["gpuCount", 5], ["vcpuCount", 6], ["memoryInGb", 6], ["machineId", 0], ["machine", 203]], required: ["id", "name", "desiredStatus", "podType", "costPerHr", "adjustedCostPerHr", "imageName", "ports", "containerDiskInGb", "volumeInGb", "networkVolumeId", "gpuCount", "vcpuCount", "memoryInGb", "machineId", "machine"] },
  { types: ["object", "null"], fields: [["podRentInterruptable", 204]], required: ["podRentInterruptable"] },
  { types: ["object"], fields: [["data", 205], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 196], ["costPerHr", 6], ["adjustedCostPerHr", 6], ["imageName", 0], ["ports", 9], ["containerDiskInGb", 65], ["volumeInGb", 202], ["networkVolumeId", 9], ["gpuCount", 5], ["vcpuCount", 6], ["memoryInGb", 6], ["machineId", 0], ["machine", 203]], required: ["id", "name", "desiredStatus", "costPerHr", "adjustedCostPerHr", "imageName", "ports", "containerDiskInGb", "volumeInGb", "networkVolumeId", "gpuCount", "vcpuCount", "memoryInGb", "machineId", "machine"] },
  { types: ["object", "null"], fields: [["podFindAndDeployOnDemand", 207]], required: ["podFindAndDeployOnDemand"] },
  { types: ["object"], fields: [["data", 208], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 196], ["lastStatusChange", 9], ["imageName", 0], ["dockerArgs", 9], ["ports", 9], ["containerDiskInGb", 65], ["volumeInGb", 202], ["volumeMountPath", 9], ["containerRegistryAuthId", 9]], required: ["id", "name", "desiredStatus", "lastStatusChange", "imageName", "dockerArgs", "ports", "containerDiskInGb", "volumeInGb", "volumeMountPath", "containerRegistryAuthId"] },
  { types: ["object", "null"], fields: [["podEditJob", 210]], required: ["podEditJob"] },
  { types: ["object"], fields: [["data", 211], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["name", 9], ["imageName", 9], ["dockerArgs", 9], ["containerDiskInGb", 65]], required: ["name", "imageName", "dockerArgs", "containerDiskInGb"] },
  { types: ["string", "null"], values: ["CPU", "GPU"] },
  { types: ["array", "null"], items: 9 },
  { types: ["string", "null"], values: ["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"] },
  { types: ["object", "null"], fields: [["networkVolumeId", 9], ["dataCenterId", 9]], required: ["networkVolumeId", "dataCenterId"] },
  { types: ["array", "null"], items: 217 },
  { types: ["object", "null"], fields: [["gpuTypeId", 9], ["dataCenterId", 9]], required: ["gpuTypeId", "dataCenterId"] },
  { types: ["object", "null"], fields: [["id", 0], ["desiredStatus", 196], ["costPerHr", 6], ["lastStartedAt", 39], ["machine", 219]], required: ["id", "desiredStatus", "costPerHr", "lastStartedAt", "machine"] },
  { types: ["array", "null"], items: 220 },
  { types: ["object", "null"], fields: [["id", 9], ["name", 9], ["type", 9], ["version", 65], ["createdAt", 39], ["templateId", 9], ["template", 213], ["computeType", 214], ["gpuIds", 9], ["gpuCount", 65], ["instanceIds", 215], ["workersMin", 65], ["workersMax", 65], ["workersStandby", 65], ["idleTimeout", 65], ["executionTimeoutMs", 65], ["scalerType", 9], ["scalerValue", 65], ["flashBootType", 216], ["locations", 9], ["allowedCudaVersions", 9], ["minCudaVersion", 9], ["networkVolumeId", 9], ["networkVolumeIds", 218], ["pods", 221]], required: ["id", "name", "type", "version", "createdAt", "templateId", "template", "computeType", "gpuIds", "gpuCount", "instanceIds", "workersMin", "workersMax", "workersStandby", "idleTimeout", "executionTimeoutMs", "scalerType", "scalerValue", "flashBootType", "locations", "allowedCudaVersions", "minCudaVersion", "networkVolumeId", "networkVolumeIds", "pods"] },
  { types: ["object", "null"], fields: [["endpoint", 222]], required: ["endpoint"] },
  { types: ["object", "null"], fields: [["myself", 223]], required: ["myself"] },
  { types: ["object"], fields: [["data", 224], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 9], ["name", 9], ["type", 9], ["version", 65], ["createdAt", 39], ["templateId", 9], ["computeType", 214], ["gpuIds", 9], ["gpuCount", 65], ["instanceIds", 215], ["workersMin", 65], ["workersMax", 65], ["workersStandby", 65], ["idleTimeout", 65], ["executionTimeoutMs", 65], ["scalerType", 9], ["scalerValue", 65], ["flashBootType", 216], ["locations", 9], ["networkVolumeId", 9]], required: ["id", "name", "type", "version", "createdAt", "templateId", "computeType", "gpuIds", "gpuCount", "instanceIds", "workersMin", "workersMax", "workersStandby", "idleTimeout", "executionTimeoutMs", "scalerType", "scalerValue", "flashBootType", "locations", "networkVolumeId"] },
  { types: ["array"], items: 226 },
  { types: ["object", "null"], fields: [["endpoints", 227]], required: ["endpoints"] },
  { types: ["object", "null"], fields: [["myself", 228]], required: ["myself"] },
  { types: ["object"], fields: [["data", 229], ["errors", 192], ["extensions", 39]] },
  { types: ["boolean", "null"] },
  { types: ["object", "null"], fields: [["gpuTypeId", 9], ["gpuTypeDisplayName", 9], ["available", 231], ["stockStatus", 9]], required: ["gpuTypeId", "gpuTypeDisplayName", "available", "stockStatus"] },
  { types: ["array", "null"], items: 232 },
  { types: ["object", "null"], fields: [["id", 9], ["name", 9], ["location", 9], ["listed", 231], ["storageSupport", 231], ["gpuAvailability", 233]], required: ["id", "name", "location", "listed", "storageSupport", "gpuAvailability"] },
  { types: ["array", "null"], items: 234 },
  { types: ["object", "null"], fields: [["dataCenters", 235]], required: ["dataCenters"] },
  { types: ["object"], fields: [["data", 236], ["errors", 192], ["extensions", 39]] },
  { types: ["array", "null"], items: 65 },
  { types: ["object", "null"], fields: [["minimumBidPrice", 202], ["uninterruptablePrice", 202], ["stockStatus", 9], ["minVcpu", 65], ["minMemory", 65], ["availableGpuCounts", 238]], required: ["minimumBidPrice", "uninterruptablePrice", "stockStatus", "minVcpu", "minMemory", "availableGpuCounts"] },
  { types: ["object", "null"], fields: [["id", 9], ["displayName", 9], ["manufacturer", 9], ["memoryInGb", 65], ["secureCloud", 231], ["communityCloud", 231], ["securePrice", 202], ["communityPrice", 202], ["secureSpotPrice", 202], ["communitySpotPrice", 202], ["maxGpuCount", 65], ["lowestPrice", 239]], required: ["id", "displayName", "manufacturer", "memoryInGb", "secureCloud", "communityCloud", "securePrice", "communityPrice", "secureSpotPrice", "communitySpotPrice", "maxGpuCount", "lowestPrice"] },
  { types: ["array", "null"], items: 240 },
  { types: ["object", "null"], fields: [["gpuTypes", 241]], required: ["gpuTypes"] },
  { types: ["object"], fields: [["data", 242], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 9], ["email", 9], ["isTeam", 231], ["clientBalance", 202], ["minBalance", 202], ["underBalance", 231], ["currentSpendPerHr", 202], ["spendLimit", 202], ["maxServerlessConcurrency", 65]], required: ["id", "email", "isTeam", "clientBalance", "minBalance", "underBalance", "currentSpendPerHr", "spendLimit", "maxServerlessConcurrency"] },
  { types: ["object", "null"], fields: [["myself", 244]], required: ["myself"] },
  { types: ["object"], fields: [["data", 245], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["gpuTypeId", 9], ["gpuDisplayName", 9], ["dataCenterId", 9], ["location", 9], ["secureCloud", 231], ["podHostId", 9], ["maintenanceStart", 39], ["maintenanceEnd", 39]], required: ["gpuTypeId", "gpuDisplayName", "dataCenterId", "location", "secureCloud", "podHostId", "maintenanceStart", "maintenanceEnd"] },
  { types: ["object", "null"], fields: [["cpuPercent", 65], ["memoryPercent", 65]], required: ["cpuPercent", "memoryPercent"] },
  { types: ["object", "null"], fields: [["id", 9], ["gpuUtilPercent", 65], ["memoryUtilPercent", 65]], required: ["id", "gpuUtilPercent", "memoryUtilPercent"] },
  { types: ["array", "null"], items: 249 },
  { types: ["object", "null"], fields: [["ip", 9], ["isIpPublic", 231], ["privatePort", 65], ["publicPort", 65], ["type", 9]], required: ["ip", "isIpPublic", "privatePort", "publicPort", "type"] },
  { types: ["array", "null"], items: 251 },
  { types: ["object", "null"], fields: [["uptimeInSeconds", 65], ["container", 248], ["gpus", 250], ["ports", 252]], required: ["uptimeInSeconds", "container", "gpus", "ports"] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 196], ["lastStatusChange", 9], ["createdAt", 39], ["lastStartedAt", 39], ["podType", 201], ["costPerHr", 6], ["adjustedCostPerHr", 6], ["imageName", 0], ["ports", 9], ["templateId", 9], ["containerDiskInGb", 65], ["volumeInGb", 202], ["volumeMountPath", 9], ["networkVolumeId", 9], ["gpuCount", 5], ["vcpuCount", 6], ["memoryInGb", 6], ["machineId", 0], ["machine", 247], ["runtime", 253]], required: ["id", "name", "desiredStatus", "lastStatusChange", "createdAt", "lastStartedAt", "podType", "costPerHr", "adjustedCostPerHr", "imageName", "ports", "templateId", "containerDiskInGb", "volumeInGb", "volumeMountPath", "networkVolumeId", "gpuCount", "vcpuCount", "memoryInGb", "machineId", "machine", "runtime"] },
  { types: ["object", "null"], fields: [["pod", 254]], required: ["pod"] },
  { types: ["object"], fields: [["data", 255], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["gpuTypeId", 9], ["gpuDisplayName", 9], ["dataCenterId", 9]], required: ["gpuTypeId", "gpuDisplayName", "dataCenterId"] },
  { types: ["object", "null"], fields: [["uptimeInSeconds", 65], ["ports", 252]], required: ["uptimeInSeconds", "ports"] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 196], ["lastStatusChange", 9], ["lastStartedAt", 39], ["podType", 201], ["costPerHr", 6], ["adjustedCostPerHr", 6], ["imageName", 0], ["ports", 9], ["containerDiskInGb", 65], ["volumeInGb", 202], ["networkVolumeId", 9], ["gpuCount", 5], ["vcpuCount", 6], ["memoryInGb", 6], ["machineId", 0], ["machine", 257], ["runtime", 258]], required: ["id", "name", "desiredStatus", "lastStatusChange", "lastStartedAt", "podType", "costPerHr", "adjustedCostPerHr", "imageName", "ports", "containerDiskInGb", "volumeInGb", "networkVolumeId", "gpuCount", "vcpuCount", "memoryInGb", "machineId", "machine", "runtime"] },
  { types: ["array", "null"], items: 259 },
  { types: ["object", "null"], fields: [["pods", 260]], required: ["pods"] },
  { types: ["object", "null"], fields: [["myself", 261]], required: ["myself"] },
  { types: ["object"], fields: [["data", 262], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 196], ["lastStatusChange", 9], ["costPerHr", 6], ["adjustedCostPerHr", 6], ["imageName", 0], ["gpuCount", 5], ["machineId", 0], ["machine", 203]], required: ["id", "name", "desiredStatus", "lastStatusChange", "costPerHr", "adjustedCostPerHr", "imageName", "gpuCount", "machineId", "machine"] },
  { types: ["object", "null"], fields: [["podResume", 264]], required: ["podResume"] },
  { types: ["object"], fields: [["data", 265], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 9], ["name", 9], ["type", 9], ["version", 65], ["templateId", 9], ["gpuIds", 9], ["gpuCount", 65], ["instanceIds", 215], ["workersMin", 65], ["workersMax", 65], ["idleTimeout", 65], ["executionTimeoutMs", 65], ["scalerType", 9], ["scalerValue", 65], ["flashBootType", 216], ["locations", 9], ["networkVolumeId", 9]], required: ["id", "name", "type", "version", "templateId", "gpuIds", "gpuCount", "instanceIds", "workersMin", "workersMax", "idleTimeout", "executionTimeoutMs", "scalerType", "scalerValue", "flashBootType", "locations", "networkVolumeId"] },
  { types: ["object", "null"], fields: [["saveEndpoint", 267]], required: ["saveEndpoint"] },
  { types: ["object"], fields: [["data", 268], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 9], ["name", 9], ["imageName", 9], ["dockerArgs", 9], ["ports", 9], ["containerDiskInGb", 65], ["volumeInGb", 65], ["volumeMountPath", 9], ["containerRegistryAuthId", 9], ["isServerless", 231], ["isPublic", 231], ["category", 9], ["readme", 9]], required: ["id", "name", "imageName", "dockerArgs", "ports", "containerDiskInGb", "volumeInGb", "volumeMountPath", "containerRegistryAuthId", "isServerless", "isPublic", "category", "readme"] },
  { types: ["object", "null"], fields: [["saveTemplate", 270]], required: ["saveTemplate"] },
  { types: ["object"], fields: [["data", 271], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 196], ["lastStatusChange", 9], ["volumeInGb", 202], ["networkVolumeId", 9]], required: ["id", "name", "desiredStatus", "lastStatusChange", "volumeInGb", "networkVolumeId"] },
  { types: ["object", "null"], fields: [["podStop", 273]], required: ["podStop"] },
  { types: ["object"], fields: [["data", 274], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["key", 9], ["value", 9]], required: ["key", "value"] },
  { types: ["array", "null"], items: 276 },
  { types: ["object", "null"], fields: [["id", 9], ["name", 9], ["imageName", 9], ["dockerArgs", 9], ["startScript", 9], ["env", 277], ["ports", 9], ["containerDiskInGb", 65], ["volumeInGb", 65], ["volumeMountPath", 9], ["containerRegistryAuthId", 9], ["isServerless", 231], ["isPublic", 231], ["isRunpod", 231], ["category", 9], ["readme", 9], ["startJupyter", 231], ["startSsh", 231], ["boundEndpointId", 9]], required: ["id", "name", "imageName", "dockerArgs", "startScript", "env", "ports", "containerDiskInGb", "volumeInGb", "volumeMountPath", "containerRegistryAuthId", "isServerless", "isPublic", "isRunpod", "category", "readme", "startJupyter", "startSsh", "boundEndpointId"] },
  { types: ["object", "null"], fields: [["podTemplate", 278]], required: ["podTemplate"] },
  { types: ["object"], fields: [["data", 279], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["id", 9], ["name", 9], ["imageName", 9], ["dockerArgs", 9], ["ports", 9], ["containerDiskInGb", 65], ["volumeInGb", 65], ["volumeMountPath", 9], ["containerRegistryAuthId", 9], ["isServerless", 231], ["isPublic", 231], ["category", 9], ["boundEndpointId", 9]], required: ["id", "name", "imageName", "dockerArgs", "ports", "containerDiskInGb", "volumeInGb", "volumeMountPath", "containerRegistryAuthId", "isServerless", "isPublic", "category", "boundEndpointId"] },
  { types: ["array", "null"], items: 281 },
  { types: ["object", "null"], fields: [["podTemplates", 282]], required: ["podTemplates"] },
  { types: ["object", "null"], fields: [["myself", 283]], required: ["myself"] },
  { types: ["object"], fields: [["data", 284], ["errors", 192], ["extensions", 39]] },
  { types: ["object", "null"], fields: [["podTerminate", 39]], required: ["podTerminate"] },
  { types: ["object"], fields: [["data", 286], ["errors", 192], ["extensions", 39]] }
];
var routes = [
  ["rest", "GET /pods", [["200", 20], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /pods", [["201", 19], ["400", 21], ["401", 21]]],
  ["rest", "GET /pods/{podId}", [["200", 19], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "DELETE /pods/{podId}", [["204", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "PATCH /pods/{podId}", [["200", 19], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /pods/{podId}/update", [["200", 19], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /pods/{podId}/start", [["200", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /pods/{podId}/stop", [["200", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /pods/{podId}/reset", [["200", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /pods/{podId}/restart", [["200", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "GET /endpoints", [["200", 29], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /endpoints", [["200", 28], ["400", 21], ["401", 21]]],
  ["rest", "GET /endpoints/{endpointId}", [["200", 28], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "DELETE /endpoints/{endpointId}", [["204", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "PATCH /endpoints/{endpointId}", [["200", 28], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /endpoints/{endpointId}/update", [["200", 28], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "GET /networkvolumes", [["200", 30], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /networkvolumes", [["200", 10], ["400", 21], ["401", 21]]],
  ["rest", "GET /networkvolumes/{networkVolumeId}", [["200", 10], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "DELETE /networkvolumes/{networkVolumeId}", [["204", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "PATCH /networkvolumes/{networkVolumeId}", [["200", 10], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /networkvolumes/{networkVolumeId}/update", [["200", 10], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "GET /templates", [["200", 31], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /templates", [["200", 7], ["400", 21], ["401", 21]]],
  ["rest", "GET /templates/{templateId}", [["200", 7], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "DELETE /templates/{templateId}", [["204", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "PATCH /templates/{templateId}", [["200", 7], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /templates/{templateId}/update", [["200", 7], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "GET /containerregistryauth", [["200", 33], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "POST /containerregistryauth", [["200", 32], ["400", 21], ["401", 21]]],
  ["rest", "GET /containerregistryauth/{containerRegistryAuthId}", [["200", 32], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "DELETE /containerregistryauth/{containerRegistryAuthId}", [["204", null], ["400", 21], ["401", 21], ["404", 21]]],
  ["rest", "GET /billing/pods", [["200", 35], ["400", 21], ["401", 21]]],
  ["rest", "GET /billing/endpoints", [["200", 35], ["400", 21], ["401", 21]]],
  ["rest", "GET /billing/networkvolumes", [["200", 37], ["400", 21], ["401", 21]]],
  ["jobs", "POST /v2/{slug}/run", [["200", 42], ["400", 43], ["401", 43], ["404", 43], ["413", 43], ["429", 43]]],
  ["jobs", "POST /v2/{slug}/runsync", [["200", 42], ["400", 43], ["401", 43], ["404", 43], ["413", 43], ["429", 43]]],
  ["jobs", "GET /v2/{slug}/status/{jobId}", [["200", 42], ["401", 43], ["404", 43], ["429", 43]]],
  ["jobs", "GET /v2/{slug}/stream/{jobId}", [["200", 46], ["401", 43], ["404", 43], ["429", 43]]],
  ["jobs", "POST /v2/{slug}/cancel/{jobId}", [["200", 42], ["401", 43], ["404", 43], ["429", 43]]],
  ["jobs", "POST /v2/{slug}/retry/{jobId}", [["200", 42], ["400", 43], ["401", 43], ["404", 43], ["429", 43]]],
  ["jobs", "POST /v2/{slug}/purge-queue", [["200", 47], ["401", 43], ["404", 43], ["429", 43]]],
  ["jobs", "GET /v2/{slug}/health", [["200", 50], ["401", 43], ["404", 43], ["429", 43]]],
  ["v2", "GET /v2/account/ssh-keys", [["200", 51], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "PUT /v2/account/ssh-keys", [["200", 51], ["401", 52], ["403", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/pods", [["200", 78], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "POST /v2/pods", [["201", 75], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/pods/{id}", [["200", 75], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "DELETE /v2/pods/{id}", [["204", null], ["401", 52], ["403", 52], ["404", 52], ["409", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "PATCH /v2/pods/{id}", [["200", 75], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["409", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/pods/{id}/logs", [["200", null], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "POST /v2/pods/{id}/action", [["200", 75], ["204", null], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["409", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/clusters", [["200", 87], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "POST /v2/clusters", [["201", 85], ["400", 52], ["401", 52], ["403", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/clusters/{id}", [["200", 85], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "DELETE /v2/clusters/{id}", [["204", null], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "PATCH /v2/clusters/{id}", [["200", 85], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/clusters/{id}/pods", [["200", 78], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/serverless", [["200", 103], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "POST /v2/serverless", [["201", 101], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/serverless/{id}", [["200", 101], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "DELETE /v2/serverless/{id}", [["204", null], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "PATCH /v2/serverless/{id}", [["200", 101], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/serverless/{id}/workers", [["200", 108], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/serverless/{id}/releases", [["200", 115], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/serverless/{id}/workers/{workerId}/logs", [["200", null], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/templates", [["200", 120], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "POST /v2/templates", [["201", 118], ["400", 52], ["401", 52], ["403", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/templates/{id}", [["200", 118], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "DELETE /v2/templates/{id}", [["204", null], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "PATCH /v2/templates/{id}", [["200", 118], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/network-volumes", [["200", 124], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "POST /v2/network-volumes", [["201", 122], ["400", 52], ["401", 52], ["403", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/network-volumes/{id}", [["200", 122], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "DELETE /v2/network-volumes/{id}", [["204", null], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "PATCH /v2/network-volumes/{id}", [["200", 122], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/registries", [["200", 127], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "POST /v2/registries", [["201", 125], ["400", 52], ["401", 52], ["403", 52], ["422", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/registries/{id}", [["200", 125], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "DELETE /v2/registries/{id}", [["204", null], ["400", 52], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/registries/delegations", [["200", 130], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "POST /v2/registries/delegations", [["201", 128], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "DELETE /v2/registries/delegations/{id}", [["204", null], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/catalog/gpus", [["200", 141], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/catalog/gpus/{id}", [["200", 139], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/catalog/cpus", [["200", 146], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/catalog/cpus/{id}", [["200", 144], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/catalog/datacenters", [["200", 153], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/catalog/datacenters/{id}", [["200", 151], ["401", 52], ["403", 52], ["404", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/catalog/templates", [["200", 120], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/billing", [["200", 160], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/billing/pods", [["200", 166], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/billing/serverless", [["200", 172], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/billing/endpoints", [["200", 177], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/billing/network-volumes", [["200", 183], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]],
  ["v2", "GET /v2/billing/clusters", [["200", 189], ["401", 52], ["403", 52], ["429", 52], ["DEFAULT", 52]]]
];
var documents = [
  ["deleteEndpoint", 193],
  ["deleteTemplate", 195],
  ["deployCpu", 200],
  ["deploySpot", 206],
  ["deploy", 209],
  ["editJob", 212],
  ["endpoint", 225],
  ["endpoints", 230],
  ["gpuAvailability", 237],
  ["gpuTypes", 243],
  ["myself", 246],
  ["pod", 256],
  ["pods", 263],
  ["resume", 266],
  ["saveEndpoint", 269],
  ["saveTemplate", 272],
  ["stop", 275],
  ["template", 280],
  ["templates", 285],
  ["terminate", 287]
];
function findStatuses(surface, operation, route) {
  return statusesByCall ??= readStatuses(), surface !== "graphql" ? statusesByCall.get(`${surface} ${route}`) : statusesByCall.get(operation) ?? GRAPHQL_STATUSES;
}
var GRAPHQL_STATUSES = /* @__PURE__ */ new Map([
  ["200", void 0],
  ["4XX", void 0]
]);
var statusesByCall;
function readStatuses() {
  let linked = linkShapes(shapes), found = /* @__PURE__ */ new Map();
  for (let [surface, route, statuses] of routes) {
    let shapesByStatus = /* @__PURE__ */ new Map();
    for (let [status, index] of statuses)
      shapesByStatus.set(status, index === null ? void 0 : linked[index]);
    found.set(`${surface} ${route}`, shapesByStatus);
  }
  for (let [name, index] of documents)
    found.set(
      `graphql.${name}`,
      new Map(GRAPHQL_STATUSES).set("200", linked[index])
    );
  return found;
}
function linkShapes(list) {
  let linked = list.map(createShape);
  return list.forEach((listed, index) => {
    let at = (other) => other === void 0 ? void 0 : linked[other];
    Object.assign(linked[index] ?? {}, {
      items: at(listed.items),
      fields: linkFields(listed, at),
      additional: at(listed.additional),
      anyOf: listed.anyOf?.flatMap((each) => at(each) ?? [])
    });
  }), linked;
}
function createShape({ types, values, required = [] }) {
  return {
    next: void 0,
    typeNames: types?.join(" or ") ?? "anything",
    types: types ? bitsOf(types) : ANY_TYPE,
    values: values && new Set(values),
    valueTypes: bitsOf(values?.filter(isScalar).map(typeName) ?? []),
    requiredCount: required.length,
    items: void 0,
    fields: void 0,
    additional: void 0,
    anyOf: void 0
  };
}
function linkFields({ fields, required = [], additional }, at) {
  if (!fields) return;
  let indexes = /* @__PURE__ */ new Map();
  for (let name of required) indexes.set(name, additional);
  for (let [name, index] of fields) indexes.set(name, index);
  let linked = /* @__PURE__ */ new Map();
  for (let [name, index] of indexes) {
    let shape = at(index) ?? createShape({}), isRequired = required.includes(name);
    linked.set(name, { name, shape, isRequired, next: void 0 });
  }
  return linked;
}
function isScalar(value) {
  return typeof value != "object" || value === null;
}
function watchDrift(options = {}) {
  let { onDrift, sample = 1 } = options;
  if (typeof sample != "number" || !(sample >= 0 && sample <= 1))
    throw new RangeError("watchDrift: sample must be a number from 0 to 1");
  let findings = new Findings();
  return Object.assign((response) => {
    if (!(sample < 1 && Math.random() >= sample))
      for (let finding of newFindings(response, findings))
        callSafely(
          () => onDrift ? onDrift(finding) : response.warn(warningOf(finding))
        );
  }, { findings: () => findings.list() });
}
function newFindings(response, findings) {
  let { surface, operation, route, status, value, isEmpty } = response, added = [], report = (...difference) => {
    let finding = findings.add(response, ...difference);
    finding && added.push(finding);
  }, statuses = findStatuses(surface, operation, route);
  if (!statuses || status === 429 || status >= 500) return added;
  let documented = documentedStatus(statuses, status), shape = statuses.get(documented ?? "");
  if (documented === void 0) {
    let finding = findings.addStatus(
      response,
      [...statuses.keys()].join(", ")
    );
    finding && added.push(finding);
  } else shape && isEmpty ? report(
    "wrong type",
    { path: "", owner: shape, ownPath: "" },
    shape.typeNames,
    "nothing"
  ) : shape && value !== void 0 && compare(value, shape, report);
  return added;
}
function documentedStatus(statuses, status) {
  let text = String(status);
  return [text, `${text.charAt(0)}XX`, "DEFAULT"].find(
    (each) => statuses.has(each)
  );
}
function callSafely(act) {
  try {
    Promise.resolve(act()).catch(() => {
    });
  } catch {
  }
}
function warningOf(finding) {
  let { kind, operation, route, path, expected, found, count } = finding, at = path === "" ? "" : ` at ${path}`, times = count === 1 ? "" : ` (${count} times)`;
  return `cloud-compute-sdk: drift in ${operation} (${route}): ${kind}${at}: expected ${expected}, found ${found}${times}`;
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  watchDrift
});
//# sourceMappingURL=drift.js.map
