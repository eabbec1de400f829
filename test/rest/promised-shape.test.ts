import { expect, test } from "vitest";
import { ResponseError, type Client } from "../../src/index.js";
import { useFakeTime } from "../support/fake-time.js";
import { failure, scripted } from "../support/scripted-fetch.js";

useFakeTime();

const OBJECTS: Readonly<Record<string, (cloud: Client) => Promise<unknown>>> = {
  "pods.create": (cloud) => cloud.pods.create({ name: "x" }),
  "pods.get": (cloud) => cloud.pods.get("p1"),
  "model.health": (cloud) => cloud.model("m").health(),
  "job.status": (cloud) => cloud.job({ slug: "m", id: "j1" }).status(),
};

test.each(Object.entries(OBJECTS))(
  "%s refuses a success that holds no object",
  async (operation, call) => {
    for (const json of [5, "x", true, []]) {
      const { cloud, requests } = scripted([{ json }]);
      const error = await failure(call(cloud));
      expect(error).toBeInstanceOf(ResponseError);
      expect(error).toMatchObject({
        code: "invalid_response",
        operation,
        status: 200,
        maybeSent: true,
      });
      expect((error as Error).message).toContain(
        "answered 200 with no object where one is promised",
      );
      expect(requests).toHaveLength(1);
    }
  },
);

test("pods.list refuses a success that holds no list", async () => {
  for (const json of [5, "x", true, {}, { pods: [] }]) {
    const { cloud } = scripted([{ json }]);
    const error = await failure(cloud.pods.list());
    expect(error).toMatchObject({ code: "invalid_response" });
    expect((error as Error).message).toContain("no list where one is promised");
  }
});
