import { createClient } from "../../../src/index.js";

// Submits a job, and tells its id, or the error.
const url = process.argv[2] ?? "";
const cloud = createClient({ apiKey: "test-key", publicBaseUrl: url });
const model = cloud.model("m");
await model.health();
await model.run({ prompt: "x" }, { timeout: 5000, retries: 0 }).then(
  ({ id }) => process.send?.({ id }),
  (error: unknown) => process.send?.({ error: String(error) }),
);
process.disconnect();
