import { createClient, type MyselfQuery, type v2 } from "cloud-compute-sdk";
import { expect, test, vi } from "vitest";
import {
  hoursLeft,
  rentNotebook,
  rentNotebookV2,
  type AccountReader,
} from "../src/notebooks.js";
import { drawThumbnail } from "../src/thumbnails.js";

// These tests replace single functions of a client. The emulator of ./thumbnails.test.ts replaces the service instead,
// so that a test also finds a wrong request.

// A test names the members that the code under test reads, and says by `as` that the others do not matter.
const POD_V2 = { id: "pod-2" } as v2.Pod;
const ACCOUNT = {
  myself: { clientBalance: 12, currentSpendPerHr: 0.5 },
} as MyselfQuery;
const OUTPUT = { image_url: "https://example.com/picture.png", cost: 0.0002 };

/** A client that cannot reach the service: a call that a test forgets to replace fails. */
function createOfflineClient() {
  const fetch = () => Promise.reject(new Error("this call was not replaced"));
  return createClient({ apiKey: "unused", fetch });
}

test("rentNotebook returns the id of the Pod that it creates", async () => {
  const cloud = createOfflineClient();
  const create = vi.spyOn(cloud.pods, "create").mockResolvedValue({
    id: "pod-1",
    desiredStatus: "RUNNING",
    costPerHr: 0.4,
  });
  expect(await rentNotebook(cloud)).toBe("pod-1");
  expect(create).toHaveBeenCalledExactlyOnceWith({
    name: "notebook",
    imageName: "example/notebook:1",
  });
});

test("rentNotebookV2 returns the id of the Pod that it creates", async () => {
  const cloud = createOfflineClient();
  const create = vi.spyOn(cloud.v2.pods, "create").mockResolvedValue(POD_V2);
  expect(await rentNotebookV2(cloud)).toBe("pod-2");
  expect(create).toHaveBeenCalledOnce();
});

test("rentNotebookV2 calls a function that a test assigns", async () => {
  const cloud = createOfflineClient();
  cloud.v2.pods.create = () => Promise.resolve(POD_V2);
  expect(await rentNotebookV2(cloud)).toBe("pod-2");
});

test("hoursLeft divides the balance by the spend", async () => {
  const cloud = createOfflineClient();
  vi.spyOn(cloud.graphql, "myself").mockResolvedValue(ACCOUNT);
  expect(await hoursLeft(cloud)).toBe(24);
});

test("hoursLeft accepts an object with the one function that it needs", async () => {
  const cloud: AccountReader = {
    graphql: { myself: () => Promise.resolve(ACCOUNT) },
  };
  expect(await hoursLeft(cloud)).toBe(24);
});

test("drawThumbnail returns the picture of the job", async () => {
  const cloud = createOfflineClient();
  const model = cloud.model("black-forest-labs-flux-1-schnell");
  const job = cloud.job<typeof OUTPUT>({ slug: model.slug, id: "job-1" });
  vi.spyOn(cloud, "model").mockReturnValue(model);
  const run = vi.spyOn(model, "run").mockResolvedValue(job);
  vi.spyOn(job, "wait").mockResolvedValue({
    id: "job-1",
    status: "COMPLETED",
    output: OUTPUT,
    delayTime: 10,
    executionTime: 900,
    workerId: "worker-1",
  });
  expect(await drawThumbnail(cloud, "The lighthouse")).toEqual({
    url: OUTPUT.image_url,
    cost: OUTPUT.cost,
  });
  expect(run.mock.lastCall?.[0].prompt).toContain("The lighthouse");
});

test("a client lists its functions", () => {
  const cloud = createOfflineClient();
  expect(Object.keys(cloud.pods)).toContain("create");
  expect(Object.keys(cloud.v2.pods)).toContain("create");
  expect(Object.keys(cloud.graphql)).toContain("myself");
});
