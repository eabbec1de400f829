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

// cjs/index.js
var index_exports = {};
__export(index_exports, {
  CloudComputeError: () => import_client_chunk_5PE7G7OM.CloudComputeError,
  ConnectionError: () => import_client_chunk_5PE7G7OM.ConnectionError,
  GraphQLError: () => import_client_chunk_5PE7G7OM.GraphQLError,
  InputError: () => import_client_chunk_5PE7G7OM.InputError,
  JobError: () => import_client_chunk_5PE7G7OM.JobError,
  ResponseError: () => import_client_chunk_5PE7G7OM.ResponseError,
  TimeoutError: () => import_client_chunk_5PE7G7OM.TimeoutError,
  createClient: () => import_client_chunk_5PE7G7OM.createClient,
  estimateCost: () => import_client_chunk_5PE7G7OM.estimateWork,
  outputsOf: () => import_client_chunk_5PE7G7OM.outputsOf,
  prices: () => import_client_chunk_5PE7G7OM.prices
});
module.exports = __toCommonJS(index_exports);
var import_client_chunk_5PE7G7OM = require("./client-chunk-5PE7G7OM.js");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  CloudComputeError,
  ConnectionError,
  GraphQLError,
  InputError,
  JobError,
  ResponseError,
  TimeoutError,
  createClient,
  estimateCost,
  outputsOf,
  prices
});
//# sourceMappingURL=index.js.map
