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

// cjs/emulator.js
var emulator_exports = {};
__export(emulator_exports, {
  createEmulator: () => import_emulator_chunk_PF3Y6S47.createEmulator
});
module.exports = __toCommonJS(emulator_exports);
var import_emulator_chunk_PF3Y6S47 = require("./emulator-chunk-PF3Y6S47.js");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  createEmulator
});
//# sourceMappingURL=emulator.js.map
