import type { Service } from "../../src/server/handle-request.js";
import { ViewTracker } from "./view-tracker.js";

/** The shortest time between two updates, in real milliseconds. */
const MIN_UPDATE_INTERVAL_MS = 150;
/** How often the clock and the fault rules are read, in real milliseconds: neither emits an event. */
const READ_INTERVAL_MS = 500;

/**
 * A stream of server-sent events: the whole view at once, then what changes, until the page disconnects. While a page does
 * not read, nothing is sent: the next update then holds all that has changed.
 */
export function streamUpdates(service: Service): Response {
  const encoder = new TextEncoder();
  const tracker = new ViewTracker(service);
  let sending: Sending | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = () => {
        const isRead = (controller.desiredSize ?? 0) > 0;
        const update = isRead ? tracker.next() : undefined;
        if (!update) return;
        const data = service.apiKeys.redactedJson(update);
        controller.enqueue(encoder.encode(`data: ${data}\n\n`));
      };
      send();
      sending = sendRegularly(service, send);
    },
    pull: () => sending?.sendSoon(),
    cancel: () => sending?.stop(),
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    },
  });
}

interface Sending {
  /** Sends after the shortest time between two updates. */
  readonly sendSoon: () => void;
  readonly stop: () => void;
}

function sendRegularly({ state }: Service, send: () => void): Sending {
  let pending: ReturnType<typeof setTimeout> | undefined;
  const sendSoon = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      send();
    }, MIN_UPDATE_INTERVAL_MS);
  };
  const unsubscribe = state.events.subscribe(sendSoon);
  const reading = setInterval(sendSoon, READ_INTERVAL_MS);
  const stop = () => {
    unsubscribe();
    clearInterval(reading);
    clearTimeout(pending);
  };
  return { sendSoon, stop };
}
