import { createClient } from "cloud-compute-sdk";
import {
  createEmulator,
  type Emulator,
  type EmulatorOptions,
  type FaultRule,
  type Listener,
  type Route,
  type Snapshot,
} from "cloud-compute-emulator";

export const options: EmulatorOptions[] = [
  { speed: 20, clock: "real", seed: 7 },
  // @ts-expect-error: a misspelt option
  { sped: 20 },
];

export const emulator: Emulator = createEmulator(options[0]);

export const cloud = createClient({
  apiKey: emulator.apiKey,
  fetch: emulator.fetch,
  ...emulator.urls,
});

const route: Route = "POST /v2/{slug}/run";
const fault: FaultRule = { status: 503, times: 2, delay: 10 };
emulator.fail(route, fault);
emulator.fail("PATCH /pods/{podId}");
// @ts-expect-error: a route that is none
emulator.fail("GET /pod/{podId}");
// @ts-expect-error: a misspelt member of a fault
emulator.fail(route, { statuss: 503 });

emulator.model<{ readonly text: string }>(
  "shout",
  ({ text }, { stream, progress, signal }) => {
    stream(signal.aborted);
    progress({ percent: 20 });
    return text.toUpperCase();
  },
  { executionTime: 10 },
);

export async function serve(): Promise<Snapshot> {
  const { urls, port, close }: Listener = await emulator.listen({ port: 0 });
  emulator.seed({ pods: [{ imageName: `${urls.baseUrl}:${port}` }] });
  const paths: string[] = emulator.requests.map(({ path }) => path);
  await close();
  // @ts-expect-error: an option that a listener has not
  await emulator.listen({ prot: paths.length });
  return emulator.snapshot();
}
