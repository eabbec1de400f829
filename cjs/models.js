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

// cjs/models.js
var models_exports = {};
__export(models_exports, {
  blackForestLabsFlux1DevModel: () => import_client_chunk_UJOYBCNV.blackForestLabsFlux1DevModel,
  blackForestLabsFlux1KontextDevModel: () => import_client_chunk_UJOYBCNV.blackForestLabsFlux1KontextDevModel,
  blackForestLabsFlux1SchnellModel: () => import_client_chunk_UJOYBCNV.blackForestLabsFlux1SchnellModel,
  chatterboxTurboModel: () => import_client_chunk_UJOYBCNV.chatterboxTurboModel,
  checkInput: () => import_client_chunk_UJOYBCNV.checkInput,
  cogito671bV21Fp8DynamicModel: () => import_client_chunk_UJOYBCNV.cogito671bV21Fp8DynamicModel,
  estimateCost: () => import_client_chunk_3XCXT3UA.estimateCost,
  googleNanoBanana2EditModel: () => import_client_chunk_UJOYBCNV.googleNanoBanana2EditModel,
  gptOss120bModel: () => import_client_chunk_UJOYBCNV.gptOss120bModel,
  granite40HSmallModel: () => import_client_chunk_UJOYBCNV.granite40HSmallModel,
  infinitetalkModel: () => import_client_chunk_UJOYBCNV.infinitetalkModel,
  klingV21I2vProModel: () => import_client_chunk_UJOYBCNV.klingV21I2vProModel,
  klingV26StdMotionControlModel: () => import_client_chunk_UJOYBCNV.klingV26StdMotionControlModel,
  klingVideoO1R2vModel: () => import_client_chunk_UJOYBCNV.klingVideoO1R2vModel,
  minimaxSpeech02HdModel: () => import_client_chunk_UJOYBCNV.minimaxSpeech02HdModel,
  models: () => import_client_chunk_UJOYBCNV.models,
  moonshotKimiModel: () => import_client_chunk_UJOYBCNV.moonshotKimiModel,
  nanoBananaEditModel: () => import_client_chunk_UJOYBCNV.nanoBananaEditModel,
  nanoBananaProEditModel: () => import_client_chunk_UJOYBCNV.nanoBananaProEditModel,
  pImageEditModel: () => import_client_chunk_UJOYBCNV.pImageEditModel,
  pImageT2iModel: () => import_client_chunk_UJOYBCNV.pImageT2iModel,
  pVideoModel: () => import_client_chunk_UJOYBCNV.pVideoModel,
  qwen332bAwqModel: () => import_client_chunk_UJOYBCNV.qwen332bAwqModel,
  qwenImageEdit2511LoraModel: () => import_client_chunk_UJOYBCNV.qwenImageEdit2511LoraModel,
  qwenImageEdit2511Model: () => import_client_chunk_UJOYBCNV.qwenImageEdit2511Model,
  qwenImageEditModel: () => import_client_chunk_UJOYBCNV.qwenImageEditModel,
  qwenImageT2iLoraModel: () => import_client_chunk_UJOYBCNV.qwenImageT2iLoraModel,
  qwenImageT2iModel: () => import_client_chunk_UJOYBCNV.qwenImageT2iModel,
  seedanceV15ProI2vModel: () => import_client_chunk_UJOYBCNV.seedanceV15ProI2vModel,
  seedreamV4EditModel: () => import_client_chunk_UJOYBCNV.seedreamV4EditModel,
  seedreamV4T2iModel: () => import_client_chunk_UJOYBCNV.seedreamV4T2iModel,
  sora2I2vModel: () => import_client_chunk_UJOYBCNV.sora2I2vModel,
  sora2ProI2vModel: () => import_client_chunk_UJOYBCNV.sora2ProI2vModel,
  viduQ3I2vModel: () => import_client_chunk_UJOYBCNV.viduQ3I2vModel,
  viduQ3T2vModel: () => import_client_chunk_UJOYBCNV.viduQ3T2vModel,
  wan21I2v720Model: () => import_client_chunk_UJOYBCNV.wan21I2v720Model,
  wan22I2v720Model: () => import_client_chunk_UJOYBCNV.wan22I2v720Model,
  wan22T2v720LoraModel: () => import_client_chunk_UJOYBCNV.wan22T2v720LoraModel,
  wan25Model: () => import_client_chunk_UJOYBCNV.wan25Model,
  wan26I2vModel: () => import_client_chunk_UJOYBCNV.wan26I2vModel,
  wan26T2iModel: () => import_client_chunk_UJOYBCNV.wan26T2iModel,
  wan26T2vModel: () => import_client_chunk_UJOYBCNV.wan26T2vModel,
  zImageTurboModel: () => import_client_chunk_UJOYBCNV.zImageTurboModel
});
module.exports = __toCommonJS(models_exports);
var import_client_chunk_UJOYBCNV = require("./client-chunk-UJOYBCNV.js");
var import_client_chunk_3XCXT3UA = require("./client-chunk-3XCXT3UA.js");
var import_client_chunk_UGUG4XPK = require("./client-chunk-UGUG4XPK.js");
var import_client_chunk_WLSXBWSA = require("./client-chunk-WLSXBWSA.js");
// Annotate the CommonJS export names for ESM import in node:
0 && (module.exports = {
  blackForestLabsFlux1DevModel,
  blackForestLabsFlux1KontextDevModel,
  blackForestLabsFlux1SchnellModel,
  chatterboxTurboModel,
  checkInput,
  cogito671bV21Fp8DynamicModel,
  estimateCost,
  googleNanoBanana2EditModel,
  gptOss120bModel,
  granite40HSmallModel,
  infinitetalkModel,
  klingV21I2vProModel,
  klingV26StdMotionControlModel,
  klingVideoO1R2vModel,
  minimaxSpeech02HdModel,
  models,
  moonshotKimiModel,
  nanoBananaEditModel,
  nanoBananaProEditModel,
  pImageEditModel,
  pImageT2iModel,
  pVideoModel,
  qwen332bAwqModel,
  qwenImageEdit2511LoraModel,
  qwenImageEdit2511Model,
  qwenImageEditModel,
  qwenImageT2iLoraModel,
  qwenImageT2iModel,
  seedanceV15ProI2vModel,
  seedreamV4EditModel,
  seedreamV4T2iModel,
  sora2I2vModel,
  sora2ProI2vModel,
  viduQ3I2vModel,
  viduQ3T2vModel,
  wan21I2v720Model,
  wan22I2v720Model,
  wan22T2v720LoraModel,
  wan25Model,
  wan26I2vModel,
  wan26T2iModel,
  wan26T2vModel,
  zImageTurboModel
});
//# sourceMappingURL=models.js.map
