import { DocumentError } from "../../document/error.js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

export const DEPLOYMENTS_FILE = "deployments.yaml";

/** The URL of each API of a deployment, by the name of the surface. */
export type Deployments = Readonly<
  Record<string, Readonly<Record<string, string>>>
>;

/** Reads the deployments. The URL of an API that is none of `surfaces` is left out. */
export async function readDeployments(
  folder: string,
  surfaces: readonly string[],
): Promise<Deployments> {
  const file = join(folder, DEPLOYMENTS_FILE);
  const deployments = parse(await readFile(file, "utf8")) as Deployments;
  const known = Object.entries(deployments).map(([name, urls]) => {
    for (const url of Object.values(urls))
      if (!URL.canParse(url))
        throw new DocumentError(`${file}: ${name} has ${url}, which is no URL`);
    const own = surfaces.filter((surface) => surface in urls);
    return [name, Object.fromEntries(own.map((each) => [each, urls[each]]))];
  });
  return Object.fromEntries(known) as Deployments;
}
