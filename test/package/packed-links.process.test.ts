import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

/** The relative targets of the links and pictures of a page. */
function targetsOf(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```$/gms, "");
  const links = prose.matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g);
  return [...links]
    .map(([, link, picture]) => link ?? picture ?? "")
    .filter((target) => !/^(#|\w+:)/.test(target))
    .map((target) => target.replace(/#.*/, ""));
}

test("every link and picture of a page in the package leads to a file or folder of the package", async () => {
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", "--dry-run", "--json", "--ignore-scripts"],
    { maxBuffer: 10_000_000 },
  );
  const [packed] = JSON.parse(stdout) as Packed[];
  const paths = packed?.files.map(({ path }) => path) ?? [];
  const pages = paths.filter((path) => /\.(md|txt)$/.test(path));
  expect(pages.length).toBeGreaterThan(30);
  const broken: string[] = [];
  for (const page of pages)
    for (const target of targetsOf(await readFile(page, "utf8"))) {
      const path = posix.join(posix.dirname(page), target).replace(/\/$/, "");
      const exists = paths.some((each) => `${each}/`.startsWith(`${path}/`));
      if (!exists) broken.push(`${page}: ${target}`);
    }
  expect(broken).toEqual([]);
});
