import {
  InputError,
  type ContainerRegistryAuthCreateInput,
  type EndpointCreateInput,
  type JobPolicy,
  type JobS3Config,
  type NetworkVolumeCreateInput,
  type PodCreateInput,
  type TemplateCreateInput,
} from "cloud-compute-sdk";
import { emitChange, type AccountState } from "./state/account-state.js";
import { withoutBlankIds } from "./blank-ids.js";
import { checkNames, isRecord } from "./check-arguments.js";
import { describeValue } from "./describe-value.js";
import { submitJob } from "./jobs/jobs.js";
import { toJson } from "./json.js";
import { addBuild, BUILD_MEMBERS, type BuildSeed } from "./resources/builds.js";
import { createEndpoint } from "./resources/endpoints.js";
import { createNetworkVolume } from "./machines/network-volumes.js";
import { createPod, stopPod } from "./resources/pods.js";
import { createRegistryAuth } from "./resources/registry-auths.js";
import { createTemplate } from "./resources/templates.js";
import { Refusal } from "./refusals/refusal.js";
import { ApiError } from "./http/api-error.js";
import { isSubmit, type BodyOf, type Route } from "./http/operations.js";
import { bodyMembers, checkBody } from "./requests/validate-request.js";

/** The body of a create call, with the id that the item gets; without an id the emulator generates one. */
type Seeded<Body> = Body & { readonly id?: string | undefined };

/**
 * What to add to an account, in the order of these members: an item may refer to items of earlier members. A member that
 * is `undefined` counts as not given.
 */
export interface SeedData {
  readonly containerRegistryAuths?:
    | readonly Seeded<ContainerRegistryAuthCreateInput>[]
    | undefined;
  readonly networkVolumes?:
    | readonly Seeded<NetworkVolumeCreateInput>[]
    | undefined;
  readonly templates?: readonly Seeded<TemplateCreateInput>[] | undefined;
  readonly endpoints?: readonly Seeded<EndpointCreateInput>[] | undefined;
  /** What version 2 shows of the builds of an endpoint; the last one is the newest. */
  readonly builds?: readonly Seeded<BuildSeed>[] | undefined;
  /** A Pod runs unless its `desiredStatus` is EXITED. */
  readonly pods?:
    | readonly (Seeded<PodCreateInput> & {
        readonly desiredStatus?: "RUNNING" | "EXITED" | undefined;
      })[]
    | undefined;
  /** Submitted with `/run`, in this order. */
  readonly jobs?: readonly JobSeed[] | undefined;
}

/** A job to submit. */
interface JobSeed {
  readonly id?: string | undefined;
  readonly slug: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The address that the job reports its end to. */
  readonly webhook?: string | undefined;
  readonly policy?: JobPolicy | undefined;
  readonly s3Config?: JobS3Config | undefined;
}

type SeedMember = keyof SeedData;

/** Inserts one item: throws an ApiError for an invalid one. */
type Insert = (state: AccountState, item: unknown, label: string) => void;

/** How the items of each member are inserted. */
const inserts: Readonly<Record<SeedMember, Insert>> = {
  containerRegistryAuths: inserter(
    "POST /containerregistryauth",
    createRegistryAuth,
  ),
  networkVolumes: inserter("POST /networkvolumes", (state, body) =>
    createNetworkVolume(state, body),
  ),
  templates: inserter("POST /templates", (state, body) =>
    createTemplate(state, body),
  ),
  endpoints: inserter("POST /endpoints", (state, body) =>
    createEndpoint(state, body),
  ),
  builds: insertBuild,
  pods: inserter("POST /pods", insertPod, "desiredStatus"),
  jobs: inserter("POST /v2/{slug}/run", insertJob, "slug"),
};

/** Inserts the items up to the first invalid one. Throws an `InputError` that names the invalid item. */
export function seedAccount(state: AccountState, data: SeedData): void {
  checkNames("seed", data, Object.keys(inserts));
  const members = copyData(data);
  state.clock.runDue();
  try {
    for (const [member, insert] of Object.entries(inserts)) {
      itemsOf(members, member).forEach((item, index) =>
        insertItem(state, insert, item, `${member}[${index}]`),
      );
    }
  } finally {
    emitChange(state);
  }
}

/** A copy like a body that arrives by a request: undefined members are left out. */
function copyData(data: SeedData): Readonly<Record<string, unknown>> {
  try {
    const copy = toJson(data);
    return isRecord(copy) ? copy : {};
  } catch (cause) {
    const message = "seed: the data cannot be represented as JSON";
    throw new InputError("data", message, { cause });
  }
}

function itemsOf(
  members: Readonly<Record<string, unknown>>,
  member: string,
): readonly unknown[] {
  const items = members[member] ?? [];
  if (Array.isArray(items)) return items;
  const value = describeValue([], items);
  const problem = `seed: ${member} must be a list (it was ${value})`;
  throw new InputError(member, problem);
}

function insertItem(
  state: AccountState,
  insert: Insert,
  item: unknown,
  label: string,
): void {
  const { newId } = state;
  try {
    insert(state, item, label);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = `${label}: ${error.message}`;
    throw new InputError(label, problem, { cause: error });
  } finally {
    state.newId = newId;
  }
}

/** Inserts items that are bodies of a route. `ownMember` is what an item has beside the body and its id. */
function inserter<R extends Route>(
  route: R,
  create: (
    state: AccountState,
    body: BodyOf<R>,
    own: unknown,
    id: string | undefined,
  ) => unknown,
  ownMember?: string,
): Insert {
  const ownMembers = ownMember === undefined ? [] : [ownMember];
  return (state, item, label) => {
    const { id, ...members } = isRecord(item) ? item : { id: undefined };
    const given: unknown = isRecord(item) ? members : item;
    const body = isSubmit(route) ? given : withoutBlankIds(given);
    checkBody(route, body);
    const known = bodyMembers(route);
    if (known) checkNames(label, item, [...known, "id", ...ownMembers]);
    if (id !== undefined) state.newId = startingWith(state, id);
    const own = ownMember && members[ownMember];
    create(state, body, own, typeof id === "string" ? id : undefined);
  };
}

/** Returns the given id at the first call, and generated ids from then on. */
function startingWith(state: AccountState, id: unknown): () => string {
  if (typeof id !== "string" || id === "") {
    const value = describeValue([], id);
    throw new Refusal("invalidBody", `id must be a string (it was ${value})`);
  }
  const { pods, endpoints, templates, networkVolumes, registryAuths, jobs } =
    state;
  const all = [pods, endpoints, templates, networkVolumes, registryAuths, jobs];
  if (all.some((items) => items.has(id)))
    throw new Refusal("invalidBody", `the id "${id}" is taken`);
  const { newId } = state;
  let isUsed = false;
  return () => {
    if (isUsed) return newId();
    isUsed = true;
    return id;
  };
}

function insertBuild(state: AccountState, item: unknown, label: string): void {
  checkNames(label, item, [...BUILD_MEMBERS, "id"]);
  const id = isRecord(item) ? item["id"] : undefined;
  if (id !== undefined) state.newId = startingWith(state, id);
  addBuild(state, item);
}

function insertPod(
  state: AccountState,
  body: BodyOf<"POST /pods">,
  desiredStatus: unknown = "RUNNING",
): void {
  if (desiredStatus !== "RUNNING" && desiredStatus !== "EXITED") {
    const value = describeValue([], desiredStatus);
    const rule = "desiredStatus must be RUNNING or EXITED";
    throw new Refusal("invalidBody", `${rule} (it was ${value})`);
  }
  const pod = createPod(state, body);
  if (desiredStatus === "EXITED") stopPod(state, pod.id);
}

/** No request submitted the job, so its files get the origin of the in-memory fetch. */
function insertJob(
  state: AccountState,
  body: BodyOf<"POST /v2/{slug}/run">,
  slug: unknown,
  id: string | undefined,
): void {
  const origin = "https://emulator.invalid";
  submitJob(state, { slug: String(slug), kind: "run", origin, id }, body);
}
