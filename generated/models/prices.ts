// Made by `npm run generate` from specs/models.yaml. Do not edit.

import type { PricedModel } from "../../src/models/info.js";
import type { ModelSlug } from "./types.js";

/** The price of every public model by slug, and the parameters that say how much of it a job makes. */
export const modelPrices: Readonly<Record<ModelSlug, PricedModel>> = {
  "black-forest-labs-flux-1-dev": {
    price: { unit: "megapixel", perUnit: 0.02 },
    quantity: [{ path: ["width"], default: 1024 }, { path: ["height"], default: 1024 }],
  },
  "black-forest-labs-flux-1-schnell": {
    price: { unit: "megapixel", perUnit: 0.0024 },
    quantity: [{ path: ["width"], default: 1024 }, { path: ["height"], default: 1024 }],
  },
  "black-forest-labs-flux-1-kontext-dev": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "google-nano-banana-2-edit": {
    price: { unit: "image", by: "resolution", perUnit: { "1k": 0.0875, "2k": 0.13, "4k": 0.175 } },
    by: { path: ["resolution"], default: "1k" },
    quantity: [],
  },
  "nano-banana-edit": { price: { unit: "image", perUnit: 0.038 }, quantity: [] },
  "nano-banana-pro-edit": { price: { unit: "image", min: 0.14, max: 0.24 }, quantity: [] },
  "p-image-edit": { price: { unit: "image", perUnit: 0.01 }, quantity: [] },
  "p-image-t2i": { price: { unit: "image", perUnit: 0.005 }, quantity: [] },
  "qwen-image-edit": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-edit-2511": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-edit-2511-lora": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "qwen-image-t2i": { price: { unit: "image", perUnit: 0.02 }, quantity: [] },
  "qwen-image-t2i-lora": { price: { unit: "image", perUnit: 0.025 }, quantity: [] },
  "seedream-v4-edit": { price: { unit: "image", perUnit: 0.027 }, quantity: [] },
  "seedream-v4-t2i": { price: { unit: "image", perUnit: 0.027 }, quantity: [] },
  "wan-2-6-t2i": { price: { unit: "image", perUnit: 0.03 }, quantity: [] },
  "z-image-turbo": { price: { unit: "image", perUnit: 0.005 }, quantity: [] },
  infinitetalk: { price: { unit: "video", min: 0.25, max: 0.5 }, quantity: [] },
  "kling-v2-1-i2v-pro": { price: { unit: "second", perUnit: 0.09 }, quantity: [{ path: ["duration"], default: 5 }] },
  "kling-v2-6-std-motion-control": { price: { unit: "video", min: 0.21 }, quantity: [] },
  "kling-video-o1-r2v": { price: { unit: "second", perUnit: 0.112 }, quantity: [{ path: ["duration"], default: 5 }] },
  "p-video": {
    price: { unit: "second", by: "resolution", perUnit: { "720p": 0.02, "1080p": 0.04 } },
    by: { path: ["resolution"], default: "720p" },
    quantity: [{ path: ["duration"], default: 5 }],
  },
  "seedance-v1-5-pro-i2v": {
    price: { unit: "second", min: 0.024, max: 0.052 },
    quantity: [{ path: ["duration"], default: 5 }],
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
    quantity: [{ path: ["duration"], default: 5 }],
  },
  "wan-2-6-t2v": { price: { unit: "video", min: 0.5, max: 2.25 }, quantity: [] },
  "chatterbox-turbo": { price: { unit: "second", perUnit: 0.001 }, quantity: [] },
  "minimax-speech-02-hd": { price: { unit: "1000 characters", perUnit: 0.05 }, quantity: [{ path: ["prompt"] }] },
  "cogito-671b-v2-1-fp8-dynamic": { price: { unit: "1M tokens", perUnit: 0.5 }, quantity: [{ path: ["max_tokens"], default: 512 }] },
  "gpt-oss-120b": { price: { unit: "1M tokens", perUnit: 10 }, quantity: [{ path: ["max_tokens"], default: 512 }] },
  "granite-4-0-h-small": {
    price: { unit: "1M tokens", perUnit: 10 },
    quantity: [{ path: ["sampling_params", "max_tokens"], default: 512 }],
  },
  "moonshot-kimi": {
    price: {
      unit: "unknown",
      note: "from 0.95 to 3 per million tokens read and from 4 to 15 per million tokens written",
    },
    quantity: [],
  },
  "qwen3-32b-awq": { price: { unit: "1M tokens", perUnit: 10 }, quantity: [{ path: ["max_tokens"], default: 512 }] },
};
