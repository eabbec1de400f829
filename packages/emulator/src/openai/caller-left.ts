/** Whether the caller has left. The compiler takes a signal that it has read once for unchanged. */
export function hasLeft({ aborted }: AbortSignal): boolean {
  return aborted;
}

/** What `emulator.requests` shows for a call whose caller has left before its answer. Nobody reads this response. */
export function callerLeft(): Response {
  return new Response(null, { status: 499 });
}
