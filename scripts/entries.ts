import { readFile, writeFile } from "node:fs/promises";
import { format } from "oxfmt";
import { join } from "node:path";
import { PACKAGES } from "./build/entry-points.js";
import { manifestPart } from "./build/manifest.js";

// `npm run build -- entries`: writes what each package.json says about the entry points, from scripts/build/entry-points.ts.

for (const each of PACKAGES) {
  const file = join(each.folder, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as object;
  const text = JSON.stringify({ ...manifest, ...manifestPart(each) });
  const { code } = await format(file, text, {
    printWidth: 80,
    sortPackageJson: false,
  });
  await writeFile(file, code);
  console.log(`written ${file}`);
}
