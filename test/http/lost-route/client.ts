// Submits a job, cuts the route while the response is under way, and prints what became of the submit.
import { execFileSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { CloudComputeError, createClient } from "../../../src/index.js";

const SERVER = "10.98.0.2";
const ADDRESS = `http://${SERVER}:8080`;

/** Makes the router answer "host unreachable" for the server, or forward to it again. */
function setRoute(action: "add" | "del"): void {
  const router = process.env["ROUTER_PID"] ?? "";
  const rule = ["ip", "route", action, "unreachable", `${SERVER}/32`];
  execFileSync("nsenter", ["--target", router, "--net", ...rule]);
}

await waitForServer();
// On this slow link the body takes some seconds, so that the route is lost while the client sends.
const prompt = "x".repeat(4_000_000);
const cloud = createClient({
  apiKey: "key-0123456789",
  publicBaseUrl: ADDRESS,
  allowInsecureHttp: true,
  onRequest: ({ attempt }) => {
    if (attempt === 1) void setTimeout(500).then(() => setRoute("add"));
  },
  onResponse: ({ attempt }) => {
    if (attempt === 1) setRoute("del");
  },
});
const outcome = await cloud
  .model("my-model")
  .run({ prompt })
  .then(
    ({ id }) => ({ id }),
    (error: unknown) => describe(error),
  );
const submits = Number(await (await fetch(`${ADDRESS}/stop`)).text());
console.log(JSON.stringify({ ...outcome, submits }));
process.exit();

function describe(error: unknown): object {
  if (!(error instanceof CloudComputeError)) throw error;
  const { cause } = error.cause instanceof Error ? error.cause : {};
  const reason = cause instanceof Error ? cause.message : String(cause);
  return { error: error.name, maybeSent: error.maybeSent, reason };
}

async function waitForServer(): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    const isReady = await fetch(`${ADDRESS}/ready`).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await setTimeout(100);
  }
  throw new Error("the server did not start");
}
