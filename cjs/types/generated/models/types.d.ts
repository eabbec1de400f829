/** What `black-forest-labs-flux-1-dev` takes. */
export interface BlackForestLabsFlux1DevInput {
    /** What the image shows. */
    prompt: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width of the image, in pixels. 256 to 1536, in steps of 64.
     *
     * @default 1024
     */
    width?: number | undefined;
    /**
     * Height of the image, in pixels. 256 to 1536, in steps of 64.
     *
     * @default 1024
     */
    height?: number | undefined;
    /**
     * Steps of refinement: more of them take longer. 1 to 50.
     *
     * @default 28
     */
    num_inference_steps?: number | undefined;
    /**
     * How closely the result follows the prompt: higher is closer. 0 to 10.
     *
     * @default 7.5
     */
    guidance?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * File format of the image.
     *
     * @default "jpeg"
     */
    image_format?: "png" | "jpeg" | undefined;
}
/** What `black-forest-labs-flux-1-dev` answers with. */
export interface BlackForestLabsFlux1DevOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `black-forest-labs-flux-1-schnell` takes. */
export interface BlackForestLabsFlux1SchnellInput {
    /** What the image shows. */
    prompt: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width of the image, in pixels. 256 to 1536, in steps of 64.
     *
     * @default 1024
     */
    width?: number | undefined;
    /**
     * Height of the image, in pixels. 256 to 1536, in steps of 64.
     *
     * @default 1024
     */
    height?: number | undefined;
    /**
     * Steps of refinement: more of them take longer. 1 to 8.
     *
     * @default 4
     */
    num_inference_steps?: number | undefined;
    /**
     * How closely the result follows the prompt: higher is closer. 0 to 10.
     *
     * @default 7.5
     */
    guidance?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * File format of the image.
     *
     * @default "jpeg"
     */
    image_format?: "png" | "jpeg" | undefined;
}
/** What `black-forest-labs-flux-1-schnell` answers with. */
export interface BlackForestLabsFlux1SchnellOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `black-forest-labs-flux-1-kontext-dev` takes. */
export interface BlackForestLabsFlux1KontextDevInput {
    /** What to change. */
    prompt: string;
    /** URL of the image to edit. */
    image: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: string | undefined;
    /**
     * Steps of refinement: more of them take longer. 1 to 50.
     *
     * @default 28
     */
    num_inference_steps?: number | undefined;
    /**
     * How closely the result follows the prompt: higher is closer. 0 to 10.
     *
     * @default 2
     */
    guidance?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * File format of the image.
     *
     * @default "png"
     */
    output_format?: "png" | "jpeg" | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `black-forest-labs-flux-1-kontext-dev` answers with. */
export interface BlackForestLabsFlux1KontextDevOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `google-nano-banana-2-edit` takes. */
export interface GoogleNanoBanana2EditInput {
    /** URLs of the images to edit or combine. */
    images: readonly string[];
    /** What to change. */
    prompt: string;
    /**
     * Resolution of the result.
     *
     * @default "1k"
     */
    resolution?: "1k" | "2k" | "4k" | undefined;
    /** Width to height. */
    aspect_ratio?: "1:1" | "3:2" | "16:9" | "9:16" | "4:5" | (string & {}) | undefined;
    /**
     * File format of the image.
     *
     * @default "png"
     */
    output_format?: "png" | "jpeg" | undefined;
    /**
     * Whether the image comes as base64 text.
     *
     * @default false
     */
    enable_base64_output?: boolean | undefined;
}
/** What `google-nano-banana-2-edit` answers with. */
export interface GoogleNanoBanana2EditOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `nano-banana-edit` takes. */
export interface NanoBananaEditInput {
    /** What to change. */
    prompt: string;
    /** URLs of the images to edit or combine. */
    images: readonly string[];
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `nano-banana-edit` answers with. */
export interface NanoBananaEditOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `nano-banana-pro-edit` takes. */
export interface NanoBananaProEditInput {
    /** What to change. */
    prompt: string;
    /** URLs of the images to edit or combine. */
    images: readonly string[];
    /**
     * Resolution of the result.
     *
     * @default "2k"
     */
    resolution?: "1k" | "2k" | "4k" | undefined;
    /**
     * Width to height.
     *
     * @default "1:1"
     */
    aspect_ratio?: "1:1" | "3:2" | "2:3" | "4:3" | "4:5" | "5:4" | "9:16" | "16:9" | "21:9" | undefined;
    /**
     * File format of the image.
     *
     * @default "png"
     */
    output_format?: "png" | "jpeg" | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `nano-banana-pro-edit` answers with. */
export interface NanoBananaProEditOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `p-image-edit` takes. */
export interface PImageEditInput {
    /** What to change. */
    prompt: string;
    /** URLs of the images to edit or combine. */
    images: readonly string[];
    /**
     * Width to height.
     *
     * @default "match_input_image"
     */
    aspect_ratio?: "match_input_image" | "1:1" | "16:9" | "9:16" | "4:3" | "3:4" | "3:2" | "2:3" | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether to leave out the check for unsafe content.
     *
     * @default false
     */
    disable_safety_checker?: boolean | undefined;
}
/** What `p-image-edit` answers with. */
export interface PImageEditOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `p-image-t2i` takes. */
export interface PImageT2iInput {
    /** What the image shows. */
    prompt: string;
    /**
     * Width to height.
     *
     * @default "16:9"
     */
    aspect_ratio?: "1:1" | "16:9" | "9:16" | "4:3" | "3:4" | "3:2" | "2:3" | undefined;
    /** Start of the random choices. */
    seed?: number | undefined;
    /**
     * Whether to leave out the check for unsafe content.
     *
     * @default false
     */
    disable_safety_checker?: boolean | undefined;
}
/** What `p-image-t2i` answers with. */
export interface PImageT2iOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `qwen-image-edit` takes. */
export interface QwenImageEditInput {
    /** What to change. */
    prompt: string;
    /** URL of the image to edit. */
    image: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * File format of the image.
     *
     * @default "jpeg"
     */
    output_format?: "png" | "jpeg" | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `qwen-image-edit` answers with. */
export interface QwenImageEditOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `qwen-image-edit-2511` takes. */
export interface QwenImageEdit2511Input {
    /** What to change. */
    prompt: string;
    /** URLs of the images to edit or combine. */
    images: readonly string[];
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: "1024*1024" | "1024*1280" | "1280*1024" | "1280*1280" | "1280*1536" | "1536*1080" | (string & {}) | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * File format of the image.
     *
     * @default "jpeg"
     */
    output_format?: "jpeg" | "png" | "webp" | undefined;
}
/** What `qwen-image-edit-2511` answers with. */
export interface QwenImageEdit2511Output {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `qwen-image-edit-2511-lora` takes. */
export interface QwenImageEdit2511LoraInput {
    /** What to change. */
    prompt: string;
    /** URLs of the images to edit or combine. */
    images: readonly string[];
    /** LoRA weights to apply. */
    loras?: readonly {
        /** URL or name of the LoRA weights. */
        path: string;
        /** How strongly the weights count. */
        scale: number;
    }[] | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: "1024*1024" | "1024*1280" | "1280*1024" | "1280*1280" | "1280*1536" | "1536*1080" | (string & {}) | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * File format of the image.
     *
     * @default "jpeg"
     */
    output_format?: "jpeg" | "png" | "webp" | undefined;
}
/** What `qwen-image-edit-2511-lora` answers with. */
export interface QwenImageEdit2511LoraOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `qwen-image-t2i` takes. */
export interface QwenImageT2iInput {
    /** What the image shows. */
    prompt: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: string | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `qwen-image-t2i` answers with. */
export interface QwenImageT2iOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `qwen-image-t2i-lora` takes. */
export interface QwenImageT2iLoraInput {
    /** What the image shows. */
    prompt: string;
    /** LoRA weights to apply. */
    loras?: readonly {
        /** URL or name of the LoRA weights. */
        path: string;
        /** How strongly the weights count. */
        scale: number;
    }[] | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: string | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `qwen-image-t2i-lora` answers with. */
export interface QwenImageT2iLoraOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `seedream-v4-edit` takes. */
export interface SeedreamV4EditInput {
    /** What to change. */
    prompt: string;
    /** URLs of the images to edit or combine. */
    images: readonly string[];
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: string | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `seedream-v4-edit` answers with. */
export interface SeedreamV4EditOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `seedream-v4-t2i` takes. */
export interface SeedreamV4T2iInput {
    /** What the image shows. */
    prompt: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: string | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `seedream-v4-t2i` answers with. */
export interface SeedreamV4T2iOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `wan-2-6-t2i` takes. */
export interface Wan26T2iInput {
    /** What the image shows. */
    prompt: string;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: "1024*1024" | "1024*768" | "1440*1024" | (string & {}) | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `wan-2-6-t2i` answers with. */
export interface Wan26T2iOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `z-image-turbo` takes. */
export interface ZImageTurboInput {
    /** What the image shows. */
    prompt: string;
    /** URL of an image to start from. */
    image?: string | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1024*1024"
     */
    size?: "512*512" | "768*768" | "1024*1024" | "1280*1280" | "1024*768" | "768*1024" | "1280*720" | "720*1280" | undefined;
    /**
     * How far the result may leave the given image: 0 keeps it, 1 ignores it. 0 to 1.
     *
     * @default 0.8
     */
    strength?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * File format of the image.
     *
     * @default "png"
     */
    output_format?: "png" | "jpeg" | "webp" | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `z-image-turbo` answers with. */
export interface ZImageTurboOutput {
    /** URL of the image, which expires after 7 days. */
    image_url: string;
    /** What the job cost, in the account's currency. */
    cost: number;
}
/** What `infinitetalk` takes. */
export interface InfinitetalkInput {
    /** What happens in the video. */
    prompt: string;
    /** URL of an image of the person. */
    image: string;
    /** URL of the recording to speak. */
    audio: string;
    /** Resolution of the video. */
    size: "480p" | "720p";
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `infinitetalk` answers with. */
export interface InfinitetalkOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `kling-v2-1-i2v-pro` takes. */
export interface KlingV21I2vProInput {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * How closely the result follows the prompt: higher is closer.
     *
     * @default 0.5
     */
    guidance_scale?: number | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `kling-v2-1-i2v-pro` answers with. */
export interface KlingV21I2vProOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `kling-v2-6-std-motion-control` takes. */
export interface KlingV26StdMotionControlInput {
    /** URL of an image of the character. */
    image: string;
    /** URL of the video with the movement. */
    video: string;
    /** Whether the character faces as in the video or as in the image. */
    character_orientation: "video" | "image";
    /** What happens in the video. */
    prompt?: string | undefined;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Whether the sound of the video is kept.
     *
     * @default true
     */
    keep_original_sound?: boolean | undefined;
}
/** What `kling-v2-6-std-motion-control` answers with. */
export interface KlingV26StdMotionControlOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `kling-video-o1-r2v` takes. */
export interface KlingVideoO1R2vInput {
    /** What happens in the video. */
    prompt: string;
    /** URLs of the reference images. */
    images: readonly string[];
    /** URL of a video. */
    video?: string | undefined;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width to height.
     *
     * @default "16:9"
     */
    aspect_ratio?: "16:9" | "9:16" | "1:1" | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service enriches the prompt.
     *
     * @default false
     */
    enable_prompt_expansion?: boolean | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `kling-video-o1-r2v` answers with. */
export interface KlingVideoO1R2vOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `p-video` takes. */
export interface PVideoInput {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image?: string | undefined;
    /** URL of a recording for the sound. */
    audio?: string | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Resolution of the result.
     *
     * @default "720p"
     */
    resolution?: "720p" | "1080p" | undefined;
    /**
     * Frames per second.
     *
     * @default 24
     */
    fps?: 24 | 48 | undefined;
    /**
     * Width to height.
     *
     * @default "16:9"
     */
    aspect_ratio?: "16:9" | "9:16" | "4:3" | "3:4" | "3:2" | "2:3" | "1:1" | undefined;
    /** Start of the random choices. */
    seed?: number | undefined;
    /**
     * Whether a quick preview is enough.
     *
     * @default false
     */
    draft?: boolean | undefined;
    /**
     * Whether the video keeps its sound.
     *
     * @default true
     */
    save_audio?: boolean | undefined;
    /**
     * Whether the service enriches the prompt.
     *
     * @default true
     */
    prompt_upsampling?: boolean | undefined;
}
/** What `p-video` answers with. */
export interface PVideoOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `seedance-v1-5-pro-i2v` takes. */
export interface SeedanceV15ProI2vInput {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /** URL of the image that the video ends with. */
    last_image?: string | undefined;
    /**
     * Length of the video, in seconds. 4 to 12.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Resolution of the result.
     *
     * @default "720p"
     */
    resolution?: "480p" | "720p" | undefined;
    /**
     * Width to height.
     *
     * @default "16:9"
     */
    aspect_ratio?: "21:9" | "16:9" | "9:16" | "1:1" | "4:3" | "3:4" | undefined;
    /**
     * Whether the camera stands still.
     *
     * @default false
     */
    camera_fixed?: boolean | undefined;
    /**
     * Whether to make sound too.
     *
     * @default false
     */
    generate_audio?: boolean | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
}
/** What `seedance-v1-5-pro-i2v` answers with. */
export interface SeedanceV15ProI2vOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `sora-2-i2v` takes. */
export interface Sora2I2vInput {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /** Length of the video, in seconds. */
    duration: number;
}
/** What `sora-2-i2v` answers with. */
export interface Sora2I2vOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `sora-2-pro-i2v` takes. */
export interface Sora2ProI2vInput {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /**
     * Resolution of the video.
     *
     * @default "720p"
     */
    size?: string | undefined;
    /** Length of the video, in seconds. */
    duration: number;
}
/** What `sora-2-pro-i2v` answers with. */
export interface Sora2ProI2vOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `vidu-q3-i2v` takes. */
export interface ViduQ3I2vInput {
    /** URL of the image that the video begins with. */
    image: string;
    /** What happens in the video. */
    prompt: string;
    /**
     * Resolution of the result.
     *
     * @default "720p"
     */
    resolution?: "540p" | "720p" | "1080p" | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * How much moves.
     *
     * @default "auto"
     */
    movement_amplitude?: "auto" | "small" | "medium" | "large" | undefined;
    /**
     * Whether to make sound too.
     *
     * @default true
     */
    generate_audio?: boolean | undefined;
    /**
     * Whether to add background music.
     *
     * @default true
     */
    bgm?: boolean | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
}
/** What `vidu-q3-i2v` answers with. */
export interface ViduQ3I2vOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `vidu-q3-t2v` takes. */
export interface ViduQ3T2vInput {
    /** What happens in the video. */
    prompt: string;
    /**
     * Style of the video.
     *
     * @default "general"
     */
    style?: "general" | "anime" | undefined;
    /**
     * Resolution of the result.
     *
     * @default "720p"
     */
    resolution?: "540p" | "720p" | "1080p" | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Width to height.
     *
     * @default "4:3"
     */
    aspect_ratio?: "16:9" | "9:16" | "4:3" | "3:4" | "1:1" | undefined;
    /**
     * How much moves.
     *
     * @default "auto"
     */
    movement_amplitude?: "auto" | "small" | "medium" | "large" | undefined;
    /**
     * Whether to make sound too.
     *
     * @default true
     */
    generate_audio?: boolean | undefined;
    /**
     * Whether to add background music.
     *
     * @default true
     */
    bgm?: boolean | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
}
/** What `vidu-q3-t2v` answers with. */
export interface ViduQ3T2vOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `wan-2-1-i2v-720` takes. */
export interface Wan21I2v720Input {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1280*720"
     */
    size?: string | undefined;
    /**
     * Steps of refinement: more of them take longer. 1 to 50.
     *
     * @default 30
     */
    num_inference_steps?: number | undefined;
    /**
     * How closely the result follows the prompt: higher is closer. 0 to 10.
     *
     * @default 5
     */
    guidance?: number | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Balance of motion and stillness in the video.
     *
     * @default 5
     */
    flow_shift?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service improves the prompt.
     *
     * @default false
     */
    enable_prompt_optimization?: boolean | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `wan-2-1-i2v-720` answers with. */
export interface Wan21I2v720Output {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `wan-2-2-i2v-720` takes. */
export interface Wan22I2v720Input {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1280*720"
     */
    size?: string | undefined;
    /**
     * Steps of refinement: more of them take longer. 1 to 50.
     *
     * @default 30
     */
    num_inference_steps?: number | undefined;
    /**
     * How closely the result follows the prompt: higher is closer. 0 to 10.
     *
     * @default 5
     */
    guidance?: number | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Balance of motion and stillness in the video.
     *
     * @default 5
     */
    flow_shift?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service improves the prompt.
     *
     * @default false
     */
    enable_prompt_optimization?: boolean | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `wan-2-2-i2v-720` answers with. */
export interface Wan22I2v720Output {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `wan-2-2-t2v-720-lora` takes. */
export interface Wan22T2v720LoraInput {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /** LoRA weights for the early, noisy steps. */
    high_noise_loras?: readonly {
        /** URL or name of the LoRA weights. */
        path: string;
        /** How strongly the weights count. */
        scale: number;
    }[] | undefined;
    /** LoRA weights for the late, fine steps. */
    low_noise_loras?: readonly {
        /** URL or name of the LoRA weights. */
        path: string;
        /** How strongly the weights count. */
        scale: number;
    }[] | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `wan-2-2-t2v-720-lora` answers with. */
export interface Wan22T2v720LoraOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `wan-2-5` takes. */
export interface Wan25Input {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1280*720"
     */
    size?: string | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: number | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service enriches the prompt.
     *
     * @default false
     */
    enable_prompt_expansion?: boolean | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `wan-2-5` answers with. */
export interface Wan25Output {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `wan-2-6-i2v` takes. */
export interface Wan26I2vInput {
    /** What happens in the video. */
    prompt: string;
    /** URL of the image that the video begins with. */
    image: string;
    /** URL of a recording for the sound. */
    audio?: string | undefined;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1280*720"
     */
    size?: "1280*720" | "1920*1080" | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: 5 | 10 | 15 | undefined;
    /**
     * Whether the video is one shot or several.
     *
     * @default "single"
     */
    shot_type?: "single" | "multi" | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service enriches the prompt.
     *
     * @default false
     */
    enable_prompt_expansion?: boolean | undefined;
    /**
     * Whether the service checks for unsafe content.
     *
     * @default true
     */
    enable_safety_checker?: boolean | undefined;
}
/** What `wan-2-6-i2v` answers with. */
export interface Wan26I2vOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `wan-2-6-t2v` takes. */
export interface Wan26T2vInput {
    /** What happens in the video. */
    prompt: string;
    /** What to keep out of the result. */
    negative_prompt?: string | undefined;
    /**
     * Length of the video, in seconds.
     *
     * @default 5
     */
    duration?: 5 | 10 | 15 | undefined;
    /**
     * Width and height in pixels, joined by `*`.
     *
     * @default "1280*720"
     */
    size?: "1280*720" | "1920*1080" | "720*1280" | "1080*1920" | undefined;
    /**
     * Whether the video is one shot or several.
     *
     * @default "single"
     */
    shot_type?: "single" | "multi" | undefined;
    /**
     * Start of the random choices; -1 leaves it to the model.
     *
     * @default -1
     */
    seed?: number | undefined;
    /**
     * Whether the service enriches the prompt.
     *
     * @default false
     */
    enable_prompt_expansion?: boolean | undefined;
    /** URL of a recording for the sound. */
    audio?: string | undefined;
}
/** What `wan-2-6-t2v` answers with. */
export interface Wan26T2vOutput {
    /** URL of the video, which expires after 7 days. */
    video_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `chatterbox-turbo` takes. */
export interface ChatterboxTurboInput {
    /** The text to speak. */
    prompt: string;
    /**
     * Name of a voice.
     *
     * @default "lucy"
     */
    voice?: "aaron" | "abigail" | "anaya" | "andy" | "archer" | "brian" | "chloe" | "dylan" | "emmanuel" | "ethan" | "evelyn" | "gavin" | "gordon" | "ivan" | "laura" | "lucy" | "madison" | "marisol" | "meera" | "walter" | (string & {}) | undefined;
    /** URL of a recording whose voice is taken. */
    voice_url?: string | undefined;
    /**
     * File format of the audio.
     *
     * @default "wav"
     */
    format?: "wav" | "flac" | "ogg" | undefined;
}
/** What `chatterbox-turbo` answers with. */
export interface ChatterboxTurboOutput {
    /** URL of the audio file, which expires after 7 days. */
    audio_url: string;
}
/** What `minimax-speech-02-hd` takes. */
export interface MinimaxSpeech02HdInput {
    /** The text to speak. */
    prompt: string;
    /**
     * Which of the voices of the service speaks.
     *
     * @default "Wise_Woman"
     */
    voice_id?: string | undefined;
    /**
     * Speed of the speech; 1 is normal.
     *
     * @default 1
     */
    speed?: number | undefined;
    /**
     * Volume of the speech; 1 is normal.
     *
     * @default 1
     */
    volume?: number | undefined;
    /**
     * Change of the pitch; 0 is none.
     *
     * @default 0
     */
    pitch?: number | undefined;
    /**
     * Emotion in the voice.
     *
     * @default "neutral"
     */
    emotion?: "happy" | "sad" | "neutral" | "angry" | "fearful" | "surprised" | (string & {}) | undefined;
    /**
     * Whether numbers and the like are read as in English.
     *
     * @default false
     */
    english_normalization?: boolean | undefined;
    /** URL of a recording to begin from. */
    default_audio_url?: string | undefined;
}
/** What `minimax-speech-02-hd` answers with. */
export interface MinimaxSpeech02HdOutput {
    /** URL of the audio file, which expires after 7 days. */
    audio_url: string;
    /** What the job cost, in the account's currency. */
    cost?: number;
}
/** What `cogito-671b-v2-1-fp8-dynamic` takes. */
export interface Cogito671bV21Fp8DynamicInput {
    /** The text to answer or continue. */
    prompt: string;
    /**
     * The most tokens that the model writes.
     *
     * @default 512
     */
    max_tokens?: number | undefined;
    /**
     * How much chance decides: 0 picks the likeliest token. 0 to 1.
     *
     * @default 0.7
     */
    temperature?: number | undefined;
    /** Share of the probability that the picked tokens come from. */
    top_p?: number | undefined;
    /** How many of the likeliest tokens are picked from. */
    top_k?: number | undefined;
    /** Text at which the model stops writing. */
    stop?: string | undefined;
}
/** What `cogito-671b-v2-1-fp8-dynamic` answers with. */
export interface Cogito671bV21Fp8DynamicOutput {
    /** What the model wrote; its members differ from model to model. */
    choices?: readonly unknown[];
    /** What the job cost, in the account's currency. */
    cost?: number;
    /** How many tokens were read and written. */
    usage?: {
        readonly [name: string]: unknown;
    };
}
/** What `gpt-oss-120b` takes. */
export interface GptOss120bInput {
    /** The text to answer or continue. */
    prompt: string;
    /**
     * The most tokens that the model writes.
     *
     * @default 512
     */
    max_tokens?: number | undefined;
    /**
     * How much chance decides: 0 picks the likeliest token. 0 to 1.
     *
     * @default 0.7
     */
    temperature?: number | undefined;
    /** Share of the probability that the picked tokens come from. */
    top_p?: number | undefined;
    /** How many of the likeliest tokens are picked from. */
    top_k?: number | undefined;
    /** Text at which the model stops writing. */
    stop?: string | undefined;
}
/** What `gpt-oss-120b` answers with. */
export interface GptOss120bOutput {
    /** What the model wrote; its members differ from model to model. */
    choices?: readonly unknown[];
    /** What the job cost, in the account's currency. */
    cost?: number;
    /** How many tokens were read and written. */
    usage?: {
        readonly [name: string]: unknown;
    };
}
/** What `granite-4-0-h-small` takes. */
export interface Granite40HSmallInput {
    /** The conversation, oldest message first. */
    messages: readonly {
        /** Who speaks. */
        role: "system" | "user" | "assistant";
        /** What is said. */
        content: string;
    }[];
    /** How the next token is picked. */
    sampling_params?: {
        /**
         * The most tokens that the model writes.
         *
         * @default 512
         */
        max_tokens?: number | undefined;
        /**
         * How much chance decides: 0 picks the likeliest token. 0 to 1.
         *
         * @default 0.7
         */
        temperature?: number | undefined;
        /**
         * Start of the random choices; -1 leaves it to the model.
         *
         * @default -1
         */
        seed?: number | undefined;
        /**
         * How many of the likeliest tokens are picked from.
         *
         * @default -1
         */
        top_k?: number | undefined;
        /**
         * Share of the probability that the picked tokens come from. 0 to 1.
         *
         * @default 1
         */
        top_p?: number | undefined;
    } | undefined;
}
/** What `granite-4-0-h-small` answers with. */
export interface Granite40HSmallOutput {
    /** What the model wrote; its members differ from model to model. */
    choices?: readonly unknown[];
    /** What the job cost, in the account's currency. */
    cost?: number;
    /** How many tokens were read and written. */
    usage?: {
        readonly [name: string]: unknown;
    };
}
/** What `moonshot-kimi` takes. */
export interface MoonshotKimiInput {
    /** The conversation, oldest message first. */
    messages: readonly {
        /** Who speaks. */
        role: "system" | "user" | "assistant";
        /** What is said. */
        content: string;
    }[];
    /**
     * Variant of the model.
     *
     * @default "kimi-k2.6"
     */
    model?: "kimi-k2.6" | "kimi-k2.7-code" | "kimi-k3" | (string & {}) | undefined;
    /** How the next token is picked. */
    sampling_params?: {
        /**
         * The most tokens that the model writes.
         *
         * @default 2048
         */
        max_tokens?: number | undefined;
        /**
         * How much chance decides: 0 picks the likeliest token.
         *
         * @default 1
         */
        temperature?: number | undefined;
        /** Start of the random choices. */
        seed?: number | undefined;
        /** How many of the likeliest tokens are picked from. */
        top_k?: number | undefined;
        /** Share of the probability that the picked tokens come from. 0 to 1. */
        top_p?: number | undefined;
    } | undefined;
}
/** What `moonshot-kimi` answers with. */
export interface MoonshotKimiOutput {
    /** What the model wrote; its members differ from model to model. */
    choices?: readonly unknown[];
    /** What the job cost, in the account's currency. */
    cost?: number;
    /** How many tokens were read and written. */
    usage?: {
        readonly [name: string]: unknown;
    };
}
/** What `qwen3-32b-awq` takes. */
export interface Qwen332bAwqInput {
    /** The text to answer or continue. */
    prompt: string;
    /**
     * The most tokens that the model writes.
     *
     * @default 512
     */
    max_tokens?: number | undefined;
    /**
     * How much chance decides: 0 picks the likeliest token. 0 to 1.
     *
     * @default 0.7
     */
    temperature?: number | undefined;
    /** Share of the probability that the picked tokens come from. */
    top_p?: number | undefined;
    /** How many of the likeliest tokens are picked from. */
    top_k?: number | undefined;
    /** Text at which the model stops writing. */
    stop?: string | undefined;
}
/** What `qwen3-32b-awq` answers with. */
export interface Qwen332bAwqOutput {
    /** What the model wrote; its members differ from model to model. */
    choices?: readonly unknown[];
    /** What the job cost, in the account's currency. */
    cost?: number;
    /** How many tokens were read and written. */
    usage?: {
        readonly [name: string]: unknown;
    };
}
/** What each public model takes, by slug. */
export interface ModelInputs {
    /** Flux Dev. Makes an image from text, in higher quality than the fast models. */
    "black-forest-labs-flux-1-dev": BlackForestLabsFlux1DevInput;
    /** Flux Schnell. Makes an image from text in few steps: fast, and at a low price. */
    "black-forest-labs-flux-1-schnell": BlackForestLabsFlux1SchnellInput;
    /** Flux Kontext Dev. Edits an image as a text asks. */
    "black-forest-labs-flux-1-kontext-dev": BlackForestLabsFlux1KontextDevInput;
    /** Nano Banana 2 Edit. Edits or combines images, at a resolution of up to 4K. */
    "google-nano-banana-2-edit": GoogleNanoBanana2EditInput;
    /** Nano Banana Edit. Edits or combines images. */
    "nano-banana-edit": NanoBananaEditInput;
    /** Nano Banana Pro Edit. Edits or combines images, with a choice of resolution and shape. */
    "nano-banana-pro-edit": NanoBananaProEditInput;
    /** P-Image Edit. Edits or combines images at a low price. */
    "p-image-edit": PImageEditInput;
    /** P-Image T2I. Makes an image from text at a low price. */
    "p-image-t2i": PImageT2iInput;
    /** Qwen Image Edit. Edits one image as a text asks. */
    "qwen-image-edit": QwenImageEditInput;
    /** Qwen Image Edit 2511. Edits or combines images. */
    "qwen-image-edit-2511": QwenImageEdit2511Input;
    /** Qwen Image Edit 2511 LoRA. Edits or combines images, adapted by LoRA weights of your own. */
    "qwen-image-edit-2511-lora": QwenImageEdit2511LoraInput;
    /** Qwen Image. Makes an image from text. */
    "qwen-image-t2i": QwenImageT2iInput;
    /** Qwen Image LoRA. Makes an image from text, adapted by LoRA weights of your own. */
    "qwen-image-t2i-lora": QwenImageT2iLoraInput;
    /** Seedream 4.0 Edit. Edits or combines images. */
    "seedream-v4-edit": SeedreamV4EditInput;
    /** Seedream 4.0 T2I. Makes an image from text. */
    "seedream-v4-t2i": SeedreamV4T2iInput;
    /** WAN 2.6 T2I. Makes an image from text. */
    "wan-2-6-t2i": Wan26T2iInput;
    /** Z-Image Turbo. Makes an image from text, or from text and an image to start from. */
    "z-image-turbo": ZImageTurboInput;
    /** InfiniteTalk. Makes a person in an image speak what a recording says. */
    "infinitetalk": InfinitetalkInput;
    /** Kling v2.1 I2V Pro. Makes a video that begins with an image. */
    "kling-v2-1-i2v-pro": KlingV21I2vProInput;
    /** Kling v2.6 Motion Control. Moves the character of an image as a video shows. */
    "kling-v2-6-std-motion-control": KlingV26StdMotionControlInput;
    /** Kling Video O1 R2V. Makes a video of what reference images show. */
    "kling-video-o1-r2v": KlingVideoO1R2vInput;
    /** Pruna Video. Makes a video from text, and an image or a recording where given. */
    "p-video": PVideoInput;
    /** Seedance 1.5 Pro I2V. Makes a video that begins, and if wanted ends, with an image. */
    "seedance-v1-5-pro-i2v": SeedanceV15ProI2vInput;
    /** SORA 2 I2V. Makes a video that begins with an image. */
    "sora-2-i2v": Sora2I2vInput;
    /** SORA 2 Pro I2V. Makes a video that begins with an image, in higher quality. */
    "sora-2-pro-i2v": Sora2ProI2vInput;
    /** Vidu Q3 I2V. Makes a video with sound that begins with an image. */
    "vidu-q3-i2v": ViduQ3I2vInput;
    /** Vidu Q3 T2V. Makes a video with sound from text. */
    "vidu-q3-t2v": ViduQ3T2vInput;
    /** WAN 2.1 I2V 720p. Makes a 720p video that begins with an image. */
    "wan-2-1-i2v-720": Wan21I2v720Input;
    /** WAN 2.2 I2V 720p. Makes a 720p video that begins with an image. */
    "wan-2-2-i2v-720": Wan22I2v720Input;
    /**
     * WAN 2.2 I2V 720p LoRA. Makes a 720p video that begins with an image, adapted by LoRA weights of
     * your own.
     */
    "wan-2-2-t2v-720-lora": Wan22T2v720LoraInput;
    /** WAN 2.5. Makes a video that begins with an image. */
    "wan-2-5": Wan25Input;
    /** WAN 2.6 I2V. Makes a video that begins with an image, with a recording as its sound where given. */
    "wan-2-6-i2v": Wan26I2vInput;
    /** WAN 2.6 T2V. Makes a video from text, with a recording as its sound where given. */
    "wan-2-6-t2v": Wan26T2vInput;
    /** Chatterbox Turbo. Speaks a text in a known voice, or in that of a recording. */
    "chatterbox-turbo": ChatterboxTurboInput;
    /** Minimax Speech 02 HD. Speaks a text with a chosen voice, speed, pitch and emotion. */
    "minimax-speech-02-hd": MinimaxSpeech02HdInput;
    /** Cogito 671B v2.1. Answers or continues a text; a large model of 671 billion parameters. */
    "cogito-671b-v2-1-fp8-dynamic": Cogito671bV21Fp8DynamicInput;
    /** GPT-OSS 120B. Answers or continues a text; an open model of 120 billion parameters. */
    "gpt-oss-120b": GptOss120bInput;
    /** IBM Granite 4.0. Answers the last message of a conversation. */
    "granite-4-0-h-small": Granite40HSmallInput;
    /** Moonshot Kimi. Answers the last message of a conversation, by one of several variants. */
    "moonshot-kimi": MoonshotKimiInput;
    /** Qwen3 32B AWQ. Answers or continues a text; a compressed model of 32 billion parameters. */
    "qwen3-32b-awq": Qwen332bAwqInput;
}
/** What each public model answers with, by slug. */
export interface ModelOutputs {
    /** Flux Dev. Makes an image from text, in higher quality than the fast models. */
    "black-forest-labs-flux-1-dev": BlackForestLabsFlux1DevOutput;
    /** Flux Schnell. Makes an image from text in few steps: fast, and at a low price. */
    "black-forest-labs-flux-1-schnell": BlackForestLabsFlux1SchnellOutput;
    /** Flux Kontext Dev. Edits an image as a text asks. */
    "black-forest-labs-flux-1-kontext-dev": BlackForestLabsFlux1KontextDevOutput;
    /** Nano Banana 2 Edit. Edits or combines images, at a resolution of up to 4K. */
    "google-nano-banana-2-edit": GoogleNanoBanana2EditOutput;
    /** Nano Banana Edit. Edits or combines images. */
    "nano-banana-edit": NanoBananaEditOutput;
    /** Nano Banana Pro Edit. Edits or combines images, with a choice of resolution and shape. */
    "nano-banana-pro-edit": NanoBananaProEditOutput;
    /** P-Image Edit. Edits or combines images at a low price. */
    "p-image-edit": PImageEditOutput;
    /** P-Image T2I. Makes an image from text at a low price. */
    "p-image-t2i": PImageT2iOutput;
    /** Qwen Image Edit. Edits one image as a text asks. */
    "qwen-image-edit": QwenImageEditOutput;
    /** Qwen Image Edit 2511. Edits or combines images. */
    "qwen-image-edit-2511": QwenImageEdit2511Output;
    /** Qwen Image Edit 2511 LoRA. Edits or combines images, adapted by LoRA weights of your own. */
    "qwen-image-edit-2511-lora": QwenImageEdit2511LoraOutput;
    /** Qwen Image. Makes an image from text. */
    "qwen-image-t2i": QwenImageT2iOutput;
    /** Qwen Image LoRA. Makes an image from text, adapted by LoRA weights of your own. */
    "qwen-image-t2i-lora": QwenImageT2iLoraOutput;
    /** Seedream 4.0 Edit. Edits or combines images. */
    "seedream-v4-edit": SeedreamV4EditOutput;
    /** Seedream 4.0 T2I. Makes an image from text. */
    "seedream-v4-t2i": SeedreamV4T2iOutput;
    /** WAN 2.6 T2I. Makes an image from text. */
    "wan-2-6-t2i": Wan26T2iOutput;
    /** Z-Image Turbo. Makes an image from text, or from text and an image to start from. */
    "z-image-turbo": ZImageTurboOutput;
    /** InfiniteTalk. Makes a person in an image speak what a recording says. */
    "infinitetalk": InfinitetalkOutput;
    /** Kling v2.1 I2V Pro. Makes a video that begins with an image. */
    "kling-v2-1-i2v-pro": KlingV21I2vProOutput;
    /** Kling v2.6 Motion Control. Moves the character of an image as a video shows. */
    "kling-v2-6-std-motion-control": KlingV26StdMotionControlOutput;
    /** Kling Video O1 R2V. Makes a video of what reference images show. */
    "kling-video-o1-r2v": KlingVideoO1R2vOutput;
    /** Pruna Video. Makes a video from text, and an image or a recording where given. */
    "p-video": PVideoOutput;
    /** Seedance 1.5 Pro I2V. Makes a video that begins, and if wanted ends, with an image. */
    "seedance-v1-5-pro-i2v": SeedanceV15ProI2vOutput;
    /** SORA 2 I2V. Makes a video that begins with an image. */
    "sora-2-i2v": Sora2I2vOutput;
    /** SORA 2 Pro I2V. Makes a video that begins with an image, in higher quality. */
    "sora-2-pro-i2v": Sora2ProI2vOutput;
    /** Vidu Q3 I2V. Makes a video with sound that begins with an image. */
    "vidu-q3-i2v": ViduQ3I2vOutput;
    /** Vidu Q3 T2V. Makes a video with sound from text. */
    "vidu-q3-t2v": ViduQ3T2vOutput;
    /** WAN 2.1 I2V 720p. Makes a 720p video that begins with an image. */
    "wan-2-1-i2v-720": Wan21I2v720Output;
    /** WAN 2.2 I2V 720p. Makes a 720p video that begins with an image. */
    "wan-2-2-i2v-720": Wan22I2v720Output;
    /**
     * WAN 2.2 I2V 720p LoRA. Makes a 720p video that begins with an image, adapted by LoRA weights of
     * your own.
     */
    "wan-2-2-t2v-720-lora": Wan22T2v720LoraOutput;
    /** WAN 2.5. Makes a video that begins with an image. */
    "wan-2-5": Wan25Output;
    /** WAN 2.6 I2V. Makes a video that begins with an image, with a recording as its sound where given. */
    "wan-2-6-i2v": Wan26I2vOutput;
    /** WAN 2.6 T2V. Makes a video from text, with a recording as its sound where given. */
    "wan-2-6-t2v": Wan26T2vOutput;
    /** Chatterbox Turbo. Speaks a text in a known voice, or in that of a recording. */
    "chatterbox-turbo": ChatterboxTurboOutput;
    /** Minimax Speech 02 HD. Speaks a text with a chosen voice, speed, pitch and emotion. */
    "minimax-speech-02-hd": MinimaxSpeech02HdOutput;
    /** Cogito 671B v2.1. Answers or continues a text; a large model of 671 billion parameters. */
    "cogito-671b-v2-1-fp8-dynamic": Cogito671bV21Fp8DynamicOutput;
    /** GPT-OSS 120B. Answers or continues a text; an open model of 120 billion parameters. */
    "gpt-oss-120b": GptOss120bOutput;
    /** IBM Granite 4.0. Answers the last message of a conversation. */
    "granite-4-0-h-small": Granite40HSmallOutput;
    /** Moonshot Kimi. Answers the last message of a conversation, by one of several variants. */
    "moonshot-kimi": MoonshotKimiOutput;
    /** Qwen3 32B AWQ. Answers or continues a text; a compressed model of 32 billion parameters. */
    "qwen3-32b-awq": Qwen332bAwqOutput;
}
/** The slug of a public model. */
export type ModelSlug = keyof ModelInputs;
//# sourceMappingURL=types.d.ts.map