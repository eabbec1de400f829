import packageJson from "../../package.json" with { type: "json" };

/** The names under which the package is imported, such as `cloud-compute-sdk/emulator`. */
export function entryNames(): string[] {
  return Object.entries(packageJson.exports)
    .filter(([, target]) => typeof target === "object")
    .map(([path]) => packageJson.name + path.slice(1));
}
