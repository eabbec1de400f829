// Made by `npm run generate` from specs/models.yaml. Do not edit.

import type { ModelInfoOf } from "../../src/models/info.js";
import type { ModelSlug } from "./types.js";

/** Flux Dev. Makes an image from text, in higher quality than the fast models. */
export const blackForestLabsFlux1DevModel: ModelInfoOf<"black-forest-labs-flux-1-dev"> = {
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
    image_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] },
  },
};

/** Flux Schnell. Makes an image from text in few steps: fast, and at a low price. */
export const blackForestLabsFlux1SchnellModel: ModelInfoOf<"black-forest-labs-flux-1-schnell"> = {
  slug: "black-forest-labs-flux-1-schnell",
  kind: "image",
  price: { unit: "megapixel", perUnit: 0.0024 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    width: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    height: { type: "integer", default: 1024, minimum: 256, maximum: 1536, multipleOf: 64 },
    num_inference_steps: { type: "integer", default: 4, minimum: 1, maximum: 8 },
    guidance: { type: "number", default: 7.5, minimum: 0, maximum: 10 },
    seed: { type: "integer", default: -1 },
    image_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] },
  },
};

/** Flux Kontext Dev. Edits an image as a text asks. */
export const blackForestLabsFlux1KontextDevModel: ModelInfoOf<"black-forest-labs-flux-1-kontext-dev"> = {
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
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Nano Banana 2 Edit. Edits or combines images, at a resolution of up to 4K. */
export const googleNanoBanana2EditModel: ModelInfoOf<"google-nano-banana-2-edit"> = {
  slug: "google-nano-banana-2-edit",
  kind: "image",
  price: { unit: "image", by: "resolution", perUnit: { "1k": 0.0875, "2k": 0.13, "4k": 0.175 } },
  parameters: {
    images: { type: "array", required: true, items: { type: "string" } },
    prompt: { type: "string", required: true },
    resolution: { type: "string", default: "1k", values: ["1k", "2k", "4k"] },
    aspect_ratio: { type: "string", known: ["1:1", "3:2", "16:9", "9:16", "4:5"] },
    output_format: { type: "string", default: "png", values: ["png", "jpeg"] },
    enable_base64_output: { type: "boolean", default: false },
  },
};

/** Nano Banana Edit. Edits or combines images. */
export const nanoBananaEditModel: ModelInfoOf<"nano-banana-edit"> = {
  slug: "nano-banana-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.038 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Nano Banana Pro Edit. Edits or combines images, with a choice of resolution and shape. */
export const nanoBananaProEditModel: ModelInfoOf<"nano-banana-pro-edit"> = {
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
      values: ["1:1", "3:2", "2:3", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"],
    },
    output_format: { type: "string", default: "png", values: ["png", "jpeg"] },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** P-Image Edit. Edits or combines images at a low price. */
export const pImageEditModel: ModelInfoOf<"p-image-edit"> = {
  slug: "p-image-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.01 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    aspect_ratio: {
      type: "string",
      default: "match_input_image",
      values: ["match_input_image", "1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3"],
    },
    seed: { type: "integer", default: -1 },
    disable_safety_checker: { type: "boolean", default: false },
  },
};

/** P-Image T2I. Makes an image from text at a low price. */
export const pImageT2iModel: ModelInfoOf<"p-image-t2i"> = {
  slug: "p-image-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.005 },
  parameters: {
    prompt: { type: "string", required: true },
    aspect_ratio: { type: "string", default: "16:9", values: ["1:1", "16:9", "9:16", "4:3", "3:4", "3:2", "2:3"] },
    seed: { type: "integer" },
    disable_safety_checker: { type: "boolean", default: false },
  },
};

/** Qwen Image Edit. Edits one image as a text asks. */
export const qwenImageEditModel: ModelInfoOf<"qwen-image-edit"> = {
  slug: "qwen-image-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["png", "jpeg"] },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Qwen Image Edit 2511. Edits or combines images. */
export const qwenImageEdit2511Model: ModelInfoOf<"qwen-image-edit-2511"> = {
  slug: "qwen-image-edit-2511",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    size: {
      type: "string",
      default: "1024*1024",
      known: ["1024*1024", "1024*1280", "1280*1024", "1280*1280", "1280*1536", "1536*1080"],
    },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["jpeg", "png", "webp"] },
  },
};

/** Qwen Image Edit 2511 LoRA. Edits or combines images, adapted by LoRA weights of your own. */
export const qwenImageEdit2511LoraModel: ModelInfoOf<"qwen-image-edit-2511-lora"> = {
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
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } },
      },
    },
    size: {
      type: "string",
      default: "1024*1024",
      known: ["1024*1024", "1024*1280", "1280*1024", "1280*1280", "1280*1536", "1536*1080"],
    },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "jpeg", values: ["jpeg", "png", "webp"] },
  },
};

/** Qwen Image. Makes an image from text. */
export const qwenImageT2iModel: ModelInfoOf<"qwen-image-t2i"> = {
  slug: "qwen-image-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.02 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Qwen Image LoRA. Makes an image from text, adapted by LoRA weights of your own. */
export const qwenImageT2iLoraModel: ModelInfoOf<"qwen-image-t2i-lora"> = {
  slug: "qwen-image-t2i-lora",
  kind: "image",
  price: { unit: "image", perUnit: 0.025 },
  parameters: {
    prompt: { type: "string", required: true },
    loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } },
      },
    },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Seedream 4.0 Edit. Edits or combines images. */
export const seedreamV4EditModel: ModelInfoOf<"seedream-v4-edit"> = {
  slug: "seedream-v4-edit",
  kind: "image",
  price: { unit: "image", perUnit: 0.027 },
  parameters: {
    prompt: { type: "string", required: true },
    images: { type: "array", required: true, items: { type: "string" } },
    size: { type: "string", default: "1024*1024" },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Seedream 4.0 T2I. Makes an image from text. */
export const seedreamV4T2iModel: ModelInfoOf<"seedream-v4-t2i"> = {
  slug: "seedream-v4-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.027 },
  parameters: {
    prompt: { type: "string", required: true },
    negative_prompt: { type: "string" },
    size: { type: "string", default: "1024*1024" },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** WAN 2.6 T2I. Makes an image from text. */
export const wan26T2iModel: ModelInfoOf<"wan-2-6-t2i"> = {
  slug: "wan-2-6-t2i",
  kind: "image",
  price: { unit: "image", perUnit: 0.03 },
  parameters: {
    prompt: { type: "string", required: true },
    size: { type: "string", default: "1024*1024", known: ["1024*1024", "1024*768", "1440*1024"] },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Z-Image Turbo. Makes an image from text, or from text and an image to start from. */
export const zImageTurboModel: ModelInfoOf<"z-image-turbo"> = {
  slug: "z-image-turbo",
  kind: "image",
  price: { unit: "image", perUnit: 0.005 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string" },
    size: {
      type: "string",
      default: "1024*1024",
      values: ["512*512", "768*768", "1024*1024", "1280*1280", "1024*768", "768*1024", "1280*720", "720*1280"],
    },
    strength: { type: "number", default: 0.8, minimum: 0, maximum: 1 },
    seed: { type: "integer", default: -1 },
    output_format: { type: "string", default: "png", values: ["png", "jpeg", "webp"] },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** InfiniteTalk. Makes a person in an image speak what a recording says. */
export const infinitetalkModel: ModelInfoOf<"infinitetalk"> = {
  slug: "infinitetalk",
  kind: "video",
  price: { unit: "video", min: 0.25, max: 0.5 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    audio: { type: "string", required: true },
    size: { type: "string", required: true, values: ["480p", "720p"] },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Kling v2.1 I2V Pro. Makes a video that begins with an image. */
export const klingV21I2vProModel: ModelInfoOf<"kling-v2-1-i2v-pro"> = {
  slug: "kling-v2-1-i2v-pro",
  kind: "video",
  price: { unit: "second", perUnit: 0.09 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    negative_prompt: { type: "string" },
    guidance_scale: { type: "number", default: 0.5 },
    duration: { type: "integer", default: 5 },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Kling v2.6 Motion Control. Moves the character of an image as a video shows. */
export const klingV26StdMotionControlModel: ModelInfoOf<"kling-v2-6-std-motion-control"> = {
  slug: "kling-v2-6-std-motion-control",
  kind: "video",
  price: { unit: "video", min: 0.21 },
  parameters: {
    image: { type: "string", required: true },
    video: { type: "string", required: true },
    character_orientation: { type: "string", required: true, values: ["video", "image"] },
    prompt: { type: "string" },
    negative_prompt: { type: "string" },
    keep_original_sound: { type: "boolean", default: true },
  },
};

/** Kling Video O1 R2V. Makes a video of what reference images show. */
export const klingVideoO1R2vModel: ModelInfoOf<"kling-video-o1-r2v"> = {
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
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** Pruna Video. Makes a video from text, and an image or a recording where given. */
export const pVideoModel: ModelInfoOf<"p-video"> = {
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
    prompt_upsampling: { type: "boolean", default: true },
  },
};

/** Seedance 1.5 Pro I2V. Makes a video that begins, and if wanted ends, with an image. */
export const seedanceV15ProI2vModel: ModelInfoOf<"seedance-v1-5-pro-i2v"> = {
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
    seed: { type: "integer", default: -1 },
  },
};

/** SORA 2 I2V. Makes a video that begins with an image. */
export const sora2I2vModel: ModelInfoOf<"sora-2-i2v"> = {
  slug: "sora-2-i2v",
  kind: "video",
  price: { unit: "video", min: 0.4, max: 1.2 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    duration: { type: "integer", required: true },
  },
};

/** SORA 2 Pro I2V. Makes a video that begins with an image, in higher quality. */
export const sora2ProI2vModel: ModelInfoOf<"sora-2-pro-i2v"> = {
  slug: "sora-2-pro-i2v",
  kind: "video",
  price: { unit: "video", min: 1.2, max: 6 },
  parameters: {
    prompt: { type: "string", required: true },
    image: { type: "string", required: true },
    size: { type: "string", default: "720p" },
    duration: { type: "integer", required: true },
  },
};

/** Vidu Q3 I2V. Makes a video with sound that begins with an image. */
export const viduQ3I2vModel: ModelInfoOf<"vidu-q3-i2v"> = {
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
    seed: { type: "integer", default: -1 },
  },
};

/** Vidu Q3 T2V. Makes a video with sound from text. */
export const viduQ3T2vModel: ModelInfoOf<"vidu-q3-t2v"> = {
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
    seed: { type: "integer", default: -1 },
  },
};

/** WAN 2.1 I2V 720p. Makes a 720p video that begins with an image. */
export const wan21I2v720Model: ModelInfoOf<"wan-2-1-i2v-720"> = {
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
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** WAN 2.2 I2V 720p. Makes a 720p video that begins with an image. */
export const wan22I2v720Model: ModelInfoOf<"wan-2-2-i2v-720"> = {
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
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/**
 * WAN 2.2 I2V 720p LoRA. Makes a 720p video that begins with an image, adapted by LoRA weights of your
 * own.
 */
export const wan22T2v720LoraModel: ModelInfoOf<"wan-2-2-t2v-720-lora"> = {
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
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } },
      },
    },
    low_noise_loras: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string", required: true }, scale: { type: "number", required: true } },
      },
    },
    duration: { type: "integer", default: 5 },
    seed: { type: "integer", default: -1 },
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** WAN 2.5. Makes a video that begins with an image. */
export const wan25Model: ModelInfoOf<"wan-2-5"> = {
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
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** WAN 2.6 I2V. Makes a video that begins with an image, with a recording as its sound where given. */
export const wan26I2vModel: ModelInfoOf<"wan-2-6-i2v"> = {
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
    enable_safety_checker: { type: "boolean", default: true },
  },
};

/** WAN 2.6 T2V. Makes a video from text, with a recording as its sound where given. */
export const wan26T2vModel: ModelInfoOf<"wan-2-6-t2v"> = {
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
    audio: { type: "string" },
  },
};

/** Chatterbox Turbo. Speaks a text in a known voice, or in that of a recording. */
export const chatterboxTurboModel: ModelInfoOf<"chatterbox-turbo"> = {
  slug: "chatterbox-turbo",
  kind: "audio",
  price: { unit: "second", perUnit: 0.001 },
  parameters: {
    prompt: { type: "string", required: true },
    voice: {
      type: "string",
      default: "lucy",
      known: ["aaron", "abigail", "anaya", "andy", "archer", "brian", "chloe", "dylan", "emmanuel", "ethan", "evelyn", "gavin", "gordon", "ivan", "laura", "lucy", "madison", "marisol", "meera", "walter"],
    },
    voice_url: { type: "string" },
    format: { type: "string", default: "wav", values: ["wav", "flac", "ogg"] },
  },
};

/** Minimax Speech 02 HD. Speaks a text with a chosen voice, speed, pitch and emotion. */
export const minimaxSpeech02HdModel: ModelInfoOf<"minimax-speech-02-hd"> = {
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
      known: ["happy", "sad", "neutral", "angry", "fearful", "surprised"],
    },
    english_normalization: { type: "boolean", default: false },
    default_audio_url: { type: "string" },
  },
};

/** Cogito 671B v2.1. Answers or continues a text; a large model of 671 billion parameters. */
export const cogito671bV21Fp8DynamicModel: ModelInfoOf<"cogito-671b-v2-1-fp8-dynamic"> = {
  slug: "cogito-671b-v2-1-fp8-dynamic",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 0.5 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" },
  },
};

/** GPT-OSS 120B. Answers or continues a text; an open model of 120 billion parameters. */
export const gptOss120bModel: ModelInfoOf<"gpt-oss-120b"> = {
  slug: "gpt-oss-120b",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 10 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" },
  },
};

/** IBM Granite 4.0. Answers the last message of a conversation. */
export const granite40HSmallModel: ModelInfoOf<"granite-4-0-h-small"> = {
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
          content: { type: "string", required: true },
        },
      },
    },
    sampling_params: {
      type: "object",
      properties: {
        max_tokens: { type: "integer", default: 512 },
        temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
        seed: { type: "integer", default: -1 },
        top_k: { type: "integer", default: -1 },
        top_p: { type: "number", default: 1, minimum: 0, maximum: 1 },
      },
    },
  },
};

/** Moonshot Kimi. Answers the last message of a conversation, by one of several variants. */
export const moonshotKimiModel: ModelInfoOf<"moonshot-kimi"> = {
  slug: "moonshot-kimi",
  kind: "text",
  price: {
    unit: "unknown",
    note: "from 0.95 to 3 per million tokens read and from 4 to 15 per million tokens written",
  },
  parameters: {
    messages: {
      type: "array",
      required: true,
      items: {
        type: "object",
        properties: {
          role: { type: "string", required: true, values: ["system", "user", "assistant"] },
          content: { type: "string", required: true },
        },
      },
    },
    model: { type: "string", default: "kimi-k2.6", known: ["kimi-k2.6", "kimi-k2.7-code", "kimi-k3"] },
    sampling_params: {
      type: "object",
      properties: {
        max_tokens: { type: "integer", default: 2048 },
        temperature: { type: "number", default: 1 },
        seed: { type: "integer" },
        top_k: { type: "integer" },
        top_p: { type: "number", minimum: 0, maximum: 1 },
      },
    },
  },
};

/** Qwen3 32B AWQ. Answers or continues a text; a compressed model of 32 billion parameters. */
export const qwen332bAwqModel: ModelInfoOf<"qwen3-32b-awq"> = {
  slug: "qwen3-32b-awq",
  kind: "text",
  price: { unit: "1M tokens", perUnit: 10 },
  parameters: {
    prompt: { type: "string", required: true },
    max_tokens: { type: "integer", default: 512 },
    temperature: { type: "number", default: 0.7, minimum: 0, maximum: 1 },
    top_p: { type: "number" },
    top_k: { type: "integer" },
    stop: { type: "string" },
  },
};

/** Every public model by slug: its kind, its price, and its parameters with their ranges and defaults. */
export const models: { readonly [Slug in ModelSlug]: ModelInfoOf<Slug> } = {
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
  "infinitetalk": infinitetalkModel,
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
  "qwen3-32b-awq": qwen332bAwqModel,
};
