// Jest as it comes: CommonJS, without a flag of Node, and with globals of its own for each test file.
const {
  createClient,
  ConnectionError,
  InputError,
} = require("cloud-compute-sdk");
const { createEmulator } = require("cloud-compute-emulator");

const emulator = createEmulator({ speed: 100 });
let urls;
beforeAll(async () => ({ urls } = await emulator.listen()));
afterAll(() => emulator.close());

const { apiKey } = emulator;
const INPUT = { prompt: "a pier" };

test.each(["in memory", "over a socket"])(
  "a client calls the emulator %s",
  async (way) => {
    const address =
      way === "in memory" ? { ...emulator.urls, fetch: emulator.fetch } : urls;
    const cloud = createClient({ apiKey, ...address });
    expect(
      (await cloud.pods.create({ imageName: "ubuntu:24.04" })).id,
    ).toBeTruthy();
    expect((await cloud.graphql.myself()).myself.id).toBeTruthy();
    const job = await cloud
      .model("black-forest-labs-flux-1-schnell")
      .run(INPUT);
    expect(await job.wait({ interval: 10 })).toMatchObject({
      status: "COMPLETED",
    });
    await expect(cloud.pods.get("none")).rejects.toMatchObject({ status: 404 });
  },
);

test("a refused connection was certainly not sent", async () => {
  const baseUrl = "http://127.0.0.1:1/v1";
  const cloud = createClient({ apiKey, baseUrl, retries: 0 });
  const error = await cloud.pods.list().catch((reason) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ maybeSent: false });
});

test("a wrong option is an InputError", () => {
  expect(() => createClient({ apiKey: "" })).toThrow(InputError);
});
