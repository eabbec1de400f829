import {
  CloudComputeError,
  ConnectionError,
  InputError,
  ResponseError,
  type RefusalCode,
} from "../errors.js";
import { readRefusal } from "../http/reason.js";
import { askedPause, retryDelay } from "../http/retry.js";
import { sleep } from "../http/timeout.js";
import { isOfService } from "../http/refusals.js";
import { RentError, type RefusedCreate } from "./errors.js";
import { ForeignPodError, type OwnPods } from "./own-pods.js";
import type { PodCreate } from "./plan.js";
import type { PodState } from "./pod-state.js";
import { repeat } from "./repeat.js";
import { hasTag, type Tag } from "./tag.js";

/** A Pod must be absent from the list for this long before a create whose outcome is unknown counts as not carried out. */
const ABSENCE_MS = 60_000;
/** The search ends after this time even if no list could be read. */
const MAX_SEARCH_MS = 300_000;
/** How many creates whose outcome is unknown one rental sends at most, the search for each included. */
const MAX_LOST_CREATES = 3;
/** So many identical refusals that do not say "no machine" are about the request, and not about the place. */
const MAX_SAME_REFUSALS = 3;
/** So many of the places that gave the same reason are named in the message of an error; `refusals` has them all. */
const MAX_NAMED_PLACES = 5;
/** How often a create that was certainly not carried out is sent again. */
const MAX_RETRIES = 3;

/** What a create needs of its rental. */
interface CreateContext {
  readonly own: OwnPods;
  readonly creates: readonly PodCreate[];
  readonly tag: Tag;
  readonly podName: string;
  /** Ends the creation before the next create is sent. A create that was sent is always finished. */
  readonly signal: AbortSignal;
  readonly report: (phase: "creating" | "searching", detail: string) => void;
}

/** The outcome of one create. */
type Outcome =
  | { readonly kind: "created"; readonly pod: PodState }
  | { readonly kind: "refused" | "unknown"; readonly error: unknown };

/** Creates the Pod of a rental, and never loses it: a create whose outcome is unknown is followed by a search. */
export class PodCreation {
  readonly #context: CreateContext;
  readonly #refusals: RefusedCreate[] = [];
  #lostCreates = 0;
  #answeredCreates = 0;

  constructor(context: CreateContext) {
    this.#context = context;
  }

  /** Whether the outcome of a create was unknown: its Pod may still appear. */
  get hasLostCreates(): boolean {
    return this.#lostCreates > 0;
  }

  /** Whether a Pod of a lost create may still appear: the service has not shown one for each create. */
  get mayAppear(): boolean {
    const { own } = this.#context;
    const creates = this.#lostCreates + this.#answeredCreates;
    return this.hasLostCreates && own.count < creates;
  }

  /**
   * Sends the creates one after another until one succeeds.
   *
   * @throws RentError if no create succeeds
   * @throws InputError if the body cannot be sent
   * @throws the reason of the signal if that aborts before a create is sent
   */
  async run(): Promise<PodState> {
    for (const create of this.#context.creates) {
      const pod = await this.#create(create);
      if (pod) return pod;
    }
    throw this.#createError("no_capacity", this.#refusals.at(-1)?.error);
  }

  /** Creates a Pod. Resolves with undefined if the next create may succeed, and throws if it would not. */
  async #create(create: PodCreate): Promise<PodState | undefined> {
    const { signal, own } = this.#context;
    for (;;) {
      signal.throwIfAborted();
      if (this.hasLostCreates) {
        // Its Pod may have appeared since: another create would make a second one.
        const [appeared] = await own.list().catch(() => []);
        if (appeared) return appeared;
      }
      const outcome = await this.#send(create);
      if (outcome.kind === "created") return outcome.pod;
      const { error } = outcome;
      const { gpuTypeId, candidate } = create;
      const dataCenterId = candidate?.dataCenterId;
      this.#refusals.push({ gpuTypeId, dataCenterId, error });
      const isUnknown = outcome.kind === "unknown";
      if (isUnknown) {
        this.#lostCreates++;
        const found = await this.#search(error);
        if (found) return found;
      }
      if (this.#meansElsewhere(error, create)) return undefined;
      if (!isUnknown || this.#lostCreates >= MAX_LOST_CREATES)
        throw this.#createError(codeOf(error), error);
    }
  }

  /**
   * Whether a refusal means that the next create may succeed: no machine is free, or, for a candidate, the account has no
   * access to the place. Version 2 sends 400 for a lack of machines in words that change; the same unknown words three times
   * are about the request.
   */
  #meansElsewhere(error: unknown, { candidate }: PodCreate): boolean {
    if (isAboutCapacity(error)) return true;
    if (!candidate || !(error instanceof ResponseError)) return false;
    // A page of an edge says nothing about a place.
    if (!isOfService(error)) return false;
    if (readRefusal(textOf(error)) !== undefined) return false;
    if (error.status === 403) return true;
    const { message } = error;
    const same = this.#refusals.filter(
      (each) => each.error instanceof Error && each.error.message === message,
    );
    return error.status === 400 && same.length < MAX_SAME_REFUSALS;
  }

  /** Sends one create, and retries the create while certainly no attempt was carried out. */
  async #send(create: PodCreate): Promise<Outcome> {
    const { signal, report, tag, own } = this.#context;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      report("creating", describePlace(create));
      own.noteCreate();
      try {
        // Without the signal: an abort must not lose the id of the Pod.
        const pod = await create.send({ retries: 0 });
        if (!hasTag(pod.name, tag))
          return { kind: "unknown", error: new ForeignPodError(pod) };
        return await this.#confirm(pod);
      } catch (error) {
        if (error instanceof InputError) throw error;
        const isCertain =
          error instanceof CloudComputeError && !error.maybeSent;
        if (!isCertain) return { kind: "unknown", error };
        const delay = delayBeforeRetry(error, attempt);
        if (delay === undefined) return { kind: "refused", error };
        await sleep(delay, signal);
        // A look at the list costs nothing, and a second Pod does.
        const [made] = await own.list().catch(() => []);
        if (made) return { kind: "created", pod: made };
      }
    }
  }

  /** Reads the Pod of a create that was answered with the tag: the id of the answer may be that of another Pod. */
  async #confirm(pod: PodState): Promise<Outcome> {
    const { own, signal } = this.#context;
    const error = await own.read(pod.id, { signal });
    if (error instanceof ForeignPodError) return { kind: "unknown", error };
    this.#answeredCreates++;
    if (own.has(pod.id)) return { kind: "created", pod };
    // The service may not know a new Pod yet. If the list shows none either, the Pod is read again before its end.
    const [listed = pod] = await own.list().catch(() => []);
    return { kind: "created", pod: own.has(pod.id) ? pod : listed };
  }

  /**
   * Searches the list for the Pod of a create whose outcome is unknown. Resolves with undefined when the Pod has been
   * absent for 60 seconds. No abort ends the search: the Pod may run.
   */
  async #search(createError: unknown): Promise<PodState | undefined> {
    const { report, own } = this.#context;
    const absenceS = ABSENCE_MS / 1000;
    const plan = `searching the list for up to ${absenceS} s for a Pod of this create`;
    report("searching", `${messageOf(createError)}: ${plan}`);
    const search = repeat(MAX_SEARCH_MS, undefined, async ({ elapsedMs }) => {
      const [pod] = await own.list();
      if (pod) return { pod };
      return elapsedMs >= ABSENCE_MS ? { pod } : undefined;
    });
    const outcome = await search.catch((listError: unknown) => {
      throw this.#createError("create_lost", listError, "cannot be read");
    });
    return outcome?.pod;
  }

  /** The error of a create that has failed: with another code where a Pod of a lost create may still appear. */
  #createError(
    failure: RefusalCode | "create_refused" | "create_lost",
    cause: unknown,
    ofList = "has shown no Pod of this rental",
  ): RentError {
    const mayBeLeft = failure === "create_lost" || this.mayAppear;
    const code = mayBeLeft ? "create_lost" : failure;
    const problems: Partial<Record<typeof code, string>> = {
      no_capacity: "no machine with the wanted hardware is free",
      create_lost: `it is unknown whether a Pod was created, and the list ${ofList}`,
    };
    const { podName } = this.#context;
    const refusals = this.#refusals;
    const problem = `${problems[code] ?? "the Pod could not be created"} (${describeRefusals(refusals)})`;
    return new RentError(code, problem, {
      cause,
      podName,
      refusals,
      mayBeLeft,
    });
  }
}

/** Each reason once, after the first places that gave it. */
function describeRefusals(refusals: readonly RefusedCreate[]): string {
  const placesOf = new Map<string, string[]>();
  for (const { gpuTypeId, dataCenterId, error } of refusals) {
    const reason = messageOf(error);
    const places = placesOf.get(reason) ?? [];
    placesOf.set(reason, places);
    if (gpuTypeId !== undefined)
      places.push(describeHardware(gpuTypeId, dataCenterId));
  }
  const described = Array.from(placesOf, ([reason, places]) => {
    const more = places.length - MAX_NAMED_PLACES;
    const named = places.slice(0, MAX_NAMED_PLACES).join(", ");
    if (named === "") return reason;
    return `${named}${more > 0 ? ` and ${more} more` : ""}: ${reason}`;
  });
  return described.join("; ");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What a create asks for. */
function describePlace({ gpuTypeId, candidate }: PodCreate): string {
  // Such a create has a ranking of GPU types, a template or a CPU.
  if (gpuTypeId === undefined) return "what the input asks for";
  return describeHardware(gpuTypeId, candidate?.dataCenterId);
}

/** A GPU type, and where it is; the parts that are not known are left out. */
export function describeHardware(
  gpuTypeId: string | undefined,
  dataCenterId: string | undefined,
): string {
  const place = dataCenterId === undefined ? "" : `in ${dataCenterId}`;
  return [gpuTypeId, place].filter(Boolean).join(" ");
}

/** The pause before a create that was certainly not carried out is sent again; undefined if it must not be. */
function delayBeforeRetry(error: unknown, attempt: number): number | undefined {
  if (attempt > MAX_RETRIES) return undefined;
  if (error instanceof ConnectionError)
    return retryDelay(attempt, undefined, Math.random());
  if (!(error instanceof ResponseError) || error.status !== 429)
    return undefined;
  return retryDelay(attempt, askedPause(error.headers), Math.random());
}

/** The code of the error of a rental whose create no other place would change. */
function codeOf(error: unknown): RefusalCode | "create_refused" {
  const isRefusal = error instanceof ResponseError && isOfService(error);
  const code = isRefusal ? error.code : undefined;
  const isKnown = code === "insufficient_balance" || code === "quota_exceeded";
  return isKnown ? code : "create_refused";
}

/** Whether the service refused a create for lack of a machine, and for no other reason. */
function isAboutCapacity(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return false;
  const { status } = error;
  const mayMeanCapacity = [400, 403, 409].includes(status) || status >= 500;
  return mayMeanCapacity && readRefusal(textOf(error)) === "no_capacity";
}

function textOf({ message, body }: ResponseError): string {
  return `${message} ${JSON.stringify(body ?? "")}`;
}
