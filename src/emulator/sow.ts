import type { components } from "../../generated/jobs.types.js";
import { createEndpoint } from "./endpoints.js";
import { submit } from "./jobs.js";
import { createPod, stopPod } from "./pods.js";
import type { Schemas } from "./records.js";
import { createRegistryAuth } from "./registry.js";
import { Refusal } from "./refusal.js";
import { changed, type State } from "./state.js";
import { createTemplate } from "./templates.js";
import { checkBody } from "./validate.js";
import { createVolume } from "./volumes.js";

/** A body as its create call takes it, with the id that the thing is to have; without one it gets one. */
type Sown<Body> = Body & { readonly id?: string };

/** What to add to an account. Later kinds may name what earlier ones of this order made. */
export interface SeedData {
  readonly containerRegistryAuths?: readonly Sown<
    Schemas["ContainerRegistryAuthCreateInput"]
  >[];
  readonly networkVolumes?: readonly Sown<
    Schemas["NetworkVolumeCreateInput"]
  >[];
  readonly templates?: readonly Sown<Schemas["TemplateCreateInput"]>[];
  readonly endpoints?: readonly Sown<Schemas["EndpointCreateInput"]>[];
  /** A Pod that is to be stopped says so. */
  readonly pods?: readonly (Sown<Schemas["PodCreateInput"]> & {
    readonly desiredStatus?: "RUNNING" | "EXITED";
  })[];
  /** Submitted with `/run`, in this order. */
  readonly jobs?: readonly (Sown<components["schemas"]["JobRequest"]> & {
    readonly slug: string;
  })[];
}

type Body<Name extends keyof SeedData> = NonNullable<SeedData[Name]>[number];

/** Adds all of it, or what comes before the first thing that is refused: that one is named in a TypeError. */
export function sow(state: State, data: SeedData): void {
  const each = <Name extends keyof SeedData>(
    name: Name,
    route: string,
    create: (body: Body<Name>) => unknown,
  ) => {
    const entries = (data[name] ?? []) as readonly Body<Name>[];
    entries.forEach((entry, index) =>
      plant(state, `${name}[${index}]`, route, entry, create),
    );
  };
  state.clock.settle();
  each("containerRegistryAuths", "POST /containerregistryauth", (body) =>
    createRegistryAuth(state, body),
  );
  each("networkVolumes", "POST /networkvolumes", (body) =>
    createVolume(state, body),
  );
  each("templates", "POST /templates", (body) => createTemplate(state, body));
  each("endpoints", "POST /endpoints", (body) => createEndpoint(state, body));
  each("pods", "POST /pods", ({ desiredStatus, ...body }) => {
    const pod = createPod(state, body);
    if (desiredStatus === "EXITED") stopPod(state, pod.id);
  });
  each("jobs", "POST /v2/{slug}/run", ({ slug, ...body }) =>
    submit(state, { slug, kind: "run", origin: seedOrigin }, body),
  );
  changed(state);
}

/** Where a job was submitted to that came by no request. */
const seedOrigin = "https://emulator.invalid";

function plant<T extends { readonly id?: string }>(
  state: State,
  place: string,
  route: string,
  { id, ...entry }: T,
  create: (body: T) => unknown,
): void {
  const { newId } = state;
  try {
    const { desiredStatus, slug, ...body } = entry as Record<string, unknown>;
    checkBody(route, body);
    if (id !== undefined) state.newId = givenFirst(state, id);
    create(entry as T);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new TypeError(`${place}: ${error.message}`, { cause: error });
  } finally {
    state.newId = newId;
  }
}

/** The given id, then ids of the usual kind. */
function givenFirst(state: State, id: string): () => string {
  const { newId, pods, endpoints, templates, volumes, auths, jobs } = state;
  const all = [pods, endpoints, templates, volumes, auths, jobs];
  if (id === "" || all.some((owned) => owned.has(id)))
    throw new Refusal(400, `the id "${id}" is taken, or none`);
  let isGiven = false;
  return () => {
    if (isGiven) return newId();
    isGiven = true;
    return id;
  };
}
