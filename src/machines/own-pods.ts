import { ConnectionError } from "../errors.js";
import { sleep } from "../http/timeout.js";
import { stallMs } from "../jobs/outage.js";
import type { PodService } from "./pod-service.js";
import type { PodState } from "./pod-state.js";
import { hasTag, type Tag } from "./tag.js";

/** How long one read of a Pod may take. */
const READ_TIMEOUT_MS = 20_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5000;
/** For how long neither the Pod nor the list may show a Pod of the rental until there is none. */
const ABSENT_FOR_MS = 10_000;

/**
 * Knows which Pods are those of a rental: the service has shown their tag when they were read, by their id or in the list.
 * The answer to a create proves nothing, because a gateway may have put the id of another Pod into it. A rental ends and
 * changes no other Pod.
 */
export class OwnPods {
  /** The calls of the rental. They take note of each Pod that is read. */
  readonly service: PodService;
  readonly #tag: Tag;
  readonly #ids = new Set<string>();

  constructor(service: PodService, tag: Tag) {
    this.#tag = tag;
    this.service = {
      ...service,
      list: async (options) => {
        const pods = await service.list(options);
        for (const pod of pods) this.#note(pod);
        return pods;
      },
      find: async (id, options) => {
        const pod = await service.find(id, options);
        if (pod) {
          this.#note(pod);
          // The service may leave out the name.
          if (pod.name !== "" && !this.has(id)) throw createForeignError(pod);
        }
        return pod;
      },
    };
  }

  /** Whether the service has shown this Pod with the tag of the rental. An update may have removed the tag since. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  #note({ id, name }: PodState): void {
    if (hasTag(name, this.#tag)) this.#ids.add(id);
  }

  /** Reads a Pod whose id came with the answer to its create. An error says that the Pod is not of this rental. */
  async read(id: string, signal: AbortSignal): Promise<Error | undefined> {
    const options = { retries: 0, timeout: READ_TIMEOUT_MS, signal };
    try {
      await this.service.find(id, options);
      return undefined;
    } catch (error) {
      return error instanceof ForeignPodError ? error : undefined;
    }
  }

  /**
   * Returns the Pod if it is one of the rental, or else the Pod that the list shows with the tag. Resolves with undefined if
   * for ten seconds neither was there.
   *
   * @param findTagged reads the Pods with the tag from the list
   * @throws the last error if the service has not answered in time
   */
  async require(
    pod: PodState,
    timeoutMs: number,
    findTagged: () => Promise<readonly PodState[]>,
  ): Promise<PodState | undefined> {
    const { id } = pod;
    let givesUpAt = performance.now() + timeoutMs;
    let absentSince: number | undefined;
    for (let attempt = 0; ; attempt++) {
      if (this.has(id)) return pod;
      const begunAt = performance.now();
      let failure: Error | undefined;
      try {
        const options = { retries: 0, timeout: READ_TIMEOUT_MS };
        await this.service.find(id, options);
        if (this.has(id)) return pod;
      } catch (error) {
        if (!(error instanceof ForeignPodError)) failure = asError(error);
      }
      try {
        const tagged = await findTagged();
        const [own] = tagged;
        if (own) return this.has(id) ? pod : own;
      } catch (error) {
        failure = asError(error);
      }
      const now = performance.now();
      absentSince = failure ? undefined : (absentSince ?? now);
      if (now - (absentSince ?? now) >= ABSENT_FOR_MS) return undefined;
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
      givesUpAt += stallMs(begunAt, 2 * READ_TIMEOUT_MS);
      if (now + pauseMs >= givesUpAt) throw failure ?? createUnseenError(id);
      await sleep(pauseMs, undefined);
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The error of a read that shows a Pod without the tag of the rental. */
class ForeignPodError extends ConnectionError {}

function createForeignError({ id, name }: PodState): ForeignPodError {
  const problem = `the create was answered with the id of Pod ${id} (name: ${JSON.stringify(name)}), which is not of this rental and is left alone`;
  return new ForeignPodError(problem, {
    operation: "rentPod",
    maybeSent: true,
  });
}

function createUnseenError(id: string): ConnectionError {
  const problem = `the service has not shown Pod ${id}, so that it is not certain that the Pod is of this rental`;
  return new ConnectionError(problem, {
    operation: "pod.release",
    maybeSent: true,
  });
}
