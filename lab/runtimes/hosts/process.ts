import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { openVolume } from "cloud-compute-sdk/files";
import { runSuite } from "../suite.js";
import type { Environment } from "../suite/environment.js";
import { assertEqual } from "../suite/context.js";

/** Runs the suite where there is a process: in Node, Bun and Deno. */
const environment = JSON.parse(process.argv[2] ?? "") as Environment;
const require = createRequire(import.meta.url);
const results = await runSuite(environment, [
  {
    name: "require() gives the same module as import",
    run: async () => {
      const required = require("cloud-compute-sdk") as object;
      const imported = (await import("cloud-compute-sdk")) as object;
      assertEqual(Object.keys(required).sort(), Object.keys(imported).sort());
    },
  },
  {
    name: "a file goes to a volume in parts, after a lost answer, and comes back",
    run: async ({ cloud, fail }) => {
      const { id } = await cloud.v2.networkVolumes.create({
        name: "files",
        size: 10,
        dataCenter: "EU-RO-1",
      });
      const volume = await openVolume(cloud.v2, id, environment.s3);
      const [from, to] = ["from.bin", "to.bin"].map((name) =>
        join(environment.folder, name),
      ) as [string, string];
      await writeFile(from, new Uint8Array(1_000_000).fill(7));
      await fail("S3 CompleteMultipartUpload", { reset: "after" });
      await volume.upload(from, "a/b c.bin", { partSize: 300_000 });
      await volume.upload(new Blob(["small"]), "a/small");
      const keys: string[] = [];
      for await (const { key } of volume.list("a/")) keys.push(key);
      assertEqual(keys, ["a/b c.bin", "a/small"]);
      await volume.download("a/b c.bin", to);
      assertEqual((await readFile(from)).equals(await readFile(to)), true);
      // A download that is stopped goes on where it was.
      await rm(to);
      const stop = new AbortController();
      const stopped = volume
        .download("a/b c.bin", to, {
          signal: stop.signal,
          onProgress: () => stop.abort(),
        })
        .catch(() => "stopped");
      assertEqual(await stopped, "stopped");
      const parts = async () =>
        (await readdir(environment.folder)).filter((name) =>
          name.endsWith(".part"),
        );
      const [part = ""] = await parts();
      const { size } = await stat(join(environment.folder, part));
      const reports: number[] = [];
      await volume.download("a/b c.bin", to, {
        onProgress: ({ bytes }) => reports.push(bytes),
      });
      assertEqual(reports[0], size);
      assertEqual((await readFile(from)).equals(await readFile(to)), true);
      assertEqual(await parts(), []);
      await volume.delete("a/");
      await cloud.v2.networkVolumes.delete(id);
    },
  },
]);
const { bun, deno, node } = process.versions;
console.log(JSON.stringify({ version: bun ?? deno ?? node, results }));
