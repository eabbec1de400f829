import { viewOf, type Watched } from "./watched.js";

/** Between two views at least, in milliseconds of the reader's own time. */
const pauseMs = 150;
/** A look of its own: jobs go on by the clock alone. */
const lookMs = 500;

/** A stream of server-sent events: a view at once, then one after each change, for as long as it is read. */
export function streamViews({ service }: Watched): Response {
  const encoder = new TextEncoder();
  let stop: () => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = () => {
        const data = JSON.stringify(viewOf(service));
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

function sendOnChange(
  { state: { events, clock } }: Watched["service"],
  send: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      send();
    }, pauseMs);
  };
  const unsubscribe = events.subscribe(soon);
  const look = setInterval(clock.settle, lookMs);
  return () => {
    unsubscribe();
    clearInterval(look);
    clearTimeout(timer);
  };
}
