export type { FileCallOptions } from "./bounds.js";
export type { DownloadFileOptions, DownloadFileResult } from "./download.js";
export type { VolumeFile } from "./list.js";
export type { TransferProgress } from "./progress.js";
export type { UnfinishedUpload } from "./unfinished.js";
export type {
  UploadOptions,
  UploadResult,
  UploadSource,
} from "./upload-options.js";
export {
  openVolume,
  type ListOptions,
  type Volume,
  type VolumeClient,
} from "./volume.js";
export type { VolumeOptions } from "./volume-options.js";
