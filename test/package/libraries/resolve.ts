import type { InitializeHook, ResolveHook } from "node:module";

let refused = "";

export const initialize: InitializeHook<string> = (name) => {
  refused = name;
};

/** Resolves as before, except that the refused package cannot be found. */
export const resolve: ResolveHook = (specifier, context, nextResolve) => {
  if (specifier === refused || specifier.startsWith(`${refused}/`))
    throw new Error("the package is missing");
  return nextResolve(specifier, context);
};
