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
  blackForestLabsFlux1DevModel: () => import_client_chunk_X753Z3Z6.blackForestLabsFlux1DevModel,
  blackForestLabsFlux1KontextDevModel: () => import_client_chunk_X753Z3Z6.blackForestLabsFlux1KontextDevModel,
  blackForestLabsFlux1SchnellModel: () => import_client_chunk_X753Z3Z6.blackForestLabsFlux1SchnellModel,
  chatterboxTurboModel: () => import_client_chunk_X753Z3Z6.chatterboxTurboModel,
  checkInput: () => import_client_chunk_X753Z3Z6.checkInput,
  cogito671bV21Fp8DynamicModel: () => import_client_chunk_X753Z3Z6.cogito671bV21Fp8DynamicModel,
  estimateCost: () => estimateCost,
  googleNanoBanana2EditModel: () => import_client_chunk_X753Z3Z6.googleNanoBanana2EditModel,
  gptOss120bModel: () => import_client_chunk_X753Z3Z6.gptOss120bModel,
  granite40HSmallModel: () => import_client_chunk_X753Z3Z6.granite40HSmallModel,
  infinitetalkModel: () => import_client_chunk_X753Z3Z6.infinitetalkModel,
  klingV21I2vProModel: () => import_client_chunk_X753Z3Z6.klingV21I2vProModel,
  klingV26StdMotionControlModel: () => import_client_chunk_X753Z3Z6.klingV26StdMotionControlModel,
  klingVideoO1R2vModel: () => import_client_chunk_X753Z3Z6.klingVideoO1R2vModel,
  minimaxSpeech02HdModel: () => import_client_chunk_X753Z3Z6.minimaxSpeech02HdModel,
  models: () => import_client_chunk_X753Z3Z6.models,
  moonshotKimiModel: () => import_client_chunk_X753Z3Z6.moonshotKimiModel,
  nanoBananaEditModel: () => import_client_chunk_X753Z3Z6.nanoBananaEditModel,
  nanoBananaProEditModel: () => import_client_chunk_X753Z3Z6.nanoBananaProEditModel,
  pImageEditModel: () => import_client_chunk_X753Z3Z6.pImageEditModel,
  pImageT2iModel: () => import_client_chunk_X753Z3Z6.pImageT2iModel,
  pVideoModel: () => import_client_chunk_X753Z3Z6.pVideoModel,
  qwen332bAwqModel: () => import_client_chunk_X753Z3Z6.qwen332bAwqModel,
  qwenImageEdit2511LoraModel: () => import_client_chunk_X753Z3Z6.qwenImageEdit2511LoraModel,
  qwenImageEdit2511Model: () => import_client_chunk_X753Z3Z6.qwenImageEdit2511Model,
  qwenImageEditModel: () => import_client_chunk_X753Z3Z6.qwenImageEditModel,
  qwenImageT2iLoraModel: () => import_client_chunk_X753Z3Z6.qwenImageT2iLoraModel,
  qwenImageT2iModel: () => import_client_chunk_X753Z3Z6.qwenImageT2iModel,
  seedanceV15ProI2vModel: () => import_client_chunk_X753Z3Z6.seedanceV15ProI2vModel,
  seedreamV4EditModel: () => import_client_chunk_X753Z3Z6.seedreamV4EditModel,
  seedreamV4T2iModel: () => import_client_chunk_X753Z3Z6.seedreamV4T2iModel,
  sora2I2vModel: () => import_client_chunk_X753Z3Z6.sora2I2vModel,
  sora2ProI2vModel: () => import_client_chunk_X753Z3Z6.sora2ProI2vModel,
  viduQ3I2vModel: () => import_client_chunk_X753Z3Z6.viduQ3I2vModel,
  viduQ3T2vModel: () => import_client_chunk_X753Z3Z6.viduQ3T2vModel,
  wan21I2v720Model: () => import_client_chunk_X753Z3Z6.wan21I2v720Model,
  wan22I2v720Model: () => import_client_chunk_X753Z3Z6.wan22I2v720Model,
  wan22T2v720LoraModel: () => import_client_chunk_X753Z3Z6.wan22T2v720LoraModel,
  wan25Model: () => import_client_chunk_X753Z3Z6.wan25Model,
  wan26I2vModel: () => import_client_chunk_X753Z3Z6.wan26I2vModel,
  wan26T2iModel: () => import_client_chunk_X753Z3Z6.wan26T2iModel,
  wan26T2vModel: () => import_client_chunk_X753Z3Z6.wan26T2vModel,
  zImageTurboModel: () => import_client_chunk_X753Z3Z6.zImageTurboModel
});
module.exports = __toCommonJS(models_exports);
var import_client_chunk_X753Z3Z6 = require("./client-chunk-X753Z3Z6.js");
var import_client_chunk_D6GTY2UM = require("./client-chunk-D6GTY2UM.js");
var import_client_chunk_OZYSSX6H = require("./client-chunk-OZYSSX6H.js");
var modelPrices = {
  "black-forest-labs-flux-1-dev": {
    price: { unit: "megapixel", perUnit: 0.02 },
    quantity: [{ path: ["width"], default: 1024 }, { path: ["height"], default: 1024 }]
  },
  "black-forest-labs-flux-1-schnell": {
    price: { unit: "megapixel", perUnit: 24e-4 },
    quantity: [{ path: ["width"], default: 1024 }, { path: ["height"], default: 1024 }]
  },
  "black-forest-labs-flux-1-kontext-dev": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "google-nano-banana-2-edit": {
    price: { unit: "image", by: "resolution", perUnit: { "1k": 0.0875, "2k": 0.13, "4k": 0.175 } },
    by: { path: ["resolution"], default: "1k" },
    quantity: []
  },
  "nano-banana-edit": { price: { unit: "image", perUnit: 0.038 }, quantity: [] },
  "nano-banana-pro-edit": { price: { unit: "image", min: 0.14, max: 0.24 }, quantity: [] },
  "p-image-edit": { price: { unit: "image", perUnit: 0.01 }, quantity: [] },
  "p-image-t2i": { price: { unit: "image", perUnit: 5e-3 }, quantity: [] },
  "qwen-image-edit": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-edit-2511": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-edit-2511-lora": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "qwen-image-t2i": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-t2i-lora": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "seedream-v4-edit": { price: { unit: "image", perUnit: 0.027 }, quantity: [] },
  "seedream-v4-t2i": { price: { unit: "image", perUnit: 0.027 }, quantity: [] },
  "wan-2-6-t2i": { price: { unit: "image", perUnit: 0.03 }, quantity: [] },
  "z-image-turbo": { price: { unit: "image", perUnit: 5e-3 }, quantity: [] },
  infinitetalk: { price: { unit: "video", min: 0.25, max: 0.5 }, quantity: [] },
  "kling-v2-1-i2v-pro": { price: { unit: "second", perUnit: 0.09 }, quantity: [{ path: ["duration"], default: 5 }] },
  "kling-v2-6-std-motion-control": { price: { unit: "video", min: 0.21 }, quantity: [] },
  "kling-video-o1-r2v": { price: { unit: "second", perUnit: 0.112 }, quantity: [{ path: ["duration"], default: 5 }] },
  "p-video": {
    price: { unit: "second", by: "resolution", perUnit: { "720p": 0.02, "1080p": 0.04 } },
    by: { path: ["resolution"], default: "720p" },
    quantity: [{ path: ["duration"], default: 5 }]
  },
  "seedance-v1-5-pro-i2v": {
    price: { unit: "second", min: 0.024, max: 0.052 },
    quantity: [{ path: ["duration"], default: 5 }]
  },
  "sora-2-i2v": { price: { unit: "video", min: 0.4, max: 1.2 }, quantity: [] },
  "sora-2-pro-i2v": { price: { unit: "video", min: 1.2, max: 6 }, quantity: [] },
  "vidu-q3-i2v": { price: { unit: "second", perUnit: 0.15 }, quantity: [{ path: ["duration"], default: 5 }] },
  "vidu-q3-t2v": { price: { unit: "second", perUnit: 0.15 }, quantity: [{ path: ["duration"], default: 5 }] },
  "wan-2-1-i2v-720": { price: { unit: "second", perUnit: 0.06 }, quantity: [{ path: ["duration"], default: 5 }] },
  "wan-2-2-i2v-720": { price: { unit: "video", min: 0.3, max: 0.9 }, quantity: [] },
  "wan-2-2-t2v-720-lora": { price: { unit: "video", min: 0.35, max: 0.56 }, quantity: [] },
  "wan-2-5": { price: { unit: "video", min: 0.25, max: 1.5 }, quantity: [] },
  "wan-2-6-i2v": {
    price: { unit: "second", by: "size", perUnit: { "1280*720": 0.1, "1920*1080": 0.15 } },
    by: { path: ["size"], default: "1280*720" },
    quantity: [{ path: ["duration"], default: 5 }]
  },
  "wan-2-6-t2v": { price: { unit: "video", min: 0.5, max: 2.25 }, quantity: [] },
  "chatterbox-turbo": { price: { unit: "second", perUnit: 1e-3 }, quantity: [] },
  "minimax-speech-02-hd": { price: { unit: "1000 characters", perUnit: 0.05 }, quantity: [{ path: ["prompt"] }] },
  "cogito-671b-v2-1-fp8-dynamic": { price: { unit: "1M tokens", perUnit: 0.5 }, quantity: [{ path: ["max_tokens"], default: 512 }] },
  "gpt-oss-120b": { price: { unit: "1M tokens", perUnit: 10 }, quantity: [{ path: ["max_tokens"], default: 512 }] },
  "granite-4-0-h-small": {
    price: { unit: "1M tokens", perUnit: 10 },
    quantity: [{ path: ["sampling_params", "max_tokens"], default: 512 }]
  },
  "moonshot-kimi": {
    price: {
      unit: "unknown",
      note: "from 0.95 to 3 per million tokens read and from 4 to 15 per million tokens written"
    },
    quantity: []
  },
  "qwen3-32b-awq": { price: { unit: "1M tokens", perUnit: 10 }, quantity: [{ path: ["max_tokens"], default: 512 }] }
};
function estimateCost(workOrSlug, input) {
  return typeof workOrSlug == "string" ? estimateJob(workOrSlug, input) : (0, import_client_chunk_OZYSSX6H.estimateWork)(workOrSlug);
}
function estimateJob(slug, input) {
  if (!isModelSlug(slug))
    throw new import_client_chunk_OZYSSX6H.InputError("slug", "slug must be that of a public model");
  if (!(0, import_client_chunk_OZYSSX6H.isPlainObject)(input))
    throw new import_client_chunk_OZYSSX6H.InputError("input", "input must be an object");
  let model = modelPrices[slug], cost = rateOf(slug, model, input) * quantityOf(model, input) / UNIT_SIZES[model.price.unit];
  if (!Number.isFinite(cost))
    throw new import_client_chunk_OZYSSX6H.InputError("input", "input has a cost that is no finite number");
  return cost;
}
function isModelSlug(slug) {
  return Object.hasOwn(modelPrices, slug);
}
var UNIT_SIZES = {
  image: 1,
  video: 1,
  megapixel: 1e6,
  second: 1,
  "1000 characters": 1e3,
  "1M tokens": 1e6,
  unknown: 1
};
function rateOf(slug, model, input) {
  let { price, by, quantity } = model, setsNoSeconds = price.unit === "second" && quantity.length === 0;
  if (!("perUnit" in price) || setsNoSeconds)
    throw new import_client_chunk_OZYSSX6H.InputError(
      "slug",
      `the cost of ${slug} cannot be computed from its input: the price is ${priceInWords(price)}`
    );
  if (!("by" in price)) return price.perUnit;
  let value = by && valueAt(input, by), rate = (typeof value == "string" || typeof value == "number") && Object.hasOwn(price.perUnit, value) ? price.perUnit[value] : void 0;
  if (rate !== void 0) return rate;
  let values = Object.keys(price.perUnit).join(", ");
  throw new import_client_chunk_OZYSSX6H.InputError(price.by, `${price.by} must be one of ${values}`);
}
function priceInWords(price) {
  if ("note" in price) return price.note;
  if ("perUnit" in price)
    return `${JSON.stringify(price.perUnit)} for each ${price.unit}, and no parameter sets how many of them there are`;
  let { unit, min, max } = price, upTo = max === void 0 ? "upwards" : `to ${max}`;
  return `from ${min} ${upTo} for each ${unit}, and the reference does not say what decides`;
}
function quantityOf({ quantity }, input) {
  return quantity.map((parameter) => amountOf(valueAt(input, parameter), parameter)).reduce((product, amount) => product * amount, 1);
}
function amountOf(value, { path }) {
  let name = path.join(".");
  if (name === "prompt") {
    if (typeof value == "string") return Array.from(value).length;
    throw new import_client_chunk_OZYSSX6H.InputError(name, `${name} must be a string`);
  }
  if (typeof value == "number" && value >= 0) return value;
  throw new import_client_chunk_OZYSSX6H.InputError(name, `${name} must be a number, 0 or more`);
}
function valueAt(input, parameter) {
  let [name = "", inner] = parameter.path, outer = input[name];
  if (inner !== void 0 && outer !== void 0 && !(0, import_client_chunk_OZYSSX6H.isPlainObject)(outer))
    throw new import_client_chunk_OZYSSX6H.InputError(name, `${name} must be an object`);
  let value = (0, import_client_chunk_OZYSSX6H.isPlainObject)(outer) && inner ? outer[inner] : outer;
  return value === void 0 ? parameter.default : value;
}
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
