// Rents a Pod, trains on it, and deletes it: at the end, at an error, and at Ctrl+C. After a crash,
// `npx cloud-compute-sdk sweep` deletes the Pod once its two hours are over.
//   # in the project of the quick start (guides/quick-start.md)
//   npx cloud-compute-emulator -- node --import tsx train-on-gpu.ts
import { createClient } from "cloud-compute-sdk";
import { rentPod } from "cloud-compute-sdk/machines";

const pod = await rentPod(
  createClient().v2,
  {
    name: "training",
    image: "example/trainer:1.0.0", // replace with your own image, with an SSH server and a program on port 8000
    gpu: { id: ["NVIDIA L4", "NVIDIA RTX A5000"] },
    ports: ["22/tcp", "8000/http"],
  },
  {
    maxHours: 2,
    maxCost: 1,
    ready: [{ tcp: 22 }, { http: 8000 }],
    onExit: true,
    onProgress: ({ phase, detail }) => console.log(phase, detail),
  },
);
try {
  console.log(`${pod.costPerHr ?? 0} USD an hour, ${pod.ssh?.command ?? ""}`);
  await train(pod.url(8000), pod.signal);
} finally {
  await pod.release();
}

/** Stands for the work. It ends early when the Pod does. */
async function train(url: string, signal: AbortSignal): Promise<void> {
  for (let epoch = 1; epoch <= 3; epoch++) {
    const response = await fetch(url, { signal });
    console.log(`epoch ${epoch}: the Pod answers ${response.status}`);
  }
}
