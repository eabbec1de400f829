import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ResponseError } from "../../src/index.js";
import {
  DONE,
  failure,
  gaps,
  KEY,
  QUEUED,
  scripted,
  success,
  times,
} from "../support/scripted-fetch.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => vi.useRealTimers());

test.each([0, 1, -5, () => 0, () => -1])(
  "looks follow each other by 50 ms at the least, with an interval of %s",
  async (interval) => {
    const { cloud, requests } = scripted([...times(4, QUEUED), DONE]);
    await success(cloud.model("m").job("j1").wait({ interval }));
    expect(gaps(requests)).toEqual([50, 50, 50, 50]);
  },
);

test("a look that brings no job is an error whose body does not hold the key", async () => {
  const { cloud } = scripted([{ json: [`your key is ${KEY}`] }]);
  const error = await failure(cloud.model("m").job("j1").wait());
  expect(error).toBeInstanceOf(ResponseError);
  expect((error as ResponseError).body).toEqual(["your key is [key]"]);
});
