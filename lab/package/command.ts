import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import packageJson from "../../package.json" with { type: "json" };

/** Asks each installed command for its version, by npx and by its file, as a shell runs it. */
export function tryVersion(folder: string): void {
  const names = ["cloud-compute-sdk", "cloud-compute-emulator"];
  const commands = names.flatMap((name) => [
    ["npx", name],
    [`./node_modules/.bin/${name}`],
  ]);
  for (const [command = "", ...args] of commands) {
    const output = execFileSync(command, [...args, "--version"], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
    if (output !== packageJson.version)
      throw new Error(`${command} --version prints ${output}`);
  }
}

/** Starts `npx cloud-compute-emulator` where the package is installed, and runs shell commands against the emulator. */
export function tryCommand(
  folder: string,
  commands: readonly string[],
): Promise<void> {
  return whileRunning(folder, ["--port", "0"], (variables) => {
    for (const command of commands) runCommand(command, variables);
  });
}

/** Starts the command of the emulator, which prints variables, acts with these, and ends the command. */
export async function whileRunning(
  folder: string,
  args: readonly string[],
  act: (variables: Record<string, string>) => void,
): Promise<void> {
  const child = spawn("npx", ["cloud-compute-emulator", ...args], {
    cwd: folder,
    // In a group of its own, so that npx ends together with what npx started.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    act(await readVariables(child));
  } finally {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await once(child, "close");
  }
}

/** The variables that the command prints, with their values. */
async function readVariables(
  child: ChildProcess,
): Promise<Record<string, string>> {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  // The last line: the variables are printed before it.
  while (!text.includes("Stop:")) {
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

/** Runs one line of the README in a shell; throws unless the output is JSON without an error. */
function runCommand(line: string, variables: Record<string, string>): void {
  const output = execFileSync("bash", ["-c", line], {
    encoding: "utf8",
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const response: unknown = JSON.parse(output);
  const isObject = typeof response === "object" && response !== null;
  if (
    !isObject ||
    "error" in response ||
    "errors" in response ||
    "message" in response
  )
    throw new Error(`${line}\nprinted ${output}`);
  console.log(`${line}\n  ${output.slice(0, 120)}`);
}
