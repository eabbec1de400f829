import { createHash } from "node:crypto";
import { vi } from "vitest";
import { openVolume, type Volume } from "../../../src/files/index.js";
import type { VolumeOptions } from "../../../src/files/index.js";
import { FileServer } from "./server.js";
import { ACCESS } from "./signature.js";
import "../../support/lazy-files.js";

/** A client whose management API knows the volume of a server. */
export const clientOf = (server: FileServer) => ({
  networkVolumes: {
    get: (id: string) => Promise.resolve({ id, dataCenter: server.dataCenter }),
  },
});

/** Opens the volume of a server. */
export function volumeOf(
  server: FileServer,
  options: VolumeOptions = {},
): Promise<Volume> {
  const { endpoint, volumeId } = server;
  const given = { ...ACCESS, endpoint, ...options };
  return openVolume(clientOf(server), volumeId, given);
}

const realTimeout = setTimeout;
/** A pause of a client ends long before this; the limit of one request comes later. */
const STEP_MS = 2500;
/** So many milliseconds without a request show that the client pauses. */
const IDLE_MS = 30;

/**
 * Awaits a promise, and lets the pauses between the requests of a client pass at once. The connection is real: only while
 * the server has nothing to do does the time of the timers go on.
 */
export async function withoutPauses<T>(
  server: FileServer,
  act: () => Promise<T>,
): Promise<T> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const state = { isOver: false };
    const end = () => (state.isOver = true);
    const promise = act();
    promise.then(end, end);
    let idle = 0;
    let seen = -1;
    while (!state.isOver) {
      await new Promise((resolve) => realTimeout(resolve, 1));
      idle =
        server.seen.length === seen && server.underWay === 0 ? idle + 1 : 0;
      seen = server.seen.length;
      if (idle >= IDLE_MS) {
        idle = 0;
        await vi.advanceTimersByTimeAsync(STEP_MS);
      }
    }
    return await promise;
  } finally {
    vi.useRealTimers();
  }
}

/** Bytes that look random and are the same each time. */
export function bytesOf(length: number, seed = "seed"): Buffer {
  const bytes = Buffer.alloc(length);
  let block = createHash("sha256").update(seed).digest();
  for (let at = 0; at < length; at += block.length) {
    block.copy(bytes, at);
    block = createHash("sha256").update(block).digest();
  }
  return bytes;
}
