import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator } from "../../../src/emulator/index.js";
import { createClient } from "../../../src/index.js";
import { fileStore, openBatch } from "../../../src/batch/index.js";

const folder = mkdtempSync(join(tmpdir(), "batch-"));
const items = Number(process.argv[2] ?? 500);
const kills = Number(process.argv[3] ?? 10);
const emulator = createEmulator();
emulator.model("counted", (input) => ({ echo: input, cost: 0.001 }), {
  executionTime: 20,
  workers: 50,
});
const { urls, close } = (await emulator.listen()) as never as {
  urls: Record<string, string>;
  close: () => Promise<void>;
};
const cloud = createClient({ apiKey: emulator.apiKey, ...urls });
const batch = await openBatch(cloud, {
  name: "proof",
  model: "counted",
  store: fileStore(folder),
});
let t = performance.now();
await batch.add(Array.from({ length: items }, (_, n) => ({ n })));
console.log("added", items, Math.round(performance.now() - t), "ms");
const node = process.execPath;
const children = new Set<ChildProcess>();
const start = () => {
  const child = spawn(
    node,
    [
      "--import",
      "tsx",
      "--disable-warning=ExperimentalWarning",
      new URL("./worker.ts", import.meta.url).pathname,
      folder,
      JSON.stringify(urls),
      emulator.apiKey,
      "1",
    ],
    { stdio: ["ignore", "inherit", "inherit"] },
  );
  children.add(child);
  child.on("exit", () => children.delete(child));
};
const pause = (ms: number) => new Promise((r) => setTimeout(r, ms));
for (let i = 0; i < 4; i++) start();
for (let k = 0; k < kills; k++) {
  await pause(300 + Math.random() * 1500);
  const list = [...children];
  list[Math.floor(Math.random() * list.length)]?.kill("SIGKILL");
  start();
  if (existsSync(join(folder, "stopped")))
    for (const pid of readFileSync(join(folder, "stopped"), "utf8")
      .trim()
      .split("\n"))
      if (Math.random() < 0.5)
        try {
          process.kill(Number(pid), "SIGCONT");
        } catch {}
  console.log(JSON.stringify(await batch.progress()));
}
const iv = setInterval(() => {
  if (existsSync(join(folder, "stopped")))
    for (const pid of readFileSync(join(folder, "stopped"), "utf8")
      .trim()
      .split("\n"))
      try {
        process.kill(Number(pid), "SIGCONT");
      } catch {}
}, 1000);
t = performance.now();
while (children.size > 0) {
  await pause(500);
}
clearInterval(iv);
console.log(
  "rest",
  Math.round(performance.now() - t),
  JSON.stringify(await batch.progress()),
);
const submits = new Map<number, number>();
for (const { input } of emulator.jobs() as never as { input: { n: number } }[])
  submits.set(input.n, (submits.get(input.n) ?? 0) + 1);
console.log(
  "jobs",
  emulator.jobs().length,
  "twice",
  [...submits.values()].filter((n) => n > 1).length,
);
let results = 0;
for await (const _ of batch.results()) results++;
console.log("results", results);
await batch.delete();
await close();
rmSync(folder, { recursive: true });
