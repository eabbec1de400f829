/** In version 2 every id of a path is called `id`: the segment before says of what. */
const ID_OF_COLLECTION: Readonly<Record<string, string>> = {
  pods: "podId",
  serverless: "endpointId",
  templates: "templateId",
  "network-volumes": "networkVolumeId",
  registries: "containerRegistryAuthId",
  clusters: "clusterId",
  secrets: "secretId",
  gpus: "gpuTypeId",
  cpus: "cpuFlavorId",
  datacenters: "dataCenterId",
};

/** Fills in the names in braces of a path, or of an example body, with ids. A name without an id stays. */
export function fillIds(
  text: string,
  ids: Readonly<Record<string, string | undefined>>,
): string {
  return text.replace(
    /(?<=([\w-]*)\/?)\{(\w+)\}/g,
    (whole, collection: string, name: string) => {
      const kind = name === "id" ? ID_OF_COLLECTION[collection] : name;
      return ids[kind ?? name] ?? whole;
    },
  );
}
