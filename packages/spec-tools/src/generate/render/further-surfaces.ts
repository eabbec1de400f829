import type { Surface } from "./fetchers.js";
import { variableOf } from "./tables.js";

/** The types and addresses of the further surfaces that the emulator serves. */
export function renderFurtherSurfaces(surfaces: readonly Surface[]): string {
  const each = (line: (surface: Surface) => string) =>
    surfaces.map(line).join("");
  const routes = surfaces.map(({ name }) => `${name}Route`);
  const paths = surfaces.map(({ name }) => `${name}Paths`);
  const imports = each(
    ({ name }) => `import type { ${name}Route } from "./routes.js";
import type { ${name}Paths } from "cloud-compute-sdk";
`,
  );
  const unused = surfaces.length > 0 ? "" : "_";
  return `${imports}
/** Every route of these surfaces. */
export type FurtherRoute = ${routes.join(" | ") || "never"};

/** The operations at these routes. */
export type FurtherPaths = ${paths.join(" & ") || "object"};

/** The addresses of these surfaces, under the names of the client's option \`surfaces\`. */
export type FurtherAddresses = {
${each(({ file }) => `  readonly ${file}: { readonly baseUrl: string };\n`)}};

/** The environment variable from which a client reads each of these addresses. */
export const surfaceVariables: Readonly<Record<string, string>> = {
${each(({ file }) => `  ${file}: "${variableOf(file)}",\n`)}};

/** The addresses of these surfaces on one server. */
export function addressesAt(${unused}origin: string): FurtherAddresses {
  return { ${surfaces.map(({ file }) => `${file}: { baseUrl: origin }`).join(", ")} };
}`;
}

/** The routes of the further surfaces that the emulator serves, from the folder of each in `packages/emulator/src/`. */
export function renderFurtherEntries(surfaces: readonly Surface[]): string {
  const imports = surfaces.map(
    ({ file }) =>
      `import { routeEntries as ${file} } from "../src/${file}/index.js";\n`,
  );
  const entries = surfaces.map(({ file }) => `...${file}`);
  const type = surfaces.length > 0 ? "" : ": readonly []";
  return `${imports.join("")}
/** The routes of these surfaces. */
export const furtherEntries${type} = [${entries.join(", ")}];`;
}
