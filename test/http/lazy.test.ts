import { expect, test } from "vitest";
import { ConnectionError, InputError, TimeoutError } from "../../src/index.js";
import { lazy } from "../../src/http/lazy.js";

const missing = new TypeError("Failed to fetch dynamically imported module");
const forever = () => new Promise<never>(() => undefined);

test("a part that cannot be loaded is an error that says so, and is asked for anew by the next call, then kept", async () => {
  let asked = 0;
  const load = lazy(() =>
    ++asked === 1 ? Promise.reject(missing) : Promise.resolve("the part"),
  );
  const error: unknown = await load("pods.list", undefined).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({
    message: "pods.list: a file of cloud-compute-sdk could not be loaded",
    operation: "pods.list",
    maybeSent: false,
    cause: missing,
  });
  expect(await load("pods.list", undefined)).toBe("the part");
  expect(await load("pods.get", undefined)).toBe("the part");
  expect(asked).toBe(2);
});

test("an abort while a part is loaded rejects at once with the reason of its signal", async () => {
  const controller = new AbortController();
  const loading = lazy(forever)("job.stream", controller.signal);
  controller.abort("enough");
  await expect(loading).rejects.toBe("enough");
});

test("a signal that is aborted already loads nothing", async () => {
  let asked = 0;
  const load = lazy(() => Promise.resolve(++asked));
  const signal = AbortSignal.abort("before");
  await expect(load("job.stream", signal)).rejects.toBe("before");
  expect(asked).toBe(0);
});

test("a part that is not loaded in time is a TimeoutError, and is asked for anew by the next call", async () => {
  let asked = 0;
  const load = lazy(() => (++asked === 1 ? forever() : Promise.resolve("it")));
  const error: unknown = await load("pods.list", undefined, 1).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({
    message:
      "pods.list: a file of cloud-compute-sdk was not loaded in time (timeout: 1 ms)",
    timeout: 1,
    maybeSent: false,
  });
  expect(await load("pods.list", undefined, 1)).toBe("it");
});

test("a timeout that is not valid is an InputError, and loads nothing", async () => {
  const load = lazy(() => Promise.reject(missing));
  await expect(load("jobs.run", undefined, -1)).rejects.toThrow(InputError);
});
