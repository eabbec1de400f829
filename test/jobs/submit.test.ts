import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionError, TimeoutError, type Model } from "../../src/index.js";
import { failure, scripted } from "../support/scripted-fetch.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const LOST = "its job may run on, but its id is lost";
const SUBMITS: Readonly<Record<string, (model: Model) => Promise<unknown>>> = {
  run: (model) => model.run({}),
  runSync: (model) => model.runSync({}),
};

test.each(Object.entries(SUBMITS))(
  "a %s whose answer is lost says what is lost with it, in the first line of its stack too",
  async (_, submit) => {
    const { cloud } = scripted([new TypeError("terminated")]);
    const error = await failure(submit(cloud.model("m")));
    expect(error).toBeInstanceOf(ConnectionError);
    const { message, stack } = error as ConnectionError;
    expect(message).toContain(LOST);
    expect(stack?.split("\n")[0]).toContain(LOST);
  },
);

test.each(Object.entries(SUBMITS))(
  "a %s that nobody answers in time says so as well",
  async (_, submit) => {
    const { cloud } = scripted([() => new Promise(() => undefined)]);
    const error = await failure(submit(cloud.model("m")));
    expect(error).toBeInstanceOf(TimeoutError);
    expect((error as TimeoutError).message).toContain(LOST);
  },
);

test.each(Object.entries(SUBMITS))(
  "a %s that was certainly not sent, or was refused, has lost nothing",
  async (_, submit) => {
    const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
    for (const step of [refused, { status: 400 }]) {
      const { cloud } = scripted([step]);
      const error = await failure(submit(cloud.model("m")));
      expect(error).toMatchObject({ maybeSent: false });
      expect((error as Error).message).not.toContain(LOST);
    }
  },
);
