// Calls each tool of the operator's MCP server, which talks to a listening emulator, over stdio. Prints a line of JSON
// for each call: the tool, and what it answered if that was an error.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const { origin, apiKey, endpointId } = JSON.parse(process.argv[2] ?? "{}");

const client = new Client({ name: "lab", version: "1.0.0" });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [
      "--import",
      "./redirect.mjs",
      "node_modules/@runpod/mcp-server/dist/stdio.mjs",
    ],
    env: {
      ...process.env,
      RUNPOD_API_KEY: apiKey,
      RUNPOD_API_BASE_URL: origin,
      EMULATOR_ORIGIN: origin,
    },
    stderr: "ignore",
  }),
);

const called = new Set();

/** Calls a tool, and returns what it answered. */
async function call(name, args = {}, isRefusalRight = false) {
  called.add(name);
  const { content, isError } = await client.callTool({ name, arguments: args });
  const text = content?.[0]?.text ?? "";
  const isWrong = isError && !isRefusalRight;
  console.log(
    JSON.stringify({
      call: name,
      ...(isWrong && { error: text.slice(0, 500) }),
    }),
  );
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The id in an answer, however deep it stands. */
function idOf(answer) {
  if (typeof answer !== "object" || answer === null) return undefined;
  if (typeof answer.id === "string") return answer.id;
  return Object.values(answer)
    .map(idOf)
    .find((id) => id !== undefined);
}

/** The texts under a name in an answer, however deep they stand. */
function textsUnder(answer, name) {
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) =>
    key === name && typeof value === "string"
      ? [value]
      : textsUnder(value, name),
  );
}

const period = {
  startTime: "2026-11-01T00:00:00Z",
  endTime: "2026-11-08T00:00:00Z",
};
const gpu = { id: "NVIDIA L4", count: 1 };

// What the account may use.
await call("list-gpu-types", {
  include: ["AVAILABILITY"],
  product: ["POD", "SERVERLESS"],
});
await call("get-gpu-type", {
  id: gpu.id,
  include: ["AVAILABILITY"],
  product: ["POD"],
});
await call("list-cpu-types", { include: ["AVAILABILITY"], product: ["POD"] });
await call("get-cpu-type", {
  id: "cpu3c",
  include: ["AVAILABILITY"],
  product: ["POD"],
  vcpuCount: 2,
});
await call("list-data-centers", { include: ["GPU_AVAILABILITY"] });
await call("get-data-center", {
  id: "EU-RO-1",
  include: ["GPU_AVAILABILITY"],
});
await call("get-capacity", {});
await call("get-capacity", { cudaVersions: ["12.8"] });
const listings = await call("list-hub-repos", {
  limit: 5,
  type: "SERVERLESS",
});
await call("list-public-endpoints", { limit: 5 });
await call("list-public-templates", {});
await call("get-ssh-keys");
await call("update-ssh-keys", {
  body: { keys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample lab"] },
});

// Registries, delegations and templates.
const registry = idOf(
  await call("create-registry", {
    body: { name: "registry", username: "lab", password: "a-long-password" },
  }),
);
await call("get-registry", { id: registry });
await call("list-registries");
const delegation = await call("create-delegation", {
  body: {
    resource: "arn:aws:ecr:eu-west-1:123456789012:repository/lab",
    name: "delegation",
  },
});
await call("list-delegations");
await call("revoke-delegation", { id: idOf(delegation) ?? "none" });
const template = idOf(
  await call("create-template", {
    body: { name: "template", image: "python:3.13" },
  }),
);
await call("get-template", { id: template });
await call("list-templates");
await call("update-template", { id: template, body: { name: "renamed" } });

// Volumes and Pods.
const volume = idOf(
  await call("create-network-volume", {
    body: { name: "volume", size: 10, dataCenter: "EU-RO-1" },
  }),
);
await call("get-network-volume", { id: volume });
await call("list-network-volumes");
await call("update-network-volume", { id: volume, body: { size: 20 } });
const pod = idOf(
  await call("create-pod", {
    body: { name: "pod", image: "python:3.13", gpu },
  }),
);
await call("get-pod", { id: pod });
await call("list-pods");
await call("update-pod", { id: pod, body: { name: "renamed" } });
await call("stream-pod-logs", { podId: pod, maxWaitMs: 500 });
await call("pod-action", { id: pod, body: { action: "stop" } });
await call("pod-action", { id: pod, body: { action: "start" } });

// Clusters.
const cluster = idOf(
  await call("create-cluster", {
    body: {
      name: "cluster",
      image: "python:3.13",
      type: "TRAINING",
      compute: {
        gpuTypeId: "NVIDIA H100 80GB HBM3",
        gpuCountPerPod: 8,
        podCount: 2,
      },
    },
  }),
);
await call("get-cluster", { id: cluster });
await call("list-clusters");
await call("list-cluster-pods", { id: cluster });
await call("update-cluster", { id: cluster, body: { name: "renamed" } });
await call("delete-cluster", { id: cluster });

// Endpoints and their jobs.
const endpoint = idOf(
  await call("create-endpoint", {
    body: {
      name: "endpoint",
      image: "python:3.13",
      type: "QUEUE",
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
      gpu: { pools: ["ADA_24"], count: 1 },
      workers: { min: 1, max: 2 },
    },
  }),
);
await call("get-endpoint", { id: endpoint });
await call("list-endpoints");
await call("update-endpoint", { id: endpoint, body: { name: "renamed" } });
await call("set-endpoint-gpus", {
  endpointId: endpoint,
  gpuIds: "AMPERE_16,-NVIDIA RTX A4500",
});
await call("list-endpoint-builds", { id: endpoint });
await call("list-endpoint-releases", { id: endpoint });
const workers = await call("list-endpoint-workers", { id: endpoint });
const [workerId = "none"] = textsUnder(workers, "id");
await call("stream-worker-logs", {
  endpointId: endpoint,
  workerId,
  maxWaitMs: 500,
});
await call("get-endpoint-build", { id: endpoint, buildId: "none" }, true);
await call("runsync-endpoint", {
  endpointId,
  input: { prompt: "a lighthouse" },
});
const job = idOf(
  await call("run-endpoint", { endpointId, input: { prompt: "a pier" } }),
);
await call("get-job-status", { endpointId, jobId: job, wait: 10_000 });
await call("stream-job", { endpointId, jobId: job });
await call("endpoint-health", { endpointId });
const unwanted = idOf(
  await call("run-endpoint", { endpointId, input: { prompt: "a buoy" } }),
);
await call("cancel-job", { endpointId, jobId: unwanted });
const failing = idOf(
  await call("run-endpoint", { endpointId, input: { prompt: "fail" } }),
);
await call("get-job-status", { endpointId, jobId: failing, wait: 10_000 });
await call("retry-job", { endpointId, jobId: failing });
await call("purge-endpoint-queue", { endpointId });
const [repo = "none"] = textsUnder(listings, "repo");
await call("deploy-hub-repo", { repo });

// What was spent.
for (const name of [
  "list-billing",
  "list-cluster-billing",
  "list-endpoint-billing",
  "list-network-volume-billing",
  "list-pod-billing",
  "list-serverless-billing",
])
  await call(name, period);

// The end of everything.
await call("delete-endpoint", { id: endpoint });
await call("delete-pod", { id: pod });
await call("delete-network-volume", { id: volume });
await call("delete-template", { id: template });
await call("delete-registry", { id: registry });

const { tools } = await client.listTools();
const left = tools.map(({ name }) => name).filter((name) => !called.has(name));
if (left.length > 0)
  console.log(JSON.stringify({ call: "every tool", error: left.join(", ") }));
await client.close();
