import { check } from "../checks.js";
import type { CallContext } from "../errors.js";

/** The sizes of a network volume that each document permits, in GB. */
const SIZES_GB: Readonly<Record<string, readonly [number, number]>> = {
  rest: [0, 4000],
  v2: [10, 4096],
};

/** The functions that decide the size of a network volume. */
const SIZED = /^(v2\.)?networkVolumes\.(create|update)$/;

/** Refuses a size that the document does not permit: the service accepts it, and bills it. */
export function checkVolumeSize(
  body: unknown,
  surface: string,
  call: CallContext & { readonly operation: string },
): void {
  const range = SIZES_GB[surface];
  if (!range || !SIZED.test(call.operation)) return;
  const { size } = Object(body) as { readonly size?: unknown };
  if (size === undefined) return;
  const [least, most] = range;
  const isValid =
    Number.isInteger(size) && Number(size) >= least && Number(size) <= most;
  const problem = `must be a whole number of GB from ${least} to ${most}, not ${JSON.stringify(size)}`;
  check(isValid, "size", problem, call);
}
