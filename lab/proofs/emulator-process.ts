import { createEmulator } from "cloud-compute-emulator";

/** The service in a process of its own, on loopback. The process ends together with the process that forked it. */
const emulator = createEmulator();
const { urls } = await emulator.listen();
process.on("disconnect", () => process.exit());
process.send?.({ ...urls, apiKey: emulator.apiKey });
