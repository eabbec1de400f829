import { InputError } from "cloud-compute-sdk";

/** Node's own modules, at their first use: a bundler for browsers would follow an import of theirs. */
export function nodeModules() {
  const { process } = globalThis as {
    readonly process?: Pick<NodeJS.Process, "getBuiltinModule">;
  };
  if (!process?.getBuiltinModule)
    throw new InputError(
      "volumesFolder",
      "the files of network volumes need Node 20.16 or later, Bun or Deno",
    );
  return {
    crypto: process.getBuiltinModule("node:crypto"),
    fs: process.getBuiltinModule("node:fs"),
    os: process.getBuiltinModule("node:os"),
    path: process.getBuiltinModule("node:path"),
  };
}
