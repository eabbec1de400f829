import {
  createEmulator,
  type EmulatorOptions,
  type Route,
} from "cloud-compute-emulator";
import { createClient, type ClientOptions } from "../../src/index.js";

/** A client of an emulator in memory, and the requests of a route that the emulator has received. */
export function createEmulatedClient(
  options: ClientOptions = {},
  emulatorOptions: EmulatorOptions = {},
) {
  const emulator = createEmulator(emulatorOptions);
  const { apiKey, fetch, urls } = emulator;
  const cloud = createClient({ apiKey, fetch, ...urls, ...options });
  const requestsOf = (route: Route) =>
    emulator.requests.filter((request) => request.route === route);
  return { emulator, cloud, requestsOf };
}
