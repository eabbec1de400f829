/** What `emulator.requests` shows for a call whose caller has left before its answer. Nobody reads this response. */
export function callerLeft(): Response {
  return new Response(null, { status: 499 });
}
