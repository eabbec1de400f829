import { createJobHandles } from "cloud-compute-sdk/webhooks";
import { describe, expect, test, vi } from "vitest";
import { createEmulatedClient } from "../support/emulated-client.js";
import { SECRET } from "./support.js";

describe("the handle of a job", () => {
  const handles = createJobHandles({ secret: SECRET });

  test("opens for the visitor that it was signed for, of whom it contains nothing", async () => {
    const { cloud } = createEmulatedClient();
    const job = await cloud.model("flux-schnell").run({ prompt: "a pier" });
    const handle = await handles.sign(job, "visitor 1");
    expect(handle).toMatch(/^[\w.-]+$/);
    expect(await handles.open(handle, "visitor 1")).toEqual(job.toJSON());
    const [, content = ""] = handle.split(".");
    expect(atob(content)).toContain(job.id);
    expect(atob(content)).not.toContain("visitor");
  });

  test("is not made for no visitor or of no job, and opens for none such", async () => {
    const data = { slug: "flux-schnell", id: "id-1" };
    const handle = await handles.sign(data, "visitor 1");
    for (const none of [undefined, ""] as string[]) {
      const sign = handles.sign(data, none);
      await expect(sign).rejects.toMatchObject({ parameter: "visitor" });
      expect(await handles.open(handle, none)).toBeUndefined();
    }
    for (const none of [undefined, {}] as never[]) {
      const sign = handles.sign(none, "visitor 1");
      await expect(sign).rejects.toMatchObject({ parameter: "job" });
      expect(await handles.open(none, "visitor 1")).toBeUndefined();
    }
  });

  test("does not open for another visitor, with another secret or once expired", async () => {
    const data = { slug: "flux-schnell", id: "id-1" };
    const handle = await handles.sign(data, "visitor 1", 1000);
    expect(await handles.open(handle, "visitor 2")).toBeUndefined();
    const other = createJobHandles({ secret: SECRET.toUpperCase() });
    expect(await other.open(handle, "visitor 1")).toBeUndefined();
    vi.useFakeTimers({ now: Date.now() + 1000 });
    expect(await handles.open(handle, "visitor 1")).toBeUndefined();
    vi.useRealTimers();
  });
});
