import { check } from "../checks.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import type { CallOptions } from "../options.js";

/** The longest time that a port may take to show that it can be used. */
const PROBE_TIMEOUT_MS = 5000;
/** The text of a server that writes first is read up to this length. */
const MAX_BANNER_BYTES = 255;

/** Undefined when a port can be used; otherwise the reason why not. */
export type ProbeResult = string | undefined;

/** What ends a probe early: an abort, or the end of the wait, in milliseconds from now. */
export type ProbeBounds = Pick<CallOptions, "signal" | "timeout">;

/**
 * Opens a connection to a TCP port. With a `banner`, the server must write first, and its text must begin with the
 * banner: a forwarder accepts connections before the program behind it listens.
 */
export function probeTcp(
  host: string,
  port: number,
  banner: string,
  bounds: ProbeBounds,
): Promise<ProbeResult> {
  const net = findNet();
  const probe = (ownSignal: AbortSignal) =>
    new Promise<ProbeResult>((resolve) => {
      const socket = net.connect({ host, port });
      const end = (result: ProbeResult) => {
        socket.destroy();
        resolve(result);
      };
      let text = "";
      socket.on("error", ({ message }) => end(message));
      socket.on("close", () =>
        end("the connection was closed without a banner"),
      );
      socket.on("connect", () => {
        if (banner === "") end(undefined);
      });
      socket.on("data", (bytes: Uint8Array) => {
        text += new TextDecoder("latin1").decode(bytes);
        if (text.startsWith(banner)) end(undefined);
        else if (!banner.startsWith(text.slice(0, MAX_BANNER_BYTES)))
          end("the server sent another banner");
      });
      ownSignal.addEventListener("abort", () => socket.destroy());
    });
  return withProbeTimeout(bounds, probe);
}

/** Sends a GET without the key. Without a wanted `status`, any status from 200 to 299 will do. Redirects are not followed. */
export function probeHttp(
  url: string,
  status: number | undefined,
  bounds: ProbeBounds,
): Promise<ProbeResult> {
  return withProbeTimeout(bounds, async (ownSignal) => {
    try {
      const response = await fetch(url, {
        signal: ownSignal,
        redirect: "manual",
      });
      void response.body?.cancel().catch(() => undefined);
      const isReady =
        status === undefined ? response.ok : response.status === status;
      const wanted = status ?? "2xx";
      return isReady
        ? undefined
        : `it answered ${response.status} instead of ${wanted}`;
    } catch (error) {
      return reasonOf(error);
    }
  });
}

/** Bounds a probe. The time-out is a reason like any other; an abort of `signal` rejects. */
async function withProbeTimeout(
  { signal, timeout = PROBE_TIMEOUT_MS }: ProbeBounds,
  probe: (ownSignal: AbortSignal) => Promise<ProbeResult>,
): Promise<ProbeResult> {
  const timeoutMs = Math.min(PROBE_TIMEOUT_MS, timeout);
  try {
    return await withTimeout(timeoutMs, signal, (ownSignal) =>
      probe(ownSignal()),
    );
  } catch (error) {
    if (error === EXPIRED) return "no answer";
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: unknown };
  if (cause instanceof Error && cause.message) return cause.message;
  return error instanceof Error ? error.message : String(error);
}

function findNet() {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const net = process?.getBuiltinModule?.("node:net");
  check(net !== undefined, "ready", "needs a runtime with TCP sockets", {
    operation: "waitForPod",
  });
  return net;
}
