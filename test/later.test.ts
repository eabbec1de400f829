import { expect, test } from "vitest";
import { ConnectionError } from "../src/index.js";
import { later } from "../src/later.js";

const missing = new TypeError("Failed to fetch dynamically imported module");
const forever = () => new Promise<never>(() => undefined);

test("a part that cannot be loaded is an error that says so, and is asked for anew by the next call", async () => {
  let asked = 0;
  const load = () =>
    ++asked === 1 ? Promise.reject(missing) : Promise.resolve("the part");
  const error: unknown = await later("pods.list", undefined, load).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    message: "pods.list: a file of cloud-compute-sdk could not be loaded",
    ...{ operation: "pods.list", maybeSent: false, cause: missing },
  });
  expect(await later("pods.list", undefined, load)).toBe("the part");
});

test("an abort while a part is loaded rejects at once with the reason of its signal", async () => {
  const controller = new AbortController();
  const loading = later("job.stream", controller.signal, forever);
  controller.abort("enough");
  await expect(loading).rejects.toBe("enough");
});

test("a signal that is aborted already loads nothing", async () => {
  let asked = 0;
  const load = () => Promise.resolve(++asked);
  const signal = AbortSignal.abort("before");
  await expect(later("job.stream", signal, load)).rejects.toBe("before");
  expect(asked).toBe(0);
});
