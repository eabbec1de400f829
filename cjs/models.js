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
  blackForestLabsFlux1DevModel: () => blackForestLabsFlux1DevModel,
  blackForestLabsFlux1KontextDevModel: () => blackForestLabsFlux1KontextDevModel,
  blackForestLabsFlux1SchnellModel: () => blackForestLabsFlux1SchnellModel,
  chatterboxTurboModel: () => chatterboxTurboModel,
  checkInput: () => checkInput,
  cogito671bV21Fp8DynamicModel: () => cogito671bV21Fp8DynamicModel,
  estimateCost: () => estimateCost,
  googleNanoBanana2EditModel: () => googleNanoBanana2EditModel,
  gptOss120bModel: () => gptOss120bModel,
  granite40HSmallModel: () => granite40HSmallModel,
  infinitetalkModel: () => infinitetalkModel,
  klingV21I2vProModel: () => klingV21I2vProModel,
  klingV26StdMotionControlModel: () => klingV26StdMotionControlModel,
  klingVideoO1R2vModel: () => klingVideoO1R2vModel,
  minimaxSpeech02HdModel: () => minimaxSpeech02HdModel,
  models: () => models,
  moonshotKimiModel: () => moonshotKimiModel,
  nanoBananaEditModel: () => nanoBananaEditModel,
  nanoBananaProEditModel: () => nanoBananaProEditModel,
  pImageEditModel: () => pImageEditModel,
  pImageT2iModel: () => pImageT2iModel,
  pVideoModel: () => pVideoModel,
  qwen332bAwqModel: () => qwen332bAwqModel,
  qwenImageEdit2511LoraModel: () => qwenImageEdit2511LoraModel,
  qwenImageEdit2511Model: () => qwenImageEdit2511Model,
  qwenImageEditModel: () => qwenImageEditModel,
  qwenImageT2iLoraModel: () => qwenImageT2iLoraModel,
  qwenImageT2iModel: () => qwenImageT2iModel,
  seedanceV15ProI2vModel: () => seedanceV15ProI2vModel,
  seedreamV4EditModel: () => seedreamV4EditModel,
  seedreamV4T2iModel: () => seedreamV4T2iModel,
  sora2I2vModel: () => sora2I2vModel,
  sora2ProI2vModel: () => sora2ProI2vModel,
  viduQ3I2vModel: () => viduQ3I2vModel,
  viduQ3T2vModel: () => viduQ3T2vModel,
  wan21I2v720Model: () => wan21I2v720Model,
  wan22I2v720Model: () => wan22I2v720Model,
  wan22T2v720LoraModel: () => wan22T2v720LoraModel,
  wan25Model: () => wan25Model,
  wan26I2vModel: () => wan26I2vModel,
  wan26T2iModel: () => wan26T2iModel,
  wan26T2vModel: () => wan26T2vModel,
  zImageTurboModel: () => zImageTurboModel
});
module.exports = __toCommonJS(models_exports);
var import_client_chunk_3CPAILXB = require("./client-chunk-3CPAILXB.js");
var blackForestLabsFlux1DevModel = {
  slug: "black-forest-labs-flux-1-dev",
  kind: "image",
  price: { unit: "megapixel", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    width: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    height: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    num_inference_steps: { type: "integer", default: 28, minimum: 1, maximum: 50 },
    guidance: { type: "number", default: 7.5, minimum: 0, maximum: 10 },
    seed: { type: "integer", default: -1 },
    image_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] }
  }
};
var blackForestLabsFlux1SchnellModel = {
  slug: "black-forest-labs-flux-1-schnell",
  kind: "image",
  price: { unit: "megapixel", perUnit: 24e-4 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    width: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    height: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    num_inference_steps: { type: "integer", default: 4, minimum: 1, maximum: 8 },
    guidance: { type: "number", default: 7.5, minimum: 0, maximum: 10 },
    seed: { type: "integer", default: -1 },
    image_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] }
  }
};
var blackForestLabsFlux1KontextDevModel = {
  slug: "black-forest-labs-flux-1-kontext-dev",
  kind: "image",
  price: { unit: "image", perUnit: 0.025 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1024*1024" },
    num_inference_steps: { type: "integer", default: 28, minimum: 1, maximum: 50 },
    guidance: { type: "number", default: 2, minimum: 0, maximum: 10 },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "png", values: ["png", "jpeg"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var googleNanoBanana2EditModel = {
  slug: "google-nano-banana-2-edit",
  kind: "image",
  price: { unit: "image", by: "resolution", perUnit: { "1k": 0.0875, "2k": 0.13, "4k": 0.175 } },
  parameters: {
    images: { type: "array", required: true, items: { type: "string" } },
    prompt: { type: "string", required: true },
    resolution: { type: "string", default: "1k", values: ["1k", "2k", "4k"] },
    aspect_ratio: { type: "string", known: ["1:1", "3:2", "16:9", "9:16", "4:5"] },
    output_format: { type: "string", default: "png", values: ["png", "jpeg"] },
    enable_base64_output: { type: "boolean", default: false }
  }
};
var nanoBananaEditModel = {
  slug: "nano-banana-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.038 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var nanoBananaProEditModel = {
  slug: "nano-banana-pro-edit",
  kind: "image",
  price: { unit: "image", min: 0.14, max: 0.24 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    resolution: { type: "string", default: "2k", values: ["1k", "2k", "4k"] },
    aspect_ratio: {
      type: "string",
      default: "1:1",
      values: ["1:1", "3:2", "2:3", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"]
    },
    output_format: { type: "string", default: "png", values: ["png", "jpeg"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var pImageEditModel = {
  slug: "p-image-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.01 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    aspect_ratio: {
      type: "string",
      default: "match_input_image",
      values: ["match_input_image", "1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3"]
    },
    seed: { type: "integer", default: -1 },
    disable_safety_checker: { type: "boolean", default: false }
  }
};
var pImageT2iModel = {
  slug: "p-image-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 5e-3 },
  parameters: {
    prompt: { type: "string", required: true },
    aspect_ratio: { type: "string", default: "16:9", values: ["1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3"] },
    seed: { type: "integer" },
    disable_safety_checker: { type: "boolean", default: false }
  }
};
var qwenImageEditModel = {
  slug: "qwen-image-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var qwenImageEdit2511Model = {
  slug: "qwen-image-edit-2511",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    size: {
      type: "string",
      default: "1024*1024",
      known: ["1024*1024", "1024*1280", "1280*1024", "1280*1280", "1280*1536", "1536*1080"]
    },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["jpeg", "png", "webp"] }
  }
};
var qwenImageEdit2511LoraModel = {
  slug: "qwen-image-edit-2511-lora",
  kind: "image",
  price: { unit: "image", perUnit: 0.025 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } }
      }
    },
    size: {
      type: "string",
      default: "1024*1024",
      known: ["1024*1024", "1024*1280", "1280*1024", "1280*1280", "1280*1536", "1536*1080"]
    },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["jpeg", "png", "webp"] }
  }
};
var qwenImageT2iModel = {
  slug: "qwen-image-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var qwenImageT2iLoraModel = {
  slug: "qwen-image-t2i-lora",
  kind: "image",
  price: { unit: "image", perUnit: 0.025 },
  parameters: {
    prompt: { type: "string", required: true },
    loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } }
      }
    },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var seedreamV4EditModel = {
  slug: "seedream-v4-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.027 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    size: { type: "string", default: "1024*1024" },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var seedreamV4T2iModel = {
  slug: "seedream-v4-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.027 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan26T2iModel = {
  slug: "wan-2-6-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.03 },
  parameters: {
    prompt: { type: "string", required: true },
    size: { type: "string", default: "1024*1024", known: ["1024*1024", "1024*768", "1440*1024"] },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var zImageTurboModel = {
  slug: "z-image-turbo",
  kind: "image",
  price: { unit: "image", perUnit: 5e-3 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string" },
    size: {
      type: "string",
      default: "1024*1024",
      values: ["512*512", "768*768", "1024*1024", "1280*1280", "1024*768", "768*1024", "1280*720", "720*1280"]
    },
    strength: { type: "number", default: 0.8, minimum: 0, maximum: 1 },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "png", values: ["png", "jpeg", "webp"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var infinitetalkModel = {
  slug: "infinitetalk",
  kind: "video",
  price: { unit: "video", min: 0.25, max: 0.5 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    audio: { type: "string", required: true },
    size: { type: "string", required: true, values: ["480p", "720p"] },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var klingV21I2vProModel = {
  slug: "kling-v2-1-i2v-pro",
  kind: "video",
  price: { unit: "second", perUnit: 0.09 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    guidance_scale: { type: "number", default: 0.5 },
    duration: { type: "integer", default: 5 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var klingV26StdMotionControlModel = {
  slug: "kling-v2-6-std-motion-control",
  kind: "video",
  price: { unit: "video", min: 0.21 },
  parameters: {
    image: { type: "string", required: true },
    video: { type: "string", required: true },
    character_orientation: { type: "string", required: true, values: ["video", "image"] },
    prompt: { type: "string" },
    negative_prompt: { type: "string" },
    keep_original_sound: { type: "boolean", default: true }
  }
};
var klingVideoO1R2vModel = {
  slug: "kling-video-o1-r2v",
  kind: "video",
  price: { unit: "second", perUnit: 0.112 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    video: { type: "string" },
    negative_prompt: { type: "string" },
    aspect_ratio: { type: "string", default: "16:9", values: ["16:9", "9:16", "1:1"] },
    duration: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_prompt_expansion: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var pVideoModel = {
  slug: "p-video",
  kind: "video",
  price: { unit: "second", by: "resolution", perUnit: { "720p": 0.02, "1080p": 0.04 } },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string" },
    audio: { type: "string" },
    duration: { type: "integer", default: 5 },
    resolution: { type: "string", default: "720p", values: ["720p", "1080p"] },
    fps: { type: "integer", default: 24, values: [24, 48] },
    aspect_ratio: { type: "string", default: "16:9", values: ["16:9", "9:16", "4:3", "3:4", "3:2", "2:3", "1:1"] },
    seed: { type: "integer" },
    draft: { type: "boolean", default: false },
    save_audio: { type: "boolean", default: true },
    prompt_upsampling: { type: "boolean", default: true }
  }
};
var seedanceV15ProI2vModel = {
  slug: "seedance-v1-5-pro-i2v",
  kind: "video",
  price: { unit: "second", min: 0.024, max: 0.052 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    last_image: { type: "string" },
    duration: { type: "integer", default: 5, minimum: 4, maximum: 12 },
    resolution: { type: "string", default: "720p", values: ["480p", "720p"] },
    aspect_ratio: { type: "string", default: "16:9", values: ["21:9", "16:9", "9:16", "1:1", "4:3", "3:4"] },
    camera_fixed: { type: "boolean", default: false },
    generate_audio: { type: "boolean", default: false },
    seed: { type: "integer", default: -1 }
  }
};
var sora2I2vModel = {
  slug: "sora-2-i2v",
  kind: "video",
  price: { unit: "video", min: 0.4, max: 1.2 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    duration: { type: "integer", required: true }
  }
};
var sora2ProI2vModel = {
  slug: "sora-2-pro-i2v",
  kind: "video",
  price: { unit: "video", min: 1.2, max: 6 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    size: { type: "string", default: "720p" },
    duration: { type: "integer", required: true }
  }
};
var viduQ3I2vModel = {
  slug: "vidu-q3-i2v",
  kind: "video",
  price: { unit: "second", perUnit: 0.15 },
  parameters: {
    image: { type: "string", required: true },
    prompt: { type: "string", required: true },
    resolution: { type: "string", default: "720p", values: ["540p", "720p", "1080p"] },
    duration: { type: "integer", default: 5 },
    movement_amplitude: { type: "string", default: "auto", values: ["auto", "small", "medium", "large"] },
    generate_audio: { type: "boolean", default: true },
    bgm: { type: "boolean", default: true },
    seed: { type: "integer", default: -1 }
  }
};
var viduQ3T2vModel = {
  slug: "vidu-q3-t2v",
  kind: "video",
  price: { unit: "second", perUnit: 0.15 },
  parameters: {
    prompt: { type: "string", required: true },
    style: { type: "string", default: "general", values: ["general", "anime"] },
    resolution: { type: "string", default: "720p", values: ["540p", "720p", "1080p"] },
    duration: { type: "integer", default: 5 },
    aspect_ratio: { type: "string", default: "4:3", values: ["16:9", "9:16", "4:3", "3:4", "1:1"] },
    movement_amplitude: { type: "string", default: "auto", values: ["auto", "small", "medium", "large"] },
    generate_audio: { type: "boolean", default: true },
    bgm: { type: "boolean", default: true },
    seed: { type: "integer", default: -1 }
  }
};
var wan21I2v720Model = {
  slug: "wan-2-1-i2v-720",
  kind: "video",
  price: { unit: "second", perUnit: 0.06 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1280*720" },
    num_inference_steps: { type: "integer", default: 30, minimum: 1, maximum: 50 },
    guidance: { type: "number", default: 5, minimum: 0, maximum: 10 },
    duration: { type: "integer", default: 5 },
    flow_shift: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_prompt_optimization: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan22I2v720Model = {
  slug: "wan-2-2-i2v-720",
  kind: "video",
  price: { unit: "video", min: 0.3, max: 0.9 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1280*720" },
    num_inference_steps: { type: "integer", default: 30, minimum: 1, maximum: 50 },
    guidance: { type: "number", default: 5, minimum: 0, maximum: 10 },
    duration: { type: "integer", default: 5 },
    flow_shift: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_prompt_optimization: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan22T2v720LoraModel = {
  slug: "wan-2-2-t2v-720-lora",
  kind: "video",
  price: { unit: "video", min: 0.35, max: 0.56 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    high_noise_loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } }
      }
    },
    low_noise_loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } }
      }
    },
    duration: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan25Model = {
  slug: "wan-2-5",
  kind: "video",
  price: { unit: "video", min: 0.25, max: 1.5 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1280*720" },
    duration: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_prompt_expansion: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan26I2vModel = {
  slug: "wan-2-6-i2v",
  kind: "video",
  price: { unit: "second", by: "size", perUnit: { "1280*720": 0.1, "1920*1080": 0.15 } },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    audio: { type: "string" },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1280*720", values: ["1280*720", "1920*1080"] },
    duration: { type: "integer", default: 5, values: [5, 10, 15] },
    shot_type: { type: "string", default: "single", values: ["single", "multi"] },
    seed: { type: "integer", default: -1 },
    enable_prompt_expansion: { type: "boolean", default: false },
    enable_safety_checker: { type: "boolean", default: true }
  }
};
var wan26T2vModel = {
  slug: "wan-2-6-t2v",
  kind: "video",
  price: { unit: "video", min: 0.5, max: 2.25 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    duration: { type: "integer", default: 5, values: [5, 10, 15] },
    size: { type: "string", default: "1280*720", values: ["1280*720", "1920*1080", "720*1280", "1080*1920"] },
    shot_type: { type: "string", default: "single", values: ["single", "multi"] },
    seed: { type: "integer", default: -1 },
    enable_prompt_expansion: { type: "boolean", default: false },
    audio: { type: "string" }
  }
};
var chatterboxTurboModel = {
  slug: "chatterbox-turbo",
  kind: "audio",
  price: { unit: "second", perUnit: 1e-3 },
  parameters: {
    prompt: { type: "string", required: true },
    voice: {
      type: "string",
      default: "lucy",
      known: ["aaron", "abigail", "anaya", "andy", "archer", "brian", "chloe", "dylan", "emmanuel", "ethan", "evelyn", "gavin", "gordon", "ivan", "laura", "lucy", "madison", "marisol", "meera", "walter"]
    },
    voice_url: { type: "string" },
    format: { type: "string", default: "wav", values: ["wav", "flac", "ogg"] }
  }
};
var minimaxSpeech02HdModel = {
  slug: "minimax-speech-02-hd",
  kind: "audio",
  price: { unit: "1000 characters", perUnit: 0.05 },
  parameters: {
    prompt: { type: "string", required: true },
    voice_id: { type: "string", default: "Wise_Woman" },
    speed: { type: "number", default: 1 },
    volume: { type: "number", default: 1 },
    pitch: { type: "number", default: 0 },
    emotion: {
      type: "string",
      default: "neutral",
      known: ["happy", "sad", "neutral", "angry", "fearful", "surprised"]
    },
    english_normalization: { type: "boolean", default: false },
    default_audio_url: { type: "string" }
  }
};
var cogito671bV21Fp8DynamicModel = {
  slug: "cogito-671b-v2-1-fp8-dynamic",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 0.5 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" }
  }
};
var gptOss120bModel = {
  slug: "gpt-oss-120b",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 10 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" }
  }
};
var granite40HSmallModel = {
  slug: "granite-4-0-h-small",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 10 },
  parameters: {
    messages: {
      type: "array",
      required: true,
      items: {
        type: "object",
        properties: {
          role: { type: "string", required: true, values: ["system", "user", "assistant"] },
          content: { type: "string", required: true }
        }
      }
    },
    sampling_params: {
      type: "object",
      properties: {
        max_tokens: { type: "integer", default: 512 },
        temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
        seed: { type: "integer", default: -1 },
        top_k: { type: "integer", default: -1 },
        top_p: { type: "number", default: 1, minimum: 0, maximum: 1 }
      }
    }
  }
};
var moonshotKimiModel = {
  slug: "moonshot-kimi",
  kind: "text",
  price: {
    unit: "unknown",
    note: "from 0.95 to 3 per million tokens read and from 4 to 15 per million tokens written"
  },
  parameters: {
    messages: {
      type: "array",
      required: true,
      items: {
        type: "object",
        properties: {
          role: { type: "string", required: true, values: ["system", "user", "assistant"] },
          content: { type: "string", required: true }
        }
      }
    },
    model: { type: "string", default: "kimi-k2.6", known: ["kimi-k2.6", "kimi-k2.7-code", "kimi-k3"] },
    sampling_params: {
      type: "object",
      properties: {
        max_tokens: { type: "integer", default: 2048 },
        temperature: { type: "number", default: 1 },
        seed: { type: "integer" },
        top_k: { type: "integer" },
        top_p: { type: "number", minimum: 0, maximum: 1 }
      }
    }
  }
};
var qwen332bAwqModel = {
  slug: "qwen3-32b-awq",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 10 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" }
  }
};
var models = {
  "black-forest-labs-flux-1-dev": blackForestLabsFlux1DevModel,
  "black-forest-labs-flux-1-schnell": blackForestLabsFlux1SchnellModel,
  "black-forest-labs-flux-1-kontext-dev": blackForestLabsFlux1KontextDevModel,
  "google-nano-banana-2-edit": googleNanoBanana2EditModel,
  "nano-banana-edit": nanoBananaEditModel,
  "nano-banana-pro-edit": nanoBananaProEditModel,
  "p-image-edit": pImageEditModel,
  "p-image-t2i": pImageT2iModel,
  "qwen-image-edit": qwenImageEditModel,
  "qwen-image-edit-2511": qwenImageEdit2511Model,
  "qwen-image-edit-2511-lora": qwenImageEdit2511LoraModel,
  "qwen-image-t2i": qwenImageT2iModel,
  "qwen-image-t2i-lora": qwenImageT2iLoraModel,
  "seedream-v4-edit": seedreamV4EditModel,
  "seedream-v4-t2i": seedreamV4T2iModel,
  "wan-2-6-t2i": wan26T2iModel,
  "z-image-turbo": zImageTurboModel,
  infinitetalk: infinitetalkModel,
  "kling-v2-1-i2v-pro": klingV21I2vProModel,
  "kling-v2-6-std-motion-control": klingV26StdMotionControlModel,
  "kling-video-o1-r2v": klingVideoO1R2vModel,
  "p-video": pVideoModel,
  "seedance-v1-5-pro-i2v": seedanceV15ProI2vModel,
  "sora-2-i2v": sora2I2vModel,
  "sora-2-pro-i2v": sora2ProI2vModel,
  "vidu-q3-i2v": viduQ3I2vModel,
  "vidu-q3-t2v": viduQ3T2vModel,
  "wan-2-1-i2v-720": wan21I2v720Model,
  "wan-2-2-i2v-720": wan22I2v720Model,
  "wan-2-2-t2v-720-lora": wan22T2v720LoraModel,
  "wan-2-5": wan25Model,
  "wan-2-6-i2v": wan26I2vModel,
  "wan-2-6-t2v": wan26T2vModel,
  "chatterbox-turbo": chatterboxTurboModel,
  "minimax-speech-02-hd": minimaxSpeech02HdModel,
  "cogito-671b-v2-1-fp8-dynamic": cogito671bV21Fp8DynamicModel,
  "gpt-oss-120b": gptOss120bModel,
  "granite-4-0-h-small": granite40HSmallModel,
  "moonshot-kimi": moonshotKimiModel,
  "qwen3-32b-awq": qwen332bAwqModel
};
function isPlainObject(value) {
  return Object.prototype.toString.call(value) === "[object Object]";
}
function checkInput(model, input) {
  if (!isPlainObject(input))
    throw new import_client_chunk_3CPAILXB.InputError("input", "input must be an object");
  checkMembers(model.parameters, input, "", model.slug);
}
function checkMembers(parameters, values, prefix, slug) {
  for (let name of Object.keys(values))
    if (!Object.hasOwn(parameters, name) && values[name] !== void 0) {
      let known = Object.keys(parameters).join(", ");
      refuse(prefix + name, `is no parameter of ${slug}, which takes ${known}`);
    }
  for (let [name, parameter] of Object.entries(parameters))
    checkValue(parameter, values[name], prefix + name, slug);
}
function checkValue(parameter, value, path, slug) {
  if (value === void 0) {
    parameter.required && refuse(path, `is required by ${slug}`);
    return;
  }
  if (isTaken(parameter, value) || refuse(path, `must be ${wanted(parameter)} for ${slug}`), Array.isArray(value) && parameter.items)
    for (let [index, item] of value.entries())
      checkValue(
        { ...parameter.items, required: true },
        item,
        `${path}[${index}]`,
        slug
      );
  isPlainObject(value) && parameter.properties && checkMembers(parameter.properties, value, `${path}.`, slug);
}
function refuse(path, reason) {
  throw new import_client_chunk_3CPAILXB.InputError(path, `${path} ${reason}`);
}
function isTaken(parameter, value) {
  let { values } = parameter;
  if (values && !values.includes(value)) return false;
  switch (parameter.type) {
    case "integer":
      return Number.isInteger(value) && isInRange(parameter, Number(value));
    case "number":
      return Number.isFinite(value) && isInRange(parameter, Number(value));
    case "array":
      return Array.isArray(value);
    case "object":
      return isPlainObject(value);
    default:
      return typeof value === parameter.type;
  }
}
function isInRange({ minimum = -1 / 0, maximum = 1 / 0, multipleOf }, value) {
  return value >= minimum && value <= maximum && (multipleOf === void 0 || isMultiple(value, multipleOf));
}
function isMultiple(value, step) {
  let steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}
var TYPE_WORDS = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object"
};
function wanted(parameter) {
  let { type, values, minimum, maximum, multipleOf } = parameter;
  if (values)
    return `one of ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  let limits = [
    minimum === void 0 ? "" : ` from ${minimum}`,
    maximum === void 0 ? "" : ` to ${maximum}`,
    multipleOf === void 0 ? "" : ` in steps of ${multipleOf}`
  ];
  return TYPE_WORDS[type] + limits.join("");
}
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
  return typeof workOrSlug == "string" ? estimateJob(workOrSlug, input) : (0, import_client_chunk_3CPAILXB.estimateWork)(workOrSlug);
}
function estimateJob(slug, input) {
  if (!isModelSlug(slug))
    throw new import_client_chunk_3CPAILXB.InputError("slug", "slug must be that of a public model");
  if (!isPlainObject(input))
    throw new import_client_chunk_3CPAILXB.InputError("input", "input must be an object");
  let model = modelPrices[slug], cost = rateOf(slug, model, input) * quantityOf(model, input) / UNIT_SIZES[model.price.unit];
  if (!Number.isFinite(cost))
    throw new import_client_chunk_3CPAILXB.InputError("input", "input has a cost that is no finite number");
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
    throw new import_client_chunk_3CPAILXB.InputError(
      "slug",
      `the cost of ${slug} cannot be computed from its input: the price is ${priceInWords(price)}`
    );
  if (!("by" in price)) return price.perUnit;
  let value = by && valueAt(input, by), rate = (typeof value == "string" || typeof value == "number") && Object.hasOwn(price.perUnit, value) ? price.perUnit[value] : void 0;
  if (rate !== void 0) return rate;
  let values = Object.keys(price.perUnit).join(", ");
  throw new import_client_chunk_3CPAILXB.InputError(price.by, `${price.by} must be one of ${values}`);
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
    throw new import_client_chunk_3CPAILXB.InputError(name, `${name} must be a string`);
  }
  if (typeof value == "number" && value >= 0) return value;
  throw new import_client_chunk_3CPAILXB.InputError(name, `${name} must be a number, 0 or more`);
}
function valueAt(input, parameter) {
  let [name = "", inner] = parameter.path, outer = input[name];
  if (inner !== void 0 && outer !== void 0 && !isPlainObject(outer))
    throw new import_client_chunk_3CPAILXB.InputError(name, `${name} must be an object`);
  let value = isPlainObject(outer) && inner ? outer[inner] : outer;
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
