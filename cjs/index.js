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
  CallbackError: () => import_client_chunk_6TQLNE3T.CallbackError,
  CloudComputeError: () => import_client_chunk_6TQLNE3T.CloudComputeError,
  ConnectionError: () => import_client_chunk_6TQLNE3T.ConnectionError,
  GraphQLError: () => import_client_chunk_6TQLNE3T.GraphQLError,
  InputError: () => import_client_chunk_6TQLNE3T.InputError,
  JobError: () => import_client_chunk_6TQLNE3T.JobError,
  ResponseError: () => import_client_chunk_6TQLNE3T.ResponseError,
  TimeoutError: () => import_client_chunk_6TQLNE3T.TimeoutError,
  createClient: () => import_client_chunk_6TQLNE3T.createClient,
  estimateCost: () => import_client_chunk_6TQLNE3T.estimateWork,
  outputsOf: () => import_client_chunk_6TQLNE3T.outputsOf,
  prices: () => import_client_chunk_6TQLNE3T.prices
});
module.exports = __toCommonJS(index_exports);
var import_client_chunk_6TQLNE3T = require("./client-chunk-6TQLNE3T.js");
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
