import { ConnectionError } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { PodService } from "./pod-service.js";
import { isTerminated, type PodState } from "./pod-state.js";
import { CALL_TIMEOUT_MS, repeat } from "./repeat.js";
import { hasTag, type Tag } from "./tag.js";

/** For how long neither the Pod nor the list may show a Pod of the rental until there is none. */
const ABSENT_FOR_MS = 10_000;
const READ_OPTIONS = { retries: 0, timeout: CALL_TIMEOUT_MS };

/**
 * Knows which Pods are those of a rental: the service has shown their tag when they were read, by their id or in the list.
 * The answer to a create proves nothing, because a gateway may have put the id of another Pod into it. A rental ends and
 * changes no other Pod.
 */
export class OwnPods {
  /** The calls of the rental. Its `find` throws for a Pod that is not of this rental. */
  readonly service: PodService;
  readonly #tag: Tag;
  readonly #ids = new Set<string>();
  /** When the last create was sent, by `performance.now()`. */
  #createdAt: number | undefined;

  constructor(service: PodService, tag: Tag) {
    this.#tag = tag;
    this.service = {
      ...service,
      find: async (id, options) => {
        const pod = await service.find(id, options);
        if (pod && hasTag(pod.name, tag)) this.#ids.add(id);
        // The service may leave out the name. An update may have removed the tag since it was seen.
        else if (pod && pod.name !== "" && !this.#ids.has(id))
          throw new ForeignPodError(pod);
        return pod;
      },
    };
  }

  /** Whether a create was sent. */
  get mayExist(): boolean {
    return this.#createdAt !== undefined;
  }

  /** How many Pods the service has shown with the tag. */
  get count(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** To be called when a create is sent. */
  noteCreate(): void {
    this.#createdAt = performance.now();
  }

  /** Reads a Pod, and resolves with the error of a read that has failed: a `ForeignPodError` for a Pod of somebody else. */
  async read(
    id: string,
    options: CallOptions = {},
  ): Promise<Error | undefined> {
    try {
      await this.service.find(id, { ...READ_OPTIONS, ...options });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /**
   * Reads the list for the Pods of the rental that exist.
   *
   * @throws ConnectionError if the list comes from a cache, and is older than the last create
   */
  async list(options: CallOptions = {}): Promise<readonly PodState[]> {
    let ageMs = 0;
    const pods = await this.service.list({
      ...READ_OPTIONS,
      ...options,
      onFinalResponse: ({ headers }) => {
        ageMs = Number(headers.get("age") ?? 0) * 1000;
      },
    });
    const tagged = pods.filter((pod) => hasTag(pod.name, this.#tag));
    for (const { id } of tagged) this.#ids.add(id);
    const found = tagged.filter((pod) => !isTerminated(pod));
    const isOld = ageMs > performance.now() - (this.#createdAt ?? 0);
    if (found.length === 0 && isOld)
      throw new ConnectionError(
        "the list of Pods comes from a cache, and is older than the create",
        { operation: "rentPod", maybeSent: true },
      );
    return found;
  }

  /**
   * Returns the Pod if it is one of the rental, or else the Pod that the list shows with the tag. Resolves with undefined if
   * for ten seconds neither was there.
   *
   * @throws the last error if the service has not answered in time
   */
  async require(
    pod: PodState,
    timeoutMs: number,
  ): Promise<PodState | undefined> {
    const { id } = pod;
    let absentSince: number | undefined;
    const outcome = await repeat(timeoutMs, undefined, async (time) => {
      if (this.has(id)) return { pod };
      const since = absentSince;
      absentSince = undefined;
      const failure = await this.read(id, { timeout: time.callTimeoutMs() });
      if (this.has(id)) return { pod };
      const [own] = await this.list({ timeout: time.callTimeoutMs() });
      if (own) return { pod: this.has(id) ? pod : own };
      if (failure && !(failure instanceof ForeignPodError)) throw failure;
      const now = performance.now();
      absentSince = since ?? now;
      const isAbsent = now - absentSince >= ABSENT_FOR_MS;
      return isAbsent ? { pod: undefined } : undefined;
    });
    if (!outcome) throw createUnseenError(id);
    return outcome.pod;
  }
}

/** The answer to a create, or a read of its Pod, shows the Pod of somebody else, as a cache does. */
export class ForeignPodError extends ConnectionError {
  constructor({ id, name }: PodState) {
    const problem = `the create was answered with Pod ${id} (name: ${JSON.stringify(name)}), which is not of this rental and is left alone`;
    super(problem, { operation: "rentPod", maybeSent: true });
  }
}

function createUnseenError(id: string): ConnectionError {
  const problem = `the service has not shown Pod ${id}, so that it is not certain that the Pod is of this rental`;
  return new ConnectionError(problem, {
    operation: "pod.release",
    maybeSent: true,
  });
}
