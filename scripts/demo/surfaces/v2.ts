import type { Client } from "../../../src/index.js";
import type { Steps } from "../steps.js";

/** Shows version 2 of the management API: a Pod, its log until it stops, and its end. */
export async function runScenes(steps: Steps, cloud: Client): Promise<void> {
  await steps.run(
    "create a Pod by version 2, follow its log, and delete it",
    async () => {
      const { pods } = cloud.v2;
      const { id, status } = await pods.create({
        name: "demo",
        image: "ubuntu:24.04",
        gpu: { id: "NVIDIA L4", count: 1 },
      });
      const lines: string[] = [];
      for await (const { line } of pods.logs(id)) {
        lines.push(line);
        if (lines.length === 3) await pods.action(id, { action: "stop" });
      }
      await pods.action(id, { action: "terminate" });
      return `${id}, ${status}: ${lines.join(" · ")}`;
    },
  );
}
