import type { JobRequest } from "../../../generated/jobs/resources.js";
import type {
  ContainerRegistryAuthCreateInput,
  EndpointCreateInput,
  NetworkVolumeCreateInput,
  PodCreateInput,
  TemplateCreateInput,
} from "../../../generated/rest/resources.js";
import type { components } from "../../../generated/jobs/types.js";
import { checkNames } from "./checks.js";
import { createEndpoint } from "./endpoints.js";
import { submit } from "../jobs/jobs.js";
import { createPod, stopPod } from "./pods.js";
import type { Schemas } from "./records.js";
import { createRegistryAuth } from "./registry-auths.js";
import { Refusal } from "../server/refused-error.js";
import { changed, type State } from "./state.js";
import { createTemplate } from "./templates.js";
import { bodyMembers, checkBody, show } from "../server/validate.js";
import { createVolume } from "./volumes.js";

/** A body as its create call takes it, with the id that the thing is to have; without one it gets one. */
type Sown<Body> = Body & { readonly id?: string | undefined };

/**
 * What to add to an account. Later kinds may name what earlier ones of this order made. A member that is `undefined`
 * counts as not given.
 */
export interface SeedData {
  readonly containerRegistryAuths?:
    readonly Sown<ContainerRegistryAuthCreateInput>[] | undefined;
  readonly networkVolumes?:
    readonly Sown<NetworkVolumeCreateInput>[] | undefined;
  readonly templates?: readonly Sown<TemplateCreateInput>[] | undefined;
  readonly endpoints?: readonly Sown<EndpointCreateInput>[] | undefined;
  /** A Pod that is to be stopped says so. */
  readonly pods?:
    | readonly (Sown<PodCreateInput> & {
        readonly desiredStatus?: "RUNNING" | "EXITED" | undefined;
      })[]
    | undefined;
  /** Submitted with `/run`, in this order. */
  readonly jobs?:
    readonly (Sown<JobRequest> & { readonly slug: string })[] | undefined;
}

/** The route whose body an entry is, what makes a thing of it, and the members it has beside those of the body and `id`. */
type Kind = readonly [
  route: string,
  create: (state: State, entry: never) => unknown,
  own?: readonly string[],
];

/** Every kind, in the order in which they are made. */
const kinds: Readonly<Record<keyof SeedData, Kind>> = {
  containerRegistryAuths: ["POST /containerregistryauth", createRegistryAuth],
  networkVolumes: ["POST /networkvolumes", createVolume],
  templates: ["POST /templates", createTemplate],
  endpoints: ["POST /endpoints", createEndpoint],
  pods: ["POST /pods", sowPod, ["desiredStatus"]],
  jobs: ["POST /v2/{slug}/run", sowJob, ["slug"]],
};

/** Adds all of it, or what comes before the first thing that is refused: that one is named in a TypeError. */
export function sow(state: State, data: SeedData): void {
  checkNames("seed", data, Object.keys(kinds));
  const sown = asJson(data);
  state.clock.settle();
  try {
    for (const [name, kind] of Object.entries(kinds))
      entriesOf(sown, name).forEach((entry, index) =>
        plant(state, `${name}[${index}]`, kind, entry),
      );
  } finally {
    changed(state);
  }
}

/** As a body would come in: what is undefined is not there. */
function asJson(data: SeedData): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
  } catch (cause) {
    throw new TypeError("seed: JSON cannot say what was given", { cause });
  }
}

function entriesOf(
  sown: Readonly<Record<string, unknown>>,
  name: string,
): readonly unknown[] {
  const entries = sown[name] ?? [];
  if (Array.isArray(entries)) return entries;
  throw new TypeError(
    `seed: ${name} must be a list (it was ${show([], entries)})`,
  );
}

function plant(
  state: State,
  place: string,
  [route, create, own = []]: Kind,
  entry: unknown,
): void {
  const { newId } = state;
  try {
    checkBody(route, entry);
    const members = bodyMembers(route);
    if (members) checkNames(place, entry, [...members, "id", ...own]);
    const { id, ...body } = entry as { readonly id?: unknown };
    if (id !== undefined) state.newId = givenFirst(state, id);
    create(state, body as never);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new TypeError(`${place}: ${error.message}`, { cause: error });
  } finally {
    state.newId = newId;
  }
}

/** The given id, then ids of the usual kind. */
function givenFirst(state: State, id: unknown): () => string {
  const { newId, pods, endpoints, templates, volumes, auths, jobs } = state;
  const all = [pods, endpoints, templates, volumes, auths, jobs];
  if (typeof id !== "string" || id === "")
    throw new Refusal(400, `id must be a text (it was ${show([], id)})`);
  if (all.some((owned) => owned.has(id)))
    throw new Refusal(400, `the id "${id}" is taken`);
  let isGiven = false;
  return () => {
    if (isGiven) return newId();
    isGiven = true;
    return id;
  };
}

function sowPod(
  state: State,
  {
    desiredStatus = "RUNNING",
    ...body
  }: Schemas["PodCreateInput"] & { readonly desiredStatus?: string },
): void {
  if (!["RUNNING", "EXITED"].includes(desiredStatus))
    throw new Refusal(
      400,
      `desiredStatus must be RUNNING or EXITED (it was ${show([], desiredStatus)})`,
    );
  const pod = createPod(state, body);
  if (desiredStatus === "EXITED") stopPod(state, pod.id);
}

function sowJob(
  state: State,
  {
    slug,
    ...body
  }: components["schemas"]["JobRequest"] & { readonly slug: string },
): void {
  submit(state, { slug, kind: "run", origin: seedOrigin }, body);
}

/** Where a job was submitted to that came by no request. */
const seedOrigin = "https://emulator.invalid";
