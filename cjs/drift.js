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
  compareValue({ path: [], remaining: MAX_VALUES, report }, value, shape, 0);
}
function reportAt(walk, kind, depth, expected, found) {
  walk.remaining -= VALUES_PER_DIFFERENCE;
  let path = "";
  for (let step of walk.path.slice(0, depth))
    path += step === "[]" || path === "" ? step : `.${step}`;
  walk.report(kind, path, expected, found);
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
  ), items && type === TYPE_BITS.array ? compareItems(walk, value, items, depth) : fields && type === TYPE_BITS.object && (fields.size === 0 && shape.additional ? compareMap(walk, value, shape.additional, depth) : compareMembers(walk, value, shape, fields, depth));
}
function describeValues({ size }) {
  return size === 1 ? "the known value" : `one of ${size} known values`;
}
function compareItems(walk, value, items, depth) {
  walk.path[depth] = "[]";
  for (let item of value) {
    if (walk.remaining < 0) return;
    compareValue(walk, item, items, depth + 1);
  }
}
function compareMap(walk, members, additional, depth) {
  walk.path[depth] = "*";
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
    remaining: walk.remaining,
    report: (...difference) => differences.push(difference)
  };
  return compareValue(trial, value, shape, depth), walk.remaining = trial.remaining, differences;
}
var Findings = class {
  #kept = /* @__PURE__ */ new Map();
  /** How many unknown fields of each object have a finding of their own. */
  #unknownFields = /* @__PURE__ */ new Map();
  /** Counts a difference. Returns its finding if the difference is the first of its kind at its path. */
  add(response, kind, path, expected, found) {
    let { surface, operation, route, redact } = response, call = `${surface}
${operation}
${route}
${kind}
`, key = call + (kind === "undocumented status" ? found : path), known = this.#kept.get(key);
    if (known) {
      known.count++;
      return;
    }
    if (kind === "unknown field" && !path.endsWith("*")) {
      let parent = path.slice(0, Math.max(0, path.lastIndexOf("."))), named = this.#unknownFields.get(call + parent) ?? 0;
      if (named >= 20) {
        let anyField = parent === "" ? "*" : `${parent}.*`;
        return this.add(response, kind, anyField, expected, found);
      }
      this.#kept.size < 1e3 && this.#unknownFields.set(call + parent, named + 1);
    }
    if (this.#kept.size >= 1e3) return;
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
  /** A copy of every finding. */
  list() {
    return [...this.#kept.values()].map((finding) => ({ ...finding }));
  }
};
var shapes = [
  { types: ["string"] },
  { types: ["string"], values: ["RUNNING", "EXITED", "TERMINATED"] },
  { types: ["array"], items: 0 },
  { types: ["object"], fields: [], additional: 0 },
  { types: ["integer"] },
  { types: ["object", "null"], fields: [], additional: 4 },
  { types: ["string", "null"] },
  { types: ["boolean"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["size", 4], ["dataCenterId", 0]] },
  { types: ["string"], values: ["NVIDIA GeForce RTX 4090", "NVIDIA A40", "NVIDIA RTX A5000", "NVIDIA GeForce RTX 5090", "NVIDIA H100 80GB HBM3", "NVIDIA GeForce RTX 3090", "NVIDIA RTX A4500", "NVIDIA L40S", "NVIDIA H200", "NVIDIA L4", "NVIDIA RTX 6000 Ada Generation", "NVIDIA A100-SXM4-80GB", "NVIDIA RTX 4000 Ada Generation", "NVIDIA RTX A6000", "NVIDIA A100 80GB PCIe", "NVIDIA RTX 2000 Ada Generation", "NVIDIA RTX A4000", "NVIDIA RTX PRO 6000 Blackwell Server Edition", "NVIDIA H100 PCIe", "NVIDIA H100 NVL", "NVIDIA L40", "NVIDIA B200", "NVIDIA GeForce RTX 3080 Ti", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "NVIDIA GeForce RTX 3080", "NVIDIA GeForce RTX 3070", "AMD Instinct MI300X OAM", "NVIDIA GeForce RTX 4080 SUPER", "Tesla V100-PCIE-16GB", "Tesla V100-SXM2-32GB", "NVIDIA RTX 5000 Ada Generation", "NVIDIA GeForce RTX 4070 Ti", "NVIDIA RTX 4000 SFF Ada Generation", "NVIDIA GeForce RTX 3090 Ti", "NVIDIA RTX A2000", "NVIDIA GeForce RTX 4080", "NVIDIA A30", "NVIDIA GeForce RTX 5080", "Tesla V100-FHHL-16GB", "NVIDIA H200 NVL", "Tesla V100-SXM2-16GB", "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", "NVIDIA A5000 Ada", "Tesla V100-PCIE-32GB", "NVIDIA GeForce RTX 3080TI", "Tesla T4", "NVIDIA RTX A30"] },
  { types: ["number"] },
  { types: ["object"], fields: [["id", 9], ["displayName", 0], ["count", 4], ["securePrice", 10], ["communityPrice", 10], ["secureSpotPrice", 10], ["communitySpotPrice", 10], ["oneWeekPrice", 10], ["oneMonthPrice", 10], ["threeMonthPrice", 10], ["sixMonthPrice", 10]] },
  { types: ["string"], values: ["cpu3c", "cpu3g", "cpu3m", "cpu5c", "cpu5g", "cpu5m"] },
  { types: ["string"], values: ["EU-RO-1", "CA-MTL-1", "EU-SE-1", "US-IL-1", "EUR-IS-1", "EU-CZ-1", "US-TX-3", "EUR-IS-2", "US-KS-2", "US-GA-2", "US-WA-1", "US-TX-1", "CA-MTL-3", "EU-NL-1", "US-TX-4", "US-CA-2", "US-NC-1", "OC-AU-1", "US-DE-1", "EUR-IS-3", "CA-MTL-2", "AP-JP-1", "EUR-NO-1", "EU-FR-1", "US-KS-3", "US-GA-1"] },
  { types: ["object"], fields: [["id", 0], ["displayName", 0], ["cores", 10], ["threadsPerCore", 10], ["groupId", 0]] },
  { types: ["object"], fields: [["dataCenterId", 13], ["location", 0], ["secureCloud", 7], ["gpuTypeId", 9], ["gpuType", 11], ["gpuDisplayName", 0], ["gpuAvailable", 4], ["minPodGpuCount", 4], ["cpuTypeId", 0], ["cpuType", 14], ["cpuCount", 4], ["diskThroughputMBps", 4], ["maxDownloadSpeedMbps", 4], ["maxUploadSpeedMbps", 4], ["supportPublicIp", 7], ["costPerHr", 10], ["currentPricePerGpu", 10], ["maintenanceStart", 0], ["maintenanceEnd", 0], ["maintenanceNote", 0], ["note", 0]] },
  { types: ["object"], fields: [["id", 0], ["podId", 0], ["gpuTypeId", 9], ["costPerHr", 10], ["startTime", 0], ["endTime", 0]] },
  { types: ["array"], items: 16 },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["desiredStatus", 1], ["image", 0], ["templateId", 0], ["containerRegistryAuthId", 0], ["dockerEntrypoint", 2], ["dockerStartCmd", 2], ["env", 3], ["ports", 2], ["portMappings", 5], ["publicIp", 6], ["containerDiskInGb", 4], ["volumeInGb", 4], ["volumeMountPath", 0], ["volumeEncrypted", 7], ["networkVolume", 8], ["gpu", 11], ["cpuFlavorId", 12], ["vcpuCount", 10], ["memoryInGb", 10], ["machineId", 0], ["machine", 15], ["costPerHr", 10], ["adjustedCostPerHr", 10], ["savingsPlans", 17], ["interruptible", 7], ["locked", 7], ["lastStartedAt", 0], ["lastStatusChange", 0], ["endpointId", 0], ["aiApiId", 0], ["slsVersion", 4], ["consumerUserId", 0]], required: ["id"] },
  { types: ["array"], items: 18 },
  { types: ["object"], fields: [["message", 0]] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["imageName", 0], ["category", 0], ["isServerless", 7], ["isPublic", 7], ["isRunpod", 7], ["containerRegistryAuthId", 0], ["dockerEntrypoint", 2], ["dockerStartCmd", 2], ["env", 3], ["ports", 2], ["containerDiskInGb", 4], ["volumeInGb", 4], ["volumeMountPath", 0], ["readme", 0], ["earned", 10], ["runtimeInMin", 4]] },
  { types: ["string"], values: ["CPU", "GPU"] },
  { types: ["array"], items: 9 },
  { types: ["string"], values: ["13.0", "12.9", "12.8", "12.7", "12.6", "12.5", "12.4", "12.3", "12.2", "12.1", "12.0", "11.8"] },
  { types: ["array"], items: 24 },
  { types: ["array"], items: 13 },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["desiredStatus", 1], ["image", 0], ["templateId", 0], ["containerRegistryAuthId", 0], ["dockerEntrypoint", 2], ["dockerStartCmd", 2], ["env", 3], ["ports", 2], ["portMappings", 5], ["publicIp", 6], ["containerDiskInGb", 4], ["volumeInGb", 4], ["volumeMountPath", 0], ["volumeEncrypted", 7], ["networkVolume", 8], ["gpu", 11], ["cpuFlavorId", 12], ["vcpuCount", 10], ["memoryInGb", 10], ["machineId", 0], ["machine", 15], ["costPerHr", 10], ["adjustedCostPerHr", 10], ["savingsPlans", 17], ["interruptible", 7], ["locked", 7], ["lastStartedAt", 0], ["lastStatusChange", 0], ["endpointId", 0], ["aiApiId", 0], ["slsVersion", 4], ["consumerUserId", 0]] },
  { types: ["array"], items: 27 },
  { types: ["string"], values: ["QUEUE_DELAY", "REQUEST_COUNT"] },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["templateId", 0], ["template", 21], ["version", 4], ["computeType", 22], ["gpuTypeIds", 23], ["gpuCount", 4], ["instanceIds", 2], ["allowedCudaVersions", 25], ["minCudaVersion", 24], ["dataCenterIds", 26], ["networkVolumeId", 0], ["networkVolumeIds", 2], ["env", 3], ["workersMin", 4], ["workersMax", 4], ["workers", 28], ["scalerType", 29], ["scalerValue", 4], ["idleTimeout", 4], ["executionTimeoutMs", 4], ["createdAt", 0], ["userId", 0]], required: ["id"] },
  { types: ["array"], items: 30 },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["size", 4], ["dataCenterId", 0]], required: ["id"] },
  { types: ["array"], items: 32 },
  { types: ["object"], fields: [["id", 0], ["name", 0], ["imageName", 0], ["category", 0], ["isServerless", 7], ["isPublic", 7], ["isRunpod", 7], ["containerRegistryAuthId", 0], ["dockerEntrypoint", 2], ["dockerStartCmd", 2], ["env", 3], ["ports", 2], ["containerDiskInGb", 4], ["volumeInGb", 4], ["volumeMountPath", 0], ["readme", 0], ["earned", 10], ["runtimeInMin", 4]], required: ["id"] },
  { types: ["array"], items: 34 },
  { types: ["object"], fields: [["id", 0], ["name", 0]], required: ["id"] },
  { types: ["array"], items: 36 },
  { types: ["object"], fields: [["time", 0], ["amount", 10], ["timeBilledMs", 4], ["diskSpaceBilledGb", 4], ["podId", 0], ["endpointId", 0], ["gpuTypeId", 9]] },
  { types: ["array"], items: 38 },
  { types: ["object"], fields: [["time", 0], ["amount", 10], ["diskSpaceBilledGb", 4], ["highPerformanceStorageAmount", 10], ["highPerformanceStorageDiskSpaceBilledGb", 4]] },
  { types: ["array"], items: 40 },
  { types: ["string"], values: ["IN_QUEUE", "IN_PROGRESS", "COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"] },
  {},
  { types: ["object"], fields: [["image_url", 0], ["video_url", 0], ["audio_url", 0], ["cost", 10]], additional: 43 },
  { anyOf: [44, 43] },
  { types: ["object"], fields: [["id", 0], ["status", 42], ["output", 45], ["error", 0], ["delayTime", 4], ["executionTime", 4], ["workerId", 0]], required: ["id"] },
  { types: ["object"], fields: [["error", 0]] },
  { types: ["object"], fields: [["output", 43]] },
  { types: ["array"], items: 48 },
  { types: ["object"], fields: [["status", 42], ["stream", 49]] },
  { types: ["object"], fields: [["removed", 4], ["status", 0]] },
  { types: ["object"], fields: [["completed", 4], ["failed", 4], ["inProgress", 4], ["inQueue", 4], ["retried", 4]] },
  { types: ["object"], fields: [["idle", 4], ["initializing", 4], ["ready", 4], ["running", 4], ["throttled", 4]] },
  { types: ["object"], fields: [["jobs", 52], ["workers", 53]] },
  { types: ["object"], fields: [["message", 0]], required: ["message"], additional: 43 },
  { types: ["object", "null"], fields: [["deleteEndpoint", 43]], required: ["deleteEndpoint"] },
  { types: ["array", "null"], items: 55 },
  { types: ["object"], fields: [["data", 56], ["errors", 57], ["extensions", 43]] },
  { types: ["object", "null"], fields: [["deleteTemplate", 43]], required: ["deleteTemplate"] },
  { types: ["object"], fields: [["data", 59], ["errors", 57], ["extensions", 43]] },
  { types: ["string"], values: ["CREATED", "RUNNING", "RESTARTING", "EXITED", "PAUSED", "DEAD", "TERMINATED"] },
  { types: ["integer", "null"] },
  { types: ["number", "null"] },
  { types: ["object", "null"], fields: [["gpuTypeId", 6], ["gpuDisplayName", 6], ["dataCenterId", 6], ["podHostId", 6]], required: ["gpuTypeId", "gpuDisplayName", "dataCenterId", "podHostId"] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 61], ["costPerHr", 10], ["adjustedCostPerHr", 10], ["imageName", 0], ["ports", 6], ["containerDiskInGb", 62], ["volumeInGb", 63], ["networkVolumeId", 6], ["gpuCount", 4], ["vcpuCount", 10], ["memoryInGb", 10], ["machineId", 0], ["machine", 64]], required: ["id", "name", "desiredStatus", "costPerHr", "adjustedCostPerHr", "imageName", "ports", "containerDiskInGb", "volumeInGb", "networkVolumeId", "gpuCount", "vcpuCount", "memoryInGb", "machineId", "machine"] },
  { types: ["object", "null"], fields: [["podFindAndDeployOnDemand", 65]], required: ["podFindAndDeployOnDemand"] },
  { types: ["object"], fields: [["data", 66], ["errors", 57], ["extensions", 43]] },
  { types: ["boolean", "null"] },
  { types: ["array", "null"], items: 62 },
  { types: ["object", "null"], fields: [["minimumBidPrice", 63], ["uninterruptablePrice", 63], ["stockStatus", 6], ["minVcpu", 62], ["minMemory", 62], ["availableGpuCounts", 69]], required: ["minimumBidPrice", "uninterruptablePrice", "stockStatus", "minVcpu", "minMemory", "availableGpuCounts"] },
  { types: ["object", "null"], fields: [["id", 6], ["displayName", 6], ["manufacturer", 6], ["memoryInGb", 62], ["secureCloud", 68], ["communityCloud", 68], ["securePrice", 63], ["communityPrice", 63], ["secureSpotPrice", 63], ["communitySpotPrice", 63], ["maxGpuCount", 62], ["lowestPrice", 70]], required: ["id", "displayName", "manufacturer", "memoryInGb", "secureCloud", "communityCloud", "securePrice", "communityPrice", "secureSpotPrice", "communitySpotPrice", "maxGpuCount", "lowestPrice"] },
  { types: ["array", "null"], items: 71 },
  { types: ["object", "null"], fields: [["gpuTypes", 72]], required: ["gpuTypes"] },
  { types: ["object"], fields: [["data", 73], ["errors", 57], ["extensions", 43]] },
  { types: ["object", "null"], fields: [["id", 6], ["email", 6], ["isTeam", 68], ["clientBalance", 63], ["minBalance", 63], ["underBalance", 68], ["currentSpendPerHr", 63], ["spendLimit", 63], ["maxServerlessConcurrency", 62]], required: ["id", "email", "isTeam", "clientBalance", "minBalance", "underBalance", "currentSpendPerHr", "spendLimit", "maxServerlessConcurrency"] },
  { types: ["object", "null"], fields: [["myself", 75]], required: ["myself"] },
  { types: ["object"], fields: [["data", 76], ["errors", 57], ["extensions", 43]] },
  { types: ["string", "null"], values: ["INTERRUPTABLE", "RESERVED", "BID", "BACKGROUND"] },
  { types: ["object", "null"], fields: [["gpuTypeId", 6], ["gpuDisplayName", 6], ["dataCenterId", 6], ["location", 6], ["secureCloud", 68], ["podHostId", 6], ["maintenanceStart", 43], ["maintenanceEnd", 43]], required: ["gpuTypeId", "gpuDisplayName", "dataCenterId", "location", "secureCloud", "podHostId", "maintenanceStart", "maintenanceEnd"] },
  { types: ["object", "null"], fields: [["cpuPercent", 62], ["memoryPercent", 62]], required: ["cpuPercent", "memoryPercent"] },
  { types: ["object", "null"], fields: [["id", 6], ["gpuUtilPercent", 62], ["memoryUtilPercent", 62]], required: ["id", "gpuUtilPercent", "memoryUtilPercent"] },
  { types: ["array", "null"], items: 81 },
  { types: ["object", "null"], fields: [["ip", 6], ["isIpPublic", 68], ["privatePort", 62], ["publicPort", 62], ["type", 6]], required: ["ip", "isIpPublic", "privatePort", "publicPort", "type"] },
  { types: ["array", "null"], items: 83 },
  { types: ["object", "null"], fields: [["uptimeInSeconds", 62], ["container", 80], ["gpus", 82], ["ports", 84]], required: ["uptimeInSeconds", "container", "gpus", "ports"] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 61], ["lastStatusChange", 6], ["createdAt", 43], ["lastStartedAt", 43], ["podType", 78], ["costPerHr", 10], ["adjustedCostPerHr", 10], ["imageName", 0], ["ports", 6], ["templateId", 6], ["containerDiskInGb", 62], ["volumeInGb", 63], ["volumeMountPath", 6], ["networkVolumeId", 6], ["gpuCount", 4], ["vcpuCount", 10], ["memoryInGb", 10], ["machineId", 0], ["machine", 79], ["runtime", 85]], required: ["id", "name", "desiredStatus", "lastStatusChange", "createdAt", "lastStartedAt", "podType", "costPerHr", "adjustedCostPerHr", "imageName", "ports", "templateId", "containerDiskInGb", "volumeInGb", "volumeMountPath", "networkVolumeId", "gpuCount", "vcpuCount", "memoryInGb", "machineId", "machine", "runtime"] },
  { types: ["object", "null"], fields: [["pod", 86]], required: ["pod"] },
  { types: ["object"], fields: [["data", 87], ["errors", 57], ["extensions", 43]] },
  { types: ["object", "null"], fields: [["gpuTypeId", 6], ["gpuDisplayName", 6], ["dataCenterId", 6]], required: ["gpuTypeId", "gpuDisplayName", "dataCenterId"] },
  { types: ["object", "null"], fields: [["uptimeInSeconds", 62], ["ports", 84]], required: ["uptimeInSeconds", "ports"] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 61], ["lastStatusChange", 6], ["lastStartedAt", 43], ["podType", 78], ["costPerHr", 10], ["adjustedCostPerHr", 10], ["imageName", 0], ["ports", 6], ["containerDiskInGb", 62], ["volumeInGb", 63], ["networkVolumeId", 6], ["gpuCount", 4], ["vcpuCount", 10], ["memoryInGb", 10], ["machineId", 0], ["machine", 89], ["runtime", 90]], required: ["id", "name", "desiredStatus", "lastStatusChange", "lastStartedAt", "podType", "costPerHr", "adjustedCostPerHr", "imageName", "ports", "containerDiskInGb", "volumeInGb", "networkVolumeId", "gpuCount", "vcpuCount", "memoryInGb", "machineId", "machine", "runtime"] },
  { types: ["array", "null"], items: 91 },
  { types: ["object", "null"], fields: [["pods", 92]], required: ["pods"] },
  { types: ["object", "null"], fields: [["myself", 93]], required: ["myself"] },
  { types: ["object"], fields: [["data", 94], ["errors", 57], ["extensions", 43]] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 61], ["lastStatusChange", 6], ["costPerHr", 10], ["adjustedCostPerHr", 10], ["imageName", 0], ["gpuCount", 4], ["machineId", 0], ["machine", 64]], required: ["id", "name", "desiredStatus", "lastStatusChange", "costPerHr", "adjustedCostPerHr", "imageName", "gpuCount", "machineId", "machine"] },
  { types: ["object", "null"], fields: [["podResume", 96]], required: ["podResume"] },
  { types: ["object"], fields: [["data", 97], ["errors", 57], ["extensions", 43]] },
  { types: ["array", "null"], items: 6 },
  { types: ["string", "null"], values: ["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"] },
  { types: ["object", "null"], fields: [["id", 6], ["name", 6], ["type", 6], ["version", 62], ["templateId", 6], ["gpuIds", 6], ["gpuCount", 62], ["instanceIds", 99], ["workersMin", 62], ["workersMax", 62], ["idleTimeout", 62], ["executionTimeoutMs", 62], ["scalerType", 6], ["scalerValue", 62], ["flashBootType", 100], ["locations", 6], ["networkVolumeId", 6]], required: ["id", "name", "type", "version", "templateId", "gpuIds", "gpuCount", "instanceIds", "workersMin", "workersMax", "idleTimeout", "executionTimeoutMs", "scalerType", "scalerValue", "flashBootType", "locations", "networkVolumeId"] },
  { types: ["object", "null"], fields: [["saveEndpoint", 101]], required: ["saveEndpoint"] },
  { types: ["object"], fields: [["data", 102], ["errors", 57], ["extensions", 43]] },
  { types: ["object", "null"], fields: [["id", 6], ["name", 6], ["imageName", 6], ["dockerArgs", 6], ["ports", 6], ["containerDiskInGb", 62], ["volumeInGb", 62], ["volumeMountPath", 6], ["containerRegistryAuthId", 6], ["isServerless", 68], ["isPublic", 68], ["category", 6], ["readme", 6]], required: ["id", "name", "imageName", "dockerArgs", "ports", "containerDiskInGb", "volumeInGb", "volumeMountPath", "containerRegistryAuthId", "isServerless", "isPublic", "category", "readme"] },
  { types: ["object", "null"], fields: [["saveTemplate", 104]], required: ["saveTemplate"] },
  { types: ["object"], fields: [["data", 105], ["errors", 57], ["extensions", 43]] },
  { types: ["object", "null"], fields: [["id", 0], ["name", 0], ["desiredStatus", 61], ["lastStatusChange", 6], ["volumeInGb", 63], ["networkVolumeId", 6]], required: ["id", "name", "desiredStatus", "lastStatusChange", "volumeInGb", "networkVolumeId"] },
  { types: ["object", "null"], fields: [["podStop", 107]], required: ["podStop"] },
  { types: ["object"], fields: [["data", 108], ["errors", 57], ["extensions", 43]] },
  { types: ["object", "null"], fields: [["podTerminate", 43]], required: ["podTerminate"] },
  { types: ["object"], fields: [["data", 110], ["errors", 57], ["extensions", 43]] }
];
var routes = [
  ["rest", "GET /pods", [["200", 19], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /pods", [["201", 18], ["400", 20], ["401", 20]]],
  ["rest", "GET /pods/{podId}", [["200", 18], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "DELETE /pods/{podId}", [["204", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "PATCH /pods/{podId}", [["200", 18], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /pods/{podId}/update", [["200", 18], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /pods/{podId}/start", [["200", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /pods/{podId}/stop", [["200", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /pods/{podId}/reset", [["200", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /pods/{podId}/restart", [["200", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "GET /endpoints", [["200", 31], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /endpoints", [["200", 30], ["400", 20], ["401", 20]]],
  ["rest", "GET /endpoints/{endpointId}", [["200", 30], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "DELETE /endpoints/{endpointId}", [["204", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "PATCH /endpoints/{endpointId}", [["200", 30], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /endpoints/{endpointId}/update", [["200", 30], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "GET /networkvolumes", [["200", 33], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /networkvolumes", [["200", 32], ["400", 20], ["401", 20]]],
  ["rest", "GET /networkvolumes/{networkVolumeId}", [["200", 32], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "DELETE /networkvolumes/{networkVolumeId}", [["204", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "PATCH /networkvolumes/{networkVolumeId}", [["200", 32], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /networkvolumes/{networkVolumeId}/update", [["200", 32], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "GET /templates", [["200", 35], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /templates", [["200", 34], ["400", 20], ["401", 20]]],
  ["rest", "GET /templates/{templateId}", [["200", 34], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "DELETE /templates/{templateId}", [["204", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "PATCH /templates/{templateId}", [["200", 34], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /templates/{templateId}/update", [["200", 34], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "GET /containerregistryauth", [["200", 37], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "POST /containerregistryauth", [["200", 36], ["400", 20], ["401", 20]]],
  ["rest", "GET /containerregistryauth/{containerRegistryAuthId}", [["200", 36], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "DELETE /containerregistryauth/{containerRegistryAuthId}", [["204", null], ["400", 20], ["401", 20], ["404", 20]]],
  ["rest", "GET /billing/pods", [["200", 39], ["400", 20], ["401", 20]]],
  ["rest", "GET /billing/endpoints", [["200", 39], ["400", 20], ["401", 20]]],
  ["rest", "GET /billing/networkvolumes", [["200", 41], ["400", 20], ["401", 20]]],
  ["jobs", "POST /v2/{slug}/run", [["200", 46], ["400", 47], ["401", 47], ["404", 47], ["413", 47], ["429", 47]]],
  ["jobs", "POST /v2/{slug}/runsync", [["200", 46], ["400", 47], ["401", 47], ["404", 47], ["413", 47], ["429", 47]]],
  ["jobs", "GET /v2/{slug}/status/{jobId}", [["200", 46], ["401", 47], ["404", 47], ["429", 47]]],
  ["jobs", "GET /v2/{slug}/stream/{jobId}", [["200", 50], ["401", 47], ["404", 47], ["429", 47]]],
  ["jobs", "POST /v2/{slug}/cancel/{jobId}", [["200", 46], ["401", 47], ["404", 47], ["429", 47]]],
  ["jobs", "POST /v2/{slug}/retry/{jobId}", [["200", 46], ["400", 47], ["401", 47], ["404", 47], ["429", 47]]],
  ["jobs", "POST /v2/{slug}/purge-queue", [["200", 51], ["401", 47], ["404", 47], ["429", 47]]],
  ["jobs", "GET /v2/{slug}/health", [["200", 54], ["401", 47], ["404", 47], ["429", 47]]]
];
var documents = [
  ["deleteEndpoint", 58],
  ["deleteTemplate", 60],
  ["deploy", 67],
  ["gpuTypes", 74],
  ["myself", 77],
  ["pod", 88],
  ["pods", 95],
  ["resume", 98],
  ["saveEndpoint", 103],
  ["saveTemplate", 106],
  ["stop", 109],
  ["terminate", 111]
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
  if (!statuses) return added;
  let documented = documentedStatus(statuses, status), shape = statuses.get(documented ?? "");
  if (documented === void 0) {
    let expected = [...statuses.keys()].join(", ");
    report("undocumented status", "", expected, String(status));
  } else shape && isEmpty ? report("wrong type", "", shape.typeNames, "nothing") : shape && value !== void 0 && compare(value, shape, report);
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
