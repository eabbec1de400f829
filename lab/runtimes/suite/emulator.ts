import { createClient } from "cloud-compute-sdk";
import { createEmulator } from "cloud-compute-emulator";
import { assertEqual, type Case } from "./context.js";

/** The emulator in the very process of the client, without a socket. */
export const emulatorCase: Case = {
  name: "the emulator answers in memory, on all three surfaces",
  run: async () => {
    const { apiKey, fetch, urls, requests } = createEmulator({ speed: 50 });
    const cloud = createClient({ apiKey, fetch, ...urls });
    await cloud.pods.create({ imageName: "ubuntu:24.04" });
    const { myself } = await cloud.graphql.request<{
      myself: { pods: { imageName: string }[] };
    }>("{ myself { pods { imageName } } }");
    assertEqual(myself.pods, [{ imageName: "ubuntu:24.04" }]);
    const run = cloud.model("flux-schnell").runSync({ prompt: "a pier" });
    assertEqual([(await run).status, requests.length], ["COMPLETED", 3]);
  },
};
