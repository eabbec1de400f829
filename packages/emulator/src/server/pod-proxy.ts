import type { AccountState } from "../state/account-state.js";
import { arePortsOpen } from "../resources/pod-container.js";

/** `/proxy/{podId}/{port}/…` of the emulator, or `{podId}-{port}.proxy.…` as the name of the host. */
const PATH = /^\/proxy\/([^/]+)\/(\d+)(\/.*)?$/;
const HOST = /^([\w]+)-(\d+)\.proxy\./;

/**
 * Answers in the place of a Pod's HTTP port, as the proxy of the service does: 502 until the port opens. Undefined for a
 * request that is not for a Pod.
 */
export function answerForPod(
  state: AccountState,
  request: Request,
): Response | undefined {
  const { hostname, pathname, search } = new URL(request.url);
  const byHost = HOST.exec(hostname);
  const match = byHost ?? PATH.exec(pathname);
  if (!match) return undefined;
  const [, podId = "", port = ""] = match;
  const path = (byHost ? pathname : (match[3] ?? "/")) + search;
  state.clock.runDue();
  const pod = state.pods.get(podId);
  if (!pod?.ports.includes(`${port}/http`)) return text(404, "not found");
  if (!arePortsOpen(state, pod)) return text(502, "bad gateway");
  return Response.json({ podId, port, path });
}

function text(status: number, body: string): Response {
  return new Response(body, {
    status,
    headers: { "content-type": "text/plain" },
  });
}
