import type { AccountState } from "../state/account-state.js";
import { Refusal } from "../refusals/refusal.js";

/** The names below this one never exist, so that no registry can be there. */
const NO_HOST = /^[^/]*\.invalid(:\d+)?\//;

/** Refuses an image that no registry has. */
export function checkImage(
  { missingImages }: AccountState,
  image: string | undefined,
): void {
  if (image === undefined) return;
  if (missingImages.has(image) || NO_HOST.test(image))
    throw new Refusal("unknownImage", { image });
}
