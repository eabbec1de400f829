import type { Service } from "../server/handle-request.js";
import { buildView } from "./build-view.js";

/** The shortest time between two views, in real milliseconds. */
const MIN_UPDATE_INTERVAL_MS = 150;
/** How often the clock is read, in real milliseconds: jobs progress only by the clock. */
const CLOCK_INTERVAL_MS = 500;

/** A stream of server-sent events: one view at once, then one after each change, until the page disconnects. */
export function streamViews(service: Service): Response {
  const encoder = new TextEncoder();
  let stop: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = () => {
        const data = JSON.stringify(buildView(service));
        controller.enqueue(encoder.encode(`data: ${data}\n\n`));
      };
      send();
      stop = sendOnChange(service, send);
    },
    cancel: () => stop(),
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    },
  });
}

/** Returns a function that ends the sending. */
function sendOnChange({ state }: Service, send: () => void): () => void {
  const { events, clock } = state;
  let pending: ReturnType<typeof setTimeout> | undefined;
  const sendSoon = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      send();
    }, MIN_UPDATE_INTERVAL_MS);
  };
  const unsubscribe = events.subscribe(sendSoon);
  const reading = setInterval(() => clock.runDue(), CLOCK_INTERVAL_MS);
  return () => {
    unsubscribe();
    clearInterval(reading);
    clearTimeout(pending);
  };
}
