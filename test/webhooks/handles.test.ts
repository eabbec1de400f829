import { createJobHandles } from "cloud-compute-sdk/webhooks";
import { describe, expect, test, vi } from "vitest";
import { createEmulatedClient } from "../support/emulated-client.js";
import { SECRET } from "./support.js";

describe("the handle of a job", () => {
  const handles = createJobHandles({ secret: SECRET });

  test("opens for the visitor that it was signed for", async () => {
    const { cloud } = createEmulatedClient();
    const job = await cloud.model("flux-schnell").run({ prompt: "a pier" });
    const handle = await handles.sign(job, "visitor 1");
    expect(handle).toMatch(/^[\w.-]+$/);
    expect(await handles.open(handle, "visitor 1")).toEqual(job.toJSON());
  });

  test("contains nothing of its visitor", async () => {
    const data = { slug: "flux-schnell", id: "id-1" };
    const [, content = ""] = (await handles.sign(data, "visitor 1")).split(".");
    expect(atob(content)).toContain("id-1");
    expect(atob(content)).not.toContain("visitor");
  });

  test.each([undefined, null, "", 5])(
    "is not made for the visitor %j, and opens for none such",
    async (visitor) => {
      const data = { slug: "flux-schnell", id: "id-1" };
      const none = visitor as string;
      await expect(handles.sign(data, none)).rejects.toMatchObject({
        name: "InputError",
        parameter: "visitor",
      });
      const handle = await handles.sign(data, "visitor 1");
      expect(await handles.open(handle, none)).toBeUndefined();
    },
  );

  test.each([undefined, null, 5, {}])(
    "is not made of %j, which opens as no handle either",
    async (value) => {
      await expect(
        handles.sign(value as never, "visitor 1"),
      ).rejects.toMatchObject({ name: "InputError", parameter: "job" });
      expect(await handles.open(value as never, "visitor 1")).toBeUndefined();
    },
  );

  test("does not open for another visitor, altered, with another secret or once expired", async () => {
    const data = { slug: "flux-schnell", id: "id-1" };
    const handle = await handles.sign(data, "visitor 1", 1000);
    expect(await handles.open(handle, "visitor 2")).toBeUndefined();
    for (let at = 0; at < handle.length; at++) {
      const changed = handle[at] === "A" ? "B" : "A";
      const altered = handle.slice(0, at) + changed + handle.slice(at + 1);
      expect(await handles.open(altered, "visitor 1")).toBeUndefined();
    }
    const other = createJobHandles({ secret: SECRET.toUpperCase() });
    expect(await other.open(handle, "visitor 1")).toBeUndefined();
    vi.useFakeTimers({ now: Date.now() + 1000 });
    expect(await handles.open(handle, "visitor 1")).toBeUndefined();
    vi.useRealTimers();
  });
});
