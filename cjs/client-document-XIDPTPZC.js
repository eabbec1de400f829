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

// cjs/client-document-XIDPTPZC.js
var client_document_XIDPTPZC_exports = {};
__export(client_document_XIDPTPZC_exports, {
  sendDocument: () => sendDocument
});
module.exports = __toCommonJS(client_document_XIDPTPZC_exports);
var import_client_chunk_3CPAILXB = require("./client-chunk-3CPAILXB.js");
var import_graphql = require("graphql");
var import_graphql_request = require("graphql-request");
var documents = {
  deleteEndpoint: `mutation deleteEndpoint($id: String!) {
  deleteEndpoint(id: $id)
}`,
  deleteTemplate: `mutation deleteTemplate($templateName: String!) {
  deleteTemplate(templateName: $templateName)
}`,
  deploy: `mutation deploy($input: PodFindAndDeployOnDemandInput!) {
  podFindAndDeployOnDemand(input: $input) {
    id
    name
    desiredStatus
    costPerHr
    adjustedCostPerHr
    imageName
    ports
    containerDiskInGb
    volumeInGb
    networkVolumeId
    gpuCount
    vcpuCount
    memoryInGb
    machineId
    machine {
      gpuTypeId
      gpuDisplayName
      dataCenterId
      podHostId
    }
  }
}`,
  gpuTypes: `query gpuTypes($input: GpuTypeFilter, $price: GpuLowestPriceInput = {gpuCount: 1}) {
  gpuTypes(input: $input) {
    id
    displayName
    manufacturer
    memoryInGb
    secureCloud
    communityCloud
    securePrice
    communityPrice
    secureSpotPrice
    communitySpotPrice
    maxGpuCount
    lowestPrice(input: $price) {
      minimumBidPrice
      uninterruptablePrice
      stockStatus
      minVcpu
      minMemory
      availableGpuCounts
    }
  }
}`,
  myself: `query myself {
  myself {
    id
    email
    isTeam
    clientBalance
    minBalance
    underBalance
    currentSpendPerHr
    spendLimit
    maxServerlessConcurrency
  }
}`,
  pod: `query pod($input: PodFilter!) {
  pod(input: $input) {
    id
    name
    desiredStatus
    lastStatusChange
    createdAt
    lastStartedAt
    podType
    costPerHr
    adjustedCostPerHr
    imageName
    ports
    templateId
    containerDiskInGb
    volumeInGb
    volumeMountPath
    networkVolumeId
    gpuCount
    vcpuCount
    memoryInGb
    machineId
    machine {
      gpuTypeId
      gpuDisplayName
      dataCenterId
      location
      secureCloud
      podHostId
      maintenanceStart
      maintenanceEnd
    }
    runtime {
      uptimeInSeconds
      container {
        cpuPercent
        memoryPercent
      }
      gpus {
        id
        gpuUtilPercent
        memoryUtilPercent
      }
      ports {
        ip
        isIpPublic
        privatePort
        publicPort
        type
      }
    }
  }
}`,
  pods: `query pods {
  myself {
    pods {
      id
      name
      desiredStatus
      lastStatusChange
      lastStartedAt
      podType
      costPerHr
      adjustedCostPerHr
      imageName
      ports
      containerDiskInGb
      volumeInGb
      networkVolumeId
      gpuCount
      vcpuCount
      memoryInGb
      machineId
      machine {
        gpuTypeId
        gpuDisplayName
        dataCenterId
      }
      runtime {
        uptimeInSeconds
        ports {
          ip
          isIpPublic
          privatePort
          publicPort
          type
        }
      }
    }
  }
}`,
  resume: `mutation resume($input: PodResumeInput!) {
  podResume(input: $input) {
    id
    name
    desiredStatus
    lastStatusChange
    costPerHr
    adjustedCostPerHr
    imageName
    gpuCount
    machineId
    machine {
      gpuTypeId
      gpuDisplayName
      dataCenterId
      podHostId
    }
  }
}`,
  saveEndpoint: `mutation saveEndpoint($input: EndpointInput!) {
  saveEndpoint(input: $input) {
    id
    name
    type
    version
    templateId
    gpuIds
    gpuCount
    instanceIds
    workersMin
    workersMax
    idleTimeout
    executionTimeoutMs
    scalerType
    scalerValue
    flashBootType
    locations
    networkVolumeId
  }
}`,
  saveTemplate: `mutation saveTemplate($input: SaveTemplateInput!) {
  saveTemplate(input: $input) {
    id
    name
    imageName
    dockerArgs
    ports
    containerDiskInGb
    volumeInGb
    volumeMountPath
    containerRegistryAuthId
    isServerless
    isPublic
    category
    readme
  }
}`,
  stop: `mutation stop($input: PodStopInput!) {
  podStop(input: $input) {
    id
    name
    desiredStatus
    lastStatusChange
    volumeInGb
    networkVolumeId
  }
}`,
  terminate: `mutation terminate($input: PodTerminateInput!) {
  podTerminate(input: $input)
}`
};
var ROUTE = "POST /graphql";
var EXPECTS = "json if any";
async function sendDocument(settings, send, name, document, variables, options) {
  let { text, kind } = shippedDocument(name) ?? ownDocument(document), address = settings.addresses.graphql, call = {
    surface: "graphql",
    operation: `graphql.${name}`,
    route: ROUTE,
    hint: address.hint
  }, url = address.require(call.operation), { signal, timeout, retries, headers } = options;
  (0, import_client_chunk_3CPAILXB.checkHeaders)(headers, call);
  let exchange = {
    isWritten: false
  }, client = new import_graphql_request.GraphQLClient(url, {
    excludeOperationName: true,
    fetch: async (_, init = {}) => {
      exchange.isWritten = true;
      let written = Object.fromEntries(new Headers(init.headers));
      return exchange.response = await send({
        call,
        method: "POST",
        url,
        body: init.body,
        safe: kind === "query",
        options: {
          signal,
          timeout,
          retries,
          headers: { ...written, ...headers }
        }
      }), exchange.response;
    }
  }), hasVariables = variables && Object.keys(variables).length > 0, outcome = await client.rawRequest(text, hasVariables ? variables : void 0).then(
    ({ data }) => ({ data }),
    (error2) => ({ error: error2 })
  ), { isWritten, response } = exchange;
  if (response)
    return (0, import_client_chunk_3CPAILXB.notifyDriftWatcher)(settings, response, call, EXPECTS), readOutcome(outcome, response, call);
  let error = "error" in outcome ? outcome.error : void 0;
  if (isWritten) throw error;
  (0, import_client_chunk_3CPAILXB.refuseUnsendable)("variables", error, call);
}
function readOutcome(outcome, response, call) {
  if ("data" in outcome) {
    if (isObject(outcome.data)) return outcome.data;
    throw (0, import_client_chunk_3CPAILXB.responseError)(response, call, "no data");
  }
  if (outcome.error instanceof import_graphql_request.ClientError) {
    let { errors: errors2, data: data2 } = outcome.error.response, list = [errors2 ?? []].flat();
    if (list.length > 0) throw graphqlError(response, list, data2, call);
  }
  if (!response.ok) throw (0, import_client_chunk_3CPAILXB.responseError)(response, call);
  (0, import_client_chunk_3CPAILXB.checkContent)(response, call, EXPECTS);
  let { data, errors } = Object(response.parsed.value);
  if (isObject(data) && (errors ?? null) === null) return data;
  let problem = isObject(data) ? "a malformed GraphQL response" : "no data";
  throw (0, import_client_chunk_3CPAILXB.responseError)(response, call, problem);
}
function isObject(value) {
  return typeof value == "object" && value !== null && !Array.isArray(value);
}
function graphqlError(response, errors, data, { operation, route }) {
  let entries = errors.map((error) => toEntry(error, response)), more = entries.length > 1 ? ` (and ${entries.length - 1} more)` : "", reason = (0, import_client_chunk_3CPAILXB.toMessageText)(entries[0]?.message ?? "", 300), isRefused = response.ok && data === void 0;
  return new import_client_chunk_3CPAILXB.GraphQLError(
    `${route} answered with an error: ${reason}${more}`,
    response.status,
    entries,
    response.redact(data),
    { operation, route, maybeSent: response.maybeSent && !isRefused }
  );
}
function toEntry(error, response) {
  let members = Object(response.redact(error)), message = (0, import_client_chunk_3CPAILXB.reasonOf)(error) || "an error without a message";
  return { ...members, message: response.redactAll(message) };
}
function shippedDocument(name) {
  let text = documents[name];
  if (text !== void 0)
    return { text, kind: text.startsWith("query") ? "query" : "mutation" };
}
function ownDocument(document) {
  let { text, parsed } = parseDocument(document), operations = parsed.definitions.filter(
    (node) => node.kind === import_graphql.Kind.OPERATION_DEFINITION
  ), [operation] = operations;
  if (operations.length !== 1 || !operation)
    throw documentError(
      `the document holds ${operations.length} operations; send exactly one`
    );
  if (operation.operation === import_graphql.OperationTypeNode.SUBSCRIPTION)
    throw documentError("a subscription cannot be sent over HTTP");
  return { text, kind: operation.operation };
}
function parseDocument(document) {
  if (isParsed(document)) return { text: (0, import_graphql.print)(document), parsed: document };
  if (typeof document != "string" && !(document instanceof String))
    throw documentError(
      "the document must be a string, or a typed or parsed document"
    );
  let text = document.toString();
  try {
    return { text, parsed: (0, import_graphql.parse)(text) };
  } catch (error) {
    throw documentError(
      error instanceof Error ? (0, import_client_chunk_3CPAILXB.toMessageText)(error.message, 300) : "the document cannot be parsed"
    );
  }
}
function isParsed(document) {
  return isObject(document) && "kind" in document && document.kind === "Document";
}
function documentError(problem) {
  let call = { operation: "graphql.request", route: ROUTE };
  return new import_client_chunk_3CPAILXB.InputError("document", problem, call);
}
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  sendDocument
});
//# sourceMappingURL=client-document-XIDPTPZC.js.map
