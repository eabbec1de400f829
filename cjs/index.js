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
  CallbackError: () => import_client_chunk_WLSXBWSA.CallbackError,
  CloudComputeError: () => import_client_chunk_WLSXBWSA.CloudComputeError,
  ConnectionError: () => import_client_chunk_WLSXBWSA.ConnectionError,
  GraphQLError: () => import_client_chunk_WLSXBWSA.GraphQLError,
  InputError: () => import_client_chunk_WLSXBWSA.InputError,
  JobError: () => import_client_chunk_WLSXBWSA.JobError,
  ResponseError: () => import_client_chunk_WLSXBWSA.ResponseError,
  TimeoutError: () => import_client_chunk_WLSXBWSA.TimeoutError,
  createClient: () => import_client_chunk_WLSXBWSA.createClient,
  estimateCost: () => import_client_chunk_WLSXBWSA.estimateWork,
  outputsOf: () => import_client_chunk_WLSXBWSA.outputsOf,
  prices: () => import_client_chunk_WLSXBWSA.prices
});
module.exports = __toCommonJS(index_exports);
var import_client_chunk_WLSXBWSA = require("./client-chunk-WLSXBWSA.js");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  CallbackError,
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
