import { describe, expect, test } from "vitest";
import {
  InputError,
  type Client,
  type RequestHeaders,
} from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";
import { scripted, URLS } from "../support/scripted-fetch.js";

const FORMS: Readonly<Record<string, RequestHeaders>> = {
  "a plain object": { "X-A": "1", "x-absent": undefined },
  "a Headers": new Headers({ "x-a": "1" }),
  "a list of pairs": [["x-A", "1"]],
};
const CALLS: Readonly<
  Record<string, (cloud: Client, headers: RequestHeaders) => Promise<unknown>>
> = {
  "pods.get": (cloud, headers) => cloud.pods.get("p1", {}, { headers }),
  fetch: (cloud, headers) => cloud.fetch(`${URLS.baseUrl}/pods`, { headers }),
};
const REPLY = { json: { id: "p1" } };

describe.each(Object.entries(CALLS))("the headers of %s", (operation, call) => {
  test.each(Object.entries(FORMS))("may be %s", async (_, headers) => {
    const { cloud, requests } = scripted([REPLY]);
    await call(cloud, headers);
    const names = [...(requests[0]?.headers.keys() ?? [])];
    expect(requests[0]?.headers.get("x-a")).toBe("1");
    expect(names).not.toContain("x-absent");
    expect(names).not.toContain("append");
  });

  test.each([
    [{ Host: "7" }, "host, which the platform writes itself"],
    [{ "x-a": "a\nb" }, "a header that cannot be sent"],
    [{ "x a": "1" }, "a header that cannot be sent"],
    [{ "x-a": "ł" }, "a header that cannot be sent"],
  ])("must not be %j", async (headers, problem) => {
    const { cloud, requests } = scripted([REPLY]);
    const error = await rejectionOf(call(cloud, headers));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ parameter: "headers", operation });
    expect(String(error)).toContain(`headers hold ${problem}`);
    expect(requests).toHaveLength(0);
  });
});

describe("the headers of a client", () => {
  test.each(Object.entries(FORMS))(
    "may be %s, and a header of the call replaces them",
    async (_, headers) => {
      const { cloud, requests } = scripted([REPLY], { headers });
      await cloud.pods.get("p1");
      await cloud.pods.get("p1", {}, { headers: { "X-a": "2" } });
      const sent = requests.map(({ headers }) => headers.get("x-a"));
      expect(sent).toEqual(["1", "2"]);
    },
  );

  test("must be such as can be sent", () => {
    expect(() => scripted([], { headers: { "x-a": "a\nb" } })).toThrow(
      InputError,
    );
  });
});
