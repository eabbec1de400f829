// Listens at all addresses of a network of its own, and prints what requests from within and from elsewhere are answered with.
import { createEmulator } from "../../src/index.js";

const PATHS = ["/", "/_emulator/requests", "/v1/pods"];
const statuses: Record<string, number[]> = {};
for (const remoteControl of [false, true]) {
  const emulator = createEmulator();
  const listener = await emulator.listen({ host: "0.0.0.0", remoteControl });
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  for (const address of ["127.0.0.1", "10.0.0.1"]) {
    const answers = [];
    for (const path of PATHS) {
      const url = `http://${address}:${listener.port}${path}`;
      answers.push((await fetch(url, { headers })).status);
    }
    statuses[`${address}, ${remoteControl ? "opened" : "closed"}`] = answers;
  }
  await emulator.close();
}
console.log(JSON.stringify(statuses));
