/** The surfaces that answer requests. Each has its own shape of an error. */
export type SurfaceName =
  | "rest"
  | "v2"
  | "jobs"
  | "openai"
  | "graphql"
  | "files"
  | "loadBalancer";
