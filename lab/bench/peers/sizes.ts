import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import { measureBundle, staticBytes } from "../../shared/bundle.js";
import { LAB, ROOT } from "../../shared/paths.js";
import { pack } from "../../shared/tarball.js";
import { clients, OURS, type PeerClient } from "./clients.js";
import { bytesOf, closureOf } from "./closure.js";
import { exactly, type Figures } from "./figures.js";

const PEERS = join(LAB, "peers");

/** Sizes and counts, which are the same in every run. Our package is measured as its tarball holds it. */
export async function measureSizes(): Promise<Figures> {
  const own = installOurs();
  const rows = clients.map(async (client) => {
    const { name } = client;
    const installed = name === OURS ? own : weigh(PEERS, [name]);
    const bundle = (await bundledBytes(client)) / 1000;
    return [
      name,
      {
        bundle: exactly(bundle),
        packages: exactly(installed.packages),
        megabytes: exactly(installed.megabytes),
      },
    ] as const;
  });
  return new Map(await Promise.all(rows));
}

/** What a program loads at once that imports a client's main call. */
async function bundledBytes({ name, main }: PeerClient): Promise<number> {
  const files = await measureBundle({
    program: `export { ${main} } from "${name}";`,
    resolveDir: PEERS,
    splitting: true,
    // runpod-sdk reads its version by Node's createRequire.
    external: ["module"],
  });
  return staticBytes(files);
}

/** Unpacks our tarball beside the peers, with the dependencies that the repository's lock file has. */
function installOurs() {
  const target = join(PEERS, "node_modules", OURS);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const tarball = pack(target);
  const args = ["-xzf", basename(tarball), "--strip-components=1"];
  execFileSync("tar", args, { cwd: target });
  rmSync(tarball);
  const dependencies = Object.keys(packageJson.dependencies);
  const { packages, megabytes } = weigh(ROOT, dependencies);
  const own = bytesOf(target) / 1e6;
  for (const path of closureOf(ROOT, dependencies))
    cpSync(join(ROOT, path), join(target, path), { recursive: true });
  return { packages: packages + 1, megabytes: megabytes + own };
}

/** The packages that come with these, and the megabytes of their files. */
function weigh(folder: string, names: readonly string[]) {
  const paths = closureOf(folder, names);
  const bytes = paths.map((path) => bytesOf(join(folder, path)));
  const total = bytes.reduce((sum, size) => sum + size, 0);
  return { packages: paths.length, megabytes: total / 1e6 };
}
