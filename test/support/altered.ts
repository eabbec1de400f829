import { createEmulator } from "cloud-compute-emulator";
import { createClient, type ClientOptions } from "../../src/index.js";

const POD = { id: "pod", imageName: "example/image:1", env: { A: "1" } };

const TEMPLATE = {
  id: "template",
  name: "template",
  imageName: "example/worker:1",
  isServerless: true,
};

/** An endpoint of the account. Only endpoints of one's own show their health. */
const ENDPOINT_ID = "endpoint";

/** JSON that a test may change at will. */
export interface Body {
  [name: string]: Body;
}

/** A client of an emulator with two Pods and an endpoint. `alter` changes the body of each answer before the client receives it. */
export function reach(
  alter: (body: Body) => unknown,
  options: ClientOptions = {},
  status?: number,
) {
  const emulator = createEmulator({ clock: "manual" });
  emulator.seed({
    pods: [POD, { ...POD, id: "other" }],
    templates: [TEMPLATE],
    endpoints: [{ id: ENDPOINT_ID, templateId: TEMPLATE.id }],
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const answer = await emulator.fetch(input, init);
    const body = JSON.parse(await answer.text()) as Body;
    const { status: usual } = answer;
    return Response.json(alter(body) ?? body, { status: status ?? usual });
  };
  const lines: string[] = [];
  const warn = (line: string) => lines.push(line);
  const { apiKey, urls } = emulator;
  return {
    lines,
    cloud: createClient({ apiKey, fetch, warn, ...urls, ...options }),
  };
}

/** Sets a member of an answer, whatever it held. */
export function set(target: unknown, name: string, value: unknown): void {
  (target as Record<string, unknown>)[name] = value;
}
