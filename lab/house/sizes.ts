import { join } from "node:path";
import { staticBytes } from "../shared/bundle.js";
import { measureClient } from "../size/measure.js";
import type { Figure } from "./figure.js";

/** The bytes of a program that bundles the built client of the tree, minified and compressed. */
export async function sizeFigures(tree: string): Promise<Figure[]> {
  const { client } = await measureClient(join(tree, "dist"));
  const all = client.reduce((total, { bytes }) => total + bytes, 0);
  return [
    {
      title: "the client, loaded at once, gzip",
      value: formatSize(staticBytes(client)),
      aim: "38 kB",
    },
    {
      title: "the client with all that is loaded at first use, gzip",
      value: formatSize(all),
      aim: "about 40 kB",
    },
  ];
}

function formatSize(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
