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

// cjs/emulator-chunk-6NKXQFA5.js
var emulator_chunk_6NKXQFA5_exports = {};
__export(emulator_chunk_6NKXQFA5_exports, {
  documents: () => documents
});
module.exports = __toCommonJS(emulator_chunk_6NKXQFA5_exports);
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
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  documents
});
//# sourceMappingURL=emulator-chunk-6NKXQFA5.js.map
