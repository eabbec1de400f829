/** Every surface of the client. */
export type SurfaceName = "rest" | "jobs" | "graphql";
/** Where each surface is that stands beside those the facade is written for. */
export type SurfaceOptions = Readonly<Record<string, never>>;
/** The environment variable that each of these addresses is read from. */
export declare const surfaceVariables: Readonly<Record<string, string>>;
//# sourceMappingURL=addresses.d.ts.map