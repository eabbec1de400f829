import type { Plugin } from "esbuild";
import { resolve } from "node:path";
import {
  measureBundle,
  staticBytes,
  type BundledFile,
} from "../shared/bundle.js";
import { ROOT } from "../shared/paths.js";

/** What the client weighs in a program that bundles it, dependencies included. */
interface ClientSize {
  /** A program that imports only `createClient`, with splitting. */
  readonly client: readonly BundledFile[];
  /** A program that imports all of the main entry, in one file without GraphQL's lazy part. */
  readonly whole: readonly BundledFile[];
}

/** Bundles `index.js` of a folder for a browser and measures the result. */
export async function measureClient(
  dist: string = resolve(ROOT, "dist"),
): Promise<ClientSize> {
  const index = JSON.stringify(resolve(dist, "index.js"));
  const client = await measureBundle({
    program: `export { createClient } from ${index}`,
    resolveDir: ROOT,
    splitting: true,
  });
  const whole = await measureBundle({
    program: `export * from ${index}`,
    resolveDir: ROOT,
    splitting: false,
    plugins: [WITHOUT_GRAPHQL],
  });
  return { client, whole };
}

/** GraphQL's lazy part is what `src/graphql/document.ts` imports. */
const WITHOUT_GRAPHQL: Plugin = {
  name: "without GraphQL's lazy part",
  setup: (bundle) => {
    bundle.onResolve({ filter: /[/-]document(-\w+)?\.js$/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

/** The bytes that a further entry point adds to a program with `createClient`, without the packages that the user brings. */
export async function measureEntry(
  entry: string,
  dist: string = resolve(ROOT, "dist"),
): Promise<number> {
  const pathOf = (name: string) => JSON.stringify(resolve(dist, `${name}.js`));
  const client = `export { createClient } from ${pathOf("index")};`;
  const [clientOnly, together] = await Promise.all(
    [client, `${client} export * from ${pathOf(entry)};`].map((program) =>
      measureBundle({
        program,
        resolveDir: ROOT,
        splitting: true,
        external: ["@opentelemetry/api", "aws4fetch", "pg", "node:*"],
      }),
    ),
  );
  return staticBytes(together ?? []) - staticBytes(clientOnly ?? []);
}
