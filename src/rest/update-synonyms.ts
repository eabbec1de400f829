import { checkUpdateMethod } from "../checks.js";
import type { UpdateMethod, UpdateOptions } from "../options.js";

/**
 * Sends an update as PATCH or as its POST synonym: as the option of the call says, or else that of the client. Never
 * tries one spelling after the other, since the first request may have been carried out.
 *
 * @throws InputError if `updateMethod` is neither "patch" nor "post"; nothing was sent
 */
export async function sendUpdate<Result>(
  operation: string,
  options: UpdateOptions | undefined,
  defaultMethod: UpdateMethod,
  spellings: Readonly<Record<UpdateMethod, () => Promise<Result>>>,
): Promise<Result> {
  const { updateMethod = defaultMethod } = options ?? {};
  checkUpdateMethod(updateMethod, { operation });
  return spellings[updateMethod]();
}
