import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { scripted, URLS } from "../support/scripted-fetch.js";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const CALLS = 1000;

test("responses of cloud.fetch that nobody reads do not stay in memory, and their bodies are released", async () => {
  const { signal } = new AbortController();
  let cancelled = 0;
  const step = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(10)),
        cancel: () => {
          cancelled++;
        },
      }),
    );
  const { cloud } = scripted([step]);
  const fetchUnread = async () =>
    new WeakRef(await cloud.fetch(`${URLS.baseUrl}/pods`, { signal }));
  const responses: WeakRef<Response>[] = [];
  for (let n = 0; n < CALLS; n++) responses.push(await fetchUnread());
  // The calls share one listener on their signal.
  expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
  for (let n = 0; n < 50 && cancelled < CALLS; n++) {
    collectGarbage();
    await setImmediate();
  }
  expect(responses.filter((response) => response.deref())).toEqual([]);
  expect(cancelled).toBe(CALLS);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a response of cloud.fetch that is still read ends at an abort after a collection", async () => {
  const controller = new AbortController();
  const step = () =>
    new Response(new ReadableStream({ pull: () => undefined }));
  const { cloud } = scripted([step]);
  const { signal } = controller;
  const response = await cloud.fetch(`${URLS.baseUrl}/pods`, { signal });
  const reading = response.text();
  collectGarbage();
  await setImmediate();
  controller.abort("stop");
  await expect(reading).rejects.toBe("stop");
});
