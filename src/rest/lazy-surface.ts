import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { InputError } from "../errors.js";
import { lazy } from "../http/lazy.js";
import type { Send } from "../http/transport.js";
import { createProxySource, type Settings } from "../settings.js";
import { createRunCall, createTypedClient } from "./calls.js";
import { copyArgument } from "./copy-argument.js";
import type { Calls, LazySurface, TypedClient } from "./typed-client.js";

/** The functions of a surface, by resource and name. */
type Resources = Readonly<
  Record<string, Readonly<Record<string, SurfaceFunction | undefined>>>
>;
type SurfaceFunction = (...args: unknown[]) => unknown;

/** A call whose function may still have to be loaded: a promise, and an iteration where the function returns one. */
interface PendingCall extends Promise<unknown>, AsyncIterable<unknown> {}

/** What creates the functions of a surface. */
type CreateResources = (client: TypedClient<object>, calls: Calls) => Resources;

/**
 * Surfaces whose functions are loaded when the first of them is called. Such a surface has a member for every name. The
 * types show the compiler which resources and functions exist; at run time, this is known once the functions are
 * loaded.
 */
export function createLazySurface(settings: Settings, send: Send): LazySurface {
  const createSurface = (
    surface: SurfaceName,
    load: () => Promise<CreateResources>,
  ): object => {
    const loadResources = lazy(async () => {
      const [createResources, { createAllCalls }] = await Promise.all([
        load(),
        import("./all-calls.js"),
      ]);
      const run = createRunCall(settings, send, surface);
      return createResources(
        createTypedClient(settings, surface),
        createAllCalls(settings, run),
      );
    });
    const find = async (
      resource: string,
      name: string,
    ): Promise<SurfaceFunction> => {
      const operation = `${surface}.${resource}.${name}`;
      const resources = await loadResources(operation, undefined);
      const found = resources[resource]?.[name];
      if (found) return found;
      const problem = `${operation} is not a function of this client`;
      throw new InputError(name, problem, { operation });
    };
    return createMembers(
      (resource) =>
        createMembers(
          (name) =>
            (...args: unknown[]) =>
              startCall(find(resource, name), args.map(copyArgument)),
        ),
      createProxySource(settings, surface),
    );
  };
  return createSurface as unknown as LazySurface;
}

/**
 * An object that has a member of every name but `then`: the object is no promise. Its members under symbols are those
 * of `own`.
 */
function createMembers(
  memberOf: (name: string) => unknown,
  own: object = {},
): object {
  const members = new Map<string, unknown>();
  return new Proxy(own, {
    get: (_, name) => {
      if (typeof name !== "string") return Reflect.get(own, name) as unknown;
      if (name === "then") return undefined;
      const member = members.get(name) ?? memberOf(name);
      members.set(name, member);
      return member;
    },
  });
}

/** Calls the function once it is found. What the function returns can be awaited and iterated over, as without loading. */
function startCall(
  found: Promise<SurfaceFunction>,
  args: readonly unknown[],
): PendingCall {
  // In a list: a promise would wait for what the function returns.
  const started = found.then((call) => [call(...args)] as const);
  const settled = started.then(([returned]) => returned);
  async function* iterate(): AsyncGenerator<unknown, void, undefined> {
    // The iteration rejects with whatever the promise rejects with.
    settled.catch(() => undefined);
    const [returned] = await started;
    yield* returned as AsyncIterable<unknown>;
  }
  return Object.assign(settled, { [Symbol.asyncIterator]: iterate });
}
