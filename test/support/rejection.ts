/** What a promise rejects with. Throws if the promise resolves. */
export async function rejectionOf(
  promise: PromiseLike<unknown>,
): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("the promise has resolved");
}
