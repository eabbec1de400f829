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
  CloudComputeError: () => import_client_chunk_3CPAILXB.CloudComputeError,
  ConnectionError: () => import_client_chunk_3CPAILXB.ConnectionError,
  GraphQLError: () => import_client_chunk_3CPAILXB.GraphQLError,
  InputError: () => import_client_chunk_3CPAILXB.InputError,
  JobError: () => import_client_chunk_3CPAILXB.JobError,
  ResponseError: () => import_client_chunk_3CPAILXB.ResponseError,
  TimeoutError: () => import_client_chunk_3CPAILXB.TimeoutError,
  createClient: () => import_client_chunk_3CPAILXB.createClient,
  estimateCost: () => import_client_chunk_3CPAILXB.estimateWork,
  outputsOf: () => import_client_chunk_3CPAILXB.outputsOf,
  prices: () => import_client_chunk_3CPAILXB.prices
});
module.exports = __toCommonJS(index_exports);
var import_client_chunk_3CPAILXB = require("./client-chunk-3CPAILXB.js");
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
