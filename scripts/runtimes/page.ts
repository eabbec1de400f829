import { build } from "esbuild";
import { basename } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./chromium.js";
import type { Project } from "./project.js";
import type { Play } from "./runtime.js";
import type { Stage } from "./stage.js";
import type { Result } from "./suite/place.js";

const QUIET = ["--no-sandbox", "--disable-gpu", "--no-first-run"];

/** Plays the suite in a page of Chromium, as a bundle, from another origin than the services it calls. */
export const inPage: Play = async (project, stage) => {
  await serveBundle(project, stage);
  const executablePath = findChromium();
  const browser = await chromium.launch({ executablePath, args: QUIET });
  try {
    const place = { ...stage.place, platform: "page" };
    const { page, said } = await open(browser, stage);
    // Text, not a function: what compiles this file would put names of its own into a function.
    const results = await page.evaluate<Result[]>(
      `runSuite(${JSON.stringify(place)})`,
    );
    const own = [
      judge("the page warns of the exposed key, once", said.length === 1, said),
      await silenced(browser, stage),
      judgeHeaders(stage, await page.evaluate<string[]>("headersSet()")),
    ];
    return { version: browser.version(), results: [...results, ...own] };
  } finally {
    await browser.close();
  }
};

/** The bundle as a user makes it: split, so that GraphQL is loaded when it is used. */
async function serveBundle(
  { folder }: Project,
  { desk }: Stage,
): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ["hosts/page.js"],
    outdir: "bundle",
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  const html =
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';
  desk.get("/", (context) => context.html(html));
  for (const { path, contents } of outputFiles)
    desk.get(`/${basename(path)}`, ({ body }) =>
      body(new Uint8Array(contents), 200, {
        "content-type": "text/javascript",
      }),
    );
}

/** A page with the bundle loaded, and the warnings it prints. */
async function open(browser: Browser, { place }: Stage) {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") said.push(message.text());
  });
  await page.goto(place.desk, { waitUntil: "networkidle" });
  return { page, said };
}

function judge(name: string, ok: boolean, seen: unknown): Result {
  return ok ? { name, ok } : { name, ok, reason: JSON.stringify(seen) };
}

/** The option `warn` is told in place of the console. */
async function silenced(browser: Browser, stage: Stage): Promise<Result> {
  const { page, said } = await open(browser, stage);
  const told = await page.evaluate<string[]>(
    `(() => {
      const told = [];
      const warn = (message) => told.push(message);
      for (const apiKey of ["one-key", "another-key"]) createClient({ apiKey, warn });
      createClient({ apiKey: () => "a-key-of-a-function", warn });
      return told;
    })()`,
  );
  const ok =
    said.length === 0 && told.length === 1 && /exposed/.test(told[0] ?? "");
  return judge("the warning goes to `warn` instead", ok, { said, told });
}

/** What a browser sends by itself. */
const OF_BROWSER =
  /^(host|connection|origin|referer|user-agent|accept-(encoding|language)|content-length|access-control-request-(method|headers)|cache-control|pragma|sec-.+)$/;
const ALLOWED = "accept authorization content-type";

/** Nothing but what the service must know: neither handed to `fetch`, nor sent beside what the browser adds. */
function judgeHeaders({ emulator }: Stage, set: readonly string[]): Result {
  const came = emulator.requests.flatMap(({ headers }) => Object.keys(headers));
  const sent = [...new Set(came)].filter((name) => !OF_BROWSER.test(name));
  const lists = [[...set], sent].map((names) => names.sort().join(" "));
  return judge(
    `the only headers of the client are ${ALLOWED}`,
    lists.every((list) => list === ALLOWED),
    lists,
  );
}
