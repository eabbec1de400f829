import { createClient } from "cloud-compute-sdk";

const { jest } = import.meta;

// These tests replace single functions of a client. The emulator of ./cloud.test.mjs replaces the service instead, so
// that a test also finds a wrong request.

/** A client that cannot reach the service: a call that a test forgets to replace fails. */
function createOfflineClient() {
  const fetch = () => Promise.reject(new Error("this call was not replaced"));
  return createClient({ apiKey: "unused", fetch });
}

/** The code under test: rents a Pod for a notebook. */
async function rentNotebook(pods, input) {
  const { id } = await pods.create({ name: "notebook", ...input });
  return id;
}

/** The code under test: for how many hours the balance lasts at the present spend. */
async function hoursLeft(cloud) {
  const { myself } = await cloud.graphql.myself();
  return myself.clientBalance / myself.currentSpendPerHr;
}

/** The code under test: draws a picture. */
async function draw(cloud, prompt) {
  const job = await cloud
    .model("black-forest-labs-flux-1-schnell")
    .run({ prompt });
  const { output } = await job.wait();
  return output.image_url;
}

test("rentNotebook creates a Pod", async () => {
  const { pods } = createOfflineClient();
  const create = jest.spyOn(pods, "create").mockResolvedValue({ id: "pod-1" });
  const imageName = "example/notebook:1";
  expect(await rentNotebook(pods, { imageName })).toBe("pod-1");
  expect(create).toHaveBeenCalledWith({ name: "notebook", imageName });
});

test("rentNotebook creates a Pod with version 2", async () => {
  const { pods } = createOfflineClient().v2;
  const create = jest.spyOn(pods, "create").mockResolvedValue({ id: "pod-2" });
  const image = "example/notebook:1";
  expect(await rentNotebook(pods, { image })).toBe("pod-2");
  expect(create).toHaveBeenCalledWith({ name: "notebook", image });
});

test("rentNotebook calls a function that a test assigns", async () => {
  const { pods } = createOfflineClient().v2;
  pods.create = jest.fn(() => Promise.resolve({ id: "pod-2" }));
  expect(await rentNotebook(pods, {})).toBe("pod-2");
});

test("hoursLeft divides the balance by the spend", async () => {
  const cloud = createOfflineClient();
  const myself = { clientBalance: 12, currentSpendPerHr: 0.5 };
  jest.spyOn(cloud.graphql, "myself").mockResolvedValue({ myself });
  expect(await hoursLeft(cloud)).toBe(24);
});

test("draw returns the address of the picture", async () => {
  const cloud = createOfflineClient();
  const output = { image_url: "https://example.com/picture.png" };
  const wait = jest.fn(() => Promise.resolve({ output }));
  const run = jest.fn(() => Promise.resolve({ wait }));
  jest.spyOn(cloud, "model").mockReturnValue({ run });
  expect(await draw(cloud, "a lighthouse")).toBe(output.image_url);
  expect(run).toHaveBeenCalledWith({ prompt: "a lighthouse" });
});
