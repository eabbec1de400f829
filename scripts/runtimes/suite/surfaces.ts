import { must, same, type Case } from "./scene.js";

const VOLUME = { name: "models", size: 10, dataCenterId: "EU-RO-1" };
const VOLUME_ROUTE = "/networkvolumes/{networkVolumeId}";

/** Every surface, as it is when all goes well. */
export const surfaceCases: readonly Case[] = [
  {
    name: "REST: a Pod is created, read, listed and deleted",
    run: async ({ cloud }) => {
      const { id } = await cloud.pods.create({ imageName: "ubuntu:24.04" });
      same((await cloud.pods.get(id)).image, "ubuntu:24.04");
      await cloud.pods.stop(id);
      const stopped = await cloud.pods.list({ desiredStatus: "EXITED" });
      same(
        stopped.map((pod) => pod.id),
        [id],
      );
      await cloud.pods.delete(id);
      same(await cloud.pods.list(), []);
    },
  },
  ...(["patch", "post"] as const).map((updateMethod) => ({
    name: `REST: an update is spelled ${updateMethod}`,
    run: async ({ cloud, count }: Parameters<Case["run"]>[0]) => {
      const { id } = await cloud.networkVolumes.create(VOLUME);
      const route =
        updateMethod === "patch"
          ? (`PATCH ${VOLUME_ROUTE}` as const)
          : (`POST ${VOLUME_ROUTE}/update` as const);
      const update = async () => {
        const body = { size: 20 };
        const grown = cloud.networkVolumes.update(id, body, { updateMethod });
        same((await grown).size, 20);
      };
      same(await count(update, route), 1);
    },
  })),
  {
    name: "REST: the escape hatch tells data, error and response",
    run: async ({ cloud }) => {
      const found = await cloud.rest.GET("/pods");
      same([found.data, found.response.status], [[], 200]);
      const path = { podId: "no-such-pod" };
      const missing = await cloud.rest.GET("/pods/{podId}", {
        params: { path },
      });
      same([missing.data, missing.response.status], [undefined, 404]);
      must(missing.error !== undefined, "the error of a 404 is told");
    },
  },
  {
    name: "GraphQL: a shipped document answers",
    run: async ({ cloud }) => {
      const { gpuTypes } = await cloud.graphql.gpuTypes();
      must((gpuTypes?.length ?? 0) > 1, "there are GPU types");
    },
  },
  {
    name: "GraphQL: a document of one's own answers, with variables",
    run: async ({ cloud }) => {
      const document =
        "query ($input: GpuTypeFilter) { gpuTypes(input: $input) { id } }";
      const input = { id: "NVIDIA L4" };
      same(await cloud.graphql.request(document, { input }), {
        gpuTypes: [{ id: "NVIDIA L4" }],
      });
    },
  },
];
