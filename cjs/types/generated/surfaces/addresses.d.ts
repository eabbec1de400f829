/** Every surface of the client. */
export type SurfaceName = "rest" | "jobs" | "v2" | "graphql";
/** Where each surface is that stands beside those the facade is written for. */
export type SurfaceOptions = {
    /** Its address. @default the environment variable `CLOUD_COMPUTE_V2_BASE_URL` */
    readonly v2?: {
        readonly baseUrl?: string | undefined;
    } | undefined;
};
/** The environment variable that each of these addresses is read from. */
export declare const surfaceVariables: Readonly<Record<string, string>>;
//# sourceMappingURL=addresses.d.ts.map