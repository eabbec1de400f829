import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath, pathToFileURL } from "node:url";
import { KEY, type CallFile } from "./answers.js";
import { argumentOf } from "./argument.js";
import { callFileOf } from "./contestants.js";
import { rotated } from "./statistics.js";

/** So many calls are made of each client in a round: one after the other, and a hundred at once. */
const PLANS = [
  { atOnce: 1, calls: 40 },
  { atOnce: 100, calls: 200 },
];
const WARM = 2;

const { names, rounds } = argumentOf() as {
  readonly names: readonly string[];
  readonly rounds: number;
};
const server = fork(fileURLToPath(new URL("server.mjs", import.meta.url)), {
  execArgv: [],
});
const [{ port }] = (await once(server, "message")) as [{ port: number }];
const service = { url: `http://127.0.0.1:${port}`, key: KEY, fetch };
const calls = await Promise.all(
  names.map(async (name) => {
    const file = (await import(
      pathToFileURL(callFileOf(name)).href
    )) as CallFile;
    return file.createCall(service);
  }),
);
const seen = PLANS.map(() => names.map(() => [] as number[]));
for (let round = -WARM; round < rounds; round++)
  for (const [kind, plan] of PLANS.entries())
    for (const [place, call] of rotated([...calls.entries()], round + WARM)) {
      const rate = await rateOf(call, plan);
      if (round >= 0) seen[kind]?.[place]?.push(rate);
    }
server.kill();
process.send?.(seen);

/** Calls per second. */
async function rateOf(
  call: () => Promise<unknown>,
  { atOnce, calls }: (typeof PLANS)[number],
): Promise<number> {
  const begun = performance.now();
  let left = calls;
  const work = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return calls / ((performance.now() - begun) / 1000);
}
