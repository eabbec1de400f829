import {
  CloudComputeError,
  createClient,
  type Client,
  type ModelOutputs,
} from "cloud-compute-sdk";
import { createJobHandles, type JobHandles } from "cloud-compute-sdk/webhooks";
import { cookies } from "next/headers";
import { randomUUID } from "node:crypto";

/** A visitor may run these models and no others. */
export const MODELS = [
  "black-forest-labs-flux-1-schnell",
  "z-image-turbo",
] as const;
export const MAX_JOBS_PER_MINUTE = 5;

/** What the routes share. Next gives each route a module of its own, so this lives on the global object. */
interface Shared {
  readonly cloud: Client;
  readonly handles: JobHandles;
  readonly submits: Map<string, number[]>;
}

/** Created with the first request: the build imports this file when no key is set. */
export function shared(): Shared {
  const holder = globalThis as { pictures?: Shared };
  holder.pictures ??= {
    cloud: createClient(),
    handles: createJobHandles({
      secret: process.env.HANDLE_SECRET ?? `for development ${randomUUID()}`,
    }),
    submits: new Map(),
  };
  return holder.pictures;
}

/** Names the visitor by a cookie. With accounts of your own, use the id of the account. */
export async function visitorOf(): Promise<string> {
  const jar = await cookies();
  const known = jar.get("visitor")?.value;
  if (known !== undefined) return known;
  const visitor = randomUUID();
  jar.set("visitor", visitor, { httpOnly: true, sameSite: "lax" });
  return visitor;
}

/** Counts the submits of a visitor. With several processes, count in a store that they share. */
export function maySubmit(visitor: string): boolean {
  const { submits } = shared();
  const since = Date.now() - 60_000;
  const recent = (submits.get(visitor) ?? []).filter((time) => time > since);
  const isPermitted = recent.length < MAX_JOBS_PER_MINUTE;
  submits.set(visitor, isPermitted ? [...recent, Date.now()] : recent);
  return isPermitted;
}

/** The job of a handle, if the handle was signed for this visitor. */
export async function jobOf(handle: string) {
  const { cloud, handles } = shared();
  const data = await handles.open(handle, await visitorOf());
  return data && cloud.job<ModelOutputs[(typeof MODELS)[0]]>(data);
}

export const NOT_FOUND = { error: "there is no such picture" };

/** Answers with the code of an error of the client. Other errors are left to Next. */
export async function answer(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    console.error(error.message);
    return Response.json(
      { error: error.code, mayRun: error.maybeSent },
      { status: 502 },
    );
  }
}
