import type { OutputFile } from "./outputs.js";
/** How to download a file that a model made. */
export interface DownloadOptions {
    /** Ends the download at once; it rejects with the signal's own reason. */
    readonly signal?: AbortSignal | undefined;
    /**
     * The longest time in which the file's host may send nothing, in milliseconds. The download as a whole has no timeout.
     *
     * @default 30000
     */
    readonly stall?: number | undefined;
    /** Called with each piece that arrives. An error that it throws ends the download. */
    readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
}
/** How far a download has come. */
export interface DownloadProgress {
    /** The number of bytes so far. */
    readonly bytes: number;
    /** The number of bytes of the whole file; undefined if the host does not say. */
    readonly total: number | undefined;
}
/** Opens a file as a stream. However the download ends, its connection is closed. */
export declare function openFile(fetch: typeof globalThis.fetch, output: OutputFile | string, options: DownloadOptions): Promise<ReadableStream<Uint8Array>>;
/**
 * Opens a file as a stream that ends only when as many bytes have come as the file's host has announced. A host that
 * announces no length, or compresses the file, is refused: what came could be a part of the file.
 */
export declare function openWholeFile(fetch: typeof globalThis.fetch, output: OutputFile | string, options: DownloadOptions): Promise<ReadableStream<Uint8Array>>;
//# sourceMappingURL=download-file.d.ts.map