import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import packageJson from "../../package.json" with { type: "json" };

/** Asks the installed command for its version, by npx and by its file, as a shell runs it. */
export function tryVersion(folder: string): void {
  const file = "./node_modules/.bin/cloud-compute-sdk";
  for (const [command = "", ...words] of [
    ["npx", "cloud-compute-sdk"],
    [file],
  ]) {
    const said = execFileSync(command, [...words, "--version"], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
    if (said !== packageJson.version)
      throw new Error(`${command} --version prints ${said}`);
  }
}

/** Starts `npx cloud-compute-sdk emulator` where the package is installed, and has a shell make the calls. */
export async function tryCommand(
  folder: string,
  calls: readonly string[],
): Promise<void> {
  const words = ["cloud-compute-sdk", "emulator", "--port", "0"];
  const child = spawn("npx", words, {
    cwd: folder,
    // A group of its own: npx is ended with what it started.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const variables = await readVariables(child);
    for (const call of calls) makeCall(call, variables);
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await once(child, "close");
  }
}

async function readVariables(
  child: ChildProcess,
): Promise<Record<string, string>> {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  while (!text.includes("Page:")) {
    if (child.exitCode !== null)
      throw new Error(`the command ended with ${child.exitCode}`);
    if (child.stdout)
      await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  }
  const lines = [...text.matchAll(/^export (\w+)=(.*)$/gm)];
  return Object.fromEntries(
    lines.map(([, name = "", value = ""]) => [name, value]),
  );
}

/** One line of the README, as a shell takes it; its answer must be JSON without an error. */
function makeCall(line: string, variables: Record<string, string>): void {
  const printed = execFileSync("bash", ["-c", line], {
    encoding: "utf8",
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const answer: unknown = JSON.parse(printed);
  const isObject = typeof answer === "object" && answer !== null;
  if (
    !isObject ||
    "error" in answer ||
    "errors" in answer ||
    "message" in answer
  )
    throw new Error(`${line}\nanswered ${printed}`);
  console.log(`${line}\n  ${printed.slice(0, 120)}`);
}
