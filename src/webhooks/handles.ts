import { check, checkMilliseconds, checkOptions } from "../checks.js";
import type { JobData } from "../errors.js";
import { Signer, type Secret } from "./signature.js";

/** How long a handle may be used unless its maker says otherwise: as long as the service keeps a job alive. */
const DEFAULT_LIFETIME_MS = 24 * 60 * 60_000;

/** Signs the handles of jobs, so that a visitor of a web page can ask for their own jobs and for no others. */
export interface JobHandles {
  /**
   * Signs a job for one visitor: a text that may stand in a URL. Whoever has the text can read the id of the job, but
   * nothing about the visitor.
   *
   * @param visitor what only this visitor presents, such as the value of a cookie
   * @param expiresIn how long the handle may be used, in milliseconds; 24 hours by default
   * @throws InputError if `job` is no handle, or `visitor` is no text or empty
   */
  sign(
    job: { toJSON(): JobData } | JobData,
    visitor: string,
    expiresIn?: number,
  ): Promise<string>;
  /**
   * Returns what `cloud.job` takes; undefined unless the handle was signed here for this visitor and has not expired.
   *
   * @example
   * ```ts
   * const data = await handles.open(handle, visitor);
   * if (!data) return new Response(null, { status: 404 });
   * const { status } = await cloud.job(data).status();
   * ```
   */
  open(handle: string, visitor: string): Promise<JobData | undefined>;
}

/**
 * Creates an object that signs the handles of jobs. The id of a job is no secret; only a signed handle proves that a
 * visitor may see the job.
 *
 * @throws InputError if the secret has fewer than 32 characters
 *
 * @example
 * ```ts
 * const handles = createJobHandles({ secret: process.env.HANDLE_SECRET ?? "" });
 * const handle = await handles.sign(job, visitor);
 * ```
 */
export function createJobHandles(options: { secret: Secret }): JobHandles {
  const call = { operation: "createJobHandles" };
  checkOptions(options, { secret: true }, call);
  const { secret } = options;
  const signer = new Signer(secret, "handle", call);
  return {
    sign: async (job, visitor, expiresIn = DEFAULT_LIFETIME_MS) => {
      checkMilliseconds("expiresIn", expiresIn);
      check(
        typeof visitor === "string" && visitor !== "",
        "visitor",
        "must be a string that only this visitor presents, such as the value of a cookie",
      );
      const given = Object(job) as { toJSON?: () => JobData };
      const isHandle = typeof given.toJSON === "function";
      const data = isHandle ? given.toJSON?.() : given;
      const { slug, id } = Object(data) as Partial<JobData>;
      check(
        typeof slug === "string" && typeof id === "string",
        "job",
        "must be the handle of a job",
      );
      return signer.sign([data, Date.now() + expiresIn], visitor);
    },
    open: async (handle, visitor) => {
      // Without types, either may be anything. Nothing is signed for an empty visitor.
      if (typeof visitor !== "string" || visitor === "") return undefined;
      const content = await signer.open(handle, visitor);
      if (content === undefined) return undefined;
      const [data, expiresAt] = content as [JobData, number];
      return expiresAt > Date.now() ? data : undefined;
    },
  };
}
