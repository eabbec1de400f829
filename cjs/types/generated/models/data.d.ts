import type { ModelInfoOf } from "../../src/models/info.js";
import type { ModelSlug } from "./types.js";
/** Flux Dev. Makes an image from text, in higher quality than the fast models. */
export declare const blackForestLabsFlux1DevModel: ModelInfoOf<"black-forest-labs-flux-1-dev">;
/** Flux Schnell. Makes an image from text in few steps: fast, and at a low price. */
export declare const blackForestLabsFlux1SchnellModel: ModelInfoOf<"black-forest-labs-flux-1-schnell">;
/** Flux Kontext Dev. Edits an image as a text asks. */
export declare const blackForestLabsFlux1KontextDevModel: ModelInfoOf<"black-forest-labs-flux-1-kontext-dev">;
/** Nano Banana 2 Edit. Edits or combines images, at a resolution of up to 4K. */
export declare const googleNanoBanana2EditModel: ModelInfoOf<"google-nano-banana-2-edit">;
/** Nano Banana Edit. Edits or combines images. */
export declare const nanoBananaEditModel: ModelInfoOf<"nano-banana-edit">;
/** Nano Banana Pro Edit. Edits or combines images, with a choice of resolution and shape. */
export declare const nanoBananaProEditModel: ModelInfoOf<"nano-banana-pro-edit">;
/** P-Image Edit. Edits or combines images at a low price. */
export declare const pImageEditModel: ModelInfoOf<"p-image-edit">;
/** P-Image T2I. Makes an image from text at a low price. */
export declare const pImageT2iModel: ModelInfoOf<"p-image-t2i">;
/** Qwen Image Edit. Edits one image as a text asks. */
export declare const qwenImageEditModel: ModelInfoOf<"qwen-image-edit">;
/** Qwen Image Edit 2511. Edits or combines images. */
export declare const qwenImageEdit2511Model: ModelInfoOf<"qwen-image-edit-2511">;
/** Qwen Image Edit 2511 LoRA. Edits or combines images, adapted by LoRA weights of your own. */
export declare const qwenImageEdit2511LoraModel: ModelInfoOf<"qwen-image-edit-2511-lora">;
/** Qwen Image. Makes an image from text. */
export declare const qwenImageT2iModel: ModelInfoOf<"qwen-image-t2i">;
/** Qwen Image LoRA. Makes an image from text, adapted by LoRA weights of your own. */
export declare const qwenImageT2iLoraModel: ModelInfoOf<"qwen-image-t2i-lora">;
/** Seedream 4.0 Edit. Edits or combines images. */
export declare const seedreamV4EditModel: ModelInfoOf<"seedream-v4-edit">;
/** Seedream 4.0 T2I. Makes an image from text. */
export declare const seedreamV4T2iModel: ModelInfoOf<"seedream-v4-t2i">;
/** WAN 2.6 T2I. Makes an image from text. */
export declare const wan26T2iModel: ModelInfoOf<"wan-2-6-t2i">;
/** Z-Image Turbo. Makes an image from text, or from text and an image to start from. */
export declare const zImageTurboModel: ModelInfoOf<"z-image-turbo">;
/** InfiniteTalk. Makes a person in an image speak what a recording says. */
export declare const infinitetalkModel: ModelInfoOf<"infinitetalk">;
/** Kling v2.1 I2V Pro. Makes a video that begins with an image. */
export declare const klingV21I2vProModel: ModelInfoOf<"kling-v2-1-i2v-pro">;
/** Kling v2.6 Motion Control. Moves the character of an image as a video shows. */
export declare const klingV26StdMotionControlModel: ModelInfoOf<"kling-v2-6-std-motion-control">;
/** Kling Video O1 R2V. Makes a video of what reference images show. */
export declare const klingVideoO1R2vModel: ModelInfoOf<"kling-video-o1-r2v">;
/** Pruna Video. Makes a video from text, and an image or a recording where given. */
export declare const pVideoModel: ModelInfoOf<"p-video">;
/** Seedance 1.5 Pro I2V. Makes a video that begins, and if wanted ends, with an image. */
export declare const seedanceV15ProI2vModel: ModelInfoOf<"seedance-v1-5-pro-i2v">;
/** SORA 2 I2V. Makes a video that begins with an image. */
export declare const sora2I2vModel: ModelInfoOf<"sora-2-i2v">;
/** SORA 2 Pro I2V. Makes a video that begins with an image, in higher quality. */
export declare const sora2ProI2vModel: ModelInfoOf<"sora-2-pro-i2v">;
/** Vidu Q3 I2V. Makes a video with sound that begins with an image. */
export declare const viduQ3I2vModel: ModelInfoOf<"vidu-q3-i2v">;
/** Vidu Q3 T2V. Makes a video with sound from text. */
export declare const viduQ3T2vModel: ModelInfoOf<"vidu-q3-t2v">;
/** WAN 2.1 I2V 720p. Makes a 720p video that begins with an image. */
export declare const wan21I2v720Model: ModelInfoOf<"wan-2-1-i2v-720">;
/** WAN 2.2 I2V 720p. Makes a 720p video that begins with an image. */
export declare const wan22I2v720Model: ModelInfoOf<"wan-2-2-i2v-720">;
/**
 * WAN 2.2 I2V 720p LoRA. Makes a 720p video that begins with an image, adapted by LoRA weights of your
 * own.
 */
export declare const wan22T2v720LoraModel: ModelInfoOf<"wan-2-2-t2v-720-lora">;
/** WAN 2.5. Makes a video that begins with an image. */
export declare const wan25Model: ModelInfoOf<"wan-2-5">;
/** WAN 2.6 I2V. Makes a video that begins with an image, with a recording as its sound where given. */
export declare const wan26I2vModel: ModelInfoOf<"wan-2-6-i2v">;
/** WAN 2.6 T2V. Makes a video from text, with a recording as its sound where given. */
export declare const wan26T2vModel: ModelInfoOf<"wan-2-6-t2v">;
/** Chatterbox Turbo. Speaks a text in a known voice, or in that of a recording. */
export declare const chatterboxTurboModel: ModelInfoOf<"chatterbox-turbo">;
/** Minimax Speech 02 HD. Speaks a text with a chosen voice, speed, pitch and emotion. */
export declare const minimaxSpeech02HdModel: ModelInfoOf<"minimax-speech-02-hd">;
/** Cogito 671B v2.1. Answers or continues a text; a large model of 671 billion parameters. */
export declare const cogito671bV21Fp8DynamicModel: ModelInfoOf<"cogito-671b-v2-1-fp8-dynamic">;
/** GPT-OSS 120B. Answers or continues a text; an open model of 120 billion parameters. */
export declare const gptOss120bModel: ModelInfoOf<"gpt-oss-120b">;
/** IBM Granite 4.0. Answers the last message of a conversation. */
export declare const granite40HSmallModel: ModelInfoOf<"granite-4-0-h-small">;
/** Moonshot Kimi. Answers the last message of a conversation, by one of several variants. */
export declare const moonshotKimiModel: ModelInfoOf<"moonshot-kimi">;
/** Qwen3 32B AWQ. Answers or continues a text; a compressed model of 32 billion parameters. */
export declare const qwen332bAwqModel: ModelInfoOf<"qwen3-32b-awq">;
/** Every public model by slug: its kind, its price, and its parameters with their ranges and defaults. */
export declare const models: {
    readonly [Slug in ModelSlug]: ModelInfoOf<Slug>;
};
//# sourceMappingURL=data.d.ts.map