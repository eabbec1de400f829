import packageJson from "../../package.json" with { type: "json" };

/** What is imported under each name: the entries of the package that are modules, such as `cloud-compute-sdk/emulator`. */
export function entryNames(): string[] {
  return Object.entries(packageJson.exports)
    .filter(([, target]) => typeof target === "object")
    .map(([path]) => packageJson.name + path.slice(1));
}
